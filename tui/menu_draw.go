package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
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
	first := pane{
		title: "New game",
		head:  []string{ends(games, "Tab"+strings.Repeat(" ", max(0, min(5, inner-62))), inner), "   " + brief(g.Tagline, inner-4), ""},
	}
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
	if m.lessons != nil && m.lessons(g.ID) {
		words = "L lesson    " + words
		m.areas = append(m.areas, menuArea{area{width - 2 - ansi.StringWidth(words), at + shown + 1, 8, 1}, m.learn})
	}
	fourth := pane{head: []string{ends(line, words, inner), "   " + fit(m.about(names, abouts, notes), inner-3)}}
	at += shown
	m.areas = append(m.areas, menuArea{area{2, at + 1, ansi.StringWidth(line), 1}, m.start})
	right := width - 2 - len("R rules    O more options    ")
	m.areas = append(m.areas, menuArea{area{right, at + 1, 7, 1}, func() tea.Cmd { return m.key("R", "") }})
	m.areas = append(m.areas, menuArea{
		area{right + 11, at + 1, 14, 1},
		func() tea.Cmd { return m.key("O", "") },
	})
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
		rows = append(rows, m.read.show(helpBox("Keys", "the start", menuHelp, m.w, m.style(m.colours().edge, false)), m.h-2)...)
	} else if text, ok := "", false; m.rules != nil {
		if text, ok = m.rules(m.g().ID); ok {
			rows = append(rows, m.read.rules(text, m.g(), m.w, m.h-2, m.plain)...)
			rows[0] = ends(" "+m.style(m.colours().focus, true).Render("≈ Atoll")+"  Rules of "+m.g().Name, m.read.place(), m.w-1)
		}
	}
	for len(rows) < m.h-1 {
		rows = append(rows, "")
	}
	last := m.read.says()
	if last == "" {
		last = keyLine(fitKeys(m.read.keys(), m.w))
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
