package server_test

import (
	"testing"
	"time"

	"atoll/match"
	"atoll/server/wire"
)

// TestStakesAreWhatTheGameDoes: what was announced before a rated game is what
// becomes of the ratings, for both sides and game after game.
func TestStakesAreWhatTheGameDoes(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.account("Ada"), w.account("Ben")
	stakes := func(p *person, of string) (s wire.Stakes) {
		t.Helper()
		p.must("GET", "/users/"+of+"/stakes?game=evo&speed=rapid", nil, &s)
		return s
	}
	for n, loser := range []*person{ben, ben, ada} {
		hers, his := stakes(ada, "ben"), stakes(ben, "ada")
		if hers.You != his.Them || hers.Them != his.You || hers.YouUnsure != his.ThemUnsure {
			t.Fatalf("game %d: Ada is told %+v and Ben %+v", n, hers, his)
		}
		if hers.Win <= hers.Draw || hers.Draw <= hers.Lose {
			t.Errorf("game %d: %+v", n, hers)
		}
		var made wire.Created
		ada.must("POST", "/tables", wire.Setup{
			Game: "evo", Players: 2, Rated: true, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600, Increment: 5},
		}, &made)
		at := "/tables/" + made.Table.ID
		ben.must("POST", at+"/join", wire.JoinRequest{}, nil)
		for range 2 { // a game that has not begun is not rated
			for _, p := range []*person{ada, ben} {
				v := p.snap(made.Table.ID).View
				if len(v.Acting) == 1 && v.Acting[0] == v.Viewer {
					var legal wire.LegalList
					p.must("GET", at+"/legal", nil, &legal)
					p.must("POST", at+"/act", wire.ActRequest{Msg: "m", Step: v.Step, Action: legal.Actions[0]}, nil)
				}
			}
		}
		loser.must("POST", at+"/do", wire.TableRequest{Msg: "r", Do: "resign"}, nil)
		want := map[string]int{ada.id: hers.Win, ben.id: his.Lose}
		if loser == ada {
			want = map[string]int{ada.id: hers.Lose, ben.id: his.Win}
		}
		for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			seats := ada.snap(made.Table.ID).View.Seats
			if seats[0].Change == nil && time.Now().Before(end) {
				continue
			}
			for _, s := range seats {
				if s.Change == nil || *s.Change != want[s.User] {
					t.Errorf("game %d: %s: %v, announced %d", n, s.Name, s.Change, want[s.User])
				}
			}
			break
		}
		w.clock.forward(time.Second)
	}
	guest := w.person("Guest")
	if res := guest.try("GET", "/users/ada/stakes?game=evo&speed=rapid", nil, nil); res.StatusCode != 400 {
		t.Errorf("a guest is told %d", res.StatusCode)
	}
	if res := ada.try("GET", "/users/ben/stakes?game=chess&speed=rapid", nil, nil); res.StatusCode != 404 {
		t.Errorf("a game that is not here: %d", res.StatusCode)
	}
}
