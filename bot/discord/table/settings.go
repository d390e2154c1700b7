package table

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses about settings. The name of a setting follows, which pressSettings may lack.
const (
	pressSettings = "settings"  // shows all settings, or the one that is chosen or named
	pressSet      = "set"       // a menu of values
	pressSetStyle = "set-style" // a menu of styles; a picture is drawn in the chosen one
	pressSetWrite = "set-write" // opens a form for a value
)

// setting is one thing that a user chooses for himself: an option of /settings, with a page of its own. Its words are
// in the catalogue: setting.NAME is what it is called, option.settings.NAME describes it.
type setting struct {
	option ask.Option                       // its name is that of the setting
	says   func(ask.Request, chosen) string // returns the setting's present value in words
	// choices returns values to choose from; typed is what is being typed, or what was refused
	choices func(req ask.Request, c chosen, typed string) []discordgo.SelectMenuOption
	// set stores a value as it was typed or chosen; posts is a text for everybody in the channel, "" for none
	set func(ctx context.Context, req ask.Request, value string) (posts string, err error)

	several int  // the most values that can be chosen together, 0 for one
	written bool // other values can be written in a form
	ofGame  bool // it is about the channel's game
}

// settings returns all settings, in the order of the page.
func (s Settings) settings() []setting {
	return []setting{
		{option: ask.CompletedOption("zone", s.complete("zone")).WithLongest(longestZone),
			says: s.zoneInWords, choices: s.zones, set: s.setZone, written: true},
		{option: ask.CompletedOption("night", s.complete("night")), says: s.nightInWords, choices: nights,
			set: s.setNight, written: true},
		{option: ask.TextOption("remind"), says: remindInWords, choices: remindChoices, set: s.setHours,
			several: mostReminders, written: true},
		{option: ask.ChoiceOption("where", byMessage, inTheChannel), says: whereInWords, choices: whereChoices,
			set: s.setWhere},
		{option: ask.CompletedOption("daily", s.complete("daily")), says: dailyInWords, choices: dailyChoices,
			set: s.setDaily, written: true},
		{option: ask.StyleOption().WithCost(limit.Picture), says: styleInWords, choices: styles, set: s.setStyle},
		{option: ask.YesOption("autopass"), says: autopassInWords, choices: autopassChoices, set: s.setAutopass},
		{option: ask.ChannelOption("feed"), says: feedsInWords, choices: noFeeds, set: s.setFeed, ofGame: true},
	}
}

// named returns the setting with a name, nil if there is none.
func (s Settings) named(name string) *setting {
	return first.At(s.settings(), func(x setting) bool { return x.option.Name == name })
}

func (s Settings) commands() []ask.CommandSpec {
	c := ask.CommandSpec{Verb: "settings", Run: s.change, Anywhere: true, Aside: true}
	for _, x := range s.settings() {
		c.Options = append(c.Options, x.option)
	}
	return []ask.CommandSpec{c}
}

func (s Settings) presses() []ask.PressSpec {
	set := func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		return s.change(ctx, req, map[string]string{d.What: cmp.Or(strings.Join(d.Chosen, ","), off)}) // none: off
	}
	return []ask.PressSpec{
		{Name: pressSettings, Run: s.open, NoGame: true, Aside: true},
		{Name: pressSet, Run: set, NoGame: true, Aside: true},
		{Name: pressSetStyle, Run: set, NoGame: true, Aside: true, Cost: limit.Picture},
		{Name: pressSetWrite, NoGame: true, Aside: true, Run: s.write,
			Form: func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
				return s.change(ctx, req, map[string]string{d.What: d.Text()})
			}},
	}
}

// change answers /settings: it stores the given values, and shows all settings below what was refused and why. If
// only one value was given and is refused, it shows that setting with its possible values instead.
func (s Settings) change(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	var refused []string
	var posts []rest.Message
	var wrong *setting
	for _, x := range s.settings() {
		value, given := values[x.option.Name]
		if !given {
			continue
		}
		post, err := x.set(ctx, req, value)
		words, isRefusal := tell.Refuse(req.Localizer, err)
		switch {
		case err != nil && !isRefusal:
			return nil, err
		case err != nil:
			refused, wrong = append(refused, words), &x
		case post != "":
			m := rest.NewMessage(post, nil)
			m.Public = true
			posts = append(posts, m)
		}
	}
	c, err := s.chosenBy(ctx, req)
	if err != nil {
		return nil, err
	}
	p := s.page(req, c, refused)
	if wrong != nil && len(values) == 1 {
		p = s.settingPage(req, c, *wrong, values[wrong.option.Name], refused...)
	}
	if _, given := values["style"]; given && refused == nil {
		if p.Figures, err = s.sample(req, c.style); err != nil {
			return nil, err
		}
	}
	return append(p.Messages(), posts...), nil
}

// open shows all settings, or one of them with its values.
func (s Settings) open(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	c, err := s.chosenBy(ctx, req)
	if err != nil {
		return nil, err
	}
	name := cmp.Or(d.Value(), d.What)
	x := s.named(name)
	switch {
	case name == "":
		return s.page(req, c, nil).Messages(), nil
	case x == nil || x.ofGame && !c.mayFeed:
		return nil, page.ErrStale
	}
	return s.settingPage(req, c, *x, "").Messages(), nil
}

// write opens the form for a value.
func (s Settings) write(_ context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	if x := s.named(d.What); x == nil || !x.written {
		return nil, page.ErrStale
	}
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	name := req.Localizer.Describe("setting." + d.What)
	m.Form = page.FieldsForm(pressSetWrite+":"+d.What, name, page.Field{ID: "text", Label: name,
		Hint: req.Localizer.Describe("option.settings." + d.What), Required: true})
	return []rest.Message{m}, nil
}

// page shows all settings below the lines above, with a menu to choose one.
func (s Settings) page(req ask.Request, c chosen, above []string) page.Page[view.Public] {
	lines := append(slices.Clone(above), req.Say("settings.title"))
	m := discordgo.SelectMenu{CustomID: pressSettings + ":", Placeholder: req.Say("settings.choose")}
	for _, x := range s.settings() {
		if x.ofGame && !c.mayFeed {
			continue
		}
		name := req.Localizer.Describe("setting." + x.option.Name)
		lines = append(lines, req.Say("settings.line", "name", wording.InWords(name), "value",
			wording.InWords(x.says(req, c))))
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: name, Value: x.option.Name})
	}
	lines = append(lines, req.Say("settings.vacation"))
	if c.refused {
		lines = append(lines, req.Say("settings.refused"))
	}
	rows := page.OneRow(m)
	if ask.ManagesServer(req) {
		rows = append(rows, page.Row(page.Button(req.Say("button.server"), page.PressServer+":",
			discordgo.SecondaryButton)))
	}
	return page.Page[view.Public]{Text: strings.Join(lines, "\n"), Rows: rows}
}

// settingPage shows one setting below the lines above, with a menu of its values (those that match typed, if any do), a
// button to write another value, and one that leads back to all settings.
func (s Settings) settingPage(req ask.Request, c chosen, x setting, typed string,
	above ...string) page.Page[view.Public] {
	name := x.option.Name
	label := req.Localizer.Describe("setting." + name)
	lines := append(above, req.Say("settings.line", "name", wording.InWords(label), "value",
		wording.InWords(x.says(req, c))), req.Say("settings.about", "about",
		wording.InWords(req.Localizer.Describe("option.settings."+name, "option."+name))))
	m := discordgo.SelectMenu{CustomID: pressSet + ":" + name, Placeholder: wording.Clip(label, page.ChoiceText),
		Options: x.choices(req, c, typed)}
	if len(m.Options) == 0 {
		m.Options = x.choices(req, c, "")
	}
	if name == "style" {
		m.CustomID = pressSetStyle + ":" + name
	}
	if x.several > 0 {
		m.MinValues, m.MaxValues = new(0), min(x.several, len(m.Options)) // 0: or nothing
	}
	var rows []discordgo.MessageComponent
	if len(m.Options) > 0 {
		rows = page.OneRow(page.Limited(req.Localizer, m))
	}
	back := []discordgo.MessageComponent{page.Button(req.Say("button.settings"), pressSettings+":",
		discordgo.SecondaryButton)}
	if x.written {
		back = append(back, page.Button(req.Say("button.set-write"), pressSetWrite+":"+name, discordgo.SecondaryButton))
	}
	return page.Page[view.Public]{Text: strings.Join(lines, "\n"), Rows: append(rows, page.Row(back...))}
}

// complete returns a completer that suggests the values of a setting.
func (s Settings) complete(name string) ask.Completer {
	return func(_ context.Context, req ask.Request, t ask.Typing) (list []rest.Suggestion, err error) {
		for _, o := range s.named(name).choices(req, chosen{}, t.Text()) {
			label := o.Label
			if o.Description != "" {
				label += " · " + o.Description
			}
			list = append(list, rest.Suggestion{Name: wording.Clip(label, page.ChoiceText), Value: o.Value})
		}
		return list, nil
	}
}

func (s Settings) sample(req ask.Request, style render.Style) ([]page.Figure[view.Public], error) {
	games := s.Referee.Games()
	if len(games) == 0 || !games[0].Playable() {
		return nil, api.ErrNoModule
	}
	v := games[0].SetUp
	loc := req.Localizer.On(v.Board().Map)
	part := look.CloseUp(v.Board().Map.Grid, busiest(v.Board()), sampleZoom)
	return ask.DrawFigure(s.Kit, page.StyleName, loc.Say("alt.sample"),
		func() (render.Picture[view.Public], error) { return render.Draw(s.PainterIn(loc), v, style, part) }), nil
}

// sampleZoom is the zoom at which a sample shows enough of a map to judge a style by.
const sampleZoom = 5

// busiest returns the hex of the highest stack, the first of several; the map's middle if there are no stacks.
func busiest(b *view.Board) hex.Hex {
	at, most := look.MiddleHex(b.Map.Grid), 0
	for _, st := range b.Stacks {
		if st.Height > most {
			at, most = st.Hex, st.Height
		}
	}
	return at
}
