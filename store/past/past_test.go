package past_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
	"atoll/store"
	"atoll/store/past"
	"atoll/store/pgtest"
	"atoll/store/postgres"
	"atoll/store/sqlite"
	"atoll/tournament"
)

var update = flag.Bool("update", false, "make the stores of the newest schema")

// schemas returns the numbers of all migrations.
func schemas(t *testing.T, migrations fs.FS) []int64 {
	t.Helper()
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatalf("migrations %v, %v", names, err)
	}
	var list []int64
	for _, name := range names {
		n, err := goose.NumericComponent(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}

func read(t *testing.T, kind string, schema int64) []byte {
	t.Helper()
	data, err := past.Read(kind, schema)
	if err != nil {
		t.Fatalf("no store of schema %d is committed (go test ./store/past -update makes one of the newest): %v", schema, err)
	}
	return data
}

func TestEverySQLiteStoreSoFarOpens(t *testing.T) {
	list := schemas(t, sqlite.Migrations())
	if *update {
		write(t, past.SQLite, list[len(list)-1], func() []byte {
			path := filepath.Join(t.TempDir(), "new.db")
			s, err := sqlite.Open(t.Context(), path)
			fill(t, s, err)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			return data
		})
	}
	for _, schema := range list {
		t.Run(fmt.Sprint(schema), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "old.db")
			if err := os.WriteFile(path, read(t, past.SQLite, schema), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := sqlite.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			check(t, s, schema)
			checkBackup(t, s.Backup(), schema, schema < list[len(list)-1])
		})
	}
}

// checkBackup opens the copy that was made before an upgrade: it has the old schema,
// and what was stored in it.
func checkBackup(t *testing.T, path string, schema int64, wanted bool) {
	t.Helper()
	if wanted != (path != "") {
		t.Fatalf("schema %d: the backup is %q", schema, path)
	}
	if !wanted {
		return
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || !strings.Contains(path, fmt.Sprintf(".schema-%d.2", schema)) {
		t.Errorf("the backup %s: %v, %v", path, info, err)
	}
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var has, events int64
	if err := raw.QueryRow(`SELECT (SELECT max(version_id) FROM goose_db_version), (SELECT count(*) FROM events)`).Scan(&has, &events); err != nil || has != schema || events < 50 {
		t.Errorf("the backup has schema %d and %d events, %v", has, events, err)
	}
	restored, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	check(t, restored, schema)
}

// Without a copy nothing is changed.
func TestAStoreThatCannotBeCopiedIsNotUpgraded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "old.db")
	if err := os.WriteFile(path, read(t, past.SQLite, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	// Nobody, not even root, makes a file with so long a name.
	long := filepath.Join(dir, strings.Repeat("x", 240))
	if err := os.Rename(path, long); err != nil {
		t.Fatal(err)
	}
	if s, err := sqlite.Open(t.Context(), long); err == nil {
		s.Close()
		t.Fatal("it was upgraded without a copy")
	} else if !strings.Contains(err.Error(), "no copy can be made") {
		t.Error(err)
	}
	raw, err := sql.Open("sqlite", long)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var has int64
	if err := raw.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&has); err != nil || has != 1 {
		t.Errorf("it has schema %d now, %v", has, err)
	}
}

func TestEveryPostgresStoreSoFarOpens(t *testing.T) {
	pg := pgtest.Start(t)
	list := schemas(t, postgres.Migrations())
	if *update {
		write(t, past.Postgres, list[len(list)-1], func() []byte {
			s, err := postgres.Open(t.Context(), pg.Address(t, "new"))
			fill(t, s, err)
			data, err := pg.Dump("new")
			if err != nil {
				t.Fatal(err)
			}
			return data
		})
	}
	for _, schema := range list {
		t.Run(fmt.Sprint(schema), func(t *testing.T) {
			name := fmt.Sprint("old", schema)
			address := pg.Address(t, name)
			if err := pg.Restore(name, read(t, past.Postgres, schema)); err != nil {
				t.Fatal(err)
			}
			s, err := postgres.Open(t.Context(), address)
			if schema < list[len(list)-1] {
				if !errors.Is(err, postgres.ErrOlder) {
					t.Fatalf("the tables of an older program were taken without being asked for: %v", err)
				}
				s, err = postgres.Upgrade(t.Context(), address)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			check(t, s, schema)
		})
	}
}

// write packs a new store into testdata. A schema has the store that was made when it
// was new; generated again it would only show what today's program writes.
func write(t *testing.T, kind string, schema int64, data func() []byte) {
	t.Helper()
	file := filepath.Join("testdata", fmt.Sprintf(kind, schema)+".gz")
	if _, err := os.Stat(file); err == nil {
		return
	}
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = zip.Write(data())
	}
	if err == nil {
		err = zip.Close()
	}
	if err == nil {
		err = os.WriteFile(file, b.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Fatalf("%s is new; commit it and run the test again", file)
}

func fill(t *testing.T, s store.Store, err error) {
	t.Helper()
	if err == nil {
		err = past.Fill(t.Context(), s)
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// check asks an upgraded store for everything that it had, and plays on.
func check(t *testing.T, s store.Store, schema int64) {
	t.Helper()
	ctx := t.Context()
	if err := s.Sound(ctx); err != nil {
		t.Error(err)
	}
	for _, g := range games.All() {
		over, runs := replays(t, s, "over-"+g.ID, match.Over), replays(t, s, "runs-"+g.ID, match.Running)
		replays(t, s, "open-"+g.ID, match.Open)
		if over.Old() != nil {
			checkOld(t, s, over, runs)
			continue
		}
		rec, err := over.Record()
		if err == nil {
			err = record.Verify(rec)
		}
		if err != nil {
			t.Errorf("the finished game of %s: %v", g.ID, err)
		}
		playOn(t, s, runs)
		if lines, err := s.Chat(ctx, "runs-"+g.ID, 0, 10); err != nil || len(lines) != 3 || lines[2].Text != "line 2" || lines[0].Name != "Ada" {
			t.Errorf("chat: %v, %v", lines, err)
		}
	}
	if session, u, err := s.Session(ctx, "hash of ada"); err != nil || u.Name != "Ada" || session.User != "ada" {
		t.Errorf("a session: %+v of %+v, %v", session, u, err)
	}
	if mutes, err := s.Mutes(ctx, "bob"); err != nil || len(mutes) != 1 {
		t.Errorf("mutes: %v, %v", mutes, err)
	}
	if list, err := s.Tables(ctx, store.Filter{User: "bob", Limit: 100}); err != nil || len(list) != 2*len(games.All()) {
		t.Errorf("%d tables of one's own, %v", len(list), err)
	}
	if list, err := s.Tables(ctx, store.Filter{Status: match.Open, Limit: 100}); err != nil || len(list) != len(games.All()) {
		t.Errorf("%d open tables, %v", len(list), err)
	}
	if schema >= 2 {
		if _, u, err := s.AccountByLogin(ctx, "hall"); err != nil || u.Name != "Hall" {
			t.Errorf("an account: %+v, %v", u, err)
		}
		if list, err := s.Ratings(ctx, "hall"); err != nil || len(list) != 1 || list[0].Value != 1600 {
			t.Errorf("ratings: %+v, %v", list, err)
		}
		if h, err := s.Hook(ctx, "hall"); err != nil || h.URL != "https://hall.example/" {
			t.Errorf("a hook: %+v, %v", h, err)
		}
	}
	if schema >= 3 {
		if a, err := s.Analysis(ctx, "over-epigo", 0); err != nil || a.Status != store.AnalysisQueued {
			t.Errorf("an analysis: %+v, %v", a, err)
		}
	}
	if schema >= 5 {
		_, log, err := s.Tournament(ctx, past.Tournament, 0)
		if err != nil {
			t.Fatal(err)
		}
		if tour, err := tournament.Replay(past.Tournament, log); err != nil || tour.Status != tournament.Running || len(tour.Games) != 1 {
			t.Errorf("a tournament: %+v, %v", tour, err)
		}
		if id, game, err := s.TournamentOf(ctx, "over-epigo"); err != nil || id != past.Tournament || game != 0 {
			t.Errorf("the table of a tournament: %s %d, %v", id, game, err)
		}
	}
	var dump bytes.Buffer
	if rows, err := s.Dump(ctx, &dump); err != nil || rows < 100 {
		t.Errorf("a dump of %d rows, %v", rows, err)
	}
}

// replays checks that a table is what its head says.
func replays(t *testing.T, s store.Store, id string, want match.Status) *match.Table {
	t.Helper()
	stored, err := s.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := match.Replay(games.ByID, id, stored)
	if err != nil {
		t.Fatal(err)
	}
	if h := stored.Head; tb.Status != want || h.Status != want || h.Seq != tb.Seq || h.Acting != tb.Acting() && tb.Old() == nil {
		t.Errorf("%s: %s at %d, the head says %s at %d", id, tb.Status, tb.Seq, h.Status, h.Seq)
	}
	return tb
}

// checkOld looks at games of rules that can no longer be replayed: the finished
// one keeps its result, and the other one ends for nothing.
func checkOld(t *testing.T, s store.Store, over, runs *match.Table) {
	t.Helper()
	if r := over.Result(); !r.Over || r.Winners(over.Config.Players).Len() != 1 || r.Reason == "" {
		t.Errorf("%s: the stored result is lost: %+v", over.ID, r)
	}
	if log, stories := over.Log(0); int64(len(log)) != over.Seq || len(stories) != len(log) {
		t.Errorf("%s: %d entries and %d stories of %d", over.ID, len(log), len(stories), over.Seq)
	}
	const sentence = "cannot be replayed"
	if _, err := over.Record(); err == nil || !strings.Contains(err.Error(), sentence) {
		t.Errorf("%s has a record: %v", over.ID, err)
	}
	if _, _, _, err := over.At(0); err == nil || !strings.Contains(err.Error(), sentence) {
		t.Errorf("%s was replayed: %v", over.ID, err)
	}
	if board := string(over.Look(game.PublicViewer()).AppendBoard(nil)); !strings.Contains(board, sentence) {
		t.Errorf("%s shows %q", over.ID, board)
	}
	if runs.Acting() != 0 {
		t.Errorf("%s waits for %v", runs.ID, runs.Acting())
	}
	if _, err := runs.Act(0, runs.Step, "on", "stay", match.Now{MS: runs.Updated + 1}); err == nil || !strings.Contains(err.Error(), sentence) {
		t.Errorf("%s was played on: %v", runs.ID, err)
	}
	ids, err := s.OldRules(t.Context(), runs.Config.Game.ID, runs.Config.Game.Rules)
	if err != nil || len(ids) != 2 {
		t.Errorf("unfinished tables of old rules: %v, %v", ids, err)
	}
	d, err := runs.EndOld(match.Now{MS: runs.Updated + 1})
	if err == nil {
		err = s.Commit(context.Background(), d.Change)
	}
	if err != nil || d.Table.Status != match.Aborted {
		t.Fatalf("%s does not end: %v", runs.ID, err)
	}
	ended := replays(t, s, runs.ID, match.Aborted)
	if d, err := ended.EndOld(match.Now{MS: runs.Updated + 2}); err != nil || !d.Again {
		t.Errorf("%s ends twice: %v", runs.ID, err)
	}
}

func playOn(t *testing.T, s store.Store, tb *match.Table) {
	t.Helper()
	seat := tb.Waiting().First()
	if both := tb.Acting().Len() == 2; both && tb.Waiting().Len() != 1 {
		t.Errorf("%s: the sealed choice is gone", tb.ID)
	}
	view := tb.Look(game.SeatViewer(seat))
	a, _ := game.Sample(view, seat, game.NewRand(1), nil)
	d, err := tb.Act(seat, tb.Step, "on", string(view.AppendAction(nil, seat, a)), match.Now{MS: tb.Updated + 1})
	if err == nil {
		err = s.Commit(context.Background(), d.Change)
	}
	if err != nil {
		t.Errorf("%s cannot be played on: %v", tb.ID, err)
	}
}
