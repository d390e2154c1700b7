package requests

import (
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/league"
	"grognard/bot/league/request"
	"grognard/bot/league/season"
	"grognard/rules/must"
)

// A request about a game that was undone names its own players in the record, and not those of the game that has its
// number now; nothing is told or done about it there.
func TestRecord_RoundUndone(t *testing.T) {
	words := must.Get(ask.NewWords(nil))(t)
	f := New(Options{Messages: words})
	names := map[string]string{"anna": "1000000000000000001", "boris": "1000000000000000002",
		"olga": "1000000000000000003"}
	v := league.View{Names: names}
	v.Games = []season.Game{{Number: 1, Pair: season.Pair{First: "olga", Second: "anna"}}}
	v.Requests.List = []request.Request{{Number: 1, By: "anna", State: request.Lapsed, Undone: [2]string{"anna", "boris"},
		Asking: request.Asking{Kind: request.Extend, Game: 1, Reason: "please"}}}
	r := v.Requests.Request(1)
	text := f.entry(words.InChannel(), v, r)
	if !strings.Contains(text, names["boris"]) || strings.Contains(text, names["olga"]) {
		t.Errorf("the record says %s", text)
	}
	if list := f.buttons(ask.Request{Localizer: words.InChannel()}, v, r); len(list) > 0 {
		t.Errorf("it has the buttons %v", list)
	}
	told, err := f.Tell(t.Context(), v, league.News{Entry: season.Entry{By: "boss", Event: season.Event{
		Request: &request.Event{Decided: &request.Decision{Request: 1}}}}}) // else it has no table to look at, and panics
	if !told || err != nil {
		t.Errorf("told %v, %v", told, err)
	}
}
