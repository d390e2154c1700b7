package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

// lock keeps every other program from the database until unlock is called or this process dies. It is a lock of
// SQLite on an empty file beside the database, so it works wherever SQLite works, and the system releases it
// with the process. On the database itself it would block this program's own readers.
func lock(ctx context.Context, path string) (unlock func() error, err error) {
	// SQLite would create it for every user, and anybody could hold the lock
	if err := createFile(path + lockSuffix); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite3", fileURI(path+lockSuffix, url.Values{"_busy_timeout": {"0"}}))
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err == nil {
		// On a file that cannot be written SQLite silently takes only a lock for reading. The write makes that
		// an error; it is never committed, and its journal is in memory.
		_, err = conn.ExecContext(ctx, "PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1")
	}
	if err != nil {
		if refused, ok := errors.AsType[sqlite3.Error](err); ok && refused.Code == sqlite3.ErrBusy {
			return nil, errors.Join(ErrInUse, db.Close())
		}
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path+lockSuffix, storageError(err)), db.Close())
	}
	return func() error { return errors.Join(conn.Close(), db.Close()) }, nil
}
