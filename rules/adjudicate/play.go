package adjudicate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/casefile"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/rulebook"
	"grognard/rules/view"
)

// moduleCache keeps the games of cases, so that each is read once.
type moduleCache struct {
	read   map[string]*modules.Definition
	broken map[string]error // why a game cannot be used
}

func (s moduleCache) game(id string) (*modules.Definition, error) {
	if d, ok := s.read[id]; ok || s.broken[id] != nil {
		return d, s.broken[id]
	}
	d, err := rules.Modules().Load(id)
	if err == nil {
		s.read[id] = d
	}
	return d, err
}

// player runs one case.
type player struct {
	c      *Case
	m      *rules.Match
	def    *modules.Definition
	script *dice.Script
	seq    uint64
	told   []string // what happened, step by step
}

// run plays the case. It returns why the case failed.
func (p *player) run(games moduleCache) error {
	if err := p.open(games); err != nil {
		return err
	}
	for _, st := range p.c.steps {
		if err := p.passOver(st); err != nil {
			return err
		}
		p.told = append(p.told, fmt.Sprintf("%s: %s", st.by, st.command))
		if err := p.step(st); err != nil {
			return fmt.Errorf("line %d: %s: %w", st.line, st.command, err)
		}
	}
	if due := p.m.Public().Board().Due; due != nil && !strings.Contains(p.c.owed, due.Kind) { // not expected
		if err := p.passOver(step{}); err != nil { // no step follows
			return err
		}
	}
	if n := p.script.Left(); n > 0 {
		return fmt.Errorf("%d dice left over", n)
	}
	if p.c.expect == nil {
		return nil
	}
	return p.c.expect(p.seen())
}

// passOver declines a decision that a side may make before the phase's next die, unless the next step is about that
// decision. So cases can leave such decisions out.
func (p *player) passOver(next step) error {
	due := p.m.Public().Board().Due
	if due == nil || !due.First {
		return nil
	}
	if said, _, _ := strings.Cut(next.command, " "); slices.Contains([]string{"/" + due.Kind, "/pass", "/game"}, said) {
		return nil
	}
	_, err := p.decide(due.Side, order.Order{Verb: "pass"})
	return err
}

// seen returns what everybody sees now.
func (p *player) seen() rules.Seen {
	s := rules.Seen{Public: p.m.Public().Board(), Own: map[order.Side]*view.Board{}}
	for _, side := range p.m.Sides() {
		s.Own[side.ID] = p.m.View(side.ID).Board()
	}
	return s
}

// open sets up the position and begins its phase.
func (p *player) open(games moduleCache) error {
	base, err := games.game(p.c.Module)
	if err != nil {
		return err
	}
	p.c.edit.Edition = cmp.Or(p.c.edit.Edition, base.Edition)
	p.c.edit.Blank = p.c.edit.Blank || base.Blank
	def, err := base.With(p.c.edit)
	if err != nil {
		return err
	}
	if ph := p.c.phase; !def.Plays(ph.Side) || ph.Name != view.SetUp &&
		!slices.Contains(def.Own.PhasesOf(ph.Side), ph.Name) {
		return fmt.Errorf("%s has no phase %s %s", p.c.Module, p.c.phase.Side, p.c.phase.Name)
	}
	pos, err := p.c.position(def, awaited(base))
	if err != nil {
		return err
	}
	p.def = def
	if p.m, err = rules.New(def, pos); err != nil {
		return err
	}
	rec, err := p.m.Begin(p.script)
	if err != nil {
		return err
	}
	p.seq++
	account, err := p.m.Apply(p.seq, rec)
	p.tell(account.Public())
	return err
}

// awaited returns, by side, the first hex of each entry area that units of the game need to control to arrive.
func awaited(d *modules.Definition) map[order.Side][]hex.Hex {
	letters := map[order.Side][]hex.Hex{}
	for _, s := range d.Scenarios {
		for _, a := range s.Arrivals {
			for _, g := range a.Groups {
				if area, ok := d.Area(g.Entry); ok && g.IfControlled {
					letters[g.Side] = append(letters[g.Side], area.Hexes[0])
				}
			}
		}
	}
	return letters
}

// position returns the position in which the case begins. A unit arriving in an awaited area waits for its control.
func (c *Case) position(def *modules.Definition, awaited map[order.Side][]hex.Hex) (rules.Position, error) {
	pos, err := rules.Setup(def, "") // of the first scenario
	if err != nil {
		return pos, err
	}
	// RULING: afb 5.0: A case plays by the units that set-up and orders of arrival name, and draws none from the cup.
	// For: a case says what stands where, and its dice are for what it plays. Against: afb 5.0 has the Soviet infantry
	// drawn from a cup before anybody sets up.
	pos.Drawn = nil
	begins, err := c.own.Begins(def, c.phase)
	if err != nil {
		return pos, err
	}
	if begins != nil {
		pos.Own = begins
	}
	pos.Turn, pos.Phase = c.turn, c.phase
	if def.Blank { // the game's own length, because the case is in none of its scenarios
		pos.Turns = def.Turns
	}
	if c.units != nil {
		pos.Units = nil
		for _, u := range c.units {
			for _, m := range u.placed.Marks {
				if _, ok := def.Mark(m); !ok {
					return pos, fmt.Errorf("unit %s: %w", u.placed.ID,
						casefile.Mistake(u.spot, "%s has no marker %s", c.Module, m))
				}
			}
			if len(u.placed.Entry) > 0 && slices.Contains(awaited[u.counter.Side], u.placed.Entry[0]) {
				u.placed.Waits = true
			}
			if u.within > 0 {
				u.placed.Entry = def.Standable(u.counter.Side, def.Within(u.placed.At, u.within), u.placed.At)
			}
			pos.Units = append(pos.Units, u.placed)
		}
	}
	return pos, nil
}

// tell records what was told, for the list of events that a verbose run prints.
func (p *player) tell(lines []view.Line) {
	for _, l := range lines {
		p.told = append(p.told, fmt.Sprintf("  %v (%s)%s", l.Text, l.Rule, fightText(l)))
	}
}

func fightText(l view.Line) string {
	if l.Reckoned == nil {
		return ""
	}
	f := l.Reckoned
	return fmt.Sprintf(" %v:%v = %v shift %d column %s dice %s result %s", f.Attack, f.Defence, f.Odds, f.Shift,
		f.Column, faceText(l.Dice), f.Result)
}

// say carries out a command and returns what its side is told.
func (p *player) say(st step) ([]view.Line, error) {
	if strings.Join(strings.Fields(st.command), " ") == "/game undo" {
		return p.undo(st.by)
	}
	if _, err := order.Parse(p.m.Specs(), st.command, p.m.Public().Board().Map.Names(st.by)); err != nil {
		return nil, err // the author misspelled it, which a refusal for another reason would hide
	}
	parsed, err := p.m.Parse(st.by, st.command)
	var problem *order.Problem
	// A unit that is not the side's is left to the rules: in a case a paragraph must refuse it, not the parser.
	if err != nil && !(errors.As(err, &problem) && problem.ID == order.NoUnit) {
		return nil, err
	}
	return p.decide(st.by, parsed.Order)
}

// decide carries out an order and returns what its side is told.
func (p *player) decide(by order.Side, o order.Order) ([]view.Line, error) {
	rec, err := p.m.Decide(by, o, p.script)
	if err != nil {
		return nil, err
	}
	p.seq++
	account, err := p.m.Apply(p.seq, rec)
	return account.For(by), err
}

// undo takes back a side's last order, if nobody has to consent.
func (p *player) undo(by order.Side) ([]view.Line, error) {
	u, err := p.m.Undo(by)
	switch {
	case err != nil:
		return nil, err
	case u.Consent:
		return nil, u.Denial()
	}
	p.seq++
	account, err := p.m.Revert(p.seq, u, false) // false, because nobody else has read accounts of the case
	return account.For(by), err
}

// step carries out a step of the case. The error says how it comes out otherwise than the case has it.
func (p *player) step(st step) error {
	lines, err := p.say(st)
	if denial, ok := errors.AsType[*view.Denial](err); ok {
		p.told = append(p.told, "  "+denial.Error()+"; instead: "+p.instead(denial))
		p.c.denied = append(p.c.denied, denied{st.refused, citations(denial)})
		return st.mustRefuse(denial, p.instead(denial))
	}
	if err != nil {
		return err
	}
	if st.refused != nil {
		return fmt.Errorf("accepted, but must be refused by %s", strings.Join(st.refused, " or "))
	}
	p.tell(lines)
	if st.shows == nil {
		return nil
	}
	return st.shows(rules.Told{Game: p.def, Lines: lines})
}

// instead returns the legal order that a refusal suggests, "none" if it suggests none.
func (p *player) instead(d *view.Denial) string {
	if d.Instead == nil {
		return "none"
	}
	spec, _ := order.Find(p.m.Specs(), d.Instead.Verb)
	return order.Format(spec, *d.Instead)
}

// citations returns the rules that a refusal cites, the main one first.
func citations(d *view.Denial) []string {
	cited := []string{string(d.Rule)}
	for _, r := range d.Also {
		cited = append(cited, string(r))
	}
	return cited
}

// mustRefuse returns nil if a refusal is what the step wants, else what is wrong with it.
func (st step) mustRefuse(d *view.Denial, instead string) error {
	if st.refused == nil {
		return d
	}
	cited := citations(d)
	switch {
	case !slices.ContainsFunc(cited, func(r string) bool { return meetsAny(st.refused, r) }):
		return fmt.Errorf("must be refused by %s: %w", strings.Join(st.refused, " or "), d)
	case st.cites != nil && !slices.EqualFunc(st.cites, cited, rulebook.Meets):
		return fmt.Errorf("must cite %s: %w", strings.Join(st.cites, ", "), d)
	case st.instead != "" && st.instead != instead:
		return fmt.Errorf("suggests %s; must suggest %s", instead, st.instead)
	}
	return nil
}

// meetsAny reports whether a citation is of one of the paragraphs asked for, or of a clause of one.
func meetsAny(asked []string, cited string) bool {
	return slices.ContainsFunc(asked, func(a string) bool { return rulebook.Meets(a, cited) })
}
