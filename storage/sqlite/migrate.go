package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"

	"grognard/storage"

	"github.com/pressly/goose/v3"
)

// Each file migrates the tables by one version. A released file is never edited; a later change is a new file, which
// adds. There are no migrations back.
//
//go:embed migrations/*.sql
var migrations embed.FS

// applicationID is in the header of every file of this program since the base (see storage.ErrBeforeBase), and so tells
// it from older files and those of other programs. It is "Grg1".
const applicationID = 0x47726731

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
		return newer(current)
	}
	_, err = provider.Up(ctx)
	return err
}

// newer returns the error about a file whose tables have a version that this program does not know.
func newer(current int64) error {
	return fmt.Errorf("%w: its tables have version %d, this program knows %d", ErrNewer, current, schemaVersion())
}

// schemaVersion returns the version of the tables of this program.
func schemaVersion() (version int64) {
	files, _ := fs.ReadDir(migrations, "migrations") // embedded files can always be read
	for _, f := range files {
		if n, err := goose.NumericComponent(f.Name()); err == nil {
			version = max(version, n)
		}
	}
	return version
}

// writeID writes the application ID to an empty file, before the file has a journal or tables: so whenever there is
// anything else in the file, the ID is there too.
func writeID(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() > 0 && isAbsent(path+"-journal") { // a journal means that writeID was interrupted
		return err
	}
	db, err := sql.Open("sqlite3", fileURI(path, url.Values{"mode": {"rw"}, "_synchronous": {"FULL"}}))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID))
	return errors.Join(err, db.Close())
}

// checkOurs refuses a file of before the base with storage.ErrBeforeBase, and one of another program with ErrOther. It
// changes nothing, not even a journal. It leaves a missing, empty or damaged file to whatever opens the file.
func checkOurs(ctx context.Context, path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil
	}
	// Read by SQLite, because closing a file drops all locks that this process has on it. As an immutable file it is
	// read without its journal.
	db, err := sql.Open("sqlite3", fileURI(path, url.Values{"mode": {"ro"}, "immutable": {"1"}}))
	if err != nil {
		return nil
	}
	defer db.Close()
	var id int64
	if db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id) != nil || id == applicationID {
		return nil
	}
	var old bool
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '`+versions+`')`).Scan(&old)
	switch {
	case old || inJournal(path):
		return storage.ErrBeforeBase
	case err == nil:
		return ErrOther
	}
	return nil
}

// versions is goose's table.
const versions = "goose_db_version"

// inJournal reports whether tables are only in the journal, as when the program was killed soon after it made them.
func inJournal(path string) bool {
	f, err := os.Open(path + walSuffix)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 1<<20))
	return err == nil && bytes.Contains(head, []byte(versions))
}
