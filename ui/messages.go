package ui

import (
	"io"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/render/code"
	"cutline/render/theme"
	"cutline/ui/detail"
)

// The messages that only the root reads, named for what has happened.
type (
	previewedMsg struct {
		gen int
		s   *model.Session
	}
	loadedMsg struct {
		gen    int
		s      *model.Session
		closer io.Closer
		stamp  Stamp
		err    error
	}
	countedMsg struct {
		gen, tokens int
	}
	readMsg struct { // a message was read for the message pane
		gen     int
		content detail.Content
	}
	litMsg struct { // and coloured
		gen     int
		body    string
		painted code.Painted
	}
	progressMsg struct {
		gen int
		at  summarize.Progress
	}
	tickMsg      struct{ gen int } // a second of a run has passed
	compactedMsg struct {
		gen    int
		result *pipeline.Result
		err    error
		edited bool
	}
	editedMsg struct {
		path string
		old  string
		err  error
	}
	blockEditedMsg struct { // the editor is done with a block of live state
		name, key, path, old string
		err                  error
	}
	rejoinedMsg struct { // a result was put together again with other state
		gen    int
		words  string // what was changed
		result *pipeline.Result
		err    error
	}
	savedMsg struct {
		saved Saved
		path  string
		err   error
	}
	weighedMsg struct { // the messages were read for what fills the context
		gen int
		weighed
		err error
	}
	fadedMsg struct{ gen int }
	// SignalMsg says that the system wants the program to leave.
	SignalMsg struct{ Interrupt bool }
	// BackgroundMsg tells whether the terminal's background is dark, whenever it answers. Either are the
	// colours for any background when it does not answer; nil otherwise.
	BackgroundMsg struct {
		Dark   bool
		Either *theme.Theme
	}
)
