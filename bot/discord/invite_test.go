package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// mentioned is a user as messages call him.
func mentioned(p *player.Player) string { return "<@" + p.User().ID + ">" }

// Who is invited is called once, by a message that says nothing of what he would command. Nobody else answers
// for him, and by his answer he plays, or does not.
func TestInvitedByMessage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	h.begin()
	h.refused(carla, "/seat answer answer:take", "no invitation is waiting for your answer")
	done := h.say(h.anna, "/seat team-add user:Carla formation:b-1-arm")
	h.reads(done, mentioned(carla)+" has been invited", "1 Armour (invited, no answer yet)")
	asked := h.await(h.boris, inChannel(h.channel, "invites you to play the Blue side"))
	if got := pinged(asked); len(got) != 1 || got[0] != carla.User().ID || strings.Contains(asked.Content, "Armour") {
		t.Errorf("the invitation calls %v: %q", got, asked.Content)
	}
	h.reads(h.say(h.boris, "/game status"), "(invited: "+mentioned(carla)+")")
	h.refused(carla, "/seat team", "You don't play")
	for _, p := range []*player.Player{h.olga, h.boris, h.anna} {
		h.reads(h.tap(p, asked, "Accept"), "That invitation is for "+mentioned(carla))
	}
	h.reads(h.tap(h.boris, asked, "Decline"), "That invitation is for "+mentioned(carla))
	h.say(h.anna, "/seat team-add user:Carla formation:b-1-cav") // which nobody is told
	h.close()
	h.open()
	h.reads(h.say(h.anna, "/seat team"), "1 Armour, 1 Cavalry (invited, no answer yet)")
	h.reads(h.tap(carla, asked, "Accept"), "You now play the Blue side", "1 Motorised")
	h.refused(carla, "/seat answer answer:take", "no invitation is waiting for your answer")
	told := h.await(carla, inChannel(h.direct(carla), "You now play the Blue side"))
	if strings.Contains(told.Content, "no longer take effect") {
		t.Errorf("beside Anna, whose plans go on, she reads: %s", told.Content)
	}
	h.await(h.boris, inChannel(h.channel, mentioned(carla)+" now plays the Blue side with"))
	n := 0
	for _, m := range h.shown(h.olga) {
		n += strings.Count(m.Content, "invites you")
	}
	if n != 1 {
		t.Errorf("she is invited by %d messages", n)
	}
	h.reads(h.tap(h.anna, done, "Withdraw the invitation"), "no longer stands")
	h.reads(h.say(h.anna, "/seat team"), "1 Armour, 1 Cavalry")
}

// A deputy is invited, and declines or is no longer invited: by buttons and by words.
func TestInvitedDeputy(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	h.begin()
	withdraw := h.say(h.anna, "/seat deputy user:Carla")
	h.reads(withdraw, mentioned(carla)+" has been invited", "they see nothing of your side")
	h.refused(h.anna, "/seat deputy user:Carla", "already invited that user")
	h.tap(carla, h.await(carla, inChannel(h.channel, "invites you to be their deputy")), "Decline")
	h.await(h.boris, inChannel(h.channel, mentioned(carla)+" has declined the invitation"))
	h.reads(h.tap(h.anna, withdraw, "Withdraw the invitation"), "no longer stands")
	h.say(h.anna, "/seat deputy user:Carla")
	h.reads(h.tap(h.anna, h.say(h.anna, "/seat deputy"), "Withdraw the invitation"),
		mentioned(carla)+" is no longer invited")
	h.await(h.boris, inChannel(h.channel, mentioned(carla)+" is no longer invited to play the Blue side"))
	h.say(h.anna, "/seat deputy user:Carla")
	h.reads(h.say(h.anna, "/seat deputy off:true"), "no longer invited")
	h.refused(carla, "/seat answer answer:take", "no invitation is waiting for your answer")
	h.say(h.anna, "/seat team-add user:Carla formation:b-1-arm")
	h.reads(h.say(h.anna, "/seat team-remove user:Carla"), "no longer invited")
	h.say(h.anna, "/seat deputy user:Carla")
	h.reads(h.tap(carla, h.say(carla, "/privacy"), "Delete my data"), "You decline 1 invitation")
	h.say(h.boris, "/seat hand-over user:Carla")
	h.reads(h.say(carla, "/seat answer answer:decline"), "declined the seat", mentioned(h.anna)+" has also invited you")
	h.reads(h.say(carla, "/seat answer answer:decline"), "Declined.")
	h.refused(h.boris, "/seat team-add user:Carla formation:r-1-arm", "has been invited") // she is as free as before
}
