package sqldb

import (
	"context"
	"fmt"

	"github.com/pressly/goose/v3"
)

// Migrate brings the tables up to date. It refuses those of a newer program, whose
// meaning this one cannot know.
func Migrate(ctx context.Context, p *goose.Provider) error {
	if _, err := p.Up(ctx); err != nil {
		return err
	}
	has, known, err := p.GetVersions(ctx)
	if err == nil && has > known {
		err = fmt.Errorf("its tables are of a newer atoll: version %d, and this one knows %d", has, known)
	}
	return err
}
