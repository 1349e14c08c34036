package game

import "math/bits"

// Seat is a place at the table: 0 to 5 are players, in seat order.
type Seat int8

const (
	// MaxSeats is the most players any game has.
	MaxSeats = 6
	// Nature is the seat of chance.
	Nature Seat = MaxSeats
	// NoSeat marks an event that is nobody's doing.
	NoSeat Seat = -1
)

// Seats is a set of seats, bit i for seat i, bit 6 for Nature.
type Seats uint8

// Only returns the set that holds just s.
func Only(s Seat) Seats { return 1 << uint(s) }

// FirstSeats returns the set of seats 0 to n-1.
func FirstSeats(n int) Seats { return 1<<uint(n) - 1 }

// Has reports whether s is in the set.
func (ss Seats) Has(s Seat) bool { return s >= 0 && ss>>uint(s)&1 != 0 }

// With returns the set with s added.
func (ss Seats) With(s Seat) Seats { return ss | 1<<uint(s) }

// Without returns the set with s taken out.
func (ss Seats) Without(s Seat) Seats { return ss &^ (1 << uint(s)) }

// Len counts the seats in the set.
func (ss Seats) Len() int { return bits.OnesCount8(uint8(ss)) }

// First returns the lowest seat of the set, or NoSeat if it is empty.
func (ss Seats) First() Seat {
	if ss == 0 {
		return NoSeat
	}
	return Seat(bits.TrailingZeros8(uint8(ss)))
}

// Viewer is somebody a state may be shown to. The zero Viewer is nobody and is
// refused everywhere, so that a forgotten viewer shows nothing.
type Viewer struct{ code uint8 }

// SeatViewer is the player on seat s.
func SeatViewer(s Seat) Viewer {
	if s < 0 || s >= MaxSeats {
		panic("game: no viewer sits on that seat")
	}
	return Viewer{uint8(s) + 1}
}

// PublicViewer is a spectator: it knows what everybody at the table knows.
func PublicViewer() Viewer { return Viewer{MaxSeats + 1} }

// TruthViewer knows everything. It is for the host's own use, and for anybody
// once the game is over.
func TruthViewer() Viewer { return Viewer{MaxSeats + 2} }

// Seat returns the viewer's seat, if it has one.
func (v Viewer) Seat() (Seat, bool) {
	if v.code == 0 || v.code > MaxSeats {
		return NoSeat, false
	}
	return Seat(v.code - 1), true
}

// Truth reports whether the viewer knows everything. It panics for the zero
// Viewer: every Redact begins with this call, and so fails closed.
func (v Viewer) Truth() bool {
	if v.code == 0 {
		panic("game: no viewer given")
	}
	return v.code == MaxSeats+2
}

// Is reports whether the viewer sits on seat s.
func (v Viewer) Is(s Seat) bool { return s >= 0 && v.code == uint8(s)+1 }
