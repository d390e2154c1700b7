package faults

import (
	"testing"
	"time"
)

// A stop does not wait for an answer that Discord owes the program since its start.
func TestStop_WhileDiscordIsSilent(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]struct{ before, action string }{
		"the question for the gateway":     {"GET /gateway/bot silence", ""},
		"the connection":                   {"on CONNECT silence", "CONNECT"},
		"HELLO":                            {"on HELLO silence", "CONNECT"},
		"READY":                            {"on IDENTIFY silence", "IDENTIFY"},
		"the registration of the commands": {"PUT * silence", "IDENTIFY"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t, f.before)
			o.start()
			if f.action != "" {
				o.does(f.action, 1)
			}
			time.Sleep(300 * time.Millisecond) // the table does not tell of requests that it has not answered
			begun := time.Now()
			o.end()
			if took := time.Since(begun); took > 3*time.Second {
				t.Errorf("the stop took %v\n%s", took, o.log)
			}
		})
	}
}
