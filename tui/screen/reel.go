package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/prose"
	"atoll/tui/session"
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
	frames := board.Screens[p.snap.View.Config().Game.ID].Frames
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

func (p *playPage) reelOptions() []board.Option {
	next := "End of the turn"
	if p.reelAt+1 < len(p.reel) {
		next = "Next step: " + p.reel[p.reelAt+1].Round
	}
	return []board.Option{{Text: next}, {Text: "Play on without stops"}, {Text: "This round again"}}
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
func (p *playPage) reelMarks() board.Marks {
	m := board.Marks{}
	for _, e := range p.reel[p.reelAt].Events {
		for _, name := range []string{"from", "to", "at"} {
			if place, ok := e.Arg(name).(string); ok && prose.IsPlace(place) {
				m.Last = append(m.Last, place)
			}
		}
	}
	return m
}

// told is the story as far as the reel has come.
func (p *playPage) told() []session.Line {
	if !p.reelOn() {
		return p.snap.Story
	}
	later := 0
	for _, f := range p.reel[p.reelAt+1:] {
		later += len(f.Events)
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

// reelHead is what the game says above the choices while the reel is on.
func (p *playPage) reelHead() []string {
	return board.Screens[p.snap.View.Config().Game.ID].Reel(p.reel, p.reelAt, max(0, int(p.me())), p.snap.Names)
}
