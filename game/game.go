package game

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Traits say which algorithms fit a game.
type Traits struct {
	Simultaneous bool // some steps are secret simultaneous choices
	Chance       bool // Nature acts
	Hidden       bool // some viewers know less than the truth
	// NatureReveals: a redacted state can be played on, because Nature draws what
	// is uncovered at the moment it is uncovered.
	NatureReveals bool
}

// Game is one entry of the catalogue: everything about a game but its states.
type Game struct {
	ID      string
	Name    string
	Tagline string // one short sentence
	// Summary says in two or three sentences what players do and how it ends, for pages that say
	// nothing else about the game.
	Summary string
	Credit  Credit
	// Rules is the version of the rules, raised when a change of the code could
	// make an old record replay differently.
	Rules   int
	Players []int // allowed numbers of players, ascending
	Minutes int   // usual length of a game
	Traits  Traits
	// DrawSeats says that chance decides who sits where, unless a table wants it
	// otherwise: for games in which seats are not alike.
	DrawSeats bool
	Options   []Option
	// Drawn games have a picture of their own in the browser and the terminal. The JSON of other
	// games holds a text board, which is shown instead.
	Drawn bool
	// Wire, if not nil, declares the types of the game's JSON.
	Wire *Wire
	// Reasons are the texts that Result.Reason can have.
	Reasons []string
	// SeatNames returns the names of the seats for a number of players.
	SeatNames func(players int) []string
	// Check, if not nil, refuses combinations of options that each are allowed.
	Check func(Config) error
	// Past, if not nil, adds to the options of an earlier version of the rules
	// what makes these rules play the same game, or reports that nothing does.
	Past func(version int, given map[string]Value) bool
	// New returns the first state for a valid Config.
	New func(Config) State
}

// Config is a game with a number of players and a value for every option. Make
// it with Configure.
type Config struct {
	Game    *Game
	Players int
	values  [8]Value // parallel to Game.Options
}

// MaxOptions is the most options a game may have.
const MaxOptions = 8

// Configure checks a number of players and the given options, and sets the
// others to their defaults.
func (g *Game) Configure(players int, given map[string]Value) (Config, error) {
	cfg := Config{Game: g, Players: players}
	if !slices.Contains(g.Players, players) {
		return Config{}, fmt.Errorf("%s is for %s players, not %d", g.ID, g.PlayersText(), players)
	}
	keys := make([]string, 0, len(given))
	for k := range given {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if g.option(k) < 0 {
			return Config{}, fmt.Errorf("%s has no option %.40q; it has: %s", g.ID, k, g.optionKeys())
		}
	}
	for i, o := range g.Options {
		v, ok := given[o.Key]
		if !ok {
			cfg.values[i] = o.Default
			continue
		}
		if err := o.check(v); err != nil {
			return Config{}, err
		}
		cfg.values[i] = v
	}
	for i, o := range g.Options {
		if _, ok := given[o.Key]; !ok {
			continue
		}
		if key, want, _ := strings.Cut(o.Needs, "="); key != "" && cfg.Text(key) != want {
			return Config{}, fmt.Errorf("option %s needs %s", o.Key, o.Needs)
		}
		if key, with, _ := strings.Cut(o.Idle, "="); key != "" && cfg.Text(key) == with && cfg.values[i] != o.Default {
			return Config{}, fmt.Errorf("option %s plays no part with %s", o.Key, o.Idle)
		}
		if o.Players != 0 && players != o.Players && cfg.values[i] != o.Default {
			return Config{}, fmt.Errorf("option %s=%s is for %d players only", o.Key, cfg.values[i], o.Players)
		}
	}
	if g.Check != nil {
		if err := g.Check(cfg); err != nil {
			return Config{}, err
		}
	}
	return cfg, nil
}

// OldRules is the error for a game of an earlier version of the rules that these
// rules cannot play.
type OldRules struct {
	Game    *Game
	Version int
}

func (o *OldRules) Error() string {
	return fmt.Sprintf("it was played by version %d of the rules of %s and cannot be replayed: this program plays version %d", o.Version, o.Game.Name, o.Game.Rules)
}

// ConfigureAs is Configure for a game that was begun by the given version of
// the rules. The error is an *OldRules where these rules cannot play it.
func (g *Game) ConfigureAs(version, players int, given map[string]Value) (Config, error) {
	switch {
	case version == g.Rules:
		return g.Configure(players, given)
	case version > g.Rules || version < 1:
		return Config{}, fmt.Errorf("it uses version %d of the rules of %s; this program knows version %d", version, g.ID, g.Rules)
	}
	as := maps.Clone(given)
	if as == nil {
		as = map[string]Value{}
	}
	if g.Past == nil || !g.Past(version, as) {
		return Config{}, &OldRules{g, version}
	}
	for _, o := range g.Options {
		if _, ok := given[o.Key]; ok && o.Since > version {
			return Config{}, fmt.Errorf("version %d of the rules of %s has no option %s", version, g.ID, o.Key)
		}
	}
	return g.Configure(players, as)
}

// MustConfigure is Configure for tests and tables: options as "key=value".
func (g *Game) MustConfigure(players int, options ...string) Config {
	given, err := g.ReadOptions(options)
	if err != nil {
		panic(err)
	}
	cfg, err := g.Configure(players, given)
	if err != nil {
		panic(err)
	}
	return cfg
}

// ReadOptions reads "key=value" texts.
func (g *Game) ReadOptions(texts []string) (map[string]Value, error) {
	given := map[string]Value{}
	for _, text := range texts {
		key, val, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("an option is written key=value, not %.60q", text)
		}
		i := g.option(key)
		if i < 0 {
			return nil, fmt.Errorf("%s has no option %.40q; it has: %s", g.ID, key, g.optionKeys())
		}
		if _, twice := given[key]; twice {
			return nil, fmt.Errorf("option %s is given twice", key)
		}
		v, err := g.Options[i].Read(val)
		if err != nil {
			return nil, err
		}
		given[key] = v
	}
	return given, nil
}

func (g *Game) option(key string) int {
	return slices.IndexFunc(g.Options, func(o Option) bool { return o.Key == key })
}

func (g *Game) optionKeys() string {
	keys := make([]string, len(g.Options))
	for i, o := range g.Options {
		keys[i] = o.Key
	}
	return strings.Join(keys, ", ")
}

// PlayersText says for how many players the game is, as "2" or "2 or 4".
func (g *Game) PlayersText() string {
	words := make([]string, len(g.Players))
	for i, n := range g.Players {
		words[i] = fmt.Sprint(n)
	}
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return words[0]
}

// New returns the first state.
func (c Config) New() State { return c.Game.New(c) }

// SeatNames returns the names of the seats.
func (c Config) SeatNames() []string { return c.Game.SeatNames(c.Players) }

// SeatName returns the name of one seat; "chance" for Nature.
func (c Config) SeatName(s Seat) string {
	if s == Nature {
		return "chance"
	}
	return c.SeatNames()[s]
}

// SeatByName finds a seat (or "chance") by its name.
func (c Config) SeatByName(name string) (Seat, bool) {
	if name == "chance" {
		return Nature, true
	}
	i := slices.Index(c.SeatNames(), name)
	return Seat(i), i >= 0
}

// Value returns the value of an option; it panics if there is no such option.
func (c Config) Value(key string) Value {
	i := c.Game.option(key)
	if i < 0 {
		panic("game: " + c.Game.ID + " has no option " + key)
	}
	return c.values[i]
}

// Text returns the value of an option as text.
func (c Config) Text(key string) string { return c.Value(key).String() }

// Given returns the options whose value is not the default.
func (c Config) Given() map[string]Value {
	given := map[string]Value{}
	for i, o := range c.Game.Options {
		if c.values[i] != o.Default {
			given[o.Key] = c.values[i]
		}
	}
	return given
}

// AppendText appends "game players key=value …" with the options that are not
// at their default, in the game's order. Every position text begins with it.
func (c Config) AppendText(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%s %d", c.Game.ID, c.Players)
	for i, o := range c.Game.Options {
		if c.values[i] != o.Default {
			dst = fmt.Appendf(dst, " %s=%s", o.Key, c.values[i])
		}
	}
	return dst
}

// String is AppendText as a string.
func (c Config) String() string { return string(c.AppendText(nil)) }

// ParseConfig reads what AppendText wrote, for this game only.
func (g *Game) ParseConfig(text string) (Config, error) {
	words := strings.Split(text, " ")
	if words[0] != g.ID {
		return Config{}, fmt.Errorf("position of %.40q, not of %s", words[0], g.ID)
	}
	if len(words) < 2 || len(words[1]) != 1 || words[1][0] < '0' || words[1][0] > '9' {
		return Config{}, fmt.Errorf("position has no number of players")
	}
	given, err := g.ReadOptions(words[2:])
	if err != nil {
		return Config{}, err
	}
	cfg, err := g.Configure(int(words[1][0]-'0'), given)
	if err != nil {
		return Config{}, err
	}
	if got := cfg.String(); got != text {
		return Config{}, fmt.Errorf("options are not in canonical form: %.80q should be %q", text, got)
	}
	return cfg, nil
}
