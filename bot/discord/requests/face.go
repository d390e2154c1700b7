// Package requests shows what players ask the organisers of their games: the forms to ask, decide and appeal, the
// messages about them, and the record of all requests.
//
//	face := requests.New(requests.Options{Messages: words, Keeper: keeper, Looks: looks, Send: send, Now: time.Now})
//	presses = append(presses, face.Presses()...)
//	told, err := face.Tell(ctx, view, news) // one row of a season's log
//
// Package league/request says who may ask and who may decide, package season what follows. In games outside of seasons
// whoever may manage the server or the channel of the game decides.
//
// One organiser is pinged for a request, when he is awake; nobody else is mentioned. An appeal is heard in a thread,
// with an export of the game as everybody may have it and the text of the cited paragraphs.
//
// Limits: if a game outside of seasons is played in a thread, in which Discord makes no other thread, its appeals are
// heard in that thread.
package requests

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/request"
	"grognard/bot/league/season"
	"grognard/bot/lookup"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/views"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses, and what follows each after a colon. LEVEL is 0 for a request, 1 for an appeal.
const (
	pressAsk      = "request"          // SEASON or SEASON:GAME
	pressKind     = "request-kind"     // SEASON:GAME:KIND
	pressGrant    = "request-grant"    // SEASON:REQUEST:LEVEL
	pressRefuse   = "request-refuse"   // SEASON:REQUEST:LEVEL
	pressWithdraw = "request-withdraw" // SEASON:REQUEST
	pressAppeal   = "request-appeal"   // SEASON:REQUEST
	pressTakeUp   = "request-take-up"  // SEASON:REQUEST
	pressRecord   = "request-record"   // SEASON, SEASON:GAME or SEASON:GAME:PAGE, with game 0 for all
)

// Options are what the face of requests works with.
type Options struct {
	Messages ask.MessageCatalogue
	Keeper   func() *league.Keeper // of all seasons, nil where there are none
	Looks    Looks
	Sides    func(module string) []string // the sides of a game, in the order of play
	Now      func() time.Time

	// Send sends a message about a row once, however often the row is told.
	Send func(ctx context.Context, v league.View, channel string, n league.News, m rest.Message) error
}

// Looks shows games, wherever a game master has moved them.
type Looks interface {
	Public(ctx context.Context, channel string, with ...view.Layer) (view.Public, api.Table, error)
	PublicOf(ctx context.Context, game api.GameID) (view.Public, api.Table, error)
	GameHere(ctx context.Context, channel string) (*titles.Printed, error)
	Export(ctx context.Context, channel string) (views.Export, error)
}

// Face is what Discord shows of requests.
type Face struct {
	Options

	rules func() (*lookup.Rules, error)
}

// New returns a face.
func New(o Options) *Face { return &Face{Options: o, rules: sync.OnceValues(lookup.NewRules)} }

// Presses returns the handlers of the buttons and forms.
func (f *Face) Presses() []ask.PressSpec {
	list := []ask.PressSpec{
		{Name: pressAsk, Run: ask.WithWhat(f.choose), Looks: true},
		{Name: pressKind, Run: ask.WithWhat(f.askForm), Form: f.ask},
		{Name: pressGrant, Run: f.decideForm(true), Form: f.decide(true)},
		{Name: pressRefuse, Run: f.decideForm(false), Form: f.decide(false)},
		{Name: pressWithdraw, Run: ask.WithWhat(f.withdraw)},
		{Name: pressAppeal, Run: ask.WithWhat(f.appealForm), Form: f.appeal},
		{Name: pressTakeUp, Run: ask.WithWhat(f.takeUp)},
		{Name: pressRecord, Run: ask.WithWhat(f.record), Looks: true},
	}
	for i := range list {
		list[i].NoGame, list[i].Aside = true, true
	}
	return list
}

// look returns a season of the asker's server, also the one of games outside of seasons. It refuses other servers'.
func (f *Face) look(ctx context.Context, req ask.Request, id string) (league.View, error) {
	if f.Keeper() == nil || req.Guild == "" {
		return league.View{}, ask.Refusal("league.none")
	}
	v, err := f.Keeper().Look(ctx, id)
	if err == nil && v.Server != req.Guild {
		err = league.ErrNoSeason
	}
	return v, refused(err)
}

// found returns the season and the request that what names, the part of a press after its name. more is the LEVEL that
// follows them, "" for none.
func (f *Face) found(ctx context.Context, req ask.Request, what string) (v league.View, r *request.Request,
	more string, err error) {
	id, what, _ := strings.Cut(what, ":")
	number, more, _ := strings.Cut(what, ":")
	if v, err = f.look(ctx, req, id); err != nil {
		return v, nil, more, err
	}
	n, _ := strconv.Atoi(number)
	if r = v.Requests.Request(n); r == nil || v.Game(r.Game) == nil {
		return v, nil, more, page.ErrStale
	}
	return v, r, more, nil
}

// do carries out a command in a season and returns the season after it.
func (f *Face) do(ctx context.Context, req ask.Request, v league.View, decide league.Decide) (league.View, error) {
	if err := f.Keeper().Do(ctx, v.ID, league.Command{ID: req.Cmd.ID, User: req.Cmd.User}, decide); err != nil {
		return v, refused(err)
	}
	return f.look(ctx, req, v.ID)
}

// refused turns the league's refusals into ones with a text; other errors stay as they are.
func refused(err error) error {
	var asked request.Refusal
	var why season.Refusal
	switch {
	case errors.As(err, &asked):
		return ask.Refusal("request.refused-" + asked.Why)
	case errors.As(err, &why):
		return ask.Refusal("league.refused-" + string(why.Why))
	case errors.Is(err, league.ErrNoSeason):
		return ask.Refusal("league.none")
	}
	return err
}

// table returns a game's table as everybody knows it; known is false if the game is not open, or cannot be read.
func (f *Face) table(ctx context.Context, g *season.Game) (t api.Table, known bool) {
	if g.ID == "" {
		return t, false
	}
	_, t, err := f.Looks.PublicOf(ctx, api.GameID(g.ID))
	return t, err == nil
}

// channel returns the channel where a game is played, or the season's own for a game that is not open.
func (f *Face) channel(ctx context.Context, v league.View, g *season.Game) string {
	if t, known := f.table(ctx, g); known {
		return t.Channel
	}
	if g.Channel != "" {
		return g.Channel
	}
	return v.Terms.Channel
}

// judge describes the asker as somebody who may decide. Manages, for games outside of seasons, is true if he manages
// the server or the channel in which he asks.
func judge(req ask.Request, v league.View) request.Judge {
	manages := ask.ManagesServer(req) || ask.HasPermissions(req.Permissions.User, discordgo.PermissionManageChannels)
	return request.Judge{Name: v.Of(req.Cmd.User), Organisers: v.Organisers, Manages: manages}
}

// name returns a mention of a player, which pings only if the message allows it, or a word for a deleted user.
func name(loc wording.Localizer, v league.View, player string) wording.InWords {
	if user := v.Names[player]; rest.IsID(user) {
		return tell.Mention(loc, user)
	}
	return wording.InWords(loc.Say("league.former"))
}

func button(label, press, what string, style discordgo.ButtonStyle) discordgo.Button {
	return page.Button(label, press+":"+what, style)
}

// id returns what follows a press about a request, and with a level what follows one about a decision on it.
func id(v league.View, r *request.Request, level ...int) string {
	what := v.ID + ":" + strconv.Itoa(r.Number)
	for _, l := range level {
		what += ":" + strconv.Itoa(l)
	}
	return what
}

// Buttons returns the buttons below a season: to ask, if the asker has games to ask about, and to a record, if any.
func (f *Face) Buttons(req ask.Request, v league.View) (list []discordgo.MessageComponent) {
	if me := v.Of(req.Cmd.User); me != "" && v.Stage != season.Cancelled && len(games(v, me)) > 0 {
		list = append(list, button(req.Say("button.request"), pressAsk, v.ID, discordgo.SecondaryButton))
	}
	if len(v.Requests.List) > 0 {
		list = append(list, button(req.Say("button.request-record"), pressRecord, v.ID, discordgo.SecondaryButton))
	}
	return list
}

// Waiting returns lines about the requests that wait for the asker as an organiser.
func Waiting(req ask.Request, v league.View) (lines []string) {
	me := v.Of(req.Cmd.User)
	for _, r := range v.Requests.Waiting() {
		if me != "" && slices.Contains(season.Judges(&v.Season, &r), me) {
			lines = append(lines, req.Say("request.need", "number", r.Number, "game", r.Game,
				"kind", kind(req.Localizer, r.Kind)))
		}
	}
	return lines
}

// Beside adds to list, the answer about seasons, buttons about the channel's rated game if that belongs to no season.
// If failed says that there is no season, they alone are the answer; any other failed is returned.
func (f *Face) Beside(ctx context.Context, req ask.Request, list []rest.Message, failed error) ([]rest.Message, error) {
	var why ask.TextError
	if f.Keeper() == nil || req.Guild == "" ||
		failed != nil && (!errors.As(failed, &why) || why.Text.ID != "league.none") {
		return list, failed
	}
	v, err := f.Keeper().Look(ctx, league.Agreed(req.Guild))
	if err != nil {
		return list, failed
	}
	_, t, err := f.Looks.Public(ctx, req.Cmd.Channel)
	i := slices.IndexFunc(v.Games, func(g season.Game) bool { return err == nil && g.ID == string(t.Game) })
	if i < 0 {
		return list, failed
	}
	g := &v.Games[i]
	var buttons []discordgo.MessageComponent
	what := v.ID + ":" + strconv.Itoa(g.Number)
	if len(request.Kinds(season.Facts(&v.Season, g), v.Of(req.Cmd.User))) > 0 {
		buttons = append(buttons, button(req.Say("button.request"), pressAsk, what, discordgo.SecondaryButton))
	}
	if slices.ContainsFunc(v.Requests.List, func(r request.Request) bool { return r.Game == g.Number }) {
		buttons = append(buttons, button(req.Say("button.request-record"), pressRecord, what,
			discordgo.SecondaryButton))
	}
	switch {
	case len(buttons) == 0:
		return list, failed
	case len(list) == 0:
		counts := "rated.is"
		if g.How == season.Uncounted {
			counts = "request.follows-annulled"
		}
		list = []rest.Message{rest.NewMessage(req.Say(counts), nil)}
	}
	list[0].Components = append(list[0].Components, page.Row(buttons...))
	return list, nil
}
