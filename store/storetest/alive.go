package storetest

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"atoll/match"
	"atoll/store"
)

func gaps(t *testing.T, s store.Store, _ func() store.Store) {
	if at, got, err := s.LastAlive(t.Context(), 0); at != 0 || len(got) != 0 || err != nil {
		t.Errorf("before the first server: %d, %v, %v", at, got, err)
	}
	one, two := match.Gap{From: 1900, To: 5000}, match.Gap{From: 5500, To: 6501}
	for i, x := range []struct {
		now, after, at int64
		gaps           []match.Gap
	}{
		{1000, 0, 1000, nil},
		{1900, 0, 1900, nil},
		{5000, 0, 5000, []match.Gap{one}},
		{4000, 0, 5000, []match.Gap{one}}, // a clock that was set back
		{5500, 1900, 5500, []match.Gap{one}},
		{5500, 1901, 5500, nil},
		{6501, 5500, 6501, []match.Gap{two}},
		{7501, 0, 7501, []match.Gap{two}}, // no clock needs the first any more
	} {
		at, got, err := s.Alive(t.Context(), x.now, 1000, x.after)
		if err != nil || at != x.at || !slices.Equal(got, x.gaps) {
			t.Fatalf("call %d: %d, %v, %v", i, at, got, err)
		}
		at, got, err = s.LastAlive(t.Context(), x.after)
		if err != nil || at != x.at || !slices.Equal(got, x.gaps) {
			t.Fatalf("asked after call %d: %d, %v, %v", i, at, got, err)
		}
	}
}

// clocked stores a table with a running clock, made at the time of now.
func clocked(t *testing.T, s store.Store, id string) int64 {
	t.Helper()
	tb, c := table(t, id, match.Setup{Game: "evo", Players: 2, Seats: mine(2), Clock: match.ClockSetup{Kind: match.Correspondence, Days: 30}})
	if err := s.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return tb.Created
}

func manyGaps(t *testing.T, s store.Store, _ func() store.Store) {
	made := clocked(t, s, "slow")
	const n = 250
	if _, _, err := s.Alive(t.Context(), made-5000, 1000, 0); err != nil {
		t.Fatal(err)
	}
	var got []match.Gap
	for i := range int64(n) {
		var err error
		if _, got, err = s.Alive(t.Context(), made+i*2000, 1000, 0); err != nil {
			t.Fatal(err)
		}
	}
	// The first began and ended before the table was made.
	if len(got) != n-1 || got[0] != (match.Gap{From: made, To: made + 2000}) || got[n-2].To != made+(n-1)*2000 {
		t.Fatalf("%d of %d gaps are left, from %v", len(got), n-1, got[0])
	}
}

func gapsInBackup(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	made := clocked(t, s, "kept")
	for _, at := range []int64{made, made + 10_000, made + 11_000} {
		if _, _, err := s.Alive(ctx, at, 1000, 0); err != nil {
			t.Fatal(err)
		}
	}
	var dump bytes.Buffer
	if _, err := s.Dump(ctx, &dump); err != nil {
		t.Fatal(err)
	}
	first := match.Gap{From: made, To: made + 10_000}
	// The target was served before, empty: that says nothing about these tables.
	other := fresh(t)
	if _, _, err := other.Alive(ctx, made+50_000, 1000, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Restore(ctx, bytes.NewReader(dump.Bytes())); err != nil {
		t.Fatal(err)
	}
	_, got, err := other.Alive(ctx, made+60_000, 1000, 0)
	if want := []match.Gap{first, {From: made + 11_000, To: made + 60_000}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("after the backup was restored the gaps are %v, want %v: %v", got, want, err)
	}

	// A backup of an earlier version does not tell. The latest move does.
	var old strings.Builder
	skip := false
	rows := 0
	for line := range strings.Lines(dump.String()) {
		if strings.HasPrefix(line, `{"table":`) {
			skip = skip || strings.HasPrefix(line, `{"table":"alive"`)
		}
		switch {
		case strings.HasPrefix(line, `{"rows":`):
			line = strings.Replace(line, `:`+strings.Trim(line[8:], "}\n"), `:`+strconv.Itoa(rows), 1)
		case skip:
			continue
		case strings.HasPrefix(line, `{"row":`):
			rows++
		}
		old.WriteString(line)
	}
	other = fresh(t)
	if _, err := other.Restore(ctx, strings.NewReader(old.String())); err != nil {
		t.Fatal(err)
	}
	_, got, err = other.Alive(ctx, made+60_000, 1000, 0)
	if want := []match.Gap{{From: made, To: made + 60_000}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("after an old backup was restored the gaps are %v, want %v: %v", got, want, err)
	}
}
