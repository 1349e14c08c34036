package conqueror

import (
	"encoding/json"
	"math/bits"

	"atoll/game"
)

type seatJSON struct {
	Seat   string  `json:"seat"`
	In     bool    `json:"in"`
	Left   *string `json:"left"`
	LeftAs int     `json:"left_as"`
	Token  *string `json:"token"`
	Coins  int     `json:"coins"`
	Placed int     `json:"placed"`
	Won    int     `json:"won"`
	Score  int     `json:"score"`
}

type tileJSON struct {
	At     string  `json:"at"`
	Coin   *string `json:"coin"`
	Latest int     `json:"latest"`
	Token  *string `json:"token"`
}

type islandJSON struct {
	At      string      `json:"at"`
	WonBy   *string     `json:"won_by"`
	Removed bool        `json:"removed"`
	Tiles   [4]tileJSON `json:"tiles"`
	Holder  *string     `json:"holder"`
	Tied    []string    `json:"tied"`
}

type tieJSON struct {
	Island string   `json:"island"`
	Seats  []string `json:"seats"`
	Dice   int      `json:"dice"`
}

type positionJSON struct {
	Phase   string       `json:"phase"`
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Order   []string     `json:"order"`
	Turn    *string      `json:"turn"`
	Die     int          `json:"die"`
	Steps   int          `json:"steps"`
	Quiet   int          `json:"quiet"`
	Corners []string     `json:"corners"`
	Seats   []seatJSON   `json:"seats"`
	Islands []islandJSON `json:"islands"`
	Tie     *tieJSON     `json:"tie"`
}

func seatName(p game.Seat) *string {
	if p < 0 {
		return nil
	}
	return &seatNames[p]
}

func seatList(ps game.Seats) []string {
	names := []string{}
	for ; ps != 0; ps &= ps - 1 {
		names = append(names, seatNames[ps.First()])
	}
	return names
}

// MarshalJSON gives the position for the wire; docs/wire/conqueror.md explains
// its members.
func (s *State) MarshalJSON() ([]byte, error) {
	j := positionJSON{
		Phase: s.Phase.String(), Quiet: int(s.Quiet),
		Order: []string{}, Corners: []string{}, Islands: []islandJSON{},
	}
	if s.Phase > PhaseOrder {
		for _, p := range s.Order[:s.set.seats] {
			j.Order = append(j.Order, seatNames[p])
		}
	}
	switch s.Phase {
	case PhaseMove:
		j.Die, j.Steps = int(s.Die), s.Steps()
		fallthrough
	case PhaseStart, PhaseRoll:
		j.Turn = seatName(s.Mover())
	case PhaseTie:
		j.Tie = &tieJSON{Island: s.board.island(int(s.Island)), Seats: seatList(s.Tied), Dice: s.dice()}
	}
	var holds [maxSeats]int
	if s.board != nil {
		j.Width, j.Height = int(s.board.width), int(s.board.height)
		j.Corners = s.board.places(s.board.corners)
		for i := range s.board.islands {
			j.Islands = append(j.Islands, s.islandJSON(i, &holds))
		}
	}
	for p := range s.set.seats {
		j.Seats = append(j.Seats, s.seatJSON(p, holds[p]))
	}
	own, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	dst := game.AppendCommonJSON([]byte{'{'}, s)
	return append(append(dst, ','), own[1:]...), nil
}

func (s *State) seatJSON(p, holds int) seatJSON {
	j := seatJSON{
		Seat: seatNames[p], In: s.In.Has(game.Seat(p)), LeftAs: int(s.Left[p] & 15),
		Coins: int(s.Purse[p]), Placed: bits.OnesCount64(s.Coins[p]),
		Won: bits.OnesCount16(s.Won[p]), Score: bits.OnesCount16(s.Won[p]) + holds,
	}
	if s.Left[p] != 0 {
		how := [...]string{"", "forfeit", "resign", "timeout"}[s.Left[p]>>4]
		j.Left = &how
	}
	if t := s.Token[p]; t >= 0 {
		name := s.name(int(t))
		j.Token = &name
	}
	return j
}

// islandJSON describes island i and counts it for its holder.
func (s *State) islandJSON(i int, holds *[maxSeats]int) islandJSON {
	won := s.wonBy(i)
	j := islandJSON{At: s.board.island(i), WonBy: seatName(won), Removed: s.Gone>>i&1 != 0, Holder: seatName(won), Tied: []string{}}
	if won < 0 {
		holder, tied := s.holder(i)
		for p := range s.set.seats {
			if s.Got[p]>>i&1 != 0 {
				holder, tied = game.Seat(p), 0
			}
		}
		if holder >= 0 {
			holds[holder]++
		}
		j.Holder, j.Tied = seatName(holder), seatList(tied)
	}
	coins := s.coinsOn(i)
	for k := range 4 {
		t := 4*i + k
		j.Tiles[k] = tileJSON{At: s.name(t), Coin: seatName(s.coinOn(t)), Token: seatName(s.tokenOn(t))}
	}
	for k := range coins {
		j.Tiles[s.Latest[i]>>(2*k)&3].Latest = coins - k
	}
	return j
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *State) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(s, data) }
