package screen

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/session"
)

// playPage is the screen of one game.
type playPage struct {
	ctx     context.Context
	session session.Session
	rules   string
	paint.Theme

	snap   session.Snapshot
	board  *board.Board
	text   string // the text board on show, and the one before: what differs is marked
	before string
	choose board.Chooser
	asked  string // position and seat that choose was made for

	cursor   string
	at       int        // the highlighted line of the choices, -1 for none
	boardAt  [2]int     // where the board was drawn, for the mouse
	listAt   paint.Area // where the lines of the choices are
	listTop  int        // the first of them that is shown
	listRows []int      // which choice each line belongs to
	size     paint.Size // of the board on show
	said     board.Said // what the game says beside it
	saved    bool       // as it stands
	button   paint.Area // where the button is
	message  string     // what went wrong, or what was done
	command  *string
	show     string // "", "rules", "story", "help"
	legend   bool   // what the signs mean, over the log
	page     int    // of a narrow window
	read     reader
	resign   bool       // asked to confirm
	zoom     paint.Size // larger or smaller cells than the window would have
	motion   paint.Motion
	reel     []board.Moment // what happens within the last step, one picture after the other
	reelAt   int
	reelAuto bool
	lastReel []board.Moment
	after    session.After
	w, h     int
}

type (
	changedMsg struct{}
	doneMsg    struct {
		err  error
		text string
	}
)

func newPlayPage(ctx context.Context, s session.Session, rules string) *playPage {
	p := &playPage{ctx: ctx, session: s, rules: rules, Theme: paint.NewTheme(), w: 80, h: 24}
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
		if l, ok := p.session.(*session.Local); ok {
			if err := l.Forget(); err != nil {
				p.message = err.Error()
			}
		}
	}
	key := ""
	if p.snap.Seat != game.NoSeat && !p.snap.HandOver {
		key = fmt.Sprint(p.snap.Seat, " ", string(p.snap.View.AppendText(nil)))
		if p.snap.Lesson != nil {
			key += fmt.Sprint(" ", p.snap.Lesson.At)
		}
	}
	if key != p.asked {
		p.asked, p.choose = key, nil
		if key != "" {
			p.choose, p.at = board.NewChooser(p.snap.View, p.snap.Seat), 0
			if l, ok := p.session.(*session.Local); ok {
				if c, ok := p.choose.(board.Drafter); ok {
					c.Restore(l.DraftOf())
				}
			}
			if c, ok := p.choose.(interface{ Start() string }); ok {
				p.cursor = c.Start()
			}
		}
	}
	p.draw()
}

// look sees what has changed and begins to show it. Whichever comes first does: the
// answer to a move, news from the table, or the clock.
func (p *playPage) look() tea.Cmd {
	before, told, js := p.board.Canvas, len(p.snap.Story), p.json()
	p.refresh()
	if len(p.snap.Story) == told {
		return nil
	}
	if p.unreel(js, told); p.reelOn() {
		return nil
	}
	return p.motion.Begin(before, p.board.Canvas)
}

func (p *playPage) draw() {
	m := board.Marks{Cursor: p.cursor, Last: p.snap.Last}
	if p.choose != nil && !p.reelOn() {
		p.choose.Marks(&m)
	} else {
		m.Cursor = ""
	}
	if text := board.Text(p.snap.View); text != p.text {
		p.before, p.text = p.text, text
	}
	p.board = p.fitting(m)
	p.board.Canvas.Plain = p.Plain
	if p.cursor == "" && p.choose != nil && len(p.board.Cells) > 0 {
		p.cursor = p.homePlace()
		if m.Cursor == "" && p.choose != nil && p.cursor != "" {
			m.Cursor = p.cursor
			p.choose.Marks(&m)
			p.board = p.fitting(m)
			p.board.Canvas.Plain = p.Plain
		}
	}
	p.said = board.Said{}
	if own, ok := board.Screens[p.snap.View.Config().Game.ID]; ok && own.Say != nil {
		width := p.sideWidth()
		if p.atSize() && own.Side[p.size] > 0 {
			width = min(own.Side[p.size], p.w-p.board.Canvas.W-1)
		}
		if p.narrow() {
			width = p.w
		}
		p.said = own.Say(p.scene(width - 4))
		if len(p.said.Tags) > 0 {
			m.Tags = p.said.Tags
			p.board = p.fitting(m)
			p.board.Canvas.Plain = p.Plain
		}
	}
}

// homePlace is where the cursor begins: where the game says, else on the first
// choice.
func (p *playPage) homePlace() string {
	cfg := p.snap.View.Config()
	if own := board.Screens[cfg.Game.ID]; own.Home != nil && p.me() >= 0 {
		js, _ := p.snap.View.MarshalJSON()
		if at := own.Home(js, cfg.SeatName(p.me())); at != "" {
			return at
		}
	}
	for _, o := range p.options() {
		if o.Place != "" {
			return o.Place
		}
	}
	return p.board.Cells[len(p.board.Cells)/2].Name
}

// leastSide is how narrow the column beside the board may become.
const leastSide = 26

// fitting draws the board as large as the window allows.
func (p *playPage) fitting(m board.Marks) *board.Board {
	for s := max(paint.Tiny, min(paint.Huge, paint.SizeFor(p.w, p.h)+p.zoom)); ; s-- {
		l := paint.Look{Size: s, Day: p.Day}
		b, err := board.Draw(p.snap.View, m, l, p.before)
		if p.reelOn() {
			b, err = board.Screens[p.snap.View.Config().Game.ID].Draw(p.reel[p.reelAt].JSON, p.reelMarks(), l)
		}
		if err != nil {
			p.message = err.Error()
			return board.DrawText(p.snap.View, p.before)
		}
		if s <= paint.Tiny || b.Canvas.W+1+leastSide <= p.w && b.Canvas.H <= p.h-2 {
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
		p.Background(msg)
		p.draw()
	case secondMsg:
		if p.snap.Over {
			return p, nil
		}
		return p, tea.Batch(p.look(), seconds())
	case paint.MotionMsg:
		return p, p.motion.Step()
	case reelMsg:
		if p.reelOn() && p.reelAuto {
			p.reelStep(1)
			return p, p.reelTick()
		}
	case changedMsg:
		show := p.look()
		if r, ok := p.session.(*session.Remote); ok && r.Next() != "" {
			p.after = session.Rematch
			return p, tea.Quit
		}
		return p, tea.Batch(p.wait(), show)
	case doneMsg:
		if _, ok := p.session.(*session.Local); ok && msg.err == nil {
			p.saved = true
		}
		p.message = msg.text
		if msg.err != nil {
			p.message = msg.err.Error()
		}
		return p, p.look()
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
	p.motion.End()
	if y == p.h-1 {
		from := 1
		for _, k := range p.hints() {
			if n := ansi.StringWidth(k.Text()); x >= from && x < from+n && p.command == nil {
				return p.key(k.Press(), k.Press())
			} else {
				from += n + len(paint.KeysGap)
			}
		}
		return nil
	}
	switch {
	case p.show != "":
		return p.key("esc", "")
	case p.snap.HandOver, p.command != nil:
		return nil // a stray click must not show one player's secrets to the other
	case p.button.Has(x, y):
		return p.key("enter", "")
	case p.listAt.Has(x, y):
		i := p.listTop + y - p.listAt.Y
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
	if name, ok := p.board.At(x-p.boardAt[0], y-p.boardAt[1]); ok {
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
		p.choose.Point(name)
		p.followCursor()
	}
	return nil
}

// optionAt is the line of the choices that belongs to a place, -1 if none does.
func (p *playPage) optionAt(place string) int {
	for i, o := range p.options() {
		if o.Place != "" && o.Place == place {
			return i
		}
	}
	return -1
}

// options are the lines that can be highlighted now.
func (p *playPage) options() []board.Option {
	switch {
	case p.resign:
		return []board.Option{{Text: "No"}, {Text: "Yes, resign"}}
	case p.reelOn():
		return p.reelOptions()
	case p.snap.Lesson != nil && p.choose == nil:
		return p.lessonOptions()
	case p.snap.Over:
		var list []board.Option
		for _, a := range p.afters() {
			list = append(list, board.Option{Text: a.Short})
		}
		return list
	case p.choose != nil:
		return p.choose.Options()
	}
	return nil
}

// lit is the highlighted line.
func (p *playPage) lit() int {
	if c, ok := p.choose.(interface{ Lit() int }); ok && !p.resign && !p.snap.Over && !p.reelOn() {
		return c.Lit()
	}
	return p.at
}

func (p *playPage) light(i int) {
	opts := p.options()
	if i < 0 || i >= len(opts) {
		return
	}
	if c, ok := p.choose.(interface{ Lit() int }); ok && !p.resign && !p.snap.Over && !p.reelOn() {
		if i != c.Lit() {
			p.choose.Pick(i)
		}
		return
	}
	p.at = i
	if opts[i].Place != "" {
		p.cursor = opts[i].Place
	}
}

// final reports whether a line of the choices would be played at once.
func (p *playPage) final(i int) bool {
	c, ok := p.choose.(interface{ Last(i int) bool })
	return p.resign || p.snap.Over || p.reelOn() || !ok || c.Last(i)
}

// followCursor highlights what the cursor is on.
func (p *playPage) followCursor() {
	if opts := p.options(); len(opts) > 0 {
		p.at = p.optionAt(p.cursor)
		if p.at < 0 && opts[0].Place == "" {
			p.at = 0
		}
	}
}

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
