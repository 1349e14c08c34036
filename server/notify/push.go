package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"atoll/mail"
	"atoll/match"
	"atoll/server/node"
	"atoll/store"
)

// errNever says that a delivery failed and would fail again.
var errNever = errors.New("refused for good")

// keyOf derives this server's key from the secret in the store.
func keyOf(seed []byte) (*ecdh.PrivateKey, error) {
	for i := range 100 { // one in 2³² is no key
		sum := sha256.Sum256(append([]byte{byte(i)}, seed...))
		if key, err := ecdh.P256().NewPrivateKey(sum[:]); err == nil {
			return key, nil
		}
	}
	return nil, errors.New("no key can be made for push services")
}

// PublicKey is what a browser subscribes with.
func (y *Notify) PublicKey() string {
	return base64.RawURLEncoding.EncodeToString(y.key.PublicKey().Bytes())
}

// maxSubscriptions is how many browsers of one person receive notices.
const maxSubscriptions = 20

// Subscribe keeps the address at which a user's browser receives notices.
func (y *Notify) Subscribe(ctx context.Context, s store.Subscription) error {
	bad := func(where, text string) error {
		return &match.Error{Kind: match.Invalid, Where: "body." + where, Message: text}
	}
	u, err := url.Parse(s.Endpoint)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.Scheme != "https" && !(y.cfg.Private && u.Scheme == "http") {
		return bad("endpoint", "the address of a push service is an https address")
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !y.cfg.Private && !node.Outside(a) {
		return bad("endpoint", node.ErrInside.Error())
	}
	if _, err := ecdh.P256().NewPublicKey(unbase(s.P256dh)); err != nil {
		return bad("keys.p256dh", "this is not a browser's key")
	}
	if len(unbase(s.Auth)) != 16 {
		return bad("keys.auth", "this is not a browser's key")
	}
	err = y.n.Store.PutSubscription(ctx, s, maxSubscriptions)
	if errors.Is(err, store.ErrTooMany) {
		return &match.Error{Kind: match.TooMany, Message: "too many of your devices get notices already; remove one first"}
	}
	return err
}

func unbase(s string) []byte {
	for _, e := range []*base64.Encoding{base64.RawURLEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.StdEncoding} {
		if b, err := e.DecodeString(s); err == nil {
			return b
		}
	}
	return nil
}

// target is one way of reaching a person.
type target struct {
	kind string // push or mail
	mark string // in the notice, once it was delivered there
	send func(ctx context.Context, s story, waiting []string) (later time.Duration, err error)
}

// targets are the channels by which a person wants to hear of something.
func (y *Notify) targets(p *person, s story) (list []target) {
	ways := p.Kinds.Of(s.kind)
	if ways.Push {
		for _, sub := range p.subs {
			sum := sha256.Sum256([]byte(sub.Endpoint))
			list = append(list, target{
				"push", base64.RawURLEncoding.EncodeToString(sum[:9]),
				func(ctx context.Context, s story, waiting []string) (time.Duration, error) {
					return y.push(ctx, p, sub, s, waiting)
				},
			})
		}
	}
	if ways.Mail && p.address != "" && y.cfg.Mail != nil {
		list = append(list, target{"mail", "mail", func(ctx context.Context, s story, _ []string) (time.Duration, error) {
			err := y.cfg.Mail.Send(ctx, y.letter(p, s))
			if errors.Is(err, mail.ErrRefused) {
				return 0, fmt.Errorf("%w: %w", errNever, err)
			}
			return 0, err
		}})
	}
	return list
}

// Payload is what the service worker gets.
type Payload struct {
	Tag   string `json:"tag"`
	Kind  string `json:"kind"`
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"`
	Table string `json:"table,omitempty"`
	Open  string `json:"open"` // the words of a button
	Mute  string `json:"mute,omitempty"`
	Lang  string `json:"lang"`
	// Waiting lists the tables that wait for the person: notices about others are closed.
	Waiting []string `json:"waiting"`
}

// maxWaiting bounds how many tables a payload names: it holds 4 KB at most.
const maxWaiting = 60

func payload(p *person, s story, waiting []string) ([]byte, error) {
	x := Payload{
		Tag: s.tag, Kind: s.kind, Title: s.title, Body: s.body, Path: s.path, Table: s.table, Open: s.open, Lang: p.Lang,
		Waiting: waiting,
	}
	if s.table != "" {
		x.Mute = muteWord(p.Lang)
	}
	if len(x.Waiting) > maxWaiting {
		x.Waiting = x.Waiting[:maxWaiting]
	}
	if x.Waiting == nil {
		x.Waiting = []string{}
	}
	return json.Marshal(x)
}

// keepFor is how long a push service keeps a notice for a device that is off.
func keepFor(s story) int {
	switch s.kind {
	case store.NoticeTurn, store.NoticeTime, store.NoticeOver:
		if s.left > 0 {
			return int(min(s.left/1000, 7*24*3600))
		}
		return 3 * 24 * 3600
	}
	return 3600
}

func (y *Notify) push(ctx context.Context, p *person, sub store.Subscription, s story, waiting []string) (time.Duration, error) {
	text, err := payload(p, s, waiting)
	if err != nil {
		return 0, err
	}
	topic := sha256.Sum256([]byte(s.tag))
	contact := y.cfg.Public
	if contact == "" {
		contact = "https://atoll.invalid"
	}
	res, err := webpush.SendNotificationWithContext(ctx, text,
		&webpush.Subscription{Endpoint: sub.Endpoint, Keys: webpush.Keys{Auth: sub.Auth, P256dh: sub.P256dh}},
		&webpush.Options{
			HTTPClient: y.client, Subscriber: contact, TTL: keepFor(s), Urgency: webpush.UrgencyNormal, RecordSize: 3052,
			Topic:          base64.RawURLEncoding.EncodeToString(topic[:])[:32], // a newer one takes its place
			VAPIDPublicKey: y.PublicKey(), VAPIDPrivateKey: base64.RawURLEncoding.EncodeToString(y.key.Bytes()),
		})
	if errors.Is(err, webpush.ErrMaxPadExceeded) {
		return 0, fmt.Errorf("%w: %w", errNever, err)
	}
	var where *url.Error
	if errors.As(err, &where) {
		err = where.Err // not the address: it is a secret between the browser and us
	}
	if errors.Is(err, node.ErrInside) {
		return 0, fmt.Errorf("%w: %w", errNever, errors.Join(err, y.n.Store.DropSubscription(ctx, sub.Endpoint, "")))
	}
	if err != nil {
		return 0, err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 4096))
	res.Body.Close()
	said := fmt.Errorf("the push service answered %d", res.StatusCode)
	switch code := res.StatusCode; {
	case code < 300:
		return 0, nil
	case code == http.StatusNotFound || code == http.StatusGone:
		return 0, fmt.Errorf("%w: %w", errNever, errors.Join(said, y.n.Store.DropSubscription(ctx, sub.Endpoint, "")))
	case code == http.StatusTooManyRequests || code >= 500:
		return retryAfter(res.Header.Get("Retry-After"), time.Now()), said
	default:
		return 0, fmt.Errorf("%w: %w", errNever, said)
	}
}

// retryAfter reads how long a service wants to be left alone, up to a day.
func retryAfter(s string, now time.Time) time.Duration {
	var d time.Duration
	if n, err := strconv.Atoi(s); err == nil {
		d = time.Duration(min(n, 86_400)) * time.Second
	} else if at, err := http.ParseTime(s); err == nil {
		d = at.Sub(now)
	}
	return min(max(d, 0), 24*time.Hour)
}
