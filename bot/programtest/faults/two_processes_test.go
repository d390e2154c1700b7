package faults

import (
	"strings"
	"testing"
	"time"

	"grognard/rules/must"
)

// Two processes with one token, but a folder each, answer the same commands. Each logs that once, when its answer comes
// second.
func TestTwoProcesses_OneToken(t *testing.T) {
	t.Parallel()
	one := newOutage(t)
	one.work()
	table := *one.Table
	table.Data = t.TempDir()
	other := &outage{Table: &table, badDiscord: one.badDiscord, tune: one.tune}
	other.start()
	other.connected()
	const line = "another process answers for this bot"
	told := func(o *outage) int { return strings.Count(o.log.String(), line) }
	for range 2000 {
		must.Get(one.Looker.Say(t.Context(), one.Channel, "/rule find:9.1c"))(t)
		if told(one) > 0 && told(other) > 0 {
			break
		}
	}
	if told(one) != 1 || told(other) != 1 {
		t.Errorf("one says it %d times, the other %d times", told(one), told(other))
	}
	one.end()
	other.end()
}

// A stop does not wait for an answer that the program has awaited from Discord since its start.
func TestStop_WhileDiscordIsSilent(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]struct {
		before step
		action string
	}{
		"the question for the gateway":     {on("GET /gateway/bot", silence), "GET /gateway/bot"},
		"the connection":                   {on("CONNECT", silence), "CONNECT"},
		"HELLO":                            {on("HELLO", nil), "CONNECT"},
		"READY":                            {on("IDENTIFY", nil), "IDENTIFY"},
		"the registration of the commands": {on("PUT *", silence), "PUT /applications/{application_id}/commands"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t, f.before)
			o.start()
			o.does(f.action, 1)
			begun := time.Now()
			o.end()
			if took := time.Since(begun); took > 3*time.Second {
				t.Errorf("the stop took %v\n%s", took, o.log)
			}
		})
	}
}
