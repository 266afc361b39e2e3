package opencode

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/document"
	"cutline/model/js"
)

// looksAlone recognises the data of a session by itself: before there was a database, every
// session, message and part was a file of its own.
func looksAlone(f js.Object) bool {
	return strings.HasPrefix(f.Text("id"), sessionPrefix) && f.Get("time").IsObject() && f.Get("directory").Type == gjson.String && !f.Has("messages", "info")
}

// readFolder reads a session whose data is the file: storage/session/PROJECT/SESSION.json. Its
// messages lie in storage/message/SESSION, the parts of one in storage/part/MESSAGE. Together they
// get the form of an export.
func readFolder(in model.Input, info string) (*model.Session, error) {
	id := js.Fields(gjson.Parse(info)).Text("id")
	root := filepath.Dir(filepath.Dir(filepath.Dir(in.Path)))
	var bad []string
	type message struct {
		id, raw string
		at      int64
	}
	var all []message
	err := each(filepath.Join(root, "message", plain(id)), &bad, func(raw string) {
		f := js.Fields(gjson.Parse(raw))
		all = append(all, message{f.Text("id"), raw, created(f)})
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b message) int { return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.id, b.id)) })
	var b strings.Builder
	b.WriteString(`{"info":` + flat(info) + ",\n\"messages\":[\n")
	for i, m := range all {
		var parts []string
		if err := each(filepath.Join(root, "part", plain(m.id)), &bad, func(raw string) { parts = append(parts, raw) }); err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(`{"info":` + m.raw + `,"parts":[` + strings.Join(parts, ",") + `]}`)
	}
	b.WriteString("\n]}\n")
	in.Reader, in.Size = strings.NewReader(b.String()), int64(b.Len())
	doc, err := document.Read(in)
	if err != nil {
		return nil, err
	}
	s := read(in, doc)
	s.Copied = true
	for _, why := range bad {
		s.Problems = append(s.Problems, model.Problem{Kind: "malformed", Message: why})
	}
	return s, nil
}

// plain is an id as the name of a folder; one that would lead elsewhere is none.
func plain(id string) string {
	if strings.ContainsAny(id, `/\:`) || strings.HasPrefix(id, ".") {
		return "-"
	}
	return id
}

// flat is a JSON text in one line.
func flat(raw string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ").Replace(raw))
}

// each calls f with every file of a folder that is a JSON object, in the order of their names.
// Bad gets those that are none. A folder that is not there has no files.
func each(dir string, bad *[]string, f func(raw string)) error {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the messages of the session: %w", err)
	}
	for _, e := range files {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return fmt.Errorf("read the messages of the session: %w", err)
		}
		if !json.Valid(b) || !gjson.ParseBytes(b).IsObject() {
			*bad = append(*bad, "the file "+e.Name()+" holds no JSON object")
			continue
		}
		f(flat(string(b)))
	}
	return nil
}
