package wire

import (
	"encoding/json"
	"time"
)

// A heartbeat is a frame like any other, so that every kind of client sees it: a
// browser sees neither the comments of an event stream nor the pings of a
// WebSocket. The first comes when a stream begins and says when to expect the
// next. A client that hears nothing for two and a half intervals is talking to a
// dead connection and opens another.

// BeatFrame is the JSON of a heartbeat.
func BeatFrame(every time.Duration) []byte {
	data, err := json.Marshal(Frame{Type: "beat", Beat: &Beat{Every: max(1, every.Milliseconds())}})
	if err != nil {
		panic(err) // it holds a word and a number
	}
	return data
}
