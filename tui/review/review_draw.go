package review

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/analysis"
	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

// picture draws the moment on show, as large as fits.
func (p *reviewPage) picture(width, height int, most paint.Size) *board.Board {
	m := p.past.list[p.at]
	st := m.State
	if p.better != nil {
		st = p.better
	}
	view := game.Look(st, p.eyes[p.eye])
	before := ""
	if p.at > 0 {
		before = board.Text(game.Look(p.past.list[p.at-1].State, p.eyes[p.eye]))
	}
	mk := board.Marks{}
	for _, e := range m.Events {
		for _, name := range []string{"from", "to", "at", "tile", "hex"} {
			if place, ok := e.Arg(name).(string); ok && prose.IsPlace(place) {
				mk.Last = append(mk.Last, place)
			}
		}
	}
	for s := most; s >= paint.Tiny; s-- {
		var b *board.Board
		var err error
		if own := board.Screens[view.Config().Game.ID]; m.JSON != nil && p.better == nil && own.Draw != nil {
			b, err = own.Draw(m.JSON, mk, paint.Look{Size: s, Day: p.Day})
		} else {
			b, err = board.Draw(view, mk, paint.Look{Size: s, Day: p.Day}, before)
		}
		if err != nil {
			break
		}
		b.Canvas.Plain = p.Plain
		if s == paint.Tiny || b.Canvas.W <= width && b.Canvas.H <= height {
			return b
		}
	}
	return board.DrawText(view, before)
}

func (p *reviewPage) screen() string {
	if p.w < paint.LeastWidth || p.h < paint.LeastHeight {
		return paint.TooSmall(p.w, p.h)
	}
	pal := p.Colours()
	gap := "  "
	if p.w >= 100 {
		gap = "   "
	}
	left := " " + p.Style(pal.Focus, true).Render("≈ Atoll") + gap + p.past.rec.Config.Game.Name + gap + "review"
	pill, of := "The start", ""
	if n := len(p.past.turns); n > 0 && p.at > 0 {
		pill = "Setting up"
		if number := p.past.turns[p.turn()].number; number > 0 {
			pill = fmt.Sprint("Turn ", number)
		}
		if r := p.past.list[p.at].Round; r != "" {
			pill += ", " + r
		}
		of = gap + fmt.Sprint("of ", p.past.turns[n-1].number)
	}
	if p.at == len(p.past.list)-1 && p.past.rec.Result.Over {
		of = gap + session.ResultOf(p.past.rec.Config, p.past.rec.Result, p.past.names)
	}
	right := p.Style(pal.Sel, true).Reverse(!p.Plain).Render("▌ " + pill + " ▐")
	if room := p.w - 1 - ansi.StringWidth(left) - ansi.StringWidth(right) - 2; ansi.StringWidth(of) > room {
		of = ansi.Truncate(of, max(0, room), "…")
	}
	rows := []string{prose.Ends(left, right+of, p.w-1)}
	if p.help {
		rows = append(rows, paint.HelpBox("Keys", "review", reviewHelp, p.w, p.Style(pal.Edge, false))...)
	} else {
		rows = append(rows, p.panes()...)
	}
	for len(rows) < p.h-1 {
		rows = append(rows, "")
	}
	keys := []paint.KeyHint{{"down", "↑↓", "turn"}, {"right", "←→", "step"}, {"n", "n", "next mistake"}, {"P", "P", "play from here"}, paint.HelpKey}
	if board.Screens[p.past.rec.Config.Game.ID].Frames != nil {
		keys[1][2] = "round"
	}
	rows = append(rows[:p.h-1], p.Style(pal.Ink3, false).Render(paint.KeyLine(paint.FitKeys(keys, p.w))))
	for i := range rows {
		rows[i] = prose.Fit(rows[i], p.w)
	}
	return p.Finish(strings.Join(rows, "\n"))
}

var reviewHelp = []paint.HelpItem{
	{"Go", "↑↓ turn   ←→ one step or round   Home and End   Space plays on"},
	{"Learn", "n next mistake   b the better line on the board   A thinks longer"},
	{"", "P plays on from here, unrated   v changes who looks"},
	{"Mouse", "press or drag on the curve, press a turn; the wheel steps"},
	{"Leave", "Esc goes back"},
}

// panes are the curve above, the board at the left, the words at the right.
func (p *reviewPage) panes() []string {
	pal, edge := p.Colours(), p.Style(p.Colours().Edge, false)
	bars := 3
	if p.h >= 40 {
		bars = 8
	}
	note := p.note()
	most := paint.Small
	if p.h >= 40 {
		most = paint.Large
	}
	room := p.h - 2 - (bars + 3)
	lowest := paint.Int(note != "") * 2
	b := p.picture(p.w-40, room-2-lowest, most)
	for b.Canvas.H > room-2-lowest && lowest > 0 {
		lowest--
	}
	for b.Canvas.H > room-2-lowest && bars > 1 {
		bars, room = bars-1, room+1
	}
	curveLines, columns := p.past.curveLines(p.w-4, bars, p.mark(), 1<<20)
	chance := paint.Pane{Title: "Your chance of winning", Head: curveLines}
	if name := p.past.names[p.past.me]; name != prose.You {
		chance.Title = name + "'s chance of winning"
	}
	if n := len(p.past.turns); n > 0 {
		t := p.past.turns[p.turn()]
		chance.Right = percent(p.past.value(t.first)) + " -> " + percent(p.past.value(t.last+1))
		if _, done, part := p.past.known(); !done {
			chance.Right = fmt.Sprintf("looking back, %d %%", part)
		}
	}
	rows := chance.Draw(p.w, bars+3, edge)
	p.curveAt, p.columns = paint.Area{X: 8, Y: 2, W: len(columns), H: bars + 1}, columns
	height := room - lowest
	boardWidth := max(40, b.Canvas.W+4)
	boardPane := paint.Pane{Title: p.boardTitle(), Head: b.Canvas.Lines()}
	if extra := height - 2 - len(boardPane.Head); extra > 0 {
		boardPane.Head = append(boardPane.Head, p.captions(boardWidth-4, extra)...)
	}
	leftRows := boardPane.Draw(boardWidth, height, edge)
	side := p.w - boardWidth
	words := p.words(side - 4)
	turns := p.turnsPane(side - 4)
	heights := paint.Share([]paint.Pane{words, turns}, height, false)
	p.turnsAt = paint.Area{X: boardWidth + 2, Y: 1 + len(rows) + heights[0] + 1, W: side - 4, H: heights[1] - 2}
	_, p.turnTop = turns.Window(heights[1])
	rightRows := append(words.Draw(side, heights[0], edge), turns.Draw(side, heights[1], edge)...)
	for i := range height {
		l, r := "", ""
		if i < len(leftRows) {
			l = leftRows[i]
		}
		if i < len(rightRows) {
			r = rightRows[i]
		}
		rows = append(rows, prose.Fit(l, boardWidth)+r)
	}
	if lowest > 0 {
		rows = append(rows, " "+p.Style(pal.Note, false).Underline(false).Render(ansi.Truncate(note, p.w-2, "…")))
	}
	return rows
}

func (p *reviewPage) mark() int {
	if len(p.past.turns) == 0 {
		return -1
	}
	return p.turn()
}

func (p *reviewPage) boardTitle() string {
	switch {
	case p.better != nil:
		return "The better line"
	case p.at == 0:
		return "The start"
	case p.past.list[p.at].Round != "":
		return "After " + p.past.list[p.at].Round
	}
	return "After it"
}

// captions are lines below the board.
func (p *reviewPage) captions(width, most int) []string {
	t := p.past.turns
	if len(t) == 0 || most < 1 {
		return nil
	}
	turn := t[p.turn()]
	if turn.to-turn.from < 2 {
		return nil
	}
	line := ""
	for i := turn.from + 1; i <= turn.to; i++ {
		word := fmt.Sprint(i - turn.from)
		if i-turn.from <= 3 {
			word = board.Ordinals[i-turn.from-1]
		}
		if i == p.at {
			word += ">"
		} else {
			word += " "
		}
		line += word + " "
	}
	return []string{prose.Ends(strings.TrimRight(line, " "), "Enter plays", width)}
}

// note is a sentence on what has just happened.
func (p *reviewPage) note() string {
	events := p.past.list[p.at].Events
	for i := len(events) - 1; i >= 0; i-- {
		if e := events[i]; e.Kind == "push" || e.Kind == "capture" || e.Kind == "win" || e.Kind == "fall" || e.Kind == "block" {
			return tellNames(p.past, e.Text)
		}
	}
	if n := len(events); n > 0 {
		return tellNames(p.past, events[n-1].Text)
	}
	return ""
}

// words are the verdict on the turn.
func (p *reviewPage) words(width int) paint.Pane {
	c := paint.Pane{Title: "Good move", Least: 3}
	if len(p.past.turns) == 0 || p.at == 0 {
		c.Title = "The start"
		c.Head = prose.Wrap("↓ goes to the first turn, n to the first mistake.", width)
		return c
	}
	t := p.past.turns[p.turn()]
	before, after := p.past.value(t.first), p.past.value(t.last+1)
	decision, luck := p.past.share(t.first, t.last)
	d, ok := p.past.mistake(p.turn())
	switch {
	case ok && (d.Verdict == analysis.Blundered || d.Verdict == analysis.Slipped):
		c.Title = "Mistake"
	case ok && d.Verdict == analysis.Outguessed:
		c.Title = "Outguessed"
	case luck > 0.1 && p.past.rec.Config.Game.Traits.Simultaneous:
		c.Title = "Lucky guess"
	case after-before > 0.15:
		c.Title = "Turned it"
	case !ok:
		c.Title = "Their turn"
	}
	if !math.IsNaN(before) && !math.IsNaN(after) {
		c.Right = fmt.Sprintf("%.1f -> %.1f", 100*before, 100*after)
	} else if _, done, _ := p.past.known(); !done {
		c.Title = "Looking at it"
	} else if p.past.analyse == nil {
		c.Title = "What happened"
	}
	if p.message != "" {
		c.Body = append(c.Body, prose.Wrapped(p.message, width, 2)...)
	}
	for _, e := range p.past.list[p.at].Events {
		if e.Kind == "turn" || e.Kind == "reveal" {
			continue
		}
		c.Body = append(c.Body, prose.Wrapped(tellNames(p.past, e.Text), width, 2)...)
	}
	if ok && len(d.Best) > 0 {
		played := fmt.Sprintf("played %-10s %5.1f", shortMove(d.Played.Do), 100*d.Played.Value)
		if d.GaveUp >= 0.005 {
			played = prose.Ends(played, fmt.Sprintf("gave up %.1f", 100*d.GaveUp), width)
		}
		c.Tail = append(c.Tail, ansi.Truncate(played, width, "…"))
		if d.Best[0].Do != d.Played.Do && d.GaveUp >= 0.005 {
			c.Tail = append(c.Tail, ansi.Truncate(fmt.Sprintf("better %-10s %5.1f", shortMove(d.Best[0].Do), 100*d.Best[0].Value), width, "…"))
		}
	}
	if !math.IsNaN(before) && !math.IsNaN(after) && p.past.analyse != nil {
		c.Tail = append(c.Tail, prose.Wrap(fmt.Sprintf("decisions %+.1f   luck %+.1f", 100*decision, 100*luck), width)...)
	}
	c.Least = max(3, len(c.Tail)+min(3, len(c.Body)))
	return c
}

// turnsPane lists the turns: who did what, and the chances before and after.
func (p *reviewPage) turnsPane(width int) paint.Pane {
	c := paint.Pane{Title: "Turns", Least: 5}
	two := len(p.past.names) == 2
	if two {
		other := p.past.names[1-int(p.past.me)]
		c.Right = prose.Within(p.past.names[p.past.me]) + " / " + other
	}
	now := -1
	if p.at > 0 && len(p.past.turns) > 0 {
		now = p.turn()
	}
	longest := 1
	var moves [][2]string
	for i := range p.past.turns {
		var m [2]string
		atOnce := two && len(p.past.actions(i, 0)) > 0 && len(p.past.actions(i, 1)) > 0
		for s := range game.Seat(len(p.past.names)) {
			text := p.past.moves(i, s)
			if atOnce { // what follows from the first has no room beside it
				text = p.past.actions(i, s)[0]
			}
			switch {
			case text == "":
			case s == p.past.me:
				m[0] = text
			case m[1] == "" || two:
				m[1] = text
				if !two {
					m[1] = p.past.names[s] + " " + text
				}
			default:
				m[1] += ", " + p.past.names[s] + " " + text
			}
		}
		longest = max(longest, min(14, ansi.StringWidth(m[0])))
		moves = append(moves, m)
	}
	narrow := !two && width < 32 // and whoever else moved in the same turn is left out
	if narrow || !slices.ContainsFunc(moves, func(m [2]string) bool { return m[0] != "" && m[1] != "" }) {
		longest = 0 // one moves at a time: one column is enough
		for i, m := range moves {
			moves[i] = [2]string{"", m[0]}
			if m[0] == "" && two {
				moves[i][1] = "(" + m[1] + ")"
			} else if m[0] == "" {
				moves[i][1] = m[1]
			}
		}
	}
	for i, t := range p.past.turns {
		mark := "  "
		if i == now {
			mark, c.Lit = "> ", i
		}
		values := fmt.Sprintf("%3s %3s", percent(p.past.value(t.first)), percent(p.past.value(t.last+1)))
		bad := "   "
		if p.bad(i) {
			bad = "  !"
		}
		text := fmt.Sprintf("%s%-3d", mark, t.number)
		if longest > 0 {
			text += prose.Fit(moves[i][0], longest) + "  "
		}
		text += moves[i][1]
		line := prose.Fit(text, max(0, width-ansi.StringWidth(values)-3)) + values + bad
		if i == now {
			line = p.Style(p.Colours().Sel, true).Render(line)
		}
		c.Body = append(c.Body, line)
	}
	return c
}

func (p *reviewPage) View() tea.View {
	v := tea.NewView(p.screen())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Atoll review"
	return v
}
