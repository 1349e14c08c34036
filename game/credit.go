package game

import "strings"

// Credit names the people whose game it is, as its rulebook names them.
type Credit struct {
	Designers  []string
	Developers []string
	Publisher  string
	// About says where the game comes from, beyond these names, and Box where to
	// get a copy. Both are whole sentences.
	About string
	Box   string
}

// Independent says how Atoll relates to the games it plays.
const Independent = "Atoll is an independent work, not affiliated with the makers of its games. It tells the rules in its own words and draws its own pictures."

// Text is the credit in sentences.
func (c Credit) Text() string {
	var said []string
	for _, part := range []struct {
		how   string
		names []string
	}{{"Designed by ", c.Designers}, {"Developed by ", c.Developers}} {
		if len(part.names) > 0 {
			said = append(said, part.how+join(part.names)+".")
		}
	}
	if c.Publisher != "" {
		said = append(said, "Published by "+c.Publisher+".")
	}
	for _, sentence := range []string{c.About, c.Box} {
		if sentence != "" {
			said = append(said, sentence)
		}
	}
	return strings.Join(said, " ")
}

// join lists names as a sentence does: "A", "A and B", "A, B and C".
func join(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
