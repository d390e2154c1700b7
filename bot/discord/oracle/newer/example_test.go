package newer_test

import (
	"encoding/json"
	"fmt"

	"grognard/bot/discord/oracle/newer"
)

func Example() {
	text := map[string]any{"type": json.Number("10"), "content": "once"}
	body := map[string]any{"flags": json.Number("32768"), "content": "twice", "components": []any{text}}
	fmt.Println(newer.Check(body))
	// Output: a message in the newer layout has content
}
