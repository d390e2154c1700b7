package oracle

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/discord/oracle/newer"
)

// span is the least and the most characters of a text, or members of a list.
type span struct{ least, most int }

type object = map[string]any

// Types of components and options, numbered by Discord.
const (
	row, button, menu, textInput = 1, 2, 3, 4 // components
	subcommand, text, integer    = 1, 3, 4    // options
	words, label                 = 10, 18     // components: words are what Discord calls a text display
)

// limits says what Discord refuses of a body though its document may let it pass, or is not at hand.
func limits(method, route string, body any) error {
	if list, ok := body.([]any); ok && strings.HasSuffix(route, "/commands") {
		return commands(objects(list))
	}
	b, ok := body.(object)
	if !ok {
		return nil
	}
	data, isAnswer := b["data"].(object)
	switch {
	case !isAnswer && method == "POST" && strings.HasPrefix(route, "/channels/") && number(b["flags"])&64 != 0:
		return errors.New("only answers to interactions are ephemeral")
	case !isAnswer:
		return message(b)
	case data["choices"] != nil:
		return choices(objects(data["choices"]))
	case data["title"] != nil:
		return errors.Join(texts(data, map[string]span{"title": {1, 45}, "custom_id": {1, 100}}),
			rows(objects(data["components"]), span{1, 5}, map[int]int{textInput: 1})) // rows of a field each
	}
	return errors.Join(newer.CheckPromise(b), message(data))
}

// texts checks the lengths of an object's texts, by their keys. One that is missing counts as empty.
func texts(o object, spans map[string]span) error {
	for _, key := range slices.Sorted(maps.Keys(spans)) {
		s, _ := o[key].(string)
		if err := checkRange(utf8.RuneCountInString(s), spans[key], "characters of "+key); err != nil {
			return fmt.Errorf("%w in %s", err, show(o))
		}
	}
	return nil
}

func checkRange(n int, allowed span, of string) error {
	if n < allowed.least || n > allowed.most {
		return fmt.Errorf("%d %s, and %d to %d may be", n, of, allowed.least, allowed.most)
	}
	return nil
}

// message checks a message or an edit.
func message(m object) error {
	attachments, mentions := objects(m["attachments"]), member(m, "allowed_mentions")
	if list, _ := member(mentions, "parse").([]any); slices.Contains(list, any("users")) &&
		member(mentions, "users") != nil {
		return errors.New("mentions of all users and of some exclude each other")
	}
	flags := number(m["flags"])
	if flags&^(4|64|4096|newer.Flag) != 0 { // 4: no embeds, 64: ephemeral, 4096: silent
		return fmt.Errorf("the flags %d: of messages only 4, 64, 4096 and %d are known here", flags, newer.Flag)
	}
	err := errors.Join(texts(m, map[string]span{"content": {0, 2000}, "nonce": {0, 25}}),
		checkRange(len(attachments), span{0, 10}, "attachments"))
	for _, a := range attachments {
		err = errors.Join(err, texts(a, map[string]span{"description": {0, 1024}}))
	}
	if flags&newer.Flag != 0 { // where its components may stand, whatever stands in for Discord checks
		return errors.Join(err, newer.Check(m))
	}
	return errors.Join(err, rows(objects(m["components"]), span{0, 5}, map[int]int{button: 5, menu: 1}))
}

// rows checks components: most says, by type, how many may share a row with one of that type. No custom ID may repeat.
func rows(list []object, count span, most map[int]int) error {
	err := checkRange(len(list), count, "rows of components")
	seen := map[any]bool{}
	for _, r := range list {
		parts := objects(r["components"])
		if kind := number(r["type"]); most[textInput] > 0 && (kind == label || kind == words) {
			continue // a part of a form, which the document describes
		}
		if number(r["type"]) != row || len(parts) == 0 {
			return errors.Join(err, fmt.Errorf("no row with components: %s", show(r)))
		}
		for _, c := range parts {
			kind := number(c["type"])
			if len(parts) > most[kind] {
				err = errors.Join(err, fmt.Errorf("components that cannot share a row: %s", show(r)))
			}
			if seen[c["custom_id"]] {
				err = errors.Join(err, fmt.Errorf("the custom ID %v stands twice in a message", c["custom_id"]))
			}
			seen[c["custom_id"]] = true
			err = errors.Join(err, component(kind, c))
		}
	}
	return err
}

func component(kind int, c object) error {
	err := texts(c, map[string]span{"custom_id": {1, 100}})
	switch kind {
	case button:
		if c["label"] == nil && c["emoji"] == nil {
			return errors.Join(err, fmt.Errorf("a button without a label: %s", show(c)))
		}
		return errors.Join(err, texts(c, map[string]span{"label": {0, 80}}))
	case textInput:
		spans := map[string]span{"label": {1, 45}, "placeholder": {0, 100}, "value": {0, 4000}}
		return errors.Join(err, texts(c, spans),
			checkRange(number(c["max_length"]), span{number(c["min_length"]), 4000}, "characters at most"))
	}
	options := objects(c["options"])
	err = errors.Join(err, texts(c, map[string]span{"placeholder": {0, 150}}),
		checkRange(len(options), span{1, 25}, "lines of a menu"))
	most := 1
	if c["max_values"] != nil {
		most = number(c["max_values"])
	}
	err = errors.Join(err, checkRange(most, span{max(1, number(c["min_values"])), len(options)}, "values of a menu"))
	seen := map[any]bool{}
	for _, o := range options {
		err = errors.Join(err, texts(o, map[string]span{"label": {1, 100}, "value": {1, 100}, "description": {0, 100}}))
		if seen[o["value"]] {
			err = errors.Join(err, fmt.Errorf("the value %v stands twice in a menu", o["value"]))
		}
		seen[o["value"]] = true
	}
	return err
}

// choices checks the values that are offered for an option.
func choices(list []object) error {
	err := checkRange(len(list), span{0, 25}, "choices")
	for _, c := range list {
		err = errors.Join(err, texts(c, map[string]span{"name": {1, 100}, "value": {1, 100}}))
		if value, _ := c["value"].(string); strings.TrimSpace(value) == "" {
			err = errors.Join(err, fmt.Errorf("a choice of blanks: %s", show(c)))
		}
	}
	return err
}

// commands checks all commands of an application that are typed.
func commands(list []object) error {
	list = slices.DeleteFunc(list, func(c object) bool { return number(c["type"]) > 1 }) // 1, or none, is typed
	err := errors.Join(checkRange(len(list), span{0, 100}, "commands"), checkNames(list))
	for _, c := range list {
		err = errors.Join(err, options(objects(c["options"])),
			checkRange(letters(c), span{0, 8000}, "characters of a command"))
	}
	return err
}

// isForeign reports whether a name of a command cannot have the letter.
func isForeign(r rune) bool {
	return !strings.ContainsRune("-_'", r) &&
		!unicode.In(r, unicode.Ll, unicode.Lm, unicode.Lo, unicode.N, unicode.Devanagari, unicode.Thai)
}

// checkNames checks the names and descriptions of commands or options. No name stands there twice.
func checkNames(list []object) error {
	var err error
	seen := map[any]bool{}
	for _, o := range list {
		name, _ := o["name"].(string)
		if n := utf8.RuneCountInString(name); n < 1 || n > 32 || strings.ContainsFunc(name, isForeign) || seen[name] {
			err = errors.Join(err, fmt.Errorf("the name %q is none, or stands twice", name))
		}
		seen[name] = true
		err = errors.Join(err, texts(o, map[string]span{"description": {1, 100}}))
	}
	return err
}

// options checks options and those of subcommands: what is required comes first, and subcommands have none beside them.
func options(list []object) error {
	err := errors.Join(checkRange(len(list), span{0, 25}, "options"), checkNames(list))
	for i, o := range list {
		fixed, kind := objects(o["choices"]), number(o["type"])
		switch {
		case (kind == subcommand) != (number(list[0]["type"]) == subcommand):
			err = errors.Join(err, fmt.Errorf("an option beside a subcommand: %s", show(o)))
		case i > 0 && o["required"] == true && list[i-1]["required"] != true:
			err = errors.Join(err, fmt.Errorf("a required option after one that is not: %s", show(o)))
		case o["autocomplete"] == true && (len(fixed) > 0 || kind != text && kind != integer),
			len(fixed) > 0 && kind != text:
			err = errors.Join(err, fmt.Errorf("an option that cannot have choices: %s", show(o)))
		}
		err = errors.Join(err, choices(fixed), options(objects(o["options"])))
	}
	return err
}

// letters returns how many characters of a command count toward its limit: names, descriptions and values.
func letters(o object) (n int) {
	for _, key := range []string{"name", "description", "value"} {
		s, _ := o[key].(string)
		n += utf8.RuneCountInString(s)
	}
	for _, part := range append(objects(o["options"]), objects(o["choices"])...) {
		n += letters(part)
	}
	return n
}

// number returns a number of JSON, 0 for another value.
func number(v any) int {
	n, _ := v.(json.Number)
	i, _ := n.Int64() // what is no number is left to the schema
	return int(i)
}

// member returns a member of a JSON object, nil if v is no object.
func member(v any, key string) any {
	m, _ := v.(object)
	return m[key]
}

// objects returns the objects of a list; its other members are left to the schema.
func objects(list any) []object {
	all, _ := list.([]any)
	var out []object
	for _, v := range all {
		if m, ok := v.(object); ok {
			out = append(out, m)
		}
	}
	return out
}
