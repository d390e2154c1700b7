package faults

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/programtest"
)

// delivered is in the message by which a new game is told of in its channel.
const delivered = "Drill"

// deliveryFaults are what can become of a message that is sent to a channel: what the table does once, for a path.
var deliveryFaults = []struct {
	name, action string
	restart      bool // it is tried again after minutes, or at a start
	sleeps       bool // the game sleeps, and is awake when the channel is heard of again, as at a start
}{
	{name: "401 to a message", action: "401", restart: true},
	{name: "403 to a message, 50001", action: "403 code 50001", restart: true, sleeps: true},
	{name: "a lost permission, 403 50013", action: "403 code 50013", restart: true},
	{name: "429 with JSON, for the route", action: "429 route 0.05"},
	{name: "429 with JSON, for all", action: "429 global 0.05"},
	{name: "429 by a header alone, of the proxy", action: "429 cloudflare 1"},
	{name: "429 by X-RateLimit headers alone", action: "429 header 0.05"},
	{name: "500 to a message", action: "500"},
	{name: "501 to a message", action: "501"},
	{name: "502 to a message", action: "502"},
	{name: "503 to a message", action: "503"},
	{name: "504 to a message", action: "504"},
	{name: "HTML with 502", action: "502 html"},
	{name: "HTML with 403", action: "403 html", restart: true},
	{name: "HTML with 200, the message was not sent", action: "200 html"},
	{name: "an empty 200, the message was sent", action: "done 200 empty"},
	{name: "a connection cut before the message is sent", action: "cut"},
	{name: "a connection cut after the message is sent", action: "done cut"},
	{name: "503 after the message is sent", action: "done 503"},
}

// However the sending of a message fails, it arrives, once. All rows share a program: each has its channel.
func TestDeliveryFaults(t *testing.T) {
	t.Parallel()
	o := newOutage(t, "")
	o.work()
	var scenario strings.Builder
	channels := map[string]string{}
	for i, f := range deliveryFaults {
		channel := programtest.Must(o.German.Open(t.Context(), fmt.Sprintf("fault-%d", i)))(t)
		channels[f.name] = channel
		fmt.Fprintf(&scenario, "POST /channels/%s/messages %s\n", channel, f.action)
	}
	o.misbehave(scenario.String())
	for _, f := range deliveryFaults {
		programtest.Must(o.German.Say(t.Context(), channels[f.name], "/game new module:drill"))(t)
	}
	arrived := func(again bool) {
		for _, f := range deliveryFaults {
			if f.restart == again {
				o.Await(o.Looker, programtest.Posted(channels[f.name], delivered))
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

// answerFaults are what can become of the first answer to a command.
var answerFaults = []struct {
	name, action string
	late         bool // Discord has given the command up: there is no answer
}{
	{name: "500 to an answer", action: "500"},
	{name: "502 to an answer", action: "502"},
	{name: "503 to an answer, twice", action: "503"},
	{name: "504 to an answer", action: "504"},
	{name: "HTML with 503 to an answer", action: "503 html"},
	{name: "429 by a header alone, to an answer", action: "429 cloudflare 0.05"},
	{name: "a connection cut before an answer arrives", action: "cut"},
	{name: "a connection cut after an answer arrives", action: "done cut"},
	{name: "404 to an answer, 10062: it comes too late", action: "404 code 10062", late: true},
}

// However the answer to a command fails, its user has it, as long as Discord takes it.
func TestAnswerFaults(t *testing.T) {
	t.Parallel()
	one := newOutage(t, "")
	one.work()
	for _, f := range answerFaults {
		t.Run(f.name, func(t *testing.T) {
			o := one.in(t)
			o.markLog()
			step := callback + " " + f.action
			if strings.HasSuffix(f.name, "twice") {
				step = "2 times " + step
			}
			o.misbehave(step)
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

// A message whose request is never answered is sent anew when its time is over, and arrives once, whether the first
// one did or not.
func TestDeliveryIntoABlackHole(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]string{
		"a black hole in place of an answer, the message was not sent": "POST %s silence",
		"a black hole in place of an answer, the message was sent":     "POST %s done silence",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t, "")
			o.tune = func(d *discord.Options) {
				gatewayFault{}.hasty(d)
				d.RequestWithin = 500 * time.Millisecond
			}
			o.work()
			o.misbehave(fmt.Sprintf(step, "/channels/"+o.Channel+"/messages"))
			o.Say(o.German, "/game new module:drill")
			o.Await(o.Looker, programtest.Posted(o.Channel, delivered))
			o.logged(quoted(faultNamed(t, name).log), o.Channel)
			o.end()
			if list := o.Received(o.Looker, o.Channel); len(list) != 1 {
				t.Errorf("the channel has %d messages", len(list))
			}
		})
	}
}
