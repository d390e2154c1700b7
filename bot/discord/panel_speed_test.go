package discord

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	sitting "grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"

	"github.com/bwmarrin/discordgo"
)

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

// pressedFirst presses the first button whose custom ID begins so.
func pressedFirst(b *testing.B, p *sitting.Player, m sitting.Message, id string) sitting.Message {
	b.Helper()
	return pressedWhere(b, p, m, func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, id) })
}

// pressedLabel presses the button with a label.
func pressedLabel(b *testing.B, p *sitting.Player, m sitting.Message, label string) sitting.Message {
	b.Helper()
	return pressedWhere(b, p, m, func(c wire.Component) bool { return c.Label == label })
}

func pressedWhere(b *testing.B, p *sitting.Player, m sitting.Message, fits func(wire.Component) bool) sitting.Message {
	b.Helper()
	for _, row := range m.Components {
		for _, c := range row.Components {
			if c.Type != wire.Menu && fits(c) {
				answer, err := p.Click(b.Context(), m.ID, c.CustomID)
				if err != nil {
					b.Fatal(err)
				}
				return answer
			}
		}
	}
	b.Fatalf("no such button below %q", m.Content)
	return m
}

// bareTap is a tap at a table of its own, where a bot does nothing with it but edit the message with the words and
// buttons of the sample.
func bareTap(b *testing.B, sample sitting.Message) (tap func()) {
	b.Helper()
	url := tableFor(b, localtable.Options{})
	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: url})
	if err != nil {
		b.Fatal(err)
	}
	client.Session.AddHandler(func(s *discordgo.Session, it *discordgo.InteractionCreate) {
		m := map[string]any{"content": sample.Content, "components": sample.Components,
			"flags": discordgo.MessageFlagsEphemeral}
		kind := discordgo.InteractionResponseUpdateMessage
		if it.Type == discordgo.InteractionApplicationCommand {
			kind = discordgo.InteractionResponseChannelMessageWithSource
		}
		if _, err := s.Request("POST", discordgo.EndpointInteractionResponse(it.ID, it.Token),
			map[string]any{"type": kind, "data": m}); err != nil {
			b.Error(err)
		}
	})
	ready := make(chan struct{})
	client.Session.AddHandlerOnce(func(*discordgo.Session, *discordgo.Ready) { close(ready) })
	if err := client.Session.Open(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { client.Session.Close() })
	<-ready
	err = rest.Register(b.Context(), client, localtable.ApplicationID, localtable.GuildID,
		registered(inEnglish(b), new(bot).commandSpecs(nil), nil))
	if err != nil {
		b.Fatal(err)
	}
	p := sitAt(b, url, "Anna")
	m := typed(b, p, tableOf(b, p), "/due")
	return func() { m = pressedFirst(b, p, m, play.PressStack+":") }
}
