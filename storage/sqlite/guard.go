package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"grognard/storage"

	"github.com/mattn/go-sqlite3"
)

// guard detects that one of the database's files was deleted or replaced while the store has it open. The
// system lets a program go on with a deleted file: orders would be accepted and lost at the next start. Without
// the lock file a second program could open the database at the same time.
type guard struct{ files []guarded }

type guarded struct {
	path string
	was  fs.FileInfo
}

// newGuard remembers the files as they are now.
func newGuard(path string) (*guard, error) {
	g := &guard{}
	for _, suffix := range []string{"", walSuffix, shmSuffix, lockSuffix} {
		was, err := os.Stat(path + suffix)
		if err != nil {
			return nil, err
		}
		g.files = append(g.files, guarded{path + suffix, was})
	}
	return g, nil
}

// check returns storage.ErrGone unless every file is still at its path.
func (g *guard) check() error {
	for _, f := range g.files {
		now, err := os.Stat(f.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%w: %s is missing", storage.ErrGone, f.path)
		case err != nil:
			return fmt.Errorf("%w: %w", storage.ErrGone, err)
		case !os.SameFile(now, f.was):
			return fmt.Errorf("%w: %s is another file", storage.ErrGone, f.path)
		}
	}
	return nil
}

// The files beside a database: those of SQLite, and the lock file of this package.
const (
	walSuffix  = "-wal"
	shmSuffix  = "-shm"
	lockSuffix = ".lock"
)

// connector opens connections for readers, but only while the path still leads to the same file: another file
// there may have other games, or none.
type connector struct {
	dsn   string
	guard func() error
}

func (c connector) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }

func (c connector) Connect(context.Context) (driver.Conn, error) {
	if err := c.guard(); err != nil {
		return nil, err
	}
	return c.Driver().Open(c.dsn)
}

// checkWritable returns an error that says in one line why the program cannot write in a folder; nil if it can.
func checkWritable(folder string) error {
	f, err := os.CreateTemp(folder, ".writable-*")
	if err == nil {
		_, err = f.Write(make([]byte, 4096)) // an empty file could be created even on a full disk
		err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: %s", storage.ErrDiskFull, folder)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %s is not writable for user %d", storage.ErrReadOnly, folder, os.Getuid())
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", folder, syscall.ENOENT)
	case err != nil:
		return fmt.Errorf("write in %s: %w", folder, err)
	}
	return nil
}

// checkWritableFile returns an error that says in one line why the program cannot write an existing file. It must not
// be called while SQLite has the file open in this process, because closing a file drops all of the process's locks.
func checkWritableFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %s is not writable for user %d", storage.ErrReadOnly, filepath.Base(path), os.Getuid())
	case err != nil:
		return nil // SQLite reports it better
	}
	return f.Close()
}
