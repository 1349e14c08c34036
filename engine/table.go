package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"atoll/game"
)

// table is one game under way. It keeps its first position and its steps, so
// that undo can play them again instead of keeping every position.
type table struct {
	first  game.State
	now    game.State
	steps  []step
	staged map[game.Seat]game.Action
	rand   *game.Rand
	manual bool // Nature waits for the client
}

// step is something that was done: choices, a bulk outcome, or a table action.
type step struct {
	choices game.Choices
	bulk    string
	table   game.TableAction
	seat    game.Seat
	chance  bool
}

func (t *table) do(s step, tell *story) error {
	texts := t.texts(s)
	switch {
	case s.table != 0:
		if err := game.TryTable(t.now, s.seat, s.table, tell.event()); err != nil {
			return err
		}
	case s.bulk != "":
		if err := t.now.(game.Bulk).PlayBulk(s.bulk, tell.event()); err != nil {
			return err
		}
	default:
		t.now.Play(s.choices, tell.event())
	}
	t.steps = append(t.steps, s)
	if tell != nil {
		tell.did = append(tell.did, texts...)
	}
	return nil
}

// texts are the events of a record that the step stands for.
func (t *table) texts(s step) []deed {
	cfg := t.now.Config()
	switch {
	case s.table != 0:
		return []deed{{cfg.SeatName(s.seat), s.table.String()}}
	case s.bulk != "":
		return []deed{{"chance", s.bulk}}
	}
	var list []deed
	for seat, a := range s.choices {
		if a != game.NoAction {
			seat := game.Seat(seat)
			list = append(list, deed{cfg.SeatName(seat), string(t.now.AppendAction(nil, seat, a))})
		}
	}
	return list
}

// settle draws for Nature until somebody else acts, unless the client does.
func (t *table) settle(tell *story) error {
	for !t.manual && t.now.Acting() == game.Only(game.Nature) {
		if err := t.chance(game.Draw(t.now, t.rand), tell); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) chance(outcome string, tell *story) error {
	if b, ok := t.now.(game.Bulk); ok && b.BulkPending() {
		return t.do(step{bulk: outcome, chance: true}, tell)
	}
	a, err := game.Parse(t.now, game.Nature, outcome)
	if err != nil {
		return err
	}
	return t.do(step{choices: game.Choose(game.Nature, a), chance: true}, tell)
}

// deed is an event as records write it.
type deed struct {
	By string `json:"by"`
	Do string `json:"do"`
}

// story collects what one command did and the events that tell it.
type story struct {
	names []string
	beats []json.RawMessage
	did   []deed
}

// event returns the listener for a state, nil if nobody listens.
func (l *story) event() game.Tell {
	if l == nil {
		return nil
	}
	return func(e game.Event) { l.beats = append(l.beats, e.AppendJSON(nil, l.names)) }
}

func (e *Engine) hello(context.Context, *request) (any, error) {
	return struct {
		Protocol int    `json:"protocol"`
		Name     string `json:"name"`
		Version  string `json:"version"`
		MaxLine  int    `json:"max_line"`
		MaxGames int    `json:"max_games"`
		MaxBatch int    `json:"max_batch"`
	}{Version, "atoll", e.Build, MaxLine, MaxGames, MaxBatch}, nil
}

func (e *Engine) help(context.Context, *request) (any, error) {
	return map[string]any{"commands": slices.Sorted(maps.Keys(e.commands))}, nil
}

type gameInfo struct {
	ID      string       `json:"id"`
	Name    string       `json:"name"`
	Rules   int          `json:"rules"`
	Players []int        `json:"players"`
	Options []optionInfo `json:"options"`
}

type optionInfo struct {
	Key     string       `json:"key"`
	Kind    string       `json:"kind"`
	Default game.Value   `json:"default"`
	Values  []game.Value `json:"values,omitempty"`
	Min     int64        `json:"min,omitempty"`
	Max     int64        `json:"max,omitempty"`
	Needs   string       `json:"needs,omitempty"`
	Idle    string       `json:"idle,omitempty"`
}

func (e *Engine) listGames(context.Context, *request) (any, error) {
	list := make([]gameInfo, 0, len(e.Games))
	for _, g := range e.Games {
		info := gameInfo{ID: g.ID, Name: g.Name, Rules: g.Rules, Players: g.Players, Options: []optionInfo{}}
		for _, o := range g.Options {
			oi := optionInfo{Key: o.Key, Kind: o.Kind.String(), Default: o.Default, Min: o.Min, Max: o.Max, Needs: o.Needs, Idle: o.Idle}
			for _, v := range o.Values {
				oi.Values = append(oi.Values, v.Value)
			}
			info.Options = append(info.Options, oi)
		}
		list = append(list, info)
	}
	return map[string]any{"games": list}, nil
}

func (e *Engine) find(id string) (*game.Game, error) {
	for _, g := range e.Games {
		if g.ID == id {
			return g, nil
		}
	}
	return nil, bad("unknown_game", "no game %.40q", id)
}

func (e *Engine) configure(req *request) (game.Config, error) {
	g, err := e.find(req.Game)
	if err != nil {
		return game.Config{}, err
	}
	players := req.Players
	if players == 0 {
		players = g.Players[0]
	}
	cfg, err := g.Configure(players, req.Options)
	if err != nil {
		return game.Config{}, bad("bad_options", "%s", err)
	}
	return cfg, nil
}

func (r *request) seed() uint64 {
	if r.Seed != nil {
		return *r.Seed
	}
	return 1
}

func (e *Engine) add(st game.State, req *request) (any, error) {
	if len(e.games) >= MaxGames {
		return nil, bad("too_many", "%d games are open; close some first", MaxGames)
	}
	t := &table{first: st, now: st.Copy(), rand: game.NewRand(req.seed()), staged: map[game.Seat]game.Action{}}
	switch req.Chance {
	case "", "auto":
	case "manual":
		t.manual = true
	default:
		return nil, bad("bad_chance", "chance is auto or manual, not %.40q", req.Chance)
	}
	l := story{names: st.Config().SeatNames()}
	if err := t.settle(&l); err != nil {
		return nil, err
	}
	e.nextGame++
	e.games[e.nextGame] = t
	return e.stand(e.nextGame, t, &l), nil
}

func (e *Engine) newGame(_ context.Context, req *request) (any, error) {
	cfg, err := e.configure(req)
	if err != nil {
		return nil, err
	}
	return e.add(cfg.New(), req)
}

func (e *Engine) load(_ context.Context, req *request) (any, error) {
	g, err := e.find(req.Game)
	if err != nil {
		return nil, err
	}
	st := g.New(mustDefault(g))
	if err := st.UnmarshalText([]byte(req.Position)); err != nil {
		return nil, bad("bad_position", "%s", err)
	}
	return e.add(st, req)
}

// resample begins a game that somebody could just as well be in: what "as" knows
// of the table stays, everything else is drawn from what is possible. The table
// itself does not change.
func (e *Engine) resample(_ context.Context, req *request) (any, error) {
	st, err := e.look(req)
	if err != nil {
		return nil, err
	}
	r := game.NewRand(req.seed())
	st.Fill(r.Split(0))
	return e.add(st, req)
}

// mustDefault is a config for a state that is about to be overwritten.
func mustDefault(g *game.Game) game.Config { return g.MustConfigure(g.Players[0]) }

// standing is how a game stands after a command.
type standing struct {
	Table  int               `json:"table"`
	Seats  []string          `json:"seats"`
	Acting []string          `json:"acting"`
	Staged []string          `json:"staged,omitempty"`
	Steps  int               `json:"steps"`
	Did    []deed            `json:"did,omitempty"`
	Events []json.RawMessage `json:"events,omitempty"`
	Result json.RawMessage   `json:"result"`
}

func (e *Engine) stand(id int, t *table, l *story) standing {
	cfg := t.now.Config()
	st := standing{
		Table: id, Seats: cfg.SeatNames(), Acting: seatNames(cfg, t.now.Acting()), Steps: len(t.steps),
		Result: game.AppendResultJSON(nil, t.now.Result(), cfg.SeatNames()),
	}
	var staged game.Seats
	for s := range t.staged {
		staged = staged.With(s)
	}
	if staged != 0 {
		st.Staged = seatNames(cfg, staged)
	}
	if l != nil {
		st.Events, st.Did = l.beats, l.did
	}
	return st
}

func seatNames(cfg game.Config, ss game.Seats) []string {
	names := []string{}
	for s := game.Seat(0); s <= game.Nature; s++ {
		if ss.Has(s) {
			names = append(names, cfg.SeatName(s))
		}
	}
	return names
}

func (e *Engine) table(req *request) (*table, error) {
	t, ok := e.games[req.Table]
	if !ok {
		return nil, bad("unknown_table", "no table %d is open", req.Table)
	}
	return t, nil
}

func (e *Engine) closeGame(_ context.Context, req *request) (any, error) {
	if _, err := e.table(req); err != nil {
		return nil, err
	}
	delete(e.games, req.Table)
	return nil, nil
}

// viewer reads "as". There is no default: a client says whose view it wants.
func viewer(cfg game.Config, as string) (game.Viewer, error) {
	switch as {
	case "public":
		return game.PublicViewer(), nil
	case "truth":
		return game.TruthViewer(), nil
	}
	if s, ok := cfg.SeatByName(as); ok && s != game.Nature {
		return game.SeatViewer(s), nil
	}
	return game.Viewer{}, bad("bad_viewer", "as is a seat (%v), public or truth, not %.40q", cfg.SeatNames(), as)
}

func (e *Engine) look(req *request) (game.State, error) {
	t, err := e.table(req)
	if err != nil {
		return nil, err
	}
	v, err := viewer(t.now.Config(), req.As)
	if err != nil {
		return nil, err
	}
	return game.Look(t.now, v), nil
}

func (e *Engine) position(_ context.Context, req *request) (any, error) {
	st, err := e.look(req)
	if err != nil {
		return nil, err
	}
	return map[string]string{"position": string(st.AppendText(nil))}, nil
}

func (e *Engine) view(_ context.Context, req *request) (any, error) {
	st, err := e.look(req)
	if err != nil {
		return nil, err
	}
	js, err := st.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return struct {
		View  json.RawMessage `json:"view"`
		Board string          `json:"board"`
	}{js, string(st.AppendBoard(nil))}, nil
}

func (e *Engine) seat(t *table, req *request) (game.Seat, error) {
	cfg := t.now.Config()
	if req.Seat == "" {
		if acting := t.now.Acting(); acting.Len() == 1 {
			return acting.First(), nil
		}
		return 0, bad("bad_seat", "seat is missing; to act: %s", game.ActingText(t.now))
	}
	s, ok := cfg.SeatByName(req.Seat)
	if !ok {
		return 0, bad("bad_seat", "no seat %.40q; seats are %v and chance", req.Seat, cfg.SeatNames())
	}
	return s, nil
}

func (e *Engine) legal(_ context.Context, req *request) (any, error) {
	t, err := e.table(req)
	if err != nil {
		return nil, err
	}
	s, err := e.seat(t, req)
	if err != nil {
		return nil, err
	}
	list := t.now.AppendActions(nil, s)
	body := struct {
		Seat    string   `json:"seat"`
		Count   int      `json:"count"`
		Actions []string `json:"actions"`
		Weights []uint32 `json:"weights,omitempty"`
	}{Seat: t.now.Config().SeatName(s), Count: len(list), Actions: make([]string, len(list))}
	for i, a := range list {
		body.Actions[i] = string(t.now.AppendAction(nil, s, a))
		if s == game.Nature {
			body.Weights = append(body.Weights, t.now.Weight(a))
		}
	}
	return body, nil
}

func (e *Engine) apply(_ context.Context, req *request) (any, error) {
	t, err := e.table(req)
	if err != nil {
		return nil, err
	}
	given := req.Actions
	if req.Action != "" {
		if given != nil {
			return nil, bad("bad_request", "give action or actions, not both")
		}
		s, err := e.seat(t, req)
		if err != nil {
			return nil, err
		}
		given = map[string]string{t.now.Config().SeatName(s): req.Action}
	}
	if len(given) == 0 {
		return nil, bad("bad_request", "no action is given")
	}
	l := story{names: t.now.Config().SeatNames()}
	if err := t.applyAll(given, &l); err != nil {
		return nil, err
	}
	if err := t.settle(&l); err != nil {
		return nil, err
	}
	return e.stand(req.Table, t, &l), nil
}

// applyAll checks everything before it changes anything.
func (t *table) applyAll(given map[string]string, tell *story) error {
	cfg := t.now.Config()
	staged := maps.Clone(t.staged)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		s, ok := cfg.SeatByName(name)
		if !ok {
			return bad("bad_seat", "no seat %.40q", name)
		}
		text := given[name]
		if ta, ok := game.ParseTableAction(text); ok {
			if len(given) > 1 {
				return bad("bad_request", "%q is sent alone", text)
			}
			if s == game.Nature {
				return bad("bad_seat", "chance has no table actions")
			}
			before := t.now.Acting()
			if err := t.do(step{table: ta, seat: s}, tell); err != nil {
				return err
			}
			if t.now.Acting() != before {
				clear(t.staged)
			}
			return nil
		}
		if s == game.Nature {
			if len(given) > 1 {
				return bad("bad_request", "chance acts alone")
			}
			return t.chance(text, tell)
		}
		a, err := game.Parse(t.now, s, text)
		if err != nil {
			return err
		}
		staged[s] = a
	}
	acting := t.now.Acting()
	if len(staged) < acting.Len() {
		t.staged = staged
		return nil
	}
	var c game.Choices
	for s, a := range staged {
		c[s] = a
	}
	t.staged = map[game.Seat]game.Action{}
	return t.do(step{choices: c}, tell)
}

func (e *Engine) chance(_ context.Context, req *request) (any, error) {
	t, err := e.table(req)
	if err != nil {
		return nil, err
	}
	if t.now.Acting() != game.Only(game.Nature) {
		return nil, bad("not_chance", "chance does not act; to act: %s", game.ActingText(t.now))
	}
	outcome := req.Outcome
	if outcome == "" {
		outcome = game.Draw(t.now, t.rand)
	}
	l := story{names: t.now.Config().SeatNames()}
	if err := t.chance(outcome, &l); err != nil {
		return nil, err
	}
	if err := t.settle(&l); err != nil {
		return nil, err
	}
	return e.stand(req.Table, t, &l), nil
}

// undo takes back that many decisions, each with the chance that followed it
// (where the engine draws, a redone decision draws anew).
func (e *Engine) undo(_ context.Context, req *request) (any, error) {
	t, err := e.table(req)
	if err != nil {
		return nil, err
	}
	n := req.Steps
	if n == 0 {
		n = 1
	}
	if n < 0 {
		return nil, bad("bad_request", "steps is at least 1, not %d", n)
	}
	keep := len(t.steps)
	for ; n > 0; n-- {
		if !t.manual {
			for keep > 0 && t.steps[keep-1].chance {
				keep--
			}
		}
		if keep == 0 {
			return nil, bad("no_steps", "there are only %d steps to take back", len(t.steps))
		}
		keep--
	}
	steps := t.steps[:keep:keep]
	t.now.CopyFrom(t.first)
	t.steps = nil
	clear(t.staged)
	for i, s := range steps {
		if err := t.do(s, nil); err != nil {
			return nil, fmt.Errorf("replaying step %d: %w", i, err)
		}
	}
	return e.stand(req.Table, t, nil), nil
}

func (e *Engine) result(_ context.Context, req *request) (any, error) {
	t, err := e.table(req)
	if err != nil {
		return nil, err
	}
	return e.stand(req.Table, t, nil), nil
}
