package server

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"atoll/server/wire"
)

// codeOf gives the code for what the library refuses.
var codeOf = map[int]wire.Code{
	http.StatusBadRequest: wire.BadRequest, http.StatusUnauthorized: wire.NoSession, http.StatusForbidden: wire.Forbidden,
	http.StatusNotFound: wire.NotFound, http.StatusConflict: wire.Conflict, http.StatusUnprocessableEntity: wire.BadRequest,
	http.StatusTooManyRequests: wire.TooMany, http.StatusRequestEntityTooLarge: wire.TooLarge, http.StatusServiceUnavailable: wire.Draining,
	http.StatusMethodNotAllowed:     wire.BadRequest,
	http.StatusUnsupportedMediaType: wire.BadRequest, http.StatusNotAcceptable: wire.BadRequest,
	http.StatusRequestTimeout: wire.BadRequest,
}

// problem is an error on its way to a client.
type problem struct {
	wire.Problem
	status int
	later  int // seconds after which to try again; 0 means 1
}

func (p *problem) Error() string  { return p.Problem.Error.Message }
func (p *problem) GetStatus() int { return p.status }

// ContentType keeps errors plain JSON.
func (p *problem) ContentType(string) string { return "application/json" }

// GetHeaders says when to ask again.
func (p *problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.status == http.StatusTooManyRequests || p.status == http.StatusServiceUnavailable {
		h.Set("Retry-After", strconv.Itoa(max(1, p.later)))
	}
	return h
}

func init() {
	// The library makes its own errors (validation, wrong types) through this.
	huma.NewErrorWithContext = func(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
		return complaint(ctx.Operation(), status, msg, errs...)
	}
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return complaint(nil, status, msg, errs...)
	}
}

// complaint is an error of the library as one of ours.
func complaint(op *huma.Operation, status int, msg string, errs ...error) *problem {
	p := &problem{status: status}
	p.Problem.Error = wire.ProblemDetail{Code: codeOf[status], Message: strings.ToLower(msg[:min(1, len(msg))]) + msg[min(1, len(msg)):]}
	if p.Problem.Error.Code == "" {
		p.Problem.Error.Code = wire.Internal
	}
	if len(errs) > 0 { // the first is enough: one sentence, one place
		var d *huma.ErrorDetail
		if errors.As(errs[0], &d) {
			p.Problem.Error.Where, p.Problem.Error.Message = wrongField(op, d)
		} else if errs[0] != nil && status < 500 {
			p.Problem.Error.Message = errs[0].Error()
		}
	}
	return p
}

// gaveUp marks errors of requests whose client has gone: a store that was interrupted has its own
// words for it.
func gaveUp(ctx context.Context, err error) error {
	var p *problem
	if err == nil || ctx.Err() == nil || errors.As(err, &p) || wire.Refused(err) != nil {
		return err
	}
	return context.Canceled
}

// tell turns any error into what a client may know. Unknown errors are logged in full and reported
// as "internal".
func (s *Server) tell(err error) error {
	if err == nil {
		return nil
	}
	var p *problem
	if errors.As(err, &p) {
		return p
	}
	if r := wire.Refused(err); r != nil {
		return asProblem(r)
	}
	if errors.Is(err, context.Canceled) { // the client has gone; nobody reads this
		p := newProblem(wire.BadRequest, "the request was cancelled", "")
		p.status = http.StatusRequestTimeout
		return p
	}
	s.node.Metrics.Failures.Inc()
	if why := s.node.Trouble(err); why != "" {
		s.node.Log.Warn("a request was refused", "why", why, "err", err)
		return unavailable()
	}
	s.node.Log.Error("a request failed", "err", err)
	return newProblem(wire.Internal, "something went wrong on the server", "")
}

func newProblem(code wire.Code, message, where string) *problem {
	return asProblem(&wire.Error{Code: code, Message: message, Where: where})
}

// asProblem is a refusal as HTTP has it.
func asProblem(e *wire.Error) *problem {
	p := &problem{status: e.Code.Status(), later: e.Later}
	p.Problem.Error = wire.ProblemDetail{Code: e.Code, Message: e.Message, Where: e.Where}
	return p
}

// placed says which part of a request a refusal is about. The rules of a table know
// only the name of a field, since a command may come by other ways.
func placed(err error, op *huma.Operation) error {
	var p *problem
	if !errors.As(err, &p) || p.Problem.Error.Where == "" {
		return err
	}
	q := *p // it may be one for all
	where := &q.Problem.Error.Where
	field, _, _ := strings.Cut(*where, ".")
	field, _, _ = strings.Cut(field, "[")
	switch {
	case slices.Contains([]string{"body", "path", "query"}, field):
	case strings.Contains(op.Path, "{"+field+"}"):
		*where = "path." + *where
	case op.Method == http.MethodGet:
		*where = "query." + *where
	default:
		*where = "body." + *where
	}
	return &q
}

// refuse answers a plain handler's request with an error.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	p := s.tell(err).(*problem)
	w.Header().Set("Content-Type", "application/json")
	maps.Copy(w.Header(), p.GetHeaders())
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(p.Problem)
}
