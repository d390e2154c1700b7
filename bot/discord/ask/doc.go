// Package ask has what a user asks and what an answer needs: requests in their language, permissions, commands and
// presses as entries of a table, the kit of an answer, suggestions while something is typed. A button's ID is made so:
//
//	m := ask.TypedCommand{Verb: "roll", Values: map[string]string{"dice": "2d6"}}
//	fmt.Println(m.With("label", "supply").ID(page.PressShare))
//
// It may import page and what that may, catalogue, invitation, limit, render and the referee's views. Of the
// referee it calls only what Referee declares; handlers declare more. It must not know who answers, nor any command.
package ask
