package notify

import "atoll/store"

var french = &phrases{
	yourTurn: "À vous de jouer : %s", timeShort: "Plus que %s : %s", over: "%s : la partie est finie", rematch: "Une revanche, %s ?",
	chat:           "On vous a écrit : %s",
	tournamentGame: "Votre ronde commence : %s", accepted: "Votre partie est prête : %s", challenge: "%s vous défie",
	tournament: "%s commence dans dix minutes",
	trial:      "Notification d’essai", with: "Avec %s.", left: "Il reste %s.", noLeft: "Temps écoulé", said: "Avec %s. À lire à la table.",
	sit: "Avec %s. Prenez place.",
	ten: "Vous êtes inscrit. Soyez à l’heure.", tried: "C’est ainsi qu’Atoll vous appelle. Il ne s’est rien passé d’autre.",
	many: "%d choses vous attendent", manyBody: "%s", openTable: "Ouvrir la table", openPage: "Ouvrir", review: "Voir le résultat",
	mute: "Couper cette partie", andTo: " et ",
	day: "un jour", days: "%d jours", hour: "une heure", hours: "%d heures", minute: "une minute", minutes: "%d minutes",
	stop: "Ne plus recevoir d’e-mails : %s", stopAll: "Ne plus recevoir aucun e-mail", why: "Vous recevez ceci parce que vous l’avez demandé à %s.",
	prove: "Confirmez votre adresse",
	proveBody: "Quelqu’un, sans doute vous, veut recevoir les notifications d’Atoll à cette adresse. Ouvrez le lien pour la confirmer ; " +
		"il est valable un jour. Si ce n’était pas vous, ne faites rien.",
	proveButton: "Confirmer l’adresse", proveFor: "Le compte est %s.",
	stopped: "Vous ne recevrez plus d’e-mails à ce sujet.", stopPress: "Ne plus recevoir d’e-mails : %s ?", stopButton: "Arrêter",
	noSuch: "Ce lien n’est pas valable.",
	kinds: map[string]string{
		store.NoticeTurn: "votre tour", store.NoticeChallenge: "défis", store.NoticeRematch: "revanches", store.NoticeTournament: "tournois",
		store.NoticeChat: "discussion", store.NoticeTime: "temps", store.NoticeOver: "parties finies", "": "tout",
	},
}
