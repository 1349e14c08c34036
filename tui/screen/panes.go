package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

func (p *playPage) seatMark(s game.Seat) string {
	cfg := p.snap.View.Config()
	if own, ok := board.Screens[cfg.Game.ID]; ok && own.SeatMark != nil {
		return own.SeatMark(cfg.SeatName(s))
	}
	return paint.SeatShapes[int(s)%len(paint.SeatShapes)]
}

func (p *playPage) playersPane(width int) paint.Pane {
	pal := p.Colours()
	if len(p.said.Corners[0])+len(p.said.Corners[3]) > 0 {
		return paint.Pane{}
	}
	c := paint.Pane{Title: "Players", Right: p.said.Note, Least: len(p.snap.Names)}
	if p.said.Title != "" {
		c.Title = p.said.Title
	}
	facts := p.board.Notes
	if p.said.Players != nil {
		c.Head, facts = p.said.Players, p.said.Facts
		c.Least = len(c.Head)
	} else {
		c.Head = p.playerLines(width)
	}
	for _, n := range facts {
		for _, l := range prose.Wrapped(n, width, 2) {
			if strings.HasPrefix(n, "!") {
				l = p.Style(pal.Danger, true).Render(l)
			} else {
				l = p.Style(pal.Ink3, false).Render(l)
			}
			c.Body = append(c.Body, l)
		}
	}
	return c
}

// playerLines lists the players, for a game that says nothing more about them.
func (p *playPage) playerLines(width int) []string {
	sc, pal := p.scene(width), p.Colours()
	longest := 3
	for _, name := range p.snap.Names {
		longest = max(longest, min(12, ansi.StringWidth(name)))
	}
	var lines []string
	for s, name := range p.snap.Names {
		fact := p.snap.View.Config().SeatName(game.Seat(s))
		if s < len(p.board.Seats) {
			fact = p.board.Seats[s]
		}
		mark := p.Style(pal.Seats[s%len(pal.Seats)], true).Render(p.seatMark(game.Seat(s)))
		lines = append(lines, sc.Clocked(mark+" "+prose.Fit(ansi.Truncate(name, longest, "…"), longest)+"  "+fact, s))
	}
	return lines
}

// scene is this moment, for the game to describe.
func (p *playPage) scene(width int) *board.Scene {
	sc := &board.Scene{
		View: p.snap.View, Seat: p.snap.Seat, Me: p.me(), Names: p.snap.Names, Clocks: p.snap.Clocks, Acting: p.snap.View.Acting(),
		Opts: p.options(), Lit: p.lit(), Choose: p.choose, Size: p.size, Width: width, Plain: p.Plain, Pal: p.Colours(),
	}
	sc.JSON = p.json()
	if p.reelOn() {
		sc.JSON, sc.Choose, sc.Seat = p.reel[p.reelAt].JSON, nil, game.NoSeat
	}
	return sc
}

// me is the seat of the person who looks.
func (p *playPage) me() game.Seat {
	if p.snap.Seat != game.NoSeat {
		return p.snap.Seat
	}
	return game.Seat(slices.Index(p.snap.Names, prose.You))
}

// choicesPane is what is asked, and what can be answered.
func (p *playPage) choicesPane(width int) paint.Pane {
	c := paint.Pane{Choices: true, Least: 3}
	opts := p.options()
	button, rows := p.question(&c, width)
	if rows == nil {
		for i, o := range opts {
			text := o.Text
			if i < 9 && len(opts) > 1 {
				text = fmt.Sprintf("%d %s", i+1, o.Text)
			}
			rows = append(rows, board.Row{Text: text, Option: i})
		}
	}
	lit := p.lit()
	if lit >= 0 && lit < len(opts) && button == "" {
		switch o := opts[lit]; {
		case o.Place != o.Text:
			button = prose.Capital(o.Text)
		case p.final(lit):
			button = "Go to " + o.Text
		default:
			button = "Pick " + o.Text
		}
	}
	if p.choose != nil && !p.resign && !p.snap.Over && !p.reelOn() {
		c.Right = p.countOf(len(opts), width)
	}
	p.underChoices(&c, button, width)
	return p.withRows(c, rows, lit, width)
}

// withRows puts the choices into their pane, and makes shorter ones of it for windows
// that cannot show all: without the hint and the gaps, then without what is known of
// choices that are not highlighted.
func (p *playPage) withRows(c paint.Pane, rows []board.Row, lit, width int) paint.Pane {
	filled := func(most int, hint []string) paint.Pane {
		pane := c
		pane.Head = append(slices.Clone(hint), c.Head...)
		p.choiceRows(&pane, slices.DeleteFunc(slices.Clone(rows), func(r board.Row) bool { return r.Extra > most }), lit, width)
		pane.Least = max(3, len(pane.Head)+len(pane.Tail)+min(3, len(pane.Body)))
		return pane
	}
	var hint []string
	if p.choose != nil && !p.resign && !p.reelOn() {
		hint = p.said.Hint
	}
	whole := filled(2, hint)
	whole.Short = []paint.Pane{filled(1, nil), filled(0, nil)}
	return whole
}

// countOf says beside the title how many choices there are.
func (p *playPage) countOf(options, width int) string {
	own, ok := p.choose.(interface{ Count() string })
	switch {
	case p.said.AskNote != "":
		return p.said.AskNote
	case width < 28:
		return ""
	case ok:
		return own.Count()
	case options > 2:
		return fmt.Sprint(options, " ways")
	}
	return ""
}

// question gives the pane its title and what stands above the choices. rows are the
// game's own lines for them, nil for none.
func (p *playPage) question(c *paint.Pane, width int) (button string, rows []board.Row) {
	switch {
	case p.resign:
		c.Title = "Really resign?"
	case p.reelOn():
		c.Title, c.Head = "Orders", p.reelHead()
	case p.snap.Over:
		c.Title = "And now?"
		c.Head = prose.Wrap(p.snap.Status, width)
	case p.snap.Lesson != nil && p.choose == nil:
		c.Title = "Go on"
		if v := p.snap.Lesson.Verdict(); v != "" {
			c.Head = append(prose.Wrap(v, width), "")
		}
	case p.choose == nil:
		c.Title = "Waiting"
		c.Head = prose.Wrap(p.snap.Status, width)
	default:
		c.Title = p.choose.Prompt()
		if own, ok := p.choose.(interface{ Lines() []string }); ok {
			c.Head = own.Lines()
		}
		if a := p.choose.Action(); a != "" {
			button = c.Title
		}
		if p.said.Ask != "" {
			c.Title = p.said.Ask
		}
		if p.said.Head != nil {
			c.Head = p.said.Head
		}
		rows = p.said.Rows
		if p.said.Button != "" {
			button = p.said.Button
		}
	}
	if ansi.StringWidth(c.Title) > width-2 {
		c.Head = append(prose.Wrap(c.Title, width), c.Head...)
		c.Title = "Your choice"
	}
	return button, rows
}

// choiceRows are the lines of the choices, with a mark before the highlighted one.
func (p *playPage) choiceRows(c *paint.Pane, rows []board.Row, lit, width int) {
	sel := p.Style(p.Colours().Sel, true)
	seen := -1
	for _, r := range rows {
		mark := "  "
		if r.Option >= 0 && r.Option == lit && seen != lit {
			mark = "> "
			c.Lit = len(c.Body)
		}
		if r.Option >= 0 {
			seen = r.Option
		}
		text := r.Lead + mark + r.Text
		if mark == "> " {
			text = sel.Render(prose.Fit(text, width))
		} else {
			text = p.signed(text)
		}
		c.Body, c.Options = append(c.Body, text), append(c.Options, r.Option)
	}
}

// underChoices says what the highlighted choice leads to, and has the button.
func (p *playPage) underChoices(c *paint.Pane, button string, width int) {
	pal := p.Colours()
	sel := p.Style(pal.Sel, true)
	if !p.resign && !p.snap.Over && !p.reelOn() {
		for _, l := range p.said.After {
			c.Tail = append(c.Tail, p.signed(l))
		}
	}
	if p.message != "" {
		for _, l := range prose.Wrap(p.message, width) {
			c.Tail = append(c.Tail, p.Style(pal.Note, false).Underline(p.Plain).Render(l))
		}
	}
	if button != "" {
		c.Tail = append(c.Tail, sel.Render(prose.Fit("[ "+button+" ]", min(width-7, ansi.StringWidth(button)+4)))+"  Enter")
	}
}

// signed colours a line by the sign that it begins with.
func (p *playPage) signed(line string) string {
	pal := p.Colours()
	switch text := strings.TrimLeft(line, " "); {
	case strings.HasPrefix(text, "! "):
		return p.Style(pal.Danger, true).Render(line)
	case strings.HasPrefix(text, "+ "):
		return p.Style(pal.Ok, false).Render(line)
	case strings.HasPrefix(text, "- "):
		return p.Style(pal.Warn, false).Render(line)
	}
	return line
}

// logPane is what happened, the newest first, or what the signs mean.
func (p *playPage) logPane(width int) paint.Pane {
	if p.legend {
		c := paint.Pane{Title: "What the signs mean", Right: "T back", Least: 4}
		for _, n := range p.board.Legend {
			c.Body = append(c.Body, prose.Wrapped(n, width, 2)...)
		}
		if len(p.board.Legend) == 0 {
			c.Body = prose.Wrap("This game is drawn by its text board.", width)
		}
		return c
	}
	c := paint.Pane{Title: "What happened", Right: "M all", Least: 4}
	c.Body, c.Bottom = p.story(width, p.h), true
	for i, l := range p.said.Coda {
		c.Tail = append(c.Tail, l)
		if l != "" {
			c.Tail = append(c.Tail[:len(c.Tail)-1], prose.Wrapped(l, width, 2)...)
		}
		c.Tail[i] = p.signed(c.Tail[i])
	}
	return c
}

// story is what happened, the newest step first; what one step tells stays in its
// order. It ends after that many lines.
func (p *playPage) story(width, most int) []string {
	var entries []board.Entry
	if log := board.Screens[p.snap.View.Config().Game.ID].Log; log != nil {
		entries = log(p.scene(width), p.told())
	} else {
		entries = plainLog(p.told())
	}
	var lines []string
	for _, e := range entries {
		if len(lines) >= most {
			break
		}
		lead := max(2, ansi.StringWidth(e.Who))
		for i, l := range prose.Wrap(e.Text, width-lead) {
			switch {
			case i > 0:
				l = strings.Repeat(" ", lead) + l
			default:
				l = e.Who + l
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// plainLog tells the story as the rules do, the latest step first; what one step
// tells stays in its order.
func plainLog(story []session.Line) []board.Entry {
	var list []board.Entry
	for end := len(story); end > 0; {
		from := end - 1
		for from > 0 && story[from-1].Step == story[from].Step {
			from--
		}
		for _, line := range story[from:end] {
			list = append(list, board.Entry{Text: line.Text})
		}
		end = from
	}
	return list
}
