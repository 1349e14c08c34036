package notify

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"atoll/match"
	"atoll/store"
)

// Channels are the ways in which one kind of news comes.
type Channels struct {
	Push bool `json:"push" doc:"to your devices, even while no page is open"`
	Mail bool `json:"mail" doc:"by e-mail"`
	Here bool `json:"here" doc:"in an open page: a sound, and the browser's own notice when you look elsewhere"`
}

// Kinds are the kinds of news.
type Kinds struct {
	Turn       Channels `json:"turn"`
	Challenge  Channels `json:"challenge"`
	Rematch    Channels `json:"rematch"`
	Tournament Channels `json:"tournament"`
	Chat       Channels `json:"chat"`
	Time       Channels `json:"time" doc:"little time is left"`
	Over       Channels `json:"over" doc:"a game is over"`
}

// Quiet are hours without notices.
type Quiet struct {
	On   bool   `json:"on"`
	From int    `json:"from" minimum:"0" maximum:"1439" doc:"minutes after midnight"`
	To   int    `json:"to" minimum:"0" maximum:"1439" doc:"minutes after midnight"`
	Zone string `json:"zone" maxLength:"64" doc:"time zone, as Europe/Berlin"`
}

// Settings are what a person wants to be told, and when.
type Settings struct {
	Kinds Kinds    `json:"kinds"`
	Quiet Quiet    `json:"quiet"`
	Lang  string   `json:"lang" pattern:"^[a-z]{2}$" doc:"language of notices; English where there are no words for it"`
	Muted []string `json:"muted" maxItems:"200" nullable:"false" doc:"tables without notices"`
}

// maxMuted bounds how many tables a person can mute.
const maxMuted = 200

// Usual are the default settings.
func Usual() Settings {
	all := func(push, mail, here bool) Channels { return Channels{push, mail, here} }
	return Settings{
		Kinds: Kinds{
			Turn: all(true, false, true), Challenge: all(true, false, true), Rematch: all(true, false, true),
			Tournament: all(true, true, true), Chat: all(false, false, true), Time: all(true, true, false), Over: all(false, true, false),
		},
		Quiet: Quiet{From: 22*60 + 30, To: 7 * 60, Zone: "UTC"}, Lang: "en", Muted: []string{},
	}
}

// Settings are those of a user.
func (y *Notify) Settings(ctx context.Context, user string) (Settings, error) {
	data, err := y.n.Store.NoticeSettings(ctx, user)
	s := Usual()
	if err == nil && data != nil {
		err = json.Unmarshal(data, &s)
	}
	return s, err
}

// SetSettings keeps what a user wants.
func (y *Notify) SetSettings(ctx context.Context, user string, s Settings) error {
	if _, err := time.LoadLocation(s.Quiet.Zone); err != nil || s.Quiet.Zone == "" || s.Quiet.Zone == "Local" {
		return &match.Error{Kind: match.Invalid, Where: "body.quiet.zone", Message: "there is no such time zone"}
	}
	if languages[s.Lang] == nil {
		s.Lang = "en"
	}
	if len(s.Muted) > maxMuted {
		s.Muted = s.Muted[len(s.Muted)-maxMuted:]
	}
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return y.n.Store.SetNoticeSettings(ctx, user, data)
}

// Mute stops or resumes notices about a table.
func (y *Notify) Mute(ctx context.Context, user, table string, on bool) error {
	s, err := y.Settings(ctx, user)
	if err != nil {
		return err
	}
	s.Muted = slices.DeleteFunc(s.Muted, func(id string) bool { return id == table })
	if on {
		s.Muted = append(s.Muted, table)
	}
	return y.SetSettings(ctx, user, s)
}

// Of are the channels of a kind. What the person asked for comes by all of them.
func (k Kinds) Of(kind string) Channels {
	switch kind {
	case store.NoticeTurn:
		return k.Turn
	case store.NoticeChallenge:
		return k.Challenge
	case store.NoticeRematch:
		return k.Rematch
	case store.NoticeTournament:
		return k.Tournament
	case store.NoticeChat:
		return k.Chat
	case store.NoticeTime:
		return k.Time
	case store.NoticeOver:
		return k.Over
	}
	return Channels{true, true, true}
}

// without switches e-mail of a kind off.
func (k *Kinds) without(kind string) {
	for _, c := range []struct {
		kind string
		c    *Channels
	}{
		{store.NoticeTurn, &k.Turn},
		{store.NoticeChallenge, &k.Challenge},
		{store.NoticeRematch, &k.Rematch},
		{store.NoticeTournament, &k.Tournament},
		{store.NoticeChat, &k.Chat},
		{store.NoticeTime, &k.Time},
		{store.NoticeOver, &k.Over},
	} {
		if kind == "" || kind == c.kind {
			c.c.Mail = false
		}
	}
}

// until returns when the present quiet hours end; false outside them.
func (q Quiet) until(now time.Time) (time.Time, bool) {
	zone, err := time.LoadLocation(q.Zone)
	if !q.On || q.From == q.To || err != nil {
		return now, false
	}
	now = now.In(zone)
	at := now.Hour()*60 + now.Minute()
	switch {
	case q.From < q.To && (at < q.From || at >= q.To), q.From > q.To && at < q.From && at >= q.To:
		return now, false
	}
	end := time.Date(now.Year(), now.Month(), now.Day(), q.To/60, q.To%60, 0, 0, zone)
	if !end.After(now) {
		end = time.Date(now.Year(), now.Month(), now.Day()+1, q.To/60, q.To%60, 0, 0, zone)
	}
	return end, true
}
