package play_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// thumbs plays a game by taps alone: nothing is typed.
type thumbs struct {
	*discordtest.Fixture
	dice  *rand.Rand
	count map[string]int // what was pressed, by label
}

// order gives one order, from the button that opens the list of orders.
func (f *thumbs) order(p *player.Player, opener player.Message, id string) {
	f.T.Helper()
	m := f.Click(p, opener, id)
	for range 60 {
		if give, ok := discordtest.Labelled(m, "Give the order"); ok && (len(discordtest.Parts(m)) <= 3 ||
			f.dice.IntN(3) == 0) {
			m = f.Click(p, m, give.CustomID)
			f.count["given"]++
			f.Lacks(m, "Refused")
			isPanel(f.Fixture, m, m)
			return
		}
		c, ok := f.pick(m)
		if !ok {
			f.T.Fatalf("a dead end: %q", m.Content)
		}
		if c.Type == wire.Menu {
			m = discordtest.Must(p.Choose(f.Ctx, m.ID, c.CustomID, f.option(p, c).Value))(f.T)
			f.count["menu"]++
			continue
		}
		f.count[strings.Fields(c.Label)[0]]++
		m = f.Click(p, m, c.CustomID)
		if strings.HasPrefix(c.CustomID, "g") {
			accept := func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "y") }
			if i := slices.IndexFunc(discordtest.Parts(m), accept); i >= 0 { // he knows what it costs
				m = f.Click(p, m, discordtest.Parts(m)[i].CustomID)
			}
			isPanel(f.Fixture, m, m)
			f.count["given"]++
			return
		}
	}
	f.T.Fatalf("no order after 60 taps: %q", m.Content)
}

// option chooses from a menu: of hexes mostly the one nearest to the enemy.
func (f *thumbs) option(p *player.Player, menu wire.Component) wire.MenuOption {
	// No client reports what is chosen already.
	options := slices.DeleteFunc(slices.Clone(menu.Options), func(o wire.MenuOption) bool { return o.Default })
	if f.dice.IntN(4) == 0 || !strings.Contains(menu.Placeholder, "hex") {
		return options[f.dice.IntN(len(options))]
	}
	column := func(o wire.MenuOption) int {
		n, _ := strconv.Atoi(strings.Split(o.Label, ".")[0])
		if p == f.Boris {
			return -n
		}
		return n
	}
	return slices.MaxFunc(options, func(a, b wire.MenuOption) int { return column(a) - column(b) })
}

// pick chooses where to tap: at a fight if there is one, seldom at the end of
// the phase, never back.
func (f *thumbs) pick(m player.Message) (wire.Component, bool) {
	var open []wire.Component
	for _, c := range discordtest.Parts(m) {
		switch c.Label {
		case "Attack", "Overrun":
			return c, true
		case "Back", "◀", "My side", "List", "Order a stack", "Give the order":
		case "End the phase":
			if len(open) == 0 || f.dice.IntN(8) == 0 {
				return c, true
			}
		default:
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		return wire.Component{}, false
	}
	return open[f.dice.IntN(len(open))], true
}

// others press what is not theirs.
func (f *thumbs) others(owner *player.Player, m player.Message, id string) {
	f.T.Helper()
	for _, p := range []*player.Player{f.Anna, f.Boris, f.Olga} {
		if p == owner {
			continue
		}
		if got := f.Click(p, m, id); !strings.Contains(got.Content, "Only <@"+owner.User().ID) ||
			len(discordtest.Parts(got)) > 0 {
			f.T.Errorf("%s presses %s's button and reads %q", p.User().Username, owner.User().Username, got.Content)
		}
	}
}

// turn finds out by /due's words who has to act, and lets that player act.
func (f *thumbs) turn(summons map[string]bool) (over bool) {
	f.T.Helper()
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		for _, m := range f.Posted(p) {
			if decide, ok := discordtest.Labelled(m, "Decide"); ok && !decide.Disabled && !summons[decide.CustomID] &&
				strings.Contains(m.Content, "<@"+p.User().ID+">") {
				summons[decide.CustomID] = true
				f.others(p, m, decide.CustomID)
				f.order(p, m, decide.CustomID)
				f.Eventually("the button has had its moment", func() bool {
					for _, now := range f.Posted(p) {
						if b, ok := discordtest.Labelled(now, "Decide"); ok && !b.Disabled &&
							b.CustomID == decide.CustomID {
							return false
						}
					}
					return true
				})
				return false
			}
		}
	}
	due := f.Say(f.Olga, "/due")
	if slices.ContainsFunc([]string{" step loss", ", retreat ", ", advance ", " to remove "},
		func(asked string) bool { return strings.Contains(due.Content, asked) }) {
		return false // the message that names the player is on its way
	}
	if strings.Contains(due.Content, "over") {
		return true
	}
	who := f.Anna
	if strings.Contains(due.Content, f.Boris.User().ID) {
		who = f.Boris
	}
	all := f.Posted(who)
	for _, m := range slices.Backward(all) {
		if orders, ok := discordtest.Labelled(m, "Orders"); ok {
			f.order(who, m, orders.CustomID)
			return false
		}
	}
	f.T.Fatal("nobody offers orders")
	return true
}

func TestPanel_GameByTapsAlone(t *testing.T) {
	count := map[string]int{}
	enough := func() bool { return count["Attack"]+count["Overrun"] > 0 && count["decided"] > 0 && count["menu"] > 20 }
	for seed := uint64(1); !enough(); seed++ {
		if seed > 4 {
			t.Fatalf("four games met too little: %v", count)
		}
		f := &thumbs{Fixture: discordtest.New(t), dice: rand.New(rand.NewPCG(seed, 2)), count: count}
		f.Begin()
		summons := map[string]bool{}
		for over := false; !over && !enough(); {
			before := len(summons)
			over = f.turn(summons)
			count["decided"] += len(summons) - before
		}
	}
	t.Log(count)
}
