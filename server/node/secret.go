package node

import (
	"crypto/cipher"
	"errors"

	"golang.org/x/crypto/chacha20poly1305"
)

// Nodes that share a store have a key in it. With it they seal what only they may
// read: whoever listens at the bus learns nothing from it but that something
// happened, and whoever talks there is not believed.

// sealPad is what sealed data is filled up to a multiple of: a choice must not
// be told by its length.
const sealPad = 256

var errSealed = errors.New("this was not sealed by a node of this store")

func newSeal(key []byte) (cipher.AEAD, error) { return chacha20poly1305.NewX(key) }

// Seal makes data about a table unreadable for all but the nodes of this store. It
// is nil where there is nothing to seal, or nobody to read it.
func (n *Node) Seal(table string, data []byte) []byte {
	if n.seal == nil || data == nil {
		return nil
	}
	plain := make([]byte, (len(data)/sealPad+1)*sealPad)
	copy(plain, data)
	plain[len(data)] = 1 // what follows is filling
	nonce := make([]byte, n.seal.NonceSize(), n.seal.NonceSize()+len(plain)+n.seal.Overhead())
	n.Random(nonce)
	return n.seal.Seal(nonce, nonce, plain, []byte(table))
}

// Unseal reads what a node of this store has sealed about a table.
func (n *Node) Unseal(table string, sealed []byte) ([]byte, error) {
	if n.seal == nil || len(sealed) < n.seal.NonceSize() {
		return nil, errSealed
	}
	nonce, text := sealed[:n.seal.NonceSize()], sealed[n.seal.NonceSize():]
	plain, err := n.seal.Open(nil, nonce, text, []byte(table))
	if err != nil {
		return nil, errSealed
	}
	for i := len(plain) - 1; i >= 0; i-- {
		if plain[i] == 1 {
			return plain[:i], nil
		}
		if plain[i] != 0 {
			break
		}
	}
	return nil, errSealed
}
