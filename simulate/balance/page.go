package balance

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"atoll/game"
	"atoll/simulate"
)

// Results are the counts of all rows.
type Results struct {
	Plan   *Plan
	Asked  int // games of a row with more than two players
	Prints map[string]Print
	Rows   []*simulate.Stats
}

// WritePage writes the page. find names the games.
func (r *Results) WritePage(out io.Writer, find func(id string) (*game.Game, bool)) error {
	var b strings.Builder
	two, more := Games(simulate.Spec{Players: 2}, r.Asked), Games(simulate.Spec{Players: 3}, r.Asked)
	fmt.Fprintf(&b, `# Balance

What bots say about the games and about our own rulings: %s games of every kind for two, %s of every kind for more. `+"`make balance`"+` plays them and writes this page; the same rules and
the same bots give the same page, byte for byte. Every sentence below is made from the counts. The bots are no masters; stronger ones may find more.

`, thousands(int64(two)), thousands(int64(more)))
	if r.Asked < 600 {
		b.WriteString("**This is a short run**: the intervals are wide. The page that counts has 600 games of a kind, and 1,000 for two.\n\n")
	}
	b.WriteString(`- Shares are of 100, with the 95 % interval in brackets. A shared first place counts in parts. **Marked** is what has its interval clear of the fair share; of as many intervals as here, some are
  so by chance.
- *Own turns* are those of one player, with the range of 90 % of players. *Out within two* are players who left a game that went on, or was over by it, in their first two turns.
- A seat has its place in the order of play beside its name, where the rules fix it.
- Differences between options are told where chance alone would show them less than once in a hundred.

| game | rules played | bots asked |
|---|---|---|
`)
	ids := r.games()
	for _, id := range ids {
		fmt.Fprintf(&b, "| %s | `%s` | `%s` |\n", id, r.Prints[id].Rules, r.Prints[id].Bots)
	}
	b.WriteString("\nThese fingerprints are of what the rules do in fixed random games, and of what the bots choose and think there. A test fails when they are no longer true.\n")
	r.goals(&b)
	for _, id := range ids {
		g, ok := find(id)
		if !ok {
			return fmt.Errorf("no game %q", id)
		}
		r.section(&b, g)
	}
	r.uses(&b)
	_, err := io.WriteString(out, b.String())
	return err
}

func (r *Results) games() []string {
	var ids []string
	for _, s := range r.Plan.Rows {
		if !slices.Contains(ids, s.Game) {
			ids = append(ids, s.Game)
		}
	}
	return ids
}

var printLine = regexp.MustCompile("(?m)^\\| (\\w+) \\| `([0-9a-f]+)` \\| `([0-9a-f]+)` \\|$")

// PrintsOn returns the fingerprints that a page carries.
func PrintsOn(page string) map[string]Print {
	prints := map[string]Print{}
	for _, m := range printLine.FindAllStringSubmatch(page, -1) {
		prints[m[1]] = Print{m[2], m[3]}
	}
	return prints
}

func optionsOf(s simulate.Spec) []string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		list = append(list, fmt.Sprintf("%s=%s", k, s.Options[k]))
	}
	return list
}

// options names the options of a row in a sentence or a cell.
func options(s simulate.Spec) string {
	list := optionsOf(s)
	for i := range list {
		list[i] = "`" + list[i] + "`"
	}
	return strings.Join(list, " ")
}

func percent(x float64) string { return fmt.Sprintf("%.1f", 100*x) }

func share(n, of int64) float64 { return float64(n) / float64(max(1, of)) }

func thousands(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func (r *Results) goals(b *strings.Builder) {
	if len(r.Plan.Goals) == 0 {
		return
	}
	b.WriteString("\n## What was wanted\n\n| game | wanted | found | |\n|---|---|---|---|\n")
	for _, g := range r.Plan.Goals {
		st := r.Rows[g.Row]
		found := g.measure(st)
		verdict := "reached"
		if !g.met(found.value) {
			verdict = "**not reached**; " + r.wouldReach(g)
		}
		bound := "at most"
		if g.Least {
			bound = "at least"
		}
		fmt.Fprintf(b, "| %s, %d players%s | %s: %s %g%s | %.1f%s%s | %s |\n", st.Spec.Game, st.Spec.Players, strings.TrimSuffix(", "+options(st.Spec), ", "),
			found.what, bound, g.Bound, found.unit, found.value, found.unit, found.detail, verdict)
	}
}

// found is what a row has of a goal.
type found struct {
	what, unit, detail string
	value              float64
}

func (g Goal) measure(st *simulate.Stats) found {
	switch g.What {
	case "seat":
		sc := st.Scores()[slices.Index(st.Seats, g.Seat)]
		return found{"first places of seat " + g.Seat, " %", fmt.Sprintf(" (%s–%s)", percent(sc.Low), percent(sc.High)), 100 * sc.Mean}
	case "turns":
		return found{what: "own turns of a player", value: st.OwnTurns().Mean}
	}
	return found{what: "shared first places", unit: " %", value: 100 * share(st.Ties(), st.Games)}
}

func (g Goal) met(value float64) bool {
	if g.Least {
		return value >= g.Bound
	}
	return value <= g.Bound
}

// wouldReach names the options with which as many players reach a goal.
func (r *Results) wouldReach(g Goal) string {
	var with []string
	for _, st := range r.Rows {
		if of := r.Rows[g.Row].Spec; st.Spec.Game != of.Game || st.Spec.Players != of.Players {
			continue
		}
		if x := g.measure(st); g.met(x.value) {
			name := options(st.Spec)
			if name == "" {
				name = "the defaults"
			}
			with = append(with, fmt.Sprintf("%s (%.1f%s)", name, x.value, x.unit))
		}
	}
	if len(with) == 0 {
		return "nor with any options played here"
	}
	return "it is with " + strings.Join(with, ", ")
}

func (r *Results) section(b *strings.Builder, g *game.Game) {
	fmt.Fprintf(b, "\n## %s\n\n", g.Name)
	var table strings.Builder
	for _, st := range r.Rows {
		if st.Spec.Game != g.ID {
			continue
		}
		fmt.Fprintf(b, "- %s\n", r.sentence(st))
		r.row(&table, st)
	}
	b.WriteString("\n| players | options | bot | games | decisions | own turns | out within two | first places by seat | by place in the order of play | shared | endings |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	b.WriteString(table.String())
}

// sentence says what a row shows: for default options by itself, for others compared with the row
// that has one option less.
func (r *Results) sentence(st *simulate.Stats) string {
	base := r.base(st)
	if base == nil {
		return r.alone(st)
	}
	against := "the defaults"
	if len(base.Spec.Options) > 0 {
		against = options(base.Spec)
	}
	said := differences(st, base)
	if len(said) == 0 {
		said = []string{"no difference shows"}
	}
	return fmt.Sprintf("**%d players, %s**, against %s: %s.", st.Spec.Players, options(st.Spec), against, strings.Join(said, "; "))
}

// base finds the row of the same game and number of players with the most
// options that st has too, and no others.
func (r *Results) base(st *simulate.Stats) *simulate.Stats {
	var best *simulate.Stats
	for _, o := range r.Rows {
		if o == st || o.Spec.Game != st.Spec.Game || o.Spec.Players != st.Spec.Players || len(o.Spec.Options) >= len(st.Spec.Options) {
			continue
		}
		fits := true
		for k, v := range o.Spec.Options {
			fits = fits && st.Spec.Options[k] == v
		}
		if fits && (best == nil || len(o.Spec.Options) > len(best.Spec.Options)) {
			best = o
		}
	}
	return best
}

func (r *Results) alone(st *simulate.Stats) string {
	fair := 1 / float64(len(st.Seats))
	scores, who := st.PlaceScores(), "the %s to play"
	if scores == nil {
		scores, who = st.Scores(), "seat %s"
	}
	var off []string
	for _, sc := range scores {
		if how := against(sc, fair); how != "" {
			off = append(off, fmt.Sprintf(who+" wins %s (%s–%s), %s than the fair %s", sc.Seat, percent(sc.Mean), percent(sc.Low), percent(sc.High), how, percent(fair)))
		}
	}
	said := []string{strings.Join(off, "; ")}
	if off == nil {
		said[0] = fmt.Sprintf("nobody's place stands out: all intervals hold the fair %s", percent(fair))
	}
	if ties := st.Ties(); ties > 0 {
		said = append(said, fmt.Sprintf("the first place is shared in %s %% of games", percent(share(ties, st.Games))))
	} else {
		said = append(said, "the first place is never shared")
	}
	turns := st.OwnTurns()
	text := fmt.Sprintf("a player has %.1f own turns", turns.Mean)
	if st.Spec.Out != "" {
		text += fmt.Sprintf(", and %s %% of players are out within two", percent(share(st.Early, st.Games*int64(len(st.Seats)))))
	}
	said = append(said, text)
	return fmt.Sprintf("**%d players**: %s.", st.Spec.Players, sentences(said))
}

// sentences joins parts as sentences, each with a capital.
func sentences(parts []string) string {
	for i, p := range parts {
		if i > 0 {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, ". ")
}

// against says whether a share is clearly different from the fair one.
func against(sc simulate.Score, fair float64) string {
	switch {
	case sc.Low > fair:
		return "more"
	case sc.High < fair:
		return "less"
	}
	return ""
}

// certain is the size of a difference, in its own deviations, that chance shows
// less than once in a hundred.
const certain = 2.576

// apart compares two shares.
func apart(a, n, b, m int64) bool {
	p, q := share(a, n), share(b, m)
	both := share(a+b, n+m)
	sd := math.Sqrt(both * (1 - both) * (1/float64(max(1, n)) + 1/float64(max(1, m))))
	return sd > 0 && math.Abs(p-q)/sd > certain
}

// apartMeans compares two means.
func apartMeans(a simulate.Length, n int64, b simulate.Length, m int64) bool {
	sd := math.Sqrt(a.SD*a.SD/float64(max(1, n)) + b.SD*b.SD/float64(max(1, m)))
	return sd > 0 && math.Abs(a.Mean-b.Mean)/sd > certain
}

func differences(st, base *simulate.Stats) []string {
	var said []string
	seats := int64(len(st.Seats))
	scores, others, who := st.PlaceScores(), base.PlaceScores(), "the %s to play wins"
	if scores == nil || others == nil {
		scores, others, who = st.Scores(), base.Scores(), "seat %s wins"
	}
	for i, sc := range scores {
		if len(scores) == 2 && i == 1 {
			break // it is the other side of the first
		}
		n, m := int64(math.Round(sc.Mean*float64(st.Games))), int64(math.Round(others[i].Mean*float64(base.Games)))
		if apart(n, st.Games, m, base.Games) {
			said = append(said, fmt.Sprintf(who+" %s instead of %s", sc.Seat, percent(sc.Mean), percent(others[i].Mean)))
		}
	}
	if a, b := st.Ties(), base.Ties(); apart(a, st.Games, b, base.Games) {
		said = append(said, fmt.Sprintf("the first place is shared in %s %% of games instead of %s", percent(share(a, st.Games)), percent(share(b, base.Games))))
	}
	if a, b := st.OwnTurns(), base.OwnTurns(); apartMeans(a, st.Games, b, base.Games) {
		said = append(said, fmt.Sprintf("a player has %.1f own turns instead of %.1f", a.Mean, b.Mean))
	}
	if a, b := st.Early, base.Early; apart(a, st.Games*seats, b, base.Games*seats) {
		said = append(said, fmt.Sprintf("%s %% of players are out within two turns instead of %s", percent(share(a, st.Games*seats)), percent(share(b, base.Games*seats))))
	}
	for _, k := range slices.Sorted(maps.Keys(union(st.Endings, base.Endings))) {
		if a, b := st.Endings[k], base.Endings[k]; apart(a, st.Games, b, base.Games) {
			said = append(said, fmt.Sprintf("%s %% of games end by *%s* instead of %s", percent(share(a, st.Games)), k, percent(share(b, base.Games))))
		}
	}
	return said
}

func union(a, b map[string]int64) map[string]int64 {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

func (r *Results) row(b *strings.Builder, st *simulate.Stats) {
	length, turns := st.Length(), st.OwnTurns()
	early := "–"
	if st.Spec.Out != "" {
		early = percent(share(st.Early, st.Games*int64(len(st.Seats))))
	}
	fmt.Fprintf(b, "%s %s | %.0f (%d–%d) | %.1f (%d–%d) | %s | %s | %s | %s | %s |\n",
		cell(st.Spec), thousands(st.Games), length.Mean, length.P5, length.P95,
		turns.Mean, turns.P5, turns.P95, early, shares(st.Scores(), func(i int) string { return place(st, i) }),
		cmp.Or(shares(st.PlaceScores(), func(int) string { return "" }), "all at once"),
		percent(share(st.Ties(), st.Games)), endings(st))
}

// cell begins the line of a row, up to its number of games.
func cell(s simulate.Spec) string {
	return fmt.Sprintf("| %d | %s | `%s` |", s.Players, options(s), s.Bots[0])
}

// place is where a seat comes in the order of play, if that is always the same.
func place(st *simulate.Stats, seat int) string {
	for i, n := range st.PlaceOf[seat] {
		if n == st.Games {
			return fmt.Sprintf(" (plays %s)", simulate.Ordinal(i+1))
		}
	}
	return ""
}

func shares(scores []simulate.Score, more func(i int) string) string {
	fair := 1 / float64(max(1, len(scores)))
	var cells []string
	for i, sc := range scores {
		text := fmt.Sprintf("%s%s %s (%s–%s)", sc.Seat, more(i), percent(sc.Mean), percent(sc.Low), percent(sc.High))
		if against(sc, fair) != "" {
			text = "**" + text + "**"
		}
		cells = append(cells, text)
	}
	return strings.Join(cells, ", ")
}

func endings(st *simulate.Stats) string {
	var cells []string
	for _, k := range byCount(st.Endings) {
		cells = append(cells, k+" "+percent(share(st.Endings[k], st.Games)))
	}
	return strings.Join(cells, ", ")
}

func byCount(m map[string]int64) []string {
	keys := slices.Collect(maps.Keys(m))
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	return keys
}

// uses lists what happened at least once in twenty games.
func (r *Results) uses(b *strings.Builder) {
	b.WriteString("\n## What happened, a game\n\n| game | options | what |\n|---|---|---|\n")
	for _, st := range r.Rows {
		var cells []string
		for _, k := range byCount(st.Uses) {
			if n := share(st.Uses[k], st.Games); n >= .05 {
				cells = append(cells, fmt.Sprintf("%s %.1f", k, n))
			}
		}
		fmt.Fprintf(b, "| %s, %d | %s | %s |\n", st.Spec.Game, st.Spec.Players, options(st.Spec), strings.Join(cells, ", "))
	}
}
