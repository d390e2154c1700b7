package referee_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/rules/order"
)

// play plays a whole game, or so many orders of it, with each round coming as it should.
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

// TestWholeGamesWithTheBeacon are played with every die bound to a round, by players one of whom
// lets idle phases pass, and their exports hold.
func TestWholeGamesWithTheBeacon(t *testing.T) {
	for seed := range uint64(2) {
		h := ownBeacon(t, nil)
		h.sit("drill", "blue", "red")
		h.start()
		h.play(users, 60, seed)
		early := h.underWay()
		h.play(users, 1000, seed+100)
		v := h.verify("drill", 1)
		if err := v.Holds(early); err != nil {
			t.Error(err)
		}
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

// byAnotherHand has the twenty lines of faces.py find the dice of the game's export.
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
	out, err := exec.CommandContext(h.t.Context(), python, "../../rules/dice/faces.py", name).CombinedOutput()
	wrong(h.t, err != nil || !strings.Contains(string(out), "rolls are right"), "%v: %s", err, out)
}

// TestTamperingWithRounds: each row that says something else of the beacon is named.
func TestTamperingWithRounds(t *testing.T) {
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
	late := strconv.FormatUint(posted+60_000<<22, 10)
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
			if _, err := proof.Verify(f.file(), rules.Modules()); err == nil ||
				!strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, not %q", err, test.says)
			}
		})
	}
}

// boundRow is the last row that was bound to a round.
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
