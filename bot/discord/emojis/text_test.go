package emojis_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/discord/emojis"
	"grognard/bot/discord/rest"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

var tank = emojis.Emoji{Name: "grog_armour_ba1d1197", ID: "1576144931590766592"}

// adorned returns a message with an emoji on a button and in a menu.
func adorned(e emojis.Emoji) rest.Message {
	row := func(c discordgo.MessageComponent) discordgo.MessageComponent {
		return discordgo.ActionsRow{Components: []discordgo.MessageComponent{c}}
	}
	return rest.NewMessage("Choose", []discordgo.MessageComponent{
		row(discordgo.Button{Label: "One", CustomID: "one", Style: discordgo.PrimaryButton, Emoji: e.Component()}),
		row(discordgo.SelectMenu{CustomID: "menu", Options: []discordgo.SelectMenuOption{{Label: "Two", Value: "2",
			Emoji: e.Component()}}}),
	})
}

// A text that has no room for all of its emojis has the first of each line, or none, and is never cut into more
// messages because of them.
func TestSplit(t *testing.T) {
	unit := tank.Before("25 Pz 9-5-10")
	line := func(n int) string { return strings.TrimSuffix(strings.Repeat(unit+", ", n), ", ") }
	lines := func(n, units int) string { return strings.TrimSuffix(strings.Repeat(line(units)+"\n", n), "\n") }
	for name, c := range map[string]struct {
		text            string
		parts, pictures int
	}{
		"all":                {lines(10, 2), 1, 20},
		"the first of lines": {lines(20, 4), 1, 20},
		"none":               {lines(110, 1), 1, 0},
		"two messages":       {lines(60, 4), 2, 0},
		"without":            {"25 Pz", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			parts := emojis.Split(c.text, rest.ContentLimit)
			whole := strings.Join(parts, "\n")
			if len(parts) != c.parts || strings.Count(whole, "<:") != c.pictures {
				t.Errorf("%d messages with %d emojis", len(parts), strings.Count(whole, "<:"))
			}
			if emojis.Plain(whole) != emojis.Plain(c.text) || strings.Contains(emojis.Plain(whole), "<") {
				t.Error("the words have changed")
			}
			for _, p := range parts {
				if utf8.RuneCountInString(p) > rest.ContentLimit {
					t.Error("a message is too long")
				}
			}
		})
	}
}

// Without emojis a text is as if there had been none.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"%25 Pz":                        "25 Pz",
		"with %25 Pz":                   "with 25 Pz",
		"25 Pz (%reduced, %DG)":         "25 Pz (reduced, DG)",
		"25 Pz (moved) @; 26 Pz, moved": "25 Pz (moved); 26 Pz, moved",
		"25 Pz, moved @\n26 Pz":         "25 Pz, moved\n26 Pz",
		"roll 3: <:gg3:8><:gg5:9> = 8":  "roll 3: ⚂⚄ = 8",
		"<:gg3:8>[10] @":                "⚂[10]",
	} {
		full := strings.NewReplacer("%", tank.Before(""), "@", tank.String()).Replace(text)
		if got := emojis.Plain(full); got != want {
			t.Errorf("%q is %q without emojis", full, got)
		}
	}
}

// Without an emoji words stay as they are.
func TestBeside_None(t *testing.T) {
	for _, set := range []*emojis.Set{nil, emojis.NewSet()} {
		b := emojis.Beside{Set: set, InText: emojis.All}
		if got := b.Unit(view.Counter{}, b.Sign(dice()[0], b.State(b.Dice([]int{3, 10}), "moved"))); got != "⚂[10]" {
			t.Errorf("%q", got)
		}
	}
	if (emojis.Emoji{}).Component() != nil {
		t.Error("none is put on a button")
	}
}
