package page_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/catalogue"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// What a form shows of a long text comes back whole.
func TestParagraphForm_LongText(t *testing.T) {
	for _, lines := range []int{0, 1, 60, 300} {
		text := strings.TrimSuffix(strings.Repeat("9.20 > 12.20 if 13.14 is empty\n", lines), "\n")
		fields := map[string]string{}
		for _, row := range page.ParagraphForm("x", "t", "l", "h", text).Components {
			field := row.(discordgo.ActionsRow).Components[0].(discordgo.TextInput)
			if utf8.RuneCountInString(field.Value) > field.MaxLength {
				t.Errorf("%d lines: a field with %d characters", lines, len(field.Value))
			}
			fields[field.CustomID] = field.Value
		}
		if got := page.Paragraphs(fields); got != text {
			t.Errorf("%d lines come back as %d characters of %d", lines, len(got), len(text))
		}
	}
}

// A picture's words are cut only where all of them are in the text or in a file beside it.
func TestMessages_LongAlternativeText(t *testing.T) {
	long := "Chart\n" + strings.Repeat("- woods: 2 MP\n", 100)
	for _, c := range []struct {
		text, alt, whole string
		files            int
	}{
		{"", "short", "", 1}, {"", long, "", 2}, {long, long, "", 1}, {"", "short", long, 2}, {"", "same", "same", 1},
	} {
		p := page.Page[view.Public]{Text: c.text, Figures: []page.Figure[view.Public]{{Name: "terrain.png", Alt: c.alt,
			Whole: c.whole, Data: []byte("png")}}}
		list := p.Messages()
		m := list[len(list)-1]
		if len(m.Attachments) != c.files {
			t.Errorf("%q: %d files", c.alt, len(m.Attachments))
			continue
		}
		alt := m.Attachments[0].Description
		if n := utf8.RuneCountInString(alt); n > wording.AltLimit ||
			strings.HasSuffix(alt, " (terrain.txt)") != (c.files == 2) {
			t.Errorf("%d characters: %q", n, alt)
		}
		if c.files == 2 && (m.Attachments[1].Filename != "terrain.txt" || string(m.Files[1]) != long) {
			t.Errorf("beside %q is %+v", alt, m.Attachments[1])
		}
	}
}

// A menu without room for all says so.
func TestLimited_TooManyOptions(t *testing.T) {
	words, err := catalogue.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	loc := wording.New(words.In(catalogue.Default))
	for n, want := range map[int]string{25: "Remove", 40: "Remove (first 25 of 40)"} {
		m := page.Limited(loc, discordgo.SelectMenu{Placeholder: "Remove",
			Options: make([]discordgo.SelectMenuOption, n)})
		if len(m.Options) != 25 || m.Placeholder != want {
			t.Errorf("%d of %d options under %q", len(m.Options), n, m.Placeholder)
		}
	}
}
