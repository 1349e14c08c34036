package earthquake

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"atoll/game"
)

// naive is the game once more, written straight from the rules page with
// strings and maps, slowly and separately, to be compared with Position.
type naive struct {
	n       int
	stack   map[string][]string
	at      map[int]string
	tool    map[int]string
	belt    map[int]bool
	out     []int
	turn    int
	todo    string // place, go, play, crack, after
	leaver  int    // who is leaving a volcano now
	lying   string // where the played cracks lie
	landed  bool   // the tile landed on is played when the cracks are gone
	mustGo  bool   // a go is to be made when the tile landed on is played
	hits    int    // tools used while leaving a volcano
	asks    int    // who decides
	asked   string // what is decided
	flights int
}

func naiveBoard() []string {
	return strings.Fields("a1 a2 a3 a4 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d1 d2 d3 d4 d5 d6 d7 e2 e3 e4 e5 e6 e7 f3 f4 f5 f6 f7 g4 g5 g6 g7")
}

func naiveStep(hex string, dir, times int) string {
	row, num := hex[0], hex[1]
	for range times {
		switch dir {
		case 0:
			num++
		case 1:
			row, num = row+1, num+1
		case 2:
			row++
		case 3:
			num--
		case 4:
			row, num = row-1, num-1
		case 5:
			row--
		}
	}
	to := string([]byte{row, num})
	if !slices.Contains(naiveBoard(), to) {
		return ""
	}
	return to
}

func newNaive(players int, scatter string) *naive {
	v := &naive{
		n:     players,
		stack: map[string][]string{},
		at:    map[int]string{},
		tool:  map[int]string{},
		belt:  map[int]bool{},
		turn:  1,
		todo:  "place",
	}
	for _, word := range strings.Fields(scatter)[1:] {
		hex, list, _ := strings.Cut(word, ":")
		if list != "" {
			v.stack[hex] = strings.Split(list, ",")
		}
	}
	v.settle()
	return v
}

func (v *naive) top(hex string) string {
	if s := v.stack[hex]; len(s) > 0 {
		return s[len(s)-1]
	}
	return ""
}

func (v *naive) pop(hex string)      { v.stack[hex] = v.stack[hex][:len(v.stack[hex])-1] }
func (v *naive) high(hex string) int { return len(v.stack[hex]) }
func (v *naive) isOut(seat int) bool { return slices.Contains(v.out, seat) }
func (v *naive) over() bool          { return len(v.out) == v.n-1 }
func (v *naive) standing(h string) int {
	for s, at := range v.at {
		if at == h {
			return s
		}
	}
	return 0
}

func (v *naive) leave(seat int) {
	if seat == v.leaver {
		v.leaver = 0
	}
	if seat == v.turn && v.todo != "place" {
		v.todo, v.lying, v.landed, v.mustGo = "after", "", false, false
	}
	v.out = append(v.out, seat)
	delete(v.at, seat)
	delete(v.tool, seat)
	delete(v.belt, seat)
}

func (v *naive) free(hex string) bool {
	return hex != "" && v.standing(hex) == 0 && v.top(hex) != "V"
}

func (v *naive) ways(seat int) (list []string) {
	from := v.at[seat]
	own := v.high(from)
	for d := range 6 {
		if to := naiveStep(from, d, 1); v.free(to) {
			rise := v.high(to) - own
			switch {
			case v.high(to) == 0:
				if v.tool[seat] == "L" {
					list = append(list, "swim "+to)
				}
			case rise <= 1:
				list = append(list, "move "+to)
			case rise <= 3 && v.tool[seat] == "R":
				list = append(list, "rope "+to)
			}
		}
		if to := naiveStep(from, d, 2); v.tool[seat] == "J" && v.free(to) && v.high(to) > 0 && v.high(to) <= own+1 {
			list = append(list, "spring "+to)
		}
	}
	return list
}

func (v *naive) uses(seat int) (list []string) {
	from := v.at[seat]
	blast := func(verb, to string) {
		if to == "" || v.top(to) == "V" {
			return
		}
		if o := v.standing(to); v.high(to) > 0 || o != 0 && v.tool[o] != "L" && !v.belt[o] {
			list = append(list, verb+" "+to)
		}
	}
	for d := range 6 {
		next := naiveStep(from, d, 1)
		switch v.tool[seat] {
		case "D":
			blast("dynamite", next)
		case "B":
			blast("bazooka", naiveStep(from, d, 2))
		case "P":
			if next != "" && v.standing(next) != 0 {
				if to := naiveStep(next, d, 1); v.free(to) && v.high(to) <= v.high(next)+1 {
					list = append(list, "push "+next)
				}
			}
		}
	}
	if v.tool[seat] == "T" {
		for o := 1; o <= v.n; o++ {
			if o != seat && v.tool[o] != "" {
				list = append(list, fmt.Sprintf("thief %d", o))
			}
		}
	}
	return list
}

// legal lists the texts of the actions of who decides.
func (v *naive) legal() (list []string) {
	s := v.asks
	switch v.asked {
	case "place":
		for _, hex := range naiveBoard() {
			if v.high(hex) > 0 && v.free(hex) {
				list = append(list, "place "+hex)
			}
		}
	case "flee":
		list = v.ways(s)
		if len(list) > 0 && v.tool[s] != "" {
			list = append(list, "drop")
		}
		list = append(list, v.uses(s)...)
	case "go":
		list = append(v.ways(s), v.uses(s)...)
		if v.high(v.at[s]) > 0 {
			list = append(list, "stay")
			if v.tool[s] != "" {
				list = append(list, "drop")
			}
		} else if v.tool[s] == "L" {
			list = append(list, "float")
		}
	case "keep":
		list = append(v.uses(s), "keep", "discard")
		if v.tool[s] == "S" {
			list = append(list, "sandbag")
		}
		if v.tool[s] != "" {
			list = append(list, "drop")
		}
	case "crack", "hole":
		list = []string{"remove", "sandbag", "drop"}
	case "after":
		list = append(v.uses(s), "end")
		if v.high(v.at[s]) > 0 {
			list = append(list, "drop")
		}
	}
	sort.Strings(list)
	return list
}

func (v *naive) ask(what string, seat int) { v.asked, v.asks = what, seat }

func (v *naive) next() {
	for {
		v.turn--
		if v.turn == 0 {
			v.turn = v.n
		}
		if !v.isOut(v.turn) {
			break
		}
	}
	delete(v.belt, v.turn)
	v.todo = "go"
}

func (v *naive) settle() {
	for !v.over() {
		// volcanoes first, in turn order after the one whose turn it is
		flee := v.leaver
		for i := 1; i <= v.n && flee == 0; i++ {
			s := (v.turn-i-1+2*v.n)%v.n + 1
			if hex, ok := v.at[s]; ok && v.top(hex) == "V" {
				flee = s
			}
		}
		if flee != 0 {
			v.leaver = flee
			if len(v.ways(flee)) > 0 || len(v.uses(flee)) > 0 {
				v.flights++
				v.ask("flee", flee)
				return
			}
			v.leave(flee)
			continue
		}
		if v.todo == "place" {
			v.ask("place", v.turn)
			return
		}
		if v.isOut(v.turn) {
			v.next()
			continue
		}
		s, hex := v.turn, v.at[v.turn]
		switch v.todo {
		case "go":
			v.ask("go", s)
			if len(v.legal()) > 0 {
				return
			}
			v.leave(s)
		case "play":
			switch top := v.top(hex); {
			case top == "":
				v.playedTile()
			case top == "H" && v.tool[s] == "S":
				v.ask("hole", s)
				return
			case top == "H":
				v.pop(hex)
			case top[0] == 'C':
				for _, end := range top[1:] {
					if n := naiveStep(hex, int(end-'0'), 1); n != "" && v.high(n) > 0 && v.top(n) != "V" {
						v.pop(n)
					}
				}
				v.todo, v.lying = "crack", hex
			default:
				v.ask("keep", s)
				return
			}
		case "crack":
			if v.tool[s] == "S" && hex == v.lying {
				v.ask("crack", s)
				return
			}
			v.unlie()
		case "after":
			if len(v.uses(s)) > 0 {
				v.ask("after", s)
				return
			}
			v.next()
		}
	}
	v.ask("over", 0)
}

// playedTile goes on after a tile is played: with a go that is still to be made,
// or with tools.
func (v *naive) playedTile() {
	if v.mustGo {
		v.mustGo, v.todo = false, "go"
		return
	}
	v.todo = "after"
}

// unlie removes played cracks from where they lie.
func (v *naive) unlie() {
	if v.at[v.turn] == v.lying {
		v.landed = false
	}
	v.pop(v.lying)
	v.noCracks()
}

// noCracks goes on when played cracks need no removing any more.
func (v *naive) noCracks() {
	v.lying = ""
	if v.landed {
		v.landed, v.todo = false, "play"
		return
	}
	v.playedTile()
}

func (v *naive) play(text string) {
	s := v.asks
	verb, to, _ := strings.Cut(text, " ")
	switch verb {
	case "place":
		v.at[s] = to
		v.nextPlace()
	case "stay":
		v.todo = "play"
	case "move", "rope", "spring", "swim":
		v.at[s] = to
		if verb != "move" {
			delete(v.tool, s)
		}
		if verb == "swim" {
			v.belt[s] = true
		}
		fled := s == v.leaver
		if fled {
			v.leaver = 0
		}
		switch {
		case s != v.turn:
		case v.todo == "crack":
			v.landed = true
		default:
			v.mustGo = v.mustGo || fled && v.todo == "go"
			v.todo = "play"
		}
	case "float":
		delete(v.tool, s)
		v.belt[s] = true
		v.todo = "after"
	case "drop":
		delete(v.tool, s)
	case "keep":
		v.tool[s] = v.top(v.at[s])
		v.pop(v.at[s])
		v.todo = "play"
	case "discard":
		v.pop(v.at[s])
		v.playedTile()
	case "remove":
		if v.asked == "hole" {
			v.pop(v.at[s])
		} else {
			v.unlie()
		}
	case "sandbag":
		delete(v.tool, s)
		if v.asked == "crack" {
			v.noCracks()
		} else {
			v.playedTile()
		}
	case "dynamite", "bazooka":
		if s == v.leaver {
			v.hits++
		}
		delete(v.tool, s)
		if v.high(to) > 0 {
			v.pop(to)
			if to == v.at[v.turn] {
				v.landed = false
				if v.todo == "play" {
					v.playedTile()
				}
			}
			if to == v.lying {
				v.noCracks()
			}
		} else {
			v.leave(v.standing(to))
		}
	case "push":
		delete(v.tool, s)
		for d := range 6 {
			if naiveStep(v.at[s], d, 1) == to {
				o := v.standing(to)
				v.at[o] = naiveStep(to, d, 1)
				if o == v.turn {
					v.landed = false
					if v.todo == "play" {
						v.playedTile()
					}
				}
				break
			}
		}
	case "thief":
		o := int(to[0] - '0')
		v.tool[s] = v.tool[o]
		delete(v.tool, o)
	case "end":
		v.next()
	}
	v.settle()
}

func (v *naive) nextPlace() {
	for v.turn++; v.turn <= v.n && v.isOut(v.turn); v.turn++ {
	}
	if v.turn > v.n {
		v.turn = 1
		v.next()
	}
}

func (v *naive) resign(s int) {
	v.leave(s)
	if s == v.turn && !v.over() {
		if v.todo == "place" {
			v.nextPlace()
		}
	}
	v.settle()
}

// wildScatter lays volcanoes just below the tops of a small island of tools,
// cracks and holes, so that explorers leave volcanoes with tools in hand.
func wildScatter(cfg game.Config, r *game.Rand) string {
	var deck []string
	for range 7 {
		deck = append(deck, "D", "B", "P", "T", "S")
	}
	for i := range 24 {
		deck = append(deck, []string{"C0134", "C245", "C012", "C05", "C1", "H"}[i%6])
	}
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	hexes := AreaOf(cfg)
	volcano := map[int]bool{}
	for len(volcano) < 4 {
		volcano[3+r.Intn(hexes.Len()-6)] = true
	}
	text := "scatter"
	for i, rest := 0, hexes; rest != 0; i, rest = i+1, rest&(rest-1) {
		var stack []string
		for range 1 + r.Intn(2) {
			stack, deck = append(stack, deck[0]), deck[1:]
		}
		if volcano[i] {
			stack = append([]string{"V"}, stack[:1]...)
		}
		text += " " + rest.First().String() + ":" + strings.Join(stack, ",")
	}
	return text
}

func TestNaiveRulesAgree(t *testing.T) {
	flights, drowned, hits := 0, 0, 0
	for players := 2; players <= 6; players++ {
		for seed := range uint64(120) {
			r := game.NewRand(seed*10 + uint64(players))
			area := []string{"area=auto", "area=19", "area=31", "area=37"}[seed%4]
			st := Game.MustConfigure(players, area).New().(*State)
			scatter := st.DrawBulk(r)
			if seed%8 == 1 { // 19 hexes
				scatter = wildScatter(st.Config(), r)
			}
			if err := st.PlayBulk(scatter, nil); err != nil {
				t.Fatal(err)
			}
			v := newNaive(players, scatter)
			for st.Acting() != 0 {
				s := st.Acting().First()
				var got []string
				for _, a := range st.AppendActions(nil, s) {
					got = append(got, string(st.AppendAction(nil, s, a)))
				}
				sort.Strings(got)
				if want := v.legal(); int(s)+1 != v.asks || !slices.Equal(got, want) {
					t.Fatalf("%d may %q, naive: %d may %q in\n%s", s+1, got, v.asks, want, st.AppendText(nil))
				}
				if o := game.Seat(r.Intn(players)); r.Intn(50) == 0 && st.AllowsTable(o, game.Resign) == nil {
					st.Table(o, game.Resign, nil)
					v.resign(int(o) + 1)
					continue
				}
				a := st.LivelyAction(s, r)
				text := string(st.AppendAction(nil, s, a))
				st.Play(game.Choose(s, a), nil)
				v.play(text)
			}
			if !v.over() {
				t.Fatalf("naive: not over in\n%s", st.AppendText(nil))
			}
			for i, s := range v.out {
				if got, want := int(st.Result().Rank[s-1]), players-i; got != want {
					t.Fatalf("%d has rank %d, naive %d", s, got, want)
				}
			}
			flights += v.flights
			drowned += len(v.out)
			hits += v.hits
		}
	}
	if flights < 50 || drowned < 100 || hits < 10 {
		t.Errorf("only %d flights, %d hits in them and %d out: the games are too tame", flights, hits, drowned)
	}
}
