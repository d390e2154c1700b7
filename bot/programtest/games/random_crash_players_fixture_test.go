package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// play does what /due asks for.
func (k *randomKills) play(ctx context.Context) error {
	due, err := k.ask(ctx, k.Looker, "/due")
	if err != nil {
		return err
	}
	found := duty.FindStringSubmatch(due.Content)
	if found == nil {
		if !strings.HasPrefix(due.Content, "The game is over") {
			k.T.Fatalf("/due says %q", due.Content)
		}
		k.over = true
		return nil // people still look at it
	}
	p, forward := k.German, 1
	if found[1] == k.Soviet.User().ID {
		p, forward = k.Soviet, -1
	}
	for kind, words := range kinds {
		if strings.Contains(found[2], words) {
			return k.decide(ctx, p, kind)
		}
	}
	for _, p := range []*player.Player{k.German, k.Soviet} {
		if !k.ahead[p] {
			return k.prepare(ctx, p)
		}
	}
	if found[2] != k.at {
		k.at, k.moves = found[2], 0
	}
	switch {
	case strings.Contains(k.at, "combat"):
		return k.attack(ctx, p)
	case k.moves == 12:
		return k.order(ctx, p, "/end")
	}
	return k.move(ctx, p, forward)
}

// prepare has a player write down what his side answers. Whoever gets no answer does it again.
func (k *randomKills) prepare(ctx context.Context, p *player.Player) error {
	line := "retreat"
	if p == k.Soviet {
		line = "lose first:weakest; retreat"
	}
	_, err := k.ask(ctx, p, "/standing add line:"+line)
	k.ahead[p] = err == nil
	return err
}

// meeting is the column to which Blue and Red go, so that they meet in the middle of the ground.
var meeting = map[bool]int{true: 10, false: 11}

// move moves one of the units that can, forward.
func (k *randomKills) move(ctx context.Context, p *player.Player, forward int) error {
	k.moves++
	planned := strings.Contains(k.at, "movement") && !strings.Contains(k.at, "exploitation") && k.rand.IntN(4) == 0
	units, err := p.Complete(ctx, k.Channel, "/move units:")
	if err != nil {
		return err
	}
	if len(units) == 0 {
		return k.order(ctx, p, "/end")
	}
	unit := units[k.rand.IntN(len(units))].Value.(string)
	text := "/move units:" + unit + " to:"
	for column := meeting[p == k.German]; column > 1 && column < 20; column -= forward { // the furthest that he reaches
		hexes, err := p.Complete(ctx, k.Channel, fmt.Sprintf("%s%d.", text, column))
		if err != nil {
			return err
		}
		if len(hexes) == 0 {
			continue
		}
		to := hexes[k.rand.IntN(len(hexes))].Value.(string)
		if planned {
			return k.plan(ctx, p, unit+" > "+to)
		}
		return k.order(ctx, p, text+to)
	}
	return nil
}

// plan writes a plan for this phase and has it carried out.
func (k *randomKills) plan(ctx context.Context, p *player.Player, line string) error {
	m, err := k.ask(ctx, p, "/plan orders:"+line)
	if err != nil {
		return err
	}
	run, ok := programtest.Labelled(m, "Carry out now")
	if !ok {
		k.T.Fatalf("a plan for this phase cannot be carried out: %q", m.Content)
	}
	if m, err = p.Click(ctx, m.ID, run.CustomID); err == nil {
		k.Note(p, m)
	}
	return err
}

// comesToRest waits until the program has done by itself what a dead one has left: answers by standing
// orders, and plans that were under way.
func (k *randomKills) comesToRest(ctx context.Context) error {
	for busy := true; busy; time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		busy = false
		k.read(func(store *sqlite.Store, game storage.Game) {
			var last storage.Row
			for row, err := range store.Rows(k.T.Context(), game.ID, 0) {
				if last = row; err != nil {
					k.T.Fatal(err)
				}
			}
			busy = bytes.Contains(last.Body, []byte(`"answers":true`))
			for _, p := range []*player.Player{k.German, k.Soviet} {
				paper, err := store.Paper(k.T.Context(), game.ID, p.User().ID, "plan")
				if err != nil && !errors.Is(err, storage.ErrNotFound) {
					k.T.Fatal(err)
				}
				busy = busy || strings.Contains(paper.Text, `"runs":true`)
			}
		})
	}
	return nil
}

// rowsByHand reads how many orders given by hand the log has, beside the program.
func (k *randomKills) rowsByHand() (n int) {
	k.T.Helper()
	k.read(func(store *sqlite.Store, game storage.Game) {
		for row, err := range store.Rows(k.T.Context(), game.ID, 0) {
			if err != nil {
				k.T.Fatal(err)
			}
			if byHand(row) {
				n++
			}
		}
	})
	return n
}

// read does something with what the store has of the game, if there is one yet.
func (k *randomKills) read(do func(*sqlite.Store, storage.Game)) {
	k.T.Helper()
	store, err := sqlite.Read(k.T.Context(), k.Database())
	if err != nil {
		k.T.Fatal(err)
	}
	defer store.Shut()
	if game, err := store.InChannel(k.T.Context(), k.Channel); err == nil {
		do(store, game)
	}
}

// byHand reports whether a row was given by a player himself.
func byHand(row storage.Row) bool { return row.By != "" && !strings.HasPrefix(row.CommandID, "plan ") }

// givenBy counts the rows given by hand, by standing orders and by plans. A standing order has a row where
// the one before it says so, and nowhere else.
func (h *history) givenBy() (hand, standing, planned int) {
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
			planned++
		}
		announced = r.said.Ordered != nil && r.said.Ordered.Answers
	}
	if announced {
		h.t.Error("a standing order has not answered")
	}
	return hand, standing, planned
}

// attack attacks the first hex that can be attacked, with all who can; or ends the phase.
func (k *randomKills) attack(ctx context.Context, p *player.Player) error {
	targets, err := p.Complete(ctx, k.Channel, "/attack target:")
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return k.order(ctx, p, "/end")
	}
	text := "/attack target:" + targets[0].Value.(string) + " units:"
	chosen := ""
	for {
		list, err := p.Complete(ctx, k.Channel, text+chosen)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(c player.Choice) bool {
			return chosen == "" || strings.HasPrefix(c.Value.(string), chosen+",")
		})
		if i < 0 {
			return k.order(ctx, p, text+chosen)
		}
		chosen = list[i].Value.(string)
	}
}

// decide takes a decision by taps, from the button below /due.
func (k *randomKills) decide(ctx context.Context, p *player.Player, kind string) error {
	m, err := k.ask(ctx, p, "/due")
	if err != nil {
		return err
	}
	decide, _ := programtest.Labelled(m, "Decide")
	if m, err = p.Click(ctx, m.ID, decide.CustomID); err != nil {
		return err
	}
	for range 40 {
		k.Note(p, m)
		button, ok := programtest.Labelled(m, "Give the order")
		if !ok {
			button, ok = programtest.Labelled(m, labels[kind])
		}
		switch {
		case ok && strings.HasPrefix(button.CustomID, "g"):
			err := k.give(ctx, p, "", func() (player.Message, error) { return p.Click(ctx, m.ID, button.CustomID) })
			if err == nil {
				k.did[kind]++
			}
			return err
		case ok:
			m, err = p.Click(ctx, m.ID, button.CustomID)
		default:
			menu := k.menu(m)
			m, err = p.Choose(ctx, m.ID, menu.CustomID, menu.Options[0].Value)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("no order after 40 taps: %q", m.Content)
}
