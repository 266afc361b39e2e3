package ui

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/render/picture"
)

// picturesDir holds the pictures of the README.
var picturesDir = filepath.Join("..", "testdata", "pictures")

// maxPicture is how large a picture of the README may be: a page has it loaded by every reader.
const maxPicture = 400_000 // bytes

// tape is the walk that the moving picture shows: keys, what is said of them, and how long one looks at it.
var tape = []struct {
	keys  []string
	words string
	time  time.Duration
}{
	{nil, "cutline demo: what compacting this session would do, message by message", 4 * time.Second},
	{[]string{"["}, "the message before that loses something", 2 * time.Second},
	{[]string{"]"}, "and the next", 1500 * time.Millisecond},
	{[]string{"x"}, "what is lost of it", 3 * time.Second},
	{[]string{"3"}, "why it splits where it does", 3 * time.Second},
	{[]string{"esc"}, "back", time.Second},
	{[]string{"c"}, "compact: before and after, and the gates", 4 * time.Second},
	{[]string{"X"}, "what was kept, lost and invented, and what the same tokens keep without a summary", 4 * time.Second},
	{[]string{"down"}, "the next loss", time.Second},
	{[]string{"enter"}, "where it stands in the session", 3 * time.Second},
	{[]string{"esc"}, "back", time.Second},
	{[]string{"w"}, "write the compacted session to a new file", 2 * time.Second},
	{[]string{"enter"}, "it can be resumed; the one before stays as it is", 3 * time.Second},
}

// exactly is the demo at a size, its tokens counted as the program counts them.
func exactly(t *testing.T, dark bool, width, height int) *App {
	t.Helper()
	w := &world{path: demoPath(t)}
	e := w.engine(t, colour)
	inner := e.World
	e.World = func(s *model.Session, p pipeline.Params) pipeline.World {
		out := inner(s, p)
		out.Count = func(ctx context.Context, of *model.Session) (int, error) {
			m, _ := tokens.Lookup(s.Model)
			counter, err := tokens.New(m.Encoding)
			if err != nil {
				return 0, err
			}
			_, total, err := measure.Count(ctx, of, counter, nil)
			return total, err
		}
		return out
	}
	a := New(e, dark, filepath.Base(w.path), pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: width, Height: height})
	settle(a, a.Init())
	return a
}

// moving plays the tape. Under the screen stands which key was pressed, and what for.
func moving(t *testing.T) string {
	t.Helper()
	a := exactly(t, true, 110, 32)
	var frames []picture.Frame
	for _, step := range tape {
		press(a, step.keys...)
		said := "  " + a.th.Dim.Render(step.words)
		for _, k := range step.keys {
			said = " " + a.th.Match.Render(" "+k+" ") + said
		}
		frames = append(frames, picture.Frame{Lines: append(a.Lines(), "", said), For: step.time})
	}
	return picture.Animated(frames, picture.Options{Dark: true, Title: "A walk through cutline: the plan of a session, its compaction, what was lost, and the file that is written"})
}

// still is what the compaction of the demo lost.
func still(dark bool) func(*testing.T) string {
	return func(t *testing.T) string {
		t.Helper()
		a := exactly(t, dark, 120, 30)
		press(a, "c", "X")
		return picture.SVG(a.Lines(), picture.Options{Dark: dark, Title: "What a compaction kept, lost and invented"})
	}
}

// TestPictures holds the pictures of the README to what the program shows. With -update it draws them
// anew.
func TestPictures(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(*testing.T) string{
		"demo.svg":       moving,
		"loss-dark.svg":  still(true),
		"loss-light.svg": still(false),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, want := filepath.Join(picturesDir, name), draw(t)
			if len(want) > maxPicture {
				t.Errorf("%d bytes, more than %d", len(want), maxPicture)
			}
			if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
				if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != want {
				t.Errorf("%s is not what the program shows (%v); make pictures draws it anew", path, err)
			}
		})
	}
}
