package roles_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/bare"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// The bot gives and takes a role, each as often as it likes; what Discord would refuse is refused. Roles and who has
// them are kept in the file.
func TestRoles_GivenAndTaken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.jsonl")
	bot := bare.Lay(t, localtable.Options{File: file})
	p := must.Get(player.Sit(t.Context(), bot.Base, "Anna"))(t)
	t.Cleanup(p.Leave)
	anna := organiser.Of(p)
	low := must.Get(anna.Role(t.Context(), localtable.GuildID, "Veteran", false))(t)
	high := must.Get(anna.Role(t.Context(), localtable.GuildID, "Admiral", true))(t)
	other := must.Get(anna.AddGuild(t.Context(), "East Front League"))(t)
	must.Get(anna.Role(t.Context(), other, "Captain", false))(t)
	member := "/guilds/" + localtable.GuildID + "/members/" + anna.User().ID
	has := func(want ...any) {
		t.Helper()
		if got := bot.Must(200, "GET", member, nil)["roles"]; fmt.Sprint(got) != fmt.Sprint(any(want)) {
			t.Errorf("she has %v, want %v", got, want)
		}
	}
	call := func(method, role string) {
		t.Helper()
		if status, _ := bot.Call(method, member+"/roles/"+role, nil); status != 204 {
			t.Errorf("%s: %d", method, status)
		}
	}
	has()
	for range 2 {
		call("PUT", low)
	}
	has(low)
	bot.Refused(50013, "PUT", member+"/roles/"+high, nil)
	bot.Refused(10011, "PUT", member+"/roles/1", nil)
	bot.Refused(10007, "PUT", "/guilds/"+localtable.GuildID+"/members/1/roles/"+low, nil)
	bot.Refused(10004, "PUT", "/guilds/1/members/"+anna.User().ID+"/roles/"+low, nil)
	must.Do(t, anna.WithholdInGuild(t.Context(), localtable.GuildID, "manage-roles"))
	bot.Refused(50013, "DELETE", member+"/roles/"+low, nil)
	must.Do(t, anna.WithholdInGuild(t.Context(), localtable.GuildID))
	must.Do(t, bot.Table.Close())
	bot = bare.Lay(t, localtable.Options{File: file})
	if told := bot.Await("GUILD_CREATE")["roles"].([]any); len(told) != 2 {
		t.Errorf("the bot is told of %v", told)
	}
	has(low)
	for range 2 {
		call("DELETE", low)
	}
	has()
}
