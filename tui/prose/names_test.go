package prose

import "testing"

func TestSeatsInSentencesGetNames(t *testing.T) {
	for _, c := range [][4]string{
		{"Island g5 goes to B: most coins there.", "B", "Ferryman", "Island g5 goes to Ferryman: most coins there."},
		{"Explorer 4 drowns on c2.", "4", "Captain", "Captain drowns on c2."},
		{"Explorer 4 drowns on c2.", "4", You, "you drown on c2."},
		{"A claims a1 and has 15 coins left.", "A", You, "you claim a1 and have 15 coins left."},
		{"Explorer 1 pushes explorer 4 to c2, 4 tiles high.", "4", "Captain", "Explorer 1 pushes Captain to c2, 4 tiles high."},
		{"A resigns.", "A", You, "you resign."},
		{"A passes.", "A", You, "you pass."},
		{"A tries a2 again.", "A", You, "you try a2 again."},
	} {
		if got := NameSeat(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q, want %q", got, c[3])
		}
	}
}

func TestSidesInSentencesGetNames(t *testing.T) {
	for _, c := range [][4]string{
		{"South resigns.", "South", You, "you resign."},
		{"South resigns.", "South", "Ravn", "Ravn resigns."},
		{"North is out of time.", "North", You, "you are out of time."},
		{"North offers a draw.", "North", "Ravn", "Ravn offers a draw."},
		{"South 4 pushes North 2 to d6.", "South", You, "your 4 pushes North 2 to d6."},
		{"South's X leaves d6.", "South", "Ravn", "Ravn's X leaves d6."},
		{"South's X leaves d6.", "South", You, "your X leaves d6."},
		{"North wins. South resigns.", "South", You, "North wins. You resign."},
	} {
		if got := NameSide(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q, want %q", got, c[3])
		}
	}
}
