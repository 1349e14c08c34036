package record

import (
	"sort"
	"strconv"

	"atoll/game"
)

// AppendText appends the record as one line without its end. Members come in
// the order of the documentation, options that have their default are left
// out, and there are no blanks: equal records are equal bytes.
func (rec *Record) AppendText(dst []byte) []byte {
	cfg := rec.Config
	dst = append(dst, `{"format":"`+Format+`","game":`...)
	dst = appendString(dst, cfg.Game.ID)
	if cfg.Game.Rules > 1 {
		dst = strconv.AppendInt(append(dst, `,"rules":`...), int64(cfg.Game.Rules), 10)
	}
	dst = append(dst, `,"options":{`...)
	first := true
	given := cfg.Given()
	for _, o := range cfg.Game.Options {
		v, ok := given[o.Key]
		if !ok {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendString(dst, o.Key), ':')
		text, err := v.MarshalJSON()
		if err != nil {
			panic("record: option value: " + err.Error())
		}
		dst = append(dst, text...)
	}
	dst = append(dst, `},"seats":[`...)
	for i, name := range cfg.SeatNames() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, name)
	}
	dst = append(dst, `],"events":[`...)
	for i, e := range rec.Events {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.appendText(dst)
	}
	dst = append(dst, `],"result":`...)
	dst = game.AppendResultJSON(dst, rec.Result, cfg.SeatNames())
	if p := rec.Proof; p != nil {
		dst = p.appendText(append(dst, `,"proof":`...))
	}
	return append(dst, '}')
}

func (e Event) appendText(dst []byte) []byte {
	dst = appendString(append(dst, `{"by":`...), e.By)
	dst = appendString(append(dst, `,"do":`...), e.Do)
	if e.Legal != nil {
		dst = strconv.AppendInt(append(dst, `,"legal_count":`...), int64(e.Legal.Count), 10)
		if e.Legal.Texts != nil {
			dst = append(dst, `,"legal":[`...)
			for i, text := range e.Legal.Texts {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = appendString(dst, text)
			}
			dst = append(dst, ']')
		}
	}
	return append(dst, '}')
}

// LegalOf lists what seat s may do now, as records hold it.
func LegalOf(st game.State, s game.Seat) *Legal {
	legal := &Legal{Count: game.Count(st, s)}
	if legal.Count > MaxLegal {
		return legal
	}
	list := st.AppendActions(make([]game.Action, 0, legal.Count), s)
	legal.Texts = make([]string, len(list))
	for i, a := range list {
		legal.Texts[i] = string(st.AppendAction(nil, s, a))
	}
	sort.Strings(legal.Texts)
	return legal
}
