package leagues

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// pressHere is the button by which a player says that he is there. After it stand the season and the referee's game.
const pressHere = "league-here"

// posted is a panel that was sent: its message, "" if that is gone, and its text.
type posted struct{ message, says string }

// Tell posts what a row of a season's log says. A row that is told again appears once; an error means that a later try
// may succeed. After a result Tell has ranks reckoned anew.
func (f *Face) Tell(ctx context.Context, v league.View, n league.News) error {
	err := tellRow(ctx, f, v, n)
	if err == nil && (n.Ended != nil || n.Ruled != nil || n.Past != nil || n.PastOut != nil) {
		f.ranks.Changed(v.Server)
	}
	return err
}

// tellRow posts what a row says: the first that knows the row tells it, the lobby's or another package's part of f.
func tellRow(ctx context.Context, f *Face, v league.View, n league.News) error {
	if told, err := f.lobby.Tell(ctx, v, n); told || err != nil {
		return err
	}
	if told, err := f.requests.Tell(ctx, v, n); told || err != nil {
		return err
	}
	if channel, text, told := f.bring.News(v, n); told {
		if n.Brought != nil {
			return f.tellAndRefresh(ctx, v, n, text)
		}
		return f.send(ctx, v, channel, n, rest.NewMessage(text, f.bring.Buttons(v, n)))
	}
	if v.Terms.Format == season.Agreed {
		if channel, m, told := f.rated.News(ctx, v, n); told {
			return f.send(ctx, v, channel, n, m)
		}
		return nil
	}
	loc := f.Messages.InChannel()
	switch {
	case n.Announced != nil:
		return f.announcePanel(ctx, v, n)
	case n.Joined != nil:
		return f.refresh(ctx, v)
	case n.Left != nil:
		text := loc.Say("league.told-left", "user", name(loc, v, n.Left.Player), "name", title(v))
		if n.Left.Reason != "" {
			text = loc.Say("league.told-out", "user", name(loc, v, n.Left.Player), "name", title(v),
				"reason", wording.Quoted(n.Left.Reason))
		}
		if v.Stage == season.SignUps && n.Left.Reason == "" {
			return f.refresh(ctx, v)
		}
		return f.tellAndRefresh(ctx, v, n, text)
	case n.Paired != nil:
		return f.tellAndRefresh(ctx, v, n, f.pairedInWords(loc, v, *n.Paired))
	case n.Unpaired != 0:
		return f.tellAndRefresh(ctx, v, n, loc.Say("league.told-unpaired", "round", n.Unpaired, "name", title(v)))
	case n.Stopped != nil:
		return f.tellAndRefresh(ctx, v, n, f.stoppedInWords(loc, v, *n.Stopped))
	case n.Organiser != nil:
		id := "league.told-organiser"
		if n.Organiser.Ends {
			id = "league.told-no-organiser"
		}
		if n.Organiser.Reason != "" {
			id = "league.told-organiser-out"
		}
		return f.tellAndRefresh(ctx, v, n, loc.Say(id, "user", name(loc, v, n.Organiser.Player), "name", title(v),
			"by", name(loc, v, n.By), "reason", wording.Quoted(n.Organiser.Reason)))
	case n.Replaced != nil:
		return f.tellAndRefresh(ctx, v, n, loc.Say("league.told-replaced", "user", name(loc, v, n.Replaced.In),
			"other", name(loc, v, n.Replaced.Out), "name", title(v)))
	case n.Away > 0:
		return f.send(ctx, v, v.Terms.Channel, n, rest.NewMessage(loc.Say("league.told-away", "name", title(v),
			"hours", max(int(n.Away.Hours()), 1)), nil))
	}
	return f.tellGame(ctx, v, n)
}

// tellGame tells what concerns one game; it tells nothing of a game whose round was undone.
func (f *Face) tellGame(ctx context.Context, v league.View, n league.News) error {
	loc := f.Messages.InChannel()
	switch {
	case n.Opened != nil && n.Opened.ID != "":
		if g := v.Game(n.Opened.Game); g != nil && g.ID == n.Opened.ID { // else the round was undone since
			return f.send(ctx, v, g.Channel, n, rest.NewMessage(f.firstInWords(ctx, loc, v, g), hereRow(loc, v, g)))
		}
	case n.Called != nil:
		return f.call(ctx, v, n, *n.Called, "league.told-called")
	case n.Warned != nil:
		return f.call(ctx, v, n, *n.Warned, "league.told-warned")
	case n.Ended != nil:
		return f.result(ctx, v, n, *n.Ended)
	case n.Ruled != nil:
		return f.result(ctx, v, n, *n.Ruled)
	}
	return nil
}

// hereRow returns a row with the button by which a player says that he is there for game g.
func hereRow(loc wording.Localizer, v league.View, g *season.Game) []discordgo.MessageComponent {
	return page.OneRow(button(loc.Say("button.league-here"), pressHere, v.ID+":"+g.ID, discordgo.SuccessButton))
}

// send sends a message once. One that a game's thread will never take goes to the season's channel. If that takes none
// either, send gives the message up; the log and the season's status say so. But a player must hear that he is called
// or warned: then send returns the error, and the season, whose time stands still, waits until it can be told.
func (f *Face) send(ctx context.Context, v league.View, channel string, n league.News, m rest.Message) error {
	err := f.sendUnlessThere(ctx, channel, n, m)
	if err != nil && len(m.Files) > 0 && rest.CodeOf(err) == rest.MissingPermission {
		err = f.sendUnlessThere(ctx, channel, n, m.Bare())
	}
	class, _ := rest.Diagnose(err)
	home := v.Terms.Channel
	switch {
	case err == nil:
		f.note(v.ID, channel == home, false)
		return nil
	case class == rest.Transient:
		return err
	case channel != home && home != "":
		n.ID += " home" // another message than the one that the thread did not take
		return f.send(ctx, v, home, n, m)
	}
	if f.note(v.ID, true, true) {
		f.Log.Warn("a season's channel takes no messages", "season", v.ID, "channel", home, "error", err)
	}
	if over := v.Stage == season.Closed || v.Stage == season.Cancelled; !over && (n.Called != nil || n.Warned != nil) {
		return err
	}
	return nil
}

// sendUnlessThere sends a message. If that was tried before it looks for the message in the channel first: Discord
// itself recognizes a message that it gets twice for some minutes only.
func (f *Face) sendUnlessThere(ctx context.Context, channel string, n league.News, m rest.Message) error {
	if n.Tried {
		list, err := f.Rest.Before(ctx, channel, "")
		if err != nil {
			return err
		}
		for _, sent := range list {
			if sent.Author.ID == f.Self() && head(sent.Content) == head(m.Content) {
				return nil
			}
		}
	}
	_, err := f.Rest.Send(ctx, channel, m.Once(n.ID))
	return err
}

// head returns the first two lines of a message: the rest may have changed since it was sent.
func head(text string) string {
	lines := strings.SplitN(text, "\n", 3)
	return strings.Join(lines[:min(2, len(lines))], "\n")
}

// note stores whether a season's home channel is mute, and reports whether that is news. It ignores other channels.
func (f *Face) note(id string, home, mute bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !home || f.mute[id] == mute {
		return false
	}
	if mute {
		f.mute[id] = true
	} else {
		delete(f.mute, id)
	}
	return true
}

func isMute(f *Face, id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.mute[id]
}

// tellAndRefresh posts text in the season's channel, in as many messages as it takes, and updates the panel.
func (f *Face) tellAndRefresh(ctx context.Context, v league.View, n league.News, text string) error {
	rowID := n.ID
	for i, part := range rest.Split(text, rest.ContentLimit) {
		n.ID = fmt.Sprintf("%s/%d", rowID, i)
		if err := f.send(ctx, v, v.Terms.Channel, n, rest.NewMessage(part, nil)); err != nil {
			return err
		}
	}
	return f.refresh(ctx, v)
}

// announcePanel sends the panel and remembers where it stands, for refresh.
func (f *Face) announcePanel(ctx context.Context, v league.View, n league.News) error {
	m := f.panel(v)
	if n.Tried { // the panel may be there already: send looks for it
		return f.send(ctx, v, v.Terms.Channel, n, m)
	}
	id, err := f.Rest.Send(ctx, v.Terms.Channel, m.Once(n.ID))
	if err == nil {
		f.mu.Lock()
		f.panels[v.ID] = posted{id, m.Content}
		f.mu.Unlock()
		f.note(v.ID, true, false)
		return nil
	}
	if class, _ := rest.Diagnose(err); class == rest.Transient {
		return err
	}
	return f.send(ctx, v, v.Terms.Channel, n, m) // fails too, and notes that the channel is mute
}

// refresh edits the panel so that it says how the season is now. A panel that is gone is not sent again.
func (f *Face) refresh(ctx context.Context, v league.View) error {
	m := f.panel(v)
	f.mu.Lock()
	p, known := f.panels[v.ID]
	f.mu.Unlock()
	if !known { // the program has started since it was sent
		var err error
		if p.message, err = f.findPanel(ctx, v); err != nil {
			if class, _ := rest.Diagnose(err); class == rest.Transient {
				return err
			}
			return nil
		}
	}
	if p.message != "" && p.says != m.Content {
		if err := f.Rest.Edit(ctx, v.Terms.Channel, p.message, m); err != nil {
			if class, _ := rest.Diagnose(err); class == rest.Transient {
				return err
			}
			p.message = ""
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.panels[v.ID] = posted{p.message, m.Content}
	return nil
}

// findPanel returns the panel's message, "" if it is not found. It looks through the messages before a time soon after
// the command that announced the season, whose ID the season's ID contains, and then through the channel's latest.
func (f *Face) findPanel(ctx context.Context, v league.View) (message string, err error) {
	command, _ := strconv.ParseUint(strings.TrimPrefix(v.ID, "s"), 10, 64)
	soon := uint64((10 * time.Minute).Milliseconds()) << 22 // Discord's IDs have milliseconds above 22 other bits
	for _, before := range []string{strconv.FormatUint(command+soon, 10), ""} {
		list, err := f.Rest.Before(ctx, v.Terms.Channel, before)
		if err != nil {
			return "", err
		}
		for _, sent := range list {
			for part := range sent.Components.All() {
				if part.CustomID == pressAbout+":"+v.ID {
					return sent.ID, nil
				}
			}
		}
	}
	return "", nil
}

// pairedInWords lists the games of a round, or the pools. It pings nobody, as some players are asleep.
func (f *Face) pairedInWords(loc wording.Localizer, v league.View, p season.Pairings) string {
	date := []any{"date", wording.Timestamp(p.Deadline), "deadline", wording.RelativeTimestamp(p.Deadline),
		"name", title(v), "round", p.Round, "n", len(p.Games)}
	if p.Pools != nil {
		lines := []string{loc.Say("league.told-pools", date...)}
		for i, pool := range p.Pools {
			lines = append(lines, loc.Say("league.told-pool", "n", i+1, "user", names(loc, v, pool)))
		}
		return strings.Join(lines, "\n")
	}
	id := "league.told-round"
	switch {
	case p.Challenger != "":
		id = "league.told-challenge"
	case p.Again != 0:
		id = "league.told-again"
	case p.PlayOff:
		id = "league.told-playoff"
	}
	lines := []string{loc.Say(id, date...)}
	for _, g := range p.Games {
		if g.Second == "" {
			lines = append(lines, loc.Say("league.pair-bye", "user", name(loc, v, g.First)))
			continue
		}
		lines = append(lines, loc.Say("league.told-pair", "first", name(loc, v, g.First),
			"second", name(loc, v, g.Second)))
	}
	return strings.Join(lines, "\n")
}

// stoppedInWords says that a season is paused, goes on or is over, and at its end how it has ended.
func (f *Face) stoppedInWords(loc wording.Localizer, v league.View, h season.Halt) string {
	if h.Begins {
		return loc.Say("league.told-ladder", "name", title(v))
	}
	text := loc.Say("league.told-"+string(h.How), "name", title(v), "reason", wording.Quoted(h.Reason))
	if h.How == season.Closed {
		if winner := v.Winner(); winner != "" {
			text += "\n" + loc.Say("league.told-winner", "user", name(loc, v, winner))
		}
		lines := tables(loc, v)
		if text += "\n" + inLines(lines[:min(len(lines), mostTold)]); len(lines) > mostTold {
			text += "\n" + loc.Say("league.told-more")
		}
	}
	return text
}

// mostTold is how many lines of the tables are told at the end of a season.
const mostTold = 40

// firstInWords returns the first message in a game's thread.
func (f *Face) firstInWords(ctx context.Context, loc wording.Localizer, v league.View, g *season.Game) string {
	sides := f.sides(g.Setting.Module)
	if _, t, err := f.Looks.PublicOf(ctx, api.GameID(g.ID)); err == nil && len(t.Seats) == 2 {
		sides = []string{t.Seats[0].Side.Name, t.Seats[1].Side.Name}
	}
	for len(sides) < 2 { // a side whose name is not known is called by its number
		sides = append(sides, strconv.Itoa(len(sides)+1))
	}
	where := loc.Say("league.in-round", "n", g.Round)
	if g.Pair.Pool > 0 {
		where = loc.Say("league.in-pool", "n", g.Pair.Pool)
	}
	lines := []string{
		loc.Say("league.first-title", "name", title(v), "where", wording.InWords(where), "number", g.Number),
		loc.Say("league.first-pair", "first", name(loc, v, g.Pair.First), "side", wording.InWords(sides[0]),
			"second", name(loc, v, g.Pair.Second), "other", wording.InWords(sides[1])),
		loc.Say("league.line-game", "game", f.setting(loc, g.Setting))}
	for _, r := range v.Rounds {
		if r.Number == g.Round && !r.Deadline.IsZero() {
			lines = append(lines, loc.Say("league.first-deadline", "date", wording.Timestamp(r.Deadline),
				"what", wording.InWords(loc.Say("league.unfinished-"+string(v.Terms.Unfinished)))))
		}
	}
	for _, id := range []string{g.Pair.First, g.Pair.Second} {
		p, user := v.Player(id), name(loc, v, id)
		if p != nil && p.Zone != "" {
			lines = append(lines, loc.Say("league.first-zone", "user", user, "zone", wording.InWords(p.Zone)))
		}
		if p != nil && p.Pace != "" {
			lines = append(lines, loc.Say("league.first-pace", "user", user, "pace", wording.Quoted(p.Pace)))
		}
	}
	lines = append(lines, loc.Say("league.first-counts"),
		loc.Say("league.first-contact", "contact", int(v.Terms.Contact.Hours()),
			"warning", int(v.Terms.Warning.Hours())), organisers(loc, v))
	return wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit)
}

// call pings a player in the thread of his game with the text id; the season calls only those who are awake.
func (f *Face) call(ctx context.Context, v league.View, n league.News, c season.Contact, id string) error {
	g := v.Game(c.Game)
	if g == nil || g.ID == "" || g.Opened.After(n.At) {
		return nil // the round was undone since, and the number is another game's
	}
	loc := f.Messages.InChannel()
	seat, plays := g.Has(c.Player) // seat 0 is Pair.First's, 1 Pair.Second's
	if !plays {
		return nil
	}
	by := n.At.Add(v.Terms.Contact) // the time by which the player must say that he is there
	if n.Warned != nil {
		by = n.At.Add(v.Terms.Warning)
	}
	args := []any{"user", name(loc, v, c.Player), "other", name(loc, v, []string{g.Pair.First, g.Pair.Second}[1-seat]),
		"date", wording.Timestamp(by), "deadline", wording.RelativeTimestamp(by), "number", g.Number}
	var ping []string
	if user := v.Names[c.Player]; user != "" {
		ping = append(ping, user)
	}
	return f.send(ctx, v, g.Channel, n, rest.NewMessage(loc.Say(id, args...), hereRow(loc, v, g), ping...))
}

// result tells how a game has ended, with its last map.
func (f *Face) result(ctx context.Context, v league.View, n league.News, o season.Outcome) error {
	g := v.Game(o.Game)
	if g == nil || g.Pair.Second == "" || g.Result == nil {
		return nil // a round was undone since
	}
	loc := f.Messages.InChannel()
	args := []any{"first", name(loc, v, g.Pair.First), "second", name(loc, v, g.Pair.Second), "number", g.Number,
		"points", half(o.Result.Points[0]), "others", half(o.Result.Points[1]), "name", title(v)}
	lines := []string{loc.Say("league.told-result", args...)}
	switch {
	case n.Ruled != nil:
		lines = append(lines, loc.Say("league.told-ruled", "user", name(loc, v, n.By),
			"reason", wording.Quoted(o.Reason)))
	case o.How != "":
		lines = append(lines, loc.Say("league.how-"+o.How))
	}
	if n.Ruled != nil && !g.Ended.IsZero() && n.At.After(g.Ended) { // the game had a result before the ruling
		lines = append(lines, loc.Say("league.told-replaces", "number", g.Number))
	}
	if o.Result.Points == g.Result.Points && season.Repeated(&v.Season, *g) {
		lines = append(lines, loc.Say("league.told-second"))
	}
	for _, p := range []string{g.Pair.First, g.Pair.Second} {
		if line := placeInWords(loc, v, p); line != "" {
			lines = append(lines, line)
		}
	}
	p := page.Page[view.Public]{}
	if g.ID != "" {
		if seen, t, err := f.Looks.PublicOf(ctx, api.GameID(g.ID)); err == nil && t.Over && t.Started {
			kit := f.Kit.At(ctx, v.Server, t.Channel)
			p.Figures = ask.MapFigure(kit, loc.On(seen.Board().Map), seen, kit.House)
			what := v.ID + ":" + strconv.Itoa(g.Number)
			p.Rows = page.OneRow(button(loc.Say("button.league-film"), pressFilm, what, discordgo.SecondaryButton),
				button(loc.Say("button.report"), pressReport, what, discordgo.SecondaryButton))
		}
	}
	p.Text = wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit)
	return f.send(ctx, v, v.Terms.Channel, n, p.Messages()[0])
}

// placeInWords says where a player stands now, "" where places mean nothing.
func placeInWords(loc wording.Localizer, v league.View, player string) string {
	if v.Terms.Format == season.Ladder {
		if i := slices.Index(v.Playing(), player); i >= 0 {
			return loc.Say("league.told-ladder-place", "user", name(loc, v, player), "place", i+1)
		}
		return ""
	}
	for _, r := range v.Table(poolOf(v, player)) {
		if r.Player == player && v.Terms.Format != season.Knock {
			return loc.Say("league.told-place", "user", name(loc, v, player), "place", r.Place,
				"points", pointsInWords(loc, r.Points))
		}
	}
	return ""
}
