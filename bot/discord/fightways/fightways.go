// Package fightways compares the ways to fight a target, where a series has several: what each is likely to do, and why
// another is not allowed.
//
//	ask := likely.Ask{Offer: offer, Odds: odds} // of the player who looks
//	ways := fightways.Panel(ctx, loc, board, ask, units)
//
// The orders that are compared are those that the catalogue tells apart by a line told-apart.VERB, in a game whose
// Formations are activated one by one.
//
// Limits: the panel gives the chances of three targets for each order. A fight with a choice of further options is
// reckoned with the first of them.
package fightways

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"grognard/bot/discord/barred"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

const (
	mostTargets = 3 // whose chances stand in a line of the panel
	mostUnits   = 4 // that are compared for a target
	sight       = 3 // hexes: Not names the enemies within them at whom nobody can fire any more, or no mission
)

// pair is a unit and its target.
type pair struct {
	unit   order.UnitID
	target hex.Hex
}

// Ways are the ways in which the active Formation can fight.
type Ways struct {
	Lines []string              // one for each order, with the best chances for each target
	Best  map[order.Verb]string // the order's best fight in words, for its button
	Not   []string              // why another order, or another target, is not possible
}

// Panel returns the ways in which units can fight, none if no Formation is active. Not says why units beside an enemy
// cannot give an order, or not against him, and at which enemies nearby nobody can fire any more, or no mission.
func Panel(ctx context.Context, loc wording.Localizer, b *view.Board, a likely.Ask, units []order.UnitID) (w Ways) {
	if b.Phase.Group == "" {
		return w
	}
	w.Best = map[order.Verb]string{}
	var no barred.List
	near, seen := enemiesWithin(b, units, 1), enemiesWithin(b, units, sight)
	for _, spec := range kinds(loc, b) {
		name, legal := loc.Verb(spec.Verb), pairs(ctx, a, b, spec)
		for _, h := range firstTargets(slices.Concat(near, seen), len(seen)) {
			isNear := slices.Contains(firstTargets(near, len(near)), h)
			// told of: attacks always, orders possible nowhere for the first enemy, others if they begin with a hex
			isAsked := isNear && (spec.Said()[0].Kind == order.Hex && len(legal) > 0 || spec.Verb == "attack" ||
				h == near[0].target && len(legal) == 0)
			mayBeSpent := len(legal) == 0 && spec.Verb != "attack" && spec.Verb != "shock" // fire, which reaches far
			if slices.Contains(firstTargets(legal, len(legal)), h) || !isAsked && !mayBeSpent {
				continue
			}
			why, spent := []*view.Denial(nil), false
			for _, q := range seen { // against h, near ones if there are some; 7.3-1, no shock on foot, is not told
				if q.target != h || isNear && !slices.Contains(near, q) {
					continue
				}
				if _, d := try(ctx, a, spec, q); d != nil && d.Rule != "7.3-1" && !slices.Contains(d.Also, "7.3-1") {
					why = append(why, d)
					spent = spent || d.Rule == "7.0d-1" || d.Rule == "7.1-4" || d.Rule == "8.0-11"
				}
			}
			if isAsked || spent {
				no.Add(name, why, h)
			}
		}
		if len(legal) > 0 {
			does, _ := loc.Try("told-apart." + string(spec.Verb))
			words, top := chances(ctx, a, loc, b, spec, legal)
			w.Lines = append(w.Lines, loc.Say("panel.told-apart", "order", wording.InWords(name), "does",
				wording.InWords(does))+words)
			if top != nil {
				w.Best[spec.Verb] = loc.Say("fightways.best", "n", len(legal), "idle", likely.Effect(top) == 0,
					"hex", wording.InWords(top.Order.Hex("target").String()), "chances",
					wording.InWords(likely.Short(loc, top.Gist)), "by", wording.InWords(fighter(loc, b, top.Order)))
			}
		}
	}
	w.Not = no.InWords(loc)
	return w
}

// Instead returns in one line the other orders by which the unit of a fight could fight its target, "" if there are
// none. Why it cannot do the rest is on the panel: here that would push the odds off a phone.
func Instead(ctx context.Context, loc wording.Localizer, b *view.Board, a likely.Ask, o order.Order) string {
	units := slices.Concat(o.Units("unit"), o.Units("spotter"))
	if b.Phase.Group == "" || len(units) == 0 {
		return ""
	}
	var ways []string
	for _, spec := range kinds(loc, b) {
		odds, _ := try(ctx, a, spec, pair{units[0], o.Hex("target")})
		if odds != nil && spec.Verb != o.Verb {
			ways = append(ways, loc.Verb(spec.Verb)+": "+likely.InWords(loc, odds.Gist))
		}
	}
	if len(ways) == 0 {
		return ""
	}
	c, _, _ := b.Find(units[0])
	return loc.Say("fightways.instead", "unit", wording.InWords(c.Name), "ways", wording.InWords(strings.Join(ways, " · ")))
}

// kinds returns the fights of a game that the catalogue tells apart.
func kinds(loc wording.Localizer, b *view.Board) []order.Spec {
	return slices.DeleteFunc(slices.Clone(b.Map.Orders), func(s order.Spec) bool {
		_, ok := loc.Try("told-apart." + string(s.Verb))
		return !ok || !s.Fight || len(s.Said()) < 2
	})
}

// enemiesWithin returns each of some units with each enemy stack that is at most far hexes away from it.
func enemiesWithin(b *view.Board, units []order.UnitID, far int) (list []pair) {
	for _, id := range units {
		u, at, _ := b.Find(id)
		for _, st := range b.Stacks {
			if st.Side != u.Side && b.Map.Grid.Distance(at, st.Hex) <= far {
				list = append(list, pair{id, st.Hex})
			}
		}
	}
	return list
}

// pairs returns all units and targets that an order can bring together, a mission's at objectives first.
func pairs(ctx context.Context, a likely.Ask, b *view.Board, spec order.Spec) (list []pair) {
	first, err := a.Offer(ctx, spec.Verb, nil)
	if err != nil {
		return nil // the order is possible nowhere: Panel learns why from try
	}
	for _, q := range first.Next {
		second, err := a.Offer(ctx, spec.Verb, []view.Pick{q})
		if err != nil {
			continue
		}
		for _, r := range second.Next {
			if p := (pair{cmp.Or(q.Unit, r.Unit), cmp.Or(q.Hex, r.Hex)}); p.unit != "" && p.target != hex.None {
				list = append(list, p)
			}
		}
	}
	isMission := spec.Said()[0].Kind == order.Hex // it is fired at the target, whoever spots
	isAim := func(p pair) bool {
		return slices.ContainsFunc(b.Areas, func(a view.Area) bool {
			return isMission && a.Kind == "objective" && a.Group == b.Phase.Group && slices.Contains(a.Hexes, p.target)
		})
	}
	aims := slices.DeleteFunc(slices.Clone(list), func(p pair) bool { return !isAim(p) })
	return slices.Concat(aims, slices.DeleteFunc(list, isAim))
}

// try returns the odds of an order of a pair, or what is against it; neither if the referee does not know.
func try(ctx context.Context, a likely.Ask, spec order.Spec, p pair) (odds *view.Odds, denial *view.Denial) {
	picks := []view.Pick{{Unit: p.unit}, {Hex: p.target}}
	if spec.Said()[0].Kind == order.Hex {
		slices.Reverse(picks)
	}
	odds, err := a.Foresee(ctx, spec.Verb, picks)
	errors.As(err, &denial)
	return odds, denial
}

// Best returns the odds of an order against the target of /odds, as on the panel: by the likeliest to hurt it of the
// first mostUnits units. It returns nil if the options name units, nobody can fight, or no Formations exist.
func Best(ctx context.Context, a likely.Ask, b *view.Board, spec order.Spec, options map[string]string) *view.Odds {
	target, err := hex.Parse(options["target"])
	if err != nil || options["units"] != "" || len(b.Map.Groups) == 0 {
		return nil
	}
	return best(ctx, a, spec, pairs(ctx, a, b, spec), target)
}

func best(ctx context.Context, a likely.Ask, spec order.Spec, list []pair, target hex.Hex) (top *view.Odds) {
	tried := 0
	for _, p := range list {
		if p.target != target || tried == mostUnits {
			continue
		}
		if odds, _ := try(ctx, a, spec, p); odds != nil {
			tried++
			if top == nil || likely.Effect(odds) > likely.Effect(top) {
				top = odds
			}
		}
	}
	return top
}

// Fights returns the odds of the fights that the panel compares: of each order against its first targets.
func Fights(ctx context.Context, loc wording.Localizer, b *view.Board, a likely.Ask) (fights []*view.Odds) {
	for _, spec := range kinds(loc, b) {
		list := pairs(ctx, a, b, spec)
		for _, h := range firstTargets(list, mostTargets) {
			if odds := best(ctx, a, spec, list, h); odds != nil {
				fights = append(fights, odds)
			}
		}
	}
	return fights
}

// firstTargets returns the first most targets of pairs, each once, in their order.
func firstTargets(list []pair, most int) (targets []hex.Hex) {
	for _, p := range list {
		if !slices.Contains(targets, p.target) {
			targets = append(targets, p.target)
		}
	}
	return targets[:min(len(targets), most)]
}

// chances returns what follows on the line of an order: its best chances against its first targets, each with its unit.
// top is the best of these fights, nil if nothing is known of them.
func chances(ctx context.Context, a likely.Ask, loc wording.Localizer, b *view.Board, spec order.Spec,
	list []pair) (words string, top *view.Odds) {
	targets, last := firstTargets(list, len(list)), "" // last is who was named last, and is not named again
	for _, h := range targets[:min(len(targets), mostTargets)] {
		odds := best(ctx, a, spec, list, h)
		if odds == nil {
			continue
		}
		if top == nil || likely.Effect(odds) > likely.Effect(top) {
			top = odds
		}
		by := fighter(loc, b, odds.Order)
		said := by
		if by == last {
			said = ""
		}
		last = by
		words += loc.Say("fightways.target", "hex", h, "by", wording.InWords(said), "chances",
			wording.InWords(likely.InWords(loc, odds.Gist)))
	}
	if len(targets) > mostTargets {
		words += loc.Say("fightways.more", "hexes", targets[mostTargets:])
	}
	return words, top
}

// fighter returns who fights: a unit, or the Support of one; "" for a mission, which is the same whoever spots.
func fighter(loc wording.Localizer, b *view.Board, o order.Order) string {
	units := o.Units("unit")
	if len(units) == 0 {
		return ""
	}
	c, _, _ := b.Find(units[0])
	if o.Word("with") != "" {
		return loc.Say("fightways.support", "unit", view.Name{ID: c.ID, Name: c.Name})
	}
	return c.Name
}

// Apart returns the options of /odds once for each known unit in the hex that they give as units, with that unit alone.
func Apart(b *view.Board, side order.Side, options map[string]string) (sets []map[string]string) {
	at, _ := hex.Parse(strings.TrimSpace(options["units"])) // hex.None, where nobody stands, for what is no hex
	_, sets = oneByOne(b, side, options, []hex.Hex{at})
	return sets
}

// oneByOne returns those hexes of in where units of side stand, and the options once for each of these units that the
// viewer knows, with that unit as units.
func oneByOne(b *view.Board, side order.Side, options map[string]string, in []hex.Hex) (hexes []string,
	sets []map[string]string) {
	for _, st := range b.Stacks {
		if st.Side != side || !slices.Contains(in, st.Hex) {
			continue
		}
		hexes = append(hexes, st.Hex.String())
		for _, c := range st.Known {
			sets = append(sets, withUnits(options, string(c.ID)))
		}
	}
	return hexes, sets
}

func withUnits(options map[string]string, units string) map[string]string {
	set := maps.Clone(options)
	set["units"] = units
	return set
}

// Beside returns the options of /odds with units added: once with the hexes of all units beside the target, and then
// once with each known one of these alone, for fights of one unit. It returns nil if there are none, or no target hex.
func Beside(b *view.Board, side order.Side, options map[string]string) []map[string]string {
	at, err := hex.Parse(options["target"])
	if err != nil {
		return nil
	}
	hexes, sets := oneByOne(b, side, options, slices.Collect(b.Map.Grid.Neighbours(at)))
	if len(hexes) == 0 {
		return nil
	}
	return append([]map[string]string{withUnits(options, strings.Join(hexes, ", "))}, sets...)
}
