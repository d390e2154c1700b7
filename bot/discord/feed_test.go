package discord_test

import (
	"net/http"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// opened are other channels of the server.
func (h *house) opened(names ...string) (ids []string) {
	h.t.Helper()
	for _, name := range names {
		id, err := h.anna.Open(h.ctx, name)
		if err != nil {
			h.t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// posts are what stands in a channel, as an onlooker sees it.
func (h *house) posts(channel string) []player.Message {
	h.t.Helper()
	list, err := h.olga.Messages(h.ctx, channel)
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// A feed is told the phases with the map, calls nobody and has nothing to press; the game goes on as
// it does without it.
func TestAFeed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	list := h.opened("gazette", "second")
	gazette, second := list[0], list[1]
	h.refused(h.anna, "/game feed", "There is no game in this channel")
	h.say(h.anna, "/game new module:drill side:blue")
	h.place.Deny(h.channel, h.olga.User().ID, wire.ManageGuild)
	h.refused(h.olga, "/game feed channel:<#"+gazette+">",
		"Only the players of this game and the managers of this server")
	h.refused(h.anna, "/game feed channel:<#"+h.channel+">", "played in that channel")
	h.refused(h.anna, "/game feed off:True", "does not follow the game")
	if m := h.say(h.anna, "/game feed"); !strings.Contains(m.Content, "No other channel follows this game") {
		t.Errorf("without feeds: %q", m.Content)
	}
	h.say(h.anna, "/game feed channel:<#"+gazette+">")
	told := h.await(h.boris, inChannel(h.channel, "lets spectators follow this game in <#"+gazette+">"))
	if len(pinged(told)) > 0 {
		t.Errorf("%q calls somebody", told.Content)
	}
	first := h.await(h.olga, inChannel(gazette, "From now on this channel follows it", "<#"+h.channel+">"))
	h.picture(h.olga, first)
	h.refused(h.anna, "/game feed channel:<#"+gazette+">", "already follows the game")
	h.say(h.boris, "/game join side:red")
	h.say(h.boris, "/game start")
	h.await(h.olga, inChannel(gazette, "The game begins"))
	h.place.Deny(h.channel, h.olga.User().ID, 0)
	h.say(h.olga, "/game feed channel:<#"+second+">") // she manages the server
	h.await(h.olga, inChannel(second, "From now on this channel follows it"))
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.say(h.anna, "/end")
	h.close()
	h.open()
	h.await(h.olga, inChannel(second, "Blue combat", "<#"+h.channel+">"))
	h.await(h.olga, inChannel(gazette, "Blue combat"))
	h.say(h.anna, "/game undo")
	h.await(h.olga, inChannel(gazette, "The end of the phase is taken back"))
	h.say(h.anna, "/game feed channel:<#"+second+"> off:True")
	h.await(h.boris, inChannel(h.channel, "has stopped the reports of this game in <#"+second+">"))
	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(gazette, "Blue combat"))
	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(gazette, "Blue exploitation"))
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	h.await(h.olga, inChannel(gazette, "resigns"))
	h.refused(h.anna, "/game feed channel:<#"+second+">", "The game is over")
	for channel, want := range map[string]int{gazette: 7, second: 3} {
		list := h.posts(channel)
		if len(list) != want {
			t.Errorf("%d posts in <#%s>, want %d", len(list), channel, want)
		}
		for _, m := range list {
			if len(pinged(m)) > 0 || len(m.Components) > 0 || len(m.Attachments) != 1 {
				t.Errorf("%q calls %v, has %d rows of buttons and %d files", m.Content, pinged(m), len(m.Components),
					len(m.Attachments))
			}
			for _, secret := range []string{"Motorised", "For your eyes"} {
				if strings.Contains(m.Content, secret) {
					t.Errorf("%q tells %q", m.Content, secret)
				}
			}
		}
	}
	h.nothingOwed()
}

// Before a feed is added it is said what is missing, and nothing is added.
func TestPermissionsOfAFeed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	there := h.opened("closed")[0]
	add := "/game feed channel:<#" + there + ">"
	h.place.Deny(there, h.anna.User().ID, wire.SendMessages)
	h.refused(h.anna, add, "You lack the permission **Send Messages**")
	h.place.Deny(there, h.anna.User().ID, 0)
	for _, taken := range []uint64{wire.ViewChannel, wire.SendMessages, wire.AttachFiles} {
		h.place.Deny(there, localtable.ApplicationID, taken)
		h.refused(h.anna, add, "I can't post in <#"+there+">")
	}
	if m := h.say(h.anna, "/game feed"); !strings.Contains(m.Content, "No other channel follows this game") {
		t.Errorf("a feed was added: %q", m.Content)
	}
	h.place.Deny(there, localtable.ApplicationID, 0)
	for _, channel := range append(h.opened("b", "c", "d", "e"), there) {
		h.say(h.anna, "/game feed channel:<#"+channel+">")
	}
	h.refused(h.anna, "/game feed channel:<#"+h.opened("f")[0]+">", "Five other channels")
	h.say(h.boris, "/game feed off:True")
	h.refused(h.boris, "/game feed off:True", "does not follow the game")
}

// A feed that is gone, or in which the bot may not write any more, is dropped with one line where the
// game is played, which goes on; one that fails for now holds nothing up and comes later, once.
func TestAFeedThatFails(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	list := h.opened("gone", "closed", "slow")
	gone, closed, slow := list[0], list[1], list[2]
	for _, channel := range list {
		h.say(h.anna, "/game feed channel:<#"+channel+">")
	}
	if err := h.place.DeleteChannel(gone); err != nil {
		t.Fatal(err)
	}
	h.place.Deny(closed, localtable.ApplicationID, wire.SendMessages)
	h.setFault(func(x localtable.Exchange) localtable.Fault {
		if sends(x) && strings.Contains(x.Path, slow) {
			return localtable.Fault{Status: http.StatusServiceUnavailable, Done: true}
		}
		return localtable.Fault{}
	})
	h.say(h.anna, "/end")
	h.await(h.boris, inChannel(h.channel, "Blue combat"))
	for _, channel := range []string{gone, closed} {
		h.await(h.boris, inChannel(h.channel, "no longer reported in <#"+channel+">"))
	}
	h.say(h.anna, "/end")
	h.await(h.boris, inChannel(h.channel, "Blue exploitation"))
	h.close()
	h.setFault(nil)
	h.open()
	h.await(h.olga, inChannel(slow, "Blue exploitation"))
	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(slow, "Red movement"))
	if n := len(h.posts(slow)); n != 4 {
		t.Errorf("%d posts in the slow channel, want 4", n)
	}
	lost := 0
	for _, m := range h.posts(h.channel) {
		if strings.Contains(m.Content, "This game is no longer reported in") {
			lost++
		}
	}
	if lost != 2 {
		t.Errorf("%d lines tell of feeds that are dropped, want 2", lost)
	}
	h.nothingOwed()
}
