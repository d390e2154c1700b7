package bring

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"
)

// take takes all that was shown, or nothing.
func (f *Face) take(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	f.mu.Lock()
	what, known := f.shown[id]
	f.mu.Unlock()
	if !known || what.user != req.Cmd.User || what.guild != req.Guild {
		return nil, ask.Refusal("bring.stale")
	}
	c := league.Command{ID: "bring " + id, User: req.Cmd.User} // a second press takes nothing twice
	said := req.Say("bring.taken-results", "n", len(what.results))
	var err error
	if len(what.results) > 0 {
		_, err = f.Keeper().Remember(ctx, c, what.guild, season.Past{Channel: what.channel, Results: what.results})
	} else {
		said = req.Say("bring.taken-players", "n", len(what.players))
		err = f.bring(ctx, c, what)
	}
	var refused season.Refusal
	if errors.As(err, &refused) && refused.Why == season.AlreadyIn {
		return req.TextReply("bring.nothing"), nil
	}
	if errors.As(err, &refused) {
		return nil, ask.Refusal("league.refused-" + string(refused.Why))
	}
	if err != nil {
		return nil, err
	}
	return []rest.Message{rest.NewMessage(said, nil)}, nil
}

// bring signs the players up that were shown.
func (f *Face) bring(ctx context.Context, c league.Command, what shown) error {
	return f.Keeper().Do(ctx, what.season, c, func(s *season.Season, me string, as func(string) (string, error)) (
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
		return season.Bring(s, me, list)
	})
}

// News returns what is told of a row of a season or of the agreed games, and where.
func (f *Face) News(v league.View, n league.News) (channel, text string, told bool) {
	loc := f.Messages.InChannel()
	by := tell.Mention(loc, v.Names[n.By])
	if v.Names[n.By] == "" {
		by = wording.InWords(loc.Say("league.former"))
	}
	switch {
	case n.Past != nil:
		return n.Past.Channel, loc.Say("bring.told-results", "user", by, "n", len(n.Past.Results)), true
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

// title is the name of a season.
func title(v league.View) wording.InWords {
	return wording.InWords(wording.Clip(v.Terms.Name, season.MostName))
}
