package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"atoll/match"
	"atoll/server/people"
	"atoll/server/schema"
	"atoll/server/wire"
	"atoll/store"
)

const (
	prefix  = "/api/v1"
	maxBody = 64 << 10
)

// reply is an answer with a body.
type reply[T any] struct{ Body T }

// TableID is the path parameter of everything at a table. It is exported because
// the library does not look into others.
type TableID struct {
	ID string `path:"id" maxLength:"32" doc:"id of the table"`
}

// routes joins everything that is served.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.serveReady)
	mux.HandleFunc("GET /metrics", s.serveMetrics)
	if !s.cfg.NoWeb {
		s.api(mux)
		mux.HandleFunc("GET "+prefix+"/live", s.serveLobby)
		mux.HandleFunc("GET "+prefix+"/ws", s.serveLobbyWS)
		mux.HandleFunc("GET "+prefix+"/tables/{id}/live", s.serveSSE)
		mux.HandleFunc("GET "+prefix+"/tables/{id}/ws", s.serveWS)
		mux.HandleFunc("GET "+prefix+"/tables/{id}/record", s.serveRecord)
		mux.HandleFunc("GET "+prefix+"/account/data", s.serveMyData)
		mux.HandleFunc("GET /stop/{token}", s.serveStop)
		mux.HandleFunc("POST /stop/{token}", s.serveStop)
		mux.HandleFunc("GET "+people.ProviderBack, s.serveProviderBack)
		mux.HandleFunc("GET /api", s.serveAPIPage)
		s.share.Routes(mux)
		mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { s.serveNothing(mux, w, r) })
		mux.HandleFunc("/", s.serveAssets)
	}
	return s.guard(mux)
}

// serveNothing answers for API paths that are not there, or not for this method.
func (s *Server) serveNothing(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = m
		if _, pattern := mux.Handler(other); pattern != "/api/" {
			allowed = append(allowed, m)
		}
	}
	if len(allowed) == 0 {
		s.refuse(w, &match.Error{Kind: match.Unknown, Message: "there is nothing at this path of the API"})
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	p := newProblem(wire.BadRequest, "this path takes "+strings.Join(allowed, " and "), "method")
	p.status = http.StatusMethodNotAllowed
	s.refuse(w, p)
}

func (s *Server) api(mux *http.ServeMux) {
	cfg := huma.DefaultConfig("Atoll", "1")
	cfg.Info.Description = "Board games over HTTP: tables, seats, moves, live updates. See docs/api.md."
	cfg.OpenAPIPath = prefix + "/openapi"
	cfg.DocsPath = ""
	cfg.SchemasPath = prefix + "/schemas"
	cfg.CreateHooks = nil // no "$schema" member in every answer
	cfg.Transformers = nil
	formats := map[string]huma.Format{}
	for kind, f := range cfg.Formats {
		formats[kind] = readable(f)
	}
	cfg.Formats = formats
	schema.Secure(cfg.OpenAPI, cookieName)
	api := humago.New(calmMux{mux}, cfg)

	s.lobbyRoutes(api)
	s.seatRoutes(api)
	s.playRoutes(api)
	s.askRoutes(api)
	s.positionRoutes(api)
	s.peopleRoutes(api)
	s.signInRoutes(api)
	s.recoverRoutes(api)
	s.tournamentRoutes(api)
	s.frontRoutes(api)
	s.friendRoutes(api)
	s.noticeRoutes(api)
	s.vacationRoutes(api)
	s.broughtRoutes(api)
	s.document(api)
	schemas := api.OpenAPI().Components.Schemas.Map()
	schema.Add(schemas, s.cfg.Games)
	schema.Fill(schemas)
	schema.Headers(api.OpenAPI(), tokenName, prefix+"/guest", prefix+"/account", prefix+"/session",
		prefix+"/session/passkey", prefix+"/account/passkey", prefix+"/session/provider/name", prefix+"/recover/finish")
}

// lobbyRoutes are about the games, the caller and lists of tables.
func (s *Server) lobbyRoutes(api huma.API) {
	get(s, api, "/games", "The games with their options and bots", func(context.Context, *struct{}) (*wire.Catalogue, error) {
		return wire.CatalogueOf(s.cfg.Games, s.cfg.Roster), nil
	})
	get(s, api, "/me", "Who you are", func(ctx context.Context, _ *struct{}) (*wire.Me, error) { return s.folk.Me(caller(ctx).caller()), nil })
	post(s, api, "/guest", "Become a guest, or take another nickname", func(ctx context.Context, in *struct{ Body wire.GuestRequest }) (*wire.Me, error) {
		return s.folk.Guest(ctx, caller(ctx).caller(), in.Body)
	})
	none(s, api, http.MethodDelete, "/session", "Sign out",
		func(ctx context.Context, _ *struct{}) error { return s.folk.SignOut(ctx, caller(ctx).caller()) })
	get(s, api, "/tables", "Listed tables: the lobby", func(ctx context.Context, in *struct {
		Game   string `query:"game" maxLength:"32"`
		Status string `query:"status" enum:"open,running" default:"open"`
		After  string `query:"after" maxLength:"32"`
		Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	},
	) (*wire.TableList, error) {
		return s.hub.List(ctx, caller(ctx).ID, store.Filter{Game: in.Game, Status: match.Status(in.Status), Limit: in.Limit}, in.After)
	})
	get(s, api, "/my/tables", "Your own tables, those that wait for you first", asMe(func(ctx context.Context, me *who, in *struct {
		Game   string `query:"game" maxLength:"32"`
		Status string `query:"status" enum:"open,running,over,aborted"`
		After  string `query:"after" maxLength:"32"`
		Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	},
	) (*wire.TableList, error) {
		return s.hub.List(ctx, me.ID, store.Filter{User: me.ID, Game: in.Game, Status: match.Status(in.Status), Limit: in.Limit}, in.After)
	}))
}

// seatRoutes are about tables before their game begins.
func (s *Server) seatRoutes(api huma.API) {
	post(s, api, "/tables", "Make a table", func(ctx context.Context, in *struct{ Body wire.CreateRequest }) (*wire.Created, error) {
		return s.create(ctx, in.Body)
	})
	get(s, api, "/tables/{id}", "Everything you may know about a table", func(ctx context.Context, in *struct {
		TableID
		Seat string `query:"seat" maxLength:"8" doc:"one of your seats, or 'public'"`
	},
	) (*wire.Snapshot, error) {
		return s.hub.Look(ctx, caller(ctx).ID, in.ID, in.Seat)
	})
	post(s, api, "/tables/{id}/join", "Take a seat", func(ctx context.Context, in *struct {
		TableID
		Body wire.JoinRequest
	},
	) (*wire.Snapshot, error) {
		return s.join(ctx, in.ID, in.Body)
	})
	post(s, api, "/tables/{id}/open", "Open the number that you add to chance", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Body wire.OpenRequest
	},
	) (*wire.Ack, error) {
		return ref(s.tables.Open(ctx, me.ID, in.ID, in.Body))
	}))
	none(s, api, http.MethodPost, "/tables/{id}/leave", "Leave before the start", asCaller(func(ctx context.Context, me *who, in *TableID) error {
		return s.tables.Leave(ctx, me.user(), in.ID)
	}))
	post(s, api, "/tables/{id}/start", "Start a table that waits for its maker", asMe(func(ctx context.Context, me *who, in *TableID) (*wire.Ack, error) {
		return ref(s.tables.Start(ctx, me.user(), in.ID))
	}))
	post(s, api, "/tables/{id}/seats/{seat}", "Change a seat before the start", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Seat string `path:"seat" maxLength:"8"`
		Body wire.SeatChange
	},
	) (*wire.TableInfo, error) {
		return s.tables.SetSeat(ctx, me.user(), in.ID, in.Seat, in.Body)
	}))
	post(s, api, "/tables/{id}/seats/{seat}/link", "A new secret link for a seat", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Seat string `path:"seat" maxLength:"8"`
	},
	) (*wire.Link, error) {
		return s.tables.Link(ctx, me.user(), in.ID, in.Seat)
	}))
}

// playRoutes are what players do at a table.
func (s *Server) playRoutes(api huma.API) {
	post(s, api, "/tables/{id}/act", "Play or seal an action", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Body wire.ActRequest
	},
	) (*wire.Ack, error) {
		return ref(s.tables.Act(ctx, me.ID, in.ID, in.Body))
	}))
	post(s, api, "/tables/{id}/lines", "Set your answers in advance", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Body wire.LinesRequest
	},
	) (*wire.Ack, error) {
		return ref(s.tables.SetLines(ctx, me.ID, in.ID, in.Body))
	}))
	post(s, api, "/tables/{id}/do", "Resign, draws, takebacks, rematch", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Body wire.TableRequest
	},
	) (*wire.Ack, error) {
		return ref(s.tables.Do(ctx, me.user(), in.ID, in.Body))
	}))
	post(s, api, "/tables/{id}/chat", "Say something", asMe(func(ctx context.Context, _ *who, in *struct {
		TableID
		Body wire.ChatRequest
	},
	) (*wire.ChatLine, error) {
		return ref(s.say(ctx, in.ID, in.Body))
	}))
	none(s, api, http.MethodPost, "/tables/{id}/mute", "Hide somebody's chat from yourself", asCaller(func(ctx context.Context, me *who, in *struct {
		TableID
		Body wire.MuteRequest
	},
	) error {
		if in.Body.User == "" || in.Body.User == me.ID {
			return &match.Error{Kind: match.Invalid, Where: "body.user", Message: "name somebody else"}
		}
		return s.node.Store.SetMute(ctx, me.ID, in.Body.User, in.Body.On)
	}))
}

// askRoutes are what may be asked of a table.
func (s *Server) askRoutes(api huma.API) {
	post(s, api, "/tables/{id}/whynot", "Whether an action could be played now and, if not, why", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Body wire.WhyNotRequest
	},
	) (*wire.WhyNot, error) {
		return s.tables.WhyNot(ctx, me.ID, in.ID, in.Body)
	}))
	post(s, api, "/tables/{id}/analysis", "Have a finished game analysed", asMe(func(ctx context.Context, me *who, in *TableID) (*wire.AnalysisInfo, error) {
		return s.work.AskAnalysis(ctx, &me.User, me.addr, in.ID)
	}))
	get(s, api, "/tables/{id}/analysis", "The analysis of a finished game, as far as it has come", func(ctx context.Context, in *struct {
		TableID
		From int `query:"from" minimum:"0" maximum:"1000000" doc:"number of the first step to return"`
	},
	) (*wire.AnalysisInfo, error) {
		return s.work.AnalysisOf(ctx, &caller(ctx).User, in.ID, in.From)
	})
	get(s, api, "/tables/{id}/legal", "Legal actions of one of your seats", asMe(func(ctx context.Context, me *who, in *struct {
		TableID
		Seat   string `query:"seat" maxLength:"8"`
		Prefix string `query:"prefix" maxLength:"100"`
		Limit  int    `query:"limit" minimum:"1" maximum:"20000" default:"2000"`
	},
	) (*wire.LegalList, error) {
		return s.tables.Legal(ctx, me.ID, in.ID, in.Seat, in.Prefix, in.Limit)
	}))
	get(s, api, "/tables/{id}/log", "What happened", func(ctx context.Context, in *struct {
		TableID
		Seat  string `query:"seat" maxLength:"8"`
		From  int64  `query:"from" minimum:"0" doc:"sequence number after which to begin"`
		Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"300"`
	},
	) (*wire.LogPage, error) {
		return s.tables.Log(ctx, caller(ctx).ID, in.ID, in.Seat, in.From, in.Limit)
	})
	get(s, api, "/tables/{id}/replay", "The position as a viewer knew it after a step", func(ctx context.Context, in *struct {
		TableID
		Step int64  `query:"step" minimum:"0" doc:"left out: the latest"`
		Seat string `query:"seat" maxLength:"8" doc:"a seat, 'public' or (after the end) 'truth'"`
	},
	) (*wire.Moment, error) {
		return s.tables.Moment(ctx, caller(ctx).ID, in.ID, in.Seat, in.Step)
	})
}

// positionRoutes are about positions that the caller brings along.
func (s *Server) positionRoutes(api huma.API) {
	post(s, api, "/positions", "Play on a position that belongs to no table, for lessons and for trying things out", func(_ context.Context, in *struct{ Body wire.PositionRequest }) (*wire.PositionAnswer, error) {
		return wire.PlayPosition(s.node.Game, s.node.Random, in.Body)
	})
	post(s, api, "/positions/start", "The first position of a game, without a table", func(_ context.Context, in *struct{ Body wire.StartRequest }) (*wire.PositionAnswer, error) {
		return wire.StartPosition(s.node.Game, s.node.Random, in.Body)
	})
	post(s, api, "/positions/analysis", "What the engine thinks of a position that belongs to no table", asMe(func(ctx context.Context, me *who, in *struct{ Body wire.JudgeRequest }) (*wire.Judgement, error) {
		return s.work.Judge(ctx, me.ID, in.Body)
	}))
	post(s, api, "/records", "A record as a list of positions", func(_ context.Context, in *struct{ Body wire.RecordRequest }) (*wire.RecordAnswer, error) {
		return wire.ReadRecord(s.node.Game, in.Body)
	})
}

// document describes the routes that are not plain requests and answers.
func (s *Server) document(api huma.API) {
	text, number := &huma.Schema{Type: huma.TypeString}, &huma.Schema{Type: huma.TypeInteger}
	id := &huma.Param{Name: "id", In: "path", Required: true, Schema: text}
	stream := []*huma.Param{
		id,
		{Name: "seat", In: "query", Schema: text, Description: "one of your seats, or 'public'"},
		{Name: "since", In: "query", Schema: number, Description: "go on from this sequence number"},
		{Name: "chat", In: "query", Schema: number, Description: "leave out lines of chat up to this id"},
		{Name: "Last-Event-ID", In: "header", Schema: number, Description: "as since, which it goes before"},
	}
	for _, d := range []struct {
		path, about, status, kind string
		params                    []*huma.Param
	}{
		{"/tables/{id}/live", "Live frames as Server-Sent Events", "200", "text/event-stream", stream},
		{"/tables/{id}/ws", "The same frames over a WebSocket, which also takes commands", "101", "application/json", stream},
		{"/tables/{id}/record", "The record of the game, one line of JSON", "200", "application/json", []*huma.Param{id}},
		{"/session/provider/callback", "Where the host's OpenID provider sends people back", "303", "text/html", []*huma.Param{
			{Name: "code", In: "query", Schema: text}, {Name: "state", In: "query", Schema: text}, {Name: "error", In: "query", Schema: text},
		}},
		{"/account/data", "Everything that is kept about you, as one JSON document", "200", "application/json", nil},
		{"/live", "Live frames of the lobby and of your own tables", "200", "text/event-stream", nil},
		{"/ws", "The frames of the lobby and of your own tables over a WebSocket", "101", "application/json", nil},
	} {
		schema := api.OpenAPI().Components.Schemas.Schema(typeOf[wire.Frame](), true, "Frame")
		if strings.HasSuffix(d.path, "callback") {
			schema = text
		} else if strings.HasSuffix(d.path, "record") || strings.HasSuffix(d.path, "data") {
			schema = &huma.Schema{Type: huma.TypeObject}
		}
		op := &huma.Operation{
			Method: http.MethodGet, Path: prefix + d.path, OperationID: operationID(http.MethodGet, d.path), Summary: d.about,
			Responses: map[string]*huma.Response{d.status: {
				Description: d.about,
				Content:     map[string]*huma.MediaType{d.kind: {Schema: schema}},
			}},
			Parameters: d.params,
		}
		api.OpenAPI().AddOperation(op)
		s.operations = append(s.operations, op)
	}
	api.OpenAPI().Components.Schemas.Schema(typeOf[wire.Command](), true, "Command")
	api.OpenAPI().Components.Schemas.Schema(typeOf[wire.Reply](), true, "Reply")
}
