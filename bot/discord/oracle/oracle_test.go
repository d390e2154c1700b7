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
