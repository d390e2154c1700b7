package adjudicate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/view"
)

// Case is one adjudication case.
type Case struct {
	Name   string
	Rules  []string
	File   string
	Line   int
	Module string

	series  string // of the module, once it is loaded
	edit    modules.Edit
	own     scs.Edit // of edit
	turn    int
	phase   view.Phase
	control map[hex.Hex]order.Side
	units   []unit                        // nil: the module's set-up
	strikes map[order.Side]scs.AirNumbers // how many are at hand, where it is said
	stocks  []view.Stock
	dice    []int
	steps   []step
	expect  expectation

	denied []denied // how its orders were refused, once it has run
}

// denied is a refusal: what the case says refuses, and what the refusal cited.
type denied struct{ by, cited []string }

// where is the case for a message.
func (c *Case) where() string { return fmt.Sprintf("%s: line %d: %s", c.File, c.Line, c.Name) }

// unit is a unit of a case as written.
type unit struct {
	counter modules.Counter
	placed  rules.Placed
	within  int // hexes from its own in which it may be set up
}

// step is one command and what must come of it.
type step struct {
	line    int
	by      order.Side
	command string
	refused []string // any of these rules; nil: it must be accepted
	cites   []string // all the rules that the refusal cites, in its order
	instead string   // the order that the refusal suggests, or none
	shows   []check
}

// check is one thing that a step must show: a name and the words for it.
type check struct{ what, want string }

// expectation is what must be true in the end.
type expectation struct {
	phase, pending, victory string
	turn                    int
	units                   []unitCheck
	control                 map[hex.Hex]order.Side
	sees                    []sight
	vp                      map[order.Side]int
}

type unitCheck struct {
	id     order.UnitID
	at     hex.Hex
	steps  int // -1: not checked
	truths []truth
}

// truth is one of dead, oos, dg, full.
type truth struct {
	what string
	want bool
}

type sight struct {
	viewer string // a side, or public
	hex    hex.Hex
	units  []order.UnitID
}

func readCase(n node) (*Case, error) {
	c := &Case{Line: n.Line, control: map[hex.Hex]order.Side{}}
	var version string
	err := n.fields(map[string]func(node) error{
		"name":    into(&c.Name, node.text),
		"rules":   into(&c.Rules, rulings),
		"module":  into(&c.Module, node.text),
		"version": into(&version, node.cited),
		"turn":    into(&c.turn, node.whole),
		"phase":   into(&c.phase, readPhase),
		"dice":    into(&c.dice, func(n node) ([]int, error) { return each(n, die) }),
		"control": into(&c.control, holders),
		"map":     c.readMap,
		"units":   c.readUnits,
		"table":   c.readTable,
		"terrain": c.readTerrain,

		"air":          c.readAir,
		"strikes":      c.readStrikes,
		"replacements": c.readReplacements,
		"play":         func(n node) (err error) { c.steps, err = each(n, readStep); return err },
		"expect":       c.readExpect,
	})
	if err != nil {
		return c, err
	}
	c.edit.Edition = version
	c.edit.Control, c.edit.Own = c.control, c.own
	if c.Name == "" || c.Module == "" || c.turn < 1 || c.phase.Name == "" {
		return c, n.mistake("a case needs name, module, turn and phase")
	}
	return c, nil
}

func texts(n node) ([]string, error) { return each(n, node.text) }

// rulings reads a list of rules.
func rulings(n node) ([]string, error) { return each(n, node.cited) }

func die(n node) (int, error) {
	f, err := n.whole()
	if err == nil && (f < 1 || f > 6) {
		err = n.mistake("a die has faces from 1 to 6")
	}
	return f, err
}

func readPhase(n node) (view.Phase, error) {
	s, err := n.text()
	if err != nil {
		return view.Phase{}, err
	}
	side, name, ok := strings.Cut(s, " ")
	if !ok {
		return view.Phase{}, n.mistake("a phase is written SIDE PHASE")
	}
	return view.Phase{Side: order.Side(side), Name: strings.ReplaceAll(name, " ", "-")}, nil
}

// holders reads who controls hexes.
func holders(n node) (map[hex.Hex]order.Side, error) {
	pairs, err := n.mapping()
	out := map[hex.Hex]order.Side{}
	for _, p := range pairs {
		h, err := p.hexKey()
		if err != nil {
			return nil, err
		}
		s, err := p.value.text()
		if err != nil {
			return nil, err
		}
		out[h] = order.Side(s)
	}
	return out, err
}

func (c *Case) readMap(n node) error {
	e := &c.edit
	return n.fields(map[string]func(node) error{
		"blank": into(&e.Blank, node.yes),
		"hexes": func(n node) error {
			e.Hexes = map[hex.Hex][]string{}
			return keyed(n, pair.hexKey, texts, func(h hex.Hex, kinds []string) { e.Hexes[h] = kinds })
		},
		"sides": func(n node) error {
			e.Sides = map[hex.Side][]string{}
			return keyed(n, pair.sideKey, texts, func(s hex.Side, kinds []string) { e.Sides[s] = kinds })
		},
		"roads": into(&e.Roads, func(n node) ([]geography.Way, error) { return each(n, readWay) }),
		"supply": func(n node) error {
			e.Supply = map[order.Side][]hex.Hex{}
			return keyed(n, pair.sideName, hexes, func(s order.Side, hs []hex.Hex) { e.Supply[s] = hs })
		},
	})
}

// keyed reads a mapping whose keys mean something.
func keyed[K, V any](n node, key func(pair) (K, error), value func(node) (V, error), put func(K, V)) error {
	pairs, err := n.mapping()
	for _, p := range pairs {
		k, err := key(p)
		if err != nil {
			return err
		}
		v, err := value(p.value)
		if err != nil {
			return err
		}
		put(k, v)
	}
	return err
}

func (p pair) sideKey() (hex.Side, error) {
	s, err := hex.ParseSide(p.key)
	if err != nil {
		return s, mistake(p.at, "%v", err)
	}
	return s, nil
}

func (p pair) sideName() (order.Side, error) { return order.Side(p.key), nil }

func hexes(n node) ([]hex.Hex, error) { return each(n, node.hex) }

func readWay(n node) (geography.Way, error) {
	var w geography.Way
	err := n.fields(map[string]func(node) error{"kind": into(&w.Kind, node.text), "path": into(&w.Path, hexes)})
	return w, err
}

func (c *Case) readTable(n node) error {
	c.own.Results = map[string]map[int]chart.Result{}
	heading := func(p pair) (string, error) { return p.key, nil }
	return keyed(n, heading, column, func(heading string, m map[int]chart.Result) { c.own.Results[heading] = m })
}

func column(n node) (map[int]chart.Result, error) {
	out := map[int]chart.Result{}
	roll := func(p pair) (int, error) {
		r, err := strconv.Atoi(p.key)
		if err != nil {
			return 0, mistake(p.at, "%s is no roll", p.key)
		}
		return r, nil
	}
	return out, keyed(n, roll, node.result, func(r int, res chart.Result) { out[r] = res })
}

// readAir reads the ratings of a side's air strikes.
func (c *Case) readAir(n node) error {
	c.own.Air = map[order.Side]scs.AirNumbers{}
	return keyed(n, pair.sideName, readAirNumbers, func(s order.Side, r scs.AirNumbers) { c.own.Air[s] = r })
}

// readStrikes reads the air strikes that a side has at hand.
func (c *Case) readStrikes(n node) error {
	c.strikes = map[order.Side]scs.AirNumbers{}
	return keyed(n, pair.sideName, readAirNumbers, func(s order.Side, r scs.AirNumbers) { c.strikes[s] = r })
}

// readAirNumbers reads a number for regular air strikes and one for breakdowns.
func readAirNumbers(n node) (r scs.AirNumbers, err error) {
	number := func(to **int) func(node) error {
		return func(n node) error {
			v, err := n.whole()
			*to = &v
			return err
		}
	}
	err = n.fields(map[string]func(node) error{"regular": number(&r.Regular), "breakdown": number(&r.Breakdown)})
	return r, err
}

// fleet is the air strikes that sides have at hand as the case's phase begins: what the
// case says, or else, from the phase in which the side rolls for them, as many as the
// ratings are. A roll as that phase begins replaces them.
func (c *Case) fleet(def *modules.Definition) {
	side, phases, own := c.phase.Side, def.Own.PhasesOf(c.phase.Side), scs.Of(def)
	if _, said := c.strikes[side]; !said && slices.Index(phases, c.phase.Name) >= slices.Index(phases, own.ArrivalPhase(side)) {
		c.arm(side, c.own.Air[side])
	}
	for _, s := range slices.Sorted(maps.Keys(c.strikes)) {
		c.arm(s, c.strikes[s])
	}
}

func (c *Case) arm(s order.Side, with scs.AirNumbers) {
	if n := with.Regular; n != nil {
		c.stock(s).Strikes = *n
	}
	if n := with.Breakdown; n != nil {
		c.stock(s).Breakdowns = *n
	}
}

// readReplacements reads the replacements that a side has at hand.
func (c *Case) readReplacements(n node) error {
	return keyed(n, pair.sideName, node.whole, func(by order.Side, n int) { c.stock(by).Replacements = n })
}

// stock is what the case gives a side beside its units.
func (c *Case) stock(s order.Side) *view.Stock {
	i := slices.IndexFunc(c.stocks, func(x view.Stock) bool { return x.Side == s })
	if i < 0 {
		i, c.stocks = len(c.stocks), append(c.stocks, view.Stock{Side: s})
	}
	return &c.stocks[i]
}

func (c *Case) readTerrain(n node) error {
	c.own.Terrain = map[string]scs.Effects{}
	kind := func(p pair) (string, error) { return p.key, nil }
	return keyed(n, kind, readEffects, func(k string, e scs.Effects) { c.own.Terrain[k] = e })
}

func readEffects(n node) (scs.Effects, error) {
	var e scs.Effects
	err := n.fields(map[string]func(node) error{
		"move": func(n node) (err error) {
			if s, isText := n.text(); isText == nil && (s == "all" || s == "P") {
				e.All, e.Prohibited = s == "all", s == "P"
				return nil
			}
			e.Cost, err = n.number()
			return err
		},
		"attack":  into(&e.Attack, node.number),
		"defence": into(&e.Defence, node.number),
		"shift":   into(&e.Shift, node.whole),
		"overrun": func(n node) error {
			yes, err := n.yes()
			e.Overrun = &yes
			return err
		},
	})
	return e, err
}

func readStep(n node) (step, error) {
	st := step{line: n.Line}
	pairs, err := n.mapping()
	for _, p := range pairs {
		switch p.key {
		case "refused":
			if _, isList := p.value.list(); isList == nil {
				st.refused, err = rulings(p.value)
			} else {
				var one string
				one, err = p.value.cited()
				st.refused = []string{one}
			}
		case "cites":
			st.cites, err = rulings(p.value)
		case "instead":
			st.instead, err = p.value.text()
		case "shows":
			st.shows, err = readShows(p.value)
		default:
			if st.command != "" {
				return st, mistake(p.at, "a step is one command: %s is unknown", p.key)
			}
			st.by = order.Side(p.key)
			st.command, err = p.value.text()
		}
		if err != nil {
			return st, err
		}
	}
	switch {
	case err != nil:
	case st.command == "":
		err = n.mistake("a step needs a command")
	case st.refused == nil && (st.cites != nil || st.instead != ""):
		err = n.mistake("cites and instead belong to refused")
	}
	return st, err
}

var shown = []string{"attack", "defence", "odds", "shift", "column", "roll", "result", "cost", "dice"}

// result reads an entry of a combat results table.
func (n node) result() (chart.Result, error) {
	s, err := n.text()
	if err != nil {
		return chart.Result{}, err
	}
	r, err := chart.ParseResult(s)
	if err != nil {
		return r, n.mistake("%v", err)
	}
	return r, nil
}

func readShows(n node) ([]check, error) {
	pairs, err := n.mapping()
	var out []check
	for _, p := range pairs {
		if !slices.Contains(shown, p.key) {
			return nil, mistake(p.at, "unknown key %s", p.key)
		}
		if p.value.What != document.Single && p.key != "dice" {
			return nil, p.value.mistake("expected a single value")
		}
		want := p.value.Text
		switch p.key {
		case "dice":
			faces, err := each(p.value, die)
			if err != nil {
				return nil, err
			}
			want = faceText(faces)
		case "result": // NR is told as -
			r, err := p.value.result()
			if err != nil {
				return nil, err
			}
			want = r.String()
		}
		if f, err := chart.ParseFraction(want); err == nil {
			want = f.String()
		}
		out = append(out, check{p.key, want})
	}
	return out, err
}

func faceText(faces []int) string {
	s := make([]string, len(faces))
	for i, f := range faces {
		s[i] = strconv.Itoa(f)
	}
	return strings.Join(s, " ")
}
