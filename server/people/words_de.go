package people

var german = words{
	subject: "dein Konto",
	text: "Jemand, wahrscheinlich du, möchte wieder in dein Konto bei Atoll.\n" +
		"Der Link unten gilt einmal, eine halbe Stunde lang.\n" +
		"Warst du es nicht, tu nichts: Ohne den Link ändert sich nichts.\n",
}
