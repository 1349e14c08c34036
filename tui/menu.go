package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
)

// Seating says who sits where: "me", "person" (another one on this screen) or
// the name of a bot.
type Seating []string

// Setup is what the menu asks for.
type Setup struct {
	Config  game.Config
	Seating Seating
	Draw    bool   // who sits where is drawn
	Resume  string // path of a saved game, instead of the rest
}

// Levels names the bots of a table, the weakest first, and says how each plays.
type Levels func(game.Config) (names, abouts []string)

// menuPage chooses game, options and opponents.
type menuPage struct {
	games  []*game.Game
	saved  []string
	levels Levels

	game    int
	players int
	values  []game.Value
	seats   []int // 0 me, 1 person, 2… bots
	draw    bool
	row     int
	w, h    int
	problem string
	chosen  *Setup
}

func newMenuPage(games []*game.Game, saved []string, levels Levels) *menuPage {
	m := &menuPage{games: games, saved: saved, levels: levels, w: 80, h: 24}
	m.setGame(0)
	return m
}

func (m *menuPage) g() *game.Game { return m.games[m.game] }

func (m *menuPage) setGame(i int) {
	m.game, m.players, m.draw = i, m.g().Players[0], m.games[i].DrawSeats
	m.values = nil
	for _, o := range m.g().Options {
		m.values = append(m.values, o.Default)
	}
	m.setSeats()
}

func (m *menuPage) setSeats() {
	m.seats = make([]int, m.players)
	for i := range m.seats {
		if i > 0 {
			m.seats[i] = 4 // a middling bot
		}
	}
}

// given are the options that are not at their default, which is what Configure
// wants of options that need another one.
func (m *menuPage) config() (game.Config, error) {
	given := map[string]game.Value{}
	for i, o := range m.g().Options {
		if m.values[i] != o.Default {
			given[o.Key] = m.values[i]
		}
	}
	return m.g().Configure(m.players, given)
}

func (m *menuPage) bots() (names, abouts []string) {
	cfg, err := m.config()
	if err != nil {
		cfg = m.g().MustConfigure(m.players)
	}
	return m.levels(cfg)
}

func (m *menuPage) Init() tea.Cmd { return nil }

// rows are what can be changed, top to bottom.
type menuRow struct {
	label, value, help string
	change             func(d int)
	enter              func() tea.Cmd
}

func turn(i, d, n int) int { return ((i+d)%n + n) % n }

func (m *menuPage) rows() []menuRow {
	g := m.g()
	rows := []menuRow{
		{label: "Game", value: g.Name, help: g.Tagline, change: func(d int) { m.setGame(turn(m.game, d, len(m.games))) }},
	}
	if len(g.Players) > 1 {
		rows = append(rows, menuRow{label: "Players", value: fmt.Sprint(m.players), change: func(d int) {
			for i, n := range g.Players {
				if n == m.players {
					m.players = g.Players[turn(i, d, len(g.Players))]
					break
				}
			}
			m.setSeats()
		}})
	}
	for i, o := range g.Options {
		if !m.matters(o) {
			continue
		}
		row := menuRow{label: o.Name, value: m.values[i].String(), help: o.Help}
		switch o.Kind {
		case game.Choice:
			at := 0
			for j, v := range o.Values {
				if v.Value == m.values[i] {
					at, row.value = j, v.Name
					if v.Help != "" {
						row.help = v.Help
					}
				}
			}
			row.change = func(d int) { m.values[i] = o.Values[turn(at, d, len(o.Values))].Value }
		case game.Flag:
			row.change = func(int) { m.values[i] = game.Bool(!m.values[i].True()) }
		case game.Limit:
			row.change = func(d int) { m.values[i] = game.Int(max(o.Min, m.values[i].Int()+int64(d)*10)) }
		}
		rows = append(rows, row)
	}
	names := g.SeatNames(m.players)
	bots, abouts := m.bots()
	for i := range m.seats {
		who, about := "you", "↑↓ goes to a row, ←→ changes it."
		switch {
		case m.seats[i] == 1:
			who = "another person here"
		case m.seats[i] >= 2:
			m.seats[i] = min(m.seats[i], len(bots)+1)
			who, about = bots[m.seats[i]-2], fmt.Sprintf("Bot %d of %d. %s", m.seats[i]-1, len(bots), abouts[m.seats[i]-2])
		}
		rows = append(rows, menuRow{label: "Seat " + names[i], value: who, help: about, change: func(d int) { m.seats[i] = turn(m.seats[i], d, len(bots)+2) }})
	}
	who := "as above"
	if m.draw {
		who = "drawn"
	}
	rows = append(rows, menuRow{label: "Who sits where", value: who, help: "Chance can decide who gets which seat.", change: func(int) { m.draw = !m.draw }})
	rows = append(rows, menuRow{label: "Start", help: "Enter begins the game.", enter: m.start})
	for _, path := range m.saved {
		rows = append(rows, menuRow{label: "Resume", value: path, enter: func() tea.Cmd {
			m.chosen = &Setup{Resume: path}
			return tea.Quit
		}})
	}
	return append(rows, menuRow{label: "Quit", enter: func() tea.Cmd { return tea.Quit }})
}

func (m *menuPage) value(key string) game.Value {
	for i, o := range m.g().Options {
		if o.Key == key {
			return m.values[i]
		}
	}
	return game.Value{}
}

// matters reports whether an option plays a part with what the others say.
func (m *menuPage) matters(o game.Option) bool {
	if key, want, ok := strings.Cut(o.Needs, "="); ok && m.value(key).String() != want {
		return false
	}
	key, with, ok := strings.Cut(o.Idle, "=")
	return !ok || m.value(key).String() != with
}

func (m *menuPage) start() tea.Cmd {
	// Options that play no part go back to their defaults.
	for i, o := range m.g().Options {
		if !m.matters(o) {
			m.values[i] = o.Default
		}
	}
	cfg, err := m.config()
	if err != nil {
		m.problem = err.Error()
		return nil
	}
	bots, _ := m.bots()
	s := &Setup{Config: cfg, Draw: m.draw}
	people := 0
	for _, n := range m.seats {
		switch {
		case n == 0:
			s.Seating = append(s.Seating, "me")
			people++
		case n == 1:
			s.Seating = append(s.Seating, "person")
			people++
		default:
			s.Seating = append(s.Seating, bots[n-2])
		}
	}
	if people == 0 {
		m.problem = "somebody must sit here: make one seat yours"
		return nil
	}
	m.chosen = s
	return tea.Quit
}

func (m *menuPage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.MouseClickMsg:
		if i := msg.Y - 2; i >= 0 && i < len(m.rows()) {
			if m.row == i {
				return m, m.activate(1)
			}
			m.row = i
		}
	case tea.KeyPressMsg:
		m.problem = ""
		n := len(m.rows())
		switch msg.String() {
		case "up", "k", "shift+tab":
			m.row = turn(m.row, -1, n)
		case "down", "j", "tab":
			m.row = turn(m.row, 1, n)
		case "left", "h":
			if r := m.rows()[m.row]; r.change != nil {
				r.change(-1)
			}
		case "right", "l":
			if r := m.rows()[m.row]; r.change != nil {
				r.change(1)
			}
		case "enter", "space":
			return m, m.activate(1)
		case "q", "esc", "ctrl+c":
			return m, tea.Quit
		}
		m.row = min(m.row, len(m.rows())-1)
	}
	return m, nil
}

func (m *menuPage) activate(d int) tea.Cmd {
	r := m.rows()[m.row]
	if r.enter != nil {
		return r.enter()
	}
	r.change(d)
	return nil
}

func (m *menuPage) View() tea.View {
	lines := []string{titleStyle.Render("Atoll") + "  " + dimStyle.Render("four clever small board games"), ""}
	help := ""
	for i, r := range m.rows() {
		mark := "  "
		if i == m.row {
			mark, help = "> ", r.help
		}
		value := r.value
		if r.change != nil {
			value = "‹ " + value + " ›"
		}
		line := fmt.Sprintf("%s%-22s %s", mark, r.label, value)
		if i == m.row {
			line = titleStyle.Render(line)
		}
		lines = append(lines, line)
	}
	lines = append(lines, "")
	for _, l := range wrap(help, m.w-4) {
		lines = append(lines, "  "+l)
	}
	for len(lines) < m.h-2 {
		lines = append(lines, "")
	}
	lines = append(lines[:max(0, m.h-2)], noteStyle.Render(m.problem), dimStyle.Render("up/down choose, left/right change, Enter goes on, q quits"))
	for i, l := range lines {
		lines[i] = fit(l, m.w)
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Atoll"
	return v
}
