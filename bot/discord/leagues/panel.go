package leagues

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/bring"
	"grognard/bot/discord/lobby"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/ranks"
	"grognard/bot/discord/rated"
	"grognard/bot/discord/reliable"
	"grognard/bot/discord/reports"
	"grognard/bot/discord/requests"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	looking "grognard/bot/league/lobby"
	"grognard/bot/league/season"
	"grognard/bot/limit"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// The buttons below a season's panel. After the name stands the season's ID.
const (
	pressJoin  = "league-join"
	pressLeave = "league-leave"
	pressMine  = "league-mine"
	pressTable = "league-table"
	pressAbout = "league-about"
	pressShow  = "league-show"
)

// Presses returns the buttons and forms of seasons.
func (f *Face) Presses() []ask.PressSpec {
	o := office{f}
	list := []ask.PressSpec{
		{Name: pressAnnounce, Run: ask.WithWhat(f.announce), Posts: true, SetsUp: true},
		{Name: pressTerms, Run: f.askTerms, Form: f.setTerms},
		{Name: pressJoin, Run: ask.WithWhat(f.join)},
		{Name: pressLeave, Run: f.leave},
		{Name: pressMine, Run: ask.WithWhat(f.askMine), Form: f.setMine},
		{Name: pressTable, Run: ask.WithWhat(f.standings), Looks: true},
		{Name: pressCross, Run: ask.WithWhat(f.cross), Looks: true},
		{Name: pressAbout, Run: ask.WithWhat(f.about), Looks: true},
		{Name: pressPage, Run: ask.WithWhat(f.page), Looks: true, Cost: limit.Film},
		{Name: pressFilm, Run: ask.WithWhat(ofGame(f, look.ReplayVerb)), Looks: true, Cost: limit.Film},
		{Name: pressReport, Run: ask.WithWhat(ofGame(f, reports.Verb)), Looks: true, Cost: limit.Film},
		{Name: pressData, Run: ask.WithWhat(f.data), Looks: true},
		{Name: pressShow, Run: ask.WithWhat(f.shownAgain), Looks: true},
		{Name: pressHere, Run: ask.WithWhat(f.here), SetsUp: true},
		{Name: pressManage, Run: ask.WithWhat(o.manage), Looks: true},
		{Name: pressNext, Run: ask.WithWhat(o.nextRound)},
		{Name: pressSwap, Run: o.askSwap, Form: o.swap},
		{Name: pressPair, Run: ask.WithWhat(o.pair)},
		{Name: pressUndo, Run: ask.WithWhat(o.unpair)},
		{Name: pressOrder, Run: ask.WithWhat(o.askOrder), Form: o.setOrder},
		{Name: pressOut, Run: o.askOut, Form: o.takeOut},
		{Name: pressRule, Run: ask.WithWhat(o.askRuling), Form: o.rule},
		{Name: pressPause, Run: o.askReason(pressPause), Form: o.halt(season.Paused)},
		{Name: pressResume, Run: o.halt(season.Running)},
		{Name: pressCancel, Run: o.askReason(pressCancel), Form: o.halt(season.Cancelled)},
		{Name: pressClose, Run: o.halt(season.Closed)},
		{Name: pressTake, Run: ask.WithWhat(o.takeOver)},
		{Name: pressOffice, Run: o.askOffice, Form: o.setOffice},
	}
	for i := range list {
		list[i].NoGame, list[i].Aside = true, true
	}
	ratings, lobbyFace, requestFace, files := otherFaces(f)
	var roles *ranks.Face
	if f != nil {
		roles = f.ranks
	}
	list = slices.Concat(list, ratings.Presses(), lobbyFace.Presses(), requestFace.Presses(),
		files.Presses(), roles.Presses())
	if f == nil {
		return list
	}
	return f.forms.Presses(list)
}

// otherFaces returns the faces that f works with. For a nil f they are nil, which is enough to list commands' names.
func otherFaces(f *Face) (ratings *rated.Face, lobbyFace *lobby.Face, requestFace *requests.Face, files *bring.Face) {
	if f == nil {
		return nil, nil, nil, nil
	}
	return f.rated, f.lobby, f.requests, f.bring
}

// panel returns the message that announces a season: its terms in short, who has signed up, and buttons.
func (f *Face) panel(v league.View) rest.Message {
	loc := f.Messages.InChannel()
	lines := append([]string{loc.Say("league.title", "name", title(v)), stage(loc, v)},
		f.termsInWords(loc, v.Terms, false)...)
	lines = append(lines, organisers(loc, v))
	var buttons []discordgo.MessageComponent
	if v.Stage != season.Closed && v.Stage != season.Cancelled {
		buttons = append(buttons, button(loc.Say("button.league-join"), pressJoin, v.ID, discordgo.SuccessButton),
			button(loc.Say("button.league-leave"), pressLeave, v.ID, discordgo.SecondaryButton),
			button(loc.Say("button.league-mine"), pressMine, v.ID, discordgo.SecondaryButton))
	}
	buttons = append(buttons, button(loc.Say("button.league-table"), pressTable, v.ID, discordgo.PrimaryButton),
		button(loc.Say("button.league-about"), pressAbout, v.ID, discordgo.SecondaryButton))
	return rest.NewMessage(wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit), page.Rows(buttons))
}

// awakeHours returns a user's zone and his waking hours, UTC, a bit for each; "" and 0 if he has set no zone.
func (f *Face) awakeHours(ctx context.Context, user string) (zone string, awake uint32, err error) {
	c, err := f.Calendars.Calendar(ctx, user)
	now := f.Calendars.Now()
	if err != nil || c.Since("zone", now).IsZero() {
		return "", 0, err
	}
	return c.Zone(now).String(), looking.Hours(c, now), nil
}

// join signs the asker up, with the hours of his calendar and as many games at once as the terms allow.
func (f *Face) join(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	if p := v.Player(v.Of(req.Cmd.User)); p != nil && p.Left.IsZero() {
		return nil, refusal(season.Refusal{Why: season.AlreadyIn})
	}
	return f.sign(ctx, req, v, season.SignUp{}, false, nil)
}

// sign signs the asker up, or changes his settings. showsZone lets others see his zone; avoided are users.
func (f *Face) sign(ctx context.Context, req ask.Request, v league.View, with season.SignUp, showsZone bool,
	avoided []string) ([]rest.Message, error) {
	zone, awake, err := f.awakeHours(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	was := v.Player(v.Of(req.Cmd.User))
	if v.Terms.Floor > 0 && (was == nil || !was.Left.IsZero()) {
		records, err := f.rated.Records(ctx, req.Guild)
		if err == nil {
			err = reliable.Admit(records[req.Cmd.User], v.Terms.Floor)
		}
		if err != nil {
			return nil, err
		}
	}
	with.Awake = awake
	if showsZone {
		with.Zone = zone
	}
	v, err = f.do(ctx, req, v.ID, func(s *season.Season, me string, as naming) (event, error) {
		for _, user := range avoided {
			if user == req.Cmd.User {
				return event{}, season.Refusal{Why: season.Oneself}
			}
			other, err := as(user)
			if err != nil {
				return event{}, err
			}
			with.Avoid = append(with.Avoid, other)
		}
		return s.Join(me, with)
	})
	if err != nil {
		return nil, err
	}
	p := v.Player(v.Of(req.Cmd.User))
	head := "league.joined"
	switch {
	case was != nil && was.Left.IsZero():
		head = "league.changed"
	case p.Reserve && !with.Reserve:
		head = reserveText(v, "league.joined-late")
	case p.Reserve:
		head = reserveText(v, "league.joined-reserve")
	}
	lines := []string{req.Say(head, "name", title(v)), req.Say("league.mine-most", "n",
		cmp.Or(p.AtOnce, v.Terms.AtOnce))}
	aboutZone := "league.zone-hidden"
	switch {
	case zone == "":
		aboutZone = "league.no-zone"
	case showsZone:
		aboutZone = "league.zone-shown"
	}
	lines = append(lines, req.Say(aboutZone, "zone", wording.InWords(zone)))
	return answer(strings.Join(lines, "\n"), page.Row(
		button(req.Say("button.league-mine"), pressMine, v.ID, discordgo.SecondaryButton),
		button(req.Say("button.league-leave"), pressLeave, v.ID, discordgo.SecondaryButton))), nil
}

// reserveText returns the ID of a text for a reserve. It is another one if under the terms a reserve never plays.
func reserveText(v league.View, id string) string {
	if v.Terms.Dropped != season.Replace {
		return id + "-never"
	}
	return id
}

// askMine opens the form with what a player says of himself.
func (f *Face) askMine(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	var has season.SignUp
	if p := v.Player(v.Of(req.Cmd.User)); p != nil {
		has = p.SignUp
	}
	none := 0 // the least number of choices where nothing need be chosen
	var sides []layout.Option
	for _, side := range f.sides(v.Terms.Setting(1).Module) {
		sides = append(sides, layout.Option{Label: side, Value: side, Default: slices.Contains(has.Sides, side)})
	}
	avoid := layout.Select{Kind: layout.KindUserSelect, CustomID: "avoid", Least: &none, Most: 10, Optional: true}
	for _, p := range has.Avoid {
		if user := v.Names[p]; rest.IsID(user) && len(avoid.Defaults) < avoid.Most {
			avoid.Defaults = append(avoid.Defaults, layout.Default{ID: user, Type: "user"})
		}
	}
	labels := []discordgo.MessageComponent{
		numberField("atonce", req.Say("league.ask-at-once"), req.Say("league.ask-at-once-about", "n", v.Terms.AtOnce),
			cmp.Or(has.AtOnce, v.Terms.AtOnce), true),
		layout.Label{Label: req.Say("league.ask-pace"), Component: layout.TextInput{CustomID: "pace",
			Style: discordgo.TextInputShort, Value: has.Pace, Placeholder: req.Say("league.ask-pace-about"),
			MaxLength: 80}},
		layout.Label{Label: req.Say("league.ask-avoid"), Component: avoid},
		layout.Label{Label: req.Say("league.ask-also"), Component: layout.CheckboxGroup{CustomID: "also", Least: &none,
			Options: []layout.Option{
				{Label: req.Say("league.ask-reserve"), Value: "reserve", Default: has.Reserve},
				{Label: req.Say("league.ask-zone"), Value: "zone", Default: has.Zone != ""}}}}}
	if len(sides) > 0 {
		labels = append(labels, layout.Label{Label: req.Say("league.ask-sides"), Component: layout.CheckboxGroup{
			CustomID: "sides", Least: &none, Options: sides[:min(len(sides), 10)]}})
	}
	return form(req, pressMine+":"+id, req.Say("league.form-mine"), labels...), nil
}

// setMine takes the form of askMine.
func (f *Face) setMine(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	v, err := f.look(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	most, err := number(d, "atonce")
	if err != nil {
		return nil, err
	}
	if most < 1 || most > v.Terms.AtOnce {
		return nil, ask.Refusal("league.at-once-range", "most", v.Terms.AtOnce)
	}
	return f.sign(ctx, req, v, season.SignUp{AtOnce: most, Pace: strings.TrimSpace(d.Fields["pace"]),
		Sides: d.Picked["sides"], Reserve: slices.Contains(d.Picked["also"], "reserve")},
		slices.Contains(d.Picked["also"], "zone"), d.Picked["avoid"])
}

// leave says what leaving costs, and carries it out on the second press; on the first if it costs nothing yet.
func (f *Face) leave(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	id, sure, _ := strings.Cut(d.What, ":")
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	p := v.Player(v.Of(req.Cmd.User))
	hasBegun := v.Stage == season.Running || v.Stage == season.Paused
	if p != nil && p.Left.IsZero() && !p.Reserve && sure == "" && hasBegun {
		return answer(leaveSure(req, v, p.ID), page.Row(
			button(req.Say("button.league-leave"), pressLeave, id+":yes", discordgo.DangerButton),
			button(req.Say("button.league-show"), pressShow, id, discordgo.SecondaryButton))), nil
	}
	_, err = f.do(ctx, req, id, func(s *season.Season, me string, _ naming) (event, error) {
		return s.Leave(me, season.Leaving{Player: me})
	})
	if err != nil {
		return nil, err
	}
	return req.TextReply("league.left", "name", title(v)), nil
}

// leaveSure says what a player loses who leaves a season that has begun: his open games, or all.
func leaveSure(req ask.Request, v league.View, player string) string {
	n, id := 0, "league.leave-sure-"+string(v.Terms.Dropped)
	for _, g := range v.Games {
		_, plays := g.Has(player)
		if plays && g.Pair.Second != "" && (!g.IsOver() || v.Terms.Dropped == season.Annul) {
			n++
		}
	}
	if n == 0 {
		id = "league.leave-sure-none"
	}
	return req.Say(id, "name", title(v), "n", n)
}

// about lists all terms of a season.
func (f *Face) about(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	return answer(strings.Join(append([]string{req.Say("league.title", "name", title(v))},
		f.termsInWords(req.Localizer, v.Terms, true)...), "\n"), turns(req, v)...), nil
}

// turns returns a row of buttons to other pages about a season. A page replaces the one whose button was tapped.
func turns(req ask.Request, v league.View) []discordgo.MessageComponent {
	return page.OneRow(button(req.Say("button.league-show"), pressShow, v.ID, discordgo.SecondaryButton),
		button(req.Say("button.league-table"), pressTable, v.ID, discordgo.SecondaryButton),
		button(req.Say("button.league-cross"), pressCross, v.ID, discordgo.SecondaryButton),
		button(req.Say("button.league-page"), pressPage, v.ID, discordgo.SecondaryButton),
		button(req.Say("button.league-data"), pressData, v.ID, discordgo.SecondaryButton))
}

// shownAgain shows a season by its ID. For "" it shows what /league shows without options.
func (f *Face) shownAgain(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	list, err := f.status(ctx, req, id)
	if err != nil && id != "" {
		return nil, err
	}
	return f.rated.Beside(ctx, req, list, err)
}

// here notes that a player is there. Once both are, the game begins.
func (f *Face) here(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	id, game, _ := strings.Cut(what, ":")
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(v.Games, func(g season.Game) bool { return g.ID == game })
	if game == "" || i < 0 {
		return nil, ask.Refusal("league.here-undone")
	}
	g, number := &v.Games[i], v.Games[i].Number
	seat, plays := g.Has(v.Of(req.Cmd.User)) // seat 0 is Pair.First's, 1 Pair.Second's
	switch {
	case !plays:
		return nil, ask.Refusal("league.not-yours")
	case g.IsOver():
		return nil, refusal(season.Refusal{Why: season.GameOver})
	}
	v, err = f.do(ctx, req, id, func(s *season.Season, me string, _ naming) (event, error) {
		event, ok := s.Show(me, number)
		if !ok {
			return event, errKnown
		}
		return event, nil
	})
	if err != nil {
		return nil, err
	}
	if g = v.Game(number); !g.Moved[1-seat] { // the other has not said that he is there
		other := []string{g.Pair.First, g.Pair.Second}[1-seat]
		return req.TextReply("league.here-waits", "user", name(req.Localizer, v, other)), nil
	}
	return f.begin(ctx, req, g)
}

// begin begins a game whose players are both there, unless it has begun.
func (f *Face) begin(ctx context.Context, req ask.Request, g *season.Game) ([]rest.Message, error) {
	_, t, err := f.Looks.PublicOf(ctx, api.GameID(g.ID))
	if err != nil {
		return nil, err
	}
	if t.Started {
		return req.TextReply("league.here-began"), nil
	}
	req.Cmd.Channel, req.Cmd.Game = t.Channel, t.Game
	if _, err := f.Games.Start(ctx, req.Cmd); err != nil && !errors.Is(err, api.ErrStarted) {
		return nil, err
	}
	return req.TextReply("league.here-begins"), nil
}
