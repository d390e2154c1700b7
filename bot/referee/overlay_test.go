package referee_test

import (
	"bytes"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/modules"
)

// laid is an operator's module: what its units.yaml says, and a title.
func laid(id, title, units string) modules.Folder {
	files := fstest.MapFS{"units.yaml": {Data: []byte(units)}, "game.yaml": {Data: []byte("title: " + title)}}
	return modules.Folder{ID: id, Where: "own/" + id, Files: files}
}

// with restarts the house with an operator's modules.
func (h *house) with(own ...modules.Folder) {
	h.t.Helper()
	h.own = own
	h.restart()
}

// odds are what a channel was told of its fights.
func (h *house) odds(channel string) (all []string) {
	h.t.Helper()
	for _, e := range h.notifications() {
		if e.Public == nil || e.Table.Channel != channel {
			continue
		}
		for _, l := range e.Public.Board().Told {
			if l.Reckoned != nil {
				all = append(all, l.Reckoned.Odds.String())
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A new game is played by the counters that the operator has put in, and goes on
// with them when they have changed, broken or vanished meanwhile: even when the unit
// that fights has another name by then.
func TestGameKeepsItsOverlay(t *testing.T) {
	const strong = "types: {blue-armour: {full: 35-6-12}}"
	h := newHouse(t, nil)
	h.with(laid("drill", "Strong Drill", strong))
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/move units:b-1-arm to:12.08")
	h.must("anna", "c1", "/move units:b-2-arm to:12.11")
	for what, own := range map[string][]modules.Folder{
		"as it was": {laid("drill", "Strong Drill", strong)},
		"changed":   {laid("drill", "Weak Drill", "types: {blue-armour: {full: 8-6-12}}")},
		"renamed":   {laid("drill", "Drill", "units:\n  b-1-arm: ~\n  b-9-arm: {type: blue-armour, name: 9 Armour}")},
		"broken":    {laid("drill", "Drill", "types: [")},
		"gone":      nil,
	} {
		h.with(own...)
		pub, table, err := h.Looks.Public(t.Context(), "c1")
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if table.Title != "Strong Drill" || pub.Board().Map.Title != "Strong Drill" {
			t.Errorf("%s: the game is %s", what, table.Title)
		}
	}
	h.must("anna", "c1", "/end")
	h.must("anna", "c1", "/attack target:13.08 units:b-1-arm")
	h.with(laid("drill", "Drill", "types: {blue-armour: {full: 8-6-12}}"))
	h.begin("c2", "anna", "boris")
	h.must("anna", "c2", "/move units:b-1-arm to:12.08")
	h.must("anna", "c2", "/end")
	h.must("anna", "c2", "/attack target:13.08 units:b-1-arm")
	for channel, want := range map[string]string{"c1": "5:1", "c2": "1:1"} { // 35 and 8 to 7
		if got := h.odds(channel); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: the fight is told at %q, want %s", channel, got, want)
		}
	}
}

// Of a module with mistakes no new game is opened, not even as it ships, and the
// log says once where they are. Other modules and a new game of one's own are
// offered as ever.
func TestBrokenOverlay(t *testing.T) {
	var log bytes.Buffer
	h := newHouse(t, nil)
	h.begin("c1", "anna", "boris")
	h.logger = slog.New(slog.NewTextHandler(&log, nil))
	ford := must(modules.Files("drill"))(t)
	files := fstest.MapFS{}
	for name, text := range ford {
		files[name] = &fstest.MapFile{Data: bytes.Replace(text, []byte("id: drill"), []byte("id: ford"), 1)}
	}
	h.with(laid("drill", "Drill", "units:\n  b-1-arm: ~\n  b-9-arm: {type: blue-armour, name: 9 Armour}"),
		modules.Folder{ID: "ford", Files: files})
	if specs := h.Library.Specs(); len(specs) == 0 {
		t.Error("nothing can be said in running games")
	}
	if _, err := h.NewGames.NewGame(t.Context(), h.cmd("anna", "c2"), arrange.Opening{Module: "drill"}); !errors.Is(err,
		api.ErrBroken) {
		t.Errorf("a new game of a broken module: %v", err)
	}
	var offered []string
	for _, m := range h.Library.Modules() {
		offered = append(offered, m.ID)
		if _, err := h.NewGames.NewGame(t.Context(), h.cmd("anna", "new "+m.ID), arrange.Opening{Module: m.ID}); err != nil {
			t.Errorf("%s: %v", m.ID, err)
		}
	}
	want := append(slices.DeleteFunc(modules.Embedded(), func(id string) bool { return id == "drill" }), "ford")
	if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(offered)), want) {
		t.Errorf("offered are %q, want %q", offered, want)
	}
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	said := log.String()
	if strings.Count(said, "\n") != 1 || !strings.Contains(said, "embedded drill/setup.yaml:") ||
		!strings.Contains(said, "no unit b-1-arm") || !strings.Contains(said, "module lint own/drill") {
		t.Errorf("the log says\n%s", said)
	}
}
