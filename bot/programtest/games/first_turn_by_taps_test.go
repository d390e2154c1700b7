package games

import (
	"cmp"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// handheld is a game whose players have nothing but the page on a phone: they type nothing. A tap on a button counts as
// one, a choice from a menu as two: the menu is opened, and a line of it taken.
type handheld struct {
	*counted
	page    browser
	taps    int
	user    string  // who sits at the page
	moves   []moved // of the whole game
	decided int     // decisions so far
	came    string  // what was told of all that came on at once
}

// moved is what the move of a stack cost, from the open panel to the panel that tells of it.
type moved struct {
	line           string
	taps           int
	button, letter bool // its stack had a button; its destination was on the first page of letters
	part           bool // not all of the stack went
}

// fills picks these words from the menus, on whatever page they are, and gives the order.
func (h *handheld) fills(s sheet, words ...string) sheet {
	h.T.Helper()
	for range 20 {
		found := false
		for i, w := range words {
			if menu, line, ok := s.line(w); ok {
				s, found = h.pick(menu, line), true
				words = slices.Delete(slices.Clone(words), i, i+1)
				break
			}
		}
		if found {
			continue
		}
		if _, ok := s.labelled("Give the order"); ok {
			return h.tap("Give the order")
		}
		if _, ok := s.labelled("▶"); !ok {
			break
		}
		s = h.tap("▶")
	}
	h.lost(strings.Join(words, ", "), s)
	return s
}

// stack opens the page of a stack, named by its hex or by a unit in it, from the panel.
func (h *handheld) stack(s sheet, name string) (open sheet, button bool) {
	h.T.Helper()
	if b, ok := s.naming("panel-stack:", name); ok && hexNumber.MatchString(name) {
		return h.tap(b), true
	}
	for _, turn := range []string{"▶", "◀"} { // the menu is on the page of the stack that went last
		for {
			if menu, line, ok := s.line(name); ok {
				return h.pick(menu, line), false
			}
			if _, ok := s.labelled(turn); !ok {
				break
			}
			s = h.tap(turn)
		}
	}
	h.lost("the stack "+name, s)
	return s, false
}

// brings brings a stack, or the unit of it that is named, to a hex.
func (h *handheld) brings(s sheet, line, from, to string) sheet {
	h.T.Helper()
	m := moved{line: line, letter: true}
	before := h.taps
	s, m.button = h.stack(s, from)
	if from == "9.20" {
		h.shot("reach")
		h.page.shootsAt("reach-picture", newest+`.querySelector("img")`)
	}
	if unit, several := s.unit(from); several && !hexNumber.MatchString(from) {
		s, m.part = h.tap(unit), true
	}
	for {
		if label, ok := s.destination(to); ok {
			s = h.tap(label)
			m.taps = h.taps - before
			h.moves = append(h.moves, m)
			return s
		}
		next, ok := s.labelled("▶")
		if !ok {
			h.lost(to, s)
		}
		s, m.letter = h.tap(next.Label), false
	}
}

var hexNumber = regexp.MustCompile(`^\d+\.\d+$`)

// assaults attacks a hex with all units of these hexes.
func (h *handheld) assaults(s sheet, target string, from []string) sheet {
	h.T.Helper()
	if b, ok := s.labelled("Attack " + target); ok {
		s = h.tap(b.Label)
	} else {
		s = h.tap("Attack")
		menu, line, ok := s.line(target)
		if !ok {
			h.lost(target, s)
		}
		s = h.pick(menu, line)
	}
	var wanted, others []string
	for _, b := range s.Buttons {
		_, at, ok := strings.Cut(b.Label, " at ")
		theirs := func(hex string) bool { return word(regexp.QuoteMeta(hex)).MatchString(at) }
		if ok && slices.ContainsFunc(from, theirs) {
			wanted = append(wanted, b.Label)
		} else if ok {
			others = append(others, b.Label)
		}
	}
	if all, ok := s.labelled("All that can reach it"); ok && len(others) == 0 {
		s = h.tap(all.Label)
	} else {
		for _, unit := range wanted {
			s = h.tap(unit)
		}
	}
	h.shot("attack-" + target)
	if _, ok := s.labelled("Give the order"); !ok {
		h.lost("the attack", s)
	}
	return h.tap("Give the order")
}

// carries gives what a line of the record says, from the open panel.
func (h *handheld) carries(s sheet, line string) sheet {
	h.T.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	switch {
	case verb == "/end":
		s = h.tap("End the phase")
		if b, more := s.labelled("End the phase"); more && b.ID[0] == 'y' { // it costs something
			s = h.tap(b.Label)
		}
	case verb == "/place":
		found := regexp.MustCompile(`units:(.+) hex:(\S+)`).FindStringSubmatch(rest)
		s = h.fills(h.tap("Set up"), found[1:]...)
	case verb == "/airstrike":
		found := regexp.MustCompile(`hex:(\S+) strikes:(\S+)`).FindStringSubmatch(rest)
		s = h.fills(h.tap("Air strike"), found[1:]...)
	case line[0] == '+':
		s = h.arrives(s, line[1:])
	case strings.Contains(line, "<"):
		target, from, _ := strings.Cut(line, "<")
		s = h.assaults(s, target, strings.Fields(from))
	default:
		from, path, _ := strings.Cut(line, ">")
		to, target, overruns := strings.Cut(lastHex.FindString(path), "x")
		s = h.brings(s, line, from, to)
		if overruns {
			h.stack(s, to)
			s = h.fills(h.tap("Overrun"), target)
		}
	}
	return s
}

// arrives brings units on at a hex, unless they have come already with all that are due at their hexes.
func (h *handheld) arrives(s sheet, line string) sheet {
	h.T.Helper()
	at := lastHex.FindString(line)
	units := strings.Split(strings.TrimSuffix(line, " "+at), ",")
	if word(regexp.QuoteMeta(units[0])).MatchString(h.came) {
		return s
	}
	s = h.tap("Reinforce")
	if all, ok := s.labelled("All due at their hexes"); ok {
		h.shot("reinforcements")
		s = h.tap(all.Label)
		h.came = s.Text
		return s
	}
	if menu, line, ok := s.line(at + ": all that can arrive there"); ok {
		if _, named, _ := strings.Cut(line, " — "); len(strings.Split(named, ", ")) == len(units) {
			return h.fills(h.pick(menu, line))
		}
	}
	return h.fills(s, append(units, at)...)
}

// decides answers what is owed, in the way of quietly, until nobody owes anything. It says whether anybody did.
func (h *handheld) decides() (some bool) {
	h.T.Helper()
	for advanced := false; ; {
		p, kind, words := h.owing()
		if kind == "" {
			return some
		}
		s, into := h.sheet(), fought.FindStringSubmatch(words)
		if _, asked := s.labelled("Pass"); !asked || h.user != p.User().Username {
			s = h.opens(p)
		}
		h.shot(fmt.Sprintf("decision-%d-%s", h.decided, kind))
		h.decided++
		switch {
		case kind == "advance" && !advanced && into != nil:
			h.advances(s, into[1])
			advanced = true
		case kind == "advance":
			h.answers(s, "Pass")
		default:
			h.answers(s, labels[kind])
		}
		some = true
		h.Delivered()
	}
}

// answers gives the order of this name by what is offered first, hexes before units.
func (h *handheld) answers(s sheet, verb string) {
	h.T.Helper()
	for range 40 {
		b, ok := s.labelled("Give the order")
		if ok {
			h.tap(b.Label)
			return
		}
		if b, ok = s.labelled(verb); ok {
			if s = h.tap(b.Label); b.ID[0] == 'g' {
				return
			}
			continue
		}
		if len(s.Menus) == 0 {
			break
		}
		i := slices.IndexFunc(s.Menus, func(m menu) bool { return strings.Contains(m.Name, "hex") })
		s = h.pick(s.Menus[max(i, 0)].Name, s.Menus[max(i, 0)].Options[0])
	}
	h.lost(verb, s)
}

// advances brings all who may advance into a hex, unless they have got there already.
func (h *handheld) advances(s sheet, into string) {
	h.T.Helper()
	if b, ok := s.longest("Advance ", ": "+into); ok {
		h.tap(b)
		return
	}
	for s = h.tap("Advance"); ; {
		if _, done := s.labelled("Give the order"); done && strings.Contains(s.Text, "path:"+into) {
			h.tap("Give the order") // a list of one is not asked
			return
		}
		if len(s.Menus) == 0 || !strings.Contains(s.Menus[0].Name, "unit") {
			break
		}
		menu, line := s.Menus[0], ""
		for _, o := range menu.Options {
			_, units, whole := strings.Cut(o, " units) — ")
			if _, best, _ := strings.Cut(line, " units) — "); whole && (line == "" || units < best) {
				line = o // the stack that commands take: that of the first unit by name
			}
		}
		if line = cmp.Or(line, menu.Options[0]); strings.HasPrefix(line, into) {
			break // they are there
		}
		s = h.pick(menu.Name, line)
		if hexes, line, ok := s.line(into); ok && strings.Contains(hexes, "hex") {
			h.fills(h.pick(hexes, line))
			return
		}
	}
	for range 5 {
		if _, ok := s.labelled("Pass"); ok {
			break
		}
		s = h.tap("Back")
	}
	h.answers(s, "Pass")
}

// plays plays a phase by taps, and counts them.
func (h *handheld) plays(s section) (cost int) {
	h.T.Helper()
	p := h.German
	if strings.HasPrefix(s.phase, "Soviet") {
		p = h.Soviet
	}
	before := h.taps
	open := h.opens(p)
	h.shot("panel " + s.phase)
	for _, group := range s.groups {
		for _, line := range group {
			open = h.carries(open, line)
			if _, elsewhere := open.labelled("Orders"); elsewhere {
				h.lost("the panel after "+line, open)
			}
			h.Delivered()
			if h.decides() {
				open = h.opens(p)
			}
		}
	}
	h.shot("end of " + s.phase)
	return h.taps - before
}

var byThumb = flag.Bool("thumb", false, "play the recorded first game-turn by taps alone, which takes minutes")

// The recorded first game-turn of both sides, by taps alone on a phone: it ends as it does by commands.
func TestFirstTurn_ByTapsAlone(t *testing.T) {
	if !*byThumb {
		t.Skip("a game-turn by taps takes minutes: play it with -thumb; TestAGameByTapsAlone goes the same ways")
	}
	t.Parallel()
	script := recorded(t)
	var ends [2]*history
	var costs, keys []int
	var moves []moved
	t.Run("played", func(t *testing.T) {
		t.Run("by commands", func(t *testing.T) {
			t.Parallel()
			c := counting(t, false)
			for _, s := range script {
				keys = append(keys, c.play(s).keys)
			}
			ends[0] = c.close()
		})
		t.Run("by taps", func(t *testing.T) {
			t.Parallel()
			h := &handheld{page: browse(t), counted: counting(t, false)}
			h.page.do("open the page",
				chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch),
				chromedp.Navigate(h.Base), reads("Autumn for Barbarossa"))
			for _, s := range script {
				costs = append(costs, h.plays(s))
			}
			h.End(t)
			moves, ends[1] = h.moves, readHistory(t, h.Database(), h.Channel, nil)
		})
	})
	if t.Failed() || ends[0] == nil || ends[1] == nil {
		return
	}
	t.Log(tapTable(script, costs))
	for _, m := range moves {
		t.Logf("%+v", m)
	}
	samePosition(t, ends[0], ends[1])
	tapped(t, moves)
	for i, s := range script {
		if costs[i] > keys[i] {
			t.Errorf("%s: %d taps, %d keys by commands", s.phase, costs[i], keys[i])
		}
	}
}

// tapped holds moves to what they may cost, with the panel open: two taps for a stack that has a button, to a destination
// on the first page of letters, and one more for a single unit of it; half of all whole stacks need no more than four.
func tapped(t *testing.T, moves []moved) {
	t.Helper()
	var whole []int
	buttons, first := 0, 0
	for _, m := range moves {
		if m.letter {
			first++
		}
		if m.part {
			if m.letter {
				atMost(t, m.line, "taps for a part", m.taps, 5)
			}
			continue
		}
		whole = append(whole, m.taps)
		if m.letter { // a tap may turn the page of the menu of stacks
			atMost(t, m.line, "taps to a letter of the first page", m.taps, 4)
		}
		if m.button && m.letter {
			buttons++
			atMost(t, m.line, "taps by buttons", m.taps, 2)
		}
	}
	slices.Sort(whole)
	if len(whole) < 30 || buttons < 3 || 4*first < 3*len(moves) {
		t.Fatalf("%d whole stacks moved, %d of them by two buttons; %d of %d moves lead to the first page", len(whole),
			buttons, first, len(moves))
	}
	atMost(t, "whole stacks", "taps for the median", whole[len(whole)/2], 3)
}

// tapTable is what the README has of taps.
func tapTable(script []section, costs []int) string {
	var out strings.Builder
	out.WriteString("\n| | orders | taps |\n| --- | --- | --- |\n")
	orders, all := 0, 0
	for i, s := range script {
		n := 0
		for _, group := range s.groups {
			n += len(group)
		}
		fmt.Fprintf(&out, "| %s | %d | %d |\n", s.phase, n, costs[i])
		orders, all = orders+n, all+costs[i]
	}
	fmt.Fprintf(&out, "| **all** | %d | %d |\n", orders, all)
	return out.String()
}
