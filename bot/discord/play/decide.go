package play

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/destinations"
	"grognard/bot/discord/losses"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// verbButton returns the button of an order, nil if it is too long for a custom ID. The button of an end of a phase in
// which nothing is to be chosen gives it, and what it costs is asked about then, as when it is typed. Any other button
// shows a page of its order first, even if nothing is to be chosen, as for a random draw. On the button the name of the
// order is followed by beside, "" for nothing, and by a hint if the catalogue has one. picks are already made.
func verbButton(p Player, v order.Verb, beside string, picks ...view.Pick) []discordgo.MessageComponent {
	action := byte(page.ActShow)
	if spec, known := p.Request.Localizer.Spec(v); v == page.EndVerb && known && len(spec.Said()) == 0 {
		action = page.ActGive
	}
	id, fits := (page.Choice{Verb: v, Picks: picks}).Encode(action, 0, p.Roster)
	if !fits {
		return nil
	}
	hint, _ := p.Request.Localizer.Try("pick.hint." + string(v))
	return []discordgo.MessageComponent{page.Button(joinParts(orderName(p, v), beside, hint), id,
		discordgo.PrimaryButton)}
}

// orderName returns the name of an order. It can depend on the decision due or, for page.EndVerb, on what is ended.
func orderName(p Player, v order.Verb) string {
	b := p.View.Board()
	switch {
	case v != page.EndVerb && b.Due != nil:
		return p.Request.Localizer.Describe("pick.due-"+string(v), p.Request.Localizer.Verb(v))
	case v != page.EndVerb:
	case b.Step.ID != "":
		return p.Say("button.end-step", "step", b.Step)
	case b.Phase.Group != "":
		return p.Say("button.end-activation")
	}
	return p.Request.Localizer.Verb(v)
}

// decide shows the panel with a decision to a user who owes it, and refuses anybody else. question is its number.
func (d Desk) decide(ctx context.Context, req ask.Request, question int) ([]rest.Message, error) {
	pub, t, err := d.PublicHere(ctx, req)
	if err != nil {
		return nil, err
	}
	due := pub.Board().Due
	if due == nil || due.ID != question {
		return nil, ask.Refusal("stale.decision")
	}
	if !t.Plays(req.Cmd.User, due.Side) {
		return nil, notAnswered(req.Localizer, t, *due)
	}
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	if due = p.View.Board().Due; due == nil || due.ID != question {
		return nil, ask.Refusal("stale.decision")
	}
	if !p.Table.Answers(req.Cmd.User, *due) { // only his side may see who in it commands the units
		return nil, notAnswered(p.Request.Localizer, p.Table, *due)
	}
	return p.ShowPanel(ctx, News{}, PageOfBeginning)
}

// notAnswered returns the refusal of a user who does not owe a decision. It names those who do.
func notAnswered(loc wording.Localizer, t api.Table, due view.Prompt) error {
	return ask.Refusal("error.not-yours", "user", tell.MentionAll(loc, t.Called(due.Side, &due)), "rule",
		wording.Citation(due.Rule))
}

// stillOwed returns a refusal if the decision of a choice has been taken; nil if it is due, or question is 0.
func stillOwed(p Player, question int) error {
	if due := p.View.Board().Due; question != 0 && (due == nil || due.ID != question) {
		return ask.Refusal("stale.decision")
	}
	return nil
}

// decisionPage shows the ways to answer: if one leads units somewhere, its hexes, with buttons for the other ways; else
// a button for each complete answer if these are few, or one for each way to answer.
func decisionPage(ctx context.Context, p Player, due view.Prompt) ([]rest.Message, error) {
	verbs, err := p.verbs(ctx)
	if err != nil {
		return nil, err
	}
	if verb := leading(p, verbs); verb != "" {
		return ShowChoice(ctx, p, page.Choice{Question: due.ID, Verb: verb}, 0)
	}
	pg := page.Page[view.Secret]{Text: JoinLines([]string{p.lately, owedInWords(p, due)})}
	if answers := fewCompleteAnswers(ctx, p, due.ID, verbs); answers != nil {
		pg.Rows = answerRows(p, answers)
	} else if len(verbs) == 1 {
		return ShowChoice(ctx, p, page.Choice{Question: due.ID, Verb: verbs[0]}, 0)
	} else {
		pg.Rows = page.Rows(answerButtons(ctx, p, due.ID, verbs))
	}
	seen, figures, err := choicePicture(ctx, p, chooser{choice: page.Choice{Question: due.ID}}, nil)
	if err != nil {
		return nil, err
	}
	pg.Figures = figures
	return p.Open(p.Table, seen, pg)
}

// owedInWords returns a decision in words, and a warning if losses may go on to the other side and uncover its units.
func owedInWords(p Player, due view.Prompt) string {
	words, b := p.Request.Localizer.Owed(due)+".", p.View.Board()
	hides := func(st view.Stack) bool {
		return st.Side != p.View.Side() && st.Height > len(st.Known) && b.Map.Grid.Touch(st.Hex, due.Hex)
	}
	if due.Kind == "losses" && slices.ContainsFunc(b.Stacks, hides) {
		words += " " + p.Say("pick.uncovers")
	}
	return words
}

// leading returns the first of verbs whose order names a hex or a path, "" for none.
func leading(p Player, verbs []order.Verb) order.Verb {
	for _, v := range verbs {
		spec, _ := p.Request.Localizer.Spec(v)
		if slices.ContainsFunc(spec.Said(), func(o order.Option) bool {
			return o.Kind == order.Hex || o.Kind == order.Path
		}) {
			return v
		}
	}
	return ""
}

// otherAnswers returns a button for each way to answer but that of c, nil if leading does not return that of c.
func otherAnswers(ctx context.Context, p Player, c page.Choice) ([]discordgo.MessageComponent, error) {
	if c.Question == 0 {
		return nil, nil
	}
	verbs, err := p.verbs(ctx)
	if err != nil || leading(p, verbs) != c.Verb {
		return nil, err
	}
	others := slices.DeleteFunc(slices.Clone(verbs), func(v order.Verb) bool { return v == c.Verb })
	return answerButtons(ctx, p, c.Question, others), nil
}

// answerButtons returns a button for each way to answer a decision. The button gives an answer that leaves nothing to
// choose, and begins any other. If only a number is to be chosen, each of a few numbers has a button.
func answerButtons(ctx context.Context, p Player, question int, verbs []order.Verb) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, v := range verbs {
		c := page.Choice{Question: question, Verb: v}
		settled, offer, err := settle(ctx, p, c)
		if err == nil && offer.Done && len(offer.Next) == 0 {
			buttons = append(buttons, answerButton(p, answerOf(ctx, p, settled, offer)))
			continue
		}
		if counts := countButtons(ctx, p, c); counts != nil {
			buttons = append(buttons, counts...)
			continue
		}
		if id, ok := c.Encode(page.ActShow, 0, p.Roster); ok {
			buttons = append(buttons, page.Button(orderName(p, v), id, discordgo.PrimaryButton))
		}
	}
	return buttons
}

// fewCounts is how many numbers have a button each beside other answers.
const fewCounts = 3

// countButtons returns a button for each number that completes an answer, nil for too many or if more has to be chosen.
func countButtons(ctx context.Context, p Player, c page.Choice) (buttons []discordgo.MessageComponent) {
	offer, err := p.offer(ctx, c.Verb, c.Picks)
	if err != nil || offer.Done || len(offer.Next) > fewCounts {
		return nil
	}
	for _, pick := range offer.Next {
		a, ok := completeAnswer(ctx, p, c.With(pick))
		if !ok || kindOf(pick) != "count" {
			return nil
		}
		buttons = append(buttons, answerButton(p, a))
	}
	return buttons
}

// answer is a choice that is a complete order.
type answer struct {
	page.Choice
	costs  []view.Warning // as its button says them
	digest int            // of all its costs, for page.ActAccept
	fatal  bool           // it destroys units of the player's own
}

// completeAnswer returns a choice as an answer; ok is false if more has to be chosen.
func completeAnswer(ctx context.Context, p Player, c page.Choice) (a answer, ok bool) {
	offer, err := p.offer(ctx, c.Verb, c.Picks)
	if err != nil || !offer.Done {
		return answer{}, false
	}
	return answerOf(ctx, p, c, offer), true
}

// answerOf returns a choice as an answer; offer is what could follow it.
func answerOf(ctx context.Context, p Player, c page.Choice, offer view.Offer) answer {
	costs := warnings(ctx, p, c)
	digest := int(view.Digest(costs))
	if risks := risksOf(ctx, p, c, offer); risks != nil {
		costs = slices.DeleteFunc(costs, func(w view.Warning) bool { return w.Risk }) // the risks, at length
		for _, brief := range risks {
			costs = append(costs, view.Warning{Text: brief})
		}
	}
	return answer{c, costs, digest, offer.Fatal}
}

// risksOf returns, in brief for a button, what a choice may cost if it is given as it is: the risks that were offered
// with its last pick, and those that offer, which is what could follow, names for the picks so far.
func risksOf(ctx context.Context, p Player, c page.Choice, offer view.Offer) (briefs []view.Text) {
	risks := offer.RisksOf(view.Pick{})
	if last := len(c.Picks) - 1; last >= 0 {
		if before, err := p.offer(ctx, c.Verb, c.Picks[:last]); err == nil {
			risks = append(risks, before.RisksOf(c.Picks[last])...)
		}
	}
	for _, risk := range risks {
		if risk.Brief.ID != "" {
			briefs = append(briefs, risk.Brief)
		}
	}
	return briefs
}

// fewCompleteAnswers returns all complete answers if few enough, each fits a button and no two labels agree; else nil.
func fewCompleteAnswers(ctx context.Context, p Player, question int, verbs []order.Verb) []answer {
	var open []page.Choice
	var complete []answer
	for _, v := range verbs {
		open = append(open, page.Choice{Question: question, Verb: v})
	}
	for looked := 0; len(open) > 0; looked++ {
		c := open[0]
		open = open[1:]
		offer, err := p.offer(ctx, c.Verb, c.Picks)
		if err != nil || looked == walkLimit || len(open)+len(offer.Next) > walkLimit {
			return nil
		}
		if offer.Done {
			a := answerOf(ctx, p, c, offer)
			alike := slices.ContainsFunc(complete, func(other answer) bool {
				return answerButton(p, other).Label == answerButton(p, a).Label
			})
			complete = append(complete, a)
			most := map[bool]int{true: 2 * page.RowLimit, false: fewAnswers}[c.Verb == "losses"] // short labels
			if _, fits := c.Encode(page.ActGive, 0, p.Roster); !fits || alike || len(complete) > most {
				return nil
			}
		}
		for _, pick := range offer.Next {
			open = append(open, c.With(pick))
		}
	}
	return complete
}

// answerRows returns a button for each complete answer, in rows of their own if there are few. Of advances that of most
// units comes first. If every answer destroys units, a button whose label has all costs gives it without a question.
func answerRows(p Player, list []answer) []discordgo.MessageComponent {
	if p.View.Board().Due.Kind == "advance" {
		slices.SortStableFunc(list, func(a, b answer) int { return len(b.Picks) - len(a.Picks) })
	}
	spares := slices.ContainsFunc(list, func(a answer) bool { return !a.fatal })
	var rows, buttons []discordgo.MessageComponent
	for _, a := range list {
		b := answerButton(p, a)
		id, fits := a.Encode(page.ActAccept, a.digest, p.Roster)
		if !spares && fits && b.Label == answerLabel(p, a.Choice, a.costs) {
			b.CustomID = id
		}
		rows, buttons = append(rows, page.Row(b)), append(buttons, b)
	}
	if len(list) > fewAnswers {
		return page.Rows(buttons)
	}
	return rows
}

// answerButton returns the button that gives a complete answer, with what the answer costs.
func answerButton(p Player, a answer) discordgo.Button {
	id, _ := a.Encode(page.ActGive, 0, p.Roster)
	styles := map[bool]discordgo.ButtonStyle{true: discordgo.DangerButton, false: discordgo.PrimaryButton}
	return page.Button(answerLabel(p, a.Choice, a.costs), id, styles[a.fatal])
}

// answerLabel returns a complete choice in short, with its costs: Retreat 6 Pz Rgt: 9.07, 9.08. A single hex has its
// direction from the units, and units have the steps that they lose.
func answerLabel(p Player, c page.Choice, costs []view.Warning) string {
	var units, others []string
	hexes := first.Count(c.Picks, func(q view.Pick) bool { return q.Hex != hex.None })
	for i, pick := range c.Picks {
		switch kindOf(pick) {
		case "unit":
			one, _, known := p.View.Board().Find(pick.Unit)
			name, pays := unitName(p, string(pick.Unit)), known && pick.N > 0
			if pays && len(c.Picks) == 1 {
				name = one.Name + " " + p.Request.Localizer.Factors(one)
			} else if pays || known && c.Verb == "advance" && len(c.Picks) > 2 { // all have to fit a button
				name = wording.Brief(one)
			}
			units = append(units, losses.Words(p.Request.Localizer, p.View.Board(), pick, name, costs))
			if left := one.Steps - int(pick.N); pays && len(c.Picks) == 1 && left > 0 {
				units[0] = p.Say("pick.losses-left", "losses", wording.InWords(units[0]), "left", left)
			}
		default:
			label, _ := pickLabel(p, c.Verb, pick)
			if c.Verb == "hold" {
				label = p.Say("pick.hold", "n", int(pick.N))
			}
			if pick.Hex != hex.None && hexes == 1 && c.Verb != "advance" { // an advance could go on that way
				label = destinations.HexFrom(p.Request.Localizer, p.View.Board().Map.Grid, origin(p,
					page.Choice{Picks: c.Picks[:i]}), pick.Hex)
			}
			others = append(others, label)
		}
	}
	words := p.Request.Localizer.Verb(c.Verb)
	if c.Verb == "losses" { // a noun: Step losses: 5 Inf −1 step
		words += ":"
	}
	words += " " + strings.Join(units, ", ")
	if len(units) > 0 && len(others) > 0 {
		words += ": "
	}
	words = strings.TrimSpace(words + strings.Join(others, ", "))
	if c.Verb == "advance" && hexes > 0 { // units last: a long label is cut
		words = p.Say("pick.advance", "hexes", others, "units", units)
	}
	if due := p.View.Board().Due; due != nil && due.Kind == "advance" && len(c.Picks) == 0 {
		var places []wording.InWords
		for _, u := range due.Units {
			if _, at, _ := p.View.Board().Find(u.ID); !slices.Contains(places, wording.InWords(at.String())) {
				places = append(places, wording.InWords(at.String()))
			}
		}
		if len(places) > 1 && len(costs) > 0 { // no room for both, and the text above names the places
			places = nil
		}
		words = joinParts(words, p.Say("pick.all-stay", "n", len(due.Units), "hexes", places))
	}
	for _, w := range costs {
		if dead := losses.Destroyed(w); dead == nil || slices.ContainsFunc(dead, func(n view.Name) bool {
			return !slices.ContainsFunc(c.Picks, func(q view.Pick) bool { return q.Unit == n.ID })
		}) {
			words += ": " + p.Request.Localizer.Text(w.Text)
		}
	}
	return words
}
