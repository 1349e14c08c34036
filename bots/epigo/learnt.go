//go:build !js

package epigo

import "embed"

//go:embed *.weights *.book
var learntFiles embed.FS

func learnt(name string) []byte {
	data, err := learntFiles.ReadFile(name)
	if err != nil {
		panic("epigo: " + err.Error()) // it was built without
	}
	return data
}
