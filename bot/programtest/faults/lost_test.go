package faults

import (
	"context"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// callback is the request by which an interaction is answered.
const callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"

// lost is a fault that happens to a game in progress.
type lost struct {
	name string
	play func(o *outage)
}

var losses = []lost{
	{"60 s without network", withoutNetwork},
	{"duplicate dispatches", twice},
	{"disorder among dispatches", disorder},
	{"a deleted channel", deletedChannel},
	{"a lost server, and its return", lostServer},
	{"an outage of a server", serverOutage},
}

// A game in progress survives each of these losses.
func TestLosses(t *testing.T) {
	t.Parallel()
	for _, l := range losses {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			row := faultNamed(t, l.name)
			o := newOutage(t)
			o.work()
			o.drill()
			o.markLog()
			l.play(o)
			o.logged(quoted(row.log), "")
			o.end()
			o.identified(row, 0)
		})
	}
}

// aside gives a command without waiting for its answer, which comes on the channel.
func (o *outage) aside(p *player.Player, text string) (answer <-chan player.Message) {
	list := make(chan player.Message, 1)
	ctx, cancel := context.WithCancel(o.T.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(list)
		m, err := p.Say(ctx, o.Channel, text)
		if cost, asked := programtest.Question(m); err == nil && asked {
			m, err = p.Click(ctx, m.ID, cost)
		}
		if err == nil {
			list <- m
		}
	}()
	o.T.Cleanup(func() { cancel(); <-done })
	return list
}

// Nothing goes through in either direction, neither to the gateway nor to REST, for the time of six attempts to
// connect. Discord keeps what users do meanwhile for the session, which is resumed.
func withoutNetwork(o *outage) {
	broken := discordtest.Fault{Cut: true}
	o.misbehave(always("CONNECT", broken), always("* *", broken), on(now, cut{}))
	answer := o.aside(o.German, "/end")
	o.does("CONNECT", 6)
	o.misbehave()
	if m := <-answer; m.Content == "" {
		o.T.Error("what was said without network is not answered")
	}
	o.Await(o.Looker, player.Posted(o.Channel, "Blue combat"))
}

// The gateway tells of everything twice.
func twice(o *outage) {
	before := len(o.did(callback))
	o.misbehave(always("INTERACTION_CREATE", doubled{}))
	o.Say(o.German, "/end")
	o.Await(o.Looker, player.Posted(o.Channel, "Blue combat"))
	o.works()
	if n := len(o.did(callback)) - before; n != 3 { // the order has a question before it
		o.T.Errorf("two commands and a press are answered %d times", n)
	}
}

// The gateway tells of the second command before the first one.
func disorder(o *outage) {
	o.misbehave(on("INTERACTION_CREATE", delayed{}))
	first := o.aside(o.German, "/end")
	o.works()
	if m := <-first; m.Content == "" {
		o.T.Error("the first command is not answered")
	}
	o.Await(o.Looker, player.Posted(o.Channel, "Blue combat"))
}

// A moderator deletes the channel of a game: it sleeps, and nobody else notices.
func deletedChannel(o *outage) {
	must.Do(o.T, o.table.DeleteChannel(o.Channel))
	o.logged(quoted(faultNamed(o.T, "a deleted channel").log), "")
	o.Open("another")
	o.Say(o.German, "/game new module:drill side:blue")
	o.Await(o.Looker, player.Posted(o.Channel, delivered))
}

// The bot is removed from the server and comes back: its games sleep meanwhile, and go on.
func lostServer(o *outage) {
	o.table.LoseGuild(false)
	o.logged([]string{"a game sleeps"}, "")
	o.table.RegainGuild()
	o.logged([]string{"a game is awake again"}, "")
	o.Say(o.German, "/end")
	o.Await(o.Looker, player.Posted(o.Channel, "Blue combat"))
}

// Discord cannot reach the server for a while: messages to it wait, and are sent when it is back.
func serverOutage(o *outage) {
	sends := "POST /channels/{channel_id}/messages"
	o.table.LoseGuild(true)
	o.logged(quoted(faultNamed(o.T, "an outage of a server").log), "") // what is tried before the bot knows is no fault
	o.misbehave(always("POST /channels/"+o.Channel+"/messages", status(503)))
	o.Say(o.German, "/end")
	for range 20 { // time for a message to be tried, if one were
		o.works()
	}
	o.misbehave()
	o.table.RegainGuild()
	o.Await(o.Looker, player.Posted(o.Channel, "Blue combat"))
	for _, d := range o.did(sends) {
		if d.code >= 500 {
			o.T.Errorf("during the outage a message is tried: %v", d)
		}
	}
}
