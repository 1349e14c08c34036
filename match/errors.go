package match

import (
	"errors"
	"fmt"
)

// Error is a refusal: its kind, one sentence for people, and where the fault lies.
type Error struct {
	Kind    Refusal
	Message string
	Where   string
}

func (e *Error) Error() string { return e.Message }

// Refusal is a kind of refusal.
type Refusal uint8

// The kinds of refusals.
const (
	Invalid     Refusal = iota // what was asked for makes no sense
	Forbidden                  // this user may not
	Unknown                    // there is no such thing
	Stale                      // the choice was made for an earlier step
	Illegal                    // against the rules of the game
	NotYourTurn                // others have to choose
	NotNow                     // not as things stand
	IsOver                     // the game is over
	TooMany                    // more than a table takes
)

func refuse(kind Refusal, where, format string, args ...any) error {
	return &Error{Kind: kind, Where: where, Message: fmt.Sprintf(format, args...)}
}

// Under says that a refusal is about a part of what was asked for.
func Under(err error, part string) error {
	if e, ok := errors.AsType[*Error](err); ok {
		return &Error{Kind: e.Kind, Where: part + "." + e.Where, Message: e.Message}
	}
	return err
}
