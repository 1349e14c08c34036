package bus

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Over NATS a lane has this many lines, and an owner joins the shorter of two. The workers take
// from each line in turn, so an owner with many jobs holds up only those who share both of their
// lines: one in 250.
const lines = 32

var laneNames = [...]string{Slow: "slow", Quick: "quick", Idle: "idle"}

// wakeSubject tells workers of all nodes that there is a job of a kind.
const wakeSubject = "atoll.wake."

// lineLook is how often workers look for jobs that they were not told of.
const lineLook = time.Second

// line is the subject of a job.
func (n *NATS) line(ctx context.Context, k Kind, j Job) string {
	lane := jobSubject + string(k) + "." + laneNames[lane(j)] + "."
	sum := sha256.Sum256([]byte(j.Owner))
	one, two := fmt.Sprintf("%s%02d", lane, sum[0]%lines), fmt.Sprintf("%s%02d", lane, sum[1]%lines)
	if waiting, err := n.waiting(ctx, lane); err == nil && waiting[two] < waiting[one] {
		return two
	}
	return one
}

// waiting counts the jobs of each line whose subject has a prefix.
func (n *NATS) waiting(ctx context.Context, from string) (map[string]uint64, error) {
	n.mu.Lock()
	stream := n.stream
	n.mu.Unlock()
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(from+">"))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// desk gives out the jobs of the lines to the workers of one node.
type desk struct {
	n    *NATS
	kind Kind

	mu     sync.Mutex
	queues map[string]jetstream.Consumer // by subject
	served map[string]int                // when a line was served last
	turn   int
	taken  int
	wake   chan struct{} // closed when a job comes
}

// call wakes the workers that wait for a job.
func (d *desk) call() {
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.wake)
	d.wake = make(chan struct{})
}

// next returns a job, or nil if no line has one.
func (d *desk) next(ctx context.Context, quick bool) (jetstream.Msg, error) {
	waiting, err := d.n.waiting(ctx, jobSubject+string(d.kind)+".")
	if err != nil {
		return nil, err
	}
	for _, subject := range d.order(waiting, quick) {
		c, err := d.queue(ctx, subject)
		if err != nil {
			return nil, err
		}
		got, err := c.FetchNoWait(1)
		if err != nil {
			return nil, err
		}
		if m, ok := <-got.Messages(); ok {
			d.mu.Lock()
			d.turn++
			d.served[subject] = d.turn
			if !quick {
				d.taken++
			}
			d.mu.Unlock()
			return m, nil
		}
		if got.Error() != nil { // a new server does not know the queue
			d.mu.Lock()
			delete(d.queues, subject)
			d.mu.Unlock()
		}
	}
	return nil, nil
}

// order sorts lines: by lane, and within one those first that were not served for
// longest.
func (d *desk) order(waiting map[string]uint64, quick bool) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	lanes := []Lane{Quick}
	if !quick {
		lanes = laneOrder(d.taken)
	}
	var list []string
	for _, l := range lanes {
		from := len(list)
		for subject := range waiting {
			if strings.HasPrefix(subject, jobSubject+string(d.kind)+"."+laneNames[l]+".") {
				list = append(list, subject)
			}
		}
		slices.SortFunc(list[from:], func(a, b string) int {
			if n := d.served[a] - d.served[b]; n != 0 {
				return n
			}
			return strings.Compare(a, b)
		})
	}
	return list
}

// queue is the consumer of a line, made when its first job comes.
func (d *desk) queue(ctx context.Context, subject string) (jetstream.Consumer, error) {
	d.mu.Lock()
	c := d.queues[subject]
	d.mu.Unlock()
	if c != nil {
		return c, nil
	}
	c, err := d.n.js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{
		Durable: strings.ReplaceAll(strings.TrimPrefix(subject, jobSubject), ".", "-"), FilterSubject: subject,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWithin, MaxDeliver: Deliveries, MaxAckPending: 10_000,
	})
	if err == nil {
		d.mu.Lock()
		d.queues[subject] = c
		d.mu.Unlock()
	}
	return c, err
}

// workLines lets workers take jobs of all lines, and one more the quick ones.
func (n *NATS) workLines(ctx context.Context, k Kind, workers int, f func(context.Context, Job) error) error {
	d := &desk{n: n, kind: k, queues: map[string]jetstream.Consumer{}, served: map[string]int{}, wake: make(chan struct{})}
	sub, err := n.conn.Subscribe(wakeSubject+string(k), func(*nats.Msg) { d.call() })
	if err != nil {
		return fmt.Errorf("listening to the bus: %w", err)
	}
	n.mu.Lock()
	n.desks[d] = struct{}{}
	n.mu.Unlock()
	defer func() {
		_ = sub.Unsubscribe()
		n.mu.Lock()
		delete(n.desks, d)
		n.mu.Unlock()
	}()
	var wg sync.WaitGroup
	for i := range workers + 1 {
		wg.Go(func() {
			for ctx.Err() == nil {
				d.mu.Lock()
				told := d.wake
				d.mu.Unlock()
				m, err := d.next(ctx, i == workers)
				if err != nil && !errors.Is(err, context.Canceled) {
					d.forget() // a restarted server may have none of them
				}
				if m == nil {
					pause := time.NewTimer(lineLook)
					if err != nil {
						pause.Reset(lineLook / 5) // the bus is away: do not spin
						told = nil
					}
					select {
					case <-ctx.Done():
					case <-told:
					case <-pause.C:
					}
					pause.Stop()
					continue
				}
				work(ctx, m, f)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

func (d *desk) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.queues)
}

// work does one job and says how it went.
func work(ctx context.Context, m jetstream.Msg, f func(context.Context, Job) error) {
	var j Job
	if json.Unmarshal(m.Data(), &j) != nil {
		_ = m.Term()
		return
	}
	stop := keep(m)
	err := f(ctx, j)
	stop()
	if err != nil {
		_ = m.NakWithDelay(100 * time.Millisecond)
		return
	}
	_ = m.Ack()
}
