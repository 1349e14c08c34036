package earthquake

import "atoll/bots"

func learnt() []byte { return bots.Learnt("earthquake/weights.bin") }
