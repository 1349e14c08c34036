package simulate

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"atoll/bots/all"
	"atoll/game"
	"atoll/games"
)

func table() Table { return Table{games.ByID, all.Roster()} }

func spec(id string, players, n int) Spec {
	return Spec{Game: id, Players: players, Bots: []string{"random"}, Games: n, Seed: 3}
}

func TestCountsAddUp(t *testing.T) {
	for _, s := range []Spec{spec("epigo", 2, 40), spec("evo", 4, 10), spec("conqueror", 3, 40), spec("earthquake", 6, 40)} {
		st, err := Run(t.Context(), table(), s, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		var lengths, endings int64
		for _, n := range st.Lengths {
			lengths += n
		}
		for _, n := range st.Endings {
			endings += n
		}
		sum := 0.0
		for _, sc := range st.Scores() {
			sum += sc.Mean
			if sc.Low > sc.Mean || sc.High < sc.Mean {
				t.Errorf("%s: %+v", s.Game, sc)
			}
		}
		if st.Games != int64(s.Games) || lengths != st.Games || endings != st.Games || sum < .999 || sum > 1.001 {
			t.Errorf("%s: %d games, %d lengths, %d endings, scores sum to %v", s.Game, st.Games, lengths, endings, sum)
		}
	}
}

func TestAnySplitGivesTheSame(t *testing.T) {
	s := spec("conqueror", 2, 30)
	want, err := Run(t.Context(), table(), s, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := newStats(s, mustConfig(t, s))
	for _, part := range [][2]int{{20, 30}, {0, 7}, {7, 20}} {
		st, err := run(t.Context(), table(), s, part[0], part[1], 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		got.Merge(st)
	}
	if d := diff(want, got); d != "" {
		t.Error(d)
	}
}

func diff(a, b *Stats) string {
	var x, y bytes.Buffer
	_ = a.WriteJSON(&x)
	_ = b.WriteJSON(&y)
	return cmp.Diff(x.String(), y.String())
}

func TestBadSpecs(t *testing.T) {
	for _, s := range []Spec{
		{Game: "chess", Players: 2, Bots: []string{"random"}, Games: 1},
		{Game: "evo", Players: 3, Bots: []string{"random"}, Games: 1},
		{Game: "evo", Players: 2, Bots: []string{"random"}, Games: 0},
		{Game: "evo", Players: 2, Bots: []string{"random"}, Games: -1},
		{Game: "evo", Players: 2, Bots: nil, Games: 1},
		{Game: "evo", Players: 4, Bots: []string{"random", "random"}, Games: 1},
		{Game: "evo", Players: 2, Bots: []string{"nobody"}, Games: 1},
	} {
		if _, err := Run(t.Context(), table(), s, 1, nil); err == nil {
			t.Errorf("%+v was played", s)
		}
	}
}

func TestReports(t *testing.T) {
	st, err := Run(t.Context(), table(), spec("evo", 2, 5), 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	var table, csv, svg bytes.Buffer
	for _, err := range []error{st.WriteTable(&table), st.WriteCSV(&csv), st.WriteSVG(&svg)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"first places of S", "ended by", "move W"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is missing in\n%s", want, table.String())
		}
	}
	if !strings.Contains(csv.String(), "games,,5\n") {
		t.Errorf("csv:\n%s", csv.String())
	}
	for dec := xml.NewDecoder(&svg); ; {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// A worker dies in the middle; the others do its work, and the counts are those
// of one machine.
func TestSpreadSurvivesALostWorker(t *testing.T) {
	ns, err := server.NewServer(&server.Options{Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go ns.Start()
	defer ns.WaitForShutdown()
	defer ns.Shutdown()
	if !ns.ReadyForConnections(20 * time.Second) {
		t.Fatal("no bus")
	}
	s := spec("earthquake", 3, 200)
	want, err := Run(t.Context(), table(), s, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	connect := func() *nats.Conn {
		c, err := nats.Connect(ns.ClientURL())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	// The first worker loses its connection as soon as there are results.
	doomed := connect()
	failed := make(chan error, 1)
	go func() { failed <- Work(ctx, table(), doomed, 1) }()
	healthy := connect()
	defer healthy.Close()
	var second chan error
	killed := false
	boss := connect()
	defer boss.Close()
	got, err := Spread(ctx, table(), s, boss, func(done int) {
		if !killed && done > 20 {
			killed = true
			doomed.Close()
			second = make(chan error, 1)
			go func() { second <- Work(ctx, table(), healthy, 1) }()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !killed {
		t.Error("no worker was lost")
	}
	if d := diff(want, got); d != "" {
		t.Error(d)
	}
	cancel()
	<-failed
	if second != nil {
		if err := <-second; err != nil {
			t.Error(err)
		}
	}
}

func mustConfig(t *testing.T, s Spec) (cfg game.Config) {
	t.Helper()
	cfg, err := table().Check(s)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}
