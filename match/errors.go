package match

import "fmt"

// Error is a refusal that a client is told: a stable code and one sentence.
type Error struct {
	Code    string
	Message string
	Where   string
}

func (e *Error) Error() string { return e.Message }

// The codes of refusals.
const (
	BadRequest   = "bad_request"
	Unauthorized = "unauthorized"
	Forbidden    = "forbidden"
	NotFound     = "not_found"
	Stale        = "stale"
	Illegal      = "illegal"
	NotYourTurn  = "not_your_turn"
	Conflict     = "conflict"
	IsOver       = "over"
	TooMany      = "too_many"
)

func refuse(code, where, format string, args ...any) error {
	return &Error{Code: code, Where: where, Message: fmt.Sprintf(format, args...)}
}
