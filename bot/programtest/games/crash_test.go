package games

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon/beacontest"
	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// Wherever the program is killed, the game goes on where the log says. A command that was not committed must be given
// again. One that was committed stands, and its messages arrive, once.
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
			source := must.Get(crashChain(genesis))(t)
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
			m.Await(m.Looker, player.Posted(m.Channel, "The game begins"))
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

// sure is an overlay of the drill of battalions with tables by which Engagements hit and attacks drive back.
const sure = `tables:
  snafu: {breaks: [{2-12: full}]}
  second: {breaks: [{2-12: granted}]}
  engagement: {breaks: [{2-12: t1}]}
  combat: {breaks: [{2-12: d2 situational}]}
`

// A program that is killed in an activation before the decision on an Engagement, and between the dice of a fight and
// its losses, its retreat and its advance, goes on with the pending decision. By the same dice the game comes to the
// same as one in which no program was killed.
func TestKilled_InAnActivation(t *testing.T) {
	var ends [2]*history
	t.Run("played", func(t *testing.T) {
		for i, name := range []string{"undisturbed", "killed"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				m := newCrashTable(t)
				m.standsStill()
				overlays := t.TempDir()
				programtest.WriteFile(t, filepath.Join(overlays, "bcs-drill", "charts.yaml"), sure)
				m.flags = []string{"--modules", overlays}
				m.live("")
				anna, boris := m.German, m.Soviet
				m.Say(anna, "/game new module:bcs-drill")
				m.Say(anna, "/game join side:blue")
				m.Say(boris, "/game join side:red")
				m.Say(anna, "/game start")
				m.Say(anna, "/end")
				m.Say(boris, "/end")
				for _, text := range []string{"/activate formation:lancers", "/snafu", "/end"} {
					m.Say(anna, text)
				}
				for _, s := range []struct {
					who        *player.Player
					text, owes string
				}{
					{anna, "/move units:lancers-1,lancers-3 to:6.12", "make an Engagement"},
					{anna, "/engage unit:lancers-1 target:6.13", "now: activities"},
					{anna, "/attack unit:lancers-1 target:6.13 assist:lancers-3", "take 2 step losses"},
					{boris, "/losses units:hussars-1,hussars-3", "from 6.13: three hexes"},
					{boris, "/retreat units:hussars-1,hussars-3 to:6.16", "advance to 6.13"},
					{anna, "/advance units:lancers-1,lancers-3", "now: activities"},
				} {
					if i == 0 {
						m.Say(s.who, s.text)
					}
					for was, rows := 0, 0; i == 1 && was == rows; { // it may die at the commit of something else
						m.killAt(beforeCommit, s.who, s.text)
						was = m.inspect()
						m.live("")
						m.killAt(afterCommit, s.who, s.text)
						rows = m.inspect()
						m.live("")
					}
					m.saysAll()
					if due := m.Say(m.Looker, "/due").Content; !strings.Contains(due, s.owes) {
						t.Errorf("after %s is owed %q, not %s", s.text, due, s.owes)
					}
				}
				m.kill()
				all := m.letters()
				ends[i] = readHistory(t, m.Database(), m.Channel, all)
				ends[i].everythingArrived(all)
				m.verifyExports()
			})
		}
	})
	if !t.Failed() {
		samePosition(t, ends[0], ends[1], 3)
	}
}
