package duel

import (
	"fmt"
	"math"
	"strings"

	"atoll/game"
	"atoll/search"
)

// Reliability compares what bots said of their own chances, whenever they had to
// choose, with what came of it.
type Reliability struct {
	Claims int
	Bands  [10]Band // by tenths of what was said
	loss   float64  // sum of the log-losses
	got    float64
}

// Band sums up the claims of one tenth.
type Band struct {
	Claims    int
	Said, Got float64 // sums
}

// leastSaid keeps the loss finite where a bot was sure and wrong.
const leastSaid = .001

func (r *Reliability) add(said, got float64) {
	b := &r.Bands[min(int(said*10), 9)]
	b.Claims++
	b.Said += said
	b.Got += got
	r.Claims++
	r.got += got
	r.loss += logLoss(said, got)
}

func logLoss(said, got float64) float64 {
	said = min(max(said, leastSaid), 1-leastSaid)
	return -got*math.Log(said) - (1-got)*math.Log(1-said)
}

// LogLoss is the mean loss of the claims, and that of always claiming the mean result.
func (r *Reliability) LogLoss() (claims, base float64) {
	n := float64(max(r.Claims, 1))
	return r.loss / n, logLoss(r.got/n, r.got/n)
}

// Error is the mean distance between what was said and what came of it, over the
// bands, by their share of the claims.
func (r *Reliability) Error() float64 {
	var sum float64
	for _, b := range r.Bands {
		sum += math.Abs(b.Said - b.Got)
	}
	return sum / float64(max(r.Claims, 1))
}

// Markdown writes the bands as a table.
func (r *Reliability) Markdown() string {
	var b strings.Builder
	loss, base := r.LogLoss()
	fmt.Fprintf(&b, "%d claims: log-loss %.3f, where always saying the mean has %.3f; said and got differ by %.1f points in the mean.\n\n", r.Claims, loss, base, 100*r.Error())
	rows := [4]string{"| said % |", "|---|", "| got % |", "| claims |"}
	for _, band := range r.Bands {
		if band.Claims == 0 {
			continue
		}
		n := float64(band.Claims)
		rows[0] += fmt.Sprintf(" %.0f |", 100*band.Said/n)
		rows[1] += "---:|"
		rows[2] += fmt.Sprintf(" %.0f |", 100*band.Got/n)
		rows[3] += fmt.Sprintf(" %d |", band.Claims)
	}
	return b.String() + strings.Join(rows[:], "\n") + "\n"
}

// claim is what a seat said of its own chances.
type claim struct {
	seat game.Seat
	said float64
}

// claimOf reads a report; ok is false where the bot did not think.
func claimOf(rep search.Report) (claim, bool) {
	return claim{rep.Seat, rep.Values[rep.Seat]}, rep.Nodes > 0
}
