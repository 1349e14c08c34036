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

var languages = map[string]*phrases{
	"en": {
		yourTurn: "Your turn in %s", timeShort: "%s left in %s", over: "%s: the game is over", rematch: "A rematch in %s?", chat: "Somebody wrote to you at %s",
		tournamentGame: "Your round opens: %s", accepted: "Your game of %s is ready", challenge: "%s challenges you", tournament: "%s begins in ten minutes",
		trial: "A trial notice", with: "With %s.", left: "%s left.", noLeft: "No time is left", said: "With %s. Read it at the table.", sit: "With %s. Take your seat.",
		ten: "You have entered. Be there in time.", tried: "This is how Atoll calls you. Nothing else has happened.",
		many: "%d things wait for you", manyBody: "%s", openTable: "Open the table", openPage: "Open", review: "See the result", mute: "Mute this game", andTo: " and ",
		day: "a day", days: "%d days", hour: "an hour", hours: "%d hours", minute: "a minute", minutes: "%d minutes",
		stop: "No more of these: stop e-mails about %s", stopAll: "Stop all e-mails", why: "You get this because you asked %s for it.",
		prove: "Confirm your address", proveBody: "Somebody, probably you, wants notices from Atoll at this address. Press the link to confirm it; it works for a day. If it was not you, do nothing.",
		proveButton: "Confirm the address", proveFor: "The account is %s.",
		stopped: "You get no more e-mails about this.", stopPress: "No more e-mails about %s?", stopButton: "Stop them", noSuch: "This link is not valid.",
		kinds: map[string]string{
			store.NoticeTurn: "your turn", store.NoticeChallenge: "challenges", store.NoticeRematch: "rematches", store.NoticeTournament: "tournaments",
			store.NoticeChat: "chat", store.NoticeTime: "time", store.NoticeOver: "games that are over", "": "anything",
		},
	},
	"de": {
		yourTurn: "Du bist am Zug: %s", timeShort: "Noch %s bei %s", over: "%s: Die Partie ist zu Ende", rematch: "Revanche bei %s?", chat: "Jemand hat dir geschrieben: %s",
		tournamentGame: "Deine Runde beginnt: %s", accepted: "Deine Partie %s ist bereit", challenge: "%s fordert dich heraus", tournament: "%s beginnt in zehn Minuten",
		trial: "Eine Probe", with: "Mit %s.", left: "Noch %s.", noLeft: "Keine Zeit mehr", said: "Mit %s. Zu lesen am Tisch.", sit: "Mit %s. Nimm deinen Platz ein.",
		ten: "Du nimmst teil. Sei rechtzeitig da.", tried: "So ruft dich Atoll. Sonst ist nichts geschehen.",
		many: "%d Dinge warten auf dich", manyBody: "%s", openTable: "Zum Tisch", openPage: "Öffnen", review: "Zum Ergebnis", mute: "Diese Partie stumm", andTo: " und ",
		day: "ein Tag", days: "%d Tage", hour: "eine Stunde", hours: "%d Stunden", minute: "eine Minute", minutes: "%d Minuten",
		stop: "Nicht mehr davon: keine E-Mails über %s", stopAll: "Keine E-Mails mehr", why: "Du bekommst das, weil du %s darum gebeten hast.",
		prove: "Bestätige deine Adresse", proveBody: "Jemand, wahrscheinlich du, möchte Nachrichten von Atoll an diese Adresse. Öffne den Link, um sie zu bestätigen; er gilt einen Tag. Warst du es nicht, tu nichts.",
		proveButton: "Adresse bestätigen", proveFor: "Das Konto ist %s.",
		stopped: "Du bekommst darüber keine E-Mails mehr.", stopPress: "Keine E-Mails mehr über %s?", stopButton: "Keine mehr", noSuch: "Dieser Link gilt nicht.",
		kinds: map[string]string{
			store.NoticeTurn: "deinen Zug", store.NoticeChallenge: "Herausforderungen", store.NoticeRematch: "Revanchen", store.NoticeTournament: "Turniere",
			store.NoticeChat: "Chat", store.NoticeTime: "die Zeit", store.NoticeOver: "beendete Partien", "": "irgendetwas",
		},
	},
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
