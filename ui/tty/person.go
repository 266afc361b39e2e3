package tty

import (
	"os"
	"os/exec"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
)

// Editor is the person's own.
func Editor(path string) *exec.Cmd {
	words := strings.Fields(os.Getenv("VISUAL"))
	if len(words) == 0 {
		words = strings.Fields(os.Getenv("EDITOR"))
	}
	if len(words) == 0 {
		words = []string{"vi"}
	}
	return exec.Command(words[0], append(words[1:], path)...) // what the person has chosen to edit with
}

// Copy puts a text on the clipboard by way of the terminal, which works over SSH too.
func Copy(text string) error {
	seq := osc52.New(text)
	if os.Getenv("TMUX") != "" {
		seq = seq.Tmux()
	}
	_, err := seq.WriteTo(os.Stdout)
	return err
}
