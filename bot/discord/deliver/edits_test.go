package deliver_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

const oneMessage = "/channels/{channel_id}/messages/{message_id}"

func edits(x localtable.Exchange) bool { return x.Method == http.MethodPatch && x.Route == oneMessage }

// However an edit fails once, the fight stands in one message as it went on.
func TestEdit_FailsOnce(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]discordtest.Fault{
		"nothing fails":            {},
		"the server is busy":       {Status: http.StatusServiceUnavailable},
		"the answer is lost":       {Status: http.StatusServiceUnavailable, Done: true},
		"the gateway is bad":       {Status: http.StatusBadGateway},
		"there are too many":       {Status: http.StatusTooManyRequests},
		"a right is taken a while": {Status: http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			f, asked := discordtest.Attack(t)
			f.SetFault(discordtest.Once(spoil, edits))
			discordtest.Hold(f)
			if spoil.Status == http.StatusForbidden { // which is tried again after minutes, or at a restart
				f.Eventually("the edit is refused", func() bool { return len(f.Requests(edits)) > 0 })
				f.Restart()
			}
			if done := discordtest.FightEnds(f); done.ID != asked.ID || done.Edited == nil {
				t.Errorf("it is another message, %s after %s", done.ID, asked.ID)
			}
		})
	}
}

// A message that a moderator has deleted is posted anew, and calls nobody; later edits find
// the new one, after a restart too.
func TestEdit_MessageDeleted(t *testing.T) {
	f, asked := discordtest.Attack(t)
	moderator := must.Get(discordgo.New("Bot " + localtable.BotToken))(t)
	request := must.Get(http.NewRequestWithContext(f.Ctx, http.MethodDelete,
		f.URL+"/api/v9/channels/"+f.Channel+"/messages/"+asked.ID, nil))(t)
	request.Header.Set("Authorization", moderator.Token)
	if resp, err := http.DefaultClient.Do(request); err != nil || resp.StatusCode != http.StatusNoContent {
		t.Fatalf("the message cannot be deleted: %v %v", err, resp)
	}
	f.Say(f.Boris, "/hold hexes:1")
	anew := f.AwaitPosted(f.Olga, "Blue: 3 Infantry attacked", "Red player holds 13.10")
	if anew.ID == asked.ID || len(anew.Mentions) > 0 {
		t.Errorf("the message is %s after %s, and calls %v", anew.ID, asked.ID, anew.Mentions)
	}
	f.Restart()
	discordtest.DecideRest(f)
	discordtest.Equal(t, "the next edit makes %s", discordtest.FightEnds(f).ID, anew.ID)
}

// A message that cannot be edited any more, as in a thread that was archived, or after the
// bot's account was changed for another one, keeps nothing back: the fight goes on in a new
// message, and a button that has had its moment is left as it is.
func TestEdit_Impossible(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]discordtest.Fault{
		"archived":  {Status: http.StatusBadRequest, Code: 50083},
		"another's": {Status: http.StatusForbidden, Code: 50005},
	} {
		t.Run(name, func(t *testing.T) {
			f, asked := discordtest.Attack(t)
			f.SetFault(discordtest.Always(spoil, func(x localtable.Exchange) bool {
				return edits(x) && strings.HasSuffix(x.Path, asked.ID)
			}))
			discordtest.Hold(f)
			done := f.Await(f.Olga, func(m player.Message) bool {
				return player.Posted(f.Channel, "Blue: 3 Infantry attacked", "Red player holds 13.10")(m) &&
					len(m.Attachments) == 1
			})
			if done.ID == asked.ID || len(f.Fights()) != 2 {
				t.Errorf("the fight goes on in %s after %s, and %d messages tell of it", done.ID, asked.ID,
					len(f.Fights()))
			}
			f.Say(f.Anna, "/end")
			f.AwaitPosted(f.Olga, "Blue exploitation")
		})
	}
}

// Edits that have to wait become one.
func TestEdit_WaitingEditsAreMerged(t *testing.T) {
	f, asked := discordtest.Attack(t)
	f.Stop()
	r := referee.New(referee.Options{Log: f.Log, Store: f.Store, Now: f.Now, Modules: f.Modules})
	giveFirst(f, r, f.Boris, "retreat")
	giveFirst(f, r, f.Anna, "advance")
	must.Do(t, r.Shut(f.Ctx))
	if left, err := f.Store.Outbox(f.Ctx, f.Now()); err != nil || len(left) != 2 {
		t.Fatalf("%d deliveries wait, %v", len(left), err)
	}
	before := len(f.Requests(edits))
	f.Start()
	f.Has(f.Await(f.Olga, func(m player.Message) bool { return m.ID == asked.ID && len(m.Attachments) == 1 }),
		"3 Infantry, 1 Militia destroyed", "3 Infantry attacked, advanced")
	if n := len(f.Requests(edits)) - before; n != 1 || len(f.Fights()) != 1 {
		t.Errorf("%d edits of %d messages", n, len(f.Fights()))
	}
}

// giveFirst gives an order by what is offered first.
func giveFirst(f *discordtest.Fixture, r *referee.Referee, p *player.Player, v order.Verb) {
	f.T.Helper()
	var picks []view.Pick
	for {
		offer := must.Get(r.Orders.Offer(f.Ctx, f.Channel, p.User().ID, v, picks))(f.T)
		if offer.Done {
			break
		}
		picks = append(picks, offer.Next[0])
	}
	o := must.Get(r.Orders.OrderOf(f.Ctx, f.Channel, p.User().ID, v, picks))(f.T)
	cmd := api.Command{ID: "first " + string(v), User: p.User().ID, Channel: f.Channel}
	must.Get(r.Orders.Give(f.Ctx, cmd, o, ordering.Expect{}))(f.T)
}

// retreat has Red retreat by taps.
func retreat(f *discordtest.Fixture, asked player.Message) {
	f.T.Helper()
	m := f.TapLetter(f.Boris, f.Tap(f.Boris, asked, "Decide"), "")
	f.TapStarting(f.Boris, m, "Retreat ") // over the lake
}

// Two hundred games, in short fewer, owe edits at once: each gets its messages, once, with the buttons that are left.
func TestEdit_ManyGames(t *testing.T) {
	f := discordtest.New(t)
	f.Stop()
	games := 200
	if testing.Short() {
		games = 40
	}
	channels := openGames(f, games, false)
	f.Start()
	f.WaitOutbox()
	for _, channel := range channels {
		list, err := f.Olga.Messages(f.Ctx, channel)
		if err != nil || len(list) != 3 {
			t.Fatalf("%d messages, %v", len(list), err)
		}
		for i, m := range list {
			if b := m.Parts()[0]; b.Disabled != (i < 2) {
				t.Errorf("message %d has the button %+v", i, b)
			}
		}
	}
}

// A player who has been away is called once, by a message of its own, a minute after he is to act. One who has just
// acted is not, nor does an edit call anybody, nor the message of the fight. What one did unseen counts for nothing.
func TestCalls_PlayerToAct(t *testing.T) {
	clock := discordtest.ClockAt(time.Now())
	f := discordtest.Begun(t, clock.On, discordtest.With(discordtest.Shore(t)))
	f.Say(f.Anna, "/end")
	clock.Pass(20 * time.Minute)
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	asked := f.AwaitPosted(f.Olga, "Blue: 3 Infantry attacked", ", retreat 1 hex")
	f.Calls(asked)
	discordtest.Advance(f, clock, 59*time.Second)
	if calls := callCount(f); calls > 0 {
		t.Errorf("%d calls within a minute", calls)
	}
	discordtest.Advance(f, clock, time.Second)
	first := f.Await(f.Olga, calling(f.Boris, "retreat 1 hex"))
	retreat(f, asked)
	acted(f, first)
	discordtest.Advance(f, clock, 20*time.Minute)
	second := f.Await(f.Olga, calling(f.Anna, "advance "))
	clock.Pass(time.Minute)
	f.Say(f.Anna, "/pass")
	acted(f, second)
	f.Await(f.Olga, func(m player.Message) bool { return m.ID == asked.ID && len(m.Attachments) == 1 })
	discordtest.Advance(f, clock, time.Hour)
	discordtest.Equal(t, "%d calls", callCount(f), 2)
}

// A call that is over because the other side took its order back says so, and not that its player has acted.
func TestCalls_OrderTakenBack(t *testing.T) {
	clock := discordtest.ClockAt(time.Now())
	f := discordtest.Begun(t, clock.On)
	clock.Pass(20 * time.Minute)
	for range 3 {
		f.Say(f.Anna, "/end")
	}
	discordtest.Advance(f, clock, time.Minute)
	call := f.Await(f.Olga, calling(f.Boris, "it is your move"))
	f.Says(f.Anna, "/game undo", "Blue player takes back the last order")
	over := f.Await(f.Olga, func(m player.Message) bool {
		return m.ID == call.ID && strings.Contains(m.Content, "need not act now") &&
			!slices.ContainsFunc(m.Parts(), func(c wire.Component) bool { return !c.Disabled })
	})
	f.Lacks(over, "has acted")
}

// acted waits until a call says that its player has acted, with nothing left to press.
func acted(f *discordtest.Fixture, call player.Message) {
	f.T.Helper()
	f.Await(f.Olga, func(m player.Message) bool {
		return m.ID == call.ID && strings.Contains(m.Content, "has acted") && len(m.Parts()) > 0 &&
			!slices.ContainsFunc(m.Parts(), func(c wire.Component) bool { return !c.Disabled })
	})
}

// calling returns a condition for messages with these words that notify a player alone.
func calling(who *player.Player, words ...string) func(player.Message) bool {
	return func(m player.Message) bool {
		return len(m.Mentions) == 1 && m.Mentions[0].ID == who.User().ID && player.Posted(m.ChannelID, words...)(m)
	}
}

// callCount is how many messages were sent to the channel that notify somebody.
func callCount(f *discordtest.Fixture) (n int) {
	for _, x := range f.Requests(discordtest.Sends) {
		if strings.Contains(x.Path, f.Channel) && strings.Contains(string(x.Body), `"users":["`) {
			n++
		}
	}
	return n
}

// The message of a fight follows the log after its last decision too: an advance that is taken back is no longer told
// nor shown, and is decided in the same message, once, after a restart as well.
func TestEdit_DecisionTakenBack(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.Say(f.Anna, "/advance units:b-1-arm path:13.10")
	f.Say(f.Anna, "/pass")
	fight := func(fits func(player.Message) bool) player.Message {
		return f.Await(f.Olga, func(m player.Message) bool {
			return player.Posted(f.Channel, "**13.10: ", " attacked")(m) && fits(m)
		})
	}
	told := fight(func(m player.Message) bool { return len(m.Attachments) == 1 })
	f.Lacks(f.Has(told, "1 Armour advanced"), "advance after the fight")
	for _, advanced := range []bool{true, false} { // that nobody else advances is taken back first
		f.Restart()
		f.Say(f.Anna, "/game undo")
		undone := fight(func(m player.Message) bool {
			return strings.Contains(m.Content, "advance after the fight") &&
				strings.Contains(m.Content, "1 Armour advanced") == advanced
		})
		discordtest.Equal(t, "told again by message %s", undone.ID, told.ID)
		discordtest.Equal(t, "it has %d pictures", len(undone.Attachments), 0)
		f.HasLabel(undone, "Decide", true)
		f.Calls(undone)
	}
	f.WaitOutbox()
	before := len(f.Requests(edits))
	f.Restart()
	f.WaitOutbox()
	f.Say(f.Anna, "/pass")
	fight(func(m player.Message) bool { return len(m.Attachments) == 1 })
	discordtest.Equal(t, "%d edits", len(f.Requests(edits))-before, 1)
	discordtest.Equal(t, "the fight is told by %d messages", len(f.Fights()), 1)
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/game undo")
	f.Lacks(f.AwaitPosted(f.Olga, "Blue player takes back the last order"), "advances")
}

// The message of a decision that is not owed any more, because what led to it is taken back, says so.
func TestEdit_QuestionTakenBack(t *testing.T) {
	f := discordtest.Begun(t)
	f.End(f.Anna, f.Anna, f.Anna)
	f.Say(f.Boris, "/move units:r-1-sec,r-1-inf to:13.08")
	f.Say(f.Boris, "/move units:r-1-mil to:13.08")
	f.Say(f.Boris, "/end")
	asked := f.AwaitPosted(f.Olga, "to be destroyed")
	f.HasLabel(asked, "Decide", true)
	f.Say(f.Boris, "/game undo")
	undone := f.Await(f.Olga, func(m player.Message) bool { return m.ID == asked.ID && m.Edited != nil })
	f.HasLabel(f.Lacks(f.Has(undone, "Taken back"), "remove", "decided"), "Decide", false)
}

// The report of a phase whose end is taken back says so, strikes out what it told and loses its pictures; the hash of
// the log stays. It is edited once.
func TestEdit_EndTakenBack(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.End(f.Anna, f.Anna, f.Anna)
	f.Say(f.Boris, "/move units:r-1-arm to:14.08")
	report := f.AwaitPosted(f.Olga, "moved from 5.09 to 8.08")
	f.WaitOutbox()
	for i, consents := range []bool{true, false, false} {
		f.Say(f.Anna, "/game undo")
		if consents {
			f.Say(f.Boris, "/game undo answer:consent")
		}
		f.WaitOutbox()
		discordtest.Equal(t, "reports taken back: %d", len(f.Posted(f.Olga, "**Taken back**")), i+1)
	}
	f.Restart()
	f.WaitOutbox()
	after := f.Await(f.Olga, func(m player.Message) bool { return m.ID == report.ID && len(m.Attachments) == 0 })
	f.Reads(after, "Blue movement", "Taken back", "~~Blue: ", "moved from 5.09 to 8.08", "~~", "-# Hash of the log: ")
	f.Calls(after)
	private := f.AwaitDM(f.Anna, "**Taken back**", "~~Blue: 1 Armour, 1 Motorised moved from 5.09 to 8.08")
	f.Reads(private, "Blue movement", "Taken back")
	discordtest.Equal(t, "the private report has %d pictures", len(private.Attachments), 0)
	discordtest.Equal(t, "%d edits", len(f.Requests(func(x localtable.Exchange) bool {
		return edits(x) && strings.HasSuffix(x.Path, report.ID)
	})), 1)
}

// A fight that was told in a channel that the game has left says there what holds, and where it goes on; what is owed
// again is said in the new channel.
func TestEdit_TakenBackAfterAMove(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.Say(f.Anna, "/pass")
	told := f.AwaitPosted(f.Olga, " attacked, did not advance")
	next := f.OpenChannel("quiet")
	discordtest.MoveGame(f, next)
	discordtest.AskIn(f, f.Anna, next, "/game undo")
	undone := f.Await(f.Olga, func(m player.Message) bool {
		return m.ID == told.ID && !strings.Contains(m.Content, "did not advance")
	})
	f.HasLabel(f.Has(undone, "**13.10: ", " attacked", "<#"+next+">"), "Decide", false)
	asked := f.Await(f.Olga, player.Posted(next, "advance after the fight"))
	f.HasLabel(asked, "Decide", true)
	discordtest.AskIn(f, f.Anna, next, "/pass")
	f.WaitOutbox()
	discordtest.Equal(t, "the fight is told by %d messages", len(f.Fights()), 1)
}
