// Package rated shows ratings: the table of a server, how two players have their game count for it, and what it has
// done to their ratings; and beside them how reliable players are.
//
//	face := rated.New(rated.Options{Messages: words, Keeper: keeper, Looks: looks, Library: library, Now: time.Now})
//	presses = append(presses, face.Presses()...)
//	channel, m, told := face.News(ctx, view, news) // of the season of agreed games
//
// Games of seasons count by themselves. Any other game counts when both of its players press before its second turn
// begins: later a player would know who is winning.
//
// Limits: nobody is pinged; a player finds the offer in the channel of his game.
package rated

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/reliable"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
	"grognard/bot/league/reliability"
	"grognard/bot/league/season"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses, and what follows each after a colon.
const (
	pressRate    = "rate"    // a game
	pressRatings = "ratings" // MODULE:PAGE, each of which may be ""
)

// lastTurn is the last turn in which players can have their game count.
const lastTurn = 1

// Options are what the face of ratings works with.
type Options struct {
	Messages ask.MessageCatalogue
	Keeper   func() *league.Keeper // of all seasons, nil where there are none
	Looks    Looks
	Library  Library
	Now      func() time.Time
	Back     string // the press that leads from the table to the seasons, "" for none
}

// Looks shows the game of a channel.
type Looks interface {
	Public(ctx context.Context, channel string, with ...view.Layer) (view.Public, api.Table, error)
	PublicOf(ctx context.Context, game api.GameID) (view.Public, api.Table, error)
	GameHere(ctx context.Context, channel string) (*titles.Printed, error)
}

// Library lists the games that can be played.
type Library interface{ Modules() []titles.Module }

// Face is what Discord shows of ratings.
type Face struct {
	Options

	memory rated.Memory
}

// New returns a face.
func New(o Options) *Face { return &Face{Options: o} }

// Presses returns the handlers of the buttons.
func (f *Face) Presses() []ask.PressSpec {
	list := []ask.PressSpec{
		{Name: pressRate, Run: ask.WithWhat(f.rate)},
		{Name: pressRatings, Run: ask.WithWhat(f.ratings), Looks: true},
	}
	for i := range list {
		list[i].NoGame, list[i].Aside = true, true
	}
	return list
}

// Beside adds to list, the answer about seasons, how the asker's game here counts, and a button to the table. If failed
// says that there is no season, these alone are the answer; any other failed is returned.
func (f *Face) Beside(ctx context.Context, req ask.Request, list []rest.Message, failed error) ([]rest.Message, error) {
	if f.Keeper() == nil || req.Guild == "" {
		return list, failed
	}
	var why ask.TextError
	if failed != nil && (!errors.As(failed, &why) || why.Text.ID != "league.none") {
		return nil, failed
	}
	line, buttons := f.here(ctx, req)
	line = strings.TrimSpace(line + "\n" + f.own(ctx, req))
	results, err := f.memory.Of(ctx, f.Keeper(), req.Guild)
	if err == nil && (len(results) > 0 || len(list) > 0) {
		buttons = append(buttons, page.Button(req.Say("button.ratings"), pressRatings+"::", discordgo.SecondaryButton))
	}
	if len(buttons) == 0 && line == "" {
		return list, failed
	}
	if len(list) == 0 {
		text := line
		if failed != nil {
			text = strings.TrimPrefix(req.Say("rated.no-season")+"\n"+line, "\n")
		}
		list = []rest.Message{rest.NewMessage(strings.TrimSpace(text), nil)}
	} else if line != "" {
		list[0].Content = wording.Clip(list[0].Content+"\n"+line, rest.ContentLimit)
	}
	if len(buttons) > 0 {
		list[0].Components = append(list[0].Components, page.Row(buttons...))
	}
	return list, nil
}

// own returns lines with the asker's rating and his reliability, "" if nothing is known.
func (f *Face) own(ctx context.Context, req ask.Request) string {
	var lines []string
	table, err := f.Table(ctx, req.Guild)
	i := slices.IndexFunc(table, func(l rating.Line) bool { return l.Player == req.Cmd.User })
	if err == nil && i >= 0 {
		lines = append(lines, req.Say("rated.own", "points", rounded(table[i].Rating.Points), "provisional",
			mark(table[i].Rating), "deviation", rounded(table[i].Rating.Deviation), "place", i+1, "count", len(table)))
	}
	records, err := f.memory.Records(ctx, f.Keeper(), req.Guild, f.Now())
	if line := reliable.Line(req.Localizer, records[req.Cmd.User]); err == nil && line != "" {
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// Table returns the ratings of a server over all games.
func (f *Face) Table(ctx context.Context, server string) ([]rating.Line, error) {
	if f.Keeper() == nil {
		return nil, nil
	}
	results, err := f.memory.Of(ctx, f.Keeper(), server)
	return rating.Table(results, f.Now()), err
}

// Records returns how reliable the players of a server are.
func (f *Face) Records(ctx context.Context, server string) (map[string]reliability.Record, error) {
	return f.memory.Records(ctx, f.Keeper(), server, f.Now())
}

// here says how the asker's game in this channel counts, "" if it can't or there is none, with the button to rate it.
func (f *Face) here(ctx context.Context, req ask.Request) (line string, buttons []discordgo.MessageComponent) {
	a, v, err := f.game(ctx, req)
	var why ask.TextError
	switch {
	case errors.As(err, &why) && why.Text.ID == "rated.is":
		return req.Say("rated.is"), nil
	case err != nil:
		return "", nil
	case season.Asks(&v.Season, v.Of(req.Cmd.User), a.Game):
		return req.Say("rated.waits", "user", tell.Mention(req.Localizer, other(a, req.Cmd.User))), nil
	}
	return req.Say("rated.can", "user", tell.Mention(req.Localizer, other(a, req.Cmd.User))),
		[]discordgo.MessageComponent{rateButton(req.Localizer, a.Game)}
}

func other(a league.Agreement, user string) string {
	if a.Users[0] == user {
		return a.Users[1]
	}
	return a.Users[0]
}

func rateButton(loc wording.Localizer, game string) discordgo.MessageComponent {
	return page.Button(loc.Say("button.rate"), pressRate+":"+game, discordgo.PrimaryButton)
}

// game returns the agreement by which the channel's game would count, and the season of agreed games; err says why not.
func (f *Face) game(ctx context.Context, req ask.Request) (a league.Agreement, v league.View, err error) {
	seen, t, err := f.Looks.Public(ctx, req.Cmd.Channel)
	if errors.Is(err, api.ErrNoGame) {
		return a, v, ask.Refusal("rated.no-game")
	}
	if err != nil {
		return a, v, err
	}
	a.Game, a.Channel, a.Setting.Scenario = string(t.Game), t.Channel, t.Scenario
	if len(t.Seats) == len(a.Users) {
		a.Users = [2]string{t.Seats[0].User, t.Seats[1].User}
	}
	v, err = f.Keeper().Look(ctx, league.Agreed(req.Guild))
	if err != nil && !errors.Is(err, league.ErrNoSeason) {
		return a, v, err
	}
	switch {
	case !slices.Contains(a.Users[:], req.Cmd.User):
		return a, v, ask.Refusal("rated.not-yours")
	case slices.ContainsFunc(v.Games, func(g season.Game) bool { return g.ID == a.Game && g.How == season.Uncounted }):
		return a, v, ask.Refusal("rated.casual")
	case slices.ContainsFunc(v.Games, func(g season.Game) bool { return g.ID == a.Game }):
		return a, v, ask.Refusal("rated.is")
	case f.Keeper().Playing(a.Game) != "":
		return a, v, ask.Refusal("rated.of-season")
	case a.Users[0] == a.Users[1] || slices.Contains(a.Users[:], ""):
		return a, v, ask.Refusal("rated.alone")
	case t.Over || seen.Board().Turn > lastTurn:
		return a, v, ask.Refusal("rated.late")
	}
	printed, err := f.Looks.GameHere(ctx, req.Cmd.Channel)
	if err != nil {
		return a, v, err
	}
	a.Setting.Module = printed.ID
	for _, sc := range printed.Scenarios {
		if sc.Name == a.Setting.Scenario {
			a.Setting.Scenario = sc.ID
		}
	}
	return a, v, nil
}

// rate notes that the asker wants the game of the button to count.
func (f *Face) rate(ctx context.Context, req ask.Request, game string) ([]rest.Message, error) {
	if f.Keeper() == nil {
		return nil, ask.Refusal("league.none")
	}
	a, v, err := f.game(ctx, req)
	if err == nil && a.Game != game {
		err = page.ErrStale
	}
	if err != nil {
		return nil, err
	}
	v, err = f.Keeper().Agree(ctx, league.Command{ID: req.Cmd.ID, User: req.Cmd.User}, req.Guild, a)
	var refused season.Refusal
	switch {
	case errors.As(err, &refused):
		return nil, ask.Refusal("rated.already")
	case err != nil:
		return nil, err
	case slices.ContainsFunc(v.Games, func(g season.Game) bool { return g.ID == a.Game }):
		return req.TextReply("rated.agreed"), nil
	}
	return req.TextReply("rated.asked", "user", tell.Mention(req.Localizer, other(a, req.Cmd.User))), nil
}

// News returns the message about a row of the season of agreed games, and the game's present channel, to which it
// belongs. told is false if nothing is told of the row.
func (f *Face) News(ctx context.Context, v league.View, n league.News) (channel string, m rest.Message, told bool) {
	loc := f.Messages.InChannel()
	switch {
	case n.Agreed != nil && n.Agreed.Pair.First != "" && n.Agreed.Pair.Second != "":
		a := n.Agreed
		return f.channelOf(ctx, a.Game, a.Channel), rest.NewMessage(loc.Say("rated.counts", "first",
			name(loc, v.Names[a.Pair.First]), "second", name(loc, v.Names[a.Pair.Second])), nil), true
	case n.Agreed != nil:
		return f.channelOf(ctx, n.Agreed.Game, n.Agreed.Channel), rest.NewMessage(loc.Say("rated.asks", "user",
			name(loc, v.Names[n.By])), page.OneRow(rateButton(loc, n.Agreed.Game))), true
	case n.Ended != nil:
		g := v.Game(n.Ended.Game)
		if g == nil || g.Result == nil {
			return "", m, false
		}
		text := loc.Say("rated.nothing", "first", name(loc, v.Names[g.Pair.First]),
			"second", name(loc, v.Names[g.Pair.Second]))
		if !g.Result.Unplayed {
			text = f.result(ctx, loc, v, g)
		}
		return f.channelOf(ctx, g.ID, g.Channel), rest.NewMessage(text, nil), true
	}
	return "", m, false
}

// channelOf returns the channel of a game, also if it was moved; was if the game is not found.
func (f *Face) channelOf(ctx context.Context, game, was string) string {
	if f.Looks == nil {
		return was
	}
	if _, t, err := f.Looks.PublicOf(ctx, api.GameID(game)); err == nil {
		return t.Channel
	}
	return was
}

// result says how a game has ended, and what that has done to the ratings of its players.
func (f *Face) result(ctx context.Context, loc wording.Localizer, v league.View, g *season.Game) string {
	lines := []string{loc.Say("rated.result", "first", name(loc, v.Names[g.Pair.First]), "points",
		half(g.Result.Points[0]), "others", half(g.Result.Points[1]), "second", name(loc, v.Names[g.Pair.Second]))}
	if g.Met != nil && g.Met.Bid != nil && g.Met.Steps == [2]int{} && g.How == "" {
		lines = append(lines, loc.Say("rated.bid", "n", g.Met.Bid.Points,
			"user", name(loc, v.Names[g.Met.Players[2-g.Met.Bid.Side]])))
	}
	results, err := f.memory.Of(ctx, f.Keeper(), v.Server)
	if err != nil {
		return strings.Join(lines, "\n") // the result stands; what it has changed is in the table
	}
	id := rated.ID(v, g.Number)
	without := slices.DeleteFunc(slices.Clone(results), func(r rating.Result) bool { return r.ID == id })
	before, after := rating.Table(without, g.Ended), rating.Table(results, g.Ended)
	for _, user := range []string{v.Names[g.Pair.First], v.Names[g.Pair.Second]} {
		if now := ratingOf(after, user); user != "" && now.Deviation > 0 {
			was := ratingOf(before, user)
			lines = append(lines, loc.Say("rated.change", "user", name(loc, user), "before", rounded(was.Points),
				"after", rounded(now.Points), "deviation", rounded(now.Deviation), "provisional", mark(now)))
		}
	}
	return strings.Join(lines, "\n")
}

// ratingOf returns a player's rating in a table, a new player's rating if he is not in it.
func ratingOf(table []rating.Line, player string) rating.Rating {
	if i := slices.IndexFunc(table, func(l rating.Line) bool { return l.Player == player }); i >= 0 {
		return table[i].Rating
	}
	return rating.New()
}

// name returns a mention of a player, which pings only if the message allows it, or a word for a deleted user.
func name(loc wording.Localizer, user string) wording.InWords {
	if !rest.IsID(user) {
		return wording.InWords(loc.Say("league.former"))
	}
	return tell.Mention(loc, user)
}

// mark returns the sign of a provisional rating, "" for others.
func mark(r rating.Rating) wording.InWords {
	if r.Provisional() {
		return "?"
	}
	return ""
}

func rounded(x float64) wording.InWords { return wording.InWords(fmt.Sprintf("%.0f", x)) }

// half writes a number of half points, 0 to 2.
func half(points int) wording.InWords {
	return wording.InWords([]string{"0", "½", "1"}[min(max(points, 0), 2)])
}
