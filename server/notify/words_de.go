package notify

import "atoll/store"

var german = &phrases{
	yourTurn: "Du bist am Zug: %s", timeShort: "Noch %s bei %s", over: "%s: Die Partie ist zu Ende", rematch: "Revanche bei %s?", chat: "Jemand hat dir geschrieben: %s",
	tournamentGame: "Deine Runde beginnt: %s", accepted: "Deine Partie %s ist bereit", challenge: "%s fordert dich heraus", tournament: "%s beginnt in zehn Minuten",
	trial: "Eine Probe", with: "Mit %s.", left: "Noch %s.", noLeft: "Keine Zeit mehr", said: "Mit %s. Zu lesen am Tisch.", sit: "Mit %s. Nimm deinen Platz ein.",
	ten: "Du nimmst teil. Sei rechtzeitig da.", tried: "So ruft dich Atoll. Sonst ist nichts geschehen.",
	many: "%d Dinge warten auf dich", manyBody: "%s", openTable: "Zum Tisch", openPage: "Öffnen", review: "Zum Ergebnis", mute: "Diese Partie stumm", andTo: " und ",
	day: "ein Tag", days: "%d Tage", hour: "eine Stunde", hours: "%d Stunden", minute: "eine Minute", minutes: "%d Minuten",
	stop: "Nicht mehr davon: keine E-Mails über %s", stopAll: "Keine E-Mails mehr", why: "Du bekommst das, weil du %s darum gebeten hast.",
	prove: "Bestätige deine Adresse", proveBody: "Jemand, wahrscheinlich du, möchte Mitteilungen von Atoll an diese Adresse. Öffne den Link, um sie zu bestätigen; er gilt einen Tag. Warst du es nicht, tu nichts.",
	proveButton: "Adresse bestätigen", proveFor: "Das Konto ist %s.",
	stopped: "Du bekommst darüber keine E-Mails mehr.", stopPress: "Keine E-Mails mehr über %s?", stopButton: "Keine mehr", noSuch: "Dieser Link gilt nicht.",
	kinds: map[string]string{
		store.NoticeTurn: "deinen Zug", store.NoticeChallenge: "Herausforderungen", store.NoticeRematch: "Revanchen", store.NoticeTournament: "Turniere",
		store.NoticeChat: "Chat", store.NoticeTime: "die Zeit", store.NoticeOver: "beendete Partien", "": "irgendetwas",
	},
}
