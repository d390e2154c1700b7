package play

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// SuggestPicks completes an option of an order with what the rules allow next. Of several orders it takes the first for
// which there is anything.
func (d Desk) SuggestPicks(ctx context.Context, req ask.Request, t ask.Typing,
	verbs ...order.Verb) ([]rest.Suggestion, error) {
	next, err := d.Orders.Complete(ctx, req.Cmd.Channel, req.Cmd.User, t.Values, t.Option, verbs...)
	if err != nil {
		return nil, err
	}
	p := d.PlayerSeeing(req, next.View, next.Table)
	for i, c := range next.Of {
		if list := completed(p, verbs[i], c); len(list) > 0 {
			return list, nil
		}
	}
	return nil, nil
}

// completed is a completion in words. An option that takes a list is suggested whole, with what is typed already.
func completed(p Player, v order.Verb, c view.Completion) []rest.Suggestion {
	next := lines(p, v, c)
	switch {
	case c.More != nil:
		// What is typed is a whole list already: it comes first, and then what could be
		// added to it.
		whole := slices.IndexFunc(next, func(l line) bool { return l.value == strings.ToLower(c.Typed) })
		first := listing(p, next[whole:whole+1], c.Head, c.Typed).Suggestions()
		first = listing(p, lines(p, v, *c.More), c.More.Head, "").Suggestions(first...)
		return listing(p, slices.Delete(next, whole, whole+1), c.Head, c.Typed).Suggestions(first...)
	case c.Typed == "" && len(c.Head) > 0:
		asItIs := ask.NewListing("")
		asItIs.Add(0, strings.Join(c.Head, ","), listed(p, c.Head, ""), nil, "")
		return listing(p, next, c.Head, "").Suggestions(asItIs.Suggestions()...)
	}
	return listing(p, next, c.Head, c.Typed).Suggestions()
}

// line is a word that could stand next, and how it is shown.
type line struct {
	class  int // what the asker can do with it: the lower, the earlier it is shown
	value  string
	label  string
	called []string // what it is called
}

// The classes of lines.
const (
	wholeStack = iota
	makesOrder // the order is legal with it
	couldStand
)

// fewStacks is how many whole stacks are shown while nothing is typed.
const fewStacks = 10

// listing are the next words that fit what is typed, each after those of the list so far.
func listing(p Player, next []line, head []string, typed string) *ask.Listing {
	l, stacks := ask.NewListing(typed), 0
	for _, n := range next {
		value := strings.Join(append(slices.Clone(head), n.value), ",")
		rest := []string{n.label}
		if n.class == wholeStack {
			if stacks++; len(l.Typed) == 0 && stacks > fewStacks {
				continue
			}
			rest = nil // a stack is found by its hex or by a unit that stands alone
		}
		l.Add(n.class, value, listed(p, head, n.label), n.called, rest...)
	}
	return l
}

// listed names what is in a list already and then what is added to it, shortened from the left so that the last name
// can be read.
func listed(p Player, head []string, last string) string {
	var names []string
	for _, w := range head {
		names = append(names, named(p, w))
	}
	if last != "" {
		names = append(names, last)
	}
	label := []rune(strings.Join(names, ", "))
	if len(label) > page.ChoiceText {
		label = append([]rune("…"), label[len(label)-page.ChoiceText+1:]...)
	}
	return string(label)
}

// lines are what could stand next in an option of an order.
func lines(p Player, v order.Verb, c view.Completion) (list []line) {
	for _, st := range c.Stacks {
		list = append(list, line{wholeStack, st.Hex.String(), whole(p, st), []string{p.Hex(st.Hex)}})
	}
	for i, pick := range c.Picks {
		class := couldStand
		if i < c.Able {
			class = makesOrder
		}
		label, _ := pickLabel(p, v, pick)
		called := []string{label}
		if c.Option.Kind == order.Units && pick.Unit != "" {
			called = []string{named(p, string(pick.Unit)), string(pick.Unit), place(p, pick.Unit)}
		}
		list = append(list, line{class, c.Text(pick), label, called})
	}
	return list
}

// whole is the label of a stack that moves as one.
func whole(p Player, st view.HexUnits) string {
	var names []string
	words := "pick.stack"
	for _, id := range st.Units {
		if names = append(names, named(p, string(id))); place(p, id) == "" {
			words = "pick.arrivals"
		}
	}
	return p.Say(words, "hex", st.Hex, "units", names)
}

// place is the hex where a unit stands, "" off the map.
func place(p Player, id order.UnitID) string {
	if _, at, _ := p.View.Board().Find(id); at != hex.None {
		return p.Hex(at)
	}
	return ""
}
