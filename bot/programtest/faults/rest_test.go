package faults

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// delivered is a word of the message that tells a channel of its new game.
const delivered = "Drill"

// deliveryFaults are faults of sending a message to a channel: what the table does once, for a path.
var deliveryFaults = []struct {
	name    string
	fault   discordtest.Fault
	restart bool // it is tried again after minutes, or at a start
	sleeps  bool // the game sleeps, and is awake when the channel is heard of again, as at a start
}{
	{name: "401 to a message", fault: status(401), restart: true},
	{name: "403 to a message, 50001", fault: discordtest.Fault{Status: 403, Code: 50001}, restart: true, sleeps: true},
	{name: "a lost permission, 403 50013", fault: discordtest.Fault{Status: 403, Code: 50013}, sleeps: true},
	{name: "429 with JSON, for the route", fault: limited("0.05", false)},
	{name: "429 with JSON, for all", fault: limited("0.05", true)},
	{name: "429 by a header alone, of the proxy", fault: proxied("1")},
	{name: "429 by X-RateLimit headers alone", fault: headers("0.05")},
	{name: "500 to a message", fault: status(500)},
	{name: "501 to a message", fault: status(501)},
	{name: "502 to a message", fault: status(502)},
	{name: "503 to a message", fault: status(503)},
	{name: "504 to a message", fault: status(504)},
	{name: "HTML with 502", fault: html(502)},
	{name: "HTML with 403", fault: html(403), restart: true},
	{name: "HTML with 200, the message was not sent", fault: html(200)},
	{name: "an empty 200, the message was sent", fault: done(discordtest.Fault{Status: 200, Empty: true})},
	{name: "a connection cut before the message is sent", fault: discordtest.Fault{Cut: true}},
	{name: "a connection cut after the message is sent", fault: done(discordtest.Fault{Cut: true})},
	{name: "503 after the message is sent", fault: done(status(503))},
}

// However the sending of a message fails, it arrives, once. All rows share a program: each has its channel.
func TestDeliveryFaults(t *testing.T) {
	t.Parallel()
	o := newOutage(t)
	o.work()
	var steps []step
	channels := map[string]string{}
	for i, f := range deliveryFaults {
		channel := must.Get(o.German.Open(t.Context(), fmt.Sprintf("fault-%d", i)))(t)
		channels[f.name] = channel
		steps = append(steps, on("POST /channels/"+channel+"/messages", f.fault))
	}
	o.misbehave(steps...)
	for _, f := range deliveryFaults {
		must.Get(o.German.Say(t.Context(), channels[f.name], "/game new module:drill"))(t)
	}
	arrived := func(again bool) {
		for _, f := range deliveryFaults {
			if f.restart == again {
				o.Await(o.Looker, player.Posted(channels[f.name], delivered))
			}
		}
	}
	arrived(false)
	for _, f := range deliveryFaults {
		word := channels[f.name]
		if f.sleeps {
			word = ""
		}
		o.logged(quoted(faultNamed(t, f.name).log), word)
	}
	o.end()
	o.start()
	o.connected()
	arrived(true)
	o.end()
	for _, f := range deliveryFaults {
		t.Run(f.name, func(t *testing.T) {
			if list := o.Received(o.Looker, channels[f.name]); len(list) != 1 {
				t.Errorf("the channel has %d messages", len(list))
			}
		})
	}
}

// answerFaults are faults of the first answer to a command.
var answerFaults = []struct {
	name  string
	fault discordtest.Fault
	late  bool // Discord has given the command up: there is no answer
}{
	{name: "500 to an answer", fault: status(500)},
	{name: "502 to an answer", fault: status(502)},
	{name: "503 to an answer, twice", fault: status(503)},
	{name: "504 to an answer", fault: status(504)},
	{name: "HTML with 503 to an answer", fault: html(503)},
	{name: "429 by a header alone, to an answer", fault: proxied("0.05")},
	{name: "a connection cut before an answer arrives", fault: discordtest.Fault{Cut: true}},
	{name: "a connection cut after an answer arrives", fault: done(discordtest.Fault{Cut: true})},
	{name: "404 to an answer, 10062: it comes too late", fault: discordtest.Fault{Status: 404, Code: 10062}, late: true},
}

// However the answer to a command fails, its user gets it as long as Discord accepts one.
func TestAnswerFaults(t *testing.T) {
	t.Parallel()
	one := newOutage(t)
	one.work()
	for _, f := range answerFaults {
		t.Run(f.name, func(t *testing.T) {
			o := one.in(t)
			o.markLog()
			o.misbehave(step{callback, 1 + strings.Count(f.name, "twice"), f.fault})
			if f.late {
				o.aside(o.Looker, "/rule find:9.1c")
			} else {
				o.works()
			}
			o.logged(quoted(faultNamed(t, f.name).log), "")
		})
	}
	one.works()
	one.end()
}

// A message whose request is not answered in time is sent again, and arrives once, whether the first request arrived or
// not.
func TestDeliveryIntoABlackHole(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"a black hole in place of an answer, the message was not sent": silence,
		"a black hole in place of an answer, the message was sent":     done(silence),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t)
			o.tune = func(d *discord.Options) {
				gatewayFault{}.hasty(d)
				d.RequestWithin = 500 * time.Millisecond
			}
			o.work()
			o.misbehave(on("POST /channels/"+o.Channel+"/messages", fault))
			o.Say(o.German, "/game new module:drill")
			o.Await(o.Looker, player.Posted(o.Channel, delivered))
			o.logged(quoted(faultNamed(t, name).log), o.Channel)
			o.end()
			if list := o.Received(o.Looker, o.Channel); len(list) != 1 {
				t.Errorf("the channel has %d messages", len(list))
			}
		})
	}
}
