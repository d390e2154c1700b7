package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/rules/must"
)

// image copies the files of a database as they are on the disk, as a power cut would leave them.
func image(t *testing.T, path string) (copied string) {
	t.Helper()
	copied = filepath.Join(t.TempDir(), "games.db")
	for _, suffix := range []string{"", walSuffix, lockSuffix, countSuffix} {
		if b, err := os.ReadFile(path + suffix); err == nil {
			must.Do(t, os.WriteFile(copied+suffix, b, 0o600))
		}
	}
	return copied
}

// files reads what a refused start must not change. Where there is no journal SQLite makes an empty one.
func files(path string) (all string) {
	for _, suffix := range []string{"", walSuffix, countSuffix} {
		b, err := os.ReadFile(path + suffix)
		all += fmt.Sprintf("%s %t %x\n", suffix, err == nil || suffix == walSuffix, b)
	}
	return all
}

// atWork returns an image of a store at work with 8 rows of game g and 2 of game h. The first 3 rows of g are in its
// database file, all others in its journal. older is an image with those 3 rows alone.
func atWork(t *testing.T) (now, older string) {
	t.Helper()
	s, path := begun(t, 3)
	must.Do(t, s.writer.do(t.Context(), func(t tx) error { s.writer.stale = true; return nil })) // empties the journal
	older = image(t, path)
	for seq := uint64(4); seq <= 8; seq++ {
		_, _, err := s.Append(t.Context(), entry("g", seq))
		must.Do(t, err)
	}
	newGame(t, s, "h", 2)
	return image(t, path), older
}

func truncate(path string) error { return os.Truncate(path, 0) }

// Rows that were acknowledged are gone. No start, check or backup takes what is left for all there was; the start
// changes nothing, and goes on only if the loss is accepted.
func TestCount_LostRowsAreMissed(t *testing.T) {
	const all = "rows missing: 10 of 10, games missing: 2 of 2, the last of "
	const last = "rows missing: 7 of 10, games missing: 1 of 2, written after 20"
	for name, c := range map[string]struct {
		spoil func(t *testing.T, path, older string) error
		is    error
		says  string
		rows  uint64 // that are left
	}{
		"database emptied": {func(_ *testing.T, path, _ string) error { return truncate(path) }, ErrLost, all, 0},
		"database emptied, no count": {func(_ *testing.T, path, _ string) error {
			return errors.Join(truncate(path), os.Remove(path+walSuffix), os.Remove(path+countSuffix))
		}, ErrLost, "it is empty", 0},
		"database removed": {func(_ *testing.T, path, _ string) error { return os.Remove(path) }, ErrMissing, all, 0},
		"all removed but a rescued copy": {func(_ *testing.T, path, _ string) error {
			for _, suffix := range []string{walSuffix, lockSuffix, countSuffix} {
				must.Do(t, os.Remove(path+suffix))
			}
			return os.Rename(path, asideName(path, "rescued", time.Unix(0, 0)))
		}, ErrMissing, "put " + "%s.rescued-19700101T000000.000000Z in its place", 0},
		"journal removed": {func(_ *testing.T, path, _ string) error { return os.Remove(path + walSuffix) }, ErrLost,
			last, 3},
		"journal emptied": {func(_ *testing.T, path, _ string) error { return truncate(path + walSuffix) }, ErrLost,
			last, 3},
		"journal spoilt": {func(t *testing.T, path, _ string) error {
			flip(t, path+walSuffix, 40)
			return nil
		}, ErrLost, last, 3},
		"files exchanged for older ones": {func(_ *testing.T, path, older string) error {
			return errors.Join(os.Rename(older, path), os.Rename(older+walSuffix, path+walSuffix))
		}, ErrLost, last, 3},
		"files exchanged for those of another database": {func(t *testing.T, path, _ string) error {
			other := prepared(t, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
			return errors.Join(os.Rename(other, path), os.Remove(path+walSuffix))
		}, ErrLost, "it is not the one that was used last: row 10 of all games was given at 20", 11},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, older := atWork(t)
			must.Do(t, c.spoil(t, path, older))
			before := files(path)
			says := strings.ReplaceAll(c.says, "%s", path)
			if _, err := Open(t.Context(), path); !errors.Is(err, c.is) || !strings.Contains(err.Error(), says) ||
				!strings.Contains(err.Error(), "--accept-loss") || strings.Contains(err.Error(), "\n") {
				t.Errorf("Open: %v", err)
			}
			if files(path) != before {
				t.Error("a refused start has changed the files")
			}
			seen := must.Get(Inspect(t.Context(), path))(t)
			if seen.Gone != (c.is == ErrMissing) || seen.Gone != (seen.Lost == "") {
				t.Errorf("Inspect: %+v", seen)
			}
			if _, err := Backup(t.Context(), path, path+".copy", Copying{}); err == nil {
				t.Error("a backup is sound")
			}
			if s, err := Read(t.Context(), path); err == nil {
				r := must.Get(s.File.Check(t.Context(), nil))(t)
				if len(r.Faults) != 1 || r.Faults[0].What != seen.Lost {
					t.Errorf("a check finds %v", r.Faults)
				}
				must.Do(t, s.Shut())
			}
			s := must.Get(Open(t.Context(), path, AcceptLoss()))(t)
			if o := s.File.Opening; o.Accepted == "" || o.Rows != c.rows {
				t.Errorf("accepted: %+v", o)
			}
			newGame(t, s, "new", 1)
			must.Do(t, s.Shut())
			s = mustOpen(t, path)
			if o := s.File.Opening; o.Accepted != "" || o.Uncounted || o.New || o.Rows != c.rows+1 {
				t.Errorf("at the next start: %+v", o)
			}
		})
	}
}

// However a file is cut, a store either opens with every row, or does not open, or names what is damaged.
func TestCount_FilesCutAtEveryPage(t *testing.T) {
	working, _ := atWork(t)
	for cut, of := range map[string]string{"journal": working, "database beside a journal": working,
		"database": played(t)} {
		suffix := map[bool]string{true: walSuffix}[cut == "journal"] // "" for a database
		size := must.Get(os.Stat(of + suffix))(t).Size()
		for n := size / 4096 * 4096; n >= 0; n -= 4096 {
			path := image(t, of)
			must.Do(t, os.Truncate(path+suffix, n))
			was, _, err := readCount(path)
			must.Do(t, err)
			s, err := Open(t.Context(), path)
			if err != nil {
				continue
			}
			faults, err := s.File.Quick(t.Context())
			r, e := s.File.Check(t.Context(), nil)
			if errors.Join(err, e, s.Shut()) == nil && len(faults)+len(r.Faults) == 0 && uint64(r.Rows) != was.Rows {
				t.Errorf("%s cut at %d of %d: it opens with %d rows of %d", cut, n, size, r.Rows, was.Rows)
			}
		}
	}
}

// A store opens though its count is behind, as after a kill, or damaged, or deleted by somebody.
func TestCount_BehindOrMissing(t *testing.T) {
	for name, c := range map[string]struct {
		change    func(path, older string) error
		uncounted bool
	}{
		"behind":  {func(path, older string) error { return os.Rename(older+countSuffix, path+countSuffix) }, false},
		"missing": {func(path, _ string) error { return os.Remove(path + countSuffix) }, true},
		"emptied": {func(path, _ string) error { return truncate(path + countSuffix) }, true},
		"one record spoilt": {func(path, _ string) error {
			b, err := os.ReadFile(path + countSuffix)
			b[7] ^= 1
			return errors.Join(err, os.WriteFile(path+countSuffix, b, 0o600))
		}, false},
		"none written yet, and the database empty": {func(path, _ string) error {
			return errors.Join(truncate(path), os.Remove(path+walSuffix), setCount(path, count{}, true))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			path, older := atWork(t)
			must.Do(t, c.change(path, older))
			s := mustOpen(t, path)
			now, known, err := readCount(path)
			o := s.File.Opening
			if o.Uncounted != c.uncounted || o.Accepted != "" || o.New || err != nil || !known || now.Rows != o.Rows {
				t.Errorf("%+v; the count is %+v, %v", o, now, err)
			}
		})
	}
}

// The count is what was acknowledged last. One that is taken away is missed.
func TestCount_FollowsEachCommit(t *testing.T) {
	s, path := begun(t, 1)
	if o := s.File.Opening; !o.New || o.Uncounted {
		t.Errorf("a new database: %+v", o)
	}
	for seq := uint64(2); seq <= 20; seq++ {
		row, _, err := s.Append(t.Context(), entry("g", seq))
		must.Do(t, err)
		if c, known, err := readCount(path); err != nil || !known || c != (count{1, seq, row.At, row.Hash}) {
			t.Fatalf("after row %d: %+v, %v", seq, c, err)
		}
		must.Do(t, s.File.Counted())
	}
	record := must.Get(os.ReadFile(path + countSuffix))(t)
	for at := range record { // no spoilt record is taken for another
		record[at] ^= 4
		if c, ok := parseCount(record[at/recordSize*recordSize:][:recordSize]); ok {
			t.Fatalf("byte %d is spoilt: %+v", at, c)
		}
		record[at] ^= 4
	}
	if !bytes.HasPrefix(record, []byte("1 games, ")) {
		t.Errorf("the record is %q", record)
	}
	must.Do(t, os.Remove(path+countSuffix))
	if s.File.Counted() == nil {
		t.Error("a count that was deleted is not missed")
	}
}

// A restore sets the count to what it restores, and says what the count knew and nobody has any more.
func TestCount_SetByRestore(t *testing.T) {
	path, older := atWork(t)
	backup := filepath.Join(t.TempDir(), "copy.db")
	must.Get(Backup(t.Context(), older, backup, Copying{}))(t)
	must.Do(t, os.Remove(path))
	r := must.Get(Restore(t.Context(), path, backup, time.Now(), Copying{}))(t)
	if !strings.Contains(r.LostByCount, "rows missing: 7 of 10") {
		t.Errorf("lost: %q", r.LostByCount)
	}
	s := mustOpen(t, path)
	if got := readLog(t, s, "g", 0); s.File.Opening.Accepted != "" || len(got.seqs) != 3 {
		t.Errorf("%+v with %v", s.File.Opening, got)
	}
}

// A restore over a database whose journal is spoilt keeps the journal with it.
func TestCount_RestoreKeepsASpoiltJournal(t *testing.T) {
	path, older := atWork(t)
	backup := filepath.Join(t.TempDir(), "copy.db")
	must.Get(Backup(t.Context(), older, backup, Copying{}))(t)
	flip(t, path+walSuffix, 40)
	before := must.Get(os.ReadFile(path + walSuffix))(t)
	r := must.Get(Restore(t.Context(), path, backup, time.Now(), Copying{}))(t)
	after, err := os.ReadFile(r.Aside + walSuffix)
	if err != nil || !bytes.Equal(before, after) || len(r.OldFaults) != 1 ||
		!strings.Contains(r.OldFaults[0], "rows missing: 7 of 10") {
		t.Errorf("the faults are %q; the journal: %v", r.OldFaults, err)
	}
}

// Where nothing can be read of a database, checks, backups and restores still say what was in it.
func TestCount_SaidOfWhatCannotBeRead(t *testing.T) {
	const all = "by the count beside it: rows missing: 3 of 3, games missing: 1 of 1, the last of "
	for name, spoil := range map[string]func(path string) error{
		"emptied": truncate,
		"removed": os.Remove,
		"without the journal that held everything": func(path string) error {
			return errors.Join(os.Truncate(path, 4096), os.Remove(path+walSuffix))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, working := begun(t, 3)
			path := image(t, working)
			must.Do(t, spoil(path))
			if _, err := Read(t.Context(), path); err == nil || !strings.Contains(err.Error(), all) {
				t.Errorf("Read: %v", err)
			}
			if _, err := Backup(t.Context(), path, path+".copy", Copying{}); err == nil ||
				!strings.Contains(err.Error(), all) {
				t.Errorf("Backup: %v", err)
			}
			backup := filepath.Join(t.TempDir(), "copy.db")
			must.Get(Backup(t.Context(), working, backup, Copying{}))(t)
			r := must.Get(Restore(t.Context(), path, backup, time.Now(), Copying{}))(t)
			if r.Was && (len(r.OldFaults) != 1 || !strings.Contains(r.OldFaults[0], all)) {
				t.Errorf("Restore: %q", r.OldFaults)
			}
			must.Do(t, mustOpen(t, path).Shut())
		})
	}
}
