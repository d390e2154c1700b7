package data

import (
	"fmt"
	"slices"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// The roles of counters, as units.yaml names them.
const (
	roleCombat = "combat"
	roleHQ     = "hq"
	roleTrains = "trains"
)

// Type compiles a type of units, as modules.Part demands: its faces, role, arm and steps.
func (p *part) Type(c *modules.Compiler, u *modules.Unit, at document.Spot, own any) {
	f, x := own.(*typeFile), Printed{}
	if f.Role.Text != roleTrains || f.Deployed.Given() { // Trains need no face: nothing is printed on them
		x.Faces[Deployed] = face(c, f.Deployed, at, "deployed")
	}
	x.Two = f.Move.Given()
	if x.Two {
		x.Faces[Moving] = face(c, f.Move, at, "move")
	}
	if f.Role.Given() {
		switch c.OneOf(f.Role, at, "role", roleCombat, roleHQ, roleTrains) {
		case roleHQ:
			x.Role = HQ
		case roleTrains:
			x.Role = Trains
		}
	}
	if x.Role == Combat {
		for _, w := range []document.Word{f.Deployed, f.Move} {
			if w.Given() && !saysRating(w.Text) {
				c.Report(w.Spot, "the Action Rating is missing, such as ar3")
			}
		}
	} else {
		checkNonCombat(c, f, x)
	}
	if f.Arm.Given() {
		x.Arm = c.Name(f.Arm, at, "arm")
	}
	u.Steps = 1 // of HQs and Trains that do not say it
	if x.Role == Combat || f.Steps.Given() {
		u.Steps = c.Needed(f.Steps, at, "steps", 1, maxSteps)
	}
	p.arms = append(p.arms, x.Arm)
	u.Own = x
}

// face compiles a required face of a counter.
func face(c *modules.Compiler, w document.Word, at document.Spot, key string) Face {
	if c.Text(w, at, key) == "" {
		return Face{}
	}
	f, _ := modules.Parsed(c, w, ParseFace)
	return f
}

// checkNonCombat checks a type of HQs or Trains: they have one face and do not fight.
func checkNonCombat(c *modules.Compiler, f *typeFile, x Printed) {
	if x.Two {
		c.Report(f.Move.Spot, "HQs and Trains have one side")
	}
	if d := x.Faces[Deployed]; d.Arrow || d.AV.Value > 0 || d.Recon {
		c.Report(f.Deployed.Spot, "HQs and Trains have neither an arrow nor AV nor recon")
	}
	if f.Arm.Given() {
		c.Report(f.Arm.Spot, "HQs and Trains are of no arm")
	}
	if x.Role == HQ && x.Faces[Deployed].Move == 0 && f.Deployed.Given() {
		c.Report(f.Deployed.Spot, "an HQ moves: its movement is missing, such as truck8")
	}
	if x.Role == Trains && x.Faces[Deployed].Move > 0 {
		c.Report(f.Deployed.Spot, "Trains have no movement allowance (BCS 10.3)")
	}
}

// Unit gives a unit its Formation; a unit without one is an Independent.
func (p *part) Unit(c *modules.Compiler, u *modules.Unit, at document.Spot) {
	x, f, ok := UnitOf(*u), Formation{}, false
	if u.Formation != "" {
		if f, ok = p.formationAt(c, document.Word{Spot: at, Text: u.Formation}); ok {
			u.Formation = string(f.ID)
		}
	}
	x.Formation = order.GroupID(u.Formation)
	u.Own = x
	switch {
	case u.Formation == "" && x.Role != Combat:
		c.Report(at, "unit %s belongs to no formation", u.ID)
	case !ok: // reported, or an Independent
	case f.Side != u.Side:
		c.Report(at, "%q is no formation of side %s", u.Formation, u.Side)
	case x.Role == HQ && f.HQ != u.ID:
		p.seconds = append(p.seconds, secondLeader{f.HQ, at, fmt.Sprintf("the HQ of formation %s is %s", f.ID, f.HQ)})
	case x.Role == Trains && f.Trains != u.ID:
		text := fmt.Sprintf("the Trains of formation %s are %q", f.ID, f.Trains)
		p.seconds = append(p.seconds, secondLeader{f.Trains, at, text})
	}
}

// secondLeader is an HQ or Trains of a Formation that names another unit as such. It is a mistake if the unit named
// exists; if not, checkNamed reports that.
type secondLeader struct {
	named order.UnitID
	at    document.Spot
	text  string
}

// formationAt returns the Formation that w names. It reports an unknown name and returns the one likely meant, if any.
func (p *part) formationAt(c *modules.Compiler, w document.Word) (f Formation, ok bool) {
	if f, ok = p.data.Formation(order.GroupID(w.Text)); ok {
		return f, true
	}
	var known []string
	for _, f := range p.data.Formations {
		known = append(known, string(f.ID))
	}
	return p.data.Formation(order.GroupID(c.Unknown(w, known, "there is no formation %s", w.Text)))
}

// Units checks that each Formation has the HQ and the Trains that it names, and that the tables name known conditions.
func (p *part) Units(c *modules.Compiler) {
	c.In(modules.InGame)
	for i, e := range p.game.Formations {
		f := p.data.Formations[i]
		p.checkNamed(c, f, f.HQ, HQ, e.Value.HQ, "HQ")
		p.checkNamed(c, f, f.Trains, Trains, e.Value.Trains, "Trains")
	}
	for _, o := range p.seconds {
		if _, exists := c.Def.Units[o.named]; exists || o.named == "" {
			c.Report(o.at, "%s", o.text)
		}
	}
	c.In(modules.InCharts) // the reports below are about this file
	p.checkConditions(c)
	c.In(modules.InUnits)
}

// checkNamed checks that the unit that f names as its HQ or Trains exists, belongs to f and has that role.
func (p *part) checkNamed(c *modules.Compiler, f Formation, id order.UnitID, role Role, w document.Word, what string) {
	if !w.Given() || id == "" {
		return
	}
	u, ok := c.Def.Units[id]
	switch x := UnitOf(u); {
	case !ok:
		c.Unknown(w, c.Def.UnitIDs(f.Side), "there is no unit %s", id)
	case x.Role != role:
		c.Report(w.Spot, "unit %s is no %s: its type says no such role", id, what)
	case x.Formation != f.ID:
		c.Report(w.Spot, "unit %s does not belong to formation %s", id, f.ID)
	}
}

// checkConditions reports each unknown condition that a table names.
func (p *part) checkConditions(c *modules.Compiler) {
	arms := slices.Compact(slices.Sorted(slices.Values(p.arms)))
	known := conditionWords{p.data, slices.DeleteFunc(arms, func(a string) bool { return a == "" })}
	for _, x := range p.conditions {
		if ok, why := known.knows(x.table, x.name); !ok {
			var words []string
			for _, c := range Conditions() {
				words = append(words, c.Word)
			}
			w := document.Word{Spot: x.at, Text: x.name}
			c.Unknown(w, words, "%q is no condition of the table %s; %s", x.name, x.table, why)
		}
	}
}

// The largest values in scenarios.
const (
	maxVisible = 99 // hexes
	maxPoints  = 99
	maxLevel   = 4 // of Fatigue
)

func (p *part) Scenario(c *modules.Compiler, s *modules.Scenario, own any) {
	f := own.(*scenarioFile)
	st := Start{Begins: c.Def.Sides[0].ID, Seen: c.Count(f.Visibility, 0, maxVisible),
		Formations: map[order.GroupID]Stand{}, Assigned: map[string]order.GroupID{}, Units: map[order.UnitID]Doing{}}
	if f.Begins.Given() {
		st.Begins = c.Side(f.Begins, document.Spot{}, "begins")
	}
	if f.Teaches.Given() {
		st.Pupil = c.Side(f.Teaches, document.Spot{}, "teaches")
	}
	st.Air = modules.BySide(c, f.Air, func(_ order.Side, w document.Word) int { return c.Count(w, 0, maxPoints) })
	st.Points = modules.BySide(c, f.Points, func(_ order.Side, f pointsFile) Points { return points(c, f) })
	for _, e := range f.Formations {
		if fm, ok := p.formationAt(c, e.Key); ok {
			st.Formations[fm.ID] = p.stand(c, fm, e)
		}
	}
	for _, e := range f.Assigned {
		p.addAssigned(c, &st, e)
	}
	for _, e := range f.States {
		p.addUnitState(c, &st, e)
	}
	s.Own = st
}

func points(c *modules.Compiler, f pointsFile) Points {
	return Points{AV: c.Count(f.AV, 0, maxPoints), Other: c.Count(f.Other, 0, maxPoints)}
}

// stand compiles how a Formation begins.
func (p *part) stand(c *modules.Compiler, fm Formation, e document.Entry[standFile]) Stand {
	f := e.Value
	s := Stand{OffMap: c.Flag(f.OffMap), Ghost: c.Flag(f.Ghost), Prepared: c.Flag(f.Prepared),
		Coordinated: c.Flag(f.Coordinated), Blocked: c.Count(f.Blocked, 0, 2)}
	if f.Fatigue.Text == "fresh" {
		s.Fatigue = FreshLevel
	} else {
		s.Fatigue = c.Count(f.Fatigue, 0, maxLevel)
	}
	if s.Prepared && s.Blocked > 0 { // BCS 4.5-6
		c.Report(f.Prepared.Spot, "a Formation marked MSR Blocked has no Prepared Defense (BCS 4.5-6)")
	}
	if fm.Trains == "" && (s.OffMap || s.Ghost) {
		c.Report(e.Key.Spot, "formation %s has no Trains", fm.ID)
	}
	return s
}

// addAssigned stores in st the Formation to which an asset or an Independent is assigned at the start.
func (p *part) addAssigned(c *modules.Compiler, st *Start, e document.Entry[document.Word]) {
	f, ok := Formation{}, false
	if c.Text(e.Value, e.Key.Spot, "formation") != "" {
		f, ok = p.formationAt(c, e.Value)
	}
	side := order.Side("")
	if a, is := p.data.Asset(e.Key.Text); is {
		side = a.Side
	} else if u, is := c.Def.Units[order.UnitID(e.Key.Text)]; is && u.Formation == "" {
		side = u.Side
	} else {
		c.Report(e.Key.Spot, "%s is neither an asset nor an Independent", e.Key.Text)
	}
	if side != "" && ok && f.Side != side {
		c.Report(e.Value.Spot, "formation %s is of side %s", f.ID, f.Side)
	}
	st.Assigned[e.Key.Text] = f.ID
}

// addUnitState stores in st the face that is up, the steps left and the Dropped Support of a unit.
func (p *part) addUnitState(c *modules.Compiler, st *Start, e document.Entry[stateFile]) {
	id, f := order.UnitID(e.Key.Text), e.Value
	u, ok := c.Def.Units[id]
	x, d := UnitOf(u), Doing{Dropped: c.Flag(f.Dropped)}
	if !ok {
		c.Report(e.Key.Spot, "there is no unit %s", id)
		return
	}
	if f.Up.Given() && c.OneOf(f.Up, e.Key.Spot, "side of a counter", "deployed", "move") == "move" {
		d.Up = Moving
		if !x.Two {
			c.Report(f.Up.Spot, "unit %s has one side", id)
		}
	}
	if f.Steps.Given() {
		d.Steps = c.Count(f.Steps, 1, u.Steps)
	}
	st.Units[id] = d
}

// Arrival compiles the air and supply points that come with an order of arrival.
func (p *part) Arrival(c *modules.Compiler, a *modules.Arrival, _ document.Spot, own any) {
	f := own.(*arrivalFile)
	a.Own = Supplies{Air: c.Count(f.Air, 0, maxPoints), Points: points(c, f.Points)}
}
