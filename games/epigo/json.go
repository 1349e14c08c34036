package epigo

import (
	"math/bits"
	"strconv"

	"atoll/game"
)

// The members are documented in docs/wire/epigo.md.

// MarshalJSON implements game.State.
func (s *State) MarshalJSON() ([]byte, error) {
	return s.AppendJSON(make([]byte, 0, 4096)), nil
}

// AppendJSON appends what MarshalJSON returns.
func (s *State) AppendJSON(dst []byte) []byte {
	p := &s.pos
	dst = game.AppendCommonJSON(append(dst, '{'), s)
	dst = append(dst, `,"phase":"`...)
	if s.over != 0 {
		dst = append(dst, "over"...)
	} else {
		dst = append(dst, phaseWords[s.phase]...)
	}
	dst = strconv.AppendInt(append(dst, `","turn":`...), s.turn, 10)
	round := 0
	if s.midTurn() {
		round = int(s.round) + 1
	}
	dst = strconv.AppendInt(append(dst, `,"round":`...), int64(round), 10)
	dst = strconv.AppendInt(append(dst, `,"quiet":`...), s.quiet, 10)
	dst = appendBoardJSON(append(dst, `,"board":`...))
	dst = s.appendEpigonsJSON(append(dst, `,"epigons":`...))
	dst = strconv.AppendInt(append(dst, `,"captures":{"S":`...), int64(p.lost[1]), 10)
	dst = strconv.AppendInt(append(dst, `,"N":`...), int64(p.lost[0]), 10)
	dst = append(dst, '}')
	dst = s.appendIslandsJSON(append(dst, `,"islands":`...))
	dst = s.appendPlacesJSON(append(dst, `,"island_places":`...))
	dst = s.appendOrdersJSON(append(dst, `,"orders":`...))
	dst = append(dst, `,"offers":[`...)
	for side := range 2 {
		if s.offers.Has(game.Seat(side)) {
			if dst[len(dst)-1] != '[' {
				dst = append(dst, ',')
			}
			dst = append(dst, '"', seatLetters[side], '"')
		}
	}
	dst = append(dst, ']')
	dst = s.appendAskJSON(append(dst, `,"ask":`...))
	return append(dst, '}')
}

// UnmarshalJSON implements game.State.
func (s *State) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(s, data) }

func appendQuoted(dst []byte, sq Square) []byte {
	return append(appendSquare(append(dst, '"'), sq), '"')
}

func appendSetJSON(dst []byte, set uint64) []byte {
	dst = append(dst, '[')
	eachSquare(set, func(sq Square) {
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, sq)
	})
	return append(dst, ']')
}

func appendBoardJSON(dst []byte) []byte {
	dst = appendSetJSON(append(dst, `{"squares":`...), board)
	dst = appendSetJSON(append(dst, `,"home":{"S":`...), home[0])
	dst = appendSetJSON(append(dst, `,"N":`...), home[1])
	dst = strconv.AppendInt(append(dst, `},"centreline":`...), int64(homeRank[0])+1, 10)
	return append(dst, '}')
}

func (s *State) appendEpigonsJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for side := range 2 {
		for n := 1; n <= 7; n++ {
			if dst[len(dst)-1] != '[' {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"seat":"`...)
			dst = append(dst, seatLetters[side])
			dst = append(append(dst, `","number":`...), '0'+byte(n))
			at, on := Square(captured), "captured"
			if s.phase == deploying {
				on = "hand"
			} else if at = s.pos.at(side, n); at == onIsland {
				on = "island"
			} else if at != captured {
				on = "board"
			}
			dst = append(append(dst, `,"on":"`...), on...)
			if dst = append(dst, `","at":`...); on == "board" {
				dst = appendQuoted(dst, at)
			} else {
				dst = append(dst, "null"...)
			}
			dst = append(dst, '}')
		}
	}
	return append(dst, ']')
}

func (s *State) appendIslandsJSON(dst []byte) []byte {
	if s.pos.rules&islanders == 0 {
		return append(dst, "null"...)
	}
	dst = append(dst, '{')
	for side := range 2 {
		if side == 1 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"', seatLetters[side], '"', ':')
		isle, ok := s.pos.Island(side)
		if !ok {
			dst = append(dst, "null"...)
			continue
		}
		dst = appendQuoted(append(dst, `{"at":`...), isle)
		dst = appendSetJSON(append(dst, `,"squares":`...), islandMask[isle])
		dst = append(dst, `,"epigons":[`...)
		for n := 1; n <= 7; n++ {
			if s.pos.at(side, n) == onIsland {
				if dst[len(dst)-1] != '[' {
					dst = append(dst, ',')
				}
				dst = append(dst, '0'+byte(n))
			}
		}
		dst = append(dst, `]}`...)
	}
	return append(dst, '}')
}

func (s *State) appendPlacesJSON(dst []byte) []byte {
	if s.pos.rules&islanders == 0 {
		return append(dst, "null"...)
	}
	for side := range 2 {
		var set uint64
		for _, sq := range places[side] {
			set |= bit(sq)
		}
		if side == 0 {
			dst = appendSetJSON(append(dst, `{"S":`...), set)
		} else {
			dst = appendSetJSON(append(dst, `,"N":`...), set)
		}
	}
	return append(dst, '}')
}

func (s *State) appendOrdersJSON(dst []byte) []byte {
	if !s.midTurn() {
		return append(dst, "null"...)
	}
	for side := range 2 {
		if side == 0 {
			dst = append(dst, `{"S":[`...)
		} else {
			dst = append(dst, `,"N":[`...)
		}
		for i, o := range s.plans[side] {
			if i > 0 {
				dst = append(dst, ',')
			}
			if o == 0 {
				dst = append(dst, "null"...)
				continue
			}
			dst = appendOrder(append(dst, `{"order":"`...), o)
			dst = append(append(dst, `","number":`...), '0'+byte(o.Number()))
			if o == Slam {
				dst = append(dst, `,"dir":null`...)
			} else {
				dst = append(dst, `,"dir":"`...)
				dst = append(dst, dirLetters[o.Direction()], '"')
			}
			dst = strconv.AppendBool(append(dst, `,"revealed":`...), i <= int(s.round))
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

func (s *State) appendAskJSON(dst []byte) []byte {
	if !s.midTurn() || s.over != 0 {
		return append(dst, "null"...)
	}
	p, side, o := &s.pos, int(s.asked), s.order()
	dst = append(dst, `{"seat":"`...)
	dst = append(dst, seatLetters[side])
	dst = append(append(dst, `","kind":"`...), phaseWords[s.phase]...)
	dst = append(append(dst, `","number":`...), '0'+byte(o.Number()))
	switch s.phase {
	case superSlide:
		at := p.at(side, o.Number())
		to := next[s.dir][at]
		dst = append(append(dst, `,"dir":"`...), dirLetters[s.dir])
		dst = appendQuoted(append(dst, `","from":`...), at)
		dst = appendQuoted(append(dst, `,"to":`...), to)
		dst = strconv.AppendBool(append(dst, `,"island":`...), p.ownIsland(side)&bit(to) != 0)
	case exiting:
		dst = append(dst, `,"exits":[`...)
		for m := p.exits(side, o.Direction()); m != 0; m &= m - 1 {
			if dst[len(dst)-1] != '[' {
				dst = append(dst, ',')
			}
			to := Square(bits.TrailingZeros64(m))
			from, d, _ := p.exitFrom(side, to)
			dst = appendQuoted(append(dst, `{"to":`...), to)
			dst = appendQuoted(append(dst, `,"from":`...), from)
			dst = append(append(dst, `,"dir":"`...), dirLetters[d], '"', '}')
		}
		dst = append(dst, ']')
	case slamming:
		dst = append(dst, `,"slams":[`...)
		for d := range Direction(4) {
			if p.maySlam(side, d) {
				if dst[len(dst)-1] != '[' {
					dst = append(dst, ',')
				}
				dst = append(append(dst, `{"dir":"`...), dirLetters[d])
				dst = appendQuoted(append(dst, `","to":`...), next[d][p.isle[side]])
				dst = append(dst, '}')
			}
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}
