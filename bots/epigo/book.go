package epigo

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// Book is a mixture of deployments, written from South's side. North plays them
// with the same files and its Island mirrored.
type Book struct {
	Deploy []string // action texts for South
	Shares []float64
}

// draw takes a deployment by its share and returns the text for a seat.
func (b *Book) draw(seat game.Seat, r *game.Rand) string {
	x := r.Float64()
	pick := 0
	for i, w := range b.Shares {
		if x -= w; x < 0 {
			pick = i
			break
		}
	}
	text := b.Deploy[pick]
	if r.Uint64()>>63 == 1 {
		text = MirrorFiles(text)
	}
	if seat == 1 {
		text = MirrorRanks(text)
	}
	return text
}

// mixture is the whole book as actions of a seat with their shares, each
// deployment in both directions.
func (b *Book) mixture(st *epigo.State, seat game.Seat) []search.Candidate {
	var list []search.Candidate
	for i, text := range b.Deploy {
		if seat == 1 {
			text = MirrorRanks(text)
		}
		for _, text := range []string{text, MirrorFiles(text)} {
			if a, err := st.ParseAction(seat, text); err == nil {
				list = append(list, search.Candidate{Action: a, Weight: b.Shares[i] / 2})
			}
		}
	}
	return list
}

// MirrorRanks turns South's deployment into North's: only the Island moves.
func MirrorRanks(text string) string {
	head, isle, ok := strings.Cut(text, " @ ")
	if !ok {
		return text
	}
	return head + " @ " + isle[:1] + string('1'+'7'-isle[1])
}

// MirrorFiles turns a deployment around from left to right.
func MirrorFiles(text string) string {
	head, isle, ok := strings.Cut(text, " @ ")
	words := strings.Split(strings.TrimPrefix(head, "deploy "), " ")
	slices.Reverse(words)
	text = "deploy " + strings.Join(words, " ")
	if ok {
		text += " @ " + string('a'+'g'-isle[0]) + isle[1:]
	}
	return text
}

// AppendText writes the book: a share and a deployment a line.
func (b *Book) AppendText(dst []byte) []byte {
	for i, text := range b.Deploy {
		dst = fmt.Appendf(dst, "%.4f %s\n", b.Shares[i], text)
	}
	return dst
}

// ParseBook reads what AppendText wrote.
func ParseBook(data []byte, cfg game.Config) (*Book, error) {
	b := &Book{}
	st := cfg.New()
	var sum float64
	in := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; in.Scan(); n++ {
		share, text, ok := strings.Cut(in.Text(), " ")
		w, err := strconv.ParseFloat(share, 64)
		if !ok || err != nil || !(w > 0) || math.IsInf(w, 0) {
			return nil, fmt.Errorf("book line %d has no share", n)
		}
		if _, err := game.Parse(st, 0, text); err != nil {
			return nil, fmt.Errorf("book line %d: %w", n, err)
		}
		b.Deploy, b.Shares = append(b.Deploy, text), append(b.Shares, w)
		sum += w
	}
	if len(b.Deploy) == 0 {
		return nil, fmt.Errorf("the book is empty")
	}
	for i := range b.Shares {
		b.Shares[i] /= sum
	}
	return b, nil
}
