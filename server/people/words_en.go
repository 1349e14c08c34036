package people

var english = words{
	subject: "your account",
	text: "Somebody, probably you, asked for a way back into your account at Atoll.\n" +
		"The link below works once, within half an hour.\n" +
		"If it was not you, do nothing: without the link nothing changes.\n",
}
