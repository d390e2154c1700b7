package wording

import (
	"slices"
	"strings"

	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// eventsInWords returns what happened in a scene, each event in the words of its lines in the game log.
func eventsInWords(loc Localizer, s scene.Scene) (out []string) {
	for _, e := range s.Happened() {
		out = append(out, event(loc, e))
	}
	return out
}

// event returns an event that has a sign in the picture, in words. If its first line names no hex, its hexes are added.
func event(loc Localizer, e scene.Event) string {
	words := ""
	if text, ok := together(e); ok {
		words = Unmarked(loc.Text(text))
	} else {
		words = lines(loc, e.Told)
	}
	if slices.ContainsFunc(e.Told[0].Text.Args, func(v any) bool { _, is := v.(hex.Hex); return is }) {
		return words
	}
	return loc.Say("alt.at", "what", InWords(words), "hexes", e.Hexes)
}

// lines returns the words of lines, one after the other. Equal words are said once, with how often.
func lines(loc Localizer, told []*view.Line) string {
	var parts []string
	times := map[string]int{}
	for _, l := range told {
		words := Unmarked(loc.Text(l.Text))
		if l.Reckoned != nil {
			words += fought(loc, *l.Reckoned)
		}
		if times[words]++; times[words] == 1 {
			parts = append(parts, words)
		}
	}
	for i, words := range parts {
		if n := times[words]; n > 1 {
			parts[i] = loc.Say("alt.times", "what", InWords(words), "n", n)
		}
	}
	return strings.Join(parts, "; ")
}

// together returns one text for several lines with the same message that tell of units, such as units that went the
// same way one after the other, or in several steps. ok is false if the lines cannot be joined.
func together(e scene.Event) (text view.Text, ok bool) {
	first := e.Told[0].Text
	if e.Path != nil && e.Path[0] == e.Path[len(e.Path)-1] {
		return view.Text{}, false // the text would say: from a hex to the same hex
	}
	var units []view.Name
	for _, l := range e.Told {
		list, ok := l.Text.Arg("units").([]view.Name)
		if !ok || l.Text.ID != first.ID || len(e.Told) == 1 {
			return view.Text{}, false
		}
		for _, n := range list {
			if !slices.Contains(units, n) {
				units = append(units, n)
			}
		}
	}
	args := slices.Clone(first.Args)
	for i := 0; i+1 < len(args); i += 2 {
		switch key := args[i]; {
		case key == "units":
			args[i+1] = units
		case key == "more":
			args[i+1] = e.Count - len(units)
		case key == "path" && e.Path != nil:
			args[i+1] = e.Path[1:]
		case key == "from" && e.Path != nil:
			args[i+1] = e.Path[0]
		case key == "to" && e.Path != nil:
			args[i+1] = e.Path[len(e.Path)-1]
		}
	}
	return view.T(first.ID, args...), true
}

// fought returns what is said of a fight after its line: from where, at which odds or in which column, and its result.
func fought(loc Localizer, f view.Reckoning) string {
	words := " "
	if len(f.From) > 0 {
		words += loc.Say("alt.from", "hexes", f.From) + " "
	}
	switch {
	case !f.Alone && f.Column == NoColumn:
		words += loc.Say("alt.odds", "odds", InWords(f.OffTable()))
	case !f.Alone:
		words += loc.Say("alt.odds", "odds", InWords(f.Compared()))
	case f.Column == NoColumn:
		words += loc.Say("alt.off-table", "least", InWords(f.Least))
	case f.Column != "":
		words += loc.Say("alt.column", "column", InWords(f.Column))
	default:
		words = strings.TrimSuffix(words, " ")
	}
	if f.Result != "" {
		words += loc.Say("alt.result", "result", InWords(f.Outcome()))
	}
	return words
}
