// Package auth turns passwords into what a store may keep, and checks them.
package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// Cost of argon2id: 19 MiB, two passes, one lane, as OWASP recommends for a
// server that also has other work.
const (
	memory = 19 * 1024
	passes = 2
	lanes  = 1
	keyLen = 32
	// Work bounds what a stored hash can make us spend.
	maxMemory = 256 * 1024
	maxPasses = 16
)

// Lengths of a password, in characters.
const (
	MinLength = 8
	MaxLength = 200
)

// ErrLength says that a password is too short or too long.
var ErrLength = fmt.Errorf("a password has %d to %d characters", MinLength, MaxLength)

// Hasher runs one hash after the other, at most n at a time, so that a flood of
// sign-ins cannot take all memory.
type Hasher struct{ slots chan struct{} }

// NewHasher makes a Hasher for n hashes at a time.
func NewHasher(n int) *Hasher { return &Hasher{make(chan struct{}, n)} }

func (h *Hasher) key(password string, salt []byte, m, t uint32, p uint8, n uint32) []byte {
	h.slots <- struct{}{}
	defer func() { <-h.slots }()
	return argon2.IDKey([]byte(password), salt, t, m, p, n)
}

// Hash returns the text to keep of a password.
func (h *Hasher) Hash(password string) (string, error) {
	if n := utf8.RuneCountInString(password); n < MinLength || n > MaxLength || !utf8.ValidString(password) {
		return "", ErrLength
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	enc := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memory, passes, lanes,
		enc(salt), enc(h.key(password, salt, memory, passes, lanes, keyLen))), nil
}

var errHash = errors.New("the stored password cannot be read")

// Check reports whether a password is the kept one. Given an empty text it takes just as long and
// says no, so that timing does not reveal whether an account exists.
func (h *Hasher) Check(kept, password string) (bool, error) {
	if len(password) > 4*MaxLength {
		return false, nil
	}
	if kept == "" {
		h.key(password, make([]byte, 16), memory, passes, lanes, keyLen)
		return false, nil
	}
	parts := strings.Split(kept, "$")
	var v int
	var m, t uint32
	var p uint8
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, errHash
	}
	if _, err := fmt.Sscanf(parts[2], "v=%d", &v); err != nil || v != argon2.Version {
		return false, errHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &m, &t, &p); err != nil || m > maxMemory || t > maxPasses || t < 1 || p < 1 {
		return false, errHash
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	want, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(want) < 16 || len(want) > 128 {
		return false, errHash
	}
	got := h.key(password, salt, m, t, p, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}
