package leagues

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"grognard/bot/clock"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/bring"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"

	"github.com/bwmarrin/discordgo"
)

// The buttons and the form of an announcement. After the name stands the draft's ID.
const (
	pressAnnounce = "league-announce"
	pressTerms    = "league-terms"
)

// Commands returns the commands of seasons and of the lobby: one each, as its answer has buttons for all else.
func (f *Face) Commands() []ask.CommandSpec {
	_, lobbyFace, _, _ := otherFaces(f) // not f.lobby: f is nil when only the commands' names are listed
	return append(lobbyFace.Commands(), ask.CommandSpec{Verb: "league", Run: f.command, Aside: true,
		Options: []ask.Option{
			ask.CompletedOption("season", f.suggestSeasons), ask.UserOption("challenge"),
			ask.TextOption("name").WithLongest(season.MostName),
			ask.CompletedOption("module", suggestModules(f)),
			ask.ChoiceOption("format", string(season.Pools), string(season.Swiss), string(season.Knock),
				string(season.Ladder)),
			ask.CompletedOption("scenario", suggestScenarios(f)), ask.TextOption("clock"),
			ask.NumberOption("rounds", 1, season.MostRounds), ask.NumberOption("days", 1, season.MostDays),
			ask.NumberOption("floor", 0, season.MostFloor), ask.CompletedOption("like", f.suggestSeasons),
			bring.Option()}})
}

// command answers /league. It previews a new season (name and module), or what would be taken from a file (import), or
// challenges a user (challenge), or else shows a season. Other options are refused without a name and a module.
func (f *Face) command(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	switch {
	case values["name"] != "" && values["module"] != "":
		return f.draftTerms(ctx, req, values)
	case values["import"] != "":
		return importFile(ctx, f, req, values)
	case values["challenge"] != "":
		return f.challenge(ctx, req, values["challenge"])
	}
	for _, option := range []string{"name", "module", "format", "scenario", "clock", "rounds", "days", "floor",
		"like"} {
		if values[option] != "" {
			return nil, ask.Refusal("league.announce-needs")
		}
	}
	list, failed := f.shownAgain(ctx, req, values["season"])
	if values["season"] != "" {
		return list, failed
	}
	return f.requests.Beside(ctx, req, list, failed) // answers for the channel's rated game even if there is no season
}

// importFile shows what would be taken from a file: players of the named season or the newest, or results of games.
func importFile(ctx context.Context, f *Face, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if values["season"] == "" {
		v, _ := f.newest(ctx, req, nil) // results of games need no season
		return f.bring.Preview(ctx, req, values["import"], v.ID)
	}
	v, err := f.findSeason(ctx, req, values["season"])
	if err != nil {
		return nil, err
	}
	return f.bring.Preview(ctx, req, values["import"], v.ID)
}

// mayAnnounce reports whether the asker may manage the server or the channel.
func mayAnnounce(req ask.Request) bool {
	return ask.ManagesServer(req) || ask.HasPermissions(req.Permissions.User, discordgo.PermissionManageChannels)
}

// draftTerms shows a preview of all terms of a season that is to be announced.
func (f *Face) draftTerms(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if !mayAnnounce(req) {
		return nil, ask.Refusal("league.announce-refused")
	}
	if req.Permissions.Thread {
		return nil, ask.Refusal("league.announce-thread")
	}
	t := season.DefaultTerms(values["name"])
	if like := values["like"]; like != "" {
		before, err := f.findSeason(ctx, req, like)
		if err != nil {
			return nil, err
		}
		t = before.Terms
		t.Name, t.After = values["name"], before.ID
	}
	t.Channel = req.Cmd.Channel
	if err := f.set(&t, values); err != nil {
		return nil, err
	}
	f.keepDraft(req.Cmd.ID, draft{user: req.Cmd.User, guild: req.Guild, target: req.Cmd.Channel, terms: t})
	return f.preview(req, req.Cmd.ID)
}

// usualClock is the clock of games whose organiser names none. Strangers who play each other need one.
const usualClock = "normal"

// set takes the options of /league into terms.
func (f *Face) set(t *season.Terms, values map[string]string) error {
	number := func(name string, into *int) {
		if n, err := strconv.Atoi(values[name]); err == nil {
			*into = n
		}
	}
	if format := season.Format(values["format"]); format != "" && format != t.Format {
		t.Format = format
		t.Days = map[season.Format]int{season.Pools: 90, season.Swiss: 21, season.Knock: 21, season.Ladder: 30}[format]
	}
	if t.Format == season.Swiss && t.Rounds == 0 {
		t.Rounds = 5
	}
	number("rounds", &t.Rounds)
	number("days", &t.Days)
	number("floor", &t.Floor)
	s := season.Setting{Scenario: values["scenario"], Clock: strings.TrimSpace(values["clock"])}
	if s.Clock == "" {
		s.Clock = usualClock
		if t.After != "" { // as in the earlier season
			s.Clock = cmp.Or(t.Games[0].Clock, "none")
		}
	}
	if _, err := clock.Parse(s.Clock); err != nil {
		return err
	}
	t.Games = nil
	for module := range strings.SplitSeq(values["module"], ",") { // the last module is that of all later rounds
		s.Module = strings.TrimSpace(module)
		if err := f.checkSetting(s); err != nil {
			return err
		}
		copy(s.Sides[:], f.sides(s.Module))
		t.Games, s.Scenario = append(t.Games, s), "" // a scenario is of the first game
	}
	return nil
}

// checkSetting refuses a game or a scenario that nobody can open.
func (f *Face) checkSetting(s season.Setting) error {
	for _, m := range f.Library.Modules() {
		if m.ID != s.Module {
			continue
		}
		for _, sc := range m.Scenarios {
			if sc.ID == s.Scenario && !sc.Alone || s.Scenario == "" {
				return nil
			}
		}
		return ask.Refusal("league.no-scenario", "scenario", wording.Quoted(s.Scenario))
	}
	return ask.Refusal("league.no-module", "module", wording.Quoted(s.Module))
}

// preview shows an organiser all terms before anybody else reads of them.
func (f *Face) preview(req ask.Request, id string) ([]rest.Message, error) {
	d, err := f.draftOf(id, req.Cmd.User)
	if err == nil {
		_, err = season.Announce(d.terms)
	}
	if err != nil {
		return nil, refusal(err)
	}
	lines := append([]string{req.Say("league.preview", "name", wording.InWords(d.terms.Name))},
		f.termsInWords(req.Localizer, d.terms, true)...)
	order := "league.line-order"
	if d.terms.After != "" {
		order = "league.line-order-after"
	}
	lines = append(lines, req.Say(order), req.Say("league.preview-end", "channel", page.ChannelLink(d.target)))
	return answer(strings.Join(lines, "\n"), page.Row(
		button(req.Say("button.league-announce"), pressAnnounce, id, discordgo.SuccessButton),
		button(req.Say("button.league-change"), pressTerms, id, discordgo.SecondaryButton))), nil
}

// askTerms opens the form with the terms that are no options of the command.
func (f *Face) askTerms(_ context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	kept, err := f.draftOf(d.What, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	t := kept.terms
	menu := func(id, label, now string, values ...string) layout.Label {
		var options []layout.Option
		for _, v := range values {
			choice := wording.Clip(req.Say("league.choice-"+id+"-"+v), page.ValueLimit)
			options = append(options, layout.Option{Label: choice, Value: v, Default: v == now})
		}
		return layout.Label{Label: label, Component: layout.Select{Kind: layout.KindStringSelect, CustomID: id,
			Options: options}}
	}
	return form(req, pressTerms+":"+d.What, req.Say("league.form-terms"),
		menu("unfinished", req.Say("league.ask-unfinished"), string(t.Unfinished), "adjudicated", "unrated", "ruling"),
		menu("dropped", req.Say("league.ask-dropped"), string(t.Dropped), "stand", "annul", "replace"),
		menu("tied", req.Say("league.ask-tied"), string(t.Tied), "return", "seed", "ruling"),
		numberField("atonce", req.Say("league.ask-most"), "", t.AtOnce, true),
		numberField("playoff", req.Say("league.ask-playoff"), req.Say("league.ask-playoff-about"), t.PlayOff,
			false)), nil
}

// numberField returns a field of a form that takes a number.
func numberField(id, label, about string, value int, required bool) layout.Label {
	return layout.Label{Label: label, Description: about, Component: layout.TextInput{CustomID: id,
		Style: discordgo.TextInputShort, Value: strconv.Itoa(value), MaxLength: 4, Required: required}}
}

// number returns the number in a field of a form, 0 for an empty field.
func number(d ask.Pressed, field string) (int, error) {
	typed := strings.TrimSpace(d.Fields[field])
	if typed == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 0 {
		return 0, ask.Refusal("league.no-number", "value", wording.Quoted(typed))
	}
	return n, nil
}

// setTerms takes the form of askTerms into the draft, and shows the draft once more.
func (f *Face) setTerms(_ context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	kept, err := f.draftOf(d.What, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	t := kept.terms
	t.Unfinished, t.Dropped = season.Unfinished(picked(d, "unfinished")), season.Dropped(picked(d, "dropped"))
	t.Tied = season.Tied(picked(d, "tied"))
	if t.AtOnce, err = number(d, "atonce"); err != nil {
		return nil, err
	}
	if t.PlayOff, err = number(d, "playoff"); err != nil {
		return nil, err
	}
	if _, err := season.Announce(t); err != nil {
		return nil, refusal(err)
	}
	kept.terms = t
	f.keepDraft(d.What, kept)
	return f.preview(req, d.What)
}

// announce announces a season as previewed. A second press announces nothing: the season's ID follows from the draft's.
func (f *Face) announce(ctx context.Context, req ask.Request, draftID string) ([]rest.Message, error) {
	d, err := f.draftOf(draftID, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	if !mayAnnounce(req) || f.Keeper == nil {
		return nil, ask.Refusal("league.announce-refused")
	}
	if _, err := f.Keeper.Announce(ctx, league.Command{ID: draftID, User: d.user}, d.guild, d.terms); err != nil {
		return nil, refusal(err)
	}
	return req.TextReply("league.announced", "channel", page.ChannelLink(d.target)), nil
}

// suggestModules completes with the games that can be played.
func suggestModules(f *Face) ask.Completer {
	return func(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
		l := ask.NewListing(t.Text())
		for _, m := range f.Library.Modules() {
			l.Add(0, m.ID, m.Title, []string{m.Title, m.ID})
		}
		return l.Suggestions(), nil
	}
}

// suggestScenarios completes with the two-player scenarios of the module that is typed already.
func suggestScenarios(f *Face) ask.Completer {
	return func(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
		l := ask.NewListing(t.Text())
		for _, m := range f.Library.Modules() {
			for _, sc := range m.Scenarios {
				if m.ID == t.Values["module"] && !sc.Alone {
					l.Add(0, sc.ID, sc.Name, []string{sc.Name, sc.ID})
				}
			}
		}
		return l.Suggestions(), nil
	}
}

// suggestSeasons completes with the seasons of the server, the newest first.
func (f *Face) suggestSeasons(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l := ask.NewListing(t.Text())
	if f.Keeper == nil {
		return nil, nil
	}
	list, _ := f.Keeper.Briefs(ctx, req.Guild, maxBriefs) // a damaged season hides no other
	for i, b := range list {
		l.Add(i, b.ID, b.Name+" · "+b.Since.Format(time.DateOnly), []string{b.Name})
	}
	return l.Suggestions(), nil
}

// challenge challenges another user in the newest ladder.
func (f *Face) challenge(ctx context.Context, req ask.Request, other string) ([]rest.Message, error) {
	v, err := f.newest(ctx, req, func(b league.Brief) bool { return b.Format == season.Ladder })
	if err != nil {
		return nil, err
	}
	_, err = f.do(ctx, req, v.ID, func(s *season.Season, me string, _ naming) (event, error) {
		return s.Challenge(me, cmp.Or(v.Of(other), "nobody"), f.Calendars.Now()) // no player is called nobody
	})
	if err != nil {
		return nil, err
	}
	return req.TextReply("league.challenged", "user", tell.Mention(req.Localizer, other)), nil
}
