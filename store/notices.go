package store

import (
	"context"
	"errors"

	"atoll/match"
)

// ErrTooMany says that a user has as many of something as they may.
var ErrTooMany = errors.New("too many of them are kept for this user")

// Notices keeps the notices for people who are away, how to reach them, and what they want to be
// told.
type Notices interface {
	// PutNotice asks for a notice, unless nobody could be reached with it. One for the
	// same person, kind and thing takes the place of the earlier one.
	PutNotice(ctx context.Context, n match.Notice) error
	// DueNotices returns notices whose time has come and that nobody has in hand,
	// the most urgent first.
	DueNotices(ctx context.Context, now int64, limit int) ([]Notice, error)
	// ClaimNotice takes a notice in hand until a time; false if another node was faster, or if the
	// notice has been replaced.
	ClaimNotice(ctx context.Context, n Notice, now, until int64) (bool, error)
	// DelayNotice puts back a notice that is in hand, with Due, Tries and Done as they
	// are now; DropNotice ends it. Neither touches one that has taken its place.
	DelayNotice(ctx context.Context, n Notice) error
	DropNotice(ctx context.Context, n Notice) error
	// NoticesOf returns what waits for a user.
	NoticesOf(ctx context.Context, user string) ([]Notice, error)

	// PutSubscription keeps the address at which a browser receives notices. A browser belongs to
	// whoever subscribed with it last. ErrTooMany if the user has as many as most.
	PutSubscription(ctx context.Context, s Subscription, most int) error
	Subscriptions(ctx context.Context, user string) ([]Subscription, error)
	// DropSubscription forgets an endpoint; with a user only if it is that user's.
	DropSubscription(ctx context.Context, endpoint, user string) error

	// NoticeSettings returns what SetNoticeSettings has kept; nil for nothing.
	NoticeSettings(ctx context.Context, user string) ([]byte, error)
	SetNoticeSettings(ctx context.Context, user string, data []byte) error

	// AskAddress keeps an address that is to be proved by the token with that hash.
	AskAddress(ctx context.Context, user, address, hash string, until int64) error
	// ProveAddress makes the pending address the user's own. ErrNone if no address
	// waits for the token, or not any more.
	ProveAddress(ctx context.Context, hash string, now int64) (user string, err error)
	// Address returns what is known about a user's address; it is empty if they gave none.
	Address(ctx context.Context, user string) (Address, error)
	DropAddress(ctx context.Context, user string) error
	// UsersAt returns the users who have proved that an address is theirs, by whatever
	// case it is written in.
	UsersAt(ctx context.Context, address string) ([]string, error)

	// PutVacation stores a vacation, or its new end, if fits allows it beside the user's others, including one
	// with the same beginning; nobody changes them meanwhile. One that ends as it begins is withdrawn.
	PutVacation(ctx context.Context, v Vacation, fits func(all []Vacation) error) error
	// Vacations returns those of a user that had not ended before a time, oldest
	// first.
	Vacations(ctx context.Context, user string, after int64) ([]Vacation, error)
}

// The kinds of notices.
const (
	NoticeTurn       = "turn"
	NoticeChallenge  = "challenge"
	NoticeRematch    = "rematch"
	NoticeTournament = "tournament"
	NoticeChat       = "chat"
	NoticeTime       = "time"  // little of it is left
	NoticeOver       = "over"  // a game is
	NoticeTrial      = "trial" // asked for by the person
)

// Notice is a notice that waits.
type Notice struct {
	match.Notice
	Tries int
	Gen   int64  // which of the notices for this person, kind and thing it is
	Done  string // where it has been delivered already, as its sender writes it
}

// Subscription is a browser that can be reached while no page is open.
type Subscription struct {
	Endpoint, User, P256dh, Auth string
	Created                      int64
}

// Address is how a user is reached by e-mail.
type Address struct {
	Address  string // proved to be theirs; "" for none
	Verified int64  // when
	Pending  string // to be proved until Until; "" for none
	Until    int64
}

// Vacation is a time in which a user's clocks of days stand still.
type Vacation struct {
	User         string
	Since, Until int64
}
