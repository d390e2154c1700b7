package load

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// BenchmarkAnswer measures answers at the beginning of the first German movement of Autumn for Barbarossa: from a
// command or a tap to the private message that its player sees, with its picture. In turns with each it measures the
// same words and buttons from a bot at another table that does nothing else. It reports both medians, and how many
// times as long as the bare one the answer takes. (Package storage/sqlite measures how long a row takes to be durable,
// and TestLoad how soon after the end of a phase its reports come.)
func BenchmarkAnswer(b *testing.B) {
	g := programtest.SitWith(b, b.TempDir(), []string{"--scenario", "historical"},
		func(w *program.Environment) { w.Tune = programtest.Unlimited })
	anna := g.German
	g.Say(anna, "/game join side:german")
	g.Say(g.Soviet, "/game join side:soviet")
	g.Say(anna, "/game start")
	labelled := func(text string) func(wire.Component) bool {
		return func(c wire.Component) bool { return c.Label == text }
	}
	press(b, anna, press(b, anna, g.Say(anna, "/due"), labelled("Orders")), labelled("In direct messages"))
	for _, text := range recordedOrders(b, "/", "/move") {
		g.Say(anna, text)
	}
	said := 0
	typed := func(texts ...string) func() player.Message {
		return func() player.Message {
			said++
			return must.Get(anna.Say(b.Context(), g.Channel, texts[said%len(texts)]))(b)
		}
	}
	pressed := func(m *player.Message, custom string) func() player.Message {
		return func() player.Message {
			*m = press(b, anna, *m, func(c wire.Component) bool {
				return !c.Disabled && strings.HasPrefix(c.CustomID, custom)
			})
			return *m
		}
	}
	inDirect := func() player.Message { // a report that comes later moves it down
		return g.Await(anna, func(m player.Message) bool {
			return m.ChannelID == g.Direct(anna) && strings.Contains(m.Content, "Game in ")
		})
	}
	direct := inDirect()
	panel := press(b, anna, g.Say(anna, "/due"), labelled("Orders"))
	moves := recordedOrders(b, "/move", "/airstrike")
	var odds []string // with a picture of its own for each
	for strength := range 990 {
		odds = append(odds, fmt.Sprintf("/odds attack:%d/7 defence:4", 7+strength))
	}
	for _, c := range []struct {
		name, wants string
		do, back    func() player.Message // back is not measured
	}{
		{"move", "moved", typed(moves[len(moves)-10:]...), func() player.Message { return g.Say(anna, "/game undo") }},
		{"list", "30 orders", typed("/orders list:" + asList(moves, 30)), nil},
		{"panel", "", pressed(&panel, "panel:"), nil},
		{"panel in direct messages", "", pressed(&direct, "panel:"), nil},
		{"reach", "", pressed(&panel, "panel-stack:"), pressed(&panel, "b0:")},
		{"roll", "4d6kh3", typed("/roll dice:4d6kh3"), nil},
		{"odds", " against 4", typed(odds...), nil},
		{"crt", "roll 7", typed("/crt odds:3:1 roll:7"), nil},
		{"terrain", "light woods", typed("/terrain"), nil},
		{"rule", "afb", typed("/rule find:advance across a lake"), nil},
		{"games", "Drill", typed("/games"), nil},
	} {
		direct = inDirect()
		b.Run(c.name, func(b *testing.B) { inTurns(b, c.wants == "", c.wants, c.do, c.back) })
	}
}

// inTurns measures an answer to a tap or a command in turns with the same answer of a bot that does nothing else. The
// answer must have the words in wants.
func inTurns(b *testing.B, tapped bool, wants string, do, back func() player.Message) {
	b.Helper()
	var bare *echo
	var answers, trips []time.Duration
	for b.Loop() {
		began := time.Now()
		m := do()
		answers = append(answers, time.Since(began))
		if !strings.Contains(m.Content, wants) || strings.Contains(m.Content, "Refused") {
			b.Fatalf("answered %q", m.Content)
		}
		if back != nil {
			back()
		}
		if bare == nil {
			bare = newEcho(b, m)
		}
		began = time.Now()
		bare.answers(b, tapped)
		trips = append(trips, time.Since(began))
	}
	slices.Sort(answers)
	slices.Sort(trips)
	answer, trip := answers[len(answers)/2], trips[len(trips)/2]
	b.ReportMetric(float64(answer.Microseconds()), "answer-µs")
	b.ReportMetric(float64(trip.Microseconds()), "bare-µs")
	b.ReportMetric(float64(answer)/float64(trip), "times-bare")
}

// answers has the bot answer a command, or a tap below its last answer.
func (e *echo) answers(b *testing.B, tapped bool) {
	b.Helper()
	if !tapped || e.last.ID == "" {
		e.last = must.Get(e.anna.Say(b.Context(), e.channel, "/ping"))(b)
		return
	}
	e.last = press(b, e.anna, e.last, func(c wire.Component) bool { return !c.Disabled })
}

// press presses the first button that fits.
func press(b *testing.B, p *player.Player, m player.Message, fits func(wire.Component) bool) player.Message {
	b.Helper()
	i := slices.IndexFunc(m.Parts(), func(c wire.Component) bool { return c.Type == wire.Button && fits(c) })
	if i < 0 {
		b.Fatalf("no such button below %q", m.Content)
	}
	return must.Get(p.Click(b.Context(), m.ID, m.Parts()[i].CustomID))(b)
}

// asList returns the first n units that moves name as a list with a unit in each line.
func asList(moves []string, n int) string {
	var lines []string
	for _, text := range moves {
		units, where, _ := strings.Cut(strings.TrimPrefix(text, "/move units:"), " ")
		_, where, _ = strings.Cut(where, ":")
		for u := range strings.SplitSeq(units, ",") {
			lines = append(lines, u+" > "+where)
		}
	}
	return strings.Join(lines[:n], ";")
}
