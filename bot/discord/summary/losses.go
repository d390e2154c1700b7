package summary

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/order"
	"grognard/rules/view"
)

// losses are what sides lost.
type losses map[order.Side]*toll

// toll is what a side lost. Units that are left have names only where Formations are activated: elsewhere they may lie
// unseen when the report comes.
type toll struct {
	dead   []string // the names of units that were destroyed, as far as the reader may know them
	unseen int      // how many more were
	steps  int      // of units that are left
	hurt   []string // the names of these units, as far as lines have them
}

// count adds the steps that an event takes. It reports whether the event tells of any.
func (l losses) count(e view.MapEvent) bool {
	if e.Kind != view.Died && e.Kind != view.Reduced {
		return false
	}
	t := l[e.Side]
	if t == nil {
		t = &toll{}
		l[e.Side] = t
	}
	if e.Kind == view.Reduced {
		t.steps++
		for _, c := range e.Units {
			if !slices.Contains(t.hurt, c.Name) {
				t.hurt = append(t.hurt, c.Name)
			}
		}
		return true
	}
	for _, c := range e.Units {
		t.dead = append(t.dead, c.Name)
	}
	t.unseen += e.Count - len(e.Units)
	return true
}

// words returns what each side lost, in the order of play, "" for nothing.
func (l losses) words(loc wording.Localizer, b *view.Board) string {
	var sides []string
	for _, n := range b.Map.Sides {
		if t := l[n.ID]; t != nil {
			what := wording.InWords(t.words(loc, len(b.Map.Groups) > 0))
			sides = append(sides, loc.Say("summary.side", "side", n.ID, "what", what))
		}
	}
	return strings.Join(sides, "; ")
}

// longest is how many units a side's losses name at most.
const longest = 6

// words returns the units that were destroyed, and then the steps of those that were not.
func (t *toll) words(loc wording.Localizer, named bool) string {
	var parts []string
	dead, unseen := t.dead, t.unseen
	if len(dead) > longest {
		dead, unseen = dead[:longest], unseen+len(dead)-longest
	}
	if names := wording.InWords(strings.Join(dead, ", ")); len(dead)+unseen > 0 {
		parts = append(parts, loc.Say("summary.destroyed", "names", names, "unseen", unseen))
	}
	if t.steps > 0 {
		steps := loc.Say("summary.steps", "n", t.steps)
		if named && len(t.hurt) > 0 {
			steps = loc.Say("summary.hurt", "steps", wording.InWords(steps), "names", t.hurt)
		}
		parts = append(parts, steps)
	}
	return strings.Join(parts, ", ")
}
