package summary

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Since returns the content of lines of the game log, the oldest first, in at most most entries of together at most
// letters bytes, and how many of the lines it leaves out. If there are too many it leaves out the less important ones,
// and of those the older; the first entry then says what all lines together cost each side. A phase stands only above
// what happened in it, or alone if nothing has.
func Since(loc wording.Localizer, b *view.Board, told []view.Line, most, letters int) (entries []string, left int) {
	all := withContent(Recap(loc, b, told))
	order := make([]int, len(all))
	for i := range order {
		order[i] = len(all) - 1 - i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(importance(all[x]), importance(all[y])) })
	var chosen []int
	if lost := newLosses(told...).words(loc, b, namedOfTurn); len(all) > most && lost != "" {
		entries = append(entries, "• "+loc.Say("summary.lost", "lost", wording.InWords(lost)))
		most, letters = most-1, letters-len(entries[0])-1
	}
	for _, i := range order {
		words := "• " + all[i].Words
		if len(chosen) == 0 && len(words) > letters { // the first entry is clipped
			words = wording.Clip(words, letters-len(words)+utf8.RuneCountInString(words))
			all[i].Words, all[i].Lines = words[len("• "):], 0
		}
		if len(chosen) == most || len(words) > letters {
			break
		}
		letters -= len(words) + 1
		chosen = append(chosen, i)
	}
	var parts []wording.Recapped
	for i, r := range all {
		if slices.Contains(chosen, i) {
			parts = append(parts, r)
		} else {
			left += r.Lines
		}
	}
	for _, r := range withContent(parts) {
		entries = append(entries, "• "+r.Words)
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

func isPhase(r wording.Recapped) bool { return r.First.Text.ID == "told.phase" }

// importance ranks a part of a recap, 0 for the most important: a fight that cost steps, or a loss alone. Then come a
// place that was taken, another fight or an activation, moves and strikes that cost nothing, phases, and the rest.
func importance(r wording.Recapped) int {
	l, event := r.First, view.MapEventKind("")
	if l.MapEvent != nil {
		event = l.MapEvent.Kind
	}
	switch {
	case r.Costs, event == view.Died, event == view.Gone, event == view.Reduced:
		return 0
	case l.Text.ID == "told.control", l.Text.ID == "told.area-held", l.Text.ID == "told.area-lost":
		return 1
	case event != view.Struck && r.Lines > 1, l.Reckoned != nil && l.Reckoned.OnMap():
		return 2
	case event != "":
		return 3
	case isPhase(r):
		return 4
	}
	return 5
}
