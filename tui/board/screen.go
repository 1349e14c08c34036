package board

import (
	"strings"

	"atoll/game"
	"atoll/record"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

// Screen is what a game with a picture of its own brings: its board, how its
// actions are pointed at, and what is said beside the board. Each game's file
// adds its own; a game without one is shown by its text board and a list of its
// actions.
type Screen struct {
	Draw func(js []byte, m Marks, l paint.Look) (*Board, error)
	// parts splits an action into what a player points at one after the other; nil
	// means that it is one part.
	parts func(text string) []string
	// words puts a part that is not a place into words.
	words map[string]string
	// choose, if not nil, makes the chooser of a decision; nil leaves it to the list.
	choose func(view game.State, seat game.Seat, actions int) Chooser
	// SeatMark, if not nil, is the sign of a seat; the usual ones are shapes.
	SeatMark func(seat string) string
	// Say, if not nil, gives the words beside the board.
	Say func(*Scene) Said
	// Log, if not nil, tells the story in few words, the latest first.
	Log func(*Scene, []session.Line) []Entry
	// Frames, if not nil, are pictures of what happens within one step.
	Frames func(js []byte, events []game.Event) []Moment
	// Reel says what goes with them while the picture at is shown; a game with frames has it.
	Reel func(reel []Moment, at, me int, players []string) []string
	// Emblem, if not nil, is the winner's sign of three rows, and how the others fared.
	Emblem func(js []byte, winner string, names func(string) string) (sign [3]string, fared string)
	// Home, if not nil, is where the cursor begins.
	Home func(js []byte, seat string) string
	// Side is how wide the column beside the board is, by size.
	Side map[paint.Size]int
	// Sides says what each seat is, where its name does not.
	Sides map[string]string
	// Indent is how far in the board stands at 120 columns.
	Indent int
	// Help are lines of the page about keys.
	Help []paint.HelpItem
	// lesson are words that replace those of the lesson at a keyboard, by their key.
	lesson map[string]string
	// Speak, if not nil, says an action as a player would; "" where the text of the record
	// will do.
	Speak func(action string) string
	// pictures are positions that pictures of the rules show, by the picture's name.
	pictures map[string]pictured
}

// pictured is a position, or the start of a game where it has no text.
type pictured struct {
	players  int
	options  []string
	position string
}

// picture is the position that a picture shows, nil if it shows none.
func (s Screen) picture(g *game.Game, name string) game.State {
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

func (s Screen) split(text string) []string {
	if s.parts == nil {
		return []string{text}
	}
	return s.parts(text)
}

// Screens are the pictures by game.
var Screens = map[string]Screen{}

func register(id string, s Screen) struct{} {
	Screens[id] = s
	return struct{}{}
}

// LessonWords are the words that replace those of a game's lesson at a keyboard.
func LessonWords(id string) map[string]string { return Screens[id].lesson }

// Scene is a moment of a table, for a game's own words about it.
type Scene struct {
	View   game.State
	JSON   []byte
	Seat   game.Seat // whose choice it is on this screen, or NoSeat
	Me     game.Seat // who is looking
	Names  []string
	Clocks []string
	Acting game.Seats
	Opts   []Option
	Lit    int
	Choose Chooser
	Size   paint.Size
	Width  int // of a line in a pane
	Plain  bool
	Pal    *paint.Palette
}

// Said is what a game says beside its board.
type Said struct {
	Bar     string // after the game's name
	Right   string // behind the pill
	Todo    string // what the pill asks for
	Title   string // of the players
	Note    string // at the right of that title
	Players []string
	Facts   []string    // about the position, below the players
	Corners [4][]string // players beside the board: upper left, upper right, lower left, lower right
	Pill    string      // what you do, instead of whose turn it is
	Others  string      // what the others do at the same time
	Coda    []string    // below the log
	Ask     string      // title of the choices
	AskNote string      // at the right of it
	Head    []string    // above them
	Hint    []string    // above these, where there is room
	Rows    []Row       // the choices, if they are more than their texts
	After   []string    // what the highlighted one leads to
	Button  string
	Under   []string          // below the board
	Tags    map[string]string // on places of the board
	Keys    []paint.KeyHint
}

// Entry is a part of the log: who did something, and what.
type Entry struct{ Who, Text string }

// Row is a line of the choices; option is the choice it belongs to, -1 for none.
type Row struct {
	Text   string
	Option int
	Lead   string // before the mark
	Extra  int    // the higher, the sooner it goes where rows are few: a gap 2, what is known of another choice 1
}

// who is the player of a seat.
func (sc *Scene) who(seat string) string {
	if s, ok := sc.View.Config().SeatByName(seat); ok && s >= 0 && int(s) < len(sc.Names) {
		return sc.Names[s]
	}
	return seat
}

// whose is a player's name as an owner.
func (sc *Scene) whose(seat string) string {
	if name := sc.who(seat); name != prose.You {
		return name + "'s"
	}
	return "Your"
}

// mine reports whether a seat belongs to the person who is looking.
func (sc *Scene) mine(seat string) bool {
	return sc.Me != game.NoSeat && sc.View.Config().SeatName(sc.Me) == seat
}

// clock is the clock of a seat, reversed while it runs.
func (sc *Scene) clock(s int) string {
	runs, text := sc.Acting.Has(game.Seat(s)), ""
	if s < len(sc.Clocks) {
		text = sc.Clocks[s]
	}
	switch {
	case text == "" && runs:
		text = "…"
	case text == "":
		return ""
	case !runs && sc.Size < paint.Large:
		return " " + text + " "
	case !runs:
		return "  " + text + "  "
	}
	if sc.Size < paint.Large {
		return "▐" + text + "▌"
	}
	return "▐ " + text + " ▌"
}

// Clocked is a line about a player with the clock at its end.
func (sc *Scene) Clocked(text string, seat int) string {
	return strings.TrimRight(prose.Ends(text, sc.clock(seat), sc.Width), " ")
}

// Moment is a position of a record with how it came about.
type Moment struct {
	State  game.State
	JSON   []byte // another picture of the position, within a step
	Did    string
	Events []game.Event
	Played []record.Event
	Step   int // which step of the record led here
	Round  string
}
