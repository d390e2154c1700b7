package discord

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/look"
	"grognard/bot/localtable"
	"grognard/bot/referee"
)

// BenchmarkLookUp asks each look-up in a channel without a game, from the command that is typed to
// the private answer that its user sees, and in turns with that at another local table a bot that
// does nothing but answer in the same words: the bare round trip of an interaction. The strengths are
// others each time; pictures come from the gallery, as they do but for the first time.
func BenchmarkLookUp(b *testing.B) {
	store := storeFor(b)
	r := referee.New(referee.Options{Store: store, Entropy: rand.NewChaCha8([32]byte{7})})
	url := tableFor(b, localtable.Options{})
	runBot(b, url, r, store)
	anna := sitAt(b, url, "Anna")
	channel := tableOf(b, anna)
	if err := store.Prefer(b.Context(), anna.User().ID, look.GameChoice, "afb"); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, text, wants string }{
		{"roll", "/roll dice:4d6kh3", "4d6kh3"},
		{"odds", "/odds attack:%d/7 defence:4", " against 4"},
		{"crt", "/crt odds:3:1 roll:7", "roll 7"},
		{"terrain", "/terrain", "light woods"},
		{"rule", "/rule find:advance across a lake", "afb"},
		{"games", "/games", "Drill"},
	} {
		b.Run(c.name, func(b *testing.B) {
			n := 0
			text := func() string {
				if n++; !strings.Contains(c.text, "%d") {
					return c.text
				}
				return fmt.Sprintf(c.text, 7+n%990)
			}
			sample := typed(b, anna, channel, text())
			if !strings.Contains(sample.Content, c.wants) {
				b.Fatalf("%s is answered %q", c.text, sample.Content)
			}
			bare := echoFor(b, sample, r.Specs(), func() {})
			var answers, trips []time.Duration
			for b.Loop() {
				asked := text()
				answers = append(answers, timed(func() { typed(b, anna, channel, asked) }))
				trips = append(trips, timed(func() { bare(asked) }))
			}
			whole, trip := median(answers), median(trips)
			b.ReportMetric(micros(whole), "answer-µs")
			b.ReportMetric(micros(trip), "bare-µs")
			b.ReportMetric(micros(whole-trip), "bot-µs")
		})
	}
}
