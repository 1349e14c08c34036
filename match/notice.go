package match

// Notice is something that a person wants to hear of who is not at the table. It
// is stored with what it tells of, and holds no word of it: those who deliver it
// look at what is public then.
type Notice struct {
	User  string
	Kind  string
	Thing string // what it is about: a table, a challenge, a tournament
	Step  int64  // of a turn: which
	At    int64
	Due   int64 // not before
}
