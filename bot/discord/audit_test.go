package discord_test

import (
	"encoding/hex"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/localtable/player"
)

// A message that tells of dice has one button by which everybody checks them, through all its
// edits: its giver reads the order of a fight at once, all others its hash alone, and when the
// game is over everybody reads all of it and that the faces agree. The button works when the
// channel has another game.
func TestCheck(t *testing.T) {
	t.Parallel()
	h, asked := quarrel(t)
	const order = "Order: `{\"side\":\"blue\",\"order\":{\"verb\":\"attack\""
	hash := regexp.MustCompile("SHA-256 of the order: `([0-9a-f]{64})`")
	roll := regexp.MustCompile(`roll №1: [⚀-⚅]{2}`)
	hashes := map[string]bool{}
	check := func(p *player.Player, m player.Message, want, hidden string) {
		t.Helper()
		got := h.tap(p, m, "Check").Content
		found := hash.FindStringSubmatch(got)
		if found == nil || !roll.MatchString(got) || !strings.Contains(m.Content, roll.FindString(got)) ||
			!strings.Contains(got, want) || strings.Contains(got, hidden) {
			t.Errorf("%s checks\n%s\nand reads\n%s", p.User().Username, m.Content, got)
			return
		}
		hashes[found[1]] = true
	}
	all := func(m player.Message) {
		t.Helper()
		if _, decides := labelled(m, "Decide"); decides && len(m.Components) != 1 {
			t.Errorf("the buttons stand in %d rows", len(m.Components))
		}
		check(h.anna, m, order, "Dice secret (its")
		for _, p := range []*player.Player{h.boris, h.olga} {
			check(p, m, "Order: shown when the game is over", `"verb"`)
		}
	}
	all(asked)
	h.settle()
	done := h.toldOnce()
	all(done)
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	h.await(h.olga, inChannel(h.channel, "Dice secret"))
	h.say(h.olga, "/game new module:drill")
	h.await(h.olga, inChannel(h.channel, "Blue: open · Red: open"))
	for _, p := range []*player.Player{h.anna, h.boris, h.olga} {
		check(p, done, order, "hidden")
		check(p, done, "✓ worked out again just now: the same", "✗")
		check(p, done, "Red's word for the dice: `steppe`", "hidden")
	}
	if len(hashes) != 1 {
		t.Errorf("an order has the hashes %v", hashes)
	}
}

// What is told of a phase ends with the hash of the row that ended it, and so does what is told
// of the beginning and the end. It is the log's.
func TestHeads(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	posted := regexp.MustCompile("\n-# Log: `([0-9a-f]{64})`$")
	head := func(m player.Message) string {
		t.Helper()
		found := posted.FindStringSubmatch(m.Content)
		if found == nil {
			t.Fatalf("no hash ends %q", m.Content)
		}
		return found[1]
	}
	heads := []string{head(h.begin())}
	h.say(h.anna, "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	h.say(h.anna, "/end")
	heads = append(heads, head(h.await(h.olga, inChannel(h.channel, "Blue combat"))))
	if got := h.say(h.olga, "/dice audit").Content; !strings.Contains(got, "Last posted hash of the log: `"+heads[1]+"`") {
		t.Errorf("the audit lacks the last hash: %s", got)
	}
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	heads = append(heads, head(h.await(h.olga, inChannel(h.channel, "Dice secret"))))
	game, err := h.store.InChannel(h.ctx, h.channel)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for row, err := range h.store.Rows(h.ctx, game.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, hex.EncodeToString(row.Hash[:]))
	}
	for i, seq := range []int{4, 6, 7} { // opened, two seats, begun; a stack, the end of the phase; resigned
		if heads[i] != rows[seq-1] {
			t.Errorf("the hash of row %d was posted as %s: it is %s", seq, heads[i], rows[seq-1])
		}
	}
}

// /dice audit fits one message, says what holds of the game and what does not, and hides words
// as long as they are secret.
func TestDiceAudit(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.told(h.say(h.olga, "/dice audit"), "How the dice work", "The operator cannot", "The operator could still")
	h.say(h.anna, "/game new module:drill side:blue")
	opened := h.await(h.olga, inChannel(h.channel, "Dice commitment"))
	commitment := regexp.MustCompile("Dice commitment: `[0-9a-f]{64}`").FindString(opened.Content)
	if commitment == "" {
		t.Fatalf("no commitment is posted: %q", opened.Content)
	}
	before := h.say(h.anna, "/dice audit")
	h.told(before, commitment, "0 rolls so far", "Blue: no word", "No hash of the log has been posted yet")
	h.write(h.anna, before, "Your word for the dice", "larch")
	h.say(h.boris, "/game join side:red word:steppe")
	h.say(h.boris, "/game start")
	h.await(h.olga, inChannel(h.channel, "The game begins"))
	now := h.say(h.olga, "/dice audit")
	h.told(now, commitment, "Blue: word given · Red: word given", "Last posted hash of the log")
	if n := utf8.RuneCountInString(now.Content); n > 1900 || strings.Contains(now.Content, "steppe") || strings.Contains(now.Content, "larch") {
		t.Errorf("%d characters: %s", n, now.Content)
	}
	if file := h.file(h.olga, now, "game-so-far.jsonl"); !strings.Contains(file, `"type":"export"`) {
		t.Errorf("the file is %q", file)
	}
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	h.await(h.olga, inChannel(h.channel, "Blue's word for the dice: `larch`", "Red's word for the dice: `steppe`"))
	h.told(h.say(h.olga, "/dice audit"), "Dice secret", "Blue's word for the dice: `larch`")
}
