package pages

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/clock"
	"grognard/bot/localtable"
	"grognard/bot/localtable/wire"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
	"grognard/rules/order"
)

var renewManual = flag.Bool("manual", false, "write the commands in MANUAL.md anew")

// The marks in the manual between which the commands stand.
const (
	commandsBegin = "<!-- Made by `go test ./bot/programtest/pages -run TestManual -manual`. -->\n"
	commandsEnd   = "<!-- The end of the commands. -->\n"
)

// The players' manual has every command that the bot registers, as it registers it.
func TestManual_HasEveryCommand(t *testing.T) {
	t.Parallel()
	const file = "../../MANUAL.md"
	manual := text(t, file)
	before, rest, begun := strings.Cut(manual, commandsBegin)
	_, after, ended := strings.Cut(rest, commandsEnd)
	if !begun || !ended {
		t.Fatalf("%s has not the marks of its commands", file)
	}
	renewed := before + commandsBegin + "\n" + commandList(registered(t)) + "\n" + commandsEnd + after
	switch {
	case renewed == manual:
	case *renewManual:
		must.Do(t, os.WriteFile(file, []byte(renewed), 0o644))
	default:
		t.Errorf("the commands in %s are not those that the bot registers: renew them with -manual", file)
	}
}

// registered returns the commands that the bot registers at the local table.
func registered(t *testing.T) (list []wire.Command) {
	t.Helper()
	answers := make(chan json.RawMessage, 1)
	p := programtest.Start(t, []string{"--data", t.TempDir()}, func(w *program.Environment) {
		w.Table.Observe = func(x localtable.Exchange) {
			if x.Method == http.MethodPut {
				answers <- x.Answer
			}
		}
	})
	defer p.End(t)
	if err := json.Unmarshal(<-answers, &list); err != nil || len(list) < 20 {
		t.Fatalf("%d commands, %v", len(list), err)
	}
	return list
}

// Every command and option that the players' pages name is registered, and their examples of asynchronous play can be
// read.
func TestPlayersPages_NameWhatThereIs(t *testing.T) {
	t.Parallel()
	page, options := text(t, "../../ASYNCHRONOUS.md")+text(t, "../../MANUAL.md"), map[string][]wire.Option{}
	for _, c := range registered(t) {
		options[c.Name] = c.Options
		for _, o := range c.Options {
			options[c.Name+" "+o.Name] = o.Options
		}
	}
	for _, m := range regexp.MustCompile("`/([^`]+)`").FindAllStringSubmatch(page, -1) {
		words := strings.Fields(m[1])
		verb := words[0]
		if len(words) > 1 && !strings.Contains(words[1], ":") {
			verb += " " + words[1]
		}
		has, known := options[verb]
		if !known {
			t.Errorf("there is no command /%s", verb)
		}
		for _, named := range regexp.MustCompile(`([a-z]+):`).FindAllStringSubmatch(strings.TrimPrefix(m[1], verb), -1) {
			if !slices.ContainsFunc(has, func(o wire.Option) bool { return o.Name == named[1] }) {
				t.Errorf("/%s has no option %s", verb, named[1])
			}
		}
	}
	for _, m := range regexp.MustCompile("`clock:([^`]+)`").FindAllStringSubmatch(page, -1) {
		must.Get(clock.Parse(m[1]))(t)
	}
	_, list, found := strings.Cut(page, "```list\n")
	list, _, _ = strings.Cut(list, "```")
	if _, err := order.ReadList(list, nil); err != nil || !found || list == "" {
		t.Errorf("the list of the page: %v", err)
	}
}

// Kinds of options, as Discord numbers them.
const (
	subcommand = 1
	integer    = 4
)

// commandList returns the list of all commands as the manual has it, with an item for each.
func commandList(list []wire.Command) string {
	var items []string
	item := func(mark, name, does string, options []wire.Option) {
		form := "/" + name
		for _, o := range options {
			form += " " + optionForm(o)
		}
		items = append(items, fmt.Sprintf("- `%s`%s: %s\n", form, mark, does))
	}
	for _, c := range list {
		mark := ""
		if len(c.Contexts) > 1 {
			mark = `\*`
		}
		if len(c.Options) == 0 || c.Options[0].Type != subcommand {
			item(mark, c.Name, c.Description, c.Options)
			continue
		}
		for _, sub := range c.Options {
			item(mark, c.Name+" "+sub.Name, sub.Description, sub.Options)
		}
	}
	slices.Sort(items)
	return strings.Join(items, "")
}

// optionForm returns an option as it is typed, in brackets if it can be left out.
func optionForm(o wire.Option) string {
	form := o.Name + ":"
	switch {
	case len(o.Choices) > 0:
		var values []string
		for _, c := range o.Choices {
			values = append(values, fmt.Sprint(c.Value))
		}
		form += strings.Join(values, "/")
	case o.Type == integer && o.MinValue != nil && o.MaxValue != nil:
		form += fmt.Sprintf("%v–%v", *o.MinValue, *o.MaxValue)
	}
	if o.Required {
		return form
	}
	return "[" + form + "]"
}
