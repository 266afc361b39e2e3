package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cutline/render/picture"
)

// Views are the pictures of the inspector that shot can print.
var Views = []string{"plan", "stage1", "stage2", "stage3", "stage4", "stage5", "stage6", "timeline", "contents", "state", "lab", "generations", "loss", "params", "shares", "after", "diff"}

// Forms are those in which shot prints a frame.
var Forms = []string{"text", "svg", "html"}

// maxSize is the largest side of a picture: more cells than any terminal has.
const maxSize = 1000

// size is a flag such as 120x40: columns and rows.
type size struct{ w, h int }

// String is the size as the flag spells it.
func (s *size) String() string { return strconv.Itoa(s.w) + "x" + strconv.Itoa(s.h) }

// Set reads WxH.
func (s *size) Set(v string) error {
	a, b, _ := strings.Cut(strings.ToLower(v), "x")
	w, err := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if err != nil || err2 != nil || w < 1 || h < 1 || w > maxSize || h > maxSize {
		return usagef("%q is no size such as 120x40, each side from 1 to %d", v, maxSize)
	}
	s.w, s.h = w, h
	return nil
}

// Type is what the help calls the argument.
func (s *size) Type() string { return "WxH" }

// shotCommand prints one frame of the inspector.
func (c *command) shotCommand() *cobra.Command {
	s := size{120, 40}
	view, color, as := Views[0], "auto", Forms[0]
	cmd := &cobra.Command{
		Use: "shot [FILE|-|.]", Short: "Print one frame of the inspector; without FILE that of the sample session", Args: most(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := Open{Demo: true, Offline: c.opts.offline, Params: c.opts.p, Strategies: c.strategies, Given: c.given, Source: c.source, Config: c.config, Warned: c.warned, Looks: c.opts.form}
			if len(args) > 0 || c.opts.latest {
				var err error
				if o, err = c.target(args); err != nil {
					return err
				}
			}
			colored := color == "always" || color == "auto" && (as != Forms[0] || c.color())
			frame, err := c.app.Shot(cmd.Context(), o, s.w, s.h, ShotOptions{View: view, Color: colored})
			if err != nil {
				return err
			}
			return c.write(shaped(as, strings.TrimSuffix(frame, "\n"), picture.Options{Dark: o.Looks.Theme != "light", Title: "cutline: " + view}))
		},
	}
	c.opts.params(cmd)
	c.opts.common(cmd)
	c.opts.looks(cmd)
	cmd.Flags().Var(&s, "size", "columns and rows")
	cmd.Flags().Var(&oneOf{&view, Views}, "view", "what is shown")
	cmd.Flags().Var(&oneOf{&as, Forms}, "as", "the form: text, or a picture in colour that needs no other file")
	cmd.Flags().Var(&oneOf{&color, []string{"auto", "always", "never"}}, "color", "colours; auto: in pictures, and in a terminal")
	return cmd
}

// shaped is a frame in one of the forms.
func shaped(as, frame string, o picture.Options) string {
	switch lines := strings.Split(frame, "\n"); as {
	case "svg":
		return picture.SVG(lines, o)
	case "html":
		return picture.Page(lines, o)
	}
	return frame + "\n"
}
