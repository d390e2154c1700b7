package combat

import (
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/view"
)

// Mission is a barrage mission (BCS 8.0): its kind, and the points that fire it. The zero Mission is none.
type Mission struct {
	Kind      string // Suppression, Destruction, or "" for none
	Arty, Air int
}

// The kinds of missions, as orders name them.
const (
	Suppression = "suppression"
	Destruction = "destruction"
)

// Missions lists the kinds of missions.
func Missions() []string { return []string{Suppression, Destruction} }

// Setting is where a mission is fired.
type Setting int8

// The settings of missions.
const (
	Alone    Setting = iota // outside an attack
	InAttack                // in a Regular Attack
	InShock                 // in a Shock Attack
)

// limit says how many points a mission takes, and by which clause.
type limit struct {
	clause  string
	most    int  // the greatest number of points; the least is one
	onlyAir bool // only Air Points
}

// limitOf returns how many points a kind of mission takes in a setting.
func limitOf(kind string, in Setting) limit {
	switch {
	case in == InShock: // BCS 7.3-11, 8.0-9
		return limit{clause: "8.0-9", most: 1, onlyAir: true}
	case kind == Suppression: // BCS 8.0-8
		return limit{clause: "8.0-8", most: 1}
	case in == Alone: // BCS 8.0-4
		return limit{clause: "8.0-4", most: 1}
	}
	return limit{clause: "8.0-5", most: 3} // BCS 8.0-5
}

// MissionOf returns the mission that has been picked for an order so far.
func MissionOf(c *game.Attempt) Mission {
	m := Mission{Arty: c.Arty, Air: c.Air}
	if len(c.Words) > 0 {
		m.Kind = c.Words[0]
	}
	return m
}

// NextMission proposes the kinds of missions and the points for them.
func NextMission(c *game.Attempt) (picks []view.Pick) {
	for i := range c.Form.Options {
		switch o := &c.Form.Options[i]; o.Name {
		case MissionOption:
			for n := range o.Words {
				picks = append(picks, view.Pick{N: int8(n + 1), Arg: view.ArgOf(c.Form.Options, i)})
			}
		case game.ArtyOption, game.AirOption:
			for n := range limitOf(Destruction, InAttack).most { // no mission takes more
				picks = append(picks, view.Pick{N: int8(n + 1), Arg: view.ArgOf(c.Form.Options, i)})
			}
		}
	}
	return picks
}

// MissionOption is the option of orders that names the kind of a mission.
const MissionOption = "mission"

// CheckMissionPick lists what a pick for a mission against a hex breaks: its kind, or points. If points can still be
// picked with which the mission would be legal, it lists nothing.
func CheckMissionPick(c *game.Attempt, pick view.Pick, h hex.Hex, in Setting) []choice.Violation {
	p := law.Of(c.Sight)
	m := MissionOf(c)
	option := m.add(c, pick)
	for _, rest := range c.Rest {
		m.add(c, rest)
	}
	if m.Kind == "" {
		return law.Violations(law.Naming, view.T("bcs.which-mission"))
	}
	out := CheckMission(p, h, m, in)
	if len(out) == 0 || len(c.Rest) > 0 {
		return out
	}
	for arty := range limitOf(m.Kind, in).most + 1 {
		for air := range limitOf(m.Kind, in).most + 1 {
			more := Mission{m.Kind, arty, air} // kind, artillery and air are picked in this order
			if option != MissionOption {
				more.Arty = m.Arty // it has been picked
			}
			if option != game.AirOption && len(CheckMission(p, h, more, in)) == 0 { // after air no pick follows
				return nil
			}
		}
	}
	return out
}

// add adds a pick to a mission and returns the name of the option that it fills, "" for none.
func (m *Mission) add(c *game.Attempt, pick view.Pick) (option string) {
	at := c.Form.Part(pick)
	if at < 0 {
		return ""
	}
	switch o := &c.Form.Options[at]; {
	case o.Name == MissionOption && pick.N > 0 && int(pick.N) <= len(o.Words):
		m.Kind = o.Words[pick.N-1]
	case o.Name == game.ArtyOption:
		m.Arty = int(pick.N)
	case o.Name == game.AirOption:
		m.Air = int(pick.N)
	}
	return c.Form.Options[at].Name
}

// CheckMission lists what a mission against a hex breaks, its spotter apart; the zero Mission breaks nothing.
func CheckMission(p *law.Position, h hex.Hex, m Mission, in Setting) (out []choice.Violation) {
	if m == (Mission{}) {
		return nil
	}
	if m.Kind == "" {
		return law.Violations(law.Naming, view.T("bcs.which-mission"))
	}
	out = append(checkAim(p, h), checkPoints(p, m, in)...)
	if m.Kind == Suppression && in == Alone { // BCS 8.0-6
		out = append(out, law.Violation("8.0-6", view.T("bcs.suppression-alone")))
	}
	if m.Kind == Destruction {
		out = append(out, checkBarrageTable(p, h)...)
	}
	return out
}

// checkAim lists what keeps every mission from a hex. BCS 8.0-1: only one mission may hit it in an activation. BCS
// 8.0-11: it must lie in an Objective Zone of the active Formation, which reaches two hexes (BCS 4.3-2), and in its
// HQ's Command Radius.
func checkAim(p *law.Position, h hex.Hex) (out []choice.Violation) {
	f := p.G.Active(p.St)
	if f == nil {
		return nil
	}
	if p.St.Flagged(h, game.Barraged) {
		out = append(out, law.Violation("8.0-1", view.T("bcs.barraged", "hex", h)))
	}
	if objectiveZonesAt(p, f, h) == 0 {
		why := view.T("bcs.no-objective-zone", "hex", h, "most", law.ObjectiveZone)
		out = append(out, law.Violations("4.3-2", why, "8.0-11")...)
	}
	if hq := p.HQAt(f); hq < 0 || p.G.Def.Grid.Distance(p.G.At(hq), h) > f.Radius {
		out = append(out, law.Violation("8.0-11", view.T("bcs.target-out-of-radius", "hex", h, "radius", f.Radius)))
	}
	return out
}

// WarnRecon warns of a reconnaissance of a hex at which no mission can be fired even with an objective.
func WarnRecon(c *game.Attempt) (out []view.Warning) {
	for _, q := range c.Targets {
		for _, v := range checkAim(law.Of(c.Sight), q.Hex) {
			if v.Rule == "8.0-1" || v.Why.ID == "bcs.target-out-of-radius" {
				out = append(out, view.Warning{Text: view.T("bcs.warn.recon", "why", v.Why), Rule: v.Rule, Ask: true})
			}
		}
	}
	return out
}

// checkPoints lists what is wrong with the points of a mission: how many it takes, of which kind (BCS 8.0-10: no
// artillery in a Shock Attack), and whether they are there.
//
// RULING: 8.0-4: Air Points are those of the side, Artillery Points those that the active Formation owns or was
// assigned; what is fired is used up, artillery until the activation ends. For: so the points of both are counted.
// Against: the notes do not say whose they are.
func checkPoints(p *law.Position, m Mission, in Setting) (out []choice.Violation) {
	f := p.G.Active(p.St)
	if f == nil {
		return nil
	}
	l := limitOf(m.Kind, in)
	arty, air := p.G.Arty(p.St, f), p.St.Tally(game.AirOf(f.Side))
	if l.onlyAir && m.Arty != 0 {
		out = law.Violations("7.3-12", view.T("bcs.shock-arty"), "8.0-10")
	}
	switch n := m.Arty + m.Air; {
	case n < 1 || n > l.most || m.Arty < 0 || m.Air < 0:
		why := view.T("bcs.mission-points", "mission", m.Kind, "n", l.most, "arty", arty, "air", air)
		if l.onlyAir {
			why = view.T("bcs.shock-air", "air", air)
			if m.Air > l.most {
				out = append(out, law.Violation("7.3-11", why))
			}
		}
		out = append(out, law.Violation(l.clause, why))
	case m.Arty > arty || m.Air > air:
		out = append(out, law.Violation(l.clause, view.T("bcs.points-not-there", "arty", arty, "air", air)))
	}
	return out
}
