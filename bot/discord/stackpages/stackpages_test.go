package stackpages_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/bot/discord/stackpages"
	"grognard/rules/hex"
)

// What lies between stacks that are near is on their page as far as there is room, and nothing is on two pages.
func TestOf_WhatLiesBetween(t *testing.T) {
	rows := hex.Rows{First: 1, Last: 30}
	grid := hex.Grid{Cols: 40, Odd: rows, Even: rows}
	near := []hex.Hex{{Col: 5, Row: 26}, {Col: 8, Row: 23}}
	between, beside, far := hex.Hex{Col: 6, Row: 25}, hex.Hex{Col: 9, Row: 24}, hex.Hex{Col: 30, Row: 5}
	for each, want := range map[int]int{2: 2, 3: 3, 10: 4} {
		hexes := append(slices.Clone(near), between, beside, far, hex.Hex{Col: 31, Row: 5})
		pages := stackpages.Of(grid, hexes, nil, nil, func(h hex.Hex) bool { return slices.Contains(near, h) }, each)
		if !slices.Equal(pages[0], []hex.Hex{near[0], near[1], between, beside}[:want]) {
			t.Errorf("the first page of %d is %v", each, pages[0])
		}
		if all := slices.Concat(pages...); len(all) != len(hexes) {
			t.Errorf("with %d on a page, %d hexes are on pages: %v", each, len(all), pages)
		}
	}
}

// What is near to where a player works is on the first page, whatever merit there is elsewhere; a page with merit begins
// with it.
func TestOf_NearFirst(t *testing.T) {
	rows := hex.Rows{First: 1, Last: 30}
	grid := hex.Grid{Cols: 40, Odd: rows, Even: rows}
	own, best, away := hex.Hex{Col: 6, Row: 18}, hex.Hex{Col: 6, Row: 20}, hex.Hex{Col: 30, Row: 16}
	hexes := []hex.Hex{away, {Col: 31, Row: 16}, {Col: 6, Row: 16}, own, best, {Col: 7, Row: 17}}
	far := func(h hex.Hex) int { return grid.Distance(h, own) }
	pages := stackpages.Of(grid, hexes, map[hex.Hex]int{away: 2, best: 1}, far, nil, 10)
	if want := []hex.Hex{best, own, {Col: 7, Row: 17}, {Col: 6, Row: 16}}; !slices.Equal(pages[0], want) {
		t.Errorf("the pages are %v", pages)
	}
}

// The hexes of an area are on one page, with those of the area before if they lie together and there is room.
func TestAreas_Together(t *testing.T) {
	rows := hex.Rows{First: 1, Last: 30}
	grid := hex.Grid{Cols: 40, Odd: rows, Even: rows}
	along := func(row int8, n int) (list []hex.Hex) {
		for i := range n {
			list = append(list, hex.Hex{Col: 1, Row: row + int8(i)})
		}
		return list
	}
	for each, want := range map[int][]int{10: {6, 3}, 5: {3, 3, 3}, 2: {2, 1, 2, 1, 2, 1}} {
		var sizes []int
		areas := [][]hex.Hex{along(1, 3), along(5, 3), along(20, 4)}
		for _, list := range stackpages.Areas(grid, areas, slices.Concat(along(20, 3), along(1, 3), along(5, 3)), each) {
			sizes = append(sizes, len(list))
		}
		if !slices.Equal(sizes, want) {
			t.Errorf("with %d on a page the pages have %v", each, sizes)
		}
	}
}

func TestWhole_EndsWithAHex(t *testing.T) {
	in := map[hex.Hex][]int{{Col: 1}: {1, 2}, {Col: 2}: {3, 4}, {Col: 3}: {5}}
	got := stackpages.Whole([][]hex.Hex{{{Col: 1}, {Col: 2}, {Col: 3}}}, in, 3)
	if fmt.Sprint(got) != "[[1 2] [3 4 5]]" {
		t.Errorf("the pages are %v", got)
	}
}
