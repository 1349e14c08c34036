package earthquake

import (
	"fmt"
	"strings"

	"atoll/game"
)

// The verbs of actions, in listing order.
const (
	VerbPlace uint8 = iota + 1
	VerbStay
	VerbMove
	VerbRope
	VerbSpring
	VerbSwim
	VerbFloat
	VerbKeep
	VerbDiscard
	VerbSandbag
	VerbRemove
	VerbDynamite
	VerbBazooka
	VerbPush
	VerbThief
	VerbDrop
	VerbEnd
	VerbReveal
)

var verbs = [...]string{
	VerbPlace: "place", VerbStay: "stay", VerbMove: "move", VerbRope: "rope", VerbSpring: "spring", VerbSwim: "swim",
	VerbFloat: "float", VerbKeep: "keep", VerbDiscard: "discard", VerbSandbag: "sandbag", VerbRemove: "remove",
	VerbDynamite: "dynamite", VerbBazooka: "bazooka", VerbPush: "push", VerbThief: "thief", VerbDrop: "drop",
	VerbEnd: "end", VerbReveal: "reveal",
}

// what an action's text names besides the verb
const (
	nothing = iota
	aHex
	aSeat
	aTile
)

var objects = [...]uint8{
	VerbPlace: aHex, VerbMove: aHex, VerbRope: aHex, VerbSpring: aHex, VerbSwim: aHex,
	VerbDynamite: aHex, VerbBazooka: aHex, VerbPush: aHex, VerbThief: aSeat, VerbEnd: nothing, VerbReveal: aTile,
}

func pack(verb uint8, object int) game.Action {
	return game.Action(verb)<<16 | game.Action(object)<<8
}

// Verb returns the verb of an action.
func Verb(a game.Action) uint8 { return uint8(a >> 16) }

// Target returns the hex of an action that has one.
func Target(a game.Action) Hex { return Hex(a >> 8 & 0xff) }

// Revealed returns the tile of a reveal.
func Revealed(a game.Action) Tile { return Tile(a & 0xff) }

// Reveal makes the outcome in which the top of h turns out to be t.
func Reveal(h Hex, t Tile) game.Action {
	return pack(VerbReveal, int(h)) | game.Action(t)
}

// wellFormed reports whether a is an action that ParseAction could return.
func wellFormed(a game.Action) bool {
	verb := a >> 16
	if verb < game.Action(VerbPlace) || verb > game.Action(VerbReveal) {
		return false
	}
	object, tile := a>>8&0xff, Tile(a&0xff)
	switch objects[verb] {
	case aHex:
		return object < Hexes && tile == 0
	case aSeat:
		return object < game.MaxSeats && tile == 0
	case aTile:
		return object < Hexes && tile != NoTile && tile < Unknown
	}
	return object == 0 && tile == 0
}

// AppendAction appends the text of an action.
func (p *Position) AppendAction(dst []byte, _ game.Seat, a game.Action) []byte {
	if !wellFormed(a) {
		return fmt.Appendf(dst, "no action %#x", uint64(a))
	}
	verb := Verb(a)
	dst = append(dst, verbs[verb]...)
	switch objects[verb] {
	case aHex:
		dst = append(dst, ' ')
		dst = Target(a).appendText(dst)
	case aSeat:
		dst = append(dst, ' ', '1'+byte(Target(a)))
	case aTile:
		dst = append(dst, ' ')
		dst = Target(a).appendText(dst)
		dst = append(dst, ':')
		dst = Revealed(a).AppendText(dst)
	}
	return dst
}

// ParseAction reads the exact text of an action.
func (p *Position) ParseAction(s game.Seat, text string) (game.Action, error) {
	word, rest, more := strings.Cut(text, " ")
	verb := uint8(0)
	for v := VerbPlace; v <= VerbReveal; v++ {
		if verbs[v] == word {
			verb = v
		}
	}
	if verb == 0 {
		if word == "scatter" {
			return game.NoAction, fmt.Errorf("the tiles are scattered by chance, once")
		}
		return game.NoAction, fmt.Errorf("there is no action %.20q; actions are %s", word, strings.Join(verbs[VerbPlace:VerbReveal], ", "))
	}
	if (verb == VerbReveal) != (s == game.Nature) {
		return game.NoAction, fmt.Errorf("only chance reveals tiles, and it does nothing else")
	}
	switch objects[verb] {
	case aHex:
		if h, ok := ParseHex(rest); ok {
			return pack(verb, int(h)), nil
		}
		return game.NoAction, fmt.Errorf("%s needs one hex from a1 to g7, as %q; %.20q is not one", word, word+" d4", rest)
	case aSeat:
		if len(rest) == 1 && rest[0] >= '1' && rest[0] <= '6' {
			return pack(verb, int(rest[0]-'1')), nil
		}
		return game.NoAction, fmt.Errorf("thief needs the seat of a player, as \"thief 3\"; %.20q is not one", rest)
	case aTile:
		hex, tile, _ := strings.Cut(rest, ":")
		h, ok := ParseHex(hex)
		t, ok2 := parseTile(tile)
		if !ok || !ok2 || t == Unknown {
			return game.NoAction, fmt.Errorf("reveal needs a hex and a tile, as \"reveal c3:C024\"; %.20q is not that", rest)
		}
		return Reveal(h, t), nil
	}
	if more {
		return game.NoAction, fmt.Errorf("%s takes no argument; %.20q is too much", word, rest)
	}
	return pack(verb, 0), nil
}
