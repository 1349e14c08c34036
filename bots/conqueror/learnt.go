//go:build !js

package conqueror

import _ "embed"

//go:embed weights.bin
var weightFile []byte

func learnt() []byte { return weightFile }
