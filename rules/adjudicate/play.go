package adjudicate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// shelf is the games that cases were played with, each read once.
type shelf map[string]*modules.Definition

func (s shelf) game(id string) (*modules.Definition, error) {
	if d, ok := s[id]; ok {
		return d, nil
	}
	d, err := rules.Modules().Load(id)
	if err == nil {
		s[id] = d
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
	told   []string
}

// run plays the case. It returns what happened, step by step, and why the case
// failed.
func (c *Case) run(games shelf) ([]string, error) {
	p := &player{c: c, script: &dice.Script{Faces: c.dice}}
	if err := p.open(games); err != nil {
		return nil, err
	}
	for _, st := range c.steps {
		p.told = append(p.told, fmt.Sprintf("%s: %s", st.by, st.command))
		if err := p.step(st); err != nil {
			return p.told, fmt.Errorf("line %d: %s: %w", st.line, st.command, err)
		}
	}
	if n := p.script.Left(); n > 0 {
		return p.told, fmt.Errorf("%d dice left over", n)
	}
	return p.told, p.check()
}

// open sets up the position and begins its phase.
func (p *player) open(games shelf) error {
	base, err := games.game(p.c.Module)
	if err != nil {
		return err
	}
	p.c.edit.Edition = cmp.Or(p.c.edit.Edition, base.Edition)
	def, err := base.With(p.c.edit)
	if err != nil {
		return err
	}
	if ph := p.c.phase; !def.Plays(ph.Side) || ph.Name != view.SetUp && !slices.Contains(def.Own.PhasesOf(ph.Side), ph.Name) {
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

// awaited are the hexes with the letters of the entry areas that a side's units of a game wait for.
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

// position is where the case begins. A unit that arrives in an area for which the game has
// units of its side wait waits too.
func (c *Case) position(def *modules.Definition, awaited map[order.Side][]hex.Hex) (rules.Position, error) {
	pos, err := rules.Setup(def, "")
	if err != nil {
		return pos, err
	}
	// RULING: afb 5.0: A case plays by the units that set-up and orders of arrival name, and
	// draws none from the cup. For: a case says what stands where, and its dice are for what
	// it plays. Against: afb 5.0 has the Soviet infantry drawn from a cup before anybody sets
	// up.
	pos.Cup = nil
	if pos.Counts, err = c.own.Counts(def, c.phase); err != nil {
		return pos, err
	}
	pos.Turn, pos.Phase = c.turn, c.phase
	if c.units != nil {
		pos.Units = nil
		for _, u := range c.units {
			for _, m := range u.placed.Marks {
				if _, ok := def.Mark(m); !ok {
					return pos, fmt.Errorf("unit %s: %s has no marker %s", u.placed.ID, c.Module, m)
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

// tell notes what was told, for whoever wants the events of each step.
func (p *player) tell(lines []view.Line) {
	for _, l := range lines {
		p.told = append(p.told, fmt.Sprintf("  %v (%s)%s", l.Text, l.Rule, fightText(l)))
	}
}

func fightText(l view.Line) string {
	if l.Fight == nil {
		return ""
	}
	f := l.Fight
	return fmt.Sprintf(" %v:%v = %v shift %d column %s dice %s result %s", f.Attack, f.Defence, f.Odds, f.Shift, f.Column, faceText(l.Dice), f.Result)
}

// say carries out a command, and returns what its giver is told.
func (p *player) say(st step) ([]view.Line, error) {
	if strings.Join(strings.Fields(st.command), " ") == "/game undo" {
		return p.undo(st.by)
	}
	said, err := p.m.Parse(st.by, st.command)
	if err != nil {
		return nil, err
	}
	rec, err := p.m.Decide(st.by, said.Order, p.script)
	if err != nil {
		return nil, err
	}
	p.seq++
	account, err := p.m.Apply(p.seq, rec)
	return account.For(st.by), err
}

// undo takes a side's last order back, where nobody has to consent.
func (p *player) undo(by order.Side) ([]view.Line, error) {
	u, err := p.m.Undo(by)
	switch {
	case err != nil:
		return nil, err
	case u.Consent:
		return nil, u.Denial()
	}
	p.seq++
	account, err := p.m.Revert(p.seq, u, false)
	return account.For(by), err
}

func (p *player) step(st step) error {
	lines, err := p.say(st)
	var denial *view.Denial
	if errors.As(err, &denial) {
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
	for _, want := range st.shows {
		if got, ok := show(lines, want.what); !ok || !p.same(want, got) {
			return fmt.Errorf("shows %s %q; must show %q", want.what, got, want.want)
		}
	}
	return nil
}

// instead is the legal order that a refusal suggests.
func (p *player) instead(d *view.Denial) string {
	if d.Instead == nil {
		return "none"
	}
	spec, _ := order.Find(p.m.Specs(), d.Instead.Verb)
	return order.Format(spec, *d.Instead)
}

// citations are the rules that a refusal cites, in the order of the book.
func citations(d *view.Denial) []string {
	cited := []string{string(d.Rule)}
	for _, r := range d.Also {
		cited = append(cited, string(r))
	}
	return cited
}

func (st step) mustRefuse(d *view.Denial, instead string) error {
	if st.refused == nil {
		return d
	}
	cited := citations(d)
	switch {
	case !slices.ContainsFunc(cited, func(r string) bool { return slices.Contains(st.refused, r) }):
		return fmt.Errorf("must be refused by %s: %w", strings.Join(st.refused, " or "), d)
	case st.cites != nil && !slices.Equal(cited, st.cites):
		return fmt.Errorf("must cite %s: %w", strings.Join(st.cites, ", "), d)
	case st.instead != "" && st.instead != instead:
		return fmt.Errorf("suggests %s; must suggest %s", instead, st.instead)
	}
	return nil
}

// same says whether what a command showed is what it must show. A column goes by its
// heading, the last one by it with and without its plus.
func (p *player) same(want check, got string) bool {
	if want.what == "column" {
		return got == p.c.own.Heading(p.def, want.want)
	}
	return got == want.want
}

// show finds what a command showed: the reckoning of its fight, its cost, the
// faces of all its dice.
func show(lines []view.Line, what string) (string, bool) {
	var faces []int
	for _, l := range lines {
		faces = append(faces, l.Dice...)
		if what == "cost" && l.Cost != nil {
			return l.Cost.String(), true
		}
		if l.Fight == nil {
			continue
		}
		f := l.Fight
		switch what {
		case "attack":
			return f.Attack.String(), true
		case "defence":
			return f.Defence.String(), true
		case "odds":
			return f.Odds.String(), true
		case "shift":
			return strconv.Itoa(f.Shift), true
		case "column":
			return f.Column, true
		case "roll":
			return strconv.Itoa(f.Roll), f.Roll > 0
		case "result":
			return f.Result, true
		}
	}
	return faceText(faces), what == "dice" && len(faces) > 0
}

// check compares the end with what is expected.
func (p *player) check() error {
	x, b := p.c.expect, p.m.Public().Board()
	if got := fmt.Sprintf("%s %s", b.Phase.Side, b.Phase.Name); x.phase != "" && got != x.phase {
		return fmt.Errorf("the phase is %s; must be %s", got, x.phase)
	}
	if x.turn > 0 && b.Turn != x.turn {
		return fmt.Errorf("the turn is %d; must be %d", b.Turn, x.turn)
	}
	if err := checkPending(x.pending, b.Due); err != nil {
		return err
	}
	score := b.Fact("points")
	if x.victory != "" && (score == nil || score.ID != x.victory) {
		return fmt.Errorf("victory is %+v; must be %s", score, x.victory)
	}
	for side, want := range x.vp {
		if got, ok := points(score, side); !ok || got != want {
			return fmt.Errorf("victory points of %s are %d; must be %d", side, got, want)
		}
	}
	for h, want := range x.control {
		if got := control(b, h); got != want {
			return fmt.Errorf("%v is controlled by %q; must be by %q", h, got, want)
		}
	}
	for _, s := range x.sees {
		if err := p.checkSight(s); err != nil {
			return err
		}
	}
	for _, u := range x.units {
		if err := p.checkUnit(u); err != nil {
			return err
		}
	}
	return nil
}

// points are a side's victory points; what the other side holds counts for it too.
func points(f *view.Fact, side order.Side) (int, bool) {
	if f == nil {
		return 0, false
	}
	if f.Side == side {
		return f.N, true
	}
	i := slices.IndexFunc(f.Parts, func(p view.Part) bool { return p.Side == side })
	if i < 0 {
		return 0, false
	}
	return f.Parts[i].N, true
}

// checkPending: SIDE KIND [NUMBER], or none; the number counts when written.
func checkPending(want string, due *view.Prompt) error {
	if want == "" {
		return nil
	}
	got := "none"
	if due != nil {
		got = fmt.Sprintf("%s %s", due.Side, due.Kind)
		if len(strings.Fields(want)) == 3 {
			got += " " + strconv.Itoa(due.N)
		}
	}
	if got != want {
		return fmt.Errorf("pending is %s; must be %s", got, want)
	}
	return nil
}

func control(b *view.Board, h hex.Hex) order.Side {
	for _, c := range b.Control {
		if c.Hex == h {
			return c.Side
		}
	}
	return ""
}

func (p *player) checkSight(s sight) error {
	b := p.m.Public().Board()
	if s.viewer != "public" {
		b = p.m.View(order.Side(s.viewer)).Board()
	}
	var got []order.UnitID
	for _, st := range b.Stacks {
		if st.Hex == s.hex {
			for _, k := range st.Known {
				got = append(got, k.ID)
			}
		}
	}
	if !slices.Equal(got, s.units) {
		return fmt.Errorf("%s sees %v in %v; must see %v", s.viewer, got, s.hex, s.units)
	}
	return nil
}

// checkUnit looks at a unit through its owner's eyes.
func (p *player) checkUnit(u unitCheck) error {
	var where hex.Hex
	var box string
	var k view.Counter
	for _, side := range p.m.Sides() {
		b := p.m.View(side.ID).Board()
		for _, st := range b.Stacks {
			for _, c := range st.Known {
				if c.ID == u.id && c.Side == side.ID {
					where, k = st.Hex, c
				}
			}
		}
		for _, pile := range b.OffMap {
			for _, c := range pile.Known {
				if c.ID == u.id {
					box, k = pile.Box, c
				}
			}
		}
	}
	if k.ID == "" {
		return fmt.Errorf("there is no unit %s", u.id)
	}
	if u.at != hex.None && where != u.at {
		return fmt.Errorf("%s is at %v (%s); must be at %v", u.id, where, box, u.at)
	}
	if u.steps >= 0 && (k.Steps != u.steps || box == "dead" && u.steps > 0) {
		return fmt.Errorf("%s has %d steps (%s); must have %d", u.id, k.Steps, box, u.steps)
	}
	got := map[string]bool{"dead": box == "dead", "full": box != "dead" && !k.Reduced}
	for _, m := range p.c.own.Marks() {
		got[m] = slices.Contains(k.Marks, m)
	}
	for _, t := range u.truths {
		if got[t.what] != t.want {
			return fmt.Errorf("%s: %s is %v; must be %v", u.id, t.what, got[t.what], t.want)
		}
	}
	return nil
}
