package lobby

import (
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"grognard/bot/clock"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/lobby"
	"grognard/bot/league/season"
	"grognard/rules/dice"

	"github.com/bwmarrin/discordgo"
)

// Tell posts what a row of the season of agreed games says about the lobby. told is false for rows about something
// else. An error means that a later try may succeed.
func (f *Face) Tell(ctx context.Context, v league.View, n league.News) (told bool, err error) {
	if v.Terms.Format != season.Agreed {
		return false, nil
	}
	var g *season.Game
	switch {
	case n.Lobby != nil:
		err := f.refresh(ctx, v, n)
		if err == nil && (n.Lobby.Bids != nil || n.Lobby.Bid != nil) {
			err = f.tellBid(ctx, v, n)
		}
		return true, err
	case n.Opened != nil:
		g = v.Game(n.Opened.Game)
	case n.Called != nil:
		g = v.Game(n.Called.Game)
	case n.Warned != nil:
		g = v.Game(n.Warned.Game)
	case n.Ended != nil:
		g = v.Game(n.Ended.Game)
	}
	switch {
	case g == nil || g.Met == nil:
		return false, nil
	case n.Called != nil:
		return true, f.call(ctx, v, n, g, n.Called.Player, "lobby.called")
	case n.Warned != nil:
		return true, f.call(ctx, v, n, g, n.Warned.Player, "lobby.warned")
	case n.Ended != nil && n.Ended.How != season.Uncounted:
		return false, nil
	case n.Opened != nil && n.Opened.ID == "", n.Ended != nil && g.ID != "": // only a thread yet; its game was opened
		return true, nil
	}
	for _, r := range v.Lobby.Requests {
		if r.Game == g.Number {
			if err := f.edit(ctx, v, r); err != nil {
				return true, err
			}
		}
	}
	if n.Ended != nil {
		return true, nil
	}
	return true, f.send(ctx, g.Channel, n, rest.NewMessage(f.first(v, g), nil))
}

// refresh sends the post of a new request, and edits those that a row has changed.
func (f *Face) refresh(ctx context.Context, v league.View, n league.News) error {
	for _, r := range v.Lobby.Requests {
		eased := n.Lobby.Eased != nil && n.Lobby.Eased.Request == r.Number
		var err error
		switch {
		case n.Lobby.Sought != nil && r.By == n.By && r.At.Equal(n.At):
			err = f.announce(ctx, v, n, r)
		case eased, r.Over.Equal(n.At):
			err = f.edit(ctx, v, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// retryable returns the error of a request that may succeed later. Any other error it logs, and returns nil.
func (f *Face) retryable(err error, channel string) error {
	if class, _ := rest.Diagnose(err); err == nil || class == rest.Transient {
		return err
	}
	f.Log.Warn("a channel takes no messages of the lobby", "channel", channel, "error", err)
	return nil
}

// announce sends the post of a request, unless it is there.
func (f *Face) announce(ctx context.Context, v league.View, n league.News, r lobby.Request) error {
	if n.Tried {
		if id, err := f.find(ctx, v, r); err != nil || id != "" {
			return f.retryable(err, r.Channel)
		}
	}
	id, err := f.Rest.Send(ctx, r.Channel, f.post(v, r).Once(n.ID))
	if err == nil {
		f.mu.Lock()
		f.posts[post{v.ID, r.Number}] = id
		f.mu.Unlock()
	}
	return f.retryable(err, r.Channel)
}

// edit has the post of a request say how it is now. One that is gone stays so.
func (f *Face) edit(ctx context.Context, v league.View, r lobby.Request) error {
	key := post{v.ID, r.Number}
	f.mu.Lock()
	id := f.posts[key]
	f.mu.Unlock()
	if id == "" { // the program has started since it was sent
		var err error
		if id, err = f.find(ctx, v, r); err != nil || id == "" {
			return f.retryable(err, r.Channel)
		}
	}
	isFinal := r.Ended != "" && r.Ended != lobby.Bidding && // the post will not change any more
		(r.Ended != lobby.Met || v.Game(r.Game) != nil && v.Game(r.Game).ID != "")
	f.mu.Lock()
	f.posts[key] = id
	if isFinal {
		delete(f.posts, key)
	}
	f.mu.Unlock()
	return f.retryable(f.Rest.Edit(ctx, r.Channel, id, f.post(v, r)), r.Channel)
}

// epoch is when Discord's identifiers begin to count time, in Unix milliseconds.
const epoch = 1420070400000

// find returns the post of a request, "" if it is neither among the messages sent soon after it nor among the latest.
func (f *Face) find(ctx context.Context, v league.View, r lobby.Request) (message string, err error) {
	says := f.post(v, r).Content
	soon := uint64(r.At.Add(10*time.Minute).UnixMilli()-epoch) << 22 // IDs have milliseconds above 22 other bits
	for _, before := range []string{strconv.FormatUint(soon, 10), ""} {
		list, err := f.Rest.Before(ctx, r.Channel, before)
		if err != nil {
			return "", err
		}
		for _, sent := range list {
			for part := range sent.Components.All() {
				if part.CustomID == listOf(r) {
					return sent.ID, nil
				}
			}
			if sent.Content == says {
				return sent.ID, nil
			}
		}
	}
	return "", nil
}

// listOf returns the custom ID of the button to the list below the post of a request, by which the post is known.
func listOf(r lobby.Request) string { return fmt.Sprintf("%s:0:%d", pressList, r.Number) }

// post returns the message of a request: what is wished and how long it stands, or what has become of it.
func (f *Face) post(v league.View, r lobby.Request) rest.Message {
	loc := f.Messages.InChannel()
	user, sealed := name(loc, v, r.By), ""
	if r.Side == 0 { // the hash stays in the post, as the draw is checked by it
		id := "lobby.sealed"
		if r.Most > 0 {
			id = "lobby.sealed-bids"
		}
		sealed = "\n" + loc.Say(id, "hash", wording.InWords(dice.Commitment(r.Secret)))
	}
	list := page.Button(loc.Say("button.lobby-list"), listOf(r), discordgo.SecondaryButton)
	switch g := v.Game(r.Game); {
	case r.Ended == lobby.Met && g != nil:
		other := g.Pair.First
		if other == r.By {
			other = g.Pair.Second
		}
		id, rows := "lobby.found", page.OneRow(list)
		switch {
		case g.ID != "":
			id, rows = "lobby.opened", nil
		case g.IsOver():
			id, rows = "lobby.over-gone", nil
		}
		return rest.NewMessage(loc.Say(id, "user", user, "other", name(loc, v, other),
			"wish", f.title(g.Setting.Module), "channel", page.ChannelLink(g.Channel))+sealed, rows)
	case r.Ended == lobby.Bidding:
		return rest.NewMessage(loc.Say("lobby.over-bidding", "user", user)+sealed, page.OneRow(list))
	case r.Ended != "":
		return rest.NewMessage(loc.Say("lobby.over-"+string(r.Ended), "user", user), nil)
	}
	lines := []string{loc.Say("lobby.wanted", "user", user), string(f.inWords(loc, r.Wish)), f.waits(loc, r) + sealed}
	number := ":" + strconv.Itoa(r.Number)
	return rest.NewMessage(strings.Join(lines, "\n"), page.OneRow(
		page.Button(loc.Say("button.lobby-play"), pressPlay+number, discordgo.SuccessButton),
		page.Button(loc.Say("button.lobby-withdraw"), pressWithdraw+number, discordgo.SecondaryButton), list))
}

// waits says with whom a request is paired now, with whom later, and until when it stands.
func (f *Face) waits(loc wording.Localizer, r lobby.Request) string {
	id := "lobby.waits"
	switch {
	case r.Hours == 0:
		id = "lobby.waits-any"
	case r.Awake == 0:
		id = "lobby.waits-unknown"
	}
	var next lobby.Step
	for _, s := range lobby.Steps() {
		if s.Hours < r.Hours && (next.After == 0 || r.Awake == 0) { // the next step; for unknown hours the last
			next = s
		}
	}
	return loc.Say(id, "n", r.Hours, "fewer", next.Hours, "date", wording.RelativeTimestamp(r.At.Add(next.After)),
		"deadline", wording.RelativeTimestamp(r.At.Add(lobby.Lasts)))
}

// first returns the first message in the thread of a game.
func (f *Face) first(v league.View, g *season.Game) string {
	loc := f.Messages.InChannel()
	sides := append(f.Sides(g.Setting.Module), "1", "2") // for sides whose names are not known
	kind := "lobby.counts"
	if g.Met.Casual {
		kind = "lobby.casual"
	}
	lines := []string{loc.Say("lobby.first", "first", name(loc, v, g.Pair.First), "side", wording.InWords(sides[0]),
		"second", name(loc, v, g.Pair.Second), "other", wording.InWords(sides[1]), "wish", f.title(g.Setting.Module),
		"pace", f.pace(loc, g.Setting.Clock)), loc.Say(kind)}
	if bought := f.bidResult(loc, v, g.Met); bought != "" {
		lines = append(lines, bought)
	}
	if g.Met.Die > 0 {
		lines = append(lines, loc.Say("lobby.drawn", "die", g.Met.Die, "user", name(loc, v, g.Met.Older()),
			"side", wording.InWords(sides[0]), "secret", wording.InWords(hex.EncodeToString(g.Met.Secret)),
			"word", wording.Quoted(g.Met.Words[0]), "other", wording.Quoted(g.Met.Words[1])))
	}
	return strings.Join(lines, "\n")
}

// call pings a player in the thread of his game; the season calls only those who are awake.
func (f *Face) call(ctx context.Context, v league.View, n league.News, g *season.Game, player, id string) error {
	user := v.Names[player]
	if user == "" {
		return nil
	}
	other := g.Pair.First
	if other == player {
		other = g.Pair.Second
	}
	loc := f.Messages.InChannel()
	return f.send(ctx, g.Channel, n, rest.NewMessage(loc.Say(id, "user", tell.Mention(loc, user),
		"other", name(loc, v, other), "hours", int(v.Terms.Contact.Hours()),
		"deadline", wording.RelativeTimestamp(n.At.Add(v.Terms.Warning))), nil, user))
}

// send sends a message once: one that may have been sent before a kill is looked for.
func (f *Face) send(ctx context.Context, channel string, n league.News, m rest.Message) error {
	if n.Tried {
		list, err := f.Rest.Before(ctx, channel, "")
		if err != nil {
			return f.retryable(err, channel)
		}
		for _, sent := range list {
			if sent.Content == m.Content {
				return nil
			}
		}
	}
	_, err := f.Rest.Send(ctx, channel, m.Once(n.ID))
	return f.retryable(err, channel)
}

// inWords says what is wished, in a line.
func (f *Face) inWords(loc wording.Localizer, w lobby.Wish) wording.InWords {
	var parts []string
	if len(w.Modules) > 3 {
		parts = append(parts, loc.Say("lobby.any-game"))
	} else {
		var games []string
		for _, m := range w.Modules {
			games = append(games, string(f.title(m)))
		}
		parts = append(parts, strings.Join(games, loc.Say("lobby.or")))
	}
	if sides := f.Sides(w.Modules[0]); w.Side > 0 && w.Side <= len(sides) {
		parts = append(parts, loc.Say("lobby.side", "side", wording.InWords(sides[w.Side-1])))
	} else if w.Most > 0 {
		parts = append(parts, loc.Say("lobby.bid-side"))
	} else {
		parts = append(parts, loc.Say("lobby.any-side"))
	}
	if w.Pace != "" {
		parts = append(parts, string(f.pace(loc, w.Pace)))
	}
	if w.Kind != lobby.Either {
		parts = append(parts, loc.Say("lobby.kind-"+string(w.Kind)))
	}
	if w.Level {
		parts = append(parts, loc.Say("lobby.level", "low", w.Points-lobby.Near, "high", w.Points+lobby.Near))
	}
	if w.Reliable {
		parts = append(parts, loc.Say("lobby.reliable", "n", 100-lobby.MostLapse))
	}
	return wording.InWords(strings.Join(parts, " · "))
}

// title returns how a game is called.
func (f *Face) title(module string) wording.InWords {
	for _, m := range f.Library.Modules() {
		if m.ID == module {
			return wording.InWords(m.Title)
		}
	}
	return wording.InWords(module)
}

// pace says what the clocks of a game are.
func (f *Face) pace(loc wording.Localizer, pace string) wording.InWords {
	terms, err := clock.Parse(pace)
	if err != nil || terms.None() {
		return wording.InWords(loc.Say("league.clock-none"))
	}
	return wording.InWords(fmt.Sprintf("%s (%s)", loc.Say("lobby.clock-"+pace), tell.TermsInWords(loc, terms)))
}

// name returns how a player is shown: a mention that calls nobody by itself.
func name(loc wording.Localizer, v league.View, player string) wording.InWords {
	if user := v.Names[player]; rest.IsID(user) {
		return tell.Mention(loc, user)
	}
	return wording.InWords(loc.Say("league.former"))
}
