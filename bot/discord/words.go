package discord

import (
	"fmt"
	"strings"
	"time"

	"grognard/bot/catalogue"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// messageCatalogue is every message of the program.
type messageCatalogue struct{ *catalogue.Catalogue }

// newWords are the words of the program, with more messages in English.
func newWords(more []byte) (messageCatalogue, error) {
	c, err := catalogue.New(more)
	return messageCatalogue{c}, err
}

// in is the localizer for readers of these languages, in order of preference.
func (w messageCatalogue) in(languages ...string) localizer {
	return localizer{loc: w.In(languages...)}
}

// inChannel is the localizer for what nobody asked for just now: messages in channels, direct messages and the
// registered commands. Whose language that is, Discord does not say with them.
func (w messageCatalogue) inChannel() localizer { return w.in(catalogue.Default) }

// localizer makes words in one language. With a map it names sides and places, with what a
// side sees that side's units.
type localizer struct {
	loc *catalogue.Language
	at  *view.Map
	own *view.Secret
}

// on is the same localizer about a game on this map.
func (loc localizer) on(m *view.Map) localizer {
	loc.at = m
	return loc
}

// of is the same localizer for the one who sees this.
func (loc localizer) of(v view.Secret) localizer {
	loc.at, loc.own = v.Board().Map, &v
	return loc
}

// form is what an order of the game looks like.
func (loc localizer) form(v order.Verb) (order.Spec, bool) {
	if loc.at == nil {
		return order.Spec{}, false
	}
	return order.Find(loc.at.Orders, v)
}

// say is a message of the catalogue. Arguments are keys and values in turn; an
// int called n chooses between singular and plural. A message that no
// catalogue has shows its identifier, so that nothing goes untold.
func (loc localizer) say(id string, args ...any) string {
	if words, ok := loc.try(id, args...); ok {
		return words
	}
	return view.T(id, args...).String()
}

func (loc localizer) try(id string, args ...any) (string, bool) {
	return loc.loc.Say(loc.argument, id, args...)
}

// text is a Text in words.
func (loc localizer) text(t view.Text) string { return loc.say(t.ID, t.Args...) }

// plainly is a Text in words without marks, as pictures have them.
func (loc localizer) plainly(t view.Text) string { return unmarked(loc.text(t)) }

// describe is the first of these messages that the catalogue has, else the last
// of the identifiers as it is.
func (loc localizer) describe(ids ...string) string {
	for _, id := range ids {
		if words, ok := loc.try(id); ok {
			return words
		}
	}
	return ids[len(ids)-1]
}

// inWords is an argument that is in words already.
type inWords string

// value formats an argument of a message by its kind.
func (loc localizer) value(v any) string {
	switch v := v.(type) {
	case string: // perhaps a player's own words
		return clip(v, 100)
	case view.Typed:
		return string(quoted(starless(string(v))))
	case view.Text:
		return loc.text(v)
	case view.Name:
		return name(v)
	case view.Counter:
		return v.Name
	case view.Described:
		return loc.unit(v.Counter, v.Legend)
	case hex.Hex:
		return loc.hex(v)
	case order.Side:
		return loc.side(v)
	case order.Verb:
		return "/" + string(v)
	case []view.Text:
		return list(loc, v)
	case []view.Name:
		return list(loc, v)
	case []view.Counter:
		return list(loc, v)
	case []view.Described:
		return list(loc, v)
	case time.Time:
		return string(moment(v))
	case time.Duration:
		return loc.length(v)
	case view.Chance:
		return string(percent(v))
	case view.AtLeast:
		return loc.losses(v)
	case view.Numbers:
		return numbers(v)
	case []hex.Hex:
		return list(loc, v)
	case []order.Side:
		return list(loc, v)
	case []view.Rule:
		return list(loc, v)
	case []string:
		return list(loc, v)
	}
	return fmt.Sprint(v)
}

func list[T any](loc localizer, vs []T) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = loc.value(v)
	}
	return strings.Join(parts, ", ")
}

// argument formats an argument of a message. An identifier of the game's, such
// as a kind of terrain or a phase, is put in words where the catalogue has some
// for its key: kind.city, phase.combat.
func (loc localizer) argument(key string, v any) string {
	if id, ok := v.(string); ok && (key == "kind" || key == "phase" || key == "mark") {
		return loc.describe(key+"."+id, id)
	}
	if why, ok := v.(string); ok && key == "reason" {
		return string(plainLine(why))
	}
	return loc.value(v)
}

func name(n view.Name) string {
	if n.Name == "" {
		return string(n.ID)
	}
	return n.Name
}

// hex is a hex's number, with the name of the place that is there.
func (loc localizer) hex(h hex.Hex) string {
	if h == hex.None {
		return "–"
	}
	if loc.at != nil {
		for _, p := range loc.at.Places {
			if p.Hex == h {
				return h.String() + " " + p.Name
			}
		}
	}
	return h.String()
}

// side is a side's name.
func (loc localizer) side(id order.Side) string {
	if loc.at != nil {
		for _, n := range loc.at.Sides {
			if n.ID == id {
				return n.Name
			}
		}
	}
	return string(id)
}

// phase is a phase with its side: German combat. Where groups act one after the other in it, the
// one that does is told with it.
func (loc localizer) phase(p view.Phase) string {
	switch {
	case p.Side == "":
		return loc.argument("phase", p.Name)
	case p.Group != "":
		return loc.say("board.activation", "side", p.Side, "phase", p.Name, "group", string(p.Group))
	}
	return loc.say("board.phase", "side", p.Side, "phase", p.Name)
}

// spelled is an order as it could be typed, with the names of the reader's units.
func (loc localizer) spelled(spec order.Spec, o order.Order) string {
	for _, a := range o.Args {
		if len(a.Units) == 0 {
			continue
		}
		units := make([]order.UnitID, len(a.Units))
		for i, u := range a.Units {
			units[i] = loc.callable(u)
		}
		o = o.WithUnits(a.Name, units...)
	}
	return order.Format(spec, o)
}

// callable is a unit's name where no other unit of its side is called the same, else its
// identifier.
func (loc localizer) callable(id order.UnitID) order.UnitID {
	if loc.own == nil {
		return id
	}
	unit, _, ok := loc.own.Board().Find(id)
	if !ok || unit.Name == "" {
		return id
	}
	same := 0
	count := func(known []view.Counter) {
		for _, c := range known {
			if c.Side == unit.Side && c.Name == unit.Name {
				same++
			}
		}
	}
	for _, st := range loc.own.Board().Stacks {
		count(st.Known)
	}
	for _, p := range loc.own.Board().OffMap {
		count(p.Known)
	}
	if same > 1 {
		return id
	}
	return order.UnitID(unit.Name)
}

// rule is a citation in brackets after a blank, nothing for no rule.
func rule(r view.Rule) inWords {
	if r == "" {
		return ""
	}
	return inWords(" (" + r + ")")
}
