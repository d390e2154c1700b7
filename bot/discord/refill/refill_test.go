package refill_test

import (
	"context"
	"fmt"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/refill"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/referee/api"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

// presses have a form of all kinds of fields, which is refused unless "ok" is written in it.
func presses() []ask.PressSpec {
	return []ask.PressSpec{{Name: "terms",
		Run: func(context.Context, ask.Request, ask.Pressed) ([]rest.Message, error) {
			m := rest.NewMessage("", nil)
			options := []layout.Option{{Label: "A", Value: "a", Default: true}, {Label: "B", Value: "b"}}
			m.Form = &rest.Modal{CustomID: "terms:1", Title: "Terms", Components: []discordgo.MessageComponent{
				layout.Label{Component: layout.TextInput{CustomID: "why", Value: "0"}},
				layout.Label{Component: layout.Select{Kind: layout.KindStringSelect, CustomID: "menu", Options: options}},
				layout.Label{Component: layout.Select{Kind: layout.KindUserSelect, CustomID: "who"}},
				layout.Label{Component: layout.CheckboxGroup{CustomID: "boxes", Options: options}},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "text"}}}}}
			return []rest.Message{m}, nil
		},
		Form: func(_ context.Context, _ ask.Request, d ask.Pressed) ([]rest.Message, error) {
			if d.Fields["why"] != "ok" {
				return nil, ask.Refusal("league.refused-reason")
			}
			return []rest.Message{rest.NewMessage("done", nil)}, nil
		}}}
}

// said are the fields of a form in short.
func said(m rest.Message) (text string) {
	for _, c := range m.Form.Components {
		if l, ok := c.(layout.Label); ok {
			c = l.Component
		}
		switch c := c.(type) {
		case layout.TextInput:
			text += c.Value
		case layout.Select:
			text += fmt.Sprint(" ", c.Defaults)
			for _, o := range c.Options {
				text += fmt.Sprint(" ", o.Default)
			}
		case layout.CheckboxGroup:
			for _, o := range c.Options {
				text += fmt.Sprint(" ", o.Default)
			}
		case discordgo.ActionsRow:
			text += " " + c.Components[0].(discordgo.TextInput).Value
		}
	}
	return text
}

// A form that is refused opens again as its user has filled it in, once, and for nobody else.
func TestMemory_RefusedForm(t *testing.T) {
	var memory refill.Memory
	p := memory.Presses(presses())[0]
	words := must.Get(ask.NewWords(nil))(t)
	req := func(user string) ask.Request {
		return ask.Request{Localizer: words.InChannel(), Cmd: api.Command{User: user}}
	}
	opens := func(user string) string {
		return said(must.Get(p.Run(t.Context(), req(user), ask.Pressed{Name: "terms", What: "1"}))(t)[0])
	}
	const fresh, typed = "0 [] true false [] true false ", "no [] false true [{7 user}] false true lines"
	form := ask.Pressed{Name: "terms", What: "1", Form: true, Fields: map[string]string{"why": "no", "text": "lines"},
		Picked: map[string][]string{"menu": {"b"}, "who": {"7"}, "boxes": {"b"}}}
	refused := must.Get(p.Form(t.Context(), req("1"), form))(t)[0]
	button, _ := refused.Components[0].(discordgo.ActionsRow).Components[0].(discordgo.Button)
	if !refused.Beside || button.CustomID != "terms:1" || refused.Content != "Say why: everybody can read the reason." {
		t.Errorf("it is refused by %+v", refused)
	}
	for i, c := range []struct{ user, want string }{{"2", fresh}, {"1", typed}, {"1", fresh}} {
		if got := opens(c.user); got != c.want {
			t.Errorf("opening %d for %s: %q, want %q", i, c.user, got, c.want)
		}
	}
	must.Get(p.Form(t.Context(), req("1"), form))(t)
	if memory.Forget("1"); opens("1") != fresh {
		t.Error("the form of a user whose data is deleted is kept")
	}
	form.Fields["why"] = "ok"
	if done := must.Get(p.Form(t.Context(), req("1"), form))(t)[0]; done.Content != "done" || done.Beside {
		t.Errorf("it is taken by %+v", done)
	}
}
