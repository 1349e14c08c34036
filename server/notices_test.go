package server_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"atoll/mail"
	"atoll/mail/mailtest"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/notify"
	"atoll/server/wire"
	"atoll/store"
	"atoll/store/sqlite"
)

// quick lets notices go out at once.
func quick(c *server.Config) {
	c.NoticesEvery, c.NoticesDelay, c.PrivateHooks = 5*time.Millisecond, time.Millisecond, true
}

// withMail is quick with a mail server.
func withMail(t *testing.T, s *mailtest.Server) func(*server.Config) {
	return func(c *server.Config) {
		quick(c)
		sender, err := mail.New(s.URL, "Atoll <atoll@example.org>")
		if err != nil {
			t.Fatal(err)
		}
		c.Mail, c.Public = sender, "https://atoll.example"
	}
}

var byDays = wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.Correspondence, Days: 3}}

// begin starts a game of two; the maker has the first move.
func begin(maker, player *person, setup wire.Setup) string {
	maker.t.Helper()
	no := false
	setup.Shuffle = &no
	var made wire.Created
	maker.must("POST", "/tables", setup, &made)
	player.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	return made.Table.ID
}

// move plays the first legal action of whoever's turn it is.
func move(table string, who ...*person) {
	who[0].t.Helper()
	for _, p := range who {
		s := p.snap(table)
		if s.View.Legal == nil || len(s.View.Legal.Actions) == 0 {
			continue
		}
		p.must("POST", "/tables/"+table+"/act", wire.ActRequest{Msg: fmt.Sprint("m", s.View.Step), Step: s.View.Step, Action: s.View.Legal.Actions[0]}, nil)
		return
	}
	who[0].t.Fatal("nobody can move")
}

// moveTo plays until it is somebody's turn.
func moveTo(table string, next *person, who ...*person) {
	next.t.Helper()
	for range 20 {
		if next.snap(table).Info.YourTurn {
			return
		}
		move(table, who...)
	}
	next.t.Fatal("it is never their turn")
}

func TestPushTellsWhoseTurnItIs(t *testing.T) {
	h := serve(t, quick)
	south, north := h.person("South"), h.person("North")
	b := newBrowser(t)
	b.subscribe(north)
	table := begin(south, north, byDays)
	moveTo(table, north, south)
	m := b.wait(1)[0]
	if m.Kind != "turn" || m.Title != "Your turn in EVO" || m.Body != "With South. 2 days left." || m.Path != "/t/"+table || m.Table != table ||
		m.Mute == "" || m.Tag == "" || len(m.Waiting) != 1 || m.Waiting[0] != table {
		t.Errorf("told %s", m.text)
	}
	if m.header.Get("TTL") == "" || m.header.Get("Topic") == "" || m.header.Get("Content-Encoding") != "aes128gcm" {
		t.Errorf("headers %v", m.header)
	}
	if list, err := h.store.Subscriptions(t.Context(), north.id); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	waitFor(t, "nothing waits any more but the reminder", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		return err == nil && len(list) == 1 && list[0].Kind == store.NoticeTime
	})
	// Once for one turn.
	moveTo(table, south, north)
	moveTo(table, north, south)
	if got := b.wait(2); got[1].Tag != m.Tag {
		t.Errorf("the tags of two turns: %q, %q", m.Tag, got[1].Tag)
	}
}

// forgetfulStore takes long to say that it has stored the next change: until a notice of it was taken in hand, and a little
// more.
type forgetfulStore struct {
	store.Store
	next    atomic.Bool
	claimed chan string // users
}

func (s *forgetfulStore) ClaimNotice(ctx context.Context, n store.Notice, now, until int64) (bool, error) {
	mine, err := s.Store.ClaimNotice(ctx, n, now, until)
	select {
	case s.claimed <- n.User:
	default:
	}
	return mine, err
}

func (s *forgetfulStore) Commit(ctx context.Context, changes ...*match.Change) error {
	err := s.Store.Commit(ctx, changes...)
	if s.next.CompareAndSwap(true, false) {
		for late := time.After(patience); ; {
			select {
			case user := <-s.claimed:
				if user != changes[0].Notices[0].User {
					continue
				}
				time.Sleep(200 * time.Millisecond) // for whatever comes of it
			case <-late:
			}
			return err
		}
	}
	return err
}

// TestNoticeOfWhatIsJustStored: a notice can be due before its node knows that the move is stored. It is judged by the
// table after the move.
func TestNoticeOfWhatIsJustStored(t *testing.T) {
	slow := &forgetfulStore{claimed: make(chan string, 100)}
	h := serve(t, quick, func(c *server.Config) { slow.Store, c.Store = c.Store, slow })
	south, north := h.person("South"), h.person("North")
	b := newBrowser(t)
	b.subscribe(north)
	table := begin(south, north, byDays)
	slow.next.Store(true)
	move(table, south)
	if m := b.wait(1)[0]; m.Kind != "turn" || m.Table != table {
		t.Errorf("told %s", m.text)
	}
}

// TestPushIsTriedAgain: 429 and 5xx are tried again, 404 and 410 end the
// subscription, other refusals end the notice.
func TestPushIsTriedAgain(t *testing.T) {
	h := serve(t, quick)
	south, north := h.person("South"), h.person("North")
	b, gone, lost, odd := newBrowser(t, 503, 429, 500), newBrowser(t, 410), newBrowser(t, 404), newBrowser(t, 400)
	for _, x := range []*browser{b, gone, lost, odd} {
		x.subscribe(north)
	}
	table := begin(south, north, byDays)
	moveTo(table, north, south)
	b.wait(1)
	waitFor(t, "the notice is done", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		return err == nil && len(list) == 1
	})
	list, err := h.store.Subscriptions(t.Context(), north.id)
	if err != nil || len(list) != 2 {
		t.Errorf("subscriptions %+v, %v", list, err)
	}
	for _, s := range list {
		if s.Endpoint == gone.web.URL+"/device" || s.Endpoint == lost.web.URL+"/device" {
			t.Error("who is gone is still subscribed")
		}
	}
	if n := len(b.messages()) + len(gone.messages()) + len(lost.messages()) + len(odd.messages()); n != 1 {
		t.Errorf("%d deliveries", n)
	}
}

// TestDeliveryIsGivenUp: a push service and a mail server that only ever say "not now" are asked ten times, with longer
// and longer pauses, and then no more. The game goes on meanwhile.
func TestDeliveryIsGivenUp(t *testing.T) {
	post := mailtest.New(t)
	h := serve(t, withMail(t, post))
	south, north := h.account("South"), h.account("North")
	post.Fail(slices.Repeat([]error{mailtest.Busy}, 100)...)
	b := newBrowser(t, slices.Repeat([]int{503}, 100)...)
	b.subscribe(north)
	if err := h.store.AskAddress(t.Context(), north.id, "north@example.org", node.Hash("proof"), 1<<60); err != nil {
		t.Fatal(err)
	}
	north.must("POST", "/notices/mail/prove", server.ProveRequest{Token: "proof"}, nil)
	s := notify.Usual()
	s.Kinds.Turn.Mail = true
	north.must("POST", "/notices", s, nil)
	table := begin(south, north, byDays)
	began := time.Now()
	moveTo(table, north, south)
	waitFor(t, "the turn's notice is given up", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		if err != nil {
			t.Fatal(err)
		}
		return b.refused() > 0 && !slices.ContainsFunc(list, func(x store.Notice) bool { return x.Kind == store.NoticeTurn })
	})
	if pushed, mailed := b.refused(), 100-post.Failing(); pushed != 10 || mailed != 10 {
		t.Errorf("%d pushes and %d letters were tried, 10 of each wanted", pushed, mailed)
	}
	if took := time.Since(began); took < 700*time.Millisecond { // 1.5 ms, doubled with each of nine pauses
		t.Errorf("all tries within %s: the pauses do not grow", took)
	}
	// What comes next is told by itself, and has ten tries of its own.
	moveTo(table, south, north)
	b.answer(201)
	moveTo(table, north, south)
	if m := b.wait(1)[0]; m.Table != table {
		t.Errorf("told %s", m.text)
	}
}

// TestNoticesHoldUpNoMove: while a push service and a mail server keep a delivery waiting without an answer, the game
// goes on, and so does what others are told.
func TestNoticesHoldUpNoMove(t *testing.T) {
	deaf, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and never says a word
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	h := serve(t, withMail(t, &mailtest.Server{URL: "smtp://" + deaf.Addr().String()}))
	south, north := h.account("South"), h.account("North")
	asked, done := make(chan struct{}, 100), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked <- struct{}{}
		<-done
	}))
	defer slow.Close()
	defer close(done)
	b := newBrowser(t)
	north.must("POST", "/notices/push", server.PushRequest{
		Endpoint: slow.URL + "/device",
		Keys:     server.PushKeys{P256dh: enc(b.key.PublicKey().Bytes()), Auth: enc(b.auth)},
	}, nil)
	b.subscribe(south)
	// Who waits for the mail server is told so.
	if res := north.try("POST", "/notices/mail", server.AddressRequest{Address: "north@example.org"}, nil); res.StatusCode != 503 {
		t.Errorf("with a mail server that is silent: %s", res.Status)
	}
	if err := h.store.AskAddress(t.Context(), north.id, "north@example.org", node.Hash("proof"), 1<<60); err != nil {
		t.Fatal(err)
	}
	north.must("POST", "/notices/mail/prove", server.ProveRequest{Token: "proof"}, nil)
	s := notify.Usual()
	s.Kinds.Turn.Mail = true
	north.must("POST", "/notices", s, nil)
	table := begin(south, north, byDays)
	moveTo(table, north, south)
	<-asked // a delivery is under way, and stays so
	moveTo(table, south, north)
	moveTo(table, north, south)
	moveTo(table, south, north)
	if m := b.wait(1)[0]; m.Table != table {
		t.Errorf("told %s", m.text)
	}
}

// TestAddressesInsideAreNotDialled: an endpoint is what a user writes.
func TestAddressesInsideAreNotDialled(t *testing.T) {
	h := serve(t, quick, func(c *server.Config) { c.PrivateHooks = false })
	p := h.person("Mallory")
	b := newBrowser(t)
	for _, at := range []string{
		"http://push.example/x", "https://127.0.0.1/x", "https://10.0.0.1/x", "https://[::1]/x", "https://[::ffff:127.0.0.1]/x", "https://[64:ff9b::7f00:1]/x",
		"https://100.64.0.1/x", "https://u:p@push.example/", "ftp://push.example/", "https:///x", "not an address",
	} {
		res := p.try("POST", "/notices/push", server.PushRequest{Endpoint: at, Keys: server.PushKeys{P256dh: b.key65, Auth: "x"}}, nil)
		if res.StatusCode != 400 || res.Header.Get("X-Where") != "body.endpoint" {
			t.Errorf("%s: %s %s", at, res.Status, res.Header.Get("X-Where"))
		}
	}
	// A name that leads inside is found out when it is dialled, and forgotten.
	if err := h.store.PutSubscription(t.Context(),
		store.Subscription{
			Endpoint: strings.Replace(b.web.URL, "127.0.0.1", "localhost", 1) + "/x", User: p.id,
			P256dh: enc(b.key.PublicKey().Bytes()), Auth: enc(b.auth), Created: 1,
		}, 5); err != nil {
		t.Fatal(err)
	}
	p.must("POST", "/notices/trial", nil, nil)
	waitFor(t, "the subscription is gone", func() bool {
		list, err := h.store.Subscriptions(t.Context(), p.id)
		return err == nil && len(list) == 0
	})
	if len(b.messages()) != 0 {
		t.Error("an address of this machine was dialled")
	}
}

// TestWhoLooksIsNotTold: no notice for a game that is being looked at, nor for
// one that was looked at since.
func TestWhoLooksIsNotTold(t *testing.T) {
	h := serve(t, quick)
	south, north := h.person("South"), h.person("North")
	b := newBrowser(t)
	b.subscribe(north)
	live := wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 3600}}
	table := begin(south, north, live)
	frames := north.live(table, "")
	<-frames
	moveTo(table, north, south)
	waitFor(t, "the notice is dropped", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		return err == nil && len(list) == 0
	})
	if got := b.messages(); len(got) != 0 {
		t.Errorf("told %s", got[0].text)
	}
	// At another table, which is not looked at.
	other := begin(south, north, live)
	moveTo(other, north, south)
	if m := b.wait(1)[0]; m.Table != other || len(m.Waiting) != 2 {
		t.Errorf("told %s", m.text)
	}
}

// TestSeenMeanwhileIsNotTold: a notice that waits is dropped when its reader comes
// to the table.
func TestSeenMeanwhileIsNotTold(t *testing.T) {
	h := serve(t, quick, func(c *server.Config) { c.NoticesEvery = time.Hour })
	south, north := h.person("South"), h.person("North")
	newBrowser(t).subscribe(north)
	table := begin(south, north, byDays)
	moveTo(table, north, south)
	if list, err := h.store.NoticesOf(t.Context(), north.id); err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	<-north.live(table, "")
	waitFor(t, "only the reminder is left", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		return err == nil && len(list) == 1 && list[0].Kind == store.NoticeTime
	})
}

// TestKillLosesNoNotice: what a server has stored and not told, the next one tells.
func TestKillLosesNoNotice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.db")
	open := func() store.Store {
		db, err := sqlite.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	db := open()
	h := serve(t, quick, func(c *server.Config) { c.Store.Close(); c.Store, c.NoticesEvery = db, time.Hour })
	h.store = db
	south, north := h.person("South"), h.person("North")
	b := newBrowser(t)
	b.subscribe(north)
	table := begin(south, north, byDays)
	moveTo(table, north, south)
	// A node that dies with a notice in hand.
	list, err := db.NoticesOf(t.Context(), north.id)
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	h.s.Close()
	again := serve(t, quick, func(c *server.Config) { c.Store.Close(); c.Store = db })
	again.store = db
	if m := b.wait(1)[0]; m.Table != table || m.Kind != "turn" {
		t.Errorf("told %s", m.text)
	}
	var page server.NoticePage
	north.at(again).must("GET", "/notices", nil, &page)
	if page.Key != b.key65 {
		t.Error("the server has another key than before: browsers would have to subscribe anew")
	}
}

// TestOtherNews: a challenge of a friend, chat, the end, a rematch, a trial, each by
// the settings.
func TestOtherNews(t *testing.T) {
	h := serve(t, quick)
	south, north := h.account("South"), h.account("North")
	b := newBrowser(t)
	b.subscribe(north)
	north.must("POST", "/notices/trial", nil, nil)
	if m := b.wait(1)[0]; m.Title != "A test notification" || m.Path != "/notices" {
		t.Errorf("trial: %s", m.text)
	}
	s := notify.Usual()
	s.Lang = "de"
	s.Kinds.Chat.Push, s.Kinds.Over.Push, s.Kinds.Turn.Push = true, true, false
	north.must("POST", "/notices", s, nil)
	north.must("POST", "/users/"+south.id+"/follow", wire.OnRequest{On: true}, nil)
	south.must("POST", "/challenges", wire.ChallengeRequest{To: north.id, Setup: tourTable}, nil)
	if m := b.wait(2)[1]; m.Kind != "challenge" || m.Title != "South fordert dich heraus" {
		t.Errorf("challenge: %s", m.text)
	}
	table := begin(south, north, byDays)
	south.must("POST", "/tables/"+table+"/do", wire.TableRequest{Do: "resign"}, nil)
	if m := b.wait(3)[2]; m.Kind != "over" || m.Title != "EVO: Die Partie ist zu Ende" {
		t.Errorf("over: %s", m.text)
	}
	south.must("POST", "/tables/"+table+"/do", wire.TableRequest{Do: "offer rematch"}, nil)
	if m := b.wait(4)[3]; m.Kind != "rematch" || m.Title != "Revanche bei EVO?" {
		t.Errorf("rematch: %s", m.text)
	}
	// A muted table is silent, and so is a kind that is not wanted.
	other := begin(south, north, byDays)
	north.must("POST", "/notices/mute", server.MuteTableRequest{Table: other, On: true}, nil)
	south.must("POST", "/tables/"+other+"/do", wire.TableRequest{Do: "resign"}, nil)
	waitFor(t, "both are dropped", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		return err == nil && len(list) == 0
	})
	if got := b.messages(); len(got) != 4 {
		t.Errorf("told %s", got[4].text)
	}
}

var linkIn = regexp.MustCompile(`https://atoll\.example(/[^\s"<>]*)`)

// TestMailComesToProvedAddresses: an address counts once its owner has pressed the
// link; one press ends a kind of letters.
func TestMailComesToProvedAddresses(t *testing.T) {
	post := mailtest.New(t)
	h := serve(t, withMail(t, post))
	south, north := h.account("South"), h.account("North")
	if res := h.person("Guest").try("POST", "/notices/mail", server.AddressRequest{Address: "x@example.org"}, nil); res.StatusCode != 403 {
		t.Errorf("a guest: %s", res.Status)
	}
	for _, bad := range []string{"x@example.org\r\nBcc: y@example.org", "x@y", "a, b@c.org"} {
		if res := north.try("POST", "/notices/mail", server.AddressRequest{Address: bad}, nil); res.StatusCode != 400 {
			t.Errorf("%q: %s", bad, res.Status)
		}
	}
	s := notify.Usual()
	s.Kinds.Turn.Mail = true
	north.must("POST", "/notices", s, nil)
	post.Fail(nil)
	north.must("POST", "/notices/mail", server.AddressRequest{Address: "north@example.org"}, nil)
	letter := post.Wait(t, 1)[0]
	if letter.To != "north@example.org" {
		t.Fatalf("%+v", letter)
	}
	token := regexp.MustCompile(`/notices\?prove=([A-Za-z0-9_-]+)`).FindStringSubmatch(plainPart(t, letter))
	if token == nil {
		t.Fatalf("no link in\n%s", letter.Raw)
	}
	table := begin(south, north, byDays) // nobody is told at an address that is not proved
	var page server.NoticePage
	north.must("GET", "/notices", nil, &page)
	if page.Address != "" || page.Pending != "n…h@example.org" || !page.CanMail {
		t.Errorf("%+v", page)
	}
	if res := south.try("POST", "/notices/mail/prove", server.ProveRequest{Token: token[1] + "x"}, nil); res.StatusCode != 403 {
		t.Errorf("a false link: %s", res.Status)
	}
	(&person{host: h}).must("POST", "/notices/mail/prove", server.ProveRequest{Token: token[1]}, nil)
	if res := (&person{host: h}).try("POST", "/notices/mail/prove", server.ProveRequest{Token: token[1]}, nil); res.StatusCode != 403 {
		t.Errorf("a link that was used: %s", res.Status)
	}
	// The mail server is busy at first.
	post.Fail(mailtest.Busy, mailtest.Busy)
	moveTo(table, north, south)
	letter = post.Wait(t, 2)[1]
	head := letter.Header(t)
	text := plainPart(t, letter)
	if head.Get("Subject") != "Your turn in EVO" || !strings.Contains(text, "With South. 2 days left.") || !strings.Contains(text, "https://atoll.example/t/"+table) ||
		head.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || head.Get("Auto-Submitted") == "" {
		t.Errorf("%v\n%s", head, text)
	}
	stop := linkIn.FindStringSubmatch(head.Get("List-Unsubscribe"))
	if stop == nil || !strings.Contains(text, stop[0]) {
		t.Fatalf("no way to stop in %v\n%s", head, text)
	}
	// A person opens the link and is asked; a mail program posts.
	res, err := http.Get(h.web.URL + stop[1])
	if err != nil || res.StatusCode != 200 {
		t.Fatal(err, res)
	}
	res.Body.Close()
	mails := func() bool {
		var page server.NoticePage
		north.must("GET", "/notices", nil, &page)
		return page.Settings.Kinds.Turn.Mail
	}
	if !mails() {
		t.Error("a look at the page has ended the letters")
	}
	res, err = http.Post(h.web.URL+stop[1], "application/x-www-form-urlencoded", strings.NewReader("List-Unsubscribe=One-Click"))
	if err != nil || res.StatusCode != 200 {
		t.Fatal(err, res)
	}
	res.Body.Close()
	if mails() {
		t.Error("letters go on")
	}
	north.must("GET", "/notices", nil, &page)
	if !page.Settings.Kinds.Over.Mail || page.Address != "n…h@example.org" {
		t.Errorf("more was ended than this kind: %+v", page)
	}
	for _, bad := range []string{stop[1] + "x", "/stop/AAAA", "/stop/" + strings.Repeat("A", 60)} {
		if res, err = http.Post(h.web.URL+bad, "", nil); err != nil || res.StatusCode != 403 {
			t.Errorf("%s: %v %v", bad, err, res.Status)
		}
		res.Body.Close()
	}
	// A mailbox that is not there is not tried for ever.
	s.Kinds.Over.Mail = true
	north.must("POST", "/notices", s, nil)
	post.Fail(mailtest.NoSuchBox)
	south.must("POST", "/tables/"+table+"/do", wire.TableRequest{Do: "resign"}, nil)
	waitFor(t, "it is given up", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		return err == nil && !slices.ContainsFunc(list, func(x store.Notice) bool { return x.Kind == store.NoticeOver })
	})
	if n := len(post.Letters()); n != 2 {
		t.Errorf("%d letters", n)
	}
}

// TestQuietHours: what comes at night comes in the morning, as one notice; a
// reminder comes where the morning would be too late.
func TestQuietHours(t *testing.T) {
	clock := &fakeClock{now: time.Date(2026, 11, 16, 22, 0, 0, 0, time.UTC)} // 23:00 in Berlin
	h := serve(t, quick, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, time.Hour })
	south, north := h.person("South"), h.person("North")
	b := newBrowser(t)
	b.subscribe(north)
	s := notify.Usual()
	s.Quiet = notify.Quiet{On: true, From: 22*60 + 30, To: 7 * 60, Zone: "Europe/Berlin"}
	north.must("POST", "/notices", s, nil)
	one, two := begin(south, north, byDays), begin(south, north, byDays)
	moveTo(one, north, south)
	moveTo(two, north, south)
	clock.forward(time.Minute)
	morning := time.Date(2026, 11, 17, 6, 0, 0, 0, time.UTC).UnixMilli()
	waitFor(t, "both wait for the morning", func() bool {
		list, err := h.store.NoticesOf(t.Context(), north.id)
		n := 0
		for _, x := range list {
			if x.Kind == store.NoticeTurn && x.Due >= morning && x.Due < morning+60_000 {
				n++
			}
		}
		return err == nil && n == 2
	})
	if len(b.messages()) != 0 {
		t.Error("told at night")
	}
	clock.forward(8 * time.Hour)
	m := b.wait(1)[0]
	if m.Title != "2 things are waiting for you" || m.Body != "Your turn in EVO\nYour turn in EVO" || len(m.Waiting) != 2 || m.Path != "/" {
		t.Errorf("told %s", m.text)
	}
	// Time runs out at 22:01 UTC two days later; a tenth of three days is left at
	// 14:49, which is day. A night later would be too late.
	clock.forward(57 * time.Hour)
	if got := b.wait(3); got[1].Kind != "time" || got[2].Kind != "time" || !strings.Contains(got[1].Title, "left in EVO") {
		t.Errorf("told %s, %s", got[1].text, got[2].text)
	}
	if res := north.try("POST", "/notices", notify.Settings{Quiet: notify.Quiet{Zone: "Atoll/Nowhere"}, Lang: "en", Muted: []string{}}, nil); res.StatusCode != 400 {
		t.Errorf("a zone that is none: %s", res.Status)
	}
}

// TestNoticesTellNoSecret: worlds that differ only in what is sealed give the same
// bytes by push and by mail.
func TestNoticesTellNoSecret(t *testing.T) {
	run := func(secret string) (told []string) {
		post := mailtest.New(t)
		w := newWorldWith(t, withMail(t, post))
		south, north := w.account("South"), w.account("North")
		b := newBrowser(t)
		b.subscribe(north)
		s := notify.Usual()
		all := notify.Channels{Push: true, Mail: true}
		s.Kinds = notify.Kinds{Turn: all, Challenge: all, Rematch: all, Tournament: all, Chat: all, Time: all, Over: all}
		north.must("POST", "/notices", s, nil)
		north.must("POST", "/notices/mail", server.AddressRequest{Address: "north@example.org"}, nil)
		link := regexp.MustCompile(`prove=([A-Za-z0-9_-]+)`).FindStringSubmatch(plainPart(t, post.Wait(t, 1)[0]))
		north.must("POST", "/notices/mail/prove", server.ProveRequest{Token: link[1]}, nil)
		w.table = begin(south, north, wire.Setup{Game: "epigo", Players: 2, Clock: wire.ClockSetup{Kind: match.Correspondence, Days: 2}})
		w.act(south, 1, secret)
		w.clock.forward(time.Minute)
		b.wait(1)
		post.Wait(t, 2)
		south.must("POST", "/tables/"+w.table+"/chat", wire.ChatRequest{Text: "my plan is " + secret}, nil)
		w.clock.forward(time.Minute)
		b.wait(2)
		post.Wait(t, 3)
		w.clock.forward(46 * time.Hour)
		b.wait(3)
		post.Wait(t, 4)
		south.must("POST", "/tables/"+w.table+"/do", wire.TableRequest{Do: "resign"}, nil)
		w.clock.forward(time.Minute)
		b.wait(4)
		post.Wait(t, 5)
		south.must("POST", "/tables/"+w.table+"/do", wire.TableRequest{Do: "offer rematch"}, nil)
		w.clock.forward(time.Minute)
		b.wait(5)
		post.Wait(t, 6)
		// What somebody writes to a challenge is read in the page alone, as chat is.
		north.must("POST", "/users/"+south.id+"/follow", wire.OnRequest{On: true}, nil)
		south.must("POST", "/challenges", wire.ChallengeRequest{To: north.id, Setup: byDays, Word: "my plan is " + secret}, nil)
		w.clock.forward(time.Minute)
		kinds := ""
		for _, m := range b.wait(6) {
			told = append(told, m.text)
			kinds += m.Kind + " "
		}
		if kinds != "turn chat time over rematch challenge " {
			t.Fatalf("told of %s", kinds)
		}
		for _, l := range post.Wait(t, 7)[1:] {
			text := strings.ReplaceAll(l.Raw, "=\r\n", "") // of quoted-printable
			// What is random in every letter: its time, the borders between its parts and
			// the key of the link that stops it.
			told = append(told, regexp.MustCompile(`(?m)^Date: .*$|boundary="?[^"\s]*"?|^--[0-9a-f]+.*$|/stop/[A-Za-z0-9_-]{22}`).ReplaceAllString(text, ""))
		}
		return told
	}
	one, other := run("deploy 3 1 7 X 2 5 4 6"), run("deploy 6 4 5 2 X 7 1 3")
	if len(one) != 12 {
		t.Fatalf("%d notices", len(one))
	}
	for i := range one {
		if one[i] != other[i] {
			t.Errorf("notice %d differs:\n%s\n%s", i, one[i], other[i])
		}
		if strings.Contains(one[i], "deploy") || strings.Contains(one[i], "my plan") {
			t.Errorf("notice %d tells what was sealed or said:\n%s", i, one[i])
		}
	}
}

// TestDeletedPersonHasNoAddress: an account that is deleted takes along how it was
// reached, and what is kept of it can be read before.
func TestDeletedPersonHasNoAddress(t *testing.T) {
	post := mailtest.New(t)
	h := serve(t, withMail(t, post))
	p := h.account("Mara")
	b := newBrowser(t)
	b.subscribe(p)
	p.must("POST", "/notices/mail", server.AddressRequest{Address: "mara.secret@example.org"}, nil)
	link := regexp.MustCompile(`prove=([A-Za-z0-9_-]+)`).FindStringSubmatch(plainPart(t, post.Wait(t, 1)[0]))
	p.must("POST", "/notices/mail/prove", server.ProveRequest{Token: link[1]}, nil)
	p.must("POST", "/notices", notify.Usual(), nil)
	data := p.bytesOf("/account/data")
	for _, want := range []string{"mara.secret@example.org", `"zone"`, b.web.URL} {
		if !strings.Contains(data, want) {
			t.Errorf("what is kept of Mara lacks %s:\n%s", want, data)
		}
	}
	if strings.Contains(data, enc(b.auth)) {
		t.Error("the secret of the browser is told")
	}
	p.must("POST", "/account/delete", wire.GoodbyeRequest{Password: password}, nil)
	var dump strings.Builder
	if _, err := h.store.Dump(t.Context(), &dump); err != nil {
		t.Fatal(err)
	}
	for _, trace := range []string{"mara", "secret@", b.web.URL, `zone`} {
		if strings.Contains(strings.ToLower(dump.String()), trace) {
			t.Errorf("a trace of Mara is left: %s", trace)
		}
	}
}
