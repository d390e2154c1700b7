package show

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/reasons"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Tasks lists what the side of the sight should do, and still can, before its phase or its step of an activation ends.
func Tasks(g *game.Game, s *state.Sight) (out []view.Task) {
	if s.Over || s.Phase().Side != s.Side || s.Waiting != "" {
		return nil
	}
	pos := law.Of(s)
	add := func(t view.Task) {
		if t.N > 0 {
			out = append(out, t)
		}
	}
	f := pos.G.Active(pos.St)
	switch {
	case s.Phase().Name == game.Reinforcements:
		add(arrivals(pos, s))
		for _, kind := range []string{game.AVPoint, game.OtherPoint} {
			n, verb := pos.St.Tally(game.PointsOf(kind, s.Side)), order.Verb("refit")
			if !law.HasPoints(pos, s.Side, kind) {
				verb = ""
			}
			add(view.Task{Verb: verb, N: n, Text: view.T("bcs.task.refit", "n", n, "kind", view.T("kind."+kind),
				"idle", verb == "")})
		}
	case f == nil && s.Phase().Name == game.Activations:
		unused := law.Unused(pos, s.Side)
		add(view.Task{Verb: "activate", N: len(unused), Text: view.T("bcs.task.activate", "n", len(unused))})
		for _, f := range unused {
			add(strayTrains(pos, f))
		}
	case f == nil:
	case game.Step(s.Frames) == game.Declare:
		add(snafu(pos, s, f))
	case game.Step(s.Frames) == game.Objectives:
		add(view.Task{Verb: "objective", N: 1, Text: view.T("bcs.task.objective", "set", objectiveNote(pos, f))})
	case game.Step(s.Frames) == game.Activities:
		home, far := stranded(pos, f), outside(pos, f)
		add(home)
		add(strayTrains(pos, f))
		add(view.CountTask("move", "task.unmoved", law.UnmovedStacks(pos, f)))
		if far.N > home.N {
			add(far)
		}
		var stuck []view.Text
		for i := range pos.St.Pieces {
			u := &pos.St.Pieces[i]
			if u.Group != f.ID {
				continue
			}
			_, d := pos.G.Machine.Offer(s, "move", []view.Pick{{Unit: u.ID}}) // no button shows what it denies
			if d != nil && (d.Why.ID == "bcs.nowhere" && (u.Used == 0 || u.ID == f.HQ) || d.Why.Arg("free") == true) {
				stuck = reasons.Together(stuck, d.Why)
			}
		}
		for _, text := range stuck {
			add(view.Task{Text: text, N: 1})
		}
	}
	if f != nil && game.Step(s.Frames) != game.Objectives { // not while objectives are placed
		add(noRecovery(pos, s))
		add(nextSnafu(pos, f))
	}
	return out
}

// strayTrains tells that as things stand the Trains of a Formation leave the map as its activation ends (BCS 10.3-2).
func strayTrains(pos *law.Position, f *data.Formation) (t view.Task) {
	if at := pos.G.Trains(pos.St, f); at != nil && at.OnMap() && !law.InLegalHex(pos, f) {
		t = view.Task{Verb: "trains", N: 1, Text: view.T("bcs.task.trains", "formation", f.Name)}
	}
	return t
}

// noRecovery says why a Formation cannot recover, where others can: before the SNAFU roll or after one that failed.
func noRecovery(pos *law.Position, s *state.Sight) (t view.Task) {
	_, barred := pos.G.Machine.Offer(s, "recover", nil)
	if at := game.Step(s.Frames); barred != nil && (at == game.Declare || at == game.Rolled) {
		t = view.Task{N: 1, Text: view.T("bcs.task.no-recovery", "rule", string(barred.Rule))}
	}
	return t
}

// nextSnafu tells which SNAFU roll of a Formation comes next, what it would bring, and what would count in it.
func nextSnafu(pos *law.Position, f *data.Formation) view.Task {
	next, when := commandAhead(pos, f), "again"
	switch {
	case game.Step(pos.St.Frames) == game.Declare: // the roll of this activation is still to come
		next, when = commandNow(pos, f), "now"
	case game.IsSecond(pos.St.Frames) || !law.MaySecond(pos, f):
		when = "next-turn"
	}
	chances := next.chances(pos, data.Snafu)
	if len(chances) == 0 {
		return view.Task{}
	}
	return view.Task{N: len(chances), Later: when != "now", Text: view.T("bcs.task.snafu-"+when, "chances", chances,
		"terms", next.terms(pos, data.Snafu, "bcs.task.term"), "tires",
		law.CanTire(pos, f) && game.Step(pos.St.Frames) == game.Activities)}
}

// outside counts the units of a Formation that are out of Command Radius (BCS 4.2d).
func outside(pos *law.Position, f *data.Formation) view.Task {
	var units []view.Counted
	for i := range pos.St.Pieces {
		if u := &pos.St.Pieces[i]; u.Group == f.ID && u.OnMap() && pos.G.IsCombat(u) && !pos.InRadius(u) {
			units = append(units, view.Counted{Units: []order.UnitID{u.ID}, Hexes: []hex.Hex{u.At.Hex}})
		}
	}
	return view.CountTask("", "bcs.task.outside", units)
}

// snafu is the task to make the SNAFU roll, or says what its table lacks; without the table the activation may end.
func snafu(pos *law.Position, s *state.Sight, f *data.Formation) view.Task {
	if missing := law.CheckTable(pos, data.Snafu, law.ConditionsOfCommand(pos, f)); len(missing) > 0 {
		return view.Task{Verb: "snafu", N: 1, Text: missing[0].Why}
	}
	_, barred := pos.G.Machine.Offer(s, "recover", nil)
	return view.Task{Verb: "snafu", N: 1, Must: true, Text: view.T("bcs.task.snafu", "n", 1, "alone", barred != nil,
		"idle", pos.FatigueOf(f) <= 0)}
}

// arrivals counts the units that can enter the map now.
func arrivals(pos *law.Position, s *state.Sight) view.Task {
	var due []view.Counted
	for i := range s.Own {
		if u := &s.Own[i]; law.Arrives(pos, u) {
			due = append(due, view.Counted{Units: []order.UnitID{u.ID}, Hexes: law.Gates(pos, u)})
		}
	}
	return view.CountTask("move", "task.due", due)
}

// stranded is the unit that has to come back into Command Radius before the activities end (BCS 4.2f).
func stranded(pos *law.Position, f *data.Formation) view.Task {
	var units []view.Counted
	if u := law.MustReturn(pos, f); u != nil {
		units = append(units, view.Counted{Units: []order.UnitID{u.ID}, Hexes: []hex.Hex{u.At.Hex}})
	}
	t := view.CountTask("move", "bcs.task.stranded", units)
	t.Must = true
	return t
}
