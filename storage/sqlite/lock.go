package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

// lock keeps every other program from the database until unlock is called or
// this process dies. The lock is SQLite's own, held on an empty file beside the
// database: it works wherever SQLite works, and the system lifts it with the
// process. It cannot be held on the database itself, where it would keep our
// own readers out.
func lock(ctx context.Context, path string) (unlock func() error, err error) {
	db, err := sql.Open("sqlite3", fileURI(path+".lock", url.Values{"_busy_timeout": {"0"}}))
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	if err != nil {
		var refused sqlite3.Error
		if errors.As(err, &refused) && refused.Code == sqlite3.ErrBusy {
			err = ErrInUse
		} else {
			err = fmt.Errorf("lock %s.lock: %w", path, err)
		}
		return nil, errors.Join(err, db.Close())
	}
	return func() error { return errors.Join(conn.Close(), db.Close()) }, nil
}
