// Package newer counts, in what a bot has sent as JSON, the facts that Discord keeps of messages in its newer layout,
// Components V2. It is for tests, and independent of the check that the bot makes before it sends.
//
//	text := map[string]any{"type": json.Number("10"), "content": "once"}
//	body := map[string]any{"flags": json.Number("32768"), "content": "twice", "components": []any{text}}
//	fmt.Println(newer.Check(body))
//
// Numbers are json.Number, as a decoder makes them that is asked to use it.
//
// Limits: that the flag is never removed is seen at the stand-in for Discord alone, which knows the message.
package newer

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Flag marks a message in the newer layout.
const Flag = 1 << 15

// Discord's limits, and the types of the components that they are about.
const (
	components, characters, sectionTexts = 40, 4000, 3
	section, text                        = 9, 10
)

// Types of answers that promise another one: a new message, an edit of the message that was used.
const promise, promisedEdit = 5, 6

type object = map[string]any

// Check returns what Discord would refuse of a message that has the flag: content or embeds, too many components, too
// many characters in all texts, or a section without one to three texts and an accessory.
func Check(m object) error {
	var err error
	for _, key := range []string{"content", "embeds"} {
		if m[key] != nil {
			err = errors.Join(err, fmt.Errorf("a message in the newer layout has %s", key))
		}
	}
	c := count{}
	c.list(m["components"])
	if c.components < 1 || c.components > components {
		c.err = errors.Join(c.err, fmt.Errorf("%d components, and 1 to %d may be", c.components, components))
	}
	if c.characters > characters {
		c.err = errors.Join(c.err, fmt.Errorf("%d characters, and at most %d may be", c.characters, characters))
	}
	return errors.Join(err, c.err)
}

// CheckPromise returns an error if an answer to an interaction promises another one and has the flag, which comes with
// the edit.
func CheckPromise(answer object) error {
	data, _ := answer["data"].(object)
	kind := number(answer["type"])
	if (kind == promise || kind == promisedEdit) && number(data["flags"])&Flag != 0 {
		return fmt.Errorf("an answer of type %d, which promises one, is in the newer layout", kind)
	}
	return nil
}

// number returns a number of the JSON, 0 for any other value.
func number(v any) int {
	n, _ := v.(json.Number)
	i, _ := n.Int64()
	return int(i)
}

// count is what stands in a message.
type count struct {
	components, characters int
	err                    error
}

// list counts components, and those in them.
func (c *count) list(list any) {
	some, _ := list.([]any)
	for _, one := range some {
		c.one(one)
	}
}

func (c *count) one(one any) {
	o, _ := one.(object)
	if o == nil {
		return
	}
	c.components++
	switch number(o["type"]) {
	case text:
		words, _ := o["content"].(string)
		c.characters += utf8.RuneCountInString(words)
	case section:
		texts, _ := o["components"].([]any)
		if n := len(texts); n < 1 || n > sectionTexts || o["accessory"] == nil {
			c.err = errors.Join(c.err, fmt.Errorf("a section of %d texts beside %v", n, o["accessory"]))
		}
	}
	c.list(o["components"])
	c.one(o["accessory"])
}
