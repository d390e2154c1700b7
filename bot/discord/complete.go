package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

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
func (b *bot) serveSuggestions(req request, r *reply) {
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	outcome := wasAnswered
	list, err := safely(func() ([]suggestion, error) { return b.suggest(ctx, req, r.it.ApplicationCommandData()) })
	if err != nil {
		if _, theirs := req.refuse(err); !theirs {
			outcome = wasFailed
			b.log.Error("a suggestion failed", "interaction", r.it.ID, "error", err)
		}
	}
	if list == nil {
		list = []suggestion{}
	}
	if err := r.suggest(ctx, list[:min(len(list), choiceLimit)]); err != nil {
		outcome = wasFailed
		b.log.Warn("a suggestion did not arrive", "interaction", r.it.ID, "error", err)
	}
	b.observe(r, outcome)
}

func (b *bot) suggest(ctx context.Context, req request, d discordgo.ApplicationCommandInteractionData) ([]suggestion, error) {
	verb, values := spoken(d)
	focused := focus(d.Options)
	typed := values[focused]
	switch verb {
	case "game new":
		return b.suggestOpening(req, focused, typed, values["module"]), nil
	case clockTermsVerb:
		return req.suggestTerms(typed), nil
	case moveVerb:
		return b.suggestAsleep(ctx, req, typed)
	case handOverVerb:
		return b.suggestSide(ctx, req, typed)
	case zoneVerb, nightVerb, vacationVerb:
		return b.suggestTime(ctx, req, verb, focused, values)
	case seatTeamVerb:
		return b.suggestForce(ctx, req, typed)
	case seatWaitingVerb:
		return b.suggestOpening(req, focused, typed, values["module"]), nil
	case "game join":
		return b.suggestSeat(ctx, req, typed)
	case "stack show", "map", "threats", "note", awayTryVerb:
		return b.suggestSeen(ctx, req, typed, localizer.suggestStacks)
	case "unit show":
		return b.suggestSeen(ctx, req, typed, localizer.suggestUnits)
	case "reach":
		return b.suggestSeen(ctx, req, typed, localizer.suggestOnMap)
	}
	if _, is := lookups()[verb]; is && focused != "target" && focused != "units" {
		return b.suggestLookUp(ctx, req, verb, focused, typed)
	}
	if verb == oddsVerb { // of an attack that can still be made in this player-turn, or else of any fight
		return b.suggestPicks(ctx, req, focused, values, append([]order.Verb{oddsVerb}, fights(b.specs)...)...)
	}
	return b.suggestPicks(ctx, req, focused, values, verb)
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
func (b *bot) suggestOpening(req request, focused, typed, module string) []suggestion {
	if focused == "clock" {
		return req.suggestTerms(typed)
	}
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
func (b *bot) suggestSeat(ctx context.Context, req request, typed string) ([]suggestion, error) {
	t, err := b.referee.Table(ctx, req.cmd.Channel)
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
func (b *bot) suggestSeen(ctx context.Context, req request, typed string, list func(loc localizer, seen *view.Board, eyes order.Side, typed string) []suggestion) ([]suggestion, error) {
	seen, err := b.referee.See(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		return nil, err
	}
	board, eyes := seen.Board()
	return list(req.on(board.Map), board, eyes, typed), nil
}

// suggestStacks lists the hexes with a stack.
func (loc localizer) suggestStacks(b *view.Board, _ order.Side, typed string) []suggestion {
	l := newListing(typed)
	for _, st := range b.Stacks {
		at := loc.hex(st.Hex)
		label := at + " – " + loc.side(st.Side) + ": " + loc.stack(st, b.Marks)
		l.add(0, st.Hex.String(), label, []string{at}, label)
	}
	return l.suggestions()
}

// suggestPicks is what the rules allow to stand next in an option of an order: of the first
// of these orders for which there is anything.
func (b *bot) suggestPicks(ctx context.Context, req request, option string, values map[string]string, verbs ...order.Verb) ([]suggestion, error) {
	next, err := b.referee.Complete(ctx, req.cmd.Channel, req.cmd.User, values, option, verbs...)
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

// completed is a completion in words. An option that takes a list is suggested whole, with
// what is typed already.
func (p player) completed(v order.Verb, c view.Completion) []suggestion {
	next := p.lines(v, c)
	switch {
	case c.More != nil:
		// What is typed is a list as it stands: it comes first, and then what could be
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

// lines are what could stand next in an option of an order.
func (p player) lines(v order.Verb, c view.Completion) (list []line) {
	for _, st := range c.Stacks {
		list = append(list, line{wholeStack, st.Hex.String(), p.whole(st), []string{p.hex(st.Hex)}})
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
