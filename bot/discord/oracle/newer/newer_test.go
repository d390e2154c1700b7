package newer_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"grognard/bot/discord/oracle/newer"
	"grognard/rules/must"
)

func object(t testing.TB, text string) (o map[string]any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	must.Do(t, d.Decode(&o))
	return o
}

func some(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }

func TestCheck_Facts(t *testing.T) {
	const word, button = `{"type":10,"content":"x"}`, `"accessory":{"type":2,"custom_id":"x"}`
	section := func(n int) string { return `{"type":9,"components":[` + some(n, word) + `],` + button + `}` }
	long := `{"type":10,"content":"` + strings.Repeat("é", 2000) + `"}`
	for name, c := range map[string]struct {
		body string
		ok   bool
	}{
		"40 components":            {`{"content":null,"components":[` + some(40, word) + `]}`, true},
		"41 in a container":        {`{"components":[{"type":17,"components":[` + some(40, word) + `]}]}`, false},
		"8 sections":               {`{"components":[` + some(8, section(3)) + `]}`, true}, // 8 × 5
		"an accessory too many":    {`{"components":[` + some(8, section(3)) + `,` + word + `]}`, false},
		"none":                     {`{"components":[]}`, false},
		"4,000 characters":         {`{"components":[` + some(2, long) + `]}`, true},
		"4,001 characters":         {`{"components":[` + some(2, long) + `,` + word + `]}`, false},
		"content":                  {`{"content":"","components":[` + word + `]}`, false},
		"embeds":                   {`{"embeds":[],"components":[` + word + `]}`, false},
		"a section of no text":     {`{"components":[` + section(0) + `]}`, false},
		"a section of four texts":  {`{"components":[` + section(4) + `]}`, false},
		"a section without button": {`{"components":[{"type":9,"components":[` + word + `]}]}`, false},
	} {
		if err := newer.Check(object(t, c.body)); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckPromise_Flag(t *testing.T) {
	for kind, refused := range map[int]bool{4: false, 5: true, 6: true, 7: false} {
		answer := fmt.Sprintf(`{"type":%d,"data":{"flags":%d}}`, kind, newer.Flag|64)
		if err := newer.CheckPromise(object(t, answer)); (err != nil) != refused {
			t.Errorf("type %d: %v", kind, err)
		}
	}
	must.Do(t, newer.CheckPromise(object(t, `{"type":5,"data":{"flags":64}}`)))
	must.Do(t, newer.CheckPromise(object(t, `{"type":6}`)))
}
