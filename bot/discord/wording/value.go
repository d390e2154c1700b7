package wording

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// printed returns a rating as it is on the counter, a dash if none is printed.
func printed(r view.Rating) string { return cmp.Or(r.Text, "–") }

// Signed returns a number with its sign, such as a shift: +1, −2.
func Signed(n int) InWords { return InWords(view.Signed(n)) }

// Length returns a length of time in words: 1 day 12 hours.
func (loc Localizer) Length(d time.Duration) string {
	var parts []string
	if n := int(d / (24 * time.Hour)); n > 0 {
		parts = append(parts, loc.Say("length.days", "n", n))
	}
	if n := int(d / time.Hour % 24); n > 0 {
		parts = append(parts, loc.Say("length.hours", "n", n))
	}
	if n := int(d / time.Minute % 60); n > 0 || len(parts) == 0 {
		parts = append(parts, loc.Say("length.minutes", "n", n))
	}
	return strings.Join(parts, " ")
}

// ShortLength returns a length of time as it is typed: 1d12h.
func (loc Localizer) ShortLength(d time.Duration) (words string) {
	if n := int(d / (24 * time.Hour)); n > 0 {
		words += loc.Say("length.short-days", "n", n)
	}
	if n := int(d / time.Hour % 24); n > 0 {
		words += loc.Say("length.short-hours", "n", n)
	}
	if n := int(d / time.Minute % 60); n > 0 {
		words += loc.Say("length.short-minutes", "n", n)
	}
	return words
}

// Timestamp returns a time that Discord shows in the reader's time zone.
func Timestamp(t time.Time) InWords { return InWords(fmt.Sprintf("<t:%d:f>", t.Unix())) }

// Span returns a range, or one text if both ends are the same.
func (loc Localizer) Span(from, to string) InWords {
	if from == to {
		return InWords(from)
	}
	return InWords(loc.Say("list.span", "from", InWords(from), "to", InWords(to)))
}

// Coded returns a player's own words for a place between code marks, with signs such as > that orders are written with.
func Coded(text string) InWords {
	return InWords(strings.Map(func(r rune) rune {
		if r == '`' || r < ' ' {
			return ' '
		}
		return r
	}, Clip(text, quotedRoom)))
}

// losses returns the chances to lose at least 1, 2, … steps.
func losses(loc Localizer, chances view.AtLeast) string {
	if len(chances) == 0 {
		return loc.Say("odds.never")
	}
	parts := make([]string, len(chances))
	for i, c := range chances {
		parts[i] = loc.Say("odds.at-least", "n", i+1, "of", len(chances), "chance", percent(c))
	}
	return strings.Join(parts, ", ")
}

// percent returns a chance as a rounded percentage, such as 17%. The look-up of a table has the fraction too.
func percent(c view.Chance) InWords {
	return InWords(span(c, func(n int) int { return (200*n + view.Throws) / (2 * view.Throws) }) + "%")
}

// span returns a range with its ends as number makes them, or one end if both are the same.
func span(c view.Span, number func(int) int) string {
	return string(rangeOf(number(c.Least), number(c.Most)))
}

// numbers returns hexes by their numbers alone, without the names of places.
func numbers(list []hex.Hex) string {
	var words []string
	for _, h := range list {
		words = append(words, h.String())
	}
	return strings.Join(words, " ")
}

// RelativeTimestamp returns a time that Discord shows as its distance from now.
func RelativeTimestamp(t time.Time) InWords { return InWords(fmt.Sprintf("<t:%d:R>", t.Unix())) }

// Value formats an argument of a message by its type.
func (loc Localizer) Value(v any) string {
	switch v := v.(type) {
	case string: // perhaps a player's own words
		return Clip(v, 100)
	case view.Typed:
		return string(Quoted(WithoutStars(string(v))))
	case view.Text:
		return loc.Text(v)
	case view.Name:
		return Name(v)
	case view.Counter:
		return v.Name
	case view.Described:
		return loc.Unit(v.Counter, v.Legend)
	case hex.Hex:
		return loc.Hex(v)
	case order.Side:
		return loc.Side(v)
	case order.Verb:
		return "/" + string(v)
	case time.Time:
		return string(Timestamp(v))
	case time.Duration:
		return loc.Length(v)
	case view.Chance:
		return string(percent(v))
	case view.AtLeast:
		return losses(loc, v)
	case view.Numbers:
		return numbers(v)
	}
	list := reflect.ValueOf(v)
	if list.Kind() != reflect.Slice {
		return fmt.Sprint(v)
	}
	var parts []string
	for _, one := range list.Seq2() {
		parts = append(parts, loc.Value(one.Interface()))
	}
	return strings.Join(parts, ", ")
}

// Argument formats an argument of a message. For an identifier of the game, such as a kind of terrain or a phase, it
// uses the catalogue's message for key and identifier if there is one: kind.city, phase.combat, doing.attack. It
// omits the last hex of a path, which the message names by itself.
func (loc Localizer) Argument(key string, v any) string {
	switch v := v.(type) {
	case string:
		switch key {
		case "kind", "phase", "mark":
			return loc.Describe(key+"."+v, v)
		case "reason": // a user's own words for others, without marks and pings
			return string(sanitized(v, "`*_~|\\<>@", lineRoom))
		case "doing":
			return loc.Describe("doing."+v, "/"+v)
		}
	case []hex.Hex:
		if key == "path" && len(v) > 0 {
			return loc.Value(v[:len(v)-1])
		}
	case view.Described:
		if key == "factors" {
			return loc.Factors(v.Counter)
		}
	}
	return loc.Value(v)
}

// Name returns a unit's name, or its identifier if it has no name.
func Name(n view.Name) string { return cmp.Or(n.Name, string(n.ID)) }

// Hex returns a hex's number, after the name of the place that is there: Orsha (13.14).
func (loc Localizer) Hex(h hex.Hex) string {
	if h == hex.None {
		return "–"
	}
	if loc.at != nil {
		for _, p := range loc.at.Places {
			if p.Hex == h {
				return p.Name + " (" + h.String() + ")"
			}
		}
	}
	return h.String()
}

// Side returns a side's name.
func (loc Localizer) Side(id order.Side) string {
	if loc.at != nil {
		for _, n := range loc.at.Sides {
			if n.ID == id {
				return n.Name
			}
		}
	}
	return string(id)
}

func (loc Localizer) Group(id order.GroupID) string {
	if loc.at != nil {
		return loc.at.GroupName(id)
	}
	return string(id)
}

// Phase returns a phase with its side: German combat. If groups act one after the other in it, the active one is named.
func (loc Localizer) Phase(p view.Phase) string {
	switch {
	case p.Side == "":
		return loc.Argument("phase", p.Name)
	case p.Group != "":
		return loc.Say("board.activation", "side", p.Side, "phase", p.Name, "group", loc.Group(p.Group))
	}
	return loc.Say("board.phase", "side", p.Side, "phase", p.Name)
}

// Spelled returns an order as it could be typed, with the names of the reader's units and of groups.
func (loc Localizer) Spelled(spec order.Spec, o order.Order) string {
	o.Args = slices.Clone(o.Args)
	for i, a := range o.Args {
		if opt, _, _ := spec.Option(a.Name); opt.Kind == order.Group {
			o.Args[i].Word = opt.Named(a.Word)
		}
		if len(a.Units) == 0 {
			continue
		}
		units := make([]order.UnitID, len(a.Units))
		for i, u := range a.Units {
			units[i] = loc.UniqueName(u)
		}
		o = o.WithUnits(a.Name, units...)
	}
	return order.Format(spec, o)
}

// UniqueName returns a unit's name if no other unit of its side has the same, else its identifier.
func (loc Localizer) UniqueName(id order.UnitID) order.UnitID {
	if loc.own == nil {
		return id
	}
	unit, _, ok := loc.own.Board().Find(id)
	if !ok || unit.Name == "" {
		return id
	}
	same := 0
	count := func(known []view.Counter) {
		same += first.Count(known, func(c view.Counter) bool { return c.Side == unit.Side && c.Name == unit.Name })
	}
	for _, st := range loc.own.Board().Stacks {
		count(st.Known)
	}
	for _, p := range loc.own.Board().OffMap {
		count(p.Known)
	}
	if same > 1 { // not this unit alone
		return id
	}
	return order.UnitID(unit.Name)
}

// Citation returns a blank and the rules in brackets, each once; "" for none. A rule with a name and no number, such as
// the sequence of play, is left out.
func Citation(rules ...view.Rule) InWords {
	var list []string
	for _, r := range rules {
		if strings.ContainsAny(string(r), "0123456789") && !slices.Contains(list, string(r)) {
			list = append(list, string(r))
		}
	}
	if list == nil {
		return ""
	}
	return InWords(" (" + strings.Join(list, ", ") + ")")
}
