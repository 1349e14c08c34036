package tui

import (
	"fmt"
	"slices"
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

func (p *playPage) screen() string {
	if p.w < leastWidth || p.h < leastHeight {
		return tooSmall(p.w, p.h)
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
	return p.finish(strings.Join(append(rows, fit(p.footer(), p.w)), "\n"))
}

// gap stands between the words of the bar.
func (p *playPage) gap() string {
	if p.w >= 100 {
		return "   "
	}
	return "  "
}

// bar says which game it is, whose turn, and under a page to read all clocks too.
func (p *playPage) bar() string {
	gap := p.gap()
	left := " " + p.style(p.colours().focus, true).Render("≈ Atoll") + gap + p.snap.View.Config().Game.Name
	if p.said.bar != "" && p.show == "" {
		left += gap + p.said.bar
	}
	if p.show != "" {
		left += gap + map[string]string{"rules": "rules", "story": "moves", "help": "keys"}[p.show]
	}
	pill, right := p.pill(), ""
	for _, text := range p.pills() {
		pill += gap + text
	}
	if p.show != "" || p.narrow() {
		for s, c := range p.snap.Clocks {
			if c != "" && s < len(p.snap.Names) {
				right += gap + p.snap.Names[s] + " " + c
			}
		}
	} else if p.said.right != "" {
		right += gap + p.said.right
	}
	if p.saved && !p.snap.Over && p.w >= 100 {
		right += gap + "saved"
	}
	// What is asked comes before what is known, and the game's name before both.
	room := p.w - ansi.StringWidth(left) - 2
	if ansi.StringWidth(pill)+ansi.StringWidth(right) > room {
		right = ""
	}
	if ansi.StringWidth(pill) > room {
		pill = ansi.Truncate(pill, max(0, room), "…")
	}
	return ends(left, pill+right, p.w-1)
}

// pill says whose turn it is and what is to be done, or who has won.
func (p *playPage) pill() string {
	text := p.snap.Status
	switch {
	case p.reelOn():
		text = capital(p.reel[p.reelAt].round) + " of 3"
		if p.reel[p.reelAt].round == "" {
			text = "The round goes on"
		}
	case p.snap.Over:
		if r := p.snap.View.Result(); r.Over {
			text = p.winners(r)
		}
	case p.snap.Seat != game.NoSeat && int(p.snap.Seat) < len(p.snap.Names):
		text = p.snap.Names[p.snap.Seat] + "'s turn"
		if p.snap.Names[p.snap.Seat] == you {
			text = "Your turn"
			if p.said.pill != "" {
				text = p.said.pill
			}
		}
		if p.said.todo != "" {
			text += ": " + p.said.todo
		}
	}
	return p.style(p.colours().sel, true).Reverse(!p.plain).Render("▌ " + text + " ▐")
}

// pills are the others who choose at the same time.
func (p *playPage) pills() []string {
	if p.snap.Over || p.reelOn() || p.snap.Seat == game.NoSeat || p.snap.View.Acting().Len() < 2 {
		return nil
	}
	var list []string
	for s, name := range p.snap.Names {
		if s := game.Seat(s); s != p.snap.Seat && p.snap.View.Acting().Has(s) {
			does := "chooses"
			if p.said.others != "" {
				does = p.said.others
			}
			list = append(list, name+" "+does)
		}
	}
	return list
}

func (p *playPage) winners(r game.Result) string {
	var names []string
	for s, name := range p.snap.Names {
		if r.Rank[s] == 1 {
			names = append(names, name)
		}
	}
	switch {
	case len(names) > 1:
		return strings.Join(names, " and ") + " share the first place"
	case len(names) == 1 && names[0] == you:
		return "You win"
	case len(names) == 1:
		return names[0] + " wins"
	}
	return p.snap.Status
}

// sideWidth is how wide the column beside the board is: what the game asks for,
// and more where the window is wider than its board needs.
func (p *playPage) sideWidth() int {
	own := screens[p.snap.View.Config().Game.ID].side[p.size]
	if own == 0 {
		own = 32
	}
	most := 50
	if p.w >= 200 {
		most = 45
	}
	room := p.w - p.board.canvas.w - 1
	return min(room, max(own, min(most, room)))
}

// game puts the board at the left and the panes beside it.
func (p *playPage) game() []string {
	cv := p.motion.blend(p.board.canvas)
	left, height := cv.lines(), p.h-2
	if p.narrow() {
		return p.stacked(left, height)
	}
	side := p.sideWidth()
	if own := screens[p.snap.View.Config().Game.ID].side[p.size]; p.atSize() && own > 0 {
		side = min(own, p.w-cv.w-1)
	}
	two := p.w >= 200 && p.w-2*side-cv.w >= 1
	cols := 1 + b2i(two)
	indent := (p.w - cols*side - cv.w) / 2
	if n := screens[p.snap.View.Config().Game.ID].indent; p.size == large && p.w == 120 {
		indent = n
	} else if p.size <= small {
		indent = (p.w - cols*side - cv.w) / 4
	}
	spare := height - len(left)
	under := side < 32 && spare >= 6 // the log has more room below the board
	drop := spare / 2
	switch {
	case under:
		drop = 0
	case p.size <= small:
		drop = spare / 4
	case p.size < huge:
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
		rows[i] = fit(row, x)
	}
	p.cornerTexts(rows, indent, drop)
	if free := spare - drop; !under && len(p.said.under) > 0 {
		lines := p.said.under
		if at := 1 + 4*b2i(p.size >= medium); free >= 1 {
			for i, l := range lines[:min(len(lines), free, 2)] {
				y := height - min(len(lines), free, 2) - b2i(free > 2 && len(lines) > 1) + i
				rows[y] = fit(strings.Repeat(" ", at)+l, x)
			}
		}
	}
	players, choices, log := p.playersPane(side-4), p.choicesPane(side-4), p.logPane(side-4)
	var panes []pane
	if len(players.head)+len(players.body) > 0 {
		panes = append(panes, players)
	}
	switch {
	case under:
		room := spare
		if len(p.said.under) > 0 && room > 6 {
			room--
			rows[height-1] = fit(" "+p.said.under[0], x)
		}
		for i, l := range drawPanes([]pane{p.logPane(x - 4)}, x, room, p.edge()) {
			rows[len(left)+i] = l
		}
		p.column(rows[:height-b2i(room < spare)], append(panes, choices), x, side)
	case two:
		p.column(rows, append(panes, choices), x, side)
		p.column(rows, []pane{log}, x+side, side)
	default:
		p.column(rows, append(panes, choices, log), x, side)
	}
	return rows
}

// atSize reports whether the window is just one of the sizes that boards are made
// for.
func (p *playPage) atSize() bool { return p.w == 80 || p.w == 100 || p.w == 120 }

// cornerTexts puts players into the corners that a board leaves free.
func (p *playPage) cornerTexts(rows []string, indent, drop int) {
	cv := p.board.canvas
	for i, lines := range p.said.corners {
		for j, l := range lines {
			y, x := drop+1+j, indent+4
			if i >= 2 {
				y = drop + cv.h - len(lines) + j
			}
			if i%2 == 1 {
				x = indent + cv.w - 11
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
	p.listTop, p.listRows = top, c.options
	p.listAt = area{x + 2, y + 1 + len(c.head), width - 4, shown}
	if len(c.tail) > 0 {
		p.button = area{x + 2, y + 1 + len(c.head) + shown + len(c.tail) - 1, width - 4, 1}
	}
}

// stacked is a narrow window: the board, and below it one pane at a time.
func (p *playPage) stacked(left []string, height int) []string {
	p.boardAt = [2]int{0, 1}
	panes := []pane{p.choicesPane(p.w - 4), p.logPane(p.w - 4), p.playersPane(p.w - 4)}
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
	options          []int // of the lines of the body, where they are choices
	least            int
	joined, open     bool // shares its upper, its lower edge
	bottom           bool // the tail stands at the lower edge
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
	lines := append(append([]string(nil), c.head...), c.body[top:top+shown]...)
	for c.bottom && len(lines)+len(c.tail) < last-1 {
		lines = append(lines, "")
	}
	lines = append(lines, c.tail...)
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

// playerLines are the players of a game that says nothing more about them.
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

// scene is this moment for a game's own words.
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
// order. It ends after so many lines.
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
		lines = helpBox("Keys", p.state(), append(slices.Clone(p.ownHelp()), helpItems...), p.w, p.edge())
	}
	return p.read.show(lines, p.h-2)
}

// helpItem is a line of help: a word at the left, and what belongs to it.
type helpItem struct{ word, text string }

var helpItems = []helpItem{
	{"Everywhere", "Enter does the highlighted thing     Esc one step back"},
	{"", "n next target   Tab next pane   : types an action"},
	{"", "1-9 highlights a choice   arrows move the cursor or the highlight"},
	{"Table", "H hint    U take back   D draw   X resign (asks first)"},
	{"", "S save    Q quit, which saves as well"},
	{"Look", "M moves   L last turn again   T what the signs mean   R rules"},
	{"", "Y why not: says what forbids the square under the cursor"},
	{"", "+ - size of the cells    C day or night"},
	{"Mouse", "press a piece, a target, a choice, or a key in the last line; the wheel scrolls"},
	{"Type", ": and then an action as records write it, or save, undo, quit, resign, offer draw, accept draw, link"},
}

// state says where in the game the keys are those.
func (p *playPage) state() string {
	name := p.snap.View.Config().Game.Name
	switch {
	case p.snap.Over:
		return name + ", over"
	case p.choose == nil:
		return name + ", waiting"
	}
	if _, ok := p.choose.(*planChooser); ok {
		return name + ", planning"
	}
	return name + ", your turn"
}

// helpBox is the page about keys: a box over the panes, or the whole width where
// that is narrow.
func helpBox(title, state string, items []helpItem, width int, edge lipgloss.Style) []string {
	in := 2
	if width < 70 {
		in = 0
	}
	c := pane{title: title, right: state, head: helpLines(min(width-2*in, 100)-4, items)}
	lines := c.draw(min(width-2*in, 100), len(c.head)+2, edge)
	for i := range lines {
		lines[i] = strings.Repeat(" ", in) + lines[i]
	}
	return lines
}

// helpLines wraps the help: words at the left, or on lines of their own where the
// window is narrow.
func helpLines(width int, items []helpItem) []string {
	var lines []string
	const left = 12
	for _, it := range items {
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
	return own.help
}

// keyHint is a key of the last line, and what it does.
type keyHint struct{ press, name, does string }

func (k keyHint) text() string { return strings.TrimSpace(k.name + " " + k.does) }

// keysGap stands between the keys of the last line.
const keysGap = "   "

var helpKey = keyHint{"?", "?", "help"}

// keys are the most useful ones of this state.
func (p *playPage) keys() []keyHint {
	switch {
	case p.show != "":
		return readerKeys
	case p.snap.HandOver:
		return []keyHint{{"enter", "Enter", "take over"}, {"Q", "Q", "quit"}}
	case p.reelOn():
		return []keyHint{{"enter", "Enter", "next step"}, {"space", "Space", "play"}, {"left", "←", "again"}, {"esc", "Esc", "to the end"}, helpKey}
	case p.resign:
		return []keyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", "do it"}, {"esc", "Esc", "back"}}
	case p.snap.Over:
		return []keyHint{{"down", "↑↓", "choose"}, {"V", "V", "review"}, {"B", "B", "rematch"}, {"Q", "Q", "quit"}, helpKey}
	case p.choose == nil:
		return []keyHint{{"M", "M", "moves"}, {"T", "T", "signs"}, {"R", "R", "rules"}, {"Q", "Q", "quit"}, helpKey}
	}
	if p.said.keys != nil {
		return p.said.keys
	}
	return []keyHint{{"n", "n", "next choice"}, {"enter", "Enter", "does it"}, {"H", "H", "hint"}, {"T", "T", "signs"}, helpKey}
}

// hints are the keys of the last line; where it is narrow their words go first.
func (p *playPage) hints() []keyHint { return fitKeys(p.keys(), p.w) }

func fitKeys(keys []keyHint, width int) []keyHint {
	keys = slices.Clone(keys)
	for i := -1; i < len(keys); i++ {
		if i >= 0 {
			keys[i].does = ""
		}
		n := 1
		for _, k := range keys {
			n += ansi.StringWidth(k.text()) + len(keysGap)
		}
		if n-len(keysGap) <= width {
			break
		}
	}
	return keys
}

func keyLine(keys []keyHint) string {
	var words []string
	for _, k := range keys {
		words = append(words, k.text())
	}
	return " " + strings.Join(words, keysGap)
}

func (p *playPage) footer() string {
	if p.command != nil {
		return ":" + *p.command + "█"
	}
	if says := p.read.says(); p.show != "" && says != "" {
		return says
	}
	return p.style(p.colours().ink3, false).Render(keyLine(p.hints()))
}
