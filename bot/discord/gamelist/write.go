package gamelist

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/servers"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// mostGames is how many games a post names.
const mostGames = 20

// writing is one look at a server, and what it did.
type writing struct {
	*Keeper
	guild string
	asked bool      // a request was made
	more  bool      // something is left to do
	again time.Time // when the first of the channels that are left alone may be tried again
}

// seen is a game as everybody may see it.
type seen struct {
	api.Table
	public view.Public
}

// write tells how games have ended, and takes the next step towards the post as it should be, with at most one request.
func (w *writing) write(ctx context.Context) error {
	games, err := w.games(ctx)
	if err != nil {
		return err
	}
	resultsErr := w.results(ctx, games)
	s, err := w.Store.Of(ctx, w.guild)
	if err != nil {
		return err
	}
	return cmp.Or(w.list(ctx, s, games), resultsErr)
}

// list takes one step towards the post as it should be; more says that another is to follow.
func (w *writing) list(ctx context.Context, s servers.Server, games []seen) error {
	loc := w.Messages.InChannel()
	text := Text(loc, w.open(games))
	// the chosen channel has no post that says this, or there is a post though no channel is chosen
	stale := s.Table != "" && (s.Post == "" || s.PostIn != s.Table || s.Shown != text) || s.Table == "" && s.Post != ""
	switch {
	case !stale && s.OldPost == "":
		return nil
	case s.OldPost != "":
		w.asked, w.more = true, true
		err := w.Rest.Delete(ctx, s.OldPostIn, s.OldPost)
		if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Transient {
			return err
		}
		return w.keep(ctx, func(k *servers.Server) { k.OldPost, k.OldPostIn = "", "" })
	case s.Table == "":
		w.more = true
		return w.keep(ctx, markOutdated)
	}
	return w.post(ctx, s, text)
}

func (w *writing) keep(ctx context.Context, change func(*servers.Server)) error {
	return w.Store.Change(ctx, w.guild, change)
}

// markOutdated notes that the post is to be deleted.
func markOutdated(k *servers.Server) {
	k.OldPost, k.OldPostIn, k.Post, k.PostIn, k.Shown = k.Post, k.PostIn, "", "", ""
}

// post edits the post while it is fresh, and else sends it anew.
func (w *writing) post(ctx context.Context, s servers.Server, text string) error {
	if err := w.stillRefused(s, s.Table); err != nil {
		return err
	}
	w.asked = true
	m := rest.NewMessage(text, nil)
	sent, err := discordgo.SnowflakeTimestamp(s.Post)
	if s.Post != "" && s.PostIn == s.Table && err == nil && w.Now().Sub(sent) < fresh {
		err := w.Rest.Edit(ctx, s.PostIn, s.Post, m)
		if rest.CodeOf(err) == discordgo.ErrCodeUnknownMessage { // somebody has deleted it
			w.more = true
			return w.keep(ctx, func(k *servers.Server) { k.Post = "" })
		}
		return w.noteSent(ctx, s.PostIn, err, func(k *servers.Server) { k.Shown = text })
	}
	m.Flags = discordgo.MessageFlagsSuppressNotifications
	id, err := w.Rest.Send(ctx, s.Table, m.Once("games of "+w.guild+" after "+s.Post))
	w.more = err == nil && s.Post != ""
	return w.noteSent(ctx, s.Table, err, func(k *servers.Server) {
		if k.Post != "" {
			markOutdated(k)
		}
		k.Post, k.PostIn, k.Shown = id, s.Table, text
	})
}

// stillRefused returns why a channel is left alone for a while, nil if it is not.
func (w *writing) stillRefused(s servers.Server, channel string) error {
	if r := w.refusals[channel]; s.IsRefused(channel) && w.Now().Before(r.until) {
		return w.retryLater(r)
	}
	return nil
}

// retryLater sets again so that a channel is tried when its refusal r ends, if that is sooner. It returns r.
func (w *writing) retryLater(r refusal) error {
	if w.again.IsZero() || r.until.Before(w.again) {
		w.again = r.until
	}
	return r
}

// noteSent stores what a request in a channel has changed, or that the bot may not write there, which the server's
// settings then say. It returns the error of the request.
func (w *writing) noteSent(ctx context.Context, channel string, err error, changes func(*servers.Server)) error {
	kind, _ := rest.Diagnose(err)
	refused := err != nil && (kind == rest.Forbidden || kind == rest.Gone)
	s, storeErr := w.Store.Of(ctx, w.guild)
	switch {
	case storeErr != nil || err != nil && !refused:
		return errors.Join(err, storeErr)
	case !refused:
		return w.keep(ctx, func(k *servers.Server) { k.NoteWrite(channel, false, changes) })
	}
	r := refusal{error: err}
	if s.IsRefused(channel) {
		r.wait = w.refusals[channel].wait
	} else {
		w.failed(thing{server: w.guild}, false, err)
		storeErr = w.keep(ctx, func(k *servers.Server) { k.NoteWrite(channel, true, changes) })
	}
	r.wait = min(max(2*r.wait, w.Apart), fresh)
	r.until = w.Now().Add(r.wait)
	w.refusals[channel] = r
	return errors.Join(w.retryLater(r), storeErr)
}

// games returns the last game of each channel of the server but for private threads.
func (w *writing) games(ctx context.Context) (list []seen, err error) {
	s, storeErr := w.Store.Of(ctx, w.guild)
	places, err := w.Channels.In(ctx, w.guild)
	for _, channel := range places {
		if s.Hides(channel) {
			continue
		}
		v, t, err := w.Kit.Referee.Public(ctx, channel)
		switch {
		case errors.Is(err, api.ErrShut):
			return nil, err
		case err == nil:
			list = append(list, seen{t, v})
		case !errors.Is(err, api.ErrNoGame) && !errors.Is(err, api.ErrNotKept):
			w.log.Warn("a game is not listed", "channel", channel, "error", err)
		}
	}
	return list, errors.Join(storeErr, err)
}

// open returns the games that are not over and whose channel is not lost, the one that has waited longest first.
func (w *writing) open(games []seen) []seen {
	list := slices.DeleteFunc(slices.Clone(games), func(g seen) bool { return g.Over || g.Lost != "" })
	slices.SortStableFunc(list, func(a, b seen) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Game, b.Game))
	})
	return list
}

// results tells how those games have ended that were running at the last look, even if their channels have newer games
// by now. If one cannot be told now it waits, and so do those after it.
func (w *writing) results(ctx context.Context, games []seen) error {
	s, err := w.Store.Of(ctx, w.guild)
	if err != nil {
		return err
	}
	var running []string
	var ended []seen
	for _, g := range append(games, w.replaced(ctx, s, games)...) {
		switch wasRunning := slices.Contains(strings.Fields(s.Running), string(g.Game)); {
		case !g.Over && g.Lost == "":
			running = append(running, string(g.Game))
		case g.Over && g.Started && s.Results != "" && wasRunning:
			ended = append(ended, g)
		}
	}
	for ; err == nil; ended = ended[1:] { // stores the untold ones among Running, then tells the first
		now := slices.Clone(running)
		for _, g := range ended {
			now = append(now, string(g.Game))
		}
		slices.Sort(now)
		if all := strings.Join(now, " "); all != s.Running {
			s.Running = all
			err = w.keep(ctx, func(k *servers.Server) { k.Running = all })
		}
		if err != nil || len(ended) == 0 {
			return err
		}
		err = w.tell(ctx, s, ended[0])
	}
	return err
}

// replaced returns the games that were running at the last look, are over now, and whose channels have newer games.
func (w *writing) replaced(ctx context.Context, s servers.Server, games []seen) (list []seen) {
	for _, id := range strings.Fields(s.Running) {
		if slices.ContainsFunc(games, func(g seen) bool { return string(g.Game) == id }) {
			continue
		}
		v, t, err := w.Games.PublicOf(ctx, api.GameID(id))
		at, storeErr := w.Channels.Guild(ctx, t.Channel)
		if err == nil && storeErr == nil && t.Over && at == w.guild && !s.Hides(t.Channel) {
			list = append(list, seen{t, v})
		}
	}
	return list
}

// tell tells how a game has ended, if need be without pictures. It gives up a message that is malformed even so.
func (w *writing) tell(ctx context.Context, s servers.Server, g seen) error {
	if err := w.stillRefused(s, s.Results); err != nil {
		return err
	}
	w.asked = true
	m := w.result(ctx, g).Once("result " + string(g.Game))
	_, err := w.Rest.Send(ctx, s.Results, m)
	if kind, _ := rest.Diagnose(err); kind == rest.Malformed || rest.CodeOf(err) == rest.MissingPermission {
		_, err = w.Rest.Send(ctx, s.Results, m.Bare()) // the bot may not attach pictures
	}
	if kind, _ := rest.Diagnose(err); kind == rest.Malformed {
		w.log.Error("how a game has ended cannot be told, and is given up", "game", g.Game, "error", err)
		return nil
	}
	return w.noteSent(ctx, s.Results, err, func(*servers.Server) {})
}

// result returns the message that tells how a game has ended.
func (w *writing) result(ctx context.Context, g seen) rest.Message {
	b := g.public.Board()
	loc := w.Messages.InChannel().On(b.Map)
	lines := []string{loc.Header(b), tell.EndingInWords(loc, g.Table, b), tell.SeatsInWords(loc, g.Table),
		loc.Say("feed.where", "channel", page.ChannelLink(g.Channel))}
	kit := w.Kit.At(ctx, w.guild, g.Channel)
	return page.Page[view.Public]{Text: wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit),
		Quiet:   w.Quiet != nil && w.Quiet(ctx, g.Channel),
		Figures: ask.MapFigure(kit, loc, g.public, kit.House)}.Messages()[0]
}

// Text returns what a post says of games, in their order.
func Text(loc wording.Localizer, games []seen) string {
	lines := []string{loc.Say("gamelist.title", "n", len(games))}
	room := rest.ContentLimit - utf8.RuneCountInString(lines[0]) - len("\n… and 1000 more games.\n")
	for i, g := range games {
		l := line(loc, g)
		if room -= utf8.RuneCountInString(l) + len("\n"); i == mostGames || room < 0 {
			lines = append(lines, loc.Say("gamelist.more", "n", len(games)-i))
			break
		}
		lines = append(lines, l)
	}
	return strings.Join(lines, "\n")
}

// titleLength is how many characters of a game's title stand in a line.
const titleLength = 40

// line says of a game whose move it is, since when, and where.
func line(loc wording.Localizer, g seen) string {
	b := g.public.Board()
	args := []any{"channel", page.ChannelLink(g.Channel), "title", wording.InWords(wording.Clip(g.Title, titleLength)),
		"turn", b.Turn, "since", wording.RelativeTimestamp(cmp.Or(g.Since, g.Opened).Truncate(time.Second))}
	var called []string
	switch {
	case !g.Started && tell.HasFreeSeat(g.Table):
		return loc.Say("gamelist.seats", args...)
	case !g.Started:
		return loc.Say("gamelist.start", args...)
	case g.Paused != nil:
		return loc.Say("gamelist.paused", args...)
	case b.Due != nil:
		called = g.Called(b.Due.Side, b.Due)
	default:
		called = g.Called(b.Phase.Side, nil)
	}
	who := tell.MentionAll(loc, called)
	if len(called) == 0 {
		who = wording.InWords(loc.On(b.Map).Acting(b))
	}
	return loc.Say("gamelist.line", append(args, "user", who)...)
}
