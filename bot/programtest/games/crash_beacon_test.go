package games

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/bot/referee"
	"grognard/storage/sqlite"
)

// The environment of a victim with a beacon: its address, the time of its first round, and how far its
// clock and the victim's are ahead.
const (
	beaconVar  = "GROGNARD_TEST_BEACON"
	genesisVar = "GROGNARD_TEST_GENESIS"
	leadVar    = "GROGNARD_TEST_LEAD"
)

// crashChain is the chain of a victim, with a round every second.
func crashChain(genesis int64) (*beacontest.Source, error) {
	return beacontest.Own("crash", 1, genesis)
}

// beaconOf is what a victim has in place of drand's servers, and its clock.
func beaconOf(env func(string) string) (referee.Beacon, func() time.Time, error) {
	if env(beaconVar) == "" {
		return nil, nil, nil
	}
	genesis, err := strconv.ParseInt(env(genesisVar), 10, 64)
	if err != nil {
		return nil, nil, err
	}
	lead, err := time.ParseDuration(env(leadVar))
	if err != nil {
		return nil, nil, err
	}
	source, err := crashChain(genesis)
	if err != nil {
		return nil, nil, err
	}
	client, err := beacon.NewClient(source.Chain, []string{env(beaconVar)}, beacon.Options{HTTP: &http.Client{}, Timeout: programtest.Patience})
	return client, func() time.Time { return time.Now().Add(lead) }, err
}

// Killed at any moment between an order and what its dice bring, the program goes on with both: the
// order is accepted once and carried out once, and everybody is told of it once.
func TestKilled_BetweenAnOrderAndItsDice(t *testing.T) {
	t.Parallel()
	m := newMorgue(t)
	genesis := time.Now().Add(-time.Hour).Unix()
	source, err := crashChain(genesis)
	if err != nil {
		t.Fatal(err)
	}
	server := beacontest.Serve(source, m.now)
	defer server.Close()
	m.environment = []string{beaconVar + "=" + server.URL, genesisVar + "=" + strconv.FormatInt(genesis, 10)}
	channels := map[string]string{}
	for _, point := range []int{1, 2, 5, 8} { // before and after commits
		if m.Channel, err = m.German.Open(t.Context(), fmt.Sprintf("beacon-%d", point)); err != nil {
			t.Fatal(err)
		}
		channels[m.Channel] = fmt.Sprintf("killed at point %d", point)
		m.live("")
		m.Say(m.German, "/game new module:afb dice:beacon")
		m.Say(m.German, "/game join side:german word:larch")
		m.Say(m.Soviet, "/game join side:soviet word:heron")
		m.mu.Lock()
		m.left = point
		m.mu.Unlock()
		ctx, forget := context.WithCancel(t.Context())
		go programtest.Accept(ctx, m.Soviet, m.Channel, "/game start")
		m.until(func() bool { return m.dead })
		forget()
		accepted := m.examine() > 3
		m.live("")
		if !accepted {
			m.Say(m.Soviet, "/game start")
		}
		m.hears("The game begins")
		m.bury()
		m.acceptedOnce(channels[m.Channel])
	}
	for channel, what := range channels {
		letters, err := m.Looker.Messages(t.Context(), channel)
		if err != nil {
			t.Fatal(err)
		}
		begun := 0
		for _, letter := range letters {
			begun += strings.Count(letter.Content, "The game begins")
		}
		if begun != 1 {
			t.Errorf("%s: the game began %d times", what, begun)
		}
	}
}

// hears waits until everybody was told something in the channel.
func (m *morgue) hears(words string) {
	m.T.Helper()
	ctx, cancel := context.WithTimeout(m.T.Context(), programtest.Patience)
	defer cancel()
	if _, err := m.Looker.Await(ctx, func(letter player.Message) bool {
		return letter.ChannelID == m.Channel && strings.Contains(letter.Content, words)
	}); err != nil {
		m.T.Fatalf("%q was never told: %v", words, err)
	}
}

// acceptedOnce looks at the rows of a game that has begun.
func (m *morgue) acceptedOnce(what string) {
	m.T.Helper()
	store, err := sqlite.Open(m.T.Context(), m.Database())
	if err != nil {
		m.T.Fatal(err)
	}
	defer store.Shut()
	game, err := store.InChannel(m.T.Context(), m.Channel)
	if err != nil {
		m.T.Fatal(err)
	}
	count := map[string]int{}
	for row, err := range store.Rows(m.T.Context(), game.ID, 0) {
		if err != nil {
			m.T.Fatal(err)
		}
		for _, kind := range []string{"accepted", "started", "bound"} {
			count[kind] += strings.Count(string(row.Body), `"`+kind+`":{`)
		}
	}
	if count["accepted"] != 1 || count["started"] != 1 || count["bound"] != 1 {
		m.T.Errorf("%s: the log has %v", what, count)
	}
}
