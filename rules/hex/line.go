package hex

// Crossing is what the straight line between two hexes crosses: the hex A where B is None, else the common
// hexside of A and B, along which the line runs.
type Crossing struct{ A, B Hex }

// Line lists what the straight line between the centres of two hexes crosses between them: first hexes, by column, then
// hexsides. A hex of which the line only touches a corner is not crossed. Hexes off the map are listed, too.
//
// A hex is what three strips have in common, each between two opposite sides, 2 from its centre in the units of across.
// It is crossed if the parts of the line's way that lie in the three strips have more than a point in common.
func (g Grid) Line(from, to Hex) (out []Crossing) {
	dx, dy := int(to.Col)-int(from.Col), g.height(to)-g.height(from)
	way := across(dx, dy)
	var beside []Hex // hexes that the line runs along
	for x := min(dx, 0); x <= max(dx, 0); x++ {
		for y := min(dy, 0) - 1; y <= max(dy, 0)+1; y++ {
			if (x+y)%2 != 0 || x == 0 && y == 0 || x == dx && y == dy { // no centre of a hex, or an end of the line
				continue
			}
			at := g.at(int(from.Col)+x, g.height(from)+y)
			switch all, inside, ok := common(way, across(x, y)); {
			case !ok || all.low >= all.high: // not crossed
			case inside:
				out = append(out, Crossing{A: at})
			default:
				beside = append(beside, at)
			}
		}
	}
	for i, a := range beside {
		for _, b := range beside[i+1:] {
			if g.Touch(a, b) && crossedTogether(way, across(g.offset(from, a)), across(g.offset(from, b))) {
				out = append(out, Crossing{a, b})
			}
		}
	}
	return out
}

// offset returns how far it is to a hex: dx in columns, dy in half hexes upward.
func (g Grid) offset(from, to Hex) (dx, dy int) {
	return int(to.Col) - int(from.Col), g.height(to) - g.height(from)
}

// across returns how far a place is from the origin across each of the three pairs of opposite sides of a hex, in
// halves of the distance from a centre to a side. x counts columns, y half hexes upward.
func across(x, y int) [3]int { return [3]int{2 * y, 3*x + y, 3*x - y} }

// part is a part of a way from low to high, as numerators over a denominator greater than 0.
type part struct{ low, high, over int }

// common returns the part of the way in all three strips of a hex or on their borders: a point or nothing unless low <
// high. inside is false if the line runs along a border; ok is false if it is outside a strip that it is parallel to.
func common(way, centre [3]int) (all part, inside, ok bool) {
	all, inside = part{0, 1, 1}, true
	for i := range way {
		d, c := way[i], centre[i]
		if d < 0 {
			d, c = -d, -c
		}
		if d == 0 {
			if c > 2 || c < -2 {
				return all, false, false
			}
			inside = inside && c != 2 && c != -2
			continue
		}
		p := part{c - 2, c + 2, d}
		if p.low*all.over > all.low*p.over { // low becomes p's
			all.low, all.high, all.over = p.low*all.over, all.high*p.over, all.over*p.over
		}
		if p.high*all.over < all.high*p.over { // high becomes p's
			all.low, all.high, all.over = all.low*p.over, p.high*all.over, all.over*p.over
		}
	}
	return all, inside, true
}

// crossedTogether reports whether a line that runs along sides of two hexes does so along their common side.
func crossedTogether(way, a, b [3]int) bool {
	p, _, _ := common(way, a)
	q, _, _ := common(way, b)
	return p.low*q.over == q.low*p.over && p.high*q.over == q.high*p.over
}
