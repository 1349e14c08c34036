package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// pane is a part of the screen with a thin edge.
type pane struct {
	title, right     string
	head, body, tail []string // head and tail stay, the body is what scrolls
	lit              int      // line of the body that must be in sight
	choices          bool
	options          []int // of the lines of the body, where they are choices
	least            int
	joined, open     bool // shares its upper, its lower edge
	bottom           bool // the tail stands at the lower edge
}

// lines is how many lines there are, in sight or not.
func (c pane) lines() int { return len(c.head) + len(c.body) + len(c.tail) }

// window is how many lines of the body are shown, and the first of them.
func (c pane) window(height int) (shown, top int) {
	room := height - 2 - len(c.head) - len(c.tail)
	if c.open {
		room++
	}
	shown = max(0, min(room, len(c.body)))
	top = max(0, min(c.lit-shown/2, len(c.body)-shown))
	return shown, top
}

// draw is the pane with its edge.
func (c pane) draw(width, height int, edge lipgloss.Style) []string {
	shown, top := c.window(height)
	right := c.right
	if more := len(c.body) - shown; more > 0 {
		right = fmt.Sprint(more, " more")
	}
	if len(c.body) <= shown && ansi.StringWidth(c.title) > width-8-len(right) {
		right = "" // the question comes before the number of choices
	}
	corner := [2]string{"╭", "╮"}
	if c.joined {
		corner = [2]string{"├", "┤"}
	}
	title := ansi.Truncate(c.title, max(0, width-6-len(right)-2*b2i(right != "")), "…")
	line := "─ " + title + " "
	if title == "" {
		line = "─"
	}
	end := ""
	if right != "" {
		end = " " + right + " ─"
	}
	fill := max(0, width-2-ansi.StringWidth(line)-ansi.StringWidth(end))
	rows := []string{edge.Render(corner[0]+"─") + strings.TrimPrefix(line, "─") + edge.Render(strings.Repeat("─", fill)) + end +
		edge.Render(corner[1])}
	if end != "" {
		rows[0] = edge.Render(corner[0]+"─") + strings.TrimPrefix(line, "─") + edge.Render(strings.Repeat("─", fill)) +
			strings.TrimSuffix(end, "─") + edge.Render("─"+corner[1])
	}
	last := height - 1
	if c.open {
		last = height
	}
	lines := append(append([]string(nil), c.head...), c.body[top:top+shown]...)
	for c.bottom && len(lines)+len(c.tail) < last-1 {
		lines = append(lines, "")
	}
	lines = append(lines, c.tail...)
	for i := 1; i < last; i++ {
		text := ""
		if i-1 < len(lines) {
			text = lines[i-1]
		}
		rows = append(rows, edge.Render("│")+" "+fit(text, width-4)+" "+edge.Render("│"))
	}
	if !c.open {
		rows = append(rows, edge.Render("╰"+strings.Repeat("─", width-2)+"╯"))
	}
	return rows[:min(len(rows), height)]
}

// drawPanes draws panes one below the other.
func drawPanes(panes []pane, width, height int, edge lipgloss.Style) []string {
	heights := share(panes, height, false)
	var rows []string
	for i, c := range panes {
		rows = append(rows, c.draw(width, heights[i], edge)...)
	}
	return rows
}

// share deals the rows of a column: every pane gets what it needs at least, then all but the last
// what they ask for, and the last one the rest.
func share(panes []pane, height int, joined bool) []int {
	edges := 2
	if joined {
		edges = 1
		height-- // the lowest edge
	}
	heights := make([]int, len(panes))
	for i, c := range panes {
		heights[i] = min(c.least, max(c.lines(), c.least)) + edges
		height -= heights[i]
	}
	for i, c := range panes {
		if want := c.lines() + edges - heights[i]; want > 0 && height > 0 {
			more := min(want, height)
			heights[i] += more
			height -= more
		}
	}
	heights[len(heights)-1] += max(0, height)
	if joined {
		heights[len(heights)-1]++
	}
	return heights
}

// area is a part of the screen.
type area struct{ x, y, w, h int }

// has reports whether a point lies in it.
func (a area) has(x, y int) bool { return x >= a.x && x < a.x+a.w && y >= a.y && y < a.y+a.h }

// The least window that shows a table.
const (
	leastWidth  = 60
	leastHeight = 20
)

// tooSmall says that the window cannot show a table.
func tooSmall(w, h int) string {
	text := fmt.Sprintf("A table needs a window of %d×%d; this one has %d×%d. atoll play --plain always works.", leastWidth, leastHeight, w, h)
	lines := wrap(text, w)
	return strings.Join(lines[:min(len(lines), max(1, h))], "\n")
}
