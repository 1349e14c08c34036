package paint

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Motion shows a move: the cells that it changes fade from what was there to what
// is. Any key ends it.
type Motion struct {
	before *Canvas
	frame  int // counts down; 0 for standing still
}

// MotionMsg is due when the next frame is.
type MotionMsg struct{}

const (
	motionFrames = 3
	motionTime   = 70 * time.Millisecond
)

// Begin starts to show how one picture becomes another.
func (m *Motion) Begin(before, now *Canvas) tea.Cmd {
	if Still() || before == nil || before.W != now.W || before.H != now.H {
		m.End()
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
	return tea.Tick(motionTime, func(time.Time) tea.Msg { return MotionMsg{} })
}

// Step goes to the next frame.
func (m *Motion) Step() tea.Cmd {
	if m.frame == 0 {
		return nil
	}
	if m.frame--; m.frame == 0 {
		m.End()
		return nil
	}
	return motionTick()
}

// End stands still.
func (m *Motion) End() { m.before, m.frame = nil, 0 }

// Blend is the picture of this frame.
func (m *Motion) Blend(now *Canvas) *Canvas {
	if m.frame == 0 || m.before == nil || m.before.W != now.W || m.before.H != now.H {
		return now
	}
	mixed := &Canvas{W: now.W, H: now.H, Plain: now.Plain, runes: append([]rune(nil), now.runes...), inks: append([]Ink(nil), now.inks...)}
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
