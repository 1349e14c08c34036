package local_test

import (
	"os"
	"path/filepath"

	"atoll/bots/learnt"
)

// What a browser fetches is read from the tree.
func init() {
	files, _ := filepath.Glob("../bots/learnt/*/*")
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			panic(err)
		}
		learnt.Fetched(filepath.Base(filepath.Dir(f))+"/"+filepath.Base(f), data)
	}
}
