// Package ask has what a user asks and what an answer needs: requests in their language, permissions, commands and
// presses as entries of a table, the kit of an answer, suggestions while something is typed.
//
//	m := ask.TypedCommand{Verb: "roll", Values: map[string]string{"dice": "2d6"}}
//	fmt.Println(m.With("label", "supply").ID(page.PressShare))
//
// It may import page and what that may. Of the referee it knows the methods of Referee, which any answer may need;
// handlers declare what else they use. It must not know who answers, nor any single command.
package ask
