package modules

import (
	"crypto/sha256"
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Definition is a game as data: everything that its printed parts say. It is
// never changed once a game is played with it; Edit makes a changed copy.
type Definition struct {
	ID, Title, Series, Edition string
	Hash                       [32]byte // of the module's files, see Pack
	Overlaid                   bool     // files of an overlay are among them

	Turns    int
	FirstDay string // ISO date of turn 1, "" where the game has none
	TurnDays int
	Sides    []order.Nation // in the order of play
	Marks    []Mark

	Note    string // where the map comes from, for players
	Grid    hex.Grid
	Across  geography.Length              // of a hex, from side to side; the zero value where the map does not say
	Ground  string                        // the terrain of hexes that name no other
	Terrain [][]string                    // by Grid.Index: the kinds of terrain in a hex
	Water   []geography.Course            // as drawn
	Borders map[hex.Side][]string         // kinds of hexside features
	Ways    []geography.Way               // as drawn
	Roads   map[hex.Side][]string         // kinds of roads that cross a hexside
	Places  []geography.Place             // in the order of the file
	Entry   []geography.Area              // by name
	Sources map[order.Side][]SupplySource // supply sources
	Control map[hex.Hex]order.Side        // who controls hexes at the start
	Units   map[order.UnitID]Unit
	Roster  []order.UnitID // every unit, by identifier

	Scenarios []Scenario
	Schedule  []Arrival // the orders of arrival of the scenario being played, see Playing

	Own Payload // what belongs to the series
	By  Dialect // of the series, which has read it

	Warnings []document.Finding // what its files may mean, and more likely do not

	editions []string // of the rules of the series
}

// Mark is a lasting marker. Rule is the game's own paragraph on it, as it is cited, or "".
type Mark struct {
	ID, Name, Rule string
	Own            any // what it does, in the words of the series
}

// SupplySource is a supply source. One of an entry area that supplies its side only while the
// side controls it names the hex of the area's letter; others have hex.None there.
type SupplySource struct{ Hex, While hex.Hex }

// Unit is a counter.
type Unit struct {
	ID                 order.UnitID
	Side               order.Side
	Name, Formation    string
	Type, Symbol, Size string
	Steps              int
	Made               bool // made in play: no scenario sets it up
	Own                any  // what is printed on it, in the words of the series: comparable values
}

// Scenario is a set-up with its orders of arrival.
type Scenario struct {
	ID, Name string
	Turns    int
	Setup    []Group
	Arrivals []Arrival
	Own      any // what else it is, in the words of the series
}

// Group is units that are set up or arrive together.
type Group struct {
	Side           order.Side
	At             hex.Hex   // set-up or arrival on the map; None where Entry names an area
	Choice         []hex.Hex // where a set-up lets them stand instead of At, nearest first
	Stands         []hex.Hex // of a set-up: where each of Units, then of Reduced, begins
	Entry          string
	IfControlled   bool // they wait until their side controls the entry area
	Units, Reduced []order.UnitID
}

// Arrival is a side's order of arrival for one turn.
type Arrival struct {
	Turn   int
	Side   order.Side
	Groups []Group
	Own    any // what else it brings, in the words of the series
}

// Enemy is the other side.
func (d *Definition) Enemy(s order.Side) order.Side {
	if d.Sides[0].ID == s {
		return d.Sides[1].ID
	}
	return d.Sides[0].ID
}

// Plays says whether the game has such a side.
func (d *Definition) Plays(s order.Side) bool {
	return slices.ContainsFunc(d.Sides, func(x order.Nation) bool { return x.ID == s })
}

// Mark finds a marker.
func (d *Definition) Mark(id string) (Mark, bool) {
	i := slices.IndexFunc(d.Marks, func(m Mark) bool { return m.ID == id })
	if i < 0 {
		return Mark{}, false
	}
	return d.Marks[i], true
}

// Scenario finds a scenario; "" is the first one.
func (d *Definition) Scenario(id string) (*Scenario, bool) {
	for i := range d.Scenarios {
		if id == "" || d.Scenarios[i].ID == id {
			return &d.Scenarios[i], true
		}
	}
	return nil, false
}

// Area finds an entry area.
func (d *Definition) Area(name string) (geography.Area, bool) {
	i := slices.IndexFunc(d.Entry, func(a geography.Area) bool { return a.Name == name })
	if i < 0 {
		return geography.Area{}, false
	}
	return d.Entry[i], true
}

// PlaceAt is the named place in a hex.
func (d *Definition) PlaceAt(h hex.Hex) (geography.Place, bool) {
	i := slices.IndexFunc(d.Places, func(p geography.Place) bool { return p.Hex == h })
	if i < 0 {
		return geography.Place{}, false
	}
	return d.Places[i], true
}

// Kinds are the kinds of terrain in a hex on the map, never none.
func (d *Definition) Kinds(h hex.Hex) []string { return d.Terrain[d.Grid.Index(h)] }

// LettersInTheMiddle is the game with the letter of each entry area at the middle of its
// hexes. So it was drawn before the first of them carried it, for games that began then.
func (d *Definition) LettersInTheMiddle() *Definition {
	c := *d
	c.Entry = slices.Clone(d.Entry)
	for i, a := range d.Entry {
		middle := len(a.Hexes) / 2
		c.Entry[i].Hexes = slices.Concat(a.Hexes[middle:middle+1], a.Hexes[:middle], a.Hexes[middle+1:])
	}
	c.Hash = sha256.Sum256(append([]byte("letters in the middle "), d.Hash[:]...)) // another map to draw
	return &c
}

// Within is the hexes of the map at most n hexes from one, itself included.
func (d *Definition) Within(h hex.Hex, n int) []hex.Hex {
	var out []hex.Hex
	for o := range d.Grid.All() {
		if d.Grid.Distance(o, h) <= n {
			out = append(out, o)
		}
	}
	return out
}

// closed says of a kind of terrain whether it is prohibited to a side.
func (d *Definition) closed(s order.Side) func(kind string) bool {
	return func(kind string) bool { return d.Own.Closed(s, kind) }
}

// Impassable says whether a side's units cannot stand in a hex: its terrain is closed to them
// and no road leads in.
func (d *Definition) Impassable(s order.Side, h hex.Hex) bool {
	if !slices.ContainsFunc(d.Kinds(h), d.closed(s)) {
		return false
	}
	for n := range d.Grid.Neighbours(h) {
		if len(d.Roads[hex.Between(h, n)]) > 0 {
			return false
		}
	}
	return true
}

// Standable is those of some hexes in which a side's units can stand, the nearest
// to a hex first.
func (d *Definition) Standable(s order.Side, hexes []hex.Hex, near hex.Hex) []hex.Hex {
	closed := d.closed(s)
	out := slices.DeleteFunc(hexes, func(h hex.Hex) bool { return slices.ContainsFunc(d.Kinds(h), closed) })
	slices.SortStableFunc(out, func(a, b hex.Hex) int { return d.Grid.Distance(a, near) - d.Grid.Distance(b, near) })
	return out
}

// Playing is the game as a scenario plays it: by its orders of arrival, to its last turn; 0 is
// the scenario's own. Units of the types that are named are drawn at random.
func (d *Definition) Playing(scenario string, turns int, random []string) *Definition {
	c := *d
	c.Own = d.Own.Playing(random)
	if s, ok := d.Scenario(scenario); ok {
		c.Turns, c.Schedule = s.Turns, s.Arrivals
	}
	if turns > 0 {
		c.Turns = turns
	}
	return &c
}

// Arrives is what the order of arrival brings a side on a turn.
func (d *Definition) Arrives(s order.Side, turn int) Arrival {
	for _, a := range d.Schedule {
		if a.Turn == turn && a.Side == s {
			return a
		}
	}
	return Arrival{Turn: turn, Side: s}
}

// Clone is a copy whose map, units and own part can be changed without touching the original;
// scenarios are shared.
func (d *Definition) Clone() *Definition {
	c := *d
	c.Terrain = slices.Clone(d.Terrain)
	c.Water, c.Ways = slices.Clone(d.Water), slices.Clone(d.Ways)
	c.Borders, c.Roads = maps.Clone(d.Borders), maps.Clone(d.Roads)
	c.Sources, c.Control = maps.Clone(d.Sources), maps.Clone(d.Control)
	c.Units = maps.Clone(d.Units)
	c.Roster = slices.Clone(d.Roster)
	c.Own = d.Own.Clone()
	return &c
}
