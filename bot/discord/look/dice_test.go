package look_test

import (
	"encoding/csv"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// A message that tells of dice has one button by which everybody checks them, through all its edits: its giver reads
// the order of a fight at once, all others its hash alone, and when the game is over everybody reads all of it and that
// the faces agree. The button works when the channel has another game.
func TestDiceCheck_DuringAndAfterTheGame(t *testing.T) {
	f, asked := discordtest.Attack(t)
	const order = "To check the dice yourself: order `{\"side\":\"blue\",\"order\":{\"verb\":\"attack\""
	hash := regexp.MustCompile("SHA-256 of the order: `([0-9a-f]{64})`")
	roll := regexp.MustCompile(`No. 1: [⚀-⚅]{2}`)
	hashes := map[string]bool{}
	check := func(p *player.Player, m player.Message, want, hidden string) {
		t.Helper()
		answer := f.Tap(p, m, "Sum and dice")
		got := answer.Content
		f.HasLabel(answer, "Orders", p != f.Olga && !strings.Contains(got, "Dice secret (its"))
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
		if _, decides := discordtest.Labelled(m, "Decide"); decides {
			discordtest.Equal(t, "the buttons stand in %d rows", len(m.Components), 1)
		}
		check(f.Anna, m, order, "Dice secret (its")
		for _, p := range []*player.Player{f.Boris, f.Olga} {
			check(p, m, "The order as it was sent: shown when the game is over", `"verb"`)
		}
	}
	all(asked)
	discordtest.Hold(f)
	done := discordtest.FightEnds(f)
	f.HasLabel(done, "Orders", true)
	all(done)
	f.Resign()
	f.AwaitPosted(f.Olga, "Dice secret")
	f.Say(f.Olga, "/game new module:drill")
	f.AwaitPosted(f.Olga, "Blue: open · Red: open")
	for _, p := range []*player.Player{f.Anna, f.Boris, f.Olga} {
		check(p, done, order, "hidden")
		check(p, done, "✓ recomputed just now: the same", "✗")
		check(p, done, "The Red player's word for the dice: `steppe`", "hidden")
	}
	discordtest.Equal(t, "an order has %d hashes", len(hashes), 1)
}

// What is told of a phase ends with the hash of the row that ended it, and so does what is told
// of the beginning and the end. It is the log's.
func TestDiceAudit_PostedHashes(t *testing.T) {
	f := discordtest.New(t)
	posted := regexp.MustCompile("\n-# Hash of the log: [|]{2}grognard [a-z0-9]{8} turn 1 ([0-9a-f]{64})[|]{2}$")
	head := func(m player.Message) string {
		t.Helper()
		found := posted.FindStringSubmatch(m.Content)
		if found == nil {
			t.Fatalf("no hash ends %q", m.Content)
		}
		return found[1]
	}
	heads := []string{head(f.Begin())}
	f.Say(f.Anna, "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	f.Say(f.Anna, "/end")
	heads = append(heads, head(f.AwaitPosted(f.Olga, "Blue combat")))
	for _, verb := range []string{"/dice audit", "/dice audit head:true"} {
		line := regexp.MustCompile("`grognard [a-z0-9]+ turn 1 " + heads[1] + "`")
		if m := f.Say(f.Olga, verb); !line.MatchString(m.Content) {
			t.Errorf("%s has no line with the last hash: %q", verb, m.Content)
		}
	}
	f.Resign()
	heads = append(heads, head(f.AwaitPosted(f.Olga, "Dice secret")))
	game := must.Get(f.Store.InChannel(f.Ctx, f.Channel))(t)
	var rows []string
	for row, err := range f.Store.Rows(f.Ctx, game.ID, 0) {
		must.Do(t, err)
		rows = append(rows, hex.EncodeToString(row.Hash[:]))
	}
	for i, seq := range []int{4, 6, 7} { // opened, two seats, begun; a stack, the end of the phase; resigned
		discordtest.Equal(t, "the hash of a row was posted as %s", heads[i], rows[seq-1])
	}
}

// /dice audit fits one message, says what holds of the game and what does not, and hides words
// as long as they are secret.
func TestDiceAudit_Words(t *testing.T) {
	f := discordtest.New(t)
	f.Has(f.Say(f.Olga, "/dice audit"), "How the dice work", "The operator cannot", "The operator could still")
	f.Say(f.Anna, "/game new module:drill side:blue")
	opened := f.AwaitPosted(f.Olga, "proof of fair dice")
	first := regexp.MustCompile("[|]{2}grognard [a-z0-9]{8} turn 1 ([0-9a-f]{64})[|]{2}").FindStringSubmatch(opened.Content)
	status := f.Tap(f.Olga, f.Say(f.Olga, "/game status"), "Module and dice").Content
	commitment := regexp.MustCompile("Dice commitment: [|]{2}[0-9a-f]{64}[|]{2}").FindString(status)
	if commitment == "" || first == nil || !strings.Contains(status, "First row of the log: ||"+first[1]) {
		t.Fatalf("no commitment or no hash of the first row is shown: %q, %q", opened.Content, status)
	}
	before := f.Says(f.Anna, "/dice audit", commitment, "0 rolls so far", "Blue: no word", " turn 1 "+first[1])
	f.TapAndWrite(f.Anna, before, "A word for the dice (optional)", "larch")
	f.Say(f.Boris, "/game join side:red word:steppe")
	f.Say(f.Boris, "/game start")
	f.AwaitPosted(f.Olga, "The game begins")
	now := f.Lacks(f.Says(f.Olga, "/dice audit", commitment, "Blue: word given · Red: word given",
		"Last posted hash of the log"), "steppe", "larch")
	if n := utf8.RuneCountInString(now.Content); n > 1900 {
		t.Errorf("%d characters: %s", n, now.Content)
	}
	discordtest.Contains(t, discordtest.File(f, f.Olga, now, "game-so-far.jsonl"), `"type":"export"`)
	f.Resign()
	f.AwaitPosted(f.Olga, "The Blue player's word for the dice: `larch`", "The Red player's word for the dice: `steppe`")
	f.Has(f.Say(f.Olga, "/dice audit"), "Dice secret", "The Blue player's word for the dice: `larch`")
}

// A game's dice are counted for everybody alike, in words, as a picture and one by one; a user's
// are those of his own orders, and his luck in a fight is the other's bad luck.
func TestDiceStats_OneFight(t *testing.T) {
	f, _ := discordtest.Attack(t)
	alone := func(m player.Message, name string) player.Message { // with one of its files
		for i := range m.Attachments {
			if m.Attachments[i].Filename == name {
				m.Attachments = m.Attachments[i : i+1]
				break
			}
		}
		return m
	}
	table := func(p *player.Player, m player.Message, name string) [][]string {
		t.Helper()
		rows, err := csv.NewReader(strings.NewReader(discordtest.File(f, p, alone(m, name), name))).ReadAll()
		must.Do(t, err)
		return rows
	}
	asked := f.Lacks(f.Says(f.Olga, "/dice stats", "**Dice of", "1 roll, 2 dice, 1 of the rolls with two dice.",
		"only what everybody was told",
		"With fewer than 100 rolls the dice are counted but not judged", "1 fight**",
		"Blue: own steps lost", "Red: own steps lost", "standard deviation"), "chi-square", "Fair dice")
	fights, rolls := table(f.Olga, asked, "fights.csv"), table(f.Olga, asked, "rolls.csv")
	if len(fights) != 2 || len(rolls) != 2 || fights[1][2] != "13.10" || fights[1][0] != "Drill" || fights[1][3] != "Blue" ||
		fights[1][4] != "Combat Results" || rolls[1][0] != "Drill" || rolls[1][2] != "Blue" || rolls[1][3] != "combat" {
		t.Errorf("listed are %v and %v", fights, rolls)
	}
	discordtest.Contains(t, f.Alt(f.Olga, alone(asked, "luck.png"), "luck.png"), "Faces, seen (expected): 1: ")
	discordtest.Equal(t, "Anna is told %s", f.Say(f.Anna, "/dice stats scope:game").Content, asked.Content)
	f.Says(f.Olga, "/dice stats player:@"+f.Anna.User().Username, "<@"+f.Anna.User().ID+"> in 1 game**: 1 roll, 2 dice")
	f.Has(f.Say(f.Anna, "/dice stats scope:player"), "<@"+f.Anna.User().ID+"> in 1 game**: 1 roll, 2 dice")
	f.Says(f.Olga, "/dice stats scope:game player:@"+f.Boris.User().Username, "There are no dice to count yet")
	f.Has(f.Say(f.Olga, "/dice stats scope:player"), "in 0 games**: 0 rolls")
	f.Has(f.Say(f.Olga, "/dice stats scope:all"), "**Dice of 1 game**: 1 roll", "Attackers: own steps lost")
	elsewhere := must.Get(f.Olga.Open(f.Ctx, "elsewhere"))(t)
	for p, listed := range map[*player.Player]bool{f.Olga: false, f.Anna: true} {
		m := discordtest.AskIn(f, p, elsewhere, "/dice stats player:@"+f.Anna.User().Username)
		discordtest.Equal(t, "it says what is not listed: %t", strings.Contains(m.Content, "is not listed"), !listed)
		discordtest.Equal(t, "from another channel fights are listed: %t", slices.ContainsFunc(m.Attachments, isFights), listed)
	}
	f.Say(f.Olga, "/dice stats public:True")
	f.AwaitPosted(f.Boris, "**Dice of", "1 fight**")
}

// isFights says whether a file is the list of fights.
func isFights(a player.Attachment) bool { return a.Filename == "fights.csv" }
