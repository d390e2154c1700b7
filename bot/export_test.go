package main

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/storage/sqlite"
)

// Games that were kept by earlier programs are exported without their players, whose identifiers
// seal the rows of then, and verified as far as they can be: one of an older revision of the
// rulings for its chain, its dice and its facts alone. No hash of a row that has no salt is told
// before the end.
func TestKeptGamesVerify(t *testing.T) {
	t.Parallel()
	for name, older := range map[string]int{"kept": 0, "older": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			early, whole := exportsOf(t, keptGame(t, name))
			for _, hidden := range []string{"11500000000000001", "Anna", "Boris"} {
				if strings.Contains(early+whole, hidden) {
					t.Errorf("an export has %s", hidden)
				}
			}
			for _, row := range regexp.MustCompile(`","hash":"([0-9a-f]{64})","body"`).FindAllStringSubmatch(whole,
				-1) {
				if strings.Contains(early, row[1]) {
					t.Errorf("the export of the running game has the hash %s", row[1])
				}
			}
			first, err := referee.Verify([]byte(early), rules.Modules())
			if err != nil {
				t.Fatal(err)
			}
			last, err := referee.Verify([]byte(whole), rules.Modules())
			if err != nil {
				t.Fatal(err)
			}
			if err := last.Holds(first); err != nil || last.Older != older || last.StandIns != last.Rows-1 ||
				last.Orders < 40 || last.Rolls == 0 {
				t.Errorf("%v: %d rows, %d of players that are not exported, %d orders, %d rolls, revision %d", err,
					last.Rows, last.StandIns, last.Orders, last.Rolls, last.Older)
			}
		})
	}
}

// exportsOf are the exports of the game in a data folder, as it stands and when a player has
// resigned.
func exportsOf(t *testing.T, data string) (early, whole string) {
	t.Helper()
	ctx, path := t.Context(), filepath.Join(data, "grognard.db")
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Shut()
	channel, player := ofThirdRow(t, path)
	r := referee.New(referee.Options{Store: store})
	export := func() string {
		x, err := r.Export(ctx, channel)
		if err != nil {
			t.Fatal(err)
		}
		return string(x.Lines)
	}
	early = export()
	if _, err := r.Resign(ctx, referee.Command{ID: "resigns", User: player, Channel: channel}); err != nil {
		t.Fatal(err)
	}
	return early, export()
}

// ofThirdRow is the channel of the one game in a database, and who gave the command of its third row.
func ofThirdRow(t *testing.T, path string) (channel, player string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), `SELECT channel, "by" FROM games, log WHERE seq = 3`).Scan(&channel,
		&player); err != nil {
		t.Fatal(err)
	}
	return channel, player
}

// The commands on the command line play a game, check it, packed too, and say what is wrong with one.
func TestSimulateAndVerify(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	call := func(status int, args ...string) string {
		t.Helper()
		var out, wrong bytes.Buffer
		if got := run(t.Context(), args, environment{env: func(string) string { return "" }, stdout: &out,
			stderr: &wrong}); got != status {
			t.Errorf("%v: status %d, %s%s", args, got, &out, &wrong)
		}
		return out.String() + wrong.String()
	}
	told := func(text string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
	}
	game := []string{"simulate", "--module", "drill", "--seed", "3", "--turns", "3", "--out"}
	call(0, append(game, in("game.jsonl"))...)
	call(0, append(game, in("again.jsonl"))...)
	call(0, append(game, in("early.jsonl"), "--running")...)
	file, err := os.ReadFile(in("game.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(in("again.jsonl")); err != nil || !bytes.Equal(again, file) {
		t.Errorf("the same game gives another file, %v", err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var large bytes.Buffer
	w.Reset(&large)
	if _, err := w.Write(bytes.Repeat([]byte("\n"), maxExport+1)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"game.jsonl.gz": packed.Bytes(), "large.gz": large.Bytes(),
		"half.gz": packed.Bytes()[:packed.Len()/2], "bad.jsonl": bytes.Replace(file, []byte("player 1"),
			[]byte("player 2"), 1)} {
		if err := os.WriteFile(in(name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, head, _ := strings.Cut(string(file[bytes.LastIndex(file, []byte(`"phase","turn"`)):]), `"head":"`)
	head = head[:64]
	_, commitment, _ := strings.Cut(string(file), `"commitment":"`)
	commitment = commitment[:64]
	told(call(0, "verify", in("game.jsonl.gz"), in("early.jsonl"), "--head", head), "right: Drill",
		"drawn", "under way", "rows in one chain", "decided anew", "the commitment "+commitment)
	told(call(1, "verify", in("bad.jsonl"), in("game.jsonl")), "bad.jsonl: WRONG: row 1 was changed",
		"game.jsonl: right")
	told(call(1, "verify", in("game.jsonl"), "--head", strings.Repeat("0", 64)), "WRONG: no row has the hash")
	told(call(1, "verify", in("nothing")), "no such file")
	told(call(1, "verify", in("half.gz")), "unexpected EOF")
	told(call(1, "verify", in("large.gz")), "too large for an export")
	told(call(1, "verify"), "expected \"<file> ...\"")
	told(call(1, "simulate", "--module", "chess", "--out", in("chess")), "no such game module")
	told(call(1, "simulate", "--turns", "0", "--out", in("none")), "a turn at least")
}

// A player whom rows from before there were names call by his identifier keeps his name in that
// game when he is forgotten: it hides nothing there, and the game goes on and is verified.
func TestForgottenInAKeptGame(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(keptGame(t, "kept"), "grognard.db")
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Shut()
	channel, player := ofThirdRow(t, path)
	r := referee.New(referee.Options{Store: store})
	say := func(id string) referee.Command { return referee.Command{ID: id, User: player, Channel: channel} }
	offer, err := r.Propose(ctx, say("offers"), api.Drawn)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Forget(ctx, player); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Decline(ctx, say("withdraws"), offer.Offer.Number); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resign(ctx, say("resigns")); err != nil {
		t.Fatal(err)
	}
	x, err := r.Export(ctx, channel)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := referee.Verify(x.Lines, rules.Modules()); err != nil || v.StandIns == 0 {
		t.Errorf("%+v, %v", v, err)
	}
}
