package discord

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

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
		if _, theirs := a.refuse(err, b.specs); !theirs {
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
	spec, ok := order.Find(b.specs, verb)
	i := slices.IndexFunc(spec.Options, func(o order.Option) bool { return o.Name == focused })
	if !ok || i < 0 {
		return nil, nil
	}
	return b.suggestPicks(ctx, a, spec, spec.Options[i], values)
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

// matches says whether one of the texts has in it what was typed.
func matches(typed string, texts ...string) bool {
	typed = strings.ToLower(strings.TrimSpace(typed))
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), typed) })
}

// offerLine adds a line to a list, unless it is too long to be put in.
func offerLine(list []suggestion, value, label string) []suggestion {
	if value == "" || utf8.RuneCountInString(value) > choiceText || len(list) >= choiceLimit {
		return list
	}
	return append(list, suggestion{clip(label, choiceText), value})
}

// suggestOpening is for the options of /game new.
func (b *bot) suggestOpening(a ask, focused, typed, module string) []suggestion {
	var list []suggestion
	for _, m := range b.referee.Modules() {
		switch {
		case focused == "module":
			if matches(typed, m.ID, m.Title) {
				list = offerLine(list, m.ID, m.Title)
			}
		case m.ID != module:
		case focused == "scenario":
			for _, sc := range m.Scenarios {
				if matches(typed, sc.ID, sc.Name) {
					list = offerLine(list, sc.ID, sc.Name)
				}
			}
		case focused == "side":
			for _, s := range m.Sides {
				if matches(typed, string(s.ID), s.Name) {
					list = offerLine(list, string(s.ID), s.Name)
				}
			}
		}
	}
	return list
}

// suggestSeat is the seats of the channel's game that are free.
func (b *bot) suggestSeat(ctx context.Context, a ask, typed string) ([]suggestion, error) {
	t, err := b.referee.Table(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	var list []suggestion
	for _, seat := range t.Seats {
		if seat.User == "" && matches(typed, string(seat.Side.ID), seat.Side.Name) {
			list = offerLine(list, string(seat.Side.ID), seat.Side.Name)
		}
	}
	return list, nil
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
func (s speech) suggestStacks(b *view.Board, _ order.Side, typed string) (list []suggestion) {
	for _, st := range b.Stacks {
		label := s.hex(st.Hex) + " – " + s.side(st.Side) + ": " + s.stack(st, b.Marks)
		if matches(typed, label) {
			list = offerLine(list, st.Hex.String(), label)
		}
	}
	return list
}

// suggestPicks is what the rules allow to stand next in an option of an order.
// An option that takes a list is suggested whole, with what is typed already.
func (b *bot) suggestPicks(ctx context.Context, a ask, spec order.Spec, opt order.Option, values map[string]string) ([]suggestion, error) {
	p, err := b.player(ctx, a)
	if err != nil {
		return nil, err
	}
	head, last := lastWord(values[opt.Name])
	single := opt.Kind != order.Units && opt.Kind != order.Path
	if single {
		head, last = nil, strings.TrimSpace(values[opt.Name])
	}
	if opt.Kind == order.Units {
		head, last = p.names(values[opt.Name])
	}
	next, err := p.next(ctx, spec, opt, values, head)
	if err != nil {
		return nil, err
	}
	var list []suggestion
	if whole := slices.IndexFunc(next, func(l line) bool { return l.value == strings.ToLower(last) }); whole >= 0 && !single {
		// What is typed is a list as it stands: it comes first, and then what
		// could be added to it.
		full := append(slices.Clone(head), next[whole].value)
		list = offerLine(list, strings.Join(full, ","), p.listed(full[:len(full)-1], next[whole].label))
		more, err := p.next(ctx, spec, opt, values, full)
		if err != nil && !refused(err) {
			return nil, err
		}
		list = p.lines(list, full, more, "")
		next = slices.Delete(next, whole, whole+1)
	} else if last == "" && len(head) > 0 {
		list = offerLine(list, strings.Join(head, ","), p.listed(head, ""))
	}
	return p.lines(list, head, next, last), nil
}

// refused says whether an error is the rules' answer and no fault.
func refused(err error) bool {
	var denial *view.Denial
	return errors.As(err, &denial)
}

// lines adds those of the next words that go with what is typed.
func (p player) lines(list []suggestion, head []string, next []line, typed string) []suggestion {
	for _, l := range next {
		if matches(typed, l.value, l.label) {
			list = offerLine(list, strings.Join(append(slices.Clone(head), l.value), ","), p.listed(head, l.label))
		}
	}
	return list
}

// names parts a list of units: those before the last comma, by whatever they are called,
// and behind it those called by their identifiers; the words after them begin a name.
func (p player) names(list string) (head []string, last string) {
	end := strings.LastIndexByte(list, ',') + 1
	units := order.Spec{Options: []order.Option{{Name: "units", Kind: order.Units, Required: true}}}
	read, err := order.Read(units, map[string]string{"units": list[:end]}, p.view.Board().Map.Names(p.view.Side()))
	if err != nil { // nothing is there, or a name that several units have
		head, _ = lastWord(list[:end])
	}
	for _, id := range read.Units {
		head = append(head, string(id))
	}
	more, last := lastWord(list[end:])
	for n := len(more) - 1; n >= 0; n-- {
		if _, _, known := p.view.Board().Find(order.UnitID(more[n])); known {
			break
		}
		more, last = more[:n], strings.TrimSpace(more[n]+" "+last)
	}
	return append(head, more...), last
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

// line is a word that could stand next, and how it is shown.
type line struct{ value, label string }

// next asks the rules what could stand next in an option, after these words of
// it and with the other options as far as they can be read.
func (p player) next(ctx context.Context, spec order.Spec, opt order.Option, values map[string]string, head []string) ([]line, error) {
	partial := order.Order{Verb: spec.Verb}
	for _, o := range spec.Options {
		text := values[o.Name]
		if o.Name == opt.Name {
			text = strings.Join(head, ",")
		}
		if text == "" {
			continue
		}
		alone := order.Spec{Verb: spec.Verb, Options: []order.Option{{Name: o.Name, Kind: o.Kind, Required: true}}}
		read, err := order.Read(alone, map[string]string{o.Name: text}, p.view.Board().Map.Names(p.view.Side()))
		if err != nil {
			continue // half a word of another option says nothing yet
		}
		partial.Units = append(partial.Units, read.Units...)
		partial.Path = append(partial.Path, read.Path...)
		if read.Hex != hex.None {
			partial.Hex = read.Hex
		}
		if read.N != 0 {
			partial.N = read.N
		}
	}
	picks, err := p.referee.Complete(ctx, p.cmd.Channel, p.cmd.User, partial, opt)
	if err != nil {
		return nil, err
	}
	var list []line
	for _, pick := range picks {
		label, _ := p.label(pick)
		switch {
		case opt.Kind == order.Units && pick.Unit != "":
			list = append(list, line{string(pick.Unit), label})
		case opt.Kind == order.Strikes:
			list = append(list, line{order.StrikesText(int(pick.N)), label})
		case opt.Kind != order.Units && pick.Hex != hex.None:
			list = append(list, line{pick.Hex.String(), label})
		}
	}
	return list, nil
}

// lastWord parts a list at its last comma or blank: the words before it, and
// what is typed of the next one.
func lastWord(list string) (head []string, last string) {
	i := strings.LastIndexAny(list, ", ")
	head = strings.FieldsFunc(strings.ToLower(list[:i+1]), func(r rune) bool { return r == ',' || r == ' ' })
	return head, list[i+1:]
}
