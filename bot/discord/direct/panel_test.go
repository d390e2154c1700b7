package direct_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/referee/api"
	"grognard/rules/must"
)

// openPanel is the panel that a player gets by the button of his panel in the channel, to which the answer links.
func openPanel(f *discordtest.Fixture, p *player.Player, opener player.Message) player.Message {
	f.T.Helper()
	answer := f.Has(f.Tap(p, opener, "Orders", "In direct messages"), "/channels/@me/"+f.DM(p)+"/")
	id := answer.Content[strings.LastIndex(answer.Content, "/")+1:]
	return f.Await(p, func(m player.Message) bool { return m.ID == id })
}

// reopened presses a button in direct messages that is not on the panel: it brings the panel and adds nothing else.
func reopened(f *discordtest.Fixture, p *player.Player, m player.Message, label string) player.Message {
	f.T.Helper()
	b, _ := discordtest.Labelled(m, label)
	_, err := p.ClickForm(f.Ctx, m.ID, b.CustomID) // which does not wait for a change of the message
	discordtest.Equal(f.T, "the press is answered: %v", err.Error(), "the bot opened no form: acknowledged")
	return f.Await(p, func(now player.Message) bool {
		return now.ChannelID == m.ChannelID && now.ID > m.ID && strings.Contains(now.Content, "Game in ")
	})
}

// tapPanel presses a button of a panel in direct messages, which edits it.
func tapPanel(f *discordtest.Fixture, p *player.Player, m player.Message, label string) player.Message {
	f.T.Helper()
	b, ok := discordtest.Labelled(m, label)
	if !ok {
		f.T.Fatalf("no button %q below %q", label, m.Content)
	}
	answer := must.Get(p.Click(f.Ctx, m.ID, b.CustomID))(f.T)
	if answer.ID != m.ID || answer.Flags&64 != 0 {
		f.T.Errorf("a tap on the panel makes another message: %q", answer.Content)
	}
	return answer
}

// turnsInto waits until a message has words.
func turnsInto(f *discordtest.Fixture, p *player.Player, m player.Message, words string) player.Message {
	f.T.Helper()
	return f.Await(p, func(now player.Message) bool { return now.ID == m.ID && strings.Contains(now.Content, words) })
}

// editCount are how often the bot has edited a message, other than by answers to presses on it.
func editCount(f *discordtest.Fixture, m player.Message) int {
	return len(f.Requests(editsOf(m)))
}

// awaitGone waits until a message is deleted.
func awaitGone(f *discordtest.Fixture, p *player.Player, m player.Message) {
	f.T.Helper()
	f.Eventually("the message is gone", func() bool { return standing(f, p, m).ID == "" })
}

// awaitStored waits until the store has n panels.
func awaitStored(f *discordtest.Fixture, n int) {
	f.T.Helper()
	f.Eventually("the panels are stored", func() bool {
		list, err := f.Store.PapersOf(f.Ctx, api.PaperOfPanel)
		return err == nil && len(list) == n
	})
}

// The panel in direct messages is one message: taps and the game's events edit it, and it works after a restart.
func TestPanel_InDirectMessages(t *testing.T) {
	f := discordtest.Begun(t)
	panel := f.Has(openPanel(f, f.Anna, f.Started), "Game in <#"+f.Channel+">")
	said := len(f.Visible(f.Anna))
	ways := tapPanel(f, f.Anna, panel, "1 Infantry +1 7.06")
	f.Picture(f.Anna, ways)
	moved := tapPanel(f, f.Anna, ways, discordtest.LabelStarting(f, ways, "A "))
	f.Picture(f.Anna, f.Has(moved, "\nBlue: 1 Infantry, 1 Cavalry moved from 7.06 to "))
	back := tapPanel(f, f.Anna, moved, "Undo")
	menu := tapPanel(f, f.Anna, tapPanel(f, f.Anna, back, "2 Infantry 7.08"), "Step by step")
	f.Restart()
	f.Has(tapPanel(f, f.Anna, tapPanel(f, f.Anna, menu, "Back"), "End the phase"), "stacks haven't moved")
	discordtest.Equal(t, "the bot edited a panel %d times that was right", editCount(f, panel), 0)
	f.Say(f.Anna, "/move units:b-1-arm to:6.09")
	turnsInto(f, f.Anna, panel, "You can give orders now")
	for _, phase := range []string{"Blue combat", "Blue exploitation"} {
		f.Say(f.Anna, "/end")
		turnsInto(f, f.Anna, panel, phase)
	}
	f.Say(f.Anna, "/end")
	idle := turnsInto(f, f.Anna, panel, "You have no orders to give now")
	f.HasLabel(idle, "Type orders for my next turn…", true)
	if now := len(f.Visible(f.Anna)); now < said {
		t.Errorf("of %d messages %d are left", said, now)
	}
}

// In direct messages /help leads a player to his panel, and there is one: the earlier one goes.
func TestPanel_OpenedByHelp(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere) // a server's own commands are not there in direct messages
	f.Begin()
	for who, orders := range map[*player.Player]bool{f.Anna: true, f.Boris: true, f.Olga: false} {
		help := must.Get(who.Say(f.Ctx, f.DM(who), "/help"))(t)
		if f.HasLabel(help, "Orders", orders); orders {
			first := f.Has(reopened(f, who, help, "Orders"), "Game in <#"+f.Channel+">")
			reopened(f, who, help, "Orders")
			awaitGone(f, who, first)
		}
	}
}

// The panel of a game that has ended says so, in direct messages by itself.
func TestPanel_GameOver(t *testing.T) {
	f := discordtest.Begun(t)
	panel, here := openPanel(f, f.Anna, f.Started), f.Tap(f.Anna, f.Started, "Orders")
	f.Resign()
	over := f.Await(f.Anna, player.Posted(panel.ChannelID, "Game in ", "Red player resigns")) // edited or sent anew
	for _, m := range []player.Message{over, f.Tap(f.Anna, here, "Restack")} {
		if _, ok := discordtest.Labelled(m, "Whole map"); !ok || !strings.Contains(m.Content, "`/game replay` shows") {
			t.Errorf("after the end the panel is %q, %+v", m.Content, m.Parts())
		}
	}
}

// A note for this turn appears on its user's panel at once. If it waited for the next row of the log, the edit would
// tell that there was one, though the other side may have given an order unseen.
func TestPanel_Note(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Anna, f.Started)
	f.Say(f.Anna, "/note turn:1 text:Hold the bridge")
	panel = turnsInto(f, f.Anna, panel, "Hold the bridge")
	all := f.Say(f.Anna, "/note")
	menu := all.Parts()[0]
	discordtest.ChooseValue(f, f.Anna, all, menu, menu.Options[0].Value)
	f.Await(f.Anna, func(m player.Message) bool {
		return m.ID == panel.ID && !strings.Contains(m.Content, "Hold the bridge")
	})
}

// A panel that was deleted is not sent again unasked.
func TestPanel_Deleted(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Anna, f.Started)
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusNotFound, Code: 10008},
		discordtest.To(http.MethodPatch, "/messages/"+panel.ID)))
	f.Say(f.Anna, "/end")
	awaitStored(f, 0)
	f.SetFault(nil)
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Olga, "Blue exploitation")
	awaitStored(f, 0)
	openPanel(f, f.Anna, f.Started)
}

// What the other side does in secret neither edits a panel nor counts on it.
func TestPanel_Silence(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Boris, f.Started)
	f.Say(f.Anna, "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	f.Say(f.Anna, "/move units:b-2-arm to:6.13")
	moved := openPanel(f, f.Anna, f.AwaitPosted(f.Olga, "The game begins"))
	f.Say(f.Anna, "/move units:b-1-arm to:6.09")
	f.Eventually("the panel of the mover is edited", func() bool { return editCount(f, moved) > 0 })
	discordtest.Equal(t, "the panel of the other side is edited %d times", editCount(f, panel), 0)
}

// secondGame returns the channel of another game of the drill.
func secondGame(f *discordtest.Fixture, red, blue *player.Player) (channel string) {
	f.T.Helper()
	channel = must.Get(red.Channel("autumn-for-barbarossa"))(f.T)
	must.Get(red.Say(f.Ctx, channel, "/game new module:drill side:red"))(f.T)
	must.Get(blue.Say(f.Ctx, channel, "/game join side:blue"))(f.T)
	must.Get(blue.Say(f.Ctx, channel, "/game start"))(f.T)
	return channel
}

// standing returns a message as it stands now, an empty one if it is gone.
func standing(f *discordtest.Fixture, p *player.Player, m player.Message) player.Message {
	list := f.Visible(p)
	if i := slices.IndexFunc(list, func(now player.Message) bool { return now.ID == m.ID }); i >= 0 {
		return list[i]
	}
	return player.Message{}
}

// With several games the panel has a menu of them, which says where it is the player's move. A game that began after
// the panel was made is in it, though nothing happens in the one that is shown.
func TestPanel_SeveralGames(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Anna, f.Started)
	second := secondGame(f, f.Anna, f.Boris)
	f.Eventually("the menu has a game that began after the panel was made", func() bool {
		list := standing(f, f.Anna, panel).Parts()
		return len(list[len(list)-1].Options) == 2
	})
	f.Say(f.Anna, "/end")
	panel = turnsInto(f, f.Anna, panel, "Blue combat")
	menu := panel.Parts()[len(panel.Parts())-1]
	if len(menu.Options) != 2 || !strings.HasSuffix(menu.Options[0].Label, "Blue combat: your move") ||
		!menu.Options[0].Default || strings.HasSuffix(menu.Options[1].Label, "your move") {
		t.Fatalf("the menu of games is %+v", menu)
	}
	other := discordtest.ChooseValue(f, f.Anna, panel, menu, menu.Options[1].Value)
	discordtest.Equal(t, "the other game is shown by %s", f.Has(other, "Game in <#"+second+">").ID, panel.ID)
	f.Say(f.Anna, "/end") // in the game that is not shown: only the menu says so
	turnsInto(f, f.Anna, panel, "Game in <#"+second+">")
	f.Eventually("the menu names the phase", func() bool {
		list := standing(f, f.Anna, panel).Parts()
		return strings.HasSuffix(list[len(list)-1].Options[0].Label, "Blue exploitation: your move")
	})
}

// What happens in another game while a press is being answered is in the menu of games soon after.
func TestPanel_GameChangesDuringAPress(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Anna, f.Started)
	secondGame(f, f.Anna, f.Boris)
	f.Say(f.Anna, "/end")
	panel = turnsInto(f, f.Anna, panel, "Blue combat")
	menu := panel.Parts()[len(panel.Parts())-1]
	var once sync.Once
	f.SetFault(func(x localtable.Exchange) discordtest.Fault {
		if strings.HasSuffix(x.Path, "/callback") {
			once.Do(func() {
				if _, err := f.Referee.Orders.Order(f.Ctx, api.Command{ID: "meanwhile", User: f.Anna.User().ID,
					Channel: f.Channel}, "/end"); err != nil {
					t.Error(err)
				}
			})
		}
		return discordtest.Fault{}
	})
	discordtest.ChooseValue(f, f.Anna, panel, menu, menu.Options[1].Value)
	f.Eventually("the menu names the phase", func() bool {
		list := standing(f, f.Anna, panel).Parts()
		return strings.HasSuffix(list[len(list)-1].Options[0].Label, "Blue exploitation: your move")
	})
}

// A panel of several games with all that can stand on it, after an order that can be undone, fits its message, and what
// has no command or other place remains: by a player who has begun a list, and by one whose list begins no longer by itself.
func TestPanel_Crowded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ later, list, says, has string }{
		{list: "r-2-arm > 14.11; r-2-mot > 30.30; r-5-inf > 13.13", says: "Your list of 3 lines is at line 2",
			has: "Go on: 2 lines left · r-2-mot > 30.30"},
		{later: "r-1-arm > 14.08; end", says: "won't start by itself", has: "Go on: 2 lines left · r-1-arm > 14.08"},
	} {
		t.Run(c.has, func(t *testing.T) {
			f := discordtest.Begun(t)
			secondGame(f, f.Anna, f.Boris)
			panel := openPanel(f, f.Boris, f.Started)
			if c.later != "" {
				f.Say(f.Boris, "/orders when:next list:"+c.later)
			}
			for _, phase := range []string{"Blue combat", "Blue exploitation", "Red movement"} {
				f.Say(f.Anna, "/end")
				f.AwaitPosted(f.Olga, phase)
			}
			panel = turnsInto(f, f.Boris, panel, "You can give orders now")
			if c.list != "" {
				f.Tap(f.Boris, f.Say(f.Boris, "/orders list:"+c.list), "Carry out line 1")
				panel = turnsInto(f, f.Boris, panel, c.says)
			}
			ways := tapPanel(f, f.Boris, panel, "4 Infantry 13.12")
			moved := f.Reads(tapPanel(f, f.Boris, ways, discordtest.LabelStarting(f, ways, "A ")), c.says, "moved from")
			verbs, err := f.Referee.Orders.Verbs(f.Ctx, f.Channel, f.Boris.User().ID)
			if err != nil || len(verbs) < 3 {
				t.Fatalf("the orders are %v, %v", verbs, err)
			}
			has := func(what string, fits func(wire.Component) bool) {
				if !slices.ContainsFunc(moved.Parts(), fits) {
					t.Errorf("the panel that says %q has no %s: %+v", c.says, what, moved.Parts())
				}
			}
			for _, v := range verbs {
				if v == "move" { // each stack has a button
					continue
				}
				has("/"+string(v), func(b wire.Component) bool {
					return strings.Contains(b.CustomID, ":0:"+string(v)+":")
				})
			}
			for _, label := range []string{"Undo", c.has} {
				has(label, func(b wire.Component) bool { return b.Label == label })
			}
			has("stacks", func(m wire.Component) bool { return strings.HasPrefix(m.CustomID, "panel-stack:") })
			games := moved.Components[len(moved.Components)-1].Components[0]
			if len(moved.Components) > 5 || len(games.Options) != 2 || !strings.HasPrefix(games.CustomID,
				"panel-game:") {
				t.Errorf("of %d rows the last one has %+v", len(moved.Components), games)
			}
		})
	}
}

// A form that a button opens in direct messages is taken for the game that the button names.
func TestPanel_ListForm(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Anna, "/seat grant user:Olga until:never")
	f.Say(f.Olga, "/seat answer answer:take")
	f.Say(f.Boris, "/seat answer answer:take")
	m := f.AwaitDM(f.Olga, "Blue", "For your eyes")
	m = reopened(f, f.Olga, m, "Orders")
	form := discordtest.TapForm(f, f.Olga, m, "Type orders")
	shown, err := f.Olga.Fill(f.Ctx, form, map[string]string{"text": "b-1-arm > 8.08"})
	if err != nil || shown.ID != m.ID {
		t.Errorf("the list is shown in another message: %q, %v", shown.Content, err)
	}
	f.Reads(shown, "`b-1-arm > 8.08`")
}
