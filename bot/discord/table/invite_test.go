package table_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// Who is invited is called once, by a message that says nothing of what he would command. Nobody else answers
// for him, and by his answer he plays, or does not.
func TestInvitedByMessage(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	carla := f.Carla()
	f.Begin()
	f.Refused(carla, "/seat answer answer:take", "no invitation is waiting for your answer")
	done := f.Say(f.Anna, "/seat team-add user:Carla formation:b-1-arm")
	f.Reads(done, discordtest.Mention(carla)+" has been invited", "1 Armour (invited, no answer yet)")
	asked := f.AwaitPosted(f.Boris, "invites you to play the Blue side")
	if got := pinged(asked); len(got) != 1 || got[0] != carla.User().ID || strings.Contains(asked.Content, "Armour") {
		t.Errorf("the invitation calls %v: %q", got, asked.Content)
	}
	f.Reads(f.Say(f.Boris, "/game status"), "(invited: "+discordtest.Mention(carla)+")")
	f.Refused(carla, "/seat team", "You don't play")
	for _, p := range []*player.Player{f.Olga, f.Boris, f.Anna} {
		f.Reads(f.Tap(p, asked, "Accept"), "That invitation is for "+discordtest.Mention(carla))
	}
	f.Reads(f.Tap(f.Boris, asked, "Decline"), "That invitation is for "+discordtest.Mention(carla))
	f.Say(f.Anna, "/seat team-add user:Carla formation:b-1-cav") // which nobody is told
	f.Restart()
	f.Reads(f.Say(f.Anna, "/seat team"), "1 Armour, 1 Cavalry (invited, no answer yet)")
	f.Reads(f.Tap(carla, asked, "Accept"), "You now play the Blue side", "1 Motorised")
	f.Refused(carla, "/seat answer answer:take", "no invitation is waiting for your answer")
	told := f.AwaitDM(carla, "You now play the Blue side")
	f.Lacks(told, "no longer take effect")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" now plays the Blue side with")
	n := 0
	for _, m := range f.Posted(f.Olga) {
		n += strings.Count(m.Content, "invites you")
	}
	if n != 1 {
		t.Errorf("she is invited by %d messages", n)
	}
	f.Reads(f.Tap(f.Anna, done, "Withdraw the invitation"), "no longer stands")
	f.Reads(f.Say(f.Anna, "/seat team"), "1 Armour, 1 Cavalry")
}

// A deputy is invited, and declines or is no longer invited: by buttons and by words.
func TestInvitedDeputy(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	carla := f.Carla()
	f.Begin()
	withdraw := f.Say(f.Anna, "/seat deputy user:Carla")
	f.Reads(withdraw, discordtest.Mention(carla)+" has been invited", "they see nothing of your side")
	f.Refused(f.Anna, "/seat deputy user:Carla", "already invited that user")
	f.Tap(carla, f.AwaitPosted(carla, "invites you to be their deputy"), "Decline")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" has declined the invitation")
	f.Reads(f.Tap(f.Anna, withdraw, "Withdraw the invitation"), "no longer stands")
	f.Say(f.Anna, "/seat deputy user:Carla")
	f.Reads(f.Tap(f.Anna, f.Say(f.Anna, "/seat deputy"), "Withdraw the invitation"),
		discordtest.Mention(carla)+" is no longer invited")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" is no longer invited to play the Blue side")
	f.Say(f.Anna, "/seat deputy user:Carla")
	f.Reads(f.Say(f.Anna, "/seat deputy off:true"), "no longer invited")
	f.Refused(carla, "/seat answer answer:take", "no invitation is waiting for your answer")
	f.Say(f.Anna, "/seat team-add user:Carla formation:b-1-arm")
	f.Reads(f.Say(f.Anna, "/seat team-remove user:Carla"), "no longer invited")
	f.Say(f.Anna, "/seat deputy user:Carla")
	f.Reads(f.Tap(carla, f.Say(carla, "/privacy"), "Delete my data"), "You decline 1 invitation")
	f.Say(f.Boris, "/seat hand-over user:Carla")
	f.Reads(f.Say(carla, "/seat answer answer:decline"), "declined the seat", discordtest.Mention(f.Anna)+" has also invited you")
	f.Reads(f.Say(carla, "/seat answer answer:decline"), "Declined.")
	f.Refused(f.Boris, "/seat team-add user:Carla formation:r-1-arm", "has been invited") // she is as free as before
}
