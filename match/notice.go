package match

// Notice is news for a person who is not at the table. It is stored together with the event, but
// holds none of its content: whoever delivers it looks up what is public by then.
type Notice struct {
	User  string
	Kind  string
	Thing string // what it is about: a table, a challenge, a tournament
	Step  int64  // of a turn: which
	At    int64
	Due   int64 // not before
}
