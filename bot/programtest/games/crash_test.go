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

// Killed between the lines of a list, the program goes on with none of them by itself: what
// was done stands, and the rest is offered, shown anew and done once.
func TestKilled_BetweenTheLinesOfAList(t *testing.T) {
	t.Parallel()
	m := newCrashTable(t)
	m.standsStill()
	anna := m.German
	m.live("")
	m.Say(anna, "/game new module:drill side:blue")
	m.Say(m.Soviet, "/game join side:red")
	m.Say(anna, "/game start")
	m.kill() // and what it has not said is said before the list
	m.inspect()
	m.live("")
	m.saysAll()
	list := m.Say(anna, "/orders list:b-1-arm,b-1-mot > 8.08; b-2-arm,b-2-mot > 8.12; b-1-cav > 8.06 9.07")
	begun := 3 // rows
	for _, death := range []struct {
		moment     string
		done, left int // lines, then
	}{{afterCommit, 1, 2}, {beforeCommit, 1, 2}, {afterCommit, 2, 1}} {
		run, ok := programtest.Labelled(list, "Carry out")
		if !ok {
			t.Fatalf("nothing to carry out below %q", list.Content)
		}
		m.killWhile(0, death.moment, func(ctx context.Context) { anna.Click(ctx, list.ID, run.CustomID) })
		if rows := m.inspect(); rows != begun+death.done {
			t.Fatalf("killed %s with %d lines done: %d rows, not %d", death.moment, death.done, rows, begun+death.done)
		}
		m.live("")
		m.saysAll()
		due := m.Say(anna, "/due")
		rest, ok := programtest.Labelled(due, "Go on")
		if want := fmt.Sprintf("is at line %d", death.done+1); !ok || !strings.Contains(due.Content, want) {
			t.Fatalf("the rest is offered as %q", due.Content)
		}
		list = m.Click(anna, due, rest.CustomID)
		if carry, _ := programtest.Labelled(list, "Carry out"); !strings.Contains(carry.Label, fmt.Sprint(death.left)) {
			t.Fatalf("%d lines are left, and %q is offered", death.left, carry.Label)
		}
	}
	run, _ := programtest.Labelled(list, "Carry out")
	if done := m.Click(anna, list, run.CustomID); !strings.Contains(done.Content, "3 of 3 lines done") {
		t.Errorf("at last: %q", done.Content)
	}
	m.kill()
	if rows := m.inspect(); rows != begun+3 {
		t.Errorf("the log has %d rows, not %d", rows, begun+3)
	}
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
