package games

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon/beacontest"
	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
)

// Wherever the program is killed, the game goes on where the log says: a command
// whose commit did not come is to be given again, one that was committed stands,
// and what has to be told of it arrives, once.
func TestKilled_AtEachMoment(t *testing.T) {
	t.Parallel()
	m := newCrashTable(t)
	m.standsStill()
	anna, boris := m.German, m.Soviet
	m.live("")
	m.Say(anna, "/settings autopass:False") // each death is at a command of its own
	m.Say(boris, "/settings autopass:False")
	for i, s := range []struct {
		who    *player.Player
		text   string
		moment string // of the second death; the first is before the commit
	}{
		{anna, "/game new module:drill", afterCommit},
		{anna, "/game join side:blue", beforeMark},
		{boris, "/game join side:red", beforeEdited},
		{anna, "/game start", beforeMark},
		{anna, "/move units:b-1-arm,b-1-mot to:7.08", afterCommit},
		{anna, "/game undo", afterCommit},
		{anna, "/move units:b-1-arm,b-1-mot to:8.08", afterCommit},
		{anna, "/end", beforeMark},
		{anna, "/end", afterCommit},
		{anna, "/end", beforeMark},
		{boris, "/move units:r-1-arm to:12.08", afterCommit},
		{boris, "/end", beforeMark},
		{boris, "/game undo", beforeMark},
		{boris, "/end", afterCommit},
	} {
		m.killAt(beforeCommit, s.who, s.text)
		if rows := m.inspect(); rows != i {
			t.Fatalf("%s, killed %s: %d rows, not %d", s.text, beforeCommit, rows, i)
		}
		m.live("")
		m.killAt(s.moment, s.who, s.text)
		if rows := m.inspect(); rows != i+1 {
			t.Fatalf("%s, killed %s: %d rows, not %d", s.text, s.moment, rows, i+1)
		}
		m.live("")
		m.saysAll()
	}
	if due := m.Say(m.Looker, "/due"); !strings.Contains(due.Content, "Red combat") {
		t.Errorf("after all that /due says %q", due.Content)
	}
	all := m.letters()
	m.kill()
	readHistory(t, m.Database(), m.Channel, all).everythingArrived(all)
}

// Killed at any moment between an order and what its dice bring, the program goes on with both: the order is accepted once
// and carried out once, and everybody is told of it once.
func TestKilled_BetweenAnOrderAndItsDice(t *testing.T) {
	for _, point := range []int{1, 2, 5, 8} { // before and after commits
		t.Run(fmt.Sprint("at point ", point), func(t *testing.T) {
			t.Parallel()
			m := newCrashTable(t)
			genesis := time.Now().Add(-time.Hour).Unix()
			source := programtest.Must(crashChain(genesis))(t)
			server := beacontest.Serve(source, m.now)
			defer server.Close()
			m.environment = []string{beaconVar + "=" + server.URL, genesisVar + "=" + strconv.FormatInt(genesis, 10)}
			m.live("")
			m.Say(m.German, "/game new module:afb dice:beacon")
			m.Say(m.German, "/game join side:german word:larch")
			m.Say(m.Soviet, "/game join side:soviet word:heron")
			m.killWhile(point, "", func(ctx context.Context) { programtest.Accept(ctx, m.Soviet, m.Channel, "/game start") })
			accepted := m.inspect() > 3
			m.live("")
			if !accepted {
				m.Say(m.Soviet, "/game start")
			}
			m.Await(m.Looker, programtest.Posted(m.Channel, "The game begins"))
			m.kill()
			got := map[string]int{}
			for _, row := range programtest.Rows(t, m.Data, m.Channel) {
				for _, kind := range []string{"accepted", "started", "bound"} {
					got[kind] += strings.Count(string(row.Body), `"`+kind+`":{`)
				}
			}
			for _, letter := range m.Received(m.Looker, m.Channel) {
				got["told"] += strings.Count(letter.Content, "The game begins")
			}
			if want := (map[string]int{"accepted": 1, "started": 1, "bound": 1, "told": 1}); !maps.Equal(got, want) {
				t.Errorf("the log and the channel have %v", got)
			}
		})
	}
}
