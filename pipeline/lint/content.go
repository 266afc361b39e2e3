package lint

// Content are the words of a text that say something about its subject, without their endings, each
// once and in order. Of a script without spaces it is the pairs of neighbours.
func Content(s string) []string { return content(s) }
