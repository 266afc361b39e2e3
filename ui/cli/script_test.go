package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"cutline/model/sessiontest"
)

// root is the folder of the module, seen from this package.
const root = "../.."

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cutline": program})
}

// program is the command without a screen: what it would draw, it names.
func program() {
	width, err := strconv.Atoi(os.Getenv("FAKE_WIDTH"))
	if err != nil {
		width = 0
	}
	std := IO{Width: width, In: os.Stdin, Out: os.Stdout, Err: os.Stderr, InTTY: os.Getenv("FAKE_TTY") != "", OutTTY: os.Getenv("FAKE_TTY") != ""}
	os.Exit(Execute(context.Background(), os.Args[1:], std, App{
		Keys: func(keys []Key) ([]Key, []error) {
			return keys[:1], []error{fmt.Errorf("%s.%s: the key %s is taken", keys[1].Scope, keys[1].Action, keys[1].Keys[0])}
		},
		Inspector: func(_ context.Context, o Open) error {
			fmt.Printf("inspector path=%s latest=%t demo=%t pick=%t\n", o.Path, o.Latest, o.Demo, o.Pick)
			return opens(o)
		},
		Shot: func(_ context.Context, o Open, w, h int, s ShotOptions) (string, error) {
			return fmt.Sprintf("frame %dx%d %s color=%t demo=%t\n", w, h, s.View, s.Color, o.Demo), opens(o)
		},
	}))
}

// opens reads the session as the screens do, so that their errors are those of a real one.
func opens(o Open) error {
	if o.Demo || o.Pick {
		return nil
	}
	_, c, err := o.Read(os.Stdin)
	if err == nil {
		err = c.Close()
	}
	return err
}

func TestScripts(t *testing.T) {
	cases, err := filepath.Abs(filepath.Join(root, "testdata", "cases"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(root, "testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("CASES", cases)
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"zstd": compress,
			// expand FROM TO writes a file with the variables of the script put in.
			"expand": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(os.Expand(ts.ReadFile(args[0]), ts.Getenv)), 0o600))
			},
			// database NAME MAIN LATER makes an SQLite database of two files of statements: what the
			// second one does stands only in the log beside it.
			"database": func(ts *testscript.TestScript, _ bool, args []string) {
				later := ""
				if len(args) > 2 {
					later = ts.ReadFile(args[2])
				}
				path := ts.MkAbs(args[0])
				sessiontest.Database(t, filepath.Dir(path), filepath.Base(path), ts.ReadFile(args[1]), later)
			},
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Getuid() == 0, nil
			case "full":
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}

// compress is the command of a script that writes a file as zstd, or only the first N bytes of
// that: zstd FROM TO [N]. A negative N counts from the end.
func compress(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b)
	ts.Check(err)
	_, err = io.WriteString(w, ts.ReadFile(args[0]))
	ts.Check(errors.Join(err, w.Close()))
	n := b.Len()
	if len(args) > 2 {
		n, err = strconv.Atoi(args[2])
		ts.Check(err)
		if n < 0 {
			n += b.Len()
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes()[:n], 0o600))
}
