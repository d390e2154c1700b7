package discord_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"grognard/rules/modules"
)

// shore is a drill in which every fight is a retreat of one hex, and Red's 3 Infantry and 1
// Militia have an enemy before them and nothing but lakes behind.
func shore(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"setup.yaml":  {Data: []byte(strings.Replace(string(drill["setup.yaml"]), `at: "7.10"`, `at: "12.10"`, 1))},
		"map.yaml":    {Data: []byte(`water: [{name: Moat, kind: lake, sides: ["13.09/13.10", "13.10/13.11", "12.09/13.10", "13.10/14.09", "13.10/14.10"]}]`)},
		"charts.yaml": {Data: []byte("terrain:\n  blue: {lake: {retreat: destroyed}}\n  red: {lake: {retreat: destroyed}}\ncombat:\n  rows:\n" + always("Dr1"))},
	}}
}

// Units are named in orders as they are shown; of a name that two of them have each is a
// button.
func TestOrdersByShownNames(t *testing.T) {
	t.Parallel()
	own := breach(t)
	own.Files.(fstest.MapFS)["units.yaml"] = &fstest.MapFile{Data: []byte("units:\n  b-4-inf: {name: Guards}\n  b-5-inf: {name: Guards}\n")}
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{own} })
	h.begin()
	if m := h.say(h.anna, "/move units:2 armour, 2 Motorised to:7.11"); !strings.Contains(m.Content,
		"2 Armour, 2 Motorised moved from 5.12 to 7.11") {
		t.Errorf("the order is answered by %q", m.Content)
	}
	for _, typed := range []string{"/move units:b-2-arm, 2 Mot", "/move units:2 Armour, 2 Mot",
		"/move units:2 armour,2 Mot"} {
		if got := h.suggested(h.anna, typed); got != "b-2-arm,b-2-mot" {
			t.Errorf("%q is completed by %q", typed, got)
		}
	}
	h.refused(h.anna, "/move units:Guards to:8.12", "which one is “Guards”?")
	h.refused(h.anna, "/move units:3 Grenadiers to:8.12", "You have no unit 3 grenadiers")
	h.refused(h.anna, "/move units:1 Militia, 2 Security to:8.12", "You have no unit 2 security")
	h.refused(h.boris, "/attack target:12.10 units:1 Militia", "It is the Blue movement phase")
}

// A fight at odds worse than the table has is one without dice; everybody hears of it at once
// all the same, with its picture.
func TestAFightLeftOfTheTableIsTold(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{shore(t)} })
	h.begin()
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-1-mil")
	m := h.await(h.olga, inChannel(h.channel, "Blue attacks 13.10", "1 Militia destroyed"))
	if len(m.Attachments) != 1 {
		t.Errorf("it is told with %d pictures: %q", len(m.Attachments), m.Content)
	}
}

// Who has only lakes to retreat over is told so before he answers, and every button that
// would destroy his units says so.
func TestOnlyLakesBehind(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{shore(t)} })
	h.begin()
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-3-inf")
	const warning = "From 13.10 you can retreat only over a lake: hold and lose steps, or be destroyed"
	asked := h.await(h.olga, inChannel(h.channel, ", retreat 1 hex", warning))
	if due := h.say(h.boris, "/due"); !strings.Contains(due.Content, warning) {
		t.Errorf("/due says %q", due.Content)
	}
	m := h.tap(h.boris, asked, "Decide")
	if !strings.Contains(m.Content, warning) {
		t.Errorf("the choice says %q", m.Content)
	}
	m = h.tap(h.boris, m, "Retreat")
	units, _ := menu(m)
	m = h.choose(h.boris, m, units, "1 Militia 1-3-4 at 13.10")
	m = h.pickFirst(h.boris, m, "Enter a hex")
	give, ok := labelled(m, "Give the order")
	if !ok || give.Style != int(discordgo.DangerButton) || !strings.Contains(m.Content, "This order destroys units") {
		t.Errorf("the order is offered by %+v in %q", give, m.Content)
	}
	m = h.tap(h.boris, m, "Give the order")
	for _, want := range []string{"1 Militia can retreat from 13.10 only over a lake", "1 Militia destroyed",
		"3 Infantry destroyed"} {
		if !strings.Contains(m.Content, want) {
			t.Errorf("the answer lacks %q: %q", want, m.Content)
		}
	}
}
