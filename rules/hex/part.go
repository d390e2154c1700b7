package hex

// Part is a part of a map: the rectangle round the hexes within Radius of Around, or the whole map if Around is None.
type Part struct {
	Around Hex
	Radius int // columns to each side of Around
	Rows   int // rows above it and below, at most Radius; 0 for as many
}

// tall is how far the part reaches up and down, in half hexes.
func (p Part) tall() int {
	if p.Rows > 0 {
		return 2 * p.Rows
	}
	return 2 * p.Radius
}

// Needs reports whether the rectangle is there to show a hex: one within the radius and in its rows.
func (p Part) Needs(g Grid, h Hex) bool {
	return p.Around == None || g.Distance(h, p.Around) <= p.Radius && abs(g.height(h)-g.height(p.Around)) <= p.tall()
}

// Covers reports whether the middle of a hex of the map lies in the part.
func (p Part) Covers(g Grid, h Hex) bool {
	return p.Around == None || g.Contains(h) && abs(int(h.Col)-int(p.Around.Col)) <= p.Radius &&
		abs(g.height(h)-g.height(p.Around)) <= p.tall()+1
}

// For returns the part cut to the rows that these hexes need, and one row to spare, but no less than half its Radius.
func (p Part) For(g Grid, hexes []Hex) Part {
	rows := (p.Radius + 1) / 2
	for _, h := range hexes {
		if p.Needs(g, h) {
			rows = max(rows, (abs(g.height(h)-g.height(p.Around))+1)/2+1)
		}
	}
	if rows < p.Radius {
		p.Rows = rows
	}
	return p
}
