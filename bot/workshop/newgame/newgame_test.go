package newgame_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/lookup"
	"grognard/bot/simulate"
	"grognard/bot/workshop"
	"grognard/bot/workshop/newgame"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// The game has nothing to warn of, is played to its end, and its cases show its own paragraphs, which are found; nothing
// is overwritten.
func TestBegin_WholeGame(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "old-mill-2")
	must.Do(t, newgame.Begin(folder, io.Discard))
	var told strings.Builder
	if clean, err := workshop.Lint(folder, &told); err != nil || !clean || strings.Contains(told.String(), "warning") ||
		!strings.Contains(told.String(), "Old mill 2, a game of its own") {
		t.Errorf("%v: %s", err, &told)
	}
	own := must.Get(modules.Folders(dir, os.DirFS(dir)))(t)
	played := must.Get(simulate.Play(context.Background(), simulate.Options{Module: "old-mill-2", Modules: dir, Seed: 1, Turns: 2}))(t)
	if len(played.Lines) < 1000 {
		t.Errorf("a game is %s", played.Lines)
	}
	beside := must.Get(adjudicate.Games(dir))(t)
	told.Reset()
	if gaps := beside.Coverage(&told, false, beside.Cases...); gaps > 0 {
		t.Errorf("%d gaps: %s", gaps, &told)
	}
	book := must.Get(lookup.New(own).Book("old-mill-2"))(t)
	rules := must.Get(lookup.NewRules())(t).Of(book)
	for question, want := range map[string]string{"old-mill-2 1.2": "old-mill-2 1.2", "Millford": "old-mill-2 1.2", "9.1c": "9.1c"} {
		found, err := lookup.Find(rules.Index(), question)
		if err != nil || found.Hits[0].Paragraph.Rule != want {
			t.Errorf("%s is %+v, %v", question, found, err)
		} else if at := rules.Paragraph(found.Hits[0]); at.Before == "" {
			t.Errorf("%s has no neighbours: %+v", question, at)
		}
	}
	if err := newgame.Begin(folder, io.Discard); err == nil {
		t.Error("it was overwritten")
	}
	for _, name := range []string{"Mill", "afb", "9th"} {
		if err := newgame.Begin(filepath.Join(dir, name), io.Discard); err == nil {
			t.Errorf("a game was begun under the name %s", name)
		}
	}
}

// A rulebook is checked line by line, belongs to the module's bytes, and can lie over that of a game that ships.
func TestRulebook_OfAModule(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "afb")
	must.Do(t, os.Mkdir(folder, 0o755))
	lint := func(file, text string) (bool, string) {
		must.Do(t, os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644))
		var told strings.Builder
		return must.Get(workshop.Lint(folder, &told))(t), told.String()
	}
	lint("game.yaml", "title: Ours\n")
	before := must.Get(modules.Folders(dir, os.DirFS(dir)))(t)
	if clean, told := lint("rulebook.txt", "Ours\n\nafb 1.2 done\n"); clean || !strings.Contains(told, "afb/rulebook.txt:3:1: ") {
		t.Errorf("a line without words: %s", told)
	}
	if clean, told := lint("rulebook.txt", "Ours, on SCS 1.8\n\nafb 1.2 skip what a hex stands for because nothing is played by it\n"+
		"    A hex is our garden.\nafb 9.9 done  the tea break\n    Nobody fights at five.\n"); !clean {
		t.Errorf("it is refused: %s", told)
	}
	book := must.Get(lookup.New(before).Book("afb"))(t)
	index := must.Get(lookup.NewRules())(t).Of(book).Index()
	for rule, want := range map[string]string{"afb 1.2": "our garden", "afb 9.9": "Nobody fights", "afb 1.1": "Germans play first"} {
		found, err := lookup.Find(index, rule)
		if err != nil || !strings.Contains(found.Hits[0].Paragraph.Says, want) {
			t.Errorf("%s: %+v, %v", rule, found, err)
		}
	}
}
