package faults

import (
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/gateway"
	"grognard/bot/localtable"
	"grognard/bot/programtest"
)

// gatewayFault is a fault of the gateway: what the table does before the program starts, and what it does when the
// program is connected. The test waits until the program has done its action so many times, and gives a command.
type gatewayFault struct {
	name, before, then string
	action             string
	times              int
	ends               bool                                 // the program ends, as it is told to by Discord
	short              func(*gateway.Limits) *time.Duration // what passes in silence, and must not last long
	beat               time.Duration                        // between heartbeats; Discord's own when zero
}

// shares reports whether a fault can be one of many of a program's life.
func (f gatewayFault) shares() bool {
	return f.before == "" && !f.ends && f.short == nil && f.beat == 0
}

var gatewayFaults = []gatewayFault{
	{name: "close 4000, unknown error", then: "now close 4000", action: "RESUME", times: 1},
	{name: "close 4001, unknown operation", then: "now close 4001", action: "RESUME", times: 1},
	{name: "close 4002, a frame that cannot be read", then: "now close 4002", action: "RESUME", times: 1},
	{name: "close 4003, not authenticated", then: "now close 4003", action: "RESUME", times: 1},
	{name: "close 4004, the token is wrong", before: "on IDENTIFY close 4004", ends: true},
	{name: "close 4004 after a RESUME, the token was changed", then: "now close 4000\non RESUME close 4004",
		ends: true},
	{name: "close 4005, already authenticated", then: "now close 4005", action: "RESUME", times: 1},
	{name: "close 4007, wrong sequence in a RESUME", then: "now close 4000\non RESUME close 4007", action: "IDENTIFY",
		times: 2},
	{name: "close 4008, too many frames", then: "now close 4008", action: "RESUME", times: 1},
	{name: "close 4009, the session timed out", then: "now close 4009", action: "IDENTIFY", times: 2},
	{name: "close 4010, no such shard", before: "on IDENTIFY close 4010", ends: true},
	{name: "close 4011, too many servers for the shards", before: "on IDENTIFY close 4011", ends: true},
	{name: "close 4012, no such version", before: "on IDENTIFY close 4012", ends: true},
	{name: "close 4013, no such intents", before: "on IDENTIFY close 4013", ends: true},
	{name: "close 4014, intents that are not granted", before: "on IDENTIFY close 4014", ends: true},
	{name: "close 4014 after op 9 to a RESUME", then: "now close 4000\non RESUME op 9 false\non IDENTIFY close 4014",
		ends: true},
	{name: "close 1001, Discord goes away", then: "now close 1001", action: "RESUME", times: 1},
	{name: "a connection cut without a word", then: "now cut", action: "RESUME", times: 1},
	{name: "op 7", then: "now op 7", action: "RESUME", times: 1},
	{name: "op 7 in answer to IDENTIFY", before: "on IDENTIFY op 7", action: "IDENTIFY", times: 2},
	{name: "op 7 in answer to RESUME", then: "now op 7\non RESUME op 7", action: "RESUME", times: 2},
	{name: "op 9 in answer to IDENTIFY, three times", before: "3 times on IDENTIFY op 9 false", action: "IDENTIFY",
		times: 4},
	{name: "op 9 in answer to RESUME", then: "now close 4000\non RESUME op 9 false", action: "IDENTIFY", times: 2},
	{name: "op 9, the session can be resumed", then: "now op 9 true", action: "RESUME", times: 1},
	{name: "op 9, the session is lost", then: "now op 9 false", action: "IDENTIFY", times: 2},
	{name: "op 11 missing, the first one", then: "on HEARTBEAT silence", action: "RESUME", times: 1,
		beat: 300 * time.Millisecond},
	{name: "HELLO missing at the start", before: "on HELLO silence", action: "CONNECT", times: 2,
		short: func(l *gateway.Limits) *time.Duration { return &l.Hello }},
	{name: "HELLO missing after the connection is lost", then: "now cut\non HELLO silence", action: "RESUME",
		times: 1, short: func(l *gateway.Limits) *time.Duration { return &l.Hello }},
	{name: "READY missing", before: "on IDENTIFY silence", action: "IDENTIFY", times: 2,
		short: func(l *gateway.Limits) *time.Duration { return &l.Ready }},
	{name: "RESUMED missing", then: "now cut\non RESUME silence", action: "RESUME", times: 2,
		short: func(l *gateway.Limits) *time.Duration { return &l.Resumed }},
	{name: "a black hole in place of the gateway", before: "on CONNECT silence", action: "CONNECT", times: 2,
		short: func(l *gateway.Limits) *time.Duration { return &l.Dial }},
	{name: "503 in place of the gateway", before: "2 times on CONNECT 503", action: "CONNECT", times: 3},
	{name: "500 to the question for the gateway", before: "GET /gateway/bot 500", action: "IDENTIFY", times: 1},
	{name: "502 with HTML to the question for the gateway", before: "2 times GET /gateway/bot 502 html",
		action: "IDENTIFY", times: 1},
	{name: "HTML with 200 to the question for the gateway", before: "GET /gateway/bot 200 html", action: "IDENTIFY",
		times: 1},
	{name: "an answer without an address", before: `GET /gateway/bot with {"url": 7}`, action: "IDENTIFY", times: 1},
	{name: "429 by a header alone, at the start", before: "GET /gateway/bot 429 cloudflare 1", action: "IDENTIFY",
		times: 1},
	{name: "a black hole in place of an answer at the start", before: "GET /gateway/bot silence", action: "IDENTIFY",
		times: 1, short: func(l *gateway.Limits) *time.Duration { return &l.Ask }},
	{name: "401 at the start", before: "GET /gateway/bot 401", ends: true},
	{name: "no starts left of the day's", before: `GET /gateway/bot with {"session_start_limit": {"remaining": 0, "reset_after": 500}}`, action: "IDENTIFY", times: 1},
	{name: "503 to the registration of the commands", before: "2 times PUT * 503", action: "IDENTIFY", times: 1},
	{name: "a frame that is no JSON", then: "now frame {", action: "IDENTIFY", times: 1},
	{name: "a frame of another shape", then: `now frame {"op": "dispatch", "d": [7]}`, action: "IDENTIFY", times: 1},
	{name: "an interaction of type 2 without data",
		then: `now frame {"op": 0, "t": "INTERACTION_CREATE", "d": {"type": 2, "id": "7", "token": "x", "channel_id": "9"}}`, action: "IDENTIFY", times: 1},
	{name: "an interaction that is a number", then: `now frame {"op": 0, "t": "INTERACTION_CREATE", "d": 7}`,
		action: "IDENTIFY", times: 1},
}

// hasty are waits that a test can afford.
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

// However the gateway fails, the program is connected again with as few IDENTIFYs as can be and answers commands, or
// ends with a line that says what to do.
func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	one := newOutage(t, "")
	one.work()
	for _, f := range gatewayFaults {
		if f.shares() {
			t.Run(f.name, func(t *testing.T) { f.survive(one.in(t)) })
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t, f.before, func(o *localtable.Options) { o.Heartbeat = f.beat })
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

// survive has the fault happen to a program that is connected. What it did for the faults before this one does not
// count, but for its first connection.
func (f gatewayFault) survive(o *outage) {
	o.T.Helper()
	row := faultNamed(o.T, f.name)
	earlier := map[string]int{}
	if f.shares() {
		earlier["RESUME"] = len(o.record.Actions("RESUME"))
		earlier["IDENTIFY"] = len(o.record.Actions("IDENTIFY")) - 1
	}
	if f.then != "" {
		o.markLog()
		o.misbehave(f.then)
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
	if f.then != "" {
		o.connected()
		o.markLog()
		o.misbehave(f.then)
	}
	o.refused(quoted(row.operator))
	o.logged(quoted(row.log), "")
	o.identified(row, 0)
}
