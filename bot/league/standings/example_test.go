package standings_test

import (
	"fmt"

	"grognard/bot/league/standings"
)

func Example() {
	players := []string{"anna", "boris"}
	results := []standings.Result{{First: "anna", Second: "boris", Points: [2]int{0, 2}, Margin: -3}}
	rows := standings.Table(players, results, []standings.TieBreak{standings.HeadToHead, standings.Margin})
	fmt.Println(rows[0].Player, rows[0].Place, rows[0].Points)
	// Output: boris 1 2
}
