package wire

import (
	"encoding/json"
	"strconv"

	"atoll/game"
)

// Most of what a busy server does is writing deltas. They are written here
// without reflection; the result is the same JSON, as a test checks for every
// field.

// AppendReply appends the answer to a command.
func AppendReply(b []byte, r *Reply) []byte {
	if r.Error != nil || r.Ack == nil {
		return appendRare(b, r)
	}
	b = game.AppendQuoted(append(b, `{"type":`...), r.Type)
	b = game.AppendQuoted(append(b, `,"id":`...), r.ID)
	b = strconv.AppendInt(append(b, `,"ack":{"seq":`...), r.Ack.Seq, 10)
	b = strconv.AppendInt(append(b, `,"step":`...), r.Ack.Step, 10)
	if r.Ack.Sealed {
		b = append(b, `,"sealed":true`...)
	}
	if r.Ack.Again {
		b = append(b, `,"again":true`...)
	}
	if r.Ack.Table != "" {
		b = game.AppendQuoted(append(b, `,"table":`...), r.Ack.Table)
	}
	return append(b, "}}"...)
}

// AppendDeltaFrame appends the frame with a delta.
func AppendDeltaFrame(b []byte, d *Delta) []byte {
	b = append(b, `{"type":"delta","delta":{"from":`...)
	b = strconv.AppendInt(b, d.From, 10)
	b = append(b, `,"to":`...)
	b = strconv.AppendInt(b, d.To, 10)
	b = append(b, `,"entries":[`...)
	for i := range d.Entries {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendEntry(b, &d.Entries[i])
	}
	b = append(b, `],"view":`...)
	b = appendView(b, &d.View)
	return append(b, "}}"...)
}

func appendEntry(b []byte, e *Entry) []byte {
	b = append(b, `{"seq":`...)
	b = strconv.AppendInt(b, e.Seq, 10)
	b = append(b, `,"at":`...)
	b = strconv.AppendInt(b, e.At, 10)
	b = game.AppendQuoted(append(b, `,"kind":`...), e.Kind)
	if e.Seat != "" {
		b = game.AppendQuoted(append(b, `,"seat":`...), e.Seat)
	}
	if e.Text != "" {
		b = game.AppendQuoted(append(b, `,"text":`...), e.Text)
	}
	if e.Step != 0 {
		b = strconv.AppendInt(append(b, `,"step":`...), e.Step, 10)
	}
	for i, story := range e.Stories {
		if i == 0 {
			b = append(b, `,"stories":[`...)
		} else {
			b = append(b, ',')
		}
		b = append(b, story...)
	}
	if len(e.Stories) > 0 {
		b = append(b, ']')
	}
	if len(e.Chairs) > 0 {
		b = appendRare(append(b, `,"chairs":`...), e.Chairs)
	}
	if e.Draw != nil {
		b = strconv.AppendInt(append(b, `,"draw":{"event":`...), int64(e.Draw.Event), 10)
		b = append(game.AppendQuoted(append(b, `,"do":`...), e.Draw.Do), '}')
	}
	return append(b, '}')
}

func appendView(b []byte, v *View) []byte {
	b = game.AppendQuoted(append(b, `{"table":`...), v.Table)
	b = strconv.AppendInt(append(b, `,"seq":`...), v.Seq, 10)
	b = strconv.AppendInt(append(b, `,"step":`...), v.Step, 10)
	b = game.AppendQuoted(append(b, `,"viewer":`...), v.Viewer)
	b = game.AppendQuoted(append(b, `,"status":`...), v.Status)
	b = append(append(b, `,"position":`...), v.Position...)
	if v.Old != nil {
		b = strconv.AppendInt(append(b, `,"old":{"version":`...), int64(v.Old.Version), 10)
		b = append(strconv.AppendInt(append(b, `,"now":`...), int64(v.Old.Now), 10), '}')
	}
	b = appendTexts(append(b, `,"acting":`...), v.Acting)
	if l := v.Legal; l != nil {
		b = strconv.AppendInt(append(b, `,"legal":{"count":`...), int64(l.Count), 10)
		b = appendTexts(append(b, `,"actions":`...), l.Actions)
		if len(l.Words) > 0 {
			b = appendRare(append(b, `,"words":`...), l.Words)
		}
		if l.More {
			b = append(b, `,"more":true`...)
		}
		b = append(b, '}')
	}
	if v.Sealed != nil {
		b = game.AppendQuoted(append(b, `,"sealed":`...), *v.Sealed)
	}
	if v.Lines != nil {
		b = appendRare(append(b, `,"lines":`...), v.Lines)
	}
	if len(v.Ready) > 0 {
		b = appendTexts(append(b, `,"ready":`...), v.Ready)
	}
	b = append(b, `,"seats":[`...)
	for i := range v.Seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendSeat(b, &v.Seats[i])
	}
	b = append(b, ']')
	if v.Clocks != nil {
		b = appendClocks(append(b, `,"clocks":`...), v.Clocks)
	}
	if o := v.Offers; o.Takeback != nil || o.Rematch != nil || o.Next != "" {
		b = appendRare(append(b, `,"offers":`...), o)
	}
	b = append(append(b, `,"result":`...), v.Result...)
	switch p := v.Proof; {
	case p == Proof{Commitment: p.Commitment} && p.Commitment != "": // nearly always
		b = append(game.AppendQuoted(append(b, `,"proof":{"commitment":`...), p.Commitment), '}')
	case p != Proof{}:
		b = appendRare(append(b, `,"proof":`...), p)
	}
	return append(b, '}')
}

func appendSeat(b []byte, s *SeatInfo) []byte {
	b = game.AppendQuoted(append(b, `{"seat":`...), s.Seat)
	b = game.AppendQuoted(append(b, `,"kind":`...), string(s.Kind))
	if s.Name != "" {
		b = game.AppendQuoted(append(b, `,"name":`...), s.Name)
	}
	if s.User != "" {
		b = game.AppendQuoted(append(b, `,"user":`...), s.User)
	}
	if s.Level != 0 {
		b = strconv.AppendInt(append(b, `,"level":`...), int64(s.Level), 10)
	}
	if s.Mine {
		b = append(b, `,"mine":true`...)
	}
	if s.Online {
		b = append(b, `,"online":true`...)
	}
	if s.Stand {
		b = append(b, `,"stand_in":true`...)
	}
	if s.Rating != 0 {
		b = strconv.AppendInt(append(b, `,"rating":`...), int64(s.Rating), 10)
	}
	if s.Unsure {
		b = append(b, `,"provisional":true`...)
	}
	if s.Change != nil {
		b = strconv.AppendInt(append(b, `,"rating_change":`...), int64(*s.Change), 10)
	}
	return append(b, '}')
}

func appendClocks(b []byte, c *Clocks) []byte {
	b = strconv.AppendInt(append(b, `{"time":`...), c.Time, 10)
	if c.Now != 0 {
		b = strconv.AppendInt(append(b, `,"now":`...), c.Now, 10)
	}
	b = append(b, `,"seats":[`...)
	for i, s := range c.Seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = game.AppendQuoted(append(b, `{"seat":`...), s.Seat)
		b = strconv.AppendInt(append(b, `,"left_ms":`...), s.Left, 10)
		b = strconv.AppendBool(append(b, `,"running":`...), s.Running)
		if s.Vacation != nil {
			b = appendRare(append(b, `,"vacation":`...), s.Vacation)
		}
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = game.AppendQuoted(b, s)
	}
	return append(b, ']')
}

// appendRare appends what is seldom present.
func appendRare(b []byte, v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("wire: " + err.Error()) // texts and numbers can always be written
	}
	return append(b, data...)
}
