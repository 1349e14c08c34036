package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
	"atoll/tui/prose"
)

// The reel shows what happens within one step, picture by picture: Enter goes to
// the next one, Space plays on.

type reelMsg struct{}

func (p *playPage) reelOn() bool { return p.reelAt < len(p.reel) }

func (p *playPage) json() []byte {
	js, _ := p.snap.View.MarshalJSON()
	return js
}

// unreel begins the reel if what was told since has pictures of its own.
func (p *playPage) unreel(before []byte, told int) {
	frames := screens[p.snap.View.Config().Game.ID].frames
	if frames == nil || told > len(p.snap.Story) || p.snap.HandOver {
		return
	}
	var events []game.Event
	for _, l := range p.snap.Story[told:] {
		if l.Event != nil {
			events = append(events, *l.Event)
		}
	}
	if list := frames(before, events); len(list) > 0 {
		p.reel, p.reelAt, p.reelAuto, p.at = list, 0, false, 0
		p.lastReel = list
		p.draw()
	}
}

// again shows the last turn once more.
func (p *playPage) again() {
	if len(p.lastReel) == 0 {
		p.message = "There is no turn to show again."
		return
	}
	p.reel, p.reelAt, p.reelAuto, p.at = p.lastReel, 0, false, 0
}

func (p *playPage) reelStep(d int) {
	p.reelAt = max(0, p.reelAt+d)
	p.at = 0
	if !p.reelOn() {
		p.reel, p.reelAt, p.reelAuto = nil, 0, false
	}
	p.draw()
}

func (p *playPage) reelTick() tea.Cmd {
	return tea.Tick(900*time.Millisecond, func(time.Time) tea.Msg { return reelMsg{} })
}

func (p *playPage) reelOptions() []option {
	next := "End of the turn"
	if p.reelAt+1 < len(p.reel) {
		next = "Next step: " + p.reel[p.reelAt+1].round
	}
	return []option{{text: next}, {text: "Play on without stops"}, {text: "This round again"}}
}

func (p *playPage) reelEnter() tea.Cmd {
	switch p.at {
	case 1:
		p.reelAuto = true
		p.reelStep(1)
		if p.reelOn() {
			return p.reelTick()
		}
	case 2:
		p.reelStep(-1)
	default:
		p.reelStep(1)
	}
	return nil
}

// reelKey handles a key while the reel is on; false leaves it to the table.
func (p *playPage) reelKey(k string) (bool, tea.Cmd) {
	switch k {
	case "space":
		p.reelAuto = !p.reelAuto
		if p.reelAuto {
			return true, p.reelTick()
		}
	case "left":
		p.reelStep(-1)
	case "right":
		p.reelStep(1)
	case "esc":
		p.reelStep(len(p.reel))
	default:
		return false, nil
	}
	return true, nil
}

// reelMarks are the places of the picture's events.
func (p *playPage) reelMarks() marks {
	m := marks{}
	for _, e := range p.reel[p.reelAt].events {
		for _, name := range []string{"from", "to", "at"} {
			if place, ok := e.Arg(name).(string); ok && prose.IsPlace(place) {
				m.last = append(m.last, place)
			}
		}
	}
	return m
}

// told is the story as far as the reel has come.
func (p *playPage) told() []Line {
	if !p.reelOn() {
		return p.snap.Story
	}
	later := 0
	for _, f := range p.reel[p.reelAt+1:] {
		later += len(f.events)
	}
	n := len(p.snap.Story)
	for n > 0 && later > 0 {
		n--
		if e := p.snap.Story[n].Event; e != nil && e.Kind != "turn" {
			later--
		}
	}
	// The turn that follows is not told yet.
	for n > 0 && p.snap.Story[n-1].Event != nil && p.snap.Story[n-1].Event.Kind == "turn" {
		n--
	}
	return p.snap.Story[:n]
}

// reelHead are the Orders of both sides, as far as they are turned over.
func (p *playPage) reelHead() []string {
	me := max(0, int(p.me()))
	names := []string{"", ""}
	for i := range names {
		if s := (me + i) % 2; s < len(p.snap.Names) {
			names[i] = p.snap.Names[s]
		}
	}
	lines := []string{fmt.Sprintf("       %-8s%s", prose.Within(names[0]), names[1])}
	for i, f := range p.reel {
		for _, e := range f.events {
			if e.Kind != "reveal" {
				continue
			}
			south, _ := e.Arg("south").(string)
			north, _ := e.Arg("north").(string)
			first, _ := e.Arg("first").(string)
			number, _ := e.Arg("round").(int)
			mine, theirs := south, north
			if me == 1 {
				mine, theirs = north, south
			}
			mark, close, word := "  ", "  ", "cancel"
			if i == p.reelAt {
				mark, close = "> ", " <"
			}
			switch {
			case first == "S" && me == 0 || first == "N" && me == 1:
				word = mine[:1] + " first"
			case first != "":
				word = theirs[:1] + " first"
			}
			orders := prose.Fit(orderWords(mine), 5) + "  " + prose.Fit(orderWords(theirs), 3)
			line := fmt.Sprintf("%s  %s%s%s  %s", ordinals[(number-1)%3], mark, orders, close, word)
			if i > p.reelAt {
				line = fmt.Sprintf("%s    ░░░    ░░░    hidden", ordinals[(number-1)%3])
			}
			lines = append(lines, line)
		}
	}
	return append(lines, "")
}
