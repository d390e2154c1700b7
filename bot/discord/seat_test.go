package discord_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// carla comes to the table.
func (h *house) carla() *player.Player {
	h.t.Helper()
	carla, err := player.Sit(h.ctx, h.url, "Carla")
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(carla.Leave)
	return carla
}

// A deputy is told what his side is told, by messages of his own, gives its orders, and neither ends the
// game nor gives the seat away. When he is dismissed his buttons refuse.
func TestSeatDeputy(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	h.refused(h.anna, "/seat deputy", "There is no game in this channel")
	h.begin()
	h.refused(h.olga, "/seat deputy user:Carla", "You don't play")
	h.refused(h.anna, "/seat deputy user:"+localtable.ApplicationID, "is a bot")
	h.refused(h.anna, "/seat deputy user:Boris", "already plays a side of this game")
	h.refused(h.anna, "/seat deputy user:Anna", "already has that seat")
	h.refused(h.anna, "/seat deputy off:true", "You have no deputy")
	h.refused(h.anna, "/seat deputy", "You have no deputy")
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.say(h.anna, "/seat deputy user:Carla")
	h.say(carla, "/seat answer answer:take")
	done := h.say(h.anna, "/seat deputy")
	h.await(h.boris, inChannel(h.channel, "<@"+carla.User().ID+"> is now <@"+h.anna.User().ID+">'s deputy", "Blue"))
	mine := h.await(carla, inChannel(h.direct(carla), "You are now", "What happened last", "8.08",
		"1 Motorised 4-5-8"))
	h.picture(carla, mine)
	if status := h.say(h.boris, "/game status"); !strings.Contains(status.Content, "(deputy <@"+carla.User().ID+">)") {
		t.Errorf("the status is %q", status.Content)
	}
	h.refused(h.boris, "/seat deputy user:Carla", "already plays a side of this game")
	for _, order := range []string{"/game resign", "/game draw", "/seat hand-over user:Olga",
		"/seat deputy user:Olga"} {
		h.refused(carla, order, "Only the player who has your side's seat")
	}
	if m := h.say(h.olga, "/due"); !strings.Contains(m.Content,
		"<@"+h.anna.User().ID+">, <@"+carla.User().ID+">, it is your move") {
		t.Errorf("/due says %q", m.Content)
	}
	h.tap(carla, mine, "My side")
	old := h.say(carla, "/due")
	h.say(carla, "/end")
	h.await(carla, inChannel(h.direct(carla), "For your eyes only, Blue"))
	h.await(h.anna, inChannel(h.direct(h.anna), "Blue combat"))
	h.tap(h.anna, done, "Dismiss the deputy")
	h.await(h.boris, inChannel(h.channel, "<@"+carla.User().ID+"> no longer plays the Blue side"))
	for _, m := range []player.Message{old, mine} {
		for _, label := range []string{"Orders", "My side"} {
			if _, has := labelled(m, label); !has {
				continue
			}
			if got := h.tap(carla, m, label); !strings.Contains(got.Content, "You don't play") {
				t.Errorf("an old button shows %q", got.Content)
			}
		}
	}
	if see := h.say(carla, "/stack show hex:8.08"); strings.Contains(see.Content, "Motorised") {
		t.Errorf("one who was dismissed sees %q", see.Content)
	}
	h.refused(h.boris, "/seat deputy user:Carla", "has played the other side")
}

// A seat is taken by a button, and its new player reads what he needs; nobody else can press it.
func TestSeatHandedOver(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	h.begin()
	page := h.say(h.anna, "/due")
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.say(h.anna, "/note text:mine alone")
	h.refused(h.anna, "/seat answer answer:take", "Nobody is offering you a seat here")
	h.refused(h.anna, "/seat hand-over user:Boris", "already plays a side of this game")
	h.refused(h.anna, "/seat hand-over off:true", "No seat is offered")
	h.say(h.anna, "/seat hand-over user:Carla")
	offer := h.await(h.boris, inChannel(h.channel, "offers you the Blue seat"))
	if got := pinged(offer); len(got) != 1 || got[0] != carla.User().ID {
		t.Errorf("the offer calls %v", got)
	}
	for _, p := range []*player.Player{h.olga, h.boris} {
		if got := h.tap(p, offer, "Take the seat"); !strings.Contains(got.Content, "No seat is offered to you here") {
			t.Errorf("another one takes it: %q", got.Content)
		}
	}
	h.tap(carla, offer, "Decline")
	h.await(h.anna, inChannel(h.channel, "has declined the Blue seat"))
	h.refused(carla, "/seat answer answer:take", "Nobody is offering you a seat here")
	standing := h.say(h.anna, "/seat hand-over user:Carla")
	h.tap(h.anna, standing, "Withdraw the offer")
	h.await(h.boris, inChannel(h.channel, "Blue seat is no longer on offer"))
	h.say(h.anna, "/seat hand-over user:Carla")
	h.close()
	h.open()
	taken := h.say(carla, "/seat answer answer:take")
	for _, want := range []string{"You now play the Blue side", "it is your move: Blue movement", "What happened last",
		"moved from 5.09 to 8.08", "standing orders and plans stay theirs", "1 Motorised 4-5-8"} {
		if !strings.Contains(taken.Content, want) {
			t.Errorf("who takes over is not told %q: %q", want, taken.Content)
		}
	}
	if strings.Contains(taken.Content, "mine alone") {
		t.Error("he is told the other player's notes")
	}
	told := h.await(h.boris, inChannel(h.channel, "The Blue seat changes hands",
		"<@"+h.anna.User().ID+"> has handed it over"))
	h.callsBoth(told, carla, h.boris)
	h.await(carla, inChannel(h.direct(carla), "You now play the Blue side"))
	if got := h.tap(h.anna, page, "Orders"); !strings.Contains(got.Content, "You don't play") {
		t.Errorf("an old button shows %q", got.Content)
	}
	h.refused(carla, "/game undo", "no undo goes past that")
	h.say(carla, "/end")
	h.refused(h.boris, "/game log", "The Blue seat changes hands")
	h.refused(h.boris, "/seat hand-over user:Anna", "has played the other side")
}

// Who waits for a seat is asked when a player looks for a substitute, and when nobody is left whoever
// presses can take it.
func TestSeatSubstitute(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	h.begin()
	empty := h.say(carla, "/seat waiting")
	if !strings.Contains(empty.Content, "Nobody is waiting") {
		t.Errorf("nobody waits: %q", empty.Content)
	}
	h.refused(carla, "/seat waiting on:true module:chess", "no such game")
	h.refused(carla, "/seat waiting on:true side:blue", "Name the game too")
	h.refused(carla, "/seat waiting on:true module:drill side:green", "no such side")
	if got := h.say(carla, "/seat waiting on:true module:drill side:blue"); !strings.Contains(got.Content,
		"Drill, Blue") {
		t.Errorf("she waits: %q", got.Content)
	}
	if got := h.tap(carla, h.say(carla, "/seat waiting"), "Stop waiting"); !strings.Contains(got.Content,
		"Nobody is waiting") {
		t.Errorf("she waits no longer: %q", got.Content)
	}
	if got := h.tap(carla, empty, "Wait for any seat"); !strings.Contains(got.Content, "any game") {
		t.Errorf("she waits again: %q", got.Content)
	}
	h.say(carla, "/remind daily:08:00")
	h.reads(h.say(carla, "/privacy"), "you are waiting for a seat in 1 server", "about all your games")
	h.tap(h.anna, h.say(h.anna, "/seat hand-over"), "Find a substitute")
	offer := h.await(carla, inChannel(h.channel, "<@"+carla.User().ID+">", "offers you the Blue seat"))
	h.tap(carla, offer, "Decline")
	open := h.await(h.olga, inChannel(h.channel, "free for anybody to take"))
	if got := h.tap(h.boris, open, "Take the seat"); !strings.Contains(got.Content,
		"already plays a side of this game") {
		t.Errorf("the opponent takes it: %q", got.Content)
	}
	if got := h.tap(h.olga, open, "Take the seat"); !strings.Contains(got.Content, "You now play") {
		t.Errorf("taken: %q", got.Content)
	}
	h.say(h.olga, "/end")
}

// A team's players have units of their own to order, by words and by taps; all else is refused in a line
// that says whose it is.
func TestSeatTeam(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	h.begin()
	h.refused(h.anna, "/seat team-add user:Carla formation:r-1-arm", "no formation or unit “r-1-arm”")
	h.refused(h.anna, "/seat team-add user:Boris formation:b-1-arm", "already plays a side of this game")
	h.refused(h.olga, "/seat team", "You don't play")
	list, err := h.anna.Complete(h.ctx, h.channel, "/seat team-add user:Carla formation:b-1-arm, 1 mot")
	if err != nil || len(list) == 0 || list[0].Value != "b-1-arm, b-1-mot" {
		t.Errorf("to choose from: %v, %v", list, err)
	}
	done := h.say(h.anna, "/seat team-add user:Carla formation:b-1-arm, b-1-cav")
	h.reads(done, "1. <@"+carla.User().ID+">: ", "1 Armour", "1 Cavalry", "no answer yet")
	h.say(carla, "/seat answer answer:take")
	told := h.await(h.boris, inChannel(h.channel, "<@"+carla.User().ID+"> now plays the Blue side with"))
	if strings.Contains(told.Content, "Armour") {
		t.Errorf("the channel is told %q", told.Content)
	}
	h.await(carla, inChannel(h.direct(carla), "You now play the Blue side"))
	h.refused(carla, "/move units:b-1-mot to:8.08", "<@"+h.anna.User().ID+"> commands 1 Motorised")
	h.refused(carla, "/end", "Only <@"+h.anna.User().ID+">, who commands your side, can order that")
	orders := h.orders(carla)
	if _, ends := labelled(orders, "End the phase"); ends {
		t.Error("a player of a team is offered the end of the phase")
	}
	units, err := carla.Complete(h.ctx, h.channel, "/move units:")
	if err != nil || len(units) != 2 {
		t.Errorf("units to move: %v, %v", units, err)
	}
	h.say(carla, "/move units:b-1-arm to:8.08")
	h.say(h.anna, "/move units:b-1-mot to:8.08")
	h.refused(carla, "/game undo", "Another player of your side gave that order")
	if m := h.say(h.boris, "/seat team"); strings.Contains(m.Content, "Armour") {
		t.Errorf("the other side reads %q", m.Content)
	}
	if gone := h.tap(carla, h.say(carla, "/seat team"), "Leave this side"); !strings.Contains(gone.Content,
		"You no longer play on that side") {
		t.Errorf("she leaves: %q", gone.Content)
	}
	h.await(h.boris, inChannel(h.channel, "no longer plays the Blue side"))
	h.say(h.anna, "/seat team-add user:Carla formation:b-1-arm, b-1-cav")
	h.say(carla, "/seat answer answer:take")
	team := h.say(h.anna, "/seat team")
	menu, ok := h.menu(team)
	if !ok {
		t.Fatalf("no menu: %+v", team.Components)
	}
	h.choose(h.anna, team, menu, "1. 1 Armour, 1 Cavalry")
	h.refused(carla, "/end", "You don't play")
}

// The panel of a team's player has his own units alone, also of a stack that he shares, and counts what these can do.
// What is not about units is said to be his whole side's.
func TestAPanelOfAShare(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	started := h.begin()
	if all := h.tap(h.anna, started, "Orders"); !strings.Contains(all.Content, "7 stacks unmoved") {
		t.Errorf("the commander reads %q", all.Content)
	}
	h.say(h.anna, "/seat team-add user:Carla formation:b-1-arm, b-1-cav")
	h.say(carla, "/seat answer answer:take")
	panel := h.tap(carla, started, "Orders")
	if !strings.Contains(panel.Content, "2 stacks unmoved") {
		t.Errorf("a player with two units reads %q", panel.Content)
	}
	var stacks []string
	for _, c := range parts(panel) {
		if strings.Contains(c.Label, "×") || len(c.Options) > 0 {
			stacks = append(stacks, c.Label)
		}
	}
	if !slices.Equal(stacks, []string{"7.06 ×1", "5.09 ×1"}) {
		t.Errorf("his stacks are %q", stacks)
	}
	ways := h.tap(carla, panel, "7.06 ×1")
	if !strings.Contains(ways.Content, "from 7.06: 1 Cavalry 2-2-8 (8 MP)\n") {
		t.Errorf("of a stack that is another player's too can go: %q", ways.Content)
	}
	for _, part := range []string{"Part of the stack", "1 Cavalry", "1 Infantry"} {
		if _, ok := labelled(ways, part); ok {
			t.Error("a part of a single unit can be chosen")
		}
	}
	moved := h.tap(carla, ways, startingWith(t, ways, "A "))
	if !strings.HasPrefix(moved.Content, "Blue: 1 Cavalry moved from 7.06 to ") ||
		!strings.Contains(moved.Content, "1 stack unmoved") {
		t.Errorf("after the move the panel is %q", moved.Content)
	}
}

// What is not about units is said to be the whole side's, on the panel of a player who commands some of its units.
func TestAPanelSaysWhatIsTheWholeSides(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	carla := h.carla()
	h.say(h.anna, "/game new module:afb side:german")
	h.say(h.boris, "/game join side:soviet")
	h.say(h.boris, "/game start")
	started := h.await(h.olga, inChannel(h.channel, "The game begins"))
	h.say(h.anna, "/seat team-add user:Carla formation:3 Pz Div")
	h.say(carla, "/seat answer answer:take")
	own := h.tap(carla, started, "Orders").Content
	if !strings.Contains(own, "3 units to set up") || strings.Contains(own, "whole side") {
		t.Errorf("before the first turn she reads\n%s", own)
	}
	h.say(h.anna, "/end")
	theirs, own := h.tap(h.anna, started, "Orders").Content, h.tap(carla, started, "Orders").Content
	if strings.Contains(theirs, "whole side") || !strings.Contains(own, "(for your whole side)") {
		t.Errorf("the commander reads\n%s\nand a player of his team\n%s", theirs, own)
	}
}
