package match

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"atoll/game"
)

// Commitment is the SHA-256 of the seed, told before the first draw.
func (t *Table) Commitment() string {
	sum := sha256.Sum256(t.seed)
	return hex.EncodeToString(sum[:])
}

type stream struct {
	seed  []byte
	index int64
	n     uint64
}

func (s *stream) Uint64() uint64 {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(s.index))
	binary.BigEndian.PutUint64(b[8:], s.n)
	s.n++
	h := hmac.New(sha256.New, s.seed)
	h.Write(b[:])
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// rand returns the draws for the event with that index in the record.
func (t *Table) rand(index int) *game.Rand {
	return game.RandFrom(&stream{seed: t.seed, index: int64(index)})
}
