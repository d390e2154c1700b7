package roles_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
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
	low := must.Get(anna.Role(t.Context(), localtable.GuildID, "Veteran", false))(t) // below the bot's own
	high := must.Get(anna.Role(t.Context(), localtable.GuildID, "Admiral", true))(t) // above the bot's own
	other := must.Get(anna.AddGuild(t.Context(), "East Front League"))(t)
	must.Get(anna.Role(t.Context(), other, "Captain", false))(t)
	member := "/guilds/" + localtable.GuildID + "/members/" + anna.User().ID
	has := func(want ...any) {
		t.Helper()
		if got := bot.Must(200, "GET", member, nil)["roles"]; fmt.Sprint(got) != fmt.Sprint(any(want)) {
			t.Errorf("she has %v, want %v", got, want)
		}
	}
	mighty := must.Get(anna.MightyRole(t.Context(), localtable.GuildID, "Umpire", 1<<13))(t) // ManageMessages
	type listed struct {
		ID, Permissions string
		Position        int
	}
	want := []listed{{low, "0", 1}, {high, "0", 2}, {mighty, "8192", 3}}
	r := must.Get(http.NewRequest("GET", bot.Base+"/api/v9/guilds/"+localtable.GuildID+"/roles", nil))(t)
	r.Header.Set("Authorization", "Bot "+localtable.BotToken)
	answer := must.Get(http.DefaultClient.Do(r))(t)
	defer answer.Body.Close()
	var list []listed
	must.Do(t, json.NewDecoder(answer.Body).Decode(&list))
	if len(list) != 4 || list[0].ID != localtable.GuildID || !slices.Equal(list[1:], want) {
		t.Errorf("the roles are %v, want %v", list, want)
	}
	bot.Refused(10004, "GET", "/guilds/1/roles", nil)
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
	if told := bot.Await("GUILD_CREATE")["roles"].([]any); len(told) != 2 { // of the other server: @everyone, Captain
		t.Errorf("the bot is told of %v", told)
	}
	has(low)
	for range 2 {
		call("DELETE", low)
	}
	has()
}
