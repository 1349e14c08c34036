package notify

import "atoll/store"

var english = &phrases{
	yourTurn: "Your turn in %s", timeShort: "%s left in %s", over: "%s: the game is over", rematch: "A rematch in %s?", chat: "Somebody wrote to you at %s",
	tournamentGame: "Your round opens: %s", accepted: "Your game of %s is ready", challenge: "%s challenges you", tournament: "%s begins in ten minutes",
	trial: "A test notification", with: "With %s.", left: "%s left.", noLeft: "No time left", said: "With %s. Read it at the table.", sit: "With %s. Take your seat.",
	ten: "You have entered. Be there in time.", tried: "This is how Atoll calls you. Nothing else has happened.",
	many: "%d things are waiting for you", manyBody: "%s", openTable: "Open the table", openPage: "Open", review: "See the result", mute: "Mute this game", andTo: " and ",
	day: "a day", days: "%d days", hour: "an hour", hours: "%d hours", minute: "a minute", minutes: "%d minutes",
	stop: "No more of these: stop e-mails about %s", stopAll: "Stop all e-mails", why: "You get this because you asked %s for it.",
	prove: "Confirm your address", proveBody: "Somebody, probably you, wants notifications from Atoll at this address. Open the link to confirm it; it works for a day. If it was not you, do nothing.",
	proveButton: "Confirm the address", proveFor: "The account is %s.",
	stopped: "You will get no more e-mails about this.", stopPress: "No more e-mails about %s?", stopButton: "Stop them", noSuch: "This link is not valid.",
	kinds: map[string]string{
		store.NoticeTurn: "your turn", store.NoticeChallenge: "challenges", store.NoticeRematch: "rematches", store.NoticeTournament: "tournaments",
		store.NoticeChat: "chat", store.NoticeTime: "time", store.NoticeOver: "games that are over", "": "anything",
	},
}
