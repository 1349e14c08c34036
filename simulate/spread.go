package simulate

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Games are spread over machines as chunks of consecutive numbers. Chunks wait in
// a JetStream work queue; a worker acknowledges one only after its counts are
// stored in the stream of results, so that the chunk of a lost worker is given
// out again. Counts that arrive twice are taken once.
const (
	workStream   = "ATOLL_SIMULATE_WORK"
	resultStream = "ATOLL_SIMULATE_RESULTS"
	workSubject  = "atoll.simulate.work"
	resultPrefix = "atoll.simulate.result."
	ackWait      = 15 * time.Second
	deliveries   = 20
)

type chunk struct {
	Run  string `json:"run"`
	Spec Spec   `json:"spec"`
	No   int    `json:"no"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

type chunkResult struct {
	No    int    `json:"no"`
	Error string `json:"error,omitempty"`
	Stats *Stats `json:"stats,omitempty"`
}

func streams(ctx context.Context, js jetstream.JetStream) error {
	if _, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: workStream, Subjects: []string{workSubject}, Retention: jetstream.WorkQueuePolicy,
		MaxAge: 24 * time.Hour, Storage: jetstream.FileStorage,
	}); err != nil {
		return fmt.Errorf("stream of work: %w", err)
	}
	if _, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultStream, Subjects: []string{resultPrefix + ">"}, MaxAge: 24 * time.Hour, Storage: jetstream.FileStorage,
	}); err != nil {
		return fmt.Errorf("stream of results: %w", err)
	}
	return nil
}

// Spread plays s on all workers that listen on the bus.
func Spread(ctx context.Context, t Table, s Spec, conn *nats.Conn, progress func(done int)) (*Stats, error) {
	cfg, err := t.Check(s)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	if err := streams(ctx, js); err != nil {
		return nil, err
	}
	run := rand.Text()
	size := max(1, min(1000, s.Games/64))
	var chunks []chunk
	for from := 0; from < s.Games; from += size {
		chunks = append(chunks, chunk{run, s, len(chunks), from, min(from+size, s.Games)})
	}
	results, err := js.OrderedConsumer(ctx, resultStream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultPrefix + run}})
	if err != nil {
		return nil, err
	}
	for _, c := range chunks {
		body, err := json.Marshal(c)
		if err != nil {
			return nil, err
		}
		if _, err := js.Publish(ctx, workSubject, body, jetstream.WithMsgID(fmt.Sprint(run, c.No))); err != nil {
			return nil, fmt.Errorf("handing out chunk %d: %w", c.No, err)
		}
	}
	got := make([]*Stats, len(chunks))
	left, done := len(chunks), 0
	for left > 0 {
		batch, err := results.Fetch(100, jetstream.FetchMaxWait(time.Second))
		if err != nil {
			return nil, err
		}
		for msg := range batch.Messages() {
			var r chunkResult
			if err := json.Unmarshal(msg.Data(), &r); err != nil {
				return nil, fmt.Errorf("a result cannot be read: %w", err)
			}
			if r.No < 0 || r.No >= len(got) || got[r.No] != nil {
				continue
			}
			if r.Error != "" {
				return nil, fmt.Errorf("chunk %d: %s", r.No, r.Error)
			}
			got[r.No] = r.Stats
			left--
			done += chunks[r.No].To - chunks[r.No].From
			if progress != nil {
				progress(done)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	total := newStats(s, cfg)
	for _, st := range got {
		total.Merge(st)
	}
	return total, nil
}

// Work plays chunks from the bus until ctx ends.
func Work(ctx context.Context, t Table, conn *nats.Conn, threads int) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	if err := streams(ctx, js); err != nil {
		return err
	}
	cons, err := js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
		Durable: "workers", AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: deliveries,
	})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		batch, err := cons.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			return err
		}
		for msg := range batch.Messages() {
			if err := workOn(ctx, t, js, msg, threads); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
	return nil
}

func workOn(ctx context.Context, t Table, js jetstream.JetStream, msg jetstream.Msg, threads int) error {
	var c chunk
	if err := json.Unmarshal(msg.Data(), &c); err != nil {
		return msg.Term() // nobody can play it
	}
	// A long chunk stays ours as long as we say so.
	beat, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for {
			select {
			case <-time.After(ackWait / 3):
				_ = msg.InProgress()
			case <-beat.Done():
				return
			}
		}
	}()
	r := chunkResult{No: c.No}
	var err error
	if c.From < 0 || c.To > c.Spec.Games || c.From >= c.To {
		err = fmt.Errorf("games %d to %d of %d", c.From, c.To, c.Spec.Games)
	} else {
		r.Stats, err = run(ctx, t, c.Spec, c.From, c.To, threads, nil)
	}
	if errors.Is(err, context.Canceled) {
		return msg.Nak()
	}
	if err != nil {
		r.Error = err.Error()
	}
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := js.Publish(ctx, resultPrefix+c.Run, body, jetstream.WithMsgID(fmt.Sprint(c.Run, "-", c.No))); err != nil {
		return err
	}
	return msg.Ack()
}
