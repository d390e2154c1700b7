package serversettings

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/ranks"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/servers"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses that open a form and take it. The settings are shown by page.PressServer.
const (
	pressGames    = "server-games"
	pressChannels = "server-channels"
)

// operators is the value in a menu that stands for the operator's style.
const operators = "operator"

// Presses returns the buttons and forms of this package.
func (s Settings) Presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: page.PressServer, Run: managed(s.show), NoGame: true, Aside: true},
		{Name: pressGames, Run: managed(s.askGames), Form: managed(s.setGames), NoGame: true, Aside: true},
		{Name: pressChannels, Run: managed(s.askChannels), Form: managed(s.setChannels), NoGame: true, Aside: true},
	}
}

// managed refuses those who may not manage the server.
func managed(run ask.PressHandler) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		if !ask.ManagesServer(req) {
			return nil, ask.Refusal("server.not-yours")
		}
		return run(ctx, req, d)
	}
}

// show shows the settings of the server, with the buttons of both forms.
func (s Settings) show(ctx context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
	kept, err := s.Store.Of(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	line := func(name, value string) string {
		return req.Say("settings.line", "name", wording.InWords(name), "value", wording.InWords(value))
	}
	where := func(channel string) string {
		if channel == "" {
			return req.Say("server.nowhere")
		}
		return string(page.ChannelLink(channel))
	}
	style, quiet := req.Say("server.style-operator"), req.Say("server.quiet-none")
	if kept.Style != "" {
		style = req.Localizer.Describe("style."+kept.Style, kept.Style)
	}
	if kept.Quiet != "" {
		quiet = req.Say("server.quiet-is", "hours", wording.InWords(kept.Quiet), "zone",
			wording.InWords(cmp.Or(kept.Zone, "UTC")))
	}
	lines := []string{req.Say("server.title"), line(req.Say("server.style"), style),
		line(req.Say("server.opens"), openers(req)[kept.Opens]), line(req.Say("server.quiet"), quiet),
		line(req.Say("server.feeds"), where(kept.Feeds)), line(req.Say("server.results"), where(kept.Results)),
		line(req.Say("server.table"), where(kept.Table))}
	return page.Page[view.Public]{Text: strings.Join(append(lines, refused(req, kept)...), "\n"), Rows: page.OneRow(
		page.Button(req.Say("button.server-games"), pressGames+":", discordgo.PrimaryButton),
		page.Button(req.Say("button.server-channels"), pressChannels+":", discordgo.PrimaryButton),
		ranks.Button(req.Localizer))}.Messages(), nil
}

// refused returns, for those who manage the server, a line for each chosen channel where the bot's last post failed.
func refused(req ask.Request, kept servers.Server) (lines []string) {
	for _, channel := range slices.Compact([]string{kept.Results, kept.Table}) {
		if kept.IsRefused(channel) && ask.ManagesServer(req) {
			lines = append(lines, req.Say("server.refused", "channel", page.ChannelLink(channel)))
		}
	}
	return lines
}

// openers returns the words for each choice of who may open games.
func openers(req ask.Request) map[servers.Openers]string {
	return map[servers.Openers]string{
		servers.Everybody: req.Say("server.opens-everybody"),
		servers.Managers:  req.Say("server.opens-managers"),
		servers.Nobody:    req.Say("server.opens-nobody"),
	}
}

// form returns an answer that is a form.
func form(req ask.Request, id, title string, labels ...layout.Component) []rest.Message {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = &rest.Modal{CustomID: id + ":", Title: title, Components: labels}
	return []rest.Message{m}
}

// askGames opens the form about pictures, games and quiet hours.
func (s Settings) askGames(ctx context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
	kept, err := s.Store.Of(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	styles := []layout.Option{{Label: req.Say("server.style-operator"), Value: operators, Default: kept.Style == ""}}
	for _, x := range render.Styles() {
		styles = append(styles, layout.Option{Label: req.Localizer.Describe("style."+x.Name, x.Name), Value: x.Name,
			Default: kept.Style == x.Name})
	}
	var opens []layout.Option
	words := openers(req)
	for _, who := range []servers.Openers{servers.Everybody, servers.Managers, servers.Nobody} {
		opens = append(opens, layout.Option{Label: words[who], Value: cmp.Or(string(who), "everybody"),
			Default: who == kept.Opens})
	}
	return form(req, pressGames, req.Say("server.form-games"),
		layout.Label{Label: req.Say("server.style"), Description: req.Say("server.style-about"),
			Component: layout.Select{Kind: layout.KindStringSelect, CustomID: "style", Options: styles}},
		layout.Label{Label: req.Say("server.opens"), Component: layout.Select{Kind: layout.KindStringSelect,
			CustomID: "opens", Options: opens}},
		layout.Label{Label: req.Say("server.quiet"), Description: req.Say("server.quiet-about"),
			Component: layout.TextInput{CustomID: "quiet", Style: discordgo.TextInputShort, Value: kept.Quiet,
				MaxLength: page.ValueLimit}},
		layout.Label{Label: req.Say("server.zone"), Description: req.Say("server.zone-about"),
			Component: layout.TextInput{CustomID: "zone", Style: discordgo.TextInputShort, Value: kept.Zone,
				MaxLength: page.ValueLimit}}), nil
}

// setGames takes the form of askGames. If it can't read one field it refuses the form and changes nothing.
func (s Settings) setGames(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	var next servers.Server
	if style := one(d, "style"); style != operators {
		if _, ok := render.StyleNamed(style); !ok {
			return nil, page.ErrStale
		}
		next.Style = style
	}
	if next.Opens = servers.Openers(one(d, "opens")); next.Opens == "everybody" { // as askGames writes Everybody
		next.Opens = servers.Everybody
	}
	if typed := strings.TrimSpace(d.Fields["quiet"]); typed != "" {
		hours, err := calendar.ReadNight(typed)
		if err != nil {
			return nil, err
		}
		if !hours.None() {
			next.Quiet = hours.String()
		}
	}
	if typed := strings.TrimSpace(d.Fields["zone"]); typed != "" {
		zone, err := s.Zones.Named(typed, s.Now())
		if err != nil {
			return nil, err
		}
		next.Zone = zone
	}
	err := s.Store.Change(ctx, req.Guild, func(k *servers.Server) {
		k.Style, k.Opens, k.Quiet, k.Zone = next.Style, next.Opens, next.Quiet, next.Zone
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, req, d)
}

// one returns what was chosen in a menu of a form, "" for nothing.
func one(d ask.Pressed, menu string) string {
	if len(d.Picked[menu]) == 0 {
		return ""
	}
	return d.Picked[menu][0]
}

// askChannels opens the form about where games are told.
func (s Settings) askChannels(ctx context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
	kept, err := s.Store.Of(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	menu := func(id, channel string) layout.Select {
		m := layout.Select{Kind: layout.KindChannelSelect, CustomID: id, Least: new(0), Optional: true,
			ChannelTypes: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}}
		if channel != "" {
			m.Defaults = []layout.Default{{ID: channel, Type: "channel"}}
		}
		return m
	}
	return form(req, pressChannels, req.Say("server.form-channels"),
		layout.Label{Label: req.Say("server.feeds"), Description: req.Say("server.feeds-about"),
			Component: menu("feeds", kept.Feeds)},
		layout.Label{Label: req.Say("server.results"), Description: req.Say("server.results-about"),
			Component: menu("results", kept.Results)},
		layout.Label{Label: req.Say("server.table"), Description: req.Say("server.table-about"),
			Component: menu("table", kept.Table)}), nil
}

// setChannels takes the form of askChannels. In each newly chosen channel it posts what will be told there, because
// only writing shows whether the bot may write. If one channel is refused, nothing is changed.
func (s Settings) setChannels(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	kept, err := s.Store.Of(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	loc := s.Messages.InChannel()
	begins := map[string][]string{}
	for _, x := range []struct{ next, was, words string }{
		{one(d, "feeds"), kept.Feeds, loc.Say("server.feeds-begin")},
		{one(d, "results"), kept.Results, loc.Say("server.results-begin")},
		{one(d, "table"), kept.Table, loc.Say("server.table-begin")},
	} {
		if x.next != "" && x.next != x.was {
			begins[x.next] = append(begins[x.next], x.words)
		}
	}
	for _, channel := range slices.Sorted(maps.Keys(begins)) {
		if err := s.begin(ctx, req, channel, strings.Join(begins[channel], "\n")); err != nil {
			return nil, err
		}
	}
	err = s.Store.Change(ctx, req.Guild, func(k *servers.Server) {
		k.Feeds, k.Results, k.Table, k.Refused = one(d, "feeds"), one(d, "results"), one(d, "table"), ""
	})
	if err != nil {
		return nil, err
	}
	if s.Changed != nil {
		s.Changed(req.Guild)
	}
	return s.show(ctx, req, d)
}

// begin posts words in a channel, unless the asker may not write there. It refuses a channel where the bot may not.
func (s Settings) begin(ctx context.Context, req ask.Request, channel, words string) error {
	place, known := req.Places[channel]
	if !known || !ask.HasPermissions(place.User, place.Writing()) {
		return ask.Refusal("feed.no-user", "channel", page.ChannelLink(channel), "permission",
			wording.InWords(req.Say("permission.send")))
	}
	m := rest.NewMessage(words, nil).Once("server " + req.Cmd.ID + " " + channel)
	m.Flags = discordgo.MessageFlagsSuppressNotifications
	req.Sends(m)
	_, err := s.Rest.Send(ctx, channel, m)
	if kind, _ := rest.Diagnose(err); err != nil && (kind == rest.Forbidden || kind == rest.Gone) {
		return ask.Refusal("feed.no-entry", "channel", page.ChannelLink(channel))
	}
	return err
}
