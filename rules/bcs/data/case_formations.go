package data

import (
	"slices"

	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// caseFormation is a Formation of a case: what is printed, and how it stands.
type caseFormation struct {
	Formation
	stand Stand
	at    document.Spot
}

// What the HQs and Trains of cases have in common: the HQs' movement, and how the IDs begin.
const (
	hqMove      = 8
	hqPrefix    = "hq-"
	trainPrefix = "trains-"
)

// readFormations reads the Formations of a case. They replace those of the module.
func (c *seriesCase) readFormations(n casefile.Node) error {
	pairs, err := n.Mapping()
	c.formations = []caseFormation{}
	for _, p := range pairs {
		f, err := readFormation(p)
		if err != nil {
			return err
		}
		c.formations = append(c.formations, f)
	}
	return err
}

// readFormation reads one Formation. Its HQ and, if it has them, its Trains are units with its name in their IDs.
func readFormation(p casefile.Pair) (caseFormation, error) {
	f := caseFormation{at: p.At, stand: Stand{HQ: hex.None, Trains: hex.None}, Formation: Formation{
		ID: order.GroupID(p.Key), Name: p.Key, HQ: order.UnitID(hqPrefix + p.Key), Radius: unwritten}}
	s := &f.stand
	s.Blocked = unwritten
	err := p.Value.FieldsOf(SeriesName, casefile.Keys{
		"side":        casefile.Into(&f.Side, casefile.Node.Side),
		"hq":          casefile.Into(&s.HQ, casefile.Node.Hex),
		"radius":      casefile.Into(&f.Radius, func(n casefile.Node) (int, error) { return within(n, 0, maxRadius) }),
		"trains":      f.readTrains,
		"ghost":       casefile.Into(&s.Ghost, casefile.Node.Yes),
		"fatigue":     casefile.Into(&s.Fatigue, readFatigue),
		"msr-blocked": casefile.Into(&s.Blocked, func(n casefile.Node) (int, error) { return within(n, 0, 2) }),
		"prepared":    casefile.Into(&s.Prepared, casefile.Node.Yes),
		"coordinated": casefile.Into(&s.Coordinated, casefile.Node.Yes),
		"arty":        casefile.Into(&f.Arty, count),
		"support":     casefile.Into(&f.Supports, readSupports),
		"used":        casefile.Into(&s.Used, readUsed),
		"recovered":   casefile.Into(&s.Recovered, casefile.Node.Yes),
		"blob":        casefile.Into(&f.Blob, hexes),
	})
	if s.Blocked == unwritten {
		s.Blocked = 0
		if s.OffMap { // BCS 10.3-1
			s.Blocked = 1
		}
	}
	switch {
	case err != nil:
	case f.Side == "" || s.HQ == hex.None || f.Radius == unwritten:
		err = casefile.Mistake(p.At, "formation %s needs side, hq and radius", p.Key)
	case f.Trains == "" && s.Ghost:
		err = casefile.Mistake(p.At, "formation %s has no trains that could be a ghost", p.Key)
	}
	return f, err
}

// unwritten stands for a number that a case does not write.
const unwritten = -1

// readTrains reads where the Trains stand: a hex, off the map, or none.
func (f *caseFormation) readTrains(n casefile.Node) (err error) {
	if word, isText := n.Word(); isText == nil && word == nothing {
		return nil
	}
	f.Trains = order.UnitID(trainPrefix + string(f.ID))
	if word, isText := n.Word(); isText == nil && word == offMap {
		f.stand.OffMap = true
		return nil
	}
	f.stand.Trains, err = n.Hex()
	return err
}

// offMap is what cases write for Trains that are off the map.
const offMap = "off-map"

// readFatigue reads a level of Fatigue: fresh, or a number.
func readFatigue(n casefile.Node) (int, error) {
	if word, isText := n.Word(); isText == nil && word == freshWord {
		return FreshLevel, nil
	}
	return within(n, 0, maxLevel)
}

// freshWord is what cases write for the level of a Fresh Formation.
const freshWord = "fresh"

// readUsed reads which activations of the turn a Formation has had, and returns their number.
func readUsed(n casefile.Node) (int, error) {
	known := []string{"none", "initial", "both"}
	word, err := oneOf("activation", known...)(n)
	return max(slices.Index(known, word), 0), err
}

func readSupports(n casefile.Node) ([]Asset, error) {
	return oneOrMore(n, casefile.Parsed(func(text string) (Asset, error) {
		a, err := ParseSupport(text)
		a.Name = text
		return a, err
	}))
}

// addFormations replaces the module's Formations by those of the case, with their HQs and Trains, and removes the
// module's assets. The new units are marked Made, so that they stay when the case's units replace the module's.
func (c *seriesCase) addFormations(ed *modules.Editor, d *Data) {
	d.Formations, d.Assets = nil, nil
	c.removeUnits(ed)
	for i := range c.formations {
		f := &c.formations[i]
		d.Formations = append(d.Formations, f.Formation)
		ed.Expect(ed.Def.Plays(f.Side), "%v", casefile.Mistake(f.at, "%q is no side of this game", f.Side))
		for _, h := range append([]hex.Hex{f.stand.HQ, f.stand.Trains}, f.Blob...) {
			ed.Expect(h == hex.None || ed.Def.Grid.Contains(h), "%v",
				casefile.Mistake(f.at, "hex %s of formation %s is not on the map", h, f.ID))
		}
		hq := Printed{Formation: f.ID, Role: HQ}
		hq.Faces[Deployed] = Face{Move: hqMove, Class: Truck}
		f.make(ed, f.HQ, "HQ "+f.Name, "headquarters", hq)
		if f.Trains != "" {
			f.make(ed, f.Trains, "Trains "+f.Name, "supply", Printed{Formation: f.ID, Role: Trains})
		}
	}
}

// make adds a unit of the Formation to the game.
func (f *caseFormation) make(ed *modules.Editor, id order.UnitID, name, symbol string, own Printed) {
	ed.Def.Units[id] = modules.Unit{ID: id, Side: f.Side, Name: name, Formation: string(f.ID), Symbol: symbol,
		Size: "brigade", Steps: 1, Made: true, Own: own}
}

// removeUnits removes the module's own units. It is for cases that write Formations, whether or not they write units.
func (c *seriesCase) removeUnits(ed *modules.Editor) {
	clear(ed.Def.Units)
	ed.EmptyScenarios()
}
