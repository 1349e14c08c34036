package sqldb

import (
	"context"
	"fmt"

	"github.com/pressly/goose/v3"
)

// Migrate brings the tables up to date. It refuses those of a newer program, whose meaning this one
// cannot know. Before it touches the tables of an older one it calls older; if that fails,
// everything stays as it is.
func Migrate(ctx context.Context, p *goose.Provider, older func(has, known int64) error) error {
	has, known, err := p.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case has > known:
		return fmt.Errorf("its tables are of a newer atoll: version %d, and this one knows %d", has, known)
	case has > 0 && has < known:
		if err := older(has, known); err != nil {
			return err
		}
	}
	_, err = p.Up(ctx)
	return err
}
