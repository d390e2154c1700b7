package faults

import (
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/gateway"
	"grognard/bot/localtable"
	"grognard/bot/programtest"
)

// gatewayFault is a fault of the gateway: what the table does before the program starts, and what it does when the
// program is connected. The test waits until the program has done its action so many times, and gives a command.
type gatewayFault struct {
	name         string
	before, then []step
	action       string
	times        int
	ends         bool                                 // the program ends, as it is told to by Discord
	short        func(*gateway.Limits) *time.Duration // what passes in silence, and must not last long
	beat         time.Duration                        // between heartbeats; Discord's own when zero
}

// shares reports whether a fault can be tried with others on one running program.
func (f gatewayFault) shares() bool {
	return f.before == nil && !f.ends && f.short == nil && f.beat == 0
}

var gatewayFaults = []gatewayFault{
	resumes("close 4000, unknown error", closing(4000)),
	resumes("close 4001, unknown operation", closing(4001)),
	resumes("close 4002, a frame that cannot be read", closing(4002)),
	resumes("close 4003, not authenticated", closing(4003)),
	resumes("close 4005, already authenticated", closing(4005)),
	resumes("close 4008, too many frames", closing(4008)),
	resumes("close 1001, Discord goes away", closing(1001)),
	resumes("a connection cut without a word", cut{}),
	resumes("op 7", reconnect),
	resumes("op 9, the session can be resumed", resumable),

	renews("close 4007, wrong sequence in a RESUME", closing(4000), on("RESUME", closing(4007))),
	renews("close 4009, the session timed out", closing(4009)),
	renews("op 9 in answer to RESUME", closing(4000), on("RESUME", invalid)),
	renews("op 9, the session is lost", invalid),

	ends("close 4004, the token is wrong", on("IDENTIFY", closing(4004))),
	ends("close 4010, no such shard", on("IDENTIFY", closing(4010))),
	ends("close 4011, too many servers for the shards", on("IDENTIFY", closing(4011))),
	ends("close 4012, no such version", on("IDENTIFY", closing(4012))),
	ends("close 4013, no such intents", on("IDENTIFY", closing(4013))),
	ends("close 4014, intents that are not granted", on("IDENTIFY", closing(4014))),
	ends("401 at the start", on(askGateway, status(401))),

	starts("500 to the question for the gateway", on(askGateway, status(500))),
	starts("502 with HTML to the question for the gateway", step{askGateway, 2, html(502)}),
	starts("HTML with 200 to the question for the gateway", on(askGateway, html(200))),
	starts("an answer without an address",
		on(askGateway, discordtest.Fault{Status: 200, Body: `{"url": 7, "shards": 1}`})),
	starts("429 by a header alone, at the start", on(askGateway, proxied("1"))),
	starts("no starts left of the day's", on(askGateway, discordtest.Fault{Status: 200,
		Body: `{"url": "ws://127.0.0.1", "shards": 1, "session_start_limit": {"total": 1000, "remaining": 0, ` +
			`"reset_after": 500, "max_concurrency": 1}}`})),
	starts("503 to the registration of the commands", step{"PUT *", 2, status(503)}),

	{name: "close 4004 after a RESUME, the token was changed", ends: true,
		then: []step{on(now, closing(4000)), on("RESUME", closing(4004))}},
	{name: "close 4014 after op 9 to a RESUME", ends: true,
		then: []step{on(now, closing(4000)), on("RESUME", invalid), on("IDENTIFY", closing(4014))}},
	{name: "op 7 in answer to IDENTIFY", before: []step{on("IDENTIFY", reconnect)}, action: "IDENTIFY", times: 2},
	{name: "op 7 in answer to RESUME", then: []step{on(now, reconnect), on("RESUME", reconnect)}, action: "RESUME",
		times: 2},
	{name: "op 9 in answer to IDENTIFY, three times", before: []step{{"IDENTIFY", 3, invalid}}, action: "IDENTIFY",
		times: 4},
	{name: "op 11 missing, the first one", then: []step{on("HEARTBEAT", nil)}, action: "RESUME", times: 1,
		beat: 300 * time.Millisecond},
	{name: "HELLO missing at the start", before: []step{on("HELLO", nil)}, action: "CONNECT", times: 2,
		short: func(l *gateway.Limits) *time.Duration { return &l.Hello }},
	{name: "HELLO missing after the connection is lost", then: []step{on(now, cut{}), on("HELLO", nil)},
		action: "RESUME", times: 1, short: func(l *gateway.Limits) *time.Duration { return &l.Hello }},
	{name: "READY missing", before: []step{on("IDENTIFY", nil)}, action: "IDENTIFY", times: 2,
		short: func(l *gateway.Limits) *time.Duration { return &l.Ready }},
	{name: "RESUMED missing", then: []step{on(now, cut{}), on("RESUME", nil)}, action: "RESUME", times: 2,
		short: func(l *gateway.Limits) *time.Duration { return &l.Resumed }},
	{name: "a black hole in place of the gateway", before: []step{on("CONNECT", silence)}, action: "CONNECT",
		times: 2, short: func(l *gateway.Limits) *time.Duration { return &l.Dial }},
	{name: "503 in place of the gateway", before: []step{{"CONNECT", 2, status(503)}}, action: "CONNECT", times: 3},
	{name: "a black hole in place of an answer at the start", before: []step{on(askGateway, silence)},
		action: "IDENTIFY", times: 1, short: func(l *gateway.Limits) *time.Duration { return &l.Ask }},

	dropped("a frame that is no JSON", `{`),
	dropped("a frame of another shape", `{"op": "dispatch", "d": [7]}`),
	dropped("an interaction of type 2 without data", `{"op": 0, "t": "INTERACTION_CREATE",
		"d": {"type": 2, "id": "7", "token": "x", "channel_id": "9"}}`),
	dropped("an interaction that is a number", `{"op": 0, "t": "INTERACTION_CREATE", "d": 7}`),
}

// askGateway is the request for the gateway's address.
const askGateway = "GET /gateway/bot"

// resumes returns a fault of a connection after which its session is resumed.
func resumes(name string, do any) gatewayFault {
	return gatewayFault{name: name, then: []step{on(now, do)}, action: "RESUME", times: 1}
}

// renews returns a fault of a connection after which a new session begins.
func renews(name string, do any, then ...step) gatewayFault {
	return gatewayFault{name: name, then: append([]step{on(now, do)}, then...), action: "IDENTIFY", times: 2}
}

// ends returns a fault at the start which ends the program.
func ends(name string, before step) gatewayFault {
	return gatewayFault{name: name, before: []step{before}, ends: true}
}

// starts returns a fault at the start after which the program tries again.
func starts(name string, before step) gatewayFault {
	return gatewayFault{name: name, before: []step{before}, action: "IDENTIFY", times: 1}
}

// dropped returns a fault of a frame that the program ignores.
func dropped(name, text string) gatewayFault {
	return gatewayFault{name: name, then: []step{on(now, frame(text))}, action: "IDENTIFY", times: 1}
}

// hasty sets waits so short that a test can afford them.
func (f gatewayFault) hasty(o *discord.Options) {
	const soon = 5 * time.Millisecond
	programtest.Patient(o)
	o.RetryAfter = soon
	o.Connection = gateway.Limits{Retry: soon, MaxRetry: soon, Invalid: soon, Identify: soon, MaxIdentify: soon,
		Fresh: soon, MinBeat: soon}
	if f.short != nil {
		*f.short(&o.Connection) = 500 * time.Millisecond
	}
}

// However the gateway fails, the program connects again with as few IDENTIFYs as possible and answers commands, or it
// ends with a line that says what to do.
func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	one := newOutage(t)
	one.work()
	for _, f := range gatewayFaults {
		if f.shares() {
			t.Run(f.name, func(t *testing.T) { f.survive(one.in(t)) })
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			o := newOutageAt(t, newDiscord(t, f.before, localtable.Options{Heartbeat: f.beat}))
			o.tune = f.hasty
			o.start()
			if f.ends {
				f.end(o)
				return
			}
			o.comeIn()
			f.survive(o)
			o.end()
		})
	}
	one.end()
}

// survive has the fault happen to a program that is connected. What the program did for earlier faults does not count,
// except for its first connection.
func (f gatewayFault) survive(o *outage) {
	o.T.Helper()
	row := faultNamed(o.T, f.name)
	earlier := map[string]int{}
	if f.shares() {
		earlier["RESUME"] = len(o.did("RESUME"))
		earlier["IDENTIFY"] = len(o.did("IDENTIFY")) - 1
	}
	if f.then != nil {
		o.markLog()
		o.misbehave(f.then...)
	}
	o.does(f.action, earlier[f.action]+f.times)
	o.logged(quoted(row.log), "")
	o.works()
	if f.short == nil && f.beat == 0 { // else a slow machine passes the limit more often, and package gateway counts
		o.identified(row, earlier["IDENTIFY"])
	}
}

// end has the fault happen, by which the program ends.
func (f gatewayFault) end(o *outage) {
	o.T.Helper()
	row := faultNamed(o.T, f.name)
	if f.then != nil {
		o.connected()
		o.markLog()
		o.misbehave(f.then...)
	}
	o.refused(quoted(row.effects))
	o.logged(quoted(row.log), "")
	o.identified(row, 0)
}
