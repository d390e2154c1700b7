package play_test

import (
	"errors"
	"regexp"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// warned matches the text of a page with chances or costs, or one that says that its order can't be taken back.
var warned = regexp.MustCompile(`\d%|• |\(destroyed\)|take.* back`)

// In random games of both series, an order given by a tap can be taken back, or its page says what it may bring. The
// end of a phase that leaves nothing undone needs no words, nor does a Recovery that ends the game.
func TestConfirmations_RandomTaps(t *testing.T) {
	t.Parallel()
	for module, games := range map[string]int{"afb": 1, "bcs-drill": 8} {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			given := map[order.Verb]int{}
			for seed := range games {
				r := newReader(t, module, uint64(seed), map[string]int{})
				for p, goesOn := r.player(); goesOn; p, goesOn = r.player() {
					if v := r.tap(p); v != "" {
						given[v]++
						continue
					}
					r.order(p)
				}
			}
			t.Logf("orders given by taps: %v", given)
		})
	}
}

// tap presses buttons at random, from the panel on, until one gives an order, and returns its verb; "" if none does.
func (r *reader) tap(p play.Player) order.Verb {
	r.t.Helper()
	list, seq := r.opened(p, play.PressPanel, "0"), p.View.Board().Seq
	for range 12 {
		var ways []discordgo.Button
		for _, row := range list[len(list)-1].Components {
			for _, part := range row.(discordgo.ActionsRow).Components {
				b, ok := part.(discordgo.Button)
				if _, err := p.Roster.Decode(b.CustomID); ok && err == nil && !b.Disabled && b.CustomID[0] != page.ActBack {
					ways = append(ways, b)
				}
			}
		}
		if len(ways) == 0 {
			return ""
		}
		b, text := ways[r.Rand.IntN(len(ways))], list[len(list)-1].Content
		made := must.Get(p.Roster.Decode(b.CustomID))(r.t)
		var err error
		denial := (*view.Denial)(nil)
		if list, err = play.AnswerChoice(r.t.Context(), p, ask.Pressed{ID: b.CustomID}); errors.As(err, &denial) {
			return ""
		}
		must.Do(r.t, err)
		now, goesOn := r.player()
		if goesOn && now.View.Board().Seq == seq {
			continue
		}
		undo, _, err := r.Referee.Orders.Undoable(r.t.Context(), alikeChannel, p.Request.Cmd.User)
		must.Do(r.t, err)
		if (goesOn || made.Choice.Verb != "recover") && undo == "" && made.Choice.Verb != page.EndVerb && !warned.MatchString(text+b.Label) {
			r.t.Errorf("%q can't be taken back, below %q: %q", b.Label, text, list[0].Content)
		}
		return made.Choice.Verb
	}
	return ""
}
