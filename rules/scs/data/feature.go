package data

import (
	"strconv"

	"grognard/rules/view"
)

// Wording is how modules and adjudication cases are written where a feature is concerned. A game has the feature when
// its module names the paragraph for it, uses its keys, has its units, or lists one of its phases:
//
//	# game.yaml
//	rules: {garrisons: "1.10"}
type Wording struct {
	Help   string   // for an owner of a game: the feature's keys in game.yaml, and what they are for
	Name   string   // of its folder; also the key under which an Own holds the feature's data
	Rules  []string // the keys of its paragraphs under `rules`; the first one switches the feature on
	Symbol string   // of the units that only the feature brings into play, "" for none
	Marks  []string // that the feature puts on units, so that cases can do so too
	Phases []Phase  // that the feature adds to those of a sequence of play
	Stock  bool     // its Name names a stock that a handicap can enlarge at the start of a game

	// Begin returns the feature's part of one module; nil where a module only names its paragraphs.
	Begin func(*Module) Part
	// Case returns the feature's part of one adjudication case; nil where cases have no keys of it.
	Case func() Case
}

// Phase is a phase of a feature.
type Phase struct {
	Name  string
	Mark  string // a marker that the module must have for it, "" for none
	Other bool   // the side that is not moving acts in it, not the side that lists it
}

// Own is what features store in one place of a module, by their names: in the whole module, in a row of a chart, on a
// type of units, in a scenario, or in an order of arrival. The values contain no pointers, because they are printed for
// the hash of a module. Copies share the values, so a feature replaces a value and never changes it in place.
type Own map[string]any

// IsUsedBy reports whether a module names the paragraph that switches the feature on, or uses its keys.
func (f Wording) IsUsedBy(d *Data) bool {
	return len(f.Rules) > 0 && d.Paragraphs[f.Rules[0]] != "" || d.Own[f.Name] != nil
}

// The phases of the series by name.
const (
	Reinforcements = "reinforcements"
	Movement       = "movement"
	Combat         = "combat"
	Exploitation   = "exploitation"
	Supply         = "supply"
)

// Oos is the marker of a unit that is out of supply.
const Oos = "oos"

// The names of the ratings on a counter.
const (
	AttackRating  = "attack"
	DefenceRating = "defence"
	moveRating    = "movement"
)

// ExploitTrait marks units that may move again after combat (11.0a).
const ExploitTrait = "exploit"

// Ratings returns the factors as they are printed; lit says that they are highlighted.
func (v Values) Ratings(lit bool) []view.Rating {
	rating := func(kind string, n int) view.Rating {
		text := strconv.Itoa(n)
		if n == view.Blank {
			text = "–"
		}
		return view.Rating{Kind: kind, N: n, Text: text, Lit: lit}
	}
	return []view.Rating{rating(AttackRating, v.Attack), rating(DefenceRating, v.Defence), rating(moveRating, v.Move)}
}
