package wire

import (
	"fmt"

	"atoll/game"
	"atoll/match"
)

// Every request that changes a table says here what it does to it.

// AckOf is the answer to what was done.
func AckOf(d match.Done) Ack {
	if d.Table == nil {
		return Ack{}
	}
	return Ack{Seq: d.Seq, Step: d.Table.Step, Sealed: d.Sealed, Again: d.Again}
}

// Check refuses what no table can take.
func (r *ActRequest) Check() error {
	if r.Msg == "" || len(r.Msg) > 64 || len(r.Action) > 4096 {
		return &match.Error{Kind: match.Invalid, Where: "body.msg", Message: "an act has a message id of 1 to 64 bytes and an action of at most 4096"}
	}
	return nil
}

// Apply plays the action for a user.
func (r *ActRequest) Apply(t *match.Table, user string, now match.Now) (match.Done, error) {
	seat, err := MySeat(t, user, r.Seat)
	if err != nil {
		return match.Done{}, err
	}
	if d, ok := t.Answered(seat, r.Step, r.Msg); ok {
		return d, nil
	}
	if t.Seats[seat].Stand {
		return match.Done{}, &match.Error{Kind: match.NotNow, Message: "a bot plays for you; claim your seat first"}
	}
	return t.Act(seat, r.Step, r.Msg, r.Action, now)
}

// Apply sets a user's answers in advance.
func (r *LinesRequest) Apply(t *match.Table, user string, now match.Now) (match.Done, error) {
	seat, err := MySeat(t, user, r.Seat)
	if err != nil {
		return match.Done{}, err
	}
	all := make([][]string, len(r.Lines))
	for i, l := range r.Lines {
		all[i] = l.Do
	}
	return t.SetLines(seat, r.Step, all, now)
}

// Check refuses what no table can take.
func (r *TableRequest) Check() error {
	if len(r.Msg) > 64 {
		return &match.Error{Kind: match.Invalid, Where: "body.msg", Message: "a message id has at most 64 bytes"}
	}
	return nil
}

// Apply does what the user asks for.
func (r *TableRequest) Apply(t *match.Table, user match.User, now match.Now) (match.Done, error) {
	if r.Do == match.Abort {
		return t.Close(user, now)
	}
	seat, err := MySeat(t, user.ID, r.Seat)
	if err != nil {
		return match.Done{}, err
	}
	if r.Do == match.Claim {
		return t.Claim(user, seat, now)
	}
	if r.Do == match.OfferRematch && r.Commit != "" {
		return t.OfferRematch(seat, r.Commit, r.Msg, now)
	}
	return t.Do(seat, r.Do, r.Msg, now)
}

// Apply opens a user's nonce.
func (r *OpenRequest) Apply(t *match.Table, user string, now match.Now) (match.Done, error) {
	mine := t.SeatsOf(user)
	if mine == 0 {
		return match.Done{}, &match.Error{Kind: match.Forbidden, Message: "you do not sit at this table"}
	}
	return t.Open(t.CommittedSeat(user, mine.First()), r.Nonce, now)
}

// Apply takes the seat for a user. link is the hash of Token.
func (r *JoinRequest) Apply(t *match.Table, user match.User, link string, now match.Now) (match.Done, error) {
	want := game.NoSeat
	if r.Seat != "" {
		var ok bool
		if want, ok = t.Config.SeatByName(r.Seat); !ok || want == game.Nature {
			return match.Done{}, &match.Error{Kind: match.Invalid, Where: "body.seat", Message: fmt.Sprintf("there is no seat %.8q", r.Seat)}
		}
	}
	return t.Join(user, want, link, r.Commit, now)
}
