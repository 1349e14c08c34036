package screen

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

// enter does the highlighted thing.
func (p *playPage) enter() tea.Cmd {
	switch {
	case p.resign:
		p.resign = false
		if p.at == 1 {
			return p.do("resigned", func() error { return p.session.Table(p.ctx, p.resigner(), game.Resign) })
		}
		p.at = 0
		return nil
	case p.reelOn():
		return p.reelEnter()
	case p.snap.Lesson != nil && p.choose == nil:
		return p.lessonEnter()
	case p.snap.Over:
		if list := p.afters(); p.at >= 0 && p.at < len(list) {
			p.after = list[p.at].After
			return tea.Quit
		}
		return nil
	case p.choose == nil:
		return nil
	}
	if a := p.choose.Action(); a != "" {
		return p.act(a)
	}
	if p.choose.Key("enter") { // a part of a longer choice
		return nil
	}
	if opts := p.choose.Options(); p.at >= 0 && p.at < len(opts) {
		p.choose.Pick(p.at)
		if a := p.choose.Action(); a != "" {
			return p.act(a)
		}
		p.at = 0
		if len(p.options()) > 0 && p.options()[0].Place != "" {
			p.at = max(0, p.optionAt(p.cursor))
		}
		return nil
	}
	p.choose.Point(p.cursor)
	p.followCursor()
	return nil
}

// afters leave a table that is over: the result page says what can come next.
func (p *playPage) afters() []session.Afterwards {
	if !p.looksBack() {
		return []session.Afterwards{{After: session.Quit, Short: "Leave the table", Text: ""}}
	}
	return []session.Afterwards{{After: session.ToResult, Short: "See the result", Text: ""}}
}

func (p *playPage) key(k, text string) tea.Cmd {
	p.message = ""
	p.motion.End()
	if p.command != nil {
		return p.commandKey(k, text)
	}
	if p.show != "" {
		switch {
		case k == "ctrl+c":
			return tea.Quit
		case !p.read.key(k, text):
			p.show = ""
		}
		return nil
	}
	if p.snap.HandOver {
		if k == "enter" || k == "space" {
			p.session.TakeOver()
			p.refresh()
		} else if k == "Q" || k == "ctrl+c" {
			return tea.Quit
		}
		return nil
	}
	defer p.draw()
	opts := p.options()
	if p.resign {
		switch k {
		case "y", "Y":
			p.at = 1
			return p.enter()
		case "n", "N", "esc":
			p.at = 0
			return p.enter()
		}
	} else if p.reelOn() {
		if done, cmd := p.reelKey(k); done {
			return cmd
		}
	} else if p.choose != nil {
		if c, ok := p.choose.(interface{ Capture() bool }); ok && c.Capture() && p.choose.Key(k) {
			return nil
		}
	}
	if n := len(k); n == 1 && k[0] >= '1' && k[0] <= '9' && len(opts) > 0 {
		p.light(int(k[0] - '1'))
		return nil
	}
	if p.choose != nil && !p.resign && !p.reelOn() {
		defer p.keepDraft()
		before := p.choose.Action()
		if p.choose.Key(k) {
			if a := p.choose.Action(); a != "" && before == "" && len(opts) > 0 && len(k) == 1 {
				return p.act(a) // a letter that leaves nothing to choose
			}
			p.at = 0
			p.followCursor()
			return nil
		}
	}
	if p.lookKey(k) {
		return nil
	}
	return p.tableKey(k, opts)
}

// arrow moves the cursor, or the highlight in a list of words.
func (p *playPage) arrow(k string, opts []board.Option) {
	if p.choose == nil || p.resign || p.reelOn() || len(opts) > 0 &&
		!slices.ContainsFunc(opts, func(o board.Option) bool { return o.Place != "" }) {
		switch k { // a list of words
		case "up":
			p.light(max(0, p.lit()-1))
		case "down":
			p.light(min(len(opts)-1, p.lit()+1))
		}
		return
	}
	d := map[string][2]int{"up": {0, 1}, "down": {0, -1}, "left": {-1, 0}, "right": {1, 0}}[k]
	p.cursor = p.board.Move(p.cursor, d[0], d[1])
	p.followCursor()
}

// lookKey handles the keys that change what is shown; false leaves the key to the table.
func (p *playPage) lookKey(k string) bool {
	switch k {
	case ":":
		empty := ""
		p.command = &empty
	case "?":
		p.show, p.read = "help", reader{}
	case "R":
		p.show, p.read = "rules", reader{}
	case "M":
		p.show, p.read = "story", reader{}
	case "T":
		p.legend = !p.legend
	case "C":
		p.SwitchTheme()
	case "+":
		p.zoom = min(p.zoom+1, paint.Huge)
	case "-":
		p.zoom = max(p.zoom-1, -paint.Huge)
	case "L":
		p.again()
	case "Y":
		p.whyNot()
	default:
		return false
	}
	return true
}

// tableKey does something at the table, or leaves it.
func (p *playPage) tableKey(k string, opts []board.Option) tea.Cmd {
	switch k {
	case "up", "down", "left", "right":
		p.arrow(k, opts)
	case "n":
		if len(opts) > 0 {
			p.light((p.lit() + 1) % len(opts))
		}
	case "tab":
		if p.narrow() {
			p.page = (p.page + 1) % 3
		} else if len(opts) > 0 {
			p.light((p.lit() + 1) % len(opts))
		}
	case "enter", "space":
		return p.enter()
	case "V":
		if p.snap.Over {
			return p.leave(session.Review)
		}
	case "B":
		if p.snap.Over {
			return p.leave(session.Rematch)
		}
	case "D":
		if !p.snap.Over {
			return p.do("a draw is offered", func() error { return p.draws() })
		}
	case "H":
		if p.choose != nil {
			seat := p.snap.Seat
			p.message = "thinking about a hint…"
			return func() tea.Msg {
				a, err := p.session.Hint(p.ctx, seat)
				return doneMsg{err, "hint: " + p.spoken(a)}
			}
		}
	case "pgdown":
		return p.lessonGo(1)
	case "pgup":
		return p.lessonGo(-1)
	case "U":
		return p.do("taken back", func() error { return p.session.Undo(p.ctx) })
	case "S":
		return p.save()
	case "X":
		if !p.snap.Over {
			p.resign, p.at = true, 0
		}
	case "Q", "ctrl+c":
		return tea.Quit
	}
	return nil
}

// looksBack reports whether the game can be looked back on.
func (p *playPage) looksBack() bool {
	e, ok := p.session.(session.Ended)
	return ok && e.Record() != nil
}

// leave ends a table that is over.
func (p *playPage) leave(a session.After) tea.Cmd {
	if !p.looksBack() {
		return nil
	}
	p.after = a
	return tea.Quit
}

func (p *playPage) resigner() game.Seat {
	if p.snap.Seat != game.NoSeat {
		return p.snap.Seat
	}
	return 0
}

func (p *playPage) do(done string, f func() error) tea.Cmd {
	return func() tea.Msg { return doneMsg{f(), done} }
}

func (p *playPage) act(action string) tea.Cmd {
	seat := p.snap.Seat
	p.choose.Reset()
	p.saved = false
	return p.do("", func() error {
		if err := p.session.Act(p.ctx, seat, action); err != nil {
			return err
		}
		// The game is saved, whatever becomes of this window.
		if l, ok := p.session.(*session.Local); ok && !l.Snapshot().Over {
			_, err := l.Save()
			return err
		}
		return nil
	})
}

// keepDraft notes a plan that is not locked in, so that it survives this window.
func (p *playPage) keepDraft() {
	if l, ok := p.session.(*session.Local); ok {
		if c, ok := p.choose.(board.Drafter); ok {
			l.SetDraft(c.Draft())
		}
	}
}

// draws accepts a draw that is on offer, or offers one.
func (p *playPage) draws() error {
	if err := p.session.Table(p.ctx, p.resigner(), game.AcceptDraw); err == nil {
		return nil
	}
	return p.session.Table(p.ctx, p.resigner(), game.OfferDraw)
}

// whyNot says why the place under the cursor cannot be chosen.
func (p *playPage) whyNot() {
	text, lacks := "", ""
	if c, ok := p.choose.(board.Asker); ok {
		text, lacks = c.Asked(p.cursor)
	}
	if text == "" {
		p.message = cmp.Or(lacks, "There is no square to ask about here.")
		return
	}
	a, err := p.snap.View.ParseAction(p.snap.Seat, text)
	if err != nil {
		p.message = prose.Capital(err.Error()) + "."
		return
	}
	if why := p.snap.View.WhyNot(p.snap.Seat, a); why != "" {
		p.message = "Why not " + p.cursor + "? " + prose.Capital(why)
	} else {
		p.message = "Nothing forbids " + p.cursor + "."
	}
}

func (p *playPage) save() tea.Cmd {
	return func() tea.Msg {
		path, err := p.session.Save()
		return doneMsg{err, "saved as " + path}
	}
}

// commandKey edits the line after ":" — an action in its exact text, or a command.
func (p *playPage) commandKey(k, text string) tea.Cmd {
	switch k {
	case "esc", "ctrl+c":
		p.command = nil
	case "backspace":
		if r := []rune(*p.command); len(r) > 0 {
			*p.command = string(r[:len(r)-1])
		} else {
			p.command = nil
		}
	case "enter":
		line := strings.TrimSpace(*p.command)
		p.command = nil
		return p.run(line)
	default:
		if len(*p.command) < 200 {
			*p.command += text
		}
	}
	return nil
}

func (p *playPage) run(line string) tea.Cmd {
	if t, ok := game.ParseTableAction(line); ok && t != game.Timeout {
		return p.do(line, func() error { return p.session.Table(p.ctx, p.resigner(), t) })
	}
	switch line {
	case "":
		return nil
	case "quit":
		return tea.Quit
	case "save":
		return p.save()
	case "link":
		return func() tea.Msg {
			address, err := p.session.Link()
			return doneMsg{err, address}
		}
	case "undo":
		return p.do("taken back", func() error { return p.session.Undo(p.ctx) })
	}
	if session.AboutAhead(line) {
		return func() tea.Msg {
			text, err := session.Ahead(p.session, line)
			return doneMsg{err, strings.ReplaceAll(text, "\n", "; ")}
		}
	}
	if p.choose == nil {
		p.message = "it is not your turn"
		return nil
	}
	return p.act(line)
}
