package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
)

// playPage is the screen of one game.
type playPage struct {
	ctx     context.Context
	session Session
	rules   string
	theme

	snap   Snapshot
	board  *board
	text   string // the text board on show, and the one before: what differs is marked
	before string
	choose chooser
	asked  string // position and seat that choose was made for

	cursor   string
	at       int    // the highlighted line of the choices, -1 for none
	boardAt  [2]int // where the board was drawn, for the mouse
	listAt   area   // where the lines of the choices are
	listTop  int    // the first of them that is shown
	listRows []int  // which choice each line belongs to
	size     size   // of the board on show
	said     said   // what the game says beside it
	saved    bool   // as it stands
	button   area   // where the button is
	message  string // what went wrong, or what was done
	command  *string
	show     string // "", "rules", "story", "help"
	legend   bool   // what the signs mean, over the log
	page     int    // of a narrow window
	read     reader
	resign   bool // asked whether really
	zoom     size // larger or smaller cells than the window would have
	motion   motion
	reel     []moment // what happens within the last step, one picture after the other
	reelAt   int
	reelAuto bool
	lastReel []moment
	after    After
	w, h     int
}

// After is what a person wants when the table is left.
type After string

// What comes after a game.
const (
	Quit     After = ""
	Rematch  After = "rematch" // the same again, with the seats changed
	Harder   After = "harder"  // the next bot
	Easier   After = "easier"  // the bot before
	Review   After = "review"
	ToMenu   After = "menu"
	ToResult After = "result"
	Back     After = "back"    // to the table
	PlayOn   After = "play on" // from a moment of the review
)

// area is a part of the screen.
type area struct{ x, y, w, h int }

func (a area) has(x, y int) bool { return x >= a.x && x < a.x+a.w && y >= a.y && y < a.y+a.h }

type (
	changedMsg struct{}
	doneMsg    struct {
		err  error
		text string
	}
)

func newPlayPage(ctx context.Context, s Session, rules string) *playPage {
	p := &playPage{ctx: ctx, session: s, rules: rules, theme: newTheme(), w: 80, h: 24}
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

type secondMsg struct{}

// seconds keeps the clocks on show going.
func seconds() tea.Cmd {
	return tea.Tick(250*time.Millisecond, func(time.Time) tea.Msg { return secondMsg{} })
}

func (p *playPage) Init() tea.Cmd {
	list := []tea.Cmd{p.wait(), tea.RequestBackgroundColor}
	if len(p.snap.Clocks) > 0 {
		list = append(list, seconds())
	}
	return tea.Batch(list...)
}

// refresh looks at the table again and makes a new chooser if the question changed.
func (p *playPage) refresh() {
	over := p.snap.Over
	p.snap = p.session.Snapshot()
	if p.snap.Over && !over {
		p.at = 0 // a key that was meant for the last move only shows the result
	}
	key := ""
	if p.snap.Seat != game.NoSeat && !p.snap.HandOver {
		key = fmt.Sprint(p.snap.Seat, " ", string(p.snap.View.AppendText(nil)))
	}
	if key != p.asked {
		p.asked, p.choose = key, nil
		if key != "" {
			p.choose, p.at = newChooser(p.snap.View, p.snap.Seat), 0
			if l, ok := p.session.(*Local); ok {
				if c, ok := p.choose.(*planChooser); ok {
					c.restore(l.draftOf())
				}
			}
			if c, ok := p.choose.(interface{ start() string }); ok {
				p.cursor = c.start()
			}
		}
	}
	p.draw()
}

func (p *playPage) draw() {
	m := marks{cursor: p.cursor, last: p.snap.Last}
	if p.choose != nil && !p.reelOn() {
		p.choose.marks(&m)
	} else {
		m.cursor = ""
	}
	if text := boardText(p.snap.View); text != p.text {
		p.before, p.text = p.text, text
	}
	p.board = p.fitting(m)
	p.board.canvas.plain = p.plain
	if p.cursor == "" && p.choose != nil && len(p.board.cells) > 0 {
		p.cursor = p.homePlace()
		if m.cursor == "" && p.choose != nil && p.cursor != "" {
			m.cursor = p.cursor
			p.choose.marks(&m)
			p.board = p.fitting(m)
			p.board.canvas.plain = p.plain
		}
	}
	p.said = said{}
	if own, ok := screens[p.snap.View.Config().Game.ID]; ok && own.say != nil {
		width := p.sideWidth()
		if p.atSize() && own.side[p.size] > 0 {
			width = min(own.side[p.size], p.w-p.board.canvas.w-1)
		}
		if p.narrow() {
			width = p.w
		}
		p.said = own.say(p.scene(width - 4))
		if len(p.said.tags) > 0 {
			m.tags = p.said.tags
			p.board = p.fitting(m)
			p.board.canvas.plain = p.plain
		}
	}
}

// homePlace is where the cursor begins: where the game says, else on the first
// choice.
func (p *playPage) homePlace() string {
	cfg := p.snap.View.Config()
	if own := screens[cfg.Game.ID]; own.home != nil && p.me() >= 0 {
		js, _ := p.snap.View.MarshalJSON()
		if at := own.home(js, cfg.SeatName(p.me())); at != "" {
			return at
		}
	}
	for _, o := range p.options() {
		if o.place != "" {
			return o.place
		}
	}
	return p.board.cells[len(p.board.cells)/2].name
}

// leastSide is how narrow the column beside the board may become.
const leastSide = 26

// fitting draws the board as large as the window allows.
func (p *playPage) fitting(m marks) *board {
	for s := max(tiny, min(huge, sizeFor(p.w, p.h)+p.zoom)); ; s-- {
		l := look{size: s, day: p.day}
		b, err := drawBoard(p.snap.View, m, l, p.before)
		if p.reelOn() {
			b, err = screens[p.snap.View.Config().Game.ID].draw(p.reel[p.reelAt].js, p.reelMarks(), l)
		}
		if err != nil {
			p.message = err.Error()
			return drawText(p.snap.View, p.before)
		}
		if s <= tiny || b.canvas.w+1+leastSide <= p.w && b.canvas.h <= p.h-2 {
			p.size = s
			return b
		}
	}
}

func (p *playPage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
		p.draw()
	case tea.BackgroundColorMsg:
		p.background(msg)
		p.draw()
	case secondMsg:
		if p.snap.Over {
			return p, nil
		}
		p.refresh()
		return p, seconds()
	case motionMsg:
		return p, p.motion.step()
	case reelMsg:
		if p.reelOn() && p.reelAuto {
			p.reelStep(1)
			return p, p.reelTick()
		}
	case changedMsg:
		before, told, js := p.board.canvas, len(p.snap.Story), p.json()
		p.refresh()
		if r, ok := p.session.(*Remote); ok && r.Next() != "" {
			p.after = Rematch
			return p, tea.Quit
		}
		if p.unreel(js, told); p.reelOn() {
			return p, p.wait()
		}
		return p, tea.Batch(p.wait(), p.motion.begin(before, p.board.canvas))
	case doneMsg:
		if _, ok := p.session.(*Local); ok && msg.err == nil {
			p.saved = true
		}
		p.message = msg.text
		if msg.err != nil {
			p.message = msg.err.Error()
		}
		p.refresh()
	case tea.MouseClickMsg:
		return p, p.click(msg.X, msg.Y)
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelDown {
			p.read.scroll++
		} else if p.read.scroll > 0 {
			p.read.scroll--
		}
	case tea.KeyPressMsg:
		return p, p.key(msg.String(), msg.Key().Text)
	}
	return p, nil
}

// click does what a key would: what is pressed is highlighted, and pressed again
// it is done. What leads to a further question is chosen at once.
func (p *playPage) click(x, y int) tea.Cmd {
	p.motion.end()
	if y == p.h-1 {
		from := 1
		for _, k := range p.hints() {
			if n := ansi.StringWidth(k.text()); x >= from && x < from+n && p.command == nil {
				return p.key(k.press, k.press)
			} else {
				from += n + len(keysGap)
			}
		}
		return nil
	}
	switch {
	case p.show != "":
		return p.key("esc", "")
	case p.snap.HandOver, p.command != nil:
		return nil // a stray click must not show one player's secrets to the other
	case p.button.has(x, y):
		return p.key("enter", "")
	case p.listAt.has(x, y):
		i := p.listTop + y - p.listAt.y
		if i < 0 || i >= len(p.listRows) || p.listRows[i] < 0 {
			return nil
		}
		i = p.listRows[i]
		again := i == p.lit()
		p.light(i)
		if again || !p.final(i) {
			return p.enter()
		}
		p.draw()
		return nil
	case p.choose == nil || p.resign || p.reelOn():
		return nil
	}
	if name, ok := p.board.at(x-p.boardAt[0], y-p.boardAt[1]); ok {
		again := p.cursor == name
		p.cursor, p.message = name, ""
		defer p.draw()
		if i := p.optionAt(name); i >= 0 {
			p.at = i
			if again || !p.final(i) {
				return p.enter()
			}
			return nil
		}
		p.at = -1
		p.choose.point(name)
		p.followCursor()
	}
	return nil
}

// optionAt is the line of the choices that belongs to a place, -1 if none does.
func (p *playPage) optionAt(place string) int {
	for i, o := range p.options() {
		if o.place != "" && o.place == place {
			return i
		}
	}
	return -1
}

// options are the lines that can be highlighted now.
func (p *playPage) options() []option {
	switch {
	case p.resign:
		return []option{{text: "No"}, {text: "Yes, resign"}}
	case p.reelOn():
		return p.reelOptions()
	case p.snap.Over:
		var list []option
		for _, a := range p.afters() {
			list = append(list, option{text: a.short})
		}
		return list
	case p.choose != nil:
		return p.choose.options()
	}
	return nil
}

// lit is the highlighted line.
func (p *playPage) lit() int {
	if c, ok := p.choose.(interface{ lit() int }); ok && !p.resign && !p.snap.Over && !p.reelOn() {
		return c.lit()
	}
	return p.at
}

func (p *playPage) light(i int) {
	opts := p.options()
	if i < 0 || i >= len(opts) {
		return
	}
	if c, ok := p.choose.(interface{ lit() int }); ok && !p.resign && !p.snap.Over && !p.reelOn() {
		if i != c.lit() {
			p.choose.pick(i)
		}
		return
	}
	p.at = i
	if opts[i].place != "" {
		p.cursor = opts[i].place
	}
}

// final reports whether a line of the choices would be played at once.
func (p *playPage) final(i int) bool {
	c, ok := p.choose.(interface{ last(i int) bool })
	return p.resign || p.snap.Over || p.reelOn() || !ok || c.last(i)
}

// followCursor highlights what the cursor is on.
func (p *playPage) followCursor() {
	if opts := p.options(); len(opts) > 0 {
		p.at = p.optionAt(p.cursor)
		if p.at < 0 && opts[0].place == "" {
			p.at = 0
		}
	}
}

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
	case p.snap.Over:
		if list := p.afters(); p.at >= 0 && p.at < len(list) {
			p.after = list[p.at].after
			return tea.Quit
		}
		return nil
	case p.choose == nil:
		return nil
	}
	if a := p.choose.action(); a != "" {
		return p.act(a)
	}
	if p.choose.key("enter") { // a part of a longer choice
		return nil
	}
	if opts := p.choose.options(); p.at >= 0 && p.at < len(opts) {
		p.choose.pick(p.at)
		if a := p.choose.action(); a != "" {
			return p.act(a)
		}
		p.at = 0
		if len(p.options()) > 0 && p.options()[0].place != "" {
			p.at = max(0, p.optionAt(p.cursor))
		}
		return nil
	}
	p.choose.point(p.cursor)
	p.followCursor()
	return nil
}

// afterwards is what can be done after a game.
type afterwards struct {
	after After
	short string // on the button
	text  string // what it means
}

// afters leave a table that is over: the result says what can come then.
func (p *playPage) afters() []afterwards {
	if !p.looksBack() {
		return []afterwards{{Quit, "Leave the table", ""}}
	}
	return []afterwards{{ToResult, "See the result", ""}}
}

func (p *playPage) key(k, text string) tea.Cmd {
	p.message = ""
	p.motion.end()
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
		if c, ok := p.choose.(interface{ capture() bool }); ok && c.capture() && p.choose.key(k) {
			return nil
		}
	}
	if n := len(k); n == 1 && k[0] >= '1' && k[0] <= '9' && len(opts) > 0 {
		p.light(int(k[0] - '1'))
		return nil
	}
	if p.choose != nil && !p.resign && !p.reelOn() {
		defer p.keepDraft()
		before := p.choose.action()
		if p.choose.key(k) {
			if a := p.choose.action(); a != "" && before == "" && len(opts) > 0 && len(k) == 1 {
				return p.act(a) // a letter that leaves nothing to choose
			}
			p.at = 0
			p.followCursor()
			return nil
		}
	}
	switch k {
	case "up", "down", "left", "right":
		if p.choose == nil || p.resign || p.reelOn() || len(opts) > 0 && !slices.ContainsFunc(opts, func(o option) bool { return o.place != "" }) {
			switch k { // a list of words
			case "up":
				p.light(max(0, p.lit()-1))
			case "down":
				p.light(min(len(opts)-1, p.lit()+1))
			}
			return nil
		}
		d := map[string][2]int{"up": {0, 1}, "down": {0, -1}, "left": {-1, 0}, "right": {1, 0}}[k]
		p.cursor = p.board.move(p.cursor, d[0], d[1])
		p.followCursor()
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
		p.switchTheme()
	case "+":
		p.zoom = min(p.zoom+1, huge)
	case "-":
		p.zoom = max(p.zoom-1, -huge)
	case "V":
		if p.snap.Over {
			return p.leave(Review)
		}
	case "B":
		if p.snap.Over {
			return p.leave(Rematch)
		}
	case "L":
		p.again()
	case "Y":
		p.whyNot()
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
				return doneMsg{err, "hint: " + a}
			}
		}
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
	e, ok := p.session.(Ended)
	return ok && e.Record() != nil
}

// leave ends a table that is over.
func (p *playPage) leave(a After) tea.Cmd {
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
	p.choose.reset()
	p.saved = false
	return p.do("", func() error {
		if err := p.session.Act(p.ctx, seat, action); err != nil {
			return err
		}
		// Whatever happens to this window, the game is kept.
		if l, ok := p.session.(*Local); ok && !l.Snapshot().Over {
			_, err := l.Save()
			return err
		}
		return nil
	})
}

// keepDraft notes a plan that is not locked in, so that it survives this window.
func (p *playPage) keepDraft() {
	if l, ok := p.session.(*Local); ok {
		if c, ok := p.choose.(*planChooser); ok {
			l.setDraft(strings.Join(c.orders, " "))
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

// whyNot says what forbids the place under the cursor.
func (p *playPage) whyNot() {
	text := ""
	switch c := p.choose.(type) {
	case *evoChooser:
		if c.from == "" {
			p.message = "Pick a piece first."
			return
		}
		text = c.from + "-" + p.cursor
	case *listChooser:
		if len(c.all) > 0 {
			verb, _, _ := strings.Cut(c.all[0].text, " ")
			text = verb + " " + p.cursor
		}
	}
	if text == "" {
		p.message = "There is no square to ask about here."
		return
	}
	a, err := p.snap.View.ParseAction(p.snap.Seat, text)
	if err != nil {
		p.message = capital(err.Error()) + "."
		return
	}
	if why := p.snap.View.WhyNot(p.snap.Seat, a); why != "" {
		p.message = "Why not " + p.cursor + "? " + capital(why)
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
	if p.choose == nil {
		p.message = "it is not your turn"
		return nil
	}
	return p.act(line)
}

var titleStyle = lipgloss.NewStyle().Bold(true)

func (p *playPage) View() tea.View {
	v := tea.NewView(p.screen())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Atoll: " + p.snap.View.Config().Game.Name
	return v
}

func (p *playPage) who(s game.Seat) string {
	cfg := p.snap.View.Config()
	if s < 0 || int(s) >= len(p.snap.Names) {
		return "?"
	}
	return p.snap.Names[s] + " (" + cfg.SeatName(s) + ")"
}
