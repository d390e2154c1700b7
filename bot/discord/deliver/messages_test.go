package deliver_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// A channel that is gone puts its game to sleep, and players are told their own; a command in the channel, or
// a start of the bot in a server that has the channel, shows that it is there, and what is owed is said.
func TestDelivery_ChannelGone(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"deleted":   {Status: http.StatusNotFound, Code: 10003},
		"no access": {Status: http.StatusForbidden, Code: 50001},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t)
			f.WaitOutbox()
			sent := func(x localtable.Exchange) bool { return discordtest.Sends(x) && x.Status == http.StatusOK }
			before := len(f.Requests(sent))
			f.SetFault(discordtest.Always(fault, func(x localtable.Exchange) bool {
				return discordtest.Sends(x) && strings.Contains(x.Path, f.Channel)
			}))
			f.EndAfterAStack()
			f.Eventually("the game sleeps", func() bool {
				asleep, err := f.Store.Sleeping(f.Ctx)
				return err == nil && len(asleep) == 1
			})
			f.WaitOutbox()
			f.Stop()
			f.SetFault(nil)
			f.Start() // whose server is there, with the channel
			f.AwaitPosted(f.Olga, "Blue combat")
			f.WaitOutbox()
			discordtest.Equal(t, "%d messages are sent, want one for all, one for Anna, and for each side what is lost", len(f.Requests(sent))-before, 4)
		})
	}
}

// Retry-After is heeded in each of its forms, for messages too.
func TestDelivery_RetryAfter(t *testing.T) {
	f := discordtest.New(t)
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusTooManyRequests,
		Body: `{"message": "You are being rate limited.", "retry_after": 3600, "global": false}`},
		discordtest.To(http.MethodPost, "/messages")))
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Eventually("the bot is asked to wait", func() bool {
		return strings.Contains(f.Logged.String(), "wait=1h0m0s") || strings.Contains(f.Logged.String(), "wait=59m59")
	})
}

func TestDelivery_SentOnce(t *testing.T) {
	t.Parallel()
	begins := discordtest.SendsText("The game begins")
	for name, spoil := range map[string]discordtest.Fault{
		"the send fails":                {Status: http.StatusServiceUnavailable},
		"the send's answer is lost":     {Status: http.StatusServiceUnavailable, Done: true},
		"the gateway's answer is lost":  {Status: http.StatusBadGateway, Done: true},
		"the send succeeds all at once": {},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t, func(f *discordtest.Fixture) { f.SetFault(discordtest.Once(spoil, begins)) })
			f.WaitOutbox()
			if n := len(f.Posted(f.Olga, "The game begins")); n != 1 {
				t.Errorf("the game begins %d times", n)
			}
		})
	}
}

// TestDelivery_AfterARestart loses the answer to a send and lets the table forget its
// nonce, as Discord does after some minutes: only a look at the messages there shows that it arrived.
func TestDelivery_AfterARestart(t *testing.T) {
	f := discordtest.New(t)
	whisper := discordtest.SendsText("For your eyes only, Blue")
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusServiceUnavailable, Done: true}, whisper))
	f.Begin()
	f.EndAfterAStack()
	f.Eventually("the side is told, and the bot does not know it", func() bool { return len(f.Requests(whisper)) > 0 })
	f.Stop()
	before := len(f.Requests(whisper))
	f.SetFault(nil)
	f.Start()
	f.WaitOutbox()
	if again := len(f.Requests(whisper)) - before; again != 0 {
		t.Errorf("what had arrived was sent %d times more", again)
	}
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Olga, "Blue exploitation")
}

func TestDelivery_MessageGivenUp(t *testing.T) {
	invitation := discordtest.SendsText("Drill")
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.SetFault(discordtest.Once(discordtest.Fault{Status: http.StatusNotFound}, invitation))
	})
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Say(f.Boris, "/game join side:red")
	f.AwaitPosted(f.Olga, "A seat is taken")
	if !strings.Contains(f.Logged.String(), "given up") {
		t.Error("nothing is logged of the message that was given up")
	}
}

// A message that is called malformed or too large once is sent again; if it is called so twice, it is given up, and the
// log says which.
func TestDelivery_CalledMalformed(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]discordtest.Fault{
		"400": {Status: http.StatusBadRequest}, "400, 50035": {Status: http.StatusBadRequest, Code: 50035},
		"413": {Status: http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			seat := discordtest.SendsText("A seat is taken")
			f := discordtest.New(t, func(f *discordtest.Fixture) { f.SetFault(discordtest.Once(spoil, seat)) })
			f.Say(f.Anna, "/game new module:drill side:blue")
			f.Say(f.Boris, "/game join side:red")
			f.AwaitPosted(f.Olga, "A seat is taken")
			f.SetFault(discordtest.Always(spoil, discordtest.SendsText("The game begins")))
			f.Say(f.Boris, "/game start")
			f.WaitDelivered()
			if n := len(f.Requests(discordtest.SendsText("The game begins"))); n != 4 || // twice with its picture, twice without
				!strings.Contains(f.Logged.String(), "a notification cannot be delivered and is given up") {
				t.Errorf("%d tries\n%s", n, f.Logged.String())
			}
		})
	}
}

// Who takes no direct messages reads so where he looks at his side, until he takes one. Nobody else is told: that there
// was a message for him says that he knows more than the channel.
func TestDirectMessages_Closed(t *testing.T) {
	f := discordtest.New(t)
	must.Do(t, f.Anna.Settings(t.Context(), true, "en-US"))
	begun := f.Begin()
	f.Lacks(f.Tap(f.Anna, begun, "My side"), "was refused")
	f.EndAfterAStack()
	f.WaitOutbox()
	f.Has(f.Tap(f.Anna, begun, "My side"), "the Blue stacks", "direct message to you was refused")
	f.Says(f.Anna, "/settings", "direct message to you was refused")
	f.Lacks(f.Tap(f.Boris, begun, "My side"), "was refused")
	if n := len(f.Posted(f.Olga, "direct message")); n != 0 {
		t.Errorf("the channel is told in %d messages", n)
	}
	must.Do(t, f.Anna.Settings(t.Context(), false, "en-US"))
	f.Say(f.Anna, "/game undo")
	f.Say(f.Anna, "/end")
	f.AwaitDM(f.Anna, "For your eyes only, Blue", "1 Armour, 1 Motorised moved")
	f.WaitOutbox()
	f.Lacks(f.Tap(f.Anna, begun, "My side"), "was refused")
}

// A permission that is missing holds messages up and loses none.
func TestDelivery_PermissionMissing(t *testing.T) {
	f := discordtest.New(t)
	begins := discordtest.SendsText("The game begins")
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusForbidden}, begins))
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Boris, "/game start")
	f.Eventually("the bot is refused", func() bool { return len(f.Requests(begins)) > 0 })
	f.Stop()
	if log := f.Logged.String(); strings.Contains(log, "given up") || !strings.Contains(log, "will be repeated") {
		t.Errorf("a refusal is taken for the last word:\n%s", log)
	}
	f.SetFault(nil)
	f.Start()
	f.WaitOutbox()
	if n := len(f.Posted(f.Olga, "The game begins")); n != 1 {
		t.Errorf("the game begins %d times", n)
	}
}

// The channel is told that a user takes no direct messages where everybody knows that there was one for him, such as
// that he acts for a side from now on.
func TestDirectMessages_KnownOne(t *testing.T) {
	f := discordtest.Begun(t)
	carla := discordtest.Sit(f, "Carla")
	must.Do(t, carla.Settings(t.Context(), true, "en-US"))
	f.Say(f.Anna, "/seat grant user:Carla")
	f.Say(carla, "/seat answer answer:take")
	notice := f.Lacks(f.AwaitPosted(f.Olga, discordtest.Mention(carla)+" accepts no direct messages"), "Armour")
	f.Has(f.Tap(f.Olga, notice, "My side"), "You don't play")
	f.Has(f.Tap(carla, notice, "My side"), "the Blue stacks", "direct message to you was refused")
}

// Discord has many reasons to keep a bot from a user. Whichever it names, the user reads it beside his side.
func TestDirectMessages_Refused(t *testing.T) {
	f := discordtest.Begun(t, func(f *discordtest.Fixture) {
		f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusBadRequest, Code: 50278},
			discordtest.To(http.MethodPost, "/users/@me/channels")))
	})
	f.EndAfterAStack()
	f.WaitOutbox()
	f.Has(f.Tap(f.Anna, f.Started, "My side"), "direct message to you was refused")
}

// A player who was forgotten is called by a name and not mentioned, his game can be viewed
// and played, and nothing is sent to him.
func TestForget_PlayerOfARunningGame(t *testing.T) {
	f := discordtest.Begun(t)
	must.Do(t, f.Referee.Privacy.Forget(f.Ctx, f.Boris.User().ID))
	sent := len(f.Requests(func(localtable.Exchange) bool { return true }))
	f.End(f.Anna, f.Anna, f.Anna)
	phase := f.AwaitPosted(f.Olga, "Red movement", "player 2")
	status := f.Say(f.Olga, "/game status")
	f.Say(f.Olga, "/map")
	for _, text := range []string{phase.Content, status.Content} {
		if !strings.Contains(text, "player 2") || strings.Contains(text, "<@player") ||
			strings.Contains(text, f.Boris.User().ID) {
			t.Errorf("the player is called wrongly: %q", text)
		}
	}
	f.Say(f.Anna, "/game cancel")
	for _, x := range f.Requests(func(localtable.Exchange) bool { return true })[sent:] {
		if body := string(x.Body); strings.Contains(body, `"player 2"`) || strings.Contains(body, f.Boris.User().ID) {
			t.Errorf("%s %s calls him: %s", x.Method, x.Path, body)
		}
	}
	f.WaitOutbox()
}

// Who counts and times messages learns nothing of a stack that was put in another order and back.
func TestDelivery_Silence(t *testing.T) {
	name := regexp.MustCompile(`~[a-z2-7]{8}-1$`)
	others := regexp.MustCompile("<t:\\d+:R>|(log|audit`): [|]{2}grognard [a-z0-9]+ turn [0-9]+ [0-9a-f]{64}[|]{2}") // in every game: a time, and hashes over times
	play := func(orders ...string) (words []string) {
		f := discordtest.Begun(t)
		for _, o := range append(orders, "/end") {
			f.Say(f.Anna, o)
		}
		f.AwaitPosted(f.Olga, "Blue combat")
		for _, m := range f.Posted(f.Olga) {
			if list := m.Parts(); len(list) == 0 || !name.MatchString(list[0].CustomID) {
				t.Errorf("a message without a name: %q %+v", m.Content, list)
			}
			words = append(words, others.ReplaceAllString(m.Content, ""))
		}
		return words
	}
	plain := play()
	silent := play("/stack order hex:5.09 units:b-1-mot,b-1-arm", "/stack order hex:5.09 units:b-1-arm,b-1-mot")
	if !slices.Equal(plain, silent) {
		t.Errorf("the channel is told\n%q\nand with stacks turned over\n%q", plain, silent)
	}
}

// A message about seats calls none open that has been taken since, and keeps the hashes that prove the dice.
func TestInvitation_SeatsTaken(t *testing.T) {
	f := discordtest.Begun(t)
	for _, first := range []string{"Scenario: ", "A seat is taken"} {
		m := f.Await(f.Olga, func(m player.Message) bool {
			return m.ChannelID == f.Channel && strings.Contains(m.Content, first) && m.Edited != nil
		})
		f.Lacks(m, ": open")
		if first == "Scenario: " {
			f.Reads(m, "-# Module as shipped · proof of fair dice, explained by `/dice audit`: ||grognard ")
		}
	}
}
