package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"atoll/match"
	"atoll/server/wire"
)

func tournamentCommand() kong.Option {
	return kong.DynamicCommand("tournament", "List, show, enter, leave or announce tournaments of a server.", "", &tournamentCmd{})
}

type tournamentCmd struct {
	Connect string `required:"" placeholder:"ADDRESS" help:"Address of the server."`
	Name    string `placeholder:"NAME" help:"Your nickname, if you are new there."`
	JSON    bool   `name:"json" help:"Print the answer of the server as JSON."`

	List  tournamentList  `cmd:"" help:"List tournaments."`
	Show  tournamentShow  `cmd:"" help:"Show the standings of a tournament."`
	Enter tournamentEnter `cmd:"" help:"Enter a tournament."`
	Leave tournamentLeave `cmd:"" help:"Leave a tournament."`
	New   tournamentNew   `cmd:"" help:"Announce a tournament."`
}

// ask sends a request and decodes the answer; with --json it is printed as it is.
func (c *tournamentCmd) ask(e *env, method, path string, body, into any) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	file := sessionFile(c.Connect)
	token, _ := os.ReadFile(file)
	if method != http.MethodGet && len(bytes.TrimSpace(token)) == 0 {
		fresh, err := c.send(ctx, http.MethodPost, "/guest", "", wire.GuestRequest{Name: c.Name}, nil)
		if err != nil {
			return err
		}
		token = []byte(fresh)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(fresh+"\n"), 0o600); err != nil {
			return err
		}
	}
	var raw json.RawMessage
	if _, err := c.send(ctx, method, path, strings.TrimSpace(string(token)), body, &raw); err != nil {
		return err
	}
	if c.JSON {
		_, err := e.out.Write(append(bytes.TrimSpace(raw), '\n'))
		return err
	}
	return json.Unmarshal(raw, into)
}

func (c *tournamentCmd) send(ctx context.Context, method, path, token string, body any, into *json.RawMessage) (fresh string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var data []byte
	if body != nil {
		if data, err = json.Marshal(body); err != nil {
			return "", err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.Connect, "/")+"/api/v1"+path, bytes.NewReader(data))
	if err != nil {
		return "", usage("%s", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, 16<<20))
	if err != nil {
		return "", err
	}
	if res.StatusCode >= 300 {
		var p wire.Problem
		if json.Unmarshal(answer, &p) == nil && p.Error.Message != "" {
			return "", errors.New(p.Error.Message)
		}
		return "", fmt.Errorf("the server answers %s", res.Status)
	}
	if into != nil {
		*into = answer
	}
	return res.Header.Get("Atoll-Token"), nil
}

type tournamentList struct {
	Status string `enum:",announced,running,over" default:"" placeholder:"STATUS" help:"Only announced, running or over ones."`
	Mine   bool   `help:"Those that you have entered."`
}

func (l *tournamentList) Run(e *env, c *tournamentCmd) error {
	path := "/tournaments?limit=200&status=" + l.Status
	if l.Status == "" {
		path = "/tournaments?limit=200"
	}
	if l.Mine {
		path += "&mine=true"
	}
	var list wire.TournamentList
	if err := c.ask(e, http.MethodGet, path, nil, &list); err != nil || c.JSON {
		return err
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, t := range list.Tournaments {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", t.ID, t.Status, t.Kind, t.Game, time.UnixMilli(t.Start).Format("2006-01-02 15:04"), t.Entrants, t.Name)
	}
	return w.Flush()
}

type tournamentShow struct {
	ID string `arg:"" help:"Id of the tournament."`
}

func (s *tournamentShow) Run(e *env, c *tournamentCmd) error {
	var p wire.TournamentPage
	if err := c.ask(e, http.MethodGet, "/tournaments/"+s.ID+"?limit=500", nil, &p); err != nil || c.JSON {
		return err
	}
	fmt.Fprintf(e.out, "%s: %s %s, %s", p.Name, p.Kind, p.Game, p.Status)
	if p.Round > 0 {
		fmt.Fprintf(e.out, ", round %d of %d", p.Round, max(p.Round, p.Rounds))
	}
	fmt.Fprintln(e.out)
	if err := standings(e.out, &p); err != nil {
		return err
	}
	if p.Me != nil && p.Me.Table != "" {
		fmt.Fprintf(e.out, "Your game: atoll play --connect %s/t/%s\n", strings.TrimSuffix(c.Connect, "/"), p.Me.Table)
	}
	return nil
}

// standings prints a row for each entrant, with a game for each round, and what decides between equals.
func standings(out io.Writer, p *wire.TournamentPage) error {
	rounds := 0
	place := map[int]int{}
	for _, r := range p.Standings {
		place[r.Entrant] = r.Place
		for _, m := range r.Meets {
			rounds = max(rounds, m.Round)
		}
		rounds = max(rounds, slices.Max(append(r.Byes, 0)))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "#\tplayer")
	for i := range rounds {
		fmt.Fprintf(w, "\t%d", i+1)
	}
	fmt.Fprint(w, "\tpoints")
	for _, b := range p.TieBreaks {
		if b.Key != "direct" {
			fmt.Fprintf(w, "\t%s", b.Key)
		}
	}
	fmt.Fprintln(w)
	for _, r := range p.Standings {
		fmt.Fprintf(w, "%d\t%s", r.Place, r.Name)
		for i := range rounds {
			fmt.Fprintf(w, "\t%s", roundOf(r, i+1, place))
		}
		fmt.Fprintf(w, "\t%g", r.Points)
		for _, b := range p.TieBreaks {
			if v, ok := map[string]float64{"met": r.Met, "beat": r.Beat, "average": float64(r.Average)}[b.Key]; ok {
				fmt.Fprintf(w, "\t%g", v)
			}
		}
		switch {
		case p.Status == "over":
		case r.Table != "":
			fmt.Fprintf(w, "\tplays at %s", r.Table)
		case r.State == "pause":
			fmt.Fprint(w, "\tpauses")
		case r.State == "out":
			fmt.Fprint(w, "\thas left")
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if rounds > 0 && p.Kind != "pods" {
		fmt.Fprintln(out, "+2 won against the one in place 2, = drew, - lost; * is being played")
	}
	for i, b := range p.TieBreaks {
		fmt.Fprintf(out, "Level on points, %d. %s (%s): %s\n", i+1, b.Key, b.Name, b.Help)
	}
	return nil
}

// roundOf is what somebody did in a round, with the places of those they met.
func roundOf(r wire.Standing, round int, place map[int]int) string {
	var cells []string
	for _, m := range r.Meets {
		if m.Round != round {
			continue
		}
		signs := map[string]string{"win": "+", "free": "+", "loss": "-", "absent": "-", "draw": "=", "playing": "*", "off": "x"}
		switch {
		case m.Result == "rank":
			cells = append(cells, fmt.Sprintf("%d of %d", m.Rank, len(m.Against)+1))
		case len(m.Against) == 1:
			cells = append(cells, signs[m.Result]+fmt.Sprint(place[m.Against[0]]))
		default:
			cells = append(cells, signs[m.Result])
		}
	}
	if slices.Contains(r.Byes, round) {
		cells = append(cells, "bye")
	}
	return strings.Join(cells, " ")
}

type tournamentEnter struct {
	ID string `arg:"" help:"Id of the tournament."`
}

func (s *tournamentEnter) Run(e *env, c *tournamentCmd) error {
	return c.turn(e, s.ID, "enter", "You have entered.")
}

type tournamentLeave struct {
	ID string `arg:"" help:"Id of the tournament."`
}

func (s *tournamentLeave) Run(e *env, c *tournamentCmd) error {
	return c.turn(e, s.ID, "leave", "You have left.")
}

func (c *tournamentCmd) turn(e *env, id, what, said string) error {
	var me wire.TournamentEntrant
	err := c.ask(e, http.MethodPost, "/tournaments/"+id+"/"+what, nil, &me)
	if err == nil && !c.JSON {
		fmt.Fprintln(e.out, said)
	}
	return err
}

type tournamentNew struct {
	setup
	Title     string        `default:"Tournament" placeholder:"TEXT" help:"Name of the tournament (default ${default})."`
	Kind      string        `enum:"arena,swiss,round_robin,knockout,pods" default:"arena" help:"${enum} (default ${default})."`
	In        time.Duration `default:"10m" placeholder:"TIME" help:"How long until it starts (default ${default})."`
	Minutes   int           `placeholder:"N" help:"How long an arena lasts; 60 if not given."`
	Rounds    int           `placeholder:"N" help:"Rounds of a Swiss or of pods; as many as the entrants need if not given."`
	BestOf    int           `placeholder:"K" help:"Games of a match of a knock-out: 1, 3, 5 or 7."`
	Initial   int           `default:"300" placeholder:"S" help:"Seconds that everybody begins with (default ${default})."`
	Increment int           `default:"3" placeholder:"S" help:"Seconds added for each decision (default ${default})."`
	Rated     bool          `help:"The games count for ratings."`
	Programs  bool          `help:"Programs may enter."`
	Bot       []int         `short:"b" placeholder:"LEVEL,…" help:"House bots that play along."`
	Unlisted  bool          `help:"Only those who know the id can find it."`
}

func (n *tournamentNew) Run(e *env, c *tournamentCmd) error {
	cfg, err := n.config()
	if err != nil {
		return err
	}
	options := map[string]any{}
	for _, o := range cfg.Game.Options {
		options[o.Key] = cfg.Value(o.Key)
	}
	req := wire.TournamentRequest{
		Name: n.Title, Kind: n.Kind, Start: time.Now().Add(n.In).UnixMilli(), Minutes: n.Minutes, Rounds: n.Rounds, BestOf: n.BestOf,
		Programs: n.Programs, Bots: n.Bot, Access: "everyone",
		Table: wire.Setup{
			Game: cfg.Game.ID, Players: cfg.Players, Options: options, Rated: n.Rated,
			Clock: wire.ClockSetup{Kind: match.Fischer, Initial: n.Initial, Increment: n.Increment},
		},
	}
	if n.Kind == "arena" && n.Minutes == 0 {
		req.Minutes = 60
	}
	if n.Unlisted {
		req.Access = "link"
	}
	var page wire.TournamentPage
	if err := c.ask(e, http.MethodPost, "/tournaments", req, &page); err != nil || c.JSON {
		return err
	}
	fmt.Fprintln(e.out, page.ID)
	return nil
}
