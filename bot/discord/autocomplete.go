package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Limits of the list that Discord shows while an option is typed.
const (
	choiceLimit = 25  // lines
	choiceText  = 100 // characters of a line, and of what it puts into the option
)

// serveSuggestions answers autocompletion. The list is empty for a user who may know nothing here, and after a failure
// of ours.
func (b *bot) serveSuggestions(req request, r *rest.Reply) {
	ctx, cancel := context.WithTimeout(context.Background(), rest.RequestTimeout)
	defer cancel()
	outcome := wasAnswered
	list, err := safely(func() ([]rest.Suggestion,
		error) {
		return b.suggest(ctx, req, r.Interaction.ApplicationCommandData())
	})
	if err != nil {
		if _, theirs := req.refuse(err); !theirs {
			outcome = wasFailed
			b.log.Error("a suggestion failed", "interaction", r.Interaction.ID, "error", err)
		}
	}
	if list == nil {
		list = []rest.Suggestion{}
	}
	if err := r.Suggest(ctx, list[:min(len(list), choiceLimit)]); err != nil {
		outcome = wasFailed
		b.log.Warn("a suggestion did not arrive", "interaction", r.Interaction.ID, "error", err)
	}
	b.observe(r, outcome)
}

// suggest lists what can stand in the option that is being typed: by the table for a command of this package, by the
// rules for an order of a game.
func (b *bot) suggest(ctx context.Context, req request,
	d discordgo.ApplicationCommandInteractionData) ([]rest.Suggestion, error) {
	verb, values := parseCommand(d)
	t := typing{typedCommand{verb, values}, focus(d.Options)}
	spec, own := b.commands[verb]
	if !own {
		return b.suggestPicks(ctx, req, t, verb)
	}
	i := slices.IndexFunc(spec.options, func(o option) bool { return o.Name == t.option && o.complete != nil })
	if i < 0 {
		return nil, nil
	}
	return spec.options[i].complete(b, ctx, req, t)
}

// focus is the name of the option that is being typed.
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

// suggestModules completes with the games; suggestScenarios and suggestSides with those of the game that is typed
// already.
func (b *bot) suggestModules(_ context.Context, _ request, t typing) ([]rest.Suggestion, error) {
	l := newListing(t.text())
	for _, m := range b.referee.Modules() {
		l.add(0, m.ID, m.Title, []string{m.Title, m.ID})
	}
	return l.suggestions(), nil
}

func (b *bot) suggestScenarios(_ context.Context, _ request, t typing) ([]rest.Suggestion, error) {
	l := newListing(t.text())
	for _, m := range b.referee.Modules() {
		for _, sc := range m.Scenarios {
			if m.ID == t.values["module"] {
				l.add(0, sc.ID, sc.Name, []string{sc.Name, sc.ID})
			}
		}
	}
	return l.suggestions(), nil
}

func (b *bot) suggestSides(_ context.Context, _ request, t typing) ([]rest.Suggestion, error) {
	l := newListing(t.text())
	for _, m := range b.referee.Modules() {
		for _, s := range m.Sides {
			if m.ID == t.values["module"] {
				l.add(0, string(s.ID), s.Name, []string{s.Name, string(s.ID)})
			}
		}
	}
	return l.suggestions(), nil
}

// suggestSeat completes with the free seats of the channel's game.
func (b *bot) suggestSeat(ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
	table, err := b.referee.Table(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	l := newListing(t.text())
	for _, seat := range table.Seats {
		if seat.User == "" {
			l.add(0, string(seat.Side.ID), seat.Side.Name, []string{seat.Side.Name, string(seat.Side.ID)})
		}
	}
	return l.suggestions(), nil
}

// ofSeen completes with a list made of what the asker may see. viewer is the side that he plays, "" for an onlooker.
func ofSeen(list func(loc localizer, seen *view.Board, viewer order.Side, typed string) []rest.Suggestion) completer {
	return func(b *bot, ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
		seen, err := b.referee.See(ctx, req.cmd.Channel, req.cmd.User)
		if err != nil {
			return nil, err
		}
		board, viewer := seen.Board()
		return list(req.on(board.Map), board, viewer, t.text()), nil
	}
}

// suggestStacks lists the hexes with a stack.
func (loc localizer) suggestStacks(b *view.Board, _ order.Side, typed string) []rest.Suggestion {
	l := newListing(typed)
	for _, st := range b.Stacks {
		at := loc.Hex(st.Hex)
		label := at + " – " + loc.Side(st.Side) + ": " + loc.Stack(st, b.Marks)
		l.add(0, st.Hex.String(), label, []string{at}, label)
	}
	return l.suggestions()
}

// suggestPicks completes an option of an order with what the rules allow next. Of several orders it takes the first for
// which there is anything.
func (b *bot) suggestPicks(ctx context.Context, req request, t typing, verbs ...order.Verb) ([]rest.Suggestion, error) {
	next, err := b.referee.Complete(ctx, req.cmd.Channel, req.cmd.User, t.values, t.option, verbs...)
	if err != nil {
		return nil, err
	}
	p := b.playing(req, next.View, next.Table)
	for i, c := range next.Of {
		if list := p.completed(verbs[i], c); len(list) > 0 {
			return list, nil
		}
	}
	return nil, nil
}

// completed is a completion in words. An option that takes a list is suggested whole, with what is typed already.
func (p player) completed(v order.Verb, c view.Completion) []rest.Suggestion {
	next := p.lines(v, c)
	switch {
	case c.More != nil:
		// What is typed is a whole list already: it comes first, and then what could be
		// added to it.
		whole := slices.IndexFunc(next, func(l line) bool { return l.value == strings.ToLower(c.Typed) })
		first := p.listing(next[whole:whole+1], c.Head, c.Typed).suggestions()
		first = p.listing(p.lines(v, *c.More), c.More.Head, "").suggestions(first...)
		return p.listing(slices.Delete(next, whole, whole+1), c.Head, c.Typed).suggestions(first...)
	case c.Typed == "" && len(c.Head) > 0:
		asItIs := newListing("")
		asItIs.add(0, strings.Join(c.Head, ","), p.listed(c.Head, ""), nil, "")
		return p.listing(next, c.Head, "").suggestions(asItIs.suggestions()...)
	}
	return p.listing(next, c.Head, c.Typed).suggestions()
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
func (p player) listing(next []line, head []string, typed string) *listing {
	l, stacks := newListing(typed), 0
	for _, n := range next {
		value := strings.Join(append(slices.Clone(head), n.value), ",")
		rest := []string{n.label}
		if n.class == wholeStack {
			if stacks++; len(l.typed) == 0 && stacks > fewStacks {
				continue
			}
			rest = nil // a stack is found by its hex or by a unit that stands alone
		}
		l.add(n.class, value, p.listed(head, n.label), n.called, rest...)
	}
	return l
}

// listed names what is in a list already and then what is added to it, shortened from the left so that the last name
// can be read.
func (p player) listed(head []string, last string) string {
	var names []string
	for _, w := range head {
		names = append(names, p.named(w))
	}
	if last != "" {
		names = append(names, last)
	}
	label := []rune(strings.Join(names, ", "))
	if len(label) > choiceText {
		label = append([]rune("…"), label[len(label)-choiceText+1:]...)
	}
	return string(label)
}

// named is a unit's name, or the word itself.
func (p player) named(word string) string {
	if c, _, _ := p.view.Board().Find(order.UnitID(word)); c.Name != "" {
		return c.Name
	}
	return word
}

// lines are what could stand next in an option of an order.
func (p player) lines(v order.Verb, c view.Completion) (list []line) {
	for _, st := range c.Stacks {
		list = append(list, line{wholeStack, st.Hex.String(), p.whole(st), []string{p.Hex(st.Hex)}})
	}
	for i, pick := range c.Picks {
		class := couldStand
		if i < c.Able {
			class = makesOrder
		}
		label, _ := p.label(v, pick)
		called := []string{label}
		if c.Option.Kind == order.Units && pick.Unit != "" {
			called = []string{p.named(string(pick.Unit)), string(pick.Unit), p.place(pick.Unit)}
		}
		list = append(list, line{class, c.Text(pick), label, called})
	}
	return list
}

// whole is the label of a stack that moves as one.
func (p player) whole(st view.HexUnits) string {
	var names []string
	words := "pick.stack"
	for _, id := range st.Units {
		if names = append(names, p.named(string(id))); p.place(id) == "" {
			words = "pick.arrivals"
		}
	}
	return p.Say(words, "hex", st.Hex, "units", names)
}

// place is the hex where a unit stands, "" off the map.
func (p player) place(id order.UnitID) string {
	if _, at, _ := p.view.Board().Find(id); at != hex.None {
		return p.Hex(at)
	}
	return ""
}
