package bring

import (
	"context"
	"errors"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"
)

// take takes all that was shown for the command id, or nothing.
func (f *Face) take(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	f.mu.Lock()
	i := slices.IndexFunc(f.shown, func(s shown) bool {
		return s.id == id && s.user == req.Cmd.User && s.guild == req.Guild
	})
	var what shown
	if i >= 0 {
		what = f.shown[i]
	}
	f.mu.Unlock()
	if i < 0 {
		return nil, ask.Refusal("bring.stale")
	}
	c := league.Command{ID: "bring " + id, User: req.Cmd.User} // a second press takes nothing twice
	take := f.takePlayers
	if len(what.results) > 0 {
		take = f.takeResults
	}
	taken, err := take(ctx, c, what)
	var refused season.Refusal
	if errors.As(err, &refused) && refused.Why == season.AlreadyIn || err == nil && taken == 0 {
		return req.TextReply("bring.nothing"), nil
	}
	if errors.As(err, &refused) {
		return nil, ask.Refusal("league.refused-" + string(refused.Why))
	}
	if err != nil {
		return nil, err
	}
	if len(what.results) > 0 {
		list := req.TextReply("bring.taken-results", "n", taken)
		if number := f.last(ctx, req.Guild, req.Cmd.User); number > 0 {
			list[0].Components = outRow(req.Say("button.bring-out"), number)
		}
		return list, nil
	}
	return req.TextReply("bring.taken-players", "n", taken), nil
}

// takeResults notes the results that were shown and are not known yet, and returns how many these are.
func (f *Face) takeResults(ctx context.Context, c league.Command, what shown) (taken int, err error) {
	played, _, err := f.serverResults(ctx, what.guild)
	if err != nil {
		return 0, err
	}
	return f.Keeper().Remember(ctx, c, what.guild, season.Past{Channel: what.channel, Results: what.results}, played)
}

// takePlayers signs up the players that were shown, except those who have signed up or left themselves since. It
// returns how many it signs up.
func (f *Face) takePlayers(ctx context.Context, c league.Command, what shown) (taken int, err error) {
	err = f.Keeper().Do(ctx, what.season, c, func(s *season.Season, me string, as func(string) (string, error)) (
		season.Event, error) {
		var list []season.Newcomer
		for _, n := range what.players {
			name, err := as(n.Player)
			if err != nil {
				return season.Event{}, err
			}
			n.Player = name
			list = append(list, n)
		}
		event, err := season.Bring(s, me, list)
		if err == nil {
			taken = len(event.Brought.Players)
		}
		return event, err
	})
	return taken, err
}

// News returns the text about a row of a season or of the agreed games, and its channel; told is false for none.
func (f *Face) News(v league.View, n league.News) (channel, text string, told bool) {
	loc := f.Messages.InChannel()
	by := tell.Mention(loc, v.Names[n.By])
	if v.Names[n.By] == "" {
		by = wording.InWords(loc.Say("league.former"))
	}
	switch {
	case n.Past != nil:
		return n.Past.Channel, loc.Say("bring.told-results", "user", by, "n", len(n.Past.Results)), true
	case n.PastOut != nil && n.PastOut.Import <= len(v.Imports):
		return n.PastOut.Channel, loc.Say("bring.told-out", "user", by, "n", v.Imports[n.PastOut.Import-1].Results,
			"reason", wording.Quoted(n.PastOut.Reason)), true
	case n.Brought != nil:
		var names string
		for i, p := range n.Brought.Players {
			if i > 0 {
				names += ", "
			}
			if user := v.Names[p.Player]; user != "" {
				names += string(tell.Mention(loc, user))
			} else {
				names += loc.Say("league.former")
			}
		}
		return v.Terms.Channel, loc.Say("bring.told-players", "user", by, "n", len(n.Brought.Players), "names",
			wording.InWords(names), "name", title(v)), true
	}
	return "", "", false
}

// title returns the name of a season.
func title(v league.View) wording.InWords {
	return wording.InWords(wording.Clip(v.Terms.Name, season.MostName))
}
