// Package wire has the messages of the API and of the live streams, and makes
// them from tables: what one viewer may know ([Scene.View], [Scene.Delta],
// [Scene.Snapshot]), what may be asked of a table ([MomentAt], [LegalActions]) and
// what a request does to it ([ActRequest.Apply] and the like).
//
// It knows neither HTTP nor a store nor a clock, so the same code serves a table
// from a server and inside a page. [ViewerOf] decides as whom somebody looks, and
// [Viewer.Sight] is the one place where that becomes a game.Viewer.
package wire
