package session

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atoll/game"
	"atoll/record"
)

// save is a game on disk.
type save struct {
	Format  string          `json:"format"`
	Saved   time.Time       `json:"saved"`
	Seed    uint64          `json:"seed"`
	Seating Seating         `json:"seating"`
	Clock   string          `json:"clock,omitempty"`
	Left    []int64         `json:"left_ms,omitempty"`
	Draft   string          `json:"draft,omitempty"` // of a plan that is not locked in
	Record  json.RawMessage `json:"record"`
}

const saveFormat = "atoll-save/1"

// Resume continues a saved game.
func Resume(ctx context.Context, path string, find func(string) (*game.Game, bool), dir string, choose Choose) (*Local, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var s save
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%s is no saved game: %w", path, err)
	}
	if s.Format != saveFormat {
		return nil, fmt.Errorf("%s has format %.40q, not %s", path, s.Format, saveFormat)
	}
	saved, err := record.Parse(string(s.Record), find)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(s.Seating) != saved.Config.Players {
		return nil, fmt.Errorf("%s seats %d players in a game for %d", path, len(s.Seating), saved.Config.Players)
	}
	rec := record.NewRecorder(saved.Config)
	var story []Line
	for i, e := range saved.Events {
		tell := func(ev game.Event) {
			if ev.Audience.Includes(game.PublicViewer()) {
				story = append(story, Line{Step: i, Text: ev.Text, Event: &ev})
			}
		}
		if err := rec.Apply(e.By, e.Do, tell); err != nil {
			return nil, fmt.Errorf("%s: event %d: %w", path, i, err)
		}
	}
	l := newLocal(ctx, rec, s.Seating, s.Seed, dir, choose)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.path, l.draft = path, s.Draft
	if c, err := ParseClock(s.Clock); err == nil && c.Base > 0 && len(s.Left) == len(s.Seating) {
		l.clock, l.since = c, l.now()
		for _, ms := range s.Left {
			l.left = append(l.left, time.Duration(ms)*time.Millisecond)
		}
	}
	l.story = append(story, l.story...) // a bot may have been quick
	return l, nil
}

// Describe says what a saved game is, as "Epigo against Ferryman, turn 8"; "" if
// it cannot be read.
func Describe(path string, find func(string) (*game.Game, bool)) string {
	data, err := os.ReadFile(path)
	var s save
	if err != nil || json.Unmarshal(data, &s) != nil {
		return ""
	}
	saved, err := record.Parse(string(s.Record), find)
	if err != nil {
		return ""
	}
	text := saved.Config.Game.Name
	var others []string
	for _, who := range s.Seating {
		if who != "me" && who != "person" {
			others = append(others, who)
		}
	}
	switch n := len(others); {
	case n > 1:
		text += fmt.Sprintf(" against %d bots", n)
	case n == 1:
		text += " against " + others[0]
	}
	rec := record.NewRecorder(saved.Config)
	for _, e := range saved.Events {
		if rec.Apply(e.By, e.Do, nil) != nil {
			return ""
		}
	}
	js, _ := game.Look(rec.State(), game.PublicViewer()).MarshalJSON()
	var v map[string]any
	_ = json.Unmarshal(js, &v)
	for _, key := range []string{"turn_number", "turn"} {
		if n, ok := v[key].(float64); ok && n > 0 {
			return fmt.Sprintf("%s, turn %d", text, int(n))
		}
	}
	return text
}

// DraftOf is the choice that SetDraft kept.
func (l *Local) DraftOf() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.draft
}

// SetDraft keeps a choice that is not finished.
func (l *Local) SetDraft(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draft = text
}

// Saved lists the saved games in dir, the most recently played first.
func Saved(dir string) []string {
	paths, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	when := map[string]time.Time{}
	for _, path := range paths {
		if at, err := os.Stat(path); err == nil {
			when[path] = at.ModTime()
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		if d := when[b].Compare(when[a]); d != 0 {
			return d
		}
		return strings.Compare(b, a)
	})
	return paths
}

// Save writes the game to the directory of saved games.
func (l *Local) Save() (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.account()
	rec := l.rec.Record()
	s := save{
		Format: saveFormat, Saved: time.Now().UTC().Truncate(time.Second), Seed: l.seed, Seating: l.seat, Draft: l.draft,
		Record: rec.AppendText(nil),
	}
	if l.clock.Base > 0 {
		s.Clock = l.clock.String()
		for _, left := range l.left {
			s.Left = append(s.Left, left.Milliseconds())
		}
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return "", err
	}
	path := l.path
	if path == "" {
		path = filepath.Join(l.dir, time.Now().UTC().Format("20060102-150405.000000")+"-"+rec.Config.Game.ID+".json")
	}
	// Written as a whole or not at all: a crash does not lose what was saved before.
	if err := os.WriteFile(path+".new", append(data, '\n'), 0o600); err != nil {
		return "", err
	}
	l.path = path
	return path, os.Rename(path+".new", path)
}

// Leave saves an unfinished game that has begun, and says where; "" if there is nothing
// to resume. A finished game is removed from the saved ones.
func (l *Local) Leave() (string, error) {
	l.mu.Lock()
	over := l.rec.State().Acting() == 0
	begun := len(l.rec.Record().Events) > 0
	path := l.path
	l.mu.Unlock()
	if over {
		return "", l.Forget()
	}
	if !begun && path == "" {
		return "", nil
	}
	return l.Save()
}

// Forget removes a finished game from the saved ones.
func (l *Local) Forget() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	path := l.path
	if path == "" || filepath.Dir(path) != filepath.Clean(l.dir) {
		return nil
	}
	l.path = ""
	return os.Remove(path)
}
