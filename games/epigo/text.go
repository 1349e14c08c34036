package epigo

import (
	"errors"
	"fmt"
	"strings"

	"atoll/game"
)

func appendOrder(dst []byte, o Order) []byte {
	switch {
	case o == Slam:
		return append(dst, "SLAM"...)
	case o < 4 || o > Slam:
		return append(dst, '?')
	}
	return append(dst, '0'+byte(o>>2), dirLetters[o&3])
}

func orderText(o Order) string { return string(appendOrder(nil, o)) }

// String returns the Order as records write it.
func (o Order) String() string { return orderText(o) }

// String returns the Orders as a plan action writes them.
func (p Plan) String() string {
	return orderText(p[0]) + " " + orderText(p[1]) + " " + orderText(p[2])
}

func parseOrder(text string) (Order, bool) {
	if text == "SLAM" {
		return Slam, true
	}
	if len(text) != 2 || text[0] < '1' || text[0] > '7' {
		return 0, false
	}
	d := strings.IndexByte(dirLetters, text[1])
	if d < 0 {
		return 0, false
	}
	return NewOrder(int(text[0]-'0'), Direction(d)), true
}

func appendTiles(dst []byte, tiles [8]uint8) []byte {
	for i, n := range tiles {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if n == 8 {
			dst = append(dst, 'X')
		} else {
			dst = append(dst, '0'+n)
		}
	}
	return dst
}

// AppendAction implements game.State.
func (s *State) AppendAction(dst []byte, _ game.Seat, a game.Action) []byte {
	switch a & kindMask {
	case kindDeploy:
		tiles, isle := actionDeploy(a)
		dst = appendTiles(append(dst, "deploy "...), tiles)
		if isle != noIsland {
			dst = appendSquare(append(dst, " @ "...), isle)
		}
		return dst
	case kindPlan:
		dst = append(dst, "plan"...)
		for _, o := range ActionPlan(a) {
			dst = appendOrder(append(dst, ' '), o)
		}
		return dst
	}
	switch {
	case a == actStop:
		return append(dst, "stop"...)
	case a == actSlide:
		return append(dst, "slide"...)
	case a == actStay:
		return append(dst, "stay"...)
	case a&^0xff == actExit:
		return appendSquare(append(dst, "exit "...), Square(a))
	case a&^0xff == actSlam:
		return append(append(dst, "slam "...), dirLetters[a&3])
	}
	return append(dst, '?')
}

// maxActionText is longer than any action's text.
const maxActionText = 64

// ParseAction implements game.State.
func (s *State) ParseAction(seat game.Seat, text string) (game.Action, error) {
	if len(text) > maxActionText {
		return 0, fmt.Errorf("an action of Epigo has at most %d characters", maxActionText)
	}
	words := strings.Split(text, " ")
	switch words[0] {
	case "deploy":
		return parseDeploy(words[1:])
	case "plan":
		return parsePlan(words[1:])
	case "exit":
		if len(words) == 2 {
			if sq, ok := parseSquare(words[1]); ok {
				return actExit | game.Action(sq), nil
			}
		}
		return 0, errors.New("an exit names one square of the board, as \"exit d4\"")
	case "slam":
		if len(words) == 2 && len(words[1]) == 1 {
			if d := strings.IndexByte(dirLetters, words[1][0]); d >= 0 {
				return actSlam | game.Action(d), nil
			}
		}
		return 0, errors.New("a slam names a direction N, E, S or W, as \"slam N\"")
	}
	switch text {
	case "slide":
		return actSlide, nil
	case "stop":
		return actStop, nil
	case "stay":
		return actStay, nil
	}
	return 0, errors.New("an action of Epigo begins with deploy, plan, slide, stop, exit, stay or slam")
}

func parseDeploy(words []string) (game.Action, error) {
	const form = "a deployment is eight tiles 1-7 and X, files a to h, as \"deploy 3 1 7 X 2 5 4 6\", and with Islanders \"@ b2\" after them"
	if len(words) != 8 && len(words) != 10 {
		return 0, errors.New(form)
	}
	var tiles [8]uint8
	seen := 0
	for i := range tiles {
		switch w := words[i]; {
		case w == "X":
			tiles[i] = 8
		case len(w) == 1 && w[0] >= '1' && w[0] <= '7':
			tiles[i] = w[0] - '0'
		default:
			return 0, fmt.Errorf("%.20q is not a tile; %s", w, form)
		}
		if seen>>tiles[i]&1 != 0 {
			return 0, fmt.Errorf("tile %s is placed twice", words[i])
		}
		seen |= 1 << tiles[i]
	}
	isle := Square(noIsland)
	if len(words) == 10 {
		sq, ok := parseSquare(words[9])
		if words[8] != "@" || !ok {
			return 0, errors.New(form)
		}
		isle = sq
	}
	return deployAction(tiles, isle), nil
}

func parsePlan(words []string) (game.Action, error) {
	const form = "a plan is three Orders, as \"plan 5N 3E 7S\""
	if len(words) != 3 {
		return 0, errors.New(form)
	}
	var p Plan
	for i, w := range words {
		o, ok := parseOrder(w)
		if !ok {
			return 0, fmt.Errorf("%.20q is not an Order; %s", w, form)
		}
		for j := range i {
			if p[j]>>2 == o>>2 {
				return 0, fmt.Errorf("the Orders %s and %s have the same number; the three must differ", p[j], o)
			}
		}
		p[i] = o
	}
	return PlanAction(p), nil
}
