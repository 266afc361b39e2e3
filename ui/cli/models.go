package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"cutline/model/dirs"
	"cutline/model/tokens"
)

// modelsName is the file with the person's own rows of the table of models.
const modelsName = "models.toml"

// smallRoom is how large such a file may be, in bytes; the built-in table has 20 KB.
const smallRoom = 1 << 20

// models puts the person's own rows into the table of models. A file that cannot be used is said
// in one sentence, and the built-in table stays.
func (c *command) models() {
	dir := dirs.Config(c.Env)
	if dir == "" {
		return
	}
	path := filepath.Join(dir, modelsName)
	table, err := readModels(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		c.say("warning: the models in %s are not used: %s", path, err)
	default:
		tokens.Override(table)
	}
}

func readModels(path string) (tokens.Table, error) {
	text, err := readSmall(path)
	if err != nil {
		return tokens.Table{}, err
	}
	return tokens.ReadTable(text)
}

// readSmall reads a file that a person has set something in. The error does not name it.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no file") // a pipe would be waited for
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer func() { _ = f.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(f, smallRoom+1))
	if err != nil {
		return nil, reason(err)
	}
	if len(text) > smallRoom {
		return nil, fmt.Errorf("it is larger than %d KB", smallRoom>>10)
	}
	return text, nil
}

// reason is an error without the path, which stands in the sentence already.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
