package evo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

// naive is a second, slow reading of the rules, on texts and coordinates, that
// shares nothing with the package but the text of a position.
type naive struct {
	board  map[[2]int]string // "SW": South's Warrior; "S#": South's castle
	toMove string
}

// theBoard is drawn by hand.
var theBoard = strings.Fields(`
--########--
--########--
############
############
############
############
############
############
############
############
--########--
--########--`)

func naiveSquare(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }

func naiveXY(t string) [2]int {
	var c rune
	var y int
	if _, err := fmt.Sscanf(t, "%c%d", &c, &y); err != nil {
		panic(t)
	}
	return [2]int{int(c - 'a'), y - 1}
}

// naiveFrom reads the present board from the drawing of AppendBoard.
func naiveFrom(st *State) *naive {
	n := &naive{board: map[[2]int]string{}}
	lines := strings.Split(string(st.AppendBoard(nil)), "\n")[2:14]
	for i, line := range lines {
		for x := range 12 {
			at := 4 + 3*x
			if at+2 <= len(line) {
				if t := strings.ToUpper(line[at : at+2]); strings.Trim(t, " .") != "" {
					n.board[[2]int{x, 11 - i}] = t
				}
			}
		}
	}
	n.toMove = st.Config().SeatName(st.Acting().First())
	return n
}

// compass directions of the owner, turned to the board's by hand for each seat.
var naiveTurn = map[string]func(dx, dy int) (int, int){
	"S": func(dx, dy int) (int, int) { return dx, dy },
	"N": func(dx, dy int) (int, int) { return -dx, -dy },
	"W": func(dx, dy int) (int, int) { return dy, -dx },
	"E": func(dx, dy int) (int, int) { return -dy, dx },
}

func (n *naive) actions() []string {
	var out []string
	for at, piece := range n.board {
		if piece[:1] != n.toMove || piece[1:] == "#" {
			continue
		}
		dests := map[[2]int]bool{}
		go1 := func(dx, dy, most int) {
			dx, dy = naiveTurn[n.toMove](dx, dy)
			for k := 1; k <= most; k++ {
				to := [2]int{at[0] + k*dx, at[1] + k*dy}
				if to[0] < 0 || to[0] > 11 || to[1] < 0 || to[1] > 11 || theBoard[11-to[1]][to[0]] != '#' {
					return
				}
				there := n.board[to]
				if there == "" {
					dests[to] = true
					continue
				}
				if there[:1] != n.toMove {
					dests[to] = true
				}
				return
			}
		}
		switch piece[1:] {
		case "W":
			go1(-1, 0, 1)
			go1(-1, 1, 1)
			go1(0, 1, 1)
			go1(1, 1, 1)
			go1(1, 0, 1)
		case "B":
			go1(0, 1, 2)
		case "C":
			go1(-1, 1, 3)
			go1(1, 1, 3)
		case "S":
			go1(0, -1, 2)
			go1(-1, -1, 1)
			go1(1, -1, 1)
		}
		from := naiveSquare(at[0], at[1])
		for _, role := range []string{"W", "B", "C", "S"} {
			if role == piece[1:] {
				continue
			}
			out = append(out, from+"="+role)
			for d := range dests {
				out = append(out, from+"-"+naiveSquare(d[0], d[1])+"="+role)
			}
		}
		for d := range dests {
			out = append(out, from+"-"+naiveSquare(d[0], d[1]))
		}
	}
	slices.Sort(out)
	return out
}

// play returns the board after the action and whether it wins.
func (n *naive) play(action string, order []string) (*naive, bool) {
	next := &naive{board: map[[2]int]string{}}
	for k, v := range n.board {
		next.board[k] = v
	}
	path, role, turns := strings.Cut(action, "=")
	from, to, moves := strings.Cut(path, "-")
	if !moves {
		to = from
	}
	piece := next.board[naiveXY(from)]
	delete(next.board, naiveXY(from))
	victim := next.board[naiveXY(to)]
	if turns {
		piece = piece[:1] + role
	}
	next.board[naiveXY(to)] = piece
	left := 0
	for _, p := range next.board {
		if victim != "" && p[:1] == victim[:1] && p[1:] != "#" {
			left++
		}
	}
	next.toMove = order[(slices.Index(order, n.toMove)+1)%len(order)]
	return next, victim != "" && (victim[1:] == "#" || left == 0)
}

func (n *naive) perft(depth int, order []string) uint64 {
	list := n.actions()
	if depth == 1 {
		return uint64(len(list))
	}
	var sum uint64
	for _, a := range list {
		next, won := n.play(a, order)
		if !won {
			sum += next.perft(depth-1, order)
		}
	}
	return sum
}

func texts(st *State) []string {
	seat := st.Acting().First()
	var out []string
	for _, a := range st.AppendActions(nil, seat) {
		out = append(out, string(st.AppendAction(nil, seat, a)))
	}
	slices.Sort(out)
	return out
}

// perft is game.Perft for a bare position, with lists that are used again.
func perft(p *Position, depth int, room *[4][]game.Action) (n uint64) {
	list := p.AppendActions(room[depth-1][:0])
	room[depth-1] = list
	if depth == 1 {
		return uint64(len(list))
	}
	for _, a := range list {
		next := *p
		if next.Play(a); !next.won {
			n += perft(&next, depth-1, room)
		}
	}
	return n
}

// TestPerft counts sequences of actions. The counts of the first two depths come
// from the slow rules here and now; those of depth 3 and 4 were counted by the
// slow rules once, which takes minutes (naive.perft). Up to depth 2 nobody can meet
// anybody, so the count for two is the square of the first: 92² = 8,464.
func TestPerft(t *testing.T) {
	for _, tc := range []struct {
		name    string
		players int
		options []string
		want    []uint64
	}{
		{"guard", 2, nil, []uint64{92, 8464, 831312, 81649296}},
		{"line", 2, []string{"setup=line"}, []uint64{120, 14400, 1759200, 214915600}},
		{"four", 4, nil, []uint64{92, 8464, 778688, 71639296}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			st := Game.MustConfigure(tc.players, tc.options...).New().(*State)
			for d := 1; d <= 4; d++ {
				var room [4][]game.Action
				if got := perft(&st.pos, d, &room); got != tc.want[d-1] {
					t.Errorf("depth %d: %d, by the slow rules %d", d, got, tc.want[d-1])
				}
				if d > 2 {
					continue
				}
				if got := game.Perft(st, d); got != tc.want[d-1] {
					t.Errorf("depth %d of the state: %d, by the slow rules %d", d, got, tc.want[d-1])
				}
				if slow := naiveFrom(st).perft(d, Game.SeatNames(tc.players)); slow != tc.want[d-1] {
					t.Errorf("depth %d: the slow rules count %d, not %d", d, slow, tc.want[d-1])
				}
			}
		})
	}
}

// TestAgainstSlowRules plays random games by both readings of the rules.
func TestAgainstSlowRules(t *testing.T) {
	for _, players := range []int{2, 4} {
		order := Game.SeatNames(players)
		for seed := range uint64(12) {
			r := game.NewRand(seed)
			st := Game.MustConfigure(players).New().(*State)
			slow := naiveFrom(st)
			seen := map[string]int{fmt.Sprint(slow.board, slow.toMove): 1}
			for quiet := 0; ; {
				if got, want := texts(st), slow.actions(); !slices.Equal(got, want) {
					t.Fatalf("seed %d:\n%s\n%v\nby the slow rules\n%v", seed, st.AppendBoard(nil), got, want)
				}
				seat := st.Acting().First()
				var a game.Action
				if seed%2 == 0 {
					a = st.LivelyAction(seat, r)
				} else {
					a, _ = game.Sample(st, seat, r, nil)
				}
				text := string(st.AppendAction(nil, seat, a))
				before := len(slow.board)
				next, won := slow.play(text, order)
				slow = next
				st.Play(game.Choose(seat, a), nil)
				quiet++
				if len(slow.board) < before {
					quiet = 0
				}
				key := fmt.Sprint(slow.board, slow.toMove)
				seen[key]++
				want := ""
				switch {
				case won:
					want = "win"
				case seen[key] == 3:
					want = reasonRepetition
				case quiet == 200:
					want = reasonQuiet
				}
				got := st.Result().Reason
				if got == reasonCastle || got == reasonLastPiece {
					got = "win"
				}
				if got != want {
					t.Fatalf("seed %d: %q, by the slow rules %q", seed, got, want)
				}
				if won && st.Result().Winners(players) != game.Only(seat) {
					t.Fatalf("seed %d: %+v after %s won", seed, st.Result(), st.Config().SeatName(seat))
				}
				if want != "" {
					break
				}
			}
		}
	}
}

// TestRoundTrip checks text and JSON at every position of lively games with
// departures, and that a position read back has the same future.
func TestRoundTrip(t *testing.T) {
	reasons := map[string]int{}
	for seed := range uint64(300) {
		r := game.NewRand(seed)
		players := []int{2, 4}[seed%2]
		var options []string
		if seed%3 == 0 {
			options = []string{fmt.Sprintf("quiet_limit=%d", 1+seed%90)}
		}
		cfg := Game.MustConfigure(players, options...)
		st := cfg.New().(*State)
		other := cfg.New().(*State)
		for st.Acting() != 0 {
			seat := st.Acting().First()
			if r.Intn(300) == 0 {
				leaver := game.Seat(r.Intn(players))
				if st.AllowsTable(leaver, game.Resign) == nil {
					st.Table(leaver, game.Resign, nil)
					other.Table(leaver, game.Resign, nil)
				}
			} else {
				a := st.LivelyAction(seat, r)
				st.Play(game.Choose(seat, a), nil)
				other.Play(game.Choose(seat, a), nil)
			}
			if st.Hash() != st.RecomputeHash() {
				t.Fatalf("seed %d turn %d: hash", seed, st.turn)
			}
			text := st.AppendText(nil)
			if got := other.AppendText(nil); string(got) != string(text) {
				t.Fatalf("seed %d: a state read from text went on differently:\n%s\n%s", seed, got, text)
			}
			if r.Intn(20) == 0 || st.Acting() == 0 {
				other = Game.MustConfigure(4).New().(*State)
				if err := other.UnmarshalText(text); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, text)
				}
				if other.pos != st.pos || other.Result() != st.Result() || !slices.Equal(other.hashes, st.hashes) {
					t.Fatalf("seed %d: read back differently\n%s", seed, text)
				}
				data, err := st.MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				if err := Game.MustConfigure(2).New().UnmarshalJSON(data); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, data)
				}
			}
		}
		reasons[st.Result().Reason]++
	}
	for _, reason := range Game.Reasons {
		if reason != reasonTimeout && reasons[reason] < 5 {
			t.Errorf("only %d lively games of 300 ended by %s: %v", reasons[reason], reason, reasons)
		}
	}
}
