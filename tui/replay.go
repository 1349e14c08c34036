package tui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
	"atoll/record"
)

// moment is a position of a record with how it came about.
type moment struct {
	state game.State
	did   string
	story []string
}

// moments plays a record and keeps every position.
func moments(rec *record.Record) ([]moment, error) {
	r := record.NewReplayer(rec.Config)
	list := []moment{{state: r.State().Copy(), did: "the start"}}
	var did, story []string
	for i, e := range rec.Events {
		err := r.Apply(e.By, e.Do, func(ev game.Event) { story = append(story, ev.Text) })
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", i, err)
		}
		did = append(did, e.By+": "+e.Do)
		if !r.Staging() {
			list = append(list, moment{r.State().Copy(), strings.Join(did, ", "), story})
			did, story = nil, nil
		}
	}
	return list, nil
}

// viewers are the eyes through which a record can be seen.
func viewers(cfg game.Config) (names []string, eyes []game.Viewer) {
	names, eyes = []string{"everything"}, []game.Viewer{game.TruthViewer()}
	names, eyes = append(names, "the public"), append(eyes, game.PublicViewer())
	for s := range game.Seat(cfg.Players) {
		names, eyes = append(names, "seat "+cfg.SeatName(s)), append(eyes, game.SeatViewer(s))
	}
	return names, eyes
}

type replayPage struct {
	list   []moment
	at     int
	names  []string
	eyes   []game.Viewer
	eye    int
	auto   bool
	w, h   int
	result string
}

type autoMsg struct{}

func newReplayPage(rec *record.Record) (*replayPage, error) {
	list, err := moments(rec)
	if err != nil {
		return nil, err
	}
	p := &replayPage{list: list, w: 80, h: 24, result: "unfinished"}
	p.names, p.eyes = viewers(rec.Config)
	if rec.Result.Over {
		p.result = ResultText(rec.Config, rec.Result)
	}
	return p, nil
}

func (p *replayPage) Init() tea.Cmd { return nil }

func autoplay() tea.Cmd {
	return tea.Tick(700*time.Millisecond, func(time.Time) tea.Msg { return autoMsg{} })
}

func (p *replayPage) step(to int) { p.at = max(0, min(to, len(p.list)-1)) }

func (p *replayPage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
	case autoMsg:
		if p.auto {
			p.step(p.at + 1)
			if p.auto = p.at < len(p.list)-1; p.auto {
				return p, autoplay()
			}
		}
	case tea.KeyPressMsg:
		switch msg.String() {
		case "right", "l", "enter":
			p.step(p.at + 1)
		case "left", "h", "backspace":
			p.step(p.at - 1)
		case "pgdown", "down":
			p.step(p.at + 10)
		case "pgup", "up":
			p.step(p.at - 10)
		case "home", "g":
			p.step(0)
		case "end", "G":
			p.step(len(p.list))
		case "space":
			if p.auto = !p.auto; p.auto {
				return p, autoplay()
			}
		case "v":
			p.eye = turn(p.eye, 1, len(p.eyes))
		case "q", "Q", "esc", "ctrl+c":
			return p, tea.Quit
		}
	}
	return p, nil
}

func (p *replayPage) View() tea.View {
	m := p.list[p.at]
	view := game.Look(m.state, p.eyes[p.eye])
	before := ""
	if p.at > 0 {
		before = boardText(game.Look(p.list[p.at-1].state, p.eyes[p.eye]))
	}
	b, err := drawBoard(view, marks{}, look{size: small}, before)
	if err != nil {
		b = drawText(view, before)
	}
	cfg := view.Config()
	rows := []string{
		fit(titleStyle.Render("Atoll "+cfg.Game.Name)+"  "+dimStyle.Render(fmt.Sprintf("step %d of %d, as %s sees it. %s", p.at, len(p.list)-1, p.names[p.eye], p.result)), p.w),
		"",
	}
	width := b.canvas.w
	side := wrap(m.did, p.w-width-4)
	side = append(side, "")
	for _, n := range append(append([]string(nil), b.seats...), b.notes...) {
		side = append(side, wrap(n, p.w-width-4)...)
	}
	side = append(side, "")
	for _, s := range m.story {
		side = append(side, wrap(s, p.w-width-4)...)
	}
	left := b.canvas.lines()
	for i := range max(len(left), len(side)) {
		row := " "
		if i < len(left) {
			row += left[i]
		}
		row = fit(row, width+3)
		if i < len(side) {
			row += side[i]
		}
		rows = append(rows, fit(row, p.w))
	}
	for len(rows) < p.h-1 {
		rows = append(rows, "")
	}
	rows = append(rows[:max(0, p.h-1)], fit(dimStyle.Render("left/right step  up/down ten  home/end  space plays  v viewer  q quits"), p.w))
	v := tea.NewView(strings.Join(rows, "\n"))
	v.AltScreen = true
	v.WindowTitle = "Atoll replay"
	return v
}

// Replay shows a record on the whole screen.
func Replay(ctx context.Context, rec *record.Record, in io.Reader, out io.Writer) error {
	page, err := newReplayPage(rec)
	if err != nil {
		return err
	}
	_, err = tea.NewProgram(page, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	return err
}

// ReplayPlain prints every step of a record as the public knew it.
func ReplayPlain(rec *record.Record, as game.Viewer, out io.Writer) error {
	list, err := moments(rec)
	if err != nil {
		return err
	}
	for i, m := range list {
		fmt.Fprintf(out, "step %d\n", i)
		for _, s := range m.story {
			fmt.Fprintln(out, s)
		}
		fmt.Fprintf(out, "%s\n", game.Look(m.state, as).AppendBoard(nil))
	}
	if rec.Result.Over {
		fmt.Fprintln(out, ResultText(rec.Config, rec.Result))
	}
	return nil
}
