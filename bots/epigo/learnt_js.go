package epigo

import "atoll/bots"

func learnt(name string) []byte { return bots.Learnt("epigo/" + name) }
