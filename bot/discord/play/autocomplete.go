package play

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// SuggestPicks completes the option that is being typed with what the rules allow next. Of the orders verbs it takes
// the first that can go on; it returns nil if none can.
func (d Desk) SuggestPicks(ctx context.Context, req ask.Request, t ask.Typing,
	verbs ...order.Verb) ([]rest.Suggestion, error) {
	next, err := d.orders.Complete(ctx, req.Cmd.Channel, req.Cmd.User, t.Values, t.Option, verbs...)
	if err != nil {
		return nil, err
	}
	p := d.PlayerSeeing(req, next.View, next.Table)
	for i, c := range next.Of {
		if list := completions(p, verbs[i], c); len(list) > 0 {
			return list, nil
		}
	}
	return nil, nil
}

// completions returns a completion in words. In a list each value is the whole list: what is typed, and one more.
func completions(p Player, v order.Verb, c view.Completion) []rest.Suggestion {
	next := suggestionLines(p, v, c)
	switch {
	case c.More != nil:
		// What is typed is a whole list already: it comes first, and then what could be added to it.
		whole := slices.IndexFunc(next, func(l line) bool { return strings.EqualFold(l.value, c.Typed) })
		first := listing(p, next[whole:whole+1], c.Head, c.Typed).Suggestions()
		first = listing(p, suggestionLines(p, v, *c.More), c.More.Head, "").Suggestions(first...)
		return listing(p, slices.Delete(next, whole, whole+1), c.Head, c.Typed).Suggestions(first...)
	case c.Typed == "" && len(c.Head) > 0:
		asItIs := ask.NewListing("")
		asItIs.Add(0, strings.Join(c.Head, ","), listLabel(p, c.Head, ""), nil, "")
		return listing(p, next, c.Head, "").Suggestions(asItIs.Suggestions()...)
	}
	return listing(p, next, c.Head, c.Typed).Suggestions()
}

// line is a word that could stand next, and how it is shown.
type line struct {
	class  int // what the asker can do with it: the lower, the earlier it is shown
	value  string
	label  string
	called []string // names by which it is found before other lines
}

// The classes of lines.
const (
	wholeStack = iota
	wholeFormation
	makesOrder // the order is legal with it
	couldStand // the order needs more after it
)

// fewStacks is how many whole stacks are shown while nothing is typed, and how many formations.
const fewStacks = 8

// listing returns those of next that fit what is typed. The value of each begins with head, the list so far.
func listing(p Player, next []line, head []string, typed string) *ask.Listing {
	l, stacks := ask.NewListing(typed), map[int]int{}
	for _, n := range next {
		value := strings.Join(append(slices.Clone(head), n.value), ",")
		elsewhere := []string{n.label}
		if n.class == wholeStack && typed != "" && strings.Contains(n.called[0], "."+typed) { // only its row is typed
			n.class = couldStand
		}
		if n.class <= wholeFormation {
			if stacks[n.class]++; len(l.Typed) == 0 && stacks[n.class] > fewStacks {
				continue
			}
			elsewhere = nil // a stack is found by its hex or by a unit that stands alone
		}
		l.Add(n.class, value, listLabel(p, head, n.label), n.called, elsewhere...)
	}
	return l
}

// listLabel names what a list has and then what is added, shortened from the left so that the last name can be read.
func listLabel(p Player, head []string, last string) string {
	var names []string
	for _, w := range head {
		names = append(names, unitName(p, w))
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

// suggestionLines returns what could stand next in an option of an order.
func suggestionLines(p Player, v order.Verb, c view.Completion) (list []line) {
	for _, st := range c.Stacks {
		one := line{wholeStack, st.Hex.String(), stackLabel(p, st), []string{p.Request.Localizer.Hex(st.Hex)}}
		if st.Formation != "" {
			one = line{wholeFormation, st.Formation, one.label, []string{st.Formation}}
		}
		list = append(list, one)
	}
	for i, pick := range c.Picks {
		class := map[bool]int{true: makesOrder, false: couldStand}[i < c.Able]
		label, _ := pickLabel(p, v, pick)
		called := []string{label}
		if c.Option.Kind == order.Units && pick.Unit != "" {
			called = []string{unitName(p, string(pick.Unit)), string(pick.Unit), unitHex(p, pick.Unit)}
		}
		list = append(list, line{class, c.Text(pick), label, called})
	}
	return list
}

// stackLabel returns the label of a stack, of the units that arrive at a hex, or of a formation, with its units' names.
func stackLabel(p Player, st view.HexUnits) string {
	var names []string
	words := "pick.stack"
	for _, id := range st.Units {
		if names = append(names, unitName(p, string(id))); unitHex(p, id) == "" {
			words = "pick.arrivals"
		}
	}
	if st.Formation != "" {
		words = "pick.formation"
	}
	return p.Say(words, "hex", st.Hex, "units", names, "formation", wording.InWords(st.Formation), "n", len(names))
}

// unitHex returns the hex where a unit stands, "" off the map.
func unitHex(p Player, id order.UnitID) string {
	if _, at, _ := p.View.Board().Find(id); at != hex.None {
		return p.Request.Localizer.Hex(at)
	}
	return ""
}
