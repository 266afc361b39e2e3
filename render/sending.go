package render

import (
	"fmt"
	"strings"

	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render/text"
)

// Sending says in lines what a prompt would send where, what it costs and what was taken out of it.
// It is what a person reads before it is sent.
func Sending(n summarize.Notice) []string {
	who := n.Model
	if who == "" {
		who = "the model that the server has"
	}
	from := n.Provider
	if n.Because != "" {
		from += ", as " + n.Because
	}
	if n.Key != "" {
		from += ", key from " + n.Key
	}
	lines := []string{
		fmt.Sprintf("%s asks %s at %s (%s)", n.Rung, who, n.Host, from),
		fmt.Sprintf("what is sent: %s, %s chars, %s bytes, %s", trace.Count(n.Messages, "message"), text.Num(n.Chars), text.Num(n.Bytes), sendingTokens(n)),
	}
	switch {
	case n.Local:
		lines = append(lines, "the server is on this machine; what it does with the text is its own affair")
	case n.Plain:
		lines = append(lines, "the address is http: whoever is on the way can read the text and the key")
	}
	if !n.Local {
		lines = append(lines, cost(n))
	}
	lines = append(lines, Hidden(n.Hidden))
	for _, i := range n.Next {
		lines = append(lines, fmt.Sprintf("when that fails, %s asks %s at %s the same", i.Rung, i.Model, i.Host))
	}
	return lines
}

func sendingTokens(n summarize.Notice) string {
	if n.Exact {
		return fmt.Sprintf("%s tokens (counted with %s)", text.Num(n.Tokens), n.Source)
	}
	return fmt.Sprintf("~%s tokens (counted with %s; not the model's own)", text.Num(n.Tokens), n.Source)
}

// cost is the price of a prompt, as far as it is known.
func cost(n summarize.Notice) string {
	if n.Read == nil || n.Write == nil {
		return "its price is not in the table of models"
	}
	return fmt.Sprintf("about $%s to read, at most $%s for an answer of %s tokens (list prices of %s)", dollars(*n.Read), dollars(*n.Write), text.Num(n.Output), n.Since)
}

// dollars keeps two digits that mean something.
func dollars(d float64) string {
	if d >= 0.1 {
		return fmt.Sprintf("%.2f", d)
	}
	return fmt.Sprintf("%.4f", d)
}

// Hidden says which secrets are taken out of a prompt, without any of their text.
func Hidden(list []summarize.Hidden) string {
	if len(list) == 0 {
		return "no secret was found in it"
	}
	const shown = 6
	var names []string
	for i, h := range list {
		if i == shown {
			names = append(names, fmt.Sprintf("%d more", len(list)-shown))
			break
		}
		name := fmt.Sprintf("%s #%d", h.Kind, h.Number)
		if h.Name != "" {
			name += " " + text.CleanLine(h.Name)
		}
		if h.Message >= 0 {
			name += fmt.Sprintf(" in message %d", h.Message)
		}
		names = append(names, name)
	}
	return fmt.Sprintf("%s taken out: %s", trace.Count(len(list), "secret"), strings.Join(names, ", "))
}

// FailedAttempts says what the attempts of a run that failed gave, a line each, for who reads no screen.
func FailedAttempts(list []trace.Attempt) []string {
	var lines []string
	nth := map[string]int{}
	for _, a := range list {
		nth[a.Rung]++
		if a.Error == "" {
			continue
		}
		line := fmt.Sprintf("%s, attempt %d: %s", a.Rung, nth[a.Rung], a.Error)
		if a.Detail != "" && a.Detail != a.Error {
			line += ": " + text.CleanLine(a.Detail)
		}
		lines = append(lines, line)
	}
	return lines
}
