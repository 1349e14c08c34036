package bots

import "sync"

// In a browser the weights and books of the bots are not part of the program: they
// are fetched when a bot of their game is wanted, and given to it here.

var learnt struct {
	sync.Mutex
	files map[string][]byte
}

// Learn gives the bots a file by the name under which Learnt is asked for it.
func Learn(name string, data []byte) {
	learnt.Lock()
	defer learnt.Unlock()
	if learnt.files == nil {
		learnt.files = map[string][]byte{}
	}
	learnt.files[name] = data
}

// Learnt returns a file. Whoever asks a bot fetches the files of its game first.
func Learnt(name string) []byte {
	learnt.Lock()
	defer learnt.Unlock()
	data, ok := learnt.files[name]
	if !ok {
		panic("bots: " + name + " has not been fetched")
	}
	return data
}
