package postgres

import (
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
)

// why says what keeps the database from working, if it is nothing that a program could fix. The
// driver's own messages contain addresses and stay here.
func why(err error) string {
	const away = "the database cannot be reached"
	var connect *pgconn.ConnectError
	var pg *pgconn.PgError
	var network net.Error
	var early interface{ SafeToRetry() bool } // a connection that was closed meanwhile
	switch {
	case errors.Is(err, ErrClosed):
		return "the store is closed"
	case errors.As(err, &connect):
		return away
	case errors.As(err, &pg):
		switch {
		case pg.Code == "53100":
			return "the database's disk is full"
		case pg.Code == "57014": // it was asked to stop
			return "the database takes too long"
		case pg.Code == "25006":
			return "the database cannot be written to"
		}
		switch pg.Code[:min(2, len(pg.Code))] {
		case "08", "53", "57", "58":
			return "the database does not work"
		}
		return ""
	case errors.Is(err, errUnknown), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return away
	case errors.As(err, &network):
		if network.Timeout() {
			return "the database takes too long"
		}
		return away
	case errors.As(err, &early):
		return away
	}
	return ""
}
