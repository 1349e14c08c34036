package review

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

// resultPage is the end of a game: who won and how, the chances on the way,
// where they came from, and what comes next.
type resultPage struct {
	ctx   context.Context
	past  *Past
	ended session.Ended
	paint.Theme
	list   []session.Afterwards
	at     int
	help   bool
	frame  int // of the curve that draws itself
	after  session.After
	w, h   int
	listAt paint.Area
}

const (
	resultFrames = 14
	resultTime   = 50 * time.Millisecond
)

func newResultPage(ctx context.Context, past *Past, ended session.Ended) *resultPage {
	p := &resultPage{ctx: ctx, past: past, ended: ended, Theme: paint.NewTheme(), w: 80, h: 24}
	if paint.Still() {
		p.frame = resultFrames
	}
	if ended != nil {
		p.list = ended.Afters(len(past.turns))
		if p.list[0].After == session.Easier { // offered, not urged
			p.at = 1
		}
	}
	return p
}

type pastMsg struct{}

func (p *resultPage) wait() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-p.past.changed:
			return pastMsg{}
		case <-p.ctx.Done():
			return nil
		}
	}
}

func (p *resultPage) Init() tea.Cmd {
	list := []tea.Cmd{p.wait(), tea.RequestBackgroundColor}
	if p.frame < resultFrames {
		list = append(list, resultTick())
	}
	return tea.Batch(list...)
}

func resultTick() tea.Cmd {
	return tea.Tick(resultTime, func(time.Time) tea.Msg { return paint.MotionMsg{} })
}

func (p *resultPage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		p.Background(msg)
	case pastMsg:
		return p, p.wait()
	case paint.MotionMsg:
		if p.frame++; p.frame < resultFrames {
			return p, resultTick()
		}
	case tea.MouseClickMsg:
		if i := msg.Y - p.listAt.Y; p.listAt.Has(msg.X, msg.Y) && i < len(p.list) {
			if i == p.at {
				return p, p.leave(p.list[i].After)
			}
			p.at = i
		}
	case tea.KeyPressMsg:
		return p, p.key(msg.String())
	}
	return p, nil
}

func (p *resultPage) key(k string) tea.Cmd {
	p.frame = resultFrames
	if p.help {
		p.help = false
		return nil
	}
	switch k {
	case "up", "k":
		p.at = max(0, p.at-1)
	case "down", "j", "n", "tab":
		p.at = min(len(p.list)-1, p.at+1)
	case "enter", "space":
		return p.leave(p.list[p.at].After)
	case "V":
		return p.leave(session.Review)
	case "B":
		return p.leave(session.Rematch)
	case "?":
		p.help = true
	case "C":
		p.SwitchTheme()
	case "esc":
		return p.leave(session.ToMenu)
	case "q", "Q", "ctrl+c":
		return p.leave(session.Quit)
	}
	return nil
}

func (p *resultPage) leave(a session.After) tea.Cmd {
	p.after = a
	return tea.Quit
}

// headline is who has won and how, in one sentence each.
func (p *resultPage) headline() (pill, title string) {
	r, cfg := p.past.rec.Result, p.past.rec.Config
	var names, seats []string
	for s, name := range p.past.names {
		if r.Rank[s] == 1 {
			names, seats = append(names, name), append(seats, prose.SeatName(cfg.SeatName(game.Seat(s))))
		}
	}
	reason := session.ReasonText(cfg, r.Reason)
	switch {
	case len(names) == 1 && names[0] == prose.You:
		as := ""
		if len(seats[0]) > 1 {
			as = " as " + seats[0]
		}
		return "You win", fmt.Sprintf("You win%s: %s", as, reason)
	case len(names) == 1:
		as := ""
		if len(seats[0]) > 1 { // a letter says nothing
			as = " as " + seats[0]
		}
		return names[0] + " wins", fmt.Sprintf("%s wins%s: %s", names[0], as, reason)
	}
	return prose.List(names) + " share the first place", prose.List(names) + " share the first place: " + reason
}

func (p *resultPage) screen() string {
	if p.w < paint.LeastWidth || p.h < paint.LeastHeight {
		return paint.TooSmall(p.w, p.h)
	}
	gap := "  "
	if p.w >= 100 {
		gap = "   "
	}
	pill, title := p.headline()
	pal := p.Colours()
	left := " " + p.Style(pal.Focus, true).Render("≈ Atoll") + gap + p.past.rec.Config.Game.Name + gap + prose.Counted(len(p.past.turns), "turn", "turns")
	right := p.Style(pal.Sel, true).Reverse(!p.Plain).Render("▌ " + pill + " ▐")
	rows := []string{prose.Ends(left, right, p.w-1)}
	if p.help {
		rows = append(rows, paint.HelpBox("Keys", "the result", resultHelp, p.w, p.Style(pal.Edge, false))...)
	} else {
		rows = append(rows, p.box(title)...)
	}
	for len(rows) < p.h-1 {
		rows = append(rows, "")
	}
	rows = append(rows[:p.h-1], p.Style(pal.Ink3, false).Render(paint.KeyLine(paint.FitKeys(p.keys(), p.w))))
	for i := range rows {
		rows[i] = prose.Fit(rows[i], p.w)
	}
	return p.Finish(strings.Join(rows, "\n"))
}

var resultHelp = []paint.HelpItem{
	{"Next", "↑↓ choose   Enter does it   V review   B rematch   Esc menu   Q quit"},
	{"Bars", "solid is what your decisions gained or lost, dotted what luck did"},
	{"Look", "C day or night"},
}

func (p *resultPage) keys() []paint.KeyHint {
	does := "choose"
	if p.at < len(p.list) {
		does = prose.Small(p.list[p.at].Short)
	}
	return []paint.KeyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", does}, {"V", "V", "review"}, {"B", "B", "rematch"}, paint.HelpKey}
}

// box is the page within one edge.
func (p *resultPage) box(title string) []string {
	pal := p.Colours()
	width := min(p.w, 120)
	inner := width - 4
	values := p.past.values()
	_, done, percentDone := p.past.known()
	// Who won.
	sign, fared := p.emblem()
	last := ""
	if n := len(p.past.list); n > 0 {
		for _, e := range p.past.list[n-1].Events {
			if e.Kind != "win" && e.Kind != "end" && e.Kind != "draw" {
				last = p.told(e.Text)
			}
		}
	}
	if ansi.StringWidth(title) > inner-10 {
		if i := strings.Index(title, " as "); i > 0 {
			if j := strings.Index(title, ": "); j > i {
				title = title[:i] + title[j:]
			}
		}
	}
	beside := prose.Wrap(title, inner-10)
	for i := range beside {
		beside[i] = p.Style(pal.Ink, true).Render(beside[i])
	}
	beside = append(beside, ansi.Truncate(last, inner-10, "…"))
	who := paint.Pane{Head: []string{
		prose.Ends(" "+sign[0], fared+" ", inner), " " + sign[1] + "   " + beside[0], " " + sign[2] + "   " + beside[1],
	}}
	// The chances.
	rows := 4 + max(0, min(8, (p.h-24)/2))
	shown := len(values) * p.frame / resultFrames
	bars, _ := p.past.curveLines(inner, rows, -1, shown)
	if p.frame >= resultFrames {
		bars, _ = p.past.curveLines(inner, rows, -1, 1<<20)
	}
	chance := paint.Pane{Title: "Your chance of winning", Head: bars}
	start, end := math.NaN(), math.NaN()
	if len(values) > 0 {
		start, end = values[0], values[len(values)-1]
		chance.Right = fmt.Sprintf("start %s, end %s", percent(start), percent(end))
	}
	if !done {
		chance.Right = fmt.Sprintf("looking back, %d %%", percentDone)
	}
	// Decisions and luck.
	decision, luck := p.past.share(0, 1<<20)
	whence := paint.Pane{Title: "Where it came from", Head: []string{
		p.bar("decisions", decision, "█", inner), p.bar("luck", luck, "▒", inner),
		p.together(start, end),
	}}
	turned := paint.Pane{Title: "It turned", Head: []string{"", ""}}
	if len(p.past.turns) > 0 && done {
		at, before, after := p.past.turned()
		if !math.IsNaN(before) && !math.IsNaN(after) {
			turned.Title = fmt.Sprintf("It turned on turn %d:  %s -> %s", p.past.turns[at].number, percent(before), percent(after))
			turned.Head = p.turnLines(at, inner)
		}
	}
	next := paint.Pane{}
	for i, a := range p.list {
		mark, text := "    ", prose.Fit(a.Short, 18)+a.Text
		if i == p.at {
			mark, text = "> ", p.Style(pal.Sel, true).Render(prose.Fit("[ "+a.Short+" ]", 20))+a.Text
		}
		next.Head = append(next.Head, mark+text)
	}
	panes := []paint.Pane{who, chance, whence, turned, next}
	var lines []string
	for i, c := range panes {
		c.Joined, c.Open = i > 0, i < len(panes)-1
		if i == len(panes)-1 {
			p.listAt = paint.Area{X: 1, Y: 1 + len(lines) + 1, W: width - 2, H: len(p.list)}
		}
		lines = append(lines, c.Draw(width, c.Lines()+1+paint.Int(!c.Open), p.Style(pal.Edge, false))...)
	}
	return lines
}

func (p *resultPage) together(start, end float64) string {
	if math.IsNaN(start) || math.IsNaN(end) {
		return " together"
	}
	return fmt.Sprintf(" %-10s%+6.1f   %.1f -> %.0f", "together", 100*(end-start), 100*start, 100*end)
}

// told puts the players into a sentence of the rules.
func (p *resultPage) told(text string) string { return tellNames(p.past, text) }

func tellNames(past *Past, text string) string {
	for s, name := range past.names {
		side := prose.SeatName(past.rec.Config.SeatName(game.Seat(s)))
		if len(side) > 1 {
			text = prose.NameSide(text, side, name)
		} else {
			text = prose.NameSeat(text, side, name)
		}
	}
	return prose.Capital(text)
}

func (p *resultPage) emblem() (sign [3]string, fared string) {
	r, cfg := p.past.rec.Result, p.past.rec.Config
	winner := ""
	for s := range cfg.Players {
		if r.Rank[s] == 1 {
			winner = cfg.SeatName(game.Seat(s))
			break
		}
	}
	name := func(seat string) string {
		if s, ok := cfg.SeatByName(seat); ok && int(s) < len(p.past.names) {
			return p.past.names[s]
		}
		return seat
	}
	if own := board.Screens[cfg.Game.ID]; own.Emblem != nil && winner != "" && len(p.past.list) > 0 {
		js, _ := p.past.list[len(p.past.list)-1].State.MarshalJSON()
		return own.Emblem(js, winner, name)
	}
	return [3]string{"╭───╮", "│ " + prose.Fit(winner, 1) + " │", "╰───╯"}, ""
}

// bar is a number with a bar from a line in the middle: to the right is a gain.
func (p *resultPage) bar(word string, v float64, sign string, inner int) string {
	const axis = 31
	per := 2.0 // points a column
	for math.Abs(100*v)/per > float64(min(inner-axis-2, 44)) {
		per *= 2
	}
	n := int(math.Round(100 * v / per))
	if p.frame < resultFrames {
		n = n * p.frame / resultFrames
	}
	line := fmt.Sprintf(" %-10s%+6.1f", word, 100*v)
	left := strings.Repeat(sign, max(0, min(-n, axis-20)))
	return line + strings.Repeat(" ", max(1, axis-ansi.StringWidth(line)-ansi.StringWidth(left))) + left + "▌" +
		strings.Repeat(sign, max(0, n))
}

// turnLines tell the turn in which most changed.
func (p *resultPage) turnLines(turn, inner int) []string {
	var moves, lost []string
	gave := p.past.gaveUp(turn)
	order := []game.Seat{p.past.me}
	for s := range game.Seat(len(p.past.names)) {
		if s != p.past.me {
			order = append(order, s)
		}
	}
	for _, s := range order {
		name := p.past.names[s]
		if m := p.past.moves(turn, s); m != "" {
			moves = append(moves, prose.Within(name)+" "+m)
		}
		if g, ok := gave[s]; ok {
			verb := name + " gave up"
			if len(lost) > 0 {
				verb = prose.Within(name)
			}
			lost = append(lost, fmt.Sprintf("%s %.0f", verb, 100*g))
		}
	}
	text := strings.Join(lost, ", ")
	if text != "" {
		text += ". The rest was luck."
		if p.past.rec.Config.Game.Traits.Simultaneous {
			text = strings.TrimSuffix(text, "luck.") + "how the plans met."
		}
	}
	return []string{" " + ansi.Truncate(strings.Join(moves, "     "), inner-2, "…"), " " + ansi.Truncate(text, inner-2, "…")}
}

func (p *resultPage) View() tea.View {
	v := tea.NewView(p.screen())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Atoll: " + p.past.rec.Config.Game.Name
	return v
}

// Result shows the end of a game, and says what comes after it.
func Result(ctx context.Context, past *Past, ended session.Ended, in io.Reader, out io.Writer) (session.After, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	page := newResultPage(ctx, past, ended)
	_, err := tea.NewProgram(page, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	return page.after, err
}
