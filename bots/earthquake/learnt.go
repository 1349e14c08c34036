//go:build !js

package earthquake

import _ "embed"

//go:embed weights.bin
var weightFile []byte

func learnt() []byte { return weightFile }
