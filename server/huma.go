package server

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// calmMux hides from the library that a client has gone: it would answer a second time, and
// complain.
type calmMux struct{ *http.ServeMux }

// HandleFunc implements humago.Mux.
func (m calmMux) HandleFunc(pattern string, f func(http.ResponseWriter, *http.Request)) {
	m.ServeMux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { f(calmWriter{w}, r) })
}

type calmWriter struct{ http.ResponseWriter }

// Write implements io.Writer.
func (w calmWriter) Write(b []byte) (int, error) {
	_, _ = w.ResponseWriter.Write(b)
	return len(b), nil
}

// operationID makes "post-tables-id-act" of a route.
func operationID(method, path string) string {
	return strings.ToLower(method) + strings.NewReplacer("/", "-", "{", "", "}", "").Replace(path)
}

func register[I, T any](s *Server, api huma.API, method, path, about string, f func(context.Context, *I) (*T, error)) {
	op := huma.Operation{
		Method: method, Path: prefix + path, OperationID: operationID(method, path), Summary: about,
		MaxBodyBytes: maxBody, Errors: []int{400, 401, 403, 404, 409, 413, 422, 429, 503},
	}
	s.operations = append(s.operations, &op)
	huma.Register(api, op, func(ctx context.Context, in *I) (*reply[*T], error) {
		var out *T
		run := func() (err error) { out, err = f(ctx, in); return err }
		var err error
		if costly[method+" "+path] {
			err = s.pay(ctx, run)
		} else {
			err = within(ctx, func(ctx context.Context) (err error) { out, err = f(ctx, in); return err })
		}
		if err != nil {
			return nil, placed(s.tell(gaveUp(ctx, err)), &op)
		}
		return &reply[*T]{out}, nil
	})
}

// asMe is a handler for callers who are somebody.
func asMe[I, T any](f func(context.Context, *who, *I) (*T, error)) func(context.Context, *I) (*T, error) {
	return func(ctx context.Context, in *I) (*T, error) {
		me, err := need(ctx)
		if err != nil {
			return nil, err
		}
		return f(ctx, me, in)
	}
}

// asCaller is a handler without an answer for callers who are somebody.
func asCaller[I any](f func(context.Context, *who, *I) error) func(context.Context, *I) error {
	return func(ctx context.Context, in *I) error {
		me, err := need(ctx)
		if err != nil {
			return err
		}
		return f(ctx, me, in)
	}
}

// ref is an answer as handlers return it.
func ref[T any](v T, err error) (*T, error) { return &v, err }

func get[I, T any](s *Server, api huma.API, path, about string, f func(context.Context, *I) (*T, error)) {
	register(s, api, http.MethodGet, path, about, f)
}

// IfNew is part of a request that wants an answer only if it differs from the last one.
type IfNew struct {
	Known string `header:"If-None-Match" maxLength:"100" doc:"ETag of the answer that you have; if it is still current the answer is 304"`
}

func (i IfNew) known() string { return i.Known }

// taggedReply is an answer that can be asked for again by its tag.
type taggedReply[T any] struct {
	Status int
	Tag    string `header:"ETag"`
	Body   T
}

// tagged registers a route that is polled: tag is
// cheap, and changes whenever the answer does.
func tagged[I any, P interface {
	*I
	known() string
}, T any](s *Server, api huma.API, path, about string, tag func(context.Context, P) (string, error), f func(context.Context, P) (*T, error),
) {
	op := huma.Operation{
		Method: http.MethodGet, Path: prefix + path, OperationID: operationID(http.MethodGet, path), Summary: about,
		MaxBodyBytes: maxBody, Errors: []int{400, 401, 403, 404, 409, 413, 422, 429, 503},
	}
	s.operations = append(s.operations, &op)
	huma.Register(api, op, func(ctx context.Context, in *I) (*taggedReply[*T], error) {
		out := &taggedReply[*T]{Status: http.StatusOK}
		err := within(ctx, func(ctx context.Context) (err error) {
			if out.Tag, err = tag(ctx, in); err != nil {
				return err
			}
			if P(in).known() == out.Tag {
				out.Status = http.StatusNotModified
				return nil
			}
			out.Body, err = f(ctx, in)
			return err
		})
		if err != nil {
			return nil, placed(s.tell(gaveUp(ctx, err)), &op)
		}
		return out, nil
	})
}

func post[I, T any](s *Server, api huma.API, path, about string, f func(context.Context, *I) (*T, error)) {
	register(s, api, http.MethodPost, path, about, f)
}

// none registers a route whose answer has no body.
func none[I any](s *Server, api huma.API, method, path, about string, f func(context.Context, *I) error) {
	op := huma.Operation{
		Method: method, Path: prefix + path, OperationID: operationID(method, path), Summary: about,
		MaxBodyBytes: maxBody, DefaultStatus: http.StatusNoContent, Errors: []int{400, 401, 403, 404, 409, 413, 422, 429, 503},
	}
	s.operations = append(s.operations, &op)
	huma.Register(api, op, func(ctx context.Context, in *I) (*struct{}, error) {
		return nil, placed(s.tell(gaveUp(ctx, within(ctx, func(ctx context.Context) error { return f(ctx, in) }))), &op)
	})
}
