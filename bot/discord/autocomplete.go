package discord

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/beside"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/schedule"

	"github.com/bwmarrin/discordgo"
)

// serveSuggestions answers autocompletion. The list is empty for a user who may know nothing here, and after a failure
// of ours.
func (b *bot) serveSuggestions(req ask.Request, r *rest.Reply, turn *schedule.Turn) {
	ctx, cancel := context.WithTimeout(context.Background(), rest.RequestTimeout)
	defer cancel()
	outcome := wasAnswered
	list, err := page.Safely(func() ([]rest.Suggestion, error) {
		return b.suggest(ctx, req, r.Interaction.ApplicationCommandData())
	})
	if err != nil {
		if _, theirs := tell.Refuse(req.Localizer, err); !theirs {
			outcome = wasFailed
			b.Kit.Log.Error("a suggestion failed", "interaction", r.Interaction.ID, "error", err)
		}
	}
	if list == nil {
		list = []rest.Suggestion{}
	}
	turn.FreeWorker(rest.Size(rest.Message{}))
	turn.FreeLine()
	if err := r.Suggest(ctx, firstOf(req.Localizer, list, r.Interaction.ApplicationCommandData())); err != nil {
		outcome = wasFailed
		b.Kit.Log.Warn("a suggestion did not arrive", "interaction", r.Interaction.ID, "error", err)
	}
	b.observe(r, outcome)
}

// firstOf returns as many suggestions as Discord takes. If there are more, the last one says how many, and leaves what
// is typed as it is.
func firstOf(loc wording.Localizer, list []rest.Suggestion,
	d discordgo.ApplicationCommandInteractionData) []rest.Suggestion {
	if len(list) <= page.ChoiceLimit {
		return list
	}
	_, values := parseCommand(d)
	typed := strings.TrimSpace(values[focus(d.Options)])
	if typed == "" || utf8.RuneCountInString(typed) > page.ChoiceText {
		typed = "?"
	}
	const most = page.ChoiceLimit - 1
	more := rest.Suggestion{Name: loc.Say("suggest.more", "n", len(list)-most), Value: typed}
	return append(slices.Clone(list[:most]), more)
}

// suggest lists what can stand in the option that is being typed: by the table for a command of this package, by the
// rules for an order of a game.
func (b *bot) suggest(ctx context.Context, req ask.Request,
	d discordgo.ApplicationCommandInteractionData) ([]rest.Suggestion, error) {
	verb, values := parseCommand(d)
	if err := b.checkLengths(verb, values); err != nil {
		return nil, err
	}
	t := ask.Typing{TypedCommand: ask.TypedCommand{Verb: verb, Values: values}, Option: focus(d.Options)}
	if t.Option != "module" {
		t.Values = beside.Named(b.table.Games.Referee.Modules(), values)
	}
	spec, own := b.commands[verb]
	if !own {
		return b.play.SuggestPicks(ctx, req, t, verb)
	}
	i := slices.IndexFunc(spec.Options, func(o ask.Option) bool { return o.Name == t.Option && o.Complete != nil })
	if i < 0 {
		return nil, nil
	}
	return spec.Options[i].Complete(ctx, req, t)
}

// focus returns the name of the option that is being typed.
func focus(options []*discordgo.ApplicationCommandInteractionDataOption) string {
	for _, o := range options {
		if o.Focused {
			return o.Name
		}
		if name := focus(o.Options); name != "" {
			return name
		}
	}
	return ""
}
