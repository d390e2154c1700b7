package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/rules/must"
)

// counter writes down what an observer is told.
type counter struct {
	mu    sync.Mutex
	told  []string
	short []string // interactions whose first answer is not between 0 and their end
	jobs  func() (waiting, working int)
}

func (c *counter) Interaction(command, outcome string, first, whole time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = append(c.told, command+" "+outcome)
	if first <= 0 || first > whole {
		c.short = append(c.short, fmt.Sprint(command, first, whole))
	}
}

func (c *counter) Request(route string, status int, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = append(c.told, fmt.Sprint(route, " ", status))
}

func (c *counter) Jobs(read func() (waiting, working int)) { c.jobs = read }

// has says how often something was told.
func (c *counter) has(what string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(c.told), func(t string) bool { return t != what }))
}

// The observer hears of each interaction under its command and with what came of it, and of each
// request by its template; no identifier, token or text of a user reaches it.
func TestObserver_Told(t *testing.T) {
	c := &counter{}
	f := discordtest.Begun(t, func(f *discordtest.Fixture) { f.Observer = c })
	f.Say(f.Anna, "/due")
	f.Say(f.Olga, "/move units:b1 to:9.07")
	must.Get(f.Anna.Complete(f.Ctx, f.Channel, "/stack show hex:"))(t)
	f.Fill(f.Anna, must.Get(f.Anna.SayForm(f.Ctx, f.Channel, "/orders"))(t), "b-1-arm > 8.08")
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusBadRequest, Body: "{}"},
		discordtest.To(http.MethodPost, "/callback")))
	ctx, cancel := context.WithCancel(f.Ctx)
	waits := make(chan error)
	go func() {
		_, err := f.Anna.Say(ctx, f.Channel, "/settings")
		waits <- err
	}()
	for _, want := range []string{"due answered", "move refused", "completion answered", "button answered",
		"form answered", "settings failed",
		"PUT /applications/{id}/guilds/{id}/commands 200", "POST /channels/{id}/messages 200",
		"POST /interactions/{id}/{token}/callback 204", "POST /interactions/{id}/{token}/callback 400"} {
		f.Eventually(want, func() bool { return c.has(want) > 0 })
	}
	cancel()
	if err := <-waits; err == nil {
		t.Error("/settings was answered")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	digit := regexp.MustCompile(`\d.*\D`) // but for a status at the end
	for _, told := range c.told {
		if digit.MatchString(told) {
			t.Errorf("an identifier is among what is counted: %s", told)
		}
	}
	if len(c.short) != 1 { // that of /settings, which got no answer
		t.Errorf("first answers: %v", c.short)
	}
	if waiting, working := c.jobs(); waiting < 0 || working > 8 {
		t.Errorf("%d wait and %d are at work", waiting, working)
	}
}
