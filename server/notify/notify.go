// Package notify tells people what waits for them while they are away: by Web Push and by e-mail. A
// notice is stored in the same transaction as the event, so that nothing is lost with a node. One
// node at a time handles a notice; the store decides which. A notice is delivered at least once:
// where a node dies between sending and noting it, the second copy has the tag, or the message id,
// of the first and takes its place.
package notify

import (
	"context"
	"crypto/ecdh"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // quiet hours are by the person's own clock, on any machine

	"atoll/mail"
	"atoll/match"
	"atoll/server/live"
	"atoll/server/node"
	"atoll/server/tables"
	"atoll/store"
)

// Config is what Notify is made of.
type Config struct {
	// Mail sends e-mail; nil means that there is none.
	Mail mail.Sender
	// Public is the address of the pages, as https://atoll.example; for links in
	// e-mail.
	Public string
	// Private allows push services at private network addresses; for tests.
	Private bool
	// Every is how often the outbox is looked at; 0 means 2 s.
	Every time.Duration
	// Delay is how long somebody may take to look before a notice goes out; 0 means
	// 10 s.
	Delay time.Duration
}

// Notify delivers the notices of one node.
type Notify struct {
	cfg     Config
	n       *node.Node
	tables  *tables.Tables
	hub     *live.Hub
	key     *ecdh.PrivateKey // names this server to push services, the same on every node
	stopKey []byte           // signs links that end e-mails
	client  *http.Client
	looked  chan look
}

const (
	every = 2 * time.Second
	delay = 10 * time.Second
	// hold is how long a node has a notice in hand before it counts as dead.
	hold = 2 * time.Minute
	// batch is how many notices are taken at a time, and senders how many are sent at
	// once.
	batch   = 200
	senders = 8
	// tries is how often a delivery is tried, and most the longest pause between two.
	tries = 10
	most  = time.Hour
)

// again is how long to wait before checking once more whether somebody who seems present is: longer
// than it takes to find out that a connection is dead.
func (y *Notify) again() time.Duration { return y.cfg.Delay * 9 / 2 }

// hear is how long another node may take to say who is at a table.
func (y *Notify) hear() time.Duration { return y.cfg.Delay * 2 }

// wait is the pause after the first try; it doubles with each.
func (y *Notify) wait() time.Duration { return y.cfg.Delay * 3 / 2 }

// New makes the keys, if this is the first start.
func New(ctx context.Context, n *node.Node, ts *tables.Tables, hub *live.Hub, cfg Config) (*Notify, error) {
	if cfg.Every == 0 {
		cfg.Every = every
	}
	if cfg.Delay == 0 {
		cfg.Delay = delay
	}
	cfg.Public = strings.TrimRight(cfg.Public, "/")
	y := &Notify{cfg: cfg, n: n, tables: ts, hub: hub, looked: make(chan look, 1000)}
	seed, err := n.Store.Key(ctx, "push")
	if err != nil {
		return nil, err
	}
	if y.key, err = keyOf(seed); err != nil {
		return nil, err
	}
	if y.stopKey, err = n.Store.Key(ctx, "stop mail"); err != nil {
		return nil, err
	}
	dialer := node.OutsideDialer(5 * time.Second)
	if cfg.Private {
		dialer = &net.Dialer{Timeout: 5 * time.Second}
	}
	y.client = &http.Client{
		Timeout: 15 * time.Second,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, MaxIdleConnsPerHost: senders,
			IdleConnTimeout: 30 * time.Second, Proxy: nil,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	ts.OnCommit(y.ofChange)
	hub.OnLook(y.look)
	return y, nil
}

// Begin starts the workers, which end with ctx; all waits for them.
func (y *Notify) Begin(ctx context.Context, all *sync.WaitGroup) {
	all.Go(func() {
		node.Every(ctx, y.cfg.Every, func() { y.round(ctx) })
		y.client.CloseIdleConnections()
	})
	all.Go(func() { y.forgetSeen(ctx) })
}

// round deals with everything that is due.
func (y *Notify) round(ctx context.Context) {
	for ctx.Err() == nil && !y.n.Draining() {
		now := y.n.Now().MS
		due, err := y.n.Store.DueNotices(ctx, now, batch)
		if err != nil {
			if ctx.Err() == nil {
				y.n.Log.Warn("notices cannot be read", "err", err)
			}
			return
		}
		people := map[string][]store.Notice{}
		var order []string
		for _, x := range due {
			mine, err := y.n.Store.ClaimNotice(ctx, x, now, now+hold.Milliseconds())
			if err != nil {
				return
			}
			if !mine {
				continue
			}
			if people[x.User] == nil {
				order = append(order, x.User)
			}
			people[x.User] = append(people[x.User], x)
		}
		var sending sync.WaitGroup
		slots := make(chan struct{}, senders)
		for _, user := range order {
			slots <- struct{}{}
			sending.Go(func() {
				defer func() { <-slots }()
				if err := y.deal(ctx, user, people[user]); err != nil && ctx.Err() == nil {
					y.n.Log.Warn("notices were not dealt with; they will be later", "err", err)
				}
			})
		}
		sending.Wait()
		if len(due) < batch {
			return
		}
	}
}

// person is who is told, and how.
type person struct {
	store.User
	Settings
	subs    []store.Subscription
	address string
}

func (y *Notify) person(ctx context.Context, user string) (p person, err error) {
	if p.User, err = y.n.Store.User(ctx, user); err != nil {
		return p, err
	}
	if p.Settings, err = y.Settings(ctx, user); err != nil {
		return p, err
	}
	if p.subs, err = y.n.Store.Subscriptions(ctx, user); err != nil {
		return p, err
	}
	a, err := y.n.Store.Address(ctx, user)
	p.address = a.Address
	return p, err
}

// deal tells one person what is due, several things in one notice.
func (y *Notify) deal(ctx context.Context, user string, list []store.Notice) error {
	p, err := y.person(ctx, user)
	if errors.Is(err, store.ErrNone) || err == nil && p.Kind == match.Gone {
		return y.drop(ctx, list...)
	}
	if err != nil {
		return err
	}
	var news []story
	for _, x := range list {
		s, v, err := y.judge(ctx, &p, x)
		if err != nil {
			return err
		}
		switch {
		case v.drop:
			err = y.drop(ctx, x)
		case v.later > 0:
			x.Due, x.Done = v.later, v.done
			err = y.n.Store.DelayNotice(ctx, x)
		default:
			news = append(news, s)
		}
		if err != nil {
			return err
		}
	}
	if len(news) == 0 {
		return nil
	}
	waiting, err := y.waiting(ctx, user)
	if err != nil {
		return err
	}
	// What waited for the morning, or came all at once, is one notice.
	if together := y.together(&p, news); together != nil {
		news = together
	}
	for _, s := range news {
		if err := y.deliver(ctx, &p, s, waiting); err != nil {
			return err
		}
	}
	return nil
}

func (y *Notify) drop(ctx context.Context, list ...store.Notice) error {
	for _, x := range list {
		if err := y.n.Store.DropNotice(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

// deliver sends a story to wherever it has not come yet.
func (y *Notify) deliver(ctx context.Context, p *person, s story, waiting []string) error {
	first := &s.notices[0]
	done := strings.Fields(first.Done)
	left, wanted := false, time.Duration(0) // something must be tried again, not before
	for _, t := range y.targets(p, s) {
		if contains(done, t.mark) {
			continue
		}
		later, err := t.send(ctx, s, waiting)
		switch {
		case err == nil:
			done = append(done, t.mark)
			y.n.Metrics.Notices.WithLabelValues(t.kind, "sent").Inc()
			// Noted at once, so that a node that dies now doubles at most one.
			if len(s.notices) == 1 && ctx.Err() == nil {
				x := *first
				x.Done = strings.Join(done, " ")
				if err := y.n.Store.DelayNotice(ctx, held(x, y.n.Now().MS)); err != nil {
					return err
				}
			}
		case errors.Is(err, errNever):
			done = append(done, t.mark)
			y.n.Metrics.Notices.WithLabelValues(t.kind, "refused").Inc()
			y.n.Log.Info("somebody cannot be told this way", "by", t.kind, "err", err)
		default:
			left, wanted = true, max(wanted, later)
			y.n.Metrics.Notices.WithLabelValues(t.kind, "failed").Inc()
			if ctx.Err() == nil {
				y.n.Log.Info("somebody could not be told; it is tried again", "by", t.kind, "err", err)
			}
		}
	}
	for _, x := range s.notices {
		if x.Tries++; !left || x.Tries >= tries {
			if err := y.drop(context.WithoutCancel(ctx), x); err != nil {
				return err
			}
			continue
		}
		x.Done = strings.Join(done, " ")
		x.Due = y.n.Now().MS + max(wanted, min(most, y.wait()<<min(x.Tries-1, 10))).Milliseconds()
		if err := y.n.Store.DelayNotice(context.WithoutCancel(ctx), x); err != nil {
			return err
		}
	}
	return nil
}

// held is a notice that stays in hand while more of it is delivered: nobody else
// takes it before it would be free anyway.
func held(x store.Notice, now int64) store.Notice {
	x.Due = now + hold.Milliseconds()
	return x
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// waiting are the tables that wait for a user.
func (y *Notify) waiting(ctx context.Context, user string) (ids []string, err error) {
	list, err := y.hub.List(ctx, user, store.Filter{User: user, Status: match.Running, Limit: 100}, "")
	if err != nil {
		return nil, err
	}
	for _, t := range list.Tables {
		if t.YourTurn {
			ids = append(ids, t.ID)
		}
	}
	return ids, nil
}
