package positions

import (
	"fmt"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// sleeper is a position in which a side owes a decision, with its standing orders.
type sleeper struct {
	game   string // "" for drill
	phase  string // "" for red combat
	units  string // "b1 10.10 4-4", with x for exploit-capable, r for reduced, 1 for one step, dg
	result string // of the attack of all reds on 10.10
	target string // "" for 10.10
	dice   []int  // after those of the attack
	sides  string // hexsides and hexes: "minor-river 10.10/10.11, city 10.10"
	turn   int
	counts []rules.Count
	first  string // an order of the side whose phase it is, /end unless it is named, - for none
	by     order.Side
	text   string // blue's standing orders, or those of by
	want   string // what they order until somebody else acts, or "?" where the owner is asked
}

func (s sleeper) match(t testing.TB) *rules.Match {
	t.Helper()
	base := load(t, orElse(s.game, "drill"))
	edit := modules.Edit{Blank: true, Sides: map[hex.Side][]string{}, Hexes: map[hex.Hex][]string{}}
	pos := rules.Position{Turn: max(s.turn, 1), Counts: s.counts}
	side, phase, _ := strings.Cut(orElse(s.phase, "red combat"), " ")
	pos.Phase = view.Phase{Side: order.Side(side), Name: phase}
	for _, said := range strings.Split(s.units, ", ") {
		counter, placed := piece(t, base, said)
		edit.Units, pos.Units = append(edit.Units, counter), append(pos.Units, placed)
	}
	for _, said := range strings.Split(s.sides, ", ") {
		if kind, where, two := strings.Cut(said, " "); two && strings.Contains(where, "/") {
			edit.Sides[must(hex.ParseSide(where))(t)] = []string{kind}
		} else if two {
			edit.Hexes[hexOf(t, where)] = []string{kind}
		}
	}
	own := data.Edit{}
	if s.result != "" {
		res := must(chart.ParseResult(s.result))(t)
		own.Results = map[string]map[int]chart.Result{}
		for _, odds := range data.Of(base).Combat.Columns {
			own.Results[odds.String()] = map[int]chart.Result{7: res}
		}
	}
	edit.Own = own
	d := must(base.With(edit))(t)
	script := &dice.Script{Faces: append([]int{3, 4}, s.dice...)}
	if s.result == "" {
		script = &dice.Script{Faces: s.dice}
	}
	m := begun(t, d, pos, script)
	if s.result == "" {
		if m.Public().Board().Due == nil && s.first != "-" {
			read := must(m.Parse(pos.Phase.Side, orElse(s.first, "/end")))(t)
			given(t, m, pos.Phase.Side, read.Order, script)
		}
		return m
	}
	attack := order.Order{Verb: "attack"}.WithHexes("target", hexOf(t, orElse(s.target, "10.10")))
	for _, u := range pos.Units {
		if d.Units[u.ID].Side == pos.Phase.Side && d.Grid.Touch(u.At, attack.Hex("target")) {
			attack = attack.WithUnits("units", append(attack.Units("units"), u.ID)...)
		}
	}
	given(t, m, pos.Phase.Side, attack.Sorted(), script)
	return m
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// piece reads a unit of a position.
func piece(t testing.TB, d *modules.Definition, said string) (modules.Counter, rules.Placed) {
	t.Helper()
	words := strings.Fields(said)
	side := d.Sides[0].ID
	if words[0][0] != side[0] {
		side = d.Sides[1].ID
	}
	full := data.Values{Move: 6}
	if n, err := fmt.Sscanf(words[2], "%d-%d-%d", &full.Attack, &full.Defence, &full.Move); n < 2 {
		t.Fatalf("%s: %v", said, err)
	}
	half := data.Values{Attack: full.Attack / 2, Defence: full.Defence / 2, Move: full.Move}
	own := data.Counter{Full: full, Reduced: &half}
	placed := rules.Placed{ID: order.UnitID(words[0])}
	if words[1] != "dead" {
		placed.At = hexOf(t, words[1])
	}
	for _, w := range words[3:] {
		switch w {
		case "x":
			own.Exploit = true
		case "r":
			placed.Steps = 1
		case "1":
			own.Reduced = nil
		default:
			placed.Marks = append(placed.Marks, w)
		}
	}
	return modules.Counter{ID: placed.ID, Side: side, At: placed.At, Own: own}, placed
}

// TestAnswer_StandingOrders: every kind of decision of the series and of its features, answered by
// standing orders.
func TestAnswer_StandingOrders(t *testing.T) {
	for name, s := range map[string]sleeper{
		"the issue's line holds with steps to lose": {units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1",
			text: "at:10.10 hold if steps>1 else retreat to:8.09", want: "/hold hexes:1"},
		"and retreats to its hex without": {units: "b1 10.10 4-4 r, r1 10.11 4-4", result: "Dr2",
			text: "at:10.10 hold if steps>1 else retreat to:8.10", want: "/retreat units:b1 path:9.10,8.10"},
		"a hex that no retreat leads to": {units: "b1 10.10 4-4 r, r1 10.11 4-4", result: "Dr1",
			text: "at:10.10 retreat to:15.15", want: "?"},
		"then the next line": {units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1",
			text: "at:10.10 retreat to:15.15\nhold", want: "/hold hexes:1"},
		"another hex": {units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1", text: "at:10.09 hold", want: "?"},
		"near": {units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1", text: "near:12.12/3 hold",
			want: "/hold hexes:1"},
		"ask me": {units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1",
			text: "unit:b1 ask me about:retreat\nhold", want: "ask"},
		"ask me about something else": {units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1",
			text: "ask me about:losses\nhold", want: "/hold hexes:1"},
		"the default": {units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1", text: "default about:retreat",
			want: "/retreat units:b1 path:10.09"},
		"hold and spare": {units: "b1 10.10 4-4, b2 10.10 6-6, r1 10.11 9-9", result: "Dr3",
			text: "hold sparing:2\nlose first:strongest\nretreat toward:west",
			want: "/hold hexes:2, /retreat units:b1,b2 path:9.10"},
		"retreat one hex of three": {units: "b1 10.10 4-4, b2 10.10 6-6, r1 10.11 9-9", result: "Dr3",
			text: "retreat hexes:1", want: "/hold hexes:2, /retreat units:b1,b2 path:10.09"},
		"along a road": {units: "b1 10.10 4-4, r1 11.10 4-4", result: "Dr2",
			text: "retreat along:9.11,8.11", want: "/retreat units:b1 path:9.11,8.11"},
		"toward the top": {units: "b1 10.10 4-4, r1 11.10 4-4", result: "Dr2",
			text: "retreat toward:north", want: "/retreat units:b1 path:10.11,10.12"},
		"never into a zone if it can be helped": {units: "b1 10.10 4-4, r1 11.10 4-4, r2 8.11 4-4", result: "Dr1",
			text: "retreat toward:9.11", want: "/retreat units:b1 path:10.11"},
		"the tanks go alone": {units: "b1 10.10 4-4 x, b2 10.10 4-4, r1 11.10 9-9", result: "Dr1",
			text: "unit:b1 retreat toward:north\nretreat toward:south",
			want: "/retreat units:b1 path:10.11, /retreat units:b2 path:9.10"},
		"six hexes by three units": {units: "b1 10.10 4-4, b2 10.10 4-4, b3 10.10 4-4, r1 11.10 9-9", result: "Dr6",
			text: "retreat toward:west", want: "/retreat units:b1,b2,b3 path:9.10,8.09,7.09,6.08,5.08,4.07"},
		"nobody holds once somebody has gone": {units: "b1 10.10 4-4, b2 10.10 4-4, r1 11.10 9-9", result: "Dr1",
			text: "unit:b1 retreat toward:north\nhold if steps>0 else retreat",
			want: "/retreat units:b1 path:10.11, /retreat units:b2 path:10.11"},
		"a force in two hexes": {phase: "blue combat", units: "b1 10.10 4-4, b2 11.10 4-4, r1 11.11 4-4",
			target: "11.11", result: "Ar1",
			text: "retreat", want: "/retreat units:b1 path:10.09, /retreat units:b2 path:11.09"},

		"full strength first": {units: "b1 10.10 8-8 r, b2 10.10 2-2, b3 10.10 4-4, r1 10.11 9-9", result: "D1",
			text: "lose first:full", want: "/losses units:b3"},
		"save the tanks, within 8.0a": {units: "b1 10.10 8-8 x, b2 10.10 8-8, b3 10.10 2-2, r1 10.11 9-9", result: "D2",
			text: "lose last:exploit", want: "/losses units:b2,b3"},
		"the weakest first": {units: "b1 10.10 8-8, b2 10.10 8-8, b3 10.10 2-2, r1 10.11 9-9", result: "D2",
			text: "lose first:weakest", want: "/losses units:b1,b3"},
		"a unit last": {units: "b1 10.10 8-8, b2 10.10 8-8, b3 10.10 8-8, r1 10.11 9-9", result: "D2",
			text: "lose last:b2", want: "/losses units:b1,b3"},
		"a unit first": {units: "b1 10.10 8-8, b2 10.10 8-8, b3 10.10 8-8, r1 10.11 9-9", result: "D1",
			text: "lose first:b3", want: "/losses units:b3"},
		"who survives it before who dies": {units: "b1 10.10 8-8 1, b2 10.10 8-8, r1 10.11 9-9", result: "D1",
			text: "lose", want: "/losses units:b2"},
		"more than one each": {units: "b1 10.10 8-8, b2 10.10 8-8, r1 10.11 9-9", result: "D3",
			text: "lose last:b1", want: "/losses units:b1,b2,b2"},

		"a victory hex": {game: "afb", phase: "soviet combat", units: "g1 25.13 4-4, s1 25.12 4-4", target: "25.13",
			result: "Dr1", by: "german",
			text: "hold if victory else retreat", want: "/hold hexes:1"},
		"a city": {units: "b1 10.10 4-4, r1 10.11 4-4", sides: "city 10.10", result: "Dr1",
			text: "hold if city else retreat", want: "/hold hexes:1"},
		"no city": {units: "b1 10.10 4-4, r1 10.11 4-4", sides: "city 10.09", result: "Dr1",
			text: "hold if city else retreat",
			want: "/retreat units:b1 path:10.09"},
		"a river line": {units: "b1 10.10 4-4, r1 10.11 9-9", sides: "minor-river 10.10/10.11", result: "Dr1",
			text: "hold if across else retreat", want: "/hold hexes:1"},
		"a river behind": {units: "b1 10.10 4-4, r1 10.11 9-9", sides: "minor-river 10.09/10.10", result: "Dr1",
			text: "hold if across\nretreat if river", want: "/retreat units:b1 path:10.09"},
		"who would advance": {units: "b1 10.10 4-4, r1 10.11 4-4, r2 11.10 5-5", result: "Dr1",
			text: "hold if attack>9\nretreat if attack=9 and attackers=2", want: "/retreat units:b1 path:9.10"},
		"a last hex": {units: "b1 10.10 4-4, r1 11.10 9-9, r2 10.11 1-4, r3 11.11 1-4",
			sides: "lake 9.11/10.10, lake 9.10/10.10", result: "Dr1",
			text: "hold if exits!=1\nretreat", want: "/retreat units:b1 path:10.09"},
		"no way clear of zones": {units: "b1 10.10 4-4, r1 11.10 9-9, r2 8.10 4-4, r3 10.12 4-4", result: "Dr1",
			text: "hold if not clear else retreat", want: "/hold hexes:1"},
		"out of supply": {units: "b1 10.10 4-4 oos, r1 10.11 9-9", result: "Dr1", text: "retreat if not oos\nhold",
			want: "/hold hexes:1"},
		"steps and hexes": {units: "b1 10.10 4-4, r1 10.11 9-9", result: "Dr2",
			text: "hold if steps>owed\nretreat if defence<5",
			want: "/retreat units:b1 path:10.09,10.08"},

		"advance": {phase: "blue combat", units: "b1 10.09 9-9, r1 10.10 4-4", result: "Dr1",
			text: "advance", want: "/advance units:b1 path:10.10"},
		"stay": {phase: "blue combat", units: "b1 10.09 9-9, r1 10.10 4-4", result: "Dr1",
			text: "stay", want: "/pass"},
		"the tanks advance, the others stay": {phase: "blue combat",
			units: "b1 10.09 9-9 x, b2 10.09 5-5, r1 10.10 4-4", result: "Dr1",
			text: "advance with:exploit", want: "/advance units:b1 path:10.10, /pass"},
		"the weakest one": {phase: "blue combat", units: "b1 10.09 9-9, b2 10.09 5-5, r1 10.10 4-4", result: "Dr1",
			text: "advance with:weakest most:1", want: "/advance units:b2 path:10.10, /pass"},
		"nobody of those": {phase: "blue combat", units: "b1 10.09 9-9, r1 10.10 4-4", result: "Dr1",
			text: "advance with:exploit\nstay", want: "/pass"},
		"and on": {phase: "blue combat", units: "b1 10.09 9-9 x, b2 10.09 5-5, r1 10.10 4-4", result: "Dr3",
			text: "advance toward:north", want: "/advance units:b1,b2 path:10.10, /advance units:b1 path:10.11,10.12"},
		"not into a zone": {phase: "blue combat", units: "b1 10.09 9-9, r1 10.10 4-4 1, r2 10.11 4-4", result: "D1",
			text: "advance if not zone else stay", want: "/pass"},

		"the weakest over the limit": {phase: "blue movement",
			units: "b1 10.10 4-4, b2 10.10 3-3, b3 10.10 5-5 x, b4 10.10 2-2 x, b5 10.10 1-1 x, r1 15.15 4-4",
			text:  "remove first:weakest", want: "/remove units:b4,b5"},
		"over the limit": {phase: "blue movement",
			units: "b1 10.10 4-4, b2 10.10 3-3, b3 10.10 5-5 x, b4 10.10 2-2 x, r1 15.15 4-4",
			text:  "remove last:exploit", want: "/remove units:b2"},

		"who comes back, and where": {game: "afb", phase: "german reinforcements", by: "german", turn: 8,
			dice:  []int{1},
			units: "g1 10.10 9-5-10 x, g2 10.10 3-5-10 x, g3 5.05 8-9, s1 20.20 4-4",
			text:  "unit:g2 place toward:5.06\nplace to:5.04",
			want:  "/withdraw units:g2 hex:5.06, /withdraw units:g1 hex:5.04"},
		"a unit that was drawn": {game: "afb", phase: "german reinforcements",
			by: "german", dice: []int{1, 1, 1, 1, 1}, first: "/draw",
			counts: []rules.Count{{Side: "german", What: "replacements", N: 1}},
			units:  "g1 dead 4-4, g3 5.05 8-9, s1 20.20 4-4",
			text:   "place toward:north", want: "/replace unit:g1 hex:5.06"},
		"the other's word is taken": {game: "afb", phase: "soviet movement", by: "german", turn: 10, first: "/accent",
			units: "g1 10.10 4-4, s1 20.20 4-4", text: "agree", want: "/accent"},
		"or not": {game: "afb", phase: "soviet movement", by: "german", turn: 10, first: "/accent",
			units: "g1 10.10 4-4, s1 20.20 4-4", text: "decline", want: "/pass"},
	} {
		t.Run(name, func(t *testing.T) {
			m := s.match(t)
			by := order.Side(orElse(string(s.by), "blue"))
			set := must(m.ReadStanding(by, s.text))(t)
			var got []string
			for len(got) < 8 {
				due := m.Public().Board().Due
				if due == nil {
					break
				}
				if due.Side != by {
					o, _ := m.Default(due.Side)
					given(t, m, due.Side, o, &dice.Script{})
					continue
				}
				a, ok := m.Answer(by, set)
				if !ok || a.Ask {
					got = append(got, map[bool]string{true: "ask", false: "?"}[ok])
					break
				}
				spec, _ := m.Spec(a.Order.Verb)
				got = append(got, order.Format(spec, a.Order))
				given(t, m, by, a.Order, &dice.Script{})
			}
			if said := strings.Join(got, ", "); said != s.want {
				t.Errorf("got %s\nwant %s\ndue %+v", said, s.want, m.Public().Board().Due)
			}
		})
	}
}
