package prime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

// checkWritten writes a draft and holds the result to its promises: with the standard
// decoder, without the writer's own helpers, and then read again.
func checkWritten(t *testing.T, s *model.Session, d model.Draft, before []byte) {
	t.Helper()
	w, out := write(t, s, d, options())
	if w.Name != w.ID+".jsonl" && !strings.HasSuffix(w.Name, "_"+w.ID+".jsonl") {
		t.Errorf("name %s for id %s", w.Name, w.ID)
	}
	lines := bytes.Split(bytes.TrimSuffix(out, []byte("\n")), []byte("\n"))
	for i, l := range lines {
		if !json.Valid(l) || l[0] != '{' {
			t.Fatalf("line %d is no object: %.200q", i+1, l)
		}
	}
	for _, r := range s.Records { // every record of the path, byte for byte
		if !bytes.Contains(out, before[r.Off:r.Off+r.Len]) {
			t.Errorf("the record of line %d is not in the copy", r.Line)
		}
	}
	var entry struct {
		Type, ID, ParentID, Summary, FirstKeptEntryID string
		TokensBefore                                  int
	}
	if err := json.Unmarshal(lines[len(lines)-1], &entry); err != nil {
		t.Fatal(err)
	}
	leaf := s.Entries[len(s.Entries)-1].ID
	if entry.Type != "compaction" || entry.ParentID != leaf || entry.TokensBefore != 1234 || !strings.HasPrefix(entry.Summary, d.Summary+"\n\n"+d.State) {
		t.Errorf("entry %+v", entry)
	}
	c := rules.Prime(out)
	for _, msg := range c.Bad {
		t.Error(msg)
	}
	if c.ID != w.ID || c.Text != entry.Summary {
		t.Errorf("the agent reads the session %s with the summary %q", c.ID, c.Text)
	}
	after := session(t, w.Name, out)
	if after.ID != w.ID || after.CWD != s.CWD {
		t.Errorf("id %s", after.ID)
	}
	quoted := make(map[int]bool)
	for _, r := range w.Repairs {
		quoted[r.Row] = true
	}
	var want, got []string
	for _, it := range d.Items {
		if it.Kind == model.KeptTail && (!quoted[it.Row] || len(it.Drop) > 0) {
			want = append(want, s.Rows[it.Row].ID+" "+value(t, s, it.Row))
		}
	}
	for i := range after.Rows {
		if i > 0 {
			got = append(got, after.Rows[i].ID+" "+value(t, after, i))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tail: %s", diff)
	}
	if len(after.Rows) == 0 || after.Rows[0].Origin != model.FromSummary || sessiontest.Message(t, after, 0).Text() != entry.Summary {
		t.Error("the summary is not the first message")
	}
	checkSession(t, after)
}

// value is the message value of a row's record, word for word.
func value(t *testing.T, s *model.Session, i int) string {
	t.Helper()
	raw, err := s.Raw(i)
	if err != nil {
		t.Fatal(err)
	}
	return string(Value(raw[0]))
}

// TestWriteVectors cuts every session of the vectors at some places.
func TestWriteVectors(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(vectors(t), "sessions", "*.jsonl"))
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d sessions, %v", len(paths), err)
	}
	for _, p := range paths {
		b := sessiontest.Bytes(t, p)
		s := session(t, p, b)
		f := s.State.(*file)
		if f.migrated || f.leaf == 0 {
			continue
		}
		t.Run(filepath.Base(p), func(t *testing.T) {
			for _, tail := range []int{0, 1, len(s.Rows) / 2, len(s.Rows) - 1, len(s.Rows)} {
				if tail >= 0 {
					checkWritten(t, s, draft(s, tail), b)
				}
			}
		})
	}
}

func TestEntry(t *testing.T) {
	s := session(t, "2026-01-01T00-00-00-000Z_s-1.jsonl", file3(user("old"), assistant("toolUse", 1, 0, 0, 1, callBlock), resultLine, user("new"), assistant("stop", 1, 0, 0, 1, textBlock)))
	d := draft(s, 3)
	d.Instructions = `keep "names"`
	w, out := write(t, s, d, options())
	if w.Name != "2026-05-04T09-00-00-005Z_"+w.ID+".jsonl" || w.Resume != "" {
		t.Errorf("name %s, resume %q", w.Name, w.Resume)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if want := strings.Replace(header, "s-1", w.ID, 1); lines[0] != want {
		t.Errorf("header %s", lines[0])
	}
	want := `{"type":"compaction","id":"c0000002","parentId":"e","timestamp":"2026-05-04T09:00:00.005Z","summary":"What was done <so far> & why.\n\n<todo_update>\nnone\n</todo_update>\n\n<modified-files>\na.go\n</modified-files>",` +
		`"firstKeptEntryId":"d","tokensBefore":1234,"details":{"readFiles":[],"modifiedFiles":["a.go"]},"fromHook":false,"customInstructions":"keep \"names\""}`
	if d := cmp.Diff(want, lines[len(lines)-1]); d != "" {
		t.Error(d)
	}
}

// TestQuoted is a message that is kept by itself, and a tail that begins with an earlier
// compaction's summary: the format can name neither.
func TestQuoted(t *testing.T) {
	s := session(t, "x.jsonl", file3(user("only words"), assistant("stop", 1, 0, 0, 1, textBlock)))
	d := draft(s, 2)
	d.Items = append(d.Items, model.Item{Kind: model.KeptTail, Row: 0, Apart: true})
	d.FirstKept = -1
	w, out := write(t, s, d, options())
	after := session(t, w.Name, out)
	if sessiontest.Letters(after) != "u" || !strings.HasSuffix(sessiontest.Message(t, after, 0).Text(), "<kept_message>\nonly words\n</kept_message>") || len(w.Repairs) != 1 || w.Repairs[0].Row != 0 {
		t.Errorf("%s %+v", sessiontest.Letters(after), w.Repairs)
	}
	if e := after.State.(*file).entries[3]; e.firstKept != e.id {
		t.Errorf("keeps from %q", e.firstKept)
	}

	s = session(t, "x.jsonl", file3(user("a"), user("b"), `{"type":"compaction","summary":"S one","firstKeptEntryId":"b","tokensBefore":7,"details":{"readFiles":["r.go"],"modifiedFiles":[]}}`, user("c")))
	w, out = write(t, s, draft(s, 0), options())
	after = session(t, w.Name, out)
	if text := sessiontest.Message(t, after, 0).Text(); sessiontest.Letters(after) != "uuu" || !strings.Contains(text, "<earlier_summary>\nS one\n</earlier_summary>") || !strings.HasSuffix(text, "<read-files>\nr.go\n</read-files>") {
		t.Errorf("%s %q", sessiontest.Letters(after), text)
	}
	if len(w.Repairs) != 1 || w.Repairs[0].Row != 0 {
		t.Errorf("%+v", w.Repairs)
	}
}

// TestDamaged copies a file that was mended by the reader: the agent must be able to read
// every line of the copy.
func TestDamaged(t *testing.T) {
	good := string(file3(user("a"), user("b"), user("c")))
	l := strings.Split(good, "\n")
	in := "\ufeff" + l[0] + "\r\n\r\nnull\n" + l[1] + l[2] + "\n{oops\n" + l[3] + "\n" + l[3][:20]
	s := session(t, "x.jsonl", []byte(in))
	w, out := write(t, s, draft(s, 2), options())
	want := strings.Replace(l[0], "s-1", w.ID, 1) + "\n" + l[1] + "\n" + l[2] + "\n" + l[3] + "\n"
	if !strings.HasPrefix(string(out), want) || strings.Count(string(out), "\n") != 5 {
		t.Errorf("%s", out)
	}
	if d := cmp.Diff([]model.Repair{{Row: -1, Reason: "3 damaged line(s) are not carried into the new file"}}, w.Repairs); d != "" {
		t.Error(d)
	}
	if sessiontest.Letters(session(t, "y", out)) != "uu" {
		t.Error("the copy has another context")
	}
}

func TestReferences(t *testing.T) {
	s := session(t, "x.jsonl", file3(user("a"), assistant("toolUse", 1, 0, 0, 1, callBlock), user("b"), resultLine))
	w, _ := write(t, s, draft(s, 2), options())
	if d := cmp.Diff([]model.Repair{{Row: 3, Reason: byReference}}, w.Repairs); d != "" {
		t.Error(d)
	}
}

func TestLate(t *testing.T) {
	in := file3(user("a"), user("b"))
	entry := func(id, parent, kind string) string {
		return fmt.Sprintf(`{"type":%q,"id":%q,"parentId":%q,"timestamp":"t","message":{"role":"user","content":"late %s"}}`, kind, id, parent, id) + "\n"
	}
	grown := append(bytes.Clone(in), (entry("l1", "b", "message") + entry("l2", "l1", "label") + entry("x1", "a", "message") + entry("x2", "x1", "message") +
		entry("l3", "l2", "message") + entry("k", "l3", "compaction") + entry("l4", "k", "message"))...)
	s := session(t, "x.jsonl", in)
	o := options()
	o.Late = &model.Input{Reader: bytes.NewReader(grown), Size: int64(len(grown))}
	w, out := write(t, s, draft(s, 1), o)
	if w.Carried != 3 || w.Missed != 4 {
		t.Errorf("carried %d, missed %d", w.Carried, w.Missed)
	}
	after := session(t, w.Name, out)
	var got []string
	for i := range after.Rows {
		got = append(got, after.Rows[i].ID)
	}
	if d := cmp.Diff([]string{"c0000002", "b", "l1", "l3"}, got); d != "" {
		t.Error(d)
	}

	other := bytes.Replace(grown, []byte(`"content":"b"`), []byte(`"content":"B"`), 1)
	o.Late = &model.Input{Reader: bytes.NewReader(other), Size: int64(len(other))}
	if w, _ = write(t, s, draft(s, 1), o); w.Carried+w.Missed != 0 {
		t.Errorf("a file that was written anew: carried %d, missed %d", w.Carried, w.Missed)
	}
}

func FuzzRead(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(vectors(f), "sessions", "*.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		if b := sessiontest.Bytes(f, p); len(b) < 4096 {
			f.Add(b)
		}
	}
	f.Add([]byte(forked()))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Read(model.Input{Path: "f.jsonl", Reader: bytes.NewReader(b), Size: int64(len(b))})
		if err != nil {
			return
		}
		checkSession(t, s)
		sessiontest.CheckLeaves(t, Read, s, string(b))
		w, err := Write(s, draft(s, len(s.Rows)/2), options())
		if err != nil {
			return
		}
		if _, err := Read(model.Input{Reader: w.Rope, Size: w.Rope.Size()}); err != nil {
			t.Errorf("%v: %q", err, b)
		}
	})
}
