package load

import (
	"math/rand/v2"
	"strings"
)

var _ = register("epigo", func(r *rand.Rand, count int64) string {
	if count == 40_320 { // all orders of eight tiles
		tiles := []string{"1", "2", "3", "4", "5", "6", "7", "X"}
		r.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		return "deploy " + strings.Join(tiles, " ")
	}
	orders := r.Perm(7)
	var b strings.Builder
	b.WriteString("plan")
	for _, o := range orders[:3] {
		b.WriteByte(' ')
		b.WriteByte(byte('1' + o))
		b.WriteByte("NESW"[r.IntN(4)])
	}
	return b.String()
})
