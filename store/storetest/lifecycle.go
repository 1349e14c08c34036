package storetest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/games"
	"atoll/match"
	"atoll/store"
)

// Everything returns all that a database holds: every column of every table, including those that
// nobody thinks of.
func Everything(t testing.TB, db *sql.DB) string {
	t.Helper()
	column := func(query string) (list []string, err error) {
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				return nil, err
			}
			list = append(list, s)
		}
		return list, rows.Err()
	}
	tables, err := column(`SELECT name FROM sqlite_master WHERE type = 'table'`)
	if err != nil {
		tables, err = column(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
	}
	if err != nil || len(tables) < 10 {
		t.Fatalf("the tables are %v, %v", tables, err)
	}
	var b strings.Builder
	for _, name := range tables {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM `+name)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if data, ok := v.([]byte); ok {
					v = string(data)
				}
				fmt.Fprintf(&b, "%s.%s=%v\n", name, columns[i], v)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
	}
	return b.String()
}

// Trace returns the lines of Everything that hold a text, in any case of letters.
func Trace(t testing.TB, db *sql.DB, text string) (found []string) {
	t.Helper()
	for line := range strings.Lines(Everything(t, db)) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(text)) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// Deletion checks that nothing names a deleted person: not where they have sat, not
// where they made the table or left it, not what is theirs.
func Deletion(t *testing.T, s store.Store, db *sql.DB) {
	ctx := context.Background()
	mara := store.User{ID: "u1", Kind: "account", Name: "Xantippe", Created: 1}
	must(t, s.PutUser(ctx, store.User{ID: "u1", Kind: "guest", Name: `Xanti "the \ first"`, Created: 1}))
	early := match.User{ID: "u1", Name: `Xanti "the \ first"`, Kind: "guest"}
	must(t, s.PutAccount(ctx, mara, store.Account{User: "u1", Login: "xantippe", Password: "kept", Created: 2}))
	engine := store.User{ID: "b1", Kind: "bot", Name: "XantippesEngine", Created: 3}
	must(t, s.PutAccount(ctx, engine, store.Account{User: "b1", Login: "xantippesengine", Owner: "u1", Created: 3}))
	must(t, s.PutAccount(ctx, store.User{ID: "u2", Kind: "account", Name: "Other", Created: 1}, store.Account{User: "u2", Login: "other", Created: 1}))
	must(t, s.PutSession(ctx, store.Session{Hash: "hash of mara", User: "u1", Expires: 1 << 50}))
	must(t, s.PutSession(ctx, store.Session{Hash: "hash of engine", User: "b1", Expires: 1 << 50}))
	must(t, s.SetHook(ctx, store.Hook{User: "b1", URL: "https://xantippe.example/turn", Secret: "s"}))
	must(t, s.SetMute(ctx, "u1", "u2", true))
	must(t, s.SetMute(ctx, "u2", "u1", true))
	user := match.User{ID: "u1", Name: mara.Name, Kind: "account"}
	change := func(tb *match.Table, d match.Done, err error) *match.Table {
		t.Helper()
		must(t, err)
		put(t, s, d.Change)
		return d.Table
	}
	// Made by them, with somebody else's seats only.
	_, c, err := match.New(games.ByID, "t1",
		match.Setup{
			Game: "evo", Players: 2,
			Seats: []match.SeatSetup{{Kind: match.SeatOpen}, {Kind: match.SeatOpen}},
		}, early, make([]byte, 32), nil, "", now)
	must(t, err)
	put(t, s, c)
	// Sat down and left again.
	tb, c := table(t, "t2", match.Setup{Game: "evo", Players: 2, ManualGo: true})
	put(t, s, c)
	d, err := tb.Join(user, 1, "", "", now)
	tb = change(tb, d, err)
	d, err = tb.Leave(user, now)
	change(tb, d, err)
	// Played to the end.
	tb, c = table(t, "t3", match.Setup{Game: "evo", Players: 2})
	put(t, s, c)
	d, err = tb.Join(user, 1, "", "", now)
	tb = change(tb, d, err)
	d, err = tb.Do(1, "resign", "m", now)
	change(tb, d, err)
	// The program plays.
	tb, c = table(t, "t4", match.Setup{Game: "evo", Players: 2})
	put(t, s, c)
	d, err = tb.Join(match.User{ID: "b1", Name: engine.Name, Kind: "bot"}, 1, "", "", now)
	running := change(tb, d, err)
	for _, id := range []string{"t1", "t3"} {
		_, err := s.AddChat(ctx, store.Chat{Table: id, User: "u1", Name: mara.Name, Text: "I am Xantippe"})
		must(t, err)
	}
	unfinished, err := s.Unfinished(ctx, "u1")
	if err != nil || !slices.Equal(unfinished, []string{"t1"}) {
		t.Errorf("unfinished: %v, %v", unfinished, err)
	}
	if found := Trace(t, db, "xanti"); len(found) < 15 {
		t.Fatalf("the test looks at too little: %v", found)
	}
	from, err := s.Ended(ctx, -1)
	must(t, err)
	var after int64
	if len(from) > 0 {
		after = from[0].ID
	}

	must(t, s.DeleteUser(ctx, "u1", 100*day))

	if found := Trace(t, db, "xanti"); len(found) > 0 {
		t.Errorf("the name is still there:\n%s", strings.Join(found, "\n"))
	}
	for _, h := range []string{"hash of mara", "hash of engine"} {
		if _, _, err := s.Session(ctx, h); !errors.Is(err, store.ErrNone) {
			t.Errorf("%s still works: %v", h, err)
		}
	}
	told, err := s.Ended(ctx, after)
	must(t, err)
	toldTwice(t, told, "u1", "b1")
	got := load(t, s, "t3")
	if got.Seats[1].User.ID != "u1" || got.Seats[1].User.Name != "somebody" || got.Host.Name != host.Name {
		t.Errorf("the game they played has %+v", got.Seats)
	}
	// A node that has the table in memory with the name cannot write it back.
	d, err = running.Do(1, "resign", "m", now)
	must(t, err)
	if err := s.Commit(ctx, d.Change); !errors.Is(err, match.ErrConflict) {
		t.Errorf("a change of the table as it was before: %v", err)
	}
	if st, err := s.Load(ctx, "t4", 0); err != nil || !running.Rewritten(st.Version) {
		t.Errorf("it cannot be seen that the table was written anew: %v", err)
	}
	lateTraces(t, s, db, mara)
	namesAreKept(t, s)
}

const day = 24 * 3600 * 1000

// lateTraces: what was under way while somebody was deleted is found the next time, and
// brings nobody back.
func lateTraces(t *testing.T, s store.Store, db *sql.DB, mara store.User) {
	ctx := context.Background()
	must(t, s.PutUser(ctx, mara))
	if err := s.PutAccount(ctx, mara, store.Account{User: "u1", Login: "xan", Created: 200 * day}); !errors.Is(err, store.ErrNone) {
		t.Errorf("the account came back: %v", err)
	}
	must(t, s.PutSession(ctx, store.Session{Hash: "late", User: "u1", Expires: 1 << 50}))
	if _, _, err := s.Session(ctx, "late"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a late session works: %v", err)
	}
	user := match.User{ID: mara.ID, Name: mara.Name, Kind: mara.Kind}
	_, c, err := match.New(games.ByID, "t5", match.Setup{Game: "evo", Players: 2}, user, make([]byte, 32), nil, "", now)
	must(t, err)
	put(t, s, c)
	_, err = s.AddChat(ctx, store.Chat{Table: "t5", User: "u1", Name: mara.Name, Text: "late"})
	must(t, err)
	gone, err := s.Gone(ctx, 101*day, 10)
	if err != nil || len(gone) != 2 {
		t.Errorf("to be looked at again: %v, %v", gone, err)
	}
	for _, id := range gone {
		must(t, s.Scrub(ctx, id))
	}
	if found := Trace(t, db, "xanti"); len(found) > 0 {
		t.Errorf("what was written late still names them:\n%s", strings.Join(found, "\n"))
	}
	if gone, err := s.Gone(ctx, 101*day, 10); err != nil || len(gone) != 0 {
		t.Errorf("still to be looked at: %v, %v", gone, err)
	}
}

// namesAreKept for ninety days.
func namesAreKept(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, login := range []string{"xantippe", "xantippesengine"} {
		u := store.User{ID: "new " + login, Kind: "account", Name: login}
		if err := s.PutAccount(ctx, u, store.Account{User: u.ID, Login: login, Created: 189 * day}); !errors.Is(err, store.ErrTaken) {
			t.Errorf("%s can be taken at once: %v", login, err)
		}
		if err := s.PutAccount(ctx, u, store.Account{User: u.ID, Login: login, Created: 190*day + 1}); err != nil {
			t.Errorf("%s cannot be taken after ninety days: %v", login, err)
		}
	}
}

func expired(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	guest := func(id string, made int64) {
		must(t, s.PutUser(ctx, store.User{ID: id, Kind: "guest", Name: id, Created: made}))
	}
	guest("old", 10)
	guest("young", 90)
	guest("signed in", 10)
	guest("playing", 10)
	must(t, s.PutAccount(ctx, store.User{ID: "account", Kind: "account", Name: "Account", Created: 10}, store.Account{User: "account", Login: "account", Created: 10}))
	must(t, s.SetMute(ctx, "old", "account", true))
	must(t, s.SetMute(ctx, "account", "old", true))
	must(t, s.PutSession(ctx, store.Session{Hash: "over", User: "old", Expires: 99}))
	must(t, s.PutSession(ctx, store.Session{Hash: "lasts", User: "signed in", Expires: 101}))
	_, c, err := match.New(games.ByID, "t1", match.Setup{Game: "evo", Players: 2},
		match.User{ID: "playing", Name: "playing", Kind: "guest"}, make([]byte, 32), nil, "", now)
	must(t, err)
	put(t, s, c)
	n, err := s.Purge(ctx, 100, 50, 100)
	if err != nil || n != 4 { // a session, a guest, two mutes
		t.Errorf("%d rows went, %v", n, err)
	}
	if _, err := s.User(ctx, "old"); !errors.Is(err, store.ErrNone) {
		t.Errorf("an expired guest: %v", err)
	}
	for _, id := range []string{"young", "signed in", "playing", "account"} {
		if _, err := s.User(ctx, id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	if _, _, err := s.Session(ctx, "lasts"); err != nil {
		t.Errorf("a session that lasts: %v", err)
	}
	if n, err := s.Purge(ctx, 100, 50, 100); err != nil || n != 0 {
		t.Errorf("the second time %d rows went, %v", n, err)
	}
}

// toldTwice: of a deletion nodes hear at once that sessions have ended, and when all tables can be read again that the
// name is gone.
func toldTwice(t *testing.T, told []store.Ended, users ...string) {
	t.Helper()
	for _, id := range users {
		of := slices.DeleteFunc(slices.Clone(told), func(e store.Ended) bool { return e.User != id })
		if len(of) != 2 || of[0].Gone || !of[1].Gone {
			t.Errorf("of %s is told %+v", id, of)
		}
	}
}

// remembered: vacations count for a year and a challenge can be looked at for a day after its end.
func remembered(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	const day = 24 * 3600 * 1000
	const today = 1000 * day
	for _, id := range []string{"a", "b", "c"} {
		must(t, s.PutAccount(ctx, store.User{ID: id, Kind: "account", Name: id}, store.Account{User: id, Login: id}))
	}
	fits := func([]store.Vacation) error { return nil }
	must(t, s.PutVacation(ctx, store.Vacation{User: "a", Since: today - 410*day, Until: today - 401*day}, fits))
	must(t, s.PutVacation(ctx, store.Vacation{User: "a", Since: today - 380*day, Until: today - 370*day}, fits))
	challenge := func(id, to string, until int64) {
		c := store.Challenge{ID: id, From: "a", To: to, Setup: match.Setup{Game: "evo"}, At: until - 10, Until: until}
		must(t, s.PutChallenge(ctx, c, until-10))
	}
	challenge("long ago", "b", today-day-1)
	challenge("just now", "c", today-day+1)
	// Nodes that have not looked yet must hear that a session has ended.
	must(t, s.PutSession(ctx, store.Session{Hash: "h", User: "a", Expires: today + 1}))
	must(t, s.DropSession(ctx, "h"))
	if n, err := s.Purge(ctx, today, 0, 100); err != nil || n != 2 {
		t.Errorf("%d rows went, %v", n, err)
	}
	if told, err := s.Ended(ctx, 0); err != nil || len(told) != 1 || told[0].User != "a" || told[0].Gone {
		t.Errorf("of an ended session is told %+v, %v", told, err)
	}
	if list, err := s.Vacations(ctx, "a", 0); err != nil || len(list) != 1 || list[0].Until != today-370*day {
		t.Errorf("vacations: %+v, %v", list, err)
	}
	if _, err := s.Challenge(ctx, "just now"); err != nil {
		t.Errorf("a challenge of today: %v", err)
	}
	if _, err := s.Challenge(ctx, "long ago"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a challenge of the day before: %v", err)
	}
}

func keys(t *testing.T, s store.Store, reopen func() store.Store) {
	a, err := s.Key(t.Context(), "a")
	if err != nil || len(a) != 32 {
		t.Fatalf("%x, %v", a, err)
	}
	if reopen != nil {
		s = reopen()
	}
	again, err := s.Key(t.Context(), "a")
	if err != nil || string(again) != string(a) {
		t.Errorf("%x became %x, %v", a, again, err)
	}
	if b, err := s.Key(t.Context(), "b"); err != nil || string(b) == string(a) {
		t.Errorf("two names have one key, %v", err)
	}
	// They come along with a backup, also into a store that was served before.
	var dump bytes.Buffer
	if _, err := s.Dump(t.Context(), &dump); err != nil {
		t.Fatal(err)
	}
	other := fresh(t)
	if _, err := other.Key(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Restore(t.Context(), &dump); err != nil {
		t.Fatal(err)
	}
	if got, err := other.Key(t.Context(), "a"); err != nil || !bytes.Equal(got, a) {
		t.Errorf("the key was %x and is %x when restored, %v", a, got, err)
	}
}

// olderDump checks that a dump of a program that knew fewer tables can be restored.
func olderDump(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	old := `{"format":"atoll-dump/1"}` + "\n"
	rows := 0
	for _, table := range []string{
		"tables id version seq game rules status listed rated acting deadline created updated info* private*", "events table_id seq data*", "members user_id table_id seat",
		"users id kind name created", "sessions hash user_id created expires", "chat id table_id at user_id name seat text msg", "mutes user_id other",
		"accounts user_id login password owner banned created", "ratings user_id game speed rating deviation volatility games updated", "rated table_id at", "hooks user_id url secret",
	} {
		f := strings.Fields(table)
		old += fmt.Sprintf(`{"table":%q,"columns":["%s"]}`+"\n", f[0], strings.Join(f[1:], `","`))
		if f[0] == "users" {
			old += `{"row":["u","guest","Ann",5]}` + "\n"
			rows++
		}
	}
	cut := strings.NewReader(old[:strings.Index(old, `{"table":"hooks"`)] + fmt.Sprintf(`{"rows":%d}`, rows))
	if _, err := s.Restore(ctx, cut); err == nil {
		t.Fatal("a dump without a table that it must have was taken")
	}
	if n, err := s.Restore(ctx, strings.NewReader(old+fmt.Sprintf(`{"rows":%d}`, rows))); err != nil || n != 1 {
		t.Fatalf("%d rows, %v", n, err)
	}
	if u, err := s.User(ctx, "u"); err != nil || u.Name != "Ann" {
		t.Errorf("%+v, %v", u, err)
	}
}
