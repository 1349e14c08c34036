package auth

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"
)

// stored is a hash of a password as another program, or another time, may have kept it.
// What costs too much is not made here either.
func stored(password string, m, t uint32, length int, fine bool) string {
	salt, key := []byte("sixteen bytes..."), make([]byte, length)
	if fine {
		key = argon2.IDKey([]byte(password), salt, t, m, 1, uint32(length))
	}
	enc := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, m, t, enc(salt), enc(key))
}

// TestStoredHashesOfOtherCosts: what another setting has kept is checked, as far as it costs no more than we spend.
func TestStoredHashesOfOtherCosts(t *testing.T) {
	h := NewHasher(1)
	for _, x := range []struct {
		m, t   uint32
		length int
		fine   bool
	}{
		{64, 1, 32, true},
		{64, 16, 32, true},
		{64, 17, 32, false},
		{64, 1, 16, true},
		{64, 1, 15, false},
		{64, 1, 128, true},
		{64, 1, 129, false},
		{maxMemory, 1, 32, true},
		{maxMemory + 1, 1, 32, false},
	} {
		kept := stored("correct horse", x.m, x.t, x.length, x.fine)
		ok, err := h.Check(kept, "correct horse")
		if ok != x.fine || (err == nil) != x.fine {
			t.Errorf("m=%d, t=%d, %d bytes: %v, %v", x.m, x.t, x.length, ok, err)
		}
		if x.m == maxMemory {
			continue // a quarter of a gigabyte each time
		}
		if ok, _ := h.Check(kept, "correct horsf"); ok {
			t.Errorf("m=%d, t=%d, %d bytes: another password is taken", x.m, x.t, x.length)
		}
	}
}

// TestCostOfNewHashes: what OWASP asks for, 19 MiB and two passes.
func TestCostOfNewHashes(t *testing.T) {
	kept, err := NewHasher(1).Hash("correct horse")
	if err != nil || !strings.HasPrefix(kept, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%.40s, %v", kept, err)
	}
}

// TestLongestPassword: 200 characters are taken, however many bytes they have.
func TestLongestPassword(t *testing.T) {
	h := NewHasher(1)
	for _, sign := range []string{"x", "𝔸"} {
		long := strings.Repeat(sign, MaxLength)
		kept, err := h.Hash(long)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := h.Check(kept, long); !ok || err != nil {
			t.Errorf("%d times %s: %v, %v", MaxLength, sign, ok, err)
		}
		if _, err := h.Hash(long + sign); err == nil {
			t.Errorf("%d times %s is taken", MaxLength+1, sign)
		}
	}
}
