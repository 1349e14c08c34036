package screen

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

// Setup is what the menu asks for.
type Setup struct {
	Config  game.Config
	Seating session.Seating
	Draw    bool // who sits where is drawn
	Clock   session.Clock
	Resume  string // path of a saved game, instead of the rest
	Learn   bool   // the lesson of the game, instead of a table
}

// Levels names the bots of a table, the weakest first, and says how each plays.
type Levels func(game.Config) (names, abouts []string)

// menuPage is the start: which game, against whom, on what terms.
type menuPage struct {
	games  []*game.Game
	saved  []string
	goOn   string // what the latest saved game is
	levels Levels
	notes  *session.Notebook
	rules  func(id string) (string, bool)
	// lessons says which games have one.
	lessons func(id string) bool
	paint.Theme

	game    int
	bot     int
	players int
	values  []game.Value
	side    int // a seat, or len(seats) for a drawn one
	clock   int
	people  int   // others who are people on this screen
	each    []int // who sits on each of the other seats, if they are chosen one by one
	row     int
	atTable bool // the table has the focus
	more    bool // all options are shown
	reading bool
	help    bool
	read    reader
	w, h    int
	problem string
	chosen  *Setup
	areas   []menuArea
}

// menuArea is a part of the menu that can be pressed.
type menuArea struct {
	paint.Area
	press func() tea.Cmd
}

var menuClocks = []struct{ value, about string }{
	{"none", "nobody is hurried"},
	{"5+3", "5 minutes, and 3 seconds for every choice"},
	{"10+5", "10 minutes, and 5 seconds for every choice"},
	{"30+10", "30 minutes, and 10 seconds for every choice"},
}

func newMenuPage(games []*game.Game, saved []string, levels Levels) *menuPage {
	m := &menuPage{games: games, saved: saved, levels: levels, notes: session.OpenNotebook(""), w: 80, h: 24, Theme: paint.NewTheme()}
	m.setGame(0)
	return m
}

func (m *menuPage) g() *game.Game { return m.games[m.game] }

// setGame goes to a game, with the last choices of it.
func (m *menuPage) setGame(i int) {
	notes := m.notes.Of(m.games[i].ID)
	m.game, m.row, m.more = i, 0, false
	m.players = m.g().Players[0]
	if slices.Contains(m.g().Players, notes.Players) {
		m.players = notes.Players
	}
	m.values = nil
	for _, o := range m.g().Options {
		v := o.Default
		if text, ok := notes.Options[o.Key]; ok {
			if given, err := m.g().ReadOptions([]string{o.Key + "=" + text}); err == nil {
				v = given[o.Key]
			}
		}
		m.values = append(m.values, v)
	}
	m.clock = max(0, slices.IndexFunc(menuClocks, func(c struct{ value, about string }) bool { return c.value == notes.Clock }))
	m.people, m.each = 0, nil
	m.setSide(notes.Side)
	names, _ := m.bots()
	if m.bot = slices.Index(names, notes.Bot); m.bot < 0 {
		m.bot = min(2, len(names)-1)
	}
}

func (m *menuPage) setSide(side string) {
	seats := m.g().SeatNames(m.players)
	m.side = slices.Index(seats, side)
	if m.side < 0 {
		m.side = 0
		if m.g().DrawSeats || side == "drawn" {
			m.side = len(seats)
		}
	}
}

// config are the options that are not at their default, as Configure wants it for options that need
// another one.
func (m *menuPage) config() (game.Config, error) {
	given := map[string]game.Value{}
	for i, o := range m.g().Options {
		if m.values[i] != o.Default && m.matters(o) {
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

func (m *menuPage) Init() tea.Cmd { return tea.RequestBackgroundColor }

// menuRow is a line of the table: something with values to go through.
type menuRow struct {
	label, value, help string
	option, ours       bool // of the game; a ruling of ours, not the rulebook's
	change             func(d int)
}

// rows are the lines of the table, top to bottom.
func (m *menuPage) rows() []menuRow {
	g := m.g()
	var rows, rare []menuRow
	for i, o := range g.Options {
		if !m.matters(o) || o.Players != 0 && o.Players != m.players {
			continue
		}
		row := m.optionRow(i, o)
		if i == 0 && len(g.Players) == 1 {
			rows = append(rows, row)
		} else {
			rare = append(rare, row)
		}
	}
	if len(g.Players) > 1 {
		rows = append(rows, menuRow{label: "Players", value: fmt.Sprint(m.players), help: "you and " + prose.Counted(m.players-1, "other", "others"), change: func(d int) {
			side := m.sideName()
			m.players = g.Players[paint.Around(slices.Index(g.Players, m.players), d, len(g.Players))]
			m.people, m.each = 0, nil
			m.setSide(side)
		}})
	}
	seats := g.SeatNames(m.players)
	sideHelp := "one of " + strings.Join(seats, ", ")
	if m.side == len(seats) {
		sideHelp = "chance decides who sits where"
	} else if about := board.Screens[g.ID].Sides[seats[m.side]]; about != "" {
		sideHelp = about
	}
	rows = append(rows, menuRow{
		label: "Side", value: prose.SeatName(m.sideName()), help: sideHelp,
		change: func(d int) { m.side = paint.Around(m.side, d, len(seats)+1) },
	})
	rows = append(rows, menuRow{
		label: "Clock", value: menuClocks[m.clock].value, help: menuClocks[m.clock].about,
		change: func(d int) { m.clock = paint.Around(m.clock, d, len(menuClocks)) },
	})
	rows = append(rows, m.othersRow())
	bots, abouts := m.bots()
	for i := range m.each {
		who, about := "a person here", "passing the screen where there are secrets"
		if n := m.each[i]; n > 0 {
			n = min(n, len(bots))
			who, about = bots[n-1], abouts[n-1]
		}
		rows = append(rows, menuRow{
			label: fmt.Sprint("  ", i+2, "."), value: who, help: about,
			change: func(d int) { m.each[i] = paint.Around(m.each[i], d, len(bots)+1) },
		})
	}
	if m.more {
		rows = append(rows, rare...)
	}
	return rows
}

// optionRow is the line of an option of the game.
func (m *menuPage) optionRow(i int, o game.Option) menuRow {
	row := menuRow{label: o.Name, value: m.values[i].String(), help: o.Help, option: true, ours: o.Ours}
	switch o.Kind {
	case game.Choice:
		at := 0
		for j, v := range o.Values {
			if v.Value == m.values[i] {
				at, row.value, row.ours = j, v.Name, v.Ours
				if v.Help != "" {
					row.help = v.Help
				}
			}
		}
		row.change = func(d int) { m.values[i] = o.Values[paint.Around(at, d, len(o.Values))].Value }
	case game.Flag:
		row.value = "no"
		if m.values[i].True() {
			row.value = "yes"
		}
		row.change = func(int) { m.values[i] = game.Bool(!m.values[i].True()) }
	case game.Limit:
		row.change = func(d int) { m.values[i] = game.Int(max(o.Min, m.values[i].Int()+int64(d)*10)) }
	}
	return row
}

// othersRow says who the others are: bots, people on this screen, or each by itself.
func (m *menuPage) othersRow() menuRow {
	others := m.players - 1
	value, help := prose.Counted(others, "bot", "bots"), "people on this screen, or a server: --connect"
	if m.people > 0 {
		value = prose.Counted(m.people, "person", "people")
		help = "passing the screen where there are secrets"
		if bots := others - m.people; bots > 0 {
			value += ", " + prose.Counted(bots, "bot", "bots")
		}
	}
	states := others + 1
	if others > 1 {
		states++ // each by itself
	}
	if m.each != nil {
		value, help = "one by one", "a row for each"
	}
	return menuRow{label: "Others", value: value, help: help, change: func(d int) {
		now := m.people
		if m.each != nil {
			now = others + 1
		}
		now = paint.Around(now, d, states)
		m.people, m.each = now, nil
		if now > others {
			m.people, m.each = 0, make([]int, others)
			for i := range m.each {
				m.each[i] = m.bot + 1
			}
		}
	}}
}

func (m *menuPage) sideName() string {
	seats := m.g().SeatNames(m.players)
	if m.side >= len(seats) {
		return "drawn"
	}
	return seats[m.side]
}

func (m *menuPage) value(key string) game.Value {
	for i, o := range m.g().Options {
		if o.Key == key {
			return m.values[i]
		}
	}
	return game.Value{}
}

// matters reports whether an option has any effect, given the others.
func (m *menuPage) matters(o game.Option) bool {
	if key, want, ok := strings.Cut(o.Needs, "="); ok && m.value(key).String() != want {
		return false
	}
	key, with, ok := strings.Cut(o.Idle, "=")
	return !ok || m.value(key).String() != with
}

// start begins the game that is on show, and remembers the choice.
func (m *menuPage) start() tea.Cmd {
	cfg, err := m.config()
	if err != nil {
		m.problem = prose.Capital(err.Error()) + "."
		return nil
	}
	bots, _ := m.bots()
	clock, _ := session.ParseClock(menuClocks[m.clock].value)
	s := &Setup{Config: cfg, Draw: m.side >= m.players, Clock: clock, Seating: make(session.Seating, m.players)}
	for i := range m.players {
		who := bots[m.bot]
		switch {
		case i == 0:
			who = "me"
		case m.each != nil && m.each[i-1] == 0, m.each == nil && i <= m.people:
			who = "person"
		case m.each != nil:
			who = bots[min(m.each[i-1], len(bots))-1]
		}
		s.Seating[(m.side%m.players+i)%m.players] = who
	}
	notes := m.notes.Of(m.g().ID)
	m.notes.Game = m.g().ID
	notes.Bot, notes.Players, notes.Side, notes.Clock = bots[m.bot], m.players, m.sideName(), menuClocks[m.clock].value
	clear(notes.Options)
	for i, o := range m.g().Options {
		if m.values[i] != o.Default && m.matters(o) {
			notes.Options[o.Key] = m.values[i].String()
		}
	}
	_ = m.notes.Save() // a forgotten choice can be made again
	m.chosen = s
	return tea.Quit
}

// learn begins the lesson of the game.
func (m *menuPage) learn() tea.Cmd {
	if m.lessons == nil || !m.lessons(m.g().ID) {
		return nil
	}
	m.chosen = &Setup{Config: m.g().MustConfigure(m.players), Learn: true}
	return tea.Quit
}

func (m *menuPage) resume() tea.Cmd {
	if len(m.saved) == 0 {
		return nil
	}
	m.chosen = &Setup{Resume: m.saved[0]}
	return tea.Quit
}

func (m *menuPage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.Background(msg)
	case tea.MouseClickMsg:
		if m.reading || m.help {
			m.reading, m.help = false, false
			return m, nil
		}
		for _, a := range m.areas {
			if a.Has(msg.X, msg.Y) {
				return m, a.press()
			}
		}
	case tea.MouseWheelMsg:
		d := 1
		if msg.Button != tea.MouseWheelDown {
			d = -1
		}
		if m.reading || m.help {
			m.read.scroll = max(0, m.read.scroll+d)
		} else {
			m.moveBot(d)
		}
	case tea.KeyPressMsg:
		return m, m.key(msg.String(), msg.Key().Text)
	}
	return m, nil
}

func (m *menuPage) moveBot(d int) {
	names, _ := m.bots()
	m.bot = max(0, min(m.bot+d, len(names)-1))
}

func (m *menuPage) key(k, text string) tea.Cmd {
	m.problem = ""
	if m.reading || m.help {
		switch {
		case k == "ctrl+c":
			return tea.Quit
		case !m.read.key(k, text):
			m.reading, m.help = false, false
		}
		return nil
	}
	names, _ := m.bots()
	rows := m.rows()
	m.row = min(m.row, len(rows)-1)
	switch k {
	case "up", "k":
		if m.atTable {
			m.row = paint.Around(m.row, -1, len(rows))
		} else {
			m.moveBot(-1)
		}
	case "down", "j":
		if m.atTable {
			m.row = paint.Around(m.row, 1, len(rows))
		} else {
			m.moveBot(1)
		}
	case "left", "h", "right", "l":
		d := 1
		if k == "left" || k == "h" {
			d = -1
		}
		if m.atTable {
			rows[m.row].change(d)
			m.row = min(m.row, len(m.rows())-1)
		} else {
			m.setGame(paint.Around(m.game, d, len(m.games)))
		}
	case "tab", "shift+tab":
		m.atTable = !m.atTable
	case "esc":
		if !m.atTable {
			return tea.Quit
		}
		m.atTable = false
	case "enter", "space":
		return m.start()
	case "G":
		return m.resume()
	case "L":
		return m.learn()
	case "R":
		m.reading, m.read = true, reader{}
	case "?":
		m.help, m.read = true, reader{}
	case "O":
		m.more, m.atTable = !m.more, true
		m.row = min(m.row, len(m.rows())-1)
	case "C":
		m.SwitchTheme()
	case "q", "Q", "ctrl+c":
		return tea.Quit
	default:
		if len(k) == 1 && k[0] >= '1' && int(k[0]-'1') < len(names) {
			m.bot, m.atTable = int(k[0]-'1'), false
		}
	}
	return nil
}
