package modules_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/rules/modules"
)

// The files that the package comments of features lay over the small game.
const overGame, overCharts, overUnits, overSetup = modules.Overlay + "game.yaml", modules.Overlay + "charts.yaml",
	modules.Overlay + "units.yaml", modules.Overlay + "setup.yaml"

// breach breaks one thing in a module with a feature: it replaces old by new, in which ^ marks the place of the wanted
// finding. With want "" the one finding is that a paragraph is missing; it has another place.
type breach struct{ file, old, new, want string }

// breaks tries each of these in a module that is correct otherwise.
func breaks(t *testing.T, feature string, all []breach) {
	t.Helper()
	unpack(t, featured(t, feature))
	for i, c := range all {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) {
			if c.want != "" {
				finds(t, featured(t, feature), c.file, c.old, c.new, c.want)
				return
			}
			src := featured(t, feature)
			replaceIn(t, src, c.file, c.old, c.new)
			_, err := games().Unpack(modules.Pack(src))
			if found := findings(err); len(found) != 1 || found[0].Line == 0 ||
				!strings.Contains(found[0].Message, "needs the game's own paragraphs under rules") {
				t.Errorf("without %q: got %v", c.old, err)
			}
		})
	}
}

// Air strikes are correct in their package comment; each case breaks one thing in it.
func TestFindingsOfAirStrikes(t *testing.T) {
	const game, units, setup = overGame, overUnits, overSetup
	breaks(t, "airstrikes", []breach{
		{game, `air: "1.1", strikes: "1.2", `, `air: "1.1", `, ""},
		{game, `air: "1.1"`, `air: ^one`, "number of a paragraph"},
		{game, "marks:                   # what air strikes put on units, and the phase dg-removal takes away\n  dg: {name: Disorganized, attack: \"1/2\"}\nair:                     # when air strikes fly, into how many breakdowns they split in a turn\n  blue:", "air:\n  ^blue:", "air strikes need a mark dg"},
		{game, "blue: {phases: [movement], breakdowns: 2}", "^blue: {breakdowns: 2}",
			"phases in which air strikes of side blue fly are missing"},
		{game, "blue: {phases: [movement], breakdowns: 2}", "blue: {phases: [movement, ^fight]}", "no phase"},
		{game, "blue: {phases: [movement], breakdowns: 2}", "blue: {phases: [movement, ^reinforcements]}",
			"side blue has no phase reinforcements"},
		{game, "blue: {phases: [movement], breakdowns: 2}", "blue: {phases: [movement, ^movement]}", "stands twice"},
		{game, "breakdowns: 2}", "breakdowns: ^many}", "whole number"},
		{game, "blue: {phases: [movement], breakdowns: 2}",
			"blue: {phases: [movement]}\n  ^green: {phases: [movement]}", "no side"},
		{units, "blue: {regular: 3, breakdown: 2, estimate: yes}", "^blue: {breakdown: 2}", "regular is missing"},
		{units, "blue: {regular: 3, breakdown: 2, estimate: yes}", "^blue: {regular: 3}", "breakdown is missing"},
		{units, "regular: 3", "regular: ^7", "whole number from 1 to 6"},
		{units, "breakdown: 2", "breakdown: ^0", "whole number from 1 to 6"},
		{units, "estimate: yes", "estimate: ^perhaps", "neither yes nor no"},
		{units, "estimate: yes", "^rating: 3", "unknown field"},
		{units, "blue: {regular: 3, breakdown: 2, estimate: yes}",
			"blue: {regular: 3, breakdown: 2}\n  ^red: {regular: 3, breakdown: 2}", "side red has no air strikes"},
		{setup, "{turn: 2, side: blue, air: 1", "{turn: 2, side: blue, air: ^11", "whole number"},
		{setup, "- {turn: 3, side: blue, air: 2",
			"- {turn: 3, side: blue, air: 2}\n      - ^{turn: 3, side: red, air: 2", "side red has no air strikes"},
		{overCharts, "barrage: 1", "barrage: ^7", "whole number from -6 to 6"},
		{overCharts, "barrage: 1", "^bombing: 1", "unknown field"},
	})
	src := featured(t, "airstrikes")
	replaceIn(t, src, units, "blue: {regular: 3, breakdown: 2, estimate: yes}", "")
	refused(t, src, "overlay/units.yaml: the ratings of side blue's air strikes are missing")
	// Their keys in a game that has none.
	finds(t, ford(t), "charts.yaml", "shift: -1}", "shift: -1, barrage: ^1}",
		"barrage is for air strikes, and nobody has any")
	finds(t, ford(t), "units.yaml", "types:", "air:\n  ^blue: {regular: 3, breakdown: 2}\ntypes:",
		"side blue has no air strikes")
	finds(t, ford(t), "setup.yaml", "    setup:", "    arrivals: [^{turn: 2, side: blue, air: 1}]\n    setup:",
		"side blue has no air strikes")
}

// Garrisons, replacements and the cup are correct in their package comments; each case breaks one thing there.
func TestFindingsOfUnitsMadeAndDrawn(t *testing.T) {
	const game, setup = overGame, overSetup
	breaks(t, "garrisons", []breach{
		{game, `{garrisons: "1.10"}`, `{}`, ""},
		{game, `"1.10"`, "^ten", "number of a paragraph"},
	})
	made := featured(t, "garrisons")
	finds(t, made, "setup.yaml", `red: [{at: "2.01", units: [r-1]}]`,
		`red: [{at: "2.01", units: [r-1, ^garrison-red-1]}]`, "made in play")
	breaks(t, "replacements", []breach{
		{game, `{replacements: "1.5"}`, `{}`, ""},
		{setup, "replacements: 1", "replacements: ^some", "whole number"},
	})
	breaks(t, "cup", []breach{
		{game, `cup: "5.0"`, `cup: ^five`, "number of a paragraph"},
		{setup, "cup: [red-militia, red-guards]", "cup: [red-militia, ^red-tanks]", "no type of unit"},
		{setup, "cup: [red-militia, red-guards]", "cup: [red-militia, ^red-militia]", "stands twice"},
		{setup, "cup: [red-militia, red-guards]", "cup: [red-militia, ^blue-infantry]", "differ in side or steps"},
	})
	finds(t, featured(t, "cup"), game, `cup: "5.0"`, `^cups: "5.0"`, "unknown field")
	// Their keys in a game that has none.
	finds(t, ford(t), "setup.yaml", "    setup:", "    cup: [^red-militia]\n    setup:",
		"a cup needs the game's own paragraph")
	finds(t, ford(t), "setup.yaml", "    setup:", "    arrivals: [^{turn: 2, side: blue, replacements: 1}]\n    setup:",
		"needs the game's own paragraphs under rules")
}

// The withdrawal is correct in its package comment; each case breaks one thing in it.
func TestFindingsOfTheWithdrawal(t *testing.T) {
	const game, setup = overGame, overSetup
	breaks(t, "withdrawal", []breach{
		{game, `, keepers: "2.2"`, ``, ""},
		{game, "side: blue\n", "side: ^green\n", "no side"},
		{game, "side: blue\n  keep: [{count: 1, type: blue-guards}]", "side: ^blue\n", "who comes back"},
		{game, "side: blue\n  keep: [{count: 1, type: blue-guards}]", "keep: [^{count: 1, type: blue-guards}]",
			"side that withdraws is missing"},
		{game, "{count: 1, type: blue-guards}", "^{type: blue-guards}", "count is missing"},
		{game, "{count: 1, type: blue-guards}", "^{count: 1}", "type is missing"},
		{game, "{count: 1, type: blue-guards}", "{count: ^2, type: blue-guards}",
			"2 units of the type blue-guards are to come back, and there are 1"},
		{game, "{count: 1, type: blue-guards}", "{count: 1, type: blue-guards}, {count: 1, type: ^blue-guards}",
			"stands twice"},
		{game, "{count: 1, type: blue-guards}", "{count: 1, type: ^blue-tanks}", "no type of unit"},
		{game, "{count: 1, type: blue-guards}", "{count: 1, type: ^blue-infantry}",
			"no exploit-capable type of side blue"},
		{setup, "withdrawal: [1, 2]", "withdrawal: [1, ^7]", "whole number"},
		{setup, "withdrawal: [1, 2]", "withdrawal: [1, ^1]", "the face 1 stands twice"},
		{setup, "- {turn: 3, side: blue, ", "- {turn: 3, side: blue}\n      - ^{turn: 3, side: red, ",
			"side red has no withdrawal"},
	})
	// Its key in a game that has none.
	finds(t, ford(t), "setup.yaml", "    setup:",
		"    arrivals: [^{turn: 2, side: blue, withdrawal: [1]}]\n    setup:", "side blue has no withdrawal")
}

// Victory by places and the point for the accent are correct in their package comments; each case breaks one thing.
func TestFindingsOfVictory(t *testing.T) {
	const game, last = overGame, "{at-least: 0, id: blue-win, name: Blue Victory, wins: blue}"
	const more, tooLow = "wins: red},\n    " + last, "this level stands too low: first come levels that red wins"
	breaks(t, "victory", []breach{
		{game, `"4.0"`, "^four", "number of a paragraph"},
		{game, `"4.1"`, "^four", "number of a paragraph"},
		{game, "count: red\n  levels: [{at-least: 2, id: red-win, name: Red Victory, " + more + "]",
			"count: ^red\n  levels: [{at-least: 3, id: won, name: Won}]", "at-least: 0"},
		{game, "count: red\n", "count: ^green\n", "no side"},
		{game, "count: red\n  levels: [{", "levels: [^{", "the side whose points decide is missing"},
		{game, "count: red\n", "count: red\n  ^counted: red\n", "unknown field"},
		{game, last, "{at-least: ^2, id: blue-win, name: Blue Victory, wins: blue}", "levels of victory go down: 2 comes after 2"},
		{game, last, "^{id: blue-win, name: Blue Victory, wins: blue}", "at-least is missing"},
		{game, "id: red-win", "id: ^Red", "identifier"},
		{game, last, "^{at-least: 0, id: blue-win, wins: blue}", "name is missing"},
		{game, "wins: red", "wins: ^green", "no side"},
		{game, more, "wins: blue}, ^{at-least: 0, id: draw, name: Draw}", tooLow},
		{game, more, "wins: blue}, ^{at-least: 0, id: more, name: More, wins: red}", tooLow},
		{game, more, "wins: red}, {at-least: 1, id: draw, name: Draw}, ^{at-least: 0, id: more, name: More, wins: red}", tooLow},
	})
	breaks(t, "accent", []breach{
		{game, "accent: red ", "accent: ^green ", "no side"},
		{game, `{accent: "3.1"}`, `{}`, ""},
	})
}
