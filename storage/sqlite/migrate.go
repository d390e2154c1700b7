package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Each file migrates the tables by one version. A released file is never edited; a later change is a new file.
// There are no migrations back.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables to the version of this program.
func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	current, known, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > known {
		return fmt.Errorf("%w: its tables have version %d, this program knows %d", ErrNewer, current, known)
	}
	_, err = provider.Up(ctx)
	return err
}

// newest is the version of this program.
func newest() (version int64, err error) {
	files, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return 0, err
	}
	return goose.NumericComponent(files[len(files)-1].Name()) // ReadDir sorts them by name
}
