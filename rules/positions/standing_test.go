package positions

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// sleeper is a position in which a side owes a decision, with its standing answers.
type sleeper struct {
	game   string // "" for drill
	phase  string // "" for red combat
	units  string // "b1 10.10 4-4", with x for exploit-capable, r for reduced, 1 for one step, dg
	result string // of the attack of all reds on 10.10
	target string // "" for 10.10
	dice   []int  // after those of the attack
	sides  string // hexsides and hexes: "minor-river 10.10/10.11, city 10.10"
	turn   int
	counts []data.Count
	first  string // an order of the side whose phase it is, /end unless it is named, - for none
	by     order.Side
	left   string // blue's standing answers, or those of by, as answersOf reads them
	want   string // their orders in turn, at the end "ask" if they say to ask the owner, "?" if they say nothing
}

func (s sleeper) match(t testing.TB) *rules.Match {
	t.Helper()
	m, _ := s.begun(t)
	return m
}

// begun returns the match, and what is told of the attack.
func (s sleeper) begun(t testing.TB) (*rules.Match, view.Account) {
	t.Helper()
	base := load(t, orElse(s.game, "drill"))
	edit := modules.Edit{Blank: true, Sides: map[hex.Side][]string{}, Hexes: map[hex.Hex][]string{}}
	pos := rules.Position{Turn: max(s.turn, 1), Own: data.Start(s.counts)}
	side, phase, _ := strings.Cut(orElse(s.phase, "red combat"), " ")
	pos.Phase = view.Phase{Side: order.Side(side), Name: phase}
	for _, said := range strings.Split(s.units, ", ") {
		counter, placed := piece(t, base, said)
		edit.Units, pos.Units = append(edit.Units, counter), append(pos.Units, placed)
	}
	for _, said := range strings.Split(s.sides, ", ") {
		if kind, where, two := strings.Cut(said, " "); two && strings.Contains(where, "/") {
			edit.Sides[must.Get(hex.ParseSide(where))(t)] = []string{kind}
		} else if two {
			edit.Hexes[hexOf(t, where)] = []string{kind}
		}
	}
	own := data.Edit{}
	if s.result != "" {
		res := must.Get(chart.ParseResult(s.result))(t)
		own.Results = map[string]map[int]chart.Result{}
		for _, odds := range data.Of(base).Combat.Columns {
			own.Results[odds.String()] = map[int]chart.Result{7: res}
		}
	}
	edit.Own = own
	d := must.Get(base.With(edit))(t)
	script := &dice.Script{Faces: append([]int{3, 4}, s.dice...)} // 7, which has the result in every column
	if s.result == "" {
		script = &dice.Script{Faces: s.dice}
	}
	m := begun(t, d, pos, script)
	if s.result == "" {
		if m.Public().Board().Due == nil && s.first != "-" {
			read := must.Get(m.Parse(pos.Phase.Side, orElse(s.first, "/end")))(t)
			given(t, m, pos.Phase.Side, read.Order, script)
		}
		return m, view.Account{}
	}
	attack := order.Order{Verb: "attack"}.WithHexes("target", hexOf(t, orElse(s.target, "10.10")))
	for _, u := range pos.Units {
		if d.Units[u.ID].Side == pos.Phase.Side && d.Grid.Touch(u.At, attack.Hex("target")) {
			attack = attack.WithUnits("units", append(attack.Units("units"), u.ID)...)
		}
	}
	return m, given(t, m, pos.Phase.Side, attack.Sorted(), script)
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

// answersOf reads answers such as "flexible; 10.10 hold; b1 retreat 8.10": a set, and exceptions for hexes and units.
func answersOf(t testing.TB, text string) (out standing.Answers) {
	t.Helper()
	for _, one := range strings.Split(text, "; ") {
		words := strings.Fields(one)
		if len(words) < 2 {
			out.Set = one
			continue
		}
		e := standing.Exception{Answer: words[1]}
		if h, err := hex.Parse(words[0]); err == nil {
			e.Hex = h
		} else {
			e.Unit = order.UnitID(words[0])
		}
		if len(words) > 2 {
			e.To = hexOf(t, words[2])
		}
		must.Do(t, out.Put(e))
	}
	return out
}

// TestAnswer_StandingAnswers: every kind of decision of the series and of its features, answered by ready-made sets and
// by exceptions.
func TestAnswer_StandingAnswers(t *testing.T) {
	const one, two = "b1 10.10 4-4, r1 10.11 4-4", "b1 10.10 4-4, b2 10.10 4-4, r1 11.10 9-9"
	for name, s := range map[string]sleeper{
		"a hex holds": {units: one, result: "Dr1", left: "10.10 hold", want: "/hold hexes:1"},
		"a hex holds, against the set": {units: one, result: "Dr1", left: "flexible; 10.10 hold",
			want: "/hold hexes:1"},
		"another hex":                       {units: one, result: "Dr1", left: "10.09 hold", want: "?"},
		"another hex, and a set":            {units: one, result: "Dr1", left: "stubborn; 10.09 retreat", want: "/hold hexes:1"},
		"no set":                            {units: one, result: "Dr1", left: "", want: "?"},
		"to a hex":                          {units: one, result: "Dr2", left: "10.10 retreat 8.10", want: "/retreat units:b1 path:9.10,8.10"},
		"to a hex that no retreat leads to": {units: one, result: "Dr1", left: "10.10 retreat 15.15", want: "?"},
		"and then by the set": {units: one, result: "Dr1", left: "stubborn; 10.10 retreat 15.15",
			want: "/hold hexes:1"},
		"ask me":                 {units: one, result: "Dr1", left: "stubborn; 10.10 ask", want: "ask"},
		"ask me of a unit":       {units: one, result: "Dr1", left: "stubborn; b1 ask", want: "ask"},
		"ask me of another unit": {units: one, result: "Dr1", left: "stubborn; b2 ask", want: "/hold hexes:1"},
		"another set for a hex":  {units: one, result: "Dr1", left: "flexible; 10.10 stubborn", want: "/hold hexes:1"},
		"a unit before its hex": {units: one, result: "Dr1", left: "10.10 hold; b1 retreat 9.11",
			want: "/retreat units:b1 path:9.11"},
		"a unit alone": {units: two, result: "Dr1", left: "b1 retreat 10.11; 10.10 retreat 9.10",
			want: "/retreat units:b1 path:10.11, /retreat units:b2 path:9.10"},
		"nobody holds once somebody has gone": {units: two, result: "Dr1", left: "b1 retreat 10.11; 10.10 hold",
			want: "/retreat units:b1 path:10.11, ?"},
		"hold says nothing of losses": {units: two, result: "D1", left: "10.10 hold", want: "?"},
		"a force in two hexes": {phase: "blue combat", units: "b1 10.10 4-4, b2 11.10 4-4, r1 11.11 4-4",
			target: "11.11", result: "Ar1",
			left: "10.10 retreat; 11.10 retreat", want: "/retreat units:b1 path:9.10, /retreat units:b2 path:10.09"},
		"never into a zone if it can be helped": {units: "b1 10.10 4-4, r1 11.10 4-4, r2 8.10 4-4", result: "Dr1",
			left: "10.10 retreat", want: "/retreat units:b1 path:10.11"},
		"six hexes by three units": {units: "b1 10.10 4-4, b2 10.10 4-4, b3 10.10 4-4, r1 11.10 9-9", result: "Dr6",
			left: "10.10 retreat 4.07", want: "/retreat units:b1,b2,b3 path:9.10,8.09,7.09,6.08,5.08,4.07"},

		"stubborn, the last step": {units: "b1 10.10 4-4 r, r1 10.11 4-4", result: "Dr1", left: "stubborn",
			want: "/retreat units:b1 path:9.10"},
		"flexible": {units: one, result: "Dr1", left: "flexible", want: "/retreat units:b1 path:9.10"},
		"flexible, where every way enters a zone": {units: "b1 10.10 4-4, r1 11.10 9-9, r2 8.10 4-4, r3 10.12 4-4",
			result: "Dr1",
			left:   "flexible", want: "/hold hexes:1"},
		"flexible, a victory hex": {game: "afb", phase: "soviet combat", units: "g1 25.13 4-4, s1 25.12 4-4",
			target: "25.13",
			result: "Dr1", by: "german", left: "flexible", want: "/hold hexes:1"},
		"tanks leave a victory hex": {game: "afb", phase: "soviet combat", units: "g1 25.13 4-4 x, s1 25.12 4-4",
			target: "25.13",
			result: "Dr1", by: "german", left: "save-the-tanks", want: "/retreat units:g1 path:24.13"},

		"full strength first": {units: "b1 10.10 8-8 r, b2 10.10 2-2, b3 10.10 4-4, r1 10.11 9-9", result: "D1",
			left: "flexible", want: "/losses units:b3"},
		"save the tanks, within 8.0a": {units: "b1 10.10 8-8 x, b2 10.10 8-8, b3 10.10 2-2, r1 10.11 9-9", result: "D2",
			left: "save-the-tanks", want: "/losses units:b2,b3"},
		"who survives it before who dies": {units: "b1 10.10 8-8 1, b2 10.10 8-8, r1 10.11 9-9", result: "D1",
			left: "flexible", want: "/losses units:b2"},

		"stay": {phase: "blue combat", units: "b1 10.09 9-9, r1 10.10 4-4", result: "Dr1", left: "stubborn",
			want: "/pass"},
		"the tanks advance, the others stay": {phase: "blue combat",
			units: "b1 10.09 9-9 x, b2 10.09 5-5, r1 10.10 4-4 1", result: "D1",
			left: "flexible", want: "/advance units:b1 path:10.10, /pass"},
		"not into a zone": {phase: "blue combat", units: "b1 10.09 9-9 x, r1 10.10 4-4 1, r2 10.11 4-4", result: "D1",
			left: "flexible", want: "/pass"},
		"the strongest into a victory hex": {game: "afb", phase: "german combat",
			units: "g1 25.12 9-9, g2 25.12 5-5, s1 25.13 4-4", target: "25.13",
			result: "Dr1", by: "german", left: "flexible", want: "/advance units:g1 path:25.13, /pass"},
		"the weakest into a victory hex": {game: "afb", phase: "german combat",
			units: "g1 25.12 9-9, g2 25.12 5-5, s1 25.13 4-4", target: "25.13",
			result: "Dr1", by: "german", left: "save-the-tanks", want: "/advance units:g2 path:25.13, /pass"},
		"all into a victory hex": {game: "afb", phase: "german combat",
			units: "g1 25.12 9-9, g2 25.12 5-5, s1 25.13 4-4", target: "25.13",
			result: "Dr1", by: "german", left: "stubborn", want: "/advance units:g1,g2 path:25.13"},

		"the weakest over the limit": {phase: "blue movement", left: "stubborn", want: "/remove units:b4,b5",
			units: "b1 10.10 4-4, b2 10.10 3-3, b3 10.10 5-5 x, b4 10.10 2-2 x, b5 10.10 1-1 x, r1 15.15 4-4"},
		"no tanks over the limit": {phase: "blue movement", left: "save-the-tanks", want: "/remove units:b2",
			units: "b1 10.10 4-4, b2 10.10 3-3, b3 10.10 5-5 x, b4 10.10 2-2 x, r1 15.15 4-4"},

		"who comes back, as the game says": {game: "afb", phase: "german reinforcements",
			by: "german", turn: 8, dice: []int{1},
			units: "g1 10.10 9-5-10 x, g2 10.10 3-5-10 x, g3 5.05 8-9, s1 20.20 4-4", left: "flexible",
			want: "/withdraw units:g1 hex:4.04, /withdraw units:g2 hex:4.04"},
		"the other's word, as the game says": {game: "afb", phase: "soviet movement",
			by: "german", turn: 10, first: "/accent",
			units: "g1 10.10 4-4, s1 20.20 4-4", left: "flexible", want: "/pass"},
	} {
		t.Run(name, func(t *testing.T) {
			m := s.match(t)
			by := order.Side(orElse(string(s.by), "blue"))
			left := answersOf(t, s.left)
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
				a, ok := m.Answer(by, left)
				if !ok || a.Asks {
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

// WhyPays says why the units in an answer's order pay, in the position before it, and nothing of any other order.
func TestWhyPays(t *testing.T) {
	tanks := "b1 10.10 8-8 x, b2 10.10 8-8, b3 10.10 2-2, r1 10.11 9-9"
	over := "b1 10.10 4-4, b2 10.10 3-3, b3 10.10 5-5 x, b4 10.10 2-2 x, b5 10.10 1-1 x, r1 15.15 4-4"
	for name, c := range map[string]struct {
		sleeper
		want string
	}{
		"the game's answer": {sleeper{units: tanks, result: "D2"}, "pays.worth"},
		"a set's":           {sleeper{units: tanks, result: "D2", left: "flexible"}, "pays.worth"},
		"one pays twice":    {sleeper{units: "b1 10.10 4-4, b2 10.10 8-8, r1 10.11 9-9", result: "D3"}, "pays.worth"},
		"the tanks' set": {sleeper{units: strings.Replace(over, ", b5 10.10 1-1 x", "", 1), phase: "blue movement",
			left: "save-the-tanks"}, "pays.spares-exploit"},
		"over the limit":          {sleeper{units: over, phase: "blue movement"}, "pays.worth"},
		"over the limit, by sets": {sleeper{units: over, phase: "blue movement", left: "stubborn"}, "pays.strength"},
		"a retreat":               {sleeper{units: "b1 10.10 4-4, r1 10.11 4-4", result: "Dr1", left: "flexible"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := c.match(t)
			o, ok := m.Default("blue")
			if c.left != "" {
				a, answered := m.Answer("blue", answersOf(t, c.left))
				o, ok = a.Order, answered
			}
			if !ok {
				t.Fatalf("nothing is answered to %+v", m.Public().Board().Due)
			}
			spelled := must.Get(m.Spell(o))(t)
			why, ok := m.WhyPays("blue", spelled, c.left != "") // whether a standing answer gave the order
			if ok != (c.want != "") || ok && why.Arg("why").(view.Text).ID != c.want {
				t.Errorf("%s pay because of %v", spelled, why)
			}
			if _, ok := m.WhyPays("red", spelled, c.left != ""); ok {
				t.Error("the other side is told why")
			}
			if _, ok := m.WhyPays("blue", must.Get(m.Spell(order.Order{Verb: "pass"}))(t), true); ok {
				t.Error("it is said of another order")
			}
		})
	}
}

// Standing answers that a side cannot give are refused, for an enemy unit in the same words as for a missing one.
func TestCheckStanding_Refuses(t *testing.T) {
	m := sleeper{units: "b1 10.10 4-4, r1 10.11 4-4", phase: "blue movement", first: "-"}.match(t)
	for text, want := range map[string]string{
		"flexible; 10.10 hold; b1 retreat 9.10; 9.10 save-the-tanks; 8.10 ask": "",
		"brave":               "standing.no-set set=brave sets=[standing.set-stubborn standing.set-flexible standing.set-tanks]",
		"hold":                "standing.no-set set=hold sets=[standing.set-stubborn standing.set-flexible standing.set-tanks]",
		"50.10 hold":          "standing.off-map hex=50.10",
		"10.10 retreat 50.10": "standing.off-map hex=50.10",
		"10.10 hold 9.10":     "standing.no-hex answer=standing.hold",
		"10.10 hurry": "standing.no-answer answer=hurry answers=[standing.set-stubborn standing.set-flexible " +
			"standing.set-tanks standing.hold standing.retreat standing.ask]",
		"b1 ask 9.10": "standing.no-hex answer=standing.ask",
		"r1 hold":     "standing.no-unit unit=r1",
		"nobody hold": "standing.no-unit unit=nobody",
	} {
		got := ""
		if err := m.CheckStanding("blue", answersOf(t, text)); err != nil {
			mistake := (*view.Mistake)(nil)
			if !errors.As(err, &mistake) {
				t.Fatal(err)
			}
			got = mistake.Why.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, a := range []standing.Answers{{Hours: standing.MostHours + 1}, {Hours: -1},
		{Exceptions: []standing.Exception{{Answer: "hold"}}},
		{Exceptions: []standing.Exception{{Hex: hexOf(t, "10.10"), Unit: "b1", Answer: "hold"}}}} {
		if m.CheckStanding("blue", a) == nil {
			t.Errorf("%+v is taken", a)
		}
	}
	if err := m.CheckStanding("green", standing.Answers{}); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("a side that does not play: %v", err)
	}
	many := standing.Answers{}
	for row := range standing.MostExceptions {
		must.Do(t, many.Put(standing.Exception{Hex: hex.Hex{Col: 5, Row: int8(row + 1)}, Answer: "hold"}))
	}
	if err := many.Put(standing.Exception{Unit: "b1", Answer: "hold"}); !errors.Is(err, standing.ErrMany) {
		t.Errorf("one too many: %v", err)
	}
	if err := many.Put(standing.Exception{Hex: hex.Hex{Col: 5, Row: 1}, Answer: "ask"}); err != nil ||
		len(many.Exceptions) != standing.MostExceptions {
		t.Errorf("another answer for a hex: %v", err)
	}
	if !many.Drop(hex.Hex{Col: 5, Row: 1}, "") || many.Drop(hex.Hex{Col: 5, Row: 1}, "") {
		t.Error("an exception is dropped once")
	}
}

// tried returns in short what standing answers decide in hypothetical fights.
func tried(m *rules.Match, fights []standing.TriedFight) string {
	var out []string
	for _, f := range fights {
		said := fmt.Sprintf("%v %s", f.Hex, f.Result)
		for _, s := range f.Steps {
			spec, _ := m.Spec(s.Answer.Order.Verb)
			switch {
			case s.Asked:
				said += fmt.Sprintf(", %s is asked", s.Due.Kind)
			default:
				said += ", " + order.Format(spec, s.Answer.Order) + " by " + s.Answer.By.Answer
			}
		}
		out = append(out, said)
	}
	return strings.Join(out, "; ")
}

// Standing answers are tried on given fights and on those that an enemy could begin, without changing the match.
func TestTryStanding_Fights(t *testing.T) {
	for name, c := range map[string]struct {
		units, left string
		at          string
		result      string
		want        string // or the message of a mistake
	}{
		"a defence": {"b1 10.10 4-4, r1 10.11 4-4, r2 19.19 1-1", "10.10 hold", "10.10",
			"Dr1", "10.10 Dr1, /hold hexes:1 by hold"},
		"steps, then hexes": {"b1 10.10 4-4, b2 10.10 4-4 x, r1 10.11 9-9", "save-the-tanks; 10.10 retreat 9.10",
			"10.10", "D1r1",
			"10.10 D1r1, /losses units:b1 by save-the-tanks, /retreat units:b1,b2 path:9.10 by retreat"},
		"an attack": {"b1 10.10 4-4 x, r1 10.11 9-9", "flexible", "10.11", "A1Dr1",
			"10.11 A1Dr1, /advance units:b1 path:10.11 by flexible"},
		"a beaten attack": {"b1 10.10 4-4, r1 10.11 9-9", "10.10 retreat", "10.11", "Ar1",
			"10.11 Ar1, /retreat units:b1 path:9.10 by retreat"},
		"nothing to decide": {"b1 10.10 4-4, r1 10.11 4-4", "10.10 hold", "10.10", "A1", "10.10 A1"},
		"an answer that asks": {"b1 10.10 4-4, r1 10.11 4-4", "flexible; 10.10 ask", "10.10", "Dr1",
			"10.10 Dr1, retreat is asked"},
		"nothing said of it": {"b1 10.10 4-4, r1 10.11 4-4", "9.10 hold", "10.10", "Dr1",
			"10.10 Dr1, retreat is asked"},
		"nobody near, and yet": {"b1 10.10 4-4, r1 19.19 4-4", "stubborn", "10.10", "Dr1",
			"10.10 Dr1, /hold hexes:1 by stubborn"},
		"by the odds": {"b1 10.10 4-4, b2 10.10 2-2, r1 10.11 9-4, r2 11.11 9-4", "stubborn; b1 hold", "10.10", "",
			"10.10 D1r1, /hold hexes:1 by hold; 10.10 D2r2, /hold hexes:2 by hold; 10.10 D3r2, /losses units:b1,b2,b2 " +
				"by stubborn, /hold hexes:2 by hold; 10.10 D3r3, /losses units:b1,b2,b2 by stubborn, /hold hexes:3 by hold"},
		"all that could come": {"b1 10.10 4-4, b2 2.02 4-4, r1 10.13 9-4, r2 19.19 1-1 ", "flexible", "", "",
			"10.10 D1r1, /retreat units:b1 path:9.10 by flexible"},

		"a result of no table":   {"b1 10.10 4-4, r1 10.11 4-4", "flexible", "10.10", "X9", "standing.no-result"},
		"off the map":            {"b1 10.10 4-4, r1 10.11 4-4", "flexible", "50.10", "Dr1", "standing.off-map"},
		"nobody there":           {"b1 10.10 4-4, r1 10.11 4-4", "flexible", "5.05", "Dr1", "standing.no-fight"},
		"nobody who could do it": {"b1 10.10 4-4, r1 19.19 4-4", "flexible", "10.10", "", "standing.no-fight"},
	} {
		t.Run(name, func(t *testing.T) {
			m := sleeper{phase: "blue movement", units: c.units, first: "-"}.match(t)
			before := m.View("blue").Board()
			at := hex.None
			if c.at != "" {
				at = hexOf(t, c.at)
			}
			fights, err := m.TryStanding("blue", answersOf(t, c.left), at, c.result)
			got := tried(m, fights)
			if mistake := (*view.Mistake)(nil); errors.As(err, &mistake) {
				got = mistake.Why.ID
			} else if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if m.View("blue").Board() != before {
				t.Error("something of it came to pass")
			}
		})
	}

	m := sleeper{units: "b1 10.10 4-4, r1 10.11 4-4", phase: "blue movement", first: "-"}.match(t)
	if _, err := m.TryStanding("green", standing.Answers{}, hex.None, ""); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("a side that does not play: %v", err)
	}
	if _, ok := m.Answer("blue", standing.Answers{}); ok {
		t.Error("nothing is owed, and it was answered")
	}
}
