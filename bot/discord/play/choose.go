package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/destinations"
	"grognard/bot/discord/fightodds"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/losses"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

const (
	fewAnswers = 5  // up to so many complete answers to a decision have a button each
	walkLimit  = 40 // up to so many offers are looked at to find these answers
)

// AnswerChoice answers a press on a button or menu of a choice, whose custom ID page.Choice.Encode has made.
func AnswerChoice(ctx context.Context, p Player, d ask.Pressed) ([]rest.Message, error) {
	if err := stillOwed(p, page.DecisionOf(d.ID)); err != nil {
		return nil, err
	}
	made, err := p.Roster.Decode(d.ID)
	if err != nil {
		return nil, err
	}
	c := made.Choice
	behind := "" // why some of the picks are left out
	switch made.Action {
	case page.ActShow: // ShowChoice shows made.Page
	case page.ActToggle:
		return toggle(ctx, p, c, made.Page)
	case page.ActPick:
		picks, err := p.Roster.Picks(strings.Join(d.Chosen, ""))
		if err == nil && len(d.Chosen) > 1 {
			picks, behind = joinable(ctx, p, c, picks)
		}
		if err != nil || len(picks) == 0 {
			return nil, cmp.Or(err, page.ErrStale)
		}
		c, made.Page = withPicks(p, c, picks), 0 // Page was the number of the menu
	case page.ActTurn:
		if made.Page, err = strconv.Atoi(strings.Join(d.Chosen, " ")); err != nil { // not one number
			return nil, page.ErrStale
		}
	case page.ActBack:
		before, hasPage, err := takeBack(ctx, p, c)
		if err != nil {
			return nil, err
		}
		if !hasPage || c.Question != 0 && isBeginning(ctx, p, before) { // the panel adds other answers and Undo
			if c.Question == 0 { // the panel, with the stack of the choice
				return p.ShowPanel(ctx, News{Begin: origin(p, c)}, PageOfBeginning)
			}
			return p.Desk.decide(ctx, p.Request, c.Question)
		}
		c = before
	case page.ActDue:
		return bringAll(ctx, p, c)
	case page.ActTake, page.ActGive, page.ActAccept:
		return retryStale(ctx, p, func(p Player) ([]rest.Message, error) { return pressedGive(ctx, p, d) })
	default:
		return nil, page.ErrStale
	}
	return ShowChoice(ctx, p, c, made.Page, behind)
}

// pressedGive gives the order of a button if the position is still that in which the button was shown.
func pressedGive(ctx context.Context, p Player, d ask.Pressed) ([]rest.Message, error) {
	made, err := p.Roster.Decode(d.ID)
	if err != nil {
		return nil, err
	}
	digest := 0
	switch made.Action {
	case page.ActAccept:
		digest = made.Page
	case page.ActTake:
		c, offer, err := settle(ctx, p, made.Choice)
		isShown := len(c.Picks) == len(made.Choice.Picks) || // else settle has added a pick that no page has shown
			c.Question != 0 && c.Verb != "advance" // answers other than advances may have such picks
		if err != nil {
			return nil, err
		}
		if d.Again || !isShown || !isComplete(ctx, p, c, offer) {
			return ShowChoice(ctx, p, c, 0)
		}
		made.Choice = c
	}
	list, err := giveChoice(ctx, p, made.Choice, digest)
	if made.Choice.Question != 0 && errors.Is(err, api.ErrStale) {
		return nil, page.ErrStale // the question has been answered: retryStale need not try again
	}
	return list, err
}

// isComplete reports whether the button with a letter that leads to a choice gives its order at once: nothing more can
// be chosen, no unit can join those that advance, and no warning has to be read that the button does not say.
func isComplete(ctx context.Context, p Player, c page.Choice, offer view.Offer) bool {
	if !offer.Done || offer.Fatal || p.startsFight(c.Verb) {
		return false
	}
	if c.Verb == tell.MoveVerb(p.View.Board().Map) {
		return c.Picks[len(c.Picks)-1].N == 0 || len(offer.Next) == 0 // a destination, or a step with none after it
	}
	next, err := offer.Next, error(nil)
	if c.Verb == "advance" {
		next, err = arriving(ctx, p, c, next)
	}
	return err == nil && len(next) == 0 && !slices.ContainsFunc(warnings(ctx, p, c), func(w view.Warning) bool {
		return !w.Risk
	})
}

// giveChoice gives the order that a choice spells. digest is that of the odds and warnings that the player has
// accepted, 0 for none: see page.WarnedBits. A fight whose odds have changed is shown again.
func giveChoice(ctx context.Context, p Player, c page.Choice, digest int) ([]rest.Message, error) {
	o, err := p.orderOf(ctx, c.Verb, c.Picks)
	if err != nil {
		return nil, err
	}
	// The check in the button's custom ID has shown that it is of this phase.
	// The referee refuses the order if anything has happened since p.View.
	board, warned := p.View.Board(), uint16(digest)
	e := ordering.Expect{Question: c.Question, Turn: board.Turn, Phase: board.Phase, Warned: &warned,
		Odds: digest >> page.WarnedBits}
	if c.Question == 0 { // an answer needs no Seq, because its question is asked once
		e.Seq = board.Seq
	}
	if board.Due != nil {
		p.Request.At = board.Due.Hex.String()
	}
	if !p.startsFight(c.Verb) {
		ends := endsAdvance(ctx, p, c)
		out, err := p.Desk.orders.Give(ctx, p.Request.Cmd, o, e)
		if err == nil && ends {
			out = stay(ctx, p, out)
		}
		if err == nil {
			if list := moreOf(ctx, p, c.Verb, out, false); list != nil {
				return list, nil
			}
		}
		return p.Desk.AnswerOrder(ctx, p.Request, out, err)
	}
	return giveFight(ctx, p, c, o, e)
}

// endsAdvance reports whether a choice ends the advance after a fight: all units that may advance are in it, and its
// player was offered farther hexes beside the button that stops here. (Several units are offered what all can reach.)
func endsAdvance(ctx context.Context, p Player, c page.Choice) bool {
	due := p.View.Board().Due
	if c.Verb != "advance" || due == nil || slices.ContainsFunc(due.Units, func(u view.Counter) bool {
		return !slices.Contains(c.Picks, view.Pick{Unit: u.ID})
	}) {
		return false
	}
	offer, err := p.offer(ctx, c.Verb, c.Picks)
	return err == nil && len(offer.Next) > 0
}

// stay declines for its player the advance that is still open to units that have stopped. If that fails, the outcome
// is that of the advance, and the player is asked.
func stay(ctx context.Context, p Player, advanced ordering.Outcome) ordering.Outcome {
	board, cmd := advanced.View.Board(), p.Request.Cmd
	if board.Due == nil || board.Due.Kind != "advance" || board.Due.Side != p.View.Side() {
		return advanced
	}
	cmd.ID += "/pass" // a second command of the same press
	stayed, err := p.Desk.orders.Give(ctx, cmd, order.Order{Verb: "pass"},
		ordering.Expect{Question: board.Due.ID, Turn: board.Turn, Phase: board.Phase})
	if err != nil {
		return advanced
	}
	stayed.View.Board().Told = slices.Concat(board.Told, stayed.View.Board().Told)
	return stayed
}

// settle adds to a choice, one by one, the picks that leave nothing to choose: the only one that is offered, or all
// units of a stack, which goes whole at first. It returns this choice and what can follow it.
func settle(ctx context.Context, p Player, c page.Choice) (page.Choice, view.Offer, error) {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	for {
		offer, err := p.offer(ctx, c.Verb, c.Picks)
		if err != nil {
			return c, offer, err
		}
		forced, next := wholeOf(ctx, p, c, offer), offer.Next
		if c.Verb == "advance" && len(c.Picks) > 0 { // other units can still join after a sole hex is picked
			next = slices.DeleteFunc(slices.Clone(next), func(q view.Pick) bool { return q.Unit != "" })
		}
		if !offer.Done && len(next) == 1 { // but a group that is not the first option is shown on a button
			if at := next[0].Part(spec.Options); at <= 0 || spec.Options[at].Kind != order.Group {
				forced = next
			}
		}
		if forced == nil && fightodds.LacksPoints(spec, c.Picks, offer) { // its page has buttons for other points
			forced = next[:1]
		}
		if forced == nil {
			return c, offer, nil
		}
		c.Picks = slices.Concat(c.Picks, forced)
	}
}

// takeBack returns the choice without its last pick, and without those that would be picked again at once; false if
// nothing is left that its player picked, or only the stack or the target that he chose on the panel. Of units that go
// together all are taken back: one tap may have chosen them, and the button of each unit takes back this unit alone.
func takeBack(ctx context.Context, p Player, c page.Choice) (page.Choice, bool, error) {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	byButtons := hasTarget(p, c.Verb) || movesTogether(spec)
	for before := c; len(before.Picks) > 0; {
		last := len(before.Picks) - 1
		for byButtons && last > 0 && before.Picks[last].Unit != "" && before.Picks[last-1].Unit != "" {
			last--
		}
		before.Picks = before.Picks[:last]
		if again, _, err := settle(ctx, p, before); err != nil || !slices.Equal(again.Picks, c.Picks) {
			fromPanel := len(before.Picks) == 0 && (c.Verb == tell.MoveVerb(p.View.Board().Map) || hasTarget(p, c.Verb))
			return before, err == nil && !fromPanel, err
		}
	}
	return c, false, nil
}

// isBeginning reports whether a choice has no picks but those that settle adds to a choice without picks.
func isBeginning(ctx context.Context, p Player, c page.Choice) bool {
	first, _, err := settle(ctx, p, page.Choice{Question: c.Question, Verb: c.Verb})
	return err == nil && len(c.Picks) <= len(first.Picks) && slices.Equal(c.Picks, first.Picks[:len(c.Picks)])
}

// ShowChoice returns page number, from 0, of a choice: the order so far, the odds of a fight, what can be picked next,
// its picture, and buttons to give the order or to go back. The notes come last, where a phone shows them.
func ShowChoice(ctx context.Context, p Player, c page.Choice, number int, notes ...string) ([]rest.Message, error) {
	if err := stillOwed(p, c.Question); err != nil {
		return nil, err
	}
	settled, offer, err := settle(ctx, p, c)
	if err != nil {
		return nil, err
	}
	return showPicked(ctx, p, settled, offer, number, notes...)
}

// showPicked does what ShowChoice does, with exactly what was picked: it adds no pick. offer is what can follow.
func showPicked(ctx context.Context, p Player, c page.Choice, offer view.Offer, number int,
	notes ...string) ([]rest.Message, error) {
	if c.Question == 0 && c.Verb != tell.MoveVerb(p.View.Board().Map) {
		p.named = orderName(p, c.Verb)
	}
	ch, err := chooserOf(ctx, p, c, offer, number)
	if err != nil {
		return nil, err
	}
	text, err := choiceHead(ctx, p, ch)
	if err != nil {
		return nil, err
	}
	confirm, err := confirmationOf(ctx, p, c, offer)
	if err != nil {
		return nil, err
	}
	above, below := confirm.words, ""
	if len(p.View.Board().Map.Groups) > 0 && p.startsFight(c.Verb) { // a phone shows the end of these long pages
		above, below = below, above
	}
	pg := page.Page[view.Secret]{Text: text + above}
	give, fits := c.Encode(confirm.action, confirm.digest, p.Roster)
	turn, turnFits := c.Encode(page.ActTurn, 0, p.Roster)
	if !fits || !turnFits {
		pg.Text = JoinLines(append([]string{pg.Text, p.Say("pick.too-long")}, notes...))
		pg.Rows = page.OneRow(page.OrdersButton(p.Request.Localizer, p.Table.Game))
		return p.Open(p.Table, p.View, pg)
	}
	var buttons []discordgo.MessageComponent
	if offer.Done {
		buttons = append(append(confirm.fewer, giveButton(ctx, p, c, offer, confirm, give)), confirm.table...)
	}
	shown, words, rows, err := choiceRows(ctx, p, ch, buttons, turn)
	if err != nil {
		return nil, err
	}
	pg.Text, pg.Rows = JoinLines(append([]string{pg.Text, words}, notes...))+below, rows
	lookedAt := origin(p, c)
	for _, pick := range c.Picks {
		lookedAt = cmp.Or(lookedAt, pick.Hex)
	}
	p.Desk.worked.Note(string(p.Table.Game), p.Request.Cmd.User, p.View.Board(), lookedAt)
	seen, figures, err := choicePicture(ctx, p, ch, shown)
	if err != nil {
		return nil, err
	}
	pg.Figures = figures
	return p.Open(p.Table, seen, pg)
}

// giveButton returns the button that gives the order of a choice; id is its custom ID. It is red if the order destroys
// units of the player's own, gives something up, or may be a fight at odds so bad that no die is rolled.
func giveButton(ctx context.Context, p Player, c page.Choice, offer view.Offer, confirm confirmation,
	id string) discordgo.Button {
	does, isRed := p.Say("button.give"), offer.Fatal || confirm.danger
	if !slices.ContainsFunc(c.Picks, func(q view.Pick) bool { return q.Hex != hex.None }) {
		givesUp := p.Request.Localizer.Describe("pick.give."+string(c.Verb), does)
		does, isRed = givesUp, isRed || givesUp != does
	}
	target := destinations.Target(p.Request.Localizer, p.View.Board(),
		FrontOf(p.View.Board(), p.View.Side()).Enemies, c.Picks)
	place, _, _ := strings.Cut(target, " · ")
	risks := p.Request.Localizer.Value(risksOf(ctx, p, c, offer))
	label, room := "", page.LabelLimit+len("x")-utf8.RuneCountInString(joinParts("x", risks))
	for _, to := range []string{target, place, ""} { // what a long label leaves out is in the text
		if label = joinParts(does, to, confirm.inShort); utf8.RuneCountInString(label) <= room {
			break
		}
	}
	if c.Question != 0 && !p.startsFight(c.Verb) || namesGroup(p, c, offer) { // other answers stand beside
		label = answerLabel(p, c, slices.DeleteFunc(warnings(ctx, p, c), func(w view.Warning) bool {
			return losses.Destroyed(w) == nil // warnings of anything else stand above it
		}))
	}
	styles := map[bool]discordgo.ButtonStyle{true: discordgo.DangerButton, false: discordgo.SuccessButton}
	return page.Button(joinParts(wording.Clip(label, room), risks), id, styles[isRed])
}

// choiceRows returns the rows of what can be picked next, the entries that have letters in them, and words about it.
// buttons are those that come first in the last row, and turn is the custom ID of the menu of pages.
func choiceRows(ctx context.Context, p Player, ch chooser, buttons []discordgo.MessageComponent,
	turn string) (shown []entry, words string, rows []discordgo.MessageComponent, err error) {
	list, _ := ch.shown()
	shown, letters := letterButtons(ctx, p, ch, list)
	switch {
	case ch.offer.Done && p.startsFight(ch.choice.Verb):
		words = p.Request.Localizer.Describe("pick.commit."+string(ch.choice.Verb), "pick.commit")
		if ch.toggles.whole && ch.toggles.rows != nil {
			words = JoinLines([]string{p.Say("pick.all-go"), words})
		}
	case hasTarget(p, ch.choice.Verb) && ch.toggles.rows != nil:
		words = p.Say("pick.toggle")
	case ch.toggles.whole && ch.toggles.rows != nil && !isMove(p, ch): // a move says it in its first line
		words = p.Say("pick.all-go")
	}
	words = JoinLines([]string{words, nextInWords(ctx, p, ch, shown), lettersInWords(ctx, p, ch, shown),
		inShortInWords(ctx, p, ch)})
	if ch.arrow != "" {
		words = JoinLines([]string{words, p.Say("panel.beyond")})
	}
	// The buttons of units come first, because a tap on one changes what has letters.
	rows = slices.Concat(ch.toggles.rows, page.Rows(letters), otherRows(ctx, p, ch, shown))
	if ch.pages > 2 && len(ch.begins()) > 1 { // two pages are turned by buttons alone
		rows = append(rows, page.Row(pageMenu(p, ch, turn)))
	}
	all, err := arrivalsButton(ctx, p, ch.choice, ch.offer)
	if err != nil {
		return nil, "", nil, err
	}
	controls, err := controlButtons(ctx, p, ch)
	if err != nil {
		return nil, "", nil, err
	}
	if buttons = slices.Concat(buttons, ch.toggles.all, all, controls); len(buttons) > 0 {
		if last := len(buttons) - 1; last >= page.RowLimit { // the way back stays
			buttons = append(slices.Clone(buttons[:page.RowLimit-1]), buttons[last])
		}
		rows = append(rows, page.Row(buttons...))
	}
	return shown, words, rows, nil
}

// nextInWords returns what is to be picked next, by its letter if it has one. Of an advance it also says how far it can
// still go. It is "" for a move, whose first line says it, and if nothing can be picked.
func nextInWords(ctx context.Context, p Player, ch chooser, shown []entry) string {
	var what []string
	for _, g := range ch.groups {
		what = append(what, asks(p, ch.choice.Verb, g))
	}
	_, of := ch.shown()
	left, before := stepsLeft(p, ch.choice), ""
	switch picks := ch.choice.Picks; {
	case isMove(p, ch) || len(shown)+len(ch.groups) == 0:
		return ""
	case len(shown) == 0: // the groups alone ask
	case of.kind == "unit" && shown[0].at != hex.None && len(shown[0].picks) > 1:
		last := shown[0].picks[len(shown[0].picks)-1]
		what = []string{p.Say(map[bool]string{true: "pick.arrive", false: "pick.stacks"}[last.Unit == ""])}
	case of.kind == "step" && ch.offer.Done && len(picks) > 0:
		return p.Say("pick.step-on", "hex", picks[len(picks)-1].Hex, "cost", stepCost(ctx, p, ch.choice), "left", left)
	default:
		what = []string{asks(p, ch.choice.Verb, of.group)}
		if of.kind == "step" && left > 0 {
			before = p.Say("pick.steps-left", "n", left) + " "
		}
	}
	return before + p.Say("pick.letter", "asks", wording.InWords(strings.Join(what, " / ")))
}

// stepsLeft returns how many hexes the units of an advance may still go after what is picked; 0 for anything else.
func stepsLeft(p Player, c page.Choice) int {
	due := p.View.Board().Due
	if due == nil || c.Question == 0 || due.Left == nil {
		return 0
	}
	least, gone := 0, 0
	for _, pick := range c.Picks {
		if kindOf(pick) == "step" {
			gone++
		}
		i := slices.IndexFunc(due.Units, func(u view.Counter) bool { return u.ID == pick.Unit })
		if i >= 0 && (least == 0 || due.Left[i] < least) {
			least = due.Left[i]
		}
	}
	return least - gone
}

// stepCost returns what the last pick, a step, takes from the units and leaves them, in words; "" where it is free.
func stepCost(ctx context.Context, p Player, c page.Choice) wording.InWords {
	last := len(c.Picks) - 1
	before, err := p.offer(ctx, c.Verb, c.Picks[:last])
	cost, ok := before.CostOf(c.Picks[last])
	if err != nil || !ok {
		return ""
	}
	return wording.InWords(p.Request.Localizer.Text(cost.Text))
}

// choiceHead returns what a page of a choice begins with: for units that move, what they can still do; for others the
// order as far as it is chosen, as it could be typed, and what such an order does.
func choiceHead(ctx context.Context, p Player, ch chooser) (string, error) {
	if isMove(p, ch) {
		fights := cmp.Or(noFights(ctx, p, ch.choice.Picks), likely.Ahead(p.Request.Localizer, p.View, ch.offer))
		return JoinLines([]string{moveInWords(p, ch), fights}), nil
	}
	o, err := p.orderOf(ctx, ch.choice.Verb, ch.choice.Picks)
	if err != nil {
		return "", err
	}
	o.Verb = ch.choice.Verb
	text := orderLine(p, o)
	if due := p.View.Board().Due; ch.choice.Question != 0 && due != nil {
		text = JoinLines([]string{p.lately, owedInWords(p, *due), text})
	}
	for _, note := range ch.offer.Notes {
		text += "\n" + p.Request.Localizer.Text(note)
	}
	if c := ch.choice; len(c.Picks) == 1 && c.Picks[0].Hex != hex.None && !ch.offer.Done { // only a target is picked
		text = JoinLines([]string{text, p.asker().InWords(ctx, p.Request.Localizer, p.View.Board(), c.Verb, c.Picks)})
	}
	return text, nil
}

// namesGroup reports whether a choice is an order to a group and no more, such as one that activates it.
func namesGroup(p Player, c page.Choice, offer view.Offer) bool {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	return len(c.Picks) == 1 && len(offer.Next) == 0 && len(spec.Said()) == 1 && spec.Said()[0].Kind == order.Group
}

// orderLine returns an order as it could be typed, after the name of its verb.
func orderLine(p Player, o order.Order) string {
	spec, _ := p.Request.Localizer.Spec(o.Verb)
	return "**" + orderName(p, o.Verb) + "** `" + p.Request.Localizer.Spelled(spec, o) + "`"
}
