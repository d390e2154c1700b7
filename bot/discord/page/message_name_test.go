package page_test

import (
	"encoding/json"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/rules/must"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// stands is a message as Discord gives it back from a channel.
func stands(t *testing.T, m rest.Message) (s rest.SentMessage) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Get(json.Marshal(m))(t), &s))
	return s
}

// Every message of a notification is found by a name that its reader does not see, and by no
// other notification's; without its picture it is found too.
func TestMarked_Found(t *testing.T) {
	loc := must.Get(ask.NewWords(nil))(t).For(catalogue.Default)
	e := api.Notification{Game: "goab6e4q", Ref: "cpsebrlh"}
	words := rest.NewMessage("The game begins.", nil)
	buttons := rest.NewMessage("The game begins.",
		[]discordgo.MessageComponent{page.Row(page.OrdersButton(loc, e.Game), page.SideButton(loc, e.Game)),
			page.Row(page.DueButton(loc, e.Game))})
	picture := rest.NewMessage("The game begins.", nil)
	picture.Attach(page.CloseUpName, []byte("1"), "a map")
	both := buttons
	both.Attach(page.MapName, []byte("1"), "a map")
	for name, m := range map[string]rest.Message{"words": words, "buttons": buttons, "a picture": picture,
		"both": both, "no picture any more": picture.Bare()} {
		sent := page.WithMark(m, page.MarkOf(e, 2), page.DueButton(loc, e.Game))
		found := stands(t, sent)
		other := api.Notification{Game: e.Game, Ref: "cpsebrla"}
		if !page.IsPart(found, e, 2) || page.IsPart(found, e, 1) || page.IsPart(found, e, 22) || page.IsPart(found,
			other, 2) {
			t.Errorf("%s is found wrongly: %+v", name, found)
		}
		if sent.Content != words.Content || strings.Contains(stands(t, m).Content, e.Ref) {
			t.Errorf("%s shows its name: %q", name, sent.Content)
		}
		if page.IsPart(stands(t, m), e, 2) {
			t.Errorf("%s was marked in place", name)
		}
	}
	if got := stands(t, page.WithMark(picture, page.MarkOf(e, 2),
		page.DueButton(loc,
			e.Game))); got.Attachments[0].Filename != "close-up-cpsebrlh-2.png" || len(got.Components) != 0 {
		t.Errorf("a picture is called %+v", got)
	}
	if got := stands(t, page.WithMark(buttons, page.MarkOf(e, 2),
		page.DueButton(loc, e.Game))).Components[0].Components[0].CustomID; page.WithoutMark(got) != "orders:goab6e4q" {
		t.Errorf("a marked button is %q", got)
	}
}

// The pictures of a page come with its last part, each under its own number.
func TestPage_Figures(t *testing.T) {
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
