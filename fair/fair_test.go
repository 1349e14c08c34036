package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"testing"

	"atoll/game"
)

var testSeed = Seed{0: 1, 7: 0xfe, 31: 9}

func TestStreamIsTheDocumentedOne(t *testing.T) {
	s := NewStream(testSeed, "g-7", 12)
	for c, text := range []string{"0", "1", "2"} {
		mac := hmac.New(sha256.New, testSeed[:])
		mac.Write([]byte("atoll-draw/1\ng-7\n12\n" + text))
		block := mac.Sum(nil)
		for i := range 4 {
			if got, want := s.Uint64(), binary.BigEndian.Uint64(block[8*i:]); got != want {
				t.Fatalf("block %d, number %d: got %x, want %x", c, i, got, want)
			}
		}
	}
}

func TestStreamsDifferByGameEventAndSeed(t *testing.T) {
	seen := map[uint64]string{}
	for name, s := range map[string]*Stream{
		"base":       NewStream(testSeed, "a", 1),
		"event":      NewStream(testSeed, "a", 2),
		"game":       NewStream(testSeed, "b", 1),
		"other seed": NewStream(Seed{}, "a", 1),
		"joined":     NewStream(testSeed, "a1", 1),
	} {
		v := s.Uint64()
		if other, twice := seen[v]; twice {
			t.Errorf("%s and %s begin alike", name, other)
		}
		seen[v] = name
	}
}

func TestDieIsEven(t *testing.T) {
	var count [6]int
	for k := range 6000 {
		count[game.RandFrom(NewStream(testSeed, "die", k)).Intn(6)]++
	}
	for face, n := range count {
		if n < 850 || n > 1150 {
			t.Errorf("face %d fell %d times in 6000", face+1, n)
		}
	}
}

func TestCommitmentIsSHA256(t *testing.T) {
	want := Commitment(sha256.Sum256(testSeed[:]))
	if got := testSeed.Commit(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	back, err := ParseCommitment(want.String())
	if err != nil || back != want {
		t.Errorf("commitment read back as %s, %v", back, err)
	}
	seed, err := ParseSeed(testSeed.String())
	if err != nil || seed != testSeed {
		t.Errorf("seed read back as %s, %v", seed, err)
	}
}

func TestBadHexIsRefused(t *testing.T) {
	good := testSeed.String()
	for _, bad := range []string{"", good[1:], good + "0", strings.ToUpper(good), "zz" + good[2:], " " + good[1:]} {
		if _, err := ParseSeed(bad); err == nil {
			t.Errorf("seed %q is accepted", bad)
		}
		if _, err := ParseCommitment(bad); err == nil {
			t.Errorf("commitment %q is accepted", bad)
		}
	}
}

func TestIDs(t *testing.T) {
	for id, ok := range map[string]bool{"": false, "a": true, "g_1-Z": true, "a b": false, "a\nb": false, "é": false, strings.Repeat("x", 129): false} {
		if err := CheckID(id); (err == nil) != ok {
			t.Errorf("%.20q: %v", id, err)
		}
	}
}

func TestNewSeedsDiffer(t *testing.T) {
	if one, two := NewSeed(), NewSeed(); one == two {
		t.Error("two new seeds are equal")
	}
}

func FuzzParseSeed(f *testing.F) {
	f.Add(testSeed.String())
	f.Add("")
	f.Add(strings.Repeat("G", 64))
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParseSeed(text); err == nil && s.String() != text {
			t.Errorf("%q is read and written as %q", text, s)
		}
	})
}
