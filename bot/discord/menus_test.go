package discord_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"
)

// thumb counts the taps of a player.
type thumb struct {
	*house
	p    *player.Player
	m    player.Message
	taps int
}

// on taps a button, or a line of a menu, by its label.
func (h *thumb) on(label string) {
	h.t.Helper()
	h.taps++
	if list, ok := menu(h.m, label); ok {
		h.m = h.choose(h.p, h.m, list, label)
		return
	}
	h.m = h.tap(h.p, h.m, label)
}

// reads holds that the message says all this.
func (h *thumb) reads(want ...string) {
	h.t.Helper()
	h.house.reads(h.m, want...)
}

// A whole stack is the first that a menu offers. What is nearest to the enemy comes first, hexes say where they lie and
// what they cost, and pages what is on them.
func TestAWholeStackMoves(t *testing.T) {
	t.Parallel()
	h := &thumb{house: newHouse(t)}
	h.p, h.m = h.anna, h.begin()
	h.on("Orders")
	h.on("Move")
	units, _ := menu(h.m)
	if want := []string{"7.06: whole stack (2 units)", "7.10: whole stack (2 units)", "7.14: whole stack (2 units)",
		"5.09: whole stack (2 units)", "5.12: whole stack (2 units)", "1 Cavalry 2-2-8 at 7.06"}; !slices.Equal(
		linesOf(units)[:len(want)], want) {
		t.Errorf("the menu begins with %q", linesOf(units))
	}
	if o := units.Options[0]; o.Description != "1 Cavalry, 1 Infantry" || len(o.Value) > 100 {
		t.Errorf("the stack is described as %q", o.Description)
	}
	if o := units.Options[5]; o.Description != "8 MP" {
		t.Errorf("a unit is described as %q", o.Description)
	}
	h.on("5.09: whole stack (2 units)")
	h.reads("`/move units:1 Armour,1 Motorised`")
	hexes, _ := menu(h.m)
	if o := hexes.Options[0]; o.Label != "11.05, south-east" || o.Description != "7 MP, 1 left" {
		t.Errorf("the hexes begin with %q, %q", o.Label, o.Description)
	}
	if !regexp.MustCompile(`^Choose a hex: 11.05 – \d+.\d\d$`).MatchString(hexes.Placeholder) {
		t.Errorf("the page is called %q", hexes.Placeholder)
	}
	pages, ok := menu(h.m, strings.TrimPrefix(hexes.Placeholder, "Choose a hex: "))
	if !ok || len(pages.Options) < 3 {
		t.Errorf("the pages are %q", linesOf(pages))
	}
	h.on(linesOf(pages)[2])
	if third, _ := menu(h.m); third.Placeholder != "Choose a hex: "+linesOf(pages)[2] {
		t.Errorf("the third page is called %q, and chosen as %q", third.Placeholder, linesOf(pages)[2])
	}
	h.on(linesOf(pages)[0])
	h.on("11.05, south-east")
	h.on("Give the order")
	h.reads("1 Armour, 1 Motorised moved from 5.09 to 11.05")
	if h.taps -= 2; h.taps != 5 { // two of them turned pages
		t.Errorf("a stack took %d taps", h.taps)
	}
}

// Who attacks is toggled by buttons that carry the whole choice: they work after a restart, and their odds come with
// each tap. A single target is not asked for.
func TestAttackersAreToggled(t *testing.T) {
	t.Parallel()
	h := &thumb{house: newHouse(t, func(h *house) { h.own = []modules.Folder{shore(t)} })}
	started := h.begin()
	h.p, h.m = h.anna, started
	h.say(h.anna, "/end")
	const infantry, militia, all = "3 Infantry 6-7-5 at 12.10", "1 Militia 1-3-4 at 12.10",
		"All that can reach it (2 units)"
	h.on("Orders")
	h.on("Attack")
	h.reads("`/attack target:13.10`", "Tap the units that take part.")
	if _, gives := labelled(h.m, "Give the order"); gives {
		t.Error("an attack by nobody can be given")
	}
	h.on("Back") // not to the target, which would be picked again at once
	h.reads("Drill")
	if _, ok := labelled(h.m, "Attack"); !ok {
		t.Errorf("Back leads to %q", h.m.Content)
	}
	h.on("Attack")
	h.on(infantry)
	h.reads("units:3 Infantry`", "Attack: 3 Infantry 6\n", "Nothing is committed yet")
	for label, style := range map[string]discordgo.ButtonStyle{"✓ " + infantry: discordgo.SuccessButton,
		militia: discordgo.SecondaryButton, all: discordgo.PrimaryButton} {
		if b, ok := labelled(h.m, label); !ok || b.Style != int(style) {
			t.Errorf("%q is shown by %+v", label, b)
		}
	}
	h.close()
	h.open()
	h.on(militia)
	h.reads("units:1 Militia,3 Infantry`", "Attack: 1 Militia 1 + 3 Infantry 6 = 7")
	if _, more := labelled(h.m, all); more {
		t.Error("all are chosen, and can be chosen again")
	}
	h.on("✓ " + militia)
	h.on("Back")
	h.reads("`/attack target:13.10`", "Tap the units that take part.")
	h.m, h.taps = started, 0
	for _, label := range []string{"Orders", "Attack", all, "Give the order"} {
		h.on(label)
	}
	h.reads("Blue attacks 13.10")
	if h.taps != 4 {
		t.Errorf("a stack's attack took %d taps", h.taps)
	}
}

// Two taps at once on the button that gives an order start one fight, and a tap on a page of before is refused.
func TestTwoTapsAtOnce(t *testing.T) {
	t.Parallel()
	h := &thumb{house: newHouse(t, func(h *house) { h.own = []modules.Folder{shore(t)} })}
	started := h.begin()
	h.say(h.anna, "/end")
	h.p, h.m = h.anna, h.tap(h.anna, started, "Orders")
	h.on("Attack")
	old := h.m
	chosen := func() player.Message {
		h.m = h.tap(h.anna, started, "Orders")
		h.on("Attack")
		h.on("All that can reach it (2 units)")
		return h.m
	}
	fought := 0
	for _, answer := range h.twoTaps(h.anna, "Give the order", chosen(), chosen()) {
		if strings.Contains(answer, "Blue attacks 13.10") {
			fought++
		}
	}
	if fought != 1 {
		t.Errorf("%d of two taps started a fight", fought)
	}
	h.await(h.olga, inChannel(h.channel, "Blue attacks 13.10"))
	if n := len(h.fights()); n != 1 {
		t.Errorf("the channel reads of %d fights", n)
	}
	h.m = old
	h.on("3 Infantry 6-7-5 at 12.10")
	if strings.Contains(h.m.Content, "Attack: ") {
		t.Errorf("a stale page goes on: %q", h.m.Content)
	}
}

// arriving is a drill in which Blue gets two units at 1.11 and one at 1.05, who have no choice, and two in an area of
// two hexes.
func arriving(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	setup := string(drill["setup.yaml"])
	for was, is := range map[string]string{
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`: `{at: "5.09", units: [b-1-arm]}`,
		`{at: "5.12", units: [b-2-arm, b-2-mot]}`: `{at: "5.12", units: [b-2-arm]}`,
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`: `{at: "7.10", units: [b-3-inf]}`,
		`{at: "7.14", units: [b-5-inf, b-1-sec]}`: `{at: "7.14", units: [b-5-inf]}`,
		`{at: "7.06", units: [b-1-inf, b-1-cav]}`: `{at: "7.06", units: [b-1-inf]}`,
	} {
		if !strings.Contains(setup, was) {
			t.Fatalf("the drill is set up otherwise than by %s", was)
		}
		setup = strings.Replace(setup, was, is, 1)
	}
	setup += `
    arrivals:
      - turn: 1
        side: blue
        groups:
          - {at: "1.11", units: [b-1-mot, b-2-mot]}
          - {at: "1.05", units: [b-1-mil]}
          - {entry: gate, units: [b-1-sec, b-1-cav]}
`
	area := strings.Replace(string(drill["map.yaml"]), "entry:\n",
		"entry:\n  gate: {side: blue, hexes: [\"1.15\", \"1.16\"]}\n", 1)
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{"setup.yaml": {Data: []byte(setup)},
		"map.yaml": {Data: []byte(area)}}}
}

// One tap brings on all that have no choice of a hex, hex after hex, and says what came; a second does nothing. The
// others come on as all of a hex.
func TestAllDueComeOn(t *testing.T) {
	t.Parallel()
	h := &thumb{house: newHouse(t, func(h *house) { h.own = []modules.Folder{arriving(t)} })}
	started := h.begin()
	pages := make([]player.Message, 3)
	for i := range pages {
		pages[i] = h.tap(h.anna, h.tap(h.anna, started, "Orders"), "Reinforce")
	}
	h.p, h.m = h.anna, pages[0]
	first, _ := menu(h.m)
	if want := []string{"1.15: all that can arrive there (2 units)",
		"1.16: all that can arrive there (2 units)"}; !strings.Contains(
		strings.Join(linesOf(first), "\n"), strings.Join(want, "\n")) {
		t.Errorf("the menu offers %q", linesOf(first))
	}
	h.on("All due at their hexes (3 units)")
	h.reads("2 of 2 lines done", "1 Militia", "1 Motorised, 2 Motorised")
	h.house.reads(h.say(h.anna, "/stack show hex:1.11"), "1 Motorised", "2 Motorised")
	h.m = pages[1]
	h.on("All due at their hexes (3 units)")
	h.reads("The position has changed")
	h.m = pages[2]
	h.on("1.16: all that can arrive there (2 units)")
	h.reads("hex:1.16`")
	h.on("Give the order")
	h.house.reads(h.say(h.anna, "/stack show hex:1.16"), "1 Cavalry", "1 Security")
}

// crowd is a drill in which Blue has 700 units, three to a hex.
func crowd(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	units, setup := strings.Builder{}, string(drill["setup.yaml"])
	units.WriteString("units:\n")
	for _, name := range regexp.MustCompile(`(?m)^  b-\S+:`).FindAllString(string(drill["units.yaml"]), -1) {
		units.WriteString(name + " ~\n") // they stay at home
	}
	var stacks []string
	for n := 0; n < 700; n += 3 {
		var ids []string
		for i := n; i < min(n+3, 700); i++ {
			ids = append(ids, fmt.Sprintf("b-%d", 1000+i))
			fmt.Fprintf(&units, "  %s: {type: blue-militia, name: %d Guard}\n", ids[len(ids)-1], i+1)
		}
		stacks = append(stacks, fmt.Sprintf("        - {at: \"%d.%02d\", units: [%s]}\n", 1+n/3%12, 1+n/36,
			strings.Join(ids, ", ")))
	}
	from, to := strings.Index(setup, "        - {at: \"7.06\""), strings.Index(setup, "      red:\n")
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"units.yaml": {Data: []byte(units.String())},
		"setup.yaml": {Data: []byte(setup[:from] + strings.Join(stacks, "") + setup[to:])}}}
}

// A menu of more than 25 pages is turned by a menu of those about the page that is shown, each named by what is on it.
func TestAMenuOfManyPages(t *testing.T) {
	t.Parallel()
	h := &thumb{house: newHouse(t, func(h *house) { h.own = []modules.Folder{crowd(t)} })}
	h.p, h.m = h.anna, h.begin()
	h.on("Orders")
	h.on("Move")
	turner := func() wire.Component {
		list := parts(h.m)
		i := slices.IndexFunc(list, func(c wire.Component) bool { return c.Placeholder == "Go to a page" })
		if i < 0 {
			t.Fatalf("no menu of pages below %q", h.m.Content)
		}
		return list[i]
	}
	seen := map[string]bool{}
	for pages := 1; ; pages++ {
		units, _ := menu(h.m)
		for _, label := range linesOf(units) {
			if seen[label] {
				t.Errorf("%q is on two pages", label)
			}
			seen[label] = true
		}
		if list := turner(); len(list.Options) != 25 || !slices.ContainsFunc(list.Options, func(o wire.MenuOption) bool {
			return o.Default && strings.HasSuffix(units.Placeholder, ": "+o.Label)
		}) {
			t.Errorf("page %d, %q, is turned by %q", pages, units.Placeholder, linesOf(list))
		}
		if _, more := labelled(h.m, "▶"); !more {
			if pages != 38 { // 234 stacks of several units, and 700 units
				t.Errorf("there are %d pages", pages)
			}
			break
		}
		if pages%20 == 0 { // by the menu, as far as it goes
			list := turner()
			h.m = h.choose(h.anna, h.m, list, linesOf(list)[slices.IndexFunc(list.Options, func(o wire.MenuOption) bool {
				return o.Default
			})+1])
			continue
		}
		h.on("▶")
	}
	units, _ := menu(h.m)
	last := linesOf(units)[len(units.Options)-1]
	name, _, _ := strings.Cut(last, " 1-3-4 at ")
	h.on(last)
	h.reads("`/move units:" + name)
	hexes, _ := menu(h.m)
	h.on(linesOf(hexes)[0])
	h.on("Give the order")
	h.reads(name + " moved from ")
	for _, want := range []string{"12.01: whole stack (3 units)", "1 Guard 1-3-4 at 1.01", "700 Guard 1-3-4 at 6.20"} {
		if !seen[want] {
			t.Errorf("no page has %q", want)
		}
	}
}
