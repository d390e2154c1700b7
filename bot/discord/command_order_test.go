package discord

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// Discord lists commands in the order in which they are registered, so that one which moves is a change that users see.
func TestCommandOrder_NamesEachCommandOnce(t *testing.T) {
	t.Parallel()
	ordered := commandOrder()
	for i, c := range new(bot).commandSpecs(nil) {
		if i >= len(ordered) || c.Verb != ordered[i] {
			t.Errorf("/%s is registered as number %d, and stands in the order at %d", c.Verb, i, slices.Index(ordered, c.Verb))
		}
	}
	if n := len(new(bot).commandSpecs(nil)); n != len(ordered) {
		t.Errorf("%d commands are registered, the order names %d", n, len(ordered))
	}
}

// The most rows that the manual's table of commands has, and the most names that Discord lists: it takes 100, and
// other series and leagues are to come.
const (
	mostRows  = 83
	mostNames = 90
)

// The commands are few enough to be found: with the games that ship as rows of the manual, and with all games that
// there are as names.
func TestCommandTable_Limits(t *testing.T) {
	t.Parallel()
	count := func(games []*modules.Definition) (rows, names int) {
		var specs [][]order.Spec
		for _, d := range games {
			specs = append(specs, must(rules.New(d, rules.Position{}))(t).Specs())
		}
		for _, c := range registered(inEnglish(t), new(bot).commandSpecs(nil), order.Union(specs...)) {
			if names++; len(c.Options) == 0 || c.Options[0].Type != discordgo.ApplicationCommandOptionSubCommand {
				rows++
				continue
			}
			rows += len(c.Options)
		}
		return rows, names
	}
	all := shipped(t)
	if rows, _ := count(all[:len(modules.Embedded())]); rows > mostRows || rows < mostRows/2 {
		t.Errorf("%d rows of commands, at most %d", rows, mostRows)
	}
	if _, names := count(all); names > mostNames || names < mostNames/3 {
		t.Errorf("%d names of commands, at most %d", names, mostNames)
	}
}
