package page_test

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/catalogue"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/must"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// shownIn returns the fields of a form that is opened for a text, nil if it comes as a file.
func shownIn(t *testing.T, text string) map[string]string {
	t.Helper()
	var m rest.Message
	page.OpenForm(english(t), &m, "x", "t", "l", "h", text)
	if m.Form == nil {
		if len(m.Files) != 1 || string(m.Files[0]) != text || !strings.Contains(m.Content, "20000") {
			t.Errorf("%d characters open no form: %q", len(text), m.Content)
		}
		return nil
	}
	fields := map[string]string{}
	for _, row := range m.Form.Components {
		field := row.(discordgo.ActionsRow).Components[0].(discordgo.TextInput)
		if utf8.RuneCountInString(field.Value) > field.MaxLength {
			t.Errorf("a field with %d characters", len(field.Value))
		}
		fields[field.CustomID] = field.Value
	}
	return fields
}

// What a form shows of a long text comes back whole, also lines that are longer than a field.
func TestOpenForm_LongText(t *testing.T) {
	line := "9.20 > 12.20 if 13.14 is empty"
	for _, text := range []string{"", line, strings.Repeat(line+"\n", 60) + line, strings.Repeat(line+"\n", 500) + line,
		strings.Repeat(line+" ", 300) + "\n" + line, strings.Repeat("x", 9000) + "\n" + line,
		strings.Repeat("9.20 ", 800) + "\n" + strings.Repeat("退却", 2500)} {
		if got := page.Paragraphs(shownIn(t, text)); got != text {
			t.Errorf("%d characters come back as %d", len(text), len(got))
		}
	}
	if fields := shownIn(t, strings.Repeat(line+"\n", 1000)); fields != nil {
		t.Errorf("a form has %d fields", len(fields))
	}
}

// A field that is cleared takes nothing of the others with it.
func TestParagraphs_ClearedField(t *testing.T) {
	for _, text := range []string{strings.Repeat("9.20 > 12.20\n", 1200) + "x", strings.Repeat("9.20 ", 3000) + "x"} {
		fields := shownIn(t, text)
		for cleared := range fields {
			left := maps.Clone(fields)
			left[cleared] = ""
			want := len(text) - len(fields[cleared])
			if got := page.Paragraphs(left); len(got) < want-2 || len(got) > want {
				t.Errorf("without %s %d of %d characters come back", cleared, len(got), want)
			}
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

// english is a localizer of the program's own words.
func english(t *testing.T) wording.Localizer {
	t.Helper()
	return wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
}

// A menu without room for all says so.
func TestLimited_TooManyOptions(t *testing.T) {
	loc := english(t)
	for n, want := range map[int]string{25: "Remove", 40: "Remove (first 25 of 40)"} {
		m := page.Limited(loc, discordgo.SelectMenu{Placeholder: "Remove",
			Options: make([]discordgo.SelectMenuOption, n)})
		if len(m.Options) != 25 || m.Placeholder != want {
			t.Errorf("%d of %d options under %q", len(m.Options), n, m.Placeholder)
		}
	}
}
