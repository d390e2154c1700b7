package modules

import (
	"maps"
	"slices"
	"strings"

	"grognard/rules/document"
	"grognard/rules/first"
	"grognard/rules/geography"
	"grognard/rules/handicap"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/rulebook"
)

// Definition is a game as data: everything that its printed components say. It never changes once a game is
// played with it; its method With returns a changed copy.
type Definition struct {
	ID, Title, Series, Edition string
	Errata                     bool     // the edition is played with the publisher's errata
	Hash                       [32]byte // of the module's files, see Pack
	Origin                     Origin

	Turns     int
	FirstDay  string // ISO date of turn 1, "" where the game has no calendar
	TurnDays  int
	Sides     []order.Nation // in the order of play
	Marks     []Mark
	Handicaps handicap.List // what sides can begin with

	Note    string // the origin of the map, for players
	Grid    hex.Grid
	Blank   bool                          // cases begin on the bare ground, without the map's features: see Edit.Blank
	Across  geography.Length              // the width of a hex from side to side; zero where the map does not say
	Ground  string                        // the terrain of hexes without terrain of their own
	Terrain [][]string                    // by Grid.Index: the kinds of terrain in a hex
	Water   []geography.Course            // all hexside features as drawn; Borders has their kinds by hexside
	Borders map[hex.Side][]string         // kinds of hexside features
	Ways    []geography.Way               // as drawn; Roads has their kinds by hexside
	Roads   map[hex.Side][]string         // kinds of roads that cross a hexside
	Places  []geography.Place             // in the order of the file
	Entry   []geography.Area              // by name
	Sources map[order.Side][]SupplySource // supply sources
	Control map[hex.Hex]order.Side        // who controls hexes at the start
	Units   map[order.UnitID]Unit
	Roster  []order.UnitID // every unit, by identifier

	Book rulebook.Book // the paragraphs of its rulebook.txt, none for a module that ships

	Scenarios []Scenario
	Schedule  []Arrival // the orders of arrival of the scenario being played, see Playing

	Own Payload // the series' part of the module
	By  Dialect // the dialect of the series, which read the module

	Warnings []document.Finding // probable mistakes in its files

	editions, withErrata []string // all editions of the series' rules, and those that can be played with errata
}

// Mark is a lasting marker. Rule cites the game's own paragraph about it, or is "".
type Mark struct {
	ID, Name, Rule string
	Own            any // its effects, a type of the series
}

// SupplySource is a supply source of a side. If While is not hex.None, it supplies only while the side controls that
// hex, at which the letter of its entry area stands.
type SupplySource struct{ Hex, While hex.Hex }

// Unit is a counter.
type Unit struct {
	ID                 order.UnitID
	Side               order.Side
	Name, Formation    string
	Short              string // the name on the counter; "" for a unit that a case adds: its counter has Name
	Type, Symbol, Size string
	Steps              int
	Made               bool // created during play: no scenario sets it up
	Own                any  // what is printed on it, a comparable type of the series
}

// Scenario is a set-up with its orders of arrival.
type Scenario struct {
	ID, Name string
	Turns    int
	Setup    []Group
	Arrivals []Arrival
	Own      any // the series' part of the scenario
}

// Leads returns the side that begins in phases in which both sides act by turns, "" where the series has none.
func (s *Scenario) Leads() order.Side {
	if own, ok := s.Own.(interface{ Leads() order.Side }); ok {
		return own.Leads()
	}
	return ""
}

// Teaches returns the only side that is played in a tutorial, "" for a scenario with a player for each side.
func (s *Scenario) Teaches() order.Side {
	if own, ok := s.Own.(interface{ Teaches() order.Side }); ok {
		return own.Teaches()
	}
	return ""
}

// Group is units that are set up or arrive together.
type Group struct {
	Side           order.Side
	At             hex.Hex   // set-up or arrival on the map; None where Entry names an area
	Choice         []hex.Hex // hexes where the owner may set them up instead of At, nearest first
	Stands         []hex.Hex // of a set-up: where each unit begins; parallel to Units followed by Reduced
	Entry          string
	IfControlled   bool // they arrive only when their side controls the entry area
	Units, Reduced []order.UnitID
}

// Arrival is a side's order of arrival for one turn.
type Arrival struct {
	Turn   int
	Side   order.Side
	Groups []Group
	Own    any // the series' part of the order of arrival
}

// Enemy returns the other side.
func (d *Definition) Enemy(s order.Side) order.Side {
	if d.Sides[0].ID == s {
		return d.Sides[1].ID
	}
	return d.Sides[0].ID
}

// Plays reports whether the game has this side.
func (d *Definition) Plays(s order.Side) bool {
	return slices.ContainsFunc(d.Sides, func(x order.Nation) bool { return x.ID == s })
}

// Mark finds a marker by its identifier.
func (d *Definition) Mark(id string) (Mark, bool) {
	return first.In(d.Marks, func(m Mark) bool { return m.ID == id })
}

// UnitIDs lists the units of a side.
func (d *Definition) UnitIDs(s order.Side) (out []string) {
	for _, id := range d.Roster {
		if d.Units[id].Side == s {
			out = append(out, string(id))
		}
	}
	return out
}

// MarkIDs lists the markers.
func (d *Definition) MarkIDs() (out []string) {
	for _, m := range d.Marks {
		out = append(out, m.ID)
	}
	return out
}

// Scenario finds a scenario by its identifier or its name; "" is the first one.
func (d *Definition) Scenario(id string) (*Scenario, bool) {
	s := first.At(d.Scenarios, func(s Scenario) bool { return id == "" || s.ID == id || strings.EqualFold(s.Name, id) })
	return s, s != nil
}

// Area finds an entry area by its name.
func (d *Definition) Area(name string) (geography.Area, bool) {
	return first.In(d.Entry, func(a geography.Area) bool { return a.Name == name })
}

// PlaceAt returns the named place in a hex; false if there is none.
func (d *Definition) PlaceAt(h hex.Hex) (geography.Place, bool) {
	return first.In(d.Places, func(p geography.Place) bool { return p.Hex == h })
}

// Kinds returns the kinds of terrain in a hex on the map, never none.
func (d *Definition) Kinds(h hex.Hex) []string { return d.Terrain[d.Grid.Index(h)] }

// Within returns the hexes of the map at most n hexes from h, including h.
func (d *Definition) Within(h hex.Hex, n int) []hex.Hex {
	var out []hex.Hex
	for o := range d.Grid.All() {
		if d.Grid.Distance(o, h) <= n {
			out = append(out, o)
		}
	}
	return out
}

// closed returns a test for kinds of terrain that are prohibited to a side.
func (d *Definition) closed(s order.Side) func(kind string) bool {
	return func(kind string) bool { return d.Own.Closed(s, kind) }
}

// Impassable reports whether a side's units cannot stand in a hex: it is prohibited to them and no road leads into it.
func (d *Definition) Impassable(s order.Side, h hex.Hex) bool {
	if !slices.ContainsFunc(d.Kinds(h), d.closed(s)) {
		return false
	}
	return !d.Grid.AnyNeighbour(h, func(n hex.Hex) bool { return len(d.Roads[hex.Between(h, n)]) > 0 })
}

// Standable returns the hexes whose terrain is not prohibited to s, nearest first. It ignores roads; hexes is changed.
func (d *Definition) Standable(s order.Side, hexes []hex.Hex, near hex.Hex) []hex.Hex {
	closed := d.closed(s)
	out := slices.DeleteFunc(hexes, func(h hex.Hex) bool { return slices.ContainsFunc(d.Kinds(h), closed) })
	slices.SortStableFunc(out, func(a, b hex.Hex) int { return d.Grid.Distance(a, near) - d.Grid.Distance(b, near) })
	return out
}

// Playing returns the game with the orders of arrival of a scenario. turns is the last turn, 0 for the scenario's
// own. Units of the types in random are drawn at random.
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

// Arrives returns the order of arrival of a side for a turn.
func (d *Definition) Arrives(s order.Side, turn int) Arrival {
	if a, ok := first.In(d.Schedule, func(a Arrival) bool { return a.Turn == turn && a.Side == s }); ok {
		return a
	}
	return Arrival{Turn: turn, Side: s}
}

// Clone returns a copy whose map, units and series' part can be changed without changing the original; scenarios are
// shared, and so are places, entry areas, sides and marks.
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
