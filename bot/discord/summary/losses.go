package summary

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// losses are what sides lost, and the hits of kill rolls of which everybody was told no more than their number.
type losses struct {
	sides  map[order.Side]toll
	unseen int             // hits on units that nobody was told of
	open   map[hex.Hex]int // those of the unseen hits, by hex, that later lines may still tell as losses
}

func newLosses(told ...view.Line) *losses {
	l := &losses{sides: map[order.Side]toll{}, open: map[hex.Hex]int{}}
	for _, line := range told {
		l.count(line)
	}
	return l
}

// toll is what a side lost. Surviving units are named only in games whose Formations are activated: in others they may
// be hidden from the reader by the time of the report.
type toll struct {
	dead   []string // the names of units that were destroyed, as far as the reader may know them
	unseen int      // how many more units were destroyed
	steps  int      // lost by units that survive
	hurt   []string // who lost them: names as far as the lines have them, once for each step
}

// count adds what a line tells of losses or of hits. It reports whether it tells of any.
func (l *losses) count(line view.Line) bool {
	if r := line.Reckoned; r != nil {
		delete(l.open, r.Target)
	}
	if line.Text.ID == "told.kill" || line.Text.ID == "told.ranged-kill" {
		at, _ := line.Text.Arg("hex").(hex.Hex)
		hits, _ := line.Text.Arg("hit").(int)
		l.open[at] += hits
		l.unseen += hits
		return true
	}
	e := line.MapEvent
	if e == nil || e.Kind != view.Died && e.Kind != view.Reduced {
		return false
	}
	t := l.sides[e.Side]
	seen := min(1, l.open[e.Path[0]]) // unseen hits that this line tells as losses
	if e.Kind == view.Reduced {
		t.steps++
		for _, c := range e.Units {
			t.hurt = append(t.hurt, c.Name)
		}
	} else {
		for _, c := range e.Units {
			before := len(t.hurt) // its earlier losses no longer count as steps: it does not survive
			t.hurt = slices.DeleteFunc(t.hurt, func(name string) bool { return name == c.Name })
			t.dead, t.steps = append(t.dead, c.Name), t.steps-before+len(t.hurt)
		}
		t.unseen += e.Count - len(e.Units)
		seen = min(e.Count, l.open[e.Path[0]])
	}
	l.sides[e.Side] = t
	l.open[e.Path[0]] -= seen
	l.unseen -= seen
	return true
}

// words returns what each side lost, in the order of play, with the names of no more than most units; "" for nothing.
func (l *losses) words(loc wording.Localizer, b *view.Board, most int) string {
	var sides []string
	for _, n := range b.Map.Sides {
		if t, ok := l.sides[n.ID]; ok {
			what := wording.InWords(t.words(loc, len(b.Map.Groups) > 0, most))
			sides = append(sides, loc.Say("summary.side", "side", n.ID, "what", what))
		}
	}
	if l.unseen > 0 {
		sides = append(sides, loc.Say("summary.hits", "n", l.unseen))
	}
	return strings.Join(sides, "; ")
}

const namedOfPhase, namedOfTurn = 6, 12 // how many units a side's losses name at most

// words returns the destroyed units, up to most by name, and the steps that others lost, with their names if named.
func (t toll) words(loc wording.Localizer, named bool, most int) string {
	var parts []string
	dead, unseen := t.dead, t.unseen
	if len(dead) > most {
		dead, unseen = dead[:most], unseen+len(dead)-most
	}
	if names := wording.InWords(strings.Join(dead, ", ")); len(dead)+unseen > 0 {
		parts = append(parts, loc.Say("summary.destroyed", "names", names, "unseen", unseen))
	}
	if t.steps > 0 {
		steps := loc.Say("summary.steps", "n", t.steps)
		if named && len(t.hurt) > 0 {
			slices.Sort(t.hurt)
			steps = loc.Say("summary.hurt", "steps", wording.InWords(steps), "names", slices.Compact(t.hurt))
		}
		parts = append(parts, steps)
	}
	return strings.Join(parts, ", ")
}
