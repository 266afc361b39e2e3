//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

// whiteContrast is WCAG's contrast of a colour to white.
func whiteContrast(red, green, blue uint8) float64 {
	light := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64([]uint8{red, green, blue}[i]) / 255
		if c <= 0.03928 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		light += weight * c
	}
	return 1.05 / (light + 0.05)
}

// pale lists what b draws in a colour that cannot be read on white: by the names of a terminal with 16 colours, and by the
// contrast of those with more. What has a background of its own is not drawn on white.
func pale(b []byte) []string {
	var out []string
	ground := false
	for _, m := range sgr.FindAllSubmatch(b, -1) {
		params := strings.Split(string(m[1]), ";")
		for i := 0; i < len(params); i++ {
			p := params[i]
			switch {
			case p == "" || p == "0" || p == "49":
				ground = false
			case p == "7" || len(p) == 2 && p[0] == '4' || len(p) == 3 && p[:2] == "10":
				ground = true
			case (p == "37" || p == "97" || p == "93" || p == "92" || p == "96" || p == "33") && !ground:
				out = append(out, string(m[0]))
			}
			if p != "38" && p != "48" || i+2 >= len(params) {
				continue
			}
			var hex string
			if params[i+1] == "5" {
				n, err := strconv.Atoi(params[i+2])
				if err != nil {
					return append(out, string(m[0]))
				}
				hex = termenv.ConvertToRGB(termenv.ANSI256Color(n)).Hex()
				i += 2
			} else if i+4 < len(params) {
				hex = fmt.Sprintf("#%02s%02s%02s", number(params[i+2]), number(params[i+3]), number(params[i+4]))
				i += 4
			}
			n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
			if err != nil || p == "38" && !ground && whiteContrast(uint8(n>>16), uint8(n>>8), uint8(n)) < 3 {
				out = append(out, string(m[0]))
			}
		}
	}
	return out
}

// number is a decimal number in hexadecimal.
func number(s string) string {
	n, err := strconv.Atoi(s)
	if err != nil {
		return s
	}
	return strconv.FormatInt(int64(n), 16)
}

// eitherOrange is the colour of a warning where nobody knows the background.
var eitherOrange = regexp.MustCompile(`\x1b\[(1;)?(35|38;5;166)m`)

// On a light background nothing is pale: chosen by a flag, known by the environment, by the terminal's answer; and where
// nobody tells, what is drawn can be read all the same.
func TestNothingIsPaleOnWhite(t *testing.T) {
	t.Parallel()
	const rgb, many, few = "TERM=xterm-256color COLORTERM=truecolor", "TERM=xterm-256color COLORTERM=", "TERM=xterm COLORTERM="
	for _, c := range []struct{ how, colours string }{
		{"flag", rgb},
		{"flag", many},
		{"flag", few},
		{"environment", many},
		{"answer", many},
		{"answer late", few},
		{"nobody", rgb},
		{"nobody", many},
		{"nobody", few},
		{"dark", rgb},
		{"dark", many},
		{"dark", few},
	} {
		t.Run(c.how+" "+c.colours, func(t *testing.T) {
			t.Parallel()
			env := append([]string{"NO_COLOR=", "COLORFGBG=", "CLICOLOR_FORCE="}, strings.Fields(c.colours)...)
			args := []string{caseFile("ren-12", "input.json")} // with something cut, which is a warning
			switch c.how {
			case "flag":
				args = append(args, "--theme", "light")
			case "environment":
				env = append(env, "COLORFGBG=0;15")
			case "dark":
				args = append(args, "--theme", "dark")
			}
			x := spawn(t, 80, 24, env, args...)
			x.see("messages")
			if c.how == "nobody" || c.how == "answer late" {
				x.comes("a warning in other colours", func([]string) bool { return eitherOrange.Match(x.bytes()) })
			}
			from := 0
			if strings.HasPrefix(c.how, "answer") {
				x.keys("\x1b]11;rgb:ffff/ffff/ffff\x07")
			}
			if c.how != "flag" && c.how != "environment" {
				x.quiet()
				from = x.size()
			}
			x.steps("?", "\x1b", "4", "c", "v", "p")
			if status := x.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			drawn := x.bytes()[from:]
			if got := pale(drawn); len(got) > 0 != (c.how == "dark") {
				t.Errorf("%d colours cannot be read on white: %.300q", len(got), got)
			}
			if len(colours(drawn)) == 0 {
				t.Error("there is no colour at all")
			}
			if asked := bytes.Contains(x.bytes(), []byte("\x1b]11;?")); asked != (c.how == "nobody" || strings.HasPrefix(c.how, "answer")) {
				t.Errorf("the terminal is asked for its background: %v", asked)
			}
		})
	}
}
