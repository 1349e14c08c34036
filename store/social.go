package store

import (
	"context"
	"slices"

	"atoll/match"
)

// Social keeps how people relate to each other: follows, blocks, challenges, reports.
type Social interface {
	// SetFollow begins or ends following somebody. ErrTaken if either has blocked
	// the other.
	SetFollow(ctx context.Context, user, other string, on bool, now int64) error
	// Follows returns whom a user follows, Followers who follows the user.
	Follows(ctx context.Context, user string) ([]string, error)
	Followers(ctx context.Context, user string) ([]string, error)
	// SetBlock blocks or unblocks somebody. Blocking ends follows between the two and withdraws
	// what is open between them.
	SetBlock(ctx context.Context, user, other string, on bool, now int64) error
	Blocks(ctx context.Context, user string) ([]string, error)
	// Apart returns those who have blocked a user, or whom the user has blocked.
	Apart(ctx context.Context, user string) ([]string, error)

	// Manners are what a user lets others do; zero for a user who has said nothing.
	Manners(ctx context.Context, user string) (Manners, error)
	// Hearing is whose messages a user hears: everybody's but those they have muted or
	// blocked, or fewer if they have said so.
	Hearing(ctx context.Context, user string) (Hearing, error)
	// SetChallenges sets whose challenges a user accepts.
	SetChallenges(ctx context.Context, user, from string) error
	// SetMessages sets whose messages a user hears.
	SetMessages(ctx context.Context, user, from string) error
	// SetSeen notes when a user was last here. It never goes back.
	SetSeen(ctx context.Context, user string, at int64) error

	// PutChallenge stores a challenge. ErrTaken if the two have an open one that has
	// not run out, whoever made it, ErrNone if they are apart.
	PutChallenge(ctx context.Context, c Challenge, now int64) error
	Challenge(ctx context.Context, id string) (Challenge, error)
	// Challenges returns what is open to and from a user, oldest first.
	Challenges(ctx context.Context, user string, now int64) ([]Challenge, error)
	// EndChallenge ends an open challenge; false if it was not open any more.
	EndChallenge(ctx context.Context, id, status, table string, now int64) (bool, error)

	// AddReport stores a report. It replaces the user's open report about the same person at the
	// same table, if there is one.
	AddReport(ctx context.Context, r Report) error
	// Reports returns reports, the latest first; open ones only, unless all are
	// wanted.
	Reports(ctx context.Context, all bool, limit int) ([]Report, error)
	// EndReport notes that a report was dealt with. ErrNone if there is none open.
	EndReport(ctx context.Context, id string, now int64) error
	// ReportsBy returns the reports that a user has made.
	ReportsBy(ctx context.Context, user string) ([]Report, error)
}

// Whose challenges somebody accepts, and whose messages they hear.
const (
	FromEveryone = "everyone" // also "", for those who have said nothing
	FromFollowed = "followed" // those whom they follow
	FromNobody   = "nobody"
)

// Manners are what a user lets others do, and when they were last here.
type Manners struct {
	Challenges string
	Messages   string
	Seen       int64
}

// Hearing is whose messages a user hears.
type Hearing struct {
	User           string
	Muted, Blocked []string
	From           string   // FromEveryone, FromFollowed, FromNobody
	Follows        []string // of those who hear some only
}

// Hears reports whether the messages of another reach the user.
func (h *Hearing) Hears(other string) bool {
	switch {
	case other == h.User:
		return true
	case slices.Contains(h.Muted, other) || slices.Contains(h.Blocked, other):
		return false
	case h.From == FromNobody:
		return false
	case h.From == FromFollowed:
		return slices.Contains(h.Follows, other)
	}
	return true
}

// The states of a challenge.
const (
	ChallengeOpen      = "open"
	ChallengeAccepted  = "accepted"
	ChallengeDeclined  = "declined"
	ChallengeWithdrawn = "withdrawn"
)

// Challenge asks somebody for a game.
type Challenge struct {
	ID, From, To string
	Setup        match.Setup
	Word         string
	At, Until    int64
	Status       string
	Table        string // once it is accepted
}

// Report reports somebody's behaviour to the host.
type Report struct {
	ID, By, About, Table string
	Why                  string
	Text                 string
	At                   int64
	Done                 int64 // when it was dealt with; 0 while it is open
}
