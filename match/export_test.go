package match

// Known is everything that t knows, in a form that can be compared.
func (t *Table) Known() any {
	n := *t
	n.stories = nil // they may be cut at another place
	_, told := t.Log(0)
	return []any{n, told}
}

// ReadPlain is the short way of ReadEntry.
var ReadPlain = readPlain
