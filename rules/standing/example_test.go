package standing_test

import (
	"errors"
	"fmt"
	"log"

	"grognard/rules"
	"grognard/rules/standing"
)

func Example() {
	d, err := rules.Modules().Load("drill")
	if err != nil {
		log.Fatal(err)
	}
	pos, err := rules.Setup(d, "")
	if err != nil {
		log.Fatal(err)
	}
	match, err := rules.New(d, pos)
	if err != nil {
		log.Fatal(err)
	}
	words, err := match.StandingWords("red") // the vocabulary of a game of the series
	if err != nil {
		log.Fatal(err)
	}

	text := "at:13.10 hold if steps>1 else retreat to:15.11\ntype:armour ask me within 6 h"
	set, err := standing.Read(text, words)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(set)                 // in its canonical form
	plain := set.Lines[1].Say(words) // for the catalogue to put in words
	fmt.Println(plain)

	_, err = standing.Read("at:13.10 hald if steps>1", words)
	if problem := (*standing.Problem)(nil); errors.As(err, &problem) {
		fmt.Println("line", problem.Line, "column", problem.Column, "word", problem.Word, "perhaps", problem.Nearest)
	}
	// Output:
	// at:13.10 hold if steps>1 else retreat to:15.11
	// type:armour ask me within 6 hours
	// standing.within line=standing.line where=[standing.where-units units=[standing.type symbol=armour]] does=standing.ask n=6
	// line 1 column 4 word 13.10 perhaps [east west]
}
