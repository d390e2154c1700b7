package leagues

import (
	"context"
	"math/bits"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"

	"github.com/bwmarrin/discordgo"
)

// The buttons and the form of a round that is not announced yet. Below stands what follows the name and a colon.
const (
	pressNext = "league-next" // a season
	pressSwap = "league-swap" // a draft
	pressPair = "league-pair" // a draft
)

// nextRound shows an organiser the start of the season, or the next round, before anybody else sees it.
func (o office) nextRound(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, id)
	if err != nil {
		return nil, err
	}
	order, err := o.face.Keeper.Strength(ctx, v)
	if err != nil {
		return nil, refusal(err)
	}
	if order != nil {
		v.Order = order
	}
	var p season.Pairings
	if v.Terms.Format != season.Ladder {
		if p, err = v.Preview(v.Of(req.Cmd.User), o.face.Calendars.Now()); err != nil {
			return nil, refusal(err)
		}
	}
	o.face.keepDraft(req.Cmd.ID, draft{user: req.Cmd.User, guild: req.Guild, target: id, pairings: p, seeding: order})
	return o.roundPreview(req, v, req.Cmd.ID, p), nil
}

// roundPreview shows the games of the draft id, why their players meet, and buttons that change or announce the round.
func (o office) roundPreview(req ask.Request, v league.View, id string, p season.Pairings) []rest.Message {
	lines := []string{req.Say("league.preview-round", "name", title(v))}
	switch {
	case v.Terms.Format == season.Ladder:
		lines = append(lines, req.Say("league.preview-ladder"), inLines(table(req.Localizer, v, 0)))
	case p.Pools != nil:
		for i, pool := range p.Pools {
			n := len(pool)
			lines = append(lines, req.Say("league.preview-pool", "pool", i+1, "user", names(req.Localizer, v, pool),
				"games", n*(n-1)))
		}
		lines = append(lines, req.Say("league.preview-pools-why"))
	default:
		rows := v.Table(0)
		for _, g := range p.Games {
			lines = append(lines, pairInWords(req, v, g, p, rows))
		}
		if sides := o.face.sides(v.Terms.Setting(p.Round).Module); len(sides) > 0 {
			lines = append(lines, req.Say("league.preview-sides", "side", wording.InWords(sides[0])))
		}
	}
	if v.Stage == season.SignUps && !v.Ordered {
		lines = append(lines, strength(req, v))
	}
	if v.Terms.Format != season.Ladder {
		lines = append(lines, req.Say("league.preview-deadline", "date", wording.Timestamp(p.Deadline)))
	}
	label := req.Say("button.league-pair")
	buttons := []discordgo.MessageComponent{button(label, pressPair, id, discordgo.SuccessButton)}
	if len(p.Games) > 0 {
		buttons = append(buttons, button(req.Say("button.league-swap"), pressSwap, id, discordgo.SecondaryButton))
	}
	if v.Stage == season.SignUps {
		buttons = append(buttons, button(req.Say("button.league-order"), pressOrder, v.ID, discordgo.SecondaryButton))
	}
	return inParts(strings.Join(lines, "\n"), page.OneRow(buttons...))
}

// strength says where the order of strength comes from: the earlier season or the ratings, until an organiser sets it.
func strength(req ask.Request, v league.View) string {
	if v.Terms.After != "" {
		return req.Say("league.by-season")
	}
	return req.Say("league.by-rating")
}

// pairInWords says of a pair of a Swiss round or a knock-out who plays which side, and why they meet.
func pairInWords(req ask.Request, v league.View, g season.Pair, p season.Pairings, rows []standings.Row) string {
	score := func(player string) int {
		if i := slices.IndexFunc(rows, func(r standings.Row) bool { return r.Player == player }); i >= 0 {
			return rows[i].Points
		}
		return 0
	}
	first := name(req.Localizer, v, g.First)
	if g.Second == "" {
		return req.Say("league.pair-bye", "user", first)
	}
	args := []any{"first", first, "second", name(req.Localizer, v, g.Second), "points", half(score(g.First)),
		"others", half(score(g.Second))}
	met := slices.ContainsFunc(v.Games, func(x season.Game) bool {
		_, a := x.Has(g.First)
		_, b := x.Has(g.Second)
		return a && b
	})
	avoids := func(a, b string) bool { x := v.Player(a); return x != nil && slices.Contains(x.Avoid, b) }
	common := commonHours(v, g)
	switch {
	case p.PlayOff || v.Terms.Format == season.Knock:
		return req.Say("league.pair-knock", args...)
	case avoids(g.First, g.Second) || avoids(g.Second, g.First):
		return req.Say("league.pair-avoids", args...)
	case met:
		return req.Say("league.pair-again", args...)
	case common >= 0 && common < 6: // fewer hours count against a pairing
		return req.Say("league.pair-hours", append(args, "n", common)...)
	case score(g.First) != score(g.Second):
		return req.Say("league.pair-float", args...)
	}
	return req.Say("league.pair-same", args...)
}

// commonHours returns how many hours of a day both players are awake, -1 if one of them has given no hours.
func commonHours(v league.View, g season.Pair) int {
	a, b := v.Player(g.First), v.Player(g.Second)
	if a == nil || b == nil || a.Awake == 0 || b.Awake == 0 {
		return -1
	}
	return bits.OnesCount32(a.Awake & b.Awake)
}

// askSwap opens the form that changes a draft.
func (o office) askSwap(_ context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	if _, err := o.face.draftOf(d.What, req.Cmd.User); err != nil {
		return nil, err
	}
	return form(req, pressSwap+":"+d.What, req.Say("league.form-swap"),
		userField("swap", req.Say("league.ask-swap"), req.Say("league.ask-swap-about"), 2, true),
		userField("sides", req.Say("league.ask-swap-sides"), req.Say("league.ask-swap-sides-about"), 10, true)), nil
}

// swap exchanges two players of a draft, and sides in the games of other players. In pools it exchanges the two in the
// order of strength, from which pools follow.
func (o office) swap(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	kept, err := o.face.draftOf(d.What, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	v, err := o.asOrganiser(ctx, req, kept.target)
	if err != nil {
		return nil, err
	}
	two := d.Picked["swap"]
	if len(two) == 1 || len(two) == 2 && (v.Of(two[0]) == "" || v.Of(two[1]) == "") {
		return nil, ask.Refusal("league.swap-two")
	}
	if kept.pairings.Pools != nil {
		if len(two) < 2 {
			return nil, ask.Refusal("league.swap-pools")
		}
		return o.seed(ctx, req, v, exchanged(v.Playing(), v.Of(two[0]), v.Of(two[1])))
	}
	games := slices.Clone(kept.pairings.Games)
	for i, g := range games {
		if len(two) == 2 {
			both := exchanged([]string{g.First, g.Second}, v.Of(two[0]), v.Of(two[1]))
			g.First, g.Second = both[0], both[1]
		}
		for _, user := range d.Picked["sides"] {
			if p := v.Of(user); g.Second != "" && (g.First == p || g.Second == p) {
				g.First, g.Second = g.Second, g.First
				break
			}
		}
		games[i] = g
	}
	kept.pairings.Games = games
	o.face.keepDraft(d.What, kept)
	return o.roundPreview(req, v, d.What, kept.pairings), nil
}

// exchanged returns a copy of list in which a and b have changed places.
func exchanged(list []string, a, b string) []string {
	list = slices.Clone(list)
	for i, p := range list {
		switch p {
		case a:
			list[i] = b
		case b:
			list[i] = a
		}
	}
	return list
}

// pair starts the season, or announces the round, as the draft has it.
func (o office) pair(ctx context.Context, req ask.Request, draftID string) ([]rest.Message, error) {
	d, err := o.face.draftOf(draftID, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	v, err := o.asOrganiser(ctx, req, d.target)
	if err != nil {
		return nil, err
	}
	if !v.Ordered {
		seeds := league.Command{ID: req.Cmd.ID + "/order", User: req.Cmd.User}
		if err := o.face.Keeper.Seed(ctx, v.ID, seeds, d.seeding); err != nil {
			return nil, refusal(err)
		}
	}
	pairs := league.Command{ID: req.Cmd.ID, User: req.Cmd.User}
	err = o.face.Keeper.Do(ctx, v.ID, pairs, func(s *season.Season, me string, _ naming) (event, error) {
		if d.pairings.Games == nil || d.pairings.Pools != nil { // a ladder or pools, which Start makes itself
			return s.Start(me, o.face.Calendars.Now())
		}
		return s.Pair(me, d.pairings, o.face.Calendars.Now())
	})
	if err != nil {
		return nil, refusal(err)
	}
	return req.TextReply("league.paired-done", "channel", page.ChannelLink(v.Terms.Channel)), nil
}

// inParts returns a text in as many messages as it takes, the last with the rows.
func inParts(text string, rows []discordgo.MessageComponent) (list []rest.Message) {
	for _, part := range rest.Split(text, rest.ContentLimit) {
		list = append(list, rest.NewMessage(part, nil))
	}
	list[len(list)-1].Components = rows
	return list
}
