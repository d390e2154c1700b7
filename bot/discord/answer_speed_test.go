package discord

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	sitting "grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/storage"
	"grognard/storage/sqlite"

	"github.com/bwmarrin/discordgo"
)

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
		if u, err := game.Undo(b.Context(), game.as(anna), ""); err != nil || u.Asked {
			b.Fatalf("%s is not taken back: %v", move, err)
		}
	}
	takeBack(moves[0])
	sayBare := echoFor(b, sample, game.Specs(), func() {})
	sayDurable := echoFor(b, sample, game.Specs(), appendRow)

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

func timed(do func()) time.Duration {
	began := time.Now()
	do()
	return time.Since(began)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

// midTurn is the recorded first turn up to the middle of the German movement, and moves of
// single units that can come next, each without the others.
func midTurn(b *testing.B) (before, moves []string) {
	b.Helper()
	raw, err := os.ReadFile("../gallery/turn.txt")
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range strings.Split(string(raw), "\n") {
		switch {
		case strings.HasPrefix(text, "/airstrike"):
			return before[:len(before)-10], before[len(before)-10:]
		case strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "/overrun"): // other dice may owe a decision
			before = append(before, text)
		}
	}
	b.Fatal("the recorded turn has no end of the movement")
	return nil, nil
}

func runBot(b *testing.B, url string, r *referee.Referee, preferences ask.Preferences) {
	b.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ready, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		stopped <- Run(ctx, Options{Token: localtable.BotToken, Host: url, Guild: localtable.GuildID,
			Referee: r, Preferences: preferences, Ready: func() { close(ready) }})
	}()
	b.Cleanup(func() {
		stop()
		if err := <-stopped; err != nil {
			b.Error(err)
		}
	})
	<-ready
}

// echoFor is a player at a table of his own, where a bot does nothing with a command but do
// this before it answers, always with the same words and buttons.
func echoFor(b *testing.B, sample sitting.Message, specs []order.Spec, before func()) (say func(text string)) {
	b.Helper()
	url := tableFor(b, localtable.Options{})
	runEcho(b, url, sample, specs, before)
	p := sitAt(b, url, "Anna")
	channel := tableOf(b, p)
	return func(text string) { typed(b, p, channel, text) }
}

func runEcho(b *testing.B, url string, sample sitting.Message, specs []order.Spec, before func()) {
	b.Helper()
	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: url})
	if err != nil {
		b.Fatal(err)
	}
	session := client.Session
	session.AddHandler(func(s *discordgo.Session, it *discordgo.InteractionCreate) {
		before()
		m := map[string]any{"content": sample.Content, "components": sample.Components,
			"flags": discordgo.MessageFlagsEphemeral}
		answer := map[string]any{"type": discordgo.InteractionResponseChannelMessageWithSource, "data": m}
		if _, err := s.Request("POST", discordgo.EndpointInteractionResponse(it.ID, it.Token), answer); err != nil {
			b.Error(err)
		}
	})
	ready := make(chan struct{})
	session.AddHandlerOnce(func(*discordgo.Session, *discordgo.Ready) { close(ready) })
	if err := session.Open(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { session.Close() })
	<-ready
	if err := rest.Register(b.Context(), client, localtable.ApplicationID, localtable.GuildID,
		registered(inEnglish(b), new(bot).commandSpecs(nil), specs)); err != nil {
		b.Fatal(err)
	}
}

// appender appends rows to another file that are like the last one of a channel's game.
func appender(b *testing.B, from *sqlite.Store, channel string) func() {
	b.Helper()
	game, err := from.InChannel(b.Context(), channel)
	if err != nil {
		b.Fatal(err)
	}
	var last storage.Row
	for row, err := range from.Rows(b.Context(), game.ID, 0) {
		if err != nil {
			b.Fatal(err)
		}
		last = row
	}
	to, module := storeFor(b), []byte("module")
	game.Module = sha256.Sum256(module)
	e := storage.Entry{Game: game.ID, At: last.At, By: last.By, Body: last.Body}
	write := func() {
		e.Seq++
		e.CommandID = fmt.Sprint("row ", e.Seq)
	}
	write()
	if _, _, err := to.Create(b.Context(), game, module, e); err != nil {
		b.Fatal(err)
	}
	return func() {
		write()
		if _, _, err := to.Append(b.Context(), e); err != nil {
			b.Fatal(err)
		}
	}
}

func sitAt(b *testing.B, url, name string) *sitting.Player {
	b.Helper()
	p, err := sitting.Sit(b.Context(), url, name)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(p.Leave)
	return p
}

func tableOf(b *testing.B, p *sitting.Player) string {
	b.Helper()
	id, err := p.Channel("autumn-for-barbarossa")
	if err != nil {
		b.Fatal(err)
	}
	return id
}

func typed(b *testing.B, p *sitting.Player, channel, text string) sitting.Message {
	b.Helper()
	m, err := p.Say(b.Context(), channel, text)
	if err != nil {
		b.Fatalf("%s: %v", text, err)
	}
	return m
}
