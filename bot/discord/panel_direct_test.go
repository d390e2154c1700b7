package discord_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/referee"
)

// directPanel is the panel that a player gets by the button of his panel in the channel.
func (h *house) directPanel(p *player.Player, opener player.Message) player.Message {
	h.t.Helper()
	return h.linkedPanel(p, h.tap(p, h.tap(p, opener, "Orders"), "In direct messages"))
}

// linkedPanel is the panel in direct messages to which an answer links.
func (h *house) linkedPanel(p *player.Player, answer player.Message) player.Message {
	h.t.Helper()
	if !strings.Contains(answer.Content, "/channels/@me/"+h.direct(p)+"/") {
		h.t.Fatalf("the button is answered by %q", answer.Content)
	}
	id := answer.Content[strings.LastIndex(answer.Content, "/")+1:]
	return h.await(p, func(m player.Message) bool { return m.ID == id })
}

// tapPanel presses a button of a panel in direct messages, which edits it.
func (h *house) tapPanel(p *player.Player, m player.Message, label string) player.Message {
	h.t.Helper()
	b, ok := labelled(m, label)
	if !ok {
		h.t.Fatalf("no button %q below %q", label, m.Content)
	}
	answer, err := p.Click(h.ctx, m.ID, b.CustomID)
	if err != nil {
		h.t.Fatal(err)
	}
	if answer.ID != m.ID || answer.Flags&64 != 0 {
		h.t.Errorf("a tap on the panel makes another message: %q", answer.Content)
	}
	return answer
}

// turnsInto waits until a message has words.
func (h *house) turnsInto(p *player.Player, m player.Message, words string) player.Message {
	h.t.Helper()
	return h.await(p, func(now player.Message) bool { return now.ID == m.ID && strings.Contains(now.Content, words) })
}

// edits are how often the bot has edited a message, other than by answers to presses on it.
func (h *house) edits(m player.Message) int {
	return len(h.requests(func(x localtable.Exchange) bool {
		return x.Method == http.MethodPatch && strings.HasSuffix(x.Path, "/channels/"+m.ChannelID+"/messages/"+m.ID)
	}))
}

// The panel in direct messages is one message: taps edit it, the bot edits it when the game goes on, and it works after
// a restart.
func TestAPanelInDirectMessages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	panel := h.directPanel(h.anna, started)
	if !strings.Contains(panel.Content, "Game in <#"+h.channel+">") {
		t.Errorf("the panel does not say of which game it is: %q", panel.Content)
	}
	said := len(h.everything(h.anna))
	ways := h.tapPanel(h.anna, panel, "7.06 ×2")
	h.picture(h.anna, ways)
	moved := h.tapPanel(h.anna, ways, startingWith(t, ways, "A "))
	if !strings.HasPrefix(moved.Content,
		"Blue: 1 Infantry, 1 Cavalry moved from 7.06 to ") || len(moved.Attachments) > 0 {
		t.Errorf("after the move the panel is %q", moved.Content)
	}
	back := h.tapPanel(h.anna, moved, "Undo")
	menu := h.tapPanel(h.anna, h.tapPanel(h.anna, back, "7.08 ×1"), "Step by step")
	h.close()
	h.open()
	ended := h.tapPanel(h.anna, h.tapPanel(h.anna, h.tapPanel(h.anna, menu, "Back"), "Back"), "End the phase")
	if !strings.Contains(ended.Content, "units haven't moved") {
		t.Errorf("after a restart the end of the phase is %q", ended.Content)
	}
	if n := h.edits(panel); n > 0 {
		t.Errorf("the bot edited a panel %d times that was right", n)
	}
	h.say(h.anna, "/move units:b-1-arm to:6.09")
	h.turnsInto(h.anna, panel, "What you can order now")
	for _, phase := range []string{"Blue combat", "Blue exploitation"} {
		h.say(h.anna, "/end")
		h.turnsInto(h.anna, panel, phase)
	}
	h.say(h.anna, "/end")
	idle := h.turnsInto(h.anna, panel, "You have no orders to give now")
	if _, ok := labelled(idle, "Plan"); !ok {
		t.Errorf("in the other side's turn the panel is %+v", parts(idle))
	}
	if now := len(h.everything(h.anna)); now < said {
		t.Errorf("of %d messages %d are left", said, now)
	}
}

// Orders in the direct messages that the bot sends opens the panel, and there is one: the earlier one goes.
func TestThereIsOnePanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.anna, h.begin())
	again := h.directPanel(h.anna, h.await(h.olga, inChannel(h.channel, "The game begins")))
	h.eventually("the earlier panel is gone", func() bool {
		return !slices.ContainsFunc(h.everything(h.anna), func(m player.Message) bool { return m.ID == panel.ID })
	})
	h.say(h.anna, "/end")
	h.turnsInto(h.anna, again, "Blue combat")
}

// In direct messages /help leads a player to his panel.
func TestHelpOpensThePanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.guild = "" }) // a server's own commands are not there in direct messages
	h.begin()
	for who, orders := range map[*player.Player]bool{h.anna: true, h.boris: true, h.olga: false} {
		help, err := who.Say(h.ctx, h.direct(who), "/help")
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := labelled(help, "Orders"); ok != orders {
			t.Fatalf("the help of %s has Orders: %t", who.User().Username, ok)
		}
		if orders {
			panel := h.linkedPanel(who, h.tap(who, help, "Orders"))
			h.told(panel, "Game in <#"+h.channel+">")
		}
	}
}

// The panel of a game that has ended says so, in direct messages by itself.
func TestAPanelOfAGameThatIsOver(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	panel, here := h.directPanel(h.anna, started), h.tap(h.anna, started, "Orders")
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	over := h.turnsInto(h.anna, panel, "Red resigns")
	for _, m := range []player.Message{over, h.tap(h.anna, here, "More stacks")} {
		if _, ok := labelled(m, "Whole map"); !ok || !strings.Contains(m.Content, "`/game replay` shows") {
			t.Errorf("after the end the panel is %q, %+v", m.Content, parts(m))
		}
	}
}

// A note for this turn appears on its user's panel at once. If it waited for the next row of the log, the edit would
// tell that there was one, though the other side may have given an order unseen.
func TestANoteReachesThePanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.anna, h.begin())
	h.say(h.anna, "/note turn:1 text:Hold the bridge")
	panel = h.turnsInto(h.anna, panel, "Hold the bridge")
	all := h.say(h.anna, "/note")
	menu := parts(all)[0]
	if _, err := h.anna.Choose(h.ctx, all.ID, menu.CustomID, menu.Options[0].Value); err != nil {
		t.Fatal(err)
	}
	h.await(h.anna, func(m player.Message) bool {
		return m.ID == panel.ID && !strings.Contains(m.Content, "Hold the bridge")
	})
}

// A panel that was deleted is not sent again unasked.
func TestADeletedPanelStaysAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	panel := h.directPanel(h.anna, started)
	h.setDeny(func(r *http.Request) (int, string) {
		if r.Method == http.MethodPatch && strings.HasSuffix(r.URL.Path, "/messages/"+panel.ID) {
			return http.StatusNotFound, `{"code": 10008, "message": "Unknown Message"}`
		}
		return 0, ""
	})
	h.say(h.anna, "/end")
	h.eventually("the bot has noticed it", func() bool {
		list, err := h.store.Panels(h.ctx)
		return err == nil && len(list) == 0
	})
	h.setDeny(nil)
	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(h.channel, "Blue exploitation"))
	if list, err := h.store.Panels(h.ctx); err != nil || len(list) > 0 {
		t.Errorf("there is a panel again: %v, %v", list, err)
	}
	h.directPanel(h.anna, started)
}

// What the other side does in secret neither edits a panel nor counts on it.
func TestAPanelKeepsSilence(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.boris, h.begin())
	h.say(h.anna, "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	h.say(h.anna, "/move units:b-2-arm to:6.13")
	moved := h.directPanel(h.anna, h.await(h.olga, inChannel(h.channel, "The game begins")))
	h.say(h.anna, "/move units:b-1-arm to:6.09")
	h.eventually("the panel of the mover is edited", func() bool { return h.edits(moved) > 0 })
	if n := h.edits(panel); n > 0 {
		t.Errorf("the panel of the other side is edited %d times", n)
	}
}

// secondGame is the channel of another game of the drill, in which Anna plays red.
func (h *house) secondGame() (channel string) {
	h.t.Helper()
	channel, err := h.anna.Channel("autumn-for-barbarossa")
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range []struct {
		p    *player.Player
		text string
	}{{h.anna, "/game new module:drill side:red"}, {h.boris, "/game join side:blue"}, {h.anna, "/game start"}} {
		if _, err := c.p.Say(h.ctx, channel, c.text); err != nil {
			h.t.Fatal(err)
		}
	}
	return channel
}

// now is a message as it stands.
func (h *house) standing(p *player.Player, m player.Message) player.Message {
	for _, now := range h.everything(p) {
		if now.ID == m.ID {
			m = now
		}
	}
	return m
}

// The menu of games has a game that began after the panel was made, though nothing happens in the one that is shown.
func TestAPanelNamesANewGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.anna, h.begin())
	h.secondGame()
	h.eventually("the menu of games is there", func() bool {
		list := parts(h.standing(h.anna, panel))
		return len(list[len(list)-1].Options) == 2
	})
}

// With several games the panel has a menu of them, which says where it is the player's move.
func TestAPanelOfSeveralGames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.anna, h.begin())
	second := h.secondGame()
	h.say(h.anna, "/end")
	panel = h.turnsInto(h.anna, panel, "Blue combat")
	menu := parts(panel)[len(parts(panel))-1]
	if len(menu.Options) != 2 || !strings.HasSuffix(menu.Options[0].Label, "Blue combat: your move") ||
		!menu.Options[0].Default || strings.HasSuffix(menu.Options[1].Label, "your move") {
		t.Fatalf("the menu of games is %+v", menu)
	}
	other, err := h.anna.Choose(h.ctx, panel.ID, menu.CustomID, menu.Options[1].Value)
	if err != nil {
		t.Fatal(err)
	}
	if other.ID != panel.ID || !strings.Contains(other.Content, "Game in <#"+second+">") {
		t.Errorf("the other game is shown by %q", other.Content)
	}
	h.say(h.anna, "/end") // in the game that is not shown: only the menu says so
	h.turnsInto(h.anna, panel, "Game in <#"+second+">")
	h.eventually("the menu names the phase", func() bool {
		list := parts(h.standing(h.anna, panel))
		return strings.HasSuffix(list[len(list)-1].Options[0].Label, "Blue exploitation: your move")
	})
}

// What happens in another game while a press is being answered is in the menu of games soon after.
func TestAGameThatChangesDuringAPress(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.anna, h.begin())
	h.secondGame()
	h.say(h.anna, "/end")
	panel = h.turnsInto(h.anna, panel, "Blue combat")
	menu := parts(panel)[len(parts(panel))-1]
	var once sync.Once
	h.setDeny(func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			once.Do(func() {
				if _, err := h.referee.Order(h.ctx, referee.Command{ID: "meanwhile", User: h.anna.User().ID,
					Channel: h.channel}, "/end"); err != nil {
					t.Error(err)
				}
			})
		}
		return 0, ""
	})
	if _, err := h.anna.Choose(h.ctx, panel.ID, menu.CustomID, menu.Options[1].Value); err != nil {
		t.Fatal(err)
	}
	h.eventually("the menu names the phase", func() bool {
		list := parts(h.standing(h.anna, panel))
		return strings.HasSuffix(list[len(list)-1].Options[0].Label, "Blue exploitation: your move")
	})
}

// A panel of several games with all that can stand on it, after an order that can be undone, fits its message, and what
// has no command or other place remains: by a player who has begun a list, and by one whose plan waits no longer.
func TestACrowdedPanel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ plan, list, says, has string }{
		{list: "r-2-arm > 14.11; r-2-mot > 30.30; r-5-inf > 13.13", says: "Your list of 3 lines is at line 2",
			has: "Go on: 2 lines left"},
		{plan: "r-1-arm > 14.08; end", says: "your plan for this phase", has: "Carry out now"},
	} {
		h := newHouse(t)
		started := h.begin()
		h.secondGame()
		panel := h.directPanel(h.boris, started)
		if c.plan != "" {
			h.say(h.boris, "/plan orders:"+c.plan)
		}
		for _, phase := range []string{"Blue combat", "Blue exploitation", "Red movement"} {
			h.say(h.anna, "/end")
			h.await(h.olga, inChannel(h.channel, phase))
		}
		panel = h.turnsInto(h.boris, panel, "What you can order now")
		if c.list != "" {
			h.tap(h.boris, h.say(h.boris, "/orders list:"+c.list), "Carry out 1 line")
			panel = h.turnsInto(h.boris, panel, c.says)
		}
		ways := h.tapPanel(h.boris, panel, "13.12 ×1")
		moved := h.tapPanel(h.boris, ways, startingWith(t, ways, "A "))
		h.reads(moved, "moved from", c.says)
		verbs, err := h.referee.Verbs(h.ctx, h.channel, h.boris.User().ID)
		if err != nil || len(verbs) < 3 {
			t.Fatalf("the orders are %v, %v", verbs, err)
		}
		has := func(what string, fits func(wire.Component) bool) {
			if !slices.ContainsFunc(parts(moved), fits) {
				t.Errorf("the panel that says %q has no %s: %+v", c.says, what, parts(moved))
			}
		}
		for _, v := range verbs {
			has("/"+string(v), func(b wire.Component) bool { return strings.Contains(b.CustomID, ":0:"+string(v)+":") })
		}
		for _, label := range []string{"Undo", c.has} {
			has(label, func(b wire.Component) bool { return b.Label == label })
		}
		has("menu of stacks", func(m wire.Component) bool {
			return strings.HasPrefix(m.CustomID, "panel-stack:") && len(m.Options) > 0
		})
		games := moved.Components[len(moved.Components)-1].Components[0]
		if len(moved.Components) > 5 || len(games.Options) != 2 || !strings.HasPrefix(games.CustomID, "panel-game:") {
			t.Errorf("of %d rows the last one has %+v", len(moved.Components), games)
		}
	}
}
