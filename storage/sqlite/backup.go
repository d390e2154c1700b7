package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"grognard/storage"

	"github.com/mattn/go-sqlite3"
)

var (
	// ErrExists: the file to be written already exists.
	ErrExists = errors.New("the file is there already")
	// ErrUnsound: a database, or a copy of one, has faults.
	ErrUnsound = errors.New("it is not sound")
	// ErrForeign: the file does not begin like a database.
	ErrForeign = errors.New("it is no database, or it is damaged at its beginning")
)

// errReading: a store opened by Read cannot write.
var errReading = errors.New("the database was opened to be read")

// Read opens a file for reading only, even while a program has it open for writing. A file of an older version
// since the base can only be checked and copied; one of a newer version is ErrNewer, one of before the base
// storage.ErrBeforeBase.
func Read(ctx context.Context, path string) (*Store, error) {
	s, err := read(ctx, path)
	return result(s, storageError(err), "cannot read %s", path)
}

// read opens a file for reading only. If it cannot be read, the error says what the count beside it says that it had.
func read(ctx context.Context, path string) (*Store, error) {
	path, err := resolve(path)
	if err != nil {
		return nil, err
	}
	s, err := readAt(ctx, path)
	if err != nil && !errors.Is(err, ErrNewer) && !errors.Is(err, storage.ErrBeforeBase) {
		if was, known, _ := readCount(path); known {
			if _, lost, _ := compare(ctx, path, was, known); lost != "" {
				err = fmt.Errorf("%w; by the count beside it: %s", err, lost)
			}
		}
	}
	return s, err
}

// readAt does what read does, for a path with symbolic links resolved, and reads no count.
func readAt(ctx context.Context, path string) (_ *Store, err error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, err
	case info.Size() == 0: // SQLite would delete the journal beside it
		return nil, fmt.Errorf("%w: it is empty", ErrForeign)
	}
	if err := checkOurs(ctx, path); err != nil {
		return nil, err
	}
	readers, err := sql.Open("sqlite3", fileURI(path, readParams(path)))
	if err != nil {
		return nil, err
	}
	readers.SetMaxIdleConns(8)
	w := &writer{shut: true, why: errReading}
	file := &File{path: path, readers: readers, writer: w}
	s := &Store{File: file, readers: readers, writer: w, shut: readers.Close}
	current, err := file.version(ctx)
	if err == nil && current == schemaVersion() {
		s.often, err = prepare(ctx, readers)
		file.current = err == nil
	}
	if err != nil {
		return nil, errors.Join(err, readers.Close())
	}
	return s, nil
}

// readParams returns the parameters for opening a file for reading. SQLite needs to create files beside a database in
// WAL mode. Where it cannot, as on a read-only file system, a file without a journal is opened as immutable.
func readParams(path string) url.Values {
	params := url.Values{"mode": {"ro"}, "_query_only": {"1"}, "_busy_timeout": {"5000"}}
	info, err := os.Stat(path + walSuffix)
	if (err != nil || info.Size() == 0) && checkWritable(filepath.Dir(path)) != nil {
		params.Set("immutable", "1")
	}
	return params
}

// Current reports whether the tables have the version of this program; if not they are older, and the next start
// of the program migrates them.
func (f *File) Current() bool { return f.current }

// version returns the version of the tables. An error says that the file is no database or that of a newer program.
func (f *File) version(ctx context.Context) (current int64, err error) {
	err = f.readers.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version`).Scan(&current)
	if errors.Is(storageError(err), storage.ErrDamaged) {
		return 0, fmt.Errorf("%w (%v)", ErrForeign, err)
	}
	if err != nil {
		return 0, fmt.Errorf("it is no database of this program: %w", err)
	}
	if current > schemaVersion() {
		return 0, newer(current)
	}
	return current, nil
}

// pagesInStep is how many pages are copied at once. Between two steps the copy pauses for as long as a step
// took, which leaves at least half of the disk's time to a running program.
const pagesInStep = 256

// Backup writes a copy of a database to a file, even while a program uses the database. The copy is a snapshot
// of one moment. It is written beside the file, checked, made durable and then renamed, so a file under the
// final name can always be restored. The error is ErrExists when the file exists and may not be replaced,
// ErrUnsound when the copy, and therefore the database, has faults that are not accepted.
//
// The copy reads in one transaction, so writes do not wait for it and do not make it start again. Meanwhile the
// journal grows by what is written.
func Backup(ctx context.Context, path, to string, o Copying) (Report, error) {
	r, err := backup(ctx, path, to, o)
	return result(r, storageError(err), "no backup of %s", path)
}

// Copying is the options of a copy.
type Copying struct {
	Replace bool               // replace an existing file, which otherwise is an error
	Damaged bool               // accept faults, which the report names
	Step    func(point string) // called after each step, for tests; nil for none
}

func (o Copying) step(point string) {
	if o.Step != nil {
		o.Step(point)
	}
}

func backup(ctx context.Context, path, to string, o Copying) (Report, error) {
	s, err := read(ctx, path)
	if err != nil {
		return Report{}, err
	}
	defer s.Shut()
	to, err = destination(s.File.path, to, o.Replace)
	if err != nil {
		return Report{}, err
	}
	conn, err := s.readers.Conn(ctx)
	if err != nil {
		return Report{}, err
	}
	defer conn.Close()
	was, _, err := readCount(s.File.path) // read first: a running program may add to both
	if err != nil {
		return Report{}, err
	}
	temp, err := copyOf(ctx, conn, to)
	if err != nil {
		return Report{}, err
	}
	defer os.Remove(temp)
	o.step("copied")
	r, err := checkCopy(ctx, temp, was, o.Damaged)
	if err != nil {
		return r, err
	}
	o.step("checked")
	return r, renameDurably(temp, to, o.Replace)
}

// destination returns the path for a copy. It must not be the database itself or one of the files beside it.
func destination(path, to string, replace bool) (string, error) {
	to, err := resolve(to)
	if err != nil {
		return "", err
	}
	for _, suffix := range []string{"", walSuffix, shmSuffix, lockSuffix, countSuffix} {
		if to == path+suffix {
			return "", fmt.Errorf("%s belongs to the database", to)
		}
	}
	if _, err := os.Stat(to); err == nil && !replace {
		return "", fmt.Errorf("%w: %s; another name, or --force", ErrExists, to)
	}
	return to, nil
}

// copyOf copies a connection's database to a new file in the folder of another file, and makes it durable.
func copyOf(ctx context.Context, from *sql.Conn, beside string) (temp string, err error) {
	f, err := os.CreateTemp(filepath.Dir(beside), filepath.Base(beside)+".part-*") // readable only by its owner
	if err != nil {
		return "", err
	}
	err = f.Close()
	if err == nil {
		err = copyTo(ctx, from, f.Name())
	}
	if err == nil {
		err = flush(f.Name())
	}
	if err != nil { // a partial file must not fill the disk
		return "", fmt.Errorf("write %s: %w", f.Name(), errors.Join(err, os.Remove(f.Name())))
	}
	return f.Name(), nil
}

// copyTo copies the database, as it is when the copy begins, to an empty file.
func copyTo(ctx context.Context, from *sql.Conn, temp string) error {
	into, err := sql.Open("sqlite3", fileURI(temp, url.Values{"mode": {"rw"}, "_synchronous": {"OFF"}}))
	if err != nil {
		return err
	}
	defer into.Close()
	to, err := into.Conn(ctx)
	if err != nil {
		return err
	}
	defer to.Close()
	if _, err := from.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	defer from.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	var tables int
	// this read fixes the snapshot
	if err := from.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	err = from.Raw(func(source any) error {
		return to.Raw(func(target any) error {
			return copyPages(ctx, source.(*sqlite3.SQLiteConn), target.(*sqlite3.SQLiteConn))
		})
	})
	if err != nil {
		return err
	}
	// The copy needs no journal beside it.
	_, err = to.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
	return err
}

func copyPages(ctx context.Context, from, to *sqlite3.SQLiteConn) error {
	b, err := to.Backup("main", from, "main")
	if err != nil {
		return err
	}
	for {
		began := time.Now()
		done, err := b.Step(pagesInStep)
		if err == nil {
			err = ctx.Err()
		}
		if done || err != nil {
			finished := b.Finish() // it returns the error of Step again
			return cmp.Or(err, finished)
		}
		pause(ctx, time.Since(began))
	}
}

// checkCopy checks a copy that nothing else uses, and that it has what was counts. Unless accept is true it refuses a
// copy whose file or logs have faults; an unusable snapshot or message is only reported.
func checkCopy(ctx context.Context, path string, was count, accept bool) (Report, error) {
	readers, err := sql.Open("sqlite3", fileURI(path, url.Values{"mode": {"ro"}, "immutable": {"1"}}))
	if err != nil {
		return Report{}, err
	}
	f := &File{path: path, readers: readers}
	defer readers.Close()
	if _, err := f.version(ctx); err != nil {
		return Report{}, err
	}
	r, err := f.Check(ctx, nil)
	if err == nil {
		err = examination{ctx: ctx, file: f}.compareCount(&r, was)
	}
	if err != nil {
		return r, err
	}
	unsound := slices.ContainsFunc(r.Faults, func(f Fault) bool { return f.Game == "" || f.Row > 0 })
	if unsound && !accept {
		return r, fmt.Errorf("%w: %s", ErrUnsound, r.Faults[0])
	}
	return r, nil
}

// renameDurably renames a file durably; an existing file is replaced only if replace is true.
func renameDurably(temp, name string, replace bool) error {
	if !replace {
		switch err := os.Link(temp, name); {
		case errors.Is(err, fs.ErrExist):
			return fmt.Errorf("%w: %s", ErrExists, name)
		case err == nil:
			return flush(filepath.Dir(name))
		}
		// On a file system without hard links a file that somebody else writes under this name meanwhile is lost.
	}
	if err := os.Rename(temp, name); err != nil {
		return err
	}
	return flush(filepath.Dir(name))
}

// flush makes a file, or the entries of a folder, durable.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) { // a file system that syncs no folders
		err = nil
	}
	return errors.Join(err, f.Close())
}

// Rescue writes a copy of the open database to a new file beside its path, even after the file was deleted or
// replaced: as long as the program has it open the system keeps its contents.
func (f *File) Rescue(ctx context.Context, now time.Time) (file string, err error) {
	file = asideName(f.path, "rescued", now)
	temp, err := copyOf(ctx, f.spare, file)
	if err == nil {
		defer os.Remove(temp)
		if _, err = checkCopy(ctx, temp, count{}, true); err == nil { // faults and losses too are rescued
			err = renameDurably(temp, file, false)
		}
	}
	return result(file, storageError(err), "rescue %s", f.path)
}

// Counted says why the count beside the open database is not kept; nil if it is.
func (f *File) Counted() error { return f.writer.count.check() }

// Present returns storage.ErrGone when the database was deleted or replaced.
func (f *File) Present() error { return f.guard.check() }

const asideTime = "20060102T150405.000000Z"

// asideName returns the new name of a former database; what is the reason, "rescued" or "replaced".
func asideName(path, what string, now time.Time) string {
	return path + "." + what + "-" + now.UTC().Format(asideTime)
}
