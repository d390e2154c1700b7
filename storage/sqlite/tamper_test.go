package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"grognard/rules/must"
	"grognard/storage"

	"github.com/mattn/go-sqlite3"
)

// raw opens the file without the store, as anybody could.
func raw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db := must.Get(sql.Open("sqlite3", dsn(path, nil)))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func TestTheFileRefusesToForget(t *testing.T) {
	s, path := begun(t, 3)
	newGame(t, s, "h", 1)
	db := raw(t, path)

	const insert = `INTO log (game, seq, command_id, at, "by", prev, hash, body) `
	tests := []struct {
		name, query, refusal string
	}{
		{"update", `UPDATE log SET body = x'00' WHERE game = 'g' AND seq = 2`, "a row never changes"},
		{"update of all", `UPDATE log SET at = at`, "a row never changes"},
		{"update or replace", `UPDATE OR REPLACE log SET command_id = 'g/1' WHERE seq = 2`, "a row never changes"},
		{"delete", `DELETE FROM log WHERE game = 'g' AND seq = 3`, "a row never leaves"},
		{"delete of all", `DELETE FROM log`, "a row never leaves"},
		{"replace a row", `INSERT OR REPLACE ` + insert +
			`SELECT game, seq, command_id, at, "by", prev, hash, x'00' FROM log WHERE game = 'g' AND seq = 3`,
			"must follow the last"},
		{"replace a command", `INSERT OR REPLACE ` + insert +
			`SELECT game, 4, command_id, at, "by", hash, hash, x'00' FROM log WHERE game = 'g' AND seq = 3`,
			"a row never leaves"},
		{"gap", `INSERT ` + insert + `SELECT game, 5, 'new', at, "by", hash, hash, body FROM log WHERE game = 'g' AND seq = 3`, "must follow the last"},
		{"gap, ignoring conflicts", `INSERT OR IGNORE ` + insert +
			`SELECT game, 5, 'new', at, "by", hash, hash, body FROM log WHERE game = 'g' AND seq = 3`,
			"must follow the last"},
		{"game without genesis", `INSERT ` + insert +
			`SELECT 'i', 2, 'new', at, "by", hash, hash, body FROM log WHERE game = 'h'`, "must follow the last"},
		{"not linked", `INSERT ` + insert + `SELECT game, 4, 'new', at, "by", prev, hash, body FROM log WHERE game = 'g' AND seq = 3`, "must be linked"},
		{"linked genesis", `INSERT ` + insert +
			`SELECT 'i', 1, 'new', at, "by", hash, hash, body FROM log WHERE game = 'h'`, "must be linked"},
		{"row of no game", `INSERT ` + insert +
			`SELECT 'i', 1, 'new', at, "by", zeroblob(32), hash, body FROM log WHERE game = 'h'`, "FOREIGN KEY"},
		{"short hash", `INSERT ` + insert + `SELECT game, 4, 'new', at, "by", hash, x'00', body FROM log WHERE game = 'g' AND seq = 3`, "CHECK"},
		{"text for a number", `INSERT ` + insert +
			`SELECT game, 4, 'new', 'noon', "by", hash, hash, body FROM log WHERE game = 'g' AND seq = 3`,
			"cannot store TEXT value in INTEGER column"},
		{"module changed", `UPDATE modules SET body = x'00'`, "a module never changes"},
		{"module deleted", `DELETE FROM modules`, "a module never leaves"},
		{"module replaced", `INSERT OR REPLACE INTO modules (hash, body) SELECT hash, x'00' FROM modules`,
			"a module never leaves"},
		{"game deleted", `DELETE FROM games`, "a game never leaves"},
		{"another secret", `UPDATE games SET secret = x'00' WHERE id = 'g'`, "a game can only end"},
		{"another module", `UPDATE games SET module = zeroblob(32) WHERE id = 'g'`, "a game can only end"},
		{"another channel", `UPDATE games SET channel = 'h' WHERE id = 'g'`, "a game can only end"},
		{"moved from elsewhere", `UPDATE games SET channel = 'i', was = 'h', moved = 2 WHERE id = 'g'`,
			"a game can only end"},
		{"moved by no row", `UPDATE games SET channel = 'i', was = channel WHERE id = 'g'`, "a game can only end"},
		{"moved after its end", `UPDATE games SET over = 1 WHERE id = 'h'; UPDATE games SET channel = 'i', was = channel, moved = 2 WHERE id = 'h'`, "a game can only end"},
		{"game revived", `UPDATE games SET over = 1 WHERE id = 'h'; UPDATE games SET over = 0 WHERE id = 'h'`,
			"a game can only end"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := db.Exec(test.query)
			var refused sqlite3.Error
			if !errors.As(err, &refused) || refused.Code != sqlite3.ErrConstraint ||
				!strings.Contains(err.Error(), test.refusal) {
				t.Errorf("error %v, want the refusal %q", err, test.refusal)
			}
		})
	}
	if got := readLog(t, s, "g", 0); got.err != nil || len(got.seqs) != 3 {
		t.Errorf("the log is %v after all that", got)
	}
}

func TestTamperingIsFound(t *testing.T) {
	const head = 5
	tests := []struct {
		name, query string
		first       uint64 // the sequence that the error names
	}{
		{"body", `UPDATE log SET body = x'00' WHERE seq = 3`, 3},
		{"command", `UPDATE log SET command_id = 'x' WHERE seq = 3`, 3},
		{"time", `UPDATE log SET at = at + 1 WHERE seq = 3`, 3},
		{"player", `UPDATE log SET "by" = 'axis ' WHERE seq = 3`, 3},
		{"player of a gift", `UPDATE log SET "to" = 'player 1' WHERE seq = 3`, 3},
		{"link", `UPDATE log SET prev = zeroblob(32) WHERE seq = 3`, 3},
		{"hash", `UPDATE log SET hash = zeroblob(32) WHERE seq = 3`, 3},
		{"half a hash", `PRAGMA ignore_check_constraints = 1; UPDATE log SET hash = x'00' WHERE seq = 3`, 3},
		{"half a link", `PRAGMA ignore_check_constraints = 1; UPDATE log SET prev = x'00' WHERE seq = 3`, 3},
		{"genesis", `UPDATE log SET body = x'00' WHERE seq = 1`, 1},
		{"head", `UPDATE log SET body = x'00' WHERE seq = 5`, 5},
		{"row taken out", `DELETE FROM log WHERE seq = 3`, 4},
		{"genesis taken out", `DELETE FROM log WHERE seq = 1`, 2},
		{"row taken out, gap closed", `DELETE FROM log WHERE seq = 3; UPDATE log SET seq = 3 WHERE seq = 4; UPDATE log SET seq = 4 WHERE seq = 5`, 3},
		{"bodies exchanged", `UPDATE log SET body = (SELECT o.body FROM log o WHERE o.seq = 7 - log.seq) WHERE seq IN (3, 4)`, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, path := begun(t, head)
			tamper(t, path, test.query)

			got := readLog(t, s, "g", 0)
			if !errors.Is(got.err, storage.ErrBroken) {
				t.Fatalf("Rows: %v, want ErrBroken", got.err)
			}
			for _, says := range []string{`game "g"`, fmt.Sprintf("row %d", test.first)} {
				if !strings.Contains(got.err.Error(), says) {
					t.Errorf("Rows: %q, want it to say %q", got.err, says)
				}
			}
			for _, seq := range got.seqs {
				if seq >= test.first {
					t.Errorf("row %d came out of a broken log", seq)
				}
			}
		})
	}
}

// A forger who can also compute seals must rewrite every later row; a reader that begins in the middle still
// finds the first row that was not rewritten.
func TestResealedRowIsFound(t *testing.T) {
	s, path := begun(t, 5)
	forged := must.Get(s.ByCommand(t.Context(), "g/3"))(t)
	forged.Body = []byte("a better roll")
	forged.Hash = storage.Seal(forged)
	tamper(t, path, `UPDATE log SET body = ?, hash = ? WHERE seq = 3`, forged.Body, forged.Hash[:])

	for after := range uint64(4) {
		got := readLog(t, s, "g", after)
		if !errors.Is(got.err, storage.ErrBroken) ||
			!strings.Contains(got.err.Error(), "row 4 is not linked to row 3") {
			t.Errorf("Rows after %d: %v, want ErrBroken at row 4", after, got.err)
		}
	}
}

func TestBrokenPiecesAreNotHandedOut(t *testing.T) {
	s, path := begun(t, 2)
	g := must.Get(s.Game(t.Context(), "g"))(t)
	tamper(t, path, `UPDATE log SET body = x'00' WHERE seq = 2; UPDATE modules SET body = x'00'`)

	if _, err := s.ByCommand(t.Context(), "g/2"); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("ByCommand: %v, want ErrBroken", err)
	}
	if _, fresh, err := s.Append(t.Context(), entry("g", 2)); !errors.Is(err, storage.ErrBroken) || fresh {
		t.Errorf("Append of a command whose row is broken: %v, want ErrBroken", err)
	}
	if _, err := s.Module(t.Context(), g.Module); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("Module: %v, want ErrBroken", err)
	}
	tamper(t, path, `PRAGMA ignore_check_constraints = 1; UPDATE log SET hash = x'00' WHERE seq = 2`)
	if _, _, err := s.Append(t.Context(), entry("g", 3)); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("Append after half a hash: %v, want ErrBroken", err)
	}
}

// tamper does what the triggers forbid, after removing them.
func tamper(t *testing.T, path, query string, args ...any) {
	t.Helper()
	db := raw(t, path)
	db.SetMaxOpenConns(1)
	for _, guard := range []string{
		`PRAGMA foreign_keys = 0`,
		`DROP TRIGGER IF EXISTS log_follows`,
		`DROP TRIGGER IF EXISTS log_stays`,
		`DROP TRIGGER IF EXISTS log_is_final`,
		`DROP TRIGGER IF EXISTS modules_are_final`,
	} {
		must.Get(db.Exec(guard))(t)
	}
	must.Get(db.Exec(query, args...))(t)
}
