package discordtest

import (
	"slices"
	"strings"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

// Say types a command, accepts what it costs when the bot asks, and returns the answer.
func (f *Fixture) Say(p *player.Player, text string) player.Message {
	f.T.Helper()
	m := f.Ask(p, text)
	if cost, asked := m.Part(func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "y") }); asked {
		return f.Click(p, m, cost.CustomID)
	}
	return m
}

// Says does what Say does, and holds that the answer has words.
func (f *Fixture) Says(p *player.Player, text string, words ...string) player.Message {
	f.T.Helper()
	return f.Has(f.Say(p, text), words...)
}

// Refused holds that a command is answered by these words, in a few lines.
func (f *Fixture) Refused(p *player.Player, text, words string) {
	f.T.Helper()
	if m := f.Say(p, text); !strings.Contains(m.Content, words) || len(m.Content) > 500 {
		f.T.Errorf("%.100s is answered %q, want %q", text, m.Content, words)
	}
}

// Ask types a command and returns the bot's answer, which nobody else sees.
func (f *Fixture) Ask(p *player.Player, text string) player.Message {
	f.T.Helper()
	return AskIn(f, p, f.Channel, text)
}

// AskIn does what Ask does, in another channel.
func AskIn(f *Fixture, p *player.Player, channel, text string) player.Message {
	f.T.Helper()
	m, err := p.Say(f.Ctx, channel, text)
	if err != nil {
		f.T.Fatalf("%s says %s: %v", p.User().Username, text, err)
	}
	IsPrivate(f, m)
	return m
}

// Click presses a button by its custom ID.
func (f *Fixture) Click(p *player.Player, m player.Message, id string) player.Message {
	f.T.Helper()
	answer, err := p.Click(f.Ctx, m.ID, id)
	if err != nil {
		f.T.Fatalf("%s presses %s below %q: %v", p.User().Username, id, m.Content, err)
	}
	IsPrivate(f, answer)
	return answer
}

// Tap presses buttons by their labels, each below the answer to the one before.
func (f *Fixture) Tap(p *player.Player, m player.Message, labels ...string) player.Message {
	f.T.Helper()
	for _, label := range labels {
		b, ok := Labelled(m, label)
		if !ok {
			f.T.Fatalf("no button %q below %q", label, m.Content)
		}
		m = f.Click(p, m, b.CustomID)
	}
	return m
}

// LabelStarting returns the whole label of the first button below a message whose label begins with label.
func LabelStarting(f *Fixture, m player.Message, label string) string {
	f.T.Helper()
	b, ok := m.Part(func(c wire.Component) bool { return strings.HasPrefix(c.Label, label) })
	if !ok {
		f.T.Fatalf("no button %q below %q: %+v", label, m.Content, m.Parts())
	}
	return b.Label
}

// TapStarting presses the button whose label begins so.
func (f *Fixture) TapStarting(p *player.Player, m player.Message, label string) player.Message {
	f.T.Helper()
	return f.Tap(p, m, LabelStarting(f, m, label))
}

// TapForm presses a button that opens a form.
func TapForm(f *Fixture, p *player.Player, m player.Message, label string) player.Form {
	f.T.Helper()
	b, ok := Labelled(m, label)
	if !ok {
		f.T.Fatalf("no button %q below %q", label, m.Content)
	}
	form, err := p.ClickForm(f.Ctx, m.ID, b.CustomID)
	if err != nil {
		f.T.Fatalf("%s presses %s: %v", p.User().Username, label, err)
	}
	return form
}

// WordForm presses a button that opens a form for a word, which is empty and may stay so.
func WordForm(f *Fixture, p *player.Player, m player.Message, label string) player.Form {
	f.T.Helper()
	form := TapForm(f, p, m, label)
	field := form.Components[0].Components[0]
	if field.Value != "" || field.Required == nil || *field.Required || field.Placeholder == "" {
		f.T.Errorf("the form has the field %+v", field)
	}
	return form
}

// TapAndWrite presses a button that opens a form for a word, and sends the word.
func (f *Fixture) TapAndWrite(p *player.Player, m player.Message, label, word string) player.Message {
	f.T.Helper()
	return f.Fill(p, WordForm(f, p, m, label), word)
}

// Fill sends a form with one field.
func (f *Fixture) Fill(p *player.Player, form player.Form, text string) player.Message {
	f.T.Helper()
	answer, err := p.Fill(f.Ctx, form, map[string]string{"text": text})
	if err != nil {
		f.T.Fatalf("%s fills in %q: %v", p.User().Username, form.Title, err)
	}
	IsPrivate(f, answer)
	return answer
}

// Choose takes the line of a menu that has this label.
func (f *Fixture) Choose(p *player.Player, m player.Message, menu wire.Component, label string) player.Message {
	f.T.Helper()
	i := slices.Index(Lines(menu), label)
	if i < 0 {
		f.T.Fatalf("no line %q among %q below %q", label, Lines(menu), m.Content)
	}
	return ChooseValue(f, p, m, menu, menu.Options[i].Value)
}

// Pick takes the line that has this label, of the first menu that has one.
func (f *Fixture) Pick(p *player.Player, m player.Message, label string) player.Message {
	f.T.Helper()
	menu, ok := FindMenu(m, label)
	if !ok {
		f.T.Fatalf("no menu has the line %q below %q: %+v", label, m.Content, m.Parts())
	}
	return f.Choose(p, m, menu, label)
}

// ChooseValue takes the line of a menu that has this value.
func ChooseValue(f *Fixture, p *player.Player, m player.Message, menu wire.Component, value string) player.Message {
	f.T.Helper()
	return must.Get(p.Choose(f.Ctx, m.ID, menu.CustomID, value))(f.T)
}

// TapLetter presses the first button of a choice whose label ends so: A 10.05.
func (f *Fixture) TapLetter(p *player.Player, m player.Message, end string) player.Message {
	f.T.Helper()
	for _, c := range m.Parts() {
		if strings.HasPrefix(c.CustomID, "k") && strings.Contains(c.Label+" · ", end+" · ") {
			return f.Click(p, m, c.CustomID)
		}
	}
	f.T.Fatalf("no letter %q below %q: %+v", end, m.Content, m.Parts())
	return m
}

// OpenOrders opens the panel by the channel's last button for it.
func OpenOrders(f *Fixture, p *player.Player) player.Message {
	f.T.Helper()
	for _, m := range slices.Backward(f.Posted(p)) {
		if b, ok := Labelled(m, "Orders"); ok {
			return f.Click(p, m, b.CustomID)
		}
	}
	f.T.Fatal("nobody offers orders")
	return player.Message{}
}

// Suggested returns the value that is completed first for what stands last in a text, "" for none.
func Suggested(f *Fixture, p *player.Player, text string) string {
	f.T.Helper()
	list := must.Get(p.Complete(f.Ctx, f.Channel, text))(f.T)
	if len(list) == 0 {
		return ""
	}
	return list[0].Value
}

// Suggests holds that a value is completed first for what stands last in a text.
func (f *Fixture) Suggests(p *player.Player, text, value string) {
	f.T.Helper()
	if got := Suggested(f, p, text); got != value {
		f.T.Errorf("%q is completed by %q, want %q", text, got, value)
	}
}

// OpenChannel opens a channel of the server and returns its identifier.
func (f *Fixture) OpenChannel(name string) string {
	f.T.Helper()
	return must.Get(f.Anna.Open(f.Ctx, name))(f.T)
}

// DM returns a player's channel with the bot.
func (f *Fixture) DM(p *player.Player) string {
	f.T.Helper()
	return must.Get(p.DM(f.Ctx))(f.T)
}
