// Package fair makes chance provable. The host of a game draws a secret seed
// and publishes its SHA-256; each player may do the same with a nonce. Once all
// sit, the nonces are opened and [Mix] makes one key of them and the seed. Every
// chance event is drawn from a stream that key, game id and event index decide.
// When the game is over the seed is revealed, and anybody can repeat every draw.
//
// The stream of event k of game id is the blocks c = 0, 1, 2, … of
//
//	HMAC-SHA256(key, message = "atoll-draw/1\n" id "\n" k "\n" c)
//
// with k and c in decimal, each block read as four big-endian 64-bit numbers.
// [game.Rand] turns those into outcomes. Before players had nonces the seed was
// the key itself.
package fair

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"

	"atoll/game"
)

const label = "atoll-draw/1\n"

// maxID is the longest game id.
const maxID = 128

// Seed is the secret of one game.
type Seed [32]byte

// NewSeed draws a seed from the operating system.
func NewSeed() Seed {
	var s Seed
	rand.Read(s[:]) // never fails: it ends the program instead
	return s
}

// ParseSeed reads 64 lower-case hexadecimal digits.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	if err := parseHex(s[:], text); err != nil {
		return Seed{}, fmt.Errorf("seed %w", err)
	}
	return s, nil
}

// String returns the seed as ParseSeed reads it. It is for revealing the seed.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Commit returns the commitment that is published before the game: the SHA-256
// of the seed's 32 bytes.
func (s Seed) Commit() Commitment { return sha256.Sum256(s[:]) }

// Commitment is the published fingerprint of a seed.
type Commitment [32]byte

// ParseCommitment reads 64 lower-case hexadecimal digits.
func ParseCommitment(text string) (Commitment, error) {
	var c Commitment
	if err := parseHex(c[:], text); err != nil {
		return Commitment{}, fmt.Errorf("commitment %w", err)
	}
	return c, nil
}

// String returns the commitment as ParseCommitment reads it.
func (c Commitment) String() string { return hex.EncodeToString(c[:]) }

func parseHex(dst []byte, text string) error {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(dst) || hex.EncodeToString(b) != text {
		return fmt.Errorf("is %d lower-case hexadecimal digits, not %.80q", 2*len(dst), text)
	}
	copy(dst, b)
	return nil
}

// CheckID refuses ids that could be confused inside the message.
func CheckID(id string) error {
	if id == "" || len(id) > maxID {
		return fmt.Errorf("a game id has 1 to %d characters, not %d", maxID, len(id))
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return errors.New("a game id is printable ASCII without blanks")
		}
	}
	return nil
}

// Stream gives the random bits of one chance event. It is a game.Source.
type Stream struct {
	mac    hash.Hash
	prefix string
	block  uint64
	sum    [sha256.Size]byte
	used   int
}

// NewStream returns the stream of the chance event with index k, counted from 0
// over all events of the record of game id.
func NewStream(key Seed, id string, k int) *Stream {
	return &Stream{mac: hmac.New(sha256.New, key[:]), prefix: fmt.Sprintf("%s%s\n%d\n", label, id, k), used: sha256.Size}
}

// Uint64 returns the next 64 bits.
func (s *Stream) Uint64() uint64 {
	if s.used == sha256.Size {
		s.mac.Reset()
		fmt.Fprintf(s.mac, "%s%d", s.prefix, s.block)
		s.mac.Sum(s.sum[:0])
		s.block++
		s.used = 0
	}
	v := binary.BigEndian.Uint64(s.sum[s.used:])
	s.used += 8
	return v
}

// Draw draws the outcome of chance that is due in st as event k of game id.
func Draw(st game.State, key Seed, id string, k int) string {
	return game.Draw(st, game.RandFrom(NewStream(key, id, k)))
}
