package tell

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

func TestRefuse_Words(t *testing.T) {
	about := &view.Map{Orders: []order.Spec{{Verb: "move", Either: true,
		Options: []order.Option{{Name: "units", Kind: order.Units, Required: true}, {Name: "to", Kind: order.Hex}}}}}
	instead := order.Order{Verb: "move"}.WithUnits("units", "g-6-pz").WithHexes("to", hex.Hex{Col: 9, Row: 7})
	for name, c := range map[string]struct {
		err   error
		want  string
		fault bool
	}{
		"a denial with a way out": {
			&view.Denial{Rule: "3.1a", Also: []view.Rule{"afb 1.5"},
				Why: view.T("deny.off-map", "hex", hex.Hex{Col: 9, Row: 9}), Instead: &instead,
				Risks: []view.Risk{{Text: view.T("risk.overstack"), Rule: "4.0a"}}},
			"**Refused.** 9.09 is not on the map (3.1a, afb 1.5).\nInstead: `/move units:g-6-pz to:9.07`\n" +
				"• but over the stacking limit, if all stay there (4.0a)", false,
		},
		"a denial by no rule": {&view.Denial{Why: view.T("deny.no-units")}, "**Refused.** Name at least one unit.",
			false},
		"a malformed command": {&order.Problem{ID: "order.bad-number", Verb: "airstrike", Option: "strikes", Value: "1 b",
			Parts: []string{"breakdown"}}, "/airstrike: “1 b” is no number for `strikes:`. It takes one number from 1, or one of these words: `breakdown`.", false},
		"what was typed is tamed": {&order.Problem{ID: "order.unknown-command", Value: "`x`\n**y**" +
			strings.Repeat("z", 100)}, "There is no command / x    y  " + strings.Repeat("z", 50) + "….", false},
		"the table's refusal": {api.ErrSeatTaken, "That seat is taken.", false},
		"a stack's top": {&view.Denial{Rule: "4.0c",
			Why: view.T("deny.top-must-fight", "unit", view.Name{ID: "g-hq", Name: "HQ"})},
			"**Refused.** The top unit must have an attack strength of 1 or more, and HQ has none (4.0c).", false},
		"a stale button": {page.ErrStale,
			"The position has changed since these buttons were made. Tap **Orders** or type `/due` to see how it stands.", false},
		"our own fault": {errors.New("disk full at /var/lib"),
			"Something went wrong on our side; the bot's operator will find it in the log. Look at `/game status` before you try again.", true},
		"a full disk": {fmt.Errorf("append row 4: %w", referee.ErrDiskFull),
			"The bot's disk is full, so this was not done, and no order can be given until its operator makes room. Everything done before stands.", true},
		"a disk for reading": {referee.ErrReadOnly,
			"The bot can't write to its database, so this was not done, and no order can be given until its operator has fixed that. Everything done before stands.", true},
		"a failing disk": {referee.ErrDisk,
			"The bot's disk reports errors, so this may or may not have been done. Look at `/game status` before you try again; the bot's operator must check the disk.", true},
		"damaged pages": {referee.ErrDatabase,
			"The bot's database is damaged, so this was not done. The bot's operator must check it and restore a backup.", true},
		"a deleted database": {referee.ErrGone,
			"The bot's database was deleted or replaced while the bot was running, so this was not done, and no order can be given until its operator has restored it.", true},
		"a damaged game": {fmt.Errorf("%w: row 7", api.ErrDamaged),
			"This game's log is damaged: the game takes no orders and shows nothing until the bot's operator has restored the log from a backup. The operator has been told how much of it is intact.", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, theirs := Refuse(must.Get(ask.NewWords(nil))(t).For(catalogue.Default).On(about), c.err)
			if got != c.want || theirs == c.fault {
				t.Errorf("said %q (the player's: %v), want %q", got, theirs, c.want)
			}
		})
	}
}

// Whatever the referee refuses, the player is told in words.
func TestRefuse_EveryError(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../../referee", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Err") {
				found++
			}
			return true
		})
		return err
	})
	must.Do(t, err)
	heard := map[error]bool{api.ErrOdds: true} // which shows the odds anew
	for _, r := range append(Refusals(), StorageErrors()...) {
		heard[r.Err] = true
	}
	delete(heard, page.ErrStale) // our own
	if len(heard) != found || found < 15 {
		t.Errorf("%d errors of the referee have words, %d are declared", len(heard), found)
	}
}
