package duel

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Markdown writes the table: ratings, the score of every row against every
// column, and the steps between neighbours with their intervals.
func (t Table) Markdown() string {
	var b strings.Builder
	b.WriteString("| bot | Elo | ± |")
	for i := range t.Bots {
		fmt.Fprintf(&b, " %d |", i+1)
	}
	b.WriteString("\n|---|---:|---:|")
	b.WriteString(strings.Repeat("---:|", len(t.Bots)))
	b.WriteByte('\n')
	for i, name := range t.Bots {
		fmt.Fprintf(&b, "| %d `%s` | %.0f | %.0f |", i+1, name, t.Rating[i], z95*t.Error[i])
		for j := range t.Bots {
			if t.Games[i][j] == 0 {
				b.WriteString(" |")
				continue
			}
			fmt.Fprintf(&b, " %.0f |", 100*t.Points[i][j]/float64(t.Games[i][j]))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nScores of the row against the column in per cent")
	if t.Config.Players > 2 {
		fmt.Fprintf(&b, "; below the diagonal the row has one seat of %d and equals have %.0f, above it the row has all others", t.Config.Players, 100/float64(t.Config.Players))
	}
	more := t.Config.Players > 2
	if more {
		b.WriteString(".\n\n| step | games | first places | between two | 95 % |\n|---|---:|---:|---:|---|\n")
	} else {
		b.WriteString(".\n\n| step | games | score | 95 % |\n|---|---:|---:|---|\n")
	}
	for i := 1; i < len(t.Bots); i++ {
		if t.Games[i][i-1] == 0 {
			continue
		}
		n := float64(t.Games[i][i-1])
		score := t.Points[i][i-1] / n
		low, high := Wilson(t.Points[i][i-1], n)
		fmt.Fprintf(&b, "| `%s` over `%s` | %.0f | %.1f |", t.Bots[i], t.Bots[i-1], n, 100*score)
		if more {
			seats := t.Config.Players
			score, low, high = Pair(score, seats), Pair(low, seats), Pair(high, seats)
			fmt.Fprintf(&b, " %.1f |", 100*score)
		}
		fmt.Fprintf(&b, " %.1f–%.1f |\n", 100*low, 100*high)
	}
	return b.String()
}

// SVG draws the ratings as bars with their 95 % intervals.
func (t Table) SVG() string {
	const (
		left, right, row, top = 130, 60, 26, 34
		width                 = 680
	)
	lo, hi := 0.0, 100.0
	for i, r := range t.Rating {
		lo = math.Min(lo, r-z95*t.Error[i])
		hi = math.Max(hi, r+z95*t.Error[i])
	}
	lo, hi = 200*math.Floor(lo/200), 200*math.Ceil(hi/200)
	x := func(elo float64) float64 { return left + (elo-lo)/(hi-lo)*(width-left-right) }
	height := top + row*len(t.Bots) + 30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="13" role="img">`+"\n", width, height)
	title := fmt.Sprintf("%s, %d players: Elo of the bots", t.Config.Game.Name, t.Config.Players)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(title))
	b.WriteString("<style>.ink{fill:#1d2a33}.line{stroke:#8a979f}.bar{fill:#2f7f86}.whisker{stroke:#1d2a33}" +
		"@media(prefers-color-scheme:dark){.ink{fill:#e6edf0}.line{stroke:#5d6b73}.bar{fill:#4fb0b8}.whisker{stroke:#e6edf0}}</style>\n")
	fmt.Fprintf(&b, `<text class="ink" x="8" y="20" font-weight="600">%s</text>`+"\n", html.EscapeString(title))
	step := 200.0
	for (hi-lo)/step > 8 {
		step *= 2
	}
	for e := lo; e <= hi; e += step {
		fmt.Fprintf(&b, `<line class="line" x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke-width="0.5"/>`, x(e), x(e), top, height-24)
		fmt.Fprintf(&b, `<text class="ink" x="%.1f" y="%d" text-anchor="middle" font-size="11">%.0f</text>`+"\n", x(e), height-8, e)
	}
	for i, name := range t.Bots {
		y := float64(top + row*i)
		from, to := x(min(0, t.Rating[i])), x(max(0, t.Rating[i]))
		fmt.Fprintf(&b, `<text class="ink" x="%d" y="%.1f" text-anchor="end">%s</text>`, left-8, y+17, html.EscapeString(name))
		fmt.Fprintf(&b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%d" rx="2"/>`, from, y+5, max(1, to-from), row-10)
		a, z := x(t.Rating[i]-z95*t.Error[i]), x(t.Rating[i]+z95*t.Error[i])
		fmt.Fprintf(&b, `<line class="whisker" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, a, z, y+row/2, y+row/2)
		fmt.Fprintf(&b, `<text class="ink" x="%.1f" y="%.1f" font-size="11">%.0f</text>`+"\n", z+5, y+17, t.Rating[i])
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Splice puts a section into a document, between the comments that mark it; a
// document without the marks gets it at its end.
func Splice(doc, name, section string) string {
	begin, end := fmt.Sprintf("<!-- %s -->", name), fmt.Sprintf("<!-- end of %s -->", name)
	text := begin + "\n" + strings.TrimSpace(section) + "\n" + end + "\n"
	if i := strings.Index(doc, begin); i >= 0 {
		if j := strings.Index(doc[i:], end); j >= 0 {
			return doc[:i] + text + strings.TrimPrefix(doc[i+j+len(end):], "\n")
		}
	}
	if doc != "" && !strings.HasSuffix(doc, "\n\n") {
		doc = strings.TrimRight(doc, "\n") + "\n\n"
	}
	return doc + text
}
