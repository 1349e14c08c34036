package game

// Audience says who may hear of an event. The zero Audience is nobody.
type Audience uint8

// Everyone is all seats and all spectators.
const Everyone Audience = 0xff

// OnlyFor is the audience of one seat.
func OnlyFor(s Seat) Audience { return 1 << uint(s) }

// Includes reports whether v belongs to the audience.
func (a Audience) Includes(v Viewer) bool {
	if v.Truth() {
		return true
	}
	if s, ok := v.Seat(); ok {
		return a>>uint(s)&1 != 0
	}
	return a == Everyone
}

// Arg is one named detail of an event. Value is a string, an int or a bool.
type Arg struct {
	Name  string
	Value any
}

// Event is one beat of the story of a move, for the log and for animation.
// Kind and Args let a client tell it in any language; Text is English.
type Event struct {
	Kind     string
	Seat     Seat // who did it or whom it befell; Nature; or NoSeat
	Audience Audience
	Args     []Arg
	Text     string
}

// Tell receives the events of a move in order. Search passes nil, and then no
// event is built.
type Tell func(Event)

// Arg returns the named detail, or nil.
func (e Event) Arg(name string) any {
	for _, a := range e.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// AppendJSON appends the event as one JSON object with its details in their
// given order. names are the game's seat names.
func (e Event) AppendJSON(dst []byte, names []string) []byte {
	dst = append(dst, `{"kind":`...)
	dst = AppendQuoted(dst, e.Kind)
	if e.Seat == Nature {
		dst = append(dst, `,"seat":"chance"`...)
	} else if e.Seat >= 0 && int(e.Seat) < len(names) {
		dst = append(dst, `,"seat":`...)
		dst = AppendQuoted(dst, names[e.Seat])
	}
	for _, a := range e.Args {
		dst = append(dst, ',')
		dst = AppendQuoted(dst, a.Name)
		dst = append(dst, ':')
		dst = appendJSON(dst, a.Value)
	}
	dst = append(dst, `,"text":`...)
	dst = AppendQuoted(dst, e.Text)
	return append(dst, '}')
}
