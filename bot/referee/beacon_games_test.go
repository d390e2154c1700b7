package referee_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon/beacontest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/storage"
)

// play plays a whole game, or so many orders of it; each round of the beacon comes when it is due.
func (h *beaconHouse) play(seats map[order.Side]string, orders int, seed uint64) {
	h.t.Helper()
	p := &hand{h: h.house, channel: "c1", dice: rand.New(rand.NewPCG(seed, 4))}
	for range orders {
		h.come()
		if _, _, _, over := p.turn(seats); over {
			return
		}
	}
	h.come()
}

// TestBeacon_WholeGames plays and verifies games with every die bound to a round. One player lets idle phases pass.
func TestBeacon_WholeGames(t *testing.T) {
	for seed := range uint64(2) {
		h := ownBeacon(t, nil)
		h.sit("drill", "blue", "red")
		h.start()
		h.play(users, 60, seed)
		early := h.underWay()
		h.play(users, 1000, seed+100)
		v := h.verify("drill", 1)
		allowed(t, "the export of before")(v.Contains(early))
		wrong(t, v.Rolls == 0 || v.Without != 0, "%+v", v)
	}
	h := ownBeacon(t, nil)
	h.sit("afb", "german", "soviet")
	h.start()
	h.play(map[order.Side]string{"german": "anna", "soviet": "boris"}, 80, 5)
	h.verify("afb", 1)
	h.byAnotherHand()
}

// underWay checks the export of a game that is not over.
func (h *beaconHouse) underWay() *proof.Verified {
	h.t.Helper()
	file := h.export()
	v := mustVerify(h.t, file)
	wrong(h.t, v.Finished || v.Rounds == 0 || v.Beacon != h.source.Chain.Parameters().Hash, "under way: %+v", v)
	signature := h.boundRow().Signature
	other, _ := h.source.Round(1)
	forged := strings.Replace(string(file), signature, hex.EncodeToString(other.Signature), 1)
	if _, err := proof.Verify([]byte(forged), rules.Modules()); strings.Contains(string(file), signature) &&
		(err == nil || !strings.Contains(err.Error(), "not the beacon's")) {
		h.t.Errorf("another round's signature in a running game: %v", err)
	}
	return v
}

// byAnotherHand checks that the twenty lines of faces.py find the dice of the game's export.
func (h *beaconHouse) byAnotherHand() {
	h.t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		h.t.Log("there is no python3: the dice of a game with the beacon were not derived by another hand")
		return
	}
	file := h.export()
	name := filepath.Join(h.t.TempDir(), "game.jsonl")
	check(h.t, os.WriteFile(name, file, 0o600))
	out, err := exec.CommandContext(h.ctx, python, "../../rules/dice/faces.py", name).CombinedOutput()
	wrong(h.t, err != nil || !strings.Contains(string(out), "rolls are right"), "%v: %s", err, out)
}

// TestVerify_ForgedRounds: each row that says something false of the beacon is named.
func TestVerify_ForgedRounds(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.must("anna", "c1", attack)
	h.come()
	h.verify("untouched", 1)
	file := h.export()
	bound := h.boundRow()
	other := mustRound(t, h.source, bound.Round+1)
	value := other.Randomness()
	posted := must(strconv.ParseUint(bound.Message, 10, 64))(t)
	late := strconv.FormatUint(posted+60_000<<22, 10) // the name of a message of a minute later
	for name, test := range map[string]struct{ from, to, says string }{
		"a changed signature": {bound.Signature, strings.Replace(bound.Signature, bound.Signature[10:12], "00", 1),
			"signature"},
		"another round's": {bound.Signature, hex.EncodeToString(other.Signature), "not the beacon's"},
		"a later round": {fmt.Sprintf(`"bound":{"round":%d`, bound.Round),
			fmt.Sprintf(`"bound":{"round":%d`, other.Number), "was named"},
		"a changed value":       {bound.Randomness, hex.EncodeToString(value[:]), "the value of round"},
		"a message after that":  {bound.Message, late, "too late to name round"},
		"a message before that": {bound.Message, "1", "before the order was given"},
		"no message":            {`"message":"` + bound.Message, `"message":"x`, "no message"},
		"not bound":             {fmt.Sprintf(`,"bound":{"round":%d,"signature":"%s","randomness":"%s","message":"%s"}`, bound.Round, bound.Signature, bound.Randomness, bound.Message), "", "comes between an order and its dice"},
		"without any agreement": {fmt.Sprintf(`"signature":"%s","randomness":"%s","message":"%s"`, bound.Signature,
			bound.Randomness, bound.Message), `"without":true`, "not every side has agreed"},
		"accepted by another": {fmt.Sprintf(`"round":%d}`, bound.Round), fmt.Sprintf(`"round":%d}`, other.Number),
			"names round"},
		"another chain": {`"period":3`, `"period":30`, "parameters are those of chain"},
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, file)
			f.say(f.row(test.from), test.from, test.to)
			f.reseal()
			refuses(t, f.file(), regexp.QuoteMeta(test.says))
		})
	}
}

// boundRow returns the last row that was bound to a round.
func (h *beaconHouse) boundRow() (b boundRow) {
	h.t.Helper()
	for _, row := range h.bodies() {
		if raw, ok := row["bound"]; ok {
			b = boundRow{}
			check(h.t, json.Unmarshal(raw, &b))
		}
	}
	return b
}

// TestLuckIn_DiceOfRounds: dice that fell for a user's order count as his, although no user gave the row that has them.
func TestLuckIn_DiceOfRounds(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.must("anna", "c1", attack)
	h.come()
	all := h.luck("c1")
	for user, want := range map[string]int{"anna": len(all.Rolls), "boris": 0} {
		equal(t, "rolls of "+user+": %d", len(all.Of(user).Rolls), want)
	}
	wrong(t, len(all.Rolls) == 0, "no dice fell")
}

// accepted has the log say that an earlier program accepted an order of Blue's.
func (h *beaconHouse) accepted(id, asked string) {
	h.t.Helper()
	ctx := h.ctx
	g := must(h.log.InChannel(ctx, "c1"))(h.t)
	at, seq := h.now(), uint64(h.rows("c1")+1)
	body := must(json.Marshal(ledger.Body{Version: 1, Accepted: &ledger.Accepted{Asked: json.RawMessage(asked),
		Hash: fmt.Sprintf("%x", sha256.Sum256([]byte(asked))), Round: h.source.Chain.From(at.Add(5 * time.Second))}}))(h.t)
	_, _, err := h.log.Append(ctx, storage.Entry{Game: g.ID, Seq: seq, CommandID: id, At: at, By: "anna", Body: body,
		Notices: []storage.Notice{
			{Audience: "public", Kind: "awaited", From: seq}, {Audience: "beacon", Kind: "awaited", From: seq}}})
	check(h.t, err)
	h.restart()
}

// TestFetchRounds_NewerProgramRefusesOrder: the order has no effect, everybody is told so, and the game goes on, even
// if the newer program does not know the order's form.
func TestFetchRounds_NewerProgramRefusesOrder(t *testing.T) {
	for what, asked := range map[string]string{
		"against its rules": `{"side":"blue","order":{"verb":"attack","units":["b-1-arm"],"hex":"1.01"}}`,
		"an unknown verb":   `{"side":"blue","order":{"verb":"parley"}}`,
		"an unknown unit":   `{"side":"blue","order":{"verb":"attack","units":["b-9-zzz"],"hex":"13.08"}}`,
		"another spelling":  `{"side":"blue","order":{"verb":"attack","target":"13.08","units":["b-1-arm"]}}`,
		"another form":      `{"side":"blue","order":{"verb":"attack"}}`,
	} {
		t.Run(what, func(t *testing.T) {
			h := ownBeacon(t, nil)
			h.drillUpToAttack()
			h.accepted("old", asked)
			w := h.awaits()
			h.post()
			h.until(w.Due)
			h.pursue()
			mustNot(t, h.awaits() != nil, "the order waits for ever")
			ids := h.commands("c1")
			equal(t, "the last row is of %q", ids[len(ids)-1], "old/beacon")
			told := h.notifications()
			wrong(t, !slices.ContainsFunc(told, func(e api.Notification) bool { return e.Kind == api.Voided }), "told: %+v", told)
			h.restart()
			h.must("anna", "c1", attack)
			h.come()
			wrong(t, h.lastBound().Round <= w.Round, "the order after it has round %d", h.lastBound().Round)
		})
	}
}

// TestVerify_WaivedRounds: the dice must have fallen for the accepted order, and one side cannot agree for both.
func TestVerify_WaivedRounds(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.must("anna", "c1", attack)
	h.server.SetFault(beacontest.Unavailable)
	w := h.awaits()
	h.post()
	h.until(w.Free)
	for _, user := range []string{"boris", "anna"} {
		must(h.Rounds.Waive(h.ctx, h.by(user), w.Round))(t)
	}
	h.pursue()
	h.server.SetFault(beacontest.Honest)
	h.verify("untouched", 0)
	file := h.export()
	for name, test := range map[string]struct{ row, from, to, says string }{
		"untouched": {`"opened"`, `"version":1`, `"version":1`, ""},
		"another order's dice": {`"without"`, `"units":["b-1-arm"]`, `"units":["b-2-arm"]`,
			"is of another order than was accepted"},
		"another order's hash": {`"accepted"`, `"units":["b-1-arm"]`, `"units":["b-2-arm"]`, "its hash"},
		"one side for both":    {`"waived":{"side":"blue"}`, "blue", "red", "could not waive the beacon"},
		"nothing came of it":   {`"without"`, `,"without":true`, `,"without":true,"void":true`, "the result of an order"},
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, file)
			f.say(f.row(test.row), test.from, test.to)
			f.reseal()
			v, err := proof.Verify(f.file(), rules.Modules())
			if test.says == "" {
				wrong(t, err != nil || v.Without != 1, "%+v, %v", v, err)
			} else if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, not %q", err, test.says)
			}
		})
	}
}

// TestFetchRounds_ManyGamesWait: a look takes time for the games that can go on, not for those that wait. A round is
// asked for once however many games wait for it, and each order is carried out once.
func TestFetchRounds_ManyGamesWait(t *testing.T) {
	const games = 60
	reads := 0
	log := &hooked{rows: func(storage.GameID, uint64) error { reads++; return nil }}
	h := ownBeacon(t, log.over)
	ctx := t.Context()
	ids := make([]api.GameID, games)
	for i := range games {
		channel := fmt.Sprintf("c%d", i)
		table := must(h.NewGames.NewGame(h.ctx, h.cmd("anna", channel), arrange.Opening{Module: "afb",
			Beacon: true}))(t)
		ids[i] = table.Game
		for user, side := range map[string]order.Side{"anna": "german", "boris": "soviet"} {
			must(h.NewGames.Join(h.ctx, h.cmd(user, channel), side, "larch"))(t)
		}
	}
	h.post()
	var due time.Time
	rounds := map[uint64]bool{}
	h.still = true
	for i := range games {
		h.tick.Add(int64(i % 30 / 29)) // a second before game 29, and a second before game 59
		table := must(h.NewGames.Start(h.ctx, h.cmd("boris", fmt.Sprintf("c%d", i))))(t)
		due = table.Awaits.Due
		rounds[table.Awaits.Round] = true
	}
	h.post()
	h.pursue() // knows when each round is due
	reads = 0
	for range 50 {
		h.pursue()
	}
	equal(t, "in fifty looks before any round was due %d games were read", reads, 0)
	h.until(due)
	h.server.SetFault(beacontest.Unavailable)
	h.pursue()
	equal(t, "a silent beacon was asked %d times", len(h.server.Requested()), len(rounds))
	h.server.SetFault(beacontest.Honest)
	h.tick.Add(60)
	h.pursue()
	equal(t, "the beacon was asked %d times", len(h.server.Requested()), 2*len(rounds))
	h.pursue()
	for i, id := range ids {
		var last, n int
		for row, err := range h.store.Rows(ctx, id, 0) {
			check(t, err)
			last = int(row.Seq)
			if strings.HasSuffix(row.CommandID, "/beacon") {
				n++
			}
		}
		if table, err := h.Referee.Looks.Table(h.ctx, fmt.Sprintf("c%d", i)); err != nil || table.Awaits != nil ||
			!table.Started || n != 1 || last != 5 {
			t.Fatalf("game %d: started %t, %d rows, %d of them carried out, %v", i, table.Started, last, n, err)
		}
	}
}
