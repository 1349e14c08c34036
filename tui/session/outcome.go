package session

import (
	"fmt"
	"slices"
	"strings"

	"atoll/game"
	"atoll/tui/prose"
)

// After is what a person wants to do when they leave the table.
type After string

// What comes after a game.
const (
	Quit     After = ""
	Rematch  After = "rematch" // the same again, with the seats changed
	Harder   After = "harder"  // the next bot
	Easier   After = "easier"  // the bot before
	Review   After = "review"
	ToMenu   After = "menu"
	ToResult After = "result"
	Back     After = "back"    // to the table
	PlayOn   After = "play on" // from a moment of the review
	ToBot    After = "bot"     // the first game after a lesson
)

// Won reports whether the person who began at this screen is among the first.
func (l *Local) Won() bool { return l.won() }

// won reports whether the person who began at this screen is among the first.
func (l *Local) won() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.rec.State().Result()
	for s, who := range l.seat {
		if who == "me" {
			return r.Over && r.Rank[s] == 1
		}
	}
	return false
}

// next is the bot d steps up the ladder from the opponents, "" if there is none.
func (l *Local) next(d int) string {
	for _, who := range l.seat {
		if i := slices.Index(l.ladder, who); i >= 0 {
			if i += d; i >= 0 && i < len(l.ladder) {
				return l.ladder[i]
			}
			return ""
		}
	}
	return ""
}

// SetLadder names the bots, the weakest first, for what is offered after a game. Games
// that were saved when levels only had numbers get the names too.
func (l *Local) SetLadder(bots []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ladder = bots
	for s, who := range l.seat {
		for i, name := range bots {
			if who == fmt.Sprint("level", i+1) {
				l.seat[s] = name
			}
		}
	}
}

// After is who sits where in the game that follows this one.
func (l *Local) After(what After) (cfg game.Config, seats Seating) {
	seats = slices.Clone(l.seat)
	switch what {
	case Rematch:
		seats = append(seats[1:], seats[0])
	case Harder, Easier:
		d := 1
		if what == Easier {
			d = -1
		}
		for s, who := range seats {
			if i := slices.Index(l.ladder, who); i >= 0 {
				seats[s] = l.ladder[max(0, min(i+d, len(l.ladder)-1))]
			}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rec.State().Config(), seats
}

// ResultText says how a game ended, by its seats.
func ResultText(cfg game.Config, r game.Result) string {
	var seats []string
	for s := range game.Seat(cfg.Players) {
		seats = append(seats, cfg.SeatName(s))
	}
	return ResultOf(cfg, r, seats)
}

// ResultOf says how a game ended, by the names of its players.
func ResultOf(cfg game.Config, r game.Result, players []string) string {
	var names []string
	for s, name := range players {
		if r.Rank[s] == 1 {
			names = append(names, name)
		}
	}
	verb := " wins: "
	switch {
	case len(names) > 1:
		verb = " share the first place: "
	case len(names) == 1 && names[0] == prose.You:
		verb = " win: "
	}
	return strings.Join(names, " and ") + verb + ReasonText(cfg, r.Reason)
}

// reasonTexts put the reasons in records into words that cannot be mistaken for a
// statement about the winner.
var reasonTexts = map[string]string{
	"captures":      "three captures",
	"quiet":         "too long without a capture",
	"agreed":        "both agreed",
	"castle":        "a castle has fallen",
	"last piece":    "the last piece of a colour was taken",
	"repetition":    "the same position for the third time",
	"islands":       "all islands are won",
	"last one in":   "only one could still go on, so the islands were counted",
	"stuck":         "nobody could claim any more, so the islands were counted",
	"coins":         "no coins were left, so the islands were counted",
	"last explorer": "nobody else is left",
	"resign":        "the other side resigned",
	"timeout":       "the clock ran out",
}

// ReasonText says in words why a game ended.
func ReasonText(cfg game.Config, reason string) string {
	switch {
	case reason == "last one in" && cfg.Text("forfeit") == "out":
		return "everybody else is out"
	case reason == "resign" && cfg.Players > 2:
		return "the last rival resigned"
	}
	if text, ok := reasonTexts[reason]; ok {
		return text
	}
	return reason
}

// Afters are what can be done after a game here: after a win the next bot comes
// first, after a loss an easier one and then the rematch, between people the rematch.
func (l *Local) Afters(turns int) []Afterwards {
	seats := slices.Clone(l.seat)
	mine := ""
	if _, next := l.After(Rematch); len(next) > 0 {
		for s, who := range next {
			if who == "me" {
				mine = ", you are " + prose.SeatName(l.Record().Config.SeatName(game.Seat(s)))
			}
		}
	}
	whom := "the same again"
	var others []string
	for _, who := range seats {
		if who != "me" && who != "person" && !slices.Contains(others, who) {
			others = append(others, who)
		}
	}
	if len(others) > 0 {
		whom = prose.List(others) + " again"
	}
	again := Afterwards{Rematch, "Rematch", whom + mine}
	review := Afterwards{Review, "Review", prose.Counted(turns, "turn", "turns")}
	harder, easier := l.next(1), l.next(-1)
	level := func(bot string) int { return slices.Index(l.ladder, bot) + 1 }
	switch won := l.won(); {
	case won && harder != "":
		return []Afterwards{{Harder, "Play " + harder, fmt.Sprint("the next bot, level ", level(harder))}, review, again}
	case !won && easier != "" && l.people() == 1:
		return []Afterwards{{Easier, "Play " + easier, fmt.Sprint("an easier bot, level ", level(easier))}, again, review}
	}
	return []Afterwards{again, review, {ToMenu, "Menu", "another game"}}
}
