package facts

import "testing"

// A sentence that forbids or demands is a constraint in every language that is known, and one that only
// tells of a fault is none.
func TestCuesOfLanguages(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ändere das Schema bitte nicht.":                       "-",
		"Verschicke während der Tests nicht wirklich E-Mails.": "-",
		"Die Tabelle darf auf keinen Fall gelöscht werden.":    "-",
		"Das Datum muss immer in UTC stehen.":                  "+",
		"Der Knopf funktioniert nicht.":                        "",
		"Ich weiß nicht, woran es liegt.":                      "",
		"Ne touchez pas au fichier de configuration.":          "-",
		"N’utilise pas la base de production.":                 "-",
		"Il faut garder l’ancien nom.":                         "+",
		"La page ne s’affiche pas.":                            "",
		"No toques el módulo de permisos.":                     "-",
		"Nunca borres el índice sin preguntar.":                "-",
		"Siempre usa la zona horaria local.":                   "+",
		"La página no carga.":                                  "",
		"不要修改后端接口。":                                            "-",
		"禁止删除旧的备份文件。":                                          "-",
		"必须兼容旧版本。":                                             "+",
		"用户不能登录。":                                              "",
		"登录页面应该是空的。":                                           "",
		"本番のデータベースには接続しないでください。":                               "-",
		"必ずテストを実行してください。":                                      "+",
		"一つだけ失敗しました。":                                          "",
		"ログインできません。":                                           "",
	} {
		got := ""
		if rules := collect(t, messages{person(text)}).Constraints; len(rules) == 1 {
			got = "+"
			if rules[0].Negative {
				got = "-"
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
