package phone

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/catalogue"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/wording"
	"grognard/bot/localtable/player"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// active returns a game of the Battalion Combat Series in which a formation of Red is among its activities, and its
// panel. Changes are pairs of a text of the set-up and the one in its place.
func active(t *testing.T, formation string, changes ...string) (*discordtest.Fixture, player.Message) {
	setUp := strings.NewReplacer(changes...).Replace(string(must.Get(modules.Files("bcs-drill"))(t)["setup.yaml"]))
	f := discordtest.New(t, discordtest.With(modules.Folder{ID: "bcs-drill", Where: "own/bcs-drill",
		Files: fstest.MapFS{"setup.yaml": {Data: []byte(setUp)}}}))
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris)
	f.Say(f.Boris, "/activate formation:"+formation)
	f.Say(f.Boris, "/snafu")
	f.Say(f.Boris, "/end")
	return f, discordtest.OpenOrders(f, f.Boris)
}

// A headquarters has a button of its own, and goes along with units of its hex only if it is chosen.
func TestStack_HeadquartersByItself(t *testing.T) {
	f, m := active(t, "Rifle Brigade", `        - {at: "14.14", units: [hq-rifles]}`+"\n", "",
		`{at: "14.12", units: [rifles-2]}`, `{at: "14.12", units: [rifles-2, hq-rifles]}`)
	f.Has(m, "4 stacks unmoved")
	stack := f.Tap(f.Boris, m, "2 Rifles 14.12")
	f.Lacks(stack, "Headquarters")
	f.HasLabel(stack, "Rifle Headquarters", true)
	f.Has(f.Tap(f.Boris, stack, "Rifle Headquarters"), "2 Rifles", "Rifle Headquarters")
	alone := f.Tap(f.Boris, discordtest.OpenOrders(f, f.Boris), "Rifle Headquarters 14.12")
	f.Lacks(f.Has(alone, "Rifle Headquarters"), "2 Rifles")
}

// The text of a move counts the hexes that its picture shows: those in which the move can end.
func TestMove_CountsWhatItsPictureShows(t *testing.T) {
	f, m := active(t, "Hussar Brigade")
	for _, label := range []string{"Hussar Scouts 5.13", "1 Hussars +1 6.13", "Hussar Headquarters 6.14"} {
		page := f.Tap(f.Boris, m, label)
		said := regexp.MustCompile(`of the (\d+ hexes in reach)`).FindStringSubmatch(page.Content)
		if said == nil {
			t.Fatalf("%s: nothing is counted in %q", label, page.Content)
		}
		discordtest.Equal(t, label+": the picture shows %q",
			regexp.MustCompile(`\d+ hexes in reach`).FindString(f.Picture(f.Boris, page)), said[1])
		m = discordtest.OpenOrders(f, f.Boris)
	}
}

// A Recovery that can take no Fatigue says so, and asks before it ends the activation.
func TestRecovery_ThatBringsNothing(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris)
	f.Say(f.Boris, "/activate formation:Hussar Brigade")
	f.Has(f.Ask(f.Boris, "/recover"), "Recovery removes no Fatigue from Hussar Brigade: it is Fresh (10.4-10)")
	f.Lacks(f.Say(f.Olga, "/game status"), "recovers")
}

// A Recon out of Command Radius is asked about before its roll, and the panel says after it why no barrage follows.
func TestRecon_OutOfCommandRadius(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:valley side:blue", "red")
	f.End(f.Anna, f.Boris)
	for _, typed := range []string{"/activate formation:Lancer Brigade", "/snafu", "/end", "/move units:hq-lancers to:6.04",
		"/move units:lancers-scouts to:7.10"} {
		f.Say(f.Anna, typed)
	}
	m := f.Ask(f.Anna, "/recon unit:lancers-scouts target:7.12")
	f.Has(m, "no barrage can follow there: 7.12 is out of Command Radius, which is 7 hexes (8.0-11)")
	f.Has(f.Tap(f.Anna, m, "Yes, give it"), "**found** (4.3-1)", "Not possible at 7.12. **Barrage**: 7.12 is out of")
}

// The page of objectives says once which lie out of Command Radius, and of each place what it counts; the panel says how
// many may be set.
func TestObjective_OutOfCommandRadius(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris)
	f.Say(f.Boris, "/activate formation:Hussar Brigade")
	f.Say(f.Boris, "/snafu")
	m := f.Has(discordtest.OpenOrders(f, f.Boris), "Objectives: 0 set; any number or none, whatever the SNAFU roll (4.3-1)")
	m = f.Has(f.Tap(f.Boris, m, "Objective"), "**: no barrage there: out of Command Radius (6), unless the HQ moves up",
		"whoever holds it: Kessing (10.10). Barrages")
	discordtest.Equal(t, "the line about the radius stands %d times", strings.Count(m.Content, "out of Command Radius"), 1)
	f.HasLabel(m, "F 14.06 · Sandry 2 VP · Fusilier Headquarters · too far to barrage", true)
	f.HasLabel(m, "E 10.10 · Kessing 3 VP", true)
	f.Lacks(m, "Blue: ")
}

// A user who wants a game in a channel that has one can open it in a thread by a tap. A player who is asked whether he
// resigns can go back.
func TestGame_Buttons(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.Has(f.Ask(f.Olga, "/game new module:drill side:red"), "This channel already has a game under way")
	f.Has(f.Tap(f.Olga, m, "My game in a thread"), "<#")
	f.HasLabel(f.Ask(f.Olga, "/game new module:drill clock:fast"), "My game in a thread", false)
	m = f.Ask(f.Olga, "/game new module:bcs DRILL") // the name that is shown
	f.Has(f.Tap(f.Olga, m, "My game in a thread"), "BCS Drill", "is set up in <#")
	m = f.Has(f.Ask(f.Olga, "/game new module:Kessing side:red"), "There is no such game as `Kessing`.")
	f.Has(f.Tap(f.Olga, f.Tap(f.Olga, m, "BCS Drill"), "My game in a thread"), "BCS Drill", "is set up in <#")
	f.Has(f.Tap(f.Anna, f.Ask(f.Anna, "/game resign"), "Back"), "Blue movement")
}

// The sum of a fight begins with the difference of the strengths, and ends with the Net to which it comes.
func TestFight_SumInOrder(t *testing.T) {
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	counter := func(name string, n int) view.Counter {
		return view.Counter{ID: order.UnitID(name), Name: name, Ratings: []view.Rating{{Kind: "rating", N: n,
			Text: strconv.Itoa(n)}}}
	}
	line := view.Line{Text: view.T("bcs.told.attacks", "hex", hex.Hex{Col: 7, Row: 12}, "side", order.Side("Blue")), Rule: "7.2",
		Dice: []int{6, 2}, Roll: 4, Reckoned: &view.Reckoning{Strength: "rating", Against: "rating", Side: "blue",
			Target: hex.Hex{Col: 7, Row: 12}, Attackers: []view.Counter{counter("3 Lancers", 4)},
			Defender: []view.Counter{counter("Hussar Scouts", 3)}, Attack: chart.Whole(4), Defence: chart.Whole(3),
			ByNet: true, Net: 2, Roll: 10, Result: "d1",
			Terms: []view.Term{{Side: "Blue", N: 1, Reason: view.T("bcs.why", "name", "assist")}}}}
	discordtest.Contains(t, loc.Line(line), "3 Lancers AR 4 against Hussar Scouts AR 3 → +1; Blue: assist +1 = Net +2; roll")
}

// The page of assignments names last the units that have no place on the map. Help ends no command with a colon.
func TestAssign_WhatIsOffTheMapLast(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	m := f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "Assign")
	f.Reads(m, "An asset stays with its Formation", "units on the map have a letter:", "**A**")
	f.HasLabel(m, "Blue Corps Artillery · 2 Artillery Points; assigned to Fusilier Brigade", true)
	f.Lacks(f.Say(f.Anna, "/help"), ":`")
}

// The picture of a panel shows all stacks of the acting formation but far trains, what is offered, and the enemy nearest
// to it, when the formation's orders begin and after an order elsewhere.
func TestPanel_WholeFormation(t *testing.T) {
	f, m := active(t, "Hussar Brigade")
	discordtest.Contains(t, f.Picture(f.Boris, m), "5.13 Hussar Scouts", "6.13 1 Hussars", "6.14 Hussar Headquarters",
		"6.09 1 Lancers", "around 8.11: ")
	f.Lacks(m, "An arrow on a button points to a hex outside the picture")
	m = f.Tap(f.Boris, f.Tap(f.Boris, m, "Move Trains"), "Back")
	f.Lacks(f.Has(m, "3 stacks unmoved"), "An arrow")
}

// The first page of hexes for trains has those of their own road, in the order of the road, even if others are better,
// in one picture with the trains' own hex. Pages are named by where their hexes are, no two alike.
func TestTrains_OwnRoadFirst(t *testing.T) {
	f, m := active(t, "Hussar Brigade")
	m = f.Tap(f.Boris, m, "Move Trains")
	for _, label := range []string{"G 6.20", "F 6.18", "E 6.17", "D 6.16", "C 6.15 · Overmill 2 VP"} {
		f.HasLabel(m, label, true)
	}
	discordtest.Equal(t, "the pages are %q", discordtest.Lines(discordtest.Menu(f, m)), []string{
		"near Overmill (6.15)", "near 14.16", "near 14.20"})
}

// The refusal of an order in the wrong phase names the right one, with a button that shows what can be done now. A
// button with a target names the units there.
func TestRefused_NamesThePhase(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	m := f.Has(f.Ask(f.Anna, "/move units:lancers-1 to:6.10"), "That is done in the activation phase; this is the assignment phase")
	f.HasLabel(m, "Orders", true)
	f.End(f.Anna, f.Boris)
	m = f.TapLetter(f.Boris, f.Tap(f.Boris, discordtest.OpenOrders(f, f.Boris), "Activate"), " Hussar Brigade")
	m = f.Tap(f.Boris, m, "Roll for SNAFU", "Give the order", "Objective")
	f.HasLabel(m, "H 15.10 · Fusilier Scouts · too far to barrage", true)
}
