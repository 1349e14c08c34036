// Package server lets people and programs play at tables over HTTP: the JSON
// API under /api/v1, live updates over SSE and WebSocket, the workers that move
// bots and clocks, and the pages of the browser client.
//
// Nothing here decides anything about a game. A request becomes a command for package match; what
// match has stored durably is acknowledged, and only then sent to the others, each of whom gets a
// view made by [game.Look] for that viewer alone.
package server
