package game

import "testing"

func TestZeroViewerIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the zero viewer was let through")
		}
	}()
	Everyone.Includes(Viewer{})
}

func TestAudience(t *testing.T) {
	seat0, seat1 := SeatViewer(0), SeatViewer(1)
	for _, tc := range []struct {
		a                        Audience
		zero, one, public, truth bool
	}{
		{0, false, false, false, true},
		{Everyone, true, true, true, true},
		{OnlyFor(1), false, true, false, true},
		{OnlyFor(0) | OnlyFor(1), true, true, false, true},
	} {
		got := [4]bool{tc.a.Includes(seat0), tc.a.Includes(seat1), tc.a.Includes(PublicViewer()), tc.a.Includes(TruthViewer())}
		if want := [4]bool{tc.zero, tc.one, tc.public, tc.truth}; got != want {
			t.Errorf("audience %08b: got %v, want %v", tc.a, got, want)
		}
	}
}

func TestEventJSON(t *testing.T) {
	e := Event{Kind: "push", Seat: 1, Audience: Everyone, Args: []Arg{{"from", "d4"}, {"count", 2}, {"blocked", false}}, Text: `"so"`}
	got := string(e.AppendJSON(nil, []string{"S", "N"}))
	want := `{"kind":"push","seat":"N","from":"d4","count":2,"blocked":false,"text":"\"so\""}`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestSeats(t *testing.T) {
	ss := FirstSeats(3).Without(0).With(Nature)
	if ss.Len() != 3 || ss.First() != 1 || !ss.Has(2) || ss.Has(0) || ss.Has(NoSeat) || !ss.Has(Nature) {
		t.Errorf("got %07b", ss)
	}
	if Seats(0).First() != NoSeat {
		t.Error("the empty set has a first seat")
	}
}

func TestScoreSharesTheFirstPlace(t *testing.T) {
	r := Result{Over: true, Rank: [MaxSeats]uint8{1, 3, 1}}
	if r.Score(0, 3) != .5 || r.Score(1, 3) != 0 || r.Score(2, 3) != .5 {
		t.Errorf("got %v %v %v", r.Score(0, 3), r.Score(1, 3), r.Score(2, 3))
	}
	if (Result{}).Score(0, 2) != 0 {
		t.Error("an unfinished game has a score")
	}
}
