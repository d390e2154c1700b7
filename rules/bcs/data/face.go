package data

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The largest values on a counter.
const (
	maxRating = 9
	maxMove   = 60
	maxAV     = 20
	maxRange  = 30
	maxSteps  = 20
)

var (
	ratingForm = regexp.MustCompile(`^ar([0-9]{1,2})$`)
	moveForm   = regexp.MustCompile(`^(tac|truck|leg)([0-9]{1,2})$`)
	avForm     = regexp.MustCompile(`^av([0-9]{1,2})/([0-9]{1,2})$`)
)

// ParseFace reads one face of a counter, written as words in any order: ar3 tac8 arrow av4/2 light recon. The range
// of an AV, in hexes, stands after the slash.
func ParseFace(text string) (f Face, err error) {
	seen := map[string]bool{}
	for _, w := range strings.Fields(text) {
		what, err := f.read(w)
		switch {
		case err != nil:
			return f, err
		case seen[what]:
			return f, fmt.Errorf("%q says %s a second time", w, what)
		}
		seen[what] = true
	}
	switch {
	case len(seen) == 0:
		return f, fmt.Errorf("a side of a counter shows something, such as ar3 leg4 arrow")
	case f.AV.Kind != "" && f.AV.Value == 0:
		return f, fmt.Errorf("%s is a kind of AV, and there is no AV", f.AV.Kind)
	}
	return f, nil
}

// read reads one word of a face of a counter and returns what the word is about, to find repetitions.
func (f *Face) read(w string) (what string, err error) {
	if m := ratingForm.FindStringSubmatch(w); m != nil {
		f.AR, err = number(m[1], 0, maxRating)
		return "an Action Rating", err
	}
	if m := moveForm.FindStringSubmatch(w); m != nil {
		f.Class = Class(m[1])
		f.Move, err = number(m[2], 1, maxMove)
		return "a movement allowance", err
	}
	if is, err := f.AV.read(w); is != "" {
		return is, err
	}
	switch w {
	case "arrow":
		f.Arrow = true
	case "recon":
		f.Recon = true
	default:
		return "", fmt.Errorf("%q is nothing that a counter shows: known are arN, tacN, truckN, legN, arrow, "+
			"avN/RANGE, light, hard, breakthrough and recon", w)
	}
	return w, nil
}

// read reads a word about an AV and returns what the word is about, "" if it is not about an AV.
func (a *AV) read(w string) (is string, err error) {
	if m := avForm.FindStringSubmatch(w); m != nil {
		if a.Value, err = number(m[1], 1, maxAV); err == nil {
			a.Range, err = number(m[2], 0, maxRange)
		}
		return "an AV", err
	}
	if slices.Contains([]string{Light, Hard, Breakthrough}, w) {
		a.Kind = w
		return "a kind of AV", nil
	}
	return "", nil
}

// number reads a number from least to most. With an error it returns least.
func number(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return least, fmt.Errorf("%q is not a whole number from %d to %d", text, least, most)
	}
	return n, nil
}

// ParseSupport reads Support, written as words in any order: av4/3 2 stand-off is AV 4 with a range of three hexes, two
// steps, and Stand Off. Without a number it has one step.
func ParseSupport(text string) (a Asset, err error) {
	seen := map[string]bool{}
	for _, w := range strings.Fields(text) {
		is, err := a.AV.read(w)
		switch {
		case err != nil:
			return a, err
		case is != "":
		case w == "stand-off":
			is, a.StandOff = w, true
		default:
			is = "a number of steps"
			if w[0] < '0' || w[0] > '9' {
				return a, fmt.Errorf("%q is nothing that Support has: known are avN/RANGE, a number of steps, "+
					"stand-off, light, hard and breakthrough", w)
			}
			if a.Steps, err = number(w, 1, maxSteps); err != nil {
				return a, err
			}
		}
		if seen[is] {
			return a, fmt.Errorf("%q says %s a second time", w, is)
		}
		seen[is] = true
	}
	if a.AV.Value == 0 {
		return a, fmt.Errorf("Support has an AV, such as av3/1")
	}
	a.Steps = max(a.Steps, 1)
	return a, nil
}

// saysRating reports whether a face of a counter, as it is written, shows an Action Rating.
func saysRating(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), ratingForm.MatchString)
}
