package direct_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

// editsOf returns what reports whether a request is an edit of a message by the bot itself.
func editsOf(m player.Message) func(localtable.Exchange) bool {
	return discordtest.To(http.MethodPatch, "/channels/"+m.ChannelID+"/messages/"+m.ID)
}

// A press on a panel is answered while Discord does not answer the bot's own edit of that panel, or of another.
func TestPanel_PressDoesNotWaitForEdit(t *testing.T) {
	f := discordtest.Begun(t, func(f *discordtest.Fixture) { f.RequestWithin = discordtest.Patience })
	f.Say(f.Boris, "/orders when:next list:r-1-arm > 14.08")
	anna, boris := openPanel(f, f.Anna, f.Started), openPanel(f, f.Boris, f.Started)
	hung := make(chan struct{}, 100)
	f.SetFault(func(x localtable.Exchange) discordtest.Fault {
		if !editsOf(anna)(x) && !editsOf(boris)(x) {
			return discordtest.Fault{}
		}
		hung <- struct{}{}
		return discordtest.Fault{Silent: true}
	})
	f.Say(f.Anna, "/end")
	<-hung
	if m := tapPanel(f, f.Boris, boris, "My list"); m.Content == "" {
		t.Error("the panel of the other side is empty")
	}
	f.Has(tapPanel(f, f.Anna, anna, "End the phase"), "Blue combat")
}

// A panel that cannot be edited stays its user's, and the bot tries again: it is deleted only if its message is.
func TestPanel_EditRefused(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Anna, f.Started)
	f.SetFault(discordtest.Once(discordtest.Fault{Status: http.StatusBadRequest, Code: 50035}, editsOf(panel)))
	f.Say(f.Anna, "/end")
	turnsInto(f, f.Anna, panel, "Blue combat")

	var refused atomic.Int32
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusForbidden, Code: 50007},
		func(x localtable.Exchange) bool { return editsOf(panel)(x) && refused.Add(1) > 0 }))
	f.Say(f.Anna, "/end")
	f.Eventually("the edit is refused", func() bool { return strings.Contains(f.Logged.String(), "403 Forbidden") })
	n := refused.Load() // more than one where the machine is so slow that the first was broken off
	boris := openPanel(f, f.Boris, f.AwaitPosted(f.Olga, "The game begins"))
	f.Say(f.Anna, "/end")
	f.Eventually("the other panel is edited", func() bool { return editCount(f, boris) > 0 })
	discordtest.Equal(t, "a panel that waits was edited %d times", refused.Load()-n, 0)
	awaitStored(f, 2)
	f.SetFault(nil)
	f.Restart()
	turnsInto(f, f.Anna, panel, "You have no orders to give now")
}

// A decision tells of its fight, and a panel that waited for it what was decided.
func TestPanel_AfterDecision(t *testing.T) {
	f, _ := discordtest.Attack(t)
	panel, _ := openPanel(f, f.Anna, f.Started), f.Tap(f.Anna, f.Started, "Orders")
	f.Has(f.Tap(f.Boris, f.Started, "Orders"), "→ 1:2; roll No. 1", "**Dr1**")
	f.Say(f.Boris, "/hold hexes:1")
	for _, channel := range []string{f.Channel, panel.ChannelID} {
		m := f.Await(f.Anna, func(m player.Message) bool {
			return m.ChannelID == channel && strings.Contains(m.Content, "give orders now.\n**The Blue player attacks")
		})
		discordtest.Contains(t, f.Has(m, "3 Infantry loses a step").Attachments[0].Description, "13.10")
	}
}

// A choice in a direct message that is not the panel any more opens the panel anew.
func TestPanel_ChoiceBelowALostPanel(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Anna, f.Started)
	menu := tapPanel(f, f.Anna, tapPanel(f, f.Anna, panel, "2 Infantry 7.08"), "Step by step")
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusNotFound, Code: 10008}, editsOf(panel)))
	f.Say(f.Anna, "/end")
	awaitStored(f, 0)
	f.SetFault(nil)
	f.Has(reopened(f, f.Anna, menu, "Back"), "Blue combat")
}

// If the answer to a press on a panel is lost, the bot edits the panel by itself: also one with a choice half made, as
// nobody knows whether that or what follows is shown.
func TestPanel_AnswerLost(t *testing.T) {
	for _, c := range []struct{ before, press, then string }{
		{"End the phase", "y", "Blue combat"},
		{"1 Infantry +1 7.06", "b", "You can give orders now"},
	} {
		f := discordtest.New(t)
		asked := tapPanel(f, f.Anna, openPanel(f, f.Anna, f.Begin()), c.before)
		f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusBadRequest, Code: 50035},
			discordtest.To(http.MethodPost, "/callback")))
		i := slices.IndexFunc(asked.Parts(), func(b wire.Component) bool {
			return strings.HasPrefix(b.CustomID, c.press)
		})
		ctx, cancel := context.WithCancel(f.Ctx)
		var pressing sync.WaitGroup
		pressing.Go(func() {
			if m, err := f.Anna.Click(ctx, asked.ID, asked.Parts()[i].CustomID); err == nil {
				t.Errorf("the press is answered by %q", m.Content)
			}
		})
		turnsInto(f, f.Anna, asked, c.then)
		cancel()
		pressing.Wait()
	}
}

// The panel of a user who has his data deleted goes with it, as it shows what his side knows.
func TestPanel_UserForgotten(t *testing.T) {
	f := discordtest.Begun(t)
	panel := openPanel(f, f.Boris, f.Started)
	f.Tap(f.Boris, f.Say(f.Boris, "/privacy"), "Delete my data", "Delete for good")
	awaitGone(f, f.Boris, panel)
}

// A panel below which a report has come is sent anew below that, silently and once, also by a bot that was restarted
// before it could; the old one is gone, though that fails at first, and an edit of the report moves nothing.
func TestPanel_BelowReports(t *testing.T) {
	f := discordtest.Begun(t)
	first := openPanel(f, f.Anna, f.Started)
	sent := func(x localtable.Exchange) bool {
		return x.Method == http.MethodPost && strings.HasSuffix(x.Path, "/channels/"+first.ChannelID+"/messages") &&
			strings.Contains(string(x.Body), "Game in ")
	}
	var refused atomic.Int32
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusServiceUnavailable},
		func(x localtable.Exchange) bool { return sent(x) && refused.Add(1) > 0 }))
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:6.09")
	f.Say(f.Anna, "/end")
	report := f.AwaitDM(f.Anna, "For your eyes only, Blue")
	f.Eventually("the panel is sent in vain", func() bool { return refused.Load() > 0 })
	f.Restart()
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusServiceUnavailable},
		discordtest.To(http.MethodDelete, "/messages/"+first.ID)))
	last := f.Await(f.Anna, func(m player.Message) bool {
		return m.ChannelID == first.ChannelID && m.ID > report.ID && strings.Contains(m.Content, "Blue combat")
	})
	discordtest.Equal(t, "it notifies: %t", last.Flags&(1<<12) == 0, false)
	f.Restart()
	f.SetFault(nil)
	awaitGone(f, f.Anna, first)
	f.Say(f.Anna, "/end")
	last = turnsInto(f, f.Anna, last, "Blue exploitation")
	panels := 0
	for _, m := range f.Visible(f.Anna) {
		if _, ok := discordtest.Labelled(m, "End the phase"); ok && m.ChannelID == first.ChannelID {
			panels++
		}
	}
	discordtest.Equal(t, "there are %d panels", panels, 1)
	tapPanel(f, f.Anna, last, "End the phase")
}

// tellOfSecondGame returns the direct message that Anna gets about a seat in another game.
func tellOfSecondGame(f *discordtest.Fixture) player.Message {
	f.T.Helper()
	second := secondGame(f, f.Boris, f.Olga)
	must.Get(f.Boris.Say(f.Ctx, second, "/seat grant user:Anna"))(f.T)
	must.Get(f.Anna.Say(f.Ctx, second, "/seat answer answer:take"))(f.T)
	return f.AwaitDM(f.Anna, "<#"+second+">", "Red")
}

// A choice that is half made on a panel, also one that a letter has led to, goes down with it below a message about
// another game, and can be gone on with.
func TestPanel_ChoiceGoesDown(t *testing.T) {
	for _, labels := range [][]string{{"1 Infantry", "A "}, {"1 Infantry", "Step by step", "A ", "Give the order"}} {
		f := discordtest.Begun(t)
		panel := openPanel(f, f.Anna, f.Started)
		ways := panel
		for _, label := range labels[:len(labels)-1] {
			ways = tapPanel(f, f.Anna, ways, discordtest.LabelStarting(f, ways, label))
		}
		told := tellOfSecondGame(f)
		last := f.Await(f.Anna, func(m player.Message) bool {
			return m.ChannelID == panel.ChannelID && m.ID > told.ID && m.Content == ways.Content
		})
		awaitGone(f, f.Anna, panel)
		moved := tapPanel(f, f.Anna, last, discordtest.LabelStarting(f, last, labels[len(labels)-1]))
		f.Reads(moved, "Blue: 1 Infantry, 1 Cavalry moved from 7.06 to ")
	}
}

// What an order on a panel did goes down with the panel below a message about another game.
func TestPanel_NewsGoesDown(t *testing.T) {
	f := discordtest.Begun(t)
	ways := tapPanel(f, f.Anna, openPanel(f, f.Anna, f.Started), "1 Infantry +1 7.06")
	f.Reads(tapPanel(f, f.Anna, ways, discordtest.LabelStarting(f, ways, "A ")), "moved from 7.06 to ")
	told := tellOfSecondGame(f)
	f.Await(f.Anna, func(m player.Message) bool {
		return m.ChannelID == ways.ChannelID && m.ID > told.ID && strings.Contains(m.Content, "moved from 7.06 to ")
	})
}

// A panel that was sent anew by a bot that stops before it could store that, though Discord has forgotten its name by
// then, or is not told that it has arrived, though something else has come below it meanwhile, is there once.
func TestPanel_SentAnewUnknown(t *testing.T) {
	for _, stops := range []bool{true, false} {
		var later atomic.Int64
		f := discordtest.Begun(t, func(f *discordtest.Fixture) {
			f.RequestWithin = discordtest.Patience
			f.TableNow = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
		})
		first := openPanel(f, f.Anna, f.Started)
		panels := func() (list []player.Message) {
			for _, m := range f.Visible(f.Anna) {
				if m.ChannelID == first.ChannelID && strings.Contains(m.Content, "Game in ") {
					list = append(list, m)
				}
			}
			return list
		}
		fault := discordtest.Fault{Done: true, Silent: stops}
		if !stops {
			fault.Status = http.StatusServiceUnavailable
		}
		f.SetFault(discordtest.Always(fault, func(x localtable.Exchange) bool {
			return x.Method == http.MethodPost && strings.HasSuffix(x.Path, "/channels/"+first.ChannelID+"/messages") &&
				strings.Contains(string(x.Body), "Game in ")
		}))
		f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:6.09")
		f.Say(f.Anna, "/end")
		f.Eventually("the panel is sent", func() bool {
			return slices.ContainsFunc(panels(), func(m player.Message) bool { return m.ID != first.ID })
		})
		below := player.Message{}
		if stops {
			f.Stop()
			later.Store(int64(time.Hour))
			f.SetFault(nil)
			f.Start()
		} else {
			below = tellOfSecondGame(f)
			f.SetFault(nil)
		}
		f.Eventually("there is one panel", func() bool { return len(panels()) == 1 && panels()[0].ID > below.ID })
		last := turnsInto(f, f.Anna, panels()[0], "Blue combat")
		f.Has(tapPanel(f, f.Anna, last, "End the phase"), "Blue exploitation")
	}
}

// A private answer in the channel that says there is nothing to order turns into the panel when there is something,
// unless its user has gone on to something else in its place.
func TestPanel_GoesOnInTheChannel(t *testing.T) {
	f := discordtest.Begun(t)
	f.Reads(f.Tap(f.Boris, f.Started, "Orders"), "You have no orders to give now", "This message updates by itself")
	f.SetFault(discordtest.Once(discordtest.Fault{Status: http.StatusServiceUnavailable},
		func(x localtable.Exchange) bool {
			return x.Method == http.MethodPatch && strings.HasPrefix(x.Route, "/webhooks/")
		}))
	f.End(f.Anna, f.Anna, f.Anna)
	turned := f.Await(f.Boris, func(m player.Message) bool { // below the reports
		return m.Private() && strings.Contains(m.Content, "You can give orders now") && len(m.Attachments) == 1
	})
	f.Tap(f.Boris, turned, "End the phase", "End the phase")
	f.WaitOutbox()
	waits := f.Tap(f.Anna, f.Started, "Orders")
	left := f.Tap(f.Anna, waits, "In direct messages")
	f.End(f.Boris, f.Boris)
	f.AwaitPosted(f.Olga, "Blue movement")
	f.Reads(f.Tap(f.Anna, f.Started, "Orders"), "You can give orders now")
	discordtest.Equal(t, "the answer replaced the panel: %t", left.ID == waits.ID, true)
	f.Await(f.Anna, func(m player.Message) bool { return m.ID == left.ID && m.Content == left.Content })
}
