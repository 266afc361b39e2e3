package dirs

import (
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		system        string
		env           map[string]string
		config, state string
	}{
		{"linux", map[string]string{"HOME": "/home/dev"}, "/home/dev/.config/cutline", "/home/dev/.local/state/cutline"},
		{"linux", map[string]string{"HOME": "/home/dev", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s/"}, "/c/cutline", "/s/cutline"},
		{"linux", map[string]string{"HOME": "/home/dev", "XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "./s"}, "/home/dev/.config/cutline", "/home/dev/.local/state/cutline"},
		{"linux", nil, "", ""},
		{"linux", map[string]string{"HOME": "dev"}, "", ""},
		{"darwin", map[string]string{"HOME": "/Users/dev"}, "/Users/dev/Library/Application Support/cutline", "/Users/dev/Library/Application Support/cutline"},
		{"darwin", map[string]string{"HOME": "/Users/dev", "XDG_CONFIG_HOME": "/c"}, "/c/cutline", "/Users/dev/Library/Application Support/cutline"},
		{"windows", map[string]string{"APPDATA": `C:\r`, "LOCALAPPDATA": `C:\l`, "HOME": `C:\h`}, `C:\r\cutline`, `C:\l\cutline`},
		{"windows", map[string]string{"APPDATA": `r`, "XDG_STATE_HOME": `D:/s`}, "", `D:\s\cutline`},
	} {
		env := func(name string) string { return c.env[name] }
		if got := find(env, c.system, "XDG_CONFIG_HOME", "APPDATA", ".config"); got != c.config {
			t.Errorf("%s %v: settings in %q, want %q", c.system, c.env, got, c.config)
		}
		if got := find(env, c.system, "XDG_STATE_HOME", "LOCALAPPDATA", ".local/state"); got != c.state {
			t.Errorf("%s %v: state in %q, want %q", c.system, c.env, got, c.state)
		}
	}
}

func TestHere(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	env := func(name string) string {
		return map[string]string{"XDG_CONFIG_HOME": base, "XDG_STATE_HOME": base}[name]
	}
	if got := Config(env); got != filepath.Join(base, "cutline") || State(env) != got {
		t.Errorf("settings in %s, state in %s", got, State(env))
	}
}
