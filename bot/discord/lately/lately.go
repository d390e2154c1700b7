// Package lately writes what is printed under the picture of a panel: what the last order did, or why a press did
// nothing. On a phone the words above the picture are out of sight after an order; its foot stands on the buttons.
//
//	board.Overlays = append(board.Overlays, lately.Under(loc, board, "Done."))
//
// Limits: it names no dice and no paragraphs, which the words above the picture do, and ends after a few lines.
package lately

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/summary"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// most is how many lines are printed, and letters how long each is: as many as a phone shows large enough.
const most, letters = 4, 78

// Under returns an overlay that draws nothing on the map and prints below it what b.Told tells, and then left, what is
// still to be done. If b.Told tells nothing, it prints said instead: the words that stand above the picture.
func Under(loc wording.Localizer, b *view.Board, said string, left ...string) view.Overlay {
	list, last := inGroups(loc, b), []string{} // last: the lines on what is still to be done
	for words := range strings.SplitSeq(strings.Join(left, "\n"), "\n") {
		last = append(last, wrapLines(strings.TrimPrefix(wording.Unmarked(words), "-# "))...)
	}
	last = last[:min(len(last), most-1)]
	if len(b.Map.Groups) == 0 {
		list = strikesApart(loc, b)
	}
	if len(list) == 0 {
		list, last = strings.Split(said, "\n"), nil
	}
	var lines []string
	for _, words := range list {
		words = wording.Unmarked(strings.TrimPrefix(words, "• "))
		if !strings.HasPrefix(words, "-#") {
			lines = append(lines, wrapLines(words)...)
		}
	}
	if room := max(most-len(last), 1); len(lines) > room {
		lines = append(lines[:room-1], loc.Say("lately.more"))
	}
	return overlayOf(append(lines, last...))
}

// Guided returns an overlay that prints below the map what a tutorial says to do now: the last line of its step.
func Guided(loc wording.Localizer, b *view.Board) view.Overlay {
	step := strings.Split(loc.Plainly(b.Guide), "\n")
	return overlayOf(wrapLines(step[len(step)-1]))
}

func overlayOf(lines []string) view.Overlay {
	if len(lines) == 0 {
		return view.Overlay{}
	}
	return view.Overlay{Head: view.T("lately.head", "what", strings.Join(lines, "\n"))}
}

// wrapLines breaks a text between its words into lines of at most letters characters.
func wrapLines(words string) (lines []string) {
	for w := range strings.FieldsSeq(words) {
		n := len(lines) - 1
		if n >= 0 && utf8.RuneCountInString(lines[n]+w) < letters {
			lines[n] += " " + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}

// strikes are air strikes on one hex that follow each other: n is their number, and hits how many of them hit.
type strikes struct {
	at      hex.Hex
	called  view.Text
	hits, n int
}

// strikesApart returns what the lines tell: the air strikes on a hex as one, their losses, then the kill rolls, and
// each fight with its losses. It omits the announcements of overruns and draws, and moves if there was a fight.
func strikesApart(loc wording.Localizer, b *view.Board) (list []string) {
	fought := slices.ContainsFunc(b.Told, func(l view.Line) bool { return l.Reckoned != nil })
	told := slices.DeleteFunc(slices.Clone(b.Told), func(l view.Line) bool {
		return l.Text.ID == "told.spent" || l.Text.ID == "told.draw" ||
			fought && l.MapEvent != nil && l.MapEvent.Kind == view.Marched
	})
	for n := 1; len(told) > 0; told, n = told[n:], 1 {
		s := strike(told[0])
		if s.n == 0 {
			for n < len(told) && strike(told[n]).n == 0 {
				n++
			}
			list = append(list, withoutStrikes(loc, b, told[:n])...)
			continue
		}
		var rest, kills []view.Line
		for ; n < len(told) && told[n].Reckoned == nil && (strike(told[n]).n == 0 || strike(told[n]).at == s.at); n++ {
			again := strike(told[n])
			if told[n].Text.ID == "told.kill" {
				kills = append(kills, told[n])
			} else if again.n == 0 {
				rest = append(rest, told[n])
			}
			s.hits, s.n = s.hits+again.hits, s.n+again.n
		}
		list = append(list, loc.Say("lately.strikes", "n", s.n, "hits", s.hits, "hex", s.at,
			"what", wording.InWords(loc.Text(s.called))))
		list = append(list, withoutStrikes(loc, b, slices.Concat(rest, kills))...)
	}
	return list
}

// strike returns the air strike that a line tells of; its n is 0 if the line tells of none.
func strike(l view.Line) strikes {
	if e := l.MapEvent; e != nil && e.Kind == view.Struck {
		return strikes{at: e.Path[0], called: e.Note, n: 1, hits: map[bool]int{true: 1}[e.Hit]}
	}
	return strikes{at: hex.None}
}

// withoutStrikes returns what lines without strikes tell: each fight with its losses in one line.
func withoutStrikes(loc wording.Localizer, b *view.Board, told []view.Line) (list []string) {
	for _, part := range summary.Recap(loc, b, told) {
		if r := part.Told[0].Reckoned; r == nil || !r.OnMap() {
			part.Words = loc.Text(part.Told[0].Text)
		}
		list = append(list, part.Words)
	}
	return list
}

// inGroups returns what the lines of a game with activations tell.
func inGroups(loc wording.Localizer, b *view.Board) []string {
	return strings.Split(summary.Fights(loc, b, b.Told), "\n")[1:] // without the heading
}
