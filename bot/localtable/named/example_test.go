package named_test

import (
	"fmt"
	"log"
	"time"

	"grognard/bot/localtable/named"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

func Example() {
	table, err := state.Open(state.Options{Users: []string{"Anna"}, Now: time.Now})
	if err != nil {
		log.Fatal(err)
	}
	id, resolved := named.Value(table, wire.UserOption, "@anna"), map[string]map[string]any{}
	named.Resolve(table, resolved, wire.UserOption, id, id)
	fmt.Println(id == table.Members[0].ID, len(resolved["users"]), named.What(wire.UserOption))
	// Output: true 1 user
}
