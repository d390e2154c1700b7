// Package positions tests what the engine says of positions that are set up by hand.
package positions

import (
	"bytes"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
	"slices"
	"strings"
	"sync"
	"testing"
)

// begun returns a match at a position, with its phase begun.
func begun(t testing.TB, d *modules.Definition, pos rules.Position, roll dice.Roller) *rules.Match {
	t.Helper()
	m, _ := beginning(t, d, pos, roll)
	return m
}

// beginning returns what begun does, and what is told of the beginning.
func beginning(t testing.TB, d *modules.Definition, pos rules.Position, roll dice.Roller) (*rules.Match, view.Account) {
	t.Helper()
	m := must.Get(rules.New(d, pos))(t)
	rec, err := m.Begin(roll)
	if err != nil {
		t.Fatalf("turn %d, %v: %v", pos.Turn, pos.Phase, err)
	}
	acc := must.Get(m.Apply(1, rec))(t)
	return m, acc
}

// given gives an order of a side and returns what is told of it.
func given(t testing.TB, m *rules.Match, by order.Side, o order.Order, roll dice.Roller) view.Account {
	t.Helper()
	rec := must.Get(m.Decide(by, o, roll))(t)
	return must.Get(m.Apply(m.Seq()+1, rec))(t)
}

// field is an empty drill of an edition with these units, in a phase such as "blue combat".
func field(t *testing.T, edition, phase string, units ...rules.Placed) *rules.Match {
	t.Helper()
	return fieldOf(t, edition, phase, nil, units...)
}

// fieldOf is a field in which some units have other movement allowances than 6; b-foot alone is not exploit-capable.
func fieldOf(t *testing.T, edition, phase string, moves map[order.UnitID]int, units ...rules.Placed) *rules.Match {
	t.Helper()
	side, phase, _ := strings.Cut(phase, " ")
	return begun(t, drillOf(t, edition, moves, units...), rules.Position{Turn: 1,
		Phase: view.Phase{Side: order.Side(side), Name: phase}, Units: units}, &dice.Script{})
}

// drillOf is the drill on an empty map with the units of a field.
func drillOf(t *testing.T, edition string, moves map[order.UnitID]int, units ...rules.Placed) *modules.Definition {
	t.Helper()
	var counters []modules.Counter
	for _, u := range units {
		side, at := order.Side("blue"), u.At
		if u.ID[0] == 'r' {
			side = "red"
		}
		if at == hex.None {
			at = u.Entry[0]
		}
		move, other := moves[u.ID]
		if !other {
			move = 6
		}
		own := data.Counter{Exploit: u.ID != "b-foot", Full: data.Values{Attack: 4, Defence: 4, Move: move},
			Reduced: &data.Values{Attack: 2, Defence: 2, Move: move}}
		counters = append(counters, modules.Counter{ID: u.ID, Side: side, At: at, Own: own})
	}
	return edited(t, "drill", modules.Edit{Edition: edition, Blank: true, Units: counters})
}

// stands is units in a hex, the first on top.
func stands(col, row int8, ids ...order.UnitID) (out []rules.Placed) {
	for _, id := range ids {
		out = append(out, rules.Placed{ID: id, At: hex.Hex{Col: col, Row: row}})
	}
	return out
}

// moveTo is the order of a unit to move to a hex.
func moveTo(id order.UnitID, col, row int8) order.Order {
	return order.Order{Verb: "move"}.WithUnits("units", id).WithHexes("to", hex.Hex{Col: col, Row: row})
}

// campaign is Autumn for Barbarossa with Soviet infantry from the cup, as a scenario plays it.
func campaign(t testing.TB, scenario string) (*modules.Definition, rules.Position) {
	t.Helper()
	d := load(t, "afb")
	return d, setUp(t, d, scenario)
}

// drill is the first blue movement phase of the module for tests.
func drill(t *testing.T) *rules.Match {
	t.Helper()
	d := load(t, "drill")
	return begun(t, d, setUp(t, d, ""), &dice.Script{})
}

// ground is a small position of the drill in Blue's movement phase. r-2-inf lies under r-1-inf, and r-1-cav is dead.
func ground(t *testing.T) *rules.Match {
	t.Helper()
	d := load(t, "drill")
	at := func(h string) hex.Hex { return hexOf(t, h) }
	return begun(t, d, rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "movement"}, Units: []rules.Placed{
		{ID: "b-1-arm", At: at("5.09")}, {ID: "b-1-mot", At: at("5.09")}, {ID: "b-1-inf", At: at("7.10")},
		{ID: "r-1-inf", At: at("9.10")}, {ID: "r-2-inf", At: at("9.10")}, {ID: "r-1-arm", At: at("12.10")},
		{ID: "r-1-cav", Steps: 0}}}, &dice.Script{})
}

func hexOf(t testing.TB, s string) hex.Hex {
	t.Helper()
	return must.Get(hex.Parse(s))(t)
}

// loaded are the embedded games, each read once. Nobody changes them.
var loaded = map[string]func() (*modules.Definition, error){
	"drill": sync.OnceValues(func() (*modules.Definition, error) { return rules.Modules().Load("drill") }),
	"afb":   sync.OnceValues(func() (*modules.Definition, error) { return rules.Modules().Load("afb") }),
}

// load returns an embedded game.
func load(t testing.TB, id string) *modules.Definition {
	t.Helper()
	return must.Get(loaded[id]())(t)
}

// edited returns an embedded game as an edit changes it.
func edited(t testing.TB, id string, e modules.Edit) *modules.Definition {
	t.Helper()
	return must.Get(load(t, id).With(e))(t)
}

// setUp returns the beginning of a scenario, "" for the first.
func setUp(t testing.TB, d *modules.Definition, scenario string) rules.Position {
	t.Helper()
	return must.Get(rules.Setup(d, scenario))(t)
}

// parsed reads a typed order of a side.
func parsed(t testing.TB, m *rules.Match, by order.Side, text string) order.Order {
	t.Helper()
	return must.Get(m.Parse(by, text))(t).Order
}

// resumed opens a match from its snapshot.
func resumed(t testing.TB, m *rules.Match, pos rules.Position) *rules.Match {
	t.Helper()
	return must.Get(m.Open(pos, must.Get(m.Snapshot())(t), func(func(rules.Entry, error) bool) {}))(t) // no orders
}

func fair() dice.Roller { return dice.Stream{Secret: bytes.Repeat([]byte{1}, 32), Game: "positions"} }

// throw is a roller whose first two dice are fixed in every roll.
type throw [2]int

func (d throw) Roll(_ uint64, n int) ([]int, error) { return slices.Repeat(d[:], n)[:n], nil }
