package table_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// A deputy is told what his side is told, by messages of his own, gives its orders, and neither ends the
// game nor gives the seat away. When he is dismissed his buttons refuse.
func TestSeat_Deputy(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Carla(f)
	f.Refused(f.Anna, "/seat deputy", "There is no game in this channel")
	f.Begin()
	f.Refused(f.Olga, "/seat deputy user:Carla", "You don't play")
	f.Refused(f.Anna, "/seat deputy user:"+localtable.ApplicationID, "is a bot")
	f.Refused(f.Anna, "/seat deputy user:Boris", "already plays a side of this game")
	f.Refused(f.Anna, "/seat deputy user:Anna", "already has that seat")
	f.Refused(f.Anna, "/seat deputy off:true", "You have no deputy")
	f.Refused(f.Anna, "/seat deputy", "You have no deputy")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/seat deputy user:Carla")
	f.Say(carla, "/seat answer answer:take")
	done := f.Say(f.Anna, "/seat deputy")
	f.AwaitPosted(f.Boris, "<@"+carla.User().ID+"> is now <@"+f.Anna.User().ID+">'s deputy", "Blue")
	mine := f.AwaitDM(carla, "You are now", "What happened last", "8.08", "1 Motorised 4-5-8")
	f.Picture(carla, mine)
	f.Says(f.Boris, "/game status", "(deputy <@"+carla.User().ID+">)")
	f.Refused(f.Boris, "/seat deputy user:Carla", "already plays a side of this game")
	for _, order := range []string{"/game resign", "/game draw", "/seat hand-over user:Olga",
		"/seat deputy user:Olga"} {
		f.Refused(carla, order, "Only the player who has your side's seat")
	}
	f.Says(f.Olga, "/due", "<@"+f.Anna.User().ID+">, <@"+carla.User().ID+">, it is your move")
	f.Tap(carla, mine, "My side")
	old := f.Say(carla, "/due")
	f.Say(carla, "/end")
	f.AwaitDM(carla, "For your eyes only, Blue")
	f.AwaitDM(f.Anna, "Blue combat")
	f.Tap(f.Anna, done, "Dismiss the deputy")
	f.AwaitPosted(f.Boris, "<@"+carla.User().ID+"> no longer plays the Blue side")
	for _, m := range []player.Message{old, mine} {
		for _, label := range []string{"Orders", "My side"} {
			if _, has := discordtest.Labelled(m, label); !has {
				continue
			}
			f.Has(f.Tap(carla, m, label), "You don't play")
		}
	}
	f.Lacks(f.Say(carla, "/stack show hex:8.08"), "Motorised")
	f.Refused(f.Boris, "/seat deputy user:Carla", "has played the other side")
}

// A seat is taken by a button, and its new player reads what he needs; nobody else can press it.
func TestSeat_HandedOver(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Carla(f)
	page := f.Say(f.Anna, "/due")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/note text:mine alone")
	f.Refused(f.Anna, "/seat answer answer:take", "Nobody is offering you a seat here")
	f.Refused(f.Anna, "/seat hand-over user:Boris", "already plays a side of this game")
	f.Refused(f.Anna, "/seat hand-over off:true", "No seat is offered")
	f.Say(f.Anna, "/seat hand-over user:Carla")
	offer := f.AwaitPosted(f.Boris, "offers you the Blue seat")
	f.Calls(offer, carla)
	for _, p := range []*player.Player{f.Olga, f.Boris} {
		f.Has(f.Tap(p, offer, "Take the seat"), "No seat is offered to you here")
	}
	f.Tap(carla, offer, "Decline")
	f.AwaitPosted(f.Anna, "has declined the Blue seat")
	f.Refused(carla, "/seat answer answer:take", "Nobody is offering you a seat here")
	standing := f.Say(f.Anna, "/seat hand-over user:Carla")
	f.Tap(f.Anna, standing, "Withdraw the offer")
	f.AwaitPosted(f.Boris, "Blue seat is no longer on offer")
	f.Say(f.Anna, "/seat hand-over user:Carla")
	f.Restart()
	f.Lacks(f.Says(carla, "/seat answer answer:take", "You now play the Blue side", "it is your move: Blue movement",
		"What happened last",
		"moved from 5.09 to 8.08", "standing answers and plans stay theirs", "1 Motorised 4-5-8"), "mine alone")
	told := f.AwaitPosted(f.Boris, "The Blue seat changes hands", "<@"+f.Anna.User().ID+"> has handed it over")
	f.Calls(told, carla, f.Boris)
	f.AwaitDM(carla, "You now play the Blue side")
	f.Has(f.Tap(f.Anna, page, "Orders"), "You don't play")
	f.Refused(carla, "/game undo", "no undo goes past that")
	f.Say(carla, "/end")
	f.Refused(f.Boris, "/game log", "The Blue seat changes hands")
	f.Refused(f.Boris, "/seat hand-over user:Anna", "has played the other side")
}

// Who waits for a seat is asked when a player looks for a substitute, and when nobody is left whoever
// presses can take it.
func TestSeat_Substitute(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Carla(f)
	empty := f.Says(carla, "/seat waiting", "Nobody is waiting for a seat in this server.")
	f.Refused(carla, "/seat waiting on:true module:chess", "no such game")
	f.Refused(carla, "/seat waiting on:true side:blue", "Name the game too")
	f.Refused(carla, "/seat waiting on:true module:drill side:green", "no such side")
	f.Says(carla, "/seat waiting on:true module:drill side:blue", "Drill, Blue")
	f.Has(f.Tap(carla, f.Say(carla, "/seat waiting"), "Stop waiting"), "Nobody is waiting")
	f.Has(f.Tap(carla, empty, "Wait for any seat"), "any game")
	f.Say(carla, "/settings daily:08:00")
	f.Reads(f.Say(carla, "/privacy"), "when you are told of your games", "you are waiting for a seat in 1 server")
	f.Tap(f.Anna, f.Say(f.Anna, "/seat hand-over"), "Find a substitute")
	offer := f.AwaitPosted(carla, discordtest.Mention(carla), "offers you the Blue seat")
	f.Tap(carla, offer, "Decline")
	open := f.AwaitPosted(f.Olga, "free for anybody to take")
	f.Has(f.Tap(f.Boris, open, "Take the seat"), "already plays a side of this game")
	f.Has(f.Tap(f.Olga, open, "Take the seat"), "You now play")
	f.Say(f.Olga, "/end")
}

// A team's players have units of their own to order, by words and by taps; all else is refused in a line
// that says whose it is.
func TestSeat_Team(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Carla(f)
	f.Refused(f.Anna, "/seat team-add user:Carla formation:r-1-arm", "no formation or unit “r-1-arm”")
	f.Refused(f.Anna, "/seat team-add user:Boris formation:b-1-arm", "already plays a side of this game")
	f.Refused(f.Olga, "/seat team", "You don't play")
	list, err := f.Anna.Complete(f.Ctx, f.Channel, "/seat team-add user:Carla formation:b-1-arm, 1 mot")
	if err != nil || len(list) == 0 || list[0].Value != "b-1-arm, b-1-mot" {
		t.Errorf("to choose from: %v, %v", list, err)
	}
	f.Reads(f.Say(f.Anna, "/seat team-add user:Carla formation:b-1-arm, b-1-cav"), "1. <@"+carla.User().ID+">: ",
		"1 Armour", "1 Cavalry", "no answer yet")
	f.Say(carla, "/seat answer answer:take")
	f.Lacks(f.AwaitPosted(f.Boris, "<@"+carla.User().ID+"> now plays the Blue side with"), "Armour")
	f.AwaitDM(carla, "You now play the Blue side")
	f.Refused(carla, "/move units:b-1-mot to:8.08", "<@"+f.Anna.User().ID+"> commands 1 Motorised")
	f.Refused(carla, "/end", "Only <@"+f.Anna.User().ID+">, who commands your side, can order that")
	orders := discordtest.OpenOrders(f, carla)
	f.HasLabel(orders, "End the phase", false)
	units, err := carla.Complete(f.Ctx, f.Channel, "/move units:")
	if err != nil || len(units) != 2 {
		t.Errorf("units to move: %v, %v", units, err)
	}
	f.Say(carla, "/move units:b-1-arm to:8.08")
	f.Say(f.Anna, "/move units:b-1-mot to:8.08")
	f.Refused(carla, "/game undo", "Another player of your side gave that order")
	f.Lacks(f.Say(f.Boris, "/seat team"), "Armour")
	f.Has(f.Tap(carla, f.Say(carla, "/seat team"), "Leave this side"), "You no longer play on that side")
	f.AwaitPosted(f.Boris, "no longer plays the Blue side")
	f.Say(f.Anna, "/seat team-add user:Carla formation:b-1-arm, b-1-cav")
	f.Say(carla, "/seat answer answer:take")
	team := f.Say(f.Anna, "/seat team")
	f.Pick(f.Anna, team, "1. 1 Armour, 1 Cavalry")
	f.Refused(carla, "/end", "You don't play")
}

// Who is invited is called once, by a message that says nothing of what he would command. Nobody else answers
// for him, and by his answer he plays, or does not.
func TestInvite_Team(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Carla(f)
	f.Refused(carla, "/seat answer answer:take", "no invitation is waiting for your answer")
	done := f.Reads(f.Say(f.Anna, "/seat team-add user:Carla formation:b-1-arm"),
		discordtest.Mention(carla)+" has been invited", "1 Armour (invited, no answer yet)")
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
	f.Lacks(f.AwaitDM(carla, "You now play the Blue side"), "no longer take effect")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" now plays the Blue side with")
	n := 0
	for _, m := range f.Posted(f.Olga) {
		n += strings.Count(m.Content, "invites you")
	}
	discordtest.Equal(t, "she is invited by %d messages", n, 1)
	f.Reads(f.Tap(f.Anna, done, "Withdraw the invitation"), "no longer stands")
	f.Reads(f.Say(f.Anna, "/seat team"), "1 Armour, 1 Cavalry")
}

// A deputy is invited, and declines or is no longer invited: by buttons and by words.
func TestInvite_Deputy(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Carla(f)
	withdraw := f.Reads(f.Say(f.Anna, "/seat deputy user:Carla"), discordtest.Mention(carla)+" has been invited",
		"they see nothing of your side")
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
	f.Reads(f.Say(carla, "/seat answer answer:decline"), "declined the seat",
		discordtest.Mention(f.Anna)+" has also invited you")
	f.Reads(f.Say(carla, "/seat answer answer:decline"), "Declined.")
	f.Refused(f.Boris, "/seat team-add user:Carla formation:r-1-arm", "has been invited") // she is as free as before
}
