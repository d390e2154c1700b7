// Package caseof writes a position as an adjudication case: what one reader may see of a game, in the form that
// package adjudicate runs. Quarrels about a ruling are settled on it.
//
//	m, err := rules.New(def, pos) // of the game whose definition def is
//	text, err := caseof.Case{Game: def, Board: m.View("blue").Board(), Reader: "blue"}.Write()
//	seen, err := adjudicate.Beside{}.Play("case.yaml", text) // plays it
//
// With the order that Ask returns the case has the ruling on it, and its note says where the game rules otherwise.
//
// It sees a board alone, so what its reader cannot see is in no case. What the form of cases cannot say, and what the
// reader does not see, stands in a note at the head: nothing is left out in silence.
//
// Limits: a case begins as its phase begins, so that what has been done in the phase, a decision that is pending and a
// fight that goes on are notes alone. A game that does not ship is named and not described: its cases need its folder.
package caseof

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Case is a position to be written.
type Case struct {
	Game     *modules.Definition // as the game is played
	Scenario string              // its identifier, "" for the first one
	Board    *view.Board         // the position as its reader sees it
	Reader   order.Side          // whose view it is, "" for the public's
	Open     bool                // the board hides nothing, because the game is over
	Own      bool                // the module is not one that ships, or differs from it
	Asked    Asked               // the order that the case is about, the zero Asked for none
}

// writer writes one case.
type writer struct {
	Case
	form  rules.Case // which keys the series has
	notes []string
	lines []string        // the lines of the case, without dice, play and expect
	keys  map[string]bool // that the series has for a case
	words words

	called map[order.UnitID]string // the names that units have in the case, where the series gives them others
}

// words is what a series writes of a case.
type words interface {
	// head writes the keys of the case itself.
	head(w *writer)
	// unit returns the keys of a unit on the map or in a box; ok is false if it is written elsewhere, or cannot be.
	unit(w *writer, u view.Counter, at hex.Hex, box string) (keys []string, ok bool)
	// closing adds the notes about what the case cannot say.
	closing(w *writer)
	// shown returns what a unit on the map shows beside its steps, as far as a case says so.
	shown(u view.Counter) string
}

// Write returns the case as YAML, with the ruling on its order, if it has one. The error: the order is unreadable.
func (c Case) Write() ([]byte, error) {
	form, err := rules.CaseOf(c.Game)
	if err != nil {
		return nil, err
	}
	w := &writer{Case: c, form: form, keys: map[string]bool{}, called: map[order.UnitID]string{}}
	for key := range form.Keys() {
		w.keys[key] = true
	}
	w.words = &standard{}
	if form.Series() == battalions {
		w.words = &battalion{}
	}
	w.noteReader()
	w.position()
	w.words.closing(w)
	p := w.beginning()
	if c.Asked.Text != "" {
		if p, err = w.withRuling(p); err != nil {
			return nil, err
		}
	}
	return w.text(p), nil
}

// position writes what all series have in common, with the keys of the series in the places where cases have them.
func (w *writer) position() {
	g, b := w.Game, w.Board
	w.add("- name: %q", fmt.Sprintf("%s, turn %d, %s", g.Title, b.Turn, w.phase()))
	w.add("  module: %s", quoted(g.ID))
	if g.Edition != "" {
		w.add("  version: %q", g.Edition)
	}
	if g.Errata {
		w.add("  errata: true")
	}
	w.ground()
	w.control()
	w.words.head(w)
	w.units()
	w.add("  turn: %d", b.Turn)
	w.add("  phase: %s", w.phase())
}

// phase returns the phase as cases write it.
func (w *writer) phase() string { return string(w.Board.Phase.Side) + " " + w.Board.Phase.Name }

// noteReader notes who sees the position.
func (w *writer) noteReader() {
	b := w.Board
	switch {
	case w.Open:
		w.note("The game is over: nothing is hidden.")
	case w.Reader == "":
		w.note("The position as everybody may see it.")
	default:
		w.note("The position as the %s player may see it.", w.Reader)
	}
	if s, ok := w.Game.Scenario(w.Scenario); ok && len(w.Game.Scenarios) > 1 {
		w.note("Scenario: %s. A case has the first scenario's orders of arrival for what is no unit.", s.ID)
	}
	if w.Own {
		w.note("The module is not one that ships: run the case with --modules and the folder of the module.")
	}
	if b.Due != nil {
		w.note("Not said: the %s player owes /%s (%s, %d). A case begins without a decision.", b.Due.Side, b.Due.Kind,
			b.Due.Rule, b.Due.N)
	}
}

// control writes who controls hexes, where that differs from the module.
func (w *writer) control() {
	var list []string
	held := map[hex.Hex]bool{}
	for _, c := range w.Board.Control {
		held[c.Hex] = true
		if w.Game.Control[c.Hex] != c.Side {
			list = append(list, fmt.Sprintf("%q: %s", c.Hex, c.Side))
		}
	}
	w.flow("  control: {", list)
	var lost []string
	for _, h := range slices.SortedFunc(maps.Keys(w.Game.Control), hex.Compare) {
		if !held[h] {
			lost = append(lost, h.String())
		}
	}
	if len(lost) > 0 {
		w.note("Not said: nobody controls %s.", strings.Join(lost, ", "))
	}
}

// units writes the units that the reader identifies, stack by stack from the top down, and notes the number of others.
func (w *writer) units() {
	var list []string
	put := func(u view.Counter, at hex.Hex, box string, keys ...string) {
		more, ok := w.words.unit(w, u, at, box)
		if ok {
			list = append(list, fmt.Sprintf("    %s: {%s}", quoted(w.id(u)), strings.Join(append(keys, more...), ", ")))
		}
	}
	for _, st := range w.Board.Stacks {
		for _, u := range st.Known {
			put(u, st.Hex, "", fmt.Sprintf("at: %q", st.Hex))
		}
		if n := st.Height - len(st.Known); n > 0 {
			w.note("Not seen: %d more of the %s units in %s.", n, st.Side, st.Hex)
		}
	}
	for _, p := range w.Board.OffMap {
		for _, u := range p.Known {
			switch {
			case p.Box == comingBox:
				put(u, hex.None, p.Box, arrival(p))
			case p.Box == deadBox:
				put(u, hex.None, p.Box, "dead: true")
			default:
				put(u, hex.None, p.Box)
			}
		}
		if n := p.Count - len(p.Known); n > 0 {
			w.note("Not seen: %d of the %s units off the map (%s%s).", n, p.Side, p.Box, ofTurn(p.Turn))
		}
	}
	if len(list) == 0 {
		w.add("  units: {}")
		return
	}
	w.add("  units:")
	w.lines = append(w.lines, list...)
}

// The boxes that every series has.
const (
	deadBox   = "dead"
	comingBox = "coming"
)

func ofTurn(turn int) string {
	if turn == 0 {
		return ""
	}
	return fmt.Sprintf(", turn %d", turn)
}

// arrival returns when and where units of a pile arrive.
func arrival(p view.Pile) string {
	hexes := make([]string, len(p.Hexes))
	for i, h := range p.Hexes {
		hexes[i] = fmt.Sprintf("%q", h)
	}
	text := fmt.Sprintf("arrives: {turn: %d, at: [%s]", p.Turn, strings.Join(hexes, ", "))
	if p.Waits {
		text += ", if-controlled: true"
	}
	return text + "}"
}

// id returns what the case calls a unit. One that only an order brings into play cannot be written under its own name,
// because a case keeps it beside the map for such orders.
func (w *writer) id(u view.Counter) string {
	if w.Game.Units[u.ID].Made {
		return "placed-" + string(u.ID)
	}
	return cmp.Or(w.called[u.ID], string(u.ID))
}

// play is the dice and the orders of a case, and what is true in the end.
type play struct {
	dice   []int
	lines  []string
	expect string
}

// mostDice is how many dice a phase, or an order, is given at most to find how many it rolls.
const mostDice = 6

// beginning returns the dice with which the case begins: none for most phases. If a phase rolls as it begins, the dice
// are those that lead nearest to the position.
func (w *writer) beginning() (best play) {
	seen, err := w.run(best)
	for n := 1; n <= mostDice && errors.Is(err, dice.ErrNoDice); n++ {
		best.dice = slices.Repeat([]int{1}, n)
		seen, err = w.run(best)
	}
	if err != nil {
		w.note("It does not run: %s.", strings.ReplaceAll(err.Error(), "\n", " "))
		return best
	}
	best.dice, seen = w.nearest(best.dice, seen)
	b := seen.Public
	best.expect = ending(b)
	if best.expect != ending(w.Board) {
		w.note("Not said: the phase waits. In the case nothing can be decided in it, and it ends by itself.")
	}
	if len(best.dice) > 0 {
		w.note("The dice are for the roll as the phase begins, which a case makes anew.")
	}
	for i, s := range w.Board.Stocks {
		for _, it := range s.Items {
			if n := b.Stocks[i].Of(it.What); n != it.N {
				w.note("Not said: %d of %s at hand for the %s player; in the case there are %d.", it.N, it.What, s.Side,
					n)
			}
		}
	}
	for _, differs := range w.differences(seen) {
		w.note("Not said: %s", differs)
	}
	return best
}

// ending writes the turn and the phase of a board as what must be true.
func ending(b *view.Board) string {
	return fmt.Sprintf("{turn: %d, phase: %s %s}", b.Turn, b.Phase.Side, b.Phase.Name)
}

// nearest returns the faces with which the case begins nearest to the position, and how it begins with them. It tries
// the faces of one die after the other, because dice are either added up or read one by one.
func (w *writer) nearest(faces []int, seen rules.Seen) (best []int, begun rules.Seen) {
	least := w.gap(seen)
	for i := range faces {
		for face := 2; face <= 6 && least > 0; face++ { // beginning has set every die to 1
			turned := slices.Clone(faces)
			turned[i] = face
			if now, err := w.run(play{dice: turned}); err == nil && w.gap(now) < least {
				faces, seen, least = turned, now, w.gap(now)
			}
		}
	}
	return faces, seen
}

// gap returns by how much the beginning of a case differs from the position, in stocks and in units; 0 if equal.
func (w *writer) gap(seen rules.Seen) int { return w.stocksGap(seen) + len(w.differences(seen)) }

// stocksGap returns by how much the stocks of the sides differ from those in the position.
func (w *writer) stocksGap(seen rules.Seen) (off int) {
	for i, s := range w.Board.Stocks {
		for _, it := range s.Items {
			n := seen.Public.Stocks[i].Of(it.What) - it.N
			off += max(n, -n)
		}
	}
	return off
}

// run plays the case with its dice and orders.
func (w *writer) run(p play) (rules.Seen, error) {
	beside := adjudicate.Beside{Games: []*modules.Definition{w.Game}}
	return beside.Play("case", w.text(p))
}

// text puts the case together. It expects what is true in the case already, so that the case is complete: a player who
// disagrees writes there what he thinks right.
func (w *writer) text(p play) []byte {
	var b strings.Builder
	for _, n := range w.notes {
		for _, line := range wrapped(n) {
			b.WriteString("# " + line + "\n")
		}
	}
	for _, line := range w.lines {
		b.WriteString(line + "\n")
	}
	if len(p.dice) > 0 {
		b.WriteString("  dice: " + strings.ReplaceAll(fmt.Sprint(p.dice), " ", ", ") + "\n")
	}
	if len(p.lines) > 0 {
		b.WriteString("  play:\n" + strings.Join(p.lines, "\n") + "\n")
	}
	if p.expect != "" {
		b.WriteString("  expect: " + p.expect + "\n")
	}
	return []byte(b.String())
}

func (w *writer) add(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func (w *writer) note(format string, args ...any) {
	w.notes = append(w.notes, fmt.Sprintf(format, args...))
}

// flow writes a mapping or a list in as many lines as needed, and nothing if it is empty. head ends with what opens it.
func (w *writer) flow(head string, list []string) {
	if len(list) == 0 {
		return
	}
	last := map[byte]string{'{': "}", '[': "]"}[head[len(head)-1]]
	line := head
	for i, entry := range list {
		if i < len(list)-1 {
			entry += ","
		} else {
			entry += last
		}
		if len(line)+len(entry) > widest {
			w.lines = append(w.lines, strings.TrimRight(line, " "))
			line = "    "
		}
		line += entry + " "
	}
	w.lines = append(w.lines, strings.TrimRight(line, " "))
}

// widest is the greatest length of a line in bytes; one without a place to break may be longer.
const widest = 116

// wrapped breaks a note into lines.
func wrapped(text string) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+len(word) >= widest {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// quoted quotes a name that YAML could read as something else than a text.
func quoted(name string) string {
	if name == "" || name[0] >= '0' && name[0] <= '9' || slices.Contains(truths, name) ||
		strings.ContainsAny(name, " :#,.") {
		return fmt.Sprintf("%q", name)
	}
	return name
}

// truths are words that YAML reads as something else than a text.
var truths = []string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}

// sorted returns the hexes of a mapping by column and row.
func sorted[V any](m map[hex.Hex]V) []hex.Hex { return slices.SortedFunc(maps.Keys(m), hex.Compare) }

// compareSides orders hexsides.
func compareSides(a, b hex.Side) int { return cmp.Or(hex.Compare(a.A, b.A), hex.Compare(a.B, b.B)) }
