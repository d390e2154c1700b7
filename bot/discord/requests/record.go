package requests

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/request"
	"grognard/bot/league/season"

	"github.com/bwmarrin/discordgo"
)

// A page of the record is full with so many entries, or with so many bytes of them.
const (
	mostEntries = 4
	mostRoom    = rest.ContentLimit - 300
)

// recordOf returns what follows pressRecord to show the record with a game's requests: the record of the whole season,
// or for a game outside of seasons its own alone, because others may not be allowed to see it.
func recordOf(v league.View, game int) string {
	if v.Terms.Format == season.Agreed {
		return fmt.Sprintf("%s:%d", v.ID, game)
	}
	return v.ID
}

// record shows a page of the requests of a season, or of a game, with what has become of them, the newest first.
func (f *Face) record(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	parts := strings.Split(what, ":") // a season, a game or 0, a page
	v, err := f.look(ctx, req, parts[0])
	if err != nil {
		return nil, err
	}
	game, n := 0, 0
	if len(parts) > 1 {
		game, _ = strconv.Atoi(parts[1])
	}
	if len(parts) > 2 {
		n, _ = strconv.Atoi(parts[2])
	}
	if v.Terms.Format == season.Agreed && game == 0 {
		return nil, page.ErrStale
	}
	var pages [][]*request.Request
	room, all := 0, 0
	for i := len(v.Requests.List) - 1; i >= 0; i-- {
		r := &v.Requests.List[i]
		if game != 0 && r.Game != game {
			continue
		}
		all++
		long := len(f.entry(req.Localizer, v, r))
		if last := len(pages) - 1; last < 0 || len(pages[last]) == mostEntries || room+long > mostRoom {
			pages, room = append(pages, nil), 0
		}
		pages[len(pages)-1], room = append(pages[len(pages)-1], r), room+long
	}
	if all == 0 {
		return req.TextReply("request.none"), nil
	}
	n = min(max(n, 0), len(pages)-1)
	lines := []string{req.Say("request.record", "n", all)}
	var buttons []discordgo.MessageComponent
	for _, r := range pages[n] {
		lines = append(lines, f.entry(req.Localizer, v, r))
		buttons = append(buttons, f.buttons(req, v, r)...)
	}
	rows := append(page.Rows(buttons), page.Rows(page.PageButtons(req.Localizer, n, len(pages), func(n int) string {
		return fmt.Sprintf("%s:%s:%d:%d", pressRecord, v.ID, game, n)
	}))...)
	return []rest.Message{rest.NewMessage(wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit), rows)}, nil
}

// entry returns the lines about a request and what has become of it.
func (f *Face) entry(loc wording.Localizer, v league.View, r *request.Request) string {
	lines := []string{f.what(loc, v, r)}
	players := r.Undone
	if g := v.Game(r.Game); g != nil && !r.IsUndone() {
		players = [2]string{g.Pair.First, g.Pair.Second}
	}
	lines = append(lines, "> "+loc.Say("request.against", "number", r.Game, "first", name(loc, v, players[0]),
		"second", name(loc, v, players[1])))
	say := func(id string, args ...any) { lines = append(lines, "> "+loc.Say(id, args...)) }
	for i, d := range r.Decisions {
		said := "request.record-refused"
		if d.Grant {
			said = "request.record-granted"
		}
		say(said, "user", name(loc, v, d.By), "reason", d.Reason, "date", wording.Timestamp(d.At))
		if i == 0 && r.Appealed != nil {
			say("request.record-appealed", "user", name(loc, v, r.Appellant), "reason", r.Appealed.Reason,
				"date", wording.Timestamp(r.Since))
		}
	}
	switch r.State {
	case request.Open, request.Appealed:
		say("request.record-waits")
	case request.Withdrawn, request.Lapsed:
		say("request.record-"+string(r.State), "date", wording.Timestamp(r.Over))
	}
	return strings.Join(lines, "\n")
}

// buttons returns the buttons for what the asker can do with a request.
func (f *Face) buttons(req ask.Request, v league.View, r *request.Request) (list []discordgo.MessageComponent) {
	g, me := v.Game(r.Game), v.Of(req.Cmd.User)
	if g == nil || r.IsUndone() {
		return nil
	}
	facts, number := season.Facts(&v.Season, g), strconv.Itoa(r.Number)
	add := func(b discordgo.Button) {
		b.Label += " " + number
		list = append(list, b)
	}
	if v.Requests.MayDecide(judge(req, v), r.Number, r.State == request.Appealed, facts, f.Now()) == nil {
		for _, b := range decideButtons(req.Localizer, v, r) {
			if b, ok := b.(discordgo.Button); ok {
				add(b)
			}
		}
	}
	if _, err := v.Requests.Withdraw(me, r.Number); err == nil && me != "" {
		add(button(req.Say("button.request-withdraw"), pressWithdraw, id(v, r), discordgo.SecondaryButton))
	}
	if _, err := v.Requests.Appeal(me, request.Appeal{Request: r.Number, Reason: "?"}, facts); err == nil && me != "" {
		add(button(req.Say("button.request-appeal"), pressAppeal, id(v, r), discordgo.SecondaryButton))
	}
	if _, err := v.Requests.TakeUp(judge(req, v), r.Number, facts); err == nil {
		add(button(req.Say("button.request-take-up"), pressTakeUp, id(v, r), discordgo.PrimaryButton))
	}
	return list
}
