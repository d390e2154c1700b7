package games

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/hex"
	"grognard/rules/must"
)

// handheld is a game whose players type nothing. A tap on a button counts as one, a choice from a menu as two: the menu
// is opened, and a line of it taken.
type handheld struct {
	*counted
	p     *player.Player // who has tapped last
	sheet sheet          // the answer to it
	taps  int
	moves []moved           // of the whole game
	came  string            // what was told of all that came on at once
	at    map[string]string // where units came on
}

// sheet is an answer to a tap.
type sheet struct{ player.Message }

// text returns what the sheet says, without marks of bold letters and code.
func (s sheet) text() string { return strings.NewReplacer("**", "", "`", "").Replace(s.Content) }

// buttons returns the buttons that can be pressed.
func (s sheet) buttons() []wire.Component {
	return slices.DeleteFunc(s.Message.Parts(), func(c wire.Component) bool {
		return c.Type != wire.Button || c.Disabled
	})
}

// menus returns the menus of a single choice.
func (s sheet) menus() []wire.Component {
	return slices.DeleteFunc(s.Message.Parts(), func(c wire.Component) bool {
		return c.Type != wire.Menu || c.MaxValues != nil && *c.MaxValues > 1
	})
}

// lineOf returns a line of a menu, as it is read.
func lineOf(o wire.MenuOption) string {
	return strings.TrimSuffix(o.Label+" — "+o.Description, " — ")
}

// moved has the taps that the move of a stack cost, from the open panel to the panel that tells of it.
type moved struct {
	line           string
	taps           int
	button, letter bool // its stack had a button; its destination was on the first page of letters
	part           bool // not all of the stack went
}

// labelled returns the first button whose label begins with these words.
func (s sheet) labelled(label string) (wire.Component, bool) {
	i := slices.IndexFunc(s.buttons(), func(c wire.Component) bool { return strings.HasPrefix(c.Label, label) })
	if i < 0 {
		return wire.Component{}, false
	}
	return s.buttons()[i], true
}

// naming finds a button of the panel that names a hex or a place: a stack, or a destination.
func (s sheet) naming(press, name string) (label string, ok bool) {
	named := word(regexp.QuoteMeta(name))
	if len(name) == 1 { // a letter or a number, which other words can have too
		named = regexp.MustCompile(`^` + name + `\b`)
	}
	for _, b := range s.buttons() {
		if strings.HasPrefix(b.CustomID, press) && named.MatchString(b.Label) {
			return b.Label, true
		}
	}
	return "", false
}

// unit finds the button of a unit on the page of its stack.
func (s sheet) unit(name string) (label string, ok bool) {
	if label, ok = s.naming("u", name); ok {
		return label, true
	}
	named := word(strings.ReplaceAll(regexp.QuoteMeta(name), " ", ` \w+ `)) // 900 Bde is 900 Inf Bde
	i := slices.IndexFunc(s.buttons(), func(c wire.Component) bool {
		return c.CustomID[0] == 'u' && named.MatchString(c.Label)
	})
	if i < 0 {
		return "", false
	}
	return s.buttons()[i].Label, true
}

// choosing reports whether the sheet is a page of a choice, so that its order is not given yet.
func (s sheet) choosing() bool {
	return slices.ContainsFunc(s.buttons(), func(c wire.Component) bool {
		return choiceID.MatchString(c.CustomID) && !strings.HasSuffix(c.CustomID, ":")
	})
}

var choiceID = regexp.MustCompile(`^[bgkuy]\d+:`)

// goesOn reports whether the sheet is a page of the choice that the press belongs to, and not one of the next order:
// both name the row that they stand on.
func (s sheet) goesOn(press wire.Component) bool {
	row := strings.Split(press.CustomID, ":")[1]
	return press.CustomID[0] != 'g' && s.choosing() && slices.ContainsFunc(s.buttons(), func(c wire.Component) bool {
		return choiceID.MatchString(c.CustomID) && strings.Split(c.CustomID, ":")[1] == row
	})
}

// letter finds the button of a hex, of units, or of the letter at which these words stand.
func (s sheet) letter(name string) (label string, ok bool) {
	if label, ok = s.naming("k", name); ok {
		return label, true
	}
	found := regexp.MustCompile(`(?m)(?:^|[\s,])([A-X])(?:, [A-X])*:? (?:[^\n]*, )?` + regexp.QuoteMeta(name) + `\b`).FindStringSubmatch(s.text())
	if found == nil || len(name) == 1 {
		return "", false
	}
	return s.naming("k", found[1])
}

// word matches words where they begin and end as words and numbers do.
func word(words string) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\w.])` + words + `($|[^\w.])`)
}

// line finds the line of a menu that begins with these words, or else has them.
func (s sheet) line(words string) (menu, line string, ok bool) {
	named := regexp.QuoteMeta(words)
	for _, as := range []func(string) bool{
		func(o string) bool { return strings.HasPrefix(o, words+" ") || o == words },
		word(named).MatchString,
		word(strings.ReplaceAll(named, " ", ` \w+ `)).MatchString, // 900 Bde is 900 Inf Bde
	} {
		for _, m := range s.menus() {
			for _, o := range m.Options {
				if m.Placeholder != "Go to a page" && as(lineOf(o)) {
					return m.Placeholder, lineOf(o), true
				}
			}
		}
	}
	return "", "", false
}

// tap taps a button of the newest answer.
func (h *handheld) tap(label string) sheet {
	h.T.Helper()
	i := slices.IndexFunc(h.sheet.buttons(), func(c wire.Component) bool {
		return c.Label == label || strings.HasPrefix(c.Label, label+" · ")
	})
	if i < 0 {
		h.lost(label, h.sheet)
	}
	h.taps++
	before := h.sheet
	h.sheet = sheet{h.Click(h.p, before.Message, before.buttons()[i].CustomID)}
	old := func(m player.Message) bool { return m.ID == before.ID }
	if h.sheet.ID != before.ID && label != "Orders" && slices.ContainsFunc(h.Received(h.p, h.Channel), old) {
		h.T.Errorf("%s is answered in another message than its own: %q", label, h.sheet.Content)
	}
	return h.sheet
}

// pick takes a line of a menu of the newest answer.
func (h *handheld) pick(menu, line string) sheet {
	h.T.Helper()
	for _, m := range h.sheet.menus() {
		for _, o := range m.Options {
			if m.Placeholder == menu && lineOf(o) == line {
				h.taps += 2
				h.sheet = sheet{h.Choose(h.p, h.sheet.Message, m.CustomID, o.Value)}
				return h.sheet
			}
		}
	}
	h.lost(line, h.sheet)
	return h.sheet
}

// opens opens a player's panel, from the newest message that offers it.
func (h *handheld) opens(p *player.Player) sheet {
	h.T.Helper()
	h.p = p
	for _, m := range slices.Backward(h.Received(p, h.Channel)) {
		h.sheet = sheet{m}
		if b, ok := h.sheet.labelled("Orders"); ok && b.Label == "Orders" {
			return h.tap("Orders")
		}
	}
	h.T.Fatal("nobody offers orders")
	return h.sheet
}

// lost ends the test because a player does not find something in an answer, and says what the answer shows.
func (h *handheld) lost(what string, s sheet) {
	h.T.Helper()
	h.T.Fatalf("%s is not to be found below %q\n%v\n%v", what, s.Content, s.buttons(), s.menus())
}

// fills picks these words by buttons and menus, on whatever page they are, and gives the order.
func (h *handheld) fills(s sheet, words ...string) sheet {
	h.T.Helper()
	for range 20 {
		found := false
		for i, w := range words {
			label, letter := s.letter(w)
			menu, line, listed := s.line(w)
			switch {
			case letter && (hexNumber.MatchString(w) || !listed):
				s, found = h.tap(label), true
			case listed:
				s, found = h.pick(menu, line), true
			}
			if found {
				words = slices.Delete(slices.Clone(words), i, i+1)
				break
			}
		}
		if _, ok := s.labelled("Give the order"); ok && !found {
			return h.tap("Give the order")
		}
		if !s.choosing() || len(words) == 0 && !found { // what else can arrive is chosen on
			return s
		}
		if found {
			continue
		}
		next, ok := s.labelled("▶")
		if !ok {
			break
		}
		s = h.tap(next.Label)
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
	if menu, line, ok := s.line(name); ok {
		return h.pick(menu, line), false
	}
	number, _, _ := strings.Cut(name, " ")
	for _, b := range s.buttons() { // 900 Bde is 900 Inf on its button, and below the top of a stack units have none
		if strings.HasPrefix(b.CustomID, "panel-stack:") && (strings.HasPrefix(b.Label, number+" ") ||
			h.at[name] != "" && strings.HasSuffix(strings.TrimRight(b.Label, " ↑↗→↘↓↙←↖"), " "+h.at[name])) {
			return h.tap(b.Label), true
		}
	}
	for _, m := range s.menus() { // of pages
		for _, o := range m.Options {
			if word(regexp.QuoteMeta(cmp.Or(h.at[name], name))).MatchString(o.Label + " " + o.Description) {
				open, _ = h.stack(h.pick(m.Placeholder, lineOf(o)), name)
				return open, false
			}
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
	if unit, several := s.unit(from); several && !hexNumber.MatchString(from) {
		s, m.part = h.tap(unit), true
	}
	for {
		if label, ok := s.letter(to); ok {
			s = h.tap(label)
			m.taps = h.taps - before
			h.moves = append(h.moves, m)
			return s
		}
		m.letter = false
		if turned, ok := h.faces(s, to); ok {
			s = turned
			continue
		}
		next, ok := s.labelled("▶")
		if !ok {
			h.lost(to, s)
		}
		s = h.tap(next.Label)
	}
}

// faces turns, by the menu of pages, to the page whose part of the map has a hex, unless the next page has all hexes
// that are as near.
func (h *handheld) faces(s sheet, to string) (sheet, bool) {
	h.T.Helper()
	if !hexNumber.MatchString(to) { // the names of the pages have no places
		return s, false
	}
	place := func(name string) hex.Hex { return must.Get(hex.Parse(name))(h.T) }
	far := autumn.Distance(place(hexNumber.FindString(s.text())), place(to))
	for n := range 4 {
		if _, ok := s.labelled(fmt.Sprintf("▶ all others within %d hex", n)); ok && far <= n {
			return s, false
		}
	}
	for _, m := range s.menus() {
		for _, o := range m.Options {
			box := hexBox.FindStringSubmatch(o.Description)
			if m.Placeholder != "Go to a page" || box == nil || o.Default {
				continue
			}
			low, at := place(box[1]+"."+box[3]), place(to)
			high := place(cmp.Or(box[2], box[1]) + "." + cmp.Or(box[4], box[3]))
			if low.Col <= at.Col && at.Col <= high.Col && low.Row <= at.Row && at.Row <= high.Row {
				return h.pick(m.Placeholder, lineOf(o)), true
			}
		}
	}
	return s, false
}

// autumn is the grid of Autumn for Barbarossa, as far as distances need it.
var autumn = hex.Grid{High: hex.Even}

var (
	hexNumber = regexp.MustCompile(`\d+\.\d+`)
	hexBox    = regexp.MustCompile(`^columns (\d+)(?: – (\d+))?, rows (\d+)(?: – (\d+))?$`)
)

// turned turns pages until a hex has a letter.
func (h *handheld) turned(s sheet, name string) (on sheet, label string, ok bool) {
	for {
		next, more := s.labelled("▶")
		if label, ok = s.letter(name); ok || !more {
			return s, label, ok
		}
		s = h.tap(next.Label)
	}
}

// aimed finds the button of a fight with a hex.
func (s sheet) aimed(verb, target string) (wire.Component, bool) {
	for _, b := range s.buttons() {
		if strings.HasPrefix(b.Label, verb+" ") && hexNumber.FindString(b.Label) == target {
			return b, true
		}
	}
	return wire.Component{}, false
}

// assaults attacks a hex with all units of these hexes.
func (h *handheld) assaults(s sheet, target string, from []string) sheet {
	h.T.Helper()
	b, ok := s.aimed("Attack", target)
	for range 5 {
		if !ok { // on another page
			b, ok = h.tap("Attack").aimed("Attack", target)
		}
	}
	s = h.tap(b.Label)
	for _, b := range s.buttons() { // all who can take part do, at first
		theirs := func(place string) bool { return strings.HasSuffix(b.Label, " "+place) }
		isUnit := b.CustomID[0] == 'u' && !strings.Contains(b.Label, ":")
		if isUnit && strings.HasPrefix(b.Label, "✓ ") != slices.ContainsFunc(from, theirs) {
			s = h.tap(b.Label)
		}
	}
	if _, ok := s.labelled("Give the order"); !ok {
		h.lost("the attack", s)
	}
	return h.tap("Give the order")
}

// carries gives the order in a line of the recorded turn, from the open panel.
func (h *handheld) carries(s sheet, line string) sheet {
	h.T.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	switch {
	case verb == "/end":
		s = h.tap("End the phase")
		if b, more := s.labelled("End the phase"); more && b.CustomID[0] == 'y' { // it costs something
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
			b, _ := h.sheet.aimed("Overrun", target)
			s = h.fills(h.tap(b.Label))
		}
	}
	return s
}

// arrives brings units on at a hex, unless they have come on already when all units due at their hexes did.
func (h *handheld) arrives(s sheet, line string) sheet {
	h.T.Helper()
	at := lastHex.FindString(line)
	units := strings.Split(strings.TrimSuffix(line, " "+at), ",")
	for _, u := range units {
		h.at[u] = at
	}
	if word(regexp.QuoteMeta(units[0])).MatchString(h.came) {
		return s
	}
	if _, other := s.labelled("Reinforce"); other { // its page stays while others are to come
		s = h.tap("Reinforce")
	}
	if all, due := s.labelled("All due at their hexes"); due {
		s = h.tap(all.Label)
		h.came = s.text()
		return s
	}
	s, label, ok := h.turned(s, at)
	if ok {
		sign := regexp.MustCompile(`^\w+`).FindString(label) // a number, or a letter
		of := regexp.MustCompile(`(?m)^(?:\w+, )*` + sign + `(?:, \w+)*: (.*)`).FindStringSubmatch(s.text())
		if of != nil && len(strings.Split(of[1], ", ")) == len(units) {
			return h.tap(label)
		}
	}
	return h.fills(s, append(units, at)...)
}

// plays plays a phase by taps, and returns how many it took.
func (h *handheld) plays(s section, p *player.Player) (taps int) {
	h.T.Helper()
	before := h.taps
	open := h.opens(p)
	for _, line := range slices.Concat(s.groups...) {
		open = h.carries(open, line)
		_, elsewhere := open.labelled("Orders")
		if elsewhere && !strings.Contains(open.Content, "You have no orders to give now") {
			h.lost("the panel after "+line, open)
		}
		h.Delivered()
		if h.decides() {
			if open = h.sheet; h.p != p || open.choosing() { // else his panel has come back
				open = h.opens(p)
			}
		}
	}
	return h.taps - before
}
