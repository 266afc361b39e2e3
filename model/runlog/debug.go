package runlog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
)

// textRoom is how many runes of a text the log takes: names and sentences are shorter, and what is
// longer may be a text of the session.
const textRoom = 500

// ErrNoLog is the error of OpenDebug for a file that holds something else.
var ErrNoLog = errors.New("it exists and is no debug log; give the name of a new file")

// OpenDebug opens a log of what the program does: lines of JSON at the end of a file, which only its
// owner can read. A file that holds anything but such a log is refused, so that none is spoiled
// by a slip. The closer is the file's.
func OpenDebug(path string) (*slog.Logger, io.Closer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, bare(err)
	}
	if err := ours(f); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return NewDebug(f), f, nil
}

// NewDebug is a log that is written to w, with secrets taken out of every attribute.
func NewDebug(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: replace}))
}

// ours reports whether a file is empty, a debug log, or no file at all but a terminal or a pipe.
func ours(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return bare(err)
	}
	if !info.Mode().IsRegular() || info.Size() == 0 {
		return nil
	}
	line, err := bufio.NewReader(io.NewSectionReader(f, 0, 64<<10)).ReadBytes('\n')
	var first struct {
		Time, Level, Msg string
	}
	if err != nil || json.Unmarshal(line, &first) != nil || first.Time == "" || first.Level == "" || first.Msg == "" {
		return ErrNoLog
	}
	return nil
}

// named are the attributes whose values never go into the log, whatever they look like.
var named = []string{"key", "apikey", "token", "authorization", "auth", "password", "secret", "cookie", "x-api-key"}

// replace takes secrets out of an attribute: by its name, and out of its text.
func replace(_ []string, a slog.Attr) slog.Attr {
	name := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(a.Key))
	for _, n := range named {
		if name == strings.ReplaceAll(n, "-", "") || strings.HasSuffix(name, "apikey") {
			return slog.String(a.Key, Hidden)
		}
	}
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(cut(Hide(a.Value.String()), textRoom))
	case slog.KindAny:
		a.Value = slog.StringValue(cut(Hide(plain(a.Value.Any())), textRoom))
	default:
	}
	a.Key = Hide(a.Key)
	return a
}

// plain is the text of a value of any type: what JSON makes of it, so that fields of its own are not
// shown.
func plain(v any) string {
	switch v := v.(type) {
	case error:
		return v.Error()
	case *slog.Source, slog.Level:
		return fmt.Sprint(v)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("a value of type %T", v)
	}
	return string(b)
}
