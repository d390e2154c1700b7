package discord

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/look"
	"grognard/bot/discord/play"
	"grognard/bot/localtable"
	sitting "grognard/bot/localtable/player"
	"grognard/bot/referee"
)

// BenchmarkList previews a list of 30 moves with its picture: read, tried on a copy, kept
// as a draft, told and drawn, up to the request that would be sent.
func BenchmarkList(b *testing.B) {
	bot, as, moves := largeGame(b)
	for b.Loop() {
		list := must(bot.command(b.Context(), as("anna"), play.ListVerb, map[string]string{"list": moves}))(b)
		last := list[len(list)-1]
		if len(last.Files) != 1 || !strings.Contains(list[0].Content, "30 orders") ||
			strings.Contains(last.Content, "✗") {
			b.Fatalf("the preview is %q", list[0].Content)
		}
	}
}

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
	check(b, store.Prefer(b.Context(), anna.User().ID, look.GameChoice, "afb"))
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
			bare := echoFor(b, sample, r.Library.Specs(), func() {})
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

// BenchmarkPanel measures taps in the middle of the recorded first turn of Autumn for Barbarossa: one that shows the
// panel with other stacks, one that shows where a stack can go, with its picture, and one that goes back from there; on
// the panel in a channel and on that in direct messages. In turns with them it measures a tap at another local table
// whose handler does nothing but edit the message with the words and buttons of the panel. It reports medians, and how
// many times as long as that a tap takes that shows the panel.
func BenchmarkPanel(b *testing.B) {
	game := newCampaign(b)
	game.playToMidTurn(b)
	anna, channel := game.anna, game.channel
	panel := pressedLabel(b, anna, typed(b, anna, channel, "/due"), "Orders")
	bare := bareTap(b, panel)
	pressedLabel(b, anna, panel, "In direct messages")
	direct := await(b, anna, map[string]bool{}, func(m sitting.Message) bool {
		return m.ChannelID == directOf(b, anna) && strings.Contains(m.Content, "Game in ")
	})
	panel = pressedLabel(b, anna, typed(b, anna, channel, "/due"), "Orders")

	times := map[string][]time.Duration{}
	tap := func(m *sitting.Message, press, name string) {
		times[name] = append(times[name], timed(func() { *m = pressedFirst(b, anna, *m, press+":") }))
	}
	for b.Loop() {
		for m, name := range map[*sitting.Message]string{&panel: "", &direct: "direct-"} {
			tap(m, play.PressStack, name+"reach")
			if len(m.Attachments) != 1 {
				b.Fatalf("no picture at %q", m.Content)
			}
			tap(m, play.PressPanel, name+"back")
			tap(m, play.PressPanel, name+"panel")
			times["bare"] = append(times["bare"], timed(bare))
		}
	}
	for name, list := range times {
		b.ReportMetric(micros(median(list)), name+"-µs")
	}
	for _, name := range []string{"panel", "direct-panel"} {
		b.ReportMetric(float64(median(times[name]))/float64(median(times["bare"])), name+"-times-bare")
	}
}

// BenchmarkEnd ends the first combat phase of Autumn for Barbarossa, after all attacks of the recorded turn, and takes
// its end back: from the command that is typed until both players have the report in the channel and their own one,
// with every picture in them. It reports the median, and the number of pictures.
func BenchmarkEnd(b *testing.B) {
	game := newCampaign(b)
	game.fightFirstTurn(b)
	anna, boris, channel := game.anna, game.boris, game.channel
	seen := map[string]bool{}
	for _, p := range []*sitting.Player{anna, boris} { // the reports of the phases before
		for _, where := range []string{channel, directOf(b, p)} {
			for range 4 {
				lookIn(b, p, where, seen)
			}
		}
	}
	pictures := 0
	var took []time.Duration
	for b.Loop() {
		pictures = 0
		took = append(took, timed(func() {
			confirmed(b, anna, typed(b, anna, channel, "/end"))
			for _, p := range []*sitting.Player{anna, boris} {
				for _, where := range []string{channel, directOf(b, p)} {
					pictures += lookIn(b, p, where, seen)
				}
			}
		}))
		if u, err := game.Orders.Undo(b.Context(), game.as(anna), ""); err != nil || u.Asked {
			b.Fatalf("the end is not taken back: %v", err)
		}
		for left, err := game.Outbox.Owing(b.Context()); len(left) > 0; left, err = game.Outbox.Owing(b.Context()) {
			check(b, err)
			time.Sleep(time.Millisecond)
		}
	}
	b.ReportMetric(0, "ns/op") // it would be of the end and of taking it back
	b.ReportMetric(float64(median(took).Microseconds())/1000, "end-ms")
	b.ReportMetric(float64(took[0].Microseconds())/1000, "first-ms")
	b.ReportMetric(float64(pictures), "pictures")
}

// BenchmarkAnswer moves one unit of Autumn for Barbarossa with each command, in the middle
// of the recorded first turn, and takes each move back: from the command that is typed to the
// private answer that its player sees. In turns with that it measures what no bot can do
// without, at other local tables where a handler does nothing but answer in the same words:
// the same command, a row of the same size made durable in another file, and a command whose
// handler makes such a row durable before it answers. It reports medians, how many times as
// long as the first two together the answer takes, and how many times as long as the last.
func BenchmarkAnswer(b *testing.B) {
	game := newCampaign(b)
	moves := game.playToMidTurn(b)
	anna, channel := game.anna, game.channel
	sample := typed(b, anna, channel, moves[0])
	appendRow := appender(b, game.store, channel)
	takeBack := func(move string) {
		if u, err := game.Orders.Undo(b.Context(), game.as(anna), ""); err != nil || u.Asked {
			b.Fatalf("%s is not taken back: %v", move, err)
		}
	}
	takeBack(moves[0])
	sayBare := echoFor(b, sample, game.Library.Specs(), func() {})
	sayDurable := echoFor(b, sample, game.Library.Specs(), appendRow)

	var answer, bare, durable, both []time.Duration
	for b.Loop() {
		move := moves[len(answer)%len(moves)]
		answer = append(answer, timed(func() {
			if m := typed(b, anna, channel, move); !strings.Contains(m.Content, "left") {
				b.Fatalf("%s is answered with %q", move, m.Content)
			}
		}))
		bare = append(bare, timed(func() { sayBare(move) }))
		durable = append(durable, timed(appendRow))
		both = append(both, timed(func() { sayDurable(move) }))
		takeBack(move)
	}
	whole, talk, write := median(answer), median(bare), median(durable)
	b.ReportMetric(micros(whole), "answer-µs")
	b.ReportMetric(micros(talk), "bare-µs")
	b.ReportMetric(micros(write), "append-µs")
	b.ReportMetric(float64(whole)/float64(talk+write), "times-both")
	b.ReportMetric(micros(median(both)), "row-and-answer-µs")
	b.ReportMetric(float64(whole)/float64(median(both)), "times-row-and-answer")
}
