package conqueror

import (
	"errors"
	"fmt"
	"math/bits"

	"atoll/game"
)

// Play applies the choice of whoever acts.
func (s *State) Play(c game.Choices, tell game.Tell) {
	switch s.Phase {
	case PhaseRoll:
		s.PlayRoll(int(c[game.Nature]&7), tell)
	case PhaseMove:
		a := c[s.Mover()]
		if a == Pass {
			s.PlayPass(tell)
		} else {
			s.PlayMove(int(a&63), tell)
		}
	case PhaseStart:
		s.playStart(int(c[s.Mover()]&63), tell)
	case PhaseOrder:
		s.playOrder(c[game.Nature], tell)
	case PhaseTie:
		s.playTie(c[game.Nature], tell)
	}
}

func (s *State) playOrder(a game.Action, tell game.Tell) {
	for i := range s.set.seats {
		s.Order[i] = uint8(a >> (6 - 2*i) & 3)
	}
	s.Turn, s.Phase = 0, PhaseStart
	if tell != nil {
		s.tellOrder(tell)
	}
}

func (s *State) playStart(t int, tell game.Tell) {
	p := s.Mover()
	s.Token[p] = int8(t)
	s.Tokens |= 1 << t
	if tell != nil {
		s.tellStart(tell, p, t)
	}
	s.nextStart(tell)
}

// nextStart goes on to the next player in who has not started, or to the first
// turn of the game.
func (s *State) nextStart(tell game.Tell) {
	for i := range s.set.seats {
		p := game.Seat(s.Order[i])
		if s.In.Has(p) && s.Token[p] < 0 {
			s.Turn = uint8(i)
			return
		}
	}
	s.Turn = 0
	if !s.In.Has(s.Mover()) {
		s.advance()
	}
	s.beginTurn(tell)
}

// PlayRoll applies the number on the die.
func (s *State) PlayRoll(die int, tell game.Tell) {
	s.Die, s.Phase = uint8(die), PhaseMove
	if tell != nil {
		s.tellRoll(tell)
	}
}

// PlayMove walks the mover to tile t and begins the next turn.
func (s *State) PlayMove(t int, tell game.Tell) {
	p := s.Mover()
	from := int(s.Token[p])
	if tell != nil {
		s.tellMove(tell, p, from, t)
	}
	s.Token[p] = int8(t)
	s.Tokens ^= 1<<from | 1<<t
	s.tidy(from, tell)
	if s.Free&islandTiles(t>>2) == 1<<t && s.set.landing && s.Purse[p] != 0 {
		s.place(p, t, tell)
		if s.Free == 0 {
			s.finish(allIslands, tell)
			return
		}
	}
	s.advance()
	s.beginTurn(tell)
}

// PlayPass leaves the mover standing and begins the next turn.
func (s *State) PlayPass(tell game.Tell) {
	if tell != nil {
		s.tellPass(tell)
	}
	s.advance()
	s.beginTurn(tell)
}

// advance goes to the next player in. At least one must be.
func (s *State) advance() {
	for {
		s.Turn++
		if int(s.Turn) == s.set.seats {
			s.Turn = 0
		}
		if s.In.Has(game.Seat(s.Order[s.Turn])) {
			return
		}
	}
}

// tidy removes the island of tile t, which a token has left, if it was won and
// no token stands on it any more.
func (s *State) tidy(t int, tell game.Tell) {
	i := t >> 2
	tiles := islandTiles(i)
	if (s.Tokens|s.Free)&tiles != 0 { // an island without free tile is won
		return
	}
	s.Gone |= 1 << i
	s.Exist &^= tiles
	if tell != nil {
		s.tellRemove(tell, i)
	}
}

// wonBy returns who won island i in play, or NoSeat.
func (s *State) wonBy(i int) game.Seat {
	for p := range maxSeats {
		if s.Won[p]>>i&1 != 0 {
			return game.Seat(p)
		}
	}
	return game.NoSeat
}

// beginTurn makes the claim of the mover and looks who is alive (steps 1 and 2),
// for one player after the other as long as they forfeit.
func (s *State) beginTurn(tell game.Tell) {
	s.Die = 0
	for {
		p := s.Mover()
		t := int(s.Token[p])
		s.claim(p, t, tell)
		switch {
		case s.Free == 0: // a tile that is not free has a coin or lies on a won island
			s.finish(allIslands, tell)
			return
		case !s.anyCoins():
			s.finish(coinsGone, tell)
			return
		case s.nobodyCanAct(), s.Quiet >= quietLimit:
			s.finish(stuck, tell)
			return
		case s.Free&s.board.adjacent[t] != 0 || s.Free&s.roam(t) != 0:
			s.Phase = PhaseRoll
			return
		}
		s.leave(p, leftByForfeit, tell)
		if s.In.Len() == 1 {
			s.finish(lastOneIn, tell)
			return
		}
		s.advance()
	}
}

// claim is step 1.
func (s *State) claim(p game.Seat, t int, tell game.Tell) {
	bit := uint64(1) << t
	if s.Free&bit == 0 || s.Purse[p] == 0 {
		s.Quiet++
		if tell != nil && s.Free&bit != 0 {
			s.tellBroke(tell, p, t)
		}
		return
	}
	s.place(p, t, tell)
}

// place puts a coin of player p on tile t. The fourth coin of an island wins it.
func (s *State) place(p game.Seat, t int, tell game.Tell) {
	bit, i := uint64(1)<<t, t>>2
	s.Quiet = 0
	s.Free ^= bit
	s.Purse[p]--
	s.Coins[p] |= bit
	s.Latest[i] = s.Latest[i]<<2 | uint8(t&3)
	if tell != nil {
		s.tellClaim(tell, p, t)
	}
	tiles := islandTiles(i)
	if s.Free&tiles != 0 {
		return
	}
	s.Won[p] |= 1 << i
	if tell != nil {
		s.tellWin(tell, p, i)
	}
	for q := range maxSeats {
		s.Purse[q] += uint8(bits.OnesCount64(s.Coins[q] & tiles))
		s.Coins[q] &^= tiles
	}
	s.Latest[i] = 0
}

// anyCoins reports whether a player still in has a coin in hand.
func (s *State) anyCoins() bool {
	for in := s.In; in != 0; in &= in - 1 {
		if s.Purse[in.First()] != 0 {
			return true
		}
	}
	return false
}

// nobodyCanAct reports whether no player in is about to claim a tile and none
// could land anywhere with any roll.
func (s *State) nobodyCanAct() bool {
	for in := s.In; in != 0; in &= in - 1 {
		p := in.First()
		if s.Purse[p] != 0 && s.Free>>uint(s.Token[p])&1 != 0 {
			return false
		}
	}
	open := s.Free &^ s.Tokens
	for in := s.In; in != 0; in &= in - 1 {
		t := int(s.Token[in.First()])
		if open&s.board.adjacent[t] != 0 || open&s.roam(t) != 0 {
			return false
		}
	}
	return true
}

// leave takes player p out of the game, and the token off the board.
func (s *State) leave(p game.Seat, how uint8, tell game.Tell) {
	if tell != nil {
		s.tellLeave(tell, p, how)
	}
	s.Left[p] = how | uint8(s.set.seats-s.In.Len()+1)
	s.In = s.In.Without(p)
	t := int(s.Token[p])
	if t < 0 {
		return
	}
	s.Token[p] = -1
	s.Tokens &^= 1 << t
	s.tidy(t, tell)
}

// Table applies resign or timeout.
func (s *State) Table(p game.Seat, t game.TableAction, tell game.Tell) {
	how, why := uint8(leftByResign), resigned
	if t == game.Timeout {
		how, why = leftByTimeout, timedOut
	}
	mover := s.Mover()
	s.leave(p, how, tell)
	switch {
	case s.In.Len() == 1:
		s.finish(why, tell)
	case s.Phase == PhaseStart:
		s.nextStart(tell)
	case p == mover:
		s.advance()
		s.beginTurn(tell)
	}
}

// AllowsTable says whether seat p may take table action t now.
func (s *State) AllowsTable(p game.Seat, t game.TableAction) error {
	switch {
	case p < 0 || int(p) >= s.set.seats:
		return errors.New("there is no such player")
	case t == game.OfferDraw || t == game.AcceptDraw:
		return errors.New("there are no agreed draws in The Conqueror")
	case t != game.Resign && t != game.Timeout:
		return errors.New("there is no such table action")
	case s.Phase == PhaseOver:
		return game.ErrOver
	case s.Phase == PhaseTie:
		return errors.New("the play is over; only dice for tied islands are left")
	case s.Phase != PhaseStart && s.Phase != PhaseMove:
		return errors.New("chance acts now; wait until a player is to act")
	case !s.In.Has(p):
		return fmt.Errorf("%s has left the game already", seatNames[p])
	case t == game.Timeout && p != s.Mover():
		return fmt.Errorf("%s is not to act, so their clock is not running", seatNames[p])
	}
	return nil
}
