package pick

// Writer is somebody who could write the summary, or could if what is missing were there.
type Writer struct {
	Name    string // local, self, or the provider's
	Model   string // empty for local, and when the server is asked which one it has
	Host    string // where its requests would go, empty for local
	Key     string // where the key comes from, empty when none is sent. Never the key.
	Missing string // what it takes, one sentence with the variable's name; empty when it can be chosen
	Chosen  bool   // it writes as things stand
	Pick    Params // what choosing it makes of the parameters
}
