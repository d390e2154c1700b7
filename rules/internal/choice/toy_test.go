package choice_test

import (
	"errors"
	"slices"
	"strings"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The toy is a series of its own, small enough to be judged a second time by hand: units act by formations,
// an activation lies inside a phase, and a strike names one who attacks, who assists him, a
// mission and artillery, of which the last three are optional. Its whole book:
//
//	1  A formation is activated while none is active.
//	2  Only units of the active formation do anything, and only on the map.
//	3  A march goes to a hex within two, or along a path of adjacent hexes, and never among enemies.
//	3a Only what stands in one hex marches together.
//	4  A strike goes against an enemy beside the attacker; who assists stands beside the target.
//	4a Artillery needs a mission, and is at most two points.
//	5  An activation ends by /end, which is not said when there is none.
type toy struct {
	choice.Choice
	formation string
	units     []*state.Piece // who marches or attacks
	assist    []*state.Piece
	hexes     []view.Pick
	mission   bool
	arty      int
}

func (c *toy) Add(p view.Pick) {
	switch name := c.Form.Options[c.Form.Part(p)].Name; name {
	case "units", "unit":
		c.units = append(c.units, c.Sight.Piece(p.Unit))
	case "assist":
		c.assist = append(c.assist, c.Sight.Piece(p.Unit))
	case "mission":
		c.mission = true
	case "arty":
		c.arty = int(p.N)
	case "formation":
		c.formation = c.Form.Options[0].Words[p.N-1]
	default:
		c.hexes = append(c.hexes, p)
	}
}

func breach(rule view.Rule, why string) []choice.Violation {
	return []choice.Violation{{Rule: rule, Why: view.T(why)}}
}

// active is the formation of the activation, "" outside of any.
func active(s *state.Sight) string {
	if len(s.Frames) < 2 {
		return ""
	}
	return s.Frames[1].Name
}

// formation is the formation of a unit: the beginning of its name.
func formation(id order.UnitID) string { return strings.ToUpper(string(id[:1])) }

// toyMachine is the toy's table of verbs.
func toyMachine() *choice.Machine[*toy] {
	form := func(v order.Verb, rule string, options ...order.Option) choice.Form {
		return choice.Form{Spec: order.Spec{Verb: v, Rule: rule, Options: options}}
	}
	need := func(name string, k order.Kind) order.Option { return order.Option{Name: name, Kind: k, Required: true} }
	may := func(name string, k order.Kind) order.Option { return order.Option{Name: name, Kind: k} }
	formations := order.Option{Name: "formation", Kind: order.Group, Required: true, Words: []string{"A", "B"}}
	mission := order.Option{Name: "mission", Kind: order.Word, Words: []string{"suppression", "destruction"}}
	march := form("march", "3", need("units", order.Units), may("to", order.Hex), may("path", order.Path))
	march.Either, march.Near = true, "to"
	strike := form("strike", "4", need("unit", order.Units), need("target", order.Hex), may("assist", order.Units),
		mission, may("arty", order.Count))
	strike.Fight = true
	end := form("end", "5", order.Option{Name: order.Idle, Kind: order.Word, Words: []string{order.Idle}, Silent: true})
	resolve := func(*state.Scratch, order.Order, dice.Roller) error { return errors.New("the toy is never resolved") }
	m, err := choice.New([]choice.Verb[*toy]{
		{Form: form("activate", "1", formations), When: (*toy).mayActivate, Next: (*toy).nextFormation,
			Check: func(*toy, view.Pick) []choice.Violation { return nil }, Done: (*toy).doneActivate, Resolve: resolve},
		{Form: march, When: (*toy).inActivation, Next: (*toy).nextMarch, Check: (*toy).checkMarch,
			Done: (*toy).doneAt, Resolve: resolve, Risks: func(*toy, []view.Pick) []view.Risk {
				return []view.Risk{{Grave: true, Picks: []view.Pick{{Hex: h12}, {Hex: h12, N: 1}}}, {Text: view.T("toy.tires"), Picks: []view.Pick{{Unit: "a1"}}}}
			}},
		{Form: strike, When: (*toy).inActivation, Next: (*toy).nextStrike, Check: (*toy).checkStrike,
			Done: (*toy).doneAt, Resolve: resolve},
		{Form: end, When: (*toy).inActivation, Resolve: resolve},
	}, choice.Hooks[*toy]{
		New:         func(c choice.Choice) *toy { return &toy{Choice: c} },
		NotOwnUnit:  func(*toy, order.UnitID) []choice.Violation { return breach("2", "toy.strange") },
		NotOnMap:    func(*toy, *state.Piece) []choice.Violation { return breach("2", "toy.away") },
		OffMap:      func(*toy, hex.Hex) []choice.Violation { return breach("3", "toy.off-map") },
		EnemyOnPath: func(*toy, []view.Pick) []choice.Violation { return nil },
		Compare:     func(a, b view.Rule) int { return strings.Compare(string(a), string(b)) },
	})
	if err != nil {
		panic(err)
	}
	return m
}

func (c *toy) mayActivate() []choice.Violation {
	if active(c.Sight) != "" {
		return breach("1", "toy.active-already")
	}
	return nil
}

func (c *toy) inActivation() []choice.Violation {
	if active(c.Sight) == "" {
		return breach("1", "toy.none-active")
	}
	return nil
}

func (c *toy) nextFormation() []view.Pick {
	if c.formation != "" {
		return nil
	}
	return []view.Pick{{N: 1}, {N: 2}}
}

func (c *toy) doneActivate() []choice.Violation {
	if c.formation == "" {
		return breach("1", "toy.no-formation")
	}
	return nil
}

// mine returns picks of the side's units for the option with this Arg.
func (c *toy) mine(arg uint8) (out []view.Pick) {
	for i := range c.Sight.Own {
		out = append(out, view.Pick{Unit: c.Sight.Own[i].ID, Arg: arg})
	}
	return out
}

func (c *toy) everywhere() (out []view.Pick) {
	for h := range c.Sight.Def.Grid.All() {
		out = append(out, view.Pick{Hex: h})
	}
	return out
}

// acts returns what keeps a unit from doing anything, nil for nothing.
func (c *toy) acts(u *state.Piece) []choice.Violation {
	if formation(u.ID) != active(c.Sight) {
		return breach("2", "toy.not-active")
	}
	return nil
}

func (c *toy) nextMarch() []view.Pick {
	if len(c.hexes) == 0 {
		out := c.mine(0)
		for _, p := range c.everywhere() {
			out = append(out, p, view.Pick{Hex: p.Hex, N: 1})
		}
		return out
	}
	var out []view.Pick
	for n := range c.Sight.Def.Grid.Neighbours(c.hexes[len(c.hexes)-1].Hex) {
		out = append(out, view.Pick{Hex: n, N: 1})
	}
	return out
}

func (c *toy) checkMarch(p view.Pick) []choice.Violation {
	if p.Unit != "" {
		u := c.Sight.Piece(p.Unit)
		out := c.acts(u)
		if len(c.units) > 0 && c.units[0].At.Hex != u.At.Hex {
			out = append(out, breach("3a", "toy.apart")...)
		}
		return out
	}
	if len(c.units) == 0 {
		return breach("3", "toy.nobody")
	}
	from, far := c.units[0].At.Hex, 2
	if n := len(c.hexes); p.N == 1 {
		far = 1
		if n > 0 {
			from = c.hexes[n-1].Hex
		}
		if n == 2 {
			return breach("3", "toy.too-far")
		}
	}
	var out []choice.Violation
	if d := c.Sight.Def.Grid.Distance(from, p.Hex); d == 0 || d > far {
		out = append(out, breach("3", "toy.too-far")...)
	}
	if c.Sight.EnemyAt(p.Hex) {
		out = append(out, breach("3", "toy.enemy")...)
	}
	return out
}

func (c *toy) doneAt() []choice.Violation {
	if len(c.hexes) == 0 {
		return breach(c.Rule(), "toy.nowhere")
	}
	return nil
}

func (c *toy) nextStrike() []view.Pick {
	out := append(c.mine(0), c.everywhere()...)
	out = append(out, c.mine(1)...)
	return append(out, view.Pick{N: 1}, view.Pick{N: 2}, view.Pick{N: 1, Arg: 1}, view.Pick{N: 2, Arg: 1},
		view.Pick{N: 3, Arg: 1})
}

func (c *toy) checkStrike(p view.Pick) []choice.Violation {
	g := c.Sight.Def.Grid
	switch name := c.Form.Options[c.Form.Part(p)].Name; {
	case name == "unit":
		out := c.acts(c.Sight.Piece(p.Unit))
		if len(c.units) > 0 {
			out = append(out, breach("4", "toy.one-attacks")...)
		}
		if len(out) == 0 && !c.reaches(c.Sight.Piece(p.Unit)) { // or the pick would lead nowhere
			out = breach("4", "toy.no-target")
		}
		return out
	case name == "target" && (len(c.units) == 0 || !g.Touch(c.units[0].At.Hex, p.Hex) || !c.Sight.EnemyAt(p.Hex)):
		return breach("4", "toy.no-target")
	case name == "target":
		return nil
	case len(c.hexes) == 0:
		return breach("4", "toy.nowhere")
	case name == "assist":
		u := c.Sight.Piece(p.Unit)
		out := c.acts(u)
		if slices.Contains(c.units, u) || !g.Touch(u.At.Hex, c.hexes[0].Hex) {
			out = append(out, breach("4", "toy.no-help")...)
		}
		return out
	case name == "arty" && (!c.mission || p.N < 1 || p.N > 2):
		return breach("4a", "toy.arty")
	}
	return nil
}

// reaches reports whether an enemy is adjacent to a unit.
func (c *toy) reaches(u *state.Piece) bool {
	return c.Sight.Def.Grid.AnyNeighbour(u.At.Hex, c.Sight.EnemyAt)
}

// toyGrid is so small that every order can be tried.
var toyGrid = hex.Grid{Cols: 3, Odd: hex.Rows{First: 1, Last: 3}, Even: hex.Rows{First: 1, Last: 3}}

// toySight is what blue knows: a formation A of three, of which two stand together, a B of one,
// one of A off the map, and two enemies. An activation lies inside the phase unless it is "".
func toySight(activation string) *state.Sight {
	def := &modules.Definition{Grid: toyGrid, Sides: []order.Nation{{ID: "blue"}, {ID: "red"}},
		Units: map[order.UnitID]modules.Unit{}}
	at := map[order.UnitID]hex.Hex{"a1": {Col: 1, Row: 1}, "a2": {Col: 1, Row: 1}, "a3": {Col: 3, Row: 2},
		"b1": {Col: 1, Row: 2},
		"r1": {Col: 2, Row: 1}, "r2": {Col: 3, Row: 3}}
	var pieces []state.Piece
	for _, id := range []order.UnitID{"a1", "a2", "a3", "a4", "b1", "r1", "r2"} {
		side := order.Side("blue")
		if id[0] == 'r' {
			side = "red"
		}
		def.Roster = append(def.Roster, id)
		def.Units[id] = modules.Unit{ID: id, Side: side, Name: strings.ToUpper(string(id))}
		pieces = append(pieces, state.Piece{ID: id, Side: side, At: state.Place{Box: state.Dead}, Steps: 1})
	}
	st := state.New(def, pieces)
	events := state.Events{state.Entered{Frame: state.Frame{Name: "activation", Side: "blue"}, Turn: 1}}
	if activation != "" {
		events = append(events, state.Entered{Depth: 1, Frame: state.Frame{Name: activation, Side: "blue"}})
	}
	for _, id := range def.Roster {
		if h := at[id]; h != hex.None {
			events = append(events, state.Moved{Units: []order.UnitID{id}, Path: []hex.Hex{h}, How: "setup"})
		}
	}
	for _, e := range events {
		if err := st.Apply(e); err != nil {
			panic(err)
		}
	}
	s := &state.Sight{}
	s.See(st, "blue")
	return s
}
