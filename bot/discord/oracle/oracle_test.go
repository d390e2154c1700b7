package oracle

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

const (
	toChannel = "POST /channels/{channel_id}/messages"
	edits     = "PATCH /channels/{channel_id}/messages/{message_id}"
	answers   = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	registers = "PUT /applications/{application_id}/commands"
)

// judge has an oracle judge a body for a route like those above.
func judge(o *Oracle, route, body string) error {
	method, route, _ := strings.Cut(route, " ")
	return o.Judge(method, route, []byte(body))
}

func TestJudge(t *testing.T) {
	o := New(t)
	for name, c := range map[string]struct {
		route, body string
		right       bool
		schema      bool // only the document knows
	}{
		"a message":              {toChannel, `{"content":"x","nonce":"1","enforce_nonce":true}`, true, false},
		"a message with a typo":  {toChannel, `{"contents":"x"}`, false, true},
		"a number for a text":    {toChannel, `{"content":1}`, false, true},
		"buttons":                {toChannel, inRow(aButton("")), true, false},
		"an undeclared key deep": {toChannel, inRow(aButton(`"colour":1`)), false, true},
		"an answer":              {answers, `{"type":4,"data":{"content":"x","flags":64}}`, true, false},
		"an answer of no type":   {answers, `{"type":77,"data":{}}`, false, true},
		"choices":                {answers, `{"type":8,"data":{"choices":[{"name":"x","value":"y"}]}}`, true, false},
		"an unknown route":       {"POST /nowhere", `{}`, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			if c.schema && o.document == nil {
				t.Skip("without the OpenAPI document")
			}
			if err := judge(o, c.route, c.body); (err == nil) != c.right {
				t.Errorf("judged %v", err)
			}
		})
	}
}

// The parts of bodies below take more members as JSON, which replace those of the same key.
func part(members, more string) string { return "{" + strings.TrimSuffix(members+","+more, ",") + "}" }
func aButton(more string) string       { return part(`"type":2,"style":1,"custom_id":"b","label":"x"`, more) }
func aField(more string) string        { return part(`"type":4,"style":1,"custom_id":"f","label":"x"`, more) }
func aChoice(more string) string       { return part(`"name":"x","value":"y"`, more) }
func aCommand(more string) string      { return part(`"name":"move","description":"x"`, more) }
func anOption(more string) string      { return part(`"type":3,"name":"to","description":"x"`, more) }
func aMenu(more string) string {
	return part(`"type":3,"custom_id":"m","options":[{"label":"x","value":"v"}]`, more)
}
func aForm(more string) string {
	return `{"type":9,"data":` + part(`"title":"x","custom_id":"f",`+listed("components", aRow(aField(""))), more) + `}`
}
func listed(key string, parts ...string) string {
	return `"` + key + `":[` + strings.Join(parts, ",") + `]`
}
func aRow(parts ...string) string        { return `{"type":1,` + listed("components", parts...) + `}` }
func inRow(parts ...string) string       { return `{` + listed("components", aRow(parts...)) + `}` }
func inForm(parts ...string) string      { return aForm(listed("components", aRow(parts...))) }
func withOptions(parts ...string) string { return "[" + aCommand(listed("options", parts...)) + "]" }
func long(n int) string                  { return strings.Repeat("é", n) }

// each returns n parts, in each of which %d stands for its number.
func each(n int, part string) (list string) {
	for i := range n {
		list += "," + strings.ReplaceAll(part, "%d", strconv.Itoa(i))
	}
	return strings.TrimPrefix(list, ",")
}

// TestJudge_Spans sends bodies at both bounds of every span, which are right, and bodies just beyond, which are refused
// for that reason. No document is needed.
func TestJudge_Spans(t *testing.T) {
	text := func(format string) func(int) string {
		return func(n int) string { return fmt.Sprintf(format, long(n)) }
	}
	list := func(format, part string) func(int) string {
		return func(n int) string { return fmt.Sprintf(format, each(n, part)) }
	}
	value := func(format string) func(int) string { return func(n int) string { return fmt.Sprintf(format, n) } }
	offered, lines := `{"type":8,"data":{"choices":[%s]}}`, func(more string) string {
		return inRow(aMenu(`"options":[{"label":"x","value":"v",` + more + `}]`))
	}
	sub := func(members string) string { return withOptions(anOption(`"type":1,` + members)) }
	for _, c := range []struct {
		route, of   string
		least, most int
		body        func(n int) string
	}{
		{edits, "characters of content", 0, 2000, text(`{"content":"%s"}`)},
		{toChannel, "characters of nonce", 0, 25, text(`{"nonce":"%s"}`)},
		{toChannel, "attachments", 0, 10, list(`{"attachments":[%s]}`, `{"id":"%d"}`)},
		{toChannel, "characters of description", 0, 1024, text(`{"attachments":[{"description":"%s"}]}`)},
		{toChannel, "rows of components", 0, 5, list(`{"components":[%s]}`, aRow(aButton(`"custom_id":"%d"`)))},
		{toChannel, "characters of custom_id", 1, 100, text(inRow(aButton(`"custom_id":"%s"`)))},
		{toChannel, "characters of custom_id", 1, 100, text(inRow(aMenu(`"custom_id":"%s"`)))},
		{toChannel, "characters of label", 0, 80, text(inRow(aButton(`"label":"%s"`)))},
		{toChannel, "characters of placeholder", 0, 150, text(inRow(aMenu(`"placeholder":"%s"`)))},
		{toChannel, "lines of a menu", 1, 25, list(inRow(aMenu(`"options":[%s]`)), `{"label":"x","value":"%d"}`)},
		{toChannel, "characters of label", 1, 100, text(lines(`"label":"%s"`))},
		{toChannel, "characters of value", 1, 100, text(lines(`"value":"%s"`))},
		{toChannel, "characters of description", 0, 100, text(lines(`"description":"%s"`))},
		{toChannel, "values of a menu", 1, 2, value(inRow(aMenu(`"min_values":0,"max_values":%d,"options":[` +
			each(2, `{"label":"x","value":"%d"}`) + `]`)))},
		{answers, "characters of title", 1, 45, text(aForm(`"title":"%s"`))},
		{answers, "characters of custom_id", 1, 100, text(aForm(`"custom_id":"%s"`))},
		{answers, "rows of components", 1, 5, list(aForm(`"components":[%s]`), aRow(aField(`"custom_id":"%d"`)))},
		{answers, "characters of custom_id", 1, 100, text(inForm(aField(`"custom_id":"%s"`)))},
		{answers, "characters of label", 1, 45, text(inForm(aField(`"label":"%s"`)))},
		{answers, "characters of placeholder", 0, 100, text(inForm(aField(`"placeholder":"%s"`)))},
		{answers, "characters of value", 0, 4000, text(inForm(aField(`"value":"%s"`)))},
		{answers, "characters at most", 3, 4000, value(inForm(aField(`"min_length":3,"max_length":%d`)))},
		{answers, "choices", 0, 25, list(offered, aChoice(`"value":"%d"`))},
		{answers, "characters of name", 1, 100, text(fmt.Sprintf(offered, aChoice(`"name":"%s"`)))},
		{answers, "characters of value", 1, 100, text(fmt.Sprintf(offered, aChoice(`"value":"%s"`)))},
		{registers, "commands", 0, 100, list(`[%s]`, aCommand(`"name":"c%d"`))},
		{registers, "characters of description", 1, 100, text("[" + aCommand(`"description":"%s"`) + "]")},
		{registers, "options", 0, 25, list(withOptions("%s"), anOption(`"name":"o%d"`))},
		{registers, "options", 0, 25, list(sub(`"options":[%s]`), anOption(`"name":"o%d"`))},
		{registers, "characters of description", 1, 100, text(withOptions(anOption(`"description":"%s"`)))},
		{registers, "characters of description", 1, 100, text(sub(`"description":"%s"`))},
		{registers, "choices", 0, 25, list(withOptions(anOption(`"choices":[%s]`)), aChoice(`"value":"%d"`))},
	} {
		for _, n := range []int{max(c.least-1, 0), c.least, c.most, c.most + 1} {
			want := ""
			if n < c.least || n > c.most {
				want = fmt.Sprintf("%d %s, and %d to %d may be", n, c.of, c.least, c.most)
			}
			refused(t, c.route, c.body(n), want)
		}
	}
}

// refused holds that a body is refused for a reason without a document, or is right if want is "".
func refused(t *testing.T, route, body, want string) {
	t.Helper()
	err := judge(&Oracle{t: t}, route, body)
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%s: judged %.300v, want %q\n%.300s", route, err, want, body)
	}
}

// TestJudge_Limits holds bodies with what Discord takes, and with what it refuses for another reason than a span.
func TestJudge_Limits(t *testing.T) {
	for flag := 1; flag < 1<<15; flag <<= 1 {
		want := map[bool]string{false: fmt.Sprintf("the flags %d", flag)}[flag == 4 || flag == 64 || flag == 4096]
		refused(t, answers, fmt.Sprintf(`{"type":4,"data":{"flags":%d}}`, flag), want)
		if flag == 64 {
			want = "only answers to interactions are ephemeral"
		}
		refused(t, toChannel, fmt.Sprintf(`{"flags":%d}`, flag), want)
	}
	const share, twice, noName, noChoices = "cannot share a row", "stands twice in a", "is none, or stands twice",
		"an option that cannot have choices"
	join := `"type":1,"name":"join"`
	letters := func(n int) string { // of a command whose members have 7,991 and that of the last value
		most := func(value string) string { return aChoice(`"name":"` + long(100) + `","value":"` + value + `"`) }
		full := anOption(`"name":"o%d","choices":[` + each(25, aChoice(`"value":"`+long(100)+`"`)) + `]`)
		return withOptions(each(3, full),
			anOption(`"description":"`+long(100)+`","choices":[`+most(long(100))+","+most(long(n-7991))+`]`))
	}
	for _, c := range []struct{ route, body, want string }{
		{toChannel, `{"allowed_mentions":{"parse":[],"users":["1"]}}`, ""},
		{toChannel, `{"allowed_mentions":{"parse":["users"],"users":["1"]}}`, "exclude each other"},
		{toChannel, `{"components":[` + aButton("") + `]}`, "no row with components"},
		{toChannel, inRow(), "no row with components"},
		{toChannel, inRow(each(5, aButton(`"custom_id":"%d"`))), ""},
		{toChannel, inRow(each(6, aButton(`"custom_id":"%d"`))), share},
		{toChannel, inRow(each(2, aMenu(`"custom_id":"%d"`))), share},
		{toChannel, inRow(aMenu(""), aButton("")), share},
		{toChannel, inRow(aButton(""), aMenu("")), share},
		{toChannel, inRow(aField("")), share},
		{answers, inForm(each(2, aField(`"custom_id":"%d"`))), share},
		{answers, inForm(aButton("")), share},
		{toChannel, inRow(aButton(""), aButton("")), twice + " message"},
		{toChannel, `{"components":[` + aRow(aButton("")) + "," + aRow(aButton("")) + `]}`, twice + " message"},
		{toChannel, inRow(`{"type":2,"style":1,"custom_id":"b"}`), "a button without a label"},
		{toChannel, inRow(aMenu(`"options":[` + each(2, `{"label":"%d","value":"v"}`) + `]`)), twice + " menu"},
		{toChannel, inRow(aMenu(`"min_values":1`)), ""},
		{toChannel, inRow(aMenu(`"min_values":2,"options":[` + each(2, `{"label":"x","value":"%d"}`) + `]`)),
			"1 values of a menu, and 2 to 2 may be"},
		{answers, `{"type":8,"data":{"choices":[` + aChoice(`"value":" \u00a0"`) + `]}}`, "a choice of blanks"},
		{registers, "[" + aCommand(`"name":"移"`) + "]", ""},
		{registers, "[" + aCommand(`"name":"`+long(32)+`"`) + "]", ""},
		{registers, "[" + aCommand(`"name":"`+long(33)+`"`) + "]", noName},
		{registers, "[" + aCommand(`"name":"Move"`) + "]", noName},
		{registers, "[" + aCommand(`"name":"mo ve"`) + "]", noName},
		{registers, "[" + aCommand(`"name":""`) + "]", noName},
		{registers, "[" + aCommand("") + "," + aCommand("") + "]", noName},
		{registers, withOptions(anOption(""), anOption("")), noName},
		{registers, withOptions(anOption(join + `,"options":[` + anOption("") + "," + anOption("") + `]`)), noName},
		{registers, withOptions(anOption(`"required":true`), anOption(`"name":"by"`)), ""},
		{registers, withOptions(anOption(""), anOption(`"name":"by","required":true`)), "a required option after one"},
		{registers, withOptions(anOption(`"type":4,"autocomplete":true`)), ""},
		{registers, withOptions(anOption(`"type":5,"autocomplete":true`)), noChoices},
		{registers, withOptions(anOption(`"type":4,"choices":[` + aChoice("") + `]`)), noChoices},
		{registers, withOptions(anOption(`"autocomplete":true,"choices":[` + aChoice("") + `]`)), noChoices},
		{registers, withOptions(anOption(join), anOption("")), "an option beside a subcommand"},
		{registers, withOptions(anOption(""), anOption(join)), "an option beside a subcommand"},
		{registers, letters(8000), ""},
		{registers, letters(8001), "8001 characters of a command, and 0 to 8000 may be"},
	} {
		refused(t, c.route, c.body, c.want)
	}
}
