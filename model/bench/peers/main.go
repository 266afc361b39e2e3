//go:build linux

// Peers times cutline on one large session beside programs that read such files too, in one
// run, and prints the table of the README. It makes the session itself.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"cutline/model/bench"
)

// Sizes of the generated sessions. Fx holds all of a file as objects, so it gets a small one.
const (
	largeBytes = 1_000_000_000
	smallBytes = 100_000_000
)

// often is how often the memory of a running program is looked at.
const often = 20 * time.Millisecond

func main() {
	bin := flag.String("bin", "", "the cutline `program`")
	alone := flag.Bool("alone", false, "time cutline only")
	size := flag.Int64("size", largeBytes, "size of the session in `bytes`")
	loop := flag.String("loop", "", "decode each line of `FILE` with encoding/json, and nothing else")
	flag.Parse()
	var err error
	if *loop != "" {
		err = decode(*loop)
	} else {
		err = table(*bin, *size, *alone)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// row is one line of the table.
type row struct {
	what string
	took time.Duration
	peak int64 // bytes
}

// table makes the session, runs everything and prints.
func table(bin string, size int64, alone bool) error {
	dir, err := os.MkdirTemp("", "cutline-peers-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a folder of our own
	large := filepath.Join(dir, "large.jsonl")
	if err := generate(large, size); err != nil {
		return err
	}
	if err := read(large); err != nil { // so that every program finds it in memory
		return err
	}
	rows, err := watch(bin, large)
	if err != nil {
		return err
	}
	if alone {
		show(fmt.Sprintf("%.1f GB", float64(size)/1e9), size, rows)
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, p := range []struct {
		what string
		args []string
	}{
		{"`jq -c .`", []string{"jq", "-c", ".", large}},
		{"`less +G`, to a pipe", []string{"less", "+G", large}},
		{"a loop around `encoding/json`", []string{self, "-loop", large}},
	} {
		rows = append(rows, run(p.what, p.args))
	}
	show(fmt.Sprintf("%.1f GB", float64(size)/1e9), size, rows)
	if _, err := exec.LookPath("fx"); err != nil {
		fmt.Println("\nfx is not installed (npm install -g fx); its row is left out")
		return nil
	}
	small := filepath.Join(dir, "small.jsonl")
	if err := generate(small, min(size, smallBytes)); err != nil {
		return err
	}
	if rows, err = watch(bin, small); err != nil {
		return err
	}
	show("100 MB", smallBytes, append(rows, run("`fx .type`", []string{"fx", small, ".type"})))
	return nil
}

func generate(path string, size int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(bench.Claude(f, size, 1), f.Close())
}

func read(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	_, err = io.Copy(io.Discard, f)
	return err
}

// run runs a program to its end.
func run(what string, args []string) row {
	r := row{what: what}
	cmd := exec.Command(args[0], args[1:]...)
	start := time.Now()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	var most int64
	if err == nil {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = io.Copy(io.Discard, out) // what it printed is not looked at
		}()
		for ended := false; !ended; {
			most = max(most, peak(cmd.Process.Pid)) // of itself: what the system adds up holds its parent's too
			select {
			case <-done:
				ended = true
			case <-time.After(often):
			}
		}
		err = cmd.Wait()
	}
	if err != nil {
		r.what += ": " + err.Error()
		return r
	}
	r.took, r.peak = time.Since(start), most
	return r
}

// show prints a table; ratios are to jq, or to the last row without it.
func show(title string, size int64, rows []row) {
	base := rows[len(rows)-1]
	for _, r := range rows {
		if strings.Contains(r.what, "jq") && r.took > 0 {
			base = r
		}
	}
	fmt.Printf("\n| %s | time | times as fast as %s | peak memory | of the file |\n|---|---|---|---|---|\n", title, base.what)
	for _, r := range rows {
		if r.took == 0 {
			fmt.Printf("| %s | | | | |\n", r.what)
			continue
		}
		fmt.Printf("| %s | %s | %.1f | %d MB | %.1f %% |\n", r.what, r.took.Round(time.Millisecond/10),
			base.took.Seconds()/r.took.Seconds(), r.peak/1e6, 100*float64(r.peak)/float64(size))
	}
}

// decode is the plain loop.
func decode(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	in := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			var v struct {
				Type, UUID string
				Message    json.RawMessage
			}
			if err := json.Unmarshal(line, &v); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
