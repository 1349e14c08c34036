package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// motion shows a move: the cells that it changes fade from what was there to what
// is. Any key ends it.
type motion struct {
	before *canvas
	frame  int // counts down; 0 for standing still
}

type motionMsg struct{}

const (
	motionFrames = 3
	motionTime   = 70 * time.Millisecond
)

func (m *motion) begin(before, now *canvas) tea.Cmd {
	if still() || before == nil || before.w != now.w || before.h != now.h {
		m.end()
		return nil
	}
	running := m.frame > 0
	m.before, m.frame = before, motionFrames
	if running {
		return nil
	}
	return motionTick()
}

func motionTick() tea.Cmd {
	return tea.Tick(motionTime, func(time.Time) tea.Msg { return motionMsg{} })
}

func (m *motion) step() tea.Cmd {
	if m.frame == 0 {
		return nil
	}
	if m.frame--; m.frame == 0 {
		m.end()
		return nil
	}
	return motionTick()
}

func (m *motion) end() { m.before, m.frame = nil, 0 }

// blend is the picture of this frame.
func (m *motion) blend(now *canvas) *canvas {
	if m.frame == 0 || m.before == nil || m.before.w != now.w || m.before.h != now.h {
		return now
	}
	mixed := &canvas{w: now.w, h: now.h, plain: now.plain, runes: append([]rune(nil), now.runes...), inks: append([]ink(nil), now.inks...)}
	for i, r := range now.runes {
		if r == m.before.runes[i] {
			continue
		}
		switch m.frame {
		case motionFrames:
			mixed.runes[i], mixed.inks[i] = m.before.runes[i], m.before.inks[i]
		case motionFrames - 1:
			mixed.runes[i] = '░'
		}
	}
	return mixed
}
