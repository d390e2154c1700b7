package discord_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules/modules"
)

// breach is a drill in which every fight takes a step and three hexes of the defender, and
// Blue's 1 Armour and 3 Infantry stand before Red's 1 Militia, which has one step.
func breach(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	setup := string(drill["setup.yaml"])
	for was, is := range map[string]string{
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`:  `{at: "12.10", units: [b-3-inf, b-1-arm]}`,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`:  `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "13.10", units: [r-3-inf, r-1-mil]}`: `{at: "13.10", units: [r-1-mil]}`,
		`{at: "13.12", units: [r-4-inf]}`:          `{at: "13.12", units: [r-4-inf, r-3-inf]}`,
	} {
		if !strings.Contains(setup, was) {
			t.Fatalf("the drill is set up otherwise than by %s", was)
		}
		setup = strings.Replace(setup, was, is, 1)
	}
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"setup.yaml":  {Data: []byte(setup)},
		"charts.yaml": {Data: []byte("combat:\n  rows:\n" + always("D1r3"))},
	}}
}

// always is the rows of a combat table of eight columns with one result.
func always(result string) string {
	rows := ""
	for roll := 2; roll <= 12; roll++ {
		rows += fmt.Sprintf("    %d: [%s]\n", roll, strings.Repeat(result+", ", 7)+result)
	}
	return rows
}

// Of units that may not all go equally far, the prompt says of each how far it may still go.
func TestAnAdvanceSaysHowFarEachGoes(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{breach(t)} })
	h.begin()
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	for _, step := range []struct{ order, want string }{
		{"", ", advance after the fight at 13.10, or pass: 1 Armour up to 3 hexes, 3 Infantry 1 hex (10.0)"},
		{"/advance units:b-1-arm path:13.10", "or pass: 1 Armour up to 2 hexes, 3 Infantry 1 hex (10.0)"},
		{"/advance units:b-1-arm path:14.10",
			", advance 1 hex after the fight at 13.10, or pass: 1 Armour, 3 Infantry (10.0)"},
		{"/advance units:b-3-inf path:13.10",
			", advance 1 hex after the fight at 13.10, or pass: 1 Armour (10.0)"},
	} {
		if step.order != "" {
			h.say(h.anna, step.order)
		}
		if due := h.say(h.olga, "/due"); !strings.Contains(due.Content, step.want) {
			t.Errorf("after %q: %q lacks %q", step.order, due.Content, step.want)
		}
	}
}
