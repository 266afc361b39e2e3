package facts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func filesOf(f Facts) []string {
	var out []string
	for _, x := range f.Files {
		out = append(out, fmt.Sprintf("%s r%d s%d e%d w%d c%d d%d f%d o%d", x.Text, x.Read, x.Searched, x.Edited, x.Written, x.Created, x.Deleted, x.Failed, x.Open))
	}
	return out
}

func TestFiles(t *testing.T) {
	tests := []struct {
		name string
		m    messages
		want []string
	}{
		{"edit twice and read", messages{
			calls("1", "Read", `{"file_path":"/a/x.go"}`), gives("1", "Read", "package x", false),
			calls("2", "Edit", `{"file_path":"/a/x.go","new_string":"y"}`), gives("2", "Edit", "ok", false),
			calls("3", "Edit", `{"file_path":"/a/./x.go","new_string":"z"}`), gives("3", "Edit", "ok", false),
		}, []string{"/a/x.go r1 s0 e2 w0 c0 d0 f0 o0"}},
		{"failed and unanswered", messages{
			calls("1", "Edit", `{"file_path":"x.go"}`), gives("1", "Edit", "String to replace not found", true),
			calls("2", "Write", `{"file_path":"y.go","content":"a"}`),
		}, []string{"x.go r0 s0 e0 w0 c0 d0 f1 o0", "y.go r0 s0 e0 w0 c0 d0 f0 o1"}},
		{"parallel, answered in any order", messages{
			calls("1", "Write", `{"file_path":"a"}`), calls("2", "Write", `{"file_path":"b"}`),
			gives("2", "Write", "no", true), gives("1", "Write", "ok", false),
		}, []string{"b r0 s0 e0 w0 c0 d0 f1 o0", "a r0 s0 e0 w1 c0 d0 f0 o0"}},
		{"patch", messages{
			calls("1", "apply_patch", `{"input":"*** Begin Patch\n*** Add File: n.go\n+package n\n*** Update File: o.go\n-a\n+b\n*** Delete File: p.go\n*** End Patch"}`),
			gives("1", "apply_patch", "Success", false),
		}, []string{"n.go r0 s0 e0 w0 c1 d0 f0 o0", "o.go r0 s0 e1 w0 c0 d0 f0 o0", "p.go r0 s0 e0 w0 c0 d1 f0 o0"}},
		{"patch in a shell", messages{
			calls("1", "shell", `{"command":["bash","-lc","apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: q.go\n+x > y.txt\n*** End Patch\nEOF"]}`),
			gives("1", "shell", "Exit code: 0\nSuccess", false),
		}, []string{"q.go r0 s0 e1 w0 c0 d0 f0 o0"}},
		{"redirections", messages{
			calls("1", "Bash", `{"command":"echo 'a > b' > out.txt 2>&1; go test ./... 2>/dev/null | tee -a log.txt; cat <<EOF >> doc.md\nx > z\nEOF\ntrue"}`),
			gives("1", "Bash", "", false),
		}, []string{"out.txt r0 s0 e0 w1 c0 d0 f0 o0", "log.txt r0 s0 e0 w1 c0 d0 f0 o0", "doc.md r0 s0 e0 w1 c0 d0 f0 o0"}},
		{"a tool of several", messages{
			calls("1", "str_replace_editor", `{"command":"create","path":"k.py","file_text":"x"}`), gives("1", "str_replace_editor", "ok", false),
			calls("2", "mcp__fs__read_file", `{"path":"k.py"}`), gives("2", "mcp__fs__read_file", "x", false),
		}, []string{"k.py r1 s0 e0 w0 c1 d0 f0 o0"}},
		{"a pattern is no file", messages{calls("1", "Grep", `{"pattern":"foo.bar","path":"src"}`), gives("1", "Grep", "x", false)}, nil},
		{"arguments that are no JSON", messages{calls("1", "Read", `{"file_path":`), gives("1", "Read", "x", false)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, filesOf(collect(t, tt.m))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name string
		m    messages
		want []string
	}{
		{"fixed after edits", messages{
			calls("1", "Bash", `{"command":"cd /r && go test ./... 2>&1 | tail -5"}`), gives("1", "Bash", "Exit code 1\n--- FAIL: TestX\nfoo", true),
			calls("2", "Edit", `{"file_path":"x.go"}`), gives("2", "Edit", "ok", false),
			calls("3", "Bash", `{"command":"go test ./..."}`), gives("3", "Bash", "ok", false),
		}, []string{"Bash: --- FAIL: TestX @4 [x.go] ×1"}},
		{"never fixed, twice the same", messages{
			calls("1", "Bash", `{"command":"make"}`), gives("1", "Bash", "make: *** [x] Error 2", false),
			calls("2", "Bash", `{"command":"make"}`), gives("2", "Bash", "make: *** [x] Error 2", false),
		}, []string{"Bash: make: *** [x] Error 2 @-1 [] ×2"}},
		{"exit status in the output", messages{
			calls("1", "exec_command", `{"cmd":"npm test"}`), gives("1", "exec_command", "Wall time: 1\nProcess exited with code 1\nOutput:\nTypeError: x is undefined", false),
		}, []string{"exec_command: TypeError: x is undefined @-1 [] ×1"}},
		{"a good status wins over a shape", messages{
			calls("1", "shell", `{"command":["grep","error","log"]}`), gives("1", "shell", "Exit code: 0\nerror: old one", false),
		}, nil},
		{"what was read proves nothing", messages{
			calls("1", "Read", `{"file_path":"log"}`), gives("1", "Read", "panic: old", false),
		}, nil},
		{"another file does not fix it", messages{
			calls("1", "Edit", `{"file_path":"a"}`), gives("1", "Edit", "<tool_use_error>File has not been read yet</tool_use_error>", true),
			calls("2", "Edit", `{"file_path":"b"}`), gives("2", "Edit", "ok", false),
		}, []string{"Edit: File has not been read yet @-1 [] ×1"}},
		{"the first good run counts", messages{
			calls("1", "Bash", `{"command":"make"}`), gives("1", "Bash", "boom error", true),
			calls("2", "Bash", `{"command":"make"}`), gives("2", "Bash", "ok", false),
			calls("3", "Bash", `{"command":"make"}`), gives("3", "Bash", "ok", false),
		}, []string{"Bash: boom error @2 [] ×1"}},
		{"a result without its call", messages{gives("9", "Bash", "fatal: no repository", false)}, []string{"Bash: fatal: no repository @-1 [] ×1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, e := range collect(t, tt.m).Errors {
				got = append(got, fmt.Sprintf("%s: %s @%d %v ×%d", e.Tool, e.Text, e.FixedAt, e.Between, e.Mentions))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestCommands(t *testing.T) {
	f := collect(t, messages{
		calls("1", "Bash", `{"command":"cd /r && FOO=1 sudo /usr/bin/git -C x commit -m 'a b' --amend; go test -run TestLong ./pkg/deep/path x | grep FAIL"}`),
	})
	var keys []string
	for _, c := range f.Commands {
		keys = append(keys, c.Key)
	}
	if d := cmp.Diff([]string{"git commit a b", "go TestLong ./pkg/deep/path"}, keys); d != "" {
		t.Error(d)
	}
	if len(f.Programs) != 2 || f.Programs[0].Text != "git" {
		t.Errorf("programs %v", f.Programs)
	}
}

func FuzzShell(f *testing.F) {
	for _, s := range []string{"a > b", "cat <<E\nx\nE\n", "'", `"\`, "$(", "a 2>&1 | tee x", "a &> b", "<<<", ">", "((((", "`x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := 0
		for _, c := range parseShell(s) {
			for _, w := range append(c.words, c.targets...) {
				n += len(w)
			}
			_ = c.key()
		}
		if n > len(s) {
			t.Errorf("words of %d bytes from a line of %d", n, len(s))
		}
	})
}

func FuzzSentences(f *testing.F) {
	for _, s := range []string{"A. B", "```\nx", "`", "1. a", "e.g. x", "。", "a\n\nb", "~~~\n~~~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, p := range Sentences(s) {
			if p.Start < at || p.End <= p.Start || p.End > len(s) {
				t.Fatalf("span %v after %d in %q", p, at, s)
			}
			if strings.TrimSpace(s[p.Start:p.End]) == "" {
				t.Fatalf("an empty sentence in %q", s)
			}
			at = p.End
		}
	})
}

func BenchmarkCollect4MB(b *testing.B) {
	m := large(4 << 20)
	rows, list := m.rows()
	b.SetBytes(4 << 20)
	for b.Loop() {
		if _, err := Collect(b.Context(), m, rows, list, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// large is a session of so many bytes: turns, calls, results like those of a working day.
func large(bytes int) messages {
	var m messages
	for i, n := 0, 0; n < bytes; i++ {
		id := fmt.Sprint("call-", i)
		body := strings.Repeat(fmt.Sprintf("%4d\tfunc (s *Server) handleRequest%d(ctx context.Context) error { return s.store.Get(ctx, \"key_%d\") }\n", i, i, i), 60)
		m = append(m, person(fmt.Sprintf("Please change handler %d. Never touch file_%d.go.", i, i%50)),
			says(fmt.Sprintf("I read server_%d.go and it holds the bug in `handleRequest`.", i)),
			calls(id, "Bash", fmt.Sprintf(`{"command":"go test ./pkg/mod%d/... 2>&1 | tail -20"}`, i%20)), gives(id, "Bash", body, i%7 == 0))
		n += len(body) + 300
	}
	return m
}
