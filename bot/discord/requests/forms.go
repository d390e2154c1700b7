package requests

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/request"
	"grognard/bot/league/season"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// mostGames is the most games of a player that are offered to ask about.
const mostGames = 10

// games returns a player's games that he can ask about, the running ones before the others, the latest first.
func games(v league.View, player string) (list []*season.Game) {
	for _, over := range []bool{false, true} {
		for i := len(v.Games) - 1; i >= 0; i-- {
			g := &v.Games[i]
			if g.IsOver() == over && g.Pair.Second != "" && len(request.Kinds(season.Facts(&v.Season, g), player)) > 0 {
				list = append(list, g)
			}
		}
	}
	return list[:min(len(list), mostGames)]
}

// choose shows what the asker can ask for in one game: the named one, the channel's, his only one. Else it lists them.
func (f *Face) choose(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	id, number, _ := strings.Cut(what, ":")
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	me := v.Of(req.Cmd.User)
	n, _ := strconv.Atoi(number)
	if g := v.Game(n); g != nil {
		return f.kinds(ctx, req, v, g, me)
	}
	list := games(v, me)
	if len(list) == 0 {
		return nil, ask.Refusal("request.refused-not-yours")
	}
	lines := []string{req.Say("league.rule-which")}
	var buttons []discordgo.MessageComponent
	for _, g := range list {
		if g.Channel == req.Cmd.Channel || len(list) == 1 {
			return f.kinds(ctx, req, v, g, me)
		}
		lines = append(lines, req.Say("league.rule-game", "number", g.Number, "first", name(req.Localizer, v,
			g.Pair.First), "second", name(req.Localizer, v, g.Pair.Second), "result", result(req.Localizer, g)))
		buttons = append(buttons, button(strconv.Itoa(g.Number), pressAsk, fmt.Sprintf("%s:%d", v.ID, g.Number),
			discordgo.SecondaryButton))
	}
	return []rest.Message{rest.NewMessage(strings.Join(lines, "\n"), page.Rows(buttons))}, nil
}

// kinds shows what can be asked for in a game.
func (f *Face) kinds(ctx context.Context, req ask.Request, v league.View, g *season.Game, me string) ([]rest.Message,
	error) {
	list := request.Kinds(season.Facts(&v.Season, g), me)
	if t, known := f.table(ctx, g); known && sitsIn(t, g, me, v) { // nobody asks for the seat that he has
		list = slices.DeleteFunc(list, func(k request.Kind) bool { return k == request.Restore })
	}
	if len(list) == 0 {
		return nil, ask.Refusal("request.refused-not-yours")
	}
	lines := []string{req.Say("request.choose", "number", g.Number, "first", name(req.Localizer, v, g.Pair.First),
		"second", name(req.Localizer, v, g.Pair.Second))}
	var buttons []discordgo.MessageComponent
	for _, k := range list {
		lines = append(lines, req.Say("request.about-"+string(k), "kind", kind(req.Localizer, k)))
		buttons = append(buttons, button(string(kind(req.Localizer, k)), pressKind,
			fmt.Sprintf("%s:%d:%s", v.ID, g.Number, k), discordgo.SecondaryButton))
	}
	decides := "request.who-decides"
	if v.Terms.Format == season.Agreed {
		decides = "request.who-decides-agreed"
	}
	lines = append(lines, req.Say(decides))
	return []rest.Message{rest.NewMessage(strings.Join(lines, "\n"), page.Rows(buttons))}, nil
}

// sitsIn reports whether a player of a season has his own seat in a game.
func sitsIn(t api.Table, g *season.Game, player string, v league.View) bool {
	seat, plays := g.Has(player) // 0 or 1: the number of the table's seat, too
	return plays && seat < len(t.Seats) && t.Seats[seat].User == v.Names[player]
}

// reasonField returns the field of a form for a reason; about is the ID of the text below it.
func reasonField(req ask.Request, about string) layout.Label {
	return layout.Label{Label: req.Say("league.ask-reason"), Description: req.Say(about),
		Component: layout.TextInput{CustomID: "reason", Style: discordgo.TextInputParagraph, Required: true,
			MaxLength: request.MostReason}}
}

// daysField returns the field of a form for a number of days, filled in with days.
func daysField(req ask.Request, days int) layout.Label {
	return layout.Label{Label: req.Say("request.ask-days"), Description: req.Say("request.ask-days-about", "most",
		request.MostDays), Component: layout.TextInput{CustomID: "days", Style: discordgo.TextInputShort,
		Value: strconv.Itoa(days), MaxLength: 3, Required: true}}
}

// form returns an answer that is a form.
func form(req ask.Request, press, what, title string, labels ...discordgo.MessageComponent) []rest.Message {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = &rest.Modal{CustomID: press + ":" + what, Title: wording.Clip(title, 45), Components: labels}
	return []rest.Message{m}
}

// naming returns the name that a user has in a season.
type naming = func(user string) (string, error)

// asking reads what, SEASON:GAME:KIND. It returns the season, and a request about that game without reason or days.
func (f *Face) asking(ctx context.Context, req ask.Request, what string) (league.View, request.Asking, error) {
	parts := strings.Split(what, ":")
	if len(parts) != 3 {
		return league.View{}, request.Asking{}, page.ErrStale
	}
	v, err := f.look(ctx, req, parts[0])
	n, _ := strconv.Atoi(parts[1])
	if err == nil && v.Game(n) == nil {
		err = page.ErrStale
	}
	return v, request.Asking{Kind: request.Kind(parts[2]), Game: n}, err
}

// usualDays is how many more days the form of an extension proposes.
const usualDays = 7

// askForm opens the form of a request.
func (f *Face) askForm(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	v, a, err := f.asking(ctx, req, what)
	if err != nil {
		return nil, err
	}
	g := v.Game(a.Game)
	if !slices.Contains(request.Kinds(season.Facts(&v.Season, g), v.Of(req.Cmd.User)), a.Kind) {
		return nil, ask.Refusal("request.refused-kind")
	}
	labels := []discordgo.MessageComponent{reasonField(req, "request.ask-reason-about")}
	if a.Kind == request.Extend {
		labels = append(labels, daysField(req, usualDays))
	}
	return form(req, pressKind, what, req.Say("request.form", "kind", kind(req.Localizer, a.Kind), "number", a.Game),
		labels...), nil
}

// ask takes the form of askForm and makes the request.
func (f *Face) ask(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, a, err := f.asking(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	a.Reason, a.Days = d.Fields["reason"], days(d)
	g, holder := v.Game(a.Game), "" // holder is the user in the seat that is asked back
	if t, known := f.table(ctx, g); known && a.Kind == request.Restore {
		if seat, plays := g.SeatOf(v.Of(req.Cmd.User)); plays && seat < len(t.Seats) {
			holder = t.Seats[seat].User
		}
		if holder == req.Cmd.User {
			return nil, ask.Refusal("request.refused-has-seat")
		}
	}
	v, err = f.do(ctx, req, v, func(s *season.Season, me string, as naming) (season.Event, error) {
		event, err := season.Ask(s, me, a)
		if err == nil && holder != "" {
			event.Request.Asked.Holder, err = as(holder)
		}
		return event, err
	})
	if err != nil {
		return nil, err
	}
	r := lastOf(v, v.Of(req.Cmd.User))
	if r == nil { // the asker's data was deleted in this moment
		return nil, ask.Refusal("request.refused-not-yours")
	}
	lines := []string{req.Say("request.made", "number", r.Number, "channel", page.ChannelLink(f.channel(ctx, v, g)))}
	if !g.IsOver() {
		lines = append(lines, req.Say("request.runs"))
	}
	return []rest.Message{rest.NewMessage(strings.Join(lines, "\n"), page.OneRow(
		button(req.Say("button.request-withdraw"), pressWithdraw, id(v, r), discordgo.SecondaryButton),
		button(req.Say("button.request-record"), pressRecord, recordOf(v, r.Game), discordgo.SecondaryButton)))}, nil
}

// lastOf returns the last request of a player, nil if he has none. It need not be the season's last.
func lastOf(v league.View, player string) *request.Request {
	for i := len(v.Requests.List) - 1; i >= 0; i-- {
		if r := &v.Requests.List[i]; r.By == player {
			return r
		}
	}
	return nil
}

func days(d ask.Pressed) int {
	n, _ := strconv.Atoi(strings.TrimSpace(d.Fields["days"]))
	return n
}

// withdraw takes back the asker's own request.
func (f *Face) withdraw(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	v, r, _, err := f.found(ctx, req, what)
	if err != nil {
		return nil, err
	}
	_, err = f.do(ctx, req, v, func(s *season.Season, me string, _ naming) (season.Event, error) {
		return season.WithdrawRequest(s, me, r.Number)
	})
	if err != nil {
		return nil, err
	}
	return req.TextReply("request.withdrawn", "number", r.Number), nil
}

// takeUp goes on with an adjourned game.
func (f *Face) takeUp(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	v, r, _, err := f.found(ctx, req, what)
	if err != nil {
		return nil, err
	}
	_, err = f.do(ctx, req, v, func(s *season.Season, me string, _ naming) (season.Event, error) {
		j := judge(req, v)
		j.Name = me
		return season.TakeUp(s, j, r.Number)
	})
	if err != nil {
		return nil, err
	}
	return req.TextReply("request.taken-up", "number", r.Game), nil
}

// judged returns a request that the asker may decide, else the error says why not. Somebody who plays at the table, or
// acts there for a player, may not, whatever the season knows.
func (f *Face) judged(ctx context.Context, req ask.Request, what string) (v league.View, r *request.Request,
	appeal bool, err error) {
	v, r, level, err := f.found(ctx, req, what)
	if err != nil {
		return v, r, false, err
	}
	g, appeal := v.Game(r.Game), level == "1" // as in pressGrant
	if err := v.Requests.MayDecide(judge(req, v), r.Number, appeal, season.Facts(&v.Season, g), f.Now()); err != nil {
		return v, r, appeal, refused(err)
	}
	if t, known := f.table(ctx, g); known && Sits(t, req.Cmd.User) {
		return v, r, appeal, ask.Refusal("request.refused-own-game")
	}
	return v, r, appeal, nil
}

// Sits reports whether a user plays a game, or acts for somebody who does. Such a user decides nothing in it.
func Sits(t api.Table, user string) bool {
	return slices.ContainsFunc(t.Seats, func(s api.Seat) bool {
		return s.User == user || slices.ContainsFunc(s.Members, func(m api.Member) bool { return m.User == user })
	})
}

// decideForm returns the handler that opens the form by which an organiser grants a request, or refuses it.
func (f *Face) decideForm(grant bool) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		v, r, appeal, err := f.judged(ctx, req, d.What)
		if err != nil {
			return nil, err
		}
		labels := []discordgo.MessageComponent{reasonField(req, "league.ask-reason-about")}
		dec := request.Decision{Grant: grant, Appeal: appeal}
		if request.NeedsResult(r, dec) {
			labels = append(labels, f.resultField(req, v.Game(r.Game)))
		}
		if grant && r.Kind == request.Extend {
			labels = append(labels, daysField(req, r.Days))
		}
		press, title := pressRefuse, "request.form-refuse"
		if grant {
			press, title = pressGrant, "request.form-grant"
		}
		return form(req, press, d.What, req.Say(title, "number", r.Number, "kind", kind(req.Localizer, r.Kind)),
			labels...), nil
	}
}

// resultField returns the menu of a form for a game's result, whose values are both players' half points, a digit each.
func (f *Face) resultField(req ask.Request, g *season.Game) layout.Label {
	sides := append(f.Sides(g.Setting.Module), "1", "2") // for sides whose names are not known
	return layout.Label{Label: req.Say("league.ask-result"), Component: layout.Select{Kind: layout.KindStringSelect,
		CustomID: "result", Options: []layout.Option{
			{Label: req.Say("league.rule-won", "side", wording.InWords(sides[0])), Value: "20"},
			{Label: req.Say("league.rule-won", "side", wording.InWords(sides[1])), Value: "02"},
			{Label: req.Say("league.rule-drawn"), Value: "11"}, {Label: req.Say("league.rule-none"), Value: "00"}}}}
}

// decide returns the handler that takes the form of decideForm.
func (f *Face) decide(grant bool) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		v, r, appeal, err := f.judged(ctx, req, d.What)
		if err != nil {
			return nil, err
		}
		dec := request.Decision{Request: r.Number, Appeal: appeal, Grant: grant, Reason: d.Fields["reason"],
			Days: days(d)}
		if points := picked(d, "result"); len(points) == 2 {
			dec.Points = &[2]int{int(points[0] - '0'), int(points[1] - '0')}
		}
		v, err = f.do(ctx, req, v, func(s *season.Season, _ string, as naming) (season.Event, error) {
			j := judge(req, v)
			if j.Name, err = as(req.Cmd.User); err != nil { // a judge outside of seasons may have no name yet
				return season.Event{}, err
			}
			return season.Decide(s, j, dec, f.Now())
		})
		if err != nil {
			return nil, err
		}
		return req.TextReply("request.decided", "number", r.Number, "channel",
			page.ChannelLink(f.channel(ctx, v, v.Game(r.Game)))), nil
	}
}

// picked returns what was chosen in a menu of a form, "" for nothing, or else the text of a field of that name.
func picked(d ask.Pressed, menu string) string {
	if len(d.Picked[menu]) == 0 {
		return d.Fields[menu]
	}
	return d.Picked[menu][0]
}

// appealForm opens the form of an appeal.
func (f *Face) appealForm(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	v, r, _, err := f.found(ctx, req, what)
	if err != nil {
		return nil, err
	}
	g := season.Facts(&v.Season, v.Game(r.Game))
	if _, err := v.Requests.Appeal(v.Of(req.Cmd.User), request.Appeal{Request: r.Number, Reason: "?"}, g); err != nil {
		return nil, refused(err)
	}
	return form(req, pressAppeal, what, req.Say("request.form-appeal", "number", r.Number),
		reasonField(req, "request.ask-appeal-about"),
		layout.Label{Label: req.Say("request.ask-cites"), Description: req.Say("request.ask-cites-about"),
			Component: layout.TextInput{CustomID: "cites", Style: discordgo.TextInputShort,
				MaxLength: request.MostReason}}), nil
}

// appeal takes the form of appealForm and makes the appeal.
func (f *Face) appeal(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, r, _, err := f.found(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	g := v.Game(r.Game)
	a := request.Appeal{Request: r.Number, Reason: d.Fields["reason"], Cites: d.Fields["cites"],
		Channel: v.Terms.Channel}
	if v.Terms.Format == season.Agreed {
		a.Channel = g.Home
		if a.Channel == "" {
			a.Channel = f.channel(ctx, v, g)
		}
	}
	_, err = f.do(ctx, req, v, func(s *season.Season, me string, _ naming) (season.Event, error) {
		return season.Appeal(s, me, a)
	})
	if err != nil {
		return nil, err
	}
	return req.TextReply("request.appealed", "number", r.Number), nil
}
