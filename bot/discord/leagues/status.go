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
	"grognard/bot/discord/requests"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/lopsided"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// pressCross shows who has met whom. After it stands the season, and after another colon the page, if one was chosen.
const pressCross = "league-cross"

// A status lists for each season at most so many games of the asker and tasks of an organiser: more fill two screens.
const (
	mostGames = 5
	mostNeeds = 5
)

// status shows a season that was picked or typed, for "" the newest of the channel, or else of the server.
func (f *Face) status(ctx context.Context, req ask.Request, picked string) (list []rest.Message, err error) {
	var v league.View
	if picked != "" {
		v, err = f.findSeason(ctx, req, picked)
	} else {
		v, err = f.newest(ctx, req, nil)
	}
	if err != nil {
		return nil, err
	}
	return f.show(ctx, req, v), nil
}

// show says how a season stands, and what it asks of the asker.
func (f *Face) show(ctx context.Context, req ask.Request, v league.View) []rest.Message {
	lines := []string{req.Say("league.title", "name", title(v)), stage(req.Localizer, v)}
	if isMute(f, v.ID) {
		lines = append(lines, req.Say("league.mute", "channel", page.ChannelLink(v.Terms.Channel)))
	}
	me := v.Of(req.Cmd.User)
	p := v.Player(me)
	lines = append(lines, f.ownLines(ctx, req, v, p)...)
	organises := isOrganiser(v, req.Cmd.User)
	if organises {
		lines = append(append(lines, needs(req, v, f.Calendars.Now())...), hints(req, v)...)
	}
	others, ways := otherSeasons(ctx, f, req, v.ID)
	lines = append(lines, others...)
	rows := append(hereButtons(req, v, me), page.Row(
		button(req.Say("button.league-table"), pressTable, v.ID, discordgo.PrimaryButton),
		button(req.Say("button.league-cross"), pressCross, v.ID, discordgo.SecondaryButton),
		button(req.Say("button.league-about"), pressAbout, v.ID, discordgo.SecondaryButton)))
	var more []discordgo.MessageComponent
	isOver := v.Stage == season.Closed || v.Stage == season.Cancelled
	switch plays := p != nil && p.Left.IsZero(); {
	case plays && !isOver:
		more = append(more, button(req.Say("button.league-mine"), pressMine, v.ID, discordgo.SecondaryButton),
			button(req.Say("button.league-leave"), pressLeave, v.ID, discordgo.SecondaryButton))
	case v.Stage == season.SignUps:
		more = append(more, button(req.Say("button.league-join"), pressJoin, v.ID, discordgo.SuccessButton))
	}
	if len(v.Organisers) == 0 && v.Stage != season.Cancelled && mayTakeOver(req, v) {
		lines = append(lines, req.Say("league.no-organiser"))
		more = append(more, button(req.Say("button.league-take"), pressTake, v.ID, discordgo.PrimaryButton))
	}
	if organises && v.Stage != season.Cancelled {
		more = append(more, button(req.Say("button.league-manage"), pressManage, v.ID, discordgo.PrimaryButton))
	}
	if more = append(more, f.requests.Buttons(req, v)...); len(more) > 0 {
		rows = append(rows, page.Row(more...))
	}
	rows = append(rows, page.Rows(ways)...)
	return answer(wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit), rows...)
}

// hereButtons returns a row of buttons, one for each game of a player in which he has not said yet that he is there;
// nil for none. They are repeated here, as a game may have moved away from the message with its button.
func hereButtons(req ask.Request, v league.View, player string) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for i := range v.Games {
		g := &v.Games[i]
		seat, plays := g.Has(player)
		if !plays || player == "" || g.ID == "" || g.IsOver() || g.Moved[seat] || len(buttons) == page.RowLimit {
			continue
		}
		buttons = append(buttons, button(req.Say("button.league-here-game", "n", g.Number), pressHere, v.ID+":"+g.ID,
			discordgo.SuccessButton))
	}
	return page.Rows(buttons)
}

// otherSeasons returns lines and buttons for seasons other than shown and not over: the asker's and his channel's.
func otherSeasons(ctx context.Context, f *Face, req ask.Request, shown string) (lines []string,
	ways []discordgo.MessageComponent) {
	list, err := f.Keeper.Briefs(ctx, req.Guild, maxBriefs)
	if err != nil {
		f.Log.Warn("a season cannot be read", "server", req.Guild, "error", err)
	}
	for _, b := range list {
		if b.ID == shown || b.Over {
			continue
		}
		v, err := f.look(ctx, req, b.ID)
		p := v.Player(v.Of(req.Cmd.User))
		organises := isOrganiser(v, req.Cmd.User)
		if err != nil || !organises && !b.In(req.Cmd.Channel) && (p == nil || !p.Left.IsZero()) {
			continue
		}
		if len(ways) == mostAlso {
			lines = append(lines, req.Say("league.also-more"))
			break
		}
		lines = append(lines, req.Say("league.also", "name", title(v), "stage",
			wording.InWords(stage(req.Localizer, v))))
		lines = append(lines, f.ownLines(ctx, req, v, p)...)
		if organises {
			lines = append(lines, needs(req, v, f.Calendars.Now())...)
		}
		ways = append(ways, button(wording.Clip(wording.Unmarked(v.Terms.Name), season.MostName), pressShow, v.ID,
			discordgo.SecondaryButton))
	}
	return lines, ways
}

// mostAlso is how many other seasons an answer has room for, with a button each.
const mostAlso = 4

// ownLines says where a player stands, and which games he has.
func (f *Face) ownLines(ctx context.Context, req ask.Request, v league.View, p *season.Player) (lines []string) {
	switch {
	case p == nil:
		return nil
	case !p.Left.IsZero():
		return []string{req.Say("league.own-left")}
	case p.Reserve:
		lines = append(lines, req.Say(reserveText(v, "league.own-reserve")))
	case v.Terms.Format == season.Ladder:
		lines = append(lines, req.Say("league.own-ladder", "place", slices.Index(v.Playing(), p.ID)+1))
	case v.Stage != season.SignUps:
		lines = append(lines, ownPlace(req, v, p.ID))
	default:
		lines = append(lines, req.Say("league.own-in"))
	}
	var open []*season.Game
	for i := range v.Games {
		if _, plays := v.Games[i].Has(p.ID); plays && !v.Games[i].IsOver() {
			open = append(open, &v.Games[i])
		}
	}
	for i, g := range open {
		if i == mostGames {
			lines = append(lines, req.Say("league.more-games", "n", len(open)-i))
			break
		}
		lines = append(lines, f.ownGame(ctx, req, v, g, p.ID))
	}
	return lines
}

// ownPlace says where a player stands in the table of the season or of his pool.
func ownPlace(req ask.Request, v league.View, player string) string {
	pool := poolOf(v, player)
	rows := v.Table(pool)
	i := slices.IndexFunc(rows, func(r standings.Row) bool { return r.Player == player })
	if i < 0 {
		return req.Say("league.own-in")
	}
	switch {
	case rows[i].Out:
		return req.Say("league.own-out")
	case v.Terms.Format == season.Knock && v.Stage != season.Closed:
		in := slices.IndexFunc(rows, func(r standings.Row) bool { return r.Out }) // who is out comes last
		if in < 0 {
			in = len(rows)
		}
		return req.Say("league.own-still", "n", in, "count", len(rows))
	}
	args := []any{"place", rows[i].Place, "count", len(rows), "points", pointsInWords(req.Localizer, rows[i].Points),
		"n", pool}
	if pool == 0 {
		return req.Say("league.own-place", args...)
	}
	places := wording.InWords("")
	if reach := v.Reachable(pool); i < len(reach) {
		places = req.Localizer.Span(strconv.Itoa(reach[i].Best), strconv.Itoa(reach[i].Worst))
	}
	return req.Say("league.own-pool", append(args, "places", places)...)
}

// ownGame says where a player's game is, and what it waits for.
func (f *Face) ownGame(ctx context.Context, req ask.Request, v league.View, g *season.Game, player string) string {
	seat, _ := g.Has(player) // seat 0 is Pair.First's, 1 Pair.Second's
	other := name(req.Localizer, v, []string{g.Pair.First, g.Pair.Second}[1-seat])
	seen, t, err := f.Looks.PublicOf(ctx, api.GameID(g.ID))
	at := g.Channel
	if err == nil {
		at = t.Channel // a game master may have moved it
	}
	args := []any{"user", other, "channel", page.ChannelLink(at), "number", g.Number}
	line := func(id string, more ...any) string { return req.Say(id, append(args, more...)...) }
	if !g.Adjourned.IsZero() {
		return line("league.game-adjourned")
	}
	p, called := v.Player(player), g.Called[seat]
	due := called.Add(v.Terms.Contact)
	switch {
	case g.ID == "":
		return line("league.game-later")
	case g.Moved[seat]: // he is there; what is said of such a game follows below
	case called.IsZero():
		return line("league.game-here-soon")
	case p.Warnings > 0:
		if until := season.LastWarned(&v.Season, g, seat).Add(v.Terms.Warning); until.After(due) {
			due = until
		}
		return line("league.game-warned", "due", wording.RelativeTimestamp(due))
	default:
		return line("league.game-here", "due", wording.RelativeTimestamp(due))
	}
	if err != nil || !t.Started {
		return line("league.game-waits")
	}
	id := "league.game-theirs"
	if waitsFor(seen.Board(), t, req.Cmd.User) {
		id = "league.game-yours"
	}
	return line(id, "since", wording.RelativeTimestamp(t.Since.Truncate(time.Second)))
}

// waitsFor reports whether a game waits for a user.
func waitsFor(b *view.Board, t api.Table, user string) bool {
	if b.Due != nil {
		return slices.Contains(t.Called(b.Due.Side, b.Due), user)
	}
	return slices.Contains(t.Called(b.Phase.Side, nil), user)
}

// needs lists what an organiser has to do: games without a result, games that cannot be opened, draws of a knock-out
// and requests to decide. It also names the players who have left. It returns nil if there is nothing to say.
func needs(req ask.Request, v league.View, now time.Time) (lines []string) {
	all := 0
	add := func(line string) {
		if all++; all <= mostNeeds {
			lines = append(lines, line)
		}
	}
	for i := range v.Games {
		g := &v.Games[i]
		args := []any{"number", g.Number, "first", name(req.Localizer, v, g.Pair.First),
			"second", name(req.Localizer, v, g.Pair.Second)}
		switch why := v.Stuck[g.Number]; {
		case !g.IsOver() && why == league.NoResult, isOverdue(v, g, season.Deadline(&v.Season, g), now):
			add(req.Say("league.need-result", args...))
		case !g.IsOver() && why != "":
			add(req.Say("league.need-stuck", append(args, "reason", wording.Quoted(why))...))
		case slices.Contains(v.Undecided(), g.Number):
			add(req.Say("league.need-decision", args...))
		}
	}
	for _, line := range requests.Waiting(req, v) {
		add(line)
	}
	if all > mostNeeds {
		lines = append(lines, req.Say("league.need-more", "n", all-mostNeeds))
	}
	var gone []string
	for _, p := range v.Players {
		if !p.Left.IsZero() {
			gone = append(gone, p.ID)
		}
	}
	if len(gone) > 0 && v.Stage != season.SignUps {
		lines = append(lines, req.Say("league.need-gone", "n", len(gone), "user", names(req.Localizer, v, gone)))
	}
	if len(lines) > 0 {
		lines = append([]string{req.Say("league.need-title")}, lines...)
	}
	return lines
}

// hints lists the pairs of players who may be one person, except those of the organiser's own pool. Only an organiser
// sees them, and nothing follows from them.
func hints(req ask.Request, v league.View) (lines []string) {
	for _, p := range lopsided.For(&v.Season, v.Of(req.Cmd.User)) {
		lines = append(lines, req.Say("league.hint-lopsided", "n", p.Games, "user", name(req.Localizer, v, p.Loser),
			"other", name(req.Localizer, v, p.Winner)))
	}
	return lines
}

// isOverdue reports whether a game waits for an organiser's ruling because its deadline is over; zero is no deadline.
func isOverdue(v league.View, g *season.Game, deadline, now time.Time) bool {
	return !g.IsOver() && v.Terms.Unfinished == season.Ruling && !deadline.IsZero() && now.After(deadline)
}

// standings shows a page of the tables: the one numbered in what, SEASON:PAGE, else the one on which the asker stands.
func (f *Face) standings(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	id, _, _ := strings.Cut(what, ":")
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	m, shown := sheet(req, v, pressTable, what, tables(req.Localizer, v))
	f.attachTables(ctx, req, v, shown, &m)
	return []rest.Message{m}, nil
}

// sheet returns a message with one page of entries and buttons that turn to the others, and the entries of that page.
func sheet(req ask.Request, v league.View, press, what string, all []entry) (rest.Message, []entry) {
	pages := sheets(all)
	me := v.Of(req.Cmd.User)
	_, number, asked := strings.Cut(what, ":")
	n, err := strconv.Atoi(number)
	if !asked || err != nil || n < 0 || n >= len(pages) {
		n = max(0, slices.IndexFunc(pages, func(list []entry) bool {
			return me != "" && slices.ContainsFunc(list, func(e entry) bool { return e.player == me })
		}))
	}
	pageButtons := page.PageButtons(req.Localizer, n, len(pages), func(n int) string {
		return fmt.Sprintf("%s:%s:%d", press, v.ID, n)
	})
	rows := append(page.Rows(pageButtons), turns(req, v)...)
	text := req.Say("league.title", "name", title(v)) + "\n" + stage(req.Localizer, v) + "\n" + inLines(pages[n])
	return rest.NewMessage(wording.Clip(text, rest.ContentLimit), rows), pages[n]
}

// cross shows who has met whom, and each player's points against each opponent. what is as for standings.
func (f *Face) cross(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	id, _, _ := strings.Cut(what, ":")
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	var lines []entry
	for _, pool := range pools(v) {
		lines = append(lines, crossLines(req, v, pool)...)
	}
	m, _ := sheet(req, v, pressCross, what, lines)
	return []rest.Message{m}, nil
}

// crossLines returns the lines of a pool in a cross table.
func crossLines(req ask.Request, v league.View, pool int) (lines []entry) {
	if pool > 0 {
		lines = append(lines, entry{text: req.Say("league.pool", "n", pool)})
	}
	var players []string
	for _, r := range v.Table(pool) {
		players = append(players, r.Player)
	}
	met := standings.Cross(players, v.Results(pool))
	for i, p := range players {
		var cells []string
		for j, points := range met[i] {
			if i == j || len(points) == 0 {
				continue
			}
			var each []string
			for _, n := range points {
				each = append(each, string(half(n)))
			}
			cells = append(cells, req.Say("league.cross-cell", "user", name(req.Localizer, v, players[j]),
				"points", wording.InWords(strings.Join(each, "+"))))
		}
		if len(cells) == 0 {
			cells = []string{req.Say("league.cross-none")}
		}
		lines = append(lines, entry{p, req.Say("league.cross-row", "user", name(req.Localizer, v, p),
			"cells", wording.InWords(strings.Join(cells, ", ")))})
	}
	return lines
}
