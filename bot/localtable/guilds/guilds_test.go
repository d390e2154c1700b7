package guilds_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/bare"
	"grognard/bot/localtable/guilds"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

type (
	object = map[string]any
	list   = []any
)

func lay(t *testing.T, opt localtable.Options) (*bare.Bot, organiser.Organiser) {
	t.Helper()
	bot := bare.Lay(t, opt)
	return bot, sit(t, bot)
}

func sit(t *testing.T, bot *bare.Bot) organiser.Organiser {
	t.Helper()
	p := must.Get(player.Sit(t.Context(), bot.Base, "Anna"))(t)
	t.Cleanup(p.Leave)
	return organiser.Of(p)
}

// A server is added while the table runs: the bot is invited, told of its channels, and plays there as in the first.
// After its removal the bot can do nothing there; invited anew it finds what was there.
func TestServers_AddedRemovedAndInvitedAnew(t *testing.T) {
	t.Parallel()
	bot, anna := lay(t, localtable.Options{})
	ctx := t.Context()
	bot.Must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands",
		list{object{"name": "look", "description": "Look"}})
	guild := must.Get(anna.AddGuild(ctx, "East Front League"))(t)
	got := bot.Await("GUILD_CREATE")
	channel := got["channels"].(list)[0].(object)["id"].(string)
	if got["id"] != guild || got["name"] != "East Front League" || len(got["channels"].(list)) != 1 ||
		got["system_channel_id"] != channel {
		t.Errorf("told of %v", got)
	}
	first := got["joined_at"]
	i := bot.Do(func() error { _, err := anna.Say(ctx, channel, "/look"); return err },
		object{"type": 4, "data": object{"content": "seen"}})
	if i["guild_id"] != guild || fmt.Sprint(i["authorizing_integration_owners"]) != "map[0:"+guild+"]" {
		t.Errorf("the interaction is of %v, %v", i["guild_id"], i["authorizing_integration_owners"])
	}
	thread := bot.Must(201, "POST", "/channels/"+channel+"/threads", object{"name": "Smolensk", "type": 11})["id"].(string)
	must.Do(t, anna.Remove(ctx, guild))
	if got := bot.Await("GUILD_DELETE"); got["id"] != guild || got["unavailable"] != nil {
		t.Errorf("told of %v", got)
	}
	bot.Refused(50001, "POST", "/channels/"+channel+"/messages", object{"content": "x"})
	bot.Refused(50001, "GET", "/guilds/"+guild+"/threads/active", nil)
	bot.Refused(10004, "PUT", "/applications/"+localtable.ApplicationID+"/guilds/"+guild+"/commands", list{})
	if _, err := anna.Say(ctx, channel, "/look"); err == nil {
		t.Error("a command of a bot that was removed is offered")
	}
	must.Get(anna.Say(ctx, thread, "we go on without"))(t)
	must.Do(t, anna.Invite(ctx, guild))
	got = bot.Await("GUILD_CREATE")
	if threads := got["threads"].(list); len(threads) != 1 || threads[0].(object)["id"] != thread ||
		got["joined_at"] == first {
		t.Errorf("invited anew the bot is told of %v", got)
	}
	bot.Must(200, "POST", "/channels/"+thread+"/messages", object{"content": "back"})
}

// The file keeps the servers, and of each whether the bot is in it.
func TestServers_AfterARestart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	bot, anna := lay(t, localtable.Options{File: file})
	stays := must.Get(anna.AddGuild(t.Context(), "Stays"))(t)
	gone := must.Get(anna.AddGuild(t.Context(), "Gone"))(t)
	must.Do(t, anna.Remove(t.Context(), gone))
	must.Do(t, bot.Table.Close())
	bot = bare.Lay(t, localtable.Options{File: file})
	if got := bot.Await("GUILD_CREATE"); got["id"] != stays {
		t.Errorf("after the first server came %v", got)
	}
	bot.Refused(50001, "GET", "/guilds/"+gone+"/threads/active", nil)
}

// What is taken from the bot in a whole server is missing in all its channels, and nowhere else; the bot is told of each
// change, as it is when a permission is taken in one channel.
func TestDeny_ServerAndChannel(t *testing.T) {
	t.Parallel()
	bot, anna := lay(t, localtable.Options{})
	ctx := t.Context()
	first := must.Get(anna.Channel("autumn-for-barbarossa"))(t)
	second := must.Get(anna.OpenChannel(ctx, localtable.GuildID, "text", "another"))(t)
	write := func(channel string) int {
		status, _ := bot.Call("POST", "/channels/"+channel+"/messages", object{"content": "x"})
		return status
	}
	must.Do(t, anna.WithholdInGuild(ctx, localtable.GuildID, "send", "pin"))
	if role := bot.Await("GUILD_ROLE_UPDATE")["role"].(object); role["id"] != localtable.GuildID ||
		role["permissions"] != fmt.Sprint(uint64(1<<53-1)&^(wire.SendMessages|wire.PinMessages|wire.Administrator)) {
		t.Errorf("the role is %v", role)
	}
	if got := []int{write(first), write(second)}; got[0] != 403 || got[1] != 403 {
		t.Errorf("in the whole server: %v", got)
	}
	must.Do(t, anna.WithholdInGuild(ctx, localtable.GuildID))
	must.Do(t, anna.Withhold(ctx, first, "send"))
	over := bot.Await("CHANNEL_UPDATE")["permission_overwrites"].(list)
	if len(over) != 1 || over[0].(object)["deny"] != fmt.Sprint(wire.SendMessages) {
		t.Errorf("the channel has %v", over)
	}
	if got := []int{write(first), write(second)}; got[0] != 403 || got[1] != 200 {
		t.Errorf("in one channel: %v", got)
	}
	must.Do(t, anna.Withhold(ctx, first))
	if over := bot.Await("CHANNEL_UPDATE")["permission_overwrites"].(list); len(over) != 0 || write(first) != 200 {
		t.Errorf("given back the channel has %v", over)
	}
	thread := bot.Must(201, "POST", "/channels/"+second+"/threads", object{"name": "Smolensk", "type": 11})["id"]
	must.Do(t, anna.WithholdInGuild(ctx, localtable.GuildID, "view"))
	for range 2 { // once for each channel
		if c := bot.Await("CHANNEL_UPDATE"); c["name"] != "___hidden___" || c["flags"] != float64(1<<17) {
			t.Errorf("of a channel that it may not view the bot is told %v", c)
		}
	}
	must.Do(t, anna.WithholdInGuild(ctx, localtable.GuildID))
	for _, name := range []string{"autumn-for-barbarossa", "another"} {
		if c := bot.Await("CHANNEL_UPDATE"); c["name"] != name {
			t.Errorf("of a channel that it sees again it is told %v", c)
		}
		if sync := bot.Await("THREAD_LIST_SYNC"); name == "another" && sync["threads"].(list)[0].(object)["id"] != thread {
			t.Errorf("of its threads it is told %v", sync)
		}
	}
	must.Do(t, bot.Table.Change(func(a *announce.Announcer) error { guilds.Out(a, localtable.GuildID); return nil }))
	if got := bot.Await("GUILD_DELETE"); got["unavailable"] != true {
		t.Errorf("told of %v", got)
	}
}

// The bot can look members up. A user who may see nothing of a server has left it.
func TestMembers_LookedUp(t *testing.T) {
	t.Parallel()
	bot, anna := lay(t, localtable.Options{})
	id := anna.User().ID
	of := func(guild, user string) string { return "/guilds/" + guild + "/members/" + user }
	m := bot.Must(200, "GET", of(localtable.GuildID, id), nil)
	if u := m["user"].(object); u["id"] != id || u["username"] != anna.User().Username || m["nick"] != nil {
		t.Errorf("the member is %v", m)
	}
	bot.Refused(10004, "GET", of("1", id), nil)
	bot.Refused(10013, "GET", of(localtable.GuildID, "1"), nil)
	bot.Table.Deny(localtable.GuildID, id, wire.ViewChannel)
	bot.Refused(10007, "GET", of(localtable.GuildID, id), nil)
}
