package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/bid"
	"grognard/bot/league/lobby"
	"grognard/bot/league/rated"
	"grognard/bot/referee/titles"

	"github.com/bwmarrin/discordgo"
)

// pressBid is the button of a bid. After it stands AUCTION:SIDE:POINTS, or AUCTION:0:0 for a pass.
const pressBid = "lobby-bid"

// byBid is the value of the option side: with which the players bid for their sides.
const byBid = "bid"

// bidLimits returns how much can be bid in a game: at most so many steps of its handicaps for the first and the second
// side, or else, with no steps, so many victory points. most is 0 for a game that has neither.
func (f *Face) bidLimits(module string) (most int, steps [2]int) {
	for _, p := range f.Library.Games() {
		if p.ID != module || !p.Playable() {
			continue
		}
		for i, s := range p.Sides {
			h, _ := p.Handicaps.Of(s.ID)
			steps[1-i] = h.Most // a bid for one side gives steps of the handicap to the other
		}
		most = max(steps[0], steps[1])
		if most == 0 {
			most = bid.Most(p.SetUp.Board().Score())
		}
		return most, steps
	}
	return 0, steps
}

// step returns what a step of the handicap gives the player of a side, 1 or 2, by the module as it is now.
func (f *Face) step(module string, side int) wording.InWords {
	for _, m := range f.Library.Modules() {
		if m.ID == module {
			h, _ := m.Handicaps.Of(m.Sides[side-1].ID)
			return wording.InWords(h.Name)
		}
	}
	return ""
}

// bidText returns id, the message about a bid of points, or its form for a match whose bids are steps of a handicap.
func bidText(id string, m *lobby.Match) string {
	if m == nil || m.Steps == [2]int{} {
		return id
	}
	return id + "-steps"
}

// handicaps says how many steps of which handicap can be bid for each side.
func (f *Face) handicaps(loc wording.Localizer, m *lobby.Match) (lines []string) {
	sides := append(f.Sides(m.Module), "1", "2")
	for i, most := range m.Steps {
		if most > 0 {
			lines = append(lines, loc.Say("lobby.bid-steps", "side", wording.InWords(sides[i]), "against",
				wording.InWords(sides[1-i]), "n", most, "name", f.step(m.Module, 2-i)))
		}
	}
	return lines
}

// bid makes the asker's bid, or his pass. what is AUCTION:SIDE:POINTS.
func (f *Face) bid(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	var auction int
	var s bid.Say
	if n, err := fmt.Sscanf(what, "%d:%d:%d", &auction, &s.Side, &s.Points); n < 3 || err != nil {
		return nil, page.ErrStale
	}
	v, err := f.meet(ctx, req, func(l *lobby.Lobby, me string) (lobby.Event, error) { return l.Call(me, auction, s) })
	var why bid.Refusal
	switch {
	case errors.As(err, &why):
		return nil, ask.Refusal("lobby.bid-refused-" + why.Why)
	case err != nil:
		return nil, err
	case s.Points == 0:
		return req.TextReply("lobby.bid-pass-noted"), nil
	}
	return req.TextReply(bidText("lobby.bid-noted", bidding(v, auction)), "n", s.Points), nil
}

// bidding returns the match of an auction, which goes on or has led to a game, nil for none.
func bidding(v league.View, auction int) *lobby.Match {
	if a := v.Lobby.Auction(auction); a != nil {
		return &a.Match
	}
	for _, g := range v.Games {
		if g.Met != nil && g.Met.Most > 0 && g.Met.Requests[0] == auction {
			return g.Met
		}
	}
	return nil
}

// tellBid tells in an auction's channel that it begins, or what a player says in it. It pings the next player if awake.
func (f *Face) tellBid(ctx context.Context, v league.View, n league.News) error {
	auction, said := 0, lobby.Call{}
	if n.Lobby.Bid != nil {
		auction, said = n.Lobby.Bid.Auction, *n.Lobby.Bid
	} else {
		auction = n.Lobby.Bids.Requests[0]
	}
	m := bidding(v, auction)
	if m == nil {
		return nil
	}
	bidders := m.Players // once there is a game, in the order of play: only the first row says who bids first
	if n.Lobby.Bids != nil {
		bidders = n.Lobby.Bids.Players
	}
	next, other := bidders[0], bidders[1] // next is to bid, and other is the other bidder
	if n.Lobby.Bid != nil && next == said.Player {
		next = other
	}
	loc := f.Messages.InChannel()
	sides := append(f.Sides(m.Module), "1", "2")
	args := []any{"user", name(loc, v, said.Player), "other", name(loc, v, next), "n", said.Points}
	if said.Side > 0 {
		args = append(args, "side", wording.InWords(sides[said.Side-1]), "against", wording.InWords(sides[2-said.Side]),
			"name", f.step(m.Module, 3-said.Side)) // 3 less a side is the other side
	}
	a := v.Lobby.Auction(auction)
	isNextNow := a != nil && !a.Over() && a.Players[a.Turn()] == next // nobody has said more meanwhile
	var lines []string
	switch {
	case n.Lobby.Bids != nil:
		lines = append(lines, loc.Say(bidText("lobby.bid-begins", m), "user", name(loc, v, other),
			"other", name(loc, v, next), "wish", f.title(m.Module)))
		lines = append(lines, f.handicaps(loc, m)...)
		lines = append(lines, f.balance(ctx, loc, v.Server, m.Module)...)
	case said.Points > 0:
		lines = append(lines, loc.Say(bidText("lobby.bid-made", m), args...))
	case n.By == "":
		lines = append(lines, loc.Say("lobby.bid-silent", args...))
	default:
		lines = append(lines, loc.Say("lobby.bid-passed", args...))
	}
	if !isNextNow {
		return f.send(ctx, m.Channel, n, rest.NewMessage(strings.Join(lines, "\n"), nil))
	}
	if said.Points == 0 && n.Lobby.Bid != nil {
		lines = append(lines, loc.Say("lobby.bid-next", args...))
	}
	lines = append(lines, loc.Say("lobby.bid-rule"))
	var ping []string
	if user := v.Names[next]; user != "" {
		if c, err := f.Calendars.Calendar(ctx, user); err == nil && !c.Asleep(f.Calendars.Now()) {
			ping = []string{user}
		}
	}
	return f.send(ctx, m.Channel, n, rest.NewMessage(strings.Join(lines, "\n"), f.offers(ctx, loc, v, a), ping...))
}

// offers returns buttons with bids and one to pass. The bids are for the side of the best bid so far; before the first
// bid they are for both sides, first for the one that past results favour.
func (f *Face) offers(ctx context.Context, loc wording.Localizer, v league.View,
	a *lobby.Auction) (rows []discordgo.MessageComponent) {
	names, best := append(f.Sides(a.Match.Module), "1", "2"), a.Best()
	sides := []int{best.Side}
	if best.Points == 0 {
		sides = []int{1, 2}
		if b, ok := f.balanceOf(ctx, v.Server, a.Match.Module); ok && b.Chance < 50 {
			sides = []int{2, 1}
		}
	}
	for i, side := range sides {
		style := discordgo.SecondaryButton
		if i == 0 {
			style = discordgo.PrimaryButton
		}
		var buttons []discordgo.MessageComponent
		for _, more := range []int{1, 2, 3, 5} {
			if points := best.Points + more; points <= a.Limit(side) {
				label := loc.Say("button.lobby-bid", "side", wording.InWords(names[side-1]), "n", points)
				press := fmt.Sprintf("%s:%d:%d:%d", pressBid, a.Number, side, points)
				buttons = append(buttons, page.Button(label, press, style))
			}
		}
		if i == len(sides)-1 {
			buttons = append(buttons, page.Button(loc.Say("button.lobby-pass"),
				fmt.Sprintf("%s:%d:0:0", pressBid, a.Number), discordgo.SecondaryButton))
		}
		rows = append(rows, page.Rows(buttons)...)
	}
	return rows
}

// balanceOf returns how balanced a game's first scenario is by a server's results; ok is false if too few are known.
func (f *Face) balanceOf(ctx context.Context, server, module string) (b rated.Balance, ok bool) {
	modules := f.Library.Modules()
	i := slices.IndexFunc(modules, func(m titles.Module) bool { return m.ID == module })
	results, err := f.memory.Of(ctx, f.Keeper(), server)
	if err != nil || i < 0 || len(modules[i].Scenarios) == 0 {
		return b, false
	}
	results = slices.Clone(results)
	for k := range results {
		if results[k].Scenario == "" { // the lobby names none for the first
			results[k].Scenario = modules[i].Scenarios[0].ID
		}
	}
	for _, b := range rated.Balances(results, module) {
		if b.Scenario == modules[i].Scenarios[0].ID && b.Known {
			return b, true
		}
	}
	return b, false
}

// balance says how balanced a game is, where that is known.
func (f *Face) balance(ctx context.Context, loc wording.Localizer, server, module string) []string {
	b, ok := f.balanceOf(ctx, server, module)
	if !ok {
		return nil
	}
	percent := func(x float64) wording.InWords { return wording.InWords(strconv.FormatFloat(x, 'f', 0, 64)) }
	return []string{loc.Say("lobby.bid-balance", "n", b.Games, "side", wording.InWords(f.Sides(module)[0]),
		"chance", percent(b.Chance), "low", percent(b.Low), "high", percent(b.High))}
}

// bidResult says what was bid for the sides of a game, "" where nothing was.
func (f *Face) bidResult(loc wording.Localizer, v league.View, m *lobby.Match) string {
	if m.Bid == nil {
		return ""
	}
	sides := append(f.Sides(m.Module), "1", "2")
	return loc.Say(bidText("lobby.bought", m), "name", f.step(m.Module, 3-m.Bid.Side), "against",
		wording.InWords(sides[2-m.Bid.Side]), "user", name(loc, v, m.Players[m.Bid.Side-1]), "other",
		name(loc, v, m.Players[2-m.Bid.Side]), "side", wording.InWords(sides[m.Bid.Side-1]), "n", m.Bid.Points)
}
