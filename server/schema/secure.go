package schema

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Secure says how a request tells who sends it: programs by a token, browsers by a
// cookie. Much can be read without either.
func Secure(doc *huma.OpenAPI, cookie string) {
	if doc.Components.SecuritySchemes == nil {
		doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{}
	}
	doc.Components.SecuritySchemes["token"] = &huma.SecurityScheme{
		Type: "http", Scheme: "bearer", Description: "The token of a guest, an account or a bot.",
	}
	doc.Components.SecuritySchemes["session"] = &huma.SecurityScheme{
		Type: "apiKey", In: "cookie", Name: cookie, Description: "The same token as browsers keep it.",
	}
	doc.Security = []map[string][]string{{"token": {}}, {"session": {}}, {}}
}

// Headers adds to the answers of the document the headers that programs read: the
// token, where one signs in on the given paths, and when to ask again.
func Headers(doc *huma.OpenAPI, token string, signIn ...string) {
	for path, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Delete} {
			if op == nil {
				continue
			}
			for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
				header(op, status, "Retry-After", huma.TypeInteger, "seconds after which to ask again")
			}
			if op == item.Post && slices.Contains(signIn, path) {
				header(op, http.StatusOK, token, huma.TypeString, "token of the new session, for programs; browsers get a cookie instead")
			}
		}
	}
}

func header(op *huma.Operation, status int, name, kind, about string) {
	answer := op.Responses[strconv.Itoa(status)]
	if answer == nil {
		return
	}
	if answer.Headers == nil {
		answer.Headers = map[string]*huma.Param{}
	}
	answer.Headers[name] = &huma.Param{Description: about, Schema: &huma.Schema{Type: kind}}
}
