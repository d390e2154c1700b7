package deliver_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// distant returns a game in play with nothing left to send, at a table that is 50 ms away from now on.
func distant(t *testing.T) *discordtest.Fixture {
	t.Helper()
	f := discordtest.Begun(t)
	f.WaitOutbox()
	f.Latency.Store(int64(50 * time.Millisecond))
	return f
}

// A player whose direct messages cannot be opened is the only one who is told late.
func TestApart_DirectMessagesNotOpened(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"500 to the opening of direct messages":          {Status: http.StatusInternalServerError},
		"403 to the opening of direct messages, 40003":   {Status: http.StatusForbidden, Code: 40003},
		"a black hole at the opening of direct messages": {Silent: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := distant(t)
			told := func(x localtable.Exchange) bool {
				return discordtest.Sends(x) && strings.Contains(x.Path, f.DM(f.Anna)) && x.Status == http.StatusOK
			}
			f.SetFault(discordtest.Always(fault, func(x localtable.Exchange) bool {
				return x.Route == "/users/@me/channels" && strings.Contains(string(x.Body), f.Anna.User().ID)
			}))
			f.EndAfterAStack()
			f.AwaitPosted(f.Boris, "Blue combat")
			f.End(f.Anna, f.Anna)
			f.Say(f.Boris, "/move units:r-1-sec,r-1-inf to:13.08")
			f.Say(f.Boris, "/end")
			f.AwaitPosted(f.Olga, "Red combat")
			f.AwaitDM(f.Boris, "For your eyes only, Red")
			f.SetFault(nil)
			f.Restart()
			f.WaitOutbox()
			discordtest.Equal(t, "Anna is told %d times of a phase", len(f.Requests(told)), 1)
		})
	}
}

// Where the bot may not attach files, words go without their pictures, which follow when it may.
func TestApart_PictureNotPermitted(t *testing.T) {
	f := distant(t)
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusForbidden, Code: 50013},
		func(x localtable.Exchange) bool { return len(x.Files) > 0 && strings.Contains(x.Path, f.Channel) }))
	f.Say(f.Anna, "/end")
	combat := f.AwaitPosted(f.Olga, "Blue combat")
	f.Say(f.Anna, "/end")
	exploitation := f.AwaitPosted(f.Olga, "Blue exploitation")
	if len(combat.Attachments)+len(exploitation.Attachments) > 0 {
		t.Error("the pictures are there before they can be")
	}
	f.SetFault(nil)
	f.Restart()
	for _, m := range []player.Message{combat, exploitation} {
		f.Picture(f.Olga, f.Await(f.Olga, pictured(m.ID)))
	}
	f.WaitOutbox()
	discordtest.Equal(t, "%d messages tell of the combat phase", len(f.Posted(f.Olga, "your move: Blue combat")), 1)
}

// While a picture that follows its words is on its way, for however long, the next words go, and no second picture.
func TestApart_PictureOnItsWay(t *testing.T) {
	f := distant(t)
	f.SetFault(func(x localtable.Exchange) discordtest.Fault {
		switch {
		case len(x.Files) == 0 || !strings.Contains(x.Path, f.Channel):
			return discordtest.Fault{}
		case x.Method == http.MethodPatch:
			return discordtest.Fault{Silent: true}
		}
		return discordtest.Fault{Status: http.StatusServiceUnavailable}
	})
	onItsWay := func(x localtable.Exchange) bool { return x.Method == http.MethodPatch && len(x.Files) > 0 }
	f.Say(f.Anna, "/end")
	combat := f.AwaitPosted(f.Olga, "Blue combat")
	f.Eventually("its picture is on its way", func() bool { return len(f.Requests(onItsWay)) > 0 })
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Olga, "Blue exploitation")
	discordtest.Equal(t, "%d pictures are on their way", len(f.Requests(onItsWay)), 1)
	f.SetFault(nil)
	f.Picture(f.Olga, f.Await(f.Olga, pictured(combat.ID)))
	f.WaitOutbox()
}
