package people

var spanish = words{
	subject: "tu cuenta",
	text: "Alguien, probablemente tú, ha pedido volver a entrar en tu cuenta de Atoll.\n" +
		"El enlace de abajo sirve una sola vez, durante media hora.\n" +
		"Si no fuiste tú, no hagas nada: sin el enlace no cambia nada.\n",
}
