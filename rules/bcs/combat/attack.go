package combat

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// BCS 7.2 Attacks. A unit that attacks or assists is not Stopped or Finished by that.

// WhenTable returns the check for orders of fights and fire: they are given among the activities, and the game must
// have the table of that name.
func WhenTable(name string) func(*game.Attempt) []choice.Violation {
	return func(c *game.Attempt) []choice.Violation {
		out := law.When(game.Activities)(c)
		if len(out) == 0 && law.Of(c.Sight).G.Data.Tables[name] == nil {
			return law.NoTable(name)
		}
		return out
	}
}

// NextAttack proposes the attacking unit, the hexes beside it, who assists, and a mission with its points.
func NextAttack(c *game.Attempt) []view.Pick {
	if len(c.Units) == 0 || len(c.Targets) == 0 {
		return nextFight(c)
	}
	p := law.Of(c.Sight)
	var picks []view.Pick
	for i := range c.Sight.Own {
		if u := &c.Sight.Own[i]; u.OnMap() && p.G.IsCombat(u) {
			picks = append(picks, view.Pick{Unit: u.ID, Arg: 1}) // 1: the second option of units, those that assist
		}
	}
	return append(picks, NextMission(c)...)
}

// nextFight proposes a unit of the active Formation, and then the hexes beside it.
func nextFight(c *game.Attempt) (picks []view.Pick) {
	if len(c.Units) == 0 {
		return law.NextOwn(c)
	}
	for h := range c.Sight.Def.Grid.Neighbours(c.Units[0].At.Hex) {
		picks = append(picks, view.Pick{Hex: h})
	}
	return picks
}

// CheckAttack lists what a pick of an Attack breaks.
func CheckAttack(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := law.Of(c.Sight)
	switch {
	case pick.Unit != "" && pick.Arg == 0:
		return checkAttacker(p, c, c.Sight.Piece(pick.Unit))
	case len(c.Units) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-unit"))
	case pick.Hex != hex.None:
		return checkAttacked(p, c.Units[0], pick.Hex)
	case len(c.Targets) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-target"))
	case pick.Unit != "":
		return checkAssist(p, c, c.Sight.Piece(pick.Unit))
	}
	return checkMissionInFight(p, c, pick, InAttack)
}

// checkAttacker lists what keeps a unit from attacking. BCS 7.2-2: it must show an Assault Arrow. BCS 7.2-8: a Stopped
// unit may attack.
func checkAttacker(p *law.Position, c *game.Attempt, u *state.Piece) []choice.Violation {
	name := p.Name(u.ID)
	if len(c.Units) > 0 {
		return law.Violations(law.Naming, view.T("bcs.one-unit", "order", law.VerbText(p, c.Verb())))
	}
	out := checkFighter(p, u)
	if !p.G.Face(u).Arrow {
		out = append(out, law.Violation("7.2-2", view.T("bcs.no-arrow", "unit", name)))
	}
	if len(out) == 0 && len(c.Rest) == 0 && !someBeside(p, u, checkAttacked) { // a target in Rest is judged instead
		out = law.Violations("7.2", view.T("bcs.nothing-to-attack", "unit", name))
	}
	return out
}

// someBeside reports whether a check has nothing against a hex beside a unit.
func someBeside(p *law.Position, u *state.Piece,
	check func(*law.Position, *state.Piece, hex.Hex) []choice.Violation) bool {
	return p.G.Def.Grid.AnyNeighbour(u.At.Hex, func(h hex.Hex) bool { return len(check(p, u, h)) == 0 })
}

// checkFighter lists what keeps a unit from attacking or assisting. BCS 1.2d-3: unprepared units do neither. BCS 7.2-7:
// nor do Finished ones.
func checkFighter(p *law.Position, u *state.Piece) []choice.Violation {
	name := p.Name(u.ID)
	out := law.CheckOrdered(p, u)
	if !law.IsPrepared(p.G, u) {
		out = append(out, law.Violation("1.2d-3", view.T("bcs.unprepared", "unit", name)))
	}
	if finished := law.CheckFinished(p, u); len(finished) > 0 {
		out = append(append(out, finished...), law.Violation("7.2-7", view.T("bcs.finished", "unit", name)))
	}
	return out
}

// checkAttacked lists what keeps a unit from attacking a hex. BCS 7.2-1: a hex is attacked once in an activation.
//
// RULING: 7.2-1: A Shock Attack is no attack by which a hex counts as attacked, nor is it kept from one that was. For:
// any number of Shock Attacks hits a hex (7.3-7). Against: they are attacks, too.
func checkAttacked(p *law.Position, u *state.Piece, h hex.Hex) (out []choice.Violation) {
	if out = checkBeside(p, u, h, "7.2"); len(out) > 0 {
		return out
	}
	if p.St.Flagged(h, game.Attacked) {
		out = append(out, law.Violation("7.2-1", view.T("bcs.attacked", "hex", h)))
	}
	if len(out) == 0 {
		out = checkAhead(p, u, afterAdvance(p, []*state.Piece{u}, h))
	}
	return append(out, checkCombatTable(p, &Fight{Unit: u, Hex: h})...)
}

// checkBeside lists a violation of rule unless the hex lies beside the unit and has an enemy combat unit.
func checkBeside(p *law.Position, u *state.Piece, h hex.Hex, rule string) []choice.Violation {
	d := Defending(p, h)
	switch {
	case d == nil || d.Side == u.Side:
		return law.Violations(rule, view.T("bcs.no-units-there", "hex", h))
	case !p.G.Def.Grid.Touch(u.At.Hex, h):
		return law.Violations(rule, view.T("bcs.not-beside", "unit", p.Name(u.ID), "hex", h))
	}
	return nil
}

// checkAhead lists what the advance after an attack would break. BCS 7.4-2: an attack may be illegal by 4.2f.
//
// RULING: 7.4-2: An attack is refused where the advance that it can lead to would leave a unit that could no longer
// satisfy 4.2f, as the position shows before it. For: the attacking unit must advance (7.4-1). Against: most attacks
// do not empty the hex.
func checkAhead(p *law.Position, u *state.Piece, a *law.After) []choice.Violation {
	f := p.G.Active(p.St)
	if f == nil || u.Group != f.ID {
		return nil
	}
	lost := law.Strands(p, f, a)
	if lost == nil {
		return nil
	}
	out := law.Violations("7.4-2", view.T("bcs.advance-strands", "unit", p.Name(lost.ID), "hex", a.To))
	for _, v := range law.OutOfRadius(p.Name(lost.ID)) { // its clauses, with the text above, which says more
		out = append(out, law.Violation(string(v.Rule), out[0].Why))
	}
	return out
}

// checkCombatTable refuses a fight if an Action Rating, or a part of the Combat Table that it needs, is unknown.
func checkCombatTable(p *law.Position, f *Fight) []choice.Violation {
	f.Defender = Defending(p, f.Hex)
	if f.Defender == nil {
		return nil
	}
	if p.G.Face(f.Unit).AR == view.Blank || p.G.Face(f.Defender).AR == view.Blank {
		return law.NoTable(data.CombatT)
	}
	return law.CheckTable(p, data.CombatT, ConditionsOfFight(p, f))
}

// checkAssist lists what bars a unit from assisting. BCS 7.2-3: it is with or beside the attacker, beside the defender.
func checkAssist(p *law.Position, c *game.Attempt, u *state.Piece) []choice.Violation {
	by, h, g := c.Units[0], c.Targets[0].Hex, p.G.Def.Grid
	name := p.Name(u.ID)
	if u.ID == by.ID {
		return law.Violations("7.2-3", view.T("bcs.assists-itself", "unit", name))
	}
	out := checkFighter(p, u)
	if g.Distance(u.At.Hex, by.At.Hex) > 1 || !g.Touch(u.At.Hex, h) {
		out = append(out, law.Violation("7.2-3",
			view.T("bcs.no-assist", "unit", name, "attacker", p.Name(by.ID), "hex", h)))
	}
	if len(out) == 0 {
		out = checkCombatTable(p, &Fight{Unit: by, Assists: append(slices.Clip(c.Helpers), u), Hex: h})
	}
	return out
}

// checkMissionInFight lists what a pick of a mission in a fight breaks. BCS 8.0-14: the attacking unit spots for the
// mission and is Stopped by that. That must not leave it where it could no longer satisfy 4.2f: in its hex or, after a
// Shock Attack, where it advances.
func checkMissionInFight(p *law.Position, c *game.Attempt, pick view.Pick, in Setting) []choice.Violation {
	u, h := c.Units[0], c.Targets[0].Hex
	out := CheckMissionPick(c, pick, h, in)
	if len(out) > 0 || len(c.Words) > 0 {
		return out
	}
	out = CheckSpotter(p, u, h)
	if len(out) == 0 && in == InShock {
		out = checkAhead(p, u, afterAdvance(p, []*state.Piece{u}, h))
	}
	if kind := c.Form.Options[c.Form.Part(pick)].Words[pick.N-1]; len(out) == 0 {
		out = checkCombatTable(p, &Fight{Unit: u, Assists: c.Helpers, Hex: h, Shock: in == InShock,
			Mission: Mission{Kind: kind}})
	}
	return out
}

// DoneFight returns the check of what an Attack or a Shock Attack lacks: its target, or a part of its mission.
func DoneFight(in Setting) func(*game.Attempt) []choice.Violation {
	return func(c *game.Attempt) []choice.Violation {
		if out := law.NeedTarget(c); len(out) > 0 || len(c.Words) == 0 {
			return out
		}
		return CheckMission(law.Of(c.Sight), c.Targets[0].Hex, MissionOf(c), in)
	}
}
