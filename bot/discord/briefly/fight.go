package briefly

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// head returns the first line of a fight or a roll: where or what it is, its result, its odds, and its numbered roll.
func head(loc wording.Localizer, l view.Line) string {
	r, what := *l.Reckoned, wording.Unmarked(loc.Text(l.Text))
	if r.OnMap() {
		what = loc.Hex(r.Target)
	}
	return loc.Say("brief.fight", "what", wording.InWords(what), "result", wording.InWords(Result(loc, r)),
		"odds", wording.InWords(Odds(loc, r, false)), "rolled", wording.InWords(rolled(loc, r, l)))
}

// Result returns what a fight or a roll came to, "" while that is open. It does not explain the result of a fight: the
// lines about its units do.
func Result(loc wording.Localizer, r view.Reckoning) string {
	switch {
	case r.Result != "" && (r.Means == nil || r.OnMap()) && strings.Trim(r.Result, "-– ") == "": // dashes: no effect
		return loc.Say("result.none")
	case r.OnMap() && r.Alone: // there may be a result for each die
		return strings.ReplaceAll(r.Outcome(), " ", ", ")
	case r.OnMap():
		return r.Result
	}
	return loc.Say("result.meant", "result", wording.InWords(r.Result), "means", r.Means)
}

// Odds returns the kind of a fight and then its column, or why it has no column; "" for what is no fight on the map.
// Fights without another name are plain attacks: that kind is said only if names is set.
func Odds(loc wording.Localizer, r view.Reckoning, names bool) string {
	words, kind := r.Heading(), ""
	switch {
	case !r.OnMap():
		return ""
	case r.Column == wording.NoColumn && r.Alone:
		words = loc.Say("alt.off-table", "least", wording.InWords(r.Least))
	case r.Column == wording.NoColumn:
		words = loc.Say("brief.off-table", "odds", wording.InWords(r.OffTable()), "least", wording.InWords(r.Least))
	case r.Alone && r.Column == "":
		words = ""
	}
	if r.Note.ID != "" && (names || r.Note.ID != "sign.attack") {
		kind = loc.Text(r.Note)
	}
	return loc.Say("brief.odds", "kind", wording.InWords(kind), "odds", wording.InWords(words))
}

// rolled returns what was rolled, with what is added to it; "" where no dice fell.
func rolled(loc wording.Localizer, r view.Reckoning, l view.Line) string {
	if len(l.Dice) == 0 {
		return ""
	}
	faces, sum := wording.InWords(loc.Emojis.Dice(l.Dice)), view.Sum(l.Dice)
	switch add := r.Roll - sum; {
	case l.SingleFaces:
		return loc.Say("brief.rolled-apart", "roll", l.Roll, "faces", faces)
	case add != 0 && r.Roll != 0:
		return loc.Say("brief.rolled-modified", "sum", sum, "add", wording.Signed(add), "total", r.Roll, "roll", l.Roll,
			"faces", faces)
	}
	return loc.Say("brief.rolled", "sum", sum, "roll", l.Roll, "faces", faces)
}

// fight is a fight with what happened to the units of both sides.
type fight struct {
	reckoned view.Reckoning
	fates    []fate // in the order of events
	stayed   bool   // a side has declined to advance further
}

// fate is what happened to units of a side in the same way.
type fate struct {
	kind   view.MapEventKind
	side   order.Side
	to     hex.Hex        // where they retreated or advanced; hex.None for losses
	units  []view.Counter // those whose names everybody knows; one that lost steps is here once for each step
	unseen int            // how many others, counted in the same way
}

// Outside reports whether a line tells of steps lost outside of fights: by isolation, or by a voluntary retreat.
func Outside(l view.Line) bool {
	return slices.Contains([]view.Rule{"10.5-1", "10.5-4", "7.5-5"}, l.Rule)
}

// take adds what a line tells of units to the fight. It reports whether the line tells of any.
func (f *fight) take(l view.Line) bool {
	e := l.MapEvent
	if l.Text.ID == "bcs.told.flips" && f.has(view.Retreated) { // the retreat turns the unit over
		return true
	}
	if l.Text.ID == "told.passed" {
		f.stayed = true
		return true
	}
	if e == nil || Outside(l) || len(e.Path) == 0 {
		return false
	}
	of := fate{kind: e.Kind, side: e.Side, to: hex.None}
	switch e.Kind {
	case view.Reduced, view.Died:
	case view.Retreated, view.Advanced:
		of.to = e.Path[len(e.Path)-1]
	default:
		return false
	}
	at := slices.IndexFunc(f.fates, func(x fate) bool {
		return x.kind == of.kind && x.side == of.side && x.to == of.to
	})
	if at < 0 {
		at, f.fates = len(f.fates), append(f.fates, of)
	}
	f.fates[at].units = append(f.fates[at].units, e.Units...)
	f.fates[at].unseen += e.Count - len(e.Units)
	return true
}

// has reports whether something of a kind happened to units.
func (f *fight) has(kind view.MapEventKind) bool {
	return slices.ContainsFunc(f.fates, func(of fate) bool { return of.kind == kind })
}

// sides returns a line for each side: who fought, the strongest first, and what happened to them.
func (f *fight) sides(loc wording.Localizer, b *view.Board) string {
	attackers := slices.Clone(f.reckoned.Attackers)
	slices.SortStableFunc(attackers, func(x, y view.Counter) int {
		return y.Rating(f.reckoned.Strength).N - x.Rating(f.reckoned.Strength).N
	})
	var lines []string
	for _, attacks := range []bool{true, false} {
		for _, n := range b.Map.Sides {
			if (n.ID == f.reckoned.Side) != attacks {
				continue
			}
			units := map[bool][]view.Counter{true: attackers, false: f.reckoned.Defender}[attacks]
			if line := f.line(loc, n.ID, units, attacks); line != "" {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// line returns a side of the fight with its units and what happened to them, "" where there is neither.
func (f *fight) line(loc wording.Localizer, side order.Side, units []view.Counter, attacks bool) string {
	var plain, named []string // what happened to all of the units, and to some of them or others
	for _, of := range f.fates {
		did, whose := of.words(loc, f.reckoned.Target), of.distinctUnits()
		switch {
		case of.side != side:
		case of.unseen == 0 && len(whose) == len(units) && isSubset(whose, units):
			// advanced to 10.07 takes the place of advanced
			plain = append(slices.DeleteFunc(plain, func(s string) bool { return strings.HasPrefix(did, s+" ") }), did)
		default:
			named = append(named, loc.Say("brief.fate", "units", names(loc, whose, of.unseen), "fate",
				wording.InWords(did)))
		}
	}
	if brought := f.reckoned.Brought; attacks && brought.ID != "" {
		named = slices.Insert(named, 0, loc.Text(brought))
	}
	if len(units) == 0 && len(named) == 0 {
		return ""
	}
	if len(units) > 0 {
		if attacks {
			plain = slices.Insert(plain, 0, loc.Describe(f.reckoned.Note.ID+".acted", loc.Say("brief.attacked")))
			if f.stayed && !f.has(view.Advanced) {
				plain = append(plain, loc.Say("brief.stayed"))
			}
		} else if len(plain) == 0 {
			plain = append(plain, loc.Say("brief.defended"))
		}
		all := loc.Say("brief.fate", "units", names(loc, units, 0), "fate", wording.InWords(strings.Join(plain, ", ")))
		named = slices.Insert(named, 0, all)
	}
	return loc.Say("brief.side", "side", side, "what", wording.InWords(strings.Join(named, "; ")))
}

// distinctUnits returns the units that something happened to, each once.
func (of fate) distinctUnits() (units []view.Counter) {
	for _, c := range of.units {
		if !isSubset([]view.Counter{c}, units) {
			units = append(units, c)
		}
	}
	return units
}

func isSubset(some, all []view.Counter) bool {
	return !slices.ContainsFunc(some, func(c view.Counter) bool {
		return !slices.ContainsFunc(all, func(x view.Counter) bool { return x.ID == c.ID && x.Name == c.Name })
	})
}

// words returns what happened, without the units.
func (of fate) words(loc wording.Localizer, target hex.Hex) string {
	steps, units := len(of.units)+of.unseen, len(of.distinctUnits())+of.unseen // steps: if they lost any
	switch {
	case of.kind == view.Died:
		return loc.Say("brief.destroyed")
	case of.kind == view.Reduced && steps == units && steps > 1:
		return loc.Say("brief.step-each")
	case of.kind == view.Reduced:
		return loc.Say("brief.steps", "n", steps)
	case of.kind == view.Retreated:
		return loc.Say("brief.retreated", "hex", of.to)
	case of.to == target:
		return loc.Say("brief.advanced")
	}
	return loc.Say("brief.advanced-to", "hex", of.to)
}
