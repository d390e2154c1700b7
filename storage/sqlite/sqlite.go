// Package sqlite keeps games in one SQLite file.
//
// The idea: one goroutine writes, on a connection of its own. Commands that
// arrive while it waits for the disk are taken together as its next commit, so
// the slow part of writing, making it durable, is shared by all who wait. In
// the commit each command has a savepoint: one that is refused leaves nothing
// behind and harms no other. Reading goes by other connections, which cannot
// write and never wait for the writer.
//
//	store, err := sqlite.Open(ctx, path)
//	err = store.Prefer(ctx, "anna", "style", "dark") // durable when it returns
//	err = store.Shut()
//
// A write is durable when its method returns without error. When it returns an
// error the command is not in the log, with one exception that no store can
// rule out: a disk that fails during a commit may keep what it reported as
// lost. Giving the same command again is then safe, and ByCommand tells.
//
// The file itself holds the log to its promise: triggers refuse to change or
// remove a row, or to leave a gap. Whoever edits the file around them breaks
// the chain of hashes, which Rows checks. What the chain cannot show is that
// the last rows of a game were cut off.
//
// Limits: one process at a time has the file, on a local disk (the locks of
// network file systems are not to be trusted). Beside it stand SQLite's own
// -wal and -shm, which belong to it, and an empty .lock, which may be deleted
// when no program runs; a running store is copied with Backup, not file by
// file. Snapshots and delivered notices are kept for good, snapshots unsealed.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"grognard/storage"
)

var (
	// ErrInUse: another program, or another Store, has the file open.
	ErrInUse = errors.New("the database is in use by another program")
	// ErrNewer: the file was written by a newer version of the program.
	ErrNewer = errors.New("the database belongs to a newer version of this program")
	// ErrMissing: the file is missing, though there was one.
	ErrMissing = errors.New("the database is missing, though there was one: bring it back, or a backup with the command restore; to begin without it delete the files beside it, of the same name and -wal, -shm and .lock")
	// ErrShut: the store was shut before the command was taken.
	ErrShut = errors.New("the store is shut")
)

// Store is a storage.Store in a SQLite file.
type Store struct {
	path    string // without links
	readers *sql.DB
	often   map[string]*sql.Stmt // reads that every command needs, by their text
	writer  *writer
	guard   *guard
	spare   *sql.Conn // reads what is open, whatever stands in its place by now
	shut    func() error
}

var _ storage.Store = (*Store)(nil)

// An Option changes how a store is opened.
type Option func(*options)

type options struct {
	fault    func(point string)
	observer Observer
}

// The points at which the function of WithFaults is called.
const (
	BeforeCommit = "before-commit" // all is written, nothing is durable
	AfterCommit  = "after-commit"  // all is durable, nobody was told

	// The same of a commit of notes alone, such as that the program is at work.
	BeforeNote = "before-note"
	AfterNote  = "after-note"
)

// WithFaults has the writer call a function on both sides of every commit. It
// is for tests: to die there, or to hold the writer while commands gather. The
// function runs on the writer's goroutine and must not write to the store.
func WithFaults(fault func(point string)) Option {
	return func(o *options) { o.fault = fault }
}

// Open opens the store in a file and brings its tables up to date. A missing
// file is created, readable by its owner alone; a missing folder is an error.
// Errors name the file; ErrInUse and ErrNewer are among them.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	o := options{fault: func(string) {}, observer: unobserved{}}
	for _, opt := range opts {
		opt(&o)
	}
	s, err := open(ctx, path, o)
	if errors.Is(err, fs.ErrPermission) && !errors.Is(err, storage.ErrReadOnly) {
		err = fmt.Errorf("%w (%w)", storage.ErrReadOnly, err)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", path, told(err))
	}
	return s, nil
}

func open(ctx context.Context, path string, o options) (_ *Store, err error) {
	var open closers
	defer func() {
		if err != nil {
			err = errors.Join(err, open.close())
		}
	}()
	path, err = resolve(path)
	if err != nil {
		return nil, err
	}
	unlock, err := claim(ctx, path)
	if err != nil {
		return nil, err
	}
	open = append(open, unlock)
	if err := owned(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite3", dsn(path, nil))
	if err != nil {
		return nil, err
	}
	open = append(open, db.Close)
	if err := migrate(ctx, db); err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	g, err := newGuard(path)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	w := startWriter(conn, g.check, o)
	open = append(open, w.stop)
	readers := sql.OpenDB(connector{dsn(path, url.Values{"_query_only": {"1"}, "mode": {"rw"}}), g.check})
	// Not limited in number: a reader who asks again while it iterates must not
	// wait for itself.
	readers.SetMaxIdleConns(8)
	open = append(open, readers.Close)
	often, err := prepare(ctx, readers)
	if err != nil {
		return nil, err
	}
	spare, err := readers.Conn(ctx)
	if err != nil {
		return nil, err
	}
	open = append(open, spare.Close)
	return &Store{path: path, readers: readers, often: often, writer: w, guard: g, spare: spare,
		shut: sync.OnceValue(open.close)}, nil
}

// prepare prepares the reads that every command needs.
func prepare(ctx context.Context, readers *sql.DB) (often map[string]*sql.Stmt, err error) {
	often = map[string]*sql.Stmt{}
	for _, query := range []string{selectInChannel, selectByCommand, selectDraft, selectPaper} {
		if often[query], err = readers.PrepareContext(ctx, query); err != nil {
			return nil, err
		}
	}
	return often, nil
}

// claim makes a missing database and takes its lock. A lock's file without a database, or a
// journal, shows that there was one: to begin an empty one in its place would look as if all
// games were lost.
func claim(ctx context.Context, path string) (unlock func() error, err error) {
	if err := writable(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if unused(path) {
		if err := create(path); err != nil {
			return nil, err
		}
	}
	unlock, err = lock(ctx, path)
	if err == nil && absent(path) {
		err = errors.Join(ErrMissing, unlock())
	}
	return unlock, err
}

func absent(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// unused says that there was never a database at a path, as far as anything beside it shows.
func unused(path string) bool {
	return absent(path) && absent(path+lockSuffix) && absent(path+walSuffix)
}

// closers are what was opened, in that order.
type closers []func() error

// close closes it all, the last first.
func (c closers) close() error {
	var errs []error
	for _, one := range slices.Backward(c) {
		errs = append(errs, one())
	}
	return errors.Join(errs...)
}

// Shut refuses further writes, waits for those in hand and closes the file. A
// second call does nothing and returns what the first returned.
func (s *Store) Shut() error { return s.shut() }

// dsn names a file to the driver. What the driver leaves to chance or to speed
// is said here: full durability, foreign keys, triggers that fire for the
// deletions of INSERT OR REPLACE, deleted bytes that are overwritten, and
// transactions that take the write lock at their start, where waiting for it is
// possible.
func dsn(path string, also url.Values) string {
	params := url.Values{
		"_journal_mode":       {"WAL"},
		"_synchronous":        {"FULL"},
		"_foreign_keys":       {"1"},
		"_recursive_triggers": {"1"},
		"_secure_delete":      {"1"},
		"_txlock":             {"immediate"},
		"_busy_timeout":       {"5000"},
		"_stmt_cache_size":    {"32"}, // statements stay prepared, by their text
	}
	for k, v := range also {
		params[k] = v
	}
	return fileURI(path, params)
}

// fileURI escapes what would end or alter the path in a URI.
func fileURI(path string, params url.Values) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
	return "file:" + escaped + "?" + params.Encode()
}

// resolve follows links, so that a file has one lock whatever it is called.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return real, err
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(folder, filepath.Base(path)), err
}

// create makes a missing file before SQLite would make it readable for all:
// the seeds of running games are in it. Root makes it for the owner of the folder.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // and not opened: to close it again would drop SQLite's locks on it
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), hand(path))
}
