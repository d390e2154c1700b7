package faults

import (
	"testing"
	"time"
)

// A stop does not wait for an answer that Discord owes the program since its start.
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
