package chat

import (
	"github.com/tidwall/gjson"

	"cutline/model"
)

// Messages gives the messages that one element of a list stands for, in any dialect; other
// formats keep the same elements. Complaint says, as the end of a sentence, what is wrong with
// its shape; it is empty when nothing is.
func Messages(element string) (out []model.Message, complaint string) {
	read, complaint := read(element)
	for _, r := range read {
		out = append(out, r.Message)
	}
	return out, complaint
}

// Blocks reads the content of a message as parts: text, one block, or a list of blocks.
func Blocks(content gjson.Result) []model.Part { return blocks(content) }

// Output reads what a tool gave back: text, or a list of blocks, as parts; anything else as JSON.
func Output(v gjson.Result) (parts []model.Part, json string) { return output(v) }
