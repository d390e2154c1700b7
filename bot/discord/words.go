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

// words is every message of the program.
type words struct{ *catalogue.Catalogue }

// newWords are the words of the program, with more messages in English.
func newWords(more []byte) (words, error) {
	c, err := catalogue.New(more)
	return words{c}, err
}

// in is the speech for readers of these languages, in order of preference.
func (w words) in(languages ...string) speech { return speech{loc: w.In(languages...)} }

// speech makes words in one language. With a map it names sides and places, with what a
// side sees that side's units.
type speech struct {
	loc *catalogue.Language
	at  *view.Map
	own *view.Secret
}

// on is the same speech about a game on this map.
func (s speech) on(m *view.Map) speech {
	s.at = m
	return s
}

// of is the same speech to the one who sees this.
func (s speech) of(v view.Secret) speech {
	s.at, s.own = v.Board().Map, &v
	return s
}

// form is what an order of the game looks like.
func (s speech) form(v order.Verb) (order.Spec, bool) {
	if s.at == nil {
		return order.Spec{}, false
	}
	return order.Find(s.at.Orders, v)
}

// say is a message of the catalogue. Arguments are keys and values in turn; an
// int called n chooses between singular and plural. A message that no
// catalogue has shows its identifier, so that nothing goes untold.
func (s speech) say(id string, args ...any) string {
	if words, ok := s.try(id, args...); ok {
		return words
	}
	return view.T(id, args...).String()
}

func (s speech) try(id string, args ...any) (string, bool) {
	return s.loc.Say(s.argument, id, args...)
}

// text is a Text in words.
func (s speech) text(t view.Text) string { return s.say(t.ID, t.Args...) }

// plainly is a Text in words without marks, as pictures have them.
func (s speech) plainly(t view.Text) string { return unmarked(s.text(t)) }

// describe is the first of these messages that the catalogue has, else the last
// of the identifiers as it is.
func (s speech) describe(ids ...string) string {
	for _, id := range ids {
		if words, ok := s.try(id); ok {
			return words
		}
	}
	return ids[len(ids)-1]
}

// said is an argument that is in words already.
type said string

// value formats an argument of a message by its kind.
func (s speech) value(v any) string {
	switch v := v.(type) {
	case string: // perhaps a player's own words
		return clip(v, 100)
	case view.Typed:
		return string(quoted(starless(string(v))))
	case view.Text:
		return s.text(v)
	case view.Name:
		return name(v)
	case view.Counter:
		return v.Name
	case view.Described:
		return s.unit(v.Counter, v.Legend)
	case hex.Hex:
		return s.hex(v)
	case order.Side:
		return s.side(v)
	case order.Verb:
		return "/" + string(v)
	case []view.Text:
		return list(s, v)
	case []view.Name:
		return list(s, v)
	case []view.Counter:
		return list(s, v)
	case []view.Described:
		return list(s, v)
	case time.Time:
		return string(moment(v))
	case time.Duration:
		return s.length(v)
	case view.Chance:
		return string(percent(v))
	case view.AtLeast:
		return s.losses(v)
	case view.Numbers:
		return numbers(v)
	case []hex.Hex:
		return list(s, v)
	case []order.Side:
		return list(s, v)
	case []view.Rule:
		return list(s, v)
	case []string:
		return list(s, v)
	}
	return fmt.Sprint(v)
}

func list[T any](s speech, vs []T) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = s.value(v)
	}
	return strings.Join(parts, ", ")
}

// argument formats an argument of a message. An identifier of the game's, such
// as a kind of terrain or a phase, is put in words where the catalogue has some
// for its key: kind.city, phase.combat.
func (s speech) argument(key string, v any) string {
	if id, ok := v.(string); ok && (key == "kind" || key == "phase" || key == "mark") {
		return s.describe(key+"."+id, id)
	}
	if why, ok := v.(string); ok && key == "reason" {
		return string(plainLine(why))
	}
	return s.value(v)
}

func name(n view.Name) string {
	if n.Name == "" {
		return string(n.ID)
	}
	return n.Name
}

// hex is a hex's number, with the name of the place that is there.
func (s speech) hex(h hex.Hex) string {
	if h == hex.None {
		return "–"
	}
	if s.at != nil {
		for _, p := range s.at.Places {
			if p.Hex == h {
				return h.String() + " " + p.Name
			}
		}
	}
	return h.String()
}

// side is a side's name.
func (s speech) side(id order.Side) string {
	if s.at != nil {
		for _, n := range s.at.Sides {
			if n.ID == id {
				return n.Name
			}
		}
	}
	return string(id)
}

// phase is a phase with its side: German combat. Where groups act one after the other in it, the
// one that does is told with it.
func (s speech) phase(p view.Phase) string {
	switch {
	case p.Side == "":
		return s.argument("phase", p.Name)
	case p.Group != "":
		return s.say("board.activation", "side", p.Side, "phase", p.Name, "group", string(p.Group))
	}
	return s.say("board.phase", "side", p.Side, "phase", p.Name)
}

// spelled is an order as it could be typed, with the names of the reader's units.
func (s speech) spelled(spec order.Spec, o order.Order) string {
	for _, a := range o.Args {
		if len(a.Units) == 0 {
			continue
		}
		units := make([]order.UnitID, len(a.Units))
		for i, u := range a.Units {
			units[i] = s.callable(u)
		}
		o = o.WithUnits(a.Name, units...)
	}
	return order.Format(spec, o)
}

// callable is a unit's name where no other unit of its side is called the same, else its
// identifier.
func (s speech) callable(id order.UnitID) order.UnitID {
	if s.own == nil {
		return id
	}
	unit, _, ok := s.own.Board().Find(id)
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
	for _, st := range s.own.Board().Stacks {
		count(st.Known)
	}
	for _, p := range s.own.Board().OffMap {
		count(p.Known)
	}
	if same > 1 {
		return id
	}
	return order.UnitID(unit.Name)
}

// rule is a citation in brackets after a blank, nothing for no rule.
func rule(r view.Rule) said {
	if r == "" {
		return ""
	}
	return said(" (" + r + ")")
}
