package cli

import (
	"os"
	"path/filepath"
	"testing"

	"cutline/model/sessiontest"
	"cutline/pipeline/summarize/scripted"
)

// TestGrowsWhileAsked: a line that the agent writes while the model summarizes stays where it is, and is told.
func TestGrowsWhileAsked(t *testing.T) {
	t.Parallel()
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			gate := make(chan struct{})
			s := scripted.Start(t, scripted.Step{OK: "<summary>\nShort and complete.\n</summary>", Gate: gate})
			s.Serve(modelsPath, oneModel)
			input := sessiontest.Bytes(t, filepath.Join(root, "testdata", "cases", "fil-07", "input.jsonl"))
			dir := t.TempDir()
			ended := make(chan *ran)
			go func() {
				ended <- compacts(dir, input, ".jsonl", w.env(dir, s.URL), w.flags()...)
			}()
			s.WaitRequest(0)
			f, err := os.OpenFile(filepath.Join(dir, "work", "in.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			late := `{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"LATE-LINE"},"uuid":"late-1","sessionId":"x"}` + "\n"
			if _, err := f.WriteString(late); err != nil {
				t.Error(err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			close(gate)
			r := <-ended
			defer r.show(t)
			r.input = append(r.input, late...)
			r.holds(t)
			seen{t, r}.tells("2", "the input grew by 1 line")
		})
	}
}
