package learnt

import "sync"

var fetched struct {
	sync.Mutex
	files map[string][]byte
}

// Fetched gives the bots a file by the name under which File is asked for it.
func Fetched(name string, data []byte) {
	fetched.Lock()
	defer fetched.Unlock()
	if fetched.files == nil {
		fetched.files = map[string][]byte{}
	}
	fetched.files[name] = data
}

// File returns a file. Whoever asks a bot fetches the files of its game first.
func File(name string) []byte {
	fetched.Lock()
	defer fetched.Unlock()
	data, ok := fetched.files[name]
	if !ok {
		panic("learnt: " + name + " has not been fetched")
	}
	return data
}
