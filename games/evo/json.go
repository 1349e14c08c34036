package evo

import (
	"fmt"

	"atoll/game"
)

func (s *State) MarshalJSON() ([]byte, error) {
	return s.AppendJSON(make([]byte, 0, 2048)), nil
}

// AppendJSON appends what MarshalJSON returns.
func (s *State) AppendJSON(dst []byte) []byte {
	p := &s.pos
	dst = game.AppendCommonJSON(append(dst, '{'), s)
	dst = fmt.Appendf(dst, `,"turn":%d,"quiet":%d,"seen":%d,"in":[`, s.turn, s.quiet, s.Seen())
	sep := ""
	for side := range Side(sides) {
		if p.In(side) {
			dst = fmt.Appendf(dst, `%s"%s"`, sep, sideLetters[side])
			sep = ","
		}
	}
	dst = append(dst, `],"castles":{`...)
	for seat := range game.Seat(s.seats) {
		side := s.sideOf(seat)
		if seat > 0 {
			dst = append(dst, ',')
		}
		if p.HasCastle(side) {
			dst = fmt.Appendf(dst, `"%s":"%s"`, sideLetters[side], side.Home())
		} else {
			dst = fmt.Appendf(dst, `"%s":null`, sideLetters[side])
		}
	}
	dst = append(dst, `},"pieces":[`...)
	sep = ""
	for q := range Square(Squares) {
		if piece := p.cell[q]; !piece.Empty() && !piece.Castle() {
			dst = fmt.Appendf(dst, `%s{"at":"%s","seat":"%s","role":"%c"}`, sep, q, sideLetters[piece.Owner()], piece.Role().Letter())
			sep = ","
		}
	}
	dst = append(dst, `],"threats":[`...)
	if s.ended == running {
		dst = p.appendThreatsJSON(dst)
	}
	dst = append(dst, `],"moves":[`...)
	base := s.base()
	side := base.side
	for i, m := range s.moves {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, `{"seat":"%s","do":"%s"}`, sideLetters[side], appendAction(nil, m.action()))
		if s.seats == 2 {
			side ^= 2
		} else {
			side = nextSides[p.in][side]
		}
	}
	return append(dst, "]}"...)
}

func (p *Position) appendThreatsJSON(dst []byte) []byte {
	sep := ""
	for q := range Square(Squares) {
		piece := p.cell[q]
		if piece.Empty() || piece.Castle() {
			continue
		}
		rc := &reaches[piece.Owner()][piece.Role()][q]
		for _, t := range rc.target[:rc.n] {
			if p.cell[t.to].Castle() && p.open(piece.Owner(), t) {
				dst = fmt.Appendf(dst, `%s{"seat":"%s","from":"%s","at":"%s"}`, sep, sideLetters[piece.Owner()], q, Square(t.to))
				sep = ","
			}
		}
	}
	return dst
}

func (s *State) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(s, data) }
