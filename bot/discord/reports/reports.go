// Package reports answers with the after-action report of a game, which bot/report writes.
//
//	r := reports.New(reports.Options{Kit: kit, Films: films, Members: names, Guilds: guilds})
//	commands = append(commands, r.Commands()...)
//	presses = append(presses, r.Presses()...)
//
// Whoever asks, the report is made from the film for a user who plays no side: of a running game it shows what
// everybody may see, of a finished game everything. Anybody who may see the game's channel may ask for it.
//
// Limits: the report is about a channel's last game, as the film is.
package reports

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/members"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
	"grognard/bot/referee/views"
	"grognard/bot/report"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Verb asks for the report of the channel's game. It is queued with the films, because its pictures take a while.
const Verb order.Verb = "game report"

// press is the name of the button that asks for the report of a game, in whatever channel it is pressed.
const press = "report"

// picturesWithin is the time for drawing a report's pictures. Those not begun by then are left out.
const picturesWithin = time.Minute

// Options are what reports are made with.
type Options struct {
	Kit     ask.Kit
	Films   films
	Members names
	Guilds  guilds
}

// films shows a channel's last game from its beginning on, as a user may see it; user "" sees what everybody may.
type films interface {
	Film(ctx context.Context, channel, user string) (views.Film, error)
}

// guilds knows in which server a channel is.
type guilds interface {
	Guild(ctx context.Context, channel string) (string, error)
}

// names knows the names by which Discord shows users, by user ID.
type names interface {
	Names(ctx context.Context, guild string, users []string, within time.Duration) map[string]string
}

// Reports answers with reports.
type Reports struct{ Options }

// New returns Reports that work with o.
func New(o Options) Reports { return Reports{o} }

// Commands returns the command of this package.
func (r Reports) Commands() []ask.CommandSpec {
	return []ask.CommandSpec{{Verb: Verb, Run: ask.WithoutOptions(r.report), Cost: limit.Film}}
}

// Presses returns the button of this package.
func (r Reports) Presses() []ask.PressSpec {
	return []ask.PressSpec{{Name: press, Run: ask.WithNothing(r.pressed), Looks: true, Cost: limit.Film}}
}

// Button returns the button that asks for the report of a game.
func Button(loc wording.Localizer, game api.GameID) discordgo.MessageComponent {
	return page.Button(loc.Say("button.report"), page.PressID(press, game), discordgo.SecondaryButton)
}

// BelowTheEnd returns the buttons below the public message that tells of a game's end: for its report, and for orders
// if a side can still earn points.
func BelowTheEnd(loc wording.Localizer, t api.Table, b *view.Board) []discordgo.MessageComponent {
	if slices.ContainsFunc(b.Facts, func(f view.Fact) bool { return f.Claim != "" }) {
		return page.OneRow(page.OrdersButton(loc, t.Game), Button(loc, t.Game))
	}
	return page.OneRow(Button(loc, t.Game))
}

// BelowThePrivateEnd returns the buttons below the message that tells a player of a game's end.
func BelowThePrivateEnd(loc wording.Localizer, game api.GameID) []discordgo.MessageComponent {
	return page.OneRow(look.ExportButton(loc, game), Button(loc, game), look.WholeButton(loc, game))
}

func (r Reports) pressed(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	if err := r.Kit.TurnTo(ctx, &req, req.Cmd.Game); err != nil {
		return nil, err
	}
	return r.report(ctx, req)
}

// report answers with the files of a report. The answer is not posted, because the files would fill the channel.
func (r Reports) report(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	f, err := r.Films.Film(ctx, req.Cmd.Channel, "")
	if err != nil {
		return nil, err
	}
	if err := req.CheckGame(f.Table); err != nil {
		return nil, err
	}
	style := r.Kit.StyleOf(ctx, req.Cmd.User)
	loc := req.Localizer.On(f.Public[0].Board().Map)
	made := report.Of(r.about(ctx, loc, f), f.Public, words{loc})
	drawing, cancel := context.WithTimeout(ctx, picturesWithin)
	defer cancel()
	files, err := made.Files(func(p report.Picture) []byte {
		if drawing.Err() != nil {
			return nil
		}
		return r.draw(loc, f.Public[p.Frame], style, p)
	})
	if errors.Is(err, report.ErrTooLarge) {
		return req.TextReply("report.large"), nil
	}
	if err != nil {
		return nil, err
	}
	text := req.Say("report.answer-running", "title", wording.InWords(f.Table.Title))
	if f.Table.Over {
		text = req.Say("report.answer", "title", wording.InWords(f.Table.Title))
	}
	m := rest.NewMessage(text, nil)
	for _, file := range files {
		m.Attach(file.Name, file.Data, wording.Clip(file.Alt, wording.AltLimit))
	}
	return []rest.Message{m}, nil
}

// draw returns the encoded picture p of a moment v of the game, nil if it cannot be drawn.
func (r Reports) draw(loc wording.Localizer, v view.Public, style render.Style, p report.Picture) []byte {
	o := render.Options{}
	if p.Around != hex.None {
		o = render.Sized(hex.Part{Around: p.Around, Radius: 4, Rows: 2}) // with its neighbours, and wider than high
	}
	drawn := ask.DrawFigures(r.Kit, []func() []page.Figure[view.Public]{func() []page.Figure[view.Public] {
		return ask.DrawFigure(r.Kit, p.Name, p.Caption, func() (render.Picture[view.Public], error) {
			return render.Draw(r.Kit.PainterIn(loc), v, style, o)
		})
	}})
	if len(drawn) == 0 {
		return nil
	}
	return drawn[0].Data
}

// about returns what the report says of a game in addition to its film.
func (r Reports) about(ctx context.Context, loc wording.Localizer, f views.Film) report.About {
	t, last := f.Table, f.Public[len(f.Public)-1].Board()
	a := report.About{Title: t.Title, Scenario: t.Scenario, Opened: t.Opened, Last: t.Since, Over: t.Over}
	shown := r.names(ctx, t)
	for _, s := range t.Seats {
		side := report.Side{ID: s.Side.ID}
		for _, user := range playing(s) {
			side.Players = append(side.Players, nameOf(loc, shown, user))
		}
		a.Sides = append(a.Sides, side)
	}
	lines := []string{loc.Moment(last)}
	if t.Over {
		lines = strings.Split(tell.EndingInWords(loc, t, last), "\n")
	}
	if score := last.Score(); score != nil {
		for _, part := range score.Parts {
			lines = append(lines, loc.Text(part.Text()))
		}
		if len(score.Levels) > 0 {
			lines = append(lines,
				loc.Say("score.levels", "side", score.Side, "turns", last.Turns, "levels", score.Levels))
		}
	}
	for _, line := range lines {
		line = wording.Unmarked(line)
		for _, user := range users(t) {
			line = strings.ReplaceAll(line, "<@"+user+">", nameOf(loc, shown, user))
		}
		a.Ending = append(a.Ending, line)
	}
	return a
}

// playing returns who plays a side: the player of its seat, then the others.
func playing(s api.Seat) (list []string) {
	if s.User != "" {
		list = append(list, s.User)
	}
	for _, m := range s.Members {
		list = append(list, m.User)
	}
	return list
}

// users returns all whom the report may name.
func users(t api.Table) (list []string) {
	for _, s := range t.Seats {
		list = append(list, playing(s)...)
	}
	if t.Master != nil {
		list = append(list, t.Master.By)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// names returns how Discord shows those whom the report may name.
func (r Reports) names(ctx context.Context, t api.Table) map[string]string {
	guild, err := r.Guilds.Guild(ctx, t.Channel)
	if err != nil {
		r.Kit.Log.Warn("the server of a game is not known, and its report names nobody", "game", t.Game, "error", err)
		return nil
	}
	return r.Members.Names(ctx, guild, users(t), members.Within)
}

// nameOf returns what a user is called in files, which show no mentions.
func nameOf(loc wording.Localizer, shown map[string]string, user string) string {
	if name := shown[user]; name != "" {
		return name
	}
	if word := string(tell.Mention(loc, user)); !strings.HasPrefix(word, "<@") {
		return word // not a mention, as his data was deleted
	}
	return loc.Say("report.unnamed")
}

// words makes the texts of a report: arguments that are strings are inserted as they are, not looked up.
type words struct{ loc wording.Localizer }

func (w words) Say(id string, args ...any) string {
	args = slices.Clone(args)
	for i := 1; i < len(args); i += 2 { // the values: each follows its name
		if text, ok := args[i].(string); ok {
			args[i] = wording.InWords(text)
		}
	}
	return w.loc.Say(id, args...)
}
