package main

import (
	"atoll/game"
	"atoll/record"

	"github.com/alecthomas/kong"
)

func recordCommand() kong.Option {
	return kong.DynamicCommand("record", "Play random games and write their records.", "", &recordCmd{})
}

type recordCmd struct {
	setup
	Games  int    `default:"1" placeholder:"K" help:"How many games."`
	Seed   uint64 `default:"1" placeholder:"S" help:"Equal seeds give equal bytes."`
	Legal  bool   `help:"Add the legal actions to every action."`
	Policy string `default:"uniform" placeholder:"uniform|lively" help:"How players choose: uniform, or lively: random but purposeful."`
}

func (c *recordCmd) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	policy := record.Policy(c.Policy)
	if policy != record.Uniform && policy != record.Lively {
		return usage("policy is uniform or lively, not %.40q", c.Policy)
	}
	if c.Games < 0 {
		return usage("--games cannot be %d", c.Games)
	}
	seed := game.NewRand(c.Seed)
	var line []byte
	for i := range c.Games {
		line = record.Random(cfg, policy, seed.Split(uint64(i)), c.Legal).AppendText(line[:0])
		if _, err := e.out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
