package discord_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// retiring is a drill in which Blue's exploit-capable units leave on turn 1 and three of
// them come back.
func retiring(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"game.yaml": {Data: []byte(`
rules: {withdrawal: "2.1", keepers: "2.1a"}
withdrawal: {side: blue, keep: [{count: 1, type: blue-armour}, {count: 2, type: blue-motorised}]}`)}}
	arrivals := "\n    arrivals: [{turn: 1, side: blue, withdrawal: [1, 2, 3, 4, 5, 6]}]\n"
	files["setup.yaml"] = &fstest.MapFile{Data: append(drill["setup.yaml"], arrivals...)}
	return modules.Folder{ID: "drill", Where: "own/drill", Files: files}
}

// What comes back after a withdrawal is chosen by taps alone: who, where, one order
// after the other until nothing is owed.
func TestTheWithdrawalByTaps(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{retiring(t)} })
	h.begin()
	h.await(h.olga, inChannel(h.channel, "Blue: the withdrawal takes place (drill 2.1)", "Blue withdraws"))
	for _, owed := range []string{"bring back 3 withdrawn units (drill 2.1a)", "bring back 2 withdrawn units",
		"bring back 1 withdrawn unit"} {
		asked := h.await(h.olga, inChannel(h.channel, owed))
		m := h.tap(h.anna, asked, "Decide")
		if !strings.Contains(owed, "back 1 ") { // a list of one is not asked
			m = h.pickFirst(h.anna, m, "Choose a unit")
		}
		m = h.pickFirst(h.anna, m, "Choose a hex")
		if m = h.tap(h.anna, m, "Give the order"); !strings.Contains(m.Content, "back at") {
			t.Errorf("the answer is %q", m.Content)
		}
	}
	h.refused(h.anna, "/withdraw units:b-1-arm hex:7.07", "There are no withdrawn units to bring back")
	if due := h.say(h.olga, "/due"); !strings.Contains(due.Content, "Blue movement") {
		t.Errorf("/due says %q", due.Content)
	}
}

// pickFirst takes the first entry of a menu.
func (h *house) pickFirst(p *player.Player, m player.Message, menu string) player.Message {
	h.t.Helper()
	for _, c := range parts(m) {
		if len(c.Options) > 0 && strings.HasPrefix(c.Placeholder, menu) {
			next, err := p.Choose(h.ctx, m.ID, c.CustomID, c.Options[0].Value)
			if err != nil {
				h.t.Fatal(err)
			}
			return next
		}
	}
	h.t.Fatalf("no menu %q below %q: %+v", menu, m.Content, parts(m))
	return m
}
