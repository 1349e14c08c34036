package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
)

// The least window that shows a table.
const (
	leastWidth  = 60
	leastHeight = 20
)

func (p *playPage) narrow() bool { return p.w < p.board.canvas.w+1+leastSide }

func (p *playPage) style(fg uint8, bold bool) lipgloss.Style {
	s := lipgloss.NewStyle().Bold(bold)
	if !p.plain && fg != 0 {
		s = s.Foreground(lipgloss.ANSIColor(fg))
	}
	return s
}

func (p *playPage) colours() *palette { return look{day: p.day}.colours() }

func (p *playPage) screen() string {
	if p.w < leastWidth || p.h < leastHeight {
		text := fmt.Sprintf("A table needs a window of %d×%d; this one has %d×%d. atoll play --plain always works.", leastWidth, leastHeight, p.w, p.h)
		lines := wrap(text, p.w)
		return strings.Join(lines[:min(len(lines), max(1, p.h))], "\n")
	}
	rows := []string{p.bar()}
	p.listAt, p.button = area{}, area{}
	switch {
	case p.snap.HandOver:
		rows = append(rows, "", "  Pass the screen to "+p.who(p.snap.Seat)+".", "", "  "+p.who(p.snap.Seat)+": press Enter when nobody else is looking.")
	case p.show != "":
		rows = append(rows, p.reading()...)
	default:
		rows = append(rows, p.game()...)
	}
	for len(rows) < p.h-1 {
		rows = append(rows, "")
	}
	rows = rows[:p.h-1]
	for i := range rows {
		rows[i] = fit(rows[i], p.w)
	}
	return strings.Join(append(rows, fit(p.footer(), p.w)), "\n")
}

// bar says which game it is, whose turn, and under a page to read all clocks too.
func (p *playPage) bar() string {
	left := " " + p.style(p.colours().focus, true).Render("≈ Atoll") + "  " + p.snap.View.Config().Game.Name
	right := p.pill()
	if p.show != "" || p.narrow() {
		for s, c := range p.snap.Clocks {
			if c != "" && s < len(p.snap.Names) {
				right += "  " + p.snap.Names[s] + " " + c
			}
		}
	}
	room := p.w - ansi.StringWidth(left) - 2
	if ansi.StringWidth(right) > room {
		right = ansi.Truncate(right, room, "…")
	}
	return left + strings.Repeat(" ", max(1, p.w-ansi.StringWidth(left)-ansi.StringWidth(right)-1)) + right
}

// pill says whose turn it is, or who has won.
func (p *playPage) pill() string {
	text := p.snap.Status
	switch {
	case p.snap.Over:
		if r := p.snap.View.Result(); r.Over {
			var names []string
			for s, name := range p.snap.Names {
				if r.Rank[s] == 1 {
					names = append(names, name)
				}
			}
			switch {
			case len(names) > 1:
				text = strings.Join(names, " and ") + " share the first place"
			case len(names) == 1 && names[0] == you:
				text = "You win"
			case len(names) == 1:
				text = names[0] + " wins"
			}
		}
	case p.snap.Seat != game.NoSeat && int(p.snap.Seat) < len(p.snap.Names):
		text = p.snap.Names[p.snap.Seat] + "'s turn"
		if p.snap.Names[p.snap.Seat] == you {
			text = "Your turn"
		}
	}
	return p.style(p.colours().sel, true).Reverse(!p.plain).Render("▌ " + text + " ▐")
}

// game puts the board at the left and the panes beside it.
func (p *playPage) game() []string {
	cv := p.motion.blend(p.board.canvas)
	left, height := cv.lines(), p.h-2
	if p.narrow() {
		return p.stacked(left, height)
	}
	most := 50
	if p.w >= 200 {
		most = 90
	}
	side := min(most, p.w-cv.w-1)
	indent, drop := (p.w-side-cv.w-1)/2, 0
	if len(left) < height-6 {
		drop = 1
	}
	p.boardAt = [2]int{indent, 1 + drop}
	x := p.w - side
	rows := make([]string, height)
	for i := range rows {
		row := ""
		if i >= drop && i-drop < len(left) {
			row = strings.Repeat(" ", indent) + left[i-drop]
		}
		rows[i] = fit(row, x)
	}
	log := p.logPane()
	under := height - len(left) - drop
	if side < 32 && under >= 6 { // the log has more room below the board
		for i, l := range drawPanes([]pane{log}, x, under, p.edge()) {
			rows[len(left)+drop+i] = l
		}
		p.column(rows, []pane{p.playersPane(side - 4), p.choicesPane(side - 4)}, x, side)
	} else {
		p.column(rows, []pane{p.playersPane(side - 4), p.choicesPane(side - 4), log}, x, side)
	}
	return rows
}

// column puts panes beside the board, and notes where the choices are.
func (p *playPage) column(rows []string, panes []pane, x, width int) {
	heights := share(panes, len(rows), p.joined())
	y := 0
	for i := range panes {
		panes[i].joined = p.joined() && i > 0
		panes[i].open = p.joined() && i < len(panes)-1
		lines := panes[i].draw(width, heights[i], p.edge())
		if panes[i].choices {
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
func (p *playPage) note(c pane, x, y, width, height int) {
	shown, top := c.window(height)
	p.listTop = top
	p.listAt = area{x + 2, y + 1 + len(c.head), width - 4, shown}
	if len(c.tail) > 0 {
		p.button = area{x + 2, y + 1 + len(c.head) + shown + len(c.tail) - 1, width - 4, 1}
	}
}

// stacked is a narrow window: the board, and below it one pane at a time.
func (p *playPage) stacked(left []string, height int) []string {
	p.boardAt = [2]int{0, 1}
	panes := []pane{p.choicesPane(p.w - 4), p.logPane(), p.playersPane(p.w - 4)}
	one := panes[p.page%len(panes)]
	keep := min(len(left), max(0, height-6))
	rows := append([]string(nil), left[:keep]...)
	if one.choices {
		p.note(one, 0, 1+keep, p.w, height-keep)
	}
	return append(rows, one.draw(p.w, height-keep, p.edge())...)
}

// joined panes share their edges where rows are few.
func (p *playPage) joined() bool { return p.h < 30 }

func (p *playPage) edge() lipgloss.Style { return p.style(p.colours().edge, false) }

// pane is a part of the screen with a thin edge.
type pane struct {
	title, right     string
	head, body, tail []string // head and tail stay, the body is what scrolls
	lit              int      // line of the body that must be in sight
	choices          bool
	least            int
	joined, open     bool // shares its upper, its lower edge
}

func (c pane) lines() int { return len(c.head) + len(c.body) + len(c.tail) }

// window is how many lines of the body are shown, and the first of them.
func (c pane) window(height int) (shown, top int) {
	room := height - 2 - len(c.head) - len(c.tail)
	if c.open {
		room++
	}
	shown = max(0, min(room, len(c.body)))
	top = max(0, min(c.lit-shown/2, len(c.body)-shown))
	return shown, top
}

func (c pane) draw(width, height int, edge lipgloss.Style) []string {
	shown, top := c.window(height)
	right := c.right
	if more := len(c.body) - shown; more > 0 {
		right = fmt.Sprint(more, " more")
	}
	if len(c.body) <= shown && ansi.StringWidth(c.title) > width-8-len(right) {
		right = "" // what is asked comes before how many ways there are
	}
	corner := [2]string{"╭", "╮"}
	if c.joined {
		corner = [2]string{"├", "┤"}
	}
	title := ansi.Truncate(c.title, max(0, width-6-len(right)-2*b2i(right != "")), "…")
	line := "─ " + title + " "
	if title == "" {
		line = "─"
	}
	end := ""
	if right != "" {
		end = " " + right + " ─"
	}
	fill := max(0, width-2-ansi.StringWidth(line)-ansi.StringWidth(end))
	rows := []string{edge.Render(corner[0]+"─") + strings.TrimPrefix(line, "─") + edge.Render(strings.Repeat("─", fill)) + end + edge.Render(corner[1])}
	if end != "" {
		rows[0] = edge.Render(corner[0]+"─") + strings.TrimPrefix(line, "─") + edge.Render(strings.Repeat("─", fill)) + strings.TrimSuffix(end, "─") + edge.Render("─"+corner[1])
	}
	last := height - 1
	if c.open {
		last = height
	}
	lines := append(append(append([]string(nil), c.head...), c.body[top:top+shown]...), c.tail...)
	for i := 1; i < last; i++ {
		text := ""
		if i-1 < len(lines) {
			text = lines[i-1]
		}
		rows = append(rows, edge.Render("│")+" "+fit(text, width-4)+" "+edge.Render("│"))
	}
	if !c.open {
		rows = append(rows, edge.Render("╰"+strings.Repeat("─", width-2)+"╯"))
	}
	return rows[:min(len(rows), height)]
}

func drawPanes(panes []pane, width, height int, edge lipgloss.Style) []string {
	heights := share(panes, height, false)
	var rows []string
	for i, c := range panes {
		rows = append(rows, c.draw(width, heights[i], edge)...)
	}
	return rows
}

// share deals the rows of a column: every pane gets what it cannot do without,
// then those before the last what they ask for, and the last the rest.
func share(panes []pane, height int, joined bool) []int {
	edges := 2
	if joined {
		edges = 1
		height-- // the lowest edge
	}
	heights := make([]int, len(panes))
	for i, c := range panes {
		heights[i] = min(c.least, max(c.lines(), c.least)) + edges
		height -= heights[i]
	}
	for i, c := range panes {
		if want := c.lines() + edges - heights[i]; want > 0 && height > 0 {
			more := min(want, height)
			heights[i] += more
			height -= more
		}
	}
	heights[len(heights)-1] += max(0, height)
	if joined {
		heights[len(heights)-1]++
	}
	return heights
}

func (p *playPage) seatMark(s game.Seat) string {
	cfg := p.snap.View.Config()
	if own, ok := screens[cfg.Game.ID]; ok && own.seatMark != nil {
		return own.seatMark(cfg.SeatName(s))
	}
	return seatShapes[int(s)%len(seatShapes)]
}

func (p *playPage) playersPane(width int) pane {
	pal := p.colours()
	c := pane{title: "Players", least: len(p.snap.Names)}
	longest := 3
	for _, name := range p.snap.Names {
		longest = max(longest, min(12, ansi.StringWidth(name)))
	}
	for s, name := range p.snap.Names {
		fact := p.snap.View.Config().SeatName(game.Seat(s))
		if s < len(p.board.seats) {
			fact = p.board.seats[s]
		}
		clock := ""
		acting := p.snap.View.Acting().Has(game.Seat(s))
		if s < len(p.snap.Clocks) && p.snap.Clocks[s] != "" {
			clock = " " + p.snap.Clocks[s] + " "
			if acting {
				clock = "▐" + p.snap.Clocks[s] + "▌"
			}
		}
		turn := " "
		if acting {
			turn = ">"
		}
		mark := p.style(pal.seats[s%len(pal.seats)], true).Render(p.seatMark(game.Seat(s)))
		room := width - 4 - ansi.StringWidth(clock)
		text := fit(ansi.Truncate(name, longest, "…"), min(longest, room/2)) + " " + fact
		c.head = append(c.head, turn+mark+" "+fit(text, max(4, room))+clock)
	}
	for _, n := range p.board.notes {
		for i, l := range wrap(n, width-2) {
			if i > 0 {
				l = "  " + l
			}
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

// choicesPane is what is asked, and what can be answered.
func (p *playPage) choicesPane(width int) pane {
	pal := p.colours()
	c := pane{choices: true, least: 3}
	opts := p.options()
	sel := p.style(pal.sel, true)
	button := ""
	switch {
	case p.resign:
		c.title = "Really resign?"
	case p.snap.Over:
		c.title = "And now?"
		c.head = wrap(p.snap.Status, width)
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
	}
	if ansi.StringWidth(c.title) > width-2 {
		c.head = append(wrap(c.title, width), c.head...)
		c.title = "Your choice"
	}
	c.lit = p.lit()
	for i, o := range opts {
		mark, text := "  ", o.text
		if i < 9 {
			text = fmt.Sprintf("%d %s", i+1, o.text)
		}
		if i == p.lit() {
			mark = "> "
			switch {
			case button != "": // it says what would be played
			case o.place != o.text:
				button = strings.ToUpper(o.text[:1]) + o.text[1:]
			case p.final(i):
				button = "Go to " + o.text
			default:
				button = "Take " + o.text
			}
			c.body = append(c.body, sel.Render(fit(mark+text, width)))
			continue
		}
		c.body = append(c.body, mark+text)
	}
	if n := len(opts); n > 1 && c.right == "" {
		c.right = fmt.Sprint(n, " ways")
	}
	if p.message != "" {
		for _, l := range wrap(p.message, width) {
			c.tail = append(c.tail, p.style(pal.note, false).Underline(p.plain).Render(l))
		}
	}
	if button != "" {
		c.tail = append(c.tail, sel.Render(fit("[ "+button+" ]", min(width, ansi.StringWidth(button)+4)))+"  Enter")
	}
	c.least = max(3, len(c.head)+len(c.tail)+min(3, len(c.body)))
	return c
}

// logPane is what happened, the newest first, or what the signs mean.
func (p *playPage) logPane() pane {
	width := min(50, p.w-p.board.canvas.w-1) - 4
	if width < leastSide {
		width = p.board.canvas.w - 4
	}
	if p.narrow() {
		width = p.w - 4
	}
	if p.legend {
		c := pane{title: "What the signs mean", right: "T back", least: 4}
		for _, n := range p.board.legend {
			for i, l := range wrap(n, width-2) {
				c.body = append(c.body, strings.Repeat(" ", 2*min(i, 1))+l)
			}
		}
		return c
	}
	c := pane{title: "What happened", right: "M all", least: 4}
	c.body = p.story(width-2, p.h)
	return c
}

// story is what happened, the newest step first; what one step tells stays in its
// order. It ends after so many lines.
func (p *playPage) story(width, most int) []string {
	var lines []string
	for end := len(p.snap.Story); end > 0 && len(lines) < most; {
		from := end - 1
		for from > 0 && p.snap.Story[from-1].Step == p.snap.Story[from].Step {
			from--
		}
		for _, line := range p.snap.Story[from:end] {
			for j, l := range wrap(line.Text, width) {
				lines = append(lines, strings.Repeat(" ", 2*min(j, 1))+l)
			}
		}
		end = from
	}
	return lines
}

// reading is a page to read: rules, story or help.
func (p *playPage) reading() []string {
	var lines []string
	switch p.show {
	case "rules":
		lines = Typeset(p.rules, min(72, p.w-8), p.plain)
		for i := range lines {
			lines[i] = "    " + lines[i]
		}
	case "story":
		lines = p.story(p.w-4, 1<<30)
		for i := range lines {
			lines[i] = "  " + lines[i]
		}
	default:
		lines = helpLines(p.w-2, p.ownHelp())
		for i := range lines {
			lines[i] = " " + lines[i]
		}
	}
	page := p.h - 2
	p.scroll = max(0, min(p.scroll, len(lines)-page))
	return lines[p.scroll:max(p.scroll, min(len(lines), p.scroll+page))]
}

// helpItem is a line of help: a word at the left, and what belongs to it.
type helpItem struct{ word, text string }

var helpItems = []helpItem{
	{"Everywhere", "Enter does the highlighted thing. Esc goes one step back. Arrows move the cursor or the highlight, 1 to 9 and n highlight a choice."},
	{"", ": types an action as records write it, or: save, undo, quit, resign, offer draw, accept draw, link (your seat, for a browser)."},
	{"Table", "H hint   U take back   X resign (asks first)   S save   Q quit, which saves as well"},
	{"Look", "M moves   T what the signs mean   R rules   C light or dark   plus and minus change the size of the board"},
	{"Mouse", "Press a place or a choice to highlight it and again to do it; press the button, or a key in the last line; the wheel scrolls."},
}

// helpLines wraps the help: words at the left, or on lines of their own where the
// window is narrow.
func helpLines(width int, own []helpItem) []string {
	var lines []string
	const left = 12
	for _, it := range append(append([]helpItem(nil), own...), helpItems...) {
		if width < 50 {
			if it.word != "" {
				lines = append(lines, titleStyle.Render(it.word))
			}
			for _, l := range wrap(it.text, width-2) {
				lines = append(lines, "  "+l)
			}
			continue
		}
		for i, l := range wrap(it.text, width-left) {
			word := ""
			if i == 0 {
				word = it.word
			}
			lines = append(lines, titleStyle.Render(fmt.Sprintf("%-*s", left, word))+l)
		}
	}
	return lines
}

// ownHelp are the keys of this game, or of any game that is played from a list.
func (p *playPage) ownHelp() []helpItem {
	cfg := p.snap.View.Config()
	own, ok := screens[cfg.Game.ID]
	if !ok {
		return []helpItem{{"The list", "Arrows choose, Enter plays; / types a filter, Esc shows all."}}
	}
	if own.help == "" {
		return nil
	}
	return []helpItem{{cfg.Game.Name, own.help}}
}

// keyHint is a key of the last line, and what it does.
type keyHint struct{ press, name, does string }

func (k keyHint) text() string { return k.name + " " + k.does }

// keysGap stands between the keys of the last line.
const keysGap = "   "

// keys are the most useful ones of this state.
func (p *playPage) keys() []keyHint {
	help := keyHint{"?", "?", "help"}
	switch {
	case p.show != "":
		return []keyHint{{"down", "↑↓", "scroll"}, {"esc", "Esc", "back"}}
	case p.snap.HandOver:
		return []keyHint{{"enter", "Enter", "take over"}, {"Q", "Q", "quit"}}
	case p.resign:
		return []keyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", "do it"}, {"esc", "Esc", "back"}}
	case p.snap.Over:
		return []keyHint{{"down", "↑↓", "choose"}, {"V", "V", "review"}, {"B", "B", "rematch"}, {"Q", "Q", "quit"}, help}
	case p.choose == nil:
		return []keyHint{{"M", "M", "moves"}, {"T", "T", "signs"}, {"R", "R", "rules"}, {"Q", "Q", "quit"}, help}
	}
	return []keyHint{{"n", "n", "next choice"}, {"enter", "Enter", "does it"}, {"H", "H", "hint"}, {"T", "T", "signs"}, help}
}

func (p *playPage) footer() string {
	if p.command != nil {
		return ":" + *p.command + "█"
	}
	var words []string
	for _, k := range p.keys() {
		words = append(words, k.text())
	}
	return " " + p.style(p.colours().ink3, false).Render(strings.Join(words, keysGap))
}
