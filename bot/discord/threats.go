package discord

import (
	"context"
	"strings"

	"grognard/rules/order"
	"grognard/rules/view"
)

// seeThreats is /threats: who could attack a hex, as far as the asker can know.
func (b *bot) seeThreats(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	v, _, err := b.referee.Public(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	h, err := hexOf(v.Board().Map, "threats", "hex", values["hex"])
	if err != nil {
		return nil, err
	}
	w := wish{values: values, layers: view.Layers{Threats: h}}
	return b.look(ctx, a, w, threatsLook[view.Secret], threatsLook[view.Public])
}

// threatsLook is who could attack a hex: those that are seen, stack by stack, and where
// others may lie hidden.
func threatsLook[A view.Audience](_ *bot, s speech, v A, _ order.Side, w wish) (page[A], error) {
	board := v.Board()
	th := board.Threats
	if th == nil {
		return page[A]{}, refusal("error.no-threats", "hex", w.layers.Threats)
	}
	return page[A]{text: s.threats(board, *th)}, nil
}

func (s speech) threats(b *view.Board, th view.Threats) string {
	head := s.say("threats.later", "side", th.Side, "hex", th.Hex)
	if th.Now {
		head = s.say("threats.now", "side", th.Side, "hex", th.Hex)
	}
	lines := []string{head}
	var hidden []string
	units := 0
	for _, st := range th.Stacks {
		if units += len(st.Units); len(st.Units) > 0 {
			lines = append(lines, s.threat(b, st))
		} else {
			hidden = append(hidden, s.say("threats.hidden", "hex", st.Hex, "unseen", st.Unseen))
		}
	}
	if units > 0 {
		lines = append(lines, s.say("threats.sum", "n", units, "attack", th.Attack))
	} else {
		lines = append(lines, s.say("threats.none"))
	}
	if len(hidden) > 0 {
		lines = append(lines, s.say("threats.unseen", "stacks", said(strings.Join(hidden, ", "))))
	}
	return strings.Join(lines, "\n")
}

// threat is the units of one stack that could attack.
func (s speech) threat(b *view.Board, st view.Threat) string {
	names := make([]string, len(st.Units))
	for i, u := range st.Units {
		names[i] = s.unit(u, b.Marks)
	}
	words := s.say("threats.stack", "hex", st.Hex, "n", st.Distance, "height", st.Height, "units", said(strings.Join(names, ", ")))
	if st.Unseen > 0 {
		words += ", " + s.say("threats.more", "n", st.Unseen)
	}
	return words
}
