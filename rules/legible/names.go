package legible

import (
	"strconv"
	"strings"
	"unicode"

	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/letters"
	"grognard/rules/order"
)

// names judges the names under their keys: those that players type, and those of the sides.
func (r *reader) names(n *document.Node) {
	if n == nil || n.What != document.Mapping {
		return
	}
	for _, it := range n.Items {
		switch it.Key.Text {
		case "units", "places", "formations": // each with names of their own, in a mapping or in a list
			r.typedNames(it.Value)
		case "sides":
			r.sides(it.Value)
		}
	}
}

// typedNames judges the names of units, formations or places.
func (r *reader) typedNames(n *document.Node) {
	if n == nil {
		return
	}
	for _, it := range n.Items {
		for _, key := range []string{"name", "short", "formation"} {
			if w := valueOf(it.Value, key); w.Text != "" && !r.seen["typed "+w.Text] {
				r.seen["typed "+w.Text] = true
				if why := misread(w.Text); why != "" {
					r.warn(w.Spot, "%q %s, and so cannot be typed in orders", w.Text, why)
				}
			}
		}
	}
}

// valueOf returns the value under a key, the zero Node if there is none.
func valueOf(n *document.Node, key string) document.Node {
	if n != nil && n.What == document.Mapping {
		for _, it := range n.Items {
			if it.Key.Text == key && it.Value != nil {
				return *it.Value
			}
		}
	}
	return document.Node{}
}

// misread returns why a list of orders would not read a name as one, "" if it would.
func misread(name string) string {
	if h, err := hex.Parse(strings.Trim(name, "() ")); err == nil {
		return "is read as hex " + h.String()
	}
	// Reading lists takes time. Of letters and digits only x is a sign in them, so most names need no reading.
	if !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r) || r == 'x' || r == 'X'
	}) {
		return ""
	}
	const units, anyHex = order.ListUnits, "1.01"
	goes := order.Spec{Verb: "goes", Options: []order.Option{{Name: units, Kind: order.Units}}}
	for _, said := range []struct{ line, units string }{
		{name + " > " + anyHex, name}, {"/goes units:" + anyHex + " " + name, anyHex + " " + name},
	} {
		lines, err := order.ReadList(said.line, nil, goes)
		if err != nil || len(lines) != 1 || len(lines[0].Said) != 1 || strings.HasPrefix(name, "/") ||
			order.Fold(lines[0].Said[0].Values[units]) != order.Fold(strings.Join(strings.Fields(said.units), " ")) {
			return "has signs with which orders are written"
		}
	}
	return ""
}

// sides warns of sides that look the same. That is no mistake: wherever a side is typed or chosen, its identifier can
// be used, and an overlay may have to leave a name of the game as it is.
func (r *reader) sides(n *document.Node) {
	if n == nil || n.What != document.Listed || len(n.Items) != 2 {
		return
	}
	a, b := n.Items[0].Value, n.Items[1].Value
	first, second := valueOf(a, "name"), valueOf(b, "name")
	if name := letters.Shown(first.Text); name != "" && order.Fold(name) == order.Fold(letters.Shown(second.Text)) {
		r.warn(second.Spot, "both sides are called %q: no report tells them apart", second.Text)
	}
	first, second = valueOf(a, "color"), valueOf(b, "color")
	if alike(first.Text, second.Text) {
		r.warn(second.Spot, "the colours %s and %s of the sides can hardly be told apart", first.Text, second.Text)
	}
}

// alike reports whether two colours such as #6d6f68 are so near to each other that their counters look the same. They
// are weighted by redmean, as the eye does roughly; the colours farthest apart, black and white, are 765 apart.
func alike(a, b string) bool {
	const near = 60
	x, errX := strconv.ParseUint(strings.TrimPrefix(a, "#"), 16, 24)
	y, errY := strconv.ParseUint(strings.TrimPrefix(b, "#"), 16, 24)
	if errX != nil || errY != nil {
		return false
	}
	part := func(v uint64, shift int) int { return int(v >> shift & 0xff) } // red at 16, green at 8, blue at 0
	red := (part(x, 16) + part(y, 16)) / 2
	r, g, u := part(x, 16)-part(y, 16), part(x, 8)-part(y, 8), part(x, 0)-part(y, 0)
	return (512+red)*r*r/256+4*g*g+(767-red)*u*u/256 < near*near
}
