package discord

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// runTyped carries out what was typed. If a word in it can mean several units or hexes, each of them is a button that
// gives the command with it.
func (b *bot) runTyped(ctx context.Context, req ask.Request, verb order.Verb,
	values map[string]string) ([]rest.Message, error) {
	list, err := b.runCommand(ctx, req, verb, values)
	var p *order.Problem
	if !errors.As(err, &p) || len(p.Means) == 0 {
		return list, err
	}
	return b.askWhich(ctx, req, ask.TypedCommand{Verb: verb, Values: values}, p)
}

// insteadRow returns the row with the order that a refusal proposes; nil without one.
func (b *bot) insteadRow(ctx context.Context, req ask.Request, refused error) []discordgo.MessageComponent {
	denial, _ := errors.AsType[*view.Denial](refused)
	if denial == nil || denial.Instead == nil {
		return nil
	}
	loc, o := b.Kit.LocalizerHere(ctx, req), *denial.Instead
	_, t, check, err := b.Kit.Seen(ctx, req, false)
	spec, ok := loc.Spec(o.Verb)
	m := ask.TypedCommand{Verb: o.Verb}
	for _, a := range o.Args {
		option, _, _ := spec.Option(a.Name)
		m = m.With(a.Name, option.Text(a))
	}
	id, fits := m.Encode(t.Game, check)
	if err != nil || !ok || !fits {
		return nil
	}
	return page.OneRow(page.Button(wording.Clip(loc.Spelled(spec, o), page.LabelLimit), id, discordgo.PrimaryButton))
}

// askWhich asks what a word means. Only the asker sees it, so that his own units can be among the choices.
func (b *bot) askWhich(ctx context.Context, req ask.Request, m ask.TypedCommand, p *order.Problem) ([]rest.Message,
	error) {
	board, t, check, err := b.Kit.Seen(ctx, req, m.Values["public"] == "true")
	if err != nil {
		return nil, err
	}
	p.Verb = m.Verb
	loc := req.Localizer.On(board.Map)
	var buttons []discordgo.MessageComponent
	var unfit []order.Candidate // those whose custom IDs would be too long
	for _, c := range p.Means {
		id, ok := m.With(p.Option, c.Value).Encode(t.Game, check)
		if !ok || len(buttons) == page.ButtonLimit {
			unfit = append(unfit, c)
			continue
		}
		buttons = append(buttons, page.Button(tell.CandidateLabel(loc, board, c,
			tell.OfSeveralSides(board.Map, p.Means)), id, discordgo.PrimaryButton))
	}
	if len(buttons) == 0 {
		return nil, p // the refusal says what to type
	}
	text := loc.Say("order.which", "verb", p.Verb, "value", wording.Quoted(p.Value))
	if p.ID == order.FormationApart {
		text = loc.Problem(p)
	} else if len(unfit) > 0 {
		text += " " + loc.Say("order.which-more", "candidates", wording.InWords(loc.Candidates(unfit)))
	}
	return page.Page[view.Public]{Text: text, Rows: page.Rows(buttons)}.Messages(), nil
}

// runChosen carries out the command of a button that said what was meant, unless the phase or the units have changed.
func (b *bot) runChosen(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	game, check, m, ok := ask.DecodeMeant(id)
	if !ok {
		return nil, page.ErrStale
	}
	req.Cmd.Game = game
	_, t, now, err := b.Kit.Seen(ctx, req, check == "") // "": the word was read on the public board
	if err != nil {
		return nil, err
	}
	if err := req.CheckGame(t); err != nil {
		return nil, err
	}
	if check != now {
		return nil, page.ErrStale
	}
	return b.runTyped(ctx, req, m.Verb, m.Values)
}
