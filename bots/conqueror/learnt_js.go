package conqueror

import "atoll/bots"

func learnt() []byte { return bots.Learnt("conqueror/weights.bin") }
