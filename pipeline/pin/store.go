package pin

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline/facts"
)

// schema is raised on any change of what a file of pins holds.
const schema = "cutline.pins/1"

// folder is that of the pins within the program's state.
const folder = "pins"

// ErrNoPlace is the error of a session whose pins cannot be kept: there is no folder for the
// program's state, or nothing by which the session is known again.
var ErrNoPlace = errors.New("there is no place to keep the pins of this session")

type fileJSON struct {
	Schema  string    `json:"schema"`
	Format  string    `json:"format"`
	Session string    `json:"session,omitempty"`
	Path    string    `json:"path,omitempty"`
	Pins    []pinJSON `json:"pins"`
}

type pinJSON struct {
	Index int    `json:"index"`
	ID    string `json:"id,omitempty"`
	Role  string `json:"role"`
	Whole bool   `json:"whole,omitempty"`
	Part  int    `json:"part,omitempty"`
	From  int    `json:"from,omitempty"`
	To    int    `json:"to,omitempty"`
	Class string `json:"class,omitempty"`
	Text  string `json:"text"`
}

// File is where the pins of a session are kept: by its format and id, or by its path when it has no
// id. State is the folder of what the program notes down. It is empty when there is no place.
func File(state string, s *model.Session) string {
	key := s.ID
	if key == "" {
		path, err := filepath.Abs(s.Path)
		if st, bad := os.Stat(s.Path); err != nil || bad != nil || st.IsDir() {
			return "" // standard input, or a session that is built in
		}
		key = path
	}
	if state == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(s.Format + "\n" + key))
	return filepath.Join(state, folder, hex.EncodeToString(sum[:12])+".json")
}

// Load reads the pins that were saved for a session, as Find finds them in it; none when there are
// none. An error is a sentence that says what to do.
func Load(state string, s *model.Session) ([]Pin, error) {
	path := File(state, s)
	if path == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the pins of this session: %w", err)
	}
	pins, err := decode(raw)
	if err != nil {
		return nil, fmt.Errorf("read the pins of this session from %s: %w; take the file away to begin anew", path, err)
	}
	return Find(s, pins), nil
}

// Save keeps the pins of a session in the place of those that were saved before. Only their owner can
// read the file. The error is ErrNoPlace, or that of writing.
func Save(state string, s *model.Session, pins []Pin) error {
	path := File(state, s)
	if path == "" {
		return ErrNoPlace
	}
	raw, err := encode(s, pins)
	if err != nil {
		return fmt.Errorf("save the pins of this session: %w", err)
	}
	if err := save.Note(path, raw); err != nil {
		return fmt.Errorf("save the pins of this session: %w", err)
	}
	return nil
}

func encode(s *model.Session, pins []Pin) ([]byte, error) {
	v := fileJSON{Schema: schema, Format: s.Format, Session: s.ID, Pins: make([]pinJSON, 0, len(pins))}
	if s.ID == "" {
		v.Path = s.Path
	}
	for _, p := range pins {
		v.Pins = append(v.Pins, pinJSON{p.Index, p.ID, p.Role.String(), p.Whole, p.Part, p.Span.Start, p.Span.End, p.Class, p.Text})
	}
	raw, err := json.MarshalIndent(v, "", " ")
	return append(raw, '\n'), err
}

// decode reads a file of pins. Whoever wrote it, what comes out is safe to look for.
func decode(raw []byte) ([]Pin, error) {
	var v fileJSON
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if v.Schema != schema {
		return nil, fmt.Errorf("its schema is %q, and this version reads %q", v.Schema, schema)
	}
	out := make([]Pin, 0, len(v.Pins))
	for k, p := range v.Pins {
		role, ok := roleOf(p.Role)
		if !ok || p.Text == "" {
			return nil, fmt.Errorf("pin %d has no text, or is of no known role", k+1)
		}
		out = append(out, Pin{Index: max(p.Index, -1), ID: p.ID, Role: role, Whole: p.Whole, Part: max(p.Part, 0), Span: facts.Span{Start: max(p.From, 0), End: max(p.To, 0)}, Class: p.Class, Text: p.Text})
	}
	return out, nil
}

func roleOf(name string) (model.Role, bool) {
	for _, r := range []model.Role{model.System, model.User, model.Assistant, model.Tool} {
		if r.String() == name {
			return r, true
		}
	}
	return 0, false
}
