package match

// heard are the messages that the entries of a log answer, as far as is needed to
// say of nearly every new one that it is new without walking through the log: a
// Bloom filter with two bits for each. It may take a new one for old, and then the
// log is asked; an old one it never takes for new. Messages are in it as sealMsg
// writes them.
type heard [16]uint64

func (h *heard) add(msg string) {
	a, b := places(msg)
	h[a>>6] |= 1 << (a & 63)
	h[b>>6] |= 1 << (b & 63)
}

func (h *heard) has(msg string) bool {
	a, b := places(msg)
	return h[a>>6]>>(a&63)&1 != 0 && h[b>>6]>>(b&63)&1 != 0
}

// places are the two bits of a message, from its FNV-1a hash, stirred: messages that
// are counted differ in their last letters only, which do not reach every bit.
func places(msg string) (a, b uint32) {
	sum := uint64(14695981039346656037)
	for i := range len(msg) {
		sum = (sum ^ uint64(msg[i])) * 1099511628211
	}
	sum ^= sum >> 32
	sum *= 0xff51afd7ed558ccd
	return uint32(sum>>32) & 1023, uint32(sum>>48) & 1023
}

// addOf adds the messages of an entry.
func (h *heard) addOf(e *Entry) {
	for i := range e.Moves {
		if m := &e.Moves[i]; m.Msg != "" {
			h.add(sealMsg(m.By, m.Msg))
		}
	}
	if e.Rare != nil && e.Offer != nil && e.Offer.Msg != "" {
		h.add(sealMsg(e.Offer.By, e.Offer.Msg))
	}
	for _, m := range e.Msgs {
		h.add(m)
	}
}
