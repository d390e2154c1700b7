package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

// Inspection is what can be learned about a database without opening it for use, even while a program uses it.
type Inspection struct {
	Missing bool   // there is no file
	Gone    bool   // there is no file, but the files beside it show that there was one
	InUse   bool   // a program has it open
	Newer   bool   // it belongs to a newer version of the program
	Open    int    // games that are not over
	Lost    string // what it has lost of what was written to it; "" for nothing
	Damage  string // the first thing that SQLite finds wrong with the file; "" for nothing
}

// Inspect examines the database in a file. It reads the whole file, changes nothing and takes no lock that
// could disturb a running program.
func Inspect(ctx context.Context, path string) (Inspection, error) {
	i, err := inspect(ctx, path)
	return result(i, err, "cannot read %s", path)
}

func inspect(ctx context.Context, path string) (i Inspection, err error) {
	if err := checkRegular(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return i, err
	}
	if err := checkOurs(ctx, path); err != nil {
		return i, err
	}
	i.Missing, i.Gone = isAbsent(path), isAbsent(path) && !neverUsed(path)
	was, counted, err := readCount(path) // read first: a running program may add to both
	if err != nil {
		return i, err
	}
	if i.InUse, err = inUse(ctx, path); err != nil || i.Missing {
		return i, err
	}
	if _, i.Lost, _ = compare(ctx, path, was, counted); i.Lost != "" { // an error is found again below
		return i, nil
	}
	params := readParams(path)
	if i.InUse {
		params.Del("immutable")
	}
	db, err := sql.Open("sqlite3", fileURI(path, params))
	if err != nil {
		return i, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var version int64
	const selectVersion = `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`
	if err := db.QueryRowContext(ctx, selectVersion).Scan(&version); err != nil {
		return i, err
	}
	i.Newer = version > schemaVersion()
	if i.Newer {
		return i, nil
	}
	var found string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found); err != nil {
		return i, err
	}
	if found != "ok" {
		i.Damage = inLine(found)
		return i, nil
	}
	return i, db.QueryRowContext(ctx, `SELECT count(*) FROM games WHERE over = 0`).Scan(&i.Open)
}

// inUse reports whether a program holds the lock of a database.
func inUse(ctx context.Context, path string) (held bool, err error) {
	file := path + lockSuffix
	if err := checkRegular(file); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	db, err := sql.Open("sqlite3", fileURI(file, url.Values{"mode": {"ro"}, "_busy_timeout": {"0"}}))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// Reading fails while another program holds the exclusive lock. It blocks a program only if that starts at
	// the same instant.
	var n int
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&n)
	if refused, ok := errors.AsType[sqlite3.Error](err); ok && refused.Code == sqlite3.ErrBusy {
		return true, nil
	}
	return false, err
}
