package oracle

import (
	"fmt"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	o := New(t)
	messages, callback := "/channels/{channel_id}/messages",
		"/interactions/{interaction_id}/{interaction_token}/callback"
	button := func(id string) string {
		return fmt.Sprintf(`{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":%q}]}`, id)
	}
	for name, c := range map[string]struct {
		method, route, body string
		right               bool
		schema              bool // only the document knows
	}{
		"a message":             {"POST", messages, `{"content":"x","nonce":"1","enforce_nonce":true}`, true, false},
		"a message with a typo": {"POST", messages, `{"contents":"x"}`, false, true},
		"a number for a text":   {"POST", messages, `{"content":1}`, false, true},
		"content of 2,000":      {"POST", messages, `{"content":"` + strings.Repeat("é", 2000) + `"}`, true, false},
		"content of 2,001":      {"POST", messages, `{"content":"` + strings.Repeat("é", 2001) + `"}`, false, false},
		"buttons": {"POST", messages, `{"components":[` + button("a") + `,` + button("b") + `]}`,
			true, false},
		"a custom ID twice": {"POST", messages, `{"components":[` + button("a") + `,` + button("a") + `]}`,
			false, false},
		"an undeclared key deep": {"POST", messages,
			`{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"a","colour":1}]}]}`,
			false, true},
		"a nonce too long":     {"POST", messages, `{"nonce":"` + strings.Repeat("n", 26) + `"}`, false, false},
		"an answer":            {"POST", callback, `{"type":4,"data":{"content":"x","flags":64}}`, true, false},
		"an answer of no type": {"POST", callback, `{"type":77,"data":{}}`, false, true},
		"choices": {"POST", callback, `{"type":8,"data":{"choices":[{"name":"x","value":"y"}]}}`,
			true, false},
		"a choice without a name": {"POST", callback, `{"type":8,"data":{"choices":[{"name":"","value":"y"}]}}`,
			false, false},
		"26 choices": {"POST", callback, `{"type":8,"data":{"choices":[` +
			strings.Repeat(`{"name":"x","value":"y"},`, 25) + `{"name":"x","value":"y"}]}}`, false, false},
		"an unknown route": {"POST", "/nowhere", `{}`, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			if c.schema && o.document == nil {
				t.Skip("without the OpenAPI document")
			}
			if err := o.Judge(c.method, c.route, []byte(c.body)); (err == nil) != c.right {
				t.Errorf("judged %v", err)
			}
		})
	}
}

// TestJudge_Limits holds bodies at a limit, which are right, and bodies just beyond it. No document is needed for them.
func TestJudge_Limits(t *testing.T) {
	const (
		messages = "POST /channels/{channel_id}/messages"
		edit     = "PATCH /channels/{channel_id}/messages/{message_id}"
		callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
		commands = "PUT /applications/{application_id}/commands"
	)
	some := func(n int, part string) string { return strings.Repeat(part+",", n-1) + part }
	long := func(n int) string { return strings.Repeat("é", n) }
	rows := func(list string) string { return `{"components":[` + list + `]}` }
	row := func(parts string) string { return `{"type":1,"components":[` + parts + `]}` }
	button := func(id, label string) string {
		return fmt.Sprintf(`{"type":2,"style":1,"custom_id":%q,"label":%q}`, id, label)
	}
	menu := func(more string, values ...string) string {
		var options []string
		for _, v := range values {
			options = append(options, fmt.Sprintf(`{"label":"x","value":%q}`, v))
		}
		return row(`{"type":3,"custom_id":"m","options":[` + strings.Join(options, ",") + `]` + more + `}`)
	}
	letters := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	form := func(title, field string) string {
		return fmt.Sprintf(`{"type":9,"data":{"custom_id":"f","title":%q,"components":[%s]}}`, title,
			row(`{"type":4,"style":1,"custom_id":"x",`+field+`}`))
	}
	choice := func(name, value string) string {
		return fmt.Sprintf(`{"type":8,"data":{"choices":[{"name":%q,"value":%q}]}}`, name, value)
	}
	command := func(name, options string) string {
		return fmt.Sprintf(`{"name":%q,"description":"x","options":[%s]}`, name, options)
	}
	option := func(name, more string) string {
		return fmt.Sprintf(`{"type":3,"name":%q,"description":"x"%s}`, name, more)
	}
	var texts []string
	for _, l := range letters[:25] {
		texts = append(texts, `{"type":3,"name":"`+l+`","description":"`+long(100)+`","choices":[`+
			some(3, `{"name":"x","value":"`+long(75)+`"}`)+`]}`)
	}
	for _, c := range []struct {
		name, route string
		right       bool
		body        string
	}{
		{"content", edit, true, `{"content":"` + long(2000) + `"}`},
		{"content", edit, false, `{"content":"` + long(2001) + `"}`},
		{"ephemeral", messages, true, `{"flags":4}`},
		{"ephemeral", messages, false, `{"flags":64}`},
		{"ephemeral answer", callback, true, `{"type":4,"data":{"flags":64}}`},
		{"mentions", messages, true, `{"allowed_mentions":{"parse":[],"users":["1"]}}`},
		{"mentions", messages, false, `{"allowed_mentions":{"parse":["users"],"users":["1"]}}`},
		{"files", messages, true, `{"attachments":[` + some(10, `{"id":"1"}`) + `]}`},
		{"files", messages, false, `{"attachments":[` + some(11, `{"id":"1"}`) + `]}`},
		{"alternative text", messages, true, `{"attachments":[{"description":"` + long(1024) + `"}]}`},
		{"alternative text", messages, false, `{"attachments":[{"description":"` + long(1025) + `"}]}`},
		{"rows", messages, true, rows(row(button("a", "x")))},
		{"rows", messages, false, rows(button("a", "x"))},
		{"rows", messages, false, rows(row(""))},
		{"rows", messages, false, rows(some(6, row(button("a", "x"))))},
		{"buttons", messages, true, rows(row(button("a", "x") + "," + button("b", "x")))},
		{"buttons", messages, false, rows(row(some(6, button("a", "x"))))},
		{"buttons", messages, false, rows(row(some(2, button("a", "x"))))},
		{"custom ID", messages, true, rows(row(button(long(100), "x")))},
		{"custom ID", messages, false, rows(row(button(long(101), "x")))},
		{"custom ID", messages, false, rows(row(button("", "x")))},
		{"label", messages, true, rows(row(button("a", long(80))))},
		{"label", messages, false, rows(row(button("a", long(81))))},
		{"label", messages, false, rows(row(`{"type":2,"style":1,"custom_id":"a"}`))},
		{"menu", messages, true, rows(menu("", letters[:25]...))},
		{"menu", messages, false, rows(menu("", letters...))},
		{"menu", messages, false, rows(menu(""))},
		{"menu", messages, false, rows(menu("", "a", "a"))},
		{"menu", messages, false, rows(menu("", long(101)))},
		{"values of a menu", messages, true, rows(menu(`,"min_values":0,"max_values":2`, "a", "b"))},
		{"values of a menu", messages, false, rows(menu(`,"max_values":3`, "a", "b"))},
		{"values of a menu", messages, false, rows(menu(`,"min_values":2`, "a", "b"))},
		{"menu beside", messages, false, rows(strings.TrimSuffix(menu("", "a"), "]}") + "," + button("b", "x") + "]}")},
		{"placeholder", messages, true, rows(menu(`,"placeholder":"`+long(150)+`"`, "a"))},
		{"placeholder", messages, false, rows(menu(`,"placeholder":"`+long(151)+`"`, "a"))},
		{"field in a message", messages, false, rows(row(`{"type":4,"style":1,"custom_id":"x","label":"x"}`))},
		{"form", callback, true, form(long(45), `"label":"`+long(45)+`","max_length":4000`)},
		{"form", callback, false, form(long(46), `"label":"x"`)},
		{"form", callback, false, form("x", `"label":"`+long(46)+`"`)},
		{"form", callback, false, form("x", `"label":"x","max_length":4001`)},
		{"form", callback, false, form("x", `"label":"x","value":"`+long(4001)+`"`)},
		{"form", callback, false, form("x", `"label":"x","min_length":3,"max_length":2`)},
		{"button in a form", callback, false,
			`{"type":9,"data":{"title":"x","custom_id":"f",` + rows(row(button("a", "x")))[1:] + `}`},
		{"choice", callback, true, choice(long(100), long(100))},
		{"choice", callback, false, choice(long(101), "x")},
		{"choice", callback, false, choice("x", long(101))},
		{"choice", callback, false, choice("", "x")},
		{"choice", callback, false, choice("x", "")},
		{"choices", callback, true, `{"type":8,"data":{"choices":[]}}`},
		{"choices", callback, false, `{"type":8,"data":{"choices":[` + some(26, `{"name":"x","value":"y"}`) + `]}}`},
		{"name of a command", commands, true, command("move", "")},
		{"name of a command", commands, true, command("移動", "")},
		{"name of a command", commands, false, command("Move", "")},
		{"name of a command", commands, false, command("mo ve", "")},
		{"name of a command", commands, false, command("", "")},
		{"name of a command", commands, false, some(2, command("move", ""))},
		{"option", commands, true, command("move", option("to", ""))},
		{"option", commands, false, command("move", some(2, option("to", "")))},
		{"option", commands, false, command("move", `{"type":3,"name":"to","description":""}`)},
		{"required option", commands, true, command("move", option("a", `,"required":true`)+","+option("b", ""))},
		{"required option", commands, false, command("move", option("a", "")+","+option("b", `,"required":true`))},
		{"choices of options", commands, true, command("move", option("to", `,"choices":[{"name":"x","value":"y"}]`))},
		{"choices of options", commands, false,
			command("move", option("to", `,"autocomplete":true,"choices":[{"name":"x","value":"y"}]`))},
		{"choices of options", commands, false,
			command("move", `{"type":5,"name":"to","description":"x","autocomplete":true}`)},
		{"subcommand", commands, true,
			command("game", `{"type":1,"name":"join","description":"x","options":[`+option("side", "")+`]}`)},
		{"subcommand", commands, false,
			command("game", `{"type":1,"name":"join","description":"x"},`+option("side", ""))},
		{"subcommand", commands, false,
			command("game", `{"type":1,"name":"join","description":"x","options":[`+some(2, option("side", ""))+`]}`)},
		{"commands", commands, false, some(101, command("move", ""))},
		{"letters of commands", commands, true, command("move", strings.Join(texts[:24], ","))},
		{"letters of commands", commands, false, command("move", strings.Join(texts, ","))},
	} {
		method, route, _ := strings.Cut(c.route, " ")
		if c.route == commands {
			c.body = "[" + c.body + "]"
		}
		if err := (&Oracle{t: t}).Judge(method, route, []byte(c.body)); (err == nil) != c.right {
			t.Errorf("%s: judged %v, want it right: %v\n%.300s", c.name, err, c.right, c.body)
		}
	}
}
