package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"grognard/storage"
)

// countSuffix names the file beside a database that says how much was written to the database. Without it a
// database that lost its last rows, or all of them, would look sound.
const countSuffix = ".count"

// recordSize is the size of a record in the file, which a disk writes whole. The file has two records, written in
// turn, so that one is sound even if the machine stops while the other is written.
const recordSize = 512

// count says how much a database holds. Rows and games never leave it, so their SQLite row IDs count them.
type count struct {
	Games, Rows uint64
	At          time.Time    // when the last row was given; zero if there is none
	Hash        storage.Hash // of the last row
}

const (
	selectCount = `SELECT (SELECT max(rowid) FROM games), rowid, at, hash FROM log ORDER BY rowid DESC LIMIT 1`
	recordText  = "%d games, %d rows, the last of %s with hash %x"
)

// countIn counts what is in a database, without reading it all.
func countIn(row *sql.Row) (c count, err error) {
	err = row.Scan(&c.Games, &c.Rows, (*stamp)(&c.At), (*digest)(&c.Hash))
	if errors.Is(err, sql.ErrNoRows) {
		return count{}, nil
	}
	return c, storageError(err)
}

// record returns c as a record of the file, which people can read too.
func (c count) record() []byte {
	text := fmt.Appendf(nil, recordText, c.Games, c.Rows, c.At.Format(time.RFC3339Nano), c.Hash)
	text = fmt.Appendf(text, " %x", sha256.Sum256(text))
	return append(append(text, bytes.Repeat([]byte(" "), recordSize-1-len(text))...), '\n')
}

// parseCount reads a record; ok is false if it is damaged.
func parseCount(record []byte) (c count, ok bool) {
	var at string
	var hash []byte
	if _, err := fmt.Sscanf(string(record), recordText, &c.Games, &c.Rows, &at, &hash); err != nil {
		return count{}, false
	}
	c.At, _ = time.Parse(time.RFC3339Nano, at)
	copy(c.Hash[:], hash)
	return c, bytes.Equal(c.record(), record)
}

// readCount reads the count beside a database; known is false if there is none, or no record of it is sound.
func readCount(path string) (c count, known bool, err error) {
	b, err := os.ReadFile(path + countSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return count{}, false, nil
	}
	for record := range slices.Chunk(b, recordSize) {
		if one, ok := parseCount(record); ok && (!known || one.Rows > c.Rows) {
			c, known = one, true
		}
	}
	return c, known, err
}

// placeCount durably makes the file beside a database anew, and returns it open for writing. If replace is false,
// an existing file is the error ErrExists.
func placeCount(path string, c count, replace bool) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+countSuffix+".part-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(append(c.record(), bytes.Repeat([]byte(" "), recordSize)...)) // the second record is blank
	err = errors.Join(err, f.Sync(), giveToFolderOwner(f.Name()))
	if err == nil {
		err = renameDurably(f.Name(), path+countSuffix, replace)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// setCount sets the count beside a database that no program uses.
func setCount(path string, c count, replace bool) error {
	f, err := placeCount(path, c, replace)
	switch {
	case err == nil:
		return f.Close()
	case errors.Is(err, ErrExists): // another program was first
		return nil
	}
	return err
}

// Opening says in what state a store found its file.
type Opening struct {
	New       bool   // there never was a database at its path
	Uncounted bool   // there was no count beside it, and so nothing to compare it with
	Accepted  string // what was lost, and accepted with AcceptLoss; "" for nothing
	Aside     string // where the files with the loss were copied to first; "" where there were none
	count
}

// Counted reports whether a count that can be read is beside a database, so that a loss would be noticed.
func Counted(path string) bool {
	_, known, err := readCount(path)
	return known && err == nil
}

// AcceptLoss opens a database though it has lost rows, and creates one that is missing.
func AcceptLoss() Option { return func(o *options) { o.acceptLoss = true } }

// compareAtStart compares a database that no program uses with its count. The error is ErrMissing or ErrLost if
// something was lost and is not accepted. SQLite has then changed none of the files: a journal that it cannot read
// may still be of use to somebody.
func compareAtStart(ctx context.Context, path string, fresh, accept bool) (o Opening, err error) {
	was, known, err := readCount(path)
	if err != nil {
		return o, fmt.Errorf("the count beside the database cannot be read, so that a loss would not be noticed: give it to "+
			"the user of the program, or delete it: %w", err)
	}
	found, lost, err := compare(ctx, path, was, known)
	if errors.Is(err, storage.ErrDamaged) { // perhaps in one game alone; other checks find the damage
		found, err = was, nil
	}
	why := ErrLost
	if isAbsent(path) {
		why = ErrMissing
		lost = cmp.Or(lost, "nothing is known of what was in it")
	}
	switch {
	case err != nil:
		return o, err
	case lost != "" && !accept:
		return o, fmt.Errorf("%w: %s: %s", why, lost, advice(path))
	}
	o = Opening{New: fresh, Uncounted: !known, Accepted: lost, count: found}
	if lost != "" { // what SQLite deletes now may hold all that is missing
		if o.Aside, err = copyAside(path, time.Now()); err != nil {
			return o, fmt.Errorf("the files cannot be copied before the loss is accepted: %w", err)
		}
	}
	return o, createFile(path)
}

// copyAside copies a database and its journal under the name of a former one, and returns that name; "" where neither
// has a byte.
func copyAside(path string, now time.Time) (to string, err error) {
	for _, suffix := range []string{"", walSuffix} {
		info, err := os.Stat(path + suffix)
		if err != nil || info.Size() == 0 {
			continue
		}
		to = asideName(path, "replaced", now)
		if err := copyFile(path+suffix, to+suffix); err != nil {
			return "", err
		}
	}
	return to, nil
}

// copyFile durably copies a file to a new one, readable by its owner alone.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close(), giveToFolderOwner(to))
}

// compare counts what is in the file of a database. lost says in one line what is missing according to the count was,
// "" for nothing; known is false if no such count stands beside the file.
func compare(ctx context.Context, path string, was count, known bool) (found count, lost string, err error) {
	info, err := os.Stat(path)
	var hasTables bool
	var db *sql.DB
	if err == nil && info.IsDir() {
		return found, "", errors.New("it is a folder")
	}
	if err == nil && info.Size() > 0 { // beside an empty file SQLite would delete the journal
		if db, err = sql.Open("sqlite3", fileURI(path, readParams(path))); err == nil {
			defer db.Close()
			const selectHasTables = `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'log')`
			err = db.QueryRowContext(ctx, selectHasTables).Scan(&hasTables)
		}
	}
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return found, "", storageError(err)
	case !hasTables && was.Rows > 0:
		return found, was.beyond(found), nil
	case !hasTables && !known:
		return found, "it is empty", nil // perhaps all that is left of one with games
	case !hasTables:
		return found, "", nil
	}
	if found, err = countIn(db.QueryRowContext(ctx, selectCount)); err == nil {
		lost, err = was.lost(ctx, db, found)
	}
	return found, lost, err
}

// lost says in one line what of the count c is missing from a database that has the count found; "" for nothing.
func (c count) lost(ctx context.Context, from queryer, found count) (string, error) {
	switch {
	case c.Rows == 0:
		return "", nil
	case found.Rows < c.Rows:
		return c.beyond(found), nil
	}
	var hash storage.Hash
	err := from.QueryRowContext(ctx, `SELECT hash FROM log WHERE rowid = ?`, signed(c.Rows)).Scan((*digest)(&hash))
	if hash == c.Hash || err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", storageError(err)
	}
	return fmt.Sprintf("it is not the one that was used last: row %d of all games was given at %s, and is another here",
		c.Rows, moment(c.At)), nil
}

// beyond says in one line by how much c is more than found, the smaller count.
func (c count) beyond(found count) string {
	since := ""
	if found.Rows > 0 {
		since = "written after " + moment(found.At) + ", "
	}
	return fmt.Sprintf("rows missing: %d of %d, games missing: %d of %d, %sthe last of %s", c.Rows-found.Rows,
		c.Rows, c.Games-min(c.Games, found.Games), c.Games, since, moment(c.At))
}

func moment(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

// advice says what to do about a database that is missing or has lost something.
func advice(path string) string {
	restore := "restore the newest backup with the command restore"
	for _, what := range []string{"replaced", "rescued"} {
		if copies := copiesBeside(path, what); len(copies) > 0 {
			restore = "with the command restore put " + copies[len(copies)-1] + " in its place, or the newest backup"
		}
	}
	if info, err := os.Stat(path + walSuffix); err == nil && info.Size() > 0 {
		restore = "keep a copy of its journal, which still has " + fmt.Sprint(info.Size()) + " bytes; " + restore
	}
	return "nothing was changed; look whether the data folder is mounted; " + restore +
		"; or accept it by --accept-loss, which copies the files first"
}

// copiesBeside lists the files that asideName has named, the newest last.
func copiesBeside(path, what string) (files []string) {
	entries, _ := os.ReadDir(filepath.Dir(path)) // in the order of their names, and so of their times
	for _, e := range entries {
		at, found := strings.CutPrefix(e.Name(), filepath.Base(path)+"."+what+"-")
		if _, err := time.Parse(asideTime, at); found && err == nil {
			files = append(files, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return files
}

// counter keeps the count of an open database.
type counter struct {
	path    string // of the file
	file    *os.File
	last    count                 // as written last
	records int64                 // how many were written
	written chan struct{}         // has an element while a record waits for its sync
	done    chan struct{}         // closed when the goroutine that syncs has ended
	failure atomic.Pointer[error] // of the last write or sync; nil if it succeeded
}

// startCounter makes the count of a database anew and keeps it.
func startCounter(path string, c count) (*counter, error) {
	if left, err := filepath.Glob(path + countSuffix + ".part-*"); err == nil { // by a start that was killed
		for _, file := range left {
			_ = os.Remove(file)
		}
	}
	f, err := placeCount(path, c, true) // in place of the old file
	if err != nil {
		return nil, err
	}
	k := &counter{path: path + countSuffix, file: f, last: c, records: 1, written: make(chan struct{}, 1),
		done: make(chan struct{})}
	go k.sync()
	return k, nil
}

// write writes the count after a commit, which is durable already, or keeps err, which says why nothing was counted. A
// count of no more rows is not written, such as the zero one after notes alone. When write returns, the count outlives
// the process, but the disk has it a moment later: until then it is only behind the database. check reports a failure.
func (k *counter) write(c count, err error) {
	if err == nil && c.Rows > k.last.Rows {
		if _, err = k.file.WriteAt(c.record(), k.records%2*recordSize); err == nil {
			k.last, k.records = c, k.records+1
			select {
			case k.written <- struct{}{}:
			default:
			}
		}
	}
	if err != nil {
		k.failure.Store(&err)
	}
}

// minBetweenSyncs is the least time between two syncs of the count to the disk. Commits that follow each other more
// closely share one: with a sync for each, eight writers got a fifth less done.
const minBetweenSyncs = 5 * time.Millisecond

// sync makes what was written durable, at once if the commits have paused before.
func (k *counter) sync() {
	defer close(k.done)
	for range k.written {
		if err := datasync(k.file); err != nil {
			k.failure.Store(&err)
		} else {
			k.failure.Store(nil)
		}
		time.Sleep(minBetweenSyncs)
	}
}

// check returns the last failure to write the count, or an error if another file is in its place.
func (k *counter) check() error {
	if err := k.failure.Load(); err != nil {
		return *err
	}
	now, err := os.Stat(k.path)
	if err != nil {
		return err
	}
	if was, err := k.file.Stat(); err != nil || !os.SameFile(now, was) {
		return errors.Join(err, fmt.Errorf("%s is another file", k.path))
	}
	return nil
}

// close waits until the count is durable.
func (k *counter) close() error {
	close(k.written)
	<-k.done
	return k.file.Close()
}
