package match

import (
	"encoding/json"
	"errors"
	"strings"

	"atoll/game"
)

// relic stands for the position of a game that was played by rules which can no
// longer be replayed. Nobody acts in it, it shows nothing, and its result is the
// one that was stored.
type relic struct {
	cfg    game.Config
	old    *game.OldRules
	result game.Result
}

var errRelic = errors.New("the game was played by old rules")

func (r *relic) Config() game.Config                                        { return r.cfg }
func (r *relic) Acting() game.Seats                                         { return 0 }
func (r *relic) AppendActions(dst []game.Action, _ game.Seat) []game.Action { return dst }
func (r *relic) Legal(game.Seat, game.Action) bool                          { return false }
func (r *relic) Weight(game.Action) uint32                                  { return 0 }
func (r *relic) Play(game.Choices, game.Tell)                               {}
func (r *relic) Table(game.Seat, game.TableAction, game.Tell)               {}
func (r *relic) AllowsTable(game.Seat, game.TableAction) error              { return errRelic }

func (r *relic) Result() game.Result { return r.result }

func (r *relic) CopyFrom(src game.State)      { *r = *src.(*relic) }
func (r *relic) Hash() uint64                 { return 0 }
func (r *relic) RecomputeHash() uint64        { return 0 }
func (r *relic) Redact(v game.Viewer)         { v.Truth() }
func (r *relic) Fill(*game.Rand)              {}
func (r *relic) AppendText(dst []byte) []byte { return append(dst, '-') }

func (r *relic) UnmarshalText([]byte) error                                 { return errRelic }
func (r *relic) AppendAction(dst []byte, _ game.Seat, _ game.Action) []byte { return dst }
func (r *relic) ParseAction(game.Seat, string) (game.Action, error)         { return 0, errRelic }

func (r *relic) WhyNot(game.Seat, game.Action) string { return r.sentence() }

func (r *relic) AppendBoard(dst []byte) []byte { return append(append(dst, r.sentence()...), '\n') }

func (r *relic) UnmarshalJSON([]byte) error { return errRelic }

// Copy returns an independent copy.
func (r *relic) Copy() game.State {
	c := *r
	return &c
}

// MarshalJSON gives what every position has.
func (r *relic) MarshalJSON() ([]byte, error) {
	return append(game.AppendCommonJSON([]byte{'{'}, r), '}'), nil
}

func (r *relic) sentence() string {
	text := r.old.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// Old returns why the table's game cannot be replayed: there are a result, a log
// and a chat, but no position. Nil for all others.
func (t *Table) Old() *game.OldRules {
	if r, ok := t.state.(*relic); ok {
		return r.old
	}
	return nil
}

// OldMove describes one move of a game that cannot be replayed. It is no longer known what was
// secret, so for chance and for secret choices only the verb is given.
func (t *Table) OldMove(m Move) string {
	do := m.Do
	if m.By == game.Nature || t.Config.Game.Traits.Simultaneous {
		do, _, _ = strings.Cut(do, " ")
	}
	return t.Config.SeatName(m.By) + ": " + do + "."
}

// recall takes from the head what the log of a game that cannot be replayed does not say: whether
// it is over, and how it ended.
func (t *Table) recall(h *Head) {
	r, ok := t.state.(*relic)
	if !ok || t.Status != Running || h.Status != Over {
		return
	}
	t.Status = Over
	var info struct {
		Result *struct {
			Rank   map[string]uint8
			Reason string
		}
	}
	if json.Unmarshal(h.Info, &info) != nil || info.Result == nil {
		return
	}
	r.result = game.Result{Over: true, Reason: info.Result.Reason}
	for s, name := range t.Config.SeatNames() {
		r.result.Rank[s] = info.Result.Rank[name]
	}
}

// EndOld closes a table whose game can be neither replayed nor played on. It
// counts for nothing.
func (t *Table) EndOld(now Now) (Done, error) {
	if t.Old() == nil || t.Status != Open && t.Status != Running {
		return t.again(t.Seq, false)
	}
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindAborted}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}
