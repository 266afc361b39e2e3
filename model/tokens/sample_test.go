package tokens

// The samples are what sessions hold: words, code, output of tools, other languages.
const (
	prose = `## Why compaction happens

An agent that works for hours fills its context. When the next request would not fit, the
older part of the conversation is replaced by a summary, and the newest part is kept word
for word. What's lost in between is hard to see afterwards: a decision, a file name, the
reason why an approach was given up. That is what this program shows.

1. The limit is a share of the window, usually 90 %.
2. The split stands before the last message that a person wrote.
3. Tool output goes first; it's bulky and can be read again.
`
	listing = `total 48
-rw-r--r-- 1 dev dev  1417 Mar  3 09:12 go.mod
-rw-r--r-- 1 dev dev 21894 Mar  3 09:12 go.sum
drwxr-xr-x 5 dev dev  4096 Mar  4 17:40 internal
ok  	example.com/app/internal/store	0.412s	coverage: 81.3% of statements
--- FAIL: TestOpenMissing (0.00s)
    store_test.go:48: Open("missing.db"): got <nil>, want fs.ErrNotExist
FAIL	example.com/app/internal/server	1.027s
`
	arguments = `{"command":"grep -rn \"func Open\" --include=*.go . | head -20","timeout":120000,"env":{"GOFLAGS":"-mod=mod","HOME":"/home/dev"},"cwd":null,"ids":[1,2,3,15,99]}`
	diff      = `@@ -12,7 +12,9 @@ func (s *Store) Open(path string) error {
 	if s.db != nil {
-		return errors.New("already open")
+		return fmt.Errorf("store: %s is open: %w", path, ErrBusy)
 	}
+	s.mu.Lock()
+	defer s.mu.Unlock()
`
	russian  = "Ошибка возникает при запуске тестов: файл не найден. Я проверил путь и исправил настройку.\n"
	chinese  = "请检查这个函数为什么会返回错误，然后运行测试并修复它。数据库连接在配置文件里。\n"
	japanese = "この関数がエラーを返す理由を調べて、テストを実行してください。\n"
	german   = "Bitte prüfe, warum die Größe der Übersicht nicht stimmt, und ändere nur das Nötigste.\n"
)
