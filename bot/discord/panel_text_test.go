package discord

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/discord/rest"
)

// A panel with too long a text keeps its first lines and its own, which are the last, and says how many are left out.
func TestALongPanelKeepsItsEnds(t *testing.T) {
	req := request{localizer: inEnglish(t)}
	var lines []string
	for i := range 120 {
		lines = append(lines, fmt.Sprintf("line %d of an order that was carried out", i))
	}
	whole := strings.Join(lines, "\n")
	got := req.inOne(rest.Message{Content: whole}).Content
	if n := utf8.RuneCountInString(got); n > rest.ContentLimit || n < rest.ContentLimit-100 {
		t.Errorf("it has %d characters", n)
	}
	first, last, ok := strings.Cut(got, "\n*… ")
	n, last, _ := strings.Cut(last, " lines don't fit here …*\n")
	if shown := strings.Count(first, "\n") + strings.Count(last, "\n") + 2; !ok ||
		!strings.HasPrefix(whole, first+"\n") || !strings.HasSuffix(whole, "\n"+last) || n != fmt.Sprint(len(lines)-shown) {
		t.Errorf("it is %q", got)
	}
	if short := req.inOne(rest.Message{Content: lines[0]}).Content; short != lines[0] {
		t.Errorf("a short text becomes %q", short)
	}
	if one := req.inOne(rest.Message{Content: strings.Repeat("x", 3000)}).Content; one != "*… 1 line doesn't fit here …*" {
		t.Errorf("a line that is too long becomes %q", one)
	}
}
