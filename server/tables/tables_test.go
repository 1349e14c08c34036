package tables

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"atoll/match"
	"atoll/rating"
	"atoll/record"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

var turns = wire.Setup{Game: "conqueror", Players: 2}

func kind(err error) match.Refusal {
	var e *match.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 255
}

// An id that no table has is refused, is not remembered, and costs the store nothing where it cannot be one.
func TestNoSuchTable(t *testing.T) {
	w := newWorld(t, newShelf(), false)
	for id, loads := range map[string]int{"": 0, "short": 0, "abcdefghijkm2": 0, "abcdefghijkm": 2} {
		_, _, err := w.Read(t.Context(), id)
		if !errors.Is(err, ErrNone) {
			t.Errorf("reading %q: %v", id, err)
		}
		if err := w.do(id, ann, "resign"); !errors.Is(err, ErrNone) {
			t.Errorf("changing %q: %v", id, err)
		}
		if _, n := w.shelf.count(); len(n) != loads {
			t.Errorf("%q: the store was asked %d times", id, len(n))
		}
		if w.Known(id) != nil {
			t.Errorf("%q is remembered", id)
		}
	}
	id := w.running(turns)
	w.forget(w.Known(id))
	if w.Known(id) == nil {
		t.Error("a table that is there was forgotten")
	}
	w.forget(&Entry{ID: id})
	if w.Known(id) == nil {
		t.Error("an entry was forgotten in the name of another")
	}
}

// Where the store is away, that is the answer, and the table is read once it is back.
func TestAStoreThatIsAway(t *testing.T) {
	s := newShelf()
	w := newWorld(t, s, false)
	id := w.running(turns)
	away := errors.New("away")
	s.refuse = func() error { s.refuse = nil; return away }
	if err := w.do(id, ann, "resign"); !errors.Is(err, away) {
		t.Fatalf("got %v", err)
	}
	s.count()
	if w.read(id).Status != match.Running {
		t.Error("what was not stored is shown")
	}
	if _, loads := s.count(); len(loads) != 1 {
		t.Errorf("after a doubtful commit the store was asked %d times", len(loads))
	}
	s.away = away
	w.Known(id).Outdate()
	for range 2 { // the doubt stays
		if _, _, err := w.Read(t.Context(), id); !errors.Is(err, away) {
			t.Errorf("read %v", err)
		}
		if err := w.do(id, ann, "resign"); !errors.Is(err, away) {
			t.Errorf("changed %v", err)
		}
	}
	s.away = nil
	if w.read(id).Status != match.Running {
		t.Error("it does not come back")
	}
	made := w.make(turns)
	s.refuse = func() error { s.refuse = nil; return away }
	if _, err := w.Create(t.Context(), ann, wire.CreateRequest{Setup: turns}); !errors.Is(err, away) {
		t.Errorf("made %v", err)
	}
	if got := w.read(made.Table.ID); got.Status != match.Open {
		t.Errorf("the one before is %s", got.Status)
	}
}

// A change that somebody else was faster with is judged anew by what is stored, up to a hundred times.
func TestSomebodyWasFaster(t *testing.T) {
	s := newShelf()
	one, two := newWorld(t, s, false), newWorld(t, s, false)
	id := one.running(turns)
	two.read(id)
	one.play(one.choice(id))
	next := one.choice(id)
	s.count()
	if _, err := two.Act(t.Context(), next.user, id, next.req); err == nil {
		t.Error("a lone node does not go by its memory")
	}
	if _, loads := s.count(); len(loads) != 0 {
		t.Errorf("it asked the store %d times", len(loads))
	}
	before := two.read(id)
	told := 0
	two.OnChange(func(_ *Entry, _, after *match.Table) { told++ })
	if err := two.do(id, bob, "resign"); err != nil {
		t.Fatal(err)
	}
	commits, loads := s.count()
	if len(commits) != 2 || !slices.Equal(loads, []int64{before.Seq}) || told != 1 {
		t.Errorf("%d commits, asked after %v, told %d times", len(commits), loads, told)
	}
	if after := two.read(id); after.Status != match.Over || after.Seq < before.Seq+2 {
		t.Errorf("%s at %d", after.Status, after.Seq)
	}
	id = one.running(turns)
	s.refuse = func() error { return match.ErrConflict }
	err := one.do(id, ann, "resign")
	if kind(err) != match.NotNow || !strings.Contains(err.Error(), "too busy") {
		t.Errorf("got %v", err)
	}
	if commits, loads := s.count(); len(commits) != 100 || len(loads) != 99 {
		t.Errorf("tried %d times, asked %d times", len(commits), len(loads))
	}
	if got := counted(t, one, "atoll_commit_conflicts_total"); got != 100 {
		t.Errorf("%v conflicts are counted", got)
	}
}

// counted is a number that an operator watches; of a histogram, how many are in it.
func counted(t *testing.T, w *world, name string) float64 {
	t.Helper()
	all, err := w.n.Metrics.Gatherer().Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == name {
			m := f.GetMetric()[0]
			return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

// With other nodes about, a refusal is checked against the store before anybody hears it.
func TestARefusalMayComeFromOldKnowledge(t *testing.T) {
	s := newShelf()
	one, two := newWorld(t, s, true), newWorld(t, s, true)
	id := one.running(turns)
	two.read(id)
	one.play(one.choice(id))
	next := one.choice(id)
	s.count()
	if _, err := two.Act(t.Context(), next.user, id, next.req); err != nil {
		t.Errorf("got %v", err)
	}
	if _, loads := s.count(); len(loads) != 1 {
		t.Errorf("asked %d times", len(loads))
	}
	next.req.Msg = "another"
	if _, err := two.Act(t.Context(), next.user, id, next.req); err == nil {
		t.Error("took a choice for an earlier step")
	}
	if _, loads := s.count(); len(loads) != 1 {
		t.Errorf("asked %d times for a refusal", len(loads))
	}
}

// One who reads at a node of several gets what is stored, whatever the node has heard.
func TestReadingAmongSeveralNodes(t *testing.T) {
	s := newShelf()
	one, two := newWorld(t, s, true), newWorld(t, s, true)
	id := one.running(turns)
	two.read(id)
	if err := one.do(id, ann, "resign"); err != nil {
		t.Fatal(err)
	}
	if got := two.read(id); got.Status != match.Over {
		t.Errorf("the table is %s", got.Status)
	}
	alone := newWorld(t, s, false)
	alone.read(id)
	s.count()
	alone.read(id)
	if _, loads := s.count(); len(loads) != 0 {
		t.Errorf("a lone node asked %d times for what it knows", len(loads))
	}
}

// Pings are stored for other nodes alone, and notices with what they are about.
func TestWhatIsStoredWithAChange(t *testing.T) {
	for _, shared := range []bool{false, true} {
		w := newWorld(t, newShelf(), shared)
		var seen [][2]*match.Table
		w.OnCommit(func(before, after *match.Table, now match.Now) []match.Notice {
			seen = append(seen, [2]*match.Table{before, after})
			return []match.Notice{{User: "somebody", At: now.MS}}
		})
		var told [][2]*match.Table
		w.OnChange(func(e *Entry, before, after *match.Table) { told = append(told, [2]*match.Table{before, after}) })
		made := w.make(turns)
		if err := w.Join(t.Context(), bob, made.Table.ID, wire.JoinRequest{}); err != nil {
			t.Fatal(err)
		}
		commits, _ := w.shelf.count()
		if len(commits) != 2 {
			t.Fatalf("%d commits", len(commits))
		}
		for _, c := range commits {
			if c.Ping != shared || len(c.Notices) != 1 || c.Notices[0].At != w.now.UnixMilli() {
				t.Errorf("shared %v: ping %v, notices %v", shared, c.Ping, c.Notices)
			}
		}
		if len(seen) != 2 || seen[0][0] != nil || seen[1][0] != seen[0][1] || !slices.Equal(seen, told) {
			t.Errorf("shared %v: noted %v, told %v", shared, seen, told)
		}
	}
}

// That somebody has sealed a choice shows in no number.
func TestSealedChoicesAreNotCounted(t *testing.T) {
	w := newWorld(t, newShelf(), false)
	id := w.running(wire.Setup{Game: "epigo", Players: 2})
	before := counted(t, w, "atoll_commit_seconds")
	w.play(w.choice(id))
	if got := counted(t, w, "atoll_commit_seconds"); got != before {
		t.Errorf("%v commits are counted after a sealed choice, %v before", got, before)
	}
	w.play(w.choice(id))
	if got := counted(t, w, "atoll_commit_seconds"); got != before+1 {
		t.Errorf("%v commits are counted after both, %v before", got, before)
	}
	if got := counted(t, w, "atoll_tables_in_memory"); got != 1 {
		t.Errorf("%v tables are in memory", got)
	}
}

// A table stays in memory for two minutes, one that has ended for three seconds, one that is watched for good.
func TestWhatIsForgotten(t *testing.T) {
	for _, x := range []struct {
		name           string
		ends           string
		after          time.Duration
		watched, stays bool
	}{
		{"running", "", 2*time.Minute - time.Millisecond, false, true},
		{"running for long", "", 2 * time.Minute, false, false},
		{"watched", "", time.Hour, true, true},
		{"over", "resign", 3*time.Second - time.Millisecond, false, true},
		{"long over", "resign", 3 * time.Second, false, false},
		{"aborted", "abort", 3 * time.Second, false, false},
		{"watched to the end", "resign", time.Hour, true, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := newWorld(t, newShelf(), false)
			id := w.make(turns).Table.ID
			if x.ends != "abort" {
				id = w.running(turns)
			}
			if x.ends != "" {
				if err := w.do(id, ann, x.ends); err != nil {
					t.Fatal(err)
				}
			}
			w.Known(id).Audience.(*crowd).watched = x.watched
			w.now = w.now.Add(x.after)
			w.Tidy()
			if got := w.Known(id) != nil; got != x.stays {
				t.Errorf("it is there: %v", got)
			}
		})
	}
	w := newWorld(t, newShelf(), false)
	e := w.Entry("abcdefghijkm")
	w.now = w.now.Add(3 * time.Second)
	ran := false
	if !w.While(e, func() { ran = true }) || !ran || len(w.All()) != 1 {
		t.Error("an entry that is there was not kept for a moment")
	}
	w.Tidy()
	if w.Known("abcdefghijkm") != nil {
		t.Error("one that was never read is kept")
	}
	if w.While(e, func() { t.Error("used after it was forgotten") }) {
		t.Error("an entry that is gone was kept")
	}
}

// sealedNews is what a node tells the others of its latest change.
func (w *world) sealedNews(before, after *match.Table) []byte {
	return w.n.Seal(after.ID, after.News(before))
}

// What other nodes tell is learnt in its order, whatever order it comes in and however often, without the store.
func TestNewsAreLearntInOrder(t *testing.T) {
	s := newShelf()
	one, two := newWorld(t, s, true), newWorld(t, s, true)
	id := one.running(turns)
	var told [][]byte
	one.OnChange(func(_ *Entry, before, after *match.Table) { told = append(told, one.sealedNews(before, after)) })
	e, _, err := two.Read(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	one.play(one.choice(id))
	one.play(one.choice(id))
	want := one.read(id).Version
	s.count()
	e.Heard(told[1])
	e.Heard(told[0])
	e.Heard(told[0])
	if got, err := two.Current(t.Context(), e); err != nil || got.Version != want {
		t.Fatalf("got %v, %v", got, err)
	}
	if _, loads := s.count(); len(loads) != 0 {
		t.Errorf("the store was asked %d times", len(loads))
	}
	first := e.Table()
	e.Heard(told[1]) // long known
	if got, err := two.Current(t.Context(), e); err != nil || got != first {
		t.Errorf("got another table, %v", err)
	}
	for what, bad := range map[string][]byte{"nothing": nil, "forged": []byte("you have won")} {
		e.Heard(bad)
		if got, err := two.Current(t.Context(), e); err != nil || got.Version != want {
			t.Errorf("%s: %v", what, err)
		}
		if _, loads := s.count(); len(loads) != 1 {
			t.Errorf("%s: the store was asked %d times", what, len(loads))
		}
	}
}

// Of more news than are worth keeping the store tells.
func TestManyNewsWait(t *testing.T) {
	w := newWorld(t, newShelf(), true)
	id := w.running(turns)
	e := w.Known(id)
	if _, err := w.Current(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	for range 16 {
		e.Heard([]byte("news"))
	}
	if e.stale.Load() || len(e.news.all) != 16 {
		t.Errorf("outdated by 16: %v, %d wait", e.stale.Load(), len(e.news.all))
	}
	e.Heard([]byte("news"))
	if !e.stale.Load() || len(e.news.all) != 16 {
		t.Errorf("outdated by 17: %v, %d wait", e.stale.Load(), len(e.news.all))
	}
	if got := e.news.take(); len(got) != 16 || e.news.take() != nil {
		t.Errorf("took %d", len(got))
	}
}

// A log that was rewritten is read from its beginning, and those who watch are told.
func TestARewrittenLog(t *testing.T) {
	s := newShelf()
	w := newWorld(t, s, false)
	id := w.running(turns)
	e, before, err := w.Read(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	s.tables[id].Version += match.Rewrite
	e.Outdate()
	s.count()
	if after := w.read(id); after.Version != before.Version+match.Rewrite || after == before {
		t.Errorf("version %d, was %d", after.Version, before.Version)
	}
	if _, loads := s.count(); !slices.Equal(loads, []int64{before.Seq, 0}) {
		t.Errorf("asked after %v", loads)
	}
	if n := e.Audience.(*crowd).rewritten; n != 1 {
		t.Errorf("told %d times", n)
	}
	e.Outdate()
	if w.read(id); e.Audience.(*crowd).rewritten != 1 {
		t.Error("told again")
	}
}

func TestWhatCannotBeMade(t *testing.T) {
	w := newWorld(t, newShelf(), false)
	many := map[string]any{}
	for _, key := range strings.Split("abcdefghi", "") {
		many[key] = 1
	}
	for where, setup := range map[string]wire.Setup{
		"body.game":    {Game: "chess", Players: 2},
		"body.players": {Game: "conqueror", Players: -1},
		"body.options": {Game: "conqueror", Players: 2, Options: many},
	} {
		_, err := w.Create(t.Context(), ann, wire.CreateRequest{Setup: setup})
		var e *match.Error
		if !errors.As(err, &e) || e.Kind != match.Invalid || e.Where != where {
			t.Errorf("%s: %v", where, err)
		}
	}
	for _, n := range []int{7, 1 << 40} {
		if _, err := w.Create(t.Context(), ann, wire.CreateRequest{Setup: wire.Setup{Game: "conqueror", Players: n}}); kind(err) != match.Invalid {
			t.Errorf("%d players: %v", n, err)
		}
	}
	if commits, _ := w.shelf.count(); len(commits) != 0 {
		t.Errorf("%d were stored", len(commits))
	}
}

// Seats that others may take have links, those of the maker and of bots have none, and a link opens its seat.
func TestLinksOfFreeSeats(t *testing.T) {
	w := newWorld(t, newShelf(), false)
	links := func(setup wire.Setup) string {
		var names []string
		for _, l := range w.make(setup).Links {
			names = append(names, l.Seat)
		}
		return strings.Join(names, " ")
	}
	all := w.read(w.make(wire.Setup{Game: "conqueror", Players: 4}).Table.ID).Config.SeatNames()
	me, open := wire.SeatSetup{Kind: match.SeatMe}, wire.SeatSetup{Kind: match.SeatOpen}
	invite, bot := wire.SeatSetup{Kind: match.SeatInvite}, wire.SeatSetup{Kind: match.SeatBot, Level: 1}
	if got, want := links(wire.Setup{Game: "conqueror", Players: 4}), strings.Join(all[1:4], " "); got != want {
		t.Errorf("as it comes: %q, want %q", got, want)
	}
	if got, want := links(wire.Setup{Game: "conqueror", Players: 4, Seats: []wire.SeatSetup{open, me, bot, invite}}), all[0]+" "+all[3]; got != want {
		t.Errorf("as chosen: %q, want %q", got, want)
	}
	if made := w.make(wire.Setup{Game: "conqueror"}); len(w.read(made.Table.ID).Seats) != 2 {
		t.Errorf("left out, it has %d seats", len(w.read(made.Table.ID).Seats))
	}
	made := w.make(wire.Setup{Game: "conqueror", Players: 2, Seats: []wire.SeatSetup{me, invite}})
	if err := w.Join(t.Context(), bob, made.Table.ID, wire.JoinRequest{}); err == nil {
		t.Error("sat down uninvited")
	}
	if err := w.Join(t.Context(), bob, made.Table.ID, wire.JoinRequest{Token: made.Links[0].Token}); err != nil {
		t.Errorf("invited: %v", err)
	}
}

func TestSeatsByName(t *testing.T) {
	w := newWorld(t, newShelf(), false)
	made := w.make(wire.Setup{Game: "conqueror", Players: 2})
	id, seat := made.Table.ID, made.Links[0].Seat
	for _, name := range []string{"nobody", "chance", ""} {
		if _, err := w.SetSeat(t.Context(), ann, id, name, wire.SeatChange{Kind: match.SeatBot, Level: 1}); kind(err) != match.Unknown {
			t.Errorf("changing %q: %v", name, err)
		}
		if _, err := w.Link(t.Context(), ann, id, name); kind(err) != match.Unknown {
			t.Errorf("a link for %q: %v", name, err)
		}
	}
	link, err := w.Link(t.Context(), ann, id, seat)
	if err != nil || link.Token == made.Links[0].Token || link.Path != "/t/"+id+"?seat="+seat+"&token="+link.Token {
		t.Errorf("%+v, %v", link, err)
	}
	if _, err := w.SetSeat(t.Context(), bob, id, seat, wire.SeatChange{Kind: match.SeatBot, Level: 1}); err == nil {
		t.Error("a stranger changed a seat")
	}
	info, err := w.SetSeat(t.Context(), ann, id, seat, wire.SeatChange{Kind: match.SeatBot, Level: 1})
	if err != nil || info.Status != string(match.Running) {
		t.Errorf("%+v, %v", info, err)
	}
}

// The players of a game who all want another get one new table, however many ask for it.
func TestARematchIsMadeOnce(t *testing.T) {
	w := newWorld(t, newShelf(), false)
	id := w.running(turns)
	if err := w.do(id, ann, "resign"); err != nil {
		t.Fatal(err)
	}
	w.shelf.count()
	ack, err := w.Do(t.Context(), ann, id, wire.TableRequest{Do: match.OfferRematch})
	if err != nil || ack.Table != "" {
		t.Fatalf("one alone: %+v, %v", ack, err)
	}
	if next, err := w.rematch(t.Context(), id); next != "" || err != nil {
		t.Errorf("made for one alone: %q, %v", next, err)
	}
	var told []string
	w.OnChange(func(e *Entry, _, _ *match.Table) { told = append(told, e.ID) })
	ack, err = w.Do(t.Context(), bob, id, wire.TableRequest{Do: match.OfferRematch})
	if err != nil || len(ack.Table) != node.IDLength {
		t.Fatalf("both: %+v, %v", ack, err)
	}
	if want := []string{id, ack.Table, id}; !slices.Equal(told, want) {
		t.Errorf("told of %v, want %v", told, want)
	}
	if w.read(id).Next != ack.Table || w.read(ack.Table).Status != match.Running {
		t.Errorf("next is %q, which is %s", w.read(id).Next, w.read(ack.Table).Status)
	}
	w.shelf.count()
	if next, err := w.rematch(t.Context(), id); next != ack.Table || err != nil {
		t.Errorf("asked again: %q, %v", next, err)
	}
	if commits, _ := w.shelf.count(); len(commits) != 0 {
		t.Errorf("asking again stored %d changes", len(commits))
	}
}

// A table that another node has made under the same id is as good.
func TestAssignedTablesAreMadeOnce(t *testing.T) {
	s := newShelf()
	setup := match.Setup{Game: "conqueror", Players: 2, Assigned: true}
	players := []match.Assignee{{User: ann}, {User: bob}}
	for range 2 {
		if err := newWorld(t, s, true).Assign(t.Context(), "abcdefghijkm", setup, players); err != nil {
			t.Fatal(err)
		}
	}
	away := errors.New("away")
	s.refuse = func() error { return away }
	if err := newWorld(t, s, true).Assign(t.Context(), "abcdefghijkn", setup, players); !errors.Is(err, away) {
		t.Errorf("got %v", err)
	}
}

// alone is a record of a short game without a server.
func alone(t *testing.T) string {
	t.Helper()
	now := match.Now{MS: 1_000_000}
	seats := []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 5}}
	games := newWorld(t, newShelf(), false).n.Game
	table, _, err := match.New(games, "local-abcdef", match.Setup{Game: "conqueror", Players: 2, Seats: seats}, match.User{ID: "h1", Name: "You"},
		make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	d, err := table.Do(0, "resign", "end", now)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := d.Table.Record()
	if err != nil {
		t.Fatal(err)
	}
	return string(rec.AppendText(nil))
}

// Games from elsewhere: of accounts, whole, once, and not more than a thousand.
func TestBringing(t *testing.T) {
	s := newShelf()
	w := newWorld(t, s, false)
	req := wire.BringRequest{Record: alone(t), Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 5}}}
	if _, err := w.Bring(t.Context(), match.User{ID: "g", Kind: match.Guest}, req); kind(err) != match.Forbidden {
		t.Errorf("a guest: %v", err)
	}
	if _, err := w.Bring(t.Context(), ann, wire.BringRequest{Record: "nonsense"}); kind(err) != match.Invalid {
		t.Errorf("nonsense: %v", err)
	}
	s.brought = 1000
	var e *wire.Error
	if _, err := w.Bring(t.Context(), ann, req); !errors.As(err, &e) || e.Code != wire.TooMany {
		t.Errorf("one too many: %v", err)
	}
	away := errors.New("away")
	s.away = away
	if _, err := w.Bring(t.Context(), ann, req); !errors.Is(err, away) {
		t.Errorf("a store that does not read: %v", err)
	}
	s.away, s.brought = nil, 999
	s.refuse = func() error { s.refuse = nil; return away }
	if _, err := w.Bring(t.Context(), ann, req); !errors.Is(err, away) {
		t.Errorf("a store that does not write: %v", err)
	}
	first, err := w.Bring(t.Context(), ann, req)
	if err != nil || first.Again || first.Table.Status != string(match.Over) {
		t.Fatalf("%+v, %v", first, err)
	}
	if id := first.Table.ID; !strings.HasPrefix(id, store.BroughtPrefix) || len(id) != node.IDLength {
		t.Errorf("its id is %q", id)
	}
	s.brought = 1000
	if again, err := w.Bring(t.Context(), ann, req); err != nil || !again.Again || again.Table.ID != first.Table.ID {
		t.Errorf("%+v, %v", again, err)
	}
	s.brought = 0
	if others, err := w.Bring(t.Context(), bob, req); err != nil || others.Again || others.Table.ID == first.Table.ID {
		t.Errorf("another's: %+v, %v", others, err)
	}
	s = newShelf()
	w = newWorld(t, s, false)
	s.refuse = func() error { s.refuse = nil; return match.ErrConflict }
	if raced, err := w.Bring(t.Context(), ann, req); err != nil || !raced.Again || raced.Table.ID != first.Table.ID {
		t.Errorf("another request was faster: %+v, %v", raced, err)
	}
	rec, err := record.Parse(req.Record, w.n.Game)
	if err != nil || broughtID(ann.ID, rec) != first.Table.ID {
		t.Errorf("the id is not the game's, %v", err)
	}
}

// The rating that others see is that of the game and the speed; who has none yet begins where all do, if it counts.
func TestTheRatingAtATable(t *testing.T) {
	s := newShelf()
	w := newWorld(t, s, false)
	s.ratings = []store.Rated{
		{Game: "conqueror", Speed: "days", Rating: rating.Rating{Value: 1800, Deviation: 50}},
		{Game: "epigo", Speed: "untimed", Rating: rating.Rating{Value: 1700, Deviation: 50}},
		{Game: "conqueror", Speed: "untimed", Rating: rating.Rating{Value: 1612.4, Deviation: 50}},
	}
	for _, x := range []struct {
		name   string
		user   match.User
		setup  match.Setup
		value  int
		unsure bool
	}{
		{"rated", ann, match.Setup{Game: "conqueror", Rated: true}, 1612, false},
		{"for fun", ann, match.Setup{Game: "conqueror"}, 1612, false},
		{"a guest", match.User{ID: "ann", Kind: match.Guest}, match.Setup{Game: "conqueror", Rated: true}, 0, false},
		{"new", ann, match.Setup{Game: "evo", Rated: true}, 1500, true},
		{"new, for fun", ann, match.Setup{Game: "evo"}, 0, false},
	} {
		got, err := w.Player(t.Context(), x.user, x.setup)
		if err != nil || got.Rating != x.value || got.Unsure != x.unsure || got.ID != x.user.ID {
			t.Errorf("%s: %+v, %v", x.name, got, err)
		}
	}
}

func TestTheLogInPages(t *testing.T) {
	w := newWorld(t, newShelf(), false)
	id := w.running(turns)
	all, err := w.Log(t.Context(), "ann", id, "", 0, 1000)
	if err != nil || len(all.Entries) < 2 || all.More {
		t.Fatalf("%+v, %v", all, err)
	}
	n := len(all.Entries)
	for limit, more := range map[int]bool{n - 1: true, n: false, n + 1: false} {
		page, err := w.Log(t.Context(), "ann", id, "", 0, limit)
		if err != nil || len(page.Entries) != min(limit, n) || page.More != more {
			t.Errorf("%d of %d: %d, more %v, %v", limit, n, len(page.Entries), page.More, err)
		}
	}
	if _, err := w.Log(t.Context(), "ann", id, "nobody", 0, 1000); err == nil {
		t.Error("a seat that is not there looked on")
	}
	if _, err := w.Log(t.Context(), "ann", "abcdefghijkm", "", 0, 1000); !errors.Is(err, ErrNone) {
		t.Errorf("a table that is not there: %v", err)
	}
	for _, f := range []func(id, seat string) error{
		func(id, seat string) error { _, err := w.Moment(t.Context(), "ann", id, seat, 0); return err },
		func(id, seat string) error { _, err := w.Legal(t.Context(), "ann", id, seat, "", 5); return err },
		func(id, seat string) error {
			_, err := w.WhyNot(t.Context(), "ann", id, wire.WhyNotRequest{Seat: seat, Action: "nonsense"})
			return err
		},
	} {
		seat := w.read(id).Config.SeatName(w.read(id).SeatsOf("ann").First())
		if err := f(id, seat); err != nil {
			t.Error(err)
		}
		if err := f("abcdefghijkm", seat); !errors.Is(err, ErrNone) {
			t.Errorf("a table that is not there: %v", err)
		}
	}
}

// Vacations are noted before a command is judged, and only where moves have days.
func TestVacationsComeFirst(t *testing.T) {
	s := newShelf()
	w := newWorld(t, s, false)
	now := w.now.UnixMilli()
	s.vacations = map[string][]store.Vacation{"ann": {{User: "ann", Since: now, Until: now + 1e9}}}
	for kind, want := range map[match.ClockKind]int{match.NoClock: 1, match.Correspondence: 2} {
		setup := turns
		if kind == match.Correspondence {
			setup.Clock = wire.ClockSetup{Kind: kind, Days: 3}
		}
		w.n.GoDown() // nothing is noted beside
		id := w.running(setup)
		next := w.choice(id)
		s.count()
		w.play(next)
		commits, _ := s.count()
		if len(commits) != want {
			t.Errorf("%q: %d changes", kind, len(commits))
		}
		table := w.read(id)
		_, away := table.VacationOf(table.SeatsOf("ann").First(), now+1)
		_, other := table.VacationOf(table.SeatsOf("bob").First(), now+1)
		if away != (kind == match.Correspondence) || other {
			t.Errorf("%q: Ann is away: %v, Bob: %v", kind, away, other)
		}
		if err := w.Excuse(context.Background(), id); err != nil {
			t.Error(err)
		}
		if commits, _ := s.count(); len(commits) != 0 {
			t.Errorf("%q: noted again", kind)
		}
	}
}

// Whoever sits down while on vacation is excused before anybody does anything.
func TestVacationsAreNotedAtTheStart(t *testing.T) {
	days := turns
	days.Clock = wire.ClockSetup{Kind: match.Correspondence, Days: 3}
	alone := days
	alone.Seats = []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}
	for name, start := range map[string]func(*world){
		"a table that fills":            func(w *world) { w.running(days) },
		"one that starts as it is made": func(w *world) { w.make(alone) },
	} {
		s := newShelf()
		w := newWorld(t, s, false)
		now := w.now.UnixMilli()
		s.vacations = map[string][]store.Vacation{"ann": {{User: "ann", Since: now, Until: now + 1e9}}}
		noted := make(chan bool, 10)
		w.OnChange(func(_ *Entry, _, after *match.Table) {
			if _, ok := after.VacationOf(after.SeatsOf("ann").First(), now+1); ok {
				noted <- true
			}
		})
		start(w)
		select {
		case <-noted:
		case <-time.After(20 * time.Second):
			t.Errorf("%s: the vacation is not noted", name)
		}
	}
}
