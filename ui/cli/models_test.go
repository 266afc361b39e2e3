package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model/tokens"
)

// withModels runs inspect with a file of models, empty for none, and gives what it says.
func withModels(t *testing.T, file string) (out, errs string) {
	t.Helper()
	t.Cleanup(func() { tokens.Override(tokens.Table{}) })
	tokens.Override(tokens.Table{})
	dir := t.TempDir()
	session := filepath.Join(dir, "s.json")
	if err := os.WriteFile(session, []byte(`{"model":"house-model","messages":[{"role":"user","content":"hello"},{"role":"assistant","content":"yes?"},{"role":"user","content":"go on"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if file != "" {
		if err := os.MkdirAll(filepath.Join(dir, "cutline"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "cutline", modelsName), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var o, e bytes.Buffer
	env := func(name string) string { return map[string]string{"XDG_CONFIG_HOME": dir}[name] }
	if code := Execute(t.Context(), []string{"inspect", "--json", session}, IO{Out: &o, Err: &e, Env: env}, App{}); code != Done {
		t.Fatalf("status %d: %s", code, e.String())
	}
	return o.String(), e.String()
}

// TestModels is not parallel: the table of models is one for the program.
func TestModels(t *testing.T) {
	const known = `"window": 54321`
	if out, errs := withModels(t, ""); strings.Contains(out, known) || errs != "" {
		t.Errorf("without a file: %s", errs)
	}
	if out, errs := withModels(t, "[[model]]\nname = \"house-model\"\nwindows = [54_321]\n"); !strings.Contains(out, known) || errs != "" {
		t.Errorf("the file does not count: %s\n%s", errs, out)
	}
	out, errs := withModels(t, "[[model]]\nname = \"house-model\"\nwindows = [54_321]\ncolour = 3\n")
	if strings.Contains(out, known) || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, modelsName+` are not used: line 4: there is no column "model.colour"`) {
		t.Errorf("a bad file: %s", errs)
	}
	if _, errs := withModels(t, strings.Repeat("#\n", smallRoom)); !strings.Contains(errs, "it is larger than 1024 KB") || strings.Count(errs, "\n") != 1 {
		t.Errorf("a large file: %s", errs)
	}
	if _, known := tokens.Lookup("claude-sonnet-4-5"); !known {
		t.Error("the built-in table is gone")
	}
}
