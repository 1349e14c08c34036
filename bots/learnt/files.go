//go:build !js

package learnt

import "embed"

//go:embed */*.weights */*.book
var files embed.FS

// File returns a file, as "evo/two.weights". One that is not there was left out when
// the program was built.
func File(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		panic("learnt: " + err.Error())
	}
	return data
}
