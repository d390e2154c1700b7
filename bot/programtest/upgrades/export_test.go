package upgrades

import (
	"database/sql"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/programtest"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/storage/sqlite"
)

// Games that were kept by earlier programs are exported without their players, whose identifiers
// seal the rows of then, and verified as far as they can be: nobody calls them right, since no hash
// proves what those rows say. No hash of a row that has no salt is told before the end.
func TestStoredGame_ExportsVerify(t *testing.T) {
	t.Parallel()
	for name, revision := range map[string]int{fight: 3, older: 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			early, whole := exportsOf(t, unpack(t, name))
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
			first := programtest.Must(proof.Verify([]byte(early), rules.Modules()))(t)
			last := programtest.Must(proof.Verify([]byte(whole), rules.Modules()))(t)
			if err := last.Holds(first); err != nil || last.Older != revision || last.StandIns != last.Rows-1 ||
				last.Orders < 40 || last.Rolls == 0 || !last.Unchecked() {
				t.Errorf("%v: %d rows, %d of players that are not exported, %d orders, %d rolls, revision %d", err,
					last.Rows, last.StandIns, last.Orders, last.Rolls, last.Older)
			}
			for _, d := range last.Doubts {
				t.Errorf("row %d: %s", d.Row, d.What)
			}
		})
	}
}

// exportsOf are the exports of the game in a data folder, as it stands and when a player has
// resigned.
func exportsOf(t *testing.T, data string) (early, whole string) {
	t.Helper()
	ctx, path := t.Context(), filepath.Join(data, "grognard.db")
	store := programtest.Must(sqlite.Open(ctx, path))(t)
	defer store.Shut()
	channel, player := ofThirdRow(t, path)
	r := referee.New(referee.Options{Store: store})
	export := func() string {
		x := programtest.Must(r.Looks.Export(ctx, channel))(t)
		return string(x.Lines)
	}
	early = export()
	programtest.Must(r.Endings.Resign(ctx, api.Command{ID: "resigns", User: player, Channel: channel}))(t)
	return early, export()
}

// ofThirdRow is the channel of the one game in a database, and who gave the command of its third row.
func ofThirdRow(t *testing.T, path string) (channel, player string) {
	t.Helper()
	db := programtest.Must(sql.Open("sqlite3", path))(t)
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), `SELECT channel, "by" FROM games, log WHERE seq = 3`).Scan(&channel,
		&player); err != nil {
		t.Fatal(err)
	}
	return channel, player
}

// A player whom rows from before there were names call by his identifier keeps his name in that
// game when he is forgotten: it hides nothing there, and the game goes on and is verified.
func TestStoredGame_ForgottenPlayer(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(unpack(t, fight), "grognard.db")
	store := programtest.Must(sqlite.Open(ctx, path))(t)
	defer store.Shut()
	channel, player := ofThirdRow(t, path)
	r := referee.New(referee.Options{Store: store})
	say := func(id string) api.Command { return api.Command{ID: id, User: player, Channel: channel} }
	offer := programtest.Must(r.Endings.Propose(ctx, say("offers"), api.Drawn))(t)
	programtest.Check(t, r.Privacy.Forget(ctx, player))
	programtest.Must(r.Endings.Decline(ctx, say("withdraws"), offer.Offer.Number))(t)
	programtest.Must(r.Endings.Resign(ctx, say("resigns")))(t)
	x := programtest.Must(r.Looks.Export(ctx, channel))(t)
	if v, err := proof.Verify(x.Lines, rules.Modules()); err != nil || v.StandIns == 0 {
		t.Errorf("%+v, %v", v, err)
	}
}
