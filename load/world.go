package load

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// entrants is how many people the tournament that is looked at has.
const entrants = 100

// someone is an account.
type someone struct{ name, token, id string }

// world is what there is to ask for.
type world struct {
	game string
	// Ann plays Bob at several tables and has friends. Eve makes everything that is made here, so that Ann's lists
	// stay as they are.
	ann, bob, eve someone
	program       string // of Eve
	tables        map[string]string
	record        string
	position      string
	step          int64
	settings      map[string]any
	browser       map[string]any
}

const password = "a long password"

func (w *world) token(as string) string {
	return map[string]string{"": w.ann.token, "bob": w.bob.token, "eve": w.eve.token}[as]
}

// path fills in who and what a route is about.
func (w *world) path(route, on string) string {
	who := w.bob.id
	if on == "program" {
		who = w.program
	}
	return strings.NewReplacer("{id}", w.tables[on], "{user}", who, "{seat}", w.tables["seat"], "{game}", w.game).Replace(route)
}

// tell asks as somebody and decodes the answer.
func (r *run) tell(ctx context.Context, who someone, path string, body, into any) error {
	_, err := r.post(ctx, r.node(0), who.token, path, body, into)
	return err
}

func (r *run) account(ctx context.Context, name string) (someone, error) {
	h, err := r.post(ctx, r.node(0), "", "/account", map[string]string{"name": name, "password": password}, nil)
	if err != nil {
		return someone{}, err
	}
	who := someone{name: name, token: h.Get("Atoll-Token")}
	var me struct{ ID string }
	return who, r.get(ctx, who, "/me", &me, func() { who.id = me.ID })
}

// get decodes an answer and then calls f.
func (r *run) get(ctx context.Context, who someone, path string, into any, f func()) error {
	data, err := r.ask(ctx, call{method: "GET", path: api + path, token: who.token})
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	f()
	return nil
}

// newWorld makes people, games and tournaments.
func (r *run) newWorld(ctx context.Context) (*world, error) {
	w := &world{game: r.Game, tables: map[string]string{}}
	run := strings.ToLower(rand.Text()[:6])
	var err error
	for who, name := range map[*someone]string{&w.ann: "Ann-", &w.bob: "Bob-", &w.eve: "Eve-"} {
		if *who, err = r.account(ctx, name+run); err != nil {
			return nil, err
		}
	}
	for _, part := range []func(context.Context, *world) error{r.makeFriends, r.makeTables, r.makeTournaments, r.makeRest} {
		if err := part(ctx, w); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (r *run) makeFriends(ctx context.Context, w *world) error {
	on := map[string]any{"on": true}
	if err := r.tell(ctx, w.ann, "/users/"+w.bob.id+"/follow", on, nil); err != nil {
		return err
	}
	return r.tell(ctx, w.bob, "/users/"+w.ann.id+"/follow", on, nil)
}

// clock is that of a game that is played at once.
var clock = map[string]any{"kind": "fischer", "initial_s": 600, "increment_s": 5}

func (w *world) setup(clock map[string]any) map[string]any {
	return map[string]any{"game": w.game, "players": 2, "clock": clock}
}

type madeTable struct {
	Table struct {
		ID    string
		Seats []struct{ Seat string }
	}
}

// meet makes a game of Ann and Bob with some moves.
func (r *run) meet(ctx context.Context, w *world, setup map[string]any, moves int) (id string, err error) {
	var made madeTable
	if err := r.tell(ctx, w.ann, "/tables", setup, &made); err != nil {
		return "", err
	}
	id = made.Table.ID
	if err := r.tell(ctx, w.bob, "/tables/"+id+"/join", map[string]any{}, nil); err != nil {
		return "", err
	}
	for n := range moves {
		if err := r.move(ctx, w, id, n); err != nil {
			return "", err
		}
	}
	return id, nil
}

// seen is a table as one of its players sees it.
type seen struct {
	View struct {
		Step     int64
		Legal    *struct{ Actions []string }
		Position struct{ Position string }
	}
}

// move plays for whoever is to choose.
func (r *run) move(ctx context.Context, w *world, table string, n int) error {
	for _, who := range []someone{w.ann, w.bob} {
		var at seen
		if err := r.get(ctx, who, "/tables/"+table, &at, func() {}); err != nil {
			return err
		}
		if at.View.Legal == nil || len(at.View.Legal.Actions) == 0 {
			continue
		}
		action := at.View.Legal.Actions[n%len(at.View.Legal.Actions)]
		body := map[string]any{"msg": fmt.Sprint("move ", n), "step": at.View.Step, "action": action}
		return r.tell(ctx, who, "/tables/"+table+"/act", body, nil)
	}
	return nil
}

// lookAt notes how a table stands.
func (r *run) lookAt(ctx context.Context, w *world, table string) error {
	var at seen
	return r.get(ctx, w.ann, "/tables/"+table, &at, func() { w.step, w.position = at.View.Step, at.View.Position.Position })
}

func (r *run) makeTables(ctx context.Context, w *world) error {
	const moves = 20
	over, err := r.meet(ctx, w, w.setup(clock), moves)
	if err != nil {
		return err
	}
	if err := r.tell(ctx, w.ann, "/tables/"+over+"/do", map[string]any{"do": "resign"}, nil); err != nil {
		return err
	}
	w.tables["over"] = over
	for range 6 { // games that go on for days, and wait for one of the two
		if w.tables["running"], err = r.meet(ctx, w, w.setup(map[string]any{"kind": "correspondence", "days": 3}), moves); err != nil {
			return err
		}
	}
	if err := r.lookAt(ctx, w, w.tables["running"]); err != nil {
		return err
	}
	var made madeTable
	invite := w.setup(clock)
	invite["seats"] = []map[string]any{{"kind": "me"}, {"kind": "invite"}}
	if err := r.tell(ctx, w.eve, "/tables", invite, &made); err != nil {
		return err
	}
	w.tables["invite"], w.tables["seat"] = made.Table.ID, made.Table.Seats[1].Seat
	data, err := r.ask(ctx, call{method: "GET", path: api + "/tables/" + over + "/record", token: w.ann.token})
	w.record = string(data)
	return err
}

// makeTournaments makes one under way with many people, and one to come.
func (r *run) makeTournaments(ctx context.Context, w *world) error {
	var on, later struct{ ID, Status string }
	request := func(start time.Time) map[string]any {
		return map[string]any{"name": "Load", "kind": "swiss", "rounds": 5, "start": start.UnixMilli(), "table": w.setup(clock)}
	}
	if err := r.tell(ctx, w.ann, "/tournaments", request(time.Now().Add(time.Hour)), &later); err != nil {
		return err
	}
	guests, err := r.guests(ctx, entrants)
	if err != nil {
		return err
	}
	if err := r.tell(ctx, w.ann, "/tournaments", request(time.Now().Add(5*time.Second)), &on); err != nil {
		return err
	}
	for _, token := range append(guests, w.ann.token, w.bob.token) {
		if err := r.tell(ctx, someone{token: token}, "/tournaments/"+on.ID+"/enter", nil, nil); err != nil {
			return err
		}
	}
	w.tables["tournament"], w.tables["later"] = on.ID, later.ID
	for end := time.Now().Add(time.Minute); on.Status != "running"; {
		if time.Now().After(end) {
			return fmt.Errorf("the tournament does not begin: it is %s", on.Status)
		}
		time.Sleep(100 * time.Millisecond)
		if err := r.get(ctx, w.ann, "/tournaments/"+on.ID, &on, func() {}); err != nil {
			return err
		}
	}
	return r.tell(ctx, w.bob, "/tournaments/"+later.ID+"/enter", nil, nil)
}

func (r *run) makeRest(ctx context.Context, w *world) error {
	var program struct{ ID string }
	if err := r.tell(ctx, w.eve, "/bots", map[string]any{"name": "Of-" + w.eve.name}, &program); err != nil {
		return err
	}
	w.program = program.ID
	var page struct{ Settings map[string]any }
	if err := r.get(ctx, w.eve, "/notices", &page, func() { w.settings = page.Settings }); err != nil {
		return err
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	text := base64.RawURLEncoding.EncodeToString
	w.browser = map[string]any{
		"endpoint": "https://push.invalid/" + w.eve.name,
		"keys":     map[string]string{"p256dh": text(key.PublicKey().Bytes()), "auth": text(make([]byte, 16))},
	}
	return nil
}
