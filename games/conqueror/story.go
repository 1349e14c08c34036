package conqueror

import (
	"fmt"
	"math/bits"
	"strings"

	"atoll/game"
)

func told(tell game.Tell, kind string, p game.Seat, text string, args ...game.Arg) {
	tell(game.Event{Kind: kind, Seat: p, Audience: game.Everyone, Args: args, Text: text})
}

func arg(name string, value any) game.Arg { return game.Arg{Name: name, Value: value} }

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// namesOf joins the names of a set of seats.
func namesOf(ps game.Seats, sep string) string {
	var names []string
	for ; ps != 0; ps &= ps - 1 {
		names = append(names, seatNames[ps.First()])
	}
	return strings.Join(names, sep)
}

func (s *State) name(t int) string { return s.board.at[t].String() }

// orderText joins the seats in the order of play.
func (s *State) orderText(sep string) string {
	var names []string
	for _, p := range s.Order[:s.set.seats] {
		names = append(names, seatNames[p])
	}
	return strings.Join(names, sep)
}

func (s *State) southWest() []place {
	sw := make([]place, s.board.islands)
	for i := range sw {
		sw[i] = s.board.at[4*i]
	}
	return sw
}

func (s *State) tellLayout(tell game.Tell) {
	told(tell, "layout", game.Nature,
		fmt.Sprintf("The islands lie on a grid of %d by %d tiles.", s.board.width, s.board.height),
		arg("islands", joinPlaces(s.southWest(), " ")))
}

func (s *State) tellOrder(tell game.Tell) {
	told(tell, "order", game.Nature, "The order of play is "+s.orderText(", ")+".",
		arg("order", s.orderText(" ")))
}

func (s *State) tellStart(tell game.Tell, p game.Seat, t int) {
	told(tell, "start", p, fmt.Sprintf("%s starts on %s.", seatNames[p], s.name(t)), arg("tile", s.name(t)))
}

func (s *State) tellClaim(tell game.Tell, p game.Seat, t int) {
	told(tell, "claim", p,
		fmt.Sprintf("%s claims %s and has %s left.", seatNames[p], s.name(t), plural(int(s.Purse[p]), "coin")),
		arg("tile", s.name(t)), arg("island", s.board.island(t>>2)), arg("left", int(s.Purse[p])))
}

func (s *State) tellBroke(tell game.Tell, p game.Seat, t int) {
	told(tell, "broke", p,
		fmt.Sprintf("%s cannot claim %s: no coin left.", seatNames[p], s.name(t)), arg("tile", s.name(t)))
}

// tellWin is called while the coins still lie on the island.
func (s *State) tellWin(tell game.Tell, p game.Seat, i int) {
	var back []string
	for q := range s.set.seats {
		if n := bits.OnesCount64(s.Coins[q] & islandTiles(i)); n > 0 {
			back = append(back, fmt.Sprintf("%s%d", seatNames[q], n))
		}
	}
	won, landing := bits.OnesCount16(s.Won[p]), s.Die != 0 // no die has been rolled at the beginning of a turn
	why := "its last tile is filled"
	if landing {
		why = "by landing on its last tile"
	}
	told(tell, "win", p,
		fmt.Sprintf("%s wins island %s: %s. Coins go back: %s.", seatNames[p], s.board.island(i), why, strings.Join(back, ", ")),
		arg("island", s.board.island(i)), arg("back", strings.Join(back, " ")), arg("won", won), arg("landing", landing))
}

func (s *State) tellRemove(tell game.Tell, i int) {
	p := s.wonBy(i)
	told(tell, "remove", p,
		fmt.Sprintf("Island %s is taken away: %s won it, and no token stands there.", s.board.island(i), seatNames[p]),
		arg("island", s.board.island(i)))
}

func (s *State) tellRoll(tell game.Tell) {
	p := s.Mover()
	told(tell, "roll", p,
		fmt.Sprintf("%s rolls %d: %s.", seatNames[p], s.Die, plural(s.Steps(), "step")),
		arg("die", int(s.Die)), arg("steps", s.Steps()))
}

func (s *State) tellMove(tell game.Tell, p game.Seat, from, to int) {
	var path []string
	for _, t := range s.board.path(from, to, s.Steps(), s.Exist) {
		path = append(path, s.name(t))
	}
	told(tell, "move", p,
		fmt.Sprintf("%s walks from %s to %s.", seatNames[p], s.name(from), s.name(to)),
		arg("from", s.name(from)), arg("to", s.name(to)), arg("steps", s.Steps()), arg("path", strings.Join(path, " ")))
}

func (s *State) tellPass(tell game.Tell) {
	p := s.Mover()
	t := s.name(int(s.Token[p]))
	told(tell, "pass", p,
		fmt.Sprintf("%s stays on %s: no free tile is exactly %s away.", seatNames[p], t, plural(s.Steps(), "step")),
		arg("tile", t), arg("steps", s.Steps()))
}

// tellLeave is called while the token still stands.
func (s *State) tellLeave(tell game.Tell, p game.Seat, how uint8) {
	t := ""
	if s.Token[p] >= 0 {
		t = s.name(int(s.Token[p]))
	}
	switch how {
	case leftByForfeit:
		told(tell, "forfeit", p,
			fmt.Sprintf("%s forfeits: no unclaimed tile within three steps of %s.", seatNames[p], t), arg("tile", t))
	case leftByResign:
		told(tell, "resign", p, fmt.Sprintf("%s resigns.", seatNames[p]), arg("tile", t))
	case leftByTimeout:
		told(tell, "timeout", p, fmt.Sprintf("%s runs out of time.", seatNames[p]), arg("tile", t))
	}
}

// diceCounts tells who rolls how many dice, as "A 2, B 1".
func (s *State) diceCounts() string {
	var dice []string
	for ps := s.Tied; ps != 0; ps &= ps - 1 {
		dice = append(dice, fmt.Sprintf("%s %d", seatNames[ps.First()], s.dice(ps.First())))
	}
	return strings.Join(dice, ", ")
}

func (s *State) tellTie(tell game.Tell, a game.Action, best game.Seats) {
	island, dice := s.board.island(int(s.Island)), diceText(a)
	winner, again := namesOf(best, " "), ""
	text := fmt.Sprintf("Island %s is rolled for: %s.", island, dice)
	if best.Len() > 1 {
		winner, again = "", winner
		text += fmt.Sprintf(" %s roll again.", namesOf(best, " and "))
	}
	told(tell, "tie", game.Nature, text,
		arg("island", island), arg("dice", dice), arg("winner", winner), arg("again", again))
}

func (s *State) tellAward(tell game.Tell, p game.Seat, i int, rolled bool) {
	coins := bits.OnesCount64(s.Coins[p] & islandTiles(i))
	why, because := "most coins", "most coins there"
	if rolled {
		why, because = "dice", "the best die"
	} else {
		for qs := s.counting().Without(p); qs != 0; qs &= qs - 1 {
			if bits.OnesCount64(s.Coins[qs.First()]&islandTiles(i)) == coins {
				why, because = "last claim", "as many coins as anybody, and the last claim"
			}
		}
	}
	told(tell, "award", p,
		fmt.Sprintf("Island %s goes to %s: %s.", s.board.island(i), seatNames[p], because),
		arg("island", s.board.island(i)), arg("why", why), arg("coins", coins))
}

func (s *State) tellEnd(tell game.Tell) {
	texts := [...]string{
		allIslands: "All islands are won.",
		lastOneIn:  "Only one player is still in.",
		stuck:      "Nobody gets any further.",
		coinsGone:  "Nobody has a coin left.",
		resigned:   "Only one player is still in.",
		timedOut:   "Only one player is still in.",
	}
	text := texts[s.reason]
	if s.reason == stuck && s.Quiet >= quietLimit {
		text = fmt.Sprintf("No coin was placed in %d turns.", quietLimit)
	}
	var count []string
	for p := range s.set.seats {
		count = append(count, fmt.Sprintf("%s%d", seatNames[p], s.Score(game.Seat(p))))
	}
	told(tell, "end", game.NoSeat,
		fmt.Sprintf("%s Islands: %s.", text, strings.Join(count, ", ")),
		arg("reason", s.reason.String()), arg("islands", strings.Join(count, " ")))
}
