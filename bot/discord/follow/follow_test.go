package follow_test

import (
	"net/http"
	"slices"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

const followUp = "/webhooks/{webhook_id}/{webhook_token}"

// last returns the last message that a player sees in the channel.
func last(f *discordtest.Fixture, p *player.Player) player.Message {
	f.T.Helper()
	list := f.Visible(p)
	return list[len(list)-1]
}

// private returns the private messages with something to press that a player sees.
func private(f *discordtest.Fixture, p *player.Player) []player.Message {
	return slices.DeleteFunc(f.Visible(p), func(m player.Message) bool { return !m.Private() || len(m.Components) == 0 })
}

// ended opens Anna's panel and ends her phase on it, which is reported to all.
func ended(f *discordtest.Fixture) (before, panel player.Message) {
	f.T.Helper()
	before = discordtest.OpenOrders(f, f.Anna)
	panel = f.Tap(f.Anna, before, "End the phase")
	if y, asked := panel.Part(func(c wire.Component) bool { return len(c.CustomID) > 0 && c.CustomID[0] == 'y' }); asked {
		panel = f.Click(f.Anna, panel, y.CustomID)
	}
	f.WaitOutbox()
	return before, panel
}

func follows(x localtable.Exchange) bool { return x.Method == http.MethodPost && x.Route == followUp }

func TestAnswers_GoBelowTheReport(t *testing.T) {
	f := discordtest.Begun(t)
	n := len(f.Requests(follows))
	before, panel := ended(f)
	f.Eventually("the panel is the last message", func() bool {
		m := last(f, f.Anna)
		return m.Private() && m.ID != before.ID && m.Content == panel.Content
	})
	f.Eventually("the old panel is gone", func() bool {
		return !slices.ContainsFunc(f.Visible(f.Anna), func(m player.Message) bool { return m.ID == before.ID })
	})
	moved, made := last(f, f.Anna), len(f.Requests(follows))
	if made == n {
		t.Error("the panel is not sent anew")
	}
	again := f.Tap(f.Anna, moved, discordtest.Labels(moved)[0])
	if again.ID != moved.ID {
		t.Errorf("a press on the panel that has moved is answered by another message: %+v", again)
	}
	f.WaitOutbox()
	if n := len(f.Requests(follows)); n != made {
		t.Errorf("after a press with nothing below the panel there are %d follow-ups, want %d", n, made)
	}
}

func TestAnswers_FollowUpFails(t *testing.T) {
	f := discordtest.Begun(t)
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusBadGateway}, follows))
	before, panel := ended(f)
	f.Eventually("a follow-up is tried", func() bool { return len(f.Requests(follows)) > 0 })
	if panel.ID != before.ID || len(private(f, f.Anna)) == 0 {
		t.Fatalf("the panel is lost: %+v", private(f, f.Anna))
	}
	f.SetFault(nil)
	if m := f.Tap(f.Anna, panel, discordtest.Labels(panel)[0]); m.Content == "" {
		t.Error("the old panel does not work")
	}
}

func TestAnswers_OtherPlayersStay(t *testing.T) {
	f := discordtest.Begun(t)
	ended(f)
	f.Eventually("Anna's panel has moved", func() bool { return last(f, f.Anna).Private() })
	if m := last(f, f.Olga); m.Private() {
		t.Errorf("Olga, who has pressed nothing, gets %q", m.Content)
	}
}

// A press on the old panel while the new one is on its way keeps the old one, and nothing is done twice.
func TestAnswers_PressInBetween(t *testing.T) {
	f := discordtest.Begun(t)
	others := len(private(f, f.Anna))
	held, letGo := make(chan struct{}, 8), make(chan struct{})
	f.SetFault(func(x localtable.Exchange) discordtest.Fault {
		if follows(x) {
			select {
			case held <- struct{}{}:
			default:
			}
			<-letGo
		}
		return discordtest.Fault{}
	})
	before, panel := ended(f)
	<-held
	if m := f.Tap(f.Anna, panel, discordtest.Labels(panel)[0]); m.ID != before.ID {
		t.Errorf("the press is answered by another message: %+v", m)
	}
	close(letGo)
	f.Eventually("one panel is left, below the report", func() bool {
		return last(f, f.Anna).Private() && len(private(f, f.Anna)) == others+1
	})
}
