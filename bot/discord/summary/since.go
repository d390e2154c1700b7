package summary

import (
	"slices"
	"strings"

	"grognard/bot/discord/forward"
	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Since returns the content of lines of the game log, the oldest first, in at most most entries of together at most
// size bytes, and how many of the lines it leaves out. If there are too many it leaves out the less important ones,
// and of those the older, also within an activation; the first entries then say what all lines together cost each side
// and, without activations, how far it has come. A phase is named only above what happened in it, or alone if nothing
// happened in any. If not all phases fit, what happened in the oldest, unnamed ones stands above the others.
func Since(loc wording.Localizer, b *view.Board, told []view.Line, most, size int) (entries []string, left int) {
	all := withContent(Recap(loc, b, wording.WithPassed(told)))
	fits := func(list []string) bool { return len(list) <= most && len(strings.Join(list, "\n")) <= size }
	if joined := wording.Joined(all); fits(joined) {
		return joined, 0
	}
	if lost := newLosses(told...).words(loc, b, namedOfTurn); lost != "" {
		entries = []string{"• " + loc.Say("summary.lost", "lost", wording.InWords(lost))}
	}
	if words := forward.InWords(loc, b, told); words != "" {
		entries = append(entries, "• "+words)
	}
	head, chosen := len(entries), []int(nil)
	for rank := range 7 { // importance ranks from 0 to 6
		for i, r := range slices.Backward(all) {
			if importance(r) != rank {
				continue
			}
			var parts []wording.Recapped
			with := slices.Sorted(slices.Values(append(chosen, i)))
			for _, k := range with {
				parts = append(parts, all[k])
			}
			if list := slices.Concat(entries[:head], wording.Joined(withContent(parts))); fits(list) {
				entries, chosen = list, with
			} else if isPhase(r) {
				break // an older phase would seem to be that of what happened in this one
			}
		}
	}
	for i, r := range all {
		if !slices.Contains(chosen, i) && !isPhase(r) {
			left += len(r.Told)
		}
	}
	return entries, left
}

// withContent returns parts without the phases in which nothing happened; if there are only phases it returns the last.
func withContent(parts []wording.Recapped) (out []wording.Recapped) {
	for i, r := range parts {
		last := i == len(parts)-1
		if !isPhase(r) || !last && !isPhase(parts[i+1]) || last && len(out) == 0 {
			out = append(out, r)
		}
	}
	return out
}

func isPhase(r wording.Recapped) bool { return r.Told[0].Text.ID == "told.phase" }

// eventRanks has the importance of events that outrank all fights without losses.
var eventRanks = map[view.MapEventKind]int{view.Died: 0, view.Gone: 0, view.Taken: 1, view.Reduced: 2}

// importance ranks a part of a recap by its most important line: 0 for units that were destroyed or left the map, 1 for
// places that were taken and what befell an HQ or its Trains, 2 for steps lost, 3 for fights with a result that is no
// dash and what befell a Formation, 4 for other fights, strikes and moves, 5 for phases, 6 for the rest.
func importance(r wording.Recapped) int {
	rank := 6
	for _, l := range r.Told {
		event, fought := view.MapEventKind(""), l.Reckoned != nil
		if l.MapEvent != nil {
			event = l.MapEvent.Kind
		}
		switch n, ok := eventRanks[event]; {
		case ok:
			rank = min(rank, n)
		case strings.HasPrefix(l.Text.ID, "told.area-"), strings.HasSuffix(l.Text.ID, "jumped"),
			l.Text.ID == "bcs.told.coordinated":
			rank = min(rank, eventRanks[view.Taken])
		case newLosses(l).unseen > 0:
			rank = min(rank, 2)
		case fought && l.Reckoned.OnMap() && l.Reckoned.Outcome() != "-",
			!fought && event == "" && strings.HasPrefix(l.Text.ID, "bcs."):
			rank = min(rank, 3)
		case fought, event != "":
			rank = min(rank, 4)
		case isPhase(r):
			rank = 5
		}
	}
	return rank
}
