package adjudicate

import (
	"fmt"
	"strings"

	"grognard/rules"
	"grognard/rules/casefile"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Case is one adjudication case.
type Case struct {
	Name   string
	Rules  []string
	File   string
	Line   int
	Module string

	edit    modules.Edit
	turn    int
	phase   view.Phase
	control map[hex.Hex]order.Side
	own     rules.Case // the part that the series reads
	units   []unit     // nil: the units of the module's set-up
	dice    []int
	steps   []step
	expect  casefile.Check[rules.Seen] // what must be true in the end, nil for nothing
	owed    string                     // the decision that must be pending in the end, "" if the case does not say

	denied []denied // the refusals of its orders, once the case has run
}

// denied is a refusal: by are the rules of which the case wants one to refuse, cited those that it cited.
type denied struct{ by, cited []string }

// where names the case in a message.
func (c *Case) where() string { return fmt.Sprintf("%s: line %d: %s", c.File, c.Line, c.Name) }

// step is one command and its expected result.
type step struct {
	line    int
	by      order.Side
	command string
	refused []string                   // one of these rules must refuse it; nil for a command that must be accepted
	cites   []string                   // all rules that the refusal must cite, in their order; nil: not checked
	instead string                     // the order that the refusal must suggest, or "none"; "": not checked
	shows   casefile.Check[rules.Told] // what its result must show; nil: not checked
}

// readCase reads a case. Its module says of which series it is, and that decides which further keys are known.
func readCase(n casefile.Node, games moduleCache) (*Case, error) {
	c := &Case{Line: n.Line, control: map[hex.Hex]order.Side{}}
	if err := c.begin(n, games); err != nil {
		return c, err
	}
	var version string
	var errata bool
	keys := casefile.Keys{
		"name":    casefile.Into(&c.Name, casefile.Node.Word),
		"rules":   casefile.Into(&c.Rules, citedRules),
		"module":  casefile.Into(&c.Module, casefile.Node.Word),
		"version": casefile.Into(&version, casefile.Node.Cited),
		"errata":  casefile.Into(&errata, casefile.Node.Yes),
		"turn":    casefile.Into(&c.turn, casefile.Node.Whole),
		"phase":   casefile.Into(&c.phase, readPhase),
		"dice":    casefile.Into(&c.dice, func(n casefile.Node) ([]int, error) { return casefile.Each(n, die) }),
		"control": casefile.Into(&c.control, holders),
		"map":     c.readMap,
		"units":   c.readUnits,
		"play":    func(n casefile.Node) (err error) { c.steps, err = casefile.Each(n, c.readStep); return err },
		"expect":  c.readExpect,
	}
	if err := n.FieldsOf(c.own.Series(), keys.Beside(c.own.Keys())); err != nil {
		return c, err
	}
	if err := c.finishUnits(); err != nil {
		return c, err
	}
	if c.Name == "" || c.turn < 1 || c.phase.Name == "" {
		return c, n.Mistake("a case needs name, module, turn and phase")
	}
	c.edit.Edition, c.edit.Errata, c.edit.Control, c.edit.Own = version, errata, c.control, c.own.Edit()
	return c, nil
}

// begin reads the name of a case, and sets c.own by the series of its module. Both can stand anywhere in the case.
func (c *Case) begin(n casefile.Node, games moduleCache) error {
	for _, it := range n.Items {
		switch {
		case it.Value == nil:
		case it.Key.Text == "name":
			c.Name = it.Value.Text
		case it.Key.Text == "module":
			d, err := games.game(it.Value.Text)
			if err == nil {
				c.own, err = rules.CaseOf(d)
			}
			if err != nil {
				return casefile.Mistake(it.Value.Spot, "%v", err)
			}
		}
	}
	if c.own == nil {
		return n.Mistake("a case needs name, module, turn and phase")
	}
	return nil
}

func texts(n casefile.Node) ([]string, error) { return casefile.Each(n, casefile.Node.Word) }

// citedRules reads a list of cited rules.
func citedRules(n casefile.Node) ([]string, error) { return casefile.Each(n, casefile.Node.Cited) }

func die(n casefile.Node) (int, error) {
	f, err := n.Whole()
	if err == nil && (f < 1 || f > 6) {
		err = n.Mistake("a die has faces from 1 to 6")
	}
	return f, err
}

func readPhase(n casefile.Node) (view.Phase, error) {
	s, err := n.Word()
	if err != nil {
		return view.Phase{}, err
	}
	side, name, ok := strings.Cut(s, " ")
	if !ok {
		return view.Phase{}, n.Mistake("a phase is written SIDE PHASE")
	}
	return view.Phase{Side: order.Side(side), Name: strings.ReplaceAll(name, " ", "-")}, nil
}

// holders reads a mapping from hexes to the sides that control them.
func holders(n casefile.Node) (map[hex.Hex]order.Side, error) {
	pairs, err := n.Mapping()
	out := map[hex.Hex]order.Side{}
	for _, p := range pairs {
		h, err := p.HexKey()
		if err != nil {
			return nil, err
		}
		s, err := p.Value.Word()
		if err != nil {
			return nil, err
		}
		out[h] = order.Side(s)
	}
	return out, err
}

func (c *Case) readMap(n casefile.Node) error {
	e := &c.edit
	return n.Fields(casefile.Keys{
		"blank": casefile.Into(&e.Blank, casefile.Node.Yes),
		"hexes": casefile.IntoMap(&e.Hexes, casefile.Pair.HexKey, texts),
		"sides": casefile.IntoMap(&e.Sides, casefile.Pair.SideKey, texts),
		"roads": casefile.Into(&e.Roads, func(n casefile.Node) ([]geography.Way, error) {
			return casefile.Each(n, readWay)
		}),
		"supply": casefile.IntoMap(&e.Supply, casefile.Pair.SideName, hexes),
	})
}

func hexes(n casefile.Node) ([]hex.Hex, error) { return casefile.Each(n, casefile.Node.Hex) }

func readWay(n casefile.Node) (geography.Way, error) {
	var w geography.Way
	err := n.Fields(casefile.Keys{"kind": casefile.Into(&w.Kind, casefile.Node.Word),
		"path": casefile.Into(&w.Path, hexes)})
	return w, err
}

func (c *Case) readStep(n casefile.Node) (step, error) {
	st := step{line: n.Line}
	pairs, err := n.Mapping()
	for _, p := range pairs {
		switch p.Key {
		case "refused":
			if _, notList := p.Value.List(); notList == nil {
				st.refused, err = citedRules(p.Value)
			} else {
				var one string
				one, err = p.Value.Cited()
				st.refused = []string{one}
			}
		case "cites":
			st.cites, err = citedRules(p.Value)
		case "instead":
			st.instead, err = p.Value.Word()
		case "shows":
			checks := casefile.Checks[rules.Told]{"cost": casefile.Is(number, cost), "dice": casefile.Is(faces, thrown)}
			st.shows, err = checks.Beside(c.own.Shows()).Read(p.Value, c.own.Series())
		default:
			if st.command != "" {
				return st, casefile.Mistake(p.At, "a step is one command: %s is unknown", p.Key)
			}
			st.by = order.Side(p.Key)
			st.command, err = p.Value.Word()
		}
		if err != nil {
			return st, err
		}
	}
	switch {
	case err != nil:
	case st.command == "":
		err = n.Mistake("a step needs a command")
	case st.refused == nil && (st.cites != nil || st.instead != ""):
		err = n.Mistake("cites and instead belong to refused")
	}
	return st, err
}
