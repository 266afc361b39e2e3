package picture

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// least is how long a frame shows that names no time.
const least = time.Second

// motion gives the attribute of a group that shows from one frame up to another, and writes its rule.
func (d *drawing) motion(frames []Frame) func(span [2]int) string {
	at := make([]time.Duration, len(frames)+1) // when each begins
	for i, f := range frames {
		at[i+1] = at[i] + max(f.For, 0)
		if f.For <= 0 {
			at[i+1] += least
		}
	}
	all := at[len(frames)]
	part := func(i int) string {
		return strconv.FormatFloat(100*float64(at[i])/float64(all), 'f', 3, 64) + "%"
	}
	n := 0
	return func(span [2]int) string {
		from, to := span[0], span[1]
		if from == 0 && to == len(frames) {
			return ""
		}
		name := "f" + strconv.Itoa(n)
		n++
		var keys strings.Builder
		rest := "hidden"
		if from == 0 {
			rest = "visible"
		} else {
			keys.WriteString("0%{visibility:hidden}")
		}
		keys.WriteString(part(from) + "{visibility:visible}")
		if to < len(frames) {
			keys.WriteString(part(to) + "{visibility:hidden}")
		}
		fmt.Fprintf(&d.css, ".%s{visibility:%s}\n@keyframes %s{%s}\n", name, rest, name, keys.String())
		fmt.Fprintf(&d.css, "@media (prefers-reduced-motion:no-preference){.%s{animation:%s %.3fs step-end infinite}}\n", name, name, all.Seconds())
		return ` class="` + name + `"`
	}
}
