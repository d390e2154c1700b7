package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grognard/bot/localtable/player"
)

// play does what /due asks for.
func (k *kills) play(ctx context.Context) error {
	due, err := k.ask(ctx, k.looker, "/due")
	if err != nil {
		return err
	}
	found := duty.FindStringSubmatch(due.Content)
	if found == nil {
		if !strings.HasPrefix(due.Content, "The game is over") {
			k.t.Fatalf("/due says %q", due.Content)
		}
		k.over = true
		return nil // people still look at it
	}
	p, forward := k.german, 1
	if found[1] == k.soviet.User().ID {
		p, forward = k.soviet, -1
	}
	for kind, words := range kinds {
		if strings.Contains(found[2], words) {
			return k.decide(ctx, p, kind)
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

// meeting is the column to which Blue and Red go, so that they meet in the middle of the ground.
var meeting = map[bool]int{true: 10, false: 11}

// move moves one of the units that can, forward.
func (k *kills) move(ctx context.Context, p *player.Player, forward int) error {
	k.moves++
	units, err := p.Complete(ctx, k.channel, "/move units:")
	if err != nil {
		return err
	}
	if len(units) == 0 {
		return k.order(ctx, p, "/end")
	}
	text := "/move units:" + units[k.rand.IntN(len(units))].Value.(string) + " to:"
	for column := meeting[p == k.german]; column > 1 && column < 20; column -= forward { // the furthest that he reaches
		hexes, err := p.Complete(ctx, k.channel, fmt.Sprintf("%s%d.", text, column))
		if err != nil {
			return err
		}
		if len(hexes) > 0 {
			return k.order(ctx, p, text+hexes[k.rand.IntN(len(hexes))].Value.(string))
		}
	}
	return nil
}

// attack attacks the first hex that can be attacked, with all who can; or ends the phase.
func (k *kills) attack(ctx context.Context, p *player.Player) error {
	targets, err := p.Complete(ctx, k.channel, "/attack target:")
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return k.order(ctx, p, "/end")
	}
	text := "/attack target:" + targets[0].Value.(string) + " units:"
	chosen := ""
	for {
		list, err := p.Complete(ctx, k.channel, text+chosen)
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
func (k *kills) decide(ctx context.Context, p *player.Player, kind string) error {
	m, err := k.ask(ctx, p, "/due")
	if err != nil {
		return err
	}
	decide, _ := labelled(m, "Decide")
	if m, err = p.Click(ctx, m.ID, decide.CustomID); err != nil {
		return err
	}
	for range 40 {
		k.note(p, m)
		button, ok := labelled(m, "Give the order")
		if !ok {
			button, ok = labelled(m, labels[kind])
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
			menu := (&game{sitting: k.sitting}).menu(m)
			m, err = p.Choose(ctx, m.ID, menu.CustomID, menu.Options[0].Value)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("no order after 40 taps: %q", m.Content)
}
