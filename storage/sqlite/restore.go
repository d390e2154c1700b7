package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"time"

	"grognard/storage"
)

// Restored is what Restore did.
type Restored struct {
	Report             // about the new database
	Was       bool     // there was a database before
	Aside     string   // the new path of the old database; "" when there was none
	Lost      []Loss   // games whose old database has rows that the new one lacks
	OldFaults []string // faults of the old database: where there are any, more may be lost
	// LostByCount says what the new database lacks of what was counted, if there was no old database; "" for nothing.
	LostByCount string
}

// Loss is a game whose rows in the old database are not all in the new one.
type Loss struct {
	Head         // in the old database
	Kept  uint64 // the last row that both databases have
	Other bool   // the new database has different rows after it
}

// Restore replaces a database by a backup; the error is ErrInUse while a program uses the database. The backup
// is copied beside it, migrated and checked before anything changes. The old database is kept under a name with
// the time. If the process dies in between there is either the old database, or the new one, or none, and then
// Open returns ErrMissing instead of creating an empty one.
func Restore(ctx context.Context, path, from string, now time.Time, o Copying) (Restored, error) {
	r, err := restore(ctx, path, from, now, o)
	return result(r, storageError(err), "restore %s", path)
}

func restore(ctx context.Context, path, from string, now time.Time, o Copying) (r Restored, err error) {
	if path, err = resolve(path); err != nil {
		return r, err
	}
	if err := checkOurs(ctx, path); err != nil {
		return r, err
	}
	if err := checkWritable(filepath.Dir(path)); err != nil {
		return r, err
	}
	isNew := neverUsed(path)
	unlock, err := lock(ctx, path)
	if err != nil {
		return r, err
	}
	defer func() {
		if err != nil && isNew && isAbsent(path) { // otherwise the lock file would suggest that there was a database
			err = errors.Join(err, os.Remove(path+lockSuffix))
		}
		err = errors.Join(err, unlock())
	}()
	o.step("locked")
	temp, err := copyIncoming(ctx, path, from)
	if err != nil {
		return r, err
	}
	defer os.Remove(temp)
	o.step("copied")
	if r.Report, err = checkCopy(ctx, temp, count{}, o.Damaged); err != nil {
		return r, err
	}
	o.step("checked")
	if err := r.compare(ctx, path, temp); err != nil {
		return r, err
	}
	if r.Aside, err = moveAside(ctx, path, now, o); err != nil {
		return r, err
	}
	found, _, err := compare(ctx, temp, count{}, true) // with no count, only to count what is in temp
	if err != nil {
		return r, err
	}
	// While there is no database the program does not start, whatever the count says.
	if err := errors.Join(setCount(path, found, true), giveToFolderOwner(temp), os.Rename(temp, path)); err != nil {
		return r, err
	}
	o.step("placed")
	return r, flush(filepath.Dir(path))
}

// copyIncoming copies a backup into the folder of the database and migrates the copy.
func copyIncoming(ctx context.Context, path, from string) (temp string, err error) {
	s, err := read(ctx, from)
	if err != nil {
		return "", fmt.Errorf("cannot read the backup %s: %w", from, err)
	}
	defer s.Shut()
	if s.File.path == path {
		return "", errors.New("it is the backup itself")
	}
	conn, err := s.readers.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if temp, err = copyOf(ctx, conn, path); err != nil {
		return "", err
	}
	// The tables of the copy are migrated, and no journal is left beside it.
	db, err := sql.Open("sqlite3", dsn(temp, map[string][]string{"_journal_mode": {"DELETE"}}))
	if err == nil {
		err = errors.Join(migrate(ctx, db), db.Close())
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	return temp, flush(temp)
}

// moveAside renames the old database together with its journal, so that the journal can never be taken for that
// of the new database.
func moveAside(ctx context.Context, path string, now time.Time, o Copying) (to string, err error) {
	if was, known, err := readCount(path); err == nil {
		if _, lost, err := compare(ctx, path, was, known); err == nil && lost == "" {
			checkpoint(ctx, path) // not after a loss: the journal may still hold what is lost
		}
	}
	old := asideName(path, "replaced", now)
	for _, suffix := range []string{"", walSuffix} {
		err := os.Rename(path+suffix, old+suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if suffix == "" {
			to = old
		}
		o.step("aside" + suffix)
	}
	// The shared memory file is useless without the other two.
	if err := os.Remove(path + shmSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return to, flush(filepath.Dir(path))
}

// checkpoint moves the contents of the journal into the database if the database is sound enough; otherwise
// both stay as they are.
func checkpoint(ctx context.Context, path string) {
	db, err := sql.Open("sqlite3", fileURI(path, map[string][]string{"mode": {"rw"}}))
	if err != nil {
		return
	}
	defer db.Close()
	_, _ = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
}

// compare finds what the old database has and the new one lacks. Unreadable parts are not reported.
func (r *Restored) compare(ctx context.Context, path, temp string) error {
	old, err := read(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		was, known, err := readCount(path) // the count may be all that is left of it
		if err == nil {
			_, r.LostByCount, err = compare(ctx, temp, was, known)
		}
		return err
	}
	r.Was = true
	if err != nil {
		r.OldFaults = append(r.OldFaults, storageError(err).Error())
		return nil
	}
	defer old.Shut()
	was, err := old.File.Check(ctx, nil)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, f := range was.Faults {
		r.OldFaults = append(r.OldFaults, f.String())
	}
	if err != nil {
		r.OldFaults = append(r.OldFaults, err.Error())
	}
	now, err := read(ctx, temp)
	if err != nil {
		return err
	}
	defer now.Shut()
	heads := map[storage.GameID]uint64{}
	for _, h := range r.Heads {
		heads[h.Game] = h.Row
	}
	for _, h := range was.Heads {
		both, err := lastCommonRow(ctx, old, now, h, heads[h.Game])
		if err != nil {
			return err
		}
		if both < h.Row {
			r.Lost = append(r.Lost, Loss{Head: h, Kept: both, Other: heads[h.Game] > both})
		}
	}
	return nil
}

// lastCommonRow returns the sequence of the last row of a game that both databases have, 0 for none. h is its
// head in the old one, last its last row in the new one. As rows are linked, all before a common row are the same too.
func lastCommonRow(ctx context.Context, old, now *Store, h Head, last uint64) (uint64, error) {
	var err error
	hash := func(s *Store, seq int) (sum storage.Hash) {
		if err == nil {
			err = queryError(s.readers.QueryRowContext(ctx, `SELECT hash FROM log WHERE game = ? AND seq = ?`, h.Game,
				seq).Scan((*digest)(&sum)))
		}
		return sum
	}
	n := sort.Search(int(min(h.Row, last)), func(i int) bool { return hash(old, i+1) != hash(now, i+1) })
	return uint64(n), err
}
