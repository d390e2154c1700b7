package discord_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// away is how far Discord is in these tests.
const away = 500 * time.Millisecond

// Nobody waits while others are answered: as many as have no worker each have their answers on the way at once, and
// what is typed meanwhile is completed.
func TestDistance_NobodyWaitsForOthersAnswers(t *testing.T) {
	f := discordtest.Begun(t)
	f.WaitOutbox()
	const askers = 30 // a server has at most six workers
	var onTheWay atomic.Int32
	arrive := make(chan struct{})
	f.SetFault(func(x localtable.Exchange) discordtest.Fault {
		if strings.HasSuffix(x.Path, "/callback") && !strings.Contains(string(x.Body), `"choices"`) {
			onTheWay.Add(1)
			<-arrive
		}
		return discordtest.Fault{}
	})
	var all sync.WaitGroup
	defer all.Wait()
	defer close(arrive)
	for i := range askers {
		all.Go(func() {
			who := []*player.Player{f.Anna, f.Boris, f.Olga}[i%3]
			if m, err := who.Say(f.Ctx, f.Channel, "/due"); err != nil || !strings.Contains(m.Content, "Blue") {
				t.Errorf("answered %q: %v", m.Content, err)
			}
		})
	}
	f.Eventually("all answers are on the way", func() bool { return onTheWay.Load() == askers })
	for range askers {
		list, err := f.Anna.Suggest(f.Ctx, f.Channel, "/game new module:")
		if err != nil || len(list.Items) == 0 {
			t.Fatalf("suggested %v: %v", list.Items, err)
		}
	}
}

// A bot that is stopped while answers are on their way sends them, and then no more.
func TestDistance_StopSendsWhatIsAnswered(t *testing.T) {
	f := discordtest.Begun(t)
	f.WaitOutbox()
	f.Latency.Store(int64(away))
	began := time.Now()
	f.Ask(f.Anna, "/due")
	exchange := time.Since(began) // on this machine, as busy as it is
	said := make(chan player.Message, 1)
	rows := rowsOf(f)
	go func() {
		m, _ := f.Anna.Say(f.Ctx, f.Channel, "/move units:b-1-arm to:6.09") // without words if it fails
		said <- m
	}()
	f.Eventually("the order is carried out", func() bool { return rowsOf(f) > rows })
	began = time.Now()
	f.Stop()
	if took := time.Since(began); took > 3*exchange {
		t.Errorf("the stop takes %v, an answer %v", took, exchange)
	}
	f.Latency.Store(0)
	f.Has(<-said, "moved from 5.09 to 6.09")
}

// rowsOf counts the rows of the game's log.
func rowsOf(f *discordtest.Fixture) (n int) {
	game := must.Get(f.Store.InChannel(f.Ctx, f.Channel))(f.T)
	for _, err := range f.Store.Rows(f.Ctx, game.ID, 0) {
		must.Do(f.T, err)
		n++
	}
	return n
}
