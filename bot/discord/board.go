package discord

import (
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// factors is what is printed on a counter, those at its foot in a row: 9-5-10.
func (loc localizer) factors(c view.Counter) string {
	var foot, beside []string
	for _, r := range c.Ratings {
		switch {
		case r.Text == "":
		case r.Place == view.Foot:
			foot = append(foot, r.Text)
		default:
			beside = append(beside, loc.describe("rating."+r.Kind, r.Kind)+" "+r.Text)
		}
	}
	return strings.TrimSpace(strings.Join(append([]string{strings.Join(foot, "-")}, beside...), " "))
}

// unit is a unit with its factors, and whether it is reduced or marked.
func (loc localizer) unit(c view.Counter, marks []view.MarkLegend) string {
	var notes []string
	switch {
	case c.Reduced:
		notes = append(notes, loc.say("unit.reduced"))
	case 0 < c.Steps && c.Steps < c.MaxSteps: // which its counter does not show
		notes = append(notes, loc.say("card.steps", "n", c.Steps))
	}
	for _, m := range c.Marks {
		notes = append(notes, markName(m, marks))
	}
	words := c.Name + " " + loc.factors(c)
	if len(notes) > 0 {
		words += " (" + strings.Join(notes, ", ") + ")"
	}
	return words
}

func markName(id string, marks []view.MarkLegend) string {
	for _, m := range marks {
		if m.ID == id {
			return m.Name
		}
	}
	return id
}

// stack is what a viewer knows of a stack, top first.
func (loc localizer) stack(st view.Stack, marks []view.MarkLegend) string {
	units := make([]string, 0, len(st.Marks)+len(st.Known)+1)
	for _, m := range st.Marks {
		units = append(units, markName(m, marks))
	}
	for _, c := range st.Known {
		units = append(units, loc.unit(c, marks))
	}
	if hidden := st.Height - len(st.Known); hidden > 0 {
		units = append(units, loc.say("stack.hidden", "n", hidden))
	}
	return strings.Join(units, ", ")
}

// stacks lists the stacks of a side, a line for each hex.
func (loc localizer) stacks(b *view.Board, side order.Side) string {
	var lines []string
	for _, st := range b.Stacks {
		if st.Side == side {
			lines = append(lines, "**"+loc.hex(st.Hex)+"** "+loc.stack(st, b.Marks))
		}
	}
	return strings.Join(lines, "\n")
}

// stackAt finds the stack in a hex.
func stackAt(b *view.Board, h hex.Hex) (view.Stack, bool) {
	for _, st := range b.Stacks {
		if st.Hex == h {
			return st, true
		}
	}
	return view.Stack{}, false
}

// header is where a game stands: the title, the turn, the phase and the score, and a
// line for each side that has something beside its units.
func (loc localizer) header(b *view.Board) string {
	parts := []string{"**" + b.Map.Title + "**", loc.when(b)}
	for _, f := range b.Facts {
		parts = append(parts, loc.fact(f))
	}
	words := strings.Join(parts, " · ")
	for _, st := range b.Stocks {
		if holds := loc.stock(st); holds != "" {
			words += "\n" + loc.say("board.stock", "side", st.Side, "holds", inWords(holds))
		}
	}
	return words
}

// stock is what a side has beside its units on the map, but for what it has none of.
func (loc localizer) stock(st view.Stock) string {
	var parts []string
	add := func(what string, n int) {
		if n == 0 {
			return
		}
		words, ok := loc.try("stock."+what, "n", n)
		if !ok {
			words = strconv.Itoa(n) + " " + what
		}
		parts = append(parts, words)
	}
	for _, it := range st.Items {
		add(it.What, it.N)
	}
	add("dead", st.Dead)
	return strings.Join(parts, ", ")
}

// when is the turn and the phase.
func (loc localizer) when(b *view.Board) string {
	if b.Over {
		return loc.say("board.over")
	}
	return loc.say("board.when", "turn", b.Turn, "turns", b.Turns, "phase", inWords(loc.phase(b.Phase)))
}

func (loc localizer) fact(f view.Fact) string {
	words, ok := loc.try("fact."+f.Kind, "side", f.Side, "n", f.N)
	if !ok {
		words = strings.TrimSpace(loc.side(f.Side) + " " + strconv.Itoa(f.N) + " " + f.Kind)
	}
	if f.Name != "" {
		words += " (" + f.Name + ")"
	}
	return words
}

// unmarked is a text without Discord's marks for bold and code, for those who hear
// it read.
func unmarked(text string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(text)
}

// clip shortens a text to so many characters.
func clip(text string, limit int) string {
	r := []rune(text)
	if len(r) <= limit {
		return text
	}
	return string(r[:limit-1]) + "…"
}
