package discord

import (
	"testing"

	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/rules/order"
)

// BenchmarkMenus shows the first page of the menus of a move in a large game, with its whole stacks: from the press to
// the request that would be sent.
func BenchmarkMenus(b *testing.B) {
	bot, as, _ := largeGame(b)
	for b.Loop() {
		p, err := bot.play.Player(b.Context(), as("anna"))
		if err != nil {
			b.Fatal(err)
		}
		list, err := play.ShowChoice(b.Context(), p, page.Choice{Verb: order.Move}, 0)
		if err != nil || len(list[0].Components) < 2 {
			b.Fatalf("%v, %v", list, err)
		}
	}
}
