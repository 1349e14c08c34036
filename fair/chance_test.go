package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func someNonce(t *rapid.T) *Nonce {
	if rapid.Bool().Draw(t, "none") {
		return nil
	}
	n := Nonce(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "nonce"))
	return &n
}

func TestMixIsTheDocumentedOne(t *testing.T) {
	n := Nonce{5, 31: 7}
	mac := hmac.New(sha256.New, testSeed[:])
	mac.Write([]byte("atoll-chance/1\ng-7\n" + n.String() + "\n-\n"))
	if got := Mix(testSeed, "g-7", []*Nonce{&n, nil}); got != Seed(mac.Sum(nil)) {
		t.Errorf("got %s", got)
	}
}

// Whatever differs in what is mixed, the key differs: no two ways of sitting,
// committing and leaving out can be taken for one another.
func TestKeysDifferByEverythingThatIsMixed(t *testing.T) {
	type input struct {
		seed   Seed
		id     string
		nonces []*Nonce
	}
	same := func(a, b input) bool {
		return a.seed == b.seed && a.id == b.id && slices.EqualFunc(a.nonces, b.nonces, func(x, y *Nonce) bool {
			return x == nil && y == nil || x != nil && y != nil && *x == *y
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		pool := []*Nonce{nil, someNonce(t), {1}, {2}}
		draw := func() input {
			return input{
				Seed{rapid.ByteRange(0, 1).Draw(t, "seed")},
				rapid.SampledFrom([]string{"a", "ab", "b"}).Draw(t, "id"),
				rapid.SliceOfN(rapid.SampledFrom(pool), 1, 4).Draw(t, "nonces"),
			}
		}
		a, b := draw(), draw()
		if (Mix(a.seed, a.id, a.nonces) == Mix(b.seed, b.id, b.nonces)) != same(a, b) {
			t.Fatalf("%v and %v", a, b)
		}
	})
}

func TestSeatingIsAnEvenDraw(t *testing.T) {
	count := map[[3]int]int{}
	for i := range 6000 {
		count[[3]int(Seating(Seed{byte(i), byte(i >> 8)}, "t", 3))]++
	}
	if len(count) != 6 {
		t.Fatalf("%d ways to sit: %v", len(count), count)
	}
	for way, n := range count {
		if n < 850 || n > 1150 {
			t.Errorf("%v came %d times in 6000", way, n)
		}
	}
}

func TestSeatingIsNoDrawOfAnEvent(t *testing.T) {
	if NewStream(testSeed, "a", seatingIndex).Uint64() == NewStream(testSeed, "a", 0).Uint64() {
		t.Error("seats and the first event come from the same bits")
	}
}

func TestNonceIsReadBackAndOpensItsCommitment(t *testing.T) {
	n := NewNonce()
	back, err := ParseNonce(n.String())
	if err != nil || back != n || back.Commit() != Commitment(sha256.Sum256(n[:])) {
		t.Errorf("%s, %v", back, err)
	}
	if _, err := ParseNonce(n.String()[1:]); err == nil {
		t.Error("63 digits are accepted")
	}
	if NewNonce() == n {
		t.Error("two new nonces are equal")
	}
}
