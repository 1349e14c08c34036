package web

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"atoll/games"
	"atoll/tactics"
)

// The puzzles of the page are right by the rules of today.
func TestPuzzlesOfThePageAreRight(t *testing.T) {
	one := regexp.MustCompile(`(?s)me: '(\w)',\s+kind: '(\w+)',\s+n: (\d),\s+answers: \[(.*?)\],\s+position:\s+'(.*?)',`)
	for _, id := range []string{"conqueror", "earthquake"} {
		g, _ := games.ByID(id)
		text, err := os.ReadFile("src/games/" + g.ID + "/puzzles.ts")
		if err != nil {
			t.Fatal(err)
		}
		list := one.FindAllStringSubmatch(string(text), -1)
		if len(list) < 4 {
			t.Errorf("%s: %d puzzles read", g.ID, len(list))
		}
		for i, m := range list {
			word := map[string]string{"win": "win in ", "escape": "escape from "}[m[2]]
			answers := strings.NewReplacer("', '", " / ", "'", "", "\n", "", ",", "").Replace(strings.TrimSpace(m[4]))
			line := fmt.Sprintf("%s\t%s\t%s%s\t%s\t%s\n", m[5], m[1], word, m[3], "8", answers)
			read, err := tactics.Read(strings.NewReader(line), games.ByID)
			if err != nil {
				t.Errorf("%s, puzzle %d: %v in %s", g.ID, i+1, err, line)
				continue
			}
			for depth := 1; depth <= 8; depth++ {
				read[0].Depth = depth
				if err = tactics.Check(read[0].Config, read[0].Puzzle, 2_000_000); err == nil {
					break
				}
			}
			if err != nil {
				t.Errorf("%s, puzzle %d: %v", g.ID, i+1, err)
			}
		}
	}
}
