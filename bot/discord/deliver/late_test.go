package deliver_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/rules/must"
)

// A request that was given up arrives after all, when an edit has taken its place: just before the message of the edit,
// or long after. There is one message, and it says what the edit says.
func TestSend_ArrivesLate(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		t.Run(map[bool]string{true: "just before the edit", false: "after the edit"}[before], func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.With(discordtest.Shore(t)))
			fight := discordtest.SendsText("Blue: 3 Infantry attacked")
			f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusGatewayTimeout}, fight))
			f.Say(f.Anna, "/end")
			f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
			f.Eventually("the message is given up", func() bool { return len(f.Requests(fight)) > 0 })
			late := f.Requests(fight)[0]
			discordtest.Hold(f)
			var arrived atomic.Bool
			f.SetFault(func(x localtable.Exchange) discordtest.Fault {
				if before && x.Method == late.Method && x.Path == late.Path && arrived.CompareAndSwap(false, true) {
					arrive(t, f, late)
				}
				return discordtest.Fault{}
			})
			discordtest.FightEnds(f)
			if !before {
				arrive(t, f, late)
				discordtest.FightEnds(f)
			}
		})
	}
}

// arrive makes a request of the bot once more, without its pictures.
func arrive(t *testing.T, f *discordtest.Fixture, x localtable.Exchange) {
	t.Helper()
	var body map[string]any
	must.Do(t, json.Unmarshal(x.Body, &body))
	delete(body, "attachments")
	raw := must.Get(json.Marshal(body))(t)
	r := must.Get(http.NewRequestWithContext(f.Ctx, x.Method, f.URL+x.Path, bytes.NewReader(raw)))(t)
	r.Header.Set("Authorization", "Bot "+localtable.BotToken)
	r.Header.Set("Content-Type", "application/json")
	resp := must.Get(http.DefaultClient.Do(r))(t)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !strings.Contains(string(x.Body), "enforce_nonce") {
		t.Errorf("the late request is answered %s", resp.Status)
	}
}
