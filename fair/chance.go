package fair

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"atoll/game"
)

// Nonce is the number that a player adds to the chance of one game. Like the
// seed it is committed to first and opened later.
type Nonce [32]byte

// NewNonce draws a nonce from the operating system.
func NewNonce() Nonce {
	var n Nonce
	rand.Read(n[:]) // never fails: it ends the program instead
	return n
}

// ParseNonce reads 64 lower-case hexadecimal digits.
func ParseNonce(text string) (Nonce, error) {
	var n Nonce
	if err := parseHex(n[:], text); err != nil {
		return Nonce{}, fmt.Errorf("nonce %w", err)
	}
	return n, nil
}

// String returns the nonce as ParseNonce reads it.
func (n Nonce) String() string { return hex.EncodeToString(n[:]) }

// Commit returns what a player publishes when sitting down: the SHA-256 of the
// nonce's 32 bytes.
func (n Nonce) Commit() Commitment { return sha256.Sum256(n[:]) }

const mixLabel = "atoll-chance/1\n"

// Mix returns the key of all draws of game id: HMAC-SHA256 with the seed as key
// over
//
//	"atoll-chance/1\n" id "\n" n1 "\n" n2 "\n" …
//
// with one line for each chair, its nonce in hexadecimal or "-" for none. Whoever
// does not know the seed and every nonce knows nothing of the key.
func Mix(seed Seed, id string, nonces []*Nonce) Seed {
	mac := hmac.New(sha256.New, seed[:])
	fmt.Fprintf(mac, "%s%s\n", mixLabel, id)
	for _, n := range nonces {
		text := "-"
		if n != nil {
			text = n.String()
		}
		fmt.Fprintf(mac, "%s\n", text)
	}
	return Seed(mac.Sum(nil))
}

// seatingIndex is one that no event of a record can have.
const seatingIndex = -1

// Seating draws who sits where: seat i is for the chair with number Seating[i].
func Seating(key Seed, id string, chairs int) []int {
	drawn := make([]int, chairs)
	for i := range drawn {
		drawn[i] = i
	}
	r := game.RandFrom(NewStream(key, id, seatingIndex))
	r.Shuffle(chairs, func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn
}
