package earthquake

import (
	"fmt"
	"strconv"
	"strings"

	"atoll/game"
)

// The story of a move. Everything told here is open to all: a tile is named only
// once it is a top or gone.

func name(s game.Seat) string {
	if s == game.NoSeat {
		return ""
	}
	return seatNames[s]
}

func heightText(n int) string {
	switch n {
	case 0:
		return "water"
	case 1:
		return "1 tile high"
	}
	return strconv.Itoa(n) + " tiles high"
}

func say(tell game.Tell, kind string, s game.Seat, text string, args ...game.Arg) {
	tell(game.Event{Kind: kind, Seat: s, Audience: game.Everyone, Args: args, Text: text})
}

func (p *Position) names(on Set) string {
	var words []string
	for ; on != 0; on &= on - 1 {
		words = append(words, on.First().String())
	}
	return strings.Join(words, " ")
}

func (p *Position) tellPlace(tell game.Tell, s game.Seat) {
	h := p.at[s]
	say(tell, "place", s, fmt.Sprintf("Explorer %s starts on %s, %s.", name(s), h, heightText(p.Height(h))),
		game.Arg{Name: "hex", Value: h.String()}, game.Arg{Name: "height", Value: p.Height(h)})
}

func (p *Position) tellTurn(tell game.Tell) {
	say(tell, "turn", p.turn, fmt.Sprintf("Turn %d: explorer %s.", p.turns, name(p.turn)), game.Arg{Name: "number", Value: int(p.turns)})
}

func (p *Position) tellStay(tell game.Tell, s game.Seat) {
	say(tell, "stay", s, fmt.Sprintf("Explorer %s stays on %s.", name(s), p.at[s]), game.Arg{Name: "hex", Value: p.at[s].String()})
}

func (p *Position) tellFloat(tell game.Tell, s game.Seat) {
	say(tell, "float", s, fmt.Sprintf("Explorer %s floats on %s. The lifebelt is used.", name(s), p.at[s]),
		game.Arg{Name: "hex", Value: p.at[s].String()})
}

func (p *Position) tellDrop(tell game.Tell, s game.Seat) {
	say(tell, "drop", s, fmt.Sprintf("Explorer %s gives up the %s.", name(s), p.tool[s].Name()),
		game.Arg{Name: "tool", Value: p.tool[s].String()})
}

// tellMove is called before the move.
func (p *Position) tellMove(tell game.Tell, s game.Seat, verb uint8, to Hex) {
	from := p.at[s]
	by := map[uint8]string{VerbMove: "step", VerbRope: "rope", VerbSpring: "spring", VerbSwim: "swim"}[verb]
	how := map[uint8]string{VerbMove: "goes to", VerbRope: "climbs by rope to", VerbSpring: "springs to", VerbSwim: "swims to"}[verb]
	flee := p.volcanoes.Has(from)
	text := fmt.Sprintf("Explorer %s %s %s, %s.", name(s), how, to, heightText(p.Height(to)))
	if flee {
		text = fmt.Sprintf("Explorer %s leaves the volcano on %s and %s %s, %s.", name(s), from, how, to, heightText(p.Height(to)))
	}
	if verb == VerbSwim {
		text += " The lifebelt is used."
	}
	say(tell, "move", s, text,
		game.Arg{Name: "from", Value: from.String()}, game.Arg{Name: "to", Value: to.String()}, game.Arg{Name: "by", Value: by},
		game.Arg{Name: "from_height", Value: p.Height(from)}, game.Arg{Name: "to_height", Value: p.Height(to)},
		game.Arg{Name: "flee", Value: flee})
}

func (p *Position) tellCracks(tell game.Tell, own Hex, t Tile, fall Set) {
	text := fmt.Sprintf("Cracks on %s. No stack at their ends can lose a tile.", own)
	if fall != 0 {
		text = fmt.Sprintf("Cracks on %s take the tops of %s.", own, strings.ReplaceAll(p.names(fall), " ", ", "))
	}
	say(tell, "cracks", p.turn, text,
		game.Arg{Name: "hex", Value: own.String()}, game.Arg{Name: "ends", Value: t.String()[1:]}, game.Arg{Name: "hexes", Value: p.names(fall)})
}

func (p *Position) tellHole(tell game.Tell, own Hex) {
	say(tell, "hole", p.turn, fmt.Sprintf("A hole on %s. The tile below it is played.", own), game.Arg{Name: "hex", Value: own.String()})
}

// tellFall is called after the removal.
func (p *Position) tellFall(tell game.Tell, h Hex, gone Tile, by string) {
	on := p.explorer(h)
	text := fmt.Sprintf("%s loses %s; it is %s now.", h, gone.Name(), heightText(p.Height(h)))
	if by == "keep" {
		text = fmt.Sprintf("%s is %s now.", h, heightText(p.Height(h)))
	}
	if t := p.Top(h); t != NoTile && t != Unknown {
		text = fmt.Sprintf("%s On top: %s.", text, t.Name())
	}
	say(tell, "fall", game.NoSeat, text,
		game.Arg{Name: "hex", Value: h.String()}, game.Arg{Name: "tile", Value: gone.String()}, game.Arg{Name: "by", Value: by},
		game.Arg{Name: "height", Value: p.Height(h)}, game.Arg{Name: "top", Value: p.Top(h).String()},
		game.Arg{Name: "explorer", Value: name(on)})
	if p.Top(h) == Volcano {
		p.tellVolcano(tell, h)
	}
	if p.Height(h) == 0 && on != game.NoSeat {
		p.tellWater(tell, on)
	}
}

func (p *Position) tellVolcano(tell game.Tell, h Hex) {
	on := p.explorer(h)
	text := fmt.Sprintf("A volcano on %s. Nobody may land there any more.", h)
	if on != game.NoSeat {
		text = fmt.Sprintf("A volcano on %s. Explorer %s must leave it at once.", h, name(on))
	}
	say(tell, "volcano", game.NoSeat, text, game.Arg{Name: "hex", Value: h.String()}, game.Arg{Name: "explorer", Value: name(on)})
}

func (p *Position) tellWater(tell game.Tell, s game.Seat) {
	say(tell, "water", s, fmt.Sprintf("Explorer %s is in water on %s.", name(s), p.at[s]), game.Arg{Name: "hex", Value: p.at[s].String()})
}

func (p *Position) tellReveal(tell game.Tell, h Hex) {
	say(tell, "reveal", game.Nature, fmt.Sprintf("On %s lies: %s.", h, p.Top(h).Name()),
		game.Arg{Name: "hex", Value: h.String()}, game.Arg{Name: "tile", Value: p.Top(h).String()})
	if p.Top(h) == Volcano {
		p.tellVolcano(tell, h)
	}
}

// tellKeep is called before the tool tile goes.
func (p *Position) tellKeep(tell game.Tell, s game.Seat, kind string) {
	h, old := p.at[s], p.tool[s]
	tool := p.top(h)
	args := []game.Arg{{Name: "hex", Value: h.String()}, {Name: "tool", Value: tool.String()}}
	if kind == "discard" {
		say(tell, kind, s, fmt.Sprintf("Explorer %s discards the %s on %s.", name(s), tool.Name(), h), args...)
		return
	}
	text := fmt.Sprintf("Explorer %s keeps the %s.", name(s), tool.Name())
	if old != NoTile {
		text = fmt.Sprintf("Explorer %s keeps the %s and discards the %s.", name(s), tool.Name(), old.Name())
	}
	say(tell, kind, s, text, append(args, game.Arg{Name: "old", Value: old.String()})...)
}

func (p *Position) tellSandbag(tell game.Tell, s game.Seat) {
	h := p.at[s]
	say(tell, "sandbag", s, fmt.Sprintf("Explorer %s uses the sandbag. The %s on %s stays.", name(s), p.top(h).Name(), h),
		game.Arg{Name: "hex", Value: h.String()}, game.Arg{Name: "tile", Value: p.top(h).String()})
}

func (p *Position) tellHit(tell game.Tell, s game.Seat, by string, h Hex) {
	say(tell, by, s, fmt.Sprintf("Explorer %s uses the %s on %s.", name(s), by, h),
		game.Arg{Name: "from", Value: p.at[s].String()}, game.Arg{Name: "hex", Value: h.String()})
}

// tellPush is called after the push.
func (p *Position) tellPush(tell game.Tell, s, o game.Seat, from, to Hex) {
	say(tell, "push", s, fmt.Sprintf("Explorer %s pushes explorer %s from %s to %s, %s.", name(s), name(o), from, to, heightText(p.Height(to))),
		game.Arg{Name: "from", Value: p.at[s].String()}, game.Arg{Name: "hex", Value: from.String()}, game.Arg{Name: "to", Value: to.String()},
		game.Arg{Name: "pushed", Value: name(o)}, game.Arg{Name: "to_height", Value: p.Height(to)})
	if p.Height(to) == 0 {
		p.tellWater(tell, o)
	}
}

// tellThief is called after the theft.
func (p *Position) tellThief(tell game.Tell, s, o game.Seat) {
	say(tell, "thief", s, fmt.Sprintf("Explorer %s's thief takes the %s of explorer %s.", name(s), p.tool[s].Name(), name(o)),
		game.Arg{Name: "victim", Value: name(o)}, game.Arg{Name: "tool", Value: p.tool[s].String()})
}

// tellOut is called while the explorer is still on the board.
func (p *Position) tellOut(tell game.Tell, s game.Seat, why string) {
	var where string
	if p.at[s] >= 0 {
		where = p.at[s].String()
	}
	var text string
	switch why {
	case drowned:
		text = fmt.Sprintf("Explorer %s drowns on %s: no land in reach, no tool that helps.", name(s), where)
	case hit:
		text = fmt.Sprintf("Explorer %s drowns on %s: hit in water without a lifebelt.", name(s), where)
	case lost:
		text = fmt.Sprintf("Explorer %s is lost on the volcano on %s: no hex to go to.", name(s), where)
	case "resign":
		text = fmt.Sprintf("Explorer %s resigns.", name(s))
	default:
		text = fmt.Sprintf("Explorer %s runs out of time.", name(s))
	}
	say(tell, "out", s, text,
		game.Arg{Name: "reason", Value: why}, game.Arg{Name: "hex", Value: where},
		game.Arg{Name: "tool", Value: p.tool[s].String()}, game.Arg{Name: "rank", Value: p.Place(s)})
}

func (p *Position) tellWin(tell game.Tell) {
	for s := range game.Seat(p.players) {
		if p.left[s] == 0 {
			say(tell, "win", s, fmt.Sprintf("Explorer %s is the last one left and wins.", name(s)))
		}
	}
}
