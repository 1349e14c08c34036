package prose

import "testing"

func TestSeatsInSentencesGetNames(t *testing.T) {
	for _, c := range [][4]string{
		{"Island g5 goes to B: most coins there.", "B", "Ferryman", "Island g5 goes to Ferryman: most coins there."},
		{"Explorer 4 drowns on c2.", "4", "Captain", "Captain drowns on c2."},
		{"Explorer 4 drowns on c2.", "4", You, "you drown on c2."},
		{"A claims a1 and has 15 coins left.", "A", You, "you claim a1 and have 15 coins left."},
		{"Explorer 1 pushes explorer 4 to c2, 4 tiles high.", "4", "Captain", "Explorer 1 pushes Captain to c2, 4 tiles high."},
	} {
		if got := NameSeat(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q, want %q", got, c[3])
		}
	}
}
