package look

import (
	"context"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/rules/notation"
	"grognard/rules/view"
)

// rollVerb is the look-up that throws dice.
const rollVerb = "roll"

// mostFaces is the most dice that an answer shows, as it shows every face.
const mostFaces = 150

// lookRoll answers /roll: dice that belong to no game, with every face.
func (l *Lookups) lookRoll(_ context.Context, req ask.Request, m ask.TypedCommand) (ask.LookupResult, error) {
	times := 1
	if n, err := strconv.Atoi(m.Values["times"]); err == nil {
		times = n
	}
	throw, err := notation.ParseThrow(m.Values["dice"])
	if err != nil {
		return ask.LookupResult{}, err
	}
	if n := throw.Dice() * times; n > mostFaces {
		return ask.LookupResult{}, ask.Refusal("roll.too-many", "n", n, "most", mostFaces)
	}
	t, err := lookup.Throw(l.Entropy, m.Values["dice"], times, m.Values["label"])
	if err != nil {
		return ask.LookupResult{}, err
	}
	return ask.LookupResult{Page: page.Page[view.Public]{Text: rollInWords(req.Localizer, t)}, Said: m, Chance: true},
		nil
}

// rollInWords returns a roll with every face, a line for each throw.
func rollInWords(loc wording.Localizer, t lookup.Thrown) string {
	head := "**" + t.Throw.String() + "**"
	if t.Label != "" {
		head += " · " + string(wording.Quoted(t.Label))
	}
	lines := []string{head}
	for i, r := range t.Rolls {
		line := loc.Say("roll.comes", "faces", wording.InWords(faces(t.Throw, r)), "total", r.Total)
		if len(t.Rolls) > 1 {
			line = strconv.Itoa(i+1) + ") " + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// faces returns the dice of a throw. If only some of them count, these are bold and the others struck out.
func faces(t notation.Throw, r notation.Thrown) string {
	var b strings.Builder
	for i, g := range r.Groups {
		switch {
		case g.Minus:
			b.WriteString(" − ")
		case i > 0:
			b.WriteString(" + ")
		}
		for n, f := range g.Faces {
			switch {
			case g.Keep == 0:
				b.WriteString(shownFace(g.Sides, f))
			case g.Kept[n]:
				b.WriteString(" **" + shownFace(g.Sides, f) + "**")
			default:
				b.WriteString(" ~~" + shownFace(g.Sides, f) + "~~")
			}
		}
	}
	if t.Plus != 0 {
		b.WriteString(" " + string(wording.Signed(t.Plus)))
	}
	return strings.TrimSpace(b.String())
}

// shownFace returns the face of a die: a symbol for a die with six sides, else a number.
func shownFace(sides, n int) string {
	if sides == 6 {
		return emojis.DieFace(n)
	}
	return "[" + strconv.Itoa(n) + "]"
}
