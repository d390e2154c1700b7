package wording

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/render/emoji"
	"grognard/render/scene"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Factors returns the numbers at the foot of a counter, in their order, as 9-5-10, and then its other ratings by name.
// A number that is not printed is a dash on its own: – 3-6. In games whose ratings have classes each rating is named:
// Action Rating 4, movement 12 by truck.
func (loc Localizer) Factors(c view.Counter) string {
	if slices.ContainsFunc(c.Ratings, func(r view.Rating) bool { return r.Class != "" }) {
		return namedRatings(loc, c.Ratings)
	}
	var beside []string
	for _, r := range c.Ratings {
		if r.Text != "" && r.Place != view.Foot {
			beside = append(beside, loc.Describe("rating."+r.Kind, r.Kind)+" "+r.Text)
		}
	}
	foot, _ := scene.Foot(c.Ratings, " ")
	return strings.TrimSpace(strings.Join(append([]string{foot}, beside...), " "))
}

// namedRatings returns ratings one by one, with their names and classes.
func namedRatings(loc Localizer, ratings []view.Rating) string {
	var parts []string
	for _, r := range ratings {
		if r.Text == "" {
			continue
		}
		words := loc.Describe("rating."+r.Kind, r.Kind) + " " + r.Text
		if r.Class != "" {
			words += " " + loc.Describe("class."+r.Class, r.Class)
		}
		parts = append(parts, words)
	}
	return strings.Join(parts, ", ")
}

// Brief returns a unit's name without a last word that only abbreviates its size: 25 Pz for the regiment 25 Pz Rgt.
func Brief(c view.Counter) string {
	i := strings.LastIndex(c.Name, " ")
	if i < 0 || strings.Trim(c.Name[:i], "0123456789. ") == "" { // only a number would be left
		return c.Name
	}
	size := c.Size
	for _, r := range strings.ToLower(c.Name[i+1:]) {
		at := strings.IndexRune(size, r)
		if at < 0 || size == c.Size && at > 0 { // not letters of the size in their order, from its first on
			return c.Name
		}
		size = size[at+1:]
	}
	return c.Name[:i]
}

// Unit returns a unit with its factors, which side is up if not the front, and its marks.
func (loc Localizer) Unit(c view.Counter, marks []view.MarkLegend) string {
	return unit(loc, c, marks, false)
}

// UnitNow does what Unit does, for lists of single units. In games whose ratings have classes it also tells the steps
// of a unit at full strength, if its counter does not show them, and omits the movement of a unit that cannot go on.
func UnitNow(loc Localizer, b *view.Board, c view.Counter) string {
	done, known := b.ProgressOf(c.ID)
	cannotGoOn := known && done.Text.ID != "" && !done.Idle && done.Left == nil
	for i, r := range c.Ratings {
		if r.Kind == "move" && r.Class != "" && cannotGoOn {
			c.Ratings = slices.Clone(c.Ratings)
			c.Ratings[i].Text = ""
		}
	}
	return unit(loc, c, b.Marks, slices.ContainsFunc(c.Ratings, func(r view.Rating) bool { return r.Class != "" }))
}

func unit(loc Localizer, c view.Counter, marks []view.MarkLegend, alwaysSteps bool) string {
	var notes []string
	if c.Up.Face > 0 {
		up := loc.Describe("unit.side-"+c.Up.Name, c.Up.Name)
		notes = append(notes, loc.Emojis.Sign(emoji.StateSign(c.Up.Name), up))
	}
	if 0 < c.Steps && c.Up.Lost == 0 && (c.Steps < c.MaxSteps || alwaysSteps && c.MaxSteps > 1) { // not on its counter
		notes = append(notes, loc.Say("unit.steps", "n", c.Steps, "most", c.MaxSteps))
	}
	for _, m := range c.Marks {
		notes = append(notes, loc.Emojis.Sign(emoji.MarkSign(marks, m), markName(m, marks)))
	}
	words := loc.Emojis.Unit(c, strings.TrimSpace(c.Name+" "+loc.Factors(c)))
	if len(notes) > 0 {
		words += " (" + strings.Join(notes, ", ") + ")"
	}
	return words
}

// markName returns the name of a mark, or its identifier if no legend has it.
func markName(id string, marks []view.MarkLegend) string {
	m, _ := first.In(marks, func(m view.MarkLegend) bool { return m.ID == id })
	return cmp.Or(m.Name, id)
}

// Stack returns what a viewer knows of a stack, the top unit first.
func (loc Localizer) Stack(st view.Stack, marks []view.MarkLegend) string {
	return stackOf(loc, st, marks, func(c view.Counter) string { return loc.Unit(c, marks) })
}

func stackOf(loc Localizer, st view.Stack, marks []view.MarkLegend, unit func(view.Counter) string) string {
	units := make([]string, 0, len(st.Marks)+len(st.Known)+1)
	for _, m := range st.Marks {
		units = append(units, loc.Emojis.Sign(emoji.MarkSign(marks, m), markName(m, marks)))
	}
	for _, c := range st.Known {
		units = append(units, unit(c))
	}
	if hidden := st.Height - len(st.Known); hidden > 0 {
		units = append(units, loc.Say("stack.hidden", "n", hidden))
	}
	return strings.Join(units, ", ")
}

// stacks lists the stacks of a side, a line for each hex; in the side's own phase with what the units have done.
func stacks(loc Localizer, b *view.Board, side order.Side) string {
	var lines []string
	for _, st := range b.Stacks {
		if st.Side == side {
			lines = append(lines, "**"+loc.Hex(st.Hex)+"** "+loc.StackUnits(b, st, false))
		}
	}
	return strings.Join(lines, "\n")
}

// StackAt returns the stack in a hex; false if there is none.
func StackAt(b *view.Board, h hex.Hex) (view.Stack, bool) {
	return first.In(b.Stacks, func(st view.Stack) bool { return st.Hex == h })
}

// Header returns how a game stands: a line with its title, its score, and the turn and the phase that the picture
// shows; a line for each side that has something besides its units; and one for each group of units that has facts.
func (loc Localizer) Header(b *view.Board) string {
	return strings.Join(append([]string{headline(loc, b)}, Holdings(loc, b, b.Map.Sides...)...), "\n")
}

// Title returns the first line of a header without the score: the title of the game, the turn and the phase.
func Title(loc Localizer, b *view.Board) string {
	when := shown(loc, b)
	if b.Closed != nil && !b.Over {
		when = loc.Say("board.ended", "when", InWords(when))
	}
	return "**" + b.Map.Title + "** · " + when
}

// headline returns the first line of a header: title, turn and phase, score.
func headline(loc Localizer, b *view.Board) string {
	parts := []string{Title(loc, b)}
	for _, f := range b.Facts {
		if f.Name != "" && !b.Over {
			f.Name = loc.Say("board.now", "level", InWords(f.Name))
		}
		if f.Group == "" {
			parts = append(parts, fact(loc, f))
		}
	}
	return strings.Join(parts, " · ")
}

// PanelHeader returns a short Header for the panel of a side. While a group of units is active it has only the facts
// about that group. It omits the group's step, which the side's tasks tell, unless the SNAFU roll failed.
func (loc Localizer) PanelHeader(b *view.Board, side order.Side) string {
	if b.Over {
		return loc.Header(b)
	}
	if g := b.Phase.Group; g != "" {
		facts := groupFacts(loc, b, g, false)
		if f := b.GroupFact("step", g); f != nil && f.Side == side && f.ID != "snafu" {
			facts = strings.TrimSuffix(facts, ", "+fact(loc, *f))
		}
		return loc.Say("panel.group", "turn", b.Turn, "group", InWords(loc.Group(g)), "facts", InWords(facts))
	}
	return loc.sideHeader(b, side)
}

// sideHeader returns Header with the holdings of one side only.
func (loc Localizer) sideHeader(b *view.Board, side order.Side) string {
	i := slices.IndexFunc(b.Map.Sides, func(s order.Nation) bool { return s.ID == side })
	return strings.Join(append([]string{headline(loc, b)}, Holdings(loc, b, b.Map.Sides[i])...), "\n")
}

// Holdings returns what sides have besides their units, a line for each, and the facts about their groups, a line for
// each group.
func Holdings(loc Localizer, b *view.Board, sides ...order.Nation) (lines []string) {
	isOf := func(id order.Side) bool {
		return slices.ContainsFunc(sides, func(s order.Nation) bool { return s.ID == id })
	}
	for _, st := range b.Stocks {
		if holds := stock(loc, st); holds != "" && isOf(st.Side) {
			lines = append(lines, loc.Say("board.stock", "side", st.Side, "holds", InWords(holds)))
		}
	}
	for g, facts := range b.Grouped() {
		if holds := groupFacts(loc, b, g, false); holds != "" && isOf(facts[0].Side) {
			lines = append(lines, loc.Say("board.group", "side", facts[0].Side, "group", InWords(loc.Group(g)), "facts",
				InWords(holds)))
		}
	}
	return lines
}

// groupFacts returns the facts about a group, with or without the details, "" for none.
func groupFacts(loc Localizer, b *view.Board, group order.GroupID, details bool) string {
	var words []string
	for g, facts := range b.Grouped() {
		for _, f := range facts {
			if said := fact(loc, f); g == group && said != "" && (details || !f.Detail) {
				words = append(words, said)
			}
		}
	}
	return strings.Join(words, ", ")
}

// stock lists what a side has besides its units on the map, as Goods does.
func stock(loc Localizer, st view.Stock) string {
	return Goods(loc, append(slices.Clip(st.Items), view.Item{What: "dead", N: st.Dead})...)
}

// Goods lists things with their numbers, and leaves out those whose number is 0.
func Goods(loc Localizer, list ...view.Item) string {
	var parts []string
	for _, it := range list {
		if it.N == 0 {
			continue
		}
		words, ok := loc.Try("stock."+it.What, "n", it.N)
		if !ok {
			words = strconv.Itoa(it.N) + " " + it.What
		}
		parts = append(parts, words)
	}
	return strings.Join(parts, ", ")
}

// Acting returns the phase, and during an activation the group that acts and the step.
func (loc Localizer) Acting(b *view.Board) string {
	words := loc.Phase(b.Phase)
	if f := b.GroupFact("step", b.Phase.Group); f != nil {
		words += ", " + fact(loc, *f)
	}
	return words
}

// When returns the turn and the phase, or that the game is over.
func (loc Localizer) When(b *view.Board) string {
	if b.Over {
		return loc.Say("board.over")
	}
	return loc.Say("board.when", "turn", b.Turn, "turns", b.Turns, "phase", InWords(loc.Phase(b.Phase)))
}

// fact returns a fact in the words of its own text, else in those for its kind and ID, or for its kind; else its number
// and its kind. It returns "" if the catalogue's text for the number is empty.
func fact(loc Localizer, f view.Fact) string {
	words, ok := loc.Try(f.Text.ID, f.Text.Args...)
	for _, id := range []string{f.Kind + "-" + f.ID, f.Kind} {
		if !ok {
			words, ok = loc.Try("fact."+id, "side", f.Side, "n", f.N)
		}
	}
	switch {
	case ok:
	case f.Group != "":
		words = f.Kind + " " + strconv.Itoa(f.N)
	default:
		words = strings.TrimSpace(loc.Side(f.Side) + " " + strconv.Itoa(f.N) + " " + f.Kind)
	}
	if f.Name != "" {
		words += " (" + f.Name + ")"
	}
	return words
}

// OwnBoard returns how a game stands, and all that a side knows of its units.
func (loc Localizer) OwnBoard(v view.Secret) string {
	board := v.Board()
	header := loc.Header(board)
	if len(board.Map.Groups) > 0 {
		header = loc.sideHeader(board, v.Side()) // the holdings of both sides are long
	}
	text := header + "\n" + loc.Say("side.yours", "side", v.Side(), "groups", len(board.Map.Groups)) + "\n" +
		stacks(loc, board, v.Side())
	if piles := loc.Piles(board, v.Side()); piles != "" {
		text += "\n" + piles
	}
	return text
}

// Piles returns what a viewer knows of a side's units off the map, without those that arrive after the next turn.
func (loc Localizer) Piles(b *view.Board, side order.Side) string {
	text := ""
	for _, p := range b.OffMap {
		if p.Side != side || p.Turn > b.Turn+1 {
			continue
		}
		if text != "" {
			text += "\n"
		}
		text += pile(loc, p, b.Marks)
	}
	return text
}

// pile returns a pile of units off the map: where it is, and its known units. Units that are still to be drawn at
// random are listed by name only, because they are many and do nothing yet.
func pile(loc Localizer, p view.Pile, marks []view.MarkLegend) string {
	if p.Lot {
		return "**" + loc.Where(p) + "** " + loc.Value(p.Known)
	}
	return "**" + loc.Where(p) + "** " + loc.Stack(view.Stack{Height: p.Count, Known: p.Known}, marks)
}

// Where returns the place of a pile, off the map, in words.
func (loc Localizer) Where(p view.Pile) string {
	words := loc.Describe("pile."+p.Box, p.Box)
	if p.Turn > 0 {
		words = loc.Say("pile.arrival", "turn", p.Turn)
	}
	switch {
	case p.Entry != "":
		words += loc.Say("pile.area", "area", InWords(p.Entry))
	case p.Turn > 0 && len(p.Hexes) > 0:
		words += loc.Say("pile.entry", "entry", p.Hexes)
	}
	return words
}

// Moment returns the turn and the phase, or the end and its turn if the game is over.
func (loc Localizer) Moment(b *view.Board) string {
	if b.Over {
		return loc.Say("replay.end", "turn", b.Turn)
	}
	return loc.When(b)
}

// StackUnits returns a stack's units, the top one first. In a phase of the viewer's own, his units have what they have
// done after their names, and if idle is true those that have acted are omitted.
func (loc Localizer) StackUnits(b *view.Board, st view.Stack, idle bool) string {
	if b.Progress == nil || st.Side != b.Phase.Side {
		return stackOf(loc, st, b.Marks, func(c view.Counter) string { return UnitNow(loc, b, c) })
	}
	var words []string
	for _, c := range st.Known {
		p, known := b.ProgressOf(c.ID)
		if known && idle && !p.Idle {
			continue
		}
		done := ""
		if p.Text.ID != "" {
			if done = loc.Text(p.Text); done != "" && !p.Idle && p.Left == nil {
				done = loc.Emojis.State(done, emoji.HasMoved)
			}
		}
		words = append(words, UnitNow(loc, b, c)+done)
	}
	return strings.Join(words, "; ")
}

func (loc Localizer) Texts(o view.Overlay) string {
	lines := make([]string, len(o.Texts))
	for i, t := range o.Texts {
		lines[i] = loc.Text(t)
	}
	return strings.Join(lines, "\n")
}

// Items returns the texts of an overlay and what its picture shows. It is cut to an alternative text's length, with
// room left for the name of a file with all of it.
func (loc Localizer) Items(o view.Overlay) string { return itemsWithin(loc, o, AltLimit-nameRoom) }

// AllItems returns Items without a limit.
func (loc Localizer) AllItems(o view.Overlay) string { return itemsWithin(loc, o, unlimited) }

func itemsWithin(loc Localizer, o view.Overlay, limit int) string {
	words := Unmarked(loc.Texts(o)) + "\n"
	var list []string
	for _, t := range o.Items {
		list = append(list, loc.Text(t))
	}
	return words + within(loc, list, limit-utf8.RuneCountInString(words))
}
