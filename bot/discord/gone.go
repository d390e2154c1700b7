package discord

import (
	"strings"

	"grognard/bot/discord/ask"
	"grognard/rules/order"
)

// Old messages still have buttons that the bot no longer has, and Discord's programs offer a command that is gone until
// they fetch the list anew. Each is answered with the command to use instead, as it is typed.

// goneCommands returns the commands that are gone, by their verbs, with what to use instead.
func goneCommands() map[order.Verb]string {
	return map[order.Verb]string{
		"clock resume":     "/clock pause end:true",
		"clock terms":      "/clock show terms:",
		"dice head":        "/dice audit head:true",
		"master resume":    "/master pause end:true",
		"plan":             "/orders when:",
		"zone":             "/settings zone:",
		"night":            "/settings night:",
		"remind":           "/settings remind:",
		"style":            "/settings style:",
		"autopass":         "/settings autopass:",
		"game feed":        "/settings feed:",
		"standing add":     "/standing answer",
		"standing list":    "/standing answer",
		"standing remove":  "/standing answer",
		"clock wait":       "/clock claim wait:",
		"clock substitute": "/seat grant waiting:true side:",
		"master hand-over": "/seat grant side: user: until:never reason:",
		"seat deputy":      "/seat grant user:",
		"seat hand-over":   "/seat grant user: until:never",
		"seat team":        "/seat grant",
		"seat team-add":    "/seat grant user: units:",
		"seat team-remove": "/seat end user:",
	}
}

// gonePresses returns the buttons, menus and forms that are gone, by their names, with what to use instead.
func gonePresses() map[string]string {
	gone := map[string]string{
		"zone":                "/settings",
		"zone-write":          "/settings",
		"night-from":          "/settings",
		"night-until":         "/settings",
		"night-off":           "/settings",
		"remind":              "/settings",
		"seat-take":           "/seat answer answer:take",
		"seat-decline":        "/seat answer answer:decline",
		"seat-invite-accept":  "/seat answer answer:take",
		"seat-invite-decline": "/seat answer answer:decline",
		"seat-seek":           "/seat grant waiting:true",
		"seat-no-deputy":      "/seat end user:",
		"seat-dismiss":        "/seat end user:",
		"away-try":            "/standing try",
	}
	for name := range strings.FieldsSeq("away away-line away-do away-write away-set away-switch away-add away-drop " +
		"away-make away-where away-who away-what away-first away-how away-when away-and away-else") {
		gone[name] = "/standing answer"
	}
	for name := range strings.FieldsSeq("plan plan-edit plan-fix plan-add plan-drop plan-delay plan-clear plan-run " +
		"plan-keep") {
		gone[name] = "/orders when:"
	}
	return gone
}

// refuseGoneCommand returns what the giver of a command that is gone is told, nil if it is not gone.
func refuseGoneCommand(verb order.Verb) error {
	if use := goneCommands()[verb]; use != "" {
		return ask.Refusal("stale.command", "gone", "/"+string(verb), "use", use)
	}
	return nil
}

// refuseGonePress returns what the user of a button that is gone is told, nil if it is not gone.
func refuseGonePress(name string) error {
	if use := gonePresses()[name]; use != "" {
		return ask.Refusal("stale.button", "use", use)
	}
	return nil
}
