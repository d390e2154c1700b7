package direct

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/rules/must"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// english is a request whose answers are in English.
func english(t *testing.T) ask.Request {
	t.Helper()
	return ask.Request{Localizer: must.Get(ask.NewWords(nil))(t).InChannel()}
}

// An answer of several messages becomes one on a panel: with its buttons, and with a line that says where the rest is.
// What everybody reads follows it.
func TestDirectPanel_OneMessage(t *testing.T) {
	req := english(t)
	buttons := page.Row(page.OrdersButton(req.Localizer, "g"))
	for name, c := range map[string]struct {
		head, text string
		clip       bool
	}{
		"short":         {"", "moved", false},
		"just fits":     {"", strings.Repeat("x", rest.ContentLimit), false},
		"fits no head":  {"Game in #drill\n", strings.Repeat("It moved.\n", rest.ContentLimit/10), true},
		"many lines":    {"", strings.Repeat("A unit moved somewhere else.\n", 200), true},
		"one long line": {"", strings.Repeat("é", 3*rest.ContentLimit), true},
	} {
		list := page.Page[view.Public]{Text: c.text, Rows: []discordgo.MessageComponent{buttons}}.Messages()
		list[0].Content = c.head + list[0].Content
		got := joined(req, append(list, rest.Message{Content: "for all", Public: true}))
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

// A panel with too long a text keeps its first lines and its own, which are the last, and says how many are left out.
func TestDirectPanel_LongText(t *testing.T) {
	req := english(t)
	var lines []string
	for i := range 120 {
		lines = append(lines, fmt.Sprintf("line %d of an order that was carried out", i))
	}
	whole := strings.Join(lines, "\n")
	got := shortened(req, rest.Message{Content: whole}).Content
	if n := utf8.RuneCountInString(got); n > rest.ContentLimit || n < rest.ContentLimit-100 {
		t.Errorf("it has %d characters", n)
	}
	first, last, ok := strings.Cut(got, "\n*… ")
	n, last, _ := strings.Cut(last, " lines don't fit here …*\n")
	if shown := strings.Count(first, "\n") + strings.Count(last, "\n") + 2; !ok ||
		!strings.HasPrefix(whole, first+"\n") || !strings.HasSuffix(whole,
		"\n"+last) || n != fmt.Sprint(len(lines)-shown) {
		t.Errorf("it is %q", got)
	}
	if short := shortened(req, rest.Message{Content: lines[0]}).Content; short != lines[0] {
		t.Errorf("a short text becomes %q", short)
	}
	if one := shortened(req, rest.Message{Content: strings.Repeat("x",
		3000)}).Content; one != "*… 1 line doesn't fit here …*" {
		t.Errorf("a line that is too long becomes %q", one)
	}
}
