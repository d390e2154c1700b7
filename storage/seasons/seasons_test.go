package seasons_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/storage"
	"grognard/storage/seasons"
	"grognard/storage/sqlite"
)

// kept is a log in a database.
type kept struct {
	*testing.T
	*seasons.Log
	store *sqlite.Store
	path  string
}

func open(t *testing.T) kept {
	path := filepath.Join(t.TempDir(), "games.db")
	store := must.Get(sqlite.Open(t.Context(), path))(t)
	t.Cleanup(func() { store.Shut() })
	return kept{t, seasons.New(store), store, path}
}

func (k kept) append(seq uint64, command, by string) seasons.Row {
	k.Helper()
	row, _, err := k.Append(k.Context(), entry(seq, command, by))
	must.Do(k, err)
	return row
}

func entry(seq uint64, command, by string) seasons.Entry {
	return seasons.Entry{Season: "summer", Seq: seq, Server: "900", CommandID: command, By: by,
		At: time.Date(2027, 1, 1, 12, 0, int(seq), 0, time.UTC), Body: []byte(`{}`)}
}

// A log is read as it was written, from any row on. A command that comes twice is there once, and of two commands for
// one place the first is kept.
func TestLog_Append(t *testing.T) {
	k := open(t)
	first := k.append(1, "a", "42")
	k.append(2, "b", "43")
	row, fresh, err := k.Append(t.Context(), entry(7, "a", "99"))
	if err != nil || fresh || row.Hash != first.Hash || row.By != "player 1" {
		t.Errorf("the command once more gives %+v, %v, %v", row, fresh, err)
	}
	if _, _, err := k.Append(t.Context(), entry(2, "c", "43")); !errors.Is(err, seasons.ErrConflict) {
		t.Errorf("a place that is taken: %v", err)
	}
	all := must.Get(k.Rows(t.Context(), "summer", seasons.Row{}))(t)
	rest := must.Get(k.Rows(t.Context(), "summer", all[0]))(t)
	if len(all) != 2 || len(rest) != 1 || all[1].By != "player 2" || rest[0].CommandID != "b" {
		t.Errorf("the rows are %+v, and after the first %+v", all, rest)
	}
	if list := must.Get(k.All(t.Context()))(t); len(list) != 1 || list[0].Server != "900" || list[0].ID != "summer" {
		t.Errorf("the seasons are %+v", list)
	}
}

// Of many who write at once each gets a place of his own.
func TestLog_ManyAtOnce(t *testing.T) {
	k := open(t)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			for seq := uint64(1); ; seq++ {
				_, _, err := k.Append(t.Context(), entry(seq, fmt.Sprint("c", i), fmt.Sprint(i)))
				if err == nil {
					return
				}
				if !errors.Is(err, seasons.ErrConflict) {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	rows := must.Get(k.Rows(t.Context(), "summer", seasons.Row{}))(t)
	names, _, err := k.Names(t.Context(), "summer")
	must.Do(t, err)
	if len(rows) != 20 || len(names) != 20 {
		t.Errorf("%d rows of %d players", len(rows), len(names))
	}
}

// A forgotten user's identifier is in no file any more, his rows stay sealed, and nobody else gets his name.
func TestLog_Forget(t *testing.T) {
	k := open(t)
	const user = "1150000000000000777"
	k.append(1, "a", user)
	must.Get(k.store.Forget(t.Context(), user))(t)
	if name := must.Get(k.Name(t.Context(), "summer", "43"))(t); name != "player 2" {
		t.Errorf("the next player is %s", name)
	}
	names, gone, err := k.Names(t.Context(), "summer")
	if len(names) != 1 || names["player 2"] != "43" || !storage.IsSomebody(gone["player 1"]) || err != nil {
		t.Errorf("the users are %v, somebody %v, %v", names, gone, err)
	}
	must.Get(k.Rows(t.Context(), "summer", seasons.Row{}))(t)
	must.Do(t, k.store.Shut())
	for _, file := range must.Get(filepath.Glob(k.path + "*"))(t) {
		if bytes.Contains(must.Get(os.ReadFile(file))(t), []byte(user)) {
			t.Errorf("%s has the forgotten user", filepath.Base(file))
		}
	}
}

// A row that was changed or taken out is seen; the tables themselves refuse both.
func TestLog_Tampered(t *testing.T) {
	for name, tamper := range map[string]string{
		"another body": `UPDATE season_log SET body = x'7b7d20' WHERE seq = 2`,
		"another name": `UPDATE season_log SET "by" = 'player 9' WHERE seq = 2`,
		"a row less":   `DELETE FROM season_log WHERE seq = 2`,
		"another time": `UPDATE season_log SET at = at + 1 WHERE seq = 3`,
		"the last row": `DELETE FROM season_log WHERE seq = 3`,
	} {
		t.Run(name, func(t *testing.T) {
			k := open(t)
			for seq := uint64(1); seq <= 3; seq++ {
				k.append(seq, fmt.Sprint("c", seq), "42")
			}
			must.Do(t, k.Told(t.Context(), "summer", 3)) // so it was there
			do := func(statements ...string) error {
				return k.store.Write(t.Context(), func(c *sql.Conn) (err error) {
					for _, s := range statements {
						_, failed := c.ExecContext(context.Background(), s)
						err = errors.Join(err, failed)
					}
					return err
				})
			}
			if err := do(tamper); err == nil {
				t.Error("the table lets it happen")
			}
			must.Do(t, do(`DROP TRIGGER season_log_stays`, `DROP TRIGGER season_log_is_final`, tamper))
			if _, err := k.Rows(t.Context(), "summer", seasons.Row{}); !errors.Is(err, storage.ErrBroken) {
				t.Errorf("it is not seen: %v", err)
			}
		})
	}
}
