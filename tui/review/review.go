// Package review looks back on a game: the page of its result, and the turns with
// what an analysis says of them.
package review

import (
	"context"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"atoll/analysis"
	"atoll/game"
	"atoll/tui/paint"
)

// viewers are the views from which a record can be seen.
func viewers(cfg game.Config) (names []string, eyes []game.Viewer) {
	names, eyes = []string{"everything"}, []game.Viewer{game.TruthViewer()}
	names, eyes = append(names, "the public"), append(eyes, game.PublicViewer())
	for s := range game.Seat(cfg.Players) {
		names, eyes = append(names, "seat "+cfg.SeatName(s)), append(eyes, game.SeatViewer(s))
	}
	return names, eyes
}

// reviewPage goes through a game that is over: board, curve and turns always
// show the same moment.
type reviewPage struct {
	ctx  context.Context
	past *Past
	paint.Theme
	at      int // the moment on show
	names   []string
	eyes    []game.Viewer
	eye     int
	auto    bool
	better  game.State // the board after the better line, while it is shown
	help    bool
	message string
	play    int // events to play on from, -1 for none
	w, h    int
	curveAt paint.Area
	columns []int
	turnsAt paint.Area
	turnTop int
}

type autoMsg struct{}

func newReviewPage(ctx context.Context, past *Past) *reviewPage {
	p := &reviewPage{ctx: ctx, past: past, Theme: paint.NewTheme(), play: -1, w: 80, h: 24}
	p.names, p.eyes = viewers(past.rec.Config)
	return p
}

func (p *reviewPage) wait() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-p.past.changed:
			return pastMsg{}
		case <-p.ctx.Done():
			return nil
		}
	}
}

func (p *reviewPage) Init() tea.Cmd { return tea.Batch(p.wait(), tea.RequestBackgroundColor) }

func autoplay() tea.Cmd {
	return tea.Tick(700*time.Millisecond, func(time.Time) tea.Msg { return autoMsg{} })
}

func (p *reviewPage) step(to int) { p.at, p.better = max(0, min(to, len(p.past.list)-1)), nil }

// turn is the turn on show; before the first it is the first.
func (p *reviewPage) turn() int { return p.past.turnAt(max(1, p.at)) }

// toTurn shows the end of a turn.
func (p *reviewPage) toTurn(i int) {
	if n := len(p.past.turns); n > 0 {
		if i < 0 {
			p.step(0)
			return
		}
		p.step(p.past.turns[min(i, n-1)].to)
	}
}

// bad reports whether the player made a mistake in a turn.
func (p *reviewPage) bad(turn int) bool {
	d, ok := p.past.mistake(turn)
	return ok && d.Verdict != analysis.Fine
}

func (p *reviewPage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		p.Background(msg)
	case pastMsg:
		return p, p.wait()
	case autoMsg:
		if p.auto {
			p.step(p.at + 1)
			if p.auto = p.at < len(p.past.list)-1; p.auto {
				return p, autoplay()
			}
		}
	case tea.MouseClickMsg:
		p.press(msg.X, msg.Y)
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft && p.curveAt.Has(msg.X, msg.Y) {
			p.press(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelDown {
			p.step(p.at + 1)
		} else {
			p.step(p.at - 1)
		}
	case tea.KeyPressMsg:
		return p, p.key(msg.String())
	}
	return p, nil
}

func (p *reviewPage) press(x, y int) {
	switch {
	case p.help:
		p.help = false
	case p.curveAt.Has(x, y):
		if i := x - p.curveAt.X; i >= 0 && i < len(p.columns) {
			p.toTurn(p.columns[i] - 1 + paint.Int(p.columns[i] == 0))
		}
	case p.turnsAt.Has(x, y):
		p.toTurn(p.turnTop + y - p.turnsAt.Y)
	}
}

func (p *reviewPage) key(k string) tea.Cmd {
	p.message = ""
	if p.help {
		p.help = false
		return nil
	}
	switch k {
	case "right", "l", "enter":
		p.step(p.at + 1)
	case "left", "h", "backspace":
		p.step(p.at - 1)
	case "down", "j":
		if p.at == 0 {
			p.toTurn(0)
		} else {
			p.toTurn(p.turn() + 1)
		}
	case "up", "k":
		p.toTurn(p.turn() - 1)
	case "pgdown":
		p.toTurn(p.turn() + 5)
	case "pgup":
		p.toTurn(p.turn() - 5)
	case "home", "g":
		p.step(0)
	case "end", "G":
		p.step(len(p.past.list))
	case "space":
		if p.auto = !p.auto; p.auto {
			return autoplay()
		}
	case "n":
		p.nextMistake()
	case "b":
		p.showBetter()
	case "A":
		p.past.begin(p.ctx, 8)
		p.message = "Thinking longer about every position."
	case "P":
		if p.past.rec.Result.Over || len(p.past.list) > 1 {
			p.play = p.events()
			return tea.Quit
		}
	case "v":
		p.eye = paint.Around(p.eye, 1, len(p.eyes))
		p.message = "As " + p.names[p.eye] + " sees it."
	case "C":
		p.SwitchTheme()
	case "?":
		p.help = true
	case "q", "Q", "esc", "ctrl+c":
		return tea.Quit
	}
	return nil
}

// events are how many events of the record lead to the beginning of this turn's
// last choice.
func (p *reviewPage) events() int {
	n := len(p.past.list[0].Played)
	for i := 1; i <= p.at; i++ {
		if i == len(p.past.list)-1 || p.past.list[i+1].Step != p.past.list[i].Step {
			n += len(p.past.list[i].Played)
		}
	}
	return n
}

func (p *reviewPage) nextMistake() {
	for i := 1; i <= len(p.past.turns); i++ {
		t := (p.turn() + i) % len(p.past.turns)
		if p.bad(t) {
			p.toTurn(t)
			return
		}
	}
	p.message = "No mistakes found."
	if _, done, percent := p.past.known(); !done {
		p.message = fmt.Sprintf("No mistakes found yet: %d %% looked at.", percent)
	}
}

// showBetter plays the better action on the board, from the position before it.
func (p *reviewPage) showBetter() {
	d, ok := p.past.mistake(p.turn())
	if !ok || len(d.Best) == 0 {
		p.message = "There is nothing better to show."
		return
	}
	if p.better != nil {
		p.better = nil
		return
	}
	steps, _, _ := p.past.known()
	for i := 1; i < len(p.past.list); i++ {
		m := p.past.list[i-1]
		if m.JSON != nil || p.past.list[i].Step-1 >= len(steps) {
			continue
		}
		for _, have := range steps[p.past.list[i].Step-1].Decisions {
			if have.Seat != d.Seat || have.Played != d.Played || p.past.turnAt(i) != p.turn() {
				continue
			}
			st := m.State.Copy()
			if a, err := game.Parse(st, d.Seat, d.Best[0].Do); err == nil {
				c := game.Choose(d.Seat, a)
				for s := range game.Seat(p.past.rec.Config.Players) {
					if s != d.Seat && st.Acting().Has(s) {
						for _, e := range p.past.list[i].Played {
							if other, err := game.Parse(st, s, e.Do); err == nil && e.By == p.past.rec.Config.SeatName(s) {
								c[s] = other
							}
						}
					}
				}
				st.Play(c, nil)
				p.better = st
				p.message = "After the better " + shortMove(d.Best[0].Do) + "; b goes back."
			}
			return
		}
	}
}

// ReviewGame goes through a game on the whole screen. It returns how many events
// of the record to play on from, -1 for none.
func ReviewGame(ctx context.Context, past *Past, in io.Reader, out io.Writer) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	page := newReviewPage(ctx, past)
	if n := len(past.turns); n > 0 && past.analyse != nil {
		if _, done, _ := past.known(); done {
			at, _, _ := past.turned()
			page.toTurn(at)
		}
	}
	_, err := tea.NewProgram(page, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	return page.play, err
}
