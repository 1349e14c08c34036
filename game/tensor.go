package game

// Encoder is implemented by states that can be given to a network as numbers. Everything is
// described as one seat sees it: that seat comes first among the players, and where the seats of a
// game look at the board from different sides, the board is turned to it.
//
// An action is spelt as a word of one or more letters, each an index below
// Space.Actions. Most games need one letter. A choice out of thousands is spelt
// in several, so that it becomes as many small decisions: what may follow the
// letters so far is listed by AppendLegal, and AppendObservation shows them to
// the seat that chooses, and to nobody else.
//
// No method allocates, apart from growing dst.
type Encoder interface {
	State
	// Space returns the sizes of everything. It is the same for all states of a Config and never
	// changes.
	Space() *Space

	// AppendObservation appends Space().Size() bytes: the planes one after the
	// other, each rank by rank, then the scalars. It shows only what v knows,
	// whether or not the state was redacted for v; word is what v has spelt so far.
	// v must be a seat's: it panics for anybody else.
	AppendObservation(dst []byte, v Viewer, word []int32) []byte

	// AppendLegal appends the letters that can follow word in a word of a legal
	// action of seat s. Where words have one letter, they are in the order of
	// AppendActions.
	AppendLegal(dst []int32, s Seat, word []int32) []int32

	// Spell returns the legal action of seat s that word spells; or more if word is
	// the beginning of one; or neither. Any letters are allowed.
	Spell(s Seat, word []int32) (a Action, more bool)

	// AppendWord appends the word of a legal action of seat s.
	AppendWord(dst []int32, s Seat, a Action) []int32
}

// Space is the sizes and the names of a Config's numbers.
type Space struct {
	Height, Width int
	Planes        []string // what each plane of Height × Width bytes shows
	Scalars       []string // what each byte after the planes means
	// Actions is how many letters there are. The first of them are ActionPlanes
	// planes of the board: letter plane·Height·Width + rank·Width + file.
	Actions      int
	ActionPlanes []string
	ActionNames  []string // the letters after those of the planes
	MaxLegal     int      // most letters that are legal at once
	MaxWord      int      // most letters of a word
}

// LongestWord is the most that Space.MaxWord may be.
const LongestWord = 8

// Cells is the number of bytes of a plane.
func (s *Space) Cells() int { return s.Height * s.Width }

// Size is the number of bytes of an observation.
func (s *Space) Size() int { return s.Cells()*len(s.Planes) + len(s.Scalars) }

// Observer returns the seat that v looks from and panics if v has none.
func (v Viewer) Observer() Seat {
	s, ok := v.Seat()
	if !ok {
		panic("game: only a seat has an observation")
	}
	return s
}

// GrowZero appends n zero bytes and returns the whole and the new part.
func GrowZero(dst []byte, n int) (whole, part []byte) {
	have := len(dst)
	if cap(dst)-have < n {
		bigger := make([]byte, have, 2*have+n)
		copy(bigger, dst)
		dst = bigger
	}
	part = dst[have : have+n]
	clear(part)
	return dst[:have+n], part
}

// Saturate is n as a byte, 255 if it is larger.
func Saturate[N int | int64 | uint8 | uint16](n N) byte { return byte(min(int64(n), 255)) }
