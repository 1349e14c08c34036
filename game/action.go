package game

// Action is one choice of a seat, or one outcome of chance, packed into an
// integer. Each game documents its own layout above the code that packs it.
// Zero is never an action.
type Action uint64

// NoAction is the absence of an action.
const NoAction Action = 0

// Choices holds one action for each acting seat, indexed by Seat; the others
// are NoAction. It is passed by value: a pointer would escape to the heap.
type Choices [MaxSeats + 1]Action

// Choose returns the choices in which seat s alone acts.
func Choose(s Seat, a Action) Choices {
	var c Choices
	c[s] = a
	return c
}

// TableAction is something a player or the clock does to the game that is not
// a move on the board. Table actions are never part of the legal set.
type TableAction uint8

const (
	Resign TableAction = iota + 1
	Timeout
	OfferDraw
	AcceptDraw
)

var tableTexts = [...]string{Resign: "resign", Timeout: "timeout", OfferDraw: "offer draw", AcceptDraw: "accept draw"}

// String returns the text that records use.
func (t TableAction) String() string {
	if t == 0 || int(t) >= len(tableTexts) {
		return "no table action"
	}
	return tableTexts[t]
}

// ParseTableAction reads the text of a table action.
func ParseTableAction(text string) (TableAction, bool) {
	for t := Resign; int(t) < len(tableTexts); t++ {
		if tableTexts[t] == text {
			return t, true
		}
	}
	return 0, false
}
