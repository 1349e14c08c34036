package board

import (
	"path"
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/game"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

var (
	mdPicture = regexp.MustCompile(`!\[([^\]]*)\]\(([^)]*)\)`)
	mdLink    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	mdBold    = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	mdSlanted = regexp.MustCompile(`\*([^*\s][^*]*)\*`)
	mdCode    = regexp.MustCompile("`([^`]+)`")
	mdItem    = regexp.MustCompile(`^(\s*)([-*]|\d+\.) +(.*)$`)
	// How a ruling of ours begins: with a colon, or with the option that changes it.
	mdRuling = regexp.MustCompile(`\*\*[Oo]ur rulings?(:\*\*|\*\* \(option)`)
)

// Typeset turns a page of Markdown about a game into lines for a terminal: headings
// stand out, rulings have a bar beside them, tables are columns, and links are their
// words. A picture of a position is drawn as the game's board, others are their words.
func Typeset(page string, width int, plain bool, g *game.Game) []string {
	lines, _ := TypesetPage(page, width, plain, g)
	return lines
}

// Heading is a line of a page that one can go to.
type Heading struct {
	Line    int
	Text    string
	Chapter int // counted from 1; 0 for what is not one
}

// TypesetPage is Typeset, and where the headings are.
func TypesetPage(page string, width int, plain bool, g *game.Game) ([]string, []Heading) {
	t := typesetter{width: max(20, width), plain: plain, game: g}
	var block []string
	flush := func() {
		if len(block) > 0 {
			t.block(block)
			block = nil
		}
	}
	for _, line := range strings.Split(page, "\n") {
		switch {
		case strings.TrimSpace(line) == "":
			flush()
		case strings.HasPrefix(line, "#"):
			flush()
			t.heading(line)
		case mdItem.MatchString(line) && (len(block) == 0 || !strings.HasPrefix(block[0], "|")):
			flush()
			block = []string{line}
		default:
			block = append(block, line)
		}
	}
	flush()
	return t.lines, t.heads
}

type typesetter struct {
	width    int
	plain    bool
	game     *game.Game
	lines    []string
	heads    []Heading
	chapters int
	item     bool // the last block was an item of a list
}

func (t *typesetter) style(s lipgloss.Style, text string) string {
	if t.plain {
		return text
	}
	return s.Render(text)
}

func (t *typesetter) colours() *paint.Palette {
	return paint.Look{Day: paint.Terminal.Theme == "day"}.Colours()
}

func (t *typesetter) gap() {
	if len(t.lines) > 0 && t.lines[len(t.lines)-1] != "" {
		t.lines = append(t.lines, "")
	}
}

func (t *typesetter) heading(line string) {
	t.gap()
	level := len(line) - len(strings.TrimLeft(line, "#"))
	text := strings.TrimSpace(line[level:])
	h := Heading{Line: len(t.lines), Text: text}
	if level == 2 {
		t.chapters++
		h.Chapter = t.chapters
	}
	t.heads = append(t.heads, h)
	if level <= 2 {
		text = strings.ToUpper(text)
	}
	t.lines = append(t.lines, t.style(t.colours().Focus.On(paint.Tint{}, paint.Bold), text))
	t.item = false
}

func (t *typesetter) block(block []string) {
	if strings.HasPrefix(block[0], "|") {
		t.gap()
		t.table(block)
		return
	}
	if len(block) == 1 {
		if m := mdPicture.FindStringSubmatch(block[0]); m != nil && m[0] == strings.TrimSpace(block[0]) && t.picture(m[1], m[2]) {
			return
		}
	}
	text, bullet, indent := strings.Join(trimmed(block), " "), "", 0
	if m := mdItem.FindStringSubmatch(block[0]); m != nil {
		bullet, indent = "• ", len(m[1])
		if m[2] != "-" && m[2] != "*" {
			bullet = m[2] + " "
		}
		text = strings.Join(append([]string{m[3]}, trimmed(block[1:])...), " ")
	}
	if bullet == "" || !t.item {
		t.gap()
	}
	t.item = bullet != ""
	// A ruling of ours within a paragraph begins a line of its own.
	first := true
	for _, part := range splitRulings(text) {
		at := mdRuling.FindStringIndex(part)
		ruling := at != nil && at[0] == 0
		lead, hang := strings.Repeat(" ", indent)+bullet, strings.Repeat(" ", indent+len([]rune(bullet)))
		if !first {
			lead = hang
		}
		first = false
		if ruling {
			bar := t.style(t.colours().Note.On(paint.Tint{}, lipgloss.NewStyle()), "▌ ")
			lead, hang = lead+bar, hang+bar
		}
		for i, l := range strings.Split(ansi.Wordwrap(t.inline(part), t.width-ansi.StringWidth(lead), ""), "\n") {
			if i == 0 {
				t.lines = append(t.lines, lead+l)
			} else {
				t.lines = append(t.lines, hang+l)
			}
		}
	}
}

// picture draws a board in place of a picture, if it shows a position that the game
// knows by the picture's name.
func (t *typesetter) picture(words, file string) bool {
	if t.game == nil {
		return false
	}
	st := Screens[t.game.ID].picture(t.game, strings.TrimSuffix(path.Base(file), path.Ext(file)))
	if st == nil {
		return false
	}
	b, err := Draw(game.Look(st, game.PublicViewer()), Marks{}, paint.Look{Size: paint.Tiny, Day: paint.Terminal.Theme == "day"}, "")
	if err != nil || b.Canvas.W > t.width {
		return false
	}
	b.Canvas.Plain = t.plain
	t.gap()
	t.item = false
	t.lines = append(t.lines, b.Canvas.Lines()...)
	for _, l := range prose.Wrap(words, t.width) {
		t.lines = append(t.lines, t.style(t.colours().Ink3.On(paint.Tint{}, lipgloss.NewStyle()), l))
	}
	return true
}

func splitRulings(text string) []string {
	var parts []string
	for {
		at := mdRuling.FindStringIndex(text[min(1, len(text)):])
		if at == nil {
			return append(parts, strings.TrimSpace(text))
		}
		parts = append(parts, strings.TrimSpace(text[:at[0]+1]))
		text = text[at[0]+1:]
	}
}

func trimmed(block []string) []string {
	out := make([]string, len(block))
	for i, l := range block {
		out[i] = strings.TrimSpace(l)
	}
	return out
}

// inline sets bold, slanted and code, and makes pictures and links their words.
// Every word is styled by itself, so that wrapping does not tear a style.
func (t *typesetter) inline(text string) string {
	text = mdPicture.ReplaceAllString(text, "[Picture: $1]")
	text = mdLink.ReplaceAllString(text, "$1")
	words := func(s lipgloss.Style) func(string) string {
		return func(found string) string {
			fields := strings.Split(strings.Trim(found, "*`"), " ")
			for i := range fields {
				fields[i] = t.style(s, fields[i])
			}
			return strings.Join(fields, " ")
		}
	}
	text = mdBold.ReplaceAllStringFunc(text, words(paint.Bold))
	text = mdSlanted.ReplaceAllStringFunc(text, words(lipgloss.NewStyle().Italic(true)))
	return mdCode.ReplaceAllStringFunc(text, words(lipgloss.NewStyle().Bold(true)))
}

// table sets columns, with one line under the head.
func (t *typesetter) table(block []string) {
	var rows [][]string
	var widths []int
	for _, line := range block {
		fields := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if strings.Trim(line, "|-: ") == "" {
			continue
		}
		for i := range fields {
			fields[i] = t.inline(strings.TrimSpace(fields[i]))
			if i >= len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(fields[i]))
		}
		rows = append(rows, fields)
	}
	last := len(widths) - 1
	used := 0
	for i := range last {
		widths[i] = min(widths[i], t.width/2)
		used += widths[i] + 2
	}
	widths[last] = min(widths[last], max(10, t.width-used))
	for i, fields := range rows {
		cells, height := make([][]string, len(fields)), 1
		for j, f := range fields {
			cells[j] = strings.Split(ansi.Wordwrap(f, widths[j], ""), "\n")
			height = max(height, len(cells[j]))
		}
		for k := range height {
			line := ""
			for j := range cells {
				text := ""
				if k < len(cells[j]) {
					text = cells[j][k]
				}
				if j == last {
					line += text
				} else {
					line += prose.Fit(text, widths[j]) + "  "
				}
			}
			t.lines = append(t.lines, strings.TrimRight(line, " "))
		}
		if i == 0 {
			t.lines = append(t.lines, strings.Repeat("─", min(t.width, used+widths[last])))
		}
	}
	t.item = false
}
