package learnt

import (
	"bytes"
	"compress/flate"
	"errors"
	"testing"
)

// file packs what is written plainly here.
func file(plain []byte) []byte {
	b := bytes.NewBufferString(magic)
	z, _ := flate.NewWriter(b, flate.BestSpeed)
	z.Write(plain)
	z.Close()
	return b.Bytes()
}

// TestCountsAreNotBelieved: a file that promises more than it has is refused, at every place where it may end.
func TestCountsAreNotBelieved(t *testing.T) {
	whole := []byte{2, 1, 'a', 3, 1, 2, 3, 0, 0, 0, 4, 1, 'b', 1, 0, 0, 0, 0}
	if w, err := Read(file(whole)); err != nil || len(w.lists) != 2 || w.lists[0].whole[2] != 3 {
		t.Fatalf("%+v, %v", w, err)
	}
	for n := range whole {
		if n == 0 || n == 10 {
			continue // between two lists
		}
		if _, err := Read(file(whole[:n])); !errors.Is(err, errCut) {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
	for name, bad := range map[string][]byte{
		"a width of three":            {3, 1, 'a', 0},
		"a name longer than the file": {2, 200, 1, 'a'},
		"one number too many":         {2, 1, 'a', 2, 1, 2, 0},
		"numbers without end":         {2, 1, 'a', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
		"a count without end":         {2, 1, 'a', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
	} {
		if _, err := Read(file(bad)); !errors.Is(err, errCut) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
