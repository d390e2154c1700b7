package show

import (
	"slices"

	"grognard/rules/bcs/chances"
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Odds returns the net of a legal Engagement (BCS 7.1), Attack (7.2) or Shock Attack (7.3), its reasons, the chance of
// each result and what results would cost. Of a barrage or an Attack by Fire it is the chance of a step lost.
func Odds(g *game.Game, s *state.Sight, b *view.Board, o order.Order) (view.Odds, *view.Denial) {
	o = o.Sorted()
	if spec, ok := g.Machine.Spec(o.Verb); !ok || !spec.Fight {
		return view.Odds{}, choice.NoSuchOrder(o.Verb)
	}
	if f := toActivate(g, s, o); f != nil {
		out, d := Odds(g, law.AsIfActive(g, s, f), b, o)
		out.Planned = true
		out.Aside = append(out.Aside, view.T("bcs.odds-as-if", "formation", f.Name))
		return out, d
	}
	if d := g.Machine.Legal(s, o); d != nil {
		return view.Odds{}, d
	}
	pos := law.Of(s)
	var c contest
	switch o.Verb {
	case "fire", "barrage":
		return barrageOdds(s, b, o), nil
	case "engage":
		aim, _ := pos.Aim(s.Piece(o.Units("unit")[0]), o.Hex("target"), o.Word("with") == law.WithSupport)
		c = engagementOf(pos, &aim)
	default:
		c = combatOf(pos, new(combat.FightOf(pos, o)))
		c.besides = append(c.besides, canAdd(g, s, o)...)
		for _, u := range law.Jumped(pos, s.Side, o.Path("target")) {
			c.besides = append(c.besides, view.T("bcs.odds-jumps", "unit", pos.Name(u.ID)))
		}
	}
	r := c.duel.reckoning(c.ev)
	out := view.Odds{Order: o, Turn: b.Turn, Phase: b.Phase, Least: c.ev.Defence, Most: c.ev.Defence, Best: r, Worst: r,
		AttackSteps: c.acting, DefenceSteps: view.Span{Least: c.against, Most: c.mostAgainst()}, Table: c.ev.Table}
	t := c.tally(g.Data.Tables[c.ev.Table])
	out.Results, out.Means = t.results, t.means
	out.Gist = c.joint
	if c.joint == (view.Gist{}) {
		out.Gist = chances.InPercent(t.throws(&c), view.Throws)
	}
	out.Outlook = slices.Concat(c.before, t.outlook(&c), c.besides)
	if o.Verb == "engage" { // the others name who can assist
		out.Outlook = append(out.Outlook, inReach(s, o)...)
	}
	return out, nil
}

// contest is a fight that could be made: who meets, how it is reckoned, and what its results would cost.
type contest struct {
	duel            duel
	ev              state.Reckoned // without a roll
	is              func(string) bool
	bySupport       bool           // Support alone is the target
	ownSupport      bool           // Support acts
	safe            bool           // the acting side cannot lose steps
	acting, against int            // the steps that each side can lose, as far as the acting side knows
	unseen          int            // combat units in the target hex that the acting side does not see
	retreating      []*state.Piece // the combat units in the target hex, which a result can make retreat
	losers          []*state.Piece // the units that can lose the steps of a result
	pos             *law.Position
	before, besides []view.Text // what a player is told before the odds and beside them
	joint           view.Gist   // with the Destruction dice; zero without any, or if units are unseen
}

// toActivate returns the Formation of the first unit of a fight whose Formation can still be activated; nil for none,
// or while a Formation is active or a decision is pending.
func toActivate(g *game.Game, s *state.Sight, o order.Order) *data.Formation {
	pos := law.Of(s)
	for _, id := range slices.Concat(o.Units("unit"), o.Units("spotter")) {
		u := s.Piece(id)
		if u == nil || s.Waiting != "" || g.Active(pos.St) != nil {
			return nil
		}
		if f := g.FormationOf(u); f != nil && law.CanActivate(pos, f) {
			return f
		}
	}
	return nil
}

// engagementOf returns the contest of an Engagement.
func engagementOf(pos *law.Position, a *law.Aim) contest {
	u := a.Firer.Unit
	c := contest{pos: pos, ev: law.Reckoned(pos, a), is: law.ConditionsOf(pos, a), bySupport: a.Target.Support != nil,
		ownSupport: a.Firer.Support != nil, safe: !a.Returned, acting: stepsOf(a.Firer),
		duel: fightOf(data.Engagement, nil, u, counter(pos, u), counter(pos, a.Target.Unit))}
	c.retreating = combat.UnitsAt(pos, a.Hex)
	c.unseen = pos.Crowd(pos.G.Def.Grid.Index(a.Hex)) - len(c.retreating)
	if c.bySupport {
		c.against = stepsOf(a.Target)
	} else {
		c.losers = law.Armed(pos, a.Hex)
		c.against = stepsOfAll(c.losers)
	}
	if c.safe {
		c.besides = append(c.besides, view.T("bcs.odds-out-of-range"))
	}
	if a.Firer.Support == nil {
		c.besides = append(c.besides, lastFire(pos, u)...)
	}
	return c
}

// stepsOf returns the steps that a gun has left: those of its Support, or of its unit.
func stepsOf(g *law.Gun) int {
	if g.Support != nil {
		return g.Support.Left
	}
	return g.Unit.Steps
}

func stepsOfAll(units []*state.Piece) (n int) {
	for _, u := range units {
		n += u.Steps
	}
	return n
}

// mostAgainst returns the most steps that the target can lose: a unit that is not seen may be the largest of its side.
func (c *contest) mostAgainst() int {
	if c.unseen == 0 || c.bySupport {
		return c.against
	}
	most := 0
	for _, id := range c.pos.G.Def.Roster {
		if u := c.pos.G.Def.Units[id]; u.Side != c.duel.by.Side {
			most = max(most, u.Steps)
		}
	}
	return max(c.against, stepsOfAll(c.retreating)+c.unseen*most)
}

// tally counts the throws, out of view.Throws, in which something happens.
type tally struct {
	results         []view.ResultChance
	means           map[string][]view.Text // of the results
	acting, against []int                  // by the steps lost; against counts the most that the target can lose
	least           []int                  // by the steps that the target loses at least
	retreats        map[string]int
	drops, traffic  int
	dies            int // the target loses its last step; 0 if it has unseen units, or is Support alone
}

// tally reads every roll of a table.
func (c *contest) tally(table *data.Table) tally {
	most := c.mostAgainst()
	t := tally{acting: make([]int, c.acting+1), against: make([]int, most+1), least: make([]int, most+1),
		retreats: map[string]int{}, means: map[string][]view.Text{}}
	for roll, throws := range chances.Of(table.Dice) {
		if throws == 0 {
			continue
		}
		entry, _ := table.Read(roll+c.ev.Net, c.is)
		result := entry.For(c.bySupport)
		t.results = addChance(t.results, result.Text, throws)
		acting, against := result.Losses(c.is)
		t.means[result.Text] = meaning(c.ev.Table, result, acting, against, c.safe, c.bySupport,
			len(c.stayers(result.Retreat)), len(c.retreating)+c.unseen)
		if c.safe {
			acting = 0
		}
		few, many := c.staying(against, result.Retreat) // BCS 7.5-11, 7.5-12: they lose a step each and stay
		t.acting[min(acting, c.acting)] += throws
		t.least[min(against+few, most)] += throws
		t.against[min(against+many, most)] += throws
		if against < c.against || c.against == 0 || c.unseen > 0 || c.bySupport { // else nobody is left to retreat
			t.retreats[result.Retreat] += throws
		}
		if result.Drop && c.bySupport {
			t.drops += throws
		}
		if result.Traffic {
			t.traffic += throws
		}
	}
	if c.unseen == 0 && !c.bySupport && c.against > 0 {
		t.dies = t.against[c.against]
	}
	return t
}

// leaving returns in how many throws somebody in the target hex retreats. Where all of them lose a step each and stay,
// nobody does: BCS 7.5-11, 7.5-12.
func (t *tally) leaving(c *contest) (n int) {
	for _, kind := range []string{data.Situational, data.Automatic} {
		if len(c.stayers(kind)) < len(c.retreating)+c.unseen {
			n += t.retreats[kind]
		}
	}
	return n
}

// outlook tells what the results mean for both sides. BCS 7.5: it names the line of the box by which each unit would
// retreat or stay, as it stands.
func (t *tally) outlook(c *contest) []view.Text {
	against, sure := atLeast(t.against), atLeast(t.least)
	for n := range against { // from what is sure of the units that are seen to what is possible
		against[n].Least = 0
		if n < min(len(sure), c.against) {
			against[n].Least = sure[n].Least
		}
	}
	stay := len(c.stayers(data.Situational)) + len(c.stayers(data.Automatic))
	lost := 0 // throws in which the acting unit loses all its steps
	if c.acting > 0 {
		lost = t.acting[c.acting]
	}
	out := []view.Text{view.T("bcs.odds-against", "losses", against, "stay", stay, "all", chance(t.dies), "n",
		c.against), view.T("bcs.odds-acting", "losses", atLeast(t.acting), "all",
		chance(lost), "support", c.ownSupport, "n", c.acting)}
	if t.drops > 0 {
		out = append(out, view.T("bcs.odds-drops", "chance", chance(t.drops)))
	}
	for _, kind := range []string{data.Situational, data.Automatic} {
		if t.retreats[kind] > 0 {
			lineOf := func(u *state.Piece) string { return c.line(u, kind) }
			out = append(out, view.T("bcs.odds-retreat", "kind", view.T("bcs.retreat-"+kind),
				"chance", chance(t.retreats[kind]), "lines", retreatLines(c.pos, c.retreating, lineOf)))
		}
	}
	if t.traffic > 0 {
		out = append(out, view.T("bcs.odds-traffic", "chance", chance(t.traffic)))
	}
	if c.unseen > 0 && !c.bySupport {
		out = append(out, view.T("bcs.odds-unseen", "n", c.unseen))
	}
	return out
}

// atLeast turns throws by the steps lost into the chances to lose one step and more, two and more, and so on.
func atLeast(lost []int) (out view.AtLeast) {
	for n := 1; n < len(lost); n++ {
		sum := 0
		for _, throws := range lost[n:] {
			sum += throws
		}
		if sum == 0 {
			break
		}
		out = append(out, chance(sum))
	}
	return out
}

// throws returns in how many of view.Throws throws the things of a Gist happen.
func (t *tally) throws(c *contest) view.Gist {
	return view.Gist{Against: view.Throws - t.against[0], Drop: t.drops, Retreat: t.leaving(c),
		Acting: view.Throws - t.acting[0], Dies: t.dies}
}

// chance returns a chance of exactly n of view.Throws throws.
func chance(n int) view.Chance { return view.Chance{Least: n, Most: n} }

// addChance adds throws to the chance of a result, which it appends to the list if the list does not have it yet.
func addChance(list []view.ResultChance, result string, throws int) []view.ResultChance {
	same := func(r view.ResultChance) bool { return r.Result == result }
	c := &first.OrAdd(&list, same, view.ResultChance{Result: result}).Chance
	c.Least, c.Most = c.Least+throws, c.Most+throws
	return list
}

// command is what counts in a SNAFU, second activation or Fatigue roll: which conditions hold, and whether a full
// result counts as partial (BCS 4.5-3: Prepared Defense).
type command struct {
	is     func(string) bool
	capped bool
}

// commandNow is what counts for a Formation as things stand.
func commandNow(pos *law.Position, f *data.Formation) command {
	return command{law.ConditionsOfCommand(pos, f), pos.G.IsPrepared(pos.St, f)}
}

// commandAhead is what will count for a Formation as its next activation begins. BCS 4.5-6: one that is MSR Blocked
// then has no Prepared Defense.
func commandAhead(pos *law.Position, f *data.Formation) command {
	return command{law.ConditionsAhead(pos, f), pos.G.IsPrepared(pos.St, f) && !law.IsOff(pos, f)}
}

// read returns the result of a roll on a table; dice is the sum of the dice, to which it adds the modifiers.
func (c command) read(pos *law.Position, name string, dice int) string {
	table := pos.G.Data.Tables[name]
	for _, m := range table.Applies(c.is) {
		dice += m.N
	}
	if result, _ := table.Read(dice, c.is); result.Word != data.Full || !c.capped {
		return result.Text
	}
	return data.Partial
}

// chances returns in words what a roll on a table can bring, in percent that add up to 100; nil without the table.
func (c command) chances(pos *law.Position, name string) (out []view.Text) {
	all, shown := 0, 0
	for _, r := range c.results(pos, name) {
		all += r.Chance.Least
		n := chances.Percent(all) - shown
		out, shown = append(out, view.T("bcs.chance-rounded", "result", r.Result, "n", n)), shown+n
	}
	return out
}

// ResultsNow returns the results that a roll of command of a Formation can have now, nil where the table is not known.
func ResultsNow(pos *law.Position, f *data.Formation, table string) []view.ResultChance {
	return commandNow(pos, f).results(pos, table)
}

// results returns the results that a roll on a table can have, nil where the table is not known.
func (c command) results(pos *law.Position, name string) (results []view.ResultChance) {
	if len(law.CheckTable(pos, name, c.is)) > 0 {
		return nil
	}
	for roll, throws := range chances.Of(pos.G.Data.Tables[name].Dice) {
		if throws > 0 {
			results = addChance(results, c.read(pos, name, roll), throws)
		}
	}
	return results
}
