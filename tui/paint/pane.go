package paint

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/tui/prose"
)

// Pane is a part of the screen with a thin edge.
type Pane struct {
	Title, Right     string
	Head, Body, Tail []string // head and tail stay, the body is what scrolls
	Lit              int      // line of the body that must be in sight
	Choices          bool
	Options          []int // of the lines of the body, where they are choices
	Least            int
	Joined, Open     bool   // shares its upper, its lower edge
	Bottom           bool   // the tail stands at the lower edge
	Short            []Pane // ever shorter, for a column that cannot show all of it
}

// Lines is how many lines there are, in sight or not.
func (c Pane) Lines() int { return len(c.Head) + len(c.Body) + len(c.Tail) }

// Window is how many lines of the body are shown, and the first of them.
func (c Pane) Window(height int) (shown, top int) {
	room := height - 2 - len(c.Head) - len(c.Tail)
	if c.Open {
		room++
	}
	shown = max(0, min(room, len(c.Body)))
	top = max(0, min(c.Lit-shown/2, len(c.Body)-shown))
	return shown, top
}

// Draw is the pane with its edge.
func (c Pane) Draw(width, height int, edge lipgloss.Style) []string {
	shown, top := c.Window(height)
	right := c.Right
	if more := len(c.Body) - shown; more > 0 {
		right = fmt.Sprint(more, " more")
	}
	if len(c.Body) <= shown && ansi.StringWidth(c.Title) > width-8-len(right) {
		right = "" // the question comes before the number of choices
	}
	corner := [2]string{"╭", "╮"}
	if c.Joined {
		corner = [2]string{"├", "┤"}
	}
	title := ansi.Truncate(c.Title, max(0, width-6-len(right)-2*Int(right != "")), "…")
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
	if c.Open {
		last = height
	}
	lines := append(append([]string(nil), c.Head...), c.Body[top:top+shown]...)
	for c.Bottom && len(lines)+len(c.Tail) < last-1 {
		lines = append(lines, "")
	}
	lines = append(lines, c.Tail...)
	for i := 1; i < last; i++ {
		text := ""
		if i-1 < len(lines) {
			text = lines[i-1]
		}
		rows = append(rows, edge.Render("│")+" "+prose.Fit(text, width-4)+" "+edge.Render("│"))
	}
	if !c.Open {
		rows = append(rows, edge.Render("╰"+strings.Repeat("─", width-2)+"╯"))
	}
	return rows[:min(len(rows), height)]
}

// DrawPanes draws panes one below the other.
func DrawPanes(panes []Pane, width, height int, edge lipgloss.Style) []string {
	heights := Share(panes, height, false)
	var rows []string
	for i, c := range panes {
		rows = append(rows, c.Draw(width, heights[i], edge)...)
	}
	return rows
}

// Share deals out the rows of a column: every pane gets the least it needs, then all
// but the last get what they ask for, and the last gets the rest.
func Share(panes []Pane, height int, joined bool) []int {
	edges := 2
	if joined {
		edges = 1
		height-- // the lowest edge
	}
	heights := make([]int, len(panes))
	for i, c := range panes {
		heights[i] = min(c.Least, max(c.Lines(), c.Least)) + edges
		height -= heights[i]
	}
	for i, c := range panes {
		if want := c.Lines() + edges - heights[i]; want > 0 && height > 0 {
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

// Shortened gives a pane that would be cut off a shorter body, if it has one.
func Shortened(panes []Pane, height int, joined bool) []Pane {
	for i := range panes {
		for _, short := range panes[i].Short {
			heights, c := Share(panes, height, joined), panes[i]
			c.Open = joined && i < len(panes)-1
			if shown, _ := c.Window(heights[i]); shown == len(c.Body) {
				break
			}
			panes[i] = short
		}
	}
	return panes
}

// Area is a part of the screen.
type Area struct{ X, Y, W, H int }

// Has reports whether a point lies in it.
func (a Area) Has(x, y int) bool { return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H }

// The least window that shows a table.
const (
	LeastWidth  = 60
	LeastHeight = 20
)

// TooSmall says that the window cannot show a table.
func TooSmall(w, h int) string {
	text := fmt.Sprintf("A table needs a window of %d×%d; this one has %d×%d. atoll play --plain always works.", LeastWidth, LeastHeight, w, h)
	lines := prose.Wrap(text, w)
	return strings.Join(lines[:min(len(lines), max(1, h))], "\n")
}
