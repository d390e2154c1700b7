package wording

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// misread returns why a line of a list of orders cannot be read, and how to write the order that it was taken for. A
// line with a number is repeated.
func misread(loc Localizer, p *order.Problem) string {
	taken := cmp.Or(p.Verb, "any")
	// list.form.any tells of overruns: a game without them has another form of any line
	if _, overruns := loc.Spec(order.Overrun); loc.at != nil && !overruns && taken == "any" {
		taken = "typed"
	}
	form, hasForm := loc.Try("list.form." + string(taken))
	verb, option := "/"+string(p.Verb), p.Option // of an order as it is typed
	if hasForm {
		verb = loc.Describe("verb."+string(p.Verb), string(p.Verb))
		option = loc.Describe("list.part."+p.Option, p.Option)
	}
	why := loc.Say(p.ID, "verb", InWords(verb), "option", InWords(option), "value", Quoted(p.Value),
		"example", InWords(exampleHex(loc).String()), "parts", InWords(choices(loc, p.Parts)))
	if hasForm && (p.Line > 0 || p.Verb != "" || p.ID == "order.list-signs") { // the form of any line is long
		why += " " + form
	}
	if p.Line == 0 {
		return why
	}
	return loc.Say("list.misread", "line", strconv.Itoa(p.Line), "text", Coded(p.Text), "why", InWords(why))
}

// Denial returns a refusal by the rules: which rules, why, and what would be legal.
func (loc Localizer) Denial(d *view.Denial) string {
	cited := slices.Compact(slices.DeleteFunc(CitedRules(d), func(r view.Rule) bool { return Citation(r) == "" }))
	words := loc.Say("refused", "why", InWords(because(loc, withoutMarks(d.Why))), "rules",
		Citation(cited[:min(len(cited), 2)]...)) // the main rule first; ten would hide it
	if d.Instead != nil {
		if spec, ok := loc.Spec(d.Instead.Verb); ok {
			words += "\n" + loc.Say("refused.instead", "command", InWords(loc.Spelled(spec, *d.Instead)))
			for _, risk := range d.Risks {
				words += "\n" + loc.Say("refused.risk", "risk", InWords(loc.Risk(risk)))
			}
		}
	}
	return words
}

// because returns the reason of a refusal. The catalogue may have a message for one kind of decision, such as
// deny.nothing-owed.advance.
func because(loc Localizer, why view.Text) string {
	if kind, ok := why.Arg("kind").(string); ok {
		if words, ok := loc.Try(why.ID+"."+kind, why.Args...); ok {
			return words
		}
	}
	return loc.Text(why)
}

// withoutMarks returns a text in which the name of an unknown unit, as the player typed it, is short and has no marks.
func withoutMarks(t view.Text) view.Text {
	t.Args = slices.Clone(t.Args)
	for i, arg := range t.Args {
		if typed, ok := arg.(string); ok && i > 0 && t.Args[i-1] == "unit" {
			t.Args[i] = Quoted(typed)
		}
	}
	return t
}

// CitedRules returns the rules that a denial cites, the main one first.
func CitedRules(d *view.Denial) []view.Rule {
	return slices.DeleteFunc(append([]view.Rule{d.Rule}, d.Also...), func(r view.Rule) bool { return r == "" })
}

// Problem returns what is malformed in a command. What the player wrote is repeated in short, without marks.
func (loc Localizer) Problem(p *order.Problem) string {
	if p.Text != "" {
		return misread(loc, p)
	}
	example := exampleHex(loc).String()
	if len(p.Means) > 0 {
		example = p.Means[0].String()
	}
	return loc.Say(p.ID, "verb", p.Verb, "option", InWords(p.Option), "value", Quoted(p.Value), "candidates",
		InWords(loc.Candidates(p.Means)), "parts", InWords(choices(loc, p.Parts)), "example", InWords(example))
}

// exampleHex returns a hex of the game's map, to show how hexes are written.
func exampleHex(loc Localizer) hex.Hex {
	usual := hex.Hex{Col: 10, Row: 7}
	if loc.at != nil && !loc.at.Grid.Contains(usual) {
		for h := range loc.at.Grid.All() {
			return h
		}
	}
	return usual
}

// Candidates lists what typed words may mean, as choices does.
func (loc Localizer) Candidates(means []order.Candidate) string {
	var words []string
	for _, c := range means {
		words = append(words, c.String())
	}
	return choices(loc, words)
}

// choices lists words in the form in which they can be typed, and says how many it leaves out.
func choices(loc Localizer, words []string) (list string) {
	for i, w := range words {
		word := "`" + w + "`"
		if utf8.RuneCountInString(list+word) > candidateRoom {
			return loc.Say("order.which-rest", "candidates", InWords(list), "n", len(words)-i)
		}
		if list != "" {
			list += ", "
		}
		list += word
	}
	return list
}

// candidateRoom is how many characters a list of candidates can have.
const candidateRoom = 400
