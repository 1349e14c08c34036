package tui

import (
	"strings"

	"atoll/game"
	"atoll/record"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

// screen is what a game with a picture of its own brings: its board, how its
// actions are pointed at, and what is said beside the board. Each game's file
// adds its own; a game without one is shown by its text board and a list of its
// actions.
type screen struct {
	draw func(js []byte, m marks, l paint.Look) (*board, error)
	// parts splits an action into what a player points at one after the other; nil
	// means that it is one part.
	parts func(text string) []string
	// words says a part that is no place to a player.
	words map[string]string
	// choose, if not nil, makes the chooser of a decision; nil leaves it to the list.
	choose func(view game.State, seat game.Seat, actions int) chooser
	// seatMark, if not nil, is the sign of a seat; the usual ones are shapes.
	seatMark func(seat string) string
	// say, if not nil, tells what stands beside the board.
	say func(*scene) said
	// log, if not nil, tells the story in few words, the latest first.
	log func(*scene, []Line) []entry
	// frames, if not nil, are pictures of what happens within one step.
	frames func(js []byte, events []game.Event) []moment
	// emblem, if not nil, is the winner's sign of three rows, and how the others fared.
	emblem func(js []byte, winner string, names func(string) string) (sign [3]string, fared string)
	// home, if not nil, is where the cursor begins.
	home func(js []byte, seat string) string
	// side is how wide the column beside the board is, by size.
	side map[paint.Size]int
	// sides says what each seat is, where that is more than a name.
	sides map[string]string
	// indent is how far in the board stands at 120 columns.
	indent int
	// help are lines of the page about keys.
	help []paint.HelpItem
	// lesson are words of the lesson that are others at a keyboard, by their key.
	lesson map[string]string
	// speak, if not nil, says an action as a player would; "" where the record does it well.
	speak func(action string) string
	// pictures are positions that pictures of the rules show, by the picture's name.
	pictures map[string]pictured
}

// pictured is a position, or the start of a game where it has no text.
type pictured struct {
	players  int
	options  []string
	position string
}

// picture is the position of a picture, nil if it is none.
func (s screen) picture(g *game.Game, name string) game.State {
	p, ok := s.pictures[name]
	if !ok {
		return nil
	}
	options, err := g.ReadOptions(p.options)
	if err != nil {
		return nil
	}
	cfg, err := g.Configure(p.players, options)
	if err != nil {
		return nil
	}
	st := cfg.New()
	if p.position != "" && st.UnmarshalText([]byte(p.position)) != nil {
		return nil
	}
	return st
}

func (s screen) split(text string) []string {
	if s.parts == nil {
		return []string{text}
	}
	return s.parts(text)
}

// screens are the pictures by game.
var screens = map[string]screen{}

func register(id string, s screen) struct{} {
	screens[id] = s
	return struct{}{}
}

// LessonWords are the words of a game's lesson that are others at a keyboard.
func LessonWords(id string) map[string]string { return screens[id].lesson }

// scene is a moment of a table, for a game's own words about it.
type scene struct {
	view   game.State
	js     []byte
	seat   game.Seat // whose choice it is on this screen, or NoSeat
	me     game.Seat // whose eyes these are
	names  []string
	clocks []string
	acting game.Seats
	opts   []option
	lit    int
	choose chooser
	size   paint.Size
	width  int // of a line in a pane
	plain  bool
	pal    *paint.Palette
}

// said is what a game says beside its board.
type said struct {
	bar     string // after the game's name
	right   string // behind the pill
	todo    string // what the pill asks for
	title   string // of the players
	note    string // at the right of that title
	players []string
	facts   []string    // about the position, below the players
	corners [4][]string // players beside the board: upper left, upper right, lower left, lower right
	pill    string      // what you do, instead of whose turn it is
	others  string      // what the others do at the same time
	coda    []string    // below the log
	ask     string      // title of the choices
	askNote string      // at the right of it
	head    []string    // above them
	rows    []row       // the choices, if they are more than their texts
	after   []string    // what the highlighted one leads to
	button  string
	under   []string          // below the board
	tags    map[string]string // on places of the board
	keys    []paint.KeyHint
}

// entry is a part of the log: who did something, and what.
type entry struct{ who, text string }

// row is a line of the choices; option is the choice it belongs to, -1 for none.
type row struct {
	text   string
	option int
	lead   string // before the mark
}

// who is the player of a seat.
func (sc *scene) who(seat string) string {
	if s, ok := sc.view.Config().SeatByName(seat); ok && s >= 0 && int(s) < len(sc.names) {
		return sc.names[s]
	}
	return seat
}

// whose is a player's name as an owner.
func (sc *scene) whose(seat string) string {
	if name := sc.who(seat); name != prose.You {
		return name + "'s"
	}
	return "Your"
}

// mine reports whether a seat is that of the person who looks.
func (sc *scene) mine(seat string) bool {
	return sc.me != game.NoSeat && sc.view.Config().SeatName(sc.me) == seat
}

// clock is the clock of a seat, reversed while it runs.
func (sc *scene) clock(s int) string {
	runs, text := sc.acting.Has(game.Seat(s)), ""
	if s < len(sc.clocks) {
		text = sc.clocks[s]
	}
	switch {
	case text == "" && runs:
		text = "…"
	case text == "":
		return ""
	case !runs && sc.size < paint.Large:
		return " " + text + " "
	case !runs:
		return "  " + text + "  "
	}
	if sc.size < paint.Large {
		return "▐" + text + "▌"
	}
	return "▐ " + text + " ▌"
}

// clocked is a line about a player with the clock at its end.
func (sc *scene) clocked(text string, seat int) string {
	return strings.TrimRight(prose.Ends(text, sc.clock(seat), sc.width), " ")
}

// moment is a position of a record with how it came about.
type moment struct {
	state  game.State
	js     []byte // another picture of the position, within a step
	did    string
	events []game.Event
	played []record.Event
	step   int // which step of the record led here
	round  string
}
