// Package local is a host of tables for one person without a server: what the
// browser runs in a worker. It answers the requests of the live API (method, path
// and JSON body) and sends the same frames, over whatever keeps the tables.
//
// Everything that decides is elsewhere: match knows the table, server/wire turns
// requests into changes and tables into what one viewer may know of them. Bots are
// asked by a [Job], a text that holds what their seat may see and nothing else; it
// may be worked on in another worker.
package local
