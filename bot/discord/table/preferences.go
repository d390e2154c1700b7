package table

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// commands are the commands by which users choose for themselves, and read what the bot can do and what it knows of them.
func (s Settings) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "style", Run: s.ChooseStyle, Cost: limit.Picture, Aside: true,
			Options: []ask.Option{ask.StyleOption()}},
		{Verb: "autopass", Run: s.Autopass, Aside: true, Options: []ask.Option{ask.YesOption("on")}},
		{Verb: HelpVerb, Run: ask.WithoutOptions(s.Help), Anywhere: true},
		{Verb: PrivacyVerb, Run: ask.WithoutOptions(s.Privacy), Anywhere: true},
	}
}

// ChooseStyle keeps a user's style for what he alone sees, or says which one it is, and shows an example.
func (s Settings) ChooseStyle(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	style, err := s.StyleFor(ctx, req, values)
	if err != nil {
		return nil, err
	}
	id := "style.is"
	if _, given := values["style"]; given {
		if err := s.Preferences.Prefer(ctx, req.Cmd.User, ask.StyleChoice, style.Name); err != nil {
			return nil, err
		}
		id = "style.chosen"
	}
	games := s.Referee.Games()
	if len(games) == 0 {
		return nil, api.ErrNoModule
	}
	v := games[0].SetUp
	loc := req.On(v.Board().Map)
	p := page.Page[view.Public]{Text: loc.Say(id, "style", wording.InWords(loc.Describe("style."+style.Name,
		style.Name)))}
	p.Figures = ask.Drawn(s.Kit, page.StyleName, loc.Say("alt.sample"), func() (render.Picture[view.Public], error) {
		return render.Draw(s.PainterIn(loc), v, style, look.Nearer(v.Board().Map.Grid, busiest(v.Board()), sampleZoom))
	})
	return p.Messages(), nil
}

// sampleZoom shows enough of a map to judge a style by.
const sampleZoom = 5

// busiest is the hex of the highest stack, the first of several.
func busiest(b *view.Board) hex.Hex {
	at, most := look.Middle(b.Map.Grid), 0
	for _, st := range b.Stacks {
		if st.Height > most {
			at, most = st.Hex, st.Height
		}
	}
	return at
}

// Autopass is /autopass: it keeps a user's choice, or says what it is.
func (s Settings) Autopass(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if on, given := values["on"]; given {
		if err := s.Preferences.Prefer(ctx, req.Cmd.User, ask.AutopassChoice, on); err != nil {
			return nil, err
		}
	}
	if ask.Passes(s.Preferences, s.Log)(ctx, req.Cmd.User) {
		return req.Told("autopass.on"), nil
	}
	return req.Told("autopass.off"), nil
}
