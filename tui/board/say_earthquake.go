package board

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"atoll/game"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
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

func sayEarthquake(sc *Scene) Said {
	var v earthquakeView
	_ = json.Unmarshal(sc.JSON, &v)
	cells := map[string]int{}
	for i, c := range v.Cells {
		cells[c.Hex] = i
	}
	out := Said{Title: "Explorers"}
	if v.Number > 0 && sc.Width >= 36 {
		out.Bar = fmt.Sprint("turn ", v.Number)
	} else if v.Number > 0 {
		out.Right = fmt.Sprint("turn ", v.Number)
	}
	order := slices.Clone(v.Order)
	for _, e := range v.Explorers {
		if !slices.Contains(order, e.Seat) {
			order = append(order, e.Seat)
		}
	}
	if len(v.Order) > 1 && sc.Width >= 36 {
		out.Note = "turns " + strings.Join(v.Order, " ")
	}
	held := false
	for _, seat := range order {
		i := slices.IndexFunc(v.Explorers, func(e earthquakeExplorer) bool { return e.Seat == seat })
		if i < 0 {
			continue
		}
		held = held || v.Explorers[i].Tool != nil
		out.Players = append(out.Players, sc.Clocked(sayExplorer(sc, v, cells, i), i))
	}
	if !held && sc.Width >= 36 && v.Phase != "place" {
		out.Facts = []string{"", "nobody holds a tool"}
	}
	if sc.Choose == nil || sc.Seat == game.NoSeat {
		return out
	}
	sayEarthquakeChoices(sc, v, cells, &out)
	return out
}

// sayExplorer says where an explorer stands and what it holds, in as many words as there
// is room for: names are cut before the tool is.
func sayExplorer(sc *Scene, v earthquakeView, cells map[string]int, i int) string {
	e := v.Explorers[i]
	mark, where, high := paint.SeatShapes[i%len(paint.SeatShapes)]+e.Seat, "", ""
	switch {
	case !e.In:
		mark, where = "- ", "out"
	case e.Hex == nil:
		where = "not placed"
	default:
		where, high = *e.Hex, "water"
		if !e.Water {
			high = fmt.Sprint(v.Cells[cells[*e.Hex]].Height, " high")
		}
		if e.Stranded {
			high = "drowns!"
		}
	}
	longest := 10
	for _, name := range sc.Names {
		longest = max(longest, min(11, len([]rune(name))))
	}
	if len(v.Explorers) > 4 {
		longest = 8
	}
	full, short, letter := "", "", ""
	if e.Tool != nil {
		full, short, letter = toolNames[*e.Tool], tileNames[*e.Tool][1], *e.Tool
	}
	line := ""
	for _, try := range []struct {
		longest   int
		gap, tool string
	}{{longest, "  ", full}, {longest, " ", full}, {longest, " ", short}, {8, " ", short}, {8, " ", letter}} {
		if try.gap == "  " && sc.Width < 36 {
			continue
		}
		words := strings.TrimRight(strings.Join([]string{where, high, try.tool}, try.gap), " ")
		line = mark + " " + prose.Fit(sc.who(e.Seat), min(longest, try.longest)) + " " + words
		if ansi.StringWidth(line)+1+ansi.StringWidth(sc.clock(i)) <= sc.Width {
			break
		}
	}
	return line
}

func sayEarthquakeChoices(sc *Scene, v earthquakeView, cells map[string]int, out *Said) {
	l, ok := sc.Choose.(*listChooser)
	if !ok {
		return
	}
	me := v.Explorers[sc.Seat]
	q := quakeChoices{Scene: sc, v: v, cells: cells, list: l, verbs: map[string]bool{}}
	if me.Hex != nil {
		q.here = *me.Hex
	}
	for _, c := range l.left() {
		verb, _, _ := strings.Cut(c.text, " ")
		q.verbs[verb] = true
	}
	if q.here != "" && v.Cells[cells[q.here]].Top != nil {
		q.tool = (*v.Cells[cells[q.here]].Top)[:1]
	}
	q.ask(out)
	few := len(sc.Opts) <= 3
	both := ""
	if few && q.verbs["keep"] && q.verbs["discard"] && q.here != "" && v.Cells[cells[q.here]].Height == 1 {
		both = "Either way " + q.here + " becomes water."
	}
	for i, o := range sc.Opts {
		text, action := q.text(i, o), ""
		if got := l.after(i); len(got) == 1 {
			action = got[0].text
		}
		number := ""
		if i < 9 && (sc.Width >= 36 || !few) {
			number = fmt.Sprint(i+1, " ")
		}
		out.Rows = append(out.Rows, Row{Text: number + prose.Capital(text), Option: i})
		lead := "  "
		if sc.Width >= 36 {
			lead = "    "
		}
		var facts []string
		if few || i == sc.Lit {
			facts = earthquakeFacts(sc, v, action, o.Place, i == sc.Lit, out)
		}
		for j, f := range facts {
			if j == 3 {
				break
			}
			for _, line := range prose.Wrapped(f, sc.Width-len(lead), 2) {
				if few {
					out.Rows = append(out.Rows, Row{Text: lead[2:] + line, Option: i, Extra: paint.Int(i != sc.Lit)})
				} else {
					out.After = append(out.After, line)
				}
			}
		}
		if few && sc.Width >= 36 {
			out.Rows = append(out.Rows, Row{Option: -1, Extra: 2})
		}
		if i == sc.Lit {
			out.Button = q.button(i, o, text, action)
		}
	}
	if both != "" && sc.Width >= 36 {
		out.After = append(out.After, both, "")
	}
	signs := "what tiles do"
	if sc.Width < 36 {
		signs = "tiles"
	}
	out.Keys = []paint.KeyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", prose.Small(out.Button)}, {"n", "n", "next choice"}, {"T", "T", signs}, paint.HelpKey}
}

// quakeChoices is a decision of Earthquake Island.
type quakeChoices struct {
	*Scene
	v     earthquakeView
	cells map[string]int
	list  *listChooser
	verbs map[string]bool // that the actions begin with
	here  string          // where the explorer stands, "" before that
	tool  string          // on top there, "" for none
}

// ask says what is asked for.
func (q *quakeChoices) ask(out *Said) {
	wide := q.Width >= 36
	switch picked := q.list.chosen; {
	case len(picked) > 0:
		out.Ask = "What to do with " + picked[0] + "?"
		if picked[0] == q.here {
			out.Ask = "What to do?"
		}
	case q.v.Phase == "place":
		out.Ask, out.Todo = "Place your explorer", "place your explorer"
	case q.v.Phase == "keep" && q.tool != "":
		out.Ask, out.Todo = fmt.Sprintf("A %s lies on %s", toolNames[q.tool], q.here), "keep or discard"
		if wide {
			out.Hint = append(prose.Wrap(toolHelp[q.tool], q.Width), "")
		}
	case q.v.Phase == "flee":
		q.askFlee(out)
		return
	case q.v.Phase == "hole":
		out.Ask, out.Todo = "A hole on "+q.here+": plug it?", "sandbag or not"
	case q.v.Phase == "crack":
		out.Ask, out.Todo = "Save the cracks on "+q.here+"?", "sandbag or not"
	case q.v.Phase == "after":
		out.Ask, out.Todo = "Use your tool?", "tool or end"
	case q.here != "" && q.v.Cells[q.cells[q.here]].Height == 0:
		out.Ask, out.Todo = "Out of the water!", "get to land"
	default:
		out.Ask, out.Todo = "Where to?", "go"
	}
	if !wide {
		out.Todo = ""
	}
}

// askFlee can come in anybody's turn.
func (q *quakeChoices) askFlee(out *Said) {
	out.Ask, out.Pill = "A volcano! Leave "+q.here, "Leave the volcano"
	if !slices.ContainsFunc([]string{"move", "rope", "spring", "swim"}, func(way string) bool { return q.verbs[way] }) {
		out.Ask = "No way off " + q.here + " yet: use a tool"
	}
}

// text is the line of an option.
func (q *quakeChoices) text(i int, o Option) string {
	text := o.Text
	switch {
	case o.Place != "" && o.Place != o.Text:
	case o.Place != "":
		text = q.place(i, o.Place)
	case q.list.parts(i) == "keep" && q.tool != "":
		text = "Keep the " + toolNames[q.tool]
		if q.Width < 36 {
			text = "Keep it"
		}
	case q.list.parts(i) == "discard":
		text = "Discard it"
	case q.v.Phase == "hole" && q.list.parts(i) == "sandbag":
		text = "Plug it: nothing is played"
	case q.v.Phase == "hole" && q.list.parts(i) == "remove" && q.v.Cells[q.cells[q.here]].Height == 1:
		text = "Let it go: nothing below"
	case q.v.Phase == "hole" && q.list.parts(i) == "remove":
		text = "Let it go, play the next tile"
	case (q.v.Phase == "hole" || q.v.Phase == "crack") && q.list.parts(i) == "drop":
		text = "Drop the sandbag: the tile goes"
		if q.Width < 36 {
			text = "Drop it: the tile goes"
		}
	case q.list.parts(i) == "sandbag":
		text = "Use the sandbag: it stays"
	}
	return text
}

// place is the line about a hex: what is there, and what can be done there besides
// moving.
func (q *quakeChoices) place(i int, place string) string {
	c := q.v.Cells[q.cells[place]]
	what, top := fmt.Sprint(c.Height, " high"), ""
	if c.Height == 0 {
		what = "water"
	}
	if c.Top != nil {
		top = "  " + tileNames[(*c.Top)[:1]][0]
	}
	var does []string
	for _, a := range q.list.after(i) {
		verb, _, _ := strings.Cut(a.text, " ")
		does = append(does, quakeVerbs[verb])
	}
	words := prose.Or(does)
	if words == "" || words == "go" {
		return fmt.Sprintf("%-3s %s%s", place, what, top)
	}
	text := fmt.Sprintf("%-3s %s%s: %s", place, what, top, words)
	if len(text) > q.Width-4 { // the board shows what lies there
		text = fmt.Sprintf("%-3s %s: %s", place, what, words)
	}
	return text
}

// quakeVerbs are what can be done with a hex.
var quakeVerbs = map[string]string{
	"move": "go", "rope": "climb", "spring": "jump", "swim": "swim", "dynamite": "dynamite", "bazooka": "fire", "push": "push",
}

// button says what the highlighted option does.
func (q *quakeChoices) button(i int, o Option, text, action string) string {
	button := prose.Capital(text)
	switch {
	case q.v.Phase == "hole" && q.list.parts(i) == "sandbag":
		button = "Plug the hole"
	case q.v.Phase == "hole" && q.list.parts(i) == "remove":
		button = "Let the hole go"
	case q.list.parts(i) == "drop" && (q.v.Phase == "hole" || q.v.Phase == "crack"):
		button = "Drop the sandbag"
	case q.list.parts(i) == "sandbag":
		button = "Use the sandbag"
	case q.list.parts(i) == "keep" && q.tool != "":
		button = "Keep the " + toolNames[q.tool]
	case q.list.parts(i) == "stay" && q.here != "":
		button = "Stay on " + q.here
	case q.list.parts(i) == "discard" && q.tool != "":
		button = "Discard the " + toolNames[q.tool]
	case o.Place != "" && action != "":
		verb, _, _ := strings.Cut(action, " ")
		button = map[string]string{
			"place": "Start on ", "move": "Go to ", "rope": "Climb to ", "spring": "Jump to ", "swim": "Swim to ",
			"dynamite": "Dynamite ", "bazooka": "Fire at ", "push": "Push from ",
		}[verb] + o.Place
	case o.Place != "":
		button = "Pick " + o.Place
	}
	return button
}

// earthquakeFacts are what an action leads to, the worst first.
func earthquakeFacts(sc *Scene, v earthquakeView, action, place string, lit bool, said *Said) []string {
	if action == "" {
		return nil
	}
	st, _ := Try(sc.View, sc.Seat, action)
	if st == nil {
		return nil
	}
	js, _ := st.MarshalJSON()
	var w earthquakeView
	_ = json.Unmarshal(js, &w)
	verb, _, _ := strings.Cut(action, " ")
	worst, bad := earthquakeStand(sc, v, w, verb, lit, said)
	if w.Reveal != nil && slices.Contains([]string{"keep", "discard", "stay", "remove", "drop"}, verb) {
		volcanoes, all := w.Unseen.count()
		if volcanoes > 0 {
			bad = append(bad, fmt.Sprintf("- unknown below: %d of %d unseen are volcanoes", volcanoes, all))
		}
	}
	var good []string
	if place != "" && (verb == "move" || verb == "rope" || verb == "spring" || verb == "swim" || verb == "place") {
		worse, better := earthquakeLanding(v, place)
		bad, good = append(bad, worse...), append(good, better...)
	}
	if st.Acting() == game.Only(sc.Seat) && (verb == "keep" || verb == "thief") {
		good = append(good, earthquakeFire(sc, st)...)
	}
	return append(append(worst, bad...), good...)
}

// earthquakeStand says how the explorer stands in w, which follows v.
func earthquakeStand(sc *Scene, v, w earthquakeView, verb string, lit bool, said *Said) (worst, bad []string) {
	me := w.Explorers[sc.Seat]
	switch {
	case !me.In:
		return []string{"! you are out"}, nil
	case me.Hex == nil:
		return nil, nil
	}
	byHex := map[string]earthquakeCell{}
	for _, c := range w.Cells {
		byHex[c.Hex] = c
	}
	out := earthquakeWays(w, byHex[*me.Hex])
	if lit {
		said.Tags = map[string]string{}
		for _, c := range v.Cells {
			switch lost := c.Height - byHex[c.Hex].Height; {
			case lost > 0 && byHex[c.Hex].Height == 0:
				said.Tags[c.Hex] = fmt.Sprintf("-%d water", lost)
			case lost > 0:
				said.Tags[c.Hex] = fmt.Sprintf("-%d", lost)
			}
		}
		if me.Water && len(out) <= 2 {
			for _, o := range out {
				at, _, _ := strings.Cut(o, ",")
				said.Tags[at] = "• way out"
			}
		}
	}
	switch {
	case me.Stranded:
		worst = append(worst, "! you drown next turn: no land in reach of "+*me.Hex)
	case me.Water && len(out) == 1:
		text := "! one way out next turn: " + out[0]
		if sc.Width < 40 {
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
			if sc.Width < 40 {
				text = "- nothing below: water"
			}
		}
		bad = append(bad, text)
	}
	return worst, bad
}

// earthquakeWays are the hexes that a step leads to, with their heights.
func earthquakeWays(w earthquakeView, own earthquakeCell) []string {
	var out []string
	for _, c := range w.Cells {
		if adjacent(own, c) && c.Height > 0 && c.Height <= own.Height+1 && !c.Volcano && c.Explorer == nil {
			out = append(out, fmt.Sprintf("%s, %d high", c.Hex, c.Height))
		}
	}
	return out
}

// earthquakeLanding says what lies on a hex that one lands on.
func earthquakeLanding(v earthquakeView, place string) (bad, good []string) {
	for _, c := range v.Cells {
		if c.Hex != place || c.Top == nil {
			continue
		}
		switch t := (*c.Top)[:1]; {
		case t == "C" && len(c.Falls) > 0:
			bad = append(bad, "- cracks there take the tops of "+prose.List(c.Falls))
		case t == "C":
			good = append(good, "+ the cracks there hit nothing")
		case t == "H":
			bad = append(bad, "- a hole: it goes, and the tile below is played")
		case toolNames[t] != "":
			good = append(good, "+ a "+toolNames[t]+" to keep or discard")
		}
	}
	return bad, good
}

// earthquakeFire says what a tool that was just taken can hit.
func earthquakeFire(sc *Scene, st game.State) []string {
	var targets []string
	for _, a := range st.AppendActions(nil, sc.Seat) {
		text := string(st.AppendAction(nil, sc.Seat, a))
		if v, at, ok := strings.Cut(text, " "); ok && (v == "bazooka" || v == "dynamite") {
			targets = append(targets, at)
		}
	}
	if len(targets) == 0 {
		return nil
	}
	text := "+ fire at once or later: " + strings.Join(targets, ", ")
	if sc.Width < 40 {
		text = "+ may fire: " + strings.Join(targets, ", ")
	}
	return []string{text}
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
func logEarthquake(sc *Scene, story []session.Line) []Entry {
	var list []Entry
	longest := 3
	for _, n := range sc.Names {
		longest = max(longest, min(11, len([]rune(n))))
	}
	if len(sc.Names) > 4 {
		longest = min(longest, 8)
	}
	number, t := 0, quakeTurn{sc: sc, who: game.NoSeat}
	flush := func() {
		text := t.text()
		if text == "" {
			return
		}
		lead := ""
		if t.who >= 0 && int(t.who) < len(sc.Names) {
			lead = prose.Fit(sc.Names[t.who], longest) + " "
			if sc.Width >= 36 {
				lead = fmt.Sprintf("%-2d ", number) + lead + " "
			}
		}
		list = append(list, Entry{lead, text})
		t = quakeTurn{sc: sc, who: t.who}
	}
	for _, l := range story {
		switch e := l.Event; {
		case e == nil, e.Kind == "scatter", e.Kind == "setup":
			flush()
			list = append(list, Entry{Text: l.Text})
		case e.Kind == "turn":
			flush()
			number, _ = e.Arg("number").(int)
			t.who = e.Seat
		case e.Kind == "place":
			flush()
			t.who = e.Seat
			t.begin(t.subject(e.Seat, "starts on "+t.arg(e, "hex")))
		default:
			t.tell(e)
		}
	}
	flush()
	slices.Reverse(list)
	return list
}

// quakeTurn is one turn in few words: what somebody does, then what comes of it.
type quakeTurn struct {
	sc        *Scene
	who       game.Seat
	sentences []string
	kind, at  string // of the event before, and its hex
}

func (t *quakeTurn) arg(e *game.Event, name string) string {
	s, _ := e.Arg(name).(string)
	return s
}

// subject puts who it is before what is done, unless it is the one whose turn it is.
func (t *quakeTurn) subject(s game.Seat, does string) string {
	if s < 0 || int(s) >= len(t.sc.Names) {
		return does
	}
	name := t.sc.Names[s]
	if name == prose.You {
		does = prose.PlainVerb(does)
	}
	if s == t.who {
		return does
	}
	return name + " " + does
}

func (t *quakeTurn) begin(sentence string) { t.sentences = append(t.sentences, sentence) }

// add goes on with the last sentence if it tells of one of these kinds.
func (t *quakeTurn) add(joint, words string, kinds ...string) {
	if n := len(t.sentences); n > 0 && slices.Contains(kinds, t.kind) {
		t.sentences[n-1] += joint + words
		return
	}
	t.begin(words)
}

func (t *quakeTurn) text() string {
	var text string
	for i, s := range t.sentences {
		if i > 0 {
			s = " " + prose.Capital(s)
		}
		text += s + "."
	}
	return text
}

// whom names the explorer of a seat within a sentence.
func (t *quakeTurn) whom(seat string) string { return prose.Within(t.sc.who(seat)) }

func (t *quakeTurn) tell(e *game.Event) {
	hex := t.arg(e, "hex")
	high := func(name string) string {
		n, _ := e.Arg(name).(int)
		return fmt.Sprint(n, " high")
	}
	switch e.Kind {
	case "move":
		hex = t.arg(e, "to")
		how := map[string]string{"rope": "climbs by rope to ", "spring": "springs to ", "swim": "swims to "}[t.arg(e, "by")]
		if how == "" {
			how = "goes to "
		}
		if flee, _ := e.Arg("flee").(bool); flee {
			how = "leaves the volcano for "
		}
		t.begin(t.subject(e.Seat, how+hex+", "+high("to_height")))
	case "stay":
		t.begin(t.subject(e.Seat, "stays on "+hex))
	case "cracks", "hole":
		words := "the cracks hit nothing"
		if fall := t.arg(e, "hexes"); fall != "" {
			words = "cracks take " + strings.ReplaceAll(fall, " ", ", ")
		}
		if e.Kind == "hole" {
			words = "a hole"
		}
		if n := len(t.sentences); n > 0 && t.kind == "move" { // what follows says how high it is
			t.sentences[n-1], _, _ = strings.Cut(t.sentences[n-1], ", ")
		}
		t.add(": ", words, "move", "stay")
	case "fall":
		words := hex + " is " + high("height")
		if n, _ := e.Arg("height").(int); n == 0 {
			words = hex + " is water"
			if on := t.arg(e, "explorer"); on != "" {
				words += " under " + t.whom(on)
			}
		}
		own := !slices.Contains([]string{"cracks", "dynamite", "bazooka"}, t.arg(e, "by"))
		if top := t.arg(e, "top"); own && top != "" && tileNames[top[:1]][0] != "" {
			words += ": " + tileNames[top[:1]][0]
		}
		t.add(", ", words, "fall")
	case "reveal":
		words := tileNames[t.arg(e, "tile")[:1]][0]
		if t.at != hex {
			words = hex + ": " + words
			t.begin(words)
		} else {
			t.add(": ", words, "fall")
		}
	case "water":
		if t.kind != "fall" || t.at != hex { // a fall has told it
			t.begin(t.subject(e.Seat, "is in water on "+hex))
		}
	case "volcano":
		words := "a volcano on " + hex
		if on := t.arg(e, "explorer"); on != "" {
			words += ", which " + t.whom(on) + " must leave"
		}
		t.begin(words)
	case "keep":
		words := "keeps the " + toolNames[t.arg(e, "tool")]
		if old := t.arg(e, "old"); old != "" {
			words += ", not the " + toolNames[old]
		}
		t.begin(t.subject(e.Seat, words))
	case "discard":
		t.begin(t.subject(e.Seat, "discards the "+toolNames[t.arg(e, "tool")]))
	case "dynamite", "bazooka":
		words := "the " + e.Kind + " hits " + hex
		if e.Seat != t.who { // from one who leaves a volcano
			words = t.sc.whose(t.sc.View.Config().SeatName(e.Seat)) + " " + e.Kind + " hits " + hex
		}
		t.begin(words)
	case "push":
		t.begin(t.subject(e.Seat, fmt.Sprintf("pushes %s to %s, %s", t.whom(t.arg(e, "pushed")), t.arg(e, "to"), high("to_height"))))
	case "thief":
		t.begin(t.subject(e.Seat, fmt.Sprintf("steals the %s of %s", toolNames[t.arg(e, "tool")], t.whom(t.arg(e, "victim")))))
	default:
		words := strings.TrimSuffix(e.Text, ".")
		if e.Seat >= 0 {
			words = t.subject(e.Seat, strings.TrimPrefix(words, "Explorer "+t.sc.View.Config().SeatName(e.Seat)+" "))
		}
		t.begin(words)
	}
	t.kind, t.at = e.Kind, hex
}
