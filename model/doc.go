// Package model is a session as data: what was said, by whom, where it stands in the
// file and how large it is. It decides nothing, and it knows nothing of colour, width or
// keys.
//
// A session may be a gigabyte, so it is a table of small rows; the text of a message is
// read and decoded only when somebody looks at it (Session.Message).
//
// A char is always a UTF-16 code unit, because the agents whose numbers we show count
// JavaScript string length.
package model
