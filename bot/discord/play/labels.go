package play

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/destinations"
	"grognard/bot/discord/fightodds"
	"grognard/bot/discord/losses"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// kindOf returns what a pick names: a "unit", a "step" of a path, another "hex", or a "count": a number, word or group.
func kindOf(p view.Pick) string {
	switch {
	case p.Unit != "":
		return "unit"
	case p.Hex == hex.None:
		return "count"
	case p.N == 1:
		return "step"
	}
	return "hex"
}

// isBare reports whether a pick is of a unit and says nothing else: no steps, no hex, no option but the first of units.
func isBare(q view.Pick) bool { return q == view.Pick{Unit: q.Unit} }

// optionLine returns a pick that could follow a choice in words, and in more what it costs, risks or is likely to do.
func optionLine(ctx context.Context, p Player, c page.Choice, offer view.Offer, pick view.Pick) (label, more string) {
	label, more = pickLabel(p, c.Verb, pick)
	chances := ""
	if len(c.Picks) == 0 || pick.Hex != hex.None { // else its page tells the target's chances, whoever spots
		chances = p.asker().InWords(ctx, p.Request.Localizer, p.View.Board(), c.Verb, c.With(pick).Picks)
	}
	switch kindOf(pick) {
	case "unit":
		label = losses.Words(p.Request.Localizer, p.View.Board(), pick, label, costsOfLoss(ctx, p, c, pick))
	case "count":
		more = costLine(ctx, p, c.With(pick))
	case "hex", "step":
		label = destinations.HexFrom(p.Request.Localizer, p.View.Board().Map.Grid, origin(p, c), pick.Hex)
		if odds, ok := oddsAt(ctx, p, c.With(pick)); ok && chances == "" {
			more = joinParts(columnInShort(p, odds), more)
		}
		if n := ableAtHexes(p, c.Verb)[pick.Hex]; n > 0 && atTarget(p, c) {
			more = joinParts(p.Say("pick.able", "n", n), more)
		}
	}
	if cost, ok := offer.CostOf(pick); ok && pick.Unit != "" { // more begins with what the unit has done and can do
		more = joinParts(more, p.Request.Localizer.Text(cost.Text))
	} else if ok {
		more = joinParts(p.Request.Localizer.Text(cost.Text), more)
	}
	for _, risk := range offer.RisksOf(pick) {
		more = joinParts(p.Request.Localizer.Risk(risk), more)
	}
	return label, joinParts(chances, more)
}

// joinParts joins the parts of a label that are not empty.
func joinParts(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// origin returns the hex from which the path of a choice goes on, or where the last unit picked stands; else hex.None.
func origin(p Player, c page.Choice) hex.Hex {
	for _, pick := range slices.Backward(c.Picks) {
		if kindOf(pick) == "step" {
			return pick.Hex
		}
		if _, at, _ := p.View.Board().Find(pick.Unit); pick.Unit != "" && at != hex.None {
			return at
		}
	}
	return hex.None
}

// asks returns what a group asks for: a kind of pick, or its option by name if it takes words or is one of several.
func asks(p Player, v order.Verb, g group) string {
	if g.joins {
		return p.Say("pick.join")
	}
	spec, _ := p.Request.Localizer.Spec(v)
	if at := g.entries[0].picks[0].Part(spec.Options); at >= 0 {
		if o := spec.Options[at]; g.arg > 0 || o.Kind == order.Word || o.Kind == order.Group ||
			fightodds.IsOneOfCounts(spec, o) {
			return p.Request.Localizer.Describe("option."+string(v)+"."+o.Name, "option."+o.Name)
		}
	}
	return p.Request.Localizer.Describe("pick."+g.kind+"."+string(v), "pick."+g.kind)
}

// named returns the label of a pick, with the name of its option if the order takes several numbers and this is one.
func named(p Player, v order.Verb, pick view.Pick, label string) string {
	spec, _ := p.Request.Localizer.Spec(v)
	at := pick.Part(spec.Options)
	if at < 0 || !fightodds.IsOneOfCounts(spec, spec.Options[at]) {
		return label
	}
	if words, ok := p.Request.Localizer.Try("use."+spec.Options[at].Name, "n", int(pick.N)); ok {
		return words
	}
	of := group{kind: kindOf(pick), arg: pick.Arg, entries: []entry{{picks: []view.Pick{pick}}}}
	return p.Say("pick.of", "asks", wording.InWords(asks(p, v, of)), "n", wording.InWords(label))
}

// shortLabel returns an entry as the name of a page has it: a hex, or the name of a unit.
func shortLabel(p Player, v order.Verb, e entry) string {
	switch first := e.picks[0]; {
	case len(e.picks) > 1 && e.at == hex.None:
		label, _ := bundleLabel(p, v, e)
		return label
	case len(e.picks) > 1:
		return p.Request.Localizer.Hex(e.at)
	case kindOf(first) == "unit":
		return unitName(p, string(first.Unit))
	default:
		label, _ := pickLabel(p, v, first)
		return label
	}
}

// pickLabel returns a pick for an order in words, and in more what is known of the unit or hex; "" for a number.
func pickLabel(p Player, v order.Verb, pick view.Pick) (label, more string) {
	switch kindOf(pick) {
	case "unit":
		return unitLabel(p, pick)
	case "count":
		return countLabel(p, v, pick), ""
	}
	if st, ok := wording.StackAt(p.View.Board(), pick.Hex); ok {
		more = p.Request.Localizer.Stack(st, p.View.Board().Marks)
		if st.Side == p.View.Side() && v != "stack order" { // other lists can have stacks of both sides
			more = p.Say("pick.own-stack", "stack", wording.InWords(more))
		}
	}
	worth := destinations.Worth(p.Request.Localizer, p.View.Board(), pick.Hex)
	return p.Request.Localizer.Hex(pick.Hex), joinParts(worth, more)
}

// countLabel returns a number, or the word that it stands for.
func countLabel(p Player, v order.Verb, pick view.Pick) string {
	spec, _ := p.Request.Localizer.Spec(v)
	at := pick.Part(spec.Options)
	if at < 0 {
		return strconv.Itoa(int(pick.N))
	}
	var held order.Arg
	pick.Add(&held, spec.Options[at])
	word := spec.Options[at].Text(held)
	if pick.N > 0 && held.N > 0 { // other numbers stand for words
		return strconv.Itoa(int(pick.N))
	}
	if spec.Options[at].Kind == order.Group {
		return unitName(p, spec.Options[at].Named(word))
	}
	return p.Request.Localizer.Describe("word."+word, word)
}

// unitLabel returns a unit with its factors and hex, or the identifier of an unknown one. more is what it has done and
// can do in the phase, and its formation unless that is active, or where it is off the map.
func unitLabel(p Player, pick view.Pick) (label, more string) {
	board := p.View.Board()
	c, at, known := board.Find(pick.Unit)
	if !known {
		return string(pick.Unit), ""
	}
	label = distinctly(p, c, wording.UnitNow(p.Request.Localizer, board, c))
	if more = c.Formation; board.Phase.Group != "" && more == p.Request.Localizer.Group(board.Phase.Group) {
		more = "" // the units that act are all of it
	}
	if at != hex.None {
		label = p.Say("pick.unit-at", "unit", wording.InWords(label), "hex", at)
	}
	if pile, ok := wording.PileOf(board, c.ID); ok {
		more = p.Request.Localizer.Where(pile)
	}
	if pick.Hex != hex.None {
		label += " → " + p.Request.Localizer.Hex(pick.Hex)
	}
	return label, joinParts(progress(p.Request.Localizer, board, c.ID), more)
}

// progress returns what a unit has done in the phase and can still do, "" where nothing is to be said.
func progress(loc wording.Localizer, b *view.Board, id order.UnitID) string {
	done, _ := b.ProgressOf(id)
	if b.Due != nil { // nobody moves before it is decided
		return ""
	}
	return strings.TrimPrefix(plainText(loc, done.Text), ", ")
}

// plainText returns a text in words, "" for an empty text.
func plainText(loc wording.Localizer, t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return loc.Text(t)
}
