package request_test

import (
	"errors"
	"fmt"
	"time"

	"grognard/bot/league/request"
)

func Example() {
	at := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

	var d request.Docket
	g := request.Game{Number: 1, Opened: true, Players: [2]string{"anna", "boris"}}
	asked, err := d.Ask("anna", request.Asking{Kind: request.Adjourn, Game: 1, Reason: "I move house."}, g)
	err = errors.Join(err, d.Apply("anna", at, asked))
	judge := request.Judge{Name: "olga", Organisers: []string{"olga"}}
	decision := request.Decision{Request: 1, Grant: true, Reason: "Until May."}
	decided, failed := d.Decide(judge, decision, g, at)
	err = errors.Join(err, failed, d.Apply("olga", at, decided))
	fmt.Println(d.Request(1).State, err)
	// Output: granted <nil>
}
