package table_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// timed returns a fixture with a clock that moves only as it is told to.
func timed(t *testing.T) (*discordtest.Fixture, *discordtest.Clock) {
	t.Helper()
	clock := discordtest.ClockAt(time.Now().UTC().Truncate(time.Second))
	return discordtest.New(t, clock.On), clock
}

// The clocks of a game are chosen with it, and shown where somebody looks how it stands.
func TestClock_Shown(t *testing.T) {
	f, clock := timed(t)
	for text, want := range map[string]string{
		"soon":                             "soon is not a clock: write it as 3d + 1d per phase",
		"1m":                               "is too short: 10 minutes is the limit",
		"5d + 1d per phase, at most 2d":    "is more than its limit of 2 days",
		"50d + 1d per phase, at most 100d": "is too long: 90 days is the limit",
	} {
		f.Refused(f.Anna, "/game new module:drill clock:"+text, want)
	}
	f.Open("module:drill side:blue clock:2d + 6h per phase, at most 3d", "red")
	f.WaitDelivered()
	f.AwaitPosted(f.Olga, "Drill", "Clocks: 2d + 6h per phase, at most 3d")
	f.AwaitPosted(f.Olga, "The game begins", "`/end` ends the phase.", "Deadline: <t:")
	discordtest.Advance(f, clock, 5*time.Hour)
	for text, left := range map[string]string{"/clock show": "Blue: 1 day 19 hours left. Deadline: <t:",
		"/game status": "Blue: 1 day 19 hours left. Red: 2 days left."} {
		m := f.Says(f.Olga, text, "Clocks: 2d + 6h per phase, at most 3d", left, "Red: 2 days left.")
		discordtest.Excludes(t, strings.Join(discordtest.Labels(m), " · "), "Pause", "Offer", "Clocks")
	}
	due := f.Says(f.Anna, "/due", "Deadline: <t:")
	discordtest.Equal(t, "the buttons are %q", discordtest.Labels(f.Tap(f.Anna, due, "Clocks")),
		[]string{"Pause 7 days", "Offer: Fast", "Offer: Normal", "Offer: Slow", "Offer: No clocks"})
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Boris, "Blue combat", "Deadline: <t:")
	for typed, want := range map[string]string{"": "fast", "sl": "slow", "4d": "4d"} {
		f.Suggests(f.Anna, "/clock show terms:"+typed, want)
	}
}

// Both players agree on a pause and on other terms, by buttons, and a game without clocks gets some.
func TestClock_Agreement(t *testing.T) {
	f, _ := timed(t)
	f.Refused(f.Anna, "/clock show", "no game in this channel")
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Refused(f.Anna, "/clock pause days:3", "The game hasn't started")
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Boris, "/game start")
	f.Refused(f.Anna, "/clock pause days:3", "This game has no clocks")
	f.Refused(f.Olga, "/clock show terms:fast", "You don't play")
	f.Refused(f.Anna, "/clock pause end:true", "This game has no clocks")
	none := f.Says(f.Anna, "/clock show", "This game has no clocks. `/clock show terms:` offers some")
	f.Tap(f.Anna, none, "Offer: Fast")
	offered := f.AwaitPosted(f.Boris, "<@"+f.Boris.User().ID+">: The Blue player offers a clock: 1d + 6h per phase, at most 2d.")
	f.Has(f.Tap(f.Anna, offered, "Accept"), "your own offer")
	f.Tap(f.Boris, offered, "Accept")
	f.AwaitPosted(f.Olga, "Both players agree on these terms for the clocks", "Deadline: <t:")
	f.Refused(f.Anna, "/clock show terms:fast", "already have those terms")
	f.Say(f.Boris, "/clock pause days:3")
	asked := f.AwaitPosted(f.Anna, "Red player offers to pause both clocks for 3 days")
	another := f.Reads(f.Say(f.Anna, "/clock pause days:4"), "There is already an offer about the clocks",
		"Red player offers to pause")
	discordtest.Equal(t, "another offer has the buttons %q", discordtest.Labels(another), []string{"Accept", "Decline"})
	f.Tap(f.Anna, asked, "Accept")
	f.AwaitPosted(f.Olga, "the clocks are paused for 3 days, until <t:")
	f.WaitDelivered()
	f.Tap(f.Anna, f.Says(f.Anna, "/clock show", "The clock is stopped until <t:"), "Resume")
	f.AwaitPosted(f.Olga, "The pause of the clocks is over")
	f.Say(f.Anna, "/clock show terms:none")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "Blue player offers to play without clocks."), "Decline")
	f.AwaitPosted(f.Olga, "Red player declines the offer about the clocks")
}

// Before the game begins a player who is alone at the table sets the clocks, and once the other seat is taken
// both agree on them.
func TestClock_BeforeTheGame(t *testing.T) {
	f, _ := timed(t)
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Refused(f.Olga, "/clock show terms:fast", "You don't play")
	f.HasLabel(f.Say(f.Anna, "/clock show"), "Offer: Slow", true)
	f.Say(f.Anna, "/clock show terms:fast")
	f.AwaitPosted(f.Olga, "Blue player sets the clocks.\nClocks: 1d + 6h per phase, at most 2d.")
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Boris, "/clock show terms:2d + 6h per phase, at most 3d")
	f.Tap(f.Anna, f.AwaitPosted(f.Anna, "Red player offers other terms for the clocks: 2d + 6h per phase, at most 3d"),
		"Accept")
	f.AwaitPosted(f.Olga, "Both players agree on these terms for the clocks: 2d + 6h per phase, at most 3d")
	f.Say(f.Boris, "/game start")
	f.AwaitPosted(f.Olga, "The game begins", "Deadline: <t:")
	f.Says(f.Anna, "/clock show", "Red: 2 days left.")
}

// runOut lets the time that a side has left run out; when a tenth is left its player is reminded.
func runOut(f *discordtest.Fixture, clock *discordtest.Clock, left time.Duration) {
	f.T.Helper()
	discordtest.Advance(f, clock, left-left/10)
	f.WaitDelivered()
	discordtest.Advance(f, clock, left/10)
}

// When a clock has run out the other player has the choice, by buttons that he can press until the one who slept has
// ended his phase; an order alone does not take them away.
func TestClock_RunOut(t *testing.T) {
	f, clock := timed(t)
	f.Open("module:drill side:blue clock:1d + 1h per phase, at most 1d", "red")
	f.WaitDelivered()
	f.Refused(f.Boris, "/clock claim", "No clock has run out")
	runOut(f, clock, 24*time.Hour)
	out := f.AwaitPosted(f.Boris, "The Blue clock has run out", discordtest.Mention(f.Anna)+": you can still act",
		discordtest.Mention(f.Boris)+": you can wait")
	f.Calls(out, f.Anna, f.Boris)
	f.WaitDelivered()
	f.Has(f.Tap(f.Anna, out, "Wait 1 day"), "your own clock")
	f.Tap(f.Boris, out, "Wait 1 day")
	f.AwaitPosted(f.Olga, "Red player waits another day. Deadline: <t:")
	noButtonsLeft(f, out)
	f.WaitDelivered()
	runOut(f, clock, 24*time.Hour)
	again := f.Await(f.Boris, func(m player.Message) bool {
		return player.Posted(f.Channel, "The Blue clock")(m) && m.ID != out.ID
	})
	f.WaitDelivered()
	f.Say(f.Anna, "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	f.Says(f.Boris, "/clock claim", "Claim the game?")
	f.Says(f.Boris, "/due", "it is your move", "The Blue clock ran out <t:", "can wait, seek a substitute or claim the game")
	f.End(f.Anna)
	f.WaitDelivered()
	noButtonsLeft(f, again)
	f.Says(f.Boris, "/clock claim", "No clock has run out")
	f.WaitDelivered()
	runOut(f, clock, time.Hour)
	third := f.Await(f.Boris, func(m player.Message) bool {
		return player.Posted(f.Channel, "The Blue clock")(m) && m.ID != out.ID && m.ID != again.ID
	})
	f.Has(f.Tap(f.Boris, third, "Seek a substitute"), "A substitute is being sought")
	f.Calls(f.AwaitPosted(f.Anna, "free for anybody to take", discordtest.Mention(f.Anna)+" plays it until then",
		discordtest.Mention(f.Anna)+": the seat is offered because your clock ran out"), f.Anna)
	f.Has(f.Tap(f.Olga, f.AwaitPosted(f.Olga, "free for anybody to take"), "Take the seat"), "they agree")
	f.Calls(f.AwaitPosted(f.Anna, discordtest.Mention(f.Olga)+" would take your Blue seat, for which "+
		discordtest.Mention(f.Boris)+" sought another player"), f.Anna)
	question := f.Has(f.Tap(f.Boris, third, "Claim the game"), "Drill", "turn 1 of 10", "The Blue clock ran out <t:",
		"Red player wins by forfeit")
	f.Tap(f.Boris, question, "Claim the game")
	f.Calls(f.AwaitPosted(f.Olga, "Red player wins** on turn", "the Blue clock ran out"), f.Anna, f.Boris)
}

// Who loses a decision by his clock is called by a message that says so, beside that of the fight.
func TestClock_DefaultAnswer(t *testing.T) {
	clock := discordtest.ClockAt(discordtest.Noon())
	f, _ := discordtest.Attack(t, clock.On)
	f.Say(f.Anna, "/clock show terms:1d")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "Blue player offers a clock"), "Accept")
	f.WaitDelivered()
	runOut(f, clock, 24*time.Hour)
	f.Calls(f.AwaitPosted(f.Olga, discordtest.Mention(f.Boris)+": the Red clock has run out, so the game has answered"),
		f.Boris)
	f.AwaitPosted(f.Olga, "**13.10: ", " attacked", "The Red clock has run out**: the game answers for that side.")
}

// A last call names the player whose clock it is, also where another one of his side owes the decision.
func TestClock_LastCallInATeam(t *testing.T) {
	clock := discordtest.ClockAt(discordtest.Noon())
	f, _ := discordtest.Attack(t, clock.On)
	carla := discordtest.Sit(f, "Carla")
	f.Say(f.Boris, "/settings remind:off")
	f.Say(f.Boris, "/seat grant user:Carla units:r-3-inf, r-1-mil")
	f.Say(carla, "/seat answer answer:take")
	f.Say(f.Anna, "/clock show terms:1d")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "Blue player offers a clock"), "Accept")
	f.WaitDelivered()
	runOut(f, clock, 24*time.Hour)
	f.WaitDelivered()
	f.Calls(f.AwaitPosted(f.Olga, discordtest.Mention(carla)+", "+discordtest.Mention(f.Boris)+", retreat 1 hex"), f.Boris)
}

// A player whose game was claimed in his night reads so again when he wakes, and nobody else is called. Not so if
// Discord takes the first message only then, which calls him itself, even if the program does not know that it arrived.
func TestClock_ClaimedInTheNight(t *testing.T) {
	for name, late := range map[string]bool{"told in the night": false, "told in the morning": true,
		"told in the morning, and the answer is lost": true} {
		t.Run(name, func(t *testing.T) {
			clock := discordtest.ClockAt(discordtest.Noon())
			f := discordtest.New(t, clock.On)
			f.Open("module:drill side:blue clock:1d + 1h per phase, at most 1d", "red")
			f.WaitDelivered()
			runOut(f, clock, 24*time.Hour)
			f.Calls(f.AwaitPosted(f.Boris, "The Blue clock has run out"), f.Anna, f.Boris)
			f.WaitDelivered()
			f.Say(f.Anna, "/settings zone:UTC night:13:00-19:00")
			clock.Pass(2 * time.Hour)
			claims := discordtest.SendsText("Red player wins** on turn")
			claimed := func(x localtable.Exchange) bool { // not what each player is told in private
				return claims(x) && strings.Contains(x.Path, f.Channel)
			}
			if late {
				f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusInternalServerError}, claimed))
			}
			f.Tap(f.Boris, f.Say(f.Boris, "/clock claim"), "Claim the game")
			if late {
				f.Eventually("the message is refused", func() bool { return len(f.Requests(claimed)) > 0 })
				clock.Pass(5 * time.Hour)
				tried := len(f.Requests(claimed)) // with pictures and without, each time
				f.Eventually("it is made anew", func() bool { return len(f.Requests(claimed)) > tried+2 })
				if !strings.HasSuffix(name, "lost") {
					f.SetFault(nil)
				} else {
					f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusServiceUnavailable, Done: true},
						claimed))
					before := len(f.Requests(claimed))
					f.Eventually("it arrives", func() bool { return len(f.Requests(claimed)) > before })
					f.Stop()
					f.SetFault(nil)
					f.Start()
				}
				f.AwaitPosted(f.Olga, "Red player wins** on turn")
				f.WaitDelivered()
				sent := f.Requests(claimed) // an edit of the message, when it is found again, calls nobody
				_, called, _ := strings.Cut(string(sent[len(sent)-1].Body), "allowed_mentions")
				discordtest.Contains(t, called, f.Anna.User().ID, f.Boris.User().ID)
				discordtest.Advance(f, clock, time.Hour)
				f.WaitDelivered()
				discordtest.Equal(t, "it is told by %d messages", len(f.Posted(f.Olga, "Red player wins** on turn")), 1)
				return
			}
			over := f.AwaitPosted(f.Olga, "Red player wins** on turn")
			f.Calls(over, f.Boris)
			f.WaitDelivered()
			discordtest.Advance(f, clock, 5*time.Hour)
			again := f.Await(f.Anna, func(m player.Message) bool {
				return player.Posted(f.Channel, "Red player wins** on turn", "the Blue clock ran out")(m) && m.ID != over.ID
			})
			f.Calls(again, f.Anna)
			f.Lacks(again, "still needs an answer")
			discordtest.Equal(t, "it has %d pictures", len(again.Attachments), 0)
		})
	}
}

// A player whose seat was offered as his clock had run out reads this reason when another takes it with his consent.
func TestClock_SubstituteTakesSeat(t *testing.T) {
	f, clock := timed(t)
	f.Open("module:drill side:blue clock:1d + 1h per phase, at most 1d", "red")
	f.WaitDelivered()
	runOut(f, clock, 24*time.Hour)
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "The Blue clock has run out"), "Seek a substitute")
	f.Say(f.Olga, "/seat answer answer:take")
	f.Say(f.Anna, "/seat answer answer:take")
	f.Calls(f.AwaitPosted(f.Anna, "The Blue seat changes hands", "because its clock ran out, "+discordtest.Mention(f.Boris)+
		" sought another player in place of "+discordtest.Mention(f.Anna), discordtest.Mention(f.Anna)+" has agreed to it"),
		f.Anna, f.Boris, f.Olga)
}
