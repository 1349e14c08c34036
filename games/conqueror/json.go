package conqueror

import (
	"math/bits"
	"strconv"

	"atoll/game"
)

// MarshalJSON gives the position for the wire; docs/wire/conqueror.md explains
// its members. It is written by hand because every step of every table makes
// one for each viewer. No name or word in it needs escaping.
func (s *State) MarshalJSON() ([]byte, error) {
	return s.AppendJSON(make([]byte, 0, 6<<10)), nil
}

// AppendJSON appends what MarshalJSON returns.
func (s *State) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = game.AppendCommonJSON(dst, s)
	dst = append(append(append(dst, `,"phase":"`...), s.Phase.String()...), '"')
	width, height := 0, 0
	if s.board != nil {
		width, height = int(s.board.width), int(s.board.height)
	}
	dst = appendInt(dst, `,"width":`, width)
	dst = appendInt(dst, `,"height":`, height)
	dst = append(dst, `,"order":[`...)
	if s.Phase > PhaseOrder {
		for i, p := range s.Order[:s.set.seats] {
			dst = appendSeat(comma(dst, i), game.Seat(p))
		}
	}
	turn, die, steps := game.NoSeat, 0, 0
	if s.Phase == PhaseStart || s.Phase == PhaseRoll || s.Phase == PhaseMove {
		turn = s.Mover()
	}
	if s.Phase == PhaseMove {
		die, steps = int(s.Die), s.Steps()
	}
	dst = appendSeat(append(dst, `],"turn":`...), turn)
	dst = appendInt(dst, `,"die":`, die)
	dst = appendInt(dst, `,"steps":`, steps)
	dst = appendInt(dst, `,"quiet":`, int(s.Quiet))
	dst = append(dst, `,"corners":[`...)
	if s.board != nil {
		for i, set := 0, s.board.corners; set != 0; i, set = i+1, set&(set-1) {
			dst = s.appendTile(comma(dst, i), bits.TrailingZeros64(set))
		}
	}
	var holds [maxSeats]int
	if s.board != nil {
		for i := range s.board.islands {
			if p, _ := s.heldBy(i); p >= 0 && s.wonBy(i) < 0 {
				holds[p]++
			}
		}
	}
	dst = append(dst, `],"seats":[`...)
	for p := range s.set.seats {
		dst = s.appendSeatJSON(comma(dst, p), game.Seat(p), holds[p])
	}
	dst = append(dst, `],"islands":[`...)
	if s.board != nil {
		for i := range s.board.islands {
			dst = s.appendIslandJSON(comma(dst, i), i)
		}
	}
	dst = append(dst, `],"tie":`...)
	if s.Phase != PhaseTie {
		return append(dst, `null}`...)
	}
	dst = s.appendTile(append(dst, `{"island":`...), 4*int(s.Island))
	dst = appendSeats(append(dst, `,"seats":`...), s.Tied)
	dst = append(dst, `,"dice":[`...)
	for i, ps := 0, s.Tied; ps != 0; i, ps = i+1, ps&(ps-1) {
		dst = strconv.AppendInt(comma(dst, i), int64(s.dice(ps.First())), 10)
	}
	return append(dst, `]}}`...)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *State) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(s, data) }

func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}

func appendInt(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}

func appendBool(dst []byte, name string, b bool) []byte {
	return strconv.AppendBool(append(dst, name...), b)
}

// appendSeat appends the name of a seat, null for NoSeat.
func appendSeat(dst []byte, p game.Seat) []byte {
	if p < 0 {
		return append(dst, "null"...)
	}
	return append(dst, '"', 'A'+byte(p), '"')
}

func appendSeats(dst []byte, ps game.Seats) []byte {
	dst = append(dst, '[')
	for i := 0; ps != 0; i, ps = i+1, ps&(ps-1) {
		dst = appendSeat(comma(dst, i), ps.First())
	}
	return append(dst, ']')
}

// appendTile appends the name of a tile, null for a negative one.
func (s *State) appendTile(dst []byte, t int) []byte {
	if t < 0 {
		return append(dst, "null"...)
	}
	return append(s.board.at[t].append(append(dst, '"')), '"')
}

func (s *State) appendSeatJSON(dst []byte, p game.Seat, holds int) []byte {
	dst = appendSeat(append(dst, `{"seat":`...), p)
	dst = appendBool(dst, `,"in":`, s.In.Has(p))
	dst = append(dst, `,"left":`...)
	dst = append(dst, [...]string{"null", `"forfeit"`, `"resign"`, `"timeout"`}[s.Left[p]>>4]...)
	dst = appendInt(dst, `,"left_as":`, int(s.Left[p]&15))
	dst = s.appendTile(append(dst, `,"token":`...), int(s.Token[p]))
	dst = appendInt(dst, `,"coins":`, int(s.Purse[p]))
	dst = appendInt(dst, `,"placed":`, bits.OnesCount64(s.Coins[p]))
	won := bits.OnesCount16(s.Won[p])
	dst = appendInt(dst, `,"won":`, won)
	return append(appendInt(dst, `,"score":`, won+holds), '}')
}

// heldBy returns who has won island i or would get it now, or who is tied for it.
func (s *State) heldBy(i int) (holder game.Seat, tied game.Seats) {
	if p := s.wonBy(i); p >= 0 {
		return p, 0
	}
	for p := range s.set.seats {
		if s.Got[p]>>i&1 != 0 {
			return game.Seat(p), 0
		}
	}
	return s.holder(i)
}

func (s *State) appendIslandJSON(dst []byte, i int) []byte {
	won := s.wonBy(i)
	holder, tied := s.heldBy(i)
	dst = s.appendTile(append(dst, `{"at":`...), 4*i)
	dst = appendSeat(append(dst, `,"won_by":`...), won)
	dst = appendBool(dst, `,"removed":`, s.Gone>>i&1 != 0)
	dst = append(dst, `,"tiles":[`...)
	var latest [4]int
	coins := s.coinsOn(i)
	for k := range coins {
		latest[s.Latest[i]>>(2*k)&3] = coins - k
	}
	for k := range 4 {
		t := 4*i + k
		dst = s.appendTile(append(comma(dst, k), `{"at":`...), t)
		dst = appendSeat(append(dst, `,"coin":`...), s.coinOn(t))
		dst = appendInt(dst, `,"latest":`, latest[k])
		dst = append(appendSeat(append(dst, `,"token":`...), s.tokenOn(t)), '}')
	}
	dst = appendSeat(append(dst, `],"holder":`...), holder)
	return append(appendSeats(append(dst, `,"tied":`...), tied), '}')
}
