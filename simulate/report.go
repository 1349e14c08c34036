package simulate

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteTable writes the counts for people.
func (s *Stats) WriteTable(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	l := s.Length()
	fmt.Fprintf(w, "%s, %d players%s, bots %s, seed %d\n", s.Spec.Game, s.Spec.Players, s.options(), strings.Join(s.Spec.Bots, " "), s.Spec.Seed)
	fmt.Fprintf(w, "games\t%d\n", s.Games)
	fmt.Fprintf(w, "decisions a game\t%.1f ± %.1f (%d to %d, median %d, 90 %% from %d to %d)\n", l.Mean, l.SD, l.Min, l.Max, l.Median, l.P5, l.P95)
	fmt.Fprintf(w, "legal actions\t%.1f on average, %d at most\n", s.Branching(), s.MostLegal)
	for _, sc := range s.Scores() {
		fmt.Fprintf(w, "first places of %s\t%.1f %% (%.1f to %.1f)\n", sc.Seat, 100*sc.Mean, 100*sc.Low, 100*sc.High)
	}
	for _, k := range byCount(s.Endings) {
		fmt.Fprintf(w, "ended by %s\t%.1f %%\n", k, 100*float64(s.Endings[k])/float64(s.Games))
	}
	for _, k := range byCount(s.Uses) {
		fmt.Fprintf(w, "%s\t%.3f a game\n", k, float64(s.Uses[k])/float64(s.Games))
	}
	return w.Flush()
}

func (s *Stats) options() string {
	text := ""
	for _, k := range slices.Sorted(maps.Keys(s.Spec.Options)) {
		text += fmt.Sprintf(", %s=%s", k, s.Spec.Options[k])
	}
	return text
}

func byCount(m map[string]int64) []string {
	keys := slices.Collect(maps.Keys(m))
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	return keys
}

// WriteJSON writes all counts and what follows from them as one object.
func (s *Stats) WriteJSON(out io.Writer) error {
	return json.NewEncoder(out).Encode(struct {
		*Stats
		Length    Length  `json:"length"`
		Branching float64 `json:"branching"`
		Scores    []Score `json:"scores"`
	}{s, s.Length(), s.Branching(), s.Scores()})
}

// WriteCSV writes one number a line: what, which, value.
func (s *Stats) WriteCSV(out io.Writer) error {
	w := csv.NewWriter(out)
	put := func(what, which string, value any) { _ = w.Write([]string{what, which, fmt.Sprint(value)}) }
	put("what", "which", "value")
	put("games", "", s.Games)
	l := s.Length()
	put("decisions", "mean", l.Mean)
	put("decisions", "sd", l.SD)
	put("legal", "mean", s.Branching())
	put("legal", "most", s.MostLegal)
	for _, k := range slices.Sorted(maps.Keys(s.Lengths)) {
		put("length", fmt.Sprint(k), s.Lengths[k])
	}
	for _, sc := range s.Scores() {
		put("first", sc.Seat, sc.Mean)
		put("first low", sc.Seat, sc.Low)
		put("first high", sc.Seat, sc.High)
	}
	for _, k := range byCount(s.Endings) {
		put("ending", k, s.Endings[k])
	}
	for _, k := range byCount(s.Uses) {
		put("use", k, s.Uses[k])
	}
	w.Flush()
	return w.Error()
}

// WriteSVG draws seat advantage and the lengths of games.
func (s *Stats) WriteSVG(out io.Writer) error {
	const w, h = 720.0, 300.0
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" font-family="Figtree, system-ui, sans-serif" font-size="13" fill="#10263A">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, `<rect width="%g" height="%g" rx="14" fill="#FCFDFB"/>`+"\n", w, h)
	fmt.Fprintf(&b, `<text x="20" y="28" font-weight="600">%s, %d players%s: %d games</text>`+"\n", s.Spec.Game, s.Spec.Players, s.options(), s.Games)
	s.drawScores(&b, 20, 50, 280, 220)
	s.drawLengths(&b, 340, 50, 360, 220)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(out, b.String())
	return err
}

var seatColours = [...]string{"#1B59B8", "#C2410F", "#1B7048", "#DFA11A", "#73609F", "#3C4953"}

func (s *Stats) drawScores(b *strings.Builder, x, y, w, h float64) {
	fmt.Fprintf(b, `<text x="%g" y="%g" fill="#41566A">first places, 95 %% interval</text>`+"\n", x, y+4)
	scores := s.Scores()
	step := (h - 20) / float64(len(scores))
	scale := func(v float64) float64 { return x + 30 + v*(w-40) }
	fair := scale(1 / float64(len(scores)))
	fmt.Fprintf(b, `<line x1="%.1f" y1="%g" x2="%.1f" y2="%g" stroke="#A31A66" stroke-dasharray="3 3"/>`+"\n", fair, y+12, fair, y+h)
	for i, sc := range scores {
		mid := y + 20 + step*(float64(i)+.5)
		fmt.Fprintf(b, `<text x="%g" y="%.1f">%s</text>`+"\n", x, mid+4, sc.Seat)
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3" fill="%s"/>`+"\n", scale(0), mid-step*.3, scale(sc.Mean)-scale(0), step*.6, seatColours[i])
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#10263A" stroke-width="2"/>`+"\n", scale(sc.Low), mid, scale(sc.High), mid)
	}
}

func (s *Stats) drawLengths(b *strings.Builder, x, y, w, h float64) {
	l := s.Length()
	fmt.Fprintf(b, `<text x="%g" y="%g" fill="#41566A">decisions in a game, mean %.1f</text>`+"\n", x, y+4, l.Mean)
	const bars = 40
	span := max(1, l.Max-l.Min+1)
	var counts [bars]int64
	for k, n := range s.Lengths {
		counts[(k-l.Min)*bars/span] += n
	}
	top := slices.Max(counts[:])
	bw := w / bars
	for i, n := range counts {
		if n == 0 {
			continue
		}
		bh := float64(n) / float64(top) * (h - 40)
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#0A5F75"/>`+"\n", x+bw*float64(i)+.5, y+h-20-bh, bw-1, bh)
	}
	fmt.Fprintf(b, `<text x="%g" y="%g">%d</text><text x="%g" y="%g" text-anchor="end">%d</text>`+"\n", x, y+h-4, l.Min, x+w, y+h-4, l.Max)
}
