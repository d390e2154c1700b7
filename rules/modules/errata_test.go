package modules_test

import (
	"strings"
	"testing"

	"grognard/rules/must"
	"grognard/rules/scs/data"
)

// Who chooses the errata plays the same module with them, packed with the choice; an overlay that says no gives way.
func TestWithErrata(t *testing.T) {
	for name, own := range map[string]string{"silent": "", "declined": "errata: no\n", "chosen": "errata: yes\n"} {
		printed, blob := mustLoad(t, laid("drill", "game.yaml", own+"edition: \"1.7\"\ntitle: Old Drill\n"))
		mended, again, err := games().WithErrata(blob)
		must.Do(t, err)
		if !mended.Errata || printed.Errata != (name == "chosen") || mended.Title != "Old Drill" || mended.Edition != "1.7" {
			t.Errorf("%s: errata %t, by choice %t: %s, %s", name, printed.Errata, mended.Errata, mended.Title, mended.Edition)
		}
		reopened, err := games().Unpack(again)
		if must.Do(t, err); !reopened.Errata || reopened.Hash != mended.Hash || reopened.Hash == printed.Hash {
			t.Errorf("%s: the packed module has errata %t and the hash %x", name, reopened.Errata, reopened.Hash)
		}
		if ed, _ := data.EditionOf(reopened); !ed.ByHex || ed.MarksCover {
			t.Errorf("%s: it is played as printed", name)
		}
	}
}

// Editions without errata to choose refuse them, and a word that is neither yes nor no is none.
func TestErrata_NoOption(t *testing.T) {
	for own, want := range map[string]string{
		"errata: true\n":                      "errata are no option of edition 1.8, only of 1.6 and 1.7",
		"edition: \"1.7\"\nerrata: perhaps\n": `"perhaps" is neither yes nor no`,
	} {
		if _, _, err := games().Folder(laid("drill", "game.yaml", own)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", own, err)
		}
	}
	_, blob := mustLoad(t, laid("drill", "game.yaml", "title: New Drill\n"))
	if _, _, err := games().WithErrata(blob); err == nil {
		t.Error("edition 1.8 is played with errata")
	}
	if _, _, err := games().WithErrata([]byte("none")); err == nil {
		t.Error("what is no module is played with errata")
	}
}
