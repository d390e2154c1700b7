package roles_test

import (
	"fmt"
	"log"

	"grognard/bot/localtable"
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/place"
	"grognard/bot/localtable/roles"
)

func Example() {
	table, failed := localtable.New(localtable.Options{})
	if failed != nil {
		log.Fatal(failed)
	}
	defer table.Close()
	failed = table.Change(func(announcer *announce.Announcer) error {
		guild := announcer.Table.Guild(localtable.GuildID)

		id, err := roles.Make(announcer, guild, roles.New{Name: "Veteran"})
		routes := roles.Routes(announcer) // GET of a server's roles, PUT and DELETE of a member's role
		g, user := &place.Guild{Roles: []place.Role{{ID: id, Members: []string{"42"}}}}, "42"
		held := roles.Held(g, user) // identifiers
		fmt.Println(len(routes), held[0] == id)
		return err
	})
	fmt.Println(failed)
	// Output:
	// 3 true
	// <nil>
}
