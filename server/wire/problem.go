package wire

import "atoll/match"

// The statuses of refusals by their codes, as numbers: net/http is no part of what
// runs in a browser.
var statusOf = map[string]int{
	match.BadRequest: 400, match.Unauthorized: 401, match.Forbidden: 403,
	match.NotFound: 404, match.Stale: 409, match.NotYourTurn: 409,
	match.Conflict: 409, match.IsOver: 409, match.Illegal: 422,
	match.TooMany: 429, "too_large": 413,
	"draining": 503, "busy": 503, "unavailable": 503, "internal": 500,
}

// StatusOf is the status of HTTP that goes with the code of a refusal.
func StatusOf(code string) int {
	if status := statusOf[code]; status != 0 {
		return status
	}
	return statusOf[match.BadRequest]
}
