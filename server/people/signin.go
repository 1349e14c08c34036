package people

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
)

const (
	// signInsAMinute is how often a password may be tried for one name from one
	// address, or from one device that has signed in with it before.
	signInsAMinute = 10
	// addressSignIns is how often a minute any password may be tried from one address.
	addressSignIns = 30
	// passwordsASecond is how many passwords are tried for all strangers together: each
	// costs some 30 ms of a core. Known devices are not among them.
	passwordsASecond = 4

	// DeviceAge is how long a device that has signed in is known.
	DeviceAge = 400 * 24 * time.Hour
)

// slowDown refuses tries of a password that come too fast. Nobody can use up the
// tries of another address or of a device that has signed in with the name before,
// so wrong passwords elsewhere lock nobody out. It asks no store, so it cannot tell
// which names there are.
func (p *People) slowDown(me *Caller, login string) error {
	if p.n.Limiter.Create < 0 {
		return nil
	}
	allow := func(key string, perMinute, burst int) bool { return p.n.Allow(key, float64(perMinute)/60, burst) }
	// The names themselves are not kept in memory.
	name := node.Hash(login)[:16]
	ok := false
	if device := p.knownDevice(me, login); device != "" {
		ok = allow("sign in by "+device, signInsAMinute, signInsAMinute)
	} else {
		ok = allow("sign in "+me.Address, addressSignIns, addressSignIns) &&
			allow("sign in "+me.Address+" "+name, signInsAMinute, signInsAMinute) &&
			allow("passwords", 60*passwordsASecond, 10*passwordsASecond)
	}
	if ok {
		return nil
	}
	return &wire.Error{Code: node.TooMany.Code, Message: node.TooMany.Message, Later: 60 / signInsAMinute}
}

// knownDevice names the device of a caller who has signed in with that name before,
// or is signed in.
func (p *People) knownDevice(me *Caller, login string) string {
	if me.ID != "" && (me.ID == login || me.Kind == match.Account && strings.ToLower(me.Name) == login) {
		return me.ID
	}
	nonce, mac, ok := strings.Cut(me.Device, ".")
	if ok && hmac.Equal([]byte(mac), []byte(p.deviceMAC(nonce, login))) {
		return nonce
	}
	return ""
}

// deviceMAC binds a device to a name without revealing it: the cookie of somebody who
// was deleted names nobody.
func (p *People) deviceMAC(nonce, login string) string {
	m := hmac.New(sha256.New, p.deviceKey)
	m.Write([]byte(nonce + " " + login))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// knowDevice marks a device that has signed in, so that it is recognised next time.
func (p *People) knowDevice(me *Caller, login string) {
	nonce := p.n.Secret(12)
	me.Carrier.GiveDevice(nonce + "." + p.deviceMAC(nonce, login))
}
