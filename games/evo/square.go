package evo

// Square is one of the 128 squares of the board, numbered by rank from 1 to 12
// and within a rank by file: c1 is 0, j1 is 7, c2 is 8, a3 is 16, j12 is 127.
type Square uint8

const (
	// Squares is the number of squares.
	Squares = 128
	// NoSquare is no square of the board.
	NoSquare Square = Squares
)

const boardSize = 12

// onBoard reports whether file x and rank y, both from 0, are a square.
func onBoard(x, y int) bool {
	inside := func(v int) bool { return v >= 2 && v < boardSize-2 }
	return x >= 0 && x < boardSize && y >= 0 && y < boardSize && (inside(x) || inside(y))
}

// squareAt is the square of file x and rank y, both from 0, or NoSquare.
func squareAt(x, y int) Square {
	switch {
	case !onBoard(x, y):
		return NoSquare
	case y < 2:
		return Square(y*8 + x - 2)
	case y < 10:
		return Square(16 + (y-2)*12 + x)
	}
	return Square(112 + (y-10)*8 + x - 2)
}

// XY returns the file and the rank of the square, both from 0.
func (q Square) XY() (x, y int) {
	switch {
	case q < 16:
		return int(q)%8 + 2, int(q) / 8
	case q < 112:
		return int(q-16) % 12, int(q-16)/12 + 2
	}
	return int(q-112)%8 + 2, int(q-112)/8 + 10
}

// Turned returns the square a quarter turn further: where S has q, W has
// q.Turned().
func (q Square) Turned() Square {
	x, y := q.XY()
	return squareAt(y, boardSize-1-x)
}

// AppendText appends the name of the square.
func (q Square) AppendText(dst []byte) []byte {
	x, y := q.XY()
	dst = append(dst, 'a'+byte(x))
	if y >= 9 {
		dst = append(dst, '1')
		y -= 10
	}
	return append(dst, '1'+byte(y))
}

// String returns the name of the square.
func (q Square) String() string {
	if q >= Squares {
		return "no square"
	}
	return string(q.AppendText(nil))
}

// readSquare reads the square at the start of text and returns the rest.
func readSquare[T string | []byte](text T) (q Square, rest T, ok bool) {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'l' || text[1] < '1' || text[1] > '9' {
		return NoSquare, text, false
	}
	x, y, n := int(text[0]-'a'), int(text[1]-'1'), 2
	if y == 0 && len(text) > 2 && text[2] >= '0' && text[2] <= '2' {
		y, n = 9+int(text[2]-'0'), 3
	}
	q = squareAt(x, y)
	return q, text[n:], q != NoSquare
}

// Side is an edge of the board and the player who sits there, clockwise. With
// four players it is the seat; with two, N is seat 1.
type Side uint8

const (
	South Side = iota
	West
	North
	East
)

const sides = 4

var (
	sideLetters = [sides]string{"S", "W", "N", "E"}
	sideNames   = [sides]string{"South", "West", "North", "East"}
)

func (s Side) String() string { return sideNames[s] }

// Role is the way a piece moves at present.
type Role uint8

const (
	Warrior Role = iota
	Blade
	Catapult
	Shield
)

// Roles is the number of roles.
const Roles = 4

const roleLetters = "WBCS"

var roleNames = [Roles]string{"Warrior", "Blade", "Catapult", "Shield"}

func (r Role) String() string { return roleNames[r] }

// Letter is how notation writes the role.
func (r Role) Letter() byte { return roleLetters[r] }

func readRole(c byte) (Role, bool) {
	for r := range Role(Roles) {
		if roleLetters[r] == c {
			return r, true
		}
	}
	return 0, false
}

// step is a way a role can go: a direction as its owner sees it, x to the right
// and y ahead, and how far.
type step struct{ x, y, most int }

var steps = [Roles][]step{
	Warrior:  {{-1, 0, 1}, {-1, 1, 1}, {0, 1, 1}, {1, 1, 1}, {1, 0, 1}},
	Blade:    {{0, 1, 2}},
	Catapult: {{1, 1, 3}, {-1, 1, 3}},
	Shield:   {{0, -1, 2}, {1, -1, 1}, {-1, -1, 1}},
}

// turned gives the direction that side s means by x and y.
func (s Side) turned(x, y int) (int, int) {
	for range s {
		x, y = y, -x
	}
	return x, y
}

// target is one square that a piece can reach on an empty board, and the
// squares on the way there, noWay where there is none.
type target struct{ to, way1, way2 uint8 }

// noWay is a place beyond the board that is always empty.
const noWay = Squares

const maxTargets = 6

// reach is all that a piece of one side and role can reach from one square, in
// ascending order.
type reach struct {
	n      uint8
	target [maxTargets]target
}

// reaches is filled once and never changed. About 40 KiB, so that it stays in
// the nearest caches.
var reaches = makeReaches()

func makeReaches() *[sides][Roles][Squares]reach {
	var all [sides][Roles][Squares]reach
	for s := range Side(sides) {
		for r := range Role(Roles) {
			for q := range Square(Squares) {
				all[s][r][q] = makeReach(s, r, q)
			}
		}
	}
	return &all
}

func makeReach(s Side, r Role, q Square) (out reach) {
	x0, y0 := q.XY()
	for _, st := range steps[r] {
		dx, dy := s.turned(st.x, st.y)
		way := [2]uint8{noWay, noWay}
		for k := 1; k <= st.most; k++ {
			to := squareAt(x0+k*dx, y0+k*dy)
			if to == NoSquare {
				break
			}
			i := out.n
			for ; i > 0 && out.target[i-1].to > uint8(to); i-- {
				out.target[i] = out.target[i-1]
			}
			out.target[i] = target{uint8(to), way[0], way[1]}
			out.n++
			if k <= len(way) {
				way[k-1] = uint8(to)
			}
		}
	}
	return out
}

// homes are the castles' squares.
var homes = [sides]Square{homeOf(South), homeOf(West), homeOf(North), homeOf(East)}

func homeOf(s Side) Square {
	q := squareAt(9, 0)
	for range s {
		q = q.Turned()
	}
	return q
}

// Home returns the square of the side's castle.
func (s Side) Home() Square { return homes[s] }

// firstSquares returns where the pieces of a side begin.
func firstSquares(s Side, line bool) (out [PiecesEach]Square) {
	for i := range out {
		switch {
		case line:
			out[i] = squareAt(2+i, 1)
		case i < 4:
			out[i] = squareAt(5+i, 0)
		default:
			out[i] = squareAt(2+i, 1)
		}
		for range s {
			out[i] = out[i].Turned()
		}
	}
	return out
}

// PiecesEach is the number of pieces, castle not counted, that everybody begins
// with.
const PiecesEach = 8
