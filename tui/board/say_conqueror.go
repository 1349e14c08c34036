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

func sayConqueror(sc *Scene) Said {
	var v conquerorView
	_ = json.Unmarshal(sc.JSON, &v)
	out := Said{Bar: fmt.Sprint(len(v.Seats), " players")}
	wide := sc.Width >= 42
	if !wide {
		out.Bar = ""
	}
	if len(v.Order) > 0 && wide {
		out.Note = "order " + strings.Join(v.Order, " ")
	}
	timed := slices.ContainsFunc(sc.Clocks, func(c string) bool { return c != "" })
	head := "won   now  coins"
	if timed {
		head += "     clock "
	}
	if wide {
		out.Players = append(out.Players, prose.Fit("", 17)+head)
	} else {
		out.Note = "won now coins"
		if sc.Me >= 0 && int(sc.Me) < len(sc.Clocks) && sc.Clocks[sc.Me] != "" {
			out.Right = "you " + sc.Clocks[sc.Me]
		}
	}
	sayConquerorPlayers(sc, v, wide, &out)
	if sc.Choose == nil || sc.Seat == game.NoSeat {
		return out
	}
	switch v.Phase {
	case "start":
		out.Ask, out.Todo = "Pick a corner to start", "pick a corner"
	case "move":
		steps := prose.Counted(v.Steps, "step", "steps")
		out.Todo = steps
		out.Ask = fmt.Sprintf("You rolled %d: %s", v.Die, stepWords(v.Steps))
	}
	sayConquerorTargets(sc, v, wide, &out)
	keys := fmt.Sprintf("1-%d", min(9, len(sc.Opts)))
	out.Keys = []paint.KeyHint{{"n", "n", "next target"}, {"", keys, "choose"}, {"enter", "Enter", prose.Small(out.Button)}, {"H", "H", "hint"}, paint.HelpKey}
	return out
}

// sayConquerorPlayers lists the players with what they have.
func sayConquerorPlayers(sc *Scene, v conquerorView, wide bool, out *Said) {
	won, lifted := 0, 0
	for _, isl := range v.Islands {
		won, lifted = won+paint.Int(isl.WonBy != nil), lifted+paint.Int(isl.Removed)
	}
	for i, s := range v.Seats {
		name := sc.who(s.Seat)
		mark := paint.SeatShapes[i%len(paint.SeatShapes)]
		if !s.In {
			mark = "-"
		}
		if wide {
			text := fmt.Sprintf("%s %s %s%3d   %3d    %3d", mark, s.Seat, prose.Fit(name, 12), s.Won, s.Score, s.Coins)
			if s.Left != nil {
				text = fmt.Sprintf("%s %s %s out: %s", mark, s.Seat, prose.Fit(name, 12), *s.Left)
			}
			if c := sc.clock(i); c != "" {
				text = prose.Ends(text, c+" ", sc.Width)
			}
			out.Players = append(out.Players, text)
			continue
		}
		clock := ""
		if i < len(sc.Clocks) {
			clock = sc.Clocks[i]
		}
		if sc.Acting.Has(game.Seat(i)) && clock == "" {
			clock = "…"
		}
		text := fmt.Sprintf("%2d %2d  %2d ", s.Won, s.Score, s.Coins)
		if s.Left != nil {
			text = "out: " + *s.Left
		}
		out.Players = append(out.Players, prose.Ends(mark+" "+name, clock+" "+text, sc.Width))
	}
	if wide {
		count := fmt.Sprintf("%d of %d islands won, %d of them lifted", won, len(v.Islands), lifted)
		out.Facts = []string{"", "now = islands if the game ended now", count}
	}
}

// sayConquerorTargets lists where the walk can end, and says what the highlighted one
// leads to.
func sayConquerorTargets(sc *Scene, v conquerorView, wide bool, out *Said) {
	island := map[string]int{}
	for i, isl := range v.Islands {
		for _, t := range isl.Tiles {
			island[t.At] = i
		}
	}
	die := []string{"╭───╮ ", fmt.Sprintf("│ %d │ ", v.Die), "╰───╯ "}
	if v.Die == 0 || !wide {
		die = nil
	}
	if wide && v.Phase == "move" {
		out.Head = []string{die[0] + "      to  over   island  coins there"}
	}
	for i, o := range sc.Opts {
		number := fmt.Sprintf("‹%d›", i+1)
		if i >= 9 {
			number = "   "
		}
		r := Row{Option: i}
		if die != nil {
			r.Lead = prose.Fit("", 6)
			if i < 2 {
				r.Lead = die[i+1]
			}
		}
		if o.Place == "" {
			r.Text = prose.Capital(o.Text)
			out.Rows = append(out.Rows, r)
			continue
		}
		text, over, events := conquerorTarget(sc, v, v.Islands[island[o.Place]], o.Place, number, wide)
		r.Text = text
		out.Rows = append(out.Rows, r)
		if i != sc.Lit {
			continue
		}
		out.Button = "Start on " + o.Place
		if v.Phase == "move" {
			out.Button = "Walk to " + o.Place
			out.Under, out.After = conquerorAfter(sc, events, o.Place, over)
			out.Tags = conquerorWay(append(over, o.Place))
			if sc.Size >= paint.Large {
				out.Under = []string{strings.Join(out.Under, " ")}
			}
		}
	}
	if die != nil && len(sc.Opts) == 1 {
		out.Rows = append(out.Rows, Row{Lead: die[2], Option: -1})
	}
}

// conquerorTarget is the line of a target, with what the walk there goes over and
// what it brings.
func conquerorTarget(
	sc *Scene, v conquerorView, isl conquerorIsland, place, number string, wide bool,
) (text string, over []string, events []game.Event) {
	coins := []string{}
	for _, t := range isl.Tiles {
		if t.Coin != nil {
			coins = append(coins, strings.ToLower(*t.Coin))
		}
	}
	slices.Sort(coins)
	verb := "move "
	if v.Phase == "start" {
		verb = "start "
	}
	_, events = Try(sc.View, sc.Seat, verb+place)
	over = conquerorPath(events, sc.Seat)
	switch {
	case wide && v.Phase == "move":
		text = fmt.Sprintf("%s %-3s %-6s %-7s %s", number, place, strings.Join(over, " "), isl.At, strings.Join(coins, " "))
	case v.Phase == "move":
		most := "free"
		if len(coins) > 0 {
			letter, n := conquerorMost(coins)
			most = fmt.Sprintf("%s %d of 4", letter, n)
		}
		text = fmt.Sprintf("%s %-3s island %s, %s", strings.Trim(number, "‹›"), place, isl.At, most)
	default:
		text = fmt.Sprintf("%s %s", strings.Trim(number, "‹›"), place)
	}
	return text, over, events
}

func conquerorMost(coins []string) (string, int) {
	best, most := "", 0
	for _, c := range coins {
		n := 0
		for _, d := range coins {
			n += paint.Int(c == d)
		}
		if n > most {
			best, most = c, n
		}
	}
	return best, most
}

// conquerorPath are the tiles that a walk goes over.
func conquerorPath(events []game.Event, seat game.Seat) []string {
	for _, e := range events {
		if e.Kind == "move" && e.Seat == seat {
			path, _ := e.Arg("path").(string)
			if tiles := strings.Fields(path); len(tiles) > 2 {
				return tiles[1 : len(tiles)-1]
			}
			return nil
		}
	}
	return nil
}

// conquerorWay points from each tile that a walk goes over to the next.
func conquerorWay(tiles []string) map[string]string {
	arrows := map[string]string{}
	for i, at := range tiles[:len(tiles)-1] {
		file, rank := fileRank(at)
		nextFile, nextRank := fileRank(tiles[i+1])
		arrows[at] = map[[2]int]string{{0, 1}: "↑", {1, 0}: "→", {0, -1}: "↓", {-1, 0}: "←"}[[2]int{nextFile - file, nextRank - rank}]
	}
	return arrows
}

// conquerorAfter says what a walk leads to.
func conquerorAfter(sc *Scene, events []game.Event, to string, over []string) (under, lines []string) {
	text := "To " + to + "."
	if len(over) > 0 {
		text = "Over " + prose.List(over) + " to " + to + "."
	}
	under = []string{text}
	cfg := sc.View.Config()
	next, wins := "", ""
	for _, e := range events {
		at, _ := e.Arg("island").(string)
		switch {
		case e.Kind == "remove":
			under = append(under, "Island "+at+" is lifted as soon as you leave it.")
		case e.Kind == "win" && e.Seat == sc.Seat:
			text := fmt.Sprintf("+ %s is the last free tile of %s: you win it by landing there", to, at)
			if sc.Width < 40 {
				text = fmt.Sprintf("+ last tile: you win %s by landing there", at)
			}
			lines = append(lines, prose.Wrapped(text, sc.Width, 2)...)
		case e.Seat >= 0 && e.Seat != sc.Seat && next == "":
			next = sc.who(cfg.SeatName(e.Seat))
		}
		if e.Kind == "win" && e.Seat != sc.Seat {
			wins = at
		}
	}
	if next != "" && sc.Width >= 40 {
		text := "  " + next + " is next"
		if wins != "" {
			text += " and wins island " + wins
		}
		lines = append(lines, text)
	}
	if len(lines) > 0 && sc.Width >= 40 {
		lines = append(append([]string{""}, lines...), "")
	}
	return under, lines
}

var stepsInWords = []string{"no steps", "one step", "two steps", "three steps", "four steps", "five steps", "six steps"}

func stepWords(n int) string {
	if n >= 0 && n < len(stepsInWords) {
		return stepsInWords[n]
	}
	return fmt.Sprint(n, " steps")
}

// awardedBy says why somebody gets an island that nobody has won.
var awardedBy = map[string]string{"most coins": " with the most coins", "last claim": " by the last claim", "dice": " by the best die"}

// logConqueror tells each turn in one entry.
func logConqueror(sc *Scene, story []session.Line) []Entry {
	type turn struct {
		seat   game.Seat
		parts  []string
		tail   []string
		roll   bool
		walked bool
	}
	var turns []turn
	var list []Entry
	cfg := sc.View.Config()
	verb := func(s game.Seat, word string) string {
		if s >= 0 && int(s) < len(sc.Names) && sc.Names[s] == prose.You {
			return word
		}
		return word + "s"
	}
	flush := func() {
		for _, t := range turns {
			who := cfg.SeatName(t.seat)
			if int(t.seat) < len(sc.Names) && sc.Names[t.seat] == prose.You {
				who = prose.You
			}
			text := strings.Join(t.parts, ", ")
			if text != "" {
				text += "."
			}
			list = append(list, Entry{prose.Fit(who, 4) + " ", strings.TrimSpace(text + " " + strings.Join(t.tail, " "))})
		}
		turns = nil
	}
	for _, l := range story {
		e := l.Event
		if e == nil || e.Seat < 0 || int(e.Seat) >= len(sc.Names) {
			flush()
			list = append(list, Entry{Text: sc.ordered(l)})
			continue
		}
		arg := func(name string) string { s, _ := e.Arg(name).(string); return s }
		number := func(name string) int { n, _ := e.Arg(name).(int); return n }
		part, tail, begins := "", "", false
		switch e.Kind {
		case "start":
			part, begins = verb(e.Seat, "start")+" on "+arg("tile"), true
		case "claim":
			part, begins = verb(e.Seat, "claim")+" "+arg("tile"), true
			if n := len(turns); n > 0 && turns[n-1].seat == e.Seat && turns[n-1].walked { // the last tile of an island, by landing
				part, begins = verb(e.Seat, "claim")+" it", false
			}
		case "broke":
			part, begins = "cannot claim "+arg("tile")+": no coin left", true
		case "win":
			var home []string
			for _, b := range strings.Fields(arg("back")) {
				home = append(home, prose.Within(sc.who(b[:1]))+" "+b[1:])
			}
			part = verb(e.Seat, "win") + " island " + arg("island")
			if len(home) > 0 {
				tail = "Coins go home: " + strings.Join(home, ", ") + "."
			}
		case "roll":
			part = fmt.Sprint(verb(e.Seat, "roll"), " ", number("die"))
		case "move":
			part = verb(e.Seat, "walk") + " to " + arg("to")
		case "pass":
			part = verb(e.Seat, "stay") + " on " + arg("tile") + ": no free tile in reach"
		case "remove":
			tail = "Island " + arg("island") + " is lifted."
		case "award":
			part = verb(e.Seat, "get") + " island " + arg("island") + awardedBy[arg("why")]
		case "forfeit":
			part = verb(e.Seat, "drop") + " out: no free tile within three steps"
		case "resign":
			part = verb(e.Seat, "resign")
		default:
			tail = e.Text
		}
		if n := len(turns); begins || n == 0 || e.Kind != "remove" && turns[n-1].seat != e.Seat || e.Kind == "roll" && turns[n-1].roll {
			turns = append(turns, turn{seat: e.Seat})
		}
		t := &turns[len(turns)-1]
		t.roll, t.walked = t.roll || e.Kind == "roll", t.walked || e.Kind == "move"
		if part != "" {
			t.parts = append(t.parts, part)
		}
		if tail != "" {
			t.tail = append(t.tail, tail)
		}
	}
	flush()
	slices.Reverse(list)
	return list
}

// dice names the players in the line that tells how an island was rolled for.
func (sc *Scene) dice(l session.Line) session.Line {
	if l.Event == nil || l.Event.Kind != "tie" {
		return l
	}
	arg := func(name string) string { s, _ := l.Event.Arg(name).(string); return s }
	var rolls []string
	for _, d := range strings.Fields(arg("dice")) {
		rolls = append(rolls, prose.Within(sc.who(d[:1]))+" "+prose.List(strings.Split(d[1:], ",")))
	}
	l.Text = "Dice for island " + arg("island") + ": " + strings.Join(rolls, ", ") + "."
	if again := strings.Fields(arg("again")); len(again) > 0 {
		for i, seat := range again {
			again[i] = prose.Within(sc.who(seat))
		}
		l.Text += " " + prose.Capital(prose.List(again)) + " roll again."
	}
	return l
}

// counts names the players in the line that counts their islands.
func (sc *Scene) counts(l session.Line) string {
	if l.Event == nil || l.Event.Kind != "end" {
		return l.Text
	}
	text, _, ok := strings.Cut(l.Text, " Islands: ")
	islands, _ := l.Event.Arg("islands").(string)
	if !ok || islands == "" {
		return l.Text
	}
	var words []string
	for _, n := range strings.Fields(islands) {
		words = append(words, prose.Within(sc.who(n[:1]))+" "+n[1:])
	}
	return text + " Islands: " + strings.Join(words, ", ") + "."
}

// ordered is what belongs to no player, with names: who goes when, dice, counts.
func (sc *Scene) ordered(l session.Line) string {
	if l.Event == nil || l.Event.Kind != "order" {
		return sc.counts(sc.dice(l))
	}
	order, _ := l.Event.Arg("order").(string)
	names := strings.Fields(order)
	for i, seat := range names {
		names[i] = prose.Within(sc.who(seat))
	}
	return "Order of play: " + strings.Join(names, ", ") + "."
}
