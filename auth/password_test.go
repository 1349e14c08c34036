package auth

import (
	"strings"
	"testing"
)

func TestPassword(t *testing.T) {
	h := NewHasher(1)
	kept, err := h.Hash("correct horse")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := h.Hash("correct horse")
	if kept == again {
		t.Error("two hashes of one password are equal: no salt")
	}
	if strings.Contains(kept, "horse") {
		t.Errorf("the password is readable: %s", kept)
	}
	for _, tc := range []struct {
		kept, password string
		ok, bad        bool
	}{
		{kept, "correct horse", true, false},
		{kept, "correct horsf", false, false},
		{kept, "", false, false},
		{kept, strings.Repeat("x", 1<<20), false, false},
		{"", "correct horse", false, false},
		{"plain", "plain", false, true},
		{"$argon2id$v=19$m=99999999,t=2,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "x", false, true},
		{"$argon2id$v=19$m=64,t=0,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "x", false, true},
		{"$argon2id$v=19$m=64,t=1,p=1$!$AAAAAAAAAAAAAAAAAAAAAA", "x", false, true},
	} {
		ok, err := h.Check(tc.kept, tc.password)
		if ok != tc.ok || (err != nil) != tc.bad {
			t.Errorf("Check(%.30q, %.20q) = %v, %v", tc.kept, tc.password, ok, err)
		}
	}
}

func TestPasswordLengths(t *testing.T) {
	h := NewHasher(1)
	for _, p := range []string{"", "1234567", strings.Repeat("x", 201), "12345678\xff"} {
		if _, err := h.Hash(p); err == nil {
			t.Errorf("%.20q was taken", p)
		}
	}
	if _, err := h.Hash("ÄÖÜäöüß€"); err != nil {
		t.Errorf("eight characters of any script: %v", err)
	}
}
