package seriestest

import (
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// engine is the rules for one game.
type engine struct {
	*choice.Machine[*attempt]

	def    *modules.Definition
	data   *data
	groups []order.GroupID // of both sides, in the order of play
	ways   *route.Map
	tables series.Tables
}

// survey: 3-1: a step costs as much as the terrain that is entered plus the water that is crossed, or, along a
// road, as much as the road.
func survey(e *engine) (*route.Map, error) {
	g := e.def.Grid
	steps := make([]route.Step, 6*g.Size())
	for h := range g.All() {
		for dir, to := range g.Around(h) {
			s := &steps[6*g.Index(h)+dir]
			if s.Closed = !g.Contains(to); s.Closed {
				continue
			}
			*s = route.Step{To: to, At: int16(g.Index(to)), Cost: int32(marchCost(e, h, to))}
		}
	}
	return route.Compile(g, 0, steps)
}

func marchCost(e *engine, from, to hex.Hex) (n int) {
	across := hex.Between(from, to)
	if roads := e.def.Roads[across]; len(roads) > 0 {
		return e.data.March[roads[0]]
	}
	for _, kind := range e.def.Kinds(to) {
		n = max(n, e.data.March[kind])
	}
	for _, kind := range e.def.Borders[across] {
		n += e.data.March[kind]
	}
	return n
}

func forceOf(e *engine, p *state.Piece) int { return e.def.Units[p.ID].Own.(printed).Force }

func (e *engine) name(id order.UnitID) view.Name {
	return view.Name{ID: id, Name: e.def.Units[id].Name}
}

func (e *engine) names(ids []order.UnitID) (out []view.Name) {
	for _, id := range ids {
		out = append(out, e.name(id))
	}
	return out
}

// attempt is an order in the making.
type attempt struct {
	choice.Choice
	e     *engine
	units []*state.Piece
	hexes []view.Pick
	group order.GroupID
}

// Add remembers a pick.
func (c *attempt) Add(p view.Pick) {
	switch {
	case p.Unit != "":
		c.units = append(c.units, c.Sight.Piece(p.Unit))
	case p.Hex != hex.None:
		c.hexes = append(c.hexes, p)
	default:
		c.group = c.e.groups[p.N-1]
	}
}

// table returns every order of the series.
func (e *engine) table() []choice.Verb[*attempt] {
	form := func(v order.Verb, rule string, options ...order.Option) choice.Form {
		return choice.Form{Spec: order.Spec{Verb: v, Rule: rule, Options: options}}
	}
	need := func(name string, k order.Kind) order.Option { return order.Option{Name: name, Kind: k, Required: true} }
	formation := need("formation", order.Group)
	for _, g := range e.groups {
		formation.Words = append(formation.Words, string(g))
	}
	march := form("march", "3", need("units", order.Units), order.Option{Name: "to", Kind: order.Hex},
		order.Option{Name: "path", Kind: order.Path})
	march.Either, march.Near = true, "to"
	strike := form("strike", "4", need("unit", order.Units), need("target", order.Hex))
	return []choice.Verb[*attempt]{
		{Form: form("activate", "1", formation), When: whenActivate, Next: nextFormation, Check: checkFormation,
			Done: needFormation, Resolve: e.activate},
		{Form: march, When: whenActive, Next: nextMarch, Check: checkMarch, Done: needHex,
			Resolve: e.march},
		{Form: strike, When: whenActive, Next: nextStrike, Check: checkStrike, Done: needHex, Resolve: e.strike},
		{Form: form("end", "2-3"), When: whenActive, Resolve: e.rest},
	}
}

func (e *engine) hooks() choice.Hooks[*attempt] {
	return choice.Hooks[*attempt]{
		New: func(c choice.Choice) *attempt { return &attempt{Choice: c, e: e} },
		NotOwnUnit: func(c *attempt, id order.UnitID) []choice.Violation {
			return choice.Breaks("2-1", view.T("deny.not-your-unit", "unit", string(id)))
		},
		NotOnMap: func(c *attempt, p *state.Piece) []choice.Violation {
			return choice.Breaks("2-1", view.T("deny.unit-dead", "unit", e.name(p.ID)))
		},
		OffMap: func(c *attempt, h hex.Hex) []choice.Violation {
			return choice.Breaks(map[order.Verb]view.Rule{"march": "3-1", "strike": "4-1"}[c.Verb()],
				view.T("deny.off-map", "hex", h))
		},
		EnemyOnPath: func(*attempt, []view.Pick) []choice.Violation { return nil },
		Compare:     func(a, b view.Rule) int { return strings.Compare(string(a), string(b)) },
	}
}

// whenPlaying: 1-1: only the side whose turn it is gives orders.
func whenPlaying(c *attempt) []choice.Violation {
	switch {
	case c.Sight.Over:
		return choice.Breaks("1-1", view.T("deny.game-over"))
	case c.Sight.Phase().Side != c.Sight.Side:
		return choice.Breaks("1-1", view.T("deny.not-your-turn", "side", c.Sight.Phase().Side))
	}
	return nil
}

// active returns the formation of the activation, "" outside of any.
func active(frames []state.Frame) order.GroupID {
	if len(frames) < 2 {
		return ""
	}
	return frames[1].Group
}

// whenActivate: 1-1: one formation after the other.
func whenActivate(c *attempt) []choice.Violation {
	if g := active(c.Sight.Frames); g != "" && c.Sight.Phase().Side == c.Sight.Side {
		return choice.Breaks("1-1", view.T("deny.still-active", "formation", string(g)))
	}
	return whenPlaying(c)
}

// whenActive: 1-1: units act only in an activation.
func whenActive(c *attempt) []choice.Violation {
	out := whenPlaying(c)
	if len(out) == 0 && active(c.Sight.Frames) == "" {
		out = choice.Breaks("1-1", view.T("deny.none-active"))
	}
	return out
}

func nextFormation(c *attempt) (out []view.Pick) {
	for i := range c.e.groups {
		out = append(out, view.Pick{N: int8(i + 1)})
	}
	return out
}

// checkFormation: 1-2: each formation of the side once per turn, if it has a unit on the map.
func checkFormation(c *attempt, p view.Pick) []choice.Violation {
	g := c.e.groups[p.N-1]
	switch {
	case !slices.Contains(c.e.data.Formations[c.Sight.Side], g):
		return choice.Breaks("1-2", view.T("deny.not-your-formation", "formation", string(g)))
	case c.Sight.Tally(state.Of(used+string(g), c.Sight.Side)) > 0:
		return choice.Breaks("1-2", view.T("deny.formation-used", "formation", string(g)))
	case !stands(c.Sight.Own, g):
		return choice.Breaks("1-2", view.T("deny.formation-gone", "formation", string(g)))
	}
	return nil
}

// stands reports whether a unit of a formation is on the map.
func stands(pieces []state.Piece, g order.GroupID) bool {
	return slices.ContainsFunc(pieces, func(p state.Piece) bool { return p.Group == g && p.OnMap() })
}

func needFormation(c *attempt) []choice.Violation {
	if c.group == "" {
		return choice.Breaks("1-2", view.T("deny.none-active"))
	}
	return nil
}

// acts lists what keeps a unit from doing anything: 2-1, 2-2.
func (c *attempt) acts(p *state.Piece) (out []choice.Violation) {
	if p.Group != active(c.Sight.Frames) {
		out = choice.Breaks("2-1", view.T("deny.other-formation", "unit", c.e.name(p.ID), "formation", string(p.Group)))
	}
	if p.Flags.Has(struck) {
		out = append(out, choice.Breaks("2-2", view.T("deny.has-struck", "unit", c.e.name(p.ID)))...)
	}
	return out
}

// mine returns picks of all the side's units on the map.
func (c *attempt) mine() (out []view.Pick) {
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.OnMap() {
			out = append(out, view.Pick{Unit: p.ID})
		}
	}
	return out
}

func needHex(c *attempt) []choice.Violation {
	if len(c.hexes) == 0 {
		return choice.Breaks(c.Rule(), view.T("deny.nowhere"))
	}
	return nil
}

// nextMarch offers units, the hexes that they reach (N 0), and single steps (N 1).
func nextMarch(c *attempt) (out []view.Pick) {
	if len(c.hexes) > 0 && c.hexes[0].N == 0 {
		return nil
	}
	if len(c.hexes) == 0 {
		out = c.mine()
	}
	if len(c.units) == 0 {
		return out
	}
	if len(c.hexes) == 0 {
		for h := range c.reach().All() {
			out = append(out, view.Pick{Hex: h})
		}
	}
	for n := range c.Sight.Def.Grid.Neighbours(c.here()) {
		out = append(out, view.Pick{Hex: n, N: 1})
	}
	return out
}

// here returns the hex that the march has reached so far.
func (c *attempt) here() hex.Hex {
	if n := len(c.hexes); n > 0 {
		return c.hexes[n-1].Hex
	}
	return c.units[0].At.Hex
}

// left returns the movement points that the slowest unit has left after the hexes entered.
func (c *attempt) left() int {
	left := c.e.data.Pace
	for _, p := range c.units {
		left = min(left, c.e.data.Pace-p.Used)
	}
	at := c.units[0].At.Hex
	for _, h := range c.hexes {
		left -= marchCost(c.e, at, h.Hex)
		at = h.Hex
	}
	return left
}

func (c *attempt) reach() *route.Field {
	c.Sight.Ways.Flood(c.e.ways, c.units[0].At.Hex, c.left(), route.Traffic{Barred: c.Sight.Enemies})
	return &c.Sight.Ways
}

// checkMarch: 3-1 to 3-3.
func checkMarch(c *attempt, p view.Pick) []choice.Violation {
	if p.Unit != "" {
		return c.joins(c.Sight.Piece(p.Unit))
	}
	if len(c.units) == 0 {
		return choice.Breaks("3-3", view.T("deny.no-units"))
	}
	if c.Sight.EnemyAt(p.Hex) {
		return choice.Breaks("3-2", view.T("deny.enemy-there", "hex", p.Hex))
	}
	g, left := c.Sight.Def.Grid, c.left()
	if p.N == 0 && c.reach().Reached(p.Hex) || p.N == 1 && g.Touch(c.here(), p.Hex) &&
		marchCost(c.e, c.here(), p.Hex) <= left {
		return nil
	}
	return choice.Breaks("3-1", view.T("deny.pace-short", "hex", p.Hex, "left", left))
}

// joins lists what keeps a unit from marching with those picked before.
func (c *attempt) joins(p *state.Piece) []choice.Violation {
	out := c.acts(p)
	if len(c.units) > 0 && c.units[0].At != p.At {
		out = append(out, choice.Breaks("3-3", view.T("deny.not-stacked", "unit", c.e.name(p.ID),
			"other", c.e.name(c.units[0].ID)))...)
	}
	if with := (&attempt{Choice: c.Choice, e: c.e, units: append(slices.Clip(c.units), p)}); len(out) == 0 &&
		!with.canStep() {
		out = choice.Breaks("3-1", view.T("deny.cannot-step", "unit", c.e.name(p.ID), "left", with.left()))
	}
	return out
}

func (c *attempt) canStep() bool {
	return c.Sight.Def.Grid.AnyNeighbour(c.here(), func(n hex.Hex) bool {
		return !c.Sight.EnemyAt(n) && marchCost(c.e, c.here(), n) <= c.left()
	})
}

// nextStrike offers units, then the hexes adjacent to the striking unit.
func nextStrike(c *attempt) (out []view.Pick) {
	if len(c.units) == 0 {
		return c.mine()
	}
	if len(c.hexes) == 0 {
		for n := range c.Sight.Def.Grid.Neighbours(c.units[0].At.Hex) {
			out = append(out, view.Pick{Hex: n})
		}
	}
	return out
}

// checkStrike: 4-1, 4-4.
func checkStrike(c *attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if len(c.units) == 0 || !c.Sight.Def.Grid.Touch(c.units[0].At.Hex, p.Hex) || !c.Sight.EnemyAt(p.Hex) {
			unit := view.Name{}
			if len(c.units) > 0 {
				unit = c.e.name(c.units[0].ID)
			}
			return choice.Breaks("4-1", view.T("deny.no-enemy-beside", "hex", p.Hex, "unit", unit))
		}
		return nil
	}
	u := c.Sight.Piece(p.Unit)
	out := c.acts(u)
	if len(c.units) > 0 {
		out = append(out, choice.Breaks("4-1", view.T("deny.one-strikes"))...)
	}
	if u.Marks.Has(c.e.data.Shaken) {
		out = append(out, choice.Breaks("4-4", view.T("deny.shaken", "unit", c.e.name(u.ID)))...)
	}
	if len(out) == 0 && !c.touchesEnemy(u) {
		out = choice.Breaks("4-1", view.T("deny.nobody-beside", "unit", c.e.name(u.ID)))
	}
	return out
}

func (c *attempt) touchesEnemy(p *state.Piece) bool {
	return c.Sight.Def.Grid.AnyNeighbour(p.At.Hex, c.Sight.EnemyAt)
}
