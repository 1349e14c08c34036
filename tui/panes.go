package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"atoll/game"
)

func (p *playPage) seatMark(s game.Seat) string {
	cfg := p.snap.View.Config()
	if own, ok := screens[cfg.Game.ID]; ok && own.seatMark != nil {
		return own.seatMark(cfg.SeatName(s))
	}
	return seatShapes[int(s)%len(seatShapes)]
}

func (p *playPage) playersPane(width int) pane {
	pal := p.colours()
	if len(p.said.corners[0])+len(p.said.corners[3]) > 0 {
		return pane{}
	}
	c := pane{title: "Players", right: p.said.note, least: len(p.snap.Names)}
	if p.said.title != "" {
		c.title = p.said.title
	}
	facts := p.board.notes
	if p.said.players != nil {
		c.head, facts = p.said.players, p.said.facts
		c.least = len(c.head)
	} else {
		c.head = p.playerLines(width)
	}
	for _, n := range facts {
		for _, l := range wrapped(n, width, 2) {
			if strings.HasPrefix(n, "!") {
				l = p.style(pal.danger, true).Render(l)
			} else {
				l = p.style(pal.ink3, false).Render(l)
			}
			c.body = append(c.body, l)
		}
	}
	return c
}

// playerLines lists the players, for a game that says nothing more about them.
func (p *playPage) playerLines(width int) []string {
	sc, pal := p.scene(width), p.colours()
	longest := 3
	for _, name := range p.snap.Names {
		longest = max(longest, min(12, ansi.StringWidth(name)))
	}
	var lines []string
	for s, name := range p.snap.Names {
		fact := p.snap.View.Config().SeatName(game.Seat(s))
		if s < len(p.board.seats) {
			fact = p.board.seats[s]
		}
		mark := p.style(pal.seats[s%len(pal.seats)], true).Render(p.seatMark(game.Seat(s)))
		lines = append(lines, sc.clocked(mark+" "+fit(ansi.Truncate(name, longest, "…"), longest)+"  "+fact, s))
	}
	return lines
}

// scene is this moment, for the game to describe.
func (p *playPage) scene(width int) *scene {
	sc := &scene{
		view: p.snap.View, seat: p.snap.Seat, me: p.me(), names: p.snap.Names, clocks: p.snap.Clocks, acting: p.snap.View.Acting(),
		opts: p.options(), lit: p.lit(), choose: p.choose, size: p.size, width: width, plain: p.plain, pal: p.colours(),
	}
	sc.js = p.json()
	if p.reelOn() {
		sc.js, sc.choose, sc.seat = p.reel[p.reelAt].js, nil, game.NoSeat
	}
	return sc
}

// me is the seat of the person who looks.
func (p *playPage) me() game.Seat {
	if p.snap.Seat != game.NoSeat {
		return p.snap.Seat
	}
	return game.Seat(slices.Index(p.snap.Names, you))
}

// choicesPane is what is asked, and what can be answered.
func (p *playPage) choicesPane(width int) pane {
	pal := p.colours()
	c := pane{choices: true, least: 3}
	opts := p.options()
	sel := p.style(pal.sel, true)
	button := ""
	var rows []row
	switch {
	case p.resign:
		c.title = "Really resign?"
	case p.reelOn():
		c.title, c.head = "Orders", p.reelHead()
	case p.snap.Over:
		c.title = "And now?"
		c.head = wrap(p.snap.Status, width)
	case p.snap.Lesson != nil && p.choose == nil:
		c.title = "Go on"
		if v := p.snap.Lesson.verdict(); v != "" {
			c.head = append(wrap(v, width), "")
		}
	case p.choose == nil:
		c.title = "Waiting"
		c.head = wrap(p.snap.Status, width)
	default:
		c.title = p.choose.prompt()
		if own, ok := p.choose.(interface{ lines() []string }); ok {
			c.head = own.lines()
		}
		if a := p.choose.action(); a != "" {
			button = c.title
		}
		if p.said.ask != "" {
			c.title = p.said.ask
		}
		if p.said.head != nil {
			c.head = p.said.head
		}
		rows = p.said.rows
		if p.said.button != "" {
			button = p.said.button
		}
	}
	if ansi.StringWidth(c.title) > width-2 {
		c.head = append(wrap(c.title, width), c.head...)
		c.title = "Your choice"
	}
	if rows == nil {
		for i, o := range opts {
			text := o.text
			if i < 9 && len(opts) > 1 {
				text = fmt.Sprintf("%d %s", i+1, o.text)
			}
			rows = append(rows, row{text: text, option: i})
		}
	}
	lit := p.lit()
	if lit >= 0 && lit < len(opts) && button == "" {
		switch o := opts[lit]; {
		case o.place != o.text:
			button = capital(o.text)
		case p.final(lit):
			button = "Go to " + o.text
		default:
			button = "Take " + o.text
		}
	}
	seen := -1
	for _, r := range rows {
		mark := "  "
		if r.option >= 0 && r.option == lit && seen != lit {
			mark = "> "
			c.lit = len(c.body)
		}
		if r.option >= 0 {
			seen = r.option
		}
		text := r.lead + mark + r.text
		if mark == "> " {
			text = sel.Render(fit(text, width))
		} else {
			text = p.signed(text)
		}
		c.body, c.options = append(c.body, text), append(c.options, r.option)
	}
	if n := len(opts); n > 2 && width >= 28 {
		c.right = fmt.Sprint(n, " ways")
	}
	if p.choose != nil && !p.resign && !p.snap.Over && !p.reelOn() && p.said.askNote != "" {
		c.right = p.said.askNote
	}
	if !p.resign && !p.snap.Over && !p.reelOn() {
		for _, l := range p.said.after {
			c.tail = append(c.tail, p.signed(l))
		}
	}
	if p.message != "" {
		for _, l := range wrap(p.message, width) {
			c.tail = append(c.tail, p.style(pal.note, false).Underline(p.plain).Render(l))
		}
	}
	if button != "" {
		c.tail = append(c.tail, sel.Render(fit("[ "+button+" ]", min(width-7, ansi.StringWidth(button)+4)))+"  Enter")
	}
	c.least = max(3, len(c.head)+len(c.tail)+min(3, len(c.body)))
	return c
}

// signed colours a line by the sign that it begins with.
func (p *playPage) signed(line string) string {
	pal := p.colours()
	switch text := strings.TrimLeft(line, " "); {
	case strings.HasPrefix(text, "! "):
		return p.style(pal.danger, true).Render(line)
	case strings.HasPrefix(text, "+ "):
		return p.style(pal.ok, false).Render(line)
	case strings.HasPrefix(text, "- "):
		return p.style(pal.warn, false).Render(line)
	}
	return line
}

// logPane is what happened, the newest first, or what the signs mean.
func (p *playPage) logPane(width int) pane {
	if p.legend {
		c := pane{title: "What the signs mean", right: "T back", least: 4}
		for _, n := range p.board.legend {
			c.body = append(c.body, wrapped(n, width, 2)...)
		}
		if len(p.board.legend) == 0 {
			c.body = wrap("This game is drawn by its text board.", width)
		}
		return c
	}
	c := pane{title: "What happened", right: "M all", least: 4}
	c.body, c.bottom = p.story(width, p.h), true
	for i, l := range p.said.coda {
		c.tail = append(c.tail, l)
		if l != "" {
			c.tail = append(c.tail[:len(c.tail)-1], wrapped(l, width, 2)...)
		}
		c.tail[i] = p.signed(c.tail[i])
	}
	return c
}

// story is what happened, the newest step first; what one step tells stays in its
// order. It ends after that many lines.
func (p *playPage) story(width, most int) []string {
	var entries []entry
	if log := screens[p.snap.View.Config().Game.ID].log; log != nil {
		entries = log(p.scene(width), p.told())
	} else {
		entries = plainLog(p.told())
	}
	var lines []string
	for _, e := range entries {
		if len(lines) >= most {
			break
		}
		lead := max(2, ansi.StringWidth(e.who))
		for i, l := range wrap(e.text, width-lead) {
			switch {
			case i > 0:
				l = strings.Repeat(" ", lead) + l
			default:
				l = e.who + l
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// plainLog tells the story as the rules do, the latest step first; what one step
// tells stays in its order.
func plainLog(story []Line) []entry {
	var list []entry
	for end := len(story); end > 0; {
		from := end - 1
		for from > 0 && story[from-1].Step == story[from].Step {
			from--
		}
		for _, line := range story[from:end] {
			list = append(list, entry{text: line.Text})
		}
		end = from
	}
	return list
}
