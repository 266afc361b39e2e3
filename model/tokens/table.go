package tokens

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pelletier/go-toml/v2"
)

//go:embed models.toml
var builtIn []byte

// Table is a file of models: models.toml here says what its columns mean.
type Table struct {
	Models []Model
	Small  map[string]string // the small default model of a vendor or router
}

// row is a line of the file.
type row struct {
	Name      string    `toml:"name"`
	Vendor    string    `toml:"vendor"`
	Windows   []int     `toml:"windows"`
	Encoding  string    `toml:"encoding"`
	Output    int       `toml:"output"`
	Price     []float64 `toml:"price"`
	Above     int       `toml:"above"`
	LongPrice []float64 `toml:"long-price"`
	AsOf      string    `toml:"as-of"`
}

// ReadTable reads a file of models. The error is one sentence that begins with the line.
func ReadTable(file []byte) (Table, error) {
	var raw struct {
		Model []row             `toml:"model"`
		Small map[string]string `toml:"small"`
	}
	dec := toml.NewDecoder(bytes.NewReader(file))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&raw); err != nil {
		return Table{}, placed(err)
	}
	t := Table{Small: make(map[string]string, len(raw.Small))}
	seen := map[string]bool{}
	for i, r := range raw.Model {
		m, err := r.model()
		if err == nil && seen[m.Name] {
			err = errors.New("it stands there twice")
		}
		if err != nil {
			return Table{}, fmt.Errorf("%s: the model %q: %w", place(file, r.Name, i, seen[m.Name]), r.Name, err)
		}
		seen[m.Name] = true
		t.Models = append(t.Models, m)
	}
	for vendor, model := range raw.Small {
		if strings.TrimSpace(model) == "" {
			return Table{}, fmt.Errorf("%s: the small model of %q has no name", place(file, vendor, 0, true), vendor)
		}
		t.Small[strings.ToLower(vendor)] = model
	}
	return t, nil
}

// most is the largest number of tokens that a row may name: a hundred times the largest today.
const most = 1_000_000_000

// model checks a row and gives it the form in which it is looked up.
func (r row) model() (Model, error) {
	m := Model{Vendor: strings.ToLower(r.Vendor), Windows: r.Windows, Output: r.Output}
	if m.Name, _ = normal(r.Name); m.Name == "" {
		return m, errors.New("it has no name")
	}
	switch r.Encoding {
	case "":
	case O200k.String(), Cl100k.String():
		m.Exact = true
		if r.Encoding == Cl100k.String() {
			m.Encoding = Cl100k
		}
	default:
		return m, fmt.Errorf("the encoding %q is neither %s nor %s", r.Encoding, O200k, Cl100k)
	}
	switch {
	case len(r.Windows) == 0 || r.Windows[0] < 1 || r.Windows[len(r.Windows)-1] > most:
		return m, errors.New("windows needs a number of tokens, as in windows = [200_000]")
	case !slices.IsSortedFunc(r.Windows, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), -1) }):
		return m, errors.New("its windows do not ascend")
	case r.Output < 0 || r.Output > most || r.Above < 0 || r.Above > most:
		return m, errors.New("output and above are numbers of tokens")
	case r.Price == nil && (r.LongPrice != nil || r.Above > 0 || r.AsOf != ""):
		return m, errors.New("above, long-price and as-of belong to a price")
	case r.LongPrice != nil && r.Above == 0:
		return m, errors.New("long-price needs above, the tokens from which on it holds")
	case r.Price == nil:
		return m, nil
	}
	for _, p := range [][]float64{r.Price, r.LongPrice} {
		if p != nil && (len(p) != 2 || !dollars(p[0]) || !dollars(p[1])) {
			return m, errors.New("a price is two numbers: dollars for a million tokens of input, and of output")
		}
	}
	if _, err := time.Parse("2006-01", r.AsOf); err != nil {
		return m, errors.New("a price needs as-of, the month in which it was read, as in 2026-10")
	}
	m.Price = Price{In: r.Price[0], Out: r.Price[1], Above: r.Above, AsOf: r.AsOf}
	if r.LongPrice != nil {
		m.Price.LongIn, m.Price.LongOut, m.Price.LongKnown = r.LongPrice[0], r.LongPrice[1], true
	}
	return m, nil
}

func dollars(f float64) bool { return f >= 0 && f <= most && !math.IsNaN(f) }

// placed makes one sentence of what the decoder says.
func placed(err error) error {
	var decode *toml.DecodeError
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		first := unknown.Errors[0]
		line, _ := first.Position()
		return fmt.Errorf("line %d: there is no column %q", line, strings.Join(first.Key(), "."))
	}
	if errors.As(err, &decode) {
		line, _ := decode.Position()
		return fmt.Errorf("line %d: %s", line, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return errors.New(strings.TrimPrefix(err.Error(), "toml: "))
}

// place is the line on which a name stands, the last one of them if it stands there twice; a row
// without a name is counted.
func place(file []byte, name string, i int, last bool) string {
	for _, word := range []string{`"` + name + `"`, "'" + name + "'", name} {
		at := bytes.Index(file, []byte(word))
		if last {
			at = bytes.LastIndex(file, []byte(word))
		}
		if name != "" && at >= 0 {
			return fmt.Sprintf("line %d", 1+bytes.Count(file[:at], []byte("\n")))
		}
	}
	return fmt.Sprintf("model %d", i+1)
}

// index is a table in the form in which it is looked up: the longest names first.
type index struct {
	models []Model
	small  map[string]string
}

// own is the built-in table, read when it is first asked for.
var own = sync.OnceValue(func() *index {
	t, err := ReadTable(builtIn)
	if err != nil {
		panic("the built-in table of models: " + err.Error())
	}
	return newIndex(t)
})

// overridden is the built-in table with the person's own rows, nil when there are none.
var overridden atomic.Pointer[index]

func newIndex(t Table) *index {
	slices.SortStableFunc(t.Models, func(a, b Model) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	return &index{t.Models, t.Small}
}

func current() *index {
	if x := overridden.Load(); x != nil {
		return x
	}
	return own()
}

// Override puts the rows of a person's own file before the built-in ones: each replaces the row of
// the same name, as a whole. It replaces what an earlier call has put there; the zero Table leaves
// the built-in one.
func Override(t Table) {
	if len(t.Models) == 0 && len(t.Small) == 0 {
		overridden.Store(nil)
		return
	}
	mine := make(map[string]bool, len(t.Models))
	merged := Table{Models: slices.Clone(t.Models), Small: maps.Clone(own().small)}
	for _, m := range t.Models {
		mine[m.Name] = true
	}
	for _, m := range own().models {
		if !mine[m.Name] {
			merged.Models = append(merged.Models, m)
		}
	}
	maps.Copy(merged.Small, t.Small)
	overridden.Store(newIndex(merged))
}

// Small is the small default model of a vendor or a router, empty when there is none.
func Small(vendor string) string { return current().small[vendor] }
