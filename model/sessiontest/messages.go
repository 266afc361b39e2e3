package sessiontest

import (
	"errors"

	"cutline/model"
)

// Messages is a session in memory. A message with the id "broken" cannot be read.
type Messages []model.Message

// Message is message i.
func (m Messages) Message(i int) (model.Message, error) {
	if m[i].ID == "broken" {
		return model.Message{}, errors.New("cannot be read")
	}
	return m[i], nil
}
