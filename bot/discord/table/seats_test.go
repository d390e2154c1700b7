package table_test

import (
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// What cannot be granted is refused in a line that says why.
func TestSeat_GrantRefused(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	f.Refused(f.Anna, "/seat grant", "There is no game in this channel")
	f.Begin()
	for command, words := range map[string]string{
		"user:" + localtable.ApplicationID:        "is a bot",
		"user:Boris":                              "already plays a side of this game",
		"user:Anna":                               "already has that seat",
		"user:Carla units:r-1-arm":                "no formation or unit “r-1-arm”",
		"user:Boris units:b-1-arm":                "already plays a side of this game",
		"user:Carla units:b-1-arm until:never":    "Such a grant is not possible",
		"user:Carla until:whenever":               "date",
		"user:Carla side:red":                     "only for your own side",
		"side:red waiting:true":                   "only for your own side",
		"user:Carla reason:I want to":             "You play in this game",
		"units:b-1-arm":                           "granted that user nothing",
		"user:Boris until:never":                  "already plays a side of this game",
		"user:Carla until:1 January 1942":         "Such a grant is not possible",
		"user:Carla waiting:true units:b-1-arm":   "Such a grant is not possible",
		"user:Carla units:b-1-arm, no such thing": "no formation or unit “no such thing”",
	} {
		f.Refused(f.Anna, "/seat grant "+command, words)
	}
	f.Refused(f.Olga, "/seat grant", "You don't play")
	f.Refused(f.Olga, "/seat grant user:Carla", "For which side?")
	f.Refused(f.Olga, "/seat grant user:Carla side:blue", "Give a reason")
	f.Refused(carla, "/seat answer answer:take", "Nobody is offering you a seat or units here")
	f.Refused(f.Anna, "/seat end number:1", "no longer stands")
	f.Refused(f.Anna, "/seat end user:Carla", "granted that user nothing")
	f.Reads(f.Say(f.Anna, "/seat grant"), "Nobody else acts for this side")
}

// Who acts for a player is told what his side is told, by messages of his own, gives its orders, and neither ends the
// game nor gives the seat away. When that ends his buttons refuse.
func TestSeat_ActsForAPlayer(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Sit(f, "Carla")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Reads(f.Say(f.Anna, "/seat grant user:Carla"), discordtest.Mention(carla)+" has been asked",
		"they see nothing of your side", "1. "+discordtest.Mention(carla)+": all units (asked, no answer yet)")
	f.Refused(f.Anna, "/seat grant user:Carla", "has that already, or has been asked")
	asked := f.AwaitPosted(f.Boris, "asks you to act for "+discordtest.Mention(f.Anna)+" on the Blue side")
	f.Calls(asked, carla)
	f.Reads(f.Say(f.Boris, "/game status"), "(asked: "+discordtest.Mention(carla)+")")
	f.Refused(carla, "/seat grant", "You don't play")
	f.Lacks(f.Say(carla, "/stack show hex:8.08"), "Motorised")
	f.Tap(carla, asked, "Accept")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" now acts for "+discordtest.Mention(f.Anna), "Blue")
	mine := f.AwaitDM(carla, "You now act for", "What happened last", "8.08", "1 Motorised 4-5-8")
	f.Picture(carla, mine)
	f.Lacks(mine, "no longer take effect")
	f.Says(f.Boris, "/game status", "(deputy "+discordtest.Mention(carla)+")")
	f.Refused(f.Boris, "/seat grant user:Carla", "already plays a side of this game")
	for _, order := range []string{"/game resign", "/game draw", "/seat grant user:Olga until:never",
		"/seat grant user:Olga", "/seat grant user:Olga units:b-1-arm"} {
		f.Refused(carla, order, "Only the player who has your side's seat")
	}
	f.Says(f.Olga, "/due", discordtest.Mention(f.Anna)+", "+discordtest.Mention(carla)+", it is your move")
	f.Tap(carla, mine, "My side")
	old := f.Say(carla, "/due")
	f.Say(carla, "/end")
	f.AwaitDM(carla, "For your eyes only, Blue")
	f.AwaitDM(f.Anna, "For your eyes only, Blue")
	f.Pick(f.Anna, f.Say(f.Anna, "/seat grant"), "1. all units")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" no longer acts for the Blue side")
	for _, m := range []player.Message{old, mine} {
		for _, label := range []string{"Orders", "My side"} {
			if _, has := discordtest.Labelled(m, label); !has {
				continue
			}
			f.Has(f.Tap(carla, m, label), "You don't play")
		}
	}
	f.Lacks(f.Say(carla, "/stack show hex:8.08"), "Motorised")
	f.Refused(f.Boris, "/seat grant user:Carla", "has played the other side")
}

// A seat is taken by a button, and its new player reads what he needs; nobody else can press it.
func TestSeat_HandedOver(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Sit(f, "Carla")
	page := f.Say(f.Anna, "/due")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/note text:mine alone")
	list, err := f.Anna.Complete(f.Ctx, f.Channel, "/seat grant user:Carla until:")
	if err != nil || len(list) == 0 || list[0].Value != "never" {
		t.Errorf("until when: %v, %v", list, err)
	}
	f.Reads(f.Say(f.Anna, "/seat grant user:Carla until:never"), "has been offered to "+discordtest.Mention(carla),
		"the seat, for good (asked, no answer yet)")
	offer := f.AwaitPosted(f.Boris, "offers you the Blue seat")
	f.Calls(offer, carla)
	for _, p := range []*player.Player{f.Olga, f.Boris} {
		f.Has(f.Tap(p, offer, "Take the seat"), "That is for "+discordtest.Mention(carla)+" to answer")
	}
	f.Has(f.Tap(carla, offer, "Decline"), "Declined.")
	f.AwaitPosted(f.Anna, "has declined what was offered on the Blue side")
	f.Refused(carla, "/seat answer answer:take", "Nobody is offering you a seat or units here")
	f.Say(f.Anna, "/seat grant user:Carla until:never")
	f.Reads(f.Say(f.Anna, "/seat end user:Carla"), "is no longer asked")
	f.AwaitPosted(f.Boris, "Blue seat is no longer on offer")
	f.Say(f.Anna, "/seat grant user:Carla until:never")
	f.Restart()
	needs := discordtest.Mention(f.Boris) + " must agree before it changes hands."
	f.AwaitPosted(f.Boris, "offers you the Blue seat", needs)
	f.Says(carla, "/seat answer answer:take", "as soon as they agree")
	f.Lacks(f.Say(carla, "/stack show hex:8.08"), "Motorised")
	ask := f.AwaitPosted(f.Boris, "wants to hand the Blue seat over to "+discordtest.Mention(carla),
		", and "+discordtest.Mention(carla)+" has accepted")
	f.Calls(ask, f.Boris)
	f.Reads(f.Say(f.Anna, "/seat grant"), "the seat, for good (accepted; "+discordtest.Mention(f.Boris)+" must agree)")
	f.Reads(f.Say(f.Boris, "/seat grant"), "It changes hands only if you agree")
	f.Says(f.Olga, "/due", discordtest.Mention(f.Boris)+": "+discordtest.Mention(f.Anna)+" wants to hand the Blue seat over")
	for _, p := range []*player.Player{f.Olga, f.Anna, carla} {
		f.Has(f.Tap(p, ask, "Accept"), "That is for "+discordtest.Mention(f.Boris)+" to answer")
	}
	f.Has(f.Tap(f.Boris, ask, "Decline"), "does not get the seat")
	f.AwaitPosted(f.Anna, discordtest.Mention(f.Boris)+" does not agree to "+discordtest.Mention(carla)+" taking the Blue")
	f.Reads(f.Say(f.Anna, "/seat grant user:Carla until:never"), needs)
	f.Say(carla, "/seat answer answer:take")
	f.Says(f.Boris, "/seat answer answer:take", "You have agreed: "+discordtest.Mention(carla)+" gets the seat")
	told := f.AwaitPosted(f.Boris, "The Blue seat changes hands", discordtest.Mention(f.Anna)+" has handed it over",
		discordtest.Mention(f.Boris)+" has agreed to it")
	f.Calls(told, carla, f.Boris, f.Anna)
	f.Lacks(f.AwaitDM(carla, "You now play the Blue side", "What happened last", "moved from 5.09 to 8.08", "stay theirs",
		"1 Motorised 4-5-8"), "mine alone")
	f.Says(carla, "/due", "it is your move: Blue movement")
	f.Has(f.Tap(f.Anna, page, "Orders"), "You don't play")
	f.Refused(carla, "/game undo", "no undo goes back past that")
	f.Say(carla, "/end")
	f.Refused(f.Boris, "/game log", "The Blue seat changes hands")
	f.Refused(f.Boris, "/seat grant user:Anna", "has played the other side")
}

// Who may manage the server offers a seat with a reason, which all are told; its player cannot withdraw that.
func TestSeat_GrantedByAGameMaster(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Sit(f, "Carla")
	command := "/seat grant side:blue user:Carla until:never reason:Anna is *away*"
	if list, err := f.Olga.Complete(f.Ctx, f.Channel, "/seat grant side:"); err != nil || len(list) != 2 {
		t.Errorf("sides to choose from: %v, %v", list, err)
	}
	f.Refused(f.Olga, "/seat grant side:blue user:Olga until:never reason:r", "You play in this game")
	f.Refused(f.Olga, "/seat grant side:green user:Carla until:never reason:r", "no such side")
	f.Refused(f.Olga, "/seat grant side:blue user:Carla units:b-1-arm reason:r", "You don't play")
	f.Table.Deny(f.Channel, f.Olga.User().ID, wire.ManageGuild)
	f.Refused(f.Olga, command, "You don't play")
	f.Table.Deny(f.Channel, f.Olga.User().ID, 0)
	f.Reads(f.Say(f.Olga, command), "has been offered to "+discordtest.Mention(carla))
	asked := f.AwaitPosted(carla, discordtest.Mention(carla)+" "+discordtest.Mention(f.Olga)+" offers you the Blue seat",
		"a game master, offers this in place of "+discordtest.Mention(f.Anna)+": Anna is  away")
	f.Calls(asked, carla, f.Anna)
	f.Refused(f.Anna, "/seat end user:Carla", "only they can withdraw the offer")
	f.Reads(f.Say(f.Olga, "/seat end user:Carla"), "is no longer asked")
	f.Say(f.Olga, command)
	f.Says(carla, "/seat answer answer:take", "You now play the Blue side", "1 Motorised")
	f.Calls(f.AwaitPosted(f.Boris, discordtest.Mention(f.Olga)+", a game master, offered it in place of "+
		discordtest.Mention(f.Anna)+" (Anna is  away", "and "+discordtest.Mention(carla)+" has taken it"),
		carla, f.Boris, f.Anna)
	f.Refused(f.Anna, "/end", "You don't play")
	f.Say(carla, "/end")
}

// Who waits for a seat is asked when a player gives his up, and when nobody is left whoever presses can take it.
func TestSeat_Waiting(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Sit(f, "Carla")
	empty := f.Says(carla, "/seat waiting", "Nobody is waiting for a seat in this server.")
	f.Refused(carla, "/seat waiting on:true module:chess", "no such game")
	f.Refused(carla, "/seat waiting on:true side:blue", "Name the game too")
	f.Refused(carla, "/seat waiting on:true module:drill side:green", "no such side")
	f.Says(carla, "/seat waiting on:true module:drill side:blue", "Drill, Blue")
	f.Has(f.Tap(carla, f.Say(carla, "/seat waiting"), "Stop waiting"), "Nobody is waiting")
	f.Has(f.Tap(carla, empty, "Wait for any seat"), "any game")
	f.Reads(f.Say(carla, "/privacy"), "you are waiting for a seat in 1 server")
	f.Reads(f.Say(f.Anna, "/seat grant waiting:true"), "has been offered to "+discordtest.Mention(carla))
	f.Refused(f.Anna, "/seat grant waiting:true", "already offered to the players waiting")
	f.Tap(carla, f.AwaitPosted(carla, discordtest.Mention(carla), "offers you the Blue seat"), "Decline")
	open := f.AwaitPosted(f.Olga, "free for anybody to take")
	f.Has(f.Tap(f.Boris, open, "Take the seat"), "already plays a side of this game")
	f.Has(f.Tap(f.Olga, open, "Take the seat"), "as soon as they agree")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "wants to hand the Blue seat over to "+discordtest.Mention(f.Olga)), "Accept")
	f.AwaitDM(f.Olga, "You now play")
	f.Say(f.Olga, "/end")
}

// Who plays some units has them alone to order, by words and by taps; all else is refused in a line that says whose it
// is. Nobody but his side is told which they are, nor that they change.
func TestSeat_Units(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Sit(f, "Carla")
	list, err := f.Anna.Complete(f.Ctx, f.Channel, "/seat grant user:Carla units:b-1-arm, 1 mot")
	if err != nil || len(list) == 0 || list[0].Value != "b-1-arm, b-1-mot" {
		t.Errorf("to choose from: %v, %v", list, err)
	}
	f.Reads(f.Say(f.Anna, "/seat grant user:Carla units:b-1-arm until:+3d"), "1. "+discordtest.Mention(carla)+": 1 Armour until")
	asked := f.AwaitPosted(f.Boris, "asks you to play the Blue side of this game with them until")
	f.Calls(asked, carla)
	f.Lacks(asked, "Armour")
	for _, p := range []*player.Player{f.Olga, f.Boris, f.Anna} {
		f.Reads(f.Tap(p, asked, "Accept"), "That is for "+discordtest.Mention(carla)+" to answer")
	}
	f.Say(f.Anna, "/seat grant user:Carla units:b-1-arm until:+4d") // a new offer
	f.Say(f.Anna, "/seat grant user:Carla units:b-1-arm, b-1-cav")
	f.Restart()
	f.Reads(f.Say(f.Anna, "/seat grant"), "1 Armour, 1 Cavalry (asked, no answer yet)")
	f.Say(carla, "/seat answer answer:take")
	f.Lacks(f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" now plays the Blue side with"), "Armour")
	f.AwaitDM(carla, "You now play the Blue side")
	f.Refused(carla, "/move units:b-1-mot to:8.08", discordtest.Mention(f.Anna)+" commands 1 Motorised")
	f.Refused(carla, "/end", "Only "+discordtest.Mention(f.Anna)+", who commands your side, can order that")
	f.HasLabel(discordtest.OpenOrders(f, carla), "End the phase", false)
	if units, err := carla.Complete(f.Ctx, f.Channel, "/move units:"); err != nil || len(units) != 2 {
		t.Errorf("units to move: %v, %v", units, err)
	}
	f.Say(carla, "/move units:b-1-arm to:8.08")
	f.Say(f.Anna, "/move units:b-1-mot to:8.08")
	f.Refused(carla, "/game undo", "Another player of your side gave that order")
	f.Lacks(f.Say(f.Boris, "/seat grant"), "Armour")
	f.Reads(f.Say(f.Anna, "/seat grant user:Carla units:b-1-cav"), "nobody had to be asked", ": 1 Cavalry")
	f.Refused(carla, "/move units:b-1-arm to:8.09", discordtest.Mention(f.Anna)+" commands 1 Armour")
	f.Reads(f.Say(carla, "/seat end user:Carla"), "You no longer act for that side")
	f.AwaitPosted(f.Boris, "no longer acts for the Blue side")
	discordtest.Equal(t, "she is asked by %d messages", len(f.Posted(f.Olga, "asks you to play")), 3)
}

// A seat can be accepted before the time from which it is granted; until then its new user sees nothing of the side.
func TestSeat_BeginsLater(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Sit(f, "Carla")
	f.Say(f.Anna, "/seat grant user:Carla from:+2d until:+5d")
	asked := f.AwaitPosted(carla, "asks you to act for", " from ", " until ")
	f.Reads(f.Tap(carla, asked, "Accept"), "you will act for that side from", "see nothing of it until then")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" will act for", " from ")
	f.Refused(carla, "/seat grant", "You don't play")
	f.Lacks(f.Say(carla, "/stack show hex:5.09"), "Motorised")
	f.Reads(f.Say(f.Anna, "/seat grant"), ": all units from ", "(accepted)")
	f.Say(f.Boris, "/seat grant user:Carla until:never")
	f.Reads(f.Tap(carla, f.Say(carla, "/privacy"), "Delete my data"), "You decline 2")
	f.Reads(f.Say(carla, "/seat end number:1"), "You no longer act for that side")
	f.Reads(f.Say(carla, "/seat answer answer:decline"), "Declined.")
	f.Reads(f.Say(f.Anna, "/seat grant"), "Nobody else acts for this side")
	f.Say(f.Anna, "/seat grant user:Carla from:+2d until:never")
	f.Say(carla, "/seat answer answer:take")
	f.Says(f.Boris, "/seat answer answer:take", "gets the seat from <t:")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" takes over the Blue seat from <t:", "plays it until then")
}
