package node

import (
	"errors"
	"net"
	"net/netip"
	"syscall"
	"time"
)

// ErrInside refuses addresses that are not on the public internet.
var ErrInside = errors.New("addresses of this machine or network are refused")

// notOutside are networks that look like the internet and are not: shared by
// carriers, for documents and measuring, or a translation of an IPv4 address
// which could then be one of this network.
var notOutside = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // shared by carriers
	netip.MustParsePrefix("192.0.0.0/24"),    // protocols
	netip.MustParsePrefix("192.0.2.0/24"),    // documents
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
	netip.MustParsePrefix("198.18.0.0/15"),   // measuring
	netip.MustParsePrefix("198.51.100.0/24"), // documents
	netip.MustParsePrefix("203.0.113.0/24"),  // documents
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved
	netip.MustParsePrefix("2001::/23"),       // protocols, Teredo among them
	netip.MustParsePrefix("2001:db8::/32"),   // documents
	netip.MustParsePrefix("2002::/16"),       // 6to4
	netip.MustParsePrefix("3fff::/20"),       // documents
}

// publicV6 is all of IPv6 that is given out. What lies beside it (NAT64, mapped
// and compatible addresses, local ones) leads elsewhere.
var publicV6 = netip.MustParsePrefix("2000::/3")

// Outside reports whether an address is one of the public internet.
func Outside(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" || a.Is6() && !publicV6.Contains(a) {
		return false
	}
	for _, p := range notOutside {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// OutsideDialer dials public addresses only. It looks at the address that is
// really dialled: what a name said a moment ago, or says the next time, does not
// matter.
func OutsideDialer(within time.Duration) *net.Dialer {
	return &net.Dialer{Timeout: within, Control: func(_, address string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		if !Outside(ap.Addr()) {
			return ErrInside
		}
		return nil
	}}
}
