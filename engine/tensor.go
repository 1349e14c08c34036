package engine

import (
	"encoding/base64"
	"encoding/json"
	"strconv"

	"atoll/game"
	"atoll/vector"
)

// maxTensor bounds the bytes of the observations in one answer.
const maxTensor = 64 << 20

// tensor is what a batch needs to describe its games as numbers. Its games are then
// picked letter by letter.
type tensor struct {
	space   *game.Space
	reward  vector.Reward
	letters []int32
	seen    []byte
}

func newTensor(first game.State, req *request) (*tensor, error) {
	enc, ok := first.(game.Encoder)
	if !ok {
		return nil, bad("bad_want", "%s cannot be told as numbers", first.Config().Game.ID)
	}
	t := &tensor{space: enc.Space()}
	if most := maxTensor / t.space.Size(); req.Count > most {
		return nil, bad("bad_count", "with tensors count is from 1 to %d, not %d", most, req.Count)
	}
	if req.Reward != "" {
		var err error
		if t.reward, err = vector.ParseReward(req.Reward); err != nil {
			return nil, bad("bad_reward", "%s", err)
		}
	}
	return t, nil
}

// legal lists the letters that may follow what the seat to pick has spelt.
func (t *tensor) legal(g *batchGame) []int32 {
	t.letters = g.st.(game.Encoder).AppendLegal(t.letters[:0], g.seat, g.word)
	return t.letters
}

// spell reports whether a letter may follow, and remembers what it completes.
func (g *batchGame) spell(letter int) bool {
	if letter < 0 || letter > 1<<30 {
		return false
	}
	n := len(g.word)
	word := append(g.word, int32(letter))
	a, more := g.st.(game.Encoder).Spell(g.seat, word)
	g.word, g.next = word[:n], a
	return a != game.NoAction || more
}

// pick takes a letter that spell allows, or any for -1. It returns the action that
// it completes, or NoAction if the word goes on.
func (t *tensor) pick(g *batchGame, letter int) game.Action {
	if letter < 0 {
		list := t.legal(g)
		letter = int(list[g.rand.Intn(len(list))])
		g.spell(letter)
	}
	if g.next == game.NoAction {
		g.word = append(g.word, int32(letter))
	} else {
		g.word = g.word[:0]
	}
	return g.next
}

func (t *tensor) appendRewards(out []byte, r game.Result, players int) []byte {
	out = append(out, `,"rewards":[`...)
	for s := range players {
		out = comma(out, s)
		out = strconv.AppendFloat(out, float64(t.reward.Of(r, game.Seat(s), players)), 'g', -1, 32)
	}
	return append(out, ']')
}

// append describes the games as their seats to pick see them. The first answer names
// everything.
func (t *tensor) append(out []byte, b *batch, first bool) []byte {
	out = b.appendEach(out, "letters", func(out []byte, g *batchGame) []byte {
		out = append(out, '[')
		for i, l := range t.legal(g) {
			out = comma(out, i)
			out = strconv.AppendInt(out, int64(l), 10)
		}
		return append(out, ']')
	})
	t.seen = t.seen[:0]
	for i := range b.games {
		g := &b.games[i]
		t.seen = g.st.(game.Encoder).AppendObservation(t.seen, game.SeatViewer(g.seat), g.word)
	}
	out = append(out, `,"observations":"`...)
	out = base64.StdEncoding.AppendEncode(out, t.seen)
	out = append(out, '"')
	if first {
		about, _ := json.Marshal(vector.Describe(b.cfg, t.space)) // texts and numbers alone
		out = append(out, `,"space":`...)
		out = append(out, about...)
	}
	return out
}
