package fill

import "cutline/model"

// instructions is the type of an attachment that is the prompt before the conversation.
const instructions = "instructions"

// charsPerToken is what is assumed of a session without a message to learn it from.
const charsPerToken = 4

// attachments gives a piece for each attachment. Its text is not read again: it is taken to have
// as many chars for each token as the messages of the session.
func attachments(s *model.Session) []Piece {
	chars, est := 0, 0
	for i := range s.Rows {
		if s.Rows[i].Images == 0 {
			chars, est = chars+s.Rows[i].Chars, est+s.Rows[i].Tokens
		}
	}
	if est == 0 || chars == 0 {
		chars, est = charsPerToken, 1
	}
	out := make([]Piece, 0, len(s.Attachments))
	for _, a := range s.Attachments {
		p := Piece{Kind: Attached, Row: -1, Group: a.Type, Name: a.Name, Chars: a.Chars, Told: a.Tokens, line: a.Line}
		switch a.Type {
		case model.ToolDefinition:
			p.Kind, p.Group, p.line = Definitions, "", 0 // every request has them, wherever the file says so
		case instructions:
			p.Kind, p.Group, p.Name = System, "", instructions
		}
		if p.Told == 0 {
			p.Est = int((int64(a.Chars)*int64(est) + int64(chars)/2) / int64(chars))
		}
		out = append(out, p)
	}
	return out
}
