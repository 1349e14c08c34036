// Command sidebyside measures the stores side by side, on the same cores and in one
// run: SQLite, one node with Postgres, and three nodes with Postgres and NATS. For each
// it reports how many moves were acknowledged, how fast, and how much processor time a
// move cost in each part.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"atoll/chaos"
	"atoll/load"
	"atoll/store/pgtest"
)

func main() {
	if address := os.Getenv("SIDEBYSIDE_NATS"); address != "" {
		fmt.Fprintln(os.Stderr, chaos.ServeNATS(address, os.Getenv("SIDEBYSIDE_NATS_DIR")))
		os.Exit(1)
	}
	m := &measuring{}
	flag.StringVar(&m.bin, "atoll", "bin/atoll", "the program to be measured")
	flag.DurationVar(&m.time, "time", 20*time.Second, "how long each measurement takes")
	flag.IntVar(&m.games, "games", 500, "live games")
	flag.Float64Var(&m.rate, "rate", 3000, "moves a second of the second measurement; 0 leaves it out")
	flag.IntVar(&m.rounds, "rounds", 1, "how often all of it is done, in turn")
	flag.StringVar(&m.only, "only", "", "one of sqlite, postgres, cluster")
	flag.IntVar(&m.arena, "arena", 0, "programs that play an arena at the same server meanwhile")
	flag.DurationVar(&m.wait, "wait", 0, "how long servers stand before they are measured; an arena takes 35s to begin")
	flag.BoolVar(&m.routes, "routes", false, "measure what each route costs instead, -time for each")
	flag.StringVar(&m.debug, "debug", "", "HOST:PORT at which the first node serves profiles meanwhile")
	plans := flag.Bool("plan", false, "measure nothing; simulate halls from the costs given")
	web := flag.Duration("web", 210*time.Microsecond, "for -plan: what a move costs the web nodes together")
	db := flag.Duration("database", 66*time.Microsecond, "for -plan: what a move costs the database")
	flag.Parse()
	if *plans {
		tellPlans(*web, *db)
		return
	}
	run := m.run
	if m.routes {
		run = m.runRoutes
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "sidebyside:", err)
		os.Exit(1)
	}
}

type measuring struct {
	bin    string
	time   time.Duration
	wait   time.Duration
	games  int
	rate   float64
	rounds int
	only   string
	arena  int
	debug  string
	routes bool
	out    *tabwriter.Writer
}

func (m *measuring) run() error {
	m.out = tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(m.out, "what\twanted/s\tmoves/s\tp50\tp99\tp99.9\tseen p99\terrors\tprocessor µs/move: web\tdatabase\tbus\tgenerator")
	for range m.rounds {
		for _, kind := range []string{"sqlite", "postgres", "cluster"} {
			if m.only != "" && m.only != kind {
				continue
			}
			rates := []float64{0}
			if m.rate > 0 {
				rates = append(rates, m.rate)
			}
			for _, rate := range rates {
				if err := m.one(kind, rate); err != nil {
					return fmt.Errorf("%s: %w", kind, err)
				}
			}
		}
	}
	return nil
}

// one measures one kind of store, new and empty, at one rate.
func (m *measuring) one(kind string, rate float64) (err error) {
	dir, err := os.MkdirTemp("", "atoll-sidebyside")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	store, count := filepath.Join(dir, "atoll.db"), 1
	args := []string{"serve", "--no-limits"}
	var web, database, bus []int
	var urls []string
	if kind != "sqlite" {
		pg, err := pgtest.New()
		if err != nil {
			return err
		}
		defer pg.Remove()
		if err := errors.Join(pg.Run(), pg.Create("atoll")); err != nil {
			return err
		}
		store, database = pg.At("atoll"), []int{pg.PID()}
	}
	if kind == "cluster" {
		nats, err := startNATS(dir)
		if err != nil {
			return err
		}
		defer nats.Close()
		u, _ := url.Parse(nats.URL())
		args, bus, count = append(args, "--bus", "nats://"+u.Host), []int{nats.PID()}, 3
	}
	load := []string{"load", "--json", "--games", strconv.Itoa(m.games), "--rate", fmt.Sprint(rate), "--time", m.time.String()}
	for i := range count {
		own := append(slices.Clip(args), "--store", store)
		if i == 0 && m.debug != "" {
			own = append(own, "--debug", m.debug)
		}
		n, err := chaos.NewNode(m.bin, filepath.Join(dir, fmt.Sprint("log", i)), own...)
		if err != nil {
			return err
		}
		defer n.Close()
		if err := n.Start(); err != nil {
			return err
		}
		web, urls = append(web, n.PID()), append(urls, n.URL())
	}
	if m.arena > 0 {
		end, err := m.beside(urls)
		if err != nil {
			return err
		}
		defer end()
	}
	time.Sleep(m.wait)
	// What was made on the way, a database's own files above all, is written by the kernel half a minute
	// later, and whoever waits for the disk then waits for that too.
	syscall.Sync()
	return m.tell(kind, rate, append(load, urls...), web, database, bus)
}

// runRoutes measures what each route costs on SQLite and on Postgres, and prints both beside each other.
func (m *measuring) runRoutes() error {
	var both [2][]load.RouteCost
	for i, kind := range []string{"sqlite", "postgres"} {
		dir, err := os.MkdirTemp("", "atoll-sidebyside")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if both[i], err = m.routesOf(kind, dir); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	fmt.Println("| route | a second: SQLite | Postgres | p99: SQLite | Postgres | processor: SQLite | Postgres | bytes |\n|---|---|---|---|---|---|---|---|")
	for i, a := range both[0] {
		b := both[1][i]
		fmt.Printf("| `%s` | %.0f | %.0f | %s | %s | %s | %s | %d |\n", a.Route, a.PerSecond, b.PerSecond, brief(a.Took.P99), brief(b.Took.P99),
			brief(a.Processor), brief(b.Processor), a.Bytes)
	}
	return nil
}

// brief is a duration with two digits that matter.
func brief(d time.Duration) string {
	switch {
	case d == 0:
		return "–"
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Round(10*time.Microsecond).Microseconds())
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	default:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
}

// routesOf starts a server of one kind, new and empty, and asks it.
func (m *measuring) routesOf(kind, dir string) (list []load.RouteCost, err error) {
	store := filepath.Join(dir, "atoll.db")
	if kind != "sqlite" {
		pg, err := pgtest.New()
		if err != nil {
			return nil, err
		}
		defer pg.Remove()
		if err := errors.Join(pg.Run(), pg.Create("atoll")); err != nil {
			return nil, err
		}
		store = pg.At("atoll")
	}
	n, err := chaos.NewNode(m.bin, filepath.Join(dir, "log"), "serve", "--no-limits", "--store", store)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	if err := n.Start(); err != nil {
		return nil, err
	}
	gen := exec.Command(m.bin, "load", "--routes", "--json", "--time", m.time.String(), n.URL())
	gen.Stderr = os.Stderr
	out, err := gen.Output()
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(out, &list)
}

// beside begins an arena that lasts longer than the measurement and returns, when its
// first games are under way, how it is ended.
func (m *measuring) beside(urls []string) (end func(), err error) {
	ctx, cancel := context.WithCancel(context.Background())
	clients := chaos.NewClients(urls, &chaos.Ledger{}, log.Printf)
	a, err := clients.Arena(ctx, m.arena, int(m.time/time.Minute)+5, 2*time.Second)
	if err != nil {
		cancel()
		return nil, err
	}
	time.Sleep(time.Until(a.Begins) + 20*time.Second)
	return func() {
		page, err := clients.Tournament(ctx, a.ID, a.Tokens[0], 0, 1)
		cancel()
		_ = a.Wait() // all of them were called away
		clients.Close()
		fmt.Fprintf(os.Stderr, "the arena beside it: %d entrants, %d games on its page, error: %v\n", page.Total, len(page.Games), err)
	}, nil
}

func startNATS(dir string) (*chaos.Node, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	n, err := chaos.NewNode(self, filepath.Join(dir, "nats"))
	if err != nil {
		return nil, err
	}
	u, _ := url.Parse(n.URL())
	os.Setenv("SIDEBYSIDE_NATS", u.Host)
	os.Setenv("SIDEBYSIDE_NATS_DIR", filepath.Join(dir, "js"))
	defer os.Unsetenv("SIDEBYSIDE_NATS")
	return n, n.Start()
}

// tell runs the generator and prints the results.
func (m *measuring) tell(kind string, rate float64, args []string, web, database, bus []int) error {
	before := []time.Duration{used(web), used(database), used(bus)}
	gen := exec.Command(m.bin, args...)
	gen.Stderr = os.Stderr
	out, err := gen.Output()
	if err != nil {
		return err
	}
	after := []time.Duration{used(web), used(database), used(bus)}
	var rep load.Report
	if err := json.Unmarshal(out, &rep); err != nil {
		return err
	}
	each := func(d time.Duration) string { return fmt.Sprint(int64(d/time.Microsecond) / max(1, rep.Moves)) }
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/1e6) }
	fmt.Fprintf(
		m.out,
		"%s\t%.0f\t%.0f\t%s\t%s\t%s\t%s\t%d %.60s",
		kind,
		rate,
		rep.PerSecond,
		ms(rep.Ack.P50),
		ms(rep.Ack.P99),
		ms(rep.Ack.P999),
		ms(rep.Other.P99),
		rep.Errors,
		rep.FirstError,
	)
	for i := range before {
		fmt.Fprintf(m.out, "\t%s", each(after[i]-before[i]))
	}
	fmt.Fprintf(m.out, "\t%s\n", each(gen.ProcessState.UserTime()+gen.ProcessState.SystemTime()))
	return m.out.Flush()
}

// used is the processor time of processes and of their children, including those that
// have ended.
func used(pids []int) time.Duration {
	wanted := map[int]bool{}
	for _, p := range pids {
		wanted[p] = true
	}
	var ticks int64
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range all {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended in the meantime
		}
		// pid (name) state ppid …; the name may hold anything.
		text := string(data)
		pid, _ := strconv.Atoi(text[:strings.IndexByte(text, ' ')])
		f := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		parent, _ := strconv.Atoi(f[1])
		if !wanted[pid] && !wanted[parent] {
			continue
		}
		for _, i := range []int{11, 12, 13, 14} { // its own, and that of the children it has waited for
			n, _ := strconv.ParseInt(f[i], 10, 64)
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / 100 // USER_HZ
}
