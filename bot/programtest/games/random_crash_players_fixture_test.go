package games

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/rules/must"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// play does what /due asks for.
func (k *randomKills) play() {
	found := duty.FindStringSubmatch(k.Say(k.Looker, "/due").Content)
	if found == nil { // the game is over, and people still look at it
		return
	}
	p, forward := k.German, 1
	if found[1] == k.Soviet.User().ID {
		p, forward = k.Soviet, -1
	}
	for kind, words := range kinds {
		if strings.Contains(found[2], words) {
			k.decide(p, kind)
			return
		}
	}
	for _, p := range []*player.Player{k.German, k.Soviet} {
		if !k.ahead[p] {
			k.prepare(p)
			return
		}
	}
	if found[2] != k.at {
		k.at, k.moves = found[2], 0
	}
	switch {
	case strings.Contains(k.at, "combat"):
		k.attack(p)
	case k.moves == 12:
		k.order(p, "/end")
	default:
		k.move(p, forward)
	}
}

// prepare has a player choose his standing answers, and choose again if he gets no answer.
func (k *randomKills) prepare(p *player.Player) {
	answer := "set:flexible"
	if p != k.Soviet {
		answer = "unit:" + k.Suggest(p, "/standing answer unit:")[0].Value + " answer:stubborn"
	}
	k.Say(p, "/standing answer "+answer)
	k.ahead[p] = true
}

// meeting has the columns to which Blue (true) and Red go, so that they meet in the middle of the map.
var meeting = map[bool]int{true: 10, false: 11}

// move moves one of the units that can, forward.
func (k *randomKills) move(p *player.Player, forward int) {
	k.moves++
	listed := strings.Contains(k.at, "movement") && !strings.Contains(k.at, "exploitation") && k.rand.IntN(4) == 0
	units := k.Suggest(p, "/move units:")
	if len(units) == 0 {
		k.order(p, "/end")
		return
	}
	unit := units[k.rand.IntN(len(units))].Value
	text := "/move units:" + unit + " to:"
	for column := meeting[p == k.German]; column > 1 && column < 20; column -= forward { // the furthest that he reaches
		hexes := k.Suggest(p, fmt.Sprintf("%s%d.", text, column))
		if len(hexes) == 0 {
			continue
		}
		to := hexes[k.rand.IntN(len(hexes))].Value
		if listed {
			k.list(p, unit+" > "+to)
		} else {
			k.order(p, text+to)
		}
		return
	}
}

// list writes a list for now and has it carried out.
func (k *randomKills) list(p *player.Player, line string) {
	m := k.Say(p, "/orders list:"+line)
	run, ok := programtest.Labelled(m, "Carry out 1 line")
	if !ok {
		k.t.Fatalf("a list cannot be carried out: %q", m.Content)
	}
	k.Click(p, m, run.CustomID)
}

// attack attacks the first hex that can be attacked, with all units that can, or ends the phase.
func (k *randomKills) attack(p *player.Player) {
	targets := k.Suggest(p, "/attack target:")
	if len(targets) == 0 {
		k.order(p, "/end")
		return
	}
	k.order(p, k.all(p, "/attack target:"+targets[0].Value+" units:"))
}

// decide takes a decision by taps, from the button below /due.
func (k *randomKills) decide(p *player.Player, kind string) {
	m := k.Say(p, "/due")
	button, _ := programtest.Labelled(m, "Decide")
	k.give(p, "", func() player.Message { return k.tap(p, m, button, labels[kind]) })
	k.did[kind]++
}

// comesToRest waits until the program has given by itself the standing answers that a killed one had not.
func (k *randomKills) comesToRest() {
	for busy := true; busy && k.alive.Err() == nil; time.Sleep(time.Millisecond) {
		busy = false
		k.read(func(store *sqlite.Store, game storage.Game) {
			var last storage.Row
			for row, err := range store.Rows(k.t.Context(), game.ID, 0) {
				if last = row; err != nil {
					k.t.Fatal(err)
				}
			}
			busy = bytes.Contains(last.Body, []byte(`"answers":true`))
		})
	}
}

// rowsByHand reads from the log, while the program runs, how many orders were given by hand.
func (k *randomKills) rowsByHand() (n int) {
	k.t.Helper()
	k.read(func(store *sqlite.Store, game storage.Game) {
		for row, err := range store.Rows(k.t.Context(), game.ID, 0) {
			must.Do(k.t, err)
			if byHand(row) {
				n++
			}
		}
	})
	return n
}

// read does something with what the store has of the game, if there is one yet.
func (k *randomKills) read(do func(*sqlite.Store, storage.Game)) {
	k.t.Helper()
	store := must.Get(sqlite.Read(k.t.Context(), k.Database()))(k.t)
	defer store.Shut()
	if game, err := store.InChannel(k.t.Context(), k.Channel); err == nil {
		do(store, game)
	}
}

// byHand reports whether a row was given by a player himself, and by no list.
func byHand(row storage.Row) bool { return row.By != "" && !strings.Contains(row.CommandID, "/") }

// givenBy counts the rows given by hand, by standing answers and by lists. A row must be a standing answer's if and
// only if the row before it says that one follows.
func (h *history) givenBy() (hand, standing, listed int) {
	h.t.Helper()
	announced := false
	for _, r := range h.rows {
		if nobody := r.By == ""; nobody != announced {
			h.t.Errorf("row %d is nobody's: %t, and the one before it says: %t", r.Seq, nobody, announced)
		}
		switch {
		case byHand(r.Row):
			hand++
		case r.By == "":
			standing++
		default:
			listed++
		}
		announced = r.said.Ordered != nil && r.said.Ordered.Answers
	}
	if announced {
		h.t.Error("no standing answer decided")
	}
	return hand, standing, listed
}
