package wire_test

import (
	"encoding/json"
	"fmt"
	"log"

	"grognard/bot/localtable/wire"
)

func Example() {
	received := `{"id":"1200","channel_id":"1199","author":{"username":"Grognard","bot":true},"content":"**Turn 1**",
		"attachments":[{"filename":"map.png","url":"/attachments/9f/map.png","description":"The map of turn 1"}],
		"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Done","custom_id":"done"}]}]}`
	var m wire.Message
	err := json.Unmarshal([]byte(received), &m)
	if err != nil {
		log.Fatal(err)
	}
	button := m.Components[0].Components[0]
	fmt.Println(m.Content, m.Attachments[0].Description, button.Type == wire.Button, button.CustomID)
	// Output: **Turn 1** The map of turn 1 true done
}
