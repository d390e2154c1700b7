package discord

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/limit"
	seat "grognard/bot/localtable/player"
	"grognard/bot/schedule"
	"grognard/rules/must"
)

// What is not taken is said so in words, whatever the reason, and by workers that have nothing else to do.
func TestQueue_Full(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		jobs schedule.Options
		stop bool
		want string
	}{
		"the queue is full": {schedule.Options{Workers: 1, PerUser: 2, PerServer: 1, UserQueue: 1}, false,
			"The bot is overloaded"},
		"the server's is full": {schedule.Options{Workers: 1, PerUser: 2, PerServer: 1, Queue: 1, UserQueue: 1},
			false, "The bot is overloaded"},
		"the user has too many": {schedule.Options{Workers: 1, PerUser: 2, PerServer: 1, Queue: 1, ServerQueue: 1},
			false, "Too many of your commands are still unanswered"},
		"the bot is being closed": {forJobs(), true, "The bot is restarting"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			var url string
			b, stop := newStop(t, &log, func(o *Options, b *bot) {
				url, b.jobs, b.suggestions = o.Host, schedule.New(c.jobs), schedule.New(c.jobs)
			})
			if c.stop {
				b.finish()
			}
			anna, channel := sitDown(t, url)
			m, err := anna.Say(t.Context(), channel, "/game status")
			if err != nil || !strings.Contains(m.Content, c.want) ||
				!strings.Contains(m.Content, "was not carried out") || m.Flags&64 == 0 {
				t.Errorf("answered %q: %v", m.Content, err)
			}
			list, err := anna.Suggest(t.Context(), channel, "/game new module:dr")
			if err != nil || len(list.Items) > 0 {
				t.Errorf("suggested %v: %v", list.Items, err)
			}
			stop()
		})
	}
}

// What is answered with a picture costs one, whether it is typed, tapped or written in a form.
func TestCost_Pictures(t *testing.T) {
	t.Parallel()
	b := &bot{commands: new(bot).commandTable(nil), presses: new(bot).pressTable()}
	const form = `{"custom_id":"list:g","components":[{"type":1,"components":[{"type":4,"custom_id":"text","value":"done"}]}]}`
	for text, want := range map[string]limit.Kind{
		sound("2", typedMap): limit.Picture,
		sound("2", `{"name":"orders","options":[{"name":"list","type":3,"value":"done"}]}`): limit.Picture,
		sound("2", `{"name":"orders"}`):                                     limit.Request,
		sound("2", `{"name":"dice","options":[{"name":"audit","type":1}]}`): limit.Film,
		sound("2", `{"name":"due"}`):                                        limit.Request,
		sound("3", `{"custom_id":"side:g","component_type":2}`):             limit.Picture,
		sound("3", `{"custom_id":"list:g","component_type":2}`):             limit.Request, // opens the form
		sound("3", pressedDue):                                              limit.Request,
		sound("4", typedMap):                                                limit.Suggestion,
		sound("5", form):                                                    limit.Picture,
		sound("5", filledWord):                                              limit.Request,
	} {
		it := must.Get(readInteraction([]byte(text)))(t)
		if got := b.costOf(it.Interaction); got != want {
			t.Errorf("%s costs %d, not %d", text, got, want)
		}
	}
}

// Of what is too much even to be refused there is a number, and the log has few lines of it.
func TestQueue_Dropped(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var url string
	b, stop := newStop(t, &log, func(o *Options, b *bot) {
		url, b.jobs, b.refusals = o.Host, schedule.New(schedule.Options{}), schedule.New(schedule.Options{})
	})
	anna, channel := sitDown(t, url)
	ctx, leave := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range 5 {
		waiting.Go(func() {
			if m, err := anna.Say(ctx, channel, "/game status"); err == nil {
				t.Errorf("answered %q", m.Content)
			}
		})
	}
	for b.dropped.n.Load() < 5 {
		time.Sleep(time.Millisecond)
	}
	leave()
	waiting.Wait()
	stop()
	if n := b.dropped.n.Load(); n != 5 || strings.Count(log.String(), "dropped without an answer") != 3 {
		t.Errorf("%d dropped; the log:\n%s", n, &log)
	}
}

// sitDown seats Anna in the first channel.
func sitDown(t *testing.T, url string) (*seat.Player, string) {
	t.Helper()
	anna := must.Get(seat.Sit(t.Context(), url, "Anna"))(t)
	t.Cleanup(anna.Leave)
	return anna, must.Get(anna.Channel("autumn-for-barbarossa"))(t)
}
