package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// RouteCost is what one route cost.
type RouteCost struct {
	Route     string        `json:"route"`
	Requests  int           `json:"requests"`
	PerSecond float64       `json:"requests_per_second"` // while somebody was asking
	Took      Quantiles     `json:"took"`
	Processor time.Duration `json:"processor_ns"` // of the server, for a request
	Bytes     int           `json:"bytes"`        // of an answer
}

// asking is how many ask for a route at a time, where each can ask without the others.
const asking = 4

// Routes asks for every route of a server's API, one after the other, for the given time each, and for its pages
// and pictures. A route of the server's document for which there is neither a recipe nor a reason is an error.
func Routes(ctx context.Context, o Options) ([]RouteCost, error) {
	if len(o.URLs) == 0 {
		return nil, errors.New("no address of a server")
	}
	r := newRun(o)
	if err := r.everyRoute(ctx); err != nil {
		return nil, err
	}
	r.Say("making a hall of %d people", entrants)
	w, err := r.newWorld(ctx)
	if err != nil {
		return nil, err
	}
	var all []RouteCost
	for _, x := range recipes {
		r.Say("%s", x.route)
		c, err := r.cost(ctx, w, x)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.route, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// everyRoute compares the server's document with what is asked for here.
func (r *run) everyRoute(ctx context.Context) error {
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	data, err := r.ask(ctx, call{method: http.MethodGet, path: "/api/v1/openapi.json"})
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	known := map[string]bool{}
	for _, x := range recipes {
		known[x.route] = true
	}
	var missing []string
	for path, methods := range doc.Paths {
		for m := range methods {
			route := strings.ToUpper(m) + " " + strings.TrimPrefix(path, api)
			if known[route] == (unasked[route] != "") {
				missing = append(missing, route)
			}
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return fmt.Errorf("each of these needs a recipe in load/recipes.go, or a reason why it has none: %s", strings.Join(missing, ", "))
	}
	return nil
}

const api = "/api/v1"

// call is one request.
type call struct {
	method, path, token string
	body                any
}

// ask sends a request and returns the answer; of a stream its first bytes.
func (r *run) ask(ctx context.Context, c call) ([]byte, error) {
	if at, _, _ := strings.Cut(c.path, "?"); strings.HasSuffix(at, "/ws") {
		conn, err := handshake(ctx, r.node(0), c.path, c.token)
		if err != nil {
			return nil, err
		}
		defer conn.close()
		return conn.next()
	}
	var body io.Reader
	if c.body != nil {
		data, err := json.Marshal(c.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, c.method, r.node(0)+c.path, body)
	if err != nil {
		return nil, err
	}
	if c.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		first := make([]byte, 1<<16)
		n, err := res.Body.Read(first)
		return first[:n], err
	}
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		return nil, fmt.Errorf("%s: %.200s", res.Status, data)
	}
	return data, nil
}

// cost asks for one route until the time is over, and at least once.
func (r *run) cost(ctx context.Context, w *world, x recipe) (RouteCost, error) {
	var mu sync.Mutex
	var took []time.Duration
	var size int
	var first error
	workers := asking
	if x.before != nil || x.after != nil {
		workers = 1 // one must not take away what another has made
	}
	cpu, end := r.processor(ctx), time.Now().Add(r.Time)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			for n := i; ; n += workers {
				t, data, err := r.once(ctx, w, x, n)
				mu.Lock()
				if err != nil && first == nil {
					first = err
				}
				took, size = append(took, t), len(data)
				stop := first != nil || time.Now().After(end)
				mu.Unlock()
				if stop {
					return
				}
			}
		})
	}
	wg.Wait()
	if first != nil {
		return RouteCost{}, first
	}
	var all time.Duration
	for _, t := range took {
		all += t
	}
	c := RouteCost{Route: x.route, Requests: len(took), Took: quantiles(took), Bytes: size}
	if x.page {
		c.Route += " (page)"
	}
	c.PerSecond = float64(len(took)*workers) / all.Seconds()
	if x.before == nil && x.after == nil { // otherwise the time is not this route's alone
		c.Processor = (r.processor(ctx) - cpu) / time.Duration(len(took))
	}
	return c, nil
}

// once is one request, with what must be done before and after it.
func (r *run) once(ctx context.Context, w *world, x recipe, n int) (time.Duration, []byte, error) {
	method, path, _ := strings.Cut(x.route, " ")
	c := call{method: method, path: w.path(path+x.query, x.on), token: w.token(x.as)}
	if !x.page {
		c.path = api + c.path
	}
	if x.body != nil {
		c.body = x.body(w, n)
	}
	if x.before != nil {
		if err := x.before(ctx, r, w, n, &c); err != nil {
			return 0, nil, fmt.Errorf("before it: %w", err)
		}
	}
	start := time.Now()
	data, err := r.ask(ctx, c)
	took := time.Since(start)
	if err == nil && x.after != nil {
		if err = x.after(ctx, r, w, data); err != nil {
			err = fmt.Errorf("after it: %w", err)
		}
	}
	return took, data, err
}

// processor is the processor time of the server so far, 0 if it does not tell.
func (r *run) processor(ctx context.Context) time.Duration {
	seconds := r.metric(ctx, r.node(0), "process_cpu_seconds_total")
	return time.Duration(seconds * float64(time.Second))
}

// metric is a number of a node, 0 if it does not say.
func (r *run) metric(ctx context.Context, node, name string) float64 {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, node+"/metrics", nil)
	if err != nil {
		return 0
	}
	res, err := r.client.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	for line := range strings.SplitSeq(string(body), "\n") {
		if v, ok := strings.CutPrefix(line, name+" "); ok {
			f, _ := strconv.ParseFloat(v, 64)
			return f
		}
	}
	return 0
}
