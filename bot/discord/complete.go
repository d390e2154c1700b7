package discord

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Limits of the list that Discord shows while an option is typed.
const (
	choiceLimit = 25  // lines
	choiceText  = 100 // characters of a line, and of what it puts into the option
)

// serveSuggestions answers autocompletion. One who may know nothing here gets
// an empty list; so does everybody when we fail.
func (b *bot) serveSuggestions(a ask, r *reply) {
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	list, err := safely(func() ([]suggestion, error) { return b.suggest(ctx, a, r.it.ApplicationCommandData()) })
	if err != nil {
		if _, theirs := a.refuse(err); !theirs {
			b.log.Error("a suggestion failed", "interaction", r.it.ID, "error", err)
		}
	}
	if list == nil {
		list = []suggestion{}
	}
	if err := r.suggest(ctx, list[:min(len(list), choiceLimit)]); err != nil {
		b.log.Warn("a suggestion did not arrive", "interaction", r.it.ID, "error", err)
	}
}

func (b *bot) suggest(ctx context.Context, a ask, d discordgo.ApplicationCommandInteractionData) ([]suggestion, error) {
	verb, values := spoken(d)
	focused := focus(d.Options)
	typed := values[focused]
	switch verb {
	case "game new":
		return b.suggestOpening(a, focused, typed, values["module"]), nil
	case "game join":
		return b.suggestSeat(ctx, a, typed)
	case "stack show", "map", "threats", "note":
		return b.suggestSeen(ctx, a, typed, speech.suggestStacks)
	case "unit show":
		return b.suggestSeen(ctx, a, typed, speech.suggestUnits)
	case "reach":
		return b.suggestSeen(ctx, a, typed, speech.suggestOnMap)
	}
	if verb == oddsVerb {
		return b.suggestFight(ctx, a, focused, values)
	}
	p, err := b.player(ctx, a)
	if err != nil {
		return nil, err
	}
	spec, _ := p.form(verb)
	return p.suggestPicks(ctx, spec, focused, values)
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

// suggestOpening is for the options of /game new.
func (b *bot) suggestOpening(a ask, focused, typed, module string) []suggestion {
	l := newListing(typed)
	for _, m := range b.referee.Modules() {
		switch {
		case focused == "module":
			l.add(0, m.ID, m.Title, []string{m.Title, m.ID})
		case m.ID != module:
		case focused == "scenario":
			for _, sc := range m.Scenarios {
				l.add(0, sc.ID, sc.Name, []string{sc.Name, sc.ID})
			}
		case focused == "side":
			for _, s := range m.Sides {
				l.add(0, string(s.ID), s.Name, []string{s.Name, string(s.ID)})
			}
		}
	}
	return l.suggestions()
}

// suggestSeat is the seats of the channel's game that are free.
func (b *bot) suggestSeat(ctx context.Context, a ask, typed string) ([]suggestion, error) {
	t, err := b.referee.Table(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	l := newListing(typed)
	for _, seat := range t.Seats {
		if seat.User == "" {
			l.add(0, string(seat.Side.ID), seat.Side.Name, []string{seat.Side.Name, string(seat.Side.ID)})
		}
	}
	return l.suggestions(), nil
}

// suggestSeen is a list of what can be looked at, made of what the asker may see.
// eyes is the side that he plays, "" for an onlooker.
func (b *bot) suggestSeen(ctx context.Context, a ask, typed string, list func(s speech, seen *view.Board, eyes order.Side, typed string) []suggestion) ([]suggestion, error) {
	sec, _, err := b.referee.Secret(ctx, a.cmd.Channel, a.cmd.User)
	if err == nil {
		return list(a.on(sec.Board().Map), sec.Board(), sec.Side(), typed), nil
	}
	if !errors.Is(err, referee.ErrNotSeated) {
		return nil, err
	}
	pub, _, err := b.referee.Public(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	return list(a.on(pub.Board().Map), pub.Board(), "", typed), nil
}

// suggestStacks lists the hexes with a stack.
func (s speech) suggestStacks(b *view.Board, _ order.Side, typed string) []suggestion {
	l := newListing(typed)
	for _, st := range b.Stacks {
		at := s.hex(st.Hex)
		label := at + " – " + s.side(st.Side) + ": " + s.stack(st, b.Marks)
		l.add(0, st.Hex.String(), label, []string{at}, label)
	}
	return l.suggestions()
}

// suggestPicks is what the rules allow to stand next in an option of an order.
// An option that takes a list is suggested whole, with what is typed already.
func (p player) suggestPicks(ctx context.Context, spec order.Spec, option string, values map[string]string) ([]suggestion, error) {
	opt, _, ok := spec.Option(option)
	if !ok {
		return nil, nil // another game's order has it
	}
	head, last := p.parted(opt, values[opt.Name])
	next, err := p.next(ctx, spec.Verb, opt, values, head)
	if err != nil {
		return nil, err
	}
	if opt.Kind != order.Units && opt.Kind != order.Path {
		return p.listing(next, nil, last).suggestions(), nil
	}
	whole := slices.IndexFunc(next, func(l line) bool { return l.value == strings.ToLower(last) })
	switch {
	case whole >= 0:
		// What is typed is a list as it stands: it comes first, and then what could be
		// added to it.
		full := append(slices.Clone(head), next[whole].value)
		more, err := p.next(ctx, spec.Verb, opt, values, full)
		if err != nil && !refused(err) {
			return nil, err
		}
		first := p.listing(next[whole:whole+1], head, last).suggestions()
		first = p.listing(more, full, "").suggestions(first...)
		return p.listing(slices.Delete(next, whole, whole+1), head, last).suggestions(first...), nil
	case last == "" && len(head) > 0:
		asItIs := newListing("")
		asItIs.add(0, strings.Join(head, ","), p.listed(head, ""), nil, "")
		return p.listing(next, head, last).suggestions(asItIs.suggestions()...), nil
	}
	return p.listing(next, head, last).suggestions(), nil
}

// refused says whether an error is the rules' answer and no fault.
func refused(err error) bool {
	var denial *view.Denial
	return errors.As(err, &denial)
}

// line is a word that could stand next, and how it is shown.
type line struct {
	class  int // what the asker can do with it, the best first
	value  string
	label  string
	called []string // what it is called
}

// The classes of lines.
const (
	wholeStack = iota
	makesOrder // with what is there already the order is legal
	couldStand
)

// fewStacks is how many whole stacks are shown while nothing is typed.
const fewStacks = 10

// listing is the next words that go with what is typed, after those of a list already.
func (p player) listing(next []line, head []string, typed string) *listing {
	l, stacks := newListing(typed), 0
	for _, n := range next {
		value := strings.Join(append(slices.Clone(head), n.value), ",")
		rest := []string{n.label}
		if n.class == wholeStack {
			if stacks++; len(l.typed) == 0 && stacks > fewStacks {
				continue
			}
			rest = nil // it is its hex that is typed, or a unit in it alone
		}
		l.add(n.class, value, p.listed(head, n.label), n.called, rest...)
	}
	return l
}

// parted parts what is typed into an option: the entries of a list before the one that is
// being typed, units by their identifiers where one alone is called so, and that one.
func (p player) parted(opt order.Option, typed string) (head []string, last string) {
	if opt.Kind != order.Units && opt.Kind != order.Path {
		return nil, strings.TrimSpace(typed)
	}
	end := strings.LastIndexByte(typed, ',') + 1
	var names order.Names
	if end > 0 {
		names = p.view.Board().Map.Names(p.view.Side())
	}
	for _, entry := range strings.Split(typed[:end], ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			head = append(head, briefly(names, opt, entry))
		}
	}
	more, last := lastWord(typed[end:])
	for n, word := range more {
		_, err := hex.Parse(word)
		if _, _, known := p.view.Board().Find(order.UnitID(word)); opt.Kind == order.Units && !known || opt.Kind == order.Path && err != nil {
			return append(head, more[:n]...), strings.TrimSpace(strings.Join(more[n:], " ") + " " + last)
		}
	}
	return append(head, more...), last
}

// briefly is an entry of a list as briefly as it can be said.
func briefly(names order.Names, opt order.Option, typed string) string {
	opt.Required = true
	alone := order.Spec{Options: []order.Option{opt}}
	w, err := order.Read(alone, map[string]string{opt.Name: typed}, names)
	if arg := w.Order.Arg(opt.Name); err == nil && len(arg.Units)+len(arg.Hexes) == 1 {
		return opt.Text(arg)
	}
	return typed
}

// listed names what is in a list already before what is added to it, shortened
// from the left so that the last is always readable.
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

// next asks the rules what could stand next in an option, after these entries of it and
// with the other options as far as they can be read.
func (p player) next(ctx context.Context, verb order.Verb, opt order.Option, values map[string]string, head []string) ([]line, error) {
	values = maps.Clone(values)
	if values[opt.Name] = strings.Join(head, ","); len(head) == 0 {
		delete(values, opt.Name)
	}
	c, err := p.referee.Complete(ctx, p.cmd.Channel, p.cmd.User, verb, values, opt.Name)
	if err != nil {
		return nil, err
	}
	var list []line
	for _, st := range c.Stacks {
		list = append(list, line{wholeStack, st.Hex.String(), p.whole(st), []string{p.hex(st.Hex)}})
	}
	for i, pick := range c.Picks {
		class := couldStand
		if i < c.Able {
			class = makesOrder
		}
		label, _ := p.label(verb, pick)
		switch {
		case opt.Kind == order.Units && pick.Unit != "":
			list = append(list, line{class, string(pick.Unit), label, []string{p.named(string(pick.Unit)), string(pick.Unit), p.place(pick.Unit)}})
		default:
			var held order.Arg
			pick.Add(&held, opt)
			list = append(list, line{class, opt.Text(held), label, []string{label}})
		}
	}
	return list, nil
}

// whole is a stack that goes as one.
func (p player) whole(st view.HexUnits) string {
	var names []string
	words := "pick.stack"
	for _, id := range st.Units {
		if names = append(names, p.named(string(id))); p.place(id) == "" {
			words = "pick.arrivals"
		}
	}
	return p.say(words, "hex", st.Hex, "units", names)
}

// place is the hex where a unit stands, "" off the map.
func (p player) place(id order.UnitID) string {
	if _, at, _ := p.view.Board().Find(id); at != hex.None {
		return p.hex(at)
	}
	return ""
}

// lastWord parts a list at its last comma or blank: the words before it, and
// what is typed of the next one.
func lastWord(list string) (head []string, last string) {
	i := strings.LastIndexAny(list, ", ")
	head = strings.FieldsFunc(strings.ToLower(list[:i+1]), func(r rune) bool { return r == ',' || r == ' ' })
	return head, list[i+1:]
}
