package match

import (
	"encoding/binary"
	"errors"
)

// maxNews is how many bytes news have at most. What is longer is read from the store.
const maxNews = 8 << 10

// ErrNotNext says that news do not follow what is known of a table.
var ErrNotNext = errors.New("these are not the next news of the table")

// News is what a stored change has made of before: enough for another node that
// knows before to go on without asking the store. It holds secrets, as the store
// does. It is nil for changes that the store has to be asked for.
func (t *Table) News(before *Table) []byte {
	if before == nil || t.Version != before.Version+1 || t.Old() != nil {
		return nil
	}
	b := make([]byte, 0, 512)
	b = binary.AppendUvarint(b, uint64(t.Version))
	b = appendBytes(b, t.private.data())
	for i := range t.log[before.Seq:] {
		b = appendBytes(b, t.log[before.Seq:][i].Data())
		if len(b) > maxNews {
			return nil
		}
	}
	return b
}

func appendBytes(b, data []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(data))), data...)
}

// NewsVersion is the version that news bring a table to; 0: they are none.
func NewsVersion(news []byte) int64 {
	v, n := binary.Uvarint(news)
	if n <= 0 {
		return 0
	}
	return int64(v)
}

// Learn returns the table after the change that news tell of.
func (t *Table) Learn(games Games, news []byte) (*Table, error) {
	if t.Old() != nil || NewsVersion(news) != t.Version+1 {
		return nil, ErrNotNext
	}
	s := Stored{ID: t.ID, Version: t.Version + 1}
	_, n := binary.Uvarint(news)
	rest := news[n:]
	for seq := t.Seq; len(rest) > 0; seq++ {
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return nil, ErrNotNext
		}
		var data []byte
		data, rest = rest[n:][:size], rest[n:][size:]
		if s.Private == nil {
			s.Private, seq = data, seq-1
			continue
		}
		e, err := ReadEntry(seq+1, data)
		if err != nil {
			return nil, err
		}
		s.Entries = append(s.Entries, e)
	}
	return t.Extend(games, &s)
}
