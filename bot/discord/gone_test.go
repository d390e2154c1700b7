package discord

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/tell"
	"grognard/rules/order"
)

// What is gone is not in the tables any more, and what it names instead is.
func TestGone_NamesWhatIsThere(t *testing.T) {
	t.Parallel()
	b := new(bot)
	commands, presses := b.commandTable(nil), b.pressTable()
	for verb := range goneCommands() {
		if commands[verb].Run != nil {
			t.Errorf("/%s is gone and registered", verb)
		}
	}
	for name := range gonePresses() {
		if presses[name].Run != nil || page.IsChoice(name) {
			t.Errorf("the press %s is gone and in the table", name)
		}
	}
	for _, use := range slices.Concat(slices.Collect(maps.Values(goneCommands())),
		slices.Collect(maps.Values(gonePresses()))) {
		words := strings.Fields(strings.TrimPrefix(use, "/"))
		spec := commands[order.Verb(words[0])]
		if len(words) > 1 && spec.Run == nil {
			spec, words = commands[order.Verb(words[0]+" "+words[1])], words[1:]
		}
		if spec.Run == nil || !strings.HasPrefix(use, "/") {
			t.Errorf("%s is no command", use)
		}
		for _, typed := range words[1:] {
			if name, _, _ := strings.Cut(typed, ":"); !hasOption(spec, name) {
				t.Errorf("%s has no option %s", use, name)
			}
		}
	}
}

func hasOption(spec ask.CommandSpec, name string) bool {
	return slices.ContainsFunc(spec.Options, func(o ask.Option) bool { return o.Name == name })
}

// Whoever gives a command or presses a button that is gone is told what to use; others get no such answer.
func TestGone_SaysWhatToUse(t *testing.T) {
	t.Parallel()
	b := &bot{}
	for verb, use := range goneCommands() {
		_, err := b.runCommand(t.Context(), ask.Request{}, verb, nil)
		words, theirs := tell.Refuse(inEnglish(t), err)
		if want := "`/" + string(verb) + "` no longer exists: use `" + use + "`."; words != want || !theirs {
			t.Errorf("/%s is answered with %q", verb, words)
		}
	}
	for name, use := range gonePresses() {
		_, err := b.runPress(t.Context(), ask.Request{}, ask.Pressed{Name: name, What: "g:0"})
		words, theirs := tell.Refuse(inEnglish(t), err)
		if want := "This button no longer works: use `" + use + "`."; words != want || !theirs {
			t.Errorf("the press %s is answered with %q", name, words)
		}
	}
	if refuseGoneCommand("map") != nil || refuseGonePress("due") != nil {
		t.Error("what is there is called gone")
	}
}
