package data

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/internal/score"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The kinds of areas that boards show, as checks of cases know them.
const (
	areaFire      = "fire"
	areaTraffic   = "traffic"
	areaObjective = "objective"
	zoneArea      = "zone-" // the kind of zone follows
)

// Expects checks what everybody sees of Formations and of the map.
func (c *seriesCase) Expects() casefile.Checks[series.Seen] {
	checks := score.Expects()
	maps.Copy(checks, casefile.Checks[series.Seen]{
		"formations":       expectsFormations,
		"zones":            expectsBySide(oneOf("zone of control", "none", "plain", "support", "real"), zoneAt),
		"engagement-zones": expectsBySide(casefile.Node.Yes, fireAt),
		"traffic":          expectsTraffic,
		"active":           expectsActive,
	})
	return checks
}

// expectsActive checks whose activation it is, and in which step: a Formation alone or with the step, or none.
func expectsActive(n casefile.Node) (casefile.Check[series.Seen], error) {
	who := casefile.Is(group, func(seen series.Seen) (order.GroupID, bool) {
		return cmp.Or(seen.Public.Phase.Group, nothing), true
	})
	if n.What != document.Mapping {
		return who(n)
	}
	return casefile.Checks[series.Seen]{
		"formation": who,
		"step":      casefile.Is(oneOf("step of an activation", stepNames()...), step),
	}.Read(n, SeriesName)
}

// step returns the step of the activation; ok is false outside of activations.
func step(seen series.Seen) (name string, ok bool) {
	x := seen.Public.GroupFact("step", seen.Public.Phase.Group)
	if x == nil {
		return "", false
	}
	return x.ID, true
}

// hexesOf lists the hexes of the areas of a kind for which fits is true, in ascending order.
func hexesOf(b *view.Board, kind string, fits func(view.Area) bool) (out []hex.Hex) {
	for _, a := range b.Areas {
		if a.Kind == kind && fits(a) {
			out = append(out, a.Hexes...)
		}
	}
	slices.SortFunc(out, hex.Compare)
	return slices.Compact(out)
}

// zoneAt returns the strongest zone of control that a side has in a hex: real, support, plain or none.
func zoneAt(b *view.Board, s order.Side, h hex.Hex) string {
	for _, kind := range []string{"real", "support", "plain"} {
		if isIn(b, zoneArea+kind, s, h) {
			return kind
		}
	}
	return "none"
}

// fireAt reports whether a hex is in a side's Engagement Zones.
func fireAt(b *view.Board, s order.Side, h hex.Hex) bool { return isIn(b, areaFire, s, h) }

func isIn(b *view.Board, kind string, s order.Side, h hex.Hex) bool {
	return slices.Contains(hexesOf(b, kind, func(a view.Area) bool { return a.Side == s }), h)
}

// expectsBySide returns a reader of what hexes must have, by side and hex, such as {blue: {"10.08": real}}. read reads
// the value of one hex, and find looks it up on the board.
func expectsBySide[V comparable](read func(casefile.Node) (V, error),
	find func(*view.Board, order.Side, hex.Hex) V) func(casefile.Node) (casefile.Check[series.Seen], error) {
	type wanted struct {
		side order.Side
		at   hex.Hex
		what V
	}
	return func(n casefile.Node) (casefile.Check[series.Seen], error) {
		var list []wanted
		sides, err := n.Mapping()
		for _, s := range sides {
			put := func(h hex.Hex, v V) { list = append(list, wanted{order.Side(s.Key), h, v}) }
			if err := casefile.Keyed(s.Value, casefile.Pair.HexKey, read, put); err != nil {
				return nil, err
			}
		}
		return func(seen series.Seen) error {
			for _, w := range list {
				if _, plays := seen.Own[w.side]; !plays {
					return fmt.Errorf("of %s are none: it is no side", w.side)
				}
				if got := find(seen.Public, w.side, w.at); got != w.what {
					return fmt.Errorf("of %s in %s is %v; must be %v", w.side, w.at, got, w.what)
				}
			}
			return nil
		}, err
	}
}

// expectsTraffic checks which hexes have a Traffic Stopped marker.
func expectsTraffic(n casefile.Node) (casefile.Check[series.Seen], error) {
	want, err := hexes(n)
	return func(seen series.Seen) error {
		return sameHexes(hexesOf(seen.Public, areaTraffic, func(view.Area) bool { return true }), want)
	}, err
}

// sameHexes returns an error unless got, which is sorted, has the same hexes as want, in any order.
func sameHexes(got, want []hex.Hex) error {
	want = slices.SortedFunc(slices.Values(want), hex.Compare)
	if !slices.Equal(got, want) {
		return fmt.Errorf("is %v; must be %v", got, want)
	}
	return nil
}

// seenFormation is a Formation in the final position.
type seenFormation struct {
	series.Seen
	id order.GroupID
}

// expectsFormations checks how Formations stand, each by the keys that the case writes for it.
func expectsFormations(n casefile.Node) (casefile.Check[series.Seen], error) {
	keys := casefile.Checks[seenFormation]{
		"hq":     casefile.Is(place, func(f seenFormation) (string, bool) { return f.stands(hqPrefix) }),
		"trains": casefile.Is(place, func(f seenFormation) (string, bool) { return f.stands(trainPrefix) }),
		"ghost": casefile.Is(casefile.Node.Yes, func(f seenFormation) (bool, bool) {
			u, ok := f.find(trainPrefix)
			return u.Unit.Up.Name == "ghost", ok
		}),
		"fatigue":     isNumber("fatigue", readFatigue),
		"msr-blocked": isNumber("msr-blocked", casefile.Node.Whole),
		"prepared":    isFact("prepared"),
		"coordinated": isFact("coordinated"),
		"arty":        isNumber("arty", casefile.Node.Whole),
		"objectives":  expectsObjectives,
	}
	pairs, err := n.Mapping()
	if err != nil {
		return nil, err
	}
	checks := make([]casefile.Check[seenFormation], len(pairs))
	for i, p := range pairs {
		if checks[i], err = keys.Read(p.Value, SeriesName); err != nil {
			return nil, err
		}
	}
	return func(seen series.Seen) error {
		for i, p := range pairs {
			if err := checks[i](seenFormation{seen, order.GroupID(p.Key)}); err != nil {
				return fmt.Errorf("%s: %w", p.Key, err)
			}
		}
		return nil
	}, nil
}

// place reads where an HQ or Trains are: a hex, or the word for being off the map or out of the game.
func place(n casefile.Node) (string, error) {
	if word, isText := n.Word(); isText == nil && (word == offMap || word == goneBox) {
		return word, nil
	}
	h, err := n.Hex()
	return h.String(), err
}

// find finds a Formation's HQ or Trains.
func (f seenFormation) find(prefix string) (series.Found, bool) {
	return f.Find(order.UnitID(prefix + string(f.id)))
}

// stands writes where the Formation's HQ or Trains are, as place reads it; ok is false if the Formation has none.
func (f seenFormation) stands(prefix string) (where string, ok bool) {
	u, ok := f.find(prefix)
	if u.At == hex.None {
		return u.Box, ok
	}
	return u.At.String(), ok
}

// fact returns the number of the Formation's fact of a kind, as it is shown beside the map; ok is false for none.
func (f seenFormation) fact(kind string) (n int, ok bool) {
	if x := f.Public.GroupFact(kind, f.id); x != nil {
		return x.N, true
	}
	return 0, false
}

// isNumber checks the number of a fact; read reads what it must be.
func isNumber(kind string,
	read func(casefile.Node) (int, error)) func(casefile.Node) (casefile.Check[seenFormation], error) {
	return casefile.Is(read, func(f seenFormation) (int, bool) { return f.fact(kind) })
}

// isFact checks a fact that is yes or no: its number is 1 or 0.
func isFact(kind string) func(casefile.Node) (casefile.Check[seenFormation], error) {
	return casefile.Is(casefile.Node.Yes, func(f seenFormation) (bool, bool) {
		n, ok := f.fact(kind)
		return n > 0, ok
	})
}

// expectsObjectives checks where a Formation has its objectives, or how many it has.
func expectsObjectives(n casefile.Node) (casefile.Check[seenFormation], error) {
	if _, err := n.Whole(); err == nil {
		return isNumber("objectives", casefile.Node.Whole)(n)
	}
	want, err := hexes(n)
	return func(f seenFormation) error {
		return sameHexes(hexesOf(f.Public, areaObjective, func(a view.Area) bool { return a.Group == f.id }), want)
	}, err
}
