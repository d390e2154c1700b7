package discord

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/rules/view"
)

// An answer of several messages becomes one on a panel: with its buttons, and with a line that says where the rest is.
// What everybody reads follows it.
func TestAPanelIsOneMessage(t *testing.T) {
	req := request{localizer: inEnglish(t)}
	buttons := row(req.ordersButton("g"))
	for name, c := range map[string]struct {
		text string
		clip bool
	}{
		"short":         {"moved", false},
		"just fits":     {strings.Repeat("x", rest.ContentLimit), false},
		"many lines":    {strings.Repeat("A unit moved somewhere else.\n", 200), true},
		"one long line": {strings.Repeat("é", 3*rest.ContentLimit), true},
	} {
		list := page[view.Public]{text: c.text, rows: []discordgo.MessageComponent{buttons}}.messages()
		got := req.inOneMessage(append(list, rest.Message{Content: "for all", Public: true}))
		if len(got) != 2 || len(got[0].Components) != 1 || got[1].Content != "for all" {
			t.Errorf("%s: it becomes %+v", name, got)
			continue
		}
		if n := utf8.RuneCountInString(got[0].Content); n > rest.ContentLimit ||
			strings.Contains(got[0].Content, "fit here …") != c.clip {
			t.Errorf("%s: it has %d characters: %q", name, n, got[0].Content)
		}
	}
}
