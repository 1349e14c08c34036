package bus

import (
	"reflect"
	"strings"
	"testing"
)

// TestPingsTravelTogether takes pings as they would be sent and reads them as they would be heard.
func TestPingsTravelTogether(t *testing.T) {
	var told []Ping
	var o outgoing
	for i := range 400 {
		p := Ping{Table: "t", Seq: int64(i + 1), Node: [...]string{"a", "a\nb"}[i%2], News: make([]byte, 300)}
		if i == 200 {
			p.Users = []string{strings.Repeat("u", maxMessage-2000)} // hardly fits in a message of its own
		}
		told = append(told, p)
		o.add(&p)
	}
	var heard []Ping
	size := 0
	for _, m := range o.messages {
		size += len(m)
		if len(m) >= maxMessage {
			t.Errorf("a message has %d bytes, which nobody hears", len(m))
		}
		eachPing(m, func(p Ping) { heard = append(heard, p) })
	}
	if !reflect.DeepEqual(heard, told) {
		t.Errorf("%d pings were told and %d heard, or others, or in another order", len(told), len(heard))
	}
	if want := size/maxMessage + 4; len(o.messages) > want {
		t.Errorf("they make %d messages, want at most %d", len(o.messages), want)
	}
	if seps := len(told) - len(o.messages); o.size != size-seps {
		t.Errorf("%d bytes are counted, and there are %d", o.size, size-seps)
	}
}

// One line that cannot be read costs nothing but itself.
func TestBrokenLines(t *testing.T) {
	var heard []int64
	eachPing([]byte("{\"seq\":1}\n{\"seq\":\n\n{\"seq\":3}"), func(p Ping) { heard = append(heard, p.Seq) })
	if !reflect.DeepEqual(heard, []int64{1, 3}) {
		t.Errorf("heard %v", heard)
	}
}
