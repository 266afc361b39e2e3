package save

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// bankFolders is how many folders are made for a bank at most: its own and the one around it.
const bankFolders = 2

// maxBank is how large a file of a bank may be, in bytes; it is read as a whole.
const maxBank = 64 << 20

// Pair are two files of a folder that belong together: names, or texts. The first is written first,
// so what moves from the second to the first is never lost.
type Pair [2]string

// BankOptions are those of writing a bank.
type BankOptions struct {
	Dir   string
	Names Pair
	// Step is told what is done next; it may be nil. Tests end the program there.
	Step func(what string)
}

// CheckBank looks whether a bank may be written in a folder. One that is not there is made later,
// together with the one around it.
func CheckBank(dir string, names Pair) error {
	if _, err := ReadBank(dir, names); err != nil {
		return err
	}
	st, err := os.Stat(dir)
	for range bankFolders {
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
		dir = filepath.Dir(dir)
		st, err = os.Stat(dir)
	}
	if err == nil && st.IsDir() && st.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("write into %s: %w: the folder is read-only", dir, ErrTarget)
	}
	return writableDir(dir)
}

// ReadBank reads the two files; one that is not there is empty. It is an error when one of them may
// not be written: nothing is read through a link, and nothing that is no text.
func ReadBank(dir string, names Pair) (texts Pair, err error) {
	for _, place := range []string{filepath.Dir(dir), dir} {
		st, err := os.Lstat(place)
		hidden := strings.HasPrefix(filepath.Base(place), ".") // the one around it is a part of the bank then
		switch {
		case errors.Is(err, fs.ErrNotExist), place != dir && !hidden:
		case err != nil:
			return texts, fmt.Errorf("write into %s: %w: %w", dir, ErrTarget, bare(err))
		case st.Mode()&fs.ModeSymlink != 0:
			return texts, fmt.Errorf("write into %s: %w: %s is a link; name the folder that it leads to", dir, ErrTarget, place)
		case !st.IsDir():
			return texts, fmt.Errorf("write into %s: %w: %s is not a directory", dir, ErrTarget, place)
		}
	}
	for i, name := range names {
		if texts[i], err = readOwn(filepath.Join(dir, name)); err != nil {
			return texts, fmt.Errorf("write %s: %w: %w", filepath.Join(dir, name), ErrTarget, err)
		}
	}
	return texts, nil
}

// readOwn reads a file that is to be replaced.
func readOwn(path string) (string, error) {
	st, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", bare(err)
	case st.Mode()&fs.ModeSymlink != 0:
		return "", errors.New("it is a link, and what it leads to is not ours to replace")
	case !st.Mode().IsRegular():
		return "", errors.New("it is no regular file")
	case st.Mode().Perm()&0o200 == 0:
		return "", errors.New("it is read-only")
	case st.Size() > maxBank:
		return "", fmt.Errorf("it is larger than %d MB", maxBank>>20)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", bare(err)
	}
	if strings.Contains(string(b), "\x00") {
		return "", errors.New("it is no text file")
	}
	return string(b), nil
}

// Bank are the two files, written, that may still be taken back. Nobody else writes them before Keep
// or Undo.
type Bank struct {
	*locked
	o     BankOptions
	files []*filled
}

// WriteBank puts what change makes of the two files in their place, the first one first; what stays
// the same is not written. Change is called once nobody else writes them, and when it gives an error
// nothing is new. The permissions of a file stay; only their owner can read new ones.
func WriteBank(o BankOptions, change func(old Pair) (Pair, error)) (_ *Bank, err error) {
	b := &Bank{locked: &locked{dir: o.Dir}, o: o}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Undo())
		}
	}()
	if _, err := ReadBank(o.Dir, o.Names); err != nil { // before a folder is made where none may be
		return nil, err
	}
	if err := b.enter(bankFolders); err != nil {
		return nil, fmt.Errorf("write into %s: %w", o.Dir, err)
	}
	b.step("sweep")
	b.sweep()
	old, err := ReadBank(o.Dir, o.Names)
	if err != nil {
		return nil, err
	}
	now, err := change(old)
	if err != nil {
		return nil, err
	}
	for i, name := range o.Names {
		if now[i] == old[i] {
			continue
		}
		if err := b.write(name, now[i]); err != nil {
			return nil, fmt.Errorf("write %s: %w", filepath.Join(o.Dir, name), err)
		}
	}
	return b, nil
}

// write puts a text in the place of a file.
func (b *Bank) write(name, text string) error {
	path := filepath.Join(b.dir, name)
	t := Target{mode: 0o600}
	if st, err := os.Lstat(path); err == nil {
		t.mode = st.Mode().Perm()
	}
	b.step("begin " + name)
	f, err := t.fill(path, func(w io.Writer) error {
		half := len(text) / 2
		_, err := io.WriteString(w, text[:half])
		b.step("half of " + name)
		if err == nil {
			_, err = io.WriteString(w, text[half:])
		}
		return err
	})
	if err != nil {
		return err
	}
	b.step("replace " + name)
	if err := f.commit(true); err != nil {
		f.clean()
		return err
	}
	b.files = append(b.files, f)
	b.step("after " + name)
	return nil
}

func (b *Bank) step(what string) {
	if b.o.Step != nil {
		b.o.Step(what)
	}
}

// sweep takes away the temporary files of a run that was ended while it wrote.
func (b *Bank) sweep() {
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return // what it is good for will be told by the writing
	}
	for _, e := range entries {
		for _, name := range b.o.Names {
			if regexp.MustCompile(`^\.` + regexp.QuoteMeta(name) + `-?\d+(\.old)?$`).MatchString(e.Name()) {
				_ = os.Remove(filepath.Join(b.dir, e.Name())) // it does no harm
			}
		}
	}
}

// Keep lets the files stay.
func (b *Bank) Keep() error {
	b.step("keep")
	for _, f := range b.files {
		f.clean()
	}
	return b.leave()
}

// Undo puts the old files back, the last one first.
func (b *Bank) Undo() error {
	var errs []error
	for i := len(b.files) - 1; i >= 0; i-- {
		errs = append(errs, b.files[i].undo())
		b.files[i].clean()
	}
	errs = append(errs, b.leave())
	b.unmake()
	return errors.Join(errs...)
}
