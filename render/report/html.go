package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

//go:embed page.html
var page string

var pages = template.Must(template.New("page").Funcs(template.FuncMap{
	"clean": clean, "sign": sign, "about": func() string { return about },
}).Parse(page))

// HTML is the report as one page. It follows the reader's choice of light and dark, and its policy
// keeps even a mistake of ours from loading or running anything.
func (r *Report) HTML() (string, error) {
	var b strings.Builder
	if err := pages.Execute(&b, r); err != nil {
		return "", fmt.Errorf("write the page: %w", err)
	}
	return b.String(), nil
}
