package welcome_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/welcome"
	"grognard/bot/referee/servers"
	"grognard/rules/must"
)

// damaged is a store that fails, or panics as a fault of the program does.
type damaged struct {
	panics bool
	tries  atomic.Int64
}

func (d *damaged) Of(context.Context, string) (servers.Server, error) {
	d.tries.Add(1)
	if d.panics {
		panic("a fault of ours")
	}
	return servers.Server{}, errors.New("the disk is full")
}

func (*damaged) Change(context.Context, string, func(*servers.Server)) error { return nil }

// A greeting that fails through a fault of the program's is given up after twenty tries, which is said once.
func TestGreeting_FaultOfOurs(t *testing.T) {
	for name, store := range map[string]*damaged{"an error": {}, "a panic": {panics: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log discordtest.Log
			client := must.Get(rest.New(rest.Options{Token: "token", RetryAfter: time.Microsecond}))(t)
			defer client.Close()
			greeter := welcome.New(welcome.Options{Store: store, Rest: client, Log: slog.New(slog.NewTextHandler(&log, nil))})
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() { defer close(ended); greeter.Run(ctx, "1") }()
			greeter.Note(fmt.Appendf(nil, `{"id": "900", "joined_at": %q}`, time.Now().Format(time.RFC3339)))
			for !strings.Contains(log.String(), "is not greeted") {
				time.Sleep(time.Millisecond)
			}
			stop()
			<-ended
			if tries := store.tries.Load(); tries != 20 || strings.Count(log.String(), "is not greeted") != 1 {
				t.Errorf("it is tried %d times\n%s", tries, &log)
			}
		})
	}
}
