package wire

import (
	"errors"

	"atoll/game"
	"atoll/match"
)

// Code says to programs what was wrong.
type Code string

// The codes that there are.
const (
	BadRequest  Code = "bad_request"
	NoSession   Code = "unauthorized"
	Forbidden   Code = "forbidden"
	NotFound    Code = "not_found"
	Stale       Code = "stale"
	Illegal     Code = "illegal"
	NotYourTurn Code = "not_your_turn"
	Conflict    Code = "conflict"
	IsOver      Code = "over"
	TooMany     Code = "too_many"
	TooLarge    Code = "too_large"
	Busy        Code = "busy"
	Draining    Code = "draining"
	Unavailable Code = "unavailable"
	Internal    Code = "internal"
)

// The statuses of HTTP, as numbers: net/http is no part of what runs in a browser.
var statuses = map[Code]int{
	BadRequest: 400, NoSession: 401, Forbidden: 403, NotFound: 404, Stale: 409, NotYourTurn: 409, Conflict: 409, IsOver: 409,
	TooLarge: 413, Illegal: 422, TooMany: 429, Internal: 500, Draining: 503, Busy: 503, Unavailable: 503,
}

// Status is the status of HTTP that goes with the code.
func (c Code) Status() int {
	if status := statuses[c]; status != 0 {
		return status
	}
	return statuses[BadRequest]
}

// Error is a refusal that no table makes: of a limit, of a server that has too
// much to do.
type Error struct {
	Code    Code
	Message string
	Where   string
	Later   int // seconds after which it may go better; 0: not said
}

func (e *Error) Error() string { return e.Message }

var codes = map[match.Refusal]Code{
	match.Invalid: BadRequest, match.Forbidden: Forbidden, match.Unknown: NotFound, match.Stale: Stale, match.Illegal: Illegal,
	match.NotYourTurn: NotYourTurn, match.NotNow: Conflict, match.IsOver: IsOver, match.TooMany: TooMany,
}

// Refused returns the refusal in an error, or nil if the error is a failure.
func Refused(err error) *Error {
	var own *Error
	var m *match.Error
	var r *game.Refusal
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &m):
		return &Error{Code: codes[m.Kind], Message: m.Message, Where: m.Where}
	case errors.As(err, &r):
		return &Error{Code: Illegal, Message: r.Error(), Where: "action"}
	}
	return nil
}
