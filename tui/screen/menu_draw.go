package screen

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

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
	for _, joint := range []string{" and ", " when ", " against ", " until ", " so "} {
		if i := strings.LastIndex(text[:min(width, len(text))], joint); i > width/4 {
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
var depths = [8]paint.Tint{
	paint.Tone(0xe5d3a3, 186, 4), paint.Tone(0xbfe0e6, 152, 15), paint.Tone(0x7fe3f3, 116, 15), paint.Tone(0x62c6d8, 80, 7),
	paint.Tone(0x2fa3b8, 37, 7), paint.Tone(0x1f7a96, 31, 5), paint.Tone(0x1b59b8, 25, 5), paint.Tone(0x1a3f8f, 18, 5),
}

func (m *menuPage) screen() string {
	m.areas = nil
	if m.w < paint.LeastWidth || m.h < paint.LeastHeight {
		return paint.TooSmall(m.w, m.h)
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
			l = prose.Fit(l, width) + "  " + board[i-1]
		}
		rows = append(rows, l)
	}
	for len(rows) < m.h-1 {
		rows = append(rows, "")
	}
	rows = append(rows[:m.h-1], m.Style(m.Colours().Ink3, false).Render(paint.KeyLine(paint.FitKeys(m.keys(), m.w))))
	for i := range rows {
		rows[i] = prose.Fit(rows[i], m.w)
	}
	return m.Finish(strings.Join(rows, "\n"))
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
	left := " " + m.Style(m.Colours().Focus, true).Render("≈ Atoll")
	right := ""
	if m.goOn != "" {
		right = "Go on: " + m.goOn + "   G"
		n := ansi.StringWidth(right)
		m.areas = append(m.areas, menuArea{paint.Area{X: m.w - 1 - n, Y: 0, W: n, H: 1}, m.resume})
	}
	return prose.Ends(left, right, m.w-1)
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
	b, err := board.Draw(game.Look(st, game.PublicViewer()), board.Marks{}, paint.Look{Size: paint.Small, Day: m.Day}, "")
	if err != nil {
		return nil
	}
	b.Canvas.Plain = m.Plain
	return b.Canvas.Lines()
}

// box are the parts of the menu within one edge.
func (m *menuPage) box(width int) []string {
	first, second := m.gamesPane(width-4), m.botsPane(width)
	at := 6 + len(second.Body) + 2
	third := m.tablePane(width, at)
	panes := []paint.Pane{first, second, third, m.buttonPane(width, at+len(third.Body))}
	edge := m.Style(m.Colours().Edge, false)
	var lines []string
	for i, c := range panes {
		c.Joined, c.Open = i > 0, i < len(panes)-1
		height := c.Lines() + 1 + paint.Int(!c.Open)
		lines = append(lines, c.Draw(width, height, edge)...)
	}
	return lines
}

// gamesPane has the games side by side.
func (m *menuPage) gamesPane(inner int) paint.Pane {
	sel := m.Style(m.Colours().Sel, true)
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
		m.areas = append(m.areas, menuArea{paint.Area{X: x, Y: 2, W: ansi.StringWidth(name), H: 1}, func() tea.Cmd {
			m.setGame(i)
			return nil
		}})
		games += name
	}
	return paint.Pane{
		Title: "New game",
		Head:  []string{prose.Ends(games, "Tab"+strings.Repeat(" ", max(0, min(5, inner-62))), inner), "   " + brief(m.g().Tagline, inner-4), ""},
	}
}

// botsPane lists the bots.
func (m *menuPage) botsPane(width int) paint.Pane {
	inner := width - 4
	names, abouts := m.bots()
	notes, sel := m.notes.Of(m.g().ID), m.Style(m.Colours().Sel, true)
	c := paint.Pane{Title: "Who sits down?", Right: "the deeper, the stronger"}
	wide := inner >= 72
	for i, name := range names {
		mark := "  "
		if i == m.bot {
			mark = "> "
		}
		text := fmt.Sprintf("%s%d  %-13s", mark, i+1, name)
		if wide {
			text += prose.Fit(brief(abouts[i], inner-35), inner-34)
		}
		water := strings.Repeat("~", i+1)
		if !m.Plain && i < len(depths) {
			water = m.Style(depths[i], false).Render(water)
		}
		text += prose.Fit(water, 9)
		text = prose.Fit(text, inner-7) + prose.Fit(scoreText(notes.Score[name]), 7)
		if i == m.bot && !m.Plain {
			text = sel.Render(ansi.Strip(text))
		}
		c.Body = append(c.Body, text)
		m.areas = append(m.areas, menuArea{paint.Area{X: 1, Y: 6 + i + 1, W: width - 2, H: 1}, func() tea.Cmd {
			if m.bot == i {
				return m.start()
			}
			m.bot, m.atTable = i, false
			return nil
		}})
	}
	return c
}

// tablePane has what else can be chosen; its first line is at the row at.
func (m *menuPage) tablePane(width, at int) paint.Pane {
	inner := width - 4
	c := paint.Pane{Title: "Table"}
	rows, sel := m.rows(), m.Style(m.Colours().Sel, true)
	shown := max(4, min(len(rows), m.h-19))
	top := max(0, min(m.row-shown/2, len(rows)-shown))
	if len(rows) > shown {
		c.Right = fmt.Sprint(len(rows)-shown, " more")
	}
	label, value := 8, 15
	for _, r := range rows {
		label, value = max(label, len(r.label)), max(value, ansi.StringWidth(r.value)+4)
	}
	for i := top; i < min(len(rows), top+shown); i++ {
		r := rows[i]
		mark := "  "
		if m.atTable && i == m.row {
			mark = "> "
		}
		text := mark + prose.Fit(r.label, label) + " " + prose.Fit("< "+r.value+" >", value) + " "
		if room := max(0, inner-ansi.StringWidth(text)); r.option { // half a rule would be another one
			text += ansi.Truncate(r.help, room, "…")
		} else {
			text += brief(r.help, room)
		}
		if mark == "> " {
			text = sel.Render(prose.Fit(text, inner))
		}
		c.Body = append(c.Body, text)
		m.areas = append(m.areas, menuArea{paint.Area{X: 1, Y: at + i - top, W: width - 2, H: 1}, func() tea.Cmd {
			m.atTable, m.row = true, i
			r.change(1)
			return nil
		}})
	}
	for len(c.Body) < shown {
		c.Body = append(c.Body, "")
	}
	return c
}

// buttonPane begins the game; it comes below the row at.
func (m *menuPage) buttonPane(width, at int) paint.Pane {
	inner := width - 4
	names, abouts := m.bots()
	sel := m.Style(m.Colours().Sel, true)
	button := "[ " + m.plays() + " ]"
	line := " " + sel.Render(button) + "  Enter"
	words := "R rules    O more options    "
	if m.lessons != nil && m.lessons(m.g().ID) {
		words = "L lesson    " + words
		m.areas = append(m.areas, menuArea{paint.Area{X: width - 2 - ansi.StringWidth(words), Y: at + 1, W: 8, H: 1}, m.learn})
	}
	c := paint.Pane{Head: []string{prose.Ends(line, words, inner)}}
	about := m.about(names, abouts, m.notes.Of(m.g().ID))
	if lines := prose.Wrap(about, inner-3); m.h >= 30 {
		for _, l := range lines {
			c.Head = append(c.Head, "   "+l)
		}
	} else {
		c.Head = append(c.Head, "   "+prose.Fit(about, inner-3))
	}
	m.areas = append(m.areas, menuArea{paint.Area{X: 2, Y: at + 1, W: ansi.StringWidth(line), H: 1}, m.start})
	right := width - 2 - len("R rules    O more options    ")
	m.areas = append(m.areas, menuArea{paint.Area{X: right, Y: at + 1, W: 7, H: 1}, func() tea.Cmd { return m.key("R", "") }})
	m.areas = append(m.areas, menuArea{
		paint.Area{X: right + 11, Y: at + 1, W: 14, H: 1},
		func() tea.Cmd { return m.key("O", "") },
	})
	if m.problem != "" {
		c.Head[1] = "   " + m.Style(m.Colours().Danger, true).Render(prose.Fit("! "+m.problem, inner-3))
	}
	return c
}

func (m *menuPage) plays() string {
	names, _ := m.bots()
	if m.people >= m.players-1 && m.each == nil {
		return "Play " + m.g().Name
	}
	return "Play " + names[m.bot]
}

// about is a line on the chosen bot, or on the row of the table in all its words.
func (m *menuPage) about(names, abouts []string, notes *session.GameNotes) string {
	if rows := m.rows(); m.atTable && m.row < len(rows) {
		text := prose.Capital(rows[m.row].help)
		if rows[m.row].ours {
			text = "Ours: " + prose.Small(rows[m.row].help)
		}
		return text
	}
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

func (m *menuPage) keys() []paint.KeyHint {
	if m.atTable {
		return []paint.KeyHint{{"down", "↑↓", "row"}, {"right", "←→", "value"}, {"tab", "Tab", "bots"}, {"enter", "Enter", prose.Small(m.plays())}, paint.HelpKey}
	}
	return []paint.KeyHint{{"down", "↑↓", "bot"}, {"right", "←→", "game"}, {"tab", "Tab", "table"}, {"enter", "Enter", prose.Small(m.plays())}, paint.HelpKey}
}

var menuHelp = []paint.HelpItem{
	{"Bots", "↑↓ or 1-8 who sits down   the deeper the water, the stronger"},
	{"Games", "←→ which game   L its lesson   R its rules"},
	{"Table", "Tab goes to the table and back: there ↑↓ a row, ←→ its value   O more options"},
	{"Start", "Enter plays   G goes on with the saved game   Q quits"},
	{"Look", "C day or night"},
	{"Mouse", "press a row to highlight it, again to play; the wheel changes the bot"},
}

// page is a page to read over the menu.
func (m *menuPage) page() string {
	rows := []string{m.bar()}
	m.read.heads = nil
	if m.help {
		rows = append(rows, m.read.show(paint.HelpBox("Keys", "the start", menuHelp, m.w, m.Style(m.Colours().Edge, false)), m.h-2)...)
	} else if text, ok := "", false; m.rules != nil {
		if text, ok = m.rules(m.g().ID); ok {
			rows = append(rows, m.read.rules(text, m.g(), m.w, m.h-2, m.Plain)...)
			rows[0] = prose.Ends(" "+m.Style(m.Colours().Focus, true).Render("≈ Atoll")+"  Rules of "+m.g().Name, m.read.place(), m.w-1)
		}
	}
	for len(rows) < m.h-1 {
		rows = append(rows, "")
	}
	last := m.read.says()
	if last == "" {
		last = paint.KeyLine(paint.FitKeys(m.read.keys(), m.w))
	}
	rows = append(rows, last)
	for i := range rows {
		rows[i] = prose.Fit(rows[i], m.w)
	}
	return m.Finish(strings.Join(rows, "\n"))
}

func (m *menuPage) View() tea.View {
	v := tea.NewView(m.screen())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Atoll"
	return v
}
