package leagues

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/members"
	"grognard/bot/discord/page"
	"grognard/bot/discord/requests"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// The names of organisers' buttons and forms. After a name stands a colon and the season's ID.
const (
	pressManage = "league-manage"
	pressOrder  = "league-order"
	pressOut    = "league-out"
	pressRule   = "league-rule"
	pressPause  = "league-pause"
	pressResume = "league-resume"
	pressCancel = "league-cancel"
	pressClose  = "league-close"
	pressOffice = "league-office"
	pressUndo   = "league-undo"
	pressTake   = "league-take"
)

// office is what organisers of seasons do.
type office struct{ face *Face }

// asOrganiser returns a season if the asker is one of its organisers.
func (o office) asOrganiser(ctx context.Context, req ask.Request, id string) (league.View, error) {
	v, err := o.face.look(ctx, req, id)
	if err == nil && !isOrganiser(v, req.Cmd.User) {
		err = refusal(season.Refusal{Why: season.NotOrganiser})
	}
	return v, err
}

// manage shows an organiser what he can do.
func (o office) manage(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, id)
	if err != nil {
		return nil, err
	}
	if v.Stage == season.SignUps {
		o.face.overview(ctx, req.Localizer, v, members.Within) // fetches names, for which askOrder's form cannot wait
	}
	return o.managePage(req, v, req.Say("league.manage", "name", title(v))), nil
}

// mayTakeOver reports whether the asker may manage the server, or the season's channel, in which he asks.
func mayTakeOver(req ask.Request, v league.View) bool {
	return ask.ManagesServer(req) || req.Cmd.Channel == v.Terms.Channel && mayAnnounce(req)
}

// takeOver makes the asker the organiser of a season that has none left, if mayTakeOver allows it.
func (o office) takeOver(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := o.face.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	if !mayTakeOver(req, v) {
		return nil, ask.Refusal("league.announce-refused")
	}
	if err := o.face.Keeper.TakeOver(ctx, id, league.Command{ID: req.Cmd.ID, User: req.Cmd.User}); err != nil {
		return nil, refusal(err)
	}
	return o.manage(ctx, req, id)
}

// managePage returns a message with text, how far the season is, and buttons for what an organiser can do next. For a
// canceled season it leaves the text out.
func (o office) managePage(req ask.Request, v league.View, text string) []rest.Message {
	var buttons []discordgo.MessageComponent
	add := func(label, press string, style discordgo.ButtonStyle) {
		buttons = append(buttons, button(label, press, v.ID, style))
	}
	switch v.Stage {
	case season.SignUps:
		add(req.Say("button.league-start"), pressNext, discordgo.SuccessButton)
		add(req.Say("button.league-order"), pressOrder, discordgo.SecondaryButton)
	case season.Running:
		if _, err := v.Preview(v.Of(req.Cmd.User), o.face.Calendars.Now()); err == nil {
			add(req.Say("button.league-next"), pressNext, discordgo.SuccessButton)
		}
		if _, err := v.Unpair(v.Of(req.Cmd.User)); err == nil {
			add(req.Say("button.league-undo"), pressUndo, discordgo.DangerButton)
		}
	case season.Paused:
		add(req.Say("button.league-resume"), pressResume, discordgo.SuccessButton)
	case season.Closed:
		add(req.Say("button.league-rule"), pressRule, discordgo.PrimaryButton)
		add(req.Say("button.league-office"), pressOffice, discordgo.SecondaryButton)
		add(req.Say("button.league-show"), pressShow, discordgo.SecondaryButton)
		return answer(text+"\n"+stage(req.Localizer, v), page.Rows(buttons)...)
	default:
		return answer(stage(req.Localizer, v), turns(req, v)...)
	}
	if v.Stage != season.SignUps {
		add(req.Say("button.league-rule"), pressRule, discordgo.PrimaryButton)
	}
	add(req.Say("button.league-out"), pressOut, discordgo.SecondaryButton)
	add(req.Say("button.league-office"), pressOffice, discordgo.SecondaryButton)
	if v.Stage == season.Running {
		add(req.Say("button.league-pause"), pressPause, discordgo.SecondaryButton)
		if v.Terms.Format == season.Ladder {
			add(req.Say("button.league-close"), pressClose, discordgo.SecondaryButton)
		}
	}
	add(req.Say("button.league-show"), pressShow, discordgo.SecondaryButton)
	add(req.Say("button.league-cancel"), pressCancel, discordgo.DangerButton)
	return answer(text+"\n"+stage(req.Localizer, v), page.Rows(buttons)...)
}

// reasonField returns the field of a form for a reason that everybody will read.
func reasonField(req ask.Request) layout.Label {
	return layout.Label{Label: req.Say("league.ask-reason"), Description: req.Say("league.ask-reason-about"),
		Component: layout.TextInput{CustomID: "reason", Style: discordgo.TextInputShort, Required: true,
			MaxLength: 200}}
}

// askReason returns the handler that opens the form for the reason of a pause (pressPause) or an end (pressCancel).
func (o office) askReason(press string) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		v, err := o.asOrganiser(ctx, req, d.What)
		if err != nil {
			return nil, err
		}
		heading := req.Say("league.form-pause")
		if press == pressCancel {
			heading = req.Say("league.form-cancel")
		}
		return form(req, press+":"+v.ID, heading, reasonField(req)), nil
	}
}

// halt returns the handler that pauses a season, goes on with it, or ends it: how is the stage that it gets.
func (o office) halt(how season.Stage) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		v, err := o.face.do(ctx, req, d.What, func(s *season.Season, me string, _ naming) (event, error) {
			return s.Stop(me, season.Halt{How: how, Reason: d.Fields["reason"]})
		})
		if err != nil {
			return nil, err
		}
		return o.managePage(req, v, req.Say("league.done")), nil
	}
}

// askOrder opens the form with a line for each player, the strongest first.
func (o office) askOrder(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, id)
	if err != nil {
		return nil, err
	}
	if len(v.Playing()) == 0 {
		return nil, refusal(season.Refusal{Why: season.TooFew})
	}
	var lines []string
	shown := o.face.overview(ctx, req.Localizer, v, formNamesWithin) // a form shows no mentions
	for _, p := range v.Playing() {
		lines = append(lines, string(name(req.Localizer, v, p))+" "+shown.NameOf(p))
	}
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	page.OpenForm(req.Localizer, &m, pressOrder+":"+id, req.Say("league.form-order"), req.Say("league.ask-order"), "",
		strings.Join(lines, "\n"))
	return []rest.Message{m}, nil
}

// setOrder takes the form of askOrder, a line for each player that begins with his mention, and shows the next round.
func (o office) setOrder(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	var order []string
	for line := range strings.Lines(page.Paragraphs(d.Fields)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		user := strings.Trim(strings.Fields(line)[0], "<@!>")
		if v.Of(user) == "" {
			return nil, ask.Refusal("league.order-line", "line", wording.Quoted(line))
		}
		order = append(order, v.Of(user))
	}
	return o.seed(ctx, req, v, order)
}

// seed sets the order of strength, the strongest first, and shows the round that follows from it.
func (o office) seed(ctx context.Context, req ask.Request, v league.View, order []string) ([]rest.Message, error) {
	v, err := o.face.do(ctx, req, v.ID, func(s *season.Season, me string, _ naming) (event, error) {
		return s.Seed(me, order)
	})
	if err != nil {
		return nil, err
	}
	return o.nextRound(ctx, req, v.ID)
}

// userField returns the field of a form for users.
func userField(id, label, about string, most int, optional bool) layout.Label {
	s := layout.Select{Kind: layout.KindUserSelect, CustomID: id, Most: most, Optional: optional}
	if optional {
		s.Least = new(int) // nobody need be chosen
	}
	return layout.Label{Label: label, Description: about, Component: s}
}

// askOut opens the form by which an organiser takes a player out.
func (o office) askOut(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	return form(req, pressOut+":"+v.ID, req.Say("league.form-out"),
		userField("player", req.Say("league.ask-player"), "", 1, false), reasonField(req)), nil
}

// takeOut takes the form of askOut.
func (o office) takeOut(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	out := v.Of(picked(d, "player"))
	v, err = o.face.do(ctx, req, v.ID, func(s *season.Season, me string, _ naming) (event, error) {
		if out == "" {
			return event{}, season.Refusal{Why: season.NotIn}
		}
		return s.Leave(me, season.Leaving{Player: out, Reason: d.Fields["reason"]})
	})
	if err != nil {
		return nil, err
	}
	return o.managePage(req, v, req.Say("league.out-done", "user", name(req.Localizer, v, out))), nil
}

// askOffice opens the form by which an organiser adds another, removes one, or resigns.
func (o office) askOffice(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	return form(req, pressOffice+":"+v.ID, req.Say("league.form-office"),
		userField("add", req.Say("league.ask-add"), "", 1, true),
		userField("out", req.Say("league.ask-office-out"), "", 1, true), optionalReason(req),
		layout.Label{Label: req.Say("league.ask-hand"), Component: layout.CheckboxGroup{CustomID: "hand",
			Least: new(int), Options: []layout.Option{{Label: req.Say("league.ask-hand-on"), Value: "yes"}}}}), nil
}

// optionalReason returns a field for a reason that may stay empty: only the removal of an organiser needs one.
func optionalReason(req ask.Request) layout.Label {
	l := reasonField(req)
	l.Description = req.Say("league.ask-office-why")
	l.Component = layout.TextInput{CustomID: "reason", Style: discordgo.TextInputShort, MaxLength: 200}
	return l
}

// setOffice takes the form of askOffice: it adds an organiser, removes one, and lets the asker resign, as was chosen.
// Each change is a row of its own, but if one of them would be refused none is made.
func (o office) setOffice(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, err := o.asOrganiser(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	added, id := picked(d, "add"), req.Cmd.ID
	o.face.Members.Names(ctx, req.Guild, []string{added}, formNamesWithin)
	if added != "" && (added == o.face.Self() || o.face.Members.IsBot(req.Guild, added)) {
		return nil, ask.Refusal("league.office-bot", "user", tell.Mention(req.Localizer, added))
	}
	for i, count := 0, 1; i < count; i++ { // the first round sets count to the number of changes
		req.Cmd.ID = fmt.Sprintf("%s/%d", id, i)
		now, err := o.face.do(ctx, req, v.ID, func(s *season.Season, me string, as naming) (event, error) {
			changes, err := officesOf(v, d, me, as)
			if count = len(changes); err != nil || count == 0 {
				return event{}, cmp.Or(err, errKnown)
			}
			if err := season.Hands(s, me, changes[i:]); err != nil {
				return event{}, err
			}
			return s.Hand(me, changes[i])
		})
		if err != nil {
			return nil, err
		}
		v = now
	}
	return answer(organisers(req.Localizer, v), turns(req, v)...), nil
}

// officesOf returns the changes that a form about organisers asks for, in order. me is the asker's name in the season.
func officesOf(v league.View, d ask.Pressed, me string, as naming) (list []season.Office, err error) {
	if user := picked(d, "add"); user != "" {
		player, err := as(user)
		if err != nil {
			return nil, err
		}
		list = append(list, season.Office{Player: player})
	}
	if user := picked(d, "out"); user != "" {
		list = append(list, season.Office{Player: v.Of(user), Ends: true, Reason: d.Fields["reason"]})
	}
	if slices.Contains(d.Picked["hand"], "yes") {
		list = append(list, season.Office{Player: me, Ends: true})
	}
	return list, nil
}

// rulable returns the games to which an organiser can give a result, those without one first. Byes are no games.
func rulable(v league.View) (list []season.Game) {
	for _, isOver := range []bool{false, true} {
		for _, g := range v.Games {
			if g.Pair.Second != "" && g.IsOver() == isOver {
				list = append(list, g)
			}
		}
	}
	return list
}

// askRuling opens the form by which an organiser gives a game a result. what is SEASON:GAME for that form, else
// SEASON or SEASON:pN for a page with a button for each game, from index N on: a menu could not mention players.
func (o office) askRuling(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	id, from, _ := strings.Cut(what, ":")
	v, err := o.asOrganiser(ctx, req, id)
	if err != nil {
		return nil, err
	}
	games := rulable(v)
	if len(games) == 0 {
		return nil, refusal(season.Refusal{Why: season.NoGame})
	}
	n, err := strconv.Atoi(from)
	if err == nil && v.Game(n) != nil {
		if err := o.mayRule(ctx, req, v, n); err != nil {
			return nil, err
		}
		return o.rulingForm(req, v, v.Game(n)), nil
	}
	first := 0
	if at, ok := strings.CutPrefix(from, "p"); ok {
		first, _ = strconv.Atoi(at)
	}
	first = min(max(first, 0), (len(games)-1)/ruledAtOnce*ruledAtOnce) // the last page begins there
	lines := []string{req.Say("league.rule-which")}
	var buttons []discordgo.MessageComponent
	for _, g := range games[first:min(len(games), first+ruledAtOnce)] {
		lines = append(lines, req.Say("league.rule-game", "number", g.Number,
			"first", name(req.Localizer, v, g.Pair.First), "second", name(req.Localizer, v, g.Pair.Second),
			"result", wording.InWords(points(req.Localizer, g))))
		buttons = append(buttons, button(strconv.Itoa(g.Number), pressRule, fmt.Sprintf("%s:%d", id, g.Number),
			discordgo.SecondaryButton))
	}
	pages := (len(games) + ruledAtOnce - 1) / ruledAtOnce
	turn := page.PageButtons(req.Localizer, first/ruledAtOnce, pages, func(n int) string {
		return fmt.Sprintf("%s:%s:p%d", pressRule, id, n*ruledAtOnce)
	})
	return answer(strings.Join(lines, "\n"), append(page.Rows(buttons), page.Rows(turn)...)...), nil
}

// ruledAtOnce is how many games stand on a page from which one is chosen.
const ruledAtOnce = 10

// rulingForm returns the form for a game's result. The value of a result has both players' half points, a digit each.
func (o office) rulingForm(req ask.Request, v league.View, g *season.Game) []rest.Message {
	sides := o.face.sides(g.Setting.Module)
	for len(sides) < 2 { // a side whose name is not known is called by its number
		sides = append(sides, strconv.Itoa(len(sides)+1))
	}
	options := []layout.Option{
		{Label: req.Say("league.rule-won", "side", wording.InWords(sides[0])), Value: "20"},
		{Label: req.Say("league.rule-won", "side", wording.InWords(sides[1])), Value: "02"},
		{Label: req.Say("league.rule-drawn"), Value: "11"}, {Label: req.Say("league.rule-none"), Value: "00"}}
	id := fmt.Sprintf("%s:%s:%d", pressRule, v.ID, g.Number)
	return form(req, id, req.Say("league.form-rule", "number", g.Number),
		layout.Label{Label: req.Say("league.ask-result"), Component: layout.Select{Kind: layout.KindStringSelect,
			CustomID: "result", Options: options}}, reasonField(req))
}

// rule takes the form of askRuling.
func (o office) rule(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	id, n, _ := strings.Cut(d.What, ":")
	number, _ := strconv.Atoi(n)
	result := picked(d, "result")
	if len(result) != 2 {
		return nil, page.ErrStale
	}
	outcome := season.Outcome{Game: number, Reason: d.Fields["reason"],
		Result: standings.Result{Points: [2]int{int(result[0] - '0'), int(result[1] - '0')}}}
	v, err := o.asOrganiser(ctx, req, id)
	if err != nil {
		return nil, err
	}
	if err := o.mayRule(ctx, req, v, number); err != nil {
		return nil, err
	}
	v, err = o.face.do(ctx, req, id, func(s *season.Season, me string, _ naming) (event, error) {
		return s.Rule(me, outcome)
	})
	if err != nil {
		return nil, err
	}
	return o.managePage(req, v, req.Say("league.ruled-done", "number", number)), nil
}

// mayRule refuses an organiser who plays in a game or its pool, or has a seat in it, even before he writes a reason.
func (o office) mayRule(ctx context.Context, req ask.Request, v league.View, number int) error {
	_, err := v.Rule(v.Of(req.Cmd.User), season.Outcome{Game: number, Reason: "?", // a sample, to see if it is refused
		Result: standings.Result{Points: [2]int{1, 1}}})
	var why season.Refusal
	if errors.As(err, &why) && why.Why == season.OwnGame {
		return refusal(err)
	}
	if g := v.Game(number); g != nil && g.ID != "" {
		_, t, err := o.face.Looks.PublicOf(ctx, api.GameID(g.ID))
		if err == nil && requests.Sits(t, req.Cmd.User) {
			return refusal(season.Refusal{Why: season.OwnGame})
		}
	}
	return nil
}

// points returns the result of a game in short, or that there is none.
func points(loc wording.Localizer, g season.Game) string {
	if !g.IsOver() {
		return loc.Say("league.no-result")
	}
	return string(half(g.Result.Points[0])) + ":" + string(half(g.Result.Points[1]))
}

// unpair undoes a round in which nothing was played.
func (o office) unpair(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := o.face.do(ctx, req, id, func(s *season.Season, me string, _ naming) (event, error) {
		return s.Unpair(me)
	})
	if err != nil {
		return nil, err
	}
	return o.managePage(req, v, req.Say("league.undone")), nil
}
