package discord

import (
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/rules/order"
)

// gone is a button or a command of a kind that the bot no longer has. Old messages still have such buttons, and
// Discord's programs offer a command that is gone until they fetch the list anew.
type gone struct {
	name string // of the press, or the verb of the command
	use  string // the command to use instead, as it is typed
}

// goneCommands returns the commands that are gone.
func goneCommands() []gone {
	return []gone{
		{"clock resume", "/clock pause end:true"},
		{"dice head", "/dice audit head:true"},
		{"plan", "/orders when:"},
		{"zone", "/settings zone:"},
		{"night", "/settings night:"},
		{"remind", "/settings remind:"},
		{"style", "/settings style:"},
		{"autopass", "/settings autopass:"},
		{"game feed", "/settings feed:"},
		{"standing add", "/standing answer"},
		{"standing list", "/standing answer"},
		{"standing remove", "/standing answer"},
		{"clock substitute", "/seat grant waiting:true side:"},
		{"master hand-over", "/seat grant side: user: until:never reason:"},
		{"seat deputy", "/seat grant user:"},
		{"seat hand-over", "/seat grant user: until:never"},
		{"seat team", "/seat grant"},
		{"seat team-add", "/seat grant user: units:"},
		{"seat team-remove", "/seat end user:"},
	}
}

// gonePresses returns the buttons, menus and forms that are gone.
func gonePresses() []gone {
	list := []gone{
		{"zone", "/settings"},
		{"zone-write", "/settings"},
		{"night-from", "/settings"},
		{"night-until", "/settings"},
		{"night-off", "/settings"},
		{"remind", "/settings"},
		{"seat-take", "/seat answer answer:take"},
		{"seat-decline", "/seat answer answer:decline"},
		{"seat-invite-accept", "/seat answer answer:take"},
		{"seat-invite-decline", "/seat answer answer:decline"},
		{"seat-seek", "/seat grant waiting:true"},
		{"seat-no-deputy", "/seat end user:"},
		{"seat-dismiss", "/seat end user:"},
	}
	for _, name := range strings.Fields("away away-line away-do away-write away-set away-switch away-add away-drop " +
		"away-make away-where away-who away-what away-first away-how away-when away-and away-else") {
		list = append(list, gone{name, "/standing answer"})
	}
	for _, name := range strings.Fields("plan plan-edit plan-fix plan-add plan-drop plan-delay plan-clear plan-run " +
		"plan-keep") {
		list = append(list, gone{name, "/orders when:"})
	}
	return append(list, gone{"away-try", "/standing try"})
}

// refuseGoneCommand returns what the giver of a command that is gone is told, nil if the command is none.
func refuseGoneCommand(verb order.Verb) error {
	return refuseGone("stale.command", goneCommands(), string(verb), "/"+string(verb))
}

// refuseGonePress returns what the user of a button that is gone is told, nil if the button is none.
func refuseGonePress(name string) error { return refuseGone("stale.button", gonePresses(), name, "") }

func refuseGone(id string, list []gone, name, typed string) error {
	i := slices.IndexFunc(list, func(g gone) bool { return g.name == name })
	if i < 0 {
		return nil
	}
	return ask.Refusal(id, "gone", typed, "use", list[i].use)
}
