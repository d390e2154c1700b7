package scene

import (
	"cmp"
	"math"
	"slices"

	"grognard/rules/geography"
	"grognard/rules/view"
)

// Entry is a cell of the legend: a sample and what it means.
type Entry struct {
	Kind    Kind
	ID      string // of the terrain, water, way, trait, class, back or mark; else ""
	Label   string
	Note    string        // a second line, "" for none
	Ratings []view.Rating // the ratings on its sample, if that is a counter
	Chit    view.Chit     // of a ChitEntry
}

// Kind is what an entry of the legend explains.
type Kind int8

// The kinds of entries, in the order of the legend.
const (
	TerrainEntry Kind = iota
	WaterEntry
	WayEntry
	HeightEntry
	TraitEntry
	ClassEntry
	BackEntry
	EstimateEntry
	ChitEntry
	FlagEntry
	FrontEntry
	SourceEntry
	IdleEntry
	ArrivalEntry
	MarkEntry
)

// Group returns the part of the legend that an entry stands in, from 0.
func (k Kind) Group() int {
	switch {
	case k == TerrainEntry:
		return 0
	case k <= WayEntry:
		return 1
	case k <= ChitEntry:
		return 2
	}
	return 3
}

// Heading returns the heading of a group.
func Heading(l Labels, group int) string {
	return Say(l, [...]view.Text{view.T("legend.ground"), view.T("legend.water"), view.T("legend.counters"),
		view.T("legend.signs")}[group])
}

// Legend lists what the map has, and what counters and badges mean. It depends on the map and the game's
// markers alone, never on the position.
func Legend(l Labels, v *view.Board) []Entry {
	var out []Entry
	kinds, waters, ways := []string{"open"}, []string{}, []string{}
	for _, ks := range v.Map.Terrain {
		kinds = append(kinds, ks...)
	}
	add := func(kind Kind, ids []string) {
		for _, id := range sorted(ids) {
			out = append(out, Entry{Kind: kind, ID: id, Label: Named(l, "legend.kind-", id)})
		}
	}
	add(TerrainEntry, kinds)
	for _, w := range v.Map.Water {
		waters = append(waters, w.Kind)
	}
	for _, w := range v.Map.Ways {
		ways = append(ways, w.Kind)
	}
	add(WaterEntry, waters)
	add(WayEntry, ways)
	out = append(out, Entry{Kind: HeightEntry, Label: Say(l, view.T("legend.height"))})
	for _, t := range v.Map.Traits {
		out = append(out, Entry{Kind: TraitEntry, ID: t.ID, Label: Named(l, "legend.trait-", t.ID),
			Ratings: v.Map.Sample})
	}
	for _, class := range v.Map.Classes {
		out = append(out, Entry{Kind: ClassEntry, ID: class, Label: Named(l, "legend.class-", class),
			Ratings: []view.Rating{{N: 8, Text: "8", Class: class}}})
	}
	for _, name := range v.Map.Backs {
		out = append(out, Entry{Kind: BackEntry, ID: name, Label: Named(l, "legend.side-", name),
			Ratings: v.Map.Sample})
	}
	if !v.Map.NoEstimates {
		out = append(out, Entry{Kind: EstimateEntry, Label: Say(l, view.T("legend.estimate")), Ratings: v.Map.Sample})
	}
	for _, c := range v.Map.Chits {
		e := Entry{Kind: ChitEntry, Label: Say(l, c.Name), Note: Say(l, view.T("legend.ratings")), Chit: c,
			Ratings: c.Ratings}
		if c.Estimate {
			e.Note = Say(l, view.T("legend.estimated-ratings"))
		}
		out = append(out, e)
	}
	if slices.ContainsFunc(v.Map.Places, func(p geography.Place) bool { return p.VP > 0 }) {
		out = append(out, Entry{Kind: FlagEntry, Label: Say(l, view.T("legend.points"))})
	}
	if !v.Map.NoFront {
		out = append(out, Entry{Kind: FrontEntry, Label: Say(l, view.T("legend.front"))})
	}
	if len(v.Map.Sources) > 0 {
		out = append(out, Entry{Kind: SourceEntry, Label: Say(l, view.T("legend.source"))},
			Entry{Kind: IdleEntry, Label: Say(l, view.T("legend.idle"))})
	}
	out = append(out, Entry{Kind: ArrivalEntry, Label: Say(l, view.T("legend.arrival"))})
	for _, m := range v.Marks {
		out = append(out, Entry{Kind: MarkEntry, ID: m.ID, Label: m.Name})
	}
	return out
}

// usual returns the place of a kind in the usual order of ground, water and ways, math.MaxInt for other kinds.
func usual(kind string) int {
	i := slices.Index([]string{"open", "light-woods", "woods", "heavy-woods", "swamp", "rough", "hills",
		"water", "village", "city", "minor-river", "river", "major-river", "lake", "track", "secondary", "road",
		"primary", "railroad"}, kind)
	if i < 0 {
		return math.MaxInt
	}
	return i
}

// sorted returns some kinds in the usual order, others after them by name, each once. It sorts s itself.
func sorted(s []string) []string {
	slices.SortFunc(s, func(a, b string) int { return cmp.Or(cmp.Compare(usual(a), usual(b)), cmp.Compare(a, b)) })
	return slices.Compact(s)
}
