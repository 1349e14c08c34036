package game

// State is a position of a game together with all that is needed to go on. It
// is not safe for concurrent use; copies are independent.
type State interface {
	// Config returns game, number of players and options.
	Config() Config

	// Acting returns who must choose now: one seat, several at once (secretly),
	// Nature alone, or nobody when the game is over.
	Acting() Seats

	// AppendActions appends the legal actions of seat s, or Nature's outcomes,
	// ascending and without repetition; none if s does not act. It allocates only
	// where dst lacks room.
	AppendActions(dst []Action, s Seat) []Action

	// Legal reports whether AppendActions would list a for s, without listing.
	// Any value of a is allowed.
	Legal(s Seat, a Action) bool

	// Weight returns the relative likelihood of one of Nature's listed outcomes.
	Weight(outcome Action) uint32

	// Play applies one legal action of every acting seat. With a nil tell it does
	// not allocate.
	Play(c Choices, tell Tell)

	// Table applies a table action of seat s that AllowsTable has allowed.
	Table(s Seat, t TableAction, tell Tell)

	// AllowsTable returns nil if seat s may take table action t now, or an error
	// that says why not. While Nature acts, and after the end, nobody may.
	AllowsTable(s Seat, t TableAction) error

	// Result returns ranks and reason once Acting is empty.
	Result() Result

	// Copy returns a new independent copy.
	Copy() State

	// CopyFrom makes the state an independent copy of src, which must be of the
	// same game. It allocates nothing once the receiver has grown to size.
	CopyFrom(src State)

	// Hash returns a fingerprint of the position: equal positions have equal
	// hashes. It is kept up to date by Play and equals RecomputeHash.
	Hash() uint64

	// RecomputeHash makes the fingerprint from nothing. For tests.
	RecomputeHash() uint64

	// Redact erases what v may not know, hash included, so that states that
	// differ only in such things become equal. Twice is the same as once. It
	// begins with v.Truth(), which panics for the zero Viewer.
	Redact(v Viewer)

	// Fill replaces what a redacted state does not know with a guess drawn from
	// what is possible. What is known stays.
	Fill(r *Rand)

	// AppendText appends the position as one line of canonical text that holds
	// everything, options included; unknown things are written '?'.
	AppendText(dst []byte) []byte

	// UnmarshalText reads such a line. On error the state is unchanged.
	UnmarshalText(text []byte) error

	// AppendAction appends the text of an action of seat s (or Nature).
	AppendAction(dst []byte, s Seat, a Action) []byte

	// ParseAction reads the exact text of an action of seat s (or Nature). The
	// result is well formed, not necessarily legal.
	ParseAction(s Seat, text string) (Action, error)

	// WhyNot explains in one sentence why seat s may not choose a now; "" if it may.
	WhyNot(s Seat, a Action) string

	// AppendBoard appends a picture of the position in plain text, several lines,
	// for terminals, golden files and screen readers.
	AppendBoard(dst []byte) []byte

	// MarshalJSON gives the position for the wire: the fields that every game has
	// (see AppendCommonJSON) and the game's own, in a fixed order.
	MarshalJSON() ([]byte, error)

	// UnmarshalJSON reads what MarshalJSON wrote. On error the state is unchanged.
	UnmarshalJSON(data []byte) error
}

// Worded is implemented by states that describe their actions in words. It serves lists of
// actions; games with a picture have words of their own there.
type Worded interface {
	State
	// ActionWords phrases an action as an order, as "Take 2 from heap A", and names the
	// group it belongs to, as "Heap A".
	ActionWords(s Seat, a Action) (group, words string)
}

// Bulk is implemented by states with chance outcomes that are too large to list. While
// BulkPending, Acting is Nature alone and AppendActions lists nothing.
type Bulk interface {
	State
	// BulkPending reports whether such an outcome is due now.
	BulkPending() bool
	// DrawBulk draws an outcome by the rules and returns its text, without
	// changing the state.
	DrawBulk(r *Rand) string
	// PlayBulk checks the text of an outcome and applies it. On error the state is
	// unchanged. What RedactBulk wrote is accepted too, because the records of
	// unfinished games hold it: '?' makes that part of the state unknown.
	PlayBulk(text string, tell Tell) error
	// RedactBulk rewrites the text of an outcome that led to this state as v may
	// read it now.
	RedactBulk(text string, v Viewer) string
}

// BulkFiller is implemented by states whose outcomes can be known in part.
type BulkFiller interface {
	Bulk
	// FillBulk draws, by the rules, what RedactBulk has hidden in the text of an
	// outcome.
	FillBulk(text string, r *Rand) (string, error)
}

// QuickBulk is implemented by states that can draw and apply such an outcome without
// its text, as playing the text of DrawBulk would but much faster.
type QuickBulk interface {
	Bulk
	PlayDrawnBulk(r *Rand)
}

// Sampler is implemented by states that can draw one of a seat's legal actions, all
// equally likely, or count them, much faster than by listing.
type Sampler interface {
	State
	SampleAction(s Seat, r *Rand) Action
	CountActions(s Seat) int
}

// Sealing is implemented by states that can hold choices that were handed in but are not yet
// revealed. The record of an unfinished game stops before such a step.
type Sealing interface {
	State
	HoldsSecretChoices() bool
}

// Lively is implemented by states that can pick an action at random but with a purpose,
// so that captures, pushes, tools and endings all occur often in recorded games.
type Lively interface {
	State
	LivelyAction(s Seat, r *Rand) Action
}
