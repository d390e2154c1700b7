package discord_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// thumbs plays a game by taps alone: nothing is typed.
type thumbs struct {
	*house
	dice  *rand.Rand
	count map[string]int // what was pressed, by label
}

// parts are the buttons and menus of a message.
func parts(m player.Message) (list []wire.Component) {
	for _, row := range m.Components {
		list = append(list, row.Components...)
	}
	return list
}

// labelled finds a button by what stands on it.
func labelled(m player.Message, label string) (wire.Component, bool) {
	list := parts(m)
	i := slices.IndexFunc(list, func(c wire.Component) bool { return c.Label == label })
	if i < 0 {
		return wire.Component{}, false
	}
	return list[i], true
}

// order gives one order, from the button that opens the list of orders.
func (h *thumbs) order(p *player.Player, opener player.Message, id string) {
	h.t.Helper()
	m := h.click(p, opener, id)
	for range 60 {
		if give, ok := labelled(m, "Give the order"); ok && (len(parts(m)) <= 3 || h.dice.IntN(3) == 0) {
			m = h.click(p, m, give.CustomID)
			h.count["given"]++
			if strings.Contains(m.Content, "Refused") {
				h.t.Fatalf("what was offered is refused: %q", m.Content)
			}
			h.isPanel(m, m)
			return
		}
		c, ok := h.pick(m)
		if !ok {
			h.t.Fatalf("a dead end: %q", m.Content)
		}
		if c.Type == wire.Menu {
			var err error
			if m, err = p.Choose(h.ctx, m.ID, c.CustomID, h.option(p, c).Value); err != nil {
				h.t.Fatal(err)
			}
			h.count["menu"]++
			continue
		}
		h.count[strings.Fields(c.Label)[0]]++
		m = h.click(p, m, c.CustomID)
		if strings.HasPrefix(c.CustomID, "g") {
			accept := func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "y") }
			if i := slices.IndexFunc(parts(m), accept); i >= 0 { // he knows what it costs
				m = h.click(p, m, parts(m)[i].CustomID)
			}
			h.isPanel(m, m)
			h.count["given"]++
			return
		}
	}
	h.t.Fatalf("no order after 60 taps: %q", m.Content)
}

// option chooses from a menu: of hexes mostly the one nearest to the enemy.
func (h *thumbs) option(p *player.Player, menu wire.Component) wire.MenuOption {
	// No client reports what is chosen already.
	options := slices.DeleteFunc(slices.Clone(menu.Options), func(o wire.MenuOption) bool { return o.Default })
	if h.dice.IntN(4) == 0 || !strings.Contains(menu.Placeholder, "hex") {
		return options[h.dice.IntN(len(options))]
	}
	column := func(o wire.MenuOption) int {
		n, _ := strconv.Atoi(strings.Split(o.Label, ".")[0])
		if p == h.boris {
			return -n
		}
		return n
	}
	return slices.MaxFunc(options, func(a, b wire.MenuOption) int { return column(a) - column(b) })
}

// pick chooses where to tap: at a fight if there is one, seldom at the end of
// the phase, never back.
func (h *thumbs) pick(m player.Message) (wire.Component, bool) {
	var open []wire.Component
	for _, c := range parts(m) {
		switch c.Label {
		case "Attack", "Overrun":
			return c, true
		case "Back", "◀", "My side", "List", "Order a stack", "Give the order":
		case "End the phase":
			if len(open) == 0 || h.dice.IntN(8) == 0 {
				return c, true
			}
		default:
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		return wire.Component{}, false
	}
	return open[h.dice.IntN(len(open))], true
}

// others press what is not theirs.
func (h *thumbs) others(owner *player.Player, m player.Message, id string) {
	h.t.Helper()
	for _, p := range []*player.Player{h.anna, h.boris, h.olga} {
		if p == owner {
			continue
		}
		if got := h.click(p, m, id); !strings.Contains(got.Content, "Only <@"+owner.User().ID) ||
			len(parts(got)) > 0 {
			h.t.Errorf("%s presses %s's button and reads %q", p.User().Username, owner.User().Username, got.Content)
		}
	}
}

// turn finds out by /due's words who has to act, and lets that player act.
func (h *thumbs) turn(summons map[string]bool) (over bool) {
	h.t.Helper()
	for _, p := range []*player.Player{h.anna, h.boris} {
		for _, m := range h.shown(p) {
			if decide, ok := labelled(m, "Decide"); ok && !decide.Disabled && !summons[decide.CustomID] &&
				strings.Contains(m.Content, "<@"+p.User().ID+">") {
				summons[decide.CustomID] = true
				h.others(p, m, decide.CustomID)
				h.order(p, m, decide.CustomID)
				h.eventually("the button has had its moment", func() bool {
					for _, now := range h.shown(p) {
						if b, ok := labelled(now, "Decide"); ok && !b.Disabled && b.CustomID == decide.CustomID {
							return false
						}
					}
					return true
				})
				return false
			}
		}
	}
	due := h.say(h.olga, "/due")
	if slices.ContainsFunc([]string{" step loss", ", retreat ", ", advance ", " to remove "},
		func(asked string) bool { return strings.Contains(due.Content, asked) }) {
		return false // the message that names the player is on its way
	}
	if strings.Contains(due.Content, "over") {
		return true
	}
	who := h.anna
	if strings.Contains(due.Content, h.boris.User().ID) {
		who = h.boris
	}
	all := h.shown(who)
	for _, m := range slices.Backward(all) {
		if orders, ok := labelled(m, "Orders"); ok {
			h.order(who, m, orders.CustomID)
			return false
		}
	}
	h.t.Fatal("nobody offers orders")
	return true
}

func TestAGameByTapsAlone(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	enough := func() bool { return count["Attack"]+count["Overrun"] > 0 && count["decided"] > 0 && count["menu"] > 20 }
	for seed := uint64(1); !enough(); seed++ {
		if seed > 4 {
			t.Fatalf("four games met too little: %v", count)
		}
		h := &thumbs{house: newHouse(t), dice: rand.New(rand.NewPCG(seed, 2)), count: count}
		h.begin()
		summons := map[string]bool{}
		for over := false; !over && !enough(); {
			before := len(summons)
			over = h.turn(summons)
			count["decided"] += len(summons) - before
		}
	}
	t.Log(count)
}
