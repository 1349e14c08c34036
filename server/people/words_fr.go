package people

var french = words{
	subject: "votre compte",
	text: "Quelqu’un, sans doute vous, veut retrouver l’accès à votre compte Atoll.\n" +
		"Le lien ci-dessous sert une seule fois, dans la demi-heure.\n" +
		"Si ce n’était pas vous, ne faites rien\u202f: sans le lien, rien ne change.\n",
}
