package server

import (
	"encoding/json"
	"strconv"
	"time"

	"atoll/server/wire"
)

// A heartbeat is a frame like any other, so that every kind of client sees it: a
// browser sees neither the comments of an event stream nor the pings of a
// WebSocket. The first comes when a stream begins and says when to expect the
// next. A client that hears nothing for two and a half intervals is talking to a
// dead connection and opens another.

// beatFrame is the JSON of a heartbeat.
func beatFrame(every time.Duration) []byte {
	data, err := json.Marshal(wire.Frame{Type: "beat", Beat: &wire.Beat{Every: max(1, every.Milliseconds())}})
	if err != nil {
		panic(err) // it holds a word and a number
	}
	return data
}

// appendEvent appends a frame as an event of an event stream.
func appendEvent(b []byte, kind string, id int64, data []byte) []byte {
	b = append(b, "event: "...)
	b = append(b, kind...)
	b = append(b, "\nid: "...)
	b = strconv.AppendInt(b, id, 10)
	b = append(b, "\ndata: "...)
	b = append(b, data...)
	return append(b, "\n\n"...)
}
