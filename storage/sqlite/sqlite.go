// Package sqlite keeps games in one SQLite file.
//
// One goroutine writes, on its own connection. Commands that arrive while it waits for the disk become its next
// commit together, so they share the slow part of a write, making it durable. Each command in a commit has a
// savepoint: one that is refused leaves nothing behind and does not affect the others. Reads use other
// connections, which cannot write and never wait for the writer.
//
//	store, err := sqlite.Open(ctx, path)
//	err = store.Prefer(ctx, "anna", "style", "dark") // durable when it returns
//	err = store.Shut()
//
// A write is durable when its method returns without error. When it returns an error the command is not in the log,
// with one exception that no store can rule out: a disk that fails during a commit may keep what it reported as lost.
// It is then safe to give the same command again, and ByCommand finds out whether it was kept.
//
// The file itself enforces an append-only log: triggers refuse to change or delete a row, or to leave a gap.
// Edits that bypass the triggers break the chain of hashes, which Rows checks. The chain cannot show that the
// last rows of a game were cut off; the count beside the file shows that.
//
// The files: write.go and read.go are the log and the outbox; writer.go collects commands into commits; players.go
// has the names of users in logs; places.go the channels and games that sleep; scheduling.go due times and
// absences; papers.go and feeds.go what is kept beside the log; forget.go deletes a user; check.go, inspect.go,
// backup.go and restore.go are for operators; count.go finds out that the file has lost rows; lock.go and guard.go
// protect the files, owner_unix.go gives them to the right user; migrate.go has the tables, errors.go the errors;
// monitoring.go measures writes.
//
// Limits: one process at a time can use the file, on a local disk (locks on network file systems are
// unreliable). SQLite's files FILE-wal and FILE-shm beside it belong to the database; so does FILE.count; the empty
// FILE.lock may be deleted when no program runs. A running store is copied with Backup, not file by file. Only Forget
// deletes snapshots, and delivered notices are never deleted.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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
	// ErrOther: the file is a database, but not of this program.
	ErrOther = errors.New("it is a database of another program")
	// ErrMissing: there is no file, but the files beside it show that there was one.
	ErrMissing = errors.New("the database is missing, though there was one")
	// ErrLost: the file has lost rows that were written to it.
	ErrLost = errors.New("the database has lost what was in it")
	// ErrShut: the store was shut before it accepted the command.
	ErrShut = errors.New("the store is shut")
)

// Store is a storage.Store in a SQLite file.
type Store struct {
	File    *File // for operators
	readers *sql.DB
	often   statements // prepared reads
	writer  *writer
	shut    func() error
}

// Write commits what run does, all or nothing, for packages with tables of their own. run must not wait for the store.
func (s *Store) Write(ctx context.Context, run func(*sql.Conn) error) error {
	return s.writer.do(ctx, func(t tx) error { return run(t.conn) })
}

// Readers returns connections that only read.
func (s *Store) Readers() *sql.DB { return s.readers }

// File is the open file of a store, for operators: whether it is there, readable, writable and sound.
type File struct {
	path    string // with symbolic links resolved
	readers *sql.DB
	writer  *writer
	guard   *guard
	spare   *sql.Conn // reads the open file, whatever file is at its path now
	current bool      // see Current

	Opening Opening // how the store found it
}

var _ storage.Store = (*Store)(nil)

// An Option changes how a store is opened.
type Option func(*options)

type options struct {
	fault      func(point string) // see WithFaults
	observer   Observer           // see WithObserver
	acceptLoss bool               // see AcceptLoss
}

// The points at which the function of WithFaults is called.
const (
	BeforeCommit = "before-commit" // everything is written, nothing is durable
	AfterCommit  = "after-commit"  // everything is durable, no caller has returned

	// The same for a commit of notes alone, such as Alive.
	BeforeNote = "before-note"
	AfterNote  = "after-note"
)

// WithFaults has the writer call a function before and after every commit. It lets tests kill the process
// there, or block the writer while commands queue up. The function runs on the writer's goroutine and must not
// write to the store.
func WithFaults(fault func(point string)) Option { return func(o *options) { o.fault = fault } }

// Open opens the store in a file and migrates its tables. A missing file is created, readable only by its
// owner; a missing folder is an error. Errors name the file; they include ErrInUse, ErrNewer, storage.ErrBeforeBase
// and ErrMissing.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	o := options{fault: func(string) {}, observer: unobserved{}}
	for _, opt := range opts {
		opt(&o)
	}
	s, err := open(ctx, path, o)
	if errors.Is(err, fs.ErrPermission) && !errors.Is(err, storage.ErrReadOnly) {
		err = fmt.Errorf("%w (%w)", storage.ErrReadOnly, err)
	}
	return result(s, storageError(err), "cannot open %s", path)
}

func open(ctx context.Context, path string, o options) (_ *Store, err error) {
	var opened closers
	defer func() {
		if err != nil {
			err = errors.Join(err, opened.close())
		}
	}()
	path, err = resolve(path)
	if err != nil {
		return nil, err
	}
	if err := checkOurs(ctx, path); err != nil {
		return nil, err
	}
	unlock, fresh, err := claim(ctx, path)
	if err != nil {
		return nil, err
	}
	opened = append(opened, unlock)
	if err := checkWritableFile(path); err != nil {
		return nil, err
	}
	opening, err := compareAtStart(ctx, path, fresh, o.acceptLoss)
	if err != nil {
		return nil, err
	}
	if err := writeID(ctx, path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite3", dsn(path, nil))
	if err != nil {
		return nil, err
	}
	opened = append(opened, db.Close)
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
	// A process that was killed in a commit may have left rows that are not durable yet. Their count must come later.
	if err := flush(path + walSuffix); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	k, err := startCounter(path, opening.count)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	opened = append(opened, k.close)
	w := &writer{options: o, conn: conn, guard: g.check, count: k, queue: make(chan job, queueLength),
		done: make(chan struct{})}
	go w.loop()
	opened = append(opened, w.stop)
	readers := sql.OpenDB(connector{dsn(path, url.Values{"_query_only": {"1"}, "mode": {"rw"}}), g.check})
	// The number of connections is unlimited: a reader that queries again while it iterates must not wait for itself.
	readers.SetMaxIdleConns(8)
	opened = append(opened, readers.Close)
	often, err := prepare(ctx, readers)
	if err != nil {
		return nil, err
	}
	spare, err := readers.Conn(ctx)
	if err != nil {
		return nil, err
	}
	opened = append(opened, spare.Close)
	file := &File{path: path, readers: readers, writer: w, guard: g, spare: spare, current: true, Opening: opening}
	return &Store{File: file, readers: readers, often: often, writer: w, shut: sync.OnceValue(opened.close)}, nil
}

// prepare prepares the reads that every command needs.
func prepare(ctx context.Context, readers *sql.DB) (often statements, err error) {
	often = statements{}
	for _, query := range []string{selectInChannel, selectByCommand, selectPaper} {
		if often[query], err = readers.PrepareContext(ctx, query); err != nil {
			return nil, err
		}
	}
	return often, nil
}

// claim takes the lock of a database. It creates the database if there never was one; fresh reports whether it did. The
// count is created first: an empty database without a count may be what is left of one with games.
func claim(ctx context.Context, path string) (unlock func() error, fresh bool, err error) {
	if err := checkWritable(filepath.Dir(path)); err != nil {
		return nil, false, err
	}
	if fresh = neverUsed(path); fresh {
		if err := errors.Join(setCount(path, count{}, false), createFile(path)); err != nil {
			return nil, false, err
		}
	}
	unlock, err = lock(ctx, path)
	return unlock, fresh, err
}

func isAbsent(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// neverUsed reports whether nothing at a path or beside it shows that there ever was a database.
func neverUsed(path string) bool {
	c, known, err := readCount(path)
	return isAbsent(path) && isAbsent(path+lockSuffix) && isAbsent(path+walSuffix) &&
		err == nil && c.Rows == 0 && (known || isAbsent(path+countSuffix)) &&
		len(copiesBeside(path, "rescued")) == 0 && len(copiesBeside(path, "replaced")) == 0
}

// closers are the close functions of what was opened, in that order.
type closers []func() error

// close calls them all, the last first.
func (c closers) close() error {
	var errs []error
	for _, one := range slices.Backward(c) {
		errs = append(errs, one())
	}
	return errors.Join(errs...)
}

// Shut refuses further writes, waits for those in progress and closes the file. A second call does nothing and
// returns the result of the first.
func (s *Store) Shut() error { return s.shut() }

// dsn returns the driver's name for a file. It sets explicitly what the driver's defaults leave out: full
// durability, foreign keys, triggers that fire for the deletions of INSERT OR REPLACE, overwriting of deleted
// bytes, and transactions that take the write lock at their start, where they can wait for it.
func dsn(path string, also url.Values) string {
	params := url.Values{
		"_journal_mode":       {"WAL"},
		"_synchronous":        {"FULL"},
		"_foreign_keys":       {"1"},
		"_recursive_triggers": {"1"},
		"_secure_delete":      {"1"},
		"_txlock":             {"immediate"},
		"_busy_timeout":       {"5000"},
		"_stmt_cache_size":    {"32"}, // keeps prepared statements by their SQL
	}
	maps.Copy(params, also)
	return fileURI(path, params)
}

// fileURI escapes characters that would end or change the path in a URI.
func fileURI(path string, params url.Values) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
	return "file:" + escaped + "?" + params.Encode()
}

// resolve follows symbolic links, so that a file has one lock under all its paths.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		err = checkRegular(real)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return real, err
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(folder, filepath.Base(path)), err
}

// checkRegular refuses a path to anything but a regular file or a folder: opening a named pipe can take for ever.
func checkRegular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() { // a folder is reported later
		err = fmt.Errorf("%s is no regular file", filepath.Base(path))
	}
	return err
}

// createFile creates a missing file readable only by its owner, because it contains the secret seeds of running
// games and SQLite would create it readable for everybody. Root creates it for the owner of the folder.
func createFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // not opened, because closing it would drop SQLite's locks on it
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), giveToFolderOwner(path))
}
