package epigo

import (
	"math"
	"testing"

	"atoll/game"
	"atoll/games/epigo"
)

func TestQuantisedNetAgreesWithTheNet(t *testing.T) {
	n := NewNet(3)
	r := game.NewRand(4)
	for f := range n.Rows {
		for l := range lanes {
			n.Rows[f][l] = float32(r.Float64() - .5)
		}
	}
	for l := range lanes {
		n.Bias[l] = float32(r.Float64() - .5)
	}
	e := n.Eval()
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		for _, st := range positions(t, 40, opts...) {
			p := st.Position()
			v := views(&p)
			var h [lanes]float32
			want := n.forward(&v[0], &h) - n.forward(&v[1], &h)
			if got := e.logit(&p); math.Abs(float64(got-want)) > .15 {
				t.Errorf("%s: got %.3f, want %.3f", st.AppendText(nil), got, want)
			}
		}
	}
}

// swapped is the same position with the sides changed, ranks turned over.
func swapped(t *testing.T, st *epigo.State) epigo.Position {
	t.Helper()
	cfg := st.Config()
	words := []byte(nil)
	p := st.Position()
	side := func(s int) string {
		var b []byte
		for n := 1; n <= 7; n++ {
			if n > 1 {
				b = append(b, ',')
			}
			switch sq, ok := p.Square(s, n); {
			case ok:
				b = append(b, 'a'+byte(sq%8), '8'-byte(sq/8))
			case p.OnIsland(s, n):
				b = append(b, '@')
			default:
				b = append(b, '-')
			}
		}
		if isle, ok := p.Island(s); ok {
			b = append(b, '@', 'a'+byte(isle%8), '7'-byte(isle/8))
		}
		return string(b)
	}
	words = append(words, cfg.String()+" | plan turn=99 quiet=0 S="+side(1)+" N="+side(0)...)
	c := st.Copy().(*epigo.State)
	if err := c.UnmarshalText(words); err != nil {
		t.Fatal(err)
	}
	return c.Position()
}

func TestChangingSidesChangesTheSign(t *testing.T) {
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		e := knowledge(epigo.Game.MustConfigure(2, opts...)).eval
		for _, st := range positions(t, 40, opts...) {
			p, q := st.Position(), swapped(t, st)
			if a, b := e.Value(&p), e.Value(&q); math.Abs(float64(a+b-1)) > .01 {
				t.Errorf("%s: South has %.3f, and %.3f when the sides change", st.AppendText(nil), a, b)
			}
		}
	}
}

func TestWeightsComeBack(t *testing.T) {
	e := NewNet(5).Eval()
	data := e.AppendFile(nil)
	if got, err := ReadEval(data); err != nil || *got != *e {
		t.Errorf("weights do not come back: %v", err)
	}
	for _, bad := range [][]byte{nil, data[:100], append([]byte("x"), data[1:]...)} {
		if _, err := ReadEval(bad); err == nil {
			t.Errorf("%d bad bytes are accepted", len(bad))
		}
	}
}

func TestTrainerLearns(t *testing.T) {
	var samples []Sample
	for _, st := range positions(t, 200) {
		p := st.Position()
		samples = append(samples, Sample{p, float32(.5 + .15*float64(p.Lost(1)-p.Lost(0)))})
	}
	n := NewNet(1)
	before := Loss(n.Eval(), samples)
	tr := Trainer{Net: n, Rate: .0005}
	r := game.NewRand(1)
	for range 5 {
		tr.Epoch(samples, r)
	}
	if after := Loss(n.Eval(), samples); after >= before {
		t.Errorf("log-loss went from %.4f to %.4f", before, after)
	}
}

func TestThreatsAreSeen(t *testing.T) {
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	// South 5 can push North 2 off h4; North 7 on g5, North 1 on h5 is not before it.
	if err := st.UnmarshalText([]byte("epigo 2 | plan turn=9 quiet=0 S=c1,d1,e1,f1,g4,b2,c2 N=c8,h4,e8,f8,b7,c7,d7")); err != nil {
		t.Fatal(err)
	}
	p := st.Position()
	var count [tactics]uint8
	attack(&p, 0, &count)
	if count != [tactics]uint8{1, 0, 0, 0, 0, 0} {
		t.Errorf("got %v, want one push by a higher number", count)
	}
	count = [tactics]uint8{}
	attack(&p, 1, &count)
	if count != [tactics]uint8{} {
		t.Errorf("North threatens nothing, got %v", count)
	}
}
