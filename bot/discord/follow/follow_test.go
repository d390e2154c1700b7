package follow_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// follows reports whether a request sends a panel anew, or the answer that there is nothing to order for now.
func follows(x localtable.Exchange) bool {
	return x.Method == http.MethodPost && x.Route == "/webhooks/{webhook_id}/{webhook_token}" &&
		(strings.Contains(string(x.Body), "Drill") || strings.Contains(string(x.Body), `"End the phase"`))
}

// deletes reports whether a request deletes a private answer.
func deletes(x localtable.Exchange) bool {
	return x.Method == http.MethodDelete && strings.HasPrefix(x.Route, "/webhooks/")
}

// here returns what a player sees in the channel, and those of his own messages that have something to order.
func here(f *discordtest.Fixture, p *player.Player) (all, panels []player.Message) {
	f.T.Helper()
	all = must.Get(p.Messages(f.Ctx, f.Channel))(f.T)
	return all, slices.DeleteFunc(slices.Clone(all), func(m player.Message) bool {
		return !m.Private() || !strings.Contains(m.Content, "**Drill** ·")
	})
}

// goesBelow waits until a player has one panel, the last message that he sees. It returns it, and checks its words.
func goesBelow(f *discordtest.Fixture, p *player.Player, words ...string) player.Message {
	f.T.Helper()
	var last player.Message
	f.Eventually("the only panel is the last message", func() bool {
		all, panels := here(f, p)
		last = all[len(all)-1]
		return len(panels) == 1 && last.ID == panels[0].ID
	})
	return f.Has(last, words...)
}

// ends ends the phase on a panel, says yes if that asks, waits for the report and returns the panel.
func ends(f *discordtest.Fixture, p *player.Player, panel player.Message) player.Message {
	f.T.Helper()
	panel = f.Tap(p, panel, "End the phase")
	if y, asked := panel.Part(func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "y") }); asked {
		panel = f.Click(p, panel, y.CustomID)
	}
	f.WaitOutbox()
	return panel
}

// ended opens Anna's panel and ends her phase on it.
func ended(f *discordtest.Fixture) (before, panel player.Message) {
	f.T.Helper()
	before = discordtest.OpenOrders(f, f.Anna)
	return before, ends(f, f.Anna, before)
}

// moved checks how many answers have been sent anew since the start of the test.
func moved(f *discordtest.Fixture, want int) {
	f.T.Helper()
	f.WaitOutbox()
	discordtest.Equal(f.T, "%d answers are sent anew", len(f.Requests(follows)), want)
}

func TestAnswers_GoBelowTheReport(t *testing.T) {
	f := discordtest.Begun(t)
	before, _ := ended(f)
	now := goesBelow(f, f.Anna, "Blue combat")
	if now.ID == before.ID {
		t.Error("the panel is not sent anew")
	}
	again := f.Tap(f.Anna, now, discordtest.Labels(now)[0])
	discordtest.Equal(t, "a press on the panel that has moved is answered in message %s", again.ID, now.ID)
	moved(f, 1)
	ends(f, f.Anna, f.Tap(f.Anna, again, "Back"))
	goesBelow(f, f.Anna)
	moved(f, 2)
}

// A press long after a report leaves the panel where its player looks at it.
func TestAnswers_EarlierReportsStayBelow(t *testing.T) {
	f := discordtest.Begun(t)
	panel := discordtest.OpenOrders(f, f.Anna)
	f.Say(f.Anna, "/units") // the last answer
	f.Say(f.Anna, "/end")
	f.WaitOutbox()
	f.Eventually("the answer to that is below the report", func() bool {
		all, _ := here(f, f.Anna)
		return all[len(all)-1].Private()
	})
	n := len(f.Requests(follows))
	now := f.Tap(f.Anna, panel, discordtest.Labels(panel)[0])
	discordtest.Equal(t, "the press is answered in message %s", now.ID, panel.ID)
	moved(f, n)
}

func TestAnswers_FollowUpFails(t *testing.T) {
	for name, c := range map[string]struct {
		fault  discordtest.Fault
		panels int
	}{
		"is refused":        {discordtest.Fault{Status: http.StatusBadRequest, Code: 50035}, 1},
		"fails":             {discordtest.Fault{Status: http.StatusBadGateway}, 1},
		"arrives, but lost": {discordtest.Fault{Status: http.StatusBadGateway, Done: true}, 2},
		"arrives, but cut":  {discordtest.Fault{Cut: true, Done: true}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t)
			f.SetFault(discordtest.Always(c.fault, follows))
			before, panel := ended(f)
			f.Eventually("a follow-up is tried", func() bool { return len(f.Requests(follows)) > 0 })
			discordtest.Equal(t, "the phase ends in message %s", panel.ID, before.ID)
			f.Eventually("the panels are there", func() bool { _, panels := here(f, f.Anna); return len(panels) == c.panels })
			f.SetFault(nil)
			_, panels := here(f, f.Anna)
			for _, m := range panels[1:] {
				discordtest.Equal(t, "the panels are alike: %q", m.Content, panel.Content)
			}
			old := ends(f, f.Anna, panels[0]) // works, and moves in its turn
			f.Lacks(old, "Refused")
			if c.panels > 1 { // what the other one offers is over
				f.Has(f.Tap(f.Anna, panels[1], "End the phase"), "exploitation")
			}
		})
	}
}

// A press on the old panel while the new one is on its way keeps the old one, and nothing is done twice.
func TestAnswers_PressInBetween(t *testing.T) {
	f := discordtest.Begun(t)
	held, letGo := hold(f, follows)
	before, panel := ended(f)
	<-held
	now := f.Tap(f.Anna, panel, discordtest.Labels(panel)[0])
	discordtest.Equal(t, "the press is answered in message %s", now.ID, before.ID)
	letGo()
	f.Eventually("one answer is left, below the report", func() bool {
		all, _ := here(f, f.Anna)
		n := 0
		for _, m := range all {
			if _, ok := discordtest.Labelled(m, discordtest.Labels(now)[0]); ok && m.Private() {
				n++
			}
		}
		return n == 1 && all[len(all)-1].Content == now.Content && all[len(all)-1].ID != before.ID
	})
}

// hold holds up the requests that fit. held has a value for each of them that has arrived; letGo lets all of them go.
func hold(f *discordtest.Fixture, fits func(localtable.Exchange) bool) (held chan struct{}, letGo func()) {
	held, gone := make(chan struct{}, 8), make(chan struct{})
	f.SetFault(func(x localtable.Exchange) discordtest.Fault {
		if fits(x) {
			select {
			case held <- struct{}{}:
			default:
			}
			<-gone
		}
		return discordtest.Fault{}
	})
	return held, func() { close(gone) }
}

// A panel that is about to be deleted, as another one stands below, is still pressed by one who has not seen that.
func TestAnswers_PressOnTheDeleted(t *testing.T) {
	f := discordtest.Begun(t)
	held, letGo := hold(f, deletes)
	before, panel := ended(f)
	<-held
	now := f.Tap(f.Anna, panel, "End the phase")
	if _, panels := here(f, f.Anna); now.ID == before.ID || len(panels) == 0 {
		t.Errorf("the press is answered in the message that is deleted: %+v", panels)
	}
	letGo()
	f.Eventually("the two before are gone", func() bool { _, panels := here(f, f.Anna); return len(panels) == 1 })
	goesBelow(f, f.Anna, "Blue exploitation")
}

// What is pressed may be deleted while it is answered: the answer is a message of its own then.
func TestAnswers_DeletedMeanwhile(t *testing.T) {
	gone := discordtest.Fault{Status: http.StatusNotFound, Code: 10008}
	changes := func(x localtable.Exchange) bool {
		return x.Route == discordtest.Callback && strings.HasPrefix(string(x.Body), `{"type":7`)
	}
	cut := discordtest.Once(discordtest.Fault{Cut: true, Done: true}, changes)
	for name, fault := range map[string]func(localtable.Exchange) discordtest.Fault{
		"before the first answer": discordtest.Always(gone, changes),
		"after it": func(x localtable.Exchange) discordtest.Fault {
			if discordtest.To(http.MethodPatch, "/@original")(x) {
				return gone
			}
			return cut(x)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t)
			panel := discordtest.OpenOrders(f, f.Anna)
			f.SetFault(fault)
			b, _ := discordtest.Labelled(panel, "Restack")
			go func() { _, _ = f.Anna.Click(f.Ctx, panel.ID, b.CustomID) }() // the lost answer is awaited in vain
			f.Await(f.Anna, func(m player.Message) bool {
				_, back := discordtest.Labelled(m, "Back")
				return back && m.ID != panel.ID && m.Private()
			})
		})
	}
}

// Both players see their own panels below each report, once for each, and no look-up moves.
func TestAnswers_TwoPlayers(t *testing.T) {
	f := discordtest.Begun(t)
	looked := f.Say(f.Olga, "/units")
	waits := f.Reads(discordtest.OpenOrders(f, f.Boris), "You have no orders to give now")
	ended(f)
	goesBelow(f, f.Anna, "Blue combat", "You can give orders now")
	if now := goesBelow(f, f.Boris, "You have no orders to give now"); now.ID == waits.ID {
		t.Error("Boris's panel is not sent anew")
	}
	moved(f, 2)
	all, _ := here(f, f.Olga)
	if i := slices.IndexFunc(all, func(m player.Message) bool { return m.ID == looked.ID }); i < 0 || i == len(all)-1 {
		t.Errorf("Olga's look-up has moved: %+v", all)
	}
	f.Say(f.Boris, "/units") // stands below his panel, which stays
	f.Says(f.Anna, "/end", "Blue exploitation")
	f.WaitOutbox()
	_, panels := here(f, f.Boris)
	discordtest.Equal(t, "Boris has %d panels", len(panels), 1)
	moved(f, 2)
}

// An answer that has nothing to order also moves below a report. When there is something, it becomes the panel there.
func TestAnswers_WaitsAfterAMove(t *testing.T) {
	f := discordtest.Begun(t)
	discordtest.OpenOrders(f, f.Boris)
	f.End(f.Anna)
	goesBelow(f, f.Boris, "You have no orders to give now")
	f.End(f.Anna, f.Anna)
	turned := f.Await(f.Boris, func(m player.Message) bool {
		return m.Private() && strings.Contains(m.Content, "You can give orders now")
	})
	goesBelow(f, f.Boris, "You can give orders now", "Red")
	ends(f, f.Boris, turned)
	goesBelow(f, f.Boris, "Red combat")
}

func TestAnswers_Undo(t *testing.T) {
	f := discordtest.Begun(t)
	panel := discordtest.OpenOrders(f, f.Anna)
	panel = f.TapStarting(f.Anna, panel, "1 Armour")
	f.TapLetter(f.Anna, panel, "")
	f.WaitOutbox()
	panel = goesBelow(f, f.Anna, "moved from 5.09")
	n := len(f.Requests(follows))
	f.Tap(f.Anna, panel, "Undo")
	f.WaitOutbox()
	goesBelow(f, f.Anna, "Taken back")
	moved(f, n) // the report was edited
}

// The panel in direct messages has its own way below what is sent there.
func TestAnswers_DirectMessages(t *testing.T) {
	f := discordtest.Begun(t)
	f.Tap(f.Anna, f.Started, "Orders", "In direct messages")
	panel := f.Await(f.Anna, func(m player.Message) bool { return m.ChannelID == f.DM(f.Anna) && len(m.Components) > 0 })
	for range 2 { // it asks once
		b, _ := discordtest.Labelled(panel, "End the phase")
		now := must.Get(f.Anna.Click(f.Ctx, panel.ID, b.CustomID))(t)
		discordtest.Equal(t, "the panel is message %s", now.ID, panel.ID)
		panel = now
	}
	f.Has(panel, "Blue combat")
	moved(f, 0)
}
