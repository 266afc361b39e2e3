package local

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/facts"
)

// files: what was done to each, changed ones first, newest first, with the new text of the
// last edit where room allows.
func (b *builder) files() part {
	list := b.merged()
	slices.SortStableFunc(list, func(x, y facts.FileUse) int {
		return cmp.Or(cmp.Compare(y.Changed, x.Changed), cmp.Compare(y.Last, x.Last))
	})
	p := part{items: make([]item, len(list)), more: make([]string, len(list))}
	for i, f := range list {
		p.items[i] = bullet("", f.Text+": "+done(f))
		if head := strings.TrimSpace(f.Head); head != "" {
			if f.Clipped() {
				head += "…"
			}
			const mark = "  | "
			p.more[i] = "\n" + mark + strings.ReplaceAll(guard(safe(head)), "\n", "\n"+mark)
		}
	}
	return p
}

// merged are the files with one entry each, whether a call named them in full or from the
// session's own folder.
func (b *builder) merged() []facts.FileUse {
	at := make(map[string]int)
	out := make([]facts.FileUse, 0, len(b.facts.Files))
	for _, f := range b.facts.Files {
		f.Text = b.short(f.Text)
		i, ok := at[f.Text]
		if !ok {
			at[f.Text] = len(out)
			out = append(out, f)
			continue
		}
		o := &out[i]
		for _, n := range []struct {
			to  *int
			add int
		}{
			{&o.Read, f.Read},
			{&o.Searched, f.Searched},
			{&o.Edited, f.Edited},
			{&o.Written, f.Written},
			{&o.Created, f.Created},
			{&o.Deleted, f.Deleted},
			{&o.Failed, f.Failed},
			{&o.Open, f.Open},
		} {
			*n.to += n.add
		}
		o.Last = max(o.Last, f.Last)
		if f.Changed > o.Changed {
			o.Changed, o.Head = f.Changed, f.Head
		}
	}
	return out
}

// short is a path without the session's own folder.
func (b *builder) short(path string) string {
	if root := strings.TrimSuffix(b.req.CWD, "/"); root != "" {
		return strings.TrimPrefix(path, root+"/")
	}
	return path
}

// done says what was done to a file.
func done(f facts.FileUse) string {
	var out []string
	for _, d := range []struct {
		n    int
		what string
	}{
		{f.Created, "created"}, {f.Written, "written"}, {f.Edited, "edited"}, {f.Deleted, "deleted"}, {f.Read, "read"}, {f.Searched, "searched"},
	} {
		switch {
		case d.n == 1:
			out = append(out, d.what)
		case d.n > 1:
			out = append(out, fmt.Sprintf("%s %d×", d.what, d.n))
		}
	}
	if f.Failed > 0 {
		out = append(out, fmt.Sprintf("%d failed", f.Failed))
	}
	if f.Open > 0 {
		out = append(out, fmt.Sprintf("%d without a result", f.Open))
	}
	return strings.Join(out, ", ")
}
