package sheet_test

import (
	"bytes"
	"fmt"
	"log"
	"time"

	"grognard/bot/league/overview"
	"grognard/bot/league/season"
	"grognard/bot/league/sheet"
)

func Example() {
	s, names := season.Season{}, map[string]string{"player 1": "Anna"}
	event, err := season.Announce(season.DefaultTerms("Summer"))
	if err != nil {
		log.Fatal(err)
	}
	at := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	if err := s.Apply(season.Entry{At: at, By: "player 1", Event: event}); err != nil {
		log.Fatal(err)
	}
	files, err := sheet.Of(overview.Of(&s, names))
	for _, f := range files {
		fmt.Printf("%s: %q\n", f.Name, bytes.SplitAfter(f.Data, []byte("\r\n"))[0])
	}
	fmt.Println(err)
	// Output:
	// season.csv: "\ufeffkey,value\r\n"
	// players.csv: "\ufeffid,name,reserve,left,ladder\r\n"
	// results.csv: "\ufeffgame,round,playOff,paired,deadline,pool,first,firstName,second,secondName,repeats,challenger,module,scenario,clock,firstSide,secondSide,opened,ended,firstPoints,secondPoints,margin,unplayed,bye,clockRanOut,how,ruledBy,reason,annulled,counts,firstAsked,firstLate,secondAsked,secondLate\r\n"
	// standings.csv: "\ufeffpool,place,player,name,points,played,won,drawn,lost,unplayed,head-to-head,sonneborn-berger,buchholz,wins,margin,clocks,best,worst,moves,out\r\n"
	// <nil>
}
