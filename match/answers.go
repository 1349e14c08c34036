package match

import (
	"slices"

	"atoll/game"
)

// A message that is sent again gets the answer it got at first, whatever has
// happened since. Where that number is not the one of the entry with the message
// (chance was drawn after it, or the choice was sealed long before) it is stored.

// note remembers a sealed message and what it is answered with.
func (p *Private) note(msg string, seq int64) {
	p.Seqs = append(p.Seqs, make([]int64, len(p.Msgs)-len(p.Seqs))...) // of older programs: not known
	p.Msgs, p.Seqs = append(p.Msgs, msg), append(p.Seqs, seq)
}

// noted finds what a sealed message was answered with; 0 if that is not known.
func noted(msgs []string, seqs []int64, msg string) (seq int64, ok bool) {
	i := slices.Index(msgs, msg)
	if i < 0 {
		return 0, false
	}
	if i < len(seqs) {
		seq = seqs[i]
	}
	return seq, true
}

// remember notes in the new entries of n, made from t, how their messages were answered.
func (n *Table) remember(t *Table) {
	fresh := n.log[t.Seq:]
	if len(fresh) == 0 {
		return
	}
	first := func(e *Entry, by game.Seat, msg string) int64 {
		seq, sealed := noted(t.private.Msgs, t.private.Seqs, sealMsg(by, msg))
		if !sealed {
			seq = n.Seq
		}
		if seq == e.Seq {
			return 0
		}
		return seq
	}
	var kept map[string]bool
	lost := len(n.private.Msgs) < len(t.private.Msgs)
	if lost {
		kept = make(map[string]bool, len(t.private.Msgs))
	}
	for i := range fresh {
		e := &fresh[i]
		for j := range e.Moves {
			m := &e.Moves[j]
			if m.Msg == "" || m.By == game.Nature {
				continue
			}
			m.Seq = first(e, m.By, m.Msg)
			if lost {
				kept[sealMsg(m.By, m.Msg)] = true
			}
		}
		if e.Rare != nil && e.Offer != nil && e.Offer.Msg != "" {
			e.Offer.Seq = first(e, e.Offer.By, e.Offer.Msg)
		}
		if lost {
			for _, m := range e.Msgs {
				kept[m] = true
			}
		}
	}
	if !lost {
		return
	}
	// A step that ended without being made, by a resignation or a takeback.
	last := &fresh[len(fresh)-1]
	for i, m := range t.private.Msgs {
		if !kept[m] {
			var seq int64
			if i < len(t.private.Seqs) {
				seq = t.private.Seqs[i]
			}
			last.keep(m, seq)
			n.heard.add(m)
		}
	}
}

// keep adds a message that made no move in the entry.
func (e *Entry) keep(msg string, seq int64) {
	e.Seqs = append(e.Seqs, make([]int64, len(e.Msgs)-len(e.Seqs))...)
	e.Msgs, e.Seqs = append(e.Msgs, msg), append(e.Seqs, seq)
}

// Answered finds the first answer to a message of seat s that spoke of a step.
func (t *Table) Answered(s game.Seat, step int64, msg string) (Done, bool) {
	if seq, ok := t.answered(s, step, msg); ok {
		d, _ := t.again(seq, false)
		return d, true
	}
	seq, ok := noted(t.private.Msgs, t.private.Seqs, sealMsg(s, msg))
	if !ok {
		return Done{}, false
	}
	if seq == 0 {
		seq = t.Seq
	}
	d, _ := t.again(seq, t.Status == Running)
	return d, true
}

// answered finds the answer to a message of seat s in the log. Its effect cannot come before the
// step it spoke of.
func (t *Table) answered(s game.Seat, step int64, msg string) (int64, bool) {
	if msg == "" || !t.heard.has(sealMsg(s, msg)) {
		return 0, false
	}
	const far = 256 // it may have been sent again for another step
	or := func(seq, entry int64) int64 {
		if seq == 0 {
			return entry
		}
		return seq
	}
	for i := len(t.log) - 1; i >= 0 && (i >= len(t.log)-far || t.log[i].Seq > step); i-- {
		e := &t.log[i]
		for _, m := range e.Moves {
			if m.Msg == msg && m.By == s {
				return or(m.Seq, e.Seq), true
			}
		}
		if e.Rare != nil && e.Offer != nil && e.Offer.Msg == msg && e.Offer.By == s {
			return or(e.Offer.Seq, e.Seq), true
		}
		if len(e.Msgs) > 0 {
			if seq, ok := noted(e.Msgs, e.Seqs, sealMsg(s, msg)); ok {
				return or(seq, e.Seq), true
			}
		}
	}
	return 0, false
}
