package board

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

var epigoSides = map[string][2]string{"S": {"South", "lapis"}, "N": {"North", "gold"}}

func sayEpigo(sc *Scene) Said {
	var v epigoView
	_ = json.Unmarshal(sc.JSON, &v)
	out := Said{}
	if v.Turn > 0 {
		out.Bar = fmt.Sprint("turn ", v.Turn)
	}
	wide := sc.Width >= 40
	marks := map[string]string{"S": "●", "N": "▲"}
	took := func(seat string) (frames []string, n int) {
		other, l, r := "N", "║", "║"
		if seat == "N" {
			other, l, r = "S", "│", "│"
		}
		for _, e := range v.Epigons {
			if e.Seat == other && e.On == "captured" {
				frames = append(frames, l+fmt.Sprint(e.Number)+r)
			}
		}
		return frames, v.Captures[seat]
	}
	order := []string{"N", "S"}
	if !wide {
		order = []string{"S", "N"}
		if sc.mine("N") {
			order = []string{"N", "S"}
		}
	}
	for _, seat := range order {
		s := int(paint.Int(seat == "N"))
		frames, n := took(seat)
		if wide {
			text := fmt.Sprintf("%s %s %s  %-5s", marks[seat], prose.Fit(sc.who(seat), 11), epigoSides[seat][0], epigoSides[seat][1])
			if sc.Acting.Has(game.Seat(s)) && !sc.mine(seat) && sc.Acting.Len() > 1 {
				text += "  plans…"
			}
			clock := sc.clock(s)
			if sc.Acting.Len() > 1 && !sc.mine(seat) {
				clock = strings.Trim(clock, "▐ ▌…")
			}
			out.Players = append(out.Players, strings.TrimRight(prose.Ends(text, clock, sc.Width), " "))
			for len(frames) < 3 {
				frames = append(frames, "( )")
			}
			out.Players = append(out.Players, prose.Ends("  took  "+strings.Join(frames, " "), fmt.Sprintf("%d of 3", n), sc.Width))
			continue
		}
		out.Players = append(out.Players,
			fmt.Sprintf("%s %s %d of 3   %s", marks[seat], prose.Fit(within2(sc.who(seat), epigoSides[seat][0]), 12), n, strings.Join(frames, " ")))
	}
	if !wide && slices.ContainsFunc(sc.Clocks, func(c string) bool { return c != "" }) {
		var words []string
		for s, c := range sc.Clocks {
			if s < len(sc.Names) {
				words = append(words, sc.Names[s]+" "+c)
			}
		}
		out.Title = strings.Join(words, "   ")
	}
	for _, seat := range []string{"S", "N"} {
		if isl := v.Islands[seat]; isl != nil {
			out.Facts = append(out.Facts, fmt.Sprintf("%s Island on %s shelters %s", sc.whose(seat), isl.At, numbers(isl.Epigons)))
		}
	}
	if v.Turn > 0 && wide {
		out.Coda = append(out.Coda, fmt.Sprintf("%d of %d turns without a capture", v.Quiet, v.Options.QuietLimit))
	}
	for _, seat := range v.Offers {
		out.Facts = append(out.Facts, "! "+sc.who(seat)+" offers a draw")
	}
	switch c := sc.Choose.(type) {
	case *planChooser:
		out.Pill, out.Others = "You plan", "plans"
		sayPlan(sc, v, c, &out)
	case *deployChooser:
		out.Pill, out.Others, out.Ask, out.Button = "You set up", "sets up", "Set up your row", "Lock in the row"
		out.Keys = []paint.KeyHint{{"", "←→", "along the row"}, {"", "1-7 x", "tile"}, {"z", "z", "shuffle"}, {"enter", "Enter", "lock in"}, paint.HelpKey}
	case *listChooser:
		sayEpigoOrders(sc, v, &out)
	}
	return out
}

func within2(name, side string) string {
	if name == prose.You {
		return name + " " + side
	}
	return name
}

// Ordinals count the rounds of a turn.
var Ordinals = []string{"1st", "2nd", "3rd"}

// sayPlan is the pane in which a plan is made: the Orders, the directions for the one being chosen,
// and the Orders that are left.
func sayPlan(sc *Scene, v epigoView, c *planChooser, out *Said) {
	b := newEpigoBoard(v)
	wide := sc.Width >= 40
	out.Ask = "Your plan"
	out.AskNote = fmt.Sprintf("%d of 3", min(3, len(c.orders)+paint.Int(!c.open())))
	var lines []string
	for i, nth := range Ordinals {
		lines = append(lines, strings.TrimRight(planOrder(sc, b, c, i, nth), " "))
	}
	if c.open() {
		lines = append(lines, planWays(sc, b, c, out)...)
	}
	if wide {
		if sc.Size >= paint.Large {
			lines = append(lines, "")
			for _, l := range prose.Wrap("as things stand now; three Orders meet three", sc.Width-2) {
				lines = append(lines, "  "+l)
			}
			lines = append(lines, "")
		}
		lines = append(lines, planTiles(c)...)
		if sc.Size >= paint.Large {
			lines = append(lines, "")
		}
	}
	out.Head = lines
	if c.Action() != "" {
		out.Button = "Lock in"
	}
	does := prose.Small(out.Button)
	if does == "" {
		does = "takes it"
	}
	out.Keys = []paint.KeyHint{{"", "1-7", "tile"}, {"", "←↑↓→", "direction"}, {"backspace", "Bksp", "back"}, {"enter", "Enter", does}, paint.HelpKey}
}

// planOrder is the line of one of the three Orders.
func planOrder(sc *Scene, b epigoBoard, c *planChooser, i int, nth string) string {
	wide := sc.Width >= 40
	mark := "  "
	if i == len(c.orders) && !c.open() || i == len(c.orders)-1 && c.open() {
		mark = "> "
	}
	text := mark + nth + "   "
	if !wide {
		text = mark + nth + " "
	}
	switch {
	case i >= len(c.orders):
		text += "·"
		if i == len(c.orders) && !c.open() {
			text += "  press 1 to 7"
			if c.slam {
				text += ", 8 SLAM!"
			}
		}
	case c.orders[i] == "SLAM":
		text += "SLAM!"
	case len(c.orders[i]) == 1:
		text += c.orders[i] + "  ?"
		if wide {
			text += "         choose a direction"
		} else {
			text += "  which way?"
		}
	default:
		t := b.try(sc.View.Config().SeatName(sc.Seat), int(c.orders[i][0]-'0'), c.orders[i][1])
		way := DirArrow[c.orders[i][1]]
		if wide {
			text += fmt.Sprintf("%s  %s %-7s %s", c.orders[i][:1], way, wayNames[c.orders[i][1]], strings.TrimSpace(t.sign+" "+t.text))
			text = prose.Ends(text, t.count, sc.Width)
		} else {
			text += fmt.Sprintf("%s %s %s", c.orders[i][:1], way, strings.TrimSpace(t.sign+" "+shortTry(t)))
		}
	}
	return text
}

// planWays are the directions for the Order that has none yet, and what each would do.
func planWays(sc *Scene, b epigoBoard, c *planChooser, out *Said) (lines []string) {
	wide, seat := sc.Width >= 40, sc.View.Config().SeatName(sc.Seat)
	number := int(c.orders[len(c.orders)-1][0] - '0')
	if sc.Size >= paint.Large {
		lines = append(lines, "")
	}
	for _, d := range []byte("NESW") {
		t := b.try(seat, number, d)
		mark := "  "
		if c.dir == string(d) {
			mark = "> "
		}
		if wide {
			lines = append(lines, fmt.Sprintf("  %s%s %-7s %s", mark, DirArrow[d], wayNames[d], strings.TrimSpace(t.sign+" "+t.text)))
		} else {
			lines = append(lines, fmt.Sprintf("%s%s %s", mark, DirArrow[d], strings.TrimSpace(t.sign+" "+shortTry(t))))
		}
		if c.dir == string(d) {
			out.Under = prose.Wrap(t.why, []int{44, 48, 66, 100}[max(0, min(3, int(sc.Size)))])
			out.Button = fmt.Sprintf("Take %d %s", number, wayNames[d])
		}
	}
	return lines
}

// planTiles are the numbers, with the place that each has in the plan below it.
func planTiles(c *planChooser) []string {
	top, low := "  ", "  "
	for n := 1; n <= 7; n++ {
		sign := "·"
		if i := slices.IndexFunc(c.orders, func(o string) bool { return o != "SLAM" && o[:1] == fmt.Sprint(n) }); i >= 0 {
			sign = Ordinals[i]
		} else if c.gone[fmt.Sprint(n)] {
			sign = "-" // captured: its Order can still be played, and does nothing
		}
		top, low = top+prose.Fit(fmt.Sprint(n), 5), low+prose.Fit(sign, 5)
	}
	if c.slam {
		top += "8"
		low += "SLAM!"
	}
	return []string{strings.TrimRight(top, " "), strings.TrimRight(low, " ")}
}

// sayEpigoOrders shows the Orders of both sides while they are carried out.
func sayEpigoOrders(sc *Scene, v epigoView, out *Said) {
	out.Todo = fmt.Sprintf("round %d of 3", v.Round)
	lines := []string{fmt.Sprintf("       %-7s%s", prose.Within(sc.Names[sc.Seat]), sc.Names[1-int(sc.Seat)])}
	seat := sc.View.Config().SeatName(sc.Seat)
	other := map[string]string{"S": "N", "N": "S"}[seat]
	order := func(s string, i int) string {
		if list := v.Orders[s]; i < len(list) && list[i] != nil && list[i].Order != "" {
			o := list[i].Order
			if o == "SLAM" {
				return "SLAM!"
			}
			return o[:1] + " " + DirArrow[o[1]]
		}
		return "░░░"
	}
	for i, nth := range Ordinals {
		mark := "  "
		if i+1 == v.Round {
			mark = "> "
		}
		lines = append(lines, fmt.Sprintf("%s  %s%s  %s", nth, mark, prose.Fit(order(seat, i), 5), order(other, i)))
	}
	out.Head = append(lines, "")
}

// logEpigo tells a turn in rounds: the Orders, and what came of them.
func logEpigo(sc *Scene, story []session.Line) []Entry {
	seatOf := func(e *game.Event) string { return sc.View.Config().SeatName(e.Seat) }
	whose := func(seat string) string {
		if sc.mine(seat) {
			return "your "
		}
		return ""
	}
	type turn struct {
		number int
		lines  []Entry
	}
	turns := []turn{{}}
	add := func(e Entry) { t := &turns[len(turns)-1]; t.lines = append(t.lines, e) }
	text := func(s string) {
		t := &turns[len(turns)-1]
		if n := len(t.lines); n > 0 && t.lines[n-1].Who == "  " {
			t.lines[n-1].Text += " " + s
			return
		}
		add(Entry{"  ", s})
	}
	named := func(s string) string {
		return prose.Capital(prose.NameSide(prose.NameSide(s, "South", sc.who("S")), "North", sc.who("N")))
	}
	for _, l := range story {
		e := l.Event
		if e == nil {
			add(Entry{Text: l.Text})
			continue
		}
		arg := func(name string) string { s, _ := e.Arg(name).(string); return s }
		number := func(name string) int { n, _ := e.Arg(name).(int); return n }
		switch e.Kind {
		case "turn":
			turns = append(turns, turn{number: number("turn")})
		case "reveal":
			first := arg("first")
			mine, theirs := arg("south"), arg("north")
			if sc.mine("N") {
				mine, theirs = theirs, mine
			}
			who := ""
			switch {
			case first == "":
				who = "they cancel"
			case sc.mine(first):
				who = mine[:1] + " first"
			default:
				who = theirs[:1] + " first"
			}
			if strings.HasPrefix(who, "S ") {
				who = "SLAM! first"
			}
			if sc.Width < 36 {
				add(Entry{fmt.Sprintf("%d ", number("round")), fmt.Sprintf("your %s  %s  %s", orderWords(mine), orderWords(theirs), who)})
			} else {
				add(Entry{fmt.Sprintf("round %d   ", number("round")), fmt.Sprintf("your %s   %s   %s", orderWords(mine), orderWords(theirs), who)})
			}
		case "slide":
			text(fmt.Sprintf("%s%d slides to %s.", prose.Capital(whose(seatOf(e))), number("epigon"), arg("to")))
		case "push":
			tiles := strings.Fields(arg("tiles"))
			var pushed []string
			for _, t := range tiles[min(1, len(tiles)):] {
				pushed = append(pushed, whose(t[:1])+t[1:2])
			}
			text(fmt.Sprintf("%s%d pushes %s, %s.", prose.Capital(whose(seatOf(e))), number("epigon"), prose.List(pushed), arg("count")))
		case "block":
			text(fmt.Sprintf("%s%d is blocked at %s, %s.", prose.Capital(whose(seatOf(e))), number("epigon"), arg("at"), arg("count")))
		case "capture":
			by := sc.who(arg("by"))
			text(fmt.Sprintf("%s%d falls off at %s: capture %d for %s.", prose.Capital(whose(seatOf(e))), number("epigon"), arg("from"), number("captures"), prose.Within(by)))
		case "deploy":
			text(linedUp(sc.who(seatOf(e)), arg("tiles"), arg("island")))
		default:
			text(named(e.Text))
		}
	}
	var list []Entry
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].number > 0 && i < len(turns)-1 {
			list = append(list, Entry{Text: fmt.Sprint("turn ", turns[i].number)})
		}
		list = append(list, turns[i].lines...)
		if i > 0 && len(turns[i].lines) > 0 {
			list = append(list, Entry{})
		}
	}
	return list
}

// linedUp tells a line-up, and where the Island lies if there is one.
func linedUp(who, tiles, island string) string {
	verb := "lines"
	if who == prose.You {
		verb = "line"
	}
	if island != "" {
		island = ", Island on " + island
	}
	return fmt.Sprintf("%s %s up %s%s.", who, verb, tiles, island)
}

func orderWords(o string) string {
	if len(o) != 2 {
		return o + "!"
	}
	return o[:1] + " " + DirArrow[o[1]]
}

// epigoFrames are the pictures of a turn after each of its rounds, made from what
// was told: the rules carry out all of them at once where nobody is asked.
func epigoFrames(js []byte, events []game.Event) []Moment {
	var v map[string]any
	if json.Unmarshal(js, &v) != nil {
		return nil
	}
	var list []Moment
	round := 0
	var told []game.Event
	epigons, _ := v["epigons"].([]any)
	find := func(seat string, number int) map[string]any {
		for _, e := range epigons {
			m, _ := e.(map[string]any)
			if m["seat"] == seat && m["number"] == float64(number) {
				return m
			}
		}
		return map[string]any{}
	}
	place := func(m map[string]any, on string, at any) { m["on"], m["at"] = on, at }
	flush := func() {
		if round > 0 || len(told) > 0 {
			m := Moment{Events: told}
			if round > 0 {
				m.Round = fmt.Sprint("round ", round)
			}
			if out, err := json.Marshal(v); err == nil {
				m.JSON = out
				list = append(list, m)
			}
		}
		told = nil
	}
	for _, e := range events {
		arg := func(name string) string { s, _ := e.Arg(name).(string); return s }
		number := func(name string) int { n, _ := e.Arg(name).(int); return n }
		seat := "S"
		if e.Seat == 1 {
			seat = "N"
		}
		switch e.Kind {
		case "reveal":
			flush()
			round = number("round")
		case "slide", "super":
			if to := arg("to"); to != "" {
				place(find(seat, number("epigon")), "board", to)
			}
		case "push":
			for _, tile := range strings.Fields(arg("tiles")) {
				who, at, _ := strings.Cut(tile, "@")
				if dir := arg("dir"); len(who) == 2 && len(at) == 2 && len(dir) == 1 {
					place(find(who[:1], int(who[1]-'0')), "board", epigoStep(at, dir[0]))
				}
			}
		case "capture":
			place(find(seat, number("epigon")), "captured", nil)
		case "enter":
			place(find(seat, number("epigon")), "island", nil)
		case "slam", "deploy":
			return nil // an Island that moves takes its squares along
		case "turn":
			continue
		}
		told = append(told, e)
	}
	if round == 0 {
		return nil
	}
	flush()
	return list
}

// epigoEmblem is the winner's tile, and who took what.
func epigoEmblem(js []byte, winner string, names func(string) string) (sign [3]string, fared string) {
	var v epigoView
	_ = json.Unmarshal(js, &v)
	sign = [3]string{"╭───╮", "│ " + winner + " │", "╰───╯"}
	if winner == "N" {
		sign = [3]string{"╔═══╗", "║ N ║", "╚═══╝"}
	}
	var words []string
	for _, seat := range []string{"S", "N"} {
		other, edge := "N", "║"
		if seat == "N" {
			other, edge = "S", "│"
		}
		took := ""
		for _, e := range v.Epigons {
			if e.Seat == other && e.On == "captured" {
				took += " " + edge + fmt.Sprint(e.Number) + edge
			}
		}
		if took != "" {
			words = append(words, prose.Within(names(seat))+took)
		}
	}
	return sign, strings.Join(words, "   ")
}

// reelEpigo has the Orders of both sides, as far as they are turned over.
func reelEpigo(reel []Moment, at, me int, players []string) []string {
	names := []string{"", ""}
	for i := range names {
		if s := (me + i) % 2; s < len(players) {
			names[i] = players[s]
		}
	}
	lines := []string{fmt.Sprintf("       %-8s%s", prose.Within(names[0]), names[1])}
	for i, f := range reel {
		for _, e := range f.Events {
			if e.Kind != "reveal" {
				continue
			}
			south, _ := e.Arg("south").(string)
			north, _ := e.Arg("north").(string)
			first, _ := e.Arg("first").(string)
			number, _ := e.Arg("round").(int)
			mine, theirs := south, north
			if me == 1 {
				mine, theirs = north, south
			}
			mark, close, word := "  ", "  ", "cancel"
			if i == at {
				mark, close = "> ", " <"
			}
			switch {
			case first == "S" && me == 0 || first == "N" && me == 1:
				word = mine[:1] + " first"
			case first != "":
				word = theirs[:1] + " first"
			}
			orders := prose.Fit(orderWords(mine), 5) + "  " + prose.Fit(orderWords(theirs), 3)
			line := fmt.Sprintf("%s  %s%s%s  %s", Ordinals[(number-1)%3], mark, orders, close, word)
			if i > at {
				line = fmt.Sprintf("%s    ░░░    ░░░    hidden", Ordinals[(number-1)%3])
			}
			lines = append(lines, line)
		}
	}
	return append(lines, "")
}
