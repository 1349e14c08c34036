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

// Try is the view once an action is played.
func Try(view game.State, seat game.Seat, text string) (game.State, []game.Event) {
	next := view.Copy()
	a, err := game.Parse(next, seat, text)
	if err != nil {
		return nil, nil
	}
	var events []game.Event
	next.Play(game.Choose(seat, a), func(e game.Event) { events = append(events, e) })
	return next, events
}

// attacked are the squares of seat's pieces that the one to move can take.
func attacked(st game.State, seat string) map[string][]string {
	hit := map[string][]string{}
	mover := st.Acting()
	if mover == 0 || mover.Len() != 1 {
		return hit
	}
	js, _ := st.MarshalJSON()
	var v evoView
	_ = json.Unmarshal(js, &v)
	own := map[string]bool{}
	for _, p := range v.Pieces {
		own[p.At] = p.Seat == seat
	}
	if at := v.Castles[seat]; at != nil {
		own[*at] = true
	}
	s := mover.First()
	for _, a := range st.AppendActions(nil, s) {
		text := string(st.AppendAction(nil, s, a))
		move, _, _ := strings.Cut(text, "=")
		if from, to, ok := strings.Cut(move, "-"); ok && own[to] && !slices.Contains(hit[to], from) {
			hit[to] = append(hit[to], from)
		}
	}
	return hit
}

// evoReach is where a piece could go if it were its owner's turn again, in the
// position that v tells.
func evoReach(cfg game.Config, v evoView, seat, at, role string) []string {
	order := []string{"S", "N"}
	if v.Players == 4 {
		order = []string{"S", "W", "N", "E"}
	}
	var sides strings.Builder
	for _, s := range order {
		if !slices.Contains(v.In, s) && v.Players == 4 {
			fmt.Fprintf(&sides, " | %s left", s)
			continue
		}
		castle := "-"
		if c := v.Castles[s]; c != nil {
			castle = *c
		}
		fmt.Fprintf(&sides, " | %s %s", s, castle)
		for _, p := range v.Pieces {
			if p.Seat == s {
				r := p.Role
				if p.At == at {
					r = role
				}
				sides.WriteString(" " + p.At + r)
			}
		}
	}
	st := cfg.New()
	for later := 0; ; later++ { // the next turn that is this seat's
		text := fmt.Sprintf("%s | %d 0 %s%s | -", cfg.AppendText(nil), v.Turn+later, seat, sides.String())
		if err := st.UnmarshalText([]byte(text)); err == nil {
			break
		} else if later == 4 {
			return nil
		}
	}
	s, _ := cfg.SeatByName(seat)
	var list []string
	for _, a := range st.AppendActions(nil, s) {
		text := string(st.AppendAction(nil, s, a))
		if from, to, ok := strings.Cut(text, "-"); ok && from == at && !strings.Contains(to, "=") {
			list = append(list, to)
		}
	}
	return list
}

func sayEvo(sc *Scene) Said {
	var v evoView
	_ = json.Unmarshal(sc.JSON, &v)
	out := Said{Bar: fmt.Sprint("turn ", v.Turn), Right: fmt.Sprintf("quiet %d of %d", v.Quiet, v.Options.QuietLimit)}
	sayEvoPlayers(sc, v, &out)
	sayEvoThreats(sc, v, &out)
	if v.Seen > 1 {
		out.Facts = append(out.Facts, fmt.Sprintf("This position has come up %d times; the third time is a draw.", v.Seen))
	}
	c, ok := sc.Choose.(*evoChooser)
	if !ok {
		return out
	}
	mine := sc.View.Config().SeatName(sc.Seat)
	switch {
	case c.from == "":
		sayEvoPieces(sc, c, &out)
	case c.turning:
		for i, r := range c.turns() {
			out.Rows = append(out.Rows, Row{Text: strings.ToLower(r) + " " + evoRoleNames[r], Option: i})
		}
		if i := sc.Lit; i >= 0 && i < len(c.turns()) {
			out.Button = "Turn to " + evoRoleNames[c.turns()[i]]
		}
		out.Keys = []paint.KeyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", prose.Small(out.Button)}, {"esc", "Esc", "other piece"}, paint.HelpKey}
	default:
		sayEvoTargets(sc, c, v, mine, &out)
	}
	return out
}

// sayEvoPlayers lists the players, or puts them into the corners of a large board.
func sayEvoPlayers(sc *Scene, v evoView, out *Said) {
	order := []string{"S", "N"}
	if v.Players == 4 {
		order = []string{"S", "W", "N", "E"}
	}
	pieces := map[string]int{}
	for _, p := range v.Pieces {
		pieces[p.Seat]++
	}
	sides := map[string]string{"S": "South", "W": "West", "N": "North", "E": "East"}
	for i, s := range order {
		mark := nose[s]
		if len(v.In) > 0 && !slices.Contains(v.In, s) {
			mark = "-"
		}
		if sc.Size == paint.Large {
			lines := []string{mark + " " + prose.Fit(sc.who(s), 9), sides[s], fmt.Sprintf("%d pieces", pieces[s])}
			if c := sc.clock(i); c != "" {
				lines = append(lines, c)
			}
			out.Corners[map[string]int{"N": 0, "E": 1, "W": 2, "S": 3}[s]] = lines
			continue
		}
		name, fact := sc.who(s), fmt.Sprintf("%dp", pieces[s])
		if sc.Width >= 34 {
			fact = fmt.Sprintf("%-6s%d pieces", sides[s], pieces[s])
		}
		out.Players = append(out.Players, sc.Clocked(mark+" "+prose.Fit(name, 10)+" "+fact, i))
	}
}

// sayEvoThreats warns of castles that are attacked.
func sayEvoThreats(sc *Scene, v evoView, out *Said) {
	var threats []string
	if sc.Size == paint.Large {
		out.Coda = []string{"", "No castle is attacked now."}
		if sc.Acting == 0 {
			out.Coda = nil
		}
	}
	for _, t := range v.Threats {
		threats = append(threats, fmt.Sprintf("! %s attacks the castle on %s from %s.", sc.who(t.Seat), t.At, t.From))
	}
	if len(threats) > 0 {
		if sc.Size == paint.Large {
			out.Coda = append([]string{""}, threats...)
		}
		out.Under = append(out.Under, threats[0])
		out.Facts = append(out.Facts, threats...)
	} else if v.Players == 4 {
		out.Under = append(out.Under, "Whoever takes any castle wins. None is attacked now.")
	} else {
		out.Under = append(out.Under, "Whoever takes the castle wins. None is attacked now.")
	}
}

// sayEvoPieces lists the pieces that can be picked.
func sayEvoPieces(sc *Scene, c *evoChooser, out *Said) {
	for i, o := range sc.Opts {
		n := len(c.targets[o.Place])
		takes := 0
		for _, to := range c.targets[o.Place] {
			if c.victims[to] != "" {
				takes++
			}
		}
		ways := prose.Counted(n, "way", "ways")
		if n == 0 {
			ways = "turns only"
			if sc.Width < 26 {
				ways = "turns"
			}
		}
		text := fmt.Sprintf("%-4s%-9s %s", o.Place, evoRoleNames[c.roles[o.Place]], ways)
		if takes > 0 {
			text += fmt.Sprintf(", %d ×", takes)
		}
		out.Rows = append(out.Rows, Row{Text: text, Option: i})
		if i == sc.Lit {
			out.Button = "Pick " + o.Place
		}
	}
	pick := "pick it"
	if out.Button != "" {
		pick = prose.Small(out.Button)
	}
	out.Keys = []paint.KeyHint{{"", "←↑↓→", "move"}, {"n", "n", "next piece"}, {"enter", "Enter", pick}, {"H", "H", "hint"}, paint.HelpKey}
}

// sayEvoTargets lists where a piece can go, and what comes of it.
func sayEvoTargets(sc *Scene, c *evoChooser, v evoView, mine string, out *Said) {
	wide := sc.Width >= 36
	if wide {
		out.Head = []string{"  to      what          they can take"}
	} else {
		out.Ask = evoRoleNames[c.roles[c.from]] + " " + c.from
	}
	next := ""
	for i, o := range sc.Opts {
		st, _ := Try(sc.View, sc.Seat, c.text(o.Place))
		if st == nil {
			continue
		}
		hit := attacked(st, mine)
		what, sign := "goes", " "
		if victim := c.victims[o.Place]; victim != "" {
			what, sign = "takes "+evoRoleNames[victim], "×"
		}
		text := ""
		if wide {
			var squares []string
			for at := range hit {
				squares = append(squares, at)
			}
			slices.Sort(squares)
			text = fmt.Sprintf("%-6s%s %-14s%s", o.Place, sign, what, strings.Join(squares, " "))
		} else {
			text = o.Place
			if sign == "×" {
				text += " × " + what
			}
			if from := hit[o.Place]; len(from) > 0 {
				text += " ! from " + from[0]
				if a := st.Acting(); a.Len() == 1 {
					next = sc.View.Config().SeatName(a.First())
				}
			}
		}
		out.Rows = append(out.Rows, Row{Text: text, Option: i})
		if i == sc.Lit {
			verb := "Go to "
			if sign == "×" {
				verb = "Take on "
			}
			out.Button = verb + o.Place
			if c.role != "" && c.legal[c.from+"-"+o.Place+"="+c.role] {
				out.Button += ", turn to " + evoRoleNames[c.role]
			}
			if wide {
				out.After = evoTurns(sc, c, v, st, mine, o.Place)
			}
		}
	}
	others := strings.ToLower(strings.Join(c.turns(), " "))
	if wide {
		out.After = append(out.After, "", "  or turn without moving: = "+others, "")
	} else {
		out.After = append(out.After, "", "  then turn: w b c s")
		if next != "" {
			out.After = append(out.After, prose.Wrapped("! "+map[string]string{"S": "South", "W": "West", "N": "North", "E": "East"}[next]+" moves next and could take it there", sc.Width, 2)...)
		}
		out.After = append(out.After, "  or turn: = "+others)
	}
	out.Keys = []paint.KeyHint{{"", "←↑↓→", "move"}, {"n", "n", "next target"}, {"enter", "Enter", prose.Small(out.Button)}, {"esc", "Esc", "other piece"}, paint.HelpKey}
}

// evoTurns is the table of roles: where the piece could go next with each.
func evoTurns(sc *Scene, c *evoChooser, _ evoView, st game.State, mine, to string) []string {
	if st.Acting() == 0 {
		return nil
	}
	js, _ := st.MarshalJSON()
	var v evoView
	_ = json.Unmarshal(js, &v)
	lines := []string{"", "  turn    after it      could go to"}
	now := c.roles[c.from]
	roles := append([]string{now}, slices.DeleteFunc(slices.Clone(evoRoles), func(r string) bool { return r == now })...)
	for _, r := range roles {
		name := evoRoleNames[r]
		if r == now {
			name = "stays as is"
		}
		mark := "  "
		if c.role == r || c.role == "" && r == now {
			mark = "> "
		}
		lines = append(lines, fmt.Sprintf("%s%-8s%-14s%s", mark, r, name, strings.Join(evoReach(sc.View.Config(), v, mine, to, r), " ")))
	}
	return lines
}

// logEvo tells a move in one entry: its number, who, and what.
func logEvo(sc *Scene, story []session.Line) []Entry {
	var list []Entry
	longest := 3
	for _, n := range sc.Names {
		longest = max(longest, min(10, len([]rune(n))))
	}
	turn := 0
	for i := 0; i < len(story); {
		j := i
		for j < len(story) && story[j].Step == story[i].Step {
			j++
		}
		step := story[i:j]
		i = j
		first := step[0].Event
		if first == nil || first.Kind != "move" && first.Kind != "rotate" {
			for _, l := range step {
				list = append(list, Entry{Text: l.Text})
			}
			continue
		}
		turn++
		seat := sc.View.Config().SeatName(first.Seat)
		text := ""
		for _, l := range step {
			e := l.Event
			if e == nil {
				continue
			}
			arg := func(name string) string { s, _ := e.Arg(name).(string); return s }
			switch e.Kind {
			case "move":
				text = fmt.Sprintf("%s %s to %s", evoRoleNames[arg("role")], arg("from"), arg("to"))
			case "capture":
				owner := sc.who(arg("owner")) + "'s"
				if owner == prose.You+"'s" {
					owner = "your"
				}
				text += fmt.Sprintf(", takes %s %s", owner, evoRoleNames[arg("what")])
			case "rotate":
				if text == "" {
					text = fmt.Sprintf("%s turns to %s", arg("at"), evoRoleNames[arg("to")])
				} else {
					text += ", turns to " + evoRoleNames[arg("to")]
				}
			case "threat":
			case "win":
				if text += ". " + sc.who(sc.View.Config().SeatName(e.Seat)) + " wins"; sc.mine(sc.View.Config().SeatName(e.Seat)) {
					text = strings.TrimSuffix(text, "s")
				}
			default:
				text += ". " + strings.TrimSuffix(e.Text, ".")
			}
		}
		list = append(list, Entry{fmt.Sprintf("%-3d %s  ", turn, prose.Fit(sc.who(seat), longest)), text + "."})
	}
	slices.Reverse(list)
	return list
}
