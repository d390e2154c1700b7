package discord_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/seriestest"
)

// newPocketHouse is a house whose operator has a game of another series, which Anna and Boris have
// begun.
func newPocketHouse(t *testing.T) *house {
	t.Helper()
	h := newHouse(t, func(h *house) {
		h.own, h.games, h.words = []modules.Folder{seriestest.Bridge()}, rules.Modules(seriestest.Series{}),
			seriestest.Words
	})
	if got := h.suggested(h.anna, "/game new module:The B"); got != "bridge" {
		t.Errorf("the game is completed by %q", got)
	}
	h.say(h.anna, "/game new module:bridge")
	h.write(h.anna, h.await(h.anna, inChannel(h.channel, "The Bridge", "for example `/march`")), "Play Blue", "")
	h.say(h.boris, "/game join side:red")
	h.tap(h.boris, h.await(h.boris, inChannel(h.channel, "A seat is taken", "Red: <@"+h.boris.User().ID)),
		"Start the game")
	return h
}

// told answers what a message lacks of some words, and what it has of others.
func (h *house) told(m player.Message, want ...string) {
	h.t.Helper()
	for _, w := range want {
		if !strings.Contains(m.Content, w) {
			h.t.Errorf("%q is missing in %q", w, m.Content)
		}
	}
}

// A game of another series goes from a module's files to messages and pictures: a turn of it by
// typed commands, by taps and by completions.
func TestAnotherSeries(t *testing.T) {
	t.Parallel()
	h := newPocketHouse(t)
	started := h.await(h.olga, inChannel(h.channel, "The game begins", "turn 1 of 3"))
	alt := h.picture(h.olga, started)
	for _, want := range []string{"Map of The Bridge", "Blue turn", "3.03 1 Foot ×2", "5.03 1 Foot ×2"} {
		if !strings.Contains(alt, want) {
			t.Errorf("the picture's words lack %q: %s", want, alt)
		}
	}
	h.told(h.say(h.anna, "/help"), "/activate")
	h.told(h.say(h.anna, "/march units:1 Foot to:4.03"), "1-1", "No formation is active")
	h.told(h.say(h.anna, "/activate formation:Van"), "1-2", "Van is not of your side")
	h.refused(h.anna, "/move units:1 Foot to:4.03", "There is no command /move")

	// typed, with the formation in whatever case it is said
	if got := h.suggested(h.anna, "/activate formation:g"); got != "Guard" {
		t.Errorf("the formation is completed by %q", got)
	}
	h.told(h.say(h.anna, "/activate formation:guard"), "Blue activates Guard")
	h.told(h.say(h.olga, "/due"), "Blue turn, Guard active", "`/end` ends the activation.")
	h.told(h.say(h.anna, "/march units:3 Foot to:2.04"), "2-1", "3 Foot is of Line")
	if got := h.suggested(h.anna, "/march units:3.0"); got != "3.03" {
		t.Errorf("who marches is completed by %q", got)
	}
	marched := h.say(h.anna, "/march units:3.03 path:4.03")
	h.told(marched, "Blue: 1 Foot, 2 Horse moved from 3.03 to 4.03 for 1 MP", "Left: 1 Foot 2 MP, 2 Horse 2 MP.")
	h.told(h.say(h.anna, "/units"), "1 Foot 4, 2 left")
	h.told(h.say(h.anna, "/unit show unit:b-1"), "**1 Foot** · Guard · Blue infantry battalion",
		"**4** · 3 steps\n3 steps left\n")
	struck := h.say(h.anna, "/strike unit:2 Horse target:Bridgend")
	h.told(struck, "Blue strikes at Bridgend (5.03)", "2 Horse 6 against 1 Foot 3 → +3", "column +2")
	news := h.await(h.olga, inChannel(h.channel, "Blue strikes at Bridgend (5.03)"))
	h.told(news, "2 Horse 6 against 1 Foot 3")
	h.shows(h.olga, news)

	h.told(h.say(h.boris, "/stack show hex:5.03"), "1 Foot 3 (1 step left), 2 Guns 5")
	// a button of an activation that is over does nothing
	old := h.tap(h.anna, h.orders(h.anna), "March")
	h.told(h.tap(h.anna, h.orders(h.anna), "End the activation"), "Guard rests", "What you can order now")
	report := h.await(h.olga, inChannel(h.channel, "Blue: Guard rests"))
	if h.shows(h.olga, report); len(report.Attachments) == 0 {
		t.Error("the end of an activation is told without a picture")
	}
	pick, _ := menu(old)
	if m, err := h.anna.Choose(h.ctx, old.ID, pick.CustomID, pick.Options[0].Value); err != nil ||
		!strings.Contains(m.Content, "The position has changed") {
		t.Errorf("a menu of an activation that is over answers %q, %v", m.Content, err)
	}

	// tapped
	m := h.tap(h.anna, h.orders(h.anna), "Activate")
	h.told(m, "`/activate formation:Line`") // the only one is not asked
	h.told(h.tap(h.anna, m, "Give the order"), "Blue activates Line")
	m = h.tap(h.anna, h.orders(h.anna), "March")
	pick, _ = menu(m)
	if labels := linesOf(pick); !slices.Equal(labels, []string{"3 Foot 4 at 1.04", "4 Foot 4 at 2.05"}) {
		t.Errorf("who can march is %q", labels)
	}
	m = h.choose(h.anna, m, pick, "3 Foot 4 at 1.04")
	pick, _ = menu(m, "2.04, north-east")
	m = h.choose(h.anna, m, pick, "2.04, north-east")
	h.told(h.tap(h.anna, m, "Give the order"), "3 Foot moved from 1.04 to 2.04")
	h.say(h.anna, "/end")
	h.told(h.await(h.olga, inChannel(h.channel, "Turn 1, Red")), "Blue: Line rests")
	h.told(h.say(h.boris, "/due"), "Red turn")
	h.say(h.boris, "/activate formation:REAR")
	h.told(h.say(h.boris, "/map layer:camps"), "The Bridge")
	for _, text := range []string{"/game status", "/game log", "/units", "/stack show hex:4.03", "/reach unit:3 Foot",
		"/threats hex:4.03", "/odds target:4.03 units:3 Foot", "/help", "/orders list:6.04 > 6.05", "/note",
		"/game undo", "/style"} {
		h.ask(h.boris, text)
	}
	h.plain(h.anna, h.boris, h.olga)
}

// orders opens the list of orders by the channel's last button for it.
func (h *house) orders(p *player.Player) player.Message {
	h.t.Helper()
	for _, m := range slices.Backward(h.shown(p)) {
		if b, ok := labelled(m, "Orders"); ok {
			return h.click(p, m, b.CustomID)
		}
	}
	h.t.Fatal("nobody offers orders")
	return player.Message{}
}

// menu is the first menu of a message, or the first that has a line of this label.
func menu(m player.Message, label ...string) (wire.Component, bool) {
	for _, c := range parts(m) {
		if c.Type == wire.Menu && (len(label) == 0 || slices.Contains(linesOf(c), label[0])) {
			return c, true
		}
	}
	return wire.Component{}, false
}

func linesOf(menu wire.Component) (out []string) {
	for _, o := range menu.Options {
		out = append(out, o.Label)
	}
	return out
}

// choose takes the line of a menu that has this label.
func (h *house) choose(p *player.Player, m player.Message, menu wire.Component, label string) player.Message {
	h.t.Helper()
	i := slices.Index(linesOf(menu), label)
	if i < 0 {
		h.t.Fatalf("no line %q among %q below %q", label, linesOf(menu), m.Content)
	}
	out, err := p.Choose(h.ctx, m.ID, menu.CustomID, menu.Options[i].Value)
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// raw is what stands in a message for which nobody has words, and words of another series.
var raw = regexp.MustCompile(`(?:told|deny|owed|phase|fact|stock|rating|word|kind|mark|verb|command|option|pick|camps)\.[a-z]|\b\w+=\w|overrun|exploit|disorganis|air strike|supply|reinforce`)

// plain holds that nothing that these players read has identifiers in it.
func (h *house) plain(players ...*player.Player) {
	h.t.Helper()
	for _, p := range players {
		for _, m := range h.everything(p) {
			texts := []string{m.Content}
			for _, a := range m.Attachments {
				texts = append(texts, a.Description)
			}
			for _, text := range texts {
				if found := raw.FindString(text); found != "" {
					h.t.Errorf("%s reads %q in %q", p.User().Username, found, text)
				}
			}
		}
	}
}
