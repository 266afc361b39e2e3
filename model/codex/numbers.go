package codex

import (
	"fmt"
	"strconv"

	"github.com/tidwall/gjson"

	"cutline/model/js"
	"cutline/model/jsonl"
)

// report writes what the agent itself writes behind a compaction: its estimate of what is left in
// the place of the server's last numbers. Without it an agent that resumes would take those for
// the context of today, and compact again at once.
func (w *writer) report() error {
	if w.f.report.Len == 0 {
		return nil
	}
	b, err := read(piece{w.s.Reader, w.f.report})
	if err != nil {
		return err
	}
	payload := gjson.GetBytes(b, "payload")
	info := js.Fields(payload).Get("info")
	last := js.Fields(info).Get("last_token_usage")
	zero := last.Raw
	for _, m := range js.Fields(last) {
		n := "0"
		if m.Key == "total_tokens" {
			n = strconv.Itoa(w.left)
		}
		zero = js.Set(zero, m.Key, n)
	}
	order := ""
	if w.f.ordinal >= 0 {
		order = fmt.Sprintf(`"ordinal":%d,`, w.f.ordinal+1+w.added)
	}
	w.added++
	w.out.Rope.AppendString(`{"timestamp":` + js.Quote(w.now()) + `,` + order + `"type":"event_msg","payload":` +
		jsonl.Mend(js.Set(payload.Raw, "info", js.Set(info.Raw, "last_token_usage", zero))) + "}\n")
	return nil
}
