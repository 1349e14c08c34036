// Command small solves a small Epigo from end to end and writes a policy for it.
//
//	small -tiles 2 -quiet 60 | python3 -m atoll.small      # another program judges it
//
// The small game has 16 squares, four by four, and two or three Epigons a side.
// Both deploy them on the four squares next to the centreline; every turn both
// choose one Order in secret; two captures win; some turns in a row without a
// capture are a draw. Everything else is as in the whole game, and the rules' own
// code moves the Epigons: see outcomes.
//
// With one Order a turn a super slide is decided when all is known, so a turn is a
// matrix of Orders by Orders whose cells follow from what may stand on the board
// after it. The matrices are solved from the end of the game up, one for each
// position and number of quiet turns; positions that are mirror images or have the
// sides changed over share one.
//
// What is written, least byte first, is what python3 -m atoll.small reads: a line
// of JSON; then for 2, 1 and 0 captures so far, and for the most quiet turns
// first, the positions in the order of their numbers (of images the smallest): for
// all of them two sets of 16 bits, South's Orders and North's, then the shares of
// the Orders in these sets as 32-bit floats; last the shares of the deployments of
// South and of North.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
)

func main() {
	policy := flag.String("policy", "equilibrium", "equilibrium, or ahead: best within the turn, a capture being worth a quarter")
	tiles := flag.Int("tiles", 3, "Epigons of a side")
	quiet := flag.Int("quiet", 2, "quiet turns in a row for a draw")
	flag.Parse()
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	err := run(rules{tiles: *tiles, quiet: *quiet}, *policy, out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "small:", err)
		os.Exit(1)
	}
}
