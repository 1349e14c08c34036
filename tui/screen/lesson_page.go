package screen

import (
	tea "charm.land/bubbletea/v2"

	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/session"
)

// lessonPane is what a step teaches, and its task.
func (p *playPage) lessonPane(width int) paint.Pane {
	n := p.snap.Lesson
	c := paint.Pane{Title: n.Title, Head: prose.Wrap(n.Text, width)}
	sign := "> "
	if n.State == session.LessonRead {
		sign = "  "
	}
	task := prose.Wrapped(sign+n.Task, width, 2)
	for i := range task {
		task[i] = p.Style(p.Colours().Sel, true).Render(task[i])
	}
	c.Head = append(append(c.Head, ""), task...)
	c.Least = len(c.Head)
	return c
}

// lessonOptions are where one can go from a step that is over.
func (p *playPage) lessonOptions() []board.Option {
	var list []board.Option
	for _, o := range p.lessonWays() {
		list = append(list, board.Option{Text: o.text})
	}
	return list
}

type lessonWay struct {
	text string
	do   func() tea.Cmd
}

func (p *playPage) lessonWays() []lessonWay {
	n := p.snap.Lesson
	on := lessonWay{"Next: " + n.Next, func() tea.Cmd { return p.lessonGo(1) }}
	if n.Next == "" {
		on = lessonWay{"Play a bot", func() tea.Cmd { p.after = session.ToBot; return tea.Quit }}
	}
	again := lessonWay{"This step again", func() tea.Cmd { return p.lessonGo(0) }}
	before := lessonWay{"The step before", func() tea.Cmd { return p.lessonGo(-1) }}
	switch {
	case n.State == session.LessonMissed:
		return []lessonWay{again, on}
	case n.State == session.LessonDone:
		return []lessonWay{on, again}
	case n.At > 1:
		return []lessonWay{on, before}
	}
	return []lessonWay{on}
}

func (p *playPage) lessonEnter() tea.Cmd {
	if ways := p.lessonWays(); p.at >= 0 && p.at < len(ways) {
		return ways[p.at].do()
	}
	return nil
}

// lessonGo goes some steps on or back; none begins this one again.
func (p *playPage) lessonGo(d int) tea.Cmd {
	l, ok := p.session.(*session.Lesson)
	if !ok {
		return nil
	}
	at := p.snap.Lesson.At - 1 + d
	if at < 0 || at >= l.Steps() {
		return nil
	}
	if err := l.Go(at); err != nil {
		p.message = err.Error()
	}
	p.reel, p.lastReel, p.reelAt, p.at, p.cursor = nil, nil, 0, 0, ""
	p.refresh()
	return nil
}

func (p *playPage) lessonKeys() []paint.KeyHint {
	does := "go on"
	if ways := p.lessonWays(); p.at >= 0 && p.at < len(ways) {
		does = prose.Small(ways[p.at].text)
	}
	return []paint.KeyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", does}, {"pgup", "PgUp", "step before"}, {"R", "R", "rules"}, paint.HelpKey}
}

// spoken says an action as a player would.
func (p *playPage) spoken(action string) string {
	if speak := board.Screens[p.snap.View.Config().Game.ID].Speak; speak != nil {
		if words := speak(action); words != "" {
			return words
		}
	}
	return action
}
