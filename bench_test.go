package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"cutline/model/bench"
	"cutline/pipeline"
	"cutline/ui"
	"cutline/ui/cli"
	"cutline/ui/wire"
)

// benchBytes is the size of the generated session.
const benchBytes = 100 << 20

// The first frame of a large session, the frame with its first messages, and the one with
// all of them, against a plain loop over the same file that decodes each line.
func BenchmarkFirstFrame(b *testing.B) {
	path := filepath.Join(b.TempDir(), "large.jsonl")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(bench.Claude(f, benchBytes, 1), f.Close()); err != nil {
		b.Fatal(err)
	}
	var plain, first, head, whole time.Duration
	for range b.N {
		start := time.Now()
		if err := decodeAll(path); err != nil {
			b.Fatal(err)
		}
		plain += time.Since(start)

		start = time.Now()
		o := cli.Open{Path: path, Params: pipeline.Defaults()}
		e := wire.Engine(o, wire.Source{Themes: themes(termenv.Ascii, cli.Looks{})})
		a := ui.New(e, true, "large.jsonl", o.Params)
		a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		if !strings.Contains(a.View(), "Reading") {
			b.Fatal("no first frame")
		}
		first += time.Since(start)
		cmds := a.Init()().(tea.BatchMsg) // reading, and reading the beginning
		a.Update(cmds[1]())
		if !strings.Contains(a.View(), "reading") {
			b.Fatal("no first messages")
		}
		head += time.Since(start)
		a.Update(cmds[0]())
		if strings.Contains(a.View(), "reading") {
			b.Fatal("not read")
		}
		whole += time.Since(start)
		if err := a.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(first.Microseconds())/float64(b.N)/1000, "first-frame-ms")
	b.ReportMetric(float64(head.Microseconds())/float64(b.N)/1000, "first-messages-ms")
	b.ReportMetric(plain.Seconds()/head.Seconds(), "plain/first-messages")
	b.ReportMetric(plain.Seconds()/whole.Seconds(), "plain/indexed")
}

// decodeAll is the plain loop: every line decoded into its type and its raw message.
func decodeAll(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if len(line) > 1 {
			var v struct {
				Type    string          `json:"type"`
				UUID    string          `json:"uuid"`
				Message json.RawMessage `json:"message"`
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
