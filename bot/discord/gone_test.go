package discord

import (
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/tell"
	"grognard/rules/order"
)

// What is gone is not in the tables any more, and what it names instead is.
func TestGone_NamesWhatIsThere(t *testing.T) {
	t.Parallel()
	b := new(bot)
	commands, presses := b.commandTable(nil), b.pressTable()
	for _, g := range goneCommands() {
		if commands[order.Verb(g.name)].Run != nil {
			t.Errorf("/%s is gone and registered", g.name)
		}
	}
	for _, g := range gonePresses() {
		if presses[g.name].Run != nil || isChoice(g.name) {
			t.Errorf("the press %s is gone and in the table", g.name)
		}
	}
	for _, g := range append(goneCommands(), gonePresses()...) {
		words := strings.Fields(strings.TrimPrefix(g.use, "/"))
		spec := commands[order.Verb(words[0])]
		if len(words) > 1 && spec.Run == nil {
			spec, words = commands[order.Verb(words[0]+" "+words[1])], words[1:]
		}
		if spec.Run == nil || !strings.HasPrefix(g.use, "/") {
			t.Errorf("%s: %s is no command", g.name, g.use)
		}
		for _, typed := range words[1:] {
			name, _, _ := strings.Cut(typed, ":")
			if !hasOption(spec, name) {
				t.Errorf("%s: %s has no option %s", g.name, g.use, name)
			}
		}
	}
}

func hasOption(spec ask.CommandSpec, name string) bool {
	for _, o := range spec.Options {
		if o.Name == name {
			return true
		}
	}
	return false
}

// Whoever gives a command or presses a button that is gone is told what to use; others get no such answer.
func TestGone_SaysWhatToUse(t *testing.T) {
	t.Parallel()
	b := &bot{}
	for _, g := range goneCommands() {
		_, err := b.command(t.Context(), ask.Request{}, order.Verb(g.name), nil)
		words, theirs := tell.Refuse(inEnglish(t), err)
		if want := "`/" + g.name + "` is gone: use `" + g.use + "`."; words != want || !theirs {
			t.Errorf("/%s is answered with %q", g.name, words)
		}
	}
	for _, g := range gonePresses() {
		_, err := b.runPress(t.Context(), ask.Request{}, ask.Pressed{Name: g.name, What: "g:0"})
		words, theirs := tell.Refuse(inEnglish(t), err)
		if want := "This button is gone: use `" + g.use + "`."; words != want || !theirs {
			t.Errorf("the press %s is answered with %q", g.name, words)
		}
	}
	if refuseGoneCommand("map") != nil || refuseGonePress("due") != nil {
		t.Error("what is there is called gone")
	}
}
