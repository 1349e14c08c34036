package conqueror

// bound says what a stored value is.
type bound uint8

const (
	exact bound = iota
	lower
	upper
)

type entry struct {
	key   uint64
	value float32
	depth int8
	bound bound
	final bool // rests on results alone, so that no depth makes it better
	age   uint8
	best  [3]uint8 // tile+1 for each die, 0 unknown
}

// table remembers positions of one search. A new age empties it.
type table struct {
	entries []entry
	age     uint8
}

const entryBytes = 24

// reset empties the table and gives it a size of at most so many bytes.
func (t *table) reset(bytes int64) {
	n := 1 << 10
	for int64(2*n)*entryBytes <= bytes && n < 1<<26 {
		n *= 2
	}
	t.age++
	if len(t.entries) != n {
		t.entries, t.age = make([]entry, n), 1
	} else if t.age == 0 {
		clear(t.entries)
		t.age = 1
	}
}

func (t *table) find(key uint64) *entry {
	e := &t.entries[key>>8&uint64(len(t.entries)-1)]
	if e.key == key && e.age == t.age {
		return e
	}
	return nil
}

func (t *table) store(key uint64, e entry) {
	old := &t.entries[key>>8&uint64(len(t.entries)-1)]
	if old.age == t.age && old.key != key && old.depth > e.depth+2 {
		return
	}
	e.key, e.age = key, t.age
	*old = e
}
