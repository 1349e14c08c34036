package tui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

// toolHelp says what a tool does.
var toolHelp = map[string]string{
	"R": "Climbs 2 or 3 higher than you could step.",
	"L": "Swims to land one hex further off, or keeps you afloat for a turn.",
	"S": "Keeps the tile under you where it is, once.",
	"D": "Destroys the top tile of a neighbouring stack.",
	"B": "Destroys the top tile of a stack exactly two hexes away in a straight line.",
	"J": "Jumps two hexes in a straight line.",
	"P": "Moves a neighbouring explorer one hex directly away from you.",
	"T": "Takes another player's tool.",
}

func sayEarthquake(sc *scene) said {
	var v earthquakeView
	_ = json.Unmarshal(sc.js, &v)
	cells := map[string]int{}
	for i, c := range v.Cells {
		cells[c.Hex] = i
	}
	out := said{title: "Explorers"}
	if v.Number > 0 && sc.width >= 36 {
		out.bar = fmt.Sprint("turn ", v.Number)
	} else if v.Number > 0 {
		out.right = fmt.Sprint("turn ", v.Number)
	}
	order := slices.Clone(v.Order)
	for _, e := range v.Explorers {
		if !slices.Contains(order, e.Seat) {
			order = append(order, e.Seat)
		}
	}
	if len(v.Order) > 1 && sc.width >= 36 {
		out.note = "turns " + strings.Join(v.Order, " ")
	}
	held := false
	for _, seat := range order {
		i := slices.IndexFunc(v.Explorers, func(e earthquakeExplorer) bool { return e.Seat == seat })
		if i < 0 {
			continue
		}
		e := v.Explorers[i]
		mark, where := seatShapes[i%len(seatShapes)]+e.Seat, ""
		switch {
		case !e.In:
			mark, where = "- ", "out"
		case e.Hex == nil:
			where = "not placed yet"
		case e.Water:
			where = *e.Hex + " water"
		default:
			where = fmt.Sprintf("%s %d high", *e.Hex, v.Cells[cells[*e.Hex]].Height)
		}
		if sc.width >= 36 {
			where = strings.Replace(where, " ", "  ", 1)
		}
		if e.Stranded {
			where = strings.Fields(where)[0] + " drowns!"
		}
		if e.Tool != nil {
			held = true
			if sc.width >= 36 {
				where += "  " + toolNames[*e.Tool]
			} else {
				where += " " + *e.Tool
			}
		}
		longest := 10
		if len(v.Explorers) > 4 {
			longest = 8
		}
		out.players = append(out.players, sc.clocked(mark+" "+fit(sc.who(e.Seat), longest)+" "+where, i))
	}
	if !held && sc.width >= 36 && v.Phase != "place" {
		out.facts = []string{"", "nobody holds a tool"}
	}
	if sc.choose == nil || sc.seat == game.NoSeat {
		return out
	}
	sayEarthquakeChoices(sc, v, cells, &out)
	return out
}

func sayEarthquakeChoices(sc *scene, v earthquakeView, cells map[string]int, out *said) {
	l, ok := sc.choose.(*listChooser)
	if !ok {
		return
	}
	me := v.Explorers[sc.seat]
	here := ""
	if me.Hex != nil {
		here = *me.Hex
	}
	verbs := map[string]bool{}
	for _, c := range l.left() {
		verb, _, _ := strings.Cut(c.text, " ")
		verbs[verb] = true
	}
	tool := ""
	if here != "" && v.Cells[cells[here]].Top != nil {
		tool = (*v.Cells[cells[here]].Top)[:1]
	}
	switch {
	case verbs["place"]:
		out.ask, out.todo = "Place your explorer", "place your explorer"
	case verbs["keep"] && verbs["discard"] && tool != "":
		out.ask, out.todo = fmt.Sprintf("A %s lies on %s", toolNames[tool], here), "keep or discard"
		if sc.width >= 36 {
			out.head = append(wrap(toolHelp[tool], sc.width), "")
		} else {
			out.todo = ""
		}
	case verbs["sandbag"]:
		out.ask = "Use the sandbag?"
	case verbs["dynamite"] || verbs["bazooka"] || verbs["push"] || verbs["thief"]:
		out.ask = "Use a tool?"
	default:
		out.ask, out.todo = "Where to?", "go"
		if sc.width < 36 {
			out.todo = ""
		}
	}
	few := len(sc.opts) <= 3
	both := ""
	if few && verbs["keep"] && verbs["discard"] && here != "" && v.Cells[cells[here]].Height == 1 {
		both = "Either way " + here + " becomes water."
	}
	for i, o := range sc.opts {
		text := o.text
		action := ""
		if got := l.after(i); len(got) == 1 {
			action = got[0].text
		}
		switch {
		case o.place != "" && o.place != o.text:
		case o.place != "":
			c := v.Cells[cells[o.place]]
			text = fmt.Sprintf("%-3s %d high", o.place, c.Height)
			if c.Height == 0 {
				text = o.place + "  water"
			}
			if c.Top != nil {
				text += "  " + tileNames[(*c.Top)[:1]][0]
			}
		case l.parts(i) == "keep" && tool != "":
			text = "Keep the " + toolNames[tool]
			if sc.width < 36 {
				text = "Keep it"
			}
		case l.parts(i) == "discard":
			text = "Discard it"
		}
		number := ""
		if i < 9 && (sc.width >= 36 || !few) {
			number = fmt.Sprint(i+1, " ")
		}
		out.rows = append(out.rows, row{text: number + capital(text), option: i})
		lead := "  "
		if sc.width >= 36 {
			lead = "    "
		}
		var facts []string
		if few || i == sc.lit {
			facts = earthquakeFacts(sc, v, action, o.place, i == sc.lit, out)
		}
		for j, f := range facts {
			if j == 3 {
				break
			}
			for _, line := range wrapped(f, sc.width-len(lead), 2) {
				if few {
					out.rows = append(out.rows, row{text: lead[2:] + line, option: i})
				} else {
					out.after = append(out.after, line)
				}
			}
		}
		if few && sc.width >= 36 {
			out.rows = append(out.rows, row{option: -1})
		}
		if i == sc.lit {
			out.button = capital(text)
			switch {
			case l.parts(i) == "keep" && tool != "":
				out.button = "Keep the " + toolNames[tool]
			case l.parts(i) == "discard" && tool != "":
				out.button = "Discard the " + toolNames[tool]
			case o.place != "" && action != "":
				verb, _, _ := strings.Cut(action, " ")
				out.button = map[string]string{
					"place": "Start on ", "move": "Go to ", "rope": "Climb to ", "spring": "Jump to ", "swim": "Swim to ",
					"dynamite": "Dynamite ", "bazooka": "Fire at ", "push": "Push from ",
				}[verb] + o.place
			case o.place != "":
				out.button = "Take " + o.place
			}
		}
	}
	if both != "" && sc.width >= 36 {
		out.after = append(out.after, both, "")
	}
	signs := "what tiles do"
	if sc.width < 36 {
		signs = "tiles"
	}
	out.keys = []keyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", small1(out.button)}, {"n", "n", "next choice"}, {"T", "T", signs}, helpKey}
}

// earthquakeFacts are what an action leads to, the worst first.
func earthquakeFacts(sc *scene, v earthquakeView, action, place string, lit bool, said *said) []string {
	if action == "" {
		return nil
	}
	st, _ := after(sc.view, sc.seat, action)
	if st == nil {
		return nil
	}
	js, _ := st.MarshalJSON()
	var w earthquakeView
	_ = json.Unmarshal(js, &w)
	verb, _, _ := strings.Cut(action, " ")
	me := w.Explorers[sc.seat]
	var worst, bad, good []string
	near := map[string]earthquakeCell{}
	byHex := map[string]earthquakeCell{}
	for _, c := range w.Cells {
		byHex[c.Hex] = c
	}
	if me.In && me.Hex != nil {
		own := byHex[*me.Hex]
		for _, c := range w.Cells {
			if adjacent(own, c) {
				near[c.Hex] = c
			}
		}
		var out []string
		for _, c := range w.Cells {
			if _, ok := near[c.Hex]; ok && c.Height > 0 && c.Height <= own.Height+1 && !c.Volcano && c.Explorer == nil {
				out = append(out, fmt.Sprintf("%s, %d high", c.Hex, c.Height))
			}
		}
		if lit {
			said.tags = map[string]string{}
			for _, c := range v.Cells {
				switch lost := c.Height - byHex[c.Hex].Height; {
				case lost > 0 && byHex[c.Hex].Height == 0:
					said.tags[c.Hex] = fmt.Sprintf("-%d water", lost)
				case lost > 0:
					said.tags[c.Hex] = fmt.Sprintf("-%d", lost)
				}
			}
			if me.Water && len(out) <= 2 {
				for _, o := range out {
					at, _, _ := strings.Cut(o, ",")
					said.tags[at] = "• way out"
				}
			}
		}
		switch {
		case me.Stranded:
			worst = append(worst, "! you drown next turn: nobody can reach land from "+*me.Hex)
		case me.Water && len(out) == 1:
			text := "! one way out next turn: " + out[0]
			if sc.width < 36 {
				text = "! one way out: " + strings.Fields(out[0])[0][:2]
			}
			worst = append(worst, text)
		case len(out) == 0 && verb != "place":
			bad = append(bad, "- no step leads away from "+*me.Hex)
		}
		if me.Water {
			text := "- you stand in water"
			if verb == "keep" {
				text = "- nothing below: you stand in water"
				if sc.width < 36 {
					text = "- nothing below: water"
				}
			}
			bad = append(bad, text)
		}
	} else if !me.In {
		worst = append(worst, "! you are out")
	}
	if w.Reveal != nil && (verb == "keep" || verb == "discard" || verb == "stay" || verb == "remove") {
		volcanoes, all := w.Unseen.count()
		if volcanoes > 0 {
			bad = append(bad, fmt.Sprintf("- unknown below: %d of %d unseen are volcanoes", volcanoes, all))
		}
	}
	if place != "" && (verb == "move" || verb == "rope" || verb == "spring" || verb == "swim" || verb == "place") {
		for _, c := range v.Cells {
			if c.Hex != place || c.Top == nil {
				continue
			}
			switch t := (*c.Top)[:1]; {
			case t == "C" && len(c.Falls) > 0:
				bad = append(bad, "- cracks there take the tops of "+list(c.Falls))
			case t == "C":
				good = append(good, "+ the cracks there hit nothing")
			case t == "H":
				bad = append(bad, "- a hole: it goes, and the tile below is played")
			case toolNames[t] != "":
				good = append(good, "+ a "+toolNames[t]+" to keep or discard")
			}
		}
	}
	if st.Acting() == game.Only(sc.seat) && (verb == "keep" || verb == "thief") {
		var targets []string
		for _, a := range st.AppendActions(nil, sc.seat) {
			text := string(st.AppendAction(nil, sc.seat, a))
			if v, at, ok := strings.Cut(text, " "); ok && (v == "bazooka" || v == "dynamite") {
				targets = append(targets, at)
			}
		}
		if len(targets) > 0 {
			text := "+ fire at once or later: " + strings.Join(targets, ", ")
			if sc.width < 36 {
				text = "+ may fire: " + strings.Join(targets, ", ")
			}
			good = append(good, text)
		}
	}
	return append(append(worst, bad...), good...)
}

// adjacent reports whether two hexes share an edge.
func adjacent(a, b earthquakeCell) bool {
	dr, dn := b.Row-a.Row, b.Number-a.Number
	switch dr {
	case 0:
		return dn == 1 || dn == -1
	case 1:
		return dn == 0 || dn == 1
	case -1:
		return dn == 0 || dn == -1
	}
	return false
}

// logEarthquake tells each turn in one entry.
func logEarthquake(sc *scene, story []Line) []entry {
	var list []entry
	longest := 3
	for _, n := range sc.names {
		longest = max(longest, min(9, len([]rune(n))))
	}
	if len(sc.names) > 4 {
		longest = min(longest, 8)
	}
	who, text, number, last := game.NoSeat, "", 0, game.NoSeat
	flush := func() {
		if text == "" {
			return
		}
		lead := ""
		if who >= 0 && int(who) < len(sc.names) {
			lead = fit(sc.names[who], longest) + " "
			if sc.width >= 36 {
				lead = fmt.Sprintf("%-2d ", number) + lead + " "
			}
		}
		list = append(list, entry{lead, strings.TrimSpace(text)})
		text = ""
	}
	for _, l := range story {
		e := l.Event
		if e == nil {
			flush()
			list = append(list, entry{text: l.Text})
			continue
		}
		if e.Kind == "turn" {
			flush()
			number, _ = e.Arg("number").(int)
			who, last = e.Seat, e.Seat
			continue
		}
		arg := func(name string) string { s, _ := e.Arg(name).(string); return s }
		word := e.Text
		mine := e.Seat >= 0 && int(e.Seat) < len(sc.names) && sc.names[e.Seat] == you
		if e.Seat >= 0 {
			word = strings.TrimPrefix(word, "Explorer "+sc.view.Config().SeatName(e.Seat)+" ")
			if word != e.Text {
				if mine {
					word = plainVerb(word)
				}
				if e.Seat == who && last == who {
					word = capital(word)
				} else {
					word = sc.names[e.Seat] + " " + word
				}
			}
		}
		if e.Kind == "place" {
			flush()
			who = e.Seat
			word = "starts on " + arg("hex") + "."
			if mine {
				word = "start on " + arg("hex") + "."
			}
		}
		if e.Kind == "scatter" || e.Kind == "setup" {
			flush()
			list = append(list, entry{text: l.Text})
			continue
		}
		text += word + " "
	}
	flush()
	slices.Reverse(list)
	return list
}

// plainVerb turns "goes to" into "go to": what you do.
func plainVerb(text string) string {
	verb, rest, _ := strings.Cut(text, " ")
	switch {
	case verb == "is":
		verb = "are"
	case verb == "goes":
		verb = "go"
	case strings.HasSuffix(verb, "shes"):
		verb = strings.TrimSuffix(verb, "es")
	case strings.HasSuffix(verb, "s"):
		verb = strings.TrimSuffix(verb, "s")
	}
	return verb + " " + rest
}
