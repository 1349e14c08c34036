package session

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"atoll/game"
	"atoll/record"
	"atoll/tui/prose"
)

// Ended is a table whose game can be looked back on once it is over.
type Ended interface {
	Session
	// Record is the game; nil if it is not available.
	Record() *record.Record
	// Me is the seat whose chances are shown.
	Me() game.Seat
	// Players are the players as this screen calls them.
	Players() []string
	Afters(turns int) []Afterwards
}

var (
	_ Ended = (*Local)(nil)
	_ Ended = (*Remote)(nil)
)

// Record is the game as the server gave it at the end.
func (r *Remote) Record() *record.Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rec
}

// Me is the first of this person's seats, or the first of all for somebody who only
// watches.
func (r *Remote) Me() game.Seat {
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(0, r.mine.First())
}

// Players are the players as this screen calls them.
func (r *Remote) Players() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.called()
}

// called are the names of the players; whoever has one seat here is you.
func (r *Remote) called() []string {
	names := slices.Clone(r.names)
	if s := r.mine.First(); r.mine.Len() == 1 {
		names[s] = prose.You
	}
	return names
}

// Afters are what can be done after a game on a server.
func (r *Remote) Afters(turns int) []Afterwards {
	r.mu.Lock()
	playing := r.mine != 0
	r.mu.Unlock()
	list := []Afterwards{{Review, "Review", prose.Counted(turns, "turn", "turns")}, {Quit, "Leave", "the server keeps the game"}}
	if playing {
		list = slices.Insert(list, 0, Afterwards{Rematch, "Rematch", "as soon as everybody wants it"})
	}
	return list
}

// nextWitness is where the number for a rematch is kept until its table has a name.
func (r *Remote) nextWitness() *witness { return readWitness(r.dir, r.table+".next") }

// OfferRematch asks the others for another game.
func (r *Remote) OfferRematch() error {
	body := map[string]any{"msg": msgID(), "do": "offer rematch", "commit": r.nextWitness().commit()}
	err := r.change("/do", body)
	var no *refusal
	if errors.As(err, &no) && strings.HasSuffix(no.where, "commit") { // this person's other device was faster
		delete(body, "commit")
		err = r.change("/do", body)
	}
	r.mu.Lock()
	r.again = r.again || err == nil
	r.mu.Unlock()
	return err
}

// Next is the address of the rematch that was asked for here; "" until there is one.
func (r *Remote) Next() string {
	r.mu.Lock()
	id, wanted := r.view.Offers.Next, r.again
	r.mu.Unlock()
	if id == "" || !wanted {
		return ""
	}
	if w := r.nextWitness(); w.file != "" && w.Nonce != "" {
		old := w.file
		w.file = filepath.Join(r.dir, filepath.Base(id)+".json")
		w.save()
		_ = os.Remove(old) // a number that is used up
	}
	return r.base.String() + "/t/" + id
}

// Afterwards is something that can be done after a game.
type Afterwards struct {
	After After
	Short string // on the button
	Text  string // what it means
}
