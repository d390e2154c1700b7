package oracle

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// What Discord refuses though its document lets it pass.
const (
	contentLimit   = 2000 // characters of a message
	embedLimit     = 6000 // characters of a message's embeds together
	choiceLimit    = 25   // lines of an autocompletion
	choiceText     = 100  // characters of a line's name, and of its value
	commandLimit   = 100  // commands of an application
	customIDLimit  = 100  // characters
	rowLimit       = 5    // rows of a message or a form
	buttonLimit    = 5    // buttons of a row
	labelLimit     = 80   // characters on a button
	nonceLimit     = 25   // characters
	altLimit       = 1024 // characters of an alternative text
	formTitleLimit = 45   // characters of a form's title
)

// limits checks a request body.
func limits(route string, body any) error {
	switch b := body.(type) {
	case []any:
		if strings.HasSuffix(route, "/commands") && len(b) > commandLimit {
			return fmt.Errorf("%d commands, at most %d", len(b), commandLimit)
		}
	case map[string]any:
		if data, ok := b["data"].(map[string]any); ok {
			return message(data)
		}
		return message(b)
	}
	return nil
}

// message checks what is common to messages, forms and lists of choices.
func message(m map[string]any) error {
	for _, t := range []struct {
		key   string
		limit int
	}{{"content", contentLimit}, {"nonce", nonceLimit}, {"title", formTitleLimit}, {"custom_id", customIDLimit}} {
		if err := short(m[t.key], t.limit, t.key); err != nil {
			return err
		}
	}
	if total := embedText(m["embeds"]); total > embedLimit {
		return fmt.Errorf("%d characters of embeds, at most %d", total, embedLimit)
	}
	for _, a := range objects(m["attachments"]) {
		if err := short(a["description"], altLimit, "description"); err != nil {
			return err
		}
	}
	if err := choices(objects(m["choices"])); err != nil {
		return err
	}
	return rows(objects(m["components"]))
}

func choices(list []map[string]any) error {
	if len(list) > choiceLimit {
		return fmt.Errorf("%d choices, at most %d", len(list), choiceLimit)
	}
	for _, c := range list {
		for _, key := range []string{"name", "value"} {
			if err := short(c[key], choiceText, "choice "+key); err != nil {
				return err
			}
			if c[key] == "" {
				return fmt.Errorf("a choice with an empty %s", key)
			}
		}
	}
	return nil
}

// rows checks the components of a message: no custom ID stands there twice.
func rows(list []map[string]any) error {
	if len(list) > rowLimit {
		return fmt.Errorf("%d rows of components, at most %d", len(list), rowLimit)
	}
	seen := map[string]bool{}
	for _, row := range list {
		parts := objects(row["components"])
		if len(parts) == 0 || len(parts) > buttonLimit {
			return fmt.Errorf("%d components in a row: %s", len(parts), show(row))
		}
		for _, c := range parts {
			id, _ := c["custom_id"].(string)
			if seen[id] && id != "" {
				return fmt.Errorf("the custom ID %q stands twice in a message", id)
			}
			seen[id] = true
			if err := short(id, customIDLimit, "custom ID"); err != nil {
				return err
			}
			if err := short(c["label"], labelLimit, "label"); err != nil {
				return err
			}
			if err := menu(objects(c["options"])); err != nil {
				return err
			}
		}
	}
	return nil
}

// menu checks the options of a menu: no value stands there twice.
func menu(options []map[string]any) error {
	seen := map[any]bool{}
	for _, o := range options {
		if seen[o["value"]] {
			return fmt.Errorf("the value %v stands twice in a menu", o["value"])
		}
		seen[o["value"]] = true
	}
	return nil
}

// embedText returns how many characters count toward the limit of embeds.
func embedText(embeds any) int {
	n := 0
	for _, e := range objects(embeds) {
		for _, text := range []any{e["title"], e["description"], member(member(e, "footer"), "text"),
			member(member(e, "author"), "name")} {
			s, _ := text.(string)
			n += utf8.RuneCountInString(s)
		}
		for _, f := range objects(e["fields"]) {
			for _, text := range []any{f["name"], f["value"]} {
				s, _ := text.(string)
				n += utf8.RuneCountInString(s)
			}
		}
	}
	return n
}

// member returns a member of a JSON object, nil if v is no object.
func member(v any, key string) any {
	m, _ := v.(map[string]any)
	return m[key]
}

func short(v any, limit int, what string) error {
	if s, ok := v.(string); ok && utf8.RuneCountInString(s) > limit {
		return fmt.Errorf("%s of %d characters, at most %d", what, utf8.RuneCountInString(s), limit)
	}
	return nil
}

// objects returns the objects of a list; what is none is left to the schema.
func objects(list any) []map[string]any {
	all, _ := list.([]any)
	var out []map[string]any
	for _, v := range all {
		if m, ok := v.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}
