// Package api has the words that the referee and its callers share: what everybody may know of a game (Table, Seat,
// Clock), the kinds of messages that are sent and their content (Notification), and the refusals that are about the
// table and not about a rule.
//
//	table := api.Table{Seats: []api.Seat{{Side: order.Nation{ID: "german"}, User: "anna"}}}
//	fmt.Println(table.Plays("anna", "german"))
//
// It may import what players read: orders, views, clocks and calendars. It must not know the rules, so that no type
// here can have a match: package bot/discord imports this package and never bot/referee/ledger.
//
// Limits: it decides nothing; a Table is a copy, as old as the call that returned it.
package api
