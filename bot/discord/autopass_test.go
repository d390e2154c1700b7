package discord_test

import (
	"log/slog"
	"strings"
	"testing"

	"grognard/bot/discord"
)

// A phase in which nothing can be done passes by itself, and one line says so; whoever does
// not want that switches it off.
func TestAPhasePassesByItself(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.passes = discord.Passes(h.store, slog.New(slog.DiscardHandler)) })
	h.begin()
	ended := h.say(h.anna, "/end")
	const line = "Nothing to do in Blue combat: the phase passes by itself (1.0)"
	if !strings.Contains(ended.Content, line) || !strings.Contains(ended.Content, "Turn 1, Blue exploitation") {
		t.Errorf("the end is answered by %q", ended.Content)
	}
	report := h.await(h.olga, inChannel(h.channel, line, "turn 1 of 10, Blue exploitation"))
	pictured := 0
	for _, m := range h.shown(h.olga) {
		if strings.Contains(m.Content, "turn 1 of 10, Blue combat") || m.ID != report.ID &&
			strings.Contains(m.Content, "Blue exploitation") && len(m.Attachments) > 0 {
			pictured++
		}
	}
	if pictured > 0 || len(report.Attachments) != 1 {
		t.Errorf("%d messages with pictures beside the report, which has %d", pictured, len(report.Attachments))
	}
	if off := h.say(h.boris, "/autopass on:False"); !strings.Contains(off.Content, "waits for your /end") {
		t.Errorf("it is switched off with %q", off.Content)
	}
	h.say(h.anna, "/end")
	if ended = h.say(h.boris, "/end"); !strings.Contains(ended.Content, "Turn 1, Red combat") ||
		strings.Contains(ended.Content, "passes") {
		t.Errorf("a phase passes for one who does not want it: %q", ended.Content)
	}
}
