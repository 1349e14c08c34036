package tables

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"atoll/match"
)

// news are what other nodes have told of a table and nobody has looked at yet.
// They save asking the store, which stays the judge: where one is missing, or
// cannot be read, it is asked.
type news struct {
	waiting atomic.Bool

	mu  sync.Mutex
	all [][]byte // sealed
}

// maxWaiting is how many are kept. Of a table at which nobody looks for so long the
// store tells more cheaply.
const maxWaiting = 16

// Heard takes what another node has told of a change that is stored; nil: that
// there was one.
func (e *Entry) Heard(sealed []byte) {
	if sealed == nil || !e.news.put(sealed) {
		e.Outdate()
	}
}

func (n *news) put(sealed []byte) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.all) >= maxWaiting {
		return false
	}
	n.all = append(n.all, sealed)
	n.waiting.Store(true)
	return true
}

func (n *news) take() [][]byte {
	if !n.waiting.Load() {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.all
	n.all = nil
	n.waiting.Store(false)
	return all
}

// learn returns the table with what was told of it. If that is not all that follows,
// it is false.
func (ts *Tables) learn(t *match.Table, told [][]byte) (*match.Table, bool) {
	for i, sealed := range told {
		var err error
		if told[i], err = ts.n.Unseal(t.ID, sealed); err != nil {
			return nil, false
		}
	}
	slices.SortFunc(told, func(a, b []byte) int { return cmp.Compare(match.NewsVersion(a), match.NewsVersion(b)) })
	for _, data := range told {
		if match.NewsVersion(data) <= t.Version {
			continue
		}
		var err error
		if t, err = t.Learn(ts.n.Game, data); err != nil {
			return nil, false
		}
	}
	return t, true
}
