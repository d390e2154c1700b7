package play_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"

	"github.com/bwmarrin/discordgo"
)

// thumb counts the taps of a player.
type thumb struct {
	*discordtest.Fixture
	p    *player.Player
	m    player.Message // on which the next tap is made
	taps int
}

// on taps a button, or a line of a menu, by its label.
func (f *thumb) on(label string) {
	f.T.Helper()
	f.taps++
	if list, ok := discordtest.FindMenu(f.m, label); ok {
		f.m = f.Choose(f.p, f.m, list, label)
		return
	}
	f.m = f.Tap(f.p, f.m, label)
}

// reads fails the test unless the message says all of want.
func (f *thumb) reads(want ...string) {
	f.T.Helper()
	f.Fixture.Reads(f.m, want...)
}

// Stacks have buttons and go whole by two taps. Destinations have letters on a picture, and their pages are named by
// what is on them.
func TestChooser_WholeStackMoves(t *testing.T) {
	f := &thumb{Fixture: discordtest.New(t)}
	f.p, f.m = f.Anna, f.Begin()
	f.on("Orders")
	f.HasLabel(f.m, "Move", false)
	f.on("1 Armour +1 5.09")
	f.reads("**Move** from 5.09: both units (8 MP)")
	name := discordtest.LabelStarting(f.Fixture, f.m, "▶ ")
	f.on(name)
	f.on(discordtest.LabelStarting(f.Fixture, f.m, "◀ "))
	f.m, f.taps = f.TapLetter(f.p, f.m, " 6.08"), f.taps+1
	f.reads("1 Armour, 1 Motorised moved from 5.09 to 6.08")
	discordtest.Equal(t, "a stack took %d taps", f.taps-2, 3) // two of them turned pages
}

// All units that can take part attack, unless taps on their buttons take them off. A button carries the whole choice,
// so that it works after a restart, and each tap shows the odds. A single target is not asked for.
func TestChooser_AttackersToggled(t *testing.T) {
	f := &thumb{Fixture: discordtest.New(t, discordtest.With(discordtest.Shore(t)))}
	started := f.Begin()
	f.p, f.m = f.Anna, started
	f.Say(f.Anna, "/end")
	const infantry, militia, all = "3 Infantry 12.10", "1 Militia 12.10", "All that can reach it (2 units)"
	f.on("Orders")
	f.on("Attack")
	f.reads("`/attack target:13.10 units:1 Militia,3 Infantry`", "Nothing is committed yet")
	f.on("Back") // not to the target, which would be picked again at once
	f.reads("Drill")
	f.HasLabel(f.m, "Attack", true)
	f.on("Attack")
	f.on("✓ " + militia)
	f.reads("units:3 Infantry`", "Attack: 3 Infantry 6\n", "Nothing is committed yet")
	for label, style := range map[string]discordgo.ButtonStyle{"✓ " + infantry: discordgo.PrimaryButton,
		militia: discordgo.SecondaryButton, all: discordgo.PrimaryButton} {
		b, _ := discordtest.Labelled(f.m, label)
		discordtest.Equal(t, label+" has style %d", b.Style, int(style))
	}
	f.Restart()
	f.on(militia)
	f.reads("units:1 Militia,3 Infantry`", "Attack: 1 Militia 1 + 3 Infantry 6 = 7")
	f.HasLabel(f.m, all, false)
	f.on("✓ " + militia)
	f.on("✓ " + infantry)
	f.reads("`/attack target:13.10`", "Tap the units that take part.")
	f.HasLabel(f.m, "Give the order", false)
	f.on(all)
	f.m, f.taps = started, 0
	for _, label := range []string{"Orders", "Attack", "Give the order"} {
		f.on(label)
	}
	f.reads("The Blue player attacks 13.10")
	discordtest.Equal(t, "a stack's attack took %d taps", f.taps, 3)
}

// Two taps at once on the button that gives an order start one fight, and a tap on an older page shows no odds.
func TestDoubleTap_OneFight(t *testing.T) {
	f := &thumb{Fixture: discordtest.New(t, discordtest.With(discordtest.Shore(t)))}
	started := f.Begin()
	f.Say(f.Anna, "/end")
	f.p, f.m = f.Anna, f.Tap(f.Anna, started, "Orders")
	f.on("Attack")
	old := f.m
	chosen := func() player.Message {
		f.m = f.Tap(f.Anna, started, "Orders")
		f.on("Attack")
		return f.m
	}
	fought := 0
	for _, answer := range twoTaps(f.Fixture, f.Anna, "Give the order", chosen(), chosen()) {
		if strings.Contains(answer, "The Blue player attacks 13.10") {
			fought++
		}
	}
	discordtest.Equal(t, "%d of two taps started a fight", fought, 1)
	f.AwaitPosted(f.Olga, "**13.10: ", " attacked")
	discordtest.Equal(t, "the channel reads of %d fights", len(f.Fights()), 1)
	f.m = old
	f.on("✓ 3 Infantry 12.10")
	f.Lacks(f.m, "Attack: ")
}

// arriving returns a drill in which Blue gets two units at 1.11 and one at 1.05, who have no choice, and two in an
// area of two hexes.
func arriving(t *testing.T) modules.Folder {
	own := discordtest.Drill(t, map[string]string{"map.yaml": strings.Replace(discordtest.DrillFile(t, "map.yaml"),
		"entry:\n",
		"entry:\n  gate: {side: blue, hexes: [\"1.15\", \"1.16\"]}\n", 1)},
		"[b-1-arm, b-1-mot]", "[b-1-arm]", "[b-2-arm, b-2-mot]", "[b-2-arm]", "[b-3-inf, b-1-mil]", "[b-3-inf]",
		"[b-5-inf, b-1-sec]", "[b-5-inf]", "[b-1-inf, b-1-cav]", "[b-1-inf]")
	setup := own.Files.(fstest.MapFS)["setup.yaml"]
	setup.Data = append(setup.Data, `
    arrivals:
      - turn: 1
        side: blue
        groups:
          - {at: "1.11", units: [b-1-mot, b-2-mot]}
          - {at: "1.05", units: [b-1-mil]}
          - {entry: gate, units: [b-1-sec, b-1-cav]}
`...)
	return own
}

// One tap brings on all units that have no choice of a hex, and says which; a second does nothing. A tap on a hex
// brings on all others that can come in there.
func TestReinforce_AllDue(t *testing.T) {
	f := &thumb{Fixture: discordtest.New(t, discordtest.With(arriving(t)))}
	started := f.Begin()
	pages := make([]player.Message, 3)
	for i := range pages {
		pages[i] = f.Tap(f.Anna, started, "Orders", "Reinforce")
	}
	f.p, f.m = f.Anna, pages[0]
	f.reads("Tap a hex to bring on all units that can arrive there:\n", "**gate1, gate2**: 1 Cavalry 2-2-8, 1 Security 0-3-5")
	f.on("All due at their hexes (3 units)")
	f.reads("3 units brought on, by one order for each of 2 hexes", "1 Militia", "1 Motorised, 2 Motorised")
	f.Fixture.Reads(f.Say(f.Anna, "/stack show hex:1.11"), "1 Motorised", "2 Motorised")
	f.m = pages[1]
	f.on("All due at their hexes (3 units)")
	f.reads("The position has changed")
	f.m = pages[2]
	f.m = f.TapLetter(f.p, f.m, "gate2 1.16")
	f.Fixture.Reads(f.Say(f.Anna, "/stack show hex:1.16"), "1 Cavalry", "1 Security")
}

// crowd returns a drill in which Blue has 700 units, three to a hex.
func crowd(t *testing.T) modules.Folder {
	units, setup := strings.Builder{}, discordtest.DrillFile(t, "setup.yaml")
	units.WriteString("units:\n")
	for _, name := range regexp.MustCompile(`(?m)^  b-\S+:`).FindAllString(discordtest.DrillFile(t, "units.yaml"), -1) {
		units.WriteString(name + " ~\n") // which takes the unit out of the drill
	}
	stacks := ""
	for n := 0; n < 700; n += 3 {
		var ids []string
		for i := n; i < min(n+3, 700); i++ {
			ids = append(ids, fmt.Sprintf("b-%d", 1000+i))
			fmt.Fprintf(&units, "  %s: {type: blue-militia, name: %d Guard}\n", ids[len(ids)-1], i+1)
		}
		stacks += fmt.Sprintf("        - {at: \"%d.%02d\", units: [%s]}\n", 1+n/3%12, 1+n/36, strings.Join(ids, ", "))
	}
	blue := setup[strings.Index(setup, "        - {at: \"7.06\""):strings.Index(setup, "      red:\n")]
	return discordtest.Drill(t, map[string]string{"units.yaml": units.String()}, blue, stacks)
}

// Many pages are turned by a menu that marks the page shown, and each stack is on one page.
func TestChooser_ManyPages(t *testing.T) {
	f := &thumb{Fixture: discordtest.New(t, discordtest.With(crowd(t)))}
	f.p, f.m = f.Anna, f.Begin()
	f.on("Orders")
	f.on("Restack")
	turner := func() wire.Component {
		list := f.m.Parts()
		i := slices.IndexFunc(list, func(c wire.Component) bool { return c.Placeholder == "Go to a page" })
		if i < 0 {
			t.Fatalf("no menu of pages below %q", f.m.Content)
		}
		return list[i]
	}
	seen := map[string]bool{}
	pages := 1
	for ; ; pages++ {
		for _, c := range f.m.Parts() {
			if label := strings.TrimLeft(c.Label, "ABCDEFGHIJKLMNO "); strings.HasPrefix(c.CustomID, "k") {
				if seen[label] {
					t.Errorf("%q is on two pages", label)
				}
				seen[label] = true
			}
		}
		list := turner()
		on := slices.IndexFunc(list.Options, func(o wire.MenuOption) bool { return o.Default })
		if len(list.Options) != 17 || on < 0 {
			t.Errorf("page %d is turned by %q", pages, discordtest.Lines(list))
		}
		if on == len(list.Options)-1 {
			break
		}
		f.m = f.Choose(f.Anna, f.m, list, discordtest.Lines(list)[on+1])
	}
	discordtest.Equal(t, "there are %d pages", pages, 17)
	discordtest.Equal(t, "%d stacks have a letter", len(seen), 233) // the 234th is a single unit
}

// Each page of a path has a picture, and a letter for the next step: for a stack, and for a unit that others can join.
func TestChooser_StepByStep(t *testing.T) {
	f := discordtest.Begun(t)
	for _, unit := range []string{"", "1 Armour"} {
		panel := f.Tap(f.Anna, f.Started, "Orders")
		m := f.Tap(f.Anna, panel, "1 Armour +1 5.09")
		if unit != "" {
			m = f.Tap(f.Anna, m, unit)
		}
		m = f.Tap(f.Anna, m, "Step by step")
		steps := 0
		for ; steps < 7; steps++ {
			discordtest.Equal(t, "a page has %d pictures", len(m.Attachments), 1)
			m = f.TapLetter(f.Anna, m, "")
			f.HasLabel(m, "Give the order", true)
		}
		f.Has(m, "path:")
		f.Has(f.TapLetter(f.Anna, m, ""), "moved from 5.09") // the last point is spent
		f.Say(f.Anna, "/game undo")
	}
}
