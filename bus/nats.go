package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// NATS is a bus between nodes: core NATS for pings, a JetStream work queue for
// jobs.
type NATS struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	queue jetstream.Consumer
}

const (
	pingSubject = "atoll.ping"
	jobSubject  = "atoll.jobs.bot"
	jobStream   = "ATOLL_JOBS"
)

// DialNATS connects to a NATS server with JetStream.
func DialNATS(ctx context.Context, address string) (*NATS, error) {
	conn, err := nats.Connect(address, nats.Name("atoll"), nats.MaxReconnects(-1), nats.ReconnectWait(200*time.Millisecond), nats.RetryOnFailedConnect(true))
	if err != nil {
		return nil, fmt.Errorf("connecting to the bus: %w", err)
	}
	n := &NATS{conn: conn}
	if n.js, err = jetstream.New(conn); err != nil {
		conn.Close()
		return nil, fmt.Errorf("connecting to the bus: %w", err)
	}
	for {
		if err = n.prepare(ctx); err == nil {
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
	_, err := n.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: jobStream, Subjects: []string{jobSubject}, Retention: jetstream.WorkQueuePolicy,
		Duplicates: memory, MaxAge: time.Hour, MaxMsgs: 1 << 20, Discard: jetstream.DiscardOld,
	})
	if err != nil {
		return err
	}
	n.queue, err = n.js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{
		Durable: "bots", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 30 * time.Second, MaxDeliver: Deliveries, MaxAckPending: 10_000,
	})
	return err
}

// Close leaves the bus.
func (n *NATS) Close() { n.conn.Close() }

// Tell implements Pings.
func (n *NATS) Tell(p Ping) {
	data, err := json.Marshal(p)
	if err != nil {
		return
	}
	// While disconnected the client buffers or drops; the outbox repeats.
	_ = n.conn.Publish(pingSubject, data)
}

// Hear implements Pings.
func (n *NATS) Hear(f func(Ping)) (stop func(), err error) {
	sub, err := n.conn.Subscribe(pingSubject, func(m *nats.Msg) {
		var p Ping
		if len(m.Data) < 1<<16 && json.Unmarshal(m.Data, &p) == nil {
			f(p)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("listening to the bus: %w", err)
	}
	if err := sub.SetPendingLimits(maxBacklog, -1); err != nil {
		return nil, err
	}
	// The subscription must reach the server before anything is told.
	_ = n.conn.FlushTimeout(2 * time.Second)
	return func() { _ = sub.Unsubscribe() }, nil
}

// Put implements Jobs.
func (n *NATS) Put(ctx context.Context, id string, j Job) error {
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	if _, err = n.js.Publish(ctx, jobSubject, data, jetstream.WithMsgID(id)); err != nil {
		return fmt.Errorf("queueing a job: %w", err)
	}
	return nil
}

// Work implements Jobs.
func (n *NATS) Work(ctx context.Context, workers int, f func(context.Context, Job) error) error {
	slots := make(chan struct{}, workers)
	for ctx.Err() == nil {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			continue
		}
		m, err := n.queue.Next(jetstream.FetchMaxWait(2 * time.Second))
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
			var j Job
			if json.Unmarshal(m.Data(), &j) != nil {
				_ = m.Term()
				return
			}
			if f(ctx, j) != nil {
				_ = m.NakWithDelay(100 * time.Millisecond)
				return
			}
			_ = m.Ack()
		}()
	}
	for range workers { // wait for those at work
		slots <- struct{}{}
	}
	return ctx.Err()
}
