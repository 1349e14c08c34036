package session

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"atoll/game"
	"atoll/record"
)

// Remote is a seat at a table on a server. The server sends what this seat may
// know; everything it sends is shown and nothing else is known here.
type Remote struct {
	base   *url.URL
	table  string
	token  string // of the session
	find   func(string) (*game.Game, bool)
	client *http.Client

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	view    remoteView
	state   game.State
	names   []string
	mine    game.Seats
	story   []Line
	last    []string
	status  string
	sealed  string
	chance  *witness
	dir     string // where witnesses are kept
	rec     *record.Record
	again   bool          // a rematch was offered here
	seal    string        // what the check at the end found; empty until then
	taken   chan struct{} // closed and replaced with every frame
	changed chan struct{}
}

// Connect sits down at a table: address is the link of a seat, or of a table to watch.
// token is the session of an earlier visit, "" for none; dir keeps what proves at the
// end that chance was fair; if "", it lasts only as long as the program.
func Connect(ctx context.Context, address, name, token, dir string, find func(string) (*game.Game, bool)) (*Remote, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("the address of a table looks like https://host/t/ID?seat=S&token=…, not %.100q", address)
	}
	id, ok := strings.CutPrefix(u.Path, "/t/")
	if id = strings.Trim(id, "/"); !ok || id == "" || strings.Contains(id, "/") {
		return nil, fmt.Errorf("%.100q names no table; its path is /t/ID", address)
	}
	r := &Remote{
		base: &url.URL{Scheme: u.Scheme, Host: u.Host}, table: id, token: token, find: find, dir: dir, chance: readWitness(dir, id),
		client: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}, changed: make(chan struct{}, 1),
		taken: make(chan struct{}),
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	if r.token == "" {
		if err := r.post("/guest", map[string]string{"name": name}, nil); err != nil {
			return nil, err
		}
	}
	q := u.Query()
	if q.Get("token") != "" || q.Get("seat") != "" {
		body := map[string]string{"seat": q.Get("seat"), "token": q.Get("token"), "commit": r.chance.commit()}
		err := r.post("/tables/"+id+"/join", body, nil)
		var no *refusal
		if errors.As(err, &no) && strings.HasSuffix(no.where, "commit") { // another device of this person has added a number already
			delete(body, "commit")
			err = r.post("/tables/"+id+"/join", body, nil)
		}
		if err != nil {
			return nil, err
		}
	}
	first := make(chan error, 1)
	r.wg.Go(func() { r.follow(first) })
	if err := <-first; err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// Token is the session, to be kept for the next visit.
func (r *Remote) Token() string { return r.token }

func (r *Remote) signal() {
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// Changed gets a value after every change.
func (r *Remote) Changed() <-chan struct{} { return r.changed }

// Close leaves the screen; the seat stays ours.
func (r *Remote) Close() {
	r.cancel()
	r.wg.Wait()
}

// TakeOver has no meaning here: one seat, one screen.
func (r *Remote) TakeOver() {}

// Snapshot returns how the table stands for this seat.
func (r *Remote) Snapshot() Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	cfg := r.state.Config()
	s := Snapshot{
		View: r.state.Copy(), Seat: game.NoSeat, Names: r.called(), Story: append([]Line(nil), r.story...),
		Last: r.last, Over: r.view.Status == "over" && r.seal != "" || r.view.Status == "aborted",
	}
	own, isSeat := cfg.SeatByName(r.view.Viewer)
	if isSeat && r.view.Status == "running" && r.state.Acting().Has(own) && r.sealed == "" {
		s.Seat = own
	}
	if r.view.Clocks != nil {
		for _, c := range r.view.Clocks.Seats {
			left := c.Left
			if c.Running {
				left -= time.Now().UnixMilli() - r.view.Clocks.Time
			}
			d := time.Duration(max(0, left)) * time.Millisecond
			s.Clocks = append(s.Clocks, fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60))
		}
	}
	switch {
	case r.status != "":
		s.Status = r.status
	case r.again && r.view.Offers.Next == "":
		s.Status = "waiting for the others to agree to a rematch"
	case r.view.Status == "over" && r.state.Result().Over:
		s.Status = ResultOf(cfg, r.state.Result(), s.Names)
		if r.seal != "" {
			s.Status += ". " + r.seal
		}
	case s.Over:
		s.Status = "the table was closed"
	case r.view.Proof.Until != 0:
		s.Status = "the game begins in a moment"
	case r.view.Status == "open":
		s.Status = "waiting for players"
	case r.sealed != "":
		s.Status = "sealed: " + r.sealed + "; waiting for the others"
	case s.Seat != game.NoSeat:
		s.Status = "your turn" + r.keptAhead(s.Seat)
	default:
		s.Status = "to act: " + acting(r.state, s.Names) + r.away() + r.keptAhead(s.Seat)
	}
	return s
}

// acting are the names of those who must act.
func acting(st game.State, names []string) string {
	var list []string
	for s, name := range names {
		if st.Acting().Has(game.Seat(s)) {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return game.ActingText(st)
	}
	return strings.Join(list, " and ")
}

// away says which of those who must act are on vacation, and until when.
func (r *Remote) away() (text string) {
	if r.view.Clocks == nil {
		return ""
	}
	for _, c := range r.view.Clocks.Seats {
		if v := c.Vacation; v != nil && v.Since <= time.Now().UnixMilli() && slices.Contains(r.view.Acting, c.Seat) {
			text += "; " + c.Seat + " is on vacation until " + time.UnixMilli(v.Until).Format("2 January")
		}
	}
	return text
}

// msgID is new for every message, so that one that is sent twice is done once.
func msgID() string { return rand.Text() }

// Act plays or seals an action.
func (r *Remote) Act(_ context.Context, seat game.Seat, action string) error {
	r.mu.Lock()
	step, name := r.view.Step, r.state.Config().SeatName(seat)
	r.mu.Unlock()
	return r.change("/act", map[string]any{"msg": msgID(), "step": step, "seat": name, "action": action})
}

// change posts something that changes the table, and returns once this screen shows it:
// whatever is typed next is meant for the table as it is then.
func (r *Remote) change(path string, body map[string]any) error {
	var ack struct {
		Seq    int64
		Sealed bool
	}
	if err := r.post("/tables/"+r.table+path, body, &ack); err != nil {
		return err
	}
	late := time.After(20 * time.Second)
	for {
		r.mu.Lock()
		shown := r.view.Seq >= ack.Seq && (!ack.Sealed || r.sealed != "" || r.view.Seq > ack.Seq)
		taken := r.taken
		r.mu.Unlock()
		if shown {
			return nil
		}
		select {
		case <-taken:
		case <-late:
			return errors.New("the server has it, but this screen has not heard of it yet")
		case <-r.ctx.Done():
			return r.ctx.Err()
		}
	}
}

// Table takes a table action.
func (r *Remote) Table(_ context.Context, seat game.Seat, t game.TableAction) error {
	r.mu.Lock()
	cfg := r.state.Config()
	if !r.mine.Has(seat) {
		seat = r.mine.First()
	}
	r.mu.Unlock()
	if seat == game.NoSeat {
		return errors.New("you are watching")
	}
	return r.change("/do", map[string]any{"msg": msgID(), "seat": cfg.SeatName(seat), "do": t.String()})
}

// Undo asks the others for a takeback.
func (r *Remote) Undo(context.Context) error {
	return r.change("/do", map[string]any{"msg": msgID(), "do": "ask takeback"})
}

// Link makes a link to this seat for another device, a browser or a terminal.
func (r *Remote) Link() (string, error) {
	r.mu.Lock()
	seat, name := r.mine.First(), r.state.Config().SeatName
	r.mu.Unlock()
	if seat == game.NoSeat {
		return "", errors.New("you are watching: any address of this table will do")
	}
	var link struct{ Path string }
	if err := r.post("/tables/"+r.table+"/seats/"+name(seat)+"/link", nil, &link); err != nil {
		return "", err
	}
	return r.base.String() + link.Path, nil
}

// There are no hints on a server: the other players have none.
func (r *Remote) Hint(context.Context, game.Seat) (string, error) {
	return "", errors.New("no hints at a table with others")
}

// Save is not needed: the server keeps the game.
func (r *Remote) Save() (string, error) { return r.base.String() + "/t/" + r.table, nil }
