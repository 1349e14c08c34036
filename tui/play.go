package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"atoll/game"
)

// playPage is the screen of one game.
type playPage struct {
	ctx     context.Context
	session Session
	rules   string
	plain   bool // no colour

	snap   Snapshot
	board  *board
	text   string // the text board on show, and the one before: what differs is marked
	before string
	choose chooser
	asked  string // position and seat that choose was made for

	cursor  string
	boardAt [2]int // where the board was drawn, for the mouse
	listAt  [2]int // where the list of options begins
	asksAt  int    // first row of what is asked
	message string // what went wrong, or what was done
	command *string
	show    string // "", "rules", "story", "help"
	scroll  int
	resign  bool // asked whether really
	w, h    int
}

type (
	changedMsg struct{}
	doneMsg    struct {
		err  error
		text string
	}
)

func newPlayPage(ctx context.Context, s Session, rules string) *playPage {
	p := &playPage{ctx: ctx, session: s, rules: rules, w: 80, h: 24}
	p.refresh()
	return p
}

func (p *playPage) wait() tea.Cmd {
	ch := p.session.Changed()
	return func() tea.Msg {
		select {
		case <-ch:
			return changedMsg{}
		case <-p.ctx.Done():
			return nil
		}
	}
}

func (p *playPage) Init() tea.Cmd { return p.wait() }

// refresh looks at the table again and makes a new chooser if the question changed.
func (p *playPage) refresh() {
	p.snap = p.session.Snapshot()
	key := ""
	if p.snap.Seat != game.NoSeat && !p.snap.HandOver {
		key = fmt.Sprint(p.snap.Seat, " ", string(p.snap.View.AppendText(nil)))
	}
	if key != p.asked {
		p.asked, p.choose = key, nil
		if key != "" {
			p.choose = newChooser(p.snap.View, p.snap.Seat)
			if c, ok := p.choose.(interface{ start() string }); ok {
				p.cursor = c.start()
			}
		}
	}
	p.draw()
}

func (p *playPage) draw() {
	m := marks{cursor: p.cursor, last: p.snap.Last}
	if p.choose != nil {
		p.choose.marks(&m)
	} else {
		m.cursor = ""
	}
	if text := boardText(p.snap.View); text != p.text {
		p.before, p.text = p.text, text
	}
	b, err := drawBoard(p.snap.View, m, p.before)
	if err != nil {
		b, p.message = drawText(p.snap.View, p.before), err.Error()
	}
	b.canvas.plain = p.plain
	p.board = b
	if _, ok := b.cell(p.cursor); !ok && len(b.cells) > 0 {
		p.cursor = b.cells[len(b.cells)/2].name
	}
}

func (p *playPage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
	case changedMsg:
		p.refresh()
		return p, p.wait()
	case doneMsg:
		p.message = msg.text
		if msg.err != nil {
			p.message = msg.err.Error()
		}
		p.refresh()
	case tea.MouseClickMsg:
		return p, p.click(msg.X, msg.Y)
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelDown {
			p.scroll++
		} else if p.scroll > 0 {
			p.scroll--
		}
	case tea.KeyPressMsg:
		return p, p.key(msg.String(), msg.Key().Text)
	}
	return p, nil
}

// click does what a key would: places and lists are chosen, the question at the
// bottom is answered with yes, the words below it are pressed.
func (p *playPage) click(x, y int) tea.Cmd {
	if y == p.h-1 {
		from := 0
		for _, word := range strings.Split(p.keys(), keysGap) {
			if x >= from && x < from+len(word) && p.command == nil {
				return p.key(word[:1], word[:1])
			}
			from += len(word) + len(keysGap)
		}
		return nil
	}
	switch {
	case p.show != "":
		return p.key("enter", "")
	case p.resign && y >= p.asksAt:
		return p.key("y", "y")
	case p.resign:
		return p.key("n", "n")
	case p.snap.HandOver, p.choose == nil, p.command != nil:
		return nil // a stray click must not show one player's secrets to the other
	}
	if y >= p.asksAt {
		if p.choose.action() == "" {
			return nil
		}
		return p.key("enter", "")
	}
	if i := y - p.listAt[1]; x >= p.listAt[0] && i >= 0 && i < len(p.choose.options()) {
		p.choose.pick(i)
		cmd := p.commitIfMenu()
		p.draw()
		return cmd
	}
	if name, ok := p.board.at(x-p.boardAt[0], y-p.boardAt[1]); ok {
		p.cursor, p.message = name, ""
		p.choose.point(name)
		p.draw()
	}
	return nil
}

func (p *playPage) key(k, text string) tea.Cmd {
	p.message = ""
	if p.command != nil {
		return p.commandKey(k, text)
	}
	if p.show != "" {
		switch k {
		case "down", "j", "space":
			p.scroll++
		case "up", "k":
			p.scroll = max(0, p.scroll-1)
		case "pgdown":
			p.scroll += p.h - 4
		case "pgup":
			p.scroll = max(0, p.scroll-p.h+4)
		default:
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
	if p.resign {
		p.resign = false
		if k == "y" || k == "Y" {
			return p.do("resigned", func() error { return p.session.Table(p.ctx, p.resigner(), game.Resign) })
		}
		p.message = "not resigned"
		return nil
	}
	defer p.draw()
	if p.choose != nil {
		if c, ok := p.choose.(interface{ capture() bool }); ok && c.capture() && p.choose.key(k) {
			return nil
		}
		if n := len(k); n == 1 && k[0] >= '1' && k[0] <= '9' && len(p.choose.options()) > 0 {
			p.choose.pick(int(k[0] - '1'))
			return p.commitIfMenu()
		}
		if p.choose.key(k) {
			return nil
		}
	}
	switch k {
	case "up", "down", "left", "right":
		d := map[string][2]int{"up": {0, 1}, "down": {0, -1}, "left": {-1, 0}, "right": {1, 0}}[k]
		p.cursor = p.board.move(p.cursor, d[0], d[1])
	case "tab":
		p.nextTarget()
	case "enter", "space":
		if p.choose == nil {
			return nil
		}
		if a := p.choose.action(); a != "" && k == "enter" {
			return p.act(a)
		}
		p.choose.point(p.cursor)
	case ":":
		empty := ""
		p.command = &empty
	case "?":
		p.show, p.scroll = "help", 0
	case "R":
		p.show, p.scroll = "rules", 0
	case "M":
		p.show, p.scroll = "story", 1<<20
	case "H":
		if p.choose != nil {
			seat := p.snap.Seat
			p.message = "thinking about a hint…"
			return func() tea.Msg {
				a, err := p.session.Hint(p.ctx, seat)
				return doneMsg{err, "hint: " + a}
			}
		}
	case "U":
		return p.do("taken back", func() error { return p.session.Undo(p.ctx) })
	case "S":
		return p.save()
	case "X":
		if !p.snap.Over {
			p.resign = true
		}
	case "Q", "ctrl+c":
		return tea.Quit
	}
	return nil
}

// commitIfMenu plays at once what was chosen from a menu: the menu was the confirmation.
func (p *playPage) commitIfMenu() tea.Cmd {
	if a := p.choose.action(); a != "" {
		return p.act(a)
	}
	return nil
}

func (p *playPage) resigner() game.Seat {
	if p.snap.Seat != game.NoSeat {
		return p.snap.Seat
	}
	return 0
}

func (p *playPage) nextTarget() {
	if p.choose == nil {
		return
	}
	var m marks
	p.choose.marks(&m)
	from := -1
	for i, c := range p.board.cells {
		if c.name == p.cursor {
			from = i
		}
	}
	n := len(p.board.cells)
	for i := 1; i <= n; i++ {
		c := p.board.cells[(from+i)%n]
		if m.targets[c.name] {
			p.cursor = c.name
			return
		}
	}
}

func (p *playPage) do(done string, f func() error) tea.Cmd {
	return func() tea.Msg { return doneMsg{f(), done} }
}

func (p *playPage) act(action string) tea.Cmd {
	seat := p.snap.Seat
	p.choose.reset()
	return p.do("", func() error { return p.session.Act(p.ctx, seat, action) })
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
	if p.choose == nil {
		p.message = "it is not your turn"
		return nil
	}
	return p.act(line)
}

var (
	titleStyle = lipgloss.NewStyle().Bold(true)
	dimStyle   = lipgloss.NewStyle().Faint(true)
	noteStyle  = lipgloss.NewStyle().Foreground(lipgloss.ANSIColor(170))
)

func (p *playPage) View() tea.View {
	v := tea.NewView(p.screen())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Atoll: " + p.snap.View.Config().Game.Name
	return v
}

func (p *playPage) screen() string {
	cfg := p.snap.View.Config()
	title := titleStyle.Render("Atoll "+cfg.Game.Name) + "  " + dimStyle.Render(p.snap.Status)
	rows := []string{fit(title, p.w)}
	switch {
	case p.snap.HandOver:
		rows = append(rows, "", "  Pass the screen to "+p.who(p.snap.Seat)+".", "", "  "+p.who(p.snap.Seat)+": press Enter when nobody else is looking.")
	case p.show != "":
		rows = append(rows, p.page()...)
	default:
		rows = append(rows, p.game()...)
	}
	for len(rows) < p.h-2 {
		rows = append(rows, "")
	}
	bottom := wrap(p.bottom(), p.w)
	for i := range bottom {
		bottom[i] = fit(bottom[i], p.w)
	}
	p.asksAt = max(0, p.h-1-len(bottom))
	rows = append(rows[:p.asksAt], bottom...)
	rows = append(rows, fit(dimStyle.Render(p.keys()), p.w))
	return strings.Join(rows, "\n")
}

func (p *playPage) who(s game.Seat) string {
	cfg := p.snap.View.Config()
	if s < 0 || int(s) >= len(p.snap.Names) {
		return "?"
	}
	return p.snap.Names[s] + " (" + cfg.SeatName(s) + ")"
}

// game puts the board at the left and everything else beside it.
func (p *playPage) game() []string {
	left := p.board.canvas.lines()
	width := p.board.canvas.w
	p.boardAt = [2]int{1, 2}
	side := p.side(p.w - width - 3)
	rows := []string{""}
	for i := range max(len(left), len(side)) {
		row := " "
		if i < len(left) {
			row += fit(left[i], width)
		} else {
			row += strings.Repeat(" ", width)
		}
		if i < len(side) {
			row += "  " + side[i]
		}
		rows = append(rows, fit(row, p.w))
	}
	return rows
}

func (p *playPage) side(width int) []string {
	var rows []string
	for s := range p.snap.Names {
		mark := "  "
		if p.snap.View.Acting().Has(game.Seat(s)) {
			mark = "> "
		}
		line := mark + p.who(game.Seat(s))
		if s < len(p.snap.Clocks) && p.snap.Clocks[s] != "" {
			line += "  " + p.snap.Clocks[s]
		}
		rows = append(rows, line)
	}
	rows = append(rows, "")
	for _, n := range p.board.notes {
		for _, l := range wrap(n, width) {
			rows = append(rows, dimStyle.Render(l))
		}
	}
	if p.choose != nil {
		if opts := p.choose.options(); len(opts) > 0 {
			rows = append(rows, "")
			p.listAt = [2]int{p.boardAt[0] + p.board.canvas.w + 2, p.boardAt[1] + len(rows)}
			for i, o := range opts {
				rows = append(rows, fmt.Sprintf("%d %s", i+1, o))
			}
		}
	}
	// The story fills what is left, the latest at the bottom.
	room := max(0, p.h-5-len(rows))
	var story []string
	for _, l := range p.snap.Story[max(0, len(p.snap.Story)-room):] {
		story = append(story, wrap(l.Text, width)...)
	}
	if room > 1 && len(story) > 0 {
		rows = append(rows, "")
		rows = append(rows, story[max(0, len(story)-room+1):]...)
	}
	return rows
}

// page is something to read: rules, story or help.
func (p *playPage) page() []string {
	var lines []string
	switch p.show {
	case "rules":
		for _, l := range strings.Split(p.rules, "\n") {
			lines = append(lines, wrap(l, p.w-2)...)
		}
	case "story":
		for _, l := range p.snap.Story {
			lines = append(lines, wrap(l.Text, p.w-2)...)
		}
	default:
		lines = strings.Split(fmt.Sprintf(helpText, p.ownHelp()), "\n")
	}
	page := p.h - 4
	p.scroll = max(0, min(p.scroll, len(lines)-page))
	return lines[p.scroll:max(p.scroll, min(len(lines), p.scroll+page))]
}

const helpText = `Moving about
  arrows        move the cursor        Tab     next marked place
  Enter, Space  choose a place         Enter   play what is chosen
  1 to 9        choose from the list   Esc     one step back
  mouse         click a place, an option, the question below to answer it, a word
                of the last line to press its key

%s
Any time
  :             type an action as records write it, or: save, undo, quit,
                resign, offer draw, accept draw, link (your seat, for a browser)
  H hint   U take back   S save   X resign   M moves   R rules   Q quit`

// ownHelp are the keys of this game, or of any game that is played from a list.
func (p *playPage) ownHelp() string {
	own, ok := screens[p.snap.View.Config().Game.ID]
	if !ok {
		return "The list       arrows choose, Enter plays; / types a filter, Esc shows all\n"
	}
	if own.help == "" {
		return ""
	}
	return own.help + "\n"
}

func (p *playPage) bottom() string {
	switch {
	case p.command != nil:
		return ":" + *p.command + "█"
	case p.resign:
		return "Really resign? y or n"
	case p.message != "":
		return noteStyle.Render(p.message)
	case p.snap.HandOver || p.show != "":
		return ""
	case p.choose != nil:
		return p.choose.prompt()
	}
	return p.snap.Status
}

// keysGap stands between the words of the last line.
const keysGap = "  "

func (p *playPage) keys() string {
	if p.show != "" {
		return "arrows scroll, any other key goes back"
	}
	return "? help  : type  H hint  U undo  M moves  R rules  S save  X resign  Q quit"
}
