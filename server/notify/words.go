package notify

import (
	"fmt"
	"strings"

	"atoll/store"
)

// words are what a person reads. They are made of public knowledge and of the
// person's own time alone.
type words struct {
	title, body string
	open        string   // on the button
	left        int64    // ms; 0 for no clock
	titles      []string // of several in one
}

// phrases of one language. Names are put in for %s.
type phrases struct {
	yourTurn, timeShort, over, rematch, chat, tournamentGame, accepted, challenge, tournament, trial    string
	with, left, noLeft, said, sit, ten, tried, many, manyBody, openTable, openPage, review, mute, andTo string
	day, days, hour, hours, minute, minutes                                                             string
	stop, stopAll, why, prove, proveBody, proveButton, proveFor, stopped, stopPress, stopButton, noSuch string
	kinds                                                                                               map[string]string
}

// languages have one file each: words_fr.go for fr.
var languages = map[string]*phrases{
	"de": german,
	"en": english,
	"es": spanish,
	"fr": french,
}

func in(lang string) *phrases {
	if p := languages[lang]; p != nil {
		return p
	}
	return languages["en"]
}

func muteWord(lang string) string { return in(lang).mute }

// span is a stretch of time in words, rounded down.
func (p *phrases) span(ms int64) string {
	few := func(n int64, one, many string) string {
		if n == 1 {
			return one
		}
		return fmt.Sprintf(many, n)
	}
	switch minutes := ms / 60_000; {
	case minutes < 1:
		return fmt.Sprintf(p.minutes, 0)
	case minutes < 120:
		return few(minutes, p.minute, p.minutes)
	case minutes < 2*24*60:
		return few(minutes/60, p.hour, p.hours)
	default:
		return few(minutes/60/24, p.day, p.days)
	}
}

// list joins names, of many only the first.
func (p *phrases) list(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + p.andTo + names[n-1]
	}
	return strings.Join(names, "")
}

func tableWords(lang, kind, game string, others []string, left int64) words {
	p := in(lang)
	w := words{open: p.openTable, left: left}
	with := p.list(others)
	w.body = fmt.Sprintf(p.with, with)
	if with == "" {
		w.body = game + "."
	}
	switch kind {
	case store.NoticeTurn:
		w.title = fmt.Sprintf(p.yourTurn, game)
		if left > 0 {
			w.body += " " + fmt.Sprintf(p.left, p.span(left))
		}
	case store.NoticeTime:
		w.title = fmt.Sprintf(p.timeShort, p.span(left), game)
	case store.NoticeOver:
		w.title, w.open = fmt.Sprintf(p.over, game), p.review
	case store.NoticeRematch:
		w.title = fmt.Sprintf(p.rematch, game)
	case store.NoticeChat:
		w.title, w.body = fmt.Sprintf(p.chat, game), fmt.Sprintf(p.said, with)
	case store.NoticeTournament:
		w.title, w.body = fmt.Sprintf(p.tournamentGame, game), fmt.Sprintf(p.sit, with)
	case store.NoticeChallenge:
		w.title, w.body = fmt.Sprintf(p.accepted, game), fmt.Sprintf(p.sit, with)
	}
	return w
}

func challengeWords(lang, game, from string) words {
	p := in(lang)
	return words{title: fmt.Sprintf(p.challenge, from), body: game + ".", open: p.openPage}
}

func tournamentWords(lang, name string) words {
	p := in(lang)
	return words{title: fmt.Sprintf(p.tournament, name), body: p.ten, open: p.openPage}
}

func trialWords(lang string) words {
	p := in(lang)
	return words{title: p.trial, body: p.tried, open: p.openPage}
}

func togetherWords(lang string, titles []string) words {
	p := in(lang)
	const shown = 5
	text := strings.Join(titles[:min(shown, len(titles))], "\n")
	if len(titles) > shown {
		text += "\n…"
	}
	return words{title: fmt.Sprintf(p.many, len(titles)), body: text, open: p.openPage, titles: titles}
}
