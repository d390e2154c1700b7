package proofread_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/modules"
)

// ford returns a small game of one series without anything doubtful.
func ford() modules.Source {
	return modules.Source{
		"game.yaml": []byte(`id: ford
title: The Ford
series: scs
edition: "1.8"
turns: 4
first-day: "1941-06-22"
turn-days: 3
sides:
  - {id: blue, name: Blue, color: "#0072b2"}
  - {id: red, name: Red, color: "#d55e00"}
phases:
  blue: [movement, combat, exploitation, supply]
  red: [movement, combat, exploitation, supply]
stacking: {limit: 2}
overrun: any
marks:
  oos: {name: Out of Supply, attack: none, defence: "1/2"}
`),
		"map.yaml": []byte(`columns: 3
rows: {odd: [1, 3], even: [1, 3]}
high: even
ground: open
hexes: {"2.01": [woods]}
ways:
  - {name: Ford road, kind: road, path: ["2.03", "2.02", "2.01"]}
supply: {blue: ["2.03"], red: ["2.01"]}
`),
		"charts.yaml": []byte(`terrain:
  blue: {open: {move: 1}, woods: {move: 2, shift: -1}, river: {move: 1, attack: "1/2"}, road: {move: "1/2"}}
  red: {open: {move: 1}, woods: {move: 2, shift: -1}, river: {move: 1, attack: "1/2"}, road: {move: "1/2"}}
combat:
  dice: 2d6
  columns: ["1:1", "2:1+"]
  rows:
    2: [A2, A1]
    3: [A1, A1]
    4: [A1, A1]
    5: [A1, "-"]
    6: [A1D1, D1]
    7: ["-", D1]
    8: [D1, D1r1]
    9: [D1, D1r1]
    10: [D1, D1r1]
    11: [D1r1, D2r1]
    12: [D1r1, D2r2]
`),
		"units.yaml": []byte(`types:
  blue-infantry: {side: blue, symbol: infantry, size: division, full: 4-4-5, reduced: 2-2-5, exploit: yes}
  red-militia: {side: red, symbol: militia, size: brigade, full: 1-3-4}
units:
  b-1: {type: blue-infantry, name: 1 Inf Div}
  r-1: {type: red-militia, name: 1 Mil Bde}
`),
		"setup.yaml": []byte(`scenarios:
  - id: crossing
    name: The Crossing
    setup:
      blue: [{at: "2.03", units: [b-1]}]
      red: [{at: "2.01", units: [r-1]}]
`),
	}
}

// change replaces old in a file, which must have it.
func change(t *testing.T, src modules.Source, file, old, changed string) {
	t.Helper()
	if !strings.Contains(string(src[file]), old) {
		t.Fatalf("%s has no %q", file, old)
	}
	src[file] = []byte(strings.Replace(string(src[file]), old, changed, 1))
}

// found returns what lint says of a module: its mistakes or, without any, its warnings.
func found(src modules.Source) (lines []string) {
	d, err := rules.Modules().Unpack(modules.Pack(src))
	if joined, ok := errors.AsType[interface {
		error
		Unwrap() []error
	}](err); ok {
		for _, e := range joined.Unwrap() {
			lines = append(lines, strings.Split(e.Error(), "\n")...)
		}
		return lines
	}
	if err != nil {
		return []string{err.Error()}
	}
	for _, w := range d.Warnings {
		lines = append(lines, w.Error())
	}
	return lines
}

// slip is a change of a game, and all that lint says of it then.
type slip struct {
	file, old, changed string
	want               []string
}

// each tries slips, each in a game of its own.
func each(t *testing.T, game func() modules.Source, slips []slip) {
	t.Helper()
	if lines := found(game()); len(lines) > 0 {
		t.Fatalf("without a slip: %q", lines)
	}
	for i, s := range slips {
		t.Run(fmt.Sprintf("%d %s", i, strings.Join(s.want, " ")), func(t *testing.T) {
			src := game()
			change(t, src, s.file, s.old, s.changed)
			if got := found(src); !slices.Equal(got, s.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(s.want, "\n"))
			}
		})
	}
}

// drill returns the game of another series that ships with the program.
func drill() modules.Source {
	src, err := modules.Files("bcs-drill")
	if err != nil {
		panic(err)
	}
	return src
}
