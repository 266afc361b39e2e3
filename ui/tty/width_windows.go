package tty

import (
	"os"

	"golang.org/x/sys/windows"
)

// Width is how many columns the console has that f is, 0 when f is none.
func Width(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info); err != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
