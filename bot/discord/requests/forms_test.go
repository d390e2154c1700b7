package requests

import (
	"testing"

	"grognard/bot/league"
	"grognard/bot/league/request"
)

// A player who has his data deleted between his request and the answer to it has no request any more.
func TestLastOf_Forgotten(t *testing.T) {
	v := league.View{Names: map[string]string{"player 1": "10", "player 2": "20"}}
	for i, by := range []string{"player 1", "player 1", "player 2"} {
		v.Requests.List = append(v.Requests.List, request.Request{Number: i + 1, By: by})
	}
	if r := lastOf(v, v.Of("10")); r == nil || r.Number != 2 {
		t.Errorf("the last request of the first player is %+v", r)
	}
	if r := lastOf(v, v.Of("30")); r != nil {
		t.Errorf("who was forgotten has made %+v", r)
	}
}
