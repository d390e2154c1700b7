package games

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/programtest"
)

// duty matches what /due says of a decision: the user who must take it, and the words.
var duty = regexp.MustCompile(`^<@(\d+)>, (.+)\. Last move: <t:`)

// kinds are the decisions by the words that ask for them.
var kinds = map[string]string{"losses": " step loss", "retreat": "retreat ", "advance": "advance ",
	"remove":  " to be destroyed ",
	"replace": " drawn from the destroyed units", "withdraw": "bring back ", "accent": " accent",
	"airbreak": ", before the next die"}

// labels are the buttons of their verbs.
var labels = map[string]string{"losses": "Step losses", "retreat": "Retreat", "advance": "Advance", "remove": "Remove",
	"replace": "Use a replacement on a unit", "withdraw": "Bring back", "accent": "Accent"}

// owing returns the player who has a pending decision, its kind, and the words of /due. kind is "" if none is pending.
func (g *game) owing() (p *player.Player, kind, words string) {
	g.T.Helper()
	due := g.Say(g.Looker, "/due").Content
	found := duty.FindStringSubmatch(due)
	if found == nil && !strings.HasPrefix(due, "The game is over") {
		g.T.Fatalf("/due says %q", due)
	}
	if found == nil {
		return nil, "", ""
	}
	for k, words := range kinds {
		if strings.Contains(found[2], words) {
			kind = k
		}
	}
	p = g.German
	if found[1] == g.Soviet.User().ID {
		p = g.Soviet
	}
	return p, kind, found[2]
}

// settle has players decide until no decision is pending. Each is asked by name, with a button.
func (g *game) settle() {
	g.T.Helper()
	for {
		p, kind, words := g.owing()
		if kind == "" {
			return
		}
		asked := g.Await(p, func(m player.Message) bool {
			decide, ok := programtest.Labelled(m, "Decide")
			return ok && !decide.Disabled && !g.used[decide.CustomID] &&
				player.Posted(g.Channel, "<@"+p.User().ID+">, "+words)(m)
		})
		decide, _ := programtest.Labelled(asked, "Decide")
		g.used[decide.CustomID] = true
		g.decide(p, kind, asked)
	}
}

// decide answers one decision: the first ones of a game by text, the others by taps, so that each way of answering is
// used.
func (g *game) decide(p *player.Player, kind string, asked player.Message) {
	g.T.Helper()
	button, _ := programtest.Labelled(asked, "Decide")
	if len(asked.Mentions) > 0 { // all of them have just done something
		g.T.Errorf("somebody at the table is called: %q", asked.Content)
	}
	switch {
	case kind == "retreat" && g.did["retreat"] > 0 && g.did["hold"] == 0:
		g.order(p, "/hold hexes:1")
	case kind == "losses" && g.did["losses"] == 0 && strings.Contains(asked.Content, ", take 1 step loss "):
		g.order(p, g.all(p, "/losses units:"))
	case kind == "airbreak":
		g.order(p, "/pass")
	case kind == "advance" && g.did["advance"] == 0:
		g.order(p, g.all(p, g.all(p, "/advance units:")+" path:"))
	case kind == "replace" && g.did["replace"] > 0:
		g.somewhere(p, "/replace unit:")
	case kind == "withdraw" && g.did["withdraw"] > 0:
		g.somewhere(p, "/withdraw units:")
	case kind == "advance" && g.did["advance"] > 2:
		g.tap(p, asked, button, "Pass")
		g.did["pass"]++
	default:
		for _, other := range g.People() {
			if other != p {
				g.refuse("another's decision", g.Click(other, asked, button.CustomID), "Only <@"+p.User().ID+">")
			}
		}
		g.tap(p, asked, button, labels[kind])
		g.did[kind]++
	}
}

// somewhere places a unit in one of the hexes that are suggested, in turn.
func (g *game) somewhere(p *player.Player, text string) {
	g.T.Helper()
	text += g.Suggest(p, text)[0].Value + " hex:"
	at := g.Suggest(p, text)
	g.order(p, text+at[len(g.shown)%len(at)].Value)
}

// tapOrder gives an order from the newest Orders button, by taps alone.
func (g *game) tapOrder(p *player.Player, verb string) {
	g.T.Helper()
	list := g.Received(p, g.Channel)
	for _, m := range slices.Backward(list) {
		if orders, ok := programtest.Labelled(m, "Orders"); ok {
			g.tap(p, m, orders, verb)
			g.did[strings.ToLower(verb)]++
			return
		}
	}
	g.T.Fatal("nobody offers orders")
}

// tap goes from a button to an order: by the verb's button, and then always by the pick with the least number, steps
// before units, until the order is given.
func (g *game) tap(p *player.Player, m player.Message, opener wire.Component, verb string) player.Message {
	g.T.Helper()
	m = g.Click(p, m, opener.CustomID)
	for range 40 {
		press, ok := programtest.Labelled(m, "Give the order")
		if !ok {
			press, ok = programtest.Labelled(m, verb)
		}
		if !ok || press.CustomID[0] == 'k' { // page.ActTake: a pick
			press, ok = leastOf(m)
		}
		if ok {
			m = g.Click(p, m, press.CustomID)
		} else {
			menu := g.menu(m)
			m = g.Choose(p, m, menu.CustomID, slices.MinFunc(menu.Options, func(a, b wire.MenuOption) int {
				return strings.Compare(inOrder(a.Value), inOrder(b.Value))
			}).Value)
		}
		if cost, asked := programtest.Question(m); asked && strings.Contains(m.Content, "?**") {
			return g.Click(p, m, cost)
		}
		// page.ActGive, ActTake and ActAccept can give the order
		if ok && strings.ContainsRune("gky", rune(press.CustomID[0])) && !(sheet{m}).goesOn(press) {
			if strings.Contains(m.Content, "Refused") {
				g.T.Fatalf("what was offered is refused: %q", m.Content)
			}
			return m
		}
	}
	g.T.Fatalf("no order after 40 taps: %q", m.Content)
	return m
}

// leastOf returns the letter, stack or other pick whose button has the least number, so that the game takes the same
// course in whatever order a page shows them.
func leastOf(m player.Message) (least wire.Component, ok bool) {
	for _, b := range (sheet{m}).buttons() {
		picks := b.CustomID[0] == 'k' || strings.HasPrefix(b.CustomID, "panel-stack:")
		if picks && (!ok || inOrder(b.CustomID) < inOrder(least.CustomID)) {
			least, ok = b, true
		}
	}
	return least, ok
}

// inOrder returns a code of picks in a form that sorts by its length first.
func inOrder(code string) string { return fmt.Sprintf("%03d", len(code)) + sortable(code) }

// sortable returns the value of an option, a number whose digits are letters and signs, in a form that sorts by value:
// small letters come first, then capital ones, and the signs last.
func sortable(value string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' || r == '-' || r == '_' {
			return 200 + r + 100*rune(strings.IndexRune("-_", r)+1)
		}
		return r
	}, value)
}

// menu returns the menu to choose from: the one of hexes if there is one.
func (g *game) menu(m player.Message) wire.Component {
	g.T.Helper()
	var found []wire.Component
	for _, c := range m.Parts() {
		if c.Type == wire.Menu && c.Placeholder != "Go to a page" {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		g.T.Fatalf("a dead end: %q", m.Content)
	}
	i := slices.IndexFunc(found, func(c wire.Component) bool { return strings.Contains(c.Placeholder, "hex") })
	return found[max(i, 0)]
}

// refuse checks that an answer refuses in these words.
func (g *game) refuse(what string, m player.Message, words ...string) {
	g.T.Helper()
	for _, w := range words {
		if !strings.Contains(m.Content, w) {
			g.T.Errorf("%s: answered %q, want %q", what, m.Content, w)
		}
	}
	if len(m.Attachments) > 0 {
		g.T.Errorf("%s: answered with a picture: %q", what, m.Content)
	}
	g.refused = append(g.refused, m)
}

// decides answers pending decisions as quietly does, until there are none. It reports whether there were any.
func (h *handheld) decides() (some bool) {
	h.T.Helper()
	for advanced := false; ; {
		p, kind, words := h.owing()
		if kind == "" {
			return some
		}
		s, into := h.sheet, fought.FindStringSubmatch(words)
		if _, asked := s.labelled("Pass"); !asked || h.p != p {
			s = h.opens(p)
		}
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

// answers gives the order of this name with the picks of the least number, as players who type do.
func (h *handheld) answers(s sheet, verb string) {
	h.T.Helper()
	for range 40 {
		b, ok := s.labelled(verb)
		if !ok || b.CustomID[0] == 'k' { // page.ActTake: a pick
			if b, ok = leastOf(s.Message); !ok {
				break
			}
		}
		s = h.tap(b.Label)
		if yes, asked := s.labelled("Yes, give it"); asked {
			h.tap(yes.Label)
			return
		}
		if b.CustomID[0] == 'g' || !s.choosing() { // page.ActGive: the order is given
			return
		}
	}
	h.lost(verb, s)
}

// advances brings all who may advance into a hex, unless they have got there already.
func (h *handheld) advances(s sheet, into string) {
	h.T.Helper()
	for range 3 {
		for _, b := range s.buttons() {
			if b.CustomID[0] == 'g' && strings.HasPrefix(b.Label, "Advance ") && strings.Contains(b.Label, into) {
				h.tap(b.Label)
				return
			}
		}
		if label, ok := s.naming("k", into); ok {
			if s = h.tap(label); s.choosing() {
				b, _ := s.labelled("Advance ")
				h.tap(b.Label)
			}
			return
		}
		label := ""
		for _, line := range stacksOf.FindAllString(s.text(), -1) { // commands take that of the first unit by name
			first := func(of string) string { return slices.Min(strings.Split(of[3:], ", ")) } // the top unit stands first
			if label == "" || first(line) < first(label) {
				label = line
			}
		}
		if label == "" || strings.Contains(label, into) {
			break // they are there
		}
		label, _ = s.naming("k", label[:1])
		if s = h.tap(label); !s.choosing() {
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

// stacksOf matches the lines of stacks that have letters; lines that cite a paragraph are of hexes.
var stacksOf = regexp.MustCompile(`(?m)^[A-X]: [^:(\n]*$`)
