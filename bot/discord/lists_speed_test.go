package discord

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/referee"
	"grognard/rules/order"
)

// thirtyMoves is the moves of the recorded first turn as a list, a unit in each line.
func thirtyMoves(b *testing.B) (before []string, list string) {
	b.Helper()
	raw, err := os.ReadFile("../gallery/turn.txt")
	if err != nil {
		b.Fatal(err)
	}
	var lines []string
	for _, text := range strings.Split(string(raw), "\n") {
		rest, move := strings.CutPrefix(text, "/move units:")
		switch {
		case len(lines) == 30:
		case move:
			units, where, _ := strings.Cut(rest, " ")
			_, where, _ = strings.Cut(where, ":")
			for _, u := range strings.Split(units, ",") {
				lines = append(lines, u+" > "+where)
			}
		case len(lines) == 0 && strings.HasPrefix(text, "/"):
			before = append(before, text)
		}
	}
	return before, strings.Join(lines[:30], "\n")
}

// largeGame is a bot with a large game whose first moves can be made, and what makes requests of its players. moves are
// thirty of them as a list.
func largeGame(b *testing.B) (bot *bot, as func(user string) ask.Request, moves string) {
	b.Helper()
	store := storeFor(b)
	r := referee.New(referee.Options{Store: store, Entropy: rand.NewChaCha8([32]byte{7})})
	bot, err := newBot(Options{Token: "x", Referee: r, Preferences: store})
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	as = func(user string) ask.Request {
		n++
		return ask.Request{Localizer: bot.messages.For(catalogue.Default),
			Cmd: referee.Command{ID: strconv.Itoa(n), User: user, Channel: "c"}}
	}
	for _, c := range []struct {
		user   string
		verb   order.Verb
		values map[string]string
	}{
		{"anna", "game new", map[string]string{"module": "afb", "scenario": "historical", "side": "german"}},
		{"boris", "game join", map[string]string{"side": "soviet"}},
		{"anna", "game start", nil},
	} {
		if _, err := bot.command(b.Context(), as(c.user), c.verb, c.values); err != nil {
			b.Fatalf("/%s %v: %v", c.verb, c.values, err)
		}
	}
	before, moves := thirtyMoves(b)
	for _, text := range before {
		if _, err := r.Order(b.Context(), as("anna").Cmd, text); err != nil {
			b.Fatalf("%s: %v", text, err)
		}
	}
	return bot, as, moves
}

// BenchmarkList previews a list of 30 moves with its picture: read, tried on a copy, kept
// as a draft, told and drawn, up to the request that would be sent.
func BenchmarkList(b *testing.B) {
	bot, as, moves := largeGame(b)
	for b.Loop() {
		list, err := bot.command(b.Context(), as("anna"), play.ListVerb, map[string]string{"list": moves})
		if err != nil {
			b.Fatal(err)
		}
		last := list[len(list)-1]
		if len(last.Files) != 1 || !strings.Contains(list[0].Content, "30 orders") ||
			strings.Contains(last.Content, "✗") {
			b.Fatalf("the preview is %q", list[0].Content)
		}
	}
}
