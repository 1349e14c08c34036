package screen

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

func (p *playPage) narrow() bool { return p.w < p.board.Canvas.W+1+leastSide }

func (p *playPage) screen() string {
	if p.w < paint.LeastWidth || p.h < paint.LeastHeight {
		return paint.TooSmall(p.w, p.h)
	}
	var rows []string
	p.listAt, p.button = paint.Area{}, paint.Area{}
	switch {
	case p.snap.HandOver:
		rows = append(rows, "", "  Pass the screen to "+p.who(p.snap.Seat)+".", "", "  "+p.who(p.snap.Seat)+": press Enter when nobody else is looking.")
	case p.show != "":
		rows = append(rows, p.reading()...)
	default:
		rows = append(rows, p.game()...)
	}
	rows = append([]string{p.bar()}, rows...) // which says what chapter is read
	for len(rows) < p.h-1 {
		rows = append(rows, "")
	}
	rows = rows[:p.h-1]
	for i := range rows {
		rows[i] = prose.Fit(rows[i], p.w)
	}
	return p.Finish(strings.Join(append(rows, prose.Fit(p.footer(), p.w)), "\n"))
}

// sideWidth is how wide the column beside the board is: what the game asks for,
// and more where the window is wider than its board needs.
func (p *playPage) sideWidth() int {
	own := board.Screens[p.snap.View.Config().Game.ID].Side[p.size]
	if own == 0 {
		own = 32
	}
	most := 50
	if p.w >= 200 {
		most = 45
	}
	room := p.w - p.board.Canvas.W - 1
	return min(room, max(own, min(most, room)))
}

// game puts the board at the left and the panes beside it.
func (p *playPage) game() []string {
	cv := p.motion.Blend(p.board.Canvas)
	left, height := cv.Lines(), p.h-2
	if p.narrow() {
		return p.stacked(left, height)
	}
	side := p.sideWidth()
	if own := board.Screens[p.snap.View.Config().Game.ID].Side[p.size]; p.atSize() && own > 0 {
		side = min(own, p.w-cv.W-1)
	}
	two := p.w >= 200 && p.w-2*side-cv.W >= 1
	cols := 1 + paint.Int(two)
	indent := (p.w - cols*side - cv.W) / 2
	if n := board.Screens[p.snap.View.Config().Game.ID].Indent; p.size == paint.Large && p.w == 120 {
		indent = n
	} else if p.size <= paint.Small {
		indent = (p.w - cols*side - cv.W) / 4
	}
	spare := height - len(left)
	under := side < 32 && spare >= 6 // the log has more room below the board
	drop := spare / 2
	switch {
	case under:
		drop = 0
	case p.size <= paint.Small:
		drop = spare / 4
	case p.size < paint.Huge:
		drop = min(drop, 2)
	}
	p.boardAt = [2]int{indent, 1 + drop}
	x := p.w - cols*side
	rows := make([]string, height)
	for i := range rows {
		row := ""
		if i >= drop && i-drop < len(left) {
			row = strings.Repeat(" ", indent) + left[i-drop]
		}
		rows[i] = prose.Fit(row, x)
	}
	if p.snap.Lesson == nil {
		p.cornerTexts(rows, indent, drop)
	}
	if free := spare - drop; !under && len(p.said.Under) > 0 {
		lines := p.said.Under
		if at := 1 + 4*paint.Int(p.size >= paint.Medium); free >= 1 {
			for i, l := range lines[:min(len(lines), free, 2)] {
				y := height - min(len(lines), free, 2) - paint.Int(free > 2 && len(lines) > 1) + i
				rows[y] = prose.Fit(strings.Repeat(" ", at)+l, x)
			}
		}
	}
	players, choices, log := p.playersPane(side-4), p.choicesPane(side-4), p.logPane(side-4)
	if p.snap.Lesson != nil {
		players = p.lessonPane(side - 4)
		if under { // wider there
			players = paint.Pane{}
		}
	}
	var panes []paint.Pane
	if len(players.Head)+len(players.Body) > 0 {
		panes = append(panes, players)
	}
	switch {
	case under:
		room := spare
		if len(p.said.Under) > 0 && room > 6 {
			room--
			rows[height-1] = prose.Fit(" "+p.said.Under[0], x)
		}
		below := p.logPane(x - 4)
		if p.snap.Lesson != nil {
			below = p.lessonPane(x - 4)
		}
		for i, l := range paint.DrawPanes([]paint.Pane{below}, x, room, p.edge()) {
			rows[len(left)+i] = l
		}
		p.column(rows[:height-paint.Int(room < spare)], append(panes, choices), x, side)
	case two:
		p.column(rows, append(panes, choices), x, side)
		p.column(rows, []paint.Pane{log}, x+side, side)
	case p.snap.Lesson != nil && height < players.Lines()+choices.Lines()+9: // the task comes before the story
		p.column(rows, append(panes, choices), x, side)
	default:
		p.column(rows, append(panes, choices, log), x, side)
	}
	return rows
}

// atSize reports whether the window has exactly one of the widths that boards are made
// for.
func (p *playPage) atSize() bool { return p.w == 80 || p.w == 100 || p.w == 120 }

// cornerTexts puts players into the corners that a board leaves free.
func (p *playPage) cornerTexts(rows []string, indent, drop int) {
	cv := p.board.Canvas
	for i, lines := range p.said.Corners {
		for j, l := range lines {
			y, x := drop+1+j, indent+4
			if i >= 2 {
				y = drop + cv.H - len(lines) + j
			}
			if i%2 == 1 {
				x = indent + cv.W - 11
			}
			if y >= 0 && y < len(rows) {
				rows[y] = over(rows[y], l, x)
			}
		}
	}
}

// over writes text into a row from a column on.
func over(row, text string, x int) string {
	return ansi.Truncate(row, x, "") + text + ansi.TruncateLeft(row, x+ansi.StringWidth(text), "")
}

// column puts panes beside the board, and notes where the choices are.
func (p *playPage) column(rows []string, panes []paint.Pane, x, width int) {
	panes = paint.Shortened(panes, len(rows), p.joined())
	heights := paint.Share(panes, len(rows), p.joined())
	y := 0
	for i := range panes {
		panes[i].Joined = p.joined() && i > 0
		panes[i].Open = p.joined() && i < len(panes)-1
		lines := panes[i].Draw(width, heights[i], p.edge())
		if panes[i].Choices {
			p.note(panes[i], x, 1+y, width, heights[i])
		}
		for _, l := range lines {
			if y < len(rows) {
				rows[y] += l
				y++
			}
		}
	}
}

// note keeps where the lines of the choices and the button are, for the mouse.
func (p *playPage) note(c paint.Pane, x, y, width, height int) {
	shown, top := c.Window(height)
	p.listTop, p.listRows = top, c.Options
	p.listAt = paint.Area{X: x + 2, Y: y + 1 + len(c.Head), W: width - 4, H: shown}
	if len(c.Tail) > 0 {
		p.button = paint.Area{X: x + 2, Y: y + 1 + len(c.Head) + shown + len(c.Tail) - 1, W: width - 4, H: 1}
	}
}

// stacked is a narrow window: the board, and below it one pane at a time.
func (p *playPage) stacked(left []string, height int) []string {
	p.boardAt = [2]int{0, 1}
	panes := []paint.Pane{p.choicesPane(p.w - 4), p.logPane(p.w - 4), p.playersPane(p.w - 4)}
	if p.snap.Lesson != nil {
		panes = []paint.Pane{p.lessonPane(p.w - 4), panes[0], panes[1]}
	}
	keep := min(len(left), max(0, height-6))
	one := paint.Shortened([]paint.Pane{panes[p.page%len(panes)]}, height-keep, false)[0]
	rows := append([]string(nil), left[:keep]...)
	if one.Choices {
		p.note(one, 0, 1+keep, p.w, height-keep)
	}
	return append(rows, one.Draw(p.w, height-keep, p.edge())...)
}

// joined panes share their edges where rows are few.
func (p *playPage) joined() bool { return p.h < 30 }

func (p *playPage) edge() lipgloss.Style { return p.Style(p.Colours().Edge, false) }
