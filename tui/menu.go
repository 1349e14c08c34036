package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
)

// Seating says who sits where: "me", "person" (another one on this screen) or
// the name of a bot.
type Seating []string

// Setup is what the menu asks for.
type Setup struct {
	Config  game.Config
	Seating Seating
	Draw    bool // who sits where is drawn
	Clock   Clock
	Resume  string // path of a saved game, instead of the rest
}

// Levels names the bots of a table, the weakest first, and says how each plays.
type Levels func(game.Config) (names, abouts []string)

// menuPage is the start: which game, against whom, on what terms.
type menuPage struct {
	games  []*game.Game
	saved  []string
	goOn   string // what the latest saved game is
	levels Levels
	notes  *Notebook
	rules  func(id string) (string, bool)
	theme

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
	area
	press func() tea.Cmd
}

var menuClocks = []struct{ value, about string }{
	{"none", "nobody is hurried"},
	{"5+3", "5 minutes, and 3 seconds for every choice"},
	{"10+5", "10 minutes, and 5 seconds for every choice"},
	{"30+10", "30 minutes, and 10 seconds for every choice"},
}

func newMenuPage(games []*game.Game, saved []string, levels Levels) *menuPage {
	m := &menuPage{games: games, saved: saved, levels: levels, notes: OpenNotebook(""), w: 80, h: 24, theme: newTheme()}
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

// config are the options that are not at their default, which is what Configure
// wants of options that need another one.
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
	change             func(d int)
}

func turn(i, d, n int) int { return ((i+d)%n + n) % n }

// rows are the lines of the table, top to bottom.
func (m *menuPage) rows() []menuRow {
	g := m.g()
	var rows, rare []menuRow
	for i, o := range g.Options {
		if !m.matters(o) || o.Players != 0 && o.Players != m.players {
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
			row.value = "no"
			if m.values[i].True() {
				row.value = "yes"
			}
			row.change = func(int) { m.values[i] = game.Bool(!m.values[i].True()) }
		case game.Limit:
			row.change = func(d int) { m.values[i] = game.Int(max(o.Min, m.values[i].Int()+int64(d)*10)) }
		}
		if i == 0 && len(g.Players) == 1 {
			rows = append(rows, row)
		} else {
			rare = append(rare, row)
		}
	}
	if len(g.Players) > 1 {
		rows = append(rows, menuRow{label: "Players", value: fmt.Sprint(m.players), help: "you and " + counted(m.players-1, "other", "others"), change: func(d int) {
			side := m.sideName()
			m.players = g.Players[turn(slices.Index(g.Players, m.players), d, len(g.Players))]
			m.people, m.each = 0, nil
			m.setSide(side)
		}})
	}
	seats := g.SeatNames(m.players)
	sideHelp := "one of " + strings.Join(seats, ", ")
	if m.side == len(seats) {
		sideHelp = "chance decides who sits where"
	} else if about := screens[g.ID].sides[seats[m.side]]; about != "" {
		sideHelp = about
	}
	rows = append(rows, menuRow{label: "Side", value: longSide(m.sideName()), help: sideHelp, change: func(d int) { m.side = turn(m.side, d, len(seats)+1) }})
	rows = append(rows, menuRow{label: "Clock", value: menuClocks[m.clock].value, help: menuClocks[m.clock].about, change: func(d int) { m.clock = turn(m.clock, d, len(menuClocks)) }})
	others := m.players - 1
	value, help := counted(others, "bot", "bots"), "people on this screen, or a server: --connect"
	if m.people > 0 {
		value = counted(m.people, "person", "people")
		help = "passing the screen where there are secrets"
		if bots := others - m.people; bots > 0 {
			value += ", " + counted(bots, "bot", "bots")
		}
	}
	states := others + 1
	if others > 1 {
		states++ // each by itself
	}
	if m.each != nil {
		value, help = "one by one", "a row for each"
	}
	rows = append(rows, menuRow{label: "Others", value: value, help: help, change: func(d int) {
		now := m.people
		if m.each != nil {
			now = others + 1
		}
		now = turn(now, d, states)
		m.people, m.each = now, nil
		if now > others {
			m.people, m.each = 0, make([]int, others)
			for i := range m.each {
				m.each[i] = m.bot + 1
			}
		}
	}})
	bots, abouts := m.bots()
	for i := range m.each {
		who, about := "a person here", "passing the screen where there are secrets"
		if n := m.each[i]; n > 0 {
			n = min(n, len(bots))
			who, about = bots[n-1], abouts[n-1]
		}
		rows = append(rows, menuRow{label: fmt.Sprint("  ", i+2, "."), value: who, help: about, change: func(d int) { m.each[i] = turn(m.each[i], d, len(bots)+1) }})
	}
	if m.more {
		rows = append(rows, rare...)
	}
	return rows
}

// longSide is a seat's name in full.
func longSide(seat string) string {
	if name, ok := map[string]string{"S": "South", "N": "North", "W": "West", "E": "East"}[seat]; ok {
		return name
	}
	return seat
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

// matters reports whether an option plays a part with what the others say.
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
		m.problem = capital(err.Error()) + "."
		return nil
	}
	bots, _ := m.bots()
	clock, _ := ParseClock(menuClocks[m.clock].value)
	s := &Setup{Config: cfg, Draw: m.side >= m.players, Clock: clock, Seating: make(Seating, m.players)}
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
	_ = m.notes.Save() // a choice that is forgotten is made again
	m.chosen = s
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
		m.background(msg)
	case tea.MouseClickMsg:
		if m.reading || m.help {
			m.reading, m.help = false, false
			return m, nil
		}
		for _, a := range m.areas {
			if a.has(msg.X, msg.Y) {
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
			m.row = turn(m.row, -1, len(rows))
		} else {
			m.moveBot(-1)
		}
	case "down", "j":
		if m.atTable {
			m.row = turn(m.row, 1, len(rows))
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
			m.setGame(turn(m.game, d, len(m.games)))
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
	case "R":
		m.reading, m.read = true, reader{}
	case "?":
		m.help, m.read = true, reader{}
	case "O":
		m.more, m.atTable = !m.more, true
		m.row = min(m.row, len(m.rows())-1)
	case "C":
		m.switchTheme()
	case "q", "Q", "ctrl+c":
		return tea.Quit
	default:
		if len(k) == 1 && k[0] >= '1' && int(k[0]-'1') < len(names) {
			m.bot, m.atTable = int(k[0]-'1'), false
		}
	}
	return nil
}

// brief cuts a sentence where it pauses, so that it fits.
func brief(text string, width int) string {
	if ansi.StringWidth(text) <= width {
		return text
	}
	for i := width - 1; i > width/3 && i < len(text); i-- {
		if strings.ContainsRune(":,;", rune(text[i])) {
			return text[:i] + "."
		}
	}
	return ansi.Truncate(text, width, "…")
}

// record says how one has fared against a bot.
func scoreText(s [2]int) string {
	switch {
	case s[1] == 0:
		return ""
	case 2*s[0] > s[1]:
		return "beaten"
	}
	return fmt.Sprintf("%d of %d", s[0], s[1])
}

// depths colour the water of the bots, from sand to night.
var depths = [8]tint{
	tone(0xe5d3a3, 186, 4), tone(0xbfe0e6, 152, 15), tone(0x7fe3f3, 116, 15), tone(0x62c6d8, 80, 7),
	tone(0x2fa3b8, 37, 7), tone(0x1f7a96, 31, 5), tone(0x1b59b8, 25, 5), tone(0x1a3f8f, 18, 5),
}

func (m *menuPage) screen() string {
	m.areas = nil
	if m.w < leastWidth || m.h < leastHeight {
		return tooSmall(m.w, m.h)
	}
	if m.reading || m.help {
		return m.page()
	}
	width := m.w
	var board []string
	if m.w >= 120 && m.h >= 30 {
		board = m.preview()
		if len(board) > 0 {
			width = m.w - ansi.StringWidth(longestOf(board)) - 2
		}
	}
	width = min(width, 100)
	lines := m.box(width)
	rows := []string{m.bar()}
	for i, l := range lines {
		if i-1 >= 0 && i-1 < len(board) {
			l = fit(l, width) + "  " + board[i-1]
		}
		rows = append(rows, l)
	}
	for len(rows) < m.h-1 {
		rows = append(rows, "")
	}
	rows = append(rows[:m.h-1], m.style(m.colours().ink3, false).Render(keyLine(fitKeys(m.keys(), m.w))))
	for i := range rows {
		rows[i] = fit(rows[i], m.w)
	}
	return m.finish(strings.Join(rows, "\n"))
}

func longestOf(lines []string) string {
	longest := ""
	for _, l := range lines {
		if ansi.StringWidth(l) > ansi.StringWidth(longest) {
			longest = l
		}
	}
	return longest
}

func (m *menuPage) bar() string {
	left := " " + m.style(m.colours().focus, true).Render("≈ Atoll")
	right := ""
	if m.goOn != "" {
		right = "Go on: " + m.goOn + "   G"
		n := ansi.StringWidth(right)
		m.areas = append(m.areas, menuArea{area{m.w - 1 - n, 0, n, 1}, m.resume})
	}
	return ends(left, right, m.w-1)
}

// preview is the board of the game's first position.
func (m *menuPage) preview() []string {
	cfg, err := m.config()
	if err != nil {
		return nil
	}
	st, r := cfg.New(), game.NewRand(1)
	for st.Acting() == game.Only(game.Nature) {
		if game.Try(st, game.Nature, game.Draw(st, r), nil) != nil {
			return nil
		}
	}
	b, err := drawBoard(game.Look(st, game.PublicViewer()), marks{}, look{size: small, day: m.day}, "")
	if err != nil {
		return nil
	}
	b.canvas.plain = m.plain
	return b.canvas.lines()
}

// box are the parts of the menu within one edge.
func (m *menuPage) box(width int) []string {
	pal, edge := m.colours(), m.style(m.colours().edge, false)
	inner := width - 4
	sel := m.style(pal.sel, true)
	g := m.g()
	// The games.
	games := " "
	for i, other := range m.games {
		name := other.Name
		if i == m.game {
			name = sel.Render("[ " + other.Name + " ]")
		}
		if i > 0 {
			games += "    "
		}
		x := ansi.StringWidth(games) + 2
		m.areas = append(m.areas, menuArea{area{x, 2, ansi.StringWidth(name), 1}, func() tea.Cmd { m.setGame(i); return nil }})
		games += name
	}
	first := pane{title: "New game", head: []string{ends(games, "Tab"+strings.Repeat(" ", max(0, min(5, inner-62))), inner), "   " + brief(g.Tagline, inner-4), ""}}
	// The bots.
	names, abouts := m.bots()
	notes := m.notes.Of(g.ID)
	second := pane{title: "Who sits down?", right: "the deeper, the stronger"}
	wide := inner >= 72
	for i, name := range names {
		mark := "  "
		if i == m.bot {
			mark = "> "
		}
		text := fmt.Sprintf("%s%d  %-13s", mark, i+1, name)
		if wide {
			text += fit(brief(abouts[i], inner-35), inner-34)
		}
		water := strings.Repeat("~", i+1)
		if !m.plain && i < len(depths) {
			water = m.style(depths[i], false).Render(water)
		}
		text += fit(water, 9)
		text = fit(text, inner-7) + fit(scoreText(notes.Score[name]), 7)
		if i == m.bot && !m.plain {
			text = sel.Render(ansi.Strip(text))
		}
		second.body = append(second.body, text)
		m.areas = append(m.areas, menuArea{area{1, 6 + i + 1, width - 2, 1}, func() tea.Cmd {
			if m.bot == i {
				return m.start()
			}
			m.bot, m.atTable = i, false
			return nil
		}})
	}
	// The table.
	third := pane{title: "Table"}
	rows := m.rows()
	shown := max(4, min(len(rows), m.h-19))
	top := max(0, min(m.row-shown/2, len(rows)-shown))
	if len(rows) > shown {
		third.right = fmt.Sprint(len(rows)-shown, " more")
	}
	at := 6 + len(names) + 2
	for i := top; i < min(len(rows), top+shown); i++ {
		r := rows[i]
		mark := "  "
		if m.atTable && i == m.row {
			mark = "> "
		}
		label := fit(r.label, 8)
		if len(r.label) > 8 {
			label = fit(r.label, 16)
		}
		text := mark + label + " " + fit("< "+r.value+" >", 15) + " "
		text += brief(r.help, max(0, inner-ansi.StringWidth(text)))
		if mark == "> " {
			text = sel.Render(fit(text, inner))
		}
		third.body = append(third.body, text)
		m.areas = append(m.areas, menuArea{area{1, at + i - top, width - 2, 1}, func() tea.Cmd {
			m.atTable, m.row = true, i
			r.change(1)
			return nil
		}})
	}
	for len(third.body) < shown {
		third.body = append(third.body, "")
	}
	// The button.
	button := "[ " + m.plays() + " ]"
	line := " " + sel.Render(button) + "  Enter"
	words := "R rules    O more options    "
	fourth := pane{head: []string{ends(line, words, inner), "   " + fit(m.about(names, abouts, notes), inner-3)}}
	at += shown
	m.areas = append(m.areas, menuArea{area{2, at + 1, ansi.StringWidth(line), 1}, m.start})
	m.areas = append(m.areas, menuArea{area{width - 2 - ansi.StringWidth(words), at + 1, 8, 1}, func() tea.Cmd { return m.key("R", "") }})
	m.areas = append(m.areas, menuArea{area{width - 2 - ansi.StringWidth(words) + 11, at + 1, 14, 1}, func() tea.Cmd { return m.key("O", "") }})
	if m.problem != "" {
		fourth.head[1] = "   " + m.style(pal.danger, true).Render(fit("! "+m.problem, inner-3))
	}
	var lines []string
	panes := []pane{first, second, third, fourth}
	for i, c := range panes {
		c.joined, c.open = i > 0, i < len(panes)-1
		height := c.lines() + 1 + b2i(!c.open)
		lines = append(lines, c.draw(width, height, edge)...)
	}
	return lines
}

func (m *menuPage) plays() string {
	names, _ := m.bots()
	if m.people >= m.players-1 && m.each == nil {
		return "Play " + m.g().Name
	}
	return "Play " + names[m.bot]
}

// about is a line on the chosen bot.
func (m *menuPage) about(names, abouts []string, notes *GameNotes) string {
	text := fmt.Sprintf("level %d of %d.", m.bot+1, len(names))
	if s := notes.Score[names[m.bot]]; s[1] > 0 {
		text += fmt.Sprintf(" You won %d of %d.", s[0], s[1])
	} else {
		text += " " + abouts[m.bot]
	}
	if m.bot+1 < len(names) && (notes.Score[names[m.bot]][1] > 0 || m.w >= 90 && m.w < 120) {
		text += " Next along the shore: " + names[m.bot+1] + "."
	}
	return text
}

func (m *menuPage) keys() []keyHint {
	if m.atTable {
		return []keyHint{{"down", "↑↓", "row"}, {"right", "←→", "value"}, {"tab", "Tab", "bots"}, {"enter", "Enter", small1(m.plays())}, helpKey}
	}
	return []keyHint{{"down", "↑↓", "bot"}, {"right", "←→", "game"}, {"tab", "Tab", "table"}, {"enter", "Enter", small1(m.plays())}, helpKey}
}

var menuHelp = []helpItem{
	{"Bots", "↑↓ or 1-8 who sits down   the deeper the water, the stronger"},
	{"Games", "←→ which game   R its rules"},
	{"Table", "Tab goes to the table and back: there ↑↓ a row, ←→ its value   O more options"},
	{"Start", "Enter plays   G goes on with the saved game   Q quits"},
	{"Look", "C day or night"},
	{"Mouse", "press a row to highlight it, again to play; the wheel changes the bot"},
}

// page is a page to read over the menu.
func (m *menuPage) page() string {
	var lines []string
	if m.help {
		lines = helpBox("Keys", "the start", menuHelp, m.w, m.style(m.colours().edge, false))
	} else if text, ok := "", false; m.rules != nil {
		if text, ok = m.rules(m.g().ID); ok {
			for _, l := range Typeset(text, min(72, m.w-8), m.plain) {
				lines = append(lines, "    "+l)
			}
		}
	}
	rows := append([]string{m.bar()}, m.read.show(lines, m.h-2)...)
	for len(rows) < m.h-1 {
		rows = append(rows, "")
	}
	last := m.read.says()
	if last == "" {
		last = keyLine(readerKeys)
	}
	rows = append(rows, last)
	for i := range rows {
		rows[i] = fit(rows[i], m.w)
	}
	return m.finish(strings.Join(rows, "\n"))
}

func (m *menuPage) View() tea.View {
	v := tea.NewView(m.screen())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Atoll"
	return v
}
