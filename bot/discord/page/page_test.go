package page_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/rules/view"
)

// The pictures of a page come with its last part, each under its own number.
func TestFiguresOfAPage(t *testing.T) {
	p := page.Page[view.Public]{Text: strings.Repeat("words ", 500), Figures: []page.Figure[view.Public]{
		{Name: page.MapName, Alt: "a map", Data: []byte("1")}, {Name: page.CloseUpName, Alt: "a part of it",
			Data: []byte("2")},
	}}
	list := p.Messages()
	last := list[len(list)-1]
	if len(list) < 2 || len(list[0].Attachments) != 0 || len(last.Attachments) != 2 || len(last.Files) != 2 {
		t.Fatalf("%d parts, the last with %+v", len(list), last.Attachments)
	}
	if a := last.Attachments[1]; a != (rest.Attachment{ID: "1", Filename: page.CloseUpName,
		Description: "a part of it"}) || string(last.Files[1]) != "2" {
		t.Errorf("the second picture is %+v", a)
	}
	if bare := last.Bare(); len(bare.Files)+len(bare.Attachments) != 0 || bare.Attachments == nil ||
		bare.Content != last.Content || len(last.Files) != 2 {
		t.Errorf("without its pictures it is %+v", bare)
	}
}
