package earthquake

import (
	"fmt"

	"atoll/game"
)

// WhyNot explains why seat s may not choose a now; "" if it may.
func (p *Position) WhyNot(s game.Seat, a game.Action) string {
	switch {
	case p.Legal(s, a):
		return ""
	case p.step == stepOver:
		return "The game is over."
	case p.step == stepScatter:
		return "The tiles are not scattered yet."
	case s != p.actor:
		return fmt.Sprintf("It is not %s who decides now.", seatOrChance(s))
	case !wellFormed(a):
		return "That is not an action of this game."
	}
	verb, h := Verb(a), Target(a)
	if why := p.whyNotNow(verb); why != "" {
		return why
	}
	switch verb {
	case VerbPlace:
		return p.whyNotPlace(h)
	case VerbStay:
		return "In water there is no staying: reach land, or use a lifebelt to float."
	case VerbFloat:
		if p.land.Has(p.at[s]) {
			return "Only an explorer in water floats; on land you may stay."
		}
		return "Floating needs a lifebelt in hand."
	case VerbDrop:
		switch {
		case p.tool[s] == NoTile:
			return "There is no tool in hand to give up."
		case p.phase == PhaseFlee:
			return "Without this tool the explorer is lost: it must be used."
		}
		return "A tool can be given up only on land."
	case VerbSandbag:
		return "There is no sandbag in hand."
	case VerbMove, VerbRope, VerbSpring, VerbSwim:
		return p.whyNotGo(s, verb, h)
	case VerbDynamite, VerbBazooka:
		return p.whyNotHit(s, verb, h)
	case VerbPush:
		return p.whyNotPush(s, h)
	case VerbThief:
		return p.whyNotThief(s, game.Seat(h))
	case VerbReveal:
		if h != p.dark.First() {
			return fmt.Sprintf("The tile on %s is revealed first.", p.dark.First())
		}
		return fmt.Sprintf("All tiles of the kind of %s have been seen.", Revealed(a))
	}
	return "You can't do that now."
}

func seatOrChance(s game.Seat) string {
	if s >= 0 && s < game.MaxSeats {
		return name(s)
	}
	return "chance"
}

// whyNotNow explains why a verb is not asked for in this phase.
func (p *Position) whyNotNow(verb uint8) string {
	tool := verb >= VerbDynamite && verb <= VerbThief
	leave := verb >= VerbMove && verb <= VerbSwim
	switch p.phase {
	case PhasePlace:
		if verb != VerbPlace {
			return "The explorers are placed first, as \"place d4\"."
		}
	case PhaseGo:
		if verb == VerbPlace || verb == VerbReveal || verb >= VerbKeep && verb <= VerbRemove || verb == VerbEnd {
			return "Going comes first: stay, move or use a tool."
		}
	case PhaseFlee:
		if !leave && !tool && verb != VerbDrop {
			return "An explorer on an uncovered volcano must go to another hex, and may only use or give up a tool first."
		}
	case PhaseKeep:
		if verb != VerbKeep && verb != VerbDiscard && verb != VerbSandbag && verb != VerbDrop && !tool {
			return "The tool you stand on must be kept or discarded first."
		}
	case PhaseCrack:
		return "Choose: remove the cracks, or use the sandbag."
	case PhaseHole:
		return "Choose: remove the hole, or use the sandbag."
	case PhaseAfter:
		if verb != VerbEnd && verb != VerbDrop && !tool {
			return "The tile is played; a tool may still be used, or end the turn."
		}
	case PhaseReveal:
		if verb != VerbReveal {
			return "A tile is being revealed."
		}
	}
	return ""
}

func (p *Position) whyNotPlace(h Hex) string {
	switch {
	case !p.land.Has(h):
		return fmt.Sprintf("%s is water; start on a stack.", h)
	case p.volcanoes.Has(h):
		return fmt.Sprintf("Nobody starts on a volcano, and there is one on %s.", h)
	}
	return fmt.Sprintf("Explorer %s stands on %s already.", name(p.explorer(h)), h)
}

func (p *Position) whyNotGo(s game.Seat, verb uint8, h Hex) string {
	from := p.at[s]
	needs := map[uint8]Tile{VerbRope: Rope, VerbSpring: Spring, VerbSwim: Lifebelt}[verb]
	rise := p.Height(h) - p.Height(from)
	switch {
	case needs != NoTile && p.tool[s] != needs:
		return fmt.Sprintf("That needs a %s in hand.", needs.Name())
	case verb == VerbSpring && !board.far[from].Has(h):
		return fmt.Sprintf("%s is not two hexes from %s in a straight line.", h, from)
	case verb != VerbSpring && !board.near[from].Has(h):
		return fmt.Sprintf("%s is not next to %s.", h, from)
	case p.occupied.Has(h):
		return fmt.Sprintf("Explorer %s stands on %s.", name(p.explorer(h)), h)
	case p.volcanoes.Has(h):
		return fmt.Sprintf("Nobody may land on the volcano on %s.", h)
	case verb == VerbSwim:
		return fmt.Sprintf("%s is land; move there without the lifebelt.", h)
	case !p.land.Has(h) && verb == VerbMove && p.tool[s] == Lifebelt:
		return fmt.Sprintf("%s is water; write \"swim %s\" to use the lifebelt.", h, h)
	case !p.land.Has(h) && verb == VerbMove:
		return fmt.Sprintf("%s is water; that needs a lifebelt.", h)
	case !p.land.Has(h):
		return fmt.Sprintf("%s is water; a %s does not help there.", h, needs.Name())
	case verb == VerbRope && rise < 2:
		return fmt.Sprintf("%s can be reached without the rope.", h)
	case verb == VerbRope:
		return fmt.Sprintf("%s is %d tiles higher; a rope climbs 2 or 3.", h, rise)
	case verb == VerbMove && rise <= 3:
		return fmt.Sprintf("%s is %d tiles higher; without a rope only 1 can be climbed.", h, rise)
	}
	return fmt.Sprintf("%s is %d tiles higher; only 1 can be climbed.", h, rise)
}

func (p *Position) whyNotHit(s game.Seat, verb uint8, h Hex) string {
	needs, reach := Dynamite, board.near[p.at[s]]
	if verb == VerbBazooka {
		needs, reach = Bazooka, board.far[p.at[s]]
	}
	switch {
	case p.tool[s] != needs:
		return fmt.Sprintf("There is no %s in hand.", needs.Name())
	case !reach.Has(h) && verb == VerbBazooka:
		return fmt.Sprintf("%s is not two hexes from %s in a straight line.", h, p.at[s])
	case !reach.Has(h):
		return fmt.Sprintf("%s is not next to %s.", h, p.at[s])
	case p.volcanoes.Has(h):
		return fmt.Sprintf("A volcano is never removed, and there is one on %s.", h)
	case p.occupied.Has(h):
		return fmt.Sprintf("Explorer %s on %s is protected by a lifebelt.", name(p.explorer(h)), h)
	}
	return fmt.Sprintf("%s is water, and nobody is there.", h)
}

func (p *Position) whyNotPush(s game.Seat, h Hex) string {
	to := Nowhere
	if board.near[p.at[s]].Has(h) {
		to = p.pushedTo(s, h)
	}
	switch {
	case p.tool[s] != Push:
		return "There is no push in hand."
	case !board.near[p.at[s]].Has(h):
		return fmt.Sprintf("%s is not next to %s.", h, p.at[s])
	case !p.occupied.Has(h):
		return fmt.Sprintf("Nobody stands on %s.", h)
	case to == Nowhere:
		return fmt.Sprintf("Behind %s the board ends.", h)
	case p.volcanoes.Has(to):
		return fmt.Sprintf("Nobody can be pushed onto the volcano on %s.", to)
	case p.occupied.Has(to):
		return fmt.Sprintf("Explorer %s stands behind, on %s.", name(p.explorer(to)), to)
	}
	return fmt.Sprintf("%s is %d tiles higher than %s; a push climbs at most 1.", to, p.Height(to)-p.Height(h), h)
}

func (p *Position) whyNotThief(s, o game.Seat) string {
	switch {
	case p.tool[s] != Thief:
		return "There is no thief in hand."
	case o == s:
		return "The thief takes the tool of another player."
	case o >= game.Seat(p.players):
		return fmt.Sprintf("There is no player %s.", name(o))
	case p.left[o] != 0:
		return fmt.Sprintf("Explorer %s has left the game.", name(o))
	}
	return fmt.Sprintf("Explorer %s holds no tool.", name(o))
}
