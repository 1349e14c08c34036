package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// NATS is a bus between nodes: core NATS for pings, a JetStream work queue for
// jobs.
type NATS struct {
	conn   *nats.Conn
	js     jetstream.JetStream
	sound  atomic.Bool
	cancel context.CancelFunc
	done   chan struct{}
	// own carries the pings of this node to itself: the server sends nobody what they have
	// said themselves, which would be a third of all that three nodes have to read.
	own *Local
	out outgoing

	mu     sync.Mutex
	stream jetstream.Stream
	queues map[Kind]jetstream.Consumer
	ears   map[*natsEar]struct{}
	desks  map[*desk]struct{}
}

const (
	pingSubject = "atoll.ping"
	jobSubject  = "atoll.jobs." // and the kind
	jobStream   = "ATOLL_JOBS"
)

// ackWithin is how long a worker may give no sign of life before its job goes to another.
const ackWithin = 30 * time.Second

// consumers are the names of the queues as the server keeps them. Jobs for bots wait in lines,
// which have names of their own.
var consumers = map[Kind]string{Turn: "bots", Analysis: "analyses"}

// DialNATS connects to a NATS server with JetStream.
func DialNATS(ctx context.Context, address string) (*NATS, error) {
	conn, err := nats.Connect(
		address,
		nats.Name("atoll"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200*time.Millisecond),
		nats.RetryOnFailedConnect(true),
		nats.NoEcho(),
		// A connection can be dead without saying so.
		nats.PingInterval(2*time.Second), nats.MaxPingsOutstanding(2), nats.FlusherTimeout(5*time.Second))
	if err != nil {
		return nil, fmt.Errorf("connecting to the bus: %w", err)
	}
	n := &NATS{
		conn: conn, done: make(chan struct{}), own: NewLocal(), out: outgoing{wake: make(chan struct{}, 1)},
		ears: map[*natsEar]struct{}{}, desks: map[*desk]struct{}{},
	}
	if n.js, err = jetstream.New(conn); err != nil {
		conn.Close()
		return nil, fmt.Errorf("connecting to the bus: %w", err)
	}
	for {
		if err = n.prepare(ctx); err == nil {
			n.sound.Store(true)
			// It must outlive the time that is given to dialling.
			watch, cancel := context.WithCancel(context.WithoutCancel(ctx))
			n.cancel = cancel
			go n.watch(watch)
			go n.out.run(watch, n.conn)
			return n, nil
		}
		select {
		case <-ctx.Done():
			conn.Close()
			return nil, fmt.Errorf("preparing the bus: %w", err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (n *NATS) prepare(ctx context.Context) error {
	stream, err := n.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: jobStream, Subjects: []string{jobSubject + ">"}, Retention: jetstream.WorkQueuePolicy,
		Duplicates: memory, MaxAge: time.Hour, MaxMsgs: 1 << 20, Discard: jetstream.DiscardOld,
	})
	if err != nil {
		return err
	}
	queues := map[Kind]jetstream.Consumer{}
	// In this order: the first once had no filter, and beside such a consumer there is no room for
	// a second.
	for _, k := range Kinds {
		queues[k], err = n.js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{
			Durable: consumers[k], FilterSubject: jobSubject + string(k),
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWithin, MaxDeliver: Deliveries, MaxAckPending: 10_000,
		})
		if err != nil {
			return err
		}
	}
	n.mu.Lock()
	n.stream, n.queues = stream, queues
	n.mu.Unlock()
	return nil
}

// Close leaves the bus.
func (n *NATS) Close() {
	n.out.send(n.conn)
	n.cancel()
	<-n.done
	n.conn.Close()
}

// Tell implements Pings.
func (n *NATS) Tell(p Ping) {
	n.out.put(n.conn, &p)
	n.own.Tell(p)
}

// Hear implements Pings.
func (n *NATS) Hear(f func(Ping)) (stop func(), err error) {
	e := &natsEar{f: f}
	e.sub, err = n.conn.Subscribe(pingSubject, func(m *nats.Msg) { eachPing(m.Data, e.hear) })
	if err != nil {
		return nil, fmt.Errorf("listening to the bus: %w", err)
	}
	if err := e.sub.SetPendingLimits(maxBacklog, -1); err != nil {
		return nil, err
	}
	deafen, err := n.own.Hear(e.hear)
	if err != nil {
		return nil, err
	}
	// The subscription must reach the server before anything is told.
	_ = n.conn.FlushTimeout(2 * time.Second)
	n.mu.Lock()
	n.ears[e] = struct{}{}
	n.mu.Unlock()
	return func() {
		deafen()
		_ = e.sub.Unsubscribe()
		n.mu.Lock()
		delete(n.ears, e)
		n.mu.Unlock()
	}, nil
}

// Put implements Jobs.
func (n *NATS) Put(ctx context.Context, k Kind, id string, j Job) error {
	if err := known(k); err != nil {
		return err
	}
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	subject := jobSubject + string(k)
	if k == Turn {
		subject = n.line(ctx, k, j)
	}
	if _, err = n.js.Publish(ctx, subject, data, jetstream.WithMsgID(string(k)+" "+id)); err != nil {
		return fmt.Errorf("queueing a job: %w", err)
	}
	if k == Turn { // a worker that is not told looks anyway after a while
		_ = n.conn.Publish(wakeSubject+string(k), nil)
		n.mu.Lock()
		defer n.mu.Unlock()
		for d := range n.desks {
			d.call()
		}
	}
	return nil
}

// Work implements Jobs.
func (n *NATS) Work(ctx context.Context, k Kind, workers int, f func(context.Context, Job) error) error {
	if err := known(k); err != nil {
		return err
	}
	if k == Turn {
		return n.workLines(ctx, k, workers, f)
	}
	slots := make(chan struct{}, workers)
	for ctx.Err() == nil {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			continue
		}
		n.mu.Lock()
		queue := n.queues[k]
		n.mu.Unlock()
		m, err := queue.Next(jetstream.FetchMaxWait(2 * time.Second))
		if err != nil {
			<-slots
			if !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) {
				select { // the bus is away: do not spin
				case <-ctx.Done():
				case <-time.After(200 * time.Millisecond):
				}
			}
			continue
		}
		go func() {
			defer func() { <-slots }()
			work(ctx, m, f)
		}()
	}
	for range workers { // wait for those at work
		slots <- struct{}{}
	}
	return ctx.Err()
}

// keep keeps reporting that somebody is at work on a message.
func keep(m jetstream.Msg) (stop func()) {
	end := make(chan struct{})
	go func() {
		t := time.NewTicker(ackWithin / 3)
		defer t.Stop()
		for {
			select {
			case <-end:
				return
			case <-t.C:
				_ = m.InProgress()
			}
		}
	}()
	return func() { close(end) }
}
