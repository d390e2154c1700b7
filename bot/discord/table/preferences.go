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

// commands returns the commands by which users choose for themselves, and read what the bot can do and what it knows of
// them.
func (s Settings) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "style", Run: s.chooseStyle, Cost: limit.Picture, Aside: true,
			Options: []ask.Option{ask.StyleOption()}},
		{Verb: "autopass", Run: s.autopass, Aside: true, Options: []ask.Option{ask.YesOption("on")}},
		{Verb: HelpVerb, Run: ask.WithoutOptions(s.help), Anywhere: true},
		{Verb: PrivacyVerb, Run: ask.WithoutOptions(s.privacy), Anywhere: true},
	}
}

// chooseStyle keeps a user's style for what he alone sees, or says which one it is, and shows an example.
func (s Settings) chooseStyle(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
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
	loc := req.Localizer.On(v.Board().Map)
	p := page.Page[view.Public]{Text: loc.Say(id, "style", wording.InWords(loc.Describe("style."+style.Name,
		style.Name)))}
	part := look.CloseUp(v.Board().Map.Grid, busiest(v.Board()), sampleZoom)
	p.Figures = ask.DrawFigure(s.Kit, page.StyleName, loc.Say("alt.sample"),
		func() (render.Picture[view.Public], error) { return render.Draw(s.PainterIn(loc), v, style, part) })
	return p.Messages(), nil
}

// sampleZoom shows enough of a map to judge a style by.
const sampleZoom = 5

// busiest returns the hex of the highest stack, the first of several.
func busiest(b *view.Board) hex.Hex {
	at, most := look.MiddleHex(b.Map.Grid), 0
	for _, st := range b.Stacks {
		if st.Height > most {
			at, most = st.Hex, st.Height
		}
	}
	return at
}

// autopass answers /autopass: it keeps a user's choice, or says what it is.
func (s Settings) autopass(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if on, given := values["on"]; given {
		if err := s.Preferences.Prefer(ctx, req.Cmd.User, ask.AutopassChoice, on); err != nil {
			return nil, err
		}
	}
	if ask.PassesAutomatically(s.Preferences, s.Log)(ctx, req.Cmd.User) {
		return req.TextReply("autopass.on"), nil
	}
	return req.TextReply("autopass.off"), nil
}
