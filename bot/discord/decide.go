package discord

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// orders are all that the player can do now: the panel.
func (p player) orders(ctx context.Context) ([]rest.Message, error) { return p.panel(ctx, news{}, 0) }

// verbs is a button for each order. The end of a phase, of which nothing is to be chosen, is given by its button at
// once: what it costs is asked about first, as when it is typed. Other orders of which nothing is to be chosen, such as
// one that draws at random, have a page of their own before they are given.
func (p player) verbs(verbs []order.Verb) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, v := range verbs {
		action := byte(actShow)
		if v == endVerb && p.optionless(v) {
			action = actGive
		}
		if id, ok := (choice{verb: v}).encode(action, 0, p.roster); ok {
			buttons = append(buttons, button(p.called(v), id, discordgo.PrimaryButton))
		}
	}
	return buttons
}

// optionless says whether an order has no options that its player could choose.
func (p player) optionless(v order.Verb) bool {
	spec, ok := p.Spec(v)
	return ok && len(spec.Said()) == 0
}

// called is the name of an order as things stand.
func (p player) called(v order.Verb) string {
	if v == endVerb && p.view.Board().Phase.Group != "" {
		return p.Say("button.end-activation")
	}
	return p.Verb(v)
}

// endVerb ends the phase or activation that its player is in.
const endVerb order.Verb = "end"

// decide opens the choice that answers a decision, for a user who owes it.
func (b *bot) decide(ctx context.Context, req request, question int) ([]rest.Message, error) {
	pub, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	if err := req.checkGame(t); err != nil {
		return nil, err
	}
	due := pub.Board().Due
	if due == nil || due.ID != question {
		return nil, refusal("stale.decision")
	}
	if !t.Plays(req.cmd.User, due.Side) {
		return nil, req.notAnswered(t, *due)
	}
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	if due = p.view.Board().Due; due == nil || due.ID != question {
		return nil, refusal("stale.decision")
	}
	if !p.table.Answers(req.cmd.User, *due) { // who commands the units counts too, which only his side may see
		return nil, p.notAnswered(p.table, *due)
	}
	return p.decision(ctx, *due)
}

// notAnswered refuses a decision that is owed by others.
func (loc localizer) notAnswered(t referee.Table, due view.Prompt) error {
	return refusal("error.not-yours", "user", loc.mentionAll(t.Called(due.Side, &due)), "rule",
		wording.Citation(due.Rule))
}

// stillOwed refuses a choice whose decision has been taken.
func (p player) stillOwed(question int) error {
	if due := p.view.Board().Due; question != 0 && (due == nil || due.ID != question) {
		return refusal("stale.decision")
	}
	return nil
}

// decision shows the ways to answer: as buttons if they are few, else by menus. The notes come first.
func (p player) decision(ctx context.Context, due view.Prompt, notes ...string) ([]rest.Message, error) {
	verbs, err := p.referee.Verbs(ctx, p.cmd.Channel, p.cmd.User)
	if err != nil {
		return nil, err
	}
	pg := page[view.Secret]{text: strings.Join(append(notes, p.Owed(due)+"."), "\n")}
	if answers := p.few(ctx, due.ID, verbs); answers != nil {
		pg.rows = p.answers(answers)
		return p.open(p.request, p.table, p.view, pg)
	}
	if len(verbs) == 1 {
		return p.show(ctx, choice{question: due.ID, verb: verbs[0]}, 0, notes...)
	}
	pg.rows = rows(p.ways(ctx, due.ID, verbs))
	return p.open(p.request, p.table, p.view, pg)
}

// ways is a button for each way to answer a decision. It gives an answer of which nothing is to be chosen, and begins
// any other.
func (p player) ways(ctx context.Context, question int, verbs []order.Verb) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, v := range verbs {
		c := choice{question: question, verb: v}
		if p.optionless(v) {
			if a, ok := p.complete(ctx, c); ok {
				buttons = append(buttons, p.answerButton(a))
			}
		} else if id, ok := c.encode(actShow, 0, p.roster); ok {
			buttons = append(buttons, button(p.called(v), id, discordgo.PrimaryButton))
		}
	}
	return buttons
}

// answer is a choice that is a complete order, with what it costs, and whether it destroys units of its own side.
type answer struct {
	choice
	costs []view.Warning
	fatal bool
}

// complete is a choice as an answer, if nothing more has to be chosen.
func (p player) complete(ctx context.Context, c choice) (a answer, ok bool) {
	offer, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
	if err != nil || !offer.Done {
		return answer{}, false
	}
	return answer{c, p.warnings(ctx, c), offer.Fatal}, true
}

// few are all complete answers if they are few enough and each fits a button; nil otherwise.
func (p player) few(ctx context.Context, question int, verbs []order.Verb) []answer {
	var open []choice
	var complete []answer
	for _, v := range verbs {
		open = append(open, choice{question: question, verb: v})
	}
	for looked := 0; len(open) > 0; looked++ {
		c := open[0]
		open = open[1:]
		offer, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
		if err != nil || looked == walkLimit || len(open)+len(offer.Next) > walkLimit {
			return nil
		}
		if offer.Done {
			complete = append(complete, answer{c, p.warnings(ctx, c), offer.Fatal})
			if _, fits := c.encode(actGive, 0, p.roster); !fits || len(complete) > fewAnswers {
				return nil
			}
		}
		for _, pick := range offer.Next {
			open = append(open, c.with(pick))
		}
	}
	return complete
}

// answers are a button for each complete answer.
func (p player) answers(list []answer) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for _, a := range list {
		out = append(out, row(p.answerButton(a)))
	}
	return out
}

// answerButton gives a complete answer, and says what it costs.
func (p player) answerButton(a answer) discordgo.MessageComponent {
	id, _ := a.encode(actGive, 0, p.roster)
	label, style := p.answer(a.choice), discordgo.PrimaryButton
	for _, w := range a.costs {
		label += ": " + p.Text(w.Text)
	}
	if a.fatal {
		style = discordgo.DangerButton
	}
	if a.fatal && len(a.costs) == 0 { // the costs say it already
		room := labelLimit - utf8.RuneCountInString(p.Say("button.fatal", "order", wording.InWords("")))
		label = p.Say("button.fatal", "order", wording.InWords(wording.Clip(label, room)))
	}
	return button(label, id, style)
}

// answer is a complete choice in short: Retreat 6 Pz Rgt: 9.07, 9.08; a single hex with where it lies.
func (p player) answer(c choice) string {
	var units, rest []string
	hexes := 0
	for _, pick := range c.picks {
		if pick.Hex != hex.None {
			hexes++
		}
	}
	for i, pick := range c.picks {
		switch kindOf(pick) {
		case "unit":
			known, _, _ := p.view.Board().Find(pick.Unit)
			units = append(units, wording.Name(view.Name{ID: pick.Unit, Name: known.Name}))
		default:
			label, _ := p.label(c.verb, pick)
			if pick.Hex != hex.None && hexes == 1 {
				label = p.hexFrom(p.view.Board().Map.Grid, p.origin(choice{picks: c.picks[:i]}), pick.Hex)
			}
			rest = append(rest, label)
		}
	}
	words := p.Verb(c.verb) + " " + strings.Join(units, ", ")
	if len(units) > 0 && len(rest) > 0 {
		words += ": "
	}
	return strings.TrimSpace(words + strings.Join(rest, ", "))
}
