package epigo

import (
	"math"
	"testing"

	"atoll/games/epigo"
)

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
	e := knowCore().eval
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
