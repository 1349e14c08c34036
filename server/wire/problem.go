package wire

import (
	"errors"

	"atoll/game"
	"atoll/match"
)

// Code tells programs what was wrong.
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

// HTTP statuses as numbers, so that the code for browsers does not need net/http.
var statuses = map[Code]int{
	BadRequest: 400, NoSession: 401, Forbidden: 403, NotFound: 404, Stale: 409, NotYourTurn: 409, Conflict: 409, IsOver: 409,
	TooLarge: 413, Illegal: 422, TooMany: 429, Internal: 500, Draining: 503, Busy: 503, Unavailable: 503,
}

// Status is the HTTP status that goes with the code.
func (c Code) Status() int {
	if status := statuses[c]; status != 0 {
		return status
	}
	return statuses[BadRequest]
}

// Error is a refusal that does not come from a table: by a limit, or by a server that is too busy.
type Error struct {
	Code    Code
	Message string
	Where   string
	Later   int // seconds after which to try again; 0 for unspecified
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
