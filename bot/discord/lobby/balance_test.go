package lobby_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/rules/must"
)

// From 20 rated games of a scenario on its balance is told where the bids begin, and the first bid that is offered is
// for the side that has won more.
func TestBid_BeginsWithTheFavouredSide(t *testing.T) {
	for name, c := range map[string]struct {
		games, red int // and how many of them Red has won
		balance    string
		offered    string
	}{
		"19 games":     {19, 15, "", "Blue: 1"},
		"Blue favours": {20, 5, "In 20 rated games here the Blue side won", "Blue: 1"},
		"Red favours":  {20, 15, "In 20 rated games here the Blue side won", "Red: 1"},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.New(t)
			file := "date,first,second,result,module,side\n"
			for i := range c.games {
				day := time.Date(2025, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
				side := []string{"Blue", "Red"}[i%2]
				result := "1-0"
				if (i < c.red) == (side == "Blue") {
					result = "0-1"
				}
				file += fmt.Sprintf("%s,%s,%s,%s,bcs-drill,%s\n", day, f.Anna.User().ID, f.Boris.User().ID, result, side)
			}
			var taken struct{ Name string }
			must.Do(t, f.Anna.Post(f.Ctx, "/table/upload", map[string]any{"name": "old.csv", "data": []byte(file)}, &taken))
			f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/league import:"+taken.Name), "Import"), fmt.Sprint(c.games, " results"))
			f.Says(f.Anna, "/seek module:bcs-drill side:bid", "Your request is posted here")
			f.Tap(f.Boris, f.AwaitPosted(f.Olga, "**Opponent wanted**"), "Play")
			begins := f.AwaitPosted(f.Olga, "**Bids for the sides**", c.balance)
			if strings.Contains(begins.Content, "rated games here") != (c.balance != "") {
				t.Error(begins.Content)
			}
			discordtest.Equal(t, "the first bid that is offered is %s, want %s", discordtest.Labels(begins)[0], c.offered)
		})
	}
}
