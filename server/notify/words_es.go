package notify

import "atoll/store"

var spanish = &phrases{
	yourTurn: "Te toca en %s", timeShort: "Aún tienes %s en %s", over: "%s: la partida ha terminado", rematch: "¿Revancha en %s?",
	chat:           "Alguien te ha escrito en %s",
	tournamentGame: "Se abre tu ronda: %s", accepted: "Tu partida de %s está lista", challenge: "%s te desafía",
	tournament: "%s empieza en diez minutos",
	trial:      "Un aviso de prueba", with: "Con %s.", left: "Aún tienes %s.", noLeft: "Se acabó el tiempo", said: "Con %s. Léelo en la mesa.",
	sit: "Con %s. Ocupa tu plaza.",
	ten: "Participas. Llega a tiempo.", tried: "Así te llama Atoll. No ha pasado nada más.",
	many: "%d cosas te esperan", manyBody: "%s", openTable: "Abrir la mesa", openPage: "Abrir", review: "Ver el resultado",
	mute: "Silenciar esta partida", andTo: " y ",
	day: "un día", days: "%d días", hour: "una hora", hours: "%d horas", minute: "un minuto", minutes: "%d minutos",
	stop: "No más de estos: parar los correos sobre %s", stopAll: "Parar todos los correos", why: "Recibes esto porque lo pediste en %s.",
	prove: "Confirma tu dirección",
	proveBody: "Alguien, probablemente tú, quiere recibir los avisos de Atoll en esta dirección. Pulsa el enlace para confirmarla; " +
		"sirve durante un día. Si no fuiste tú, no hagas nada.",
	proveButton: "Confirmar la dirección", proveFor: "La cuenta es %s.",
	stopped: "No recibirás más correos sobre esto.", stopPress: "¿No más correos sobre %s?", stopButton: "Pararlos",
	noSuch: "Este enlace no sirve.",
	kinds: map[string]string{
		store.NoticeTurn: "tu turno", store.NoticeChallenge: "desafíos", store.NoticeRematch: "revanchas", store.NoticeTournament: "torneos",
		store.NoticeChat: "el chat", store.NoticeTime: "el tiempo", store.NoticeOver: "partidas terminadas", "": "cualquier cosa",
	},
}
