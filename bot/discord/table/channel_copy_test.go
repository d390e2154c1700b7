package table_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/verdict"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// asBot is a request to the table as an operator makes it with the bot's token.
func asBot(f *discordtest.Fixture, method, path, body string) []byte {
	f.T.Helper()
	req := must.Get(http.NewRequestWithContext(f.Ctx, method, f.URL+"/api/v9"+path, strings.NewReader(body)))(f.T)
	req.Header.Set("Authorization", "Bot "+localtable.BotToken)
	req.Header.Set("Content-Type", "application/json")
	answer := must.Get(http.DefaultClient.Do(req))(f.T)
	defer answer.Body.Close()
	raw := must.Get(io.ReadAll(answer.Body))(f.T)
	if answer.StatusCode >= 300 {
		f.T.Fatalf("%s %s: %s %s", method, path, answer.Status, raw)
	}
	return raw
}

// idOf is the identifier of the first of some messages.
func idOf(t *testing.T, messages []byte) string {
	t.Helper()
	var all []struct{ ID string }
	must.Do(t, json.Unmarshal(messages, &all))
	return all[0].ID
}

// The messages of a game's channel prove its export, whoever copies them; and an operator who waits for the round and then
// edits the message that named it is found.
func TestBeacon_CopyOfTheChannel(t *testing.T) {
	f, _, clock := withBeacon(t)
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	named := f.AwaitPosted(f.Olga, "needs dice")
	clock.Pass(10 * time.Second)
	pursue(f)
	f.AwaitPosted(f.Olga, "**13.10: ", " attacked")
	f.Resign()
	f.WaitDelivered()
	dir := t.TempDir()
	export := filepath.Join(dir, "game.jsonl")
	must.Do(t, os.WriteFile(export, must.Get(f.Referee.Looks.Export(f.Ctx, f.Channel))(t).Lines, 0o600))
	judged := func(status int, words ...string) {
		t.Helper()
		log := filepath.Join(dir, "channel.json")
		must.Do(t, os.WriteFile(log, asBot(f, "GET", "/channels/"+f.Channel+"/messages?limit=100", ""), 0o600))
		var out bytes.Buffer
		got, err := verdict.Of(&out, verdict.Question{Files: []string{export}, Log: log})
		if err != nil || got != status {
			t.Errorf("status %d, %v: %s", got, err, &out)
		}
		discordtest.Contains(t, out.String(), words...)
	}
	judged(verdict.Right, "right", "the copy of the channel has 1 message that names a round, each as the log has it and never"+
		" edited; 4 hashes of the log, proving rows 1 to 8")
	table := must.Get(f.Referee.Looks.Table(f.Ctx, f.Channel))(t)
	asBot(f, "POST", "/channels/"+f.Channel+"/messages", `{"content":"grognard `+string(table.Game)+" round 7 "+
		strings.Repeat("ab", 32)+`"}`)
	judged(verdict.Wrong, "WRONG", "names round 7 for order abababababab…, and the log does not")
	last := asBot(f, "GET", "/channels/"+f.Channel+"/messages?limit=1", "")
	asBot(f, "DELETE", "/channels/"+f.Channel+"/messages/"+idOf(t, last), "")
	asBot(f, "PATCH", "/channels/"+f.Channel+"/messages/"+named.ID,
		`{"content":"`+strings.ReplaceAll(strings.ReplaceAll(named.Content, "\n", `\n`), `"`, `\"`)+` "}`)
	judged(verdict.Wrong, "WRONG", "was edited at")
	asBot(f, "DELETE", "/channels/"+f.Channel+"/messages/"+named.ID, "")
	judged(verdict.Wrong, "WRONG", "it was deleted, or never there")
}

// What an owner has changed is named where a game is opened and looked up, and its look-ups show what is in force there,
// whatever the program ships.
func TestModule_ChangesAreNamed(t *testing.T) {
	files := map[string]string{"charts.yaml": "combat: {rows: {7: [A1, A1, A1, A1, A1, A1, A1, D5r6]}}\n",
		"units.yaml": "units: {b-1-inf: {name: Guards}, b-2-inf: {name: Old Guards}}\n"}
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.Modules = []modules.Folder{discordtest.Drill(t, files, `at: "7.10"`, `at: "6.10"`)}
	})
	f.Say(f.Anna, "/game new module:drill")
	f.AwaitPosted(f.Olga, "**changed by its owner: 1 table, 2 units, 1 entry of the set-up**", "proof of fair dice")
	status := f.Says(f.Olga, "/game status", "changed by its owner: 1 table, 2 units, 1 entry of the set-up")
	list := f.Has(f.Tap(f.Olga, status, "Module and dice"), "shown when the game is over", "`charts.yaml: combat.rows.7`",
		"→ `[A1, A1, A1, A1, A1, A1, A1, D5r6]`", "`units.yaml: units.b-2-inf.name`: `2 Infantry` → `Old Guards`")
	f.Lacks(list, "6.10") // where a unit begins that lies under another is its side's alone
	f.Reads(f.Ask(f.Olga, "/crt odds:6:1 roll:7"), "D5r6", "changed by its owner")
	f.Reads(f.Ask(f.Olga, "/rule find:8.0"), "changed by its owner", "show the figures as shipped")
	f.Reads(f.Tap(f.Olga, f.Ask(f.Olga, "/rule find:7.4"), "Combat Results"), "Combat Results · 2d6 (7.4)")
	f.Reads(f.Ask(f.Olga, "/odds attack:6 defence:1"), "D5r6", "changed by its owner")
	f.Reads(f.Ask(f.Olga, "/terrain kind:swamp"), "changed by its owner")
}
