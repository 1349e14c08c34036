package node

import (
	"bytes"
	"crypto/rand"
	"testing"
)

func sealing(t *testing.T, key byte) *Node {
	t.Helper()
	n := &Node{Config: Config{Random: func(b []byte) { _, _ = rand.Read(b) }}}
	var err error
	if n.seal, err = newSeal(bytes.Repeat([]byte{key}, 32)); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSeal: the nodes of a store read what others of it have sealed, and nothing
// else.
func TestSeal(t *testing.T) {
	a, b, stranger := sealing(t, 1), sealing(t, 1), sealing(t, 2)
	long := [][]byte{bytes.Repeat([]byte{0}, 255), bytes.Repeat([]byte{1}, 256), bytes.Repeat([]byte{7}, 1000)}
	for _, data := range append(long, []byte{}, []byte{0}, []byte{1}, []byte{1, 0, 0}) {
		sealed := a.Seal("table", data)
		if len(sealed) > len(data)+sealPad+64 {
			t.Fatalf("%d bytes are sealed in %d", len(data), len(sealed))
		}
		if got, err := b.Unseal("table", sealed); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%v, %v, want %v", got, err, data)
		}
		if _, err := b.Unseal("another", sealed); err == nil {
			t.Error("it was taken for another table's")
		}
		if _, err := stranger.Unseal("table", sealed); err == nil {
			t.Error("a node of another store read it")
		}
		if bytes.Equal(sealed, a.Seal("table", data)) {
			t.Error("the same twice looks the same")
		}
		for i := range sealed {
			sealed[i] ^= 1
			if _, err := b.Unseal("table", sealed); err == nil {
				t.Fatalf("changed at %d and taken", i)
			}
			sealed[i] ^= 1
			if _, err := b.Unseal("table", sealed[:i]); err == nil {
				t.Fatalf("cut at %d and taken", i)
			}
		}
	}
}

// Choices of different lengths look the same.
func TestSealHidesLength(t *testing.T) {
	n := sealing(t, 1)
	want := len(n.Seal("table", []byte("a1")))
	for size := range sealPad {
		if got := len(n.Seal("table", make([]byte, size))); got != want {
			t.Fatalf("%d bytes are sealed in %d, not %d", size, got, want)
		}
	}
}

func TestNothingToSeal(t *testing.T) {
	if sealing(t, 1).Seal("table", nil) != nil || (&Node{}).Seal("table", []byte("a")) != nil {
		t.Error("something was sealed")
	}
	if _, err := (&Node{}).Unseal("table", make([]byte, 100)); err == nil {
		t.Error("a node that is alone believed another")
	}
}
