package discord

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/clock"
	"grognard/rules/order"
)

// manual is what players read about playing by the day, and the lines of its examples of one kind.
func manual(t *testing.T, kind string) (text string, examples string) {
	t.Helper()
	raw := must(os.ReadFile("../ASYNCHRONOUS.md"))(t)
	text = string(raw)
	_, after, found := strings.Cut(text, "```"+kind+"\n")
	examples, _, _ = strings.Cut(after, "```")
	if !found || examples == "" {
		t.Fatalf("the manual has no example of a %s", kind)
	}
	return text, examples
}

// Every command and option that the manual names is one, and its examples can be typed.
func TestManual_AsynchronousPlay(t *testing.T) {
	t.Parallel()
	b, _ := newIdle(t)
	text, list := manual(t, "list")
	options := map[string][]string{}
	for _, c := range new(bot).commandSpecs(nil) {
		options[string(c.Verb)] = nil
		for _, o := range c.Options {
			options[string(c.Verb)] = append(options[string(c.Verb)], o.Name)
		}
	}
	for _, spec := range b.Referee.Library.Specs() {
		options[string(spec.Verb)] = nil
		for _, o := range spec.Options {
			options[string(spec.Verb)] = append(options[string(spec.Verb)], o.Name)
		}
	}
	for _, m := range regexp.MustCompile("`/([^`]+)`").FindAllStringSubmatch(text, -1) {
		words := strings.Fields(m[1])
		verb := words[0]
		if len(words) > 1 && !strings.Contains(words[1], ":") {
			verb += " " + words[1]
		}
		names, known := options[verb]
		if !known {
			t.Errorf("there is no command /%s", verb)
		}
		for _, o := range regexp.MustCompile(`([a-z]+):`).FindAllStringSubmatch(strings.TrimPrefix(m[1], verb), -1) {
			if !slices.Contains(names, o[1]) {
				t.Errorf("/%s has no option %s: %v", verb, o[1], names)
			}
		}
	}
	for _, m := range regexp.MustCompile("`clock:([^`]+)`").FindAllStringSubmatch(text, -1) {
		if _, err := clock.Parse(m[1]); err != nil {
			t.Errorf("%s is no clock: %v", m[1], err)
		}
	}
	if _, err := order.ReadList(list, nil); err != nil {
		t.Errorf("the list of the manual: %v", err)
	}
}
