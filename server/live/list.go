package live

import (
	"context"
	"strconv"
	"strings"

	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// List is a page of a list of tables. What the caller may not see is left out by
// the query, so that it moves neither the end of a page nor its next.
func (h *Hub) List(ctx context.Context, user string, f store.Filter, after string) (*wire.TableList, error) {
	var ok bool
	if f.After, ok = readPlace(after); !ok {
		return nil, &match.Error{Kind: match.Invalid, Where: "query.after", Message: "pass the next value of the previous page"}
	}
	found, err := h.n.Store.Tables(ctx, f)
	if err != nil {
		return nil, err
	}
	out := &wire.TableList{Tables: []wire.TableInfo{}}
	for _, st := range found {
		info, err := h.Stored(st, user)
		if err != nil {
			h.n.Log.Warn("a table cannot be listed", "table", st.ID, "err", err)
			continue
		}
		out.Tables = append(out.Tables, info)
	}
	if len(found) == f.Limit {
		last := found[len(found)-1]
		out.Next = placeText(store.Place{Created: last.Head.Created, ID: last.ID})
	}
	if f.User != "" {
		wire.WaitingFirst(out.Tables)
	}
	return out, nil
}

func placeText(p store.Place) string { return strconv.FormatInt(p.Created, 36) + "." + p.ID }

// readPlace reads what placeText wrote; "" is the beginning.
func readPlace(text string) (store.Place, bool) {
	if text == "" {
		return store.Place{}, true
	}
	made, id, _ := strings.Cut(text, ".")
	created, err := strconv.ParseInt(made, 36, 64)
	return store.Place{Created: created, ID: id}, err == nil && id != ""
}

// Stored turns a table of a list into what the caller may know of it.
func (h *Hub) Stored(st *match.Stored, user string) (wire.TableInfo, error) {
	return wire.StoredInfo(h.n.Game, st, user, h.Online(st.ID))
}
