// Package reasons adds reasons to what the law says, where a clause alone does not tell a player what to do: what
// blocks an MSR and where, what shuts a unit in, for what reinforcements and Replacement Points wait.
//
// It may import data, game and law. It must not decide anything: a violation gets another text and stays what it is.
package reasons

import (
	"fmt"
	"slices"

	"grognard/rules/bcs/barriers"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// When returns a check of the time of an order that gives the reasons for what it finds; nil stays nil.
func When(check func(*game.Attempt) []choice.Violation) func(*game.Attempt) []choice.Violation {
	if check == nil {
		return nil
	}
	return func(c *game.Attempt) []choice.Violation { return explained(c, "", check(c)) }
}

// Check returns a check of a pick that gives the reasons for what it finds; nil stays nil.
func Check(check func(*game.Attempt, view.Pick) []choice.Violation) func(*game.Attempt, view.Pick) []choice.Violation {
	if check == nil {
		return nil
	}
	return func(c *game.Attempt, pick view.Pick) []choice.Violation {
		return explained(c, pick.Unit, check(c, pick))
	}
}

// explained replaces texts of violations by texts with their reasons. id is the unit that was picked, "" for none.
func explained(c *game.Attempt, id order.UnitID, broken []choice.Violation) []choice.Violation {
	for i := range broken {
		p, u, why := law.Of(c.Sight), c.Sight.Piece(id), &broken[i].Why
		switch f := p.G.Active(p.St); {
		case why.ID == "bcs.recover-trains" && f != nil:
			*why = view.T("bcs.recover-trains", "why", Illegal(p, f))
		case why.ID == "bcs.hq-fire":
			if by := barriers.Fire(p, p.G.Enemy(c.Sight.Side), why.Arg("hex").(hex.Hex)); by != nil {
				*why = view.T("bcs.hq-fire-by", "unit", why.Arg("unit"), "by", by, "hex", why.Arg("hex"))
			}
		case u == nil: // the texts below are about the unit that was picked
		case why.ID == "bcs.refit-trains":
			*why = view.T("bcs.refit-trains", ofTrains(p, p.G.FormationOf(u))...)
		case why.ID == "bcs.nowhere":
			reason, rules := shutIn(c, u)
			*why = view.T("bcs.nowhere", "unit", p.Name(id), "why", reason, "rules",
				fmt.Sprint(u.At.Hex, rules))
		case why.ID == "bcs.does-not-arrive":
			*why = noArrival(p, u)
		}
	}
	return broken
}

// ofTrains returns what texts say of a Formation whose Trains lie in no Legal Hex.
func ofTrains(p *law.Position, f *data.Formation) []any {
	return []any{"formation", f.Name, "why", Illegal(p, f)}
}

// noArrival says why a unit does not enter the map.
func noArrival(p *law.Position, u *state.Piece) view.Text {
	switch f := p.G.FormationOf(u); {
	case !isDue(p, u):
		return view.T("bcs.does-not-arrive", "unit", p.Name(u.ID))
	case !law.Arrives(p, u) && f != nil:
		return view.T("bcs.arrives-trains", ofTrains(p, f)...)
	}
	return view.T("bcs.no-free-gate", "unit", p.Name(u.ID))
}

func isDue(p *law.Position, u *state.Piece) bool {
	return u.At.Box == state.Coming && u.Due > 0 && u.Due <= p.St.Turn && p.G.IsCombat(u)
}

// shutIn returns why a unit cannot enter hexes beside it, as nested texts, "" for nothing, and the clauses, except
// law.Movement, that bar it.
func shutIn(c *game.Attempt, u *state.Piece) (why any, rules []view.Rule) {
	why = ""
	for h := range c.Sight.Def.Grid.Neighbours(u.At.Hex) {
		_, d := law.Of(c.Sight).G.Machine.Offer(c.Sight, "move", []view.Pick{{Unit: u.ID}, {Hex: h, N: 1}})
		if d != nil && d.Rule != law.Movement && !slices.Contains(rules, d.Rule) {
			why = view.T("bcs.shut-in", "before", why, "why", d.Why, "rule", string(d.Rule))
			rules = append(rules, d.Rule)
		}
	}
	return why, rules
}

// Together adds a text whose first argument is a unit. Texts with one ID and one last argument become one of all units.
func Together(texts []view.Text, of view.Text) []view.Text {
	last := len(of.Args) - 1
	text := first.OrAdd(&texts, func(t view.Text) bool { return t.ID == of.ID && t.Args[last] == of.Args[last] },
		view.Text{ID: of.ID, Args: append([]any{"unit", []view.Name(nil)}, of.Args[2:]...)})
	text.Args[1] = append(text.Args[1].([]view.Name), of.Arg("unit").(view.Name))
	return texts
}

// Illegal lists the clauses by which the Trains of a Formation are not in a Legal Hex, and, if the MSR is blocked, by
// what and where; nil if they are in one.
func Illegal(p *law.Position, f *data.Formation) (why []view.Text) {
	if f == nil || law.InLegalHex(p, f) {
		return nil
	}
	if law.IsOff(p, f) {
		return []view.Text{view.T("bcs.trains-are-off")}
	}
	at := p.G.Trains(p.St, f).At.Hex
	for _, clause := range law.LegalTrains(p, f, p.G.Def.Grid.Index(at)) {
		text := view.T("bcs.trains-"+clause, "hex", at)
		if blocks := barriers.OfMSR(p, f); clause == "10.3-8" && blocks != nil {
			text = view.T("bcs.trains-barred", "blocks", blocks)
		}
		why = append(why, view.T("bcs.because", "why", text, "rule", clause))
	}
	return why
}

// Trains returns a function that, called after st has changed, tells of Trains whose hex has ceased to be a Legal Hex,
// or has become one; of those of a jumped HQ once it has retreated, in any case, as st does not know what was told.
// Everybody hears these lines: zones and counters of command are open also where stacks are hidden (5.5-2).
func Trains(g *game.Game, st *state.State) func() []view.Line {
	p := law.NewPosition(g, st)
	before, jumped := legal(p), slices.Clone(st.Pending)
	return func() (lines []view.Line) {
		p.Reset(g, st) // in its own memory
		now := legal(p)
		for i := range g.Data.Formations {
			f := &g.Data.Formations[i]
			was, known := before[f.ID]
			is, onMap := now[f.ID]
			if !known || !onMap || IsJumped(st.Pending, f.HQ) || was == is && !IsJumped(jumped, f.HQ) {
				continue
			}
			l := view.Line{Text: view.T("bcs.told.trains-legal", "formation", f.Name), Rule: "10.3-2"}
			if !is {
				l.Text = view.T("bcs.told.trains-illegal", ofTrains(p, f)...)
			}
			lines = append(lines, l)
		}
		return lines
	}
}

// legal says of each Formation with Trains on the map whether they lie in a Legal Hex.
func legal(p *law.Position) map[order.GroupID]bool {
	out := map[order.GroupID]bool{}
	for i := range p.G.Data.Formations {
		if f := &p.G.Data.Formations[i]; p.G.Trains(p.St, f) != nil && !law.IsOff(p, f) {
			out[f.ID] = law.InLegalHex(p, f)
		}
	}
	return out
}

// IsJumped reports whether one of the pending questions is where a jumped HQ retreats to (BCS 9.1f-1).
func IsJumped(pending []state.Question, hq order.UnitID) bool {
	return slices.ContainsFunc(pending, func(q state.Question) bool { return q.Rule == law.HQLine && q.Units[0] == hq })
}

// Withheld tells in a Reinforcements Phase why its side cannot use Replacement Points for units that have lost steps,
// and why units that are due do not enter, each reason once. It is the zero Line where nothing waits, and where stacks
// are hidden: there the phase does not pass by itself.
func Withheld(g *game.Game, st *state.State) (l view.Line) {
	now := st.Phase()
	if now.Name != game.Reinforcements || g.Data.Hidden {
		return l
	}
	why, texts, p := any(""), []view.Text(nil), law.NewPosition(g, st)
	for i := range p.St.Pieces {
		u := &p.St.Pieces[i]
		if text := waits(p, u); u.Side == now.Side && text.ID == "bcs.other-point" {
			texts = Together(texts, text)
		} else if u.Side == now.Side && text.ID != "" {
			first.OrAdd(&texts, func(t view.Text) bool { return t.String() == text.String() }, text)
		}
	}
	for _, text := range texts {
		why = view.T("bcs.shut-in", "before", why, "why", text, "rule", "")
		l = view.Line{Text: view.T("bcs.told.withheld", "side", now.Side, "why", why), Rule: "9.4-1"}
	}
	return l
}

// waits says why a unit gets no Replacement Point or does not enter the map; the zero Text if it waits for neither.
func waits(p *law.Position, u *state.Piece) view.Text {
	isHurt := u.At.Box == state.Dead || u.OnMap() && u.Steps < p.G.Def.Units[u.ID].Steps
	switch broken, quiet := law.BarsRefit(p, u), []string{"bcs.no-points", "bcs.gone"}; {
	case !p.G.IsCombat(u):
	case isDue(p, u) && (!law.Arrives(p, u) || len(law.Gates(p, u)) == 0):
		return noArrival(p, u)
	case !isHurt || len(broken) == 0 || slices.Contains(quiet, broken[0].Why.ID) ||
		broken[0].Why.ID == "bcs.other-point" && law.HasPoints(p, u.Side, game.AVPoint, game.OtherPoint):
	case broken[0].Why.ID == "bcs.refit-trains":
		return view.T("bcs.refit-trains", ofTrains(p, p.G.FormationOf(u))...)
	default:
		return broken[0].Why
	}
	return view.Text{}
}

// Idle returns the rolls by which the Fatigue of a Formation would not rise.
func Idle(p *law.Position, f *data.Formation) (rolls []string) {
	for _, r := range p.G.Data.Tables[data.Fatigue].Rows(law.ConditionsOfCommand(p, f)) {
		if r.Result.Levels == 0 {
			rolls = append(rolls, r.Rolls())
		}
	}
	return rolls
}
