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

// serveSuggestions answers autocompletion. After an error the list is empty; one that the user did not cause is logged.
func (b *bot) serveSuggestions(req ask.Request, r *rest.Reply, turn *schedule.Turn) {
	ctx, cancel := context.WithTimeout(context.Background(), rest.RequestTimeout)
	defer cancel()
	outcome := wasAnswered
	list, err := page.Safely(func() ([]rest.Suggestion, error) {
		return b.suggest(ctx, req, r.Interaction.ApplicationCommandData())
	})
	if err != nil {
		if _, causedByUser := tell.Refuse(req.Localizer, err); !causedByUser {
			outcome = wasFailed
			b.Kit.Log.Error("a suggestion failed", "interaction", r.Interaction.ID, "error", err)
		}
	}
	if list == nil {
		list = []rest.Suggestion{}
	}
	turn.FreeWorker(rest.Size(rest.Message{})) // a list takes no more memory than a message without files
	turn.FreeLine()
	if err := r.Suggest(ctx, firstOf(req.Localizer, list, r.Interaction.ApplicationCommandData())); err != nil {
		outcome = wasFailed
		b.Kit.Log.Warn("a suggestion did not arrive", "interaction", r.Interaction.ID, "error", err)
	}
	b.observe(r, outcome)
}

// firstOf returns list, or its beginning if Discord does not accept so many. Then the last suggestion says how many are
// left out. Whoever chooses that one keeps what he has typed, or gets "?" if that is blank or too long.
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

// suggest lists what the option being typed can hold: b.commands say by Complete, for an order of a game the rules.
func (b *bot) suggest(ctx context.Context, req ask.Request,
	d discordgo.ApplicationCommandInteractionData) ([]rest.Suggestion, error) {
	verb, values := parseCommand(d)
	if err := b.checkLengths(verb, values); err != nil {
		return nil, err
	}
	t := ask.Typing{TypedCommand: ask.TypedCommand{Verb: verb, Values: values}, Option: focus(d.Options)}
	if t.Option != "module" { // replace a game's name by its identifier, unless it is still being typed
		t.Values = beside.Named(b.table.Games.Referee.Modules(), values)
	}
	spec, isCommand := b.commands[verb]
	if !isCommand {
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
