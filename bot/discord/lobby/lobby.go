// Package lobby shows who looks for a game: a post of each request, the list of those that are open, and the games to
// which they lead.
//
//	face := lobby.New(lobby.Options{Messages: words, Keeper: keeper, Rest: client, Library: library})
//	commands = append(commands, face.Commands()...)
//	presses = append(presses, face.Presses()...)
//	told, err := face.Tell(ctx, view, news) // of the season of agreed games
//
// Package lobby of the league decides who plays whom; league.Keeper has each decision told by Tell. A post is edited
// as its request changes. Nobody is told in which hours somebody else is awake.
//
// Limits: requests are posted in text channels of servers. A post that an operator has deleted stays so.
package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/reliable"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/lobby"
	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
	"grognard/bot/league/reliability"
	"grognard/bot/referee/titles"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses, and what follows each after a colon.
const (
	pressPlay     = "lobby-play"     // a request's number
	pressWithdraw = "lobby-withdraw" // a request's number
	pressList     = "lobby-list"     // a page, and below a post its request: see listOf
	pressSeek     = "lobby-seek"     // nothing
)

// Options are what the face of the lobby works with.
type Options struct {
	Messages  ask.MessageCatalogue
	Keeper    func() *league.Keeper
	Rest      rest.Client
	Library   Library
	Sides     func(module string) []string // of a game, in the order of play
	Calendars Calendars
	Zones     *calendar.Zones
	Log       *slog.Logger
}

// Library lists the games that can be played.
type Library interface {
	Modules() []titles.Module
	Games() []*titles.Printed
}

// Calendars know when users are awake.
type Calendars interface {
	Calendar(ctx context.Context, user string) (calendar.Calendar, error)
	Now() time.Time
}

// Face is what Discord shows of the lobby.
type Face struct {
	Options

	memory rated.Memory

	mu    sync.Mutex
	posts map[post]string // messages
}

// post identifies the post of a request.
type post struct {
	season  string
	request int
}

// New returns a face.
func New(o Options) *Face { return &Face{Options: o, posts: map[post]string{}} }

// Commands returns /seek: what else can be done stands below its answer.
func (f *Face) Commands() []ask.CommandSpec {
	var paces []string
	for _, p := range clock.Presets() {
		paces = append(paces, p.Name)
	}
	return []ask.CommandSpec{{Verb: "seek", Run: f.seek, Aside: true, Posts: true, SetsUp: true, Options: []ask.Option{
		ask.CompletedOption("module", f.suggestModules), ask.CompletedOption("side", f.suggestSides),
		ask.ChoiceOption("pace", paces...), ask.ChoiceOption("kind", string(lobby.Rated), string(lobby.Casual)),
		ask.YesOption("level"), ask.YesOption("reliable"), ask.CompletedOption("zone", f.suggestZones)}}}
}

// Presses returns the buttons.
func (f *Face) Presses() []ask.PressSpec {
	list := []ask.PressSpec{
		{Name: pressPlay, Run: ask.WithWhat(f.play), Posts: true, SetsUp: true},
		{Name: pressWithdraw, Run: ask.WithWhat(f.withdraw)},
		{Name: pressBid, Run: ask.WithWhat(f.bid)},
		{Name: pressList, Run: ask.WithWhat(f.list), Looks: true},
		{Name: pressSeek, Run: func(ctx context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
			return f.request(ctx, req, map[string]string{})
		}, Posts: true, SetsUp: true},
	}
	for i := range list {
		list[i].NoGame, list[i].Aside = true, true
	}
	return list
}

// seek posts a request, or without any wish shows those that are open.
func (f *Face) seek(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if len(values) == 0 {
		return f.list(ctx, req, "")
	}
	return f.request(ctx, req, values)
}

// request puts the asker's wish into the lobby.
func (f *Face) request(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if req.Permissions.Thread {
		return nil, ask.Refusal("lobby.thread")
	}
	w, err := f.wish(ctx, req, values)
	if err != nil {
		return nil, err
	}
	v, err := f.meet(ctx, req, func(l *lobby.Lobby, me string) (lobby.Event, error) { return l.Seek(me, w) })
	if err != nil {
		return nil, err
	}
	text := req.Say("lobby.posted")
	if w.Awake == 0 {
		text += "\n" + req.Say("lobby.no-zone")
	}
	return f.listed(ctx, req, v, 0, text)
}

// wish reads what the asker wishes.
func (f *Face) wish(ctx context.Context, req ask.Request, values map[string]string) (w lobby.Wish, err error) {
	w = lobby.Wish{Pace: values["pace"], Kind: lobby.Kind(values["kind"]), Level: values["level"] != "",
		Reliable: values["reliable"] != "", Channel: req.Cmd.Channel, Word: req.Cmd.ID, Secret: make([]byte, 32)}
	if _, err := rand.Read(w.Secret); err != nil {
		return w, err
	}
	modules := slices.DeleteFunc(slices.Clone(f.Library.Modules()), func(m titles.Module) bool {
		return len(m.Sides) != 2
	})
	for typed := range strings.SplitSeq(values["module"], ",") {
		typed = strings.TrimSpace(typed)
		i := slices.IndexFunc(modules, func(m titles.Module) bool {
			return m.ID == typed || strings.EqualFold(m.Title, typed)
		})
		switch {
		case typed == "" && values["module"] == "": // no game is named, so any will do
			for _, m := range modules {
				w.Modules = append(w.Modules, m.ID)
			}
		case i < 0:
			return w, ask.Refusal("league.no-module", "module", wording.Quoted(typed))
		case !slices.Contains(w.Modules, modules[i].ID):
			w.Modules = append(w.Modules, modules[i].ID)
		}
	}
	if side := values["side"]; side != "" {
		if len(w.Modules) != 1 {
			return w, ask.Refusal("lobby.side-needs-game")
		}
		for i, s := range f.Sides(w.Modules[0]) {
			if strings.EqualFold(s, side) {
				w.Side = i + 1 // 0 is any side
			}
		}
		if strings.EqualFold(side, byBid) {
			if w.Most, w.Steps = f.bidLimits(w.Modules[0]); w.Most == 0 {
				return w, ask.Refusal("lobby.no-points")
			}
		} else if w.Side == 0 {
			return w, ask.Refusal("lobby.no-side", "side", wording.Quoted(side))
		}
	}
	if w.Awake, err = f.awake(ctx, req.Cmd.User, values["zone"]); err != nil {
		return w, err
	}
	if w.Points, err = f.points(ctx, req); err != nil {
		return w, err
	}
	records, err := f.records(ctx, req)
	percent, _ := records[req.Cmd.User].Percent()
	w.Lapse = 100 - percent
	return w, err
}

// records returns how reliable the players of the asker's server are.
func (f *Face) records(ctx context.Context, req ask.Request) (map[string]reliability.Record, error) {
	return f.memory.Records(ctx, f.Keeper(), req.Guild, f.Calendars.Now())
}

// awake returns the hours of a day, UTC, in which a user is awake, a bit for each. It goes by his calendar, in zone
// unless that is "", else in the calendar's own zone. It returns 0 if he has neither set nor named one.
func (f *Face) awake(ctx context.Context, user, zone string) (mask uint32, err error) {
	c, err := f.Calendars.Calendar(ctx, user)
	now := f.Calendars.Now()
	if err == nil && zone != "" {
		var ch calendar.Change
		if ch, err = c.SetZone(now, zone, f.Zones); err == nil {
			c, err = c.With(ch)
		}
	}
	return lobby.Hours(c, now), err
}

// points returns the asker's rating over all games of the server.
func (f *Face) points(ctx context.Context, req ask.Request) (int, error) {
	results, err := f.memory.Of(ctx, f.Keeper(), req.Guild)
	points := rating.New().Points
	for _, l := range rating.Table(results, f.Calendars.Now()) {
		if l.Player == req.Cmd.User {
			points = l.Rating.Points
		}
	}
	return int(math.Round(points)), err
}

// meet carries out a command in the lobby of the asker's server.
func (f *Face) meet(ctx context.Context, req ask.Request,
	decide func(*lobby.Lobby, string) (lobby.Event, error)) (league.View, error) {
	if req.Guild == "" {
		return league.View{}, ask.Refusal("lobby.server")
	}
	v, err := f.Keeper().Meet(ctx, league.Command{ID: req.Cmd.ID, User: req.Cmd.User}, req.Guild, decide)
	var why lobby.Refusal
	if errors.As(err, &why) {
		err = ask.Refusal("lobby.refused-" + why.Why)
	}
	return v, err
}

// play takes up a request.
func (f *Face) play(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(what)
	w, err := f.wish(ctx, req, map[string]string{})
	if err != nil {
		return nil, err
	}
	v, err := f.meet(ctx, req, func(l *lobby.Lobby, me string) (lobby.Event, error) {
		if r := l.Request(number); r != nil {
			w.Most, w.Steps = r.Most, r.Steps // the request's post says whether sides are bid for
		}
		return l.Take(me, number, w)
	})
	if err != nil {
		return nil, err
	}
	r := v.Lobby.Request(number)
	if r == nil {
		return nil, ask.Refusal("lobby.refused-taken")
	}
	taken := "lobby.taken"
	if r.Ended == lobby.Bidding {
		taken = "lobby.taken-bids"
	}
	return req.TextReply(taken, "user", name(req.Localizer, v, r.By), "channel", page.ChannelLink(r.Channel)), nil
}

// withdraw ends the asker's own request.
func (f *Face) withdraw(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(what)
	_, err := f.meet(ctx, req, func(l *lobby.Lobby, me string) (lobby.Event, error) { return l.Withdraw(me, number) })
	if err != nil {
		return nil, err
	}
	return req.TextReply("lobby.withdrawn"), nil
}

// mostListed is how many requests a page of the list has.
const mostListed = 8

// list shows a page of the open requests of the asker's channel.
func (f *Face) list(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	switch {
	case req.Guild == "":
		return nil, ask.Refusal("lobby.server")
	case req.Permissions.Thread:
		return nil, ask.Refusal("lobby.thread")
	}
	v, err := f.Keeper().Look(ctx, league.Agreed(req.Guild))
	if err != nil && !errors.Is(err, league.ErrNoSeason) {
		return nil, err
	}
	what, _, _ = strings.Cut(what, ":") // without the request
	n, _ := strconv.Atoi(what)
	return f.listed(ctx, req, v, n, "")
}

// listed returns a page of the open requests below a text. It does not say how many waking hours the asker shares with
// others: by moving his own night he could find out theirs.
func (f *Face) listed(ctx context.Context, req ask.Request, v league.View, n int, text string) ([]rest.Message, error) {
	records, err := f.records(ctx, req)
	if err != nil {
		return nil, err
	}
	open, me := v.Lobby.Open(), v.Of(req.Cmd.User)
	own := me != "" && v.Lobby.Of(me) != nil
	open = slices.DeleteFunc(open, func(r lobby.Request) bool {
		// nobody may take a request up before its post, which has the hash of its draw
		isPosted := v.News.IsZero() || r.At.Before(v.News)
		return me != "" && r.By == me || r.Channel != req.Cmd.Channel || !isPosted
	})
	lines := []string{req.Say("lobby.list", "n", len(open))}
	if text != "" {
		lines = []string{text, lines[0]}
	}
	pages := max(1, (len(open)+mostListed-1)/mostListed)
	n = min(max(n, 0), pages-1)
	var plays []discordgo.MessageComponent
	for i, r := range open[n*mostListed : min(len(open), (n+1)*mostListed)] {
		number := n*mostListed + i + 1
		line := req.Say("lobby.line", "number", number, "user", name(req.Localizer, v, r.By),
			"wish", f.inWords(req.Localizer, r.Wish), "since", wording.RelativeTimestamp(r.At))
		if short := reliable.Short(req.Localizer, records[v.Names[r.By]]); short != "" {
			line += " · " + short
		}
		lines = append(lines, line)
		plays = append(plays, page.Button(req.Say("button.lobby-play-one", "number", number),
			pressPlay+":"+strconv.Itoa(r.Number), discordgo.SuccessButton))
	}
	rows := page.Rows(plays)
	var below []discordgo.MessageComponent
	if own {
		below = append(below, page.Button(req.Say("button.lobby-withdraw"),
			pressWithdraw+":"+strconv.Itoa(v.Lobby.Of(me).Number), discordgo.SecondaryButton))
	} else {
		below = append(below, page.Button(req.Say("button.lobby-seek"), pressSeek+":", discordgo.PrimaryButton))
	}
	below = append(below, page.PageButtons(req.Localizer, n, pages, func(n int) string {
		return pressList + ":" + strconv.Itoa(n)
	})...)
	return []rest.Message{rest.NewMessage(wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit),
		append(rows, page.Rows(below)...))}, nil
}

// suggestModules completes with the games for two.
func (f *Face) suggestModules(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l := ask.NewListing(t.Text())
	for _, m := range f.Library.Modules() {
		if len(m.Sides) == 2 {
			l.Add(0, m.ID, m.Title, []string{m.Title, m.ID})
		}
	}
	return l.Suggestions(), nil
}

// suggestSides completes with the sides of the game that is typed already.
func (f *Face) suggestSides(_ context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l := ask.NewListing(t.Text())
	for _, side := range f.Sides(t.Values["module"]) {
		l.Add(0, side, side, []string{side})
	}
	if most, _ := f.bidLimits(t.Values["module"]); most > 0 {
		l.Add(0, byBid, req.Say("side.bid"), []string{byBid})
	}
	return l.Suggestions(), nil
}

// suggestZones completes with zones by their places.
func (f *Face) suggestZones(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l := ask.NewListing("")
	for _, p := range f.Zones.Search(t.Text(), f.Calendars.Now()) {
		l.Add(0, p.Name, p.Name, []string{p.Name})
	}
	return l.Suggestions(), nil
}
