package season_test

import (
	"errors"
	"testing"

	"grognard/bot/league/request"
	"grognard/bot/league/season"
)

// Who has decided first takes the office from the only other organiser in vain, before the appeal or after it: he does
// not decide on it himself. Where he was alone from the beginning he does.
func TestAppeal_OtherOrganiserRemoved(t *testing.T) {
	for _, c := range []struct {
		removed string
		want    string
	}{{"before the request", ""}, {"before the appeal", "other-organiser"}, {"after the appeal", "other-organiser"}} {
		r := judged(t, func(*season.Terms) {})
		remove := func(when string) {
			if when == c.removed {
				r.does("boss")(r.Hand("boss", season.Office{Player: "paul", Ends: true}))
			}
		}
		asker := r.Game(1).Pair.First
		remove("before the request")
		r.asks(asker, request.Extend, 1, 7)
		r.decides("boss", decision(1, false))
		remove("before the appeal")
		r.does(asker)(season.Appeal(&r.Season, asker, request.Appeal{Request: 1, Reason: "no", Channel: "12"}))
		remove("after the appeal")
		d := decision(1, true)
		d.Appeal = true
		_, err := season.Decide(&r.Season, request.Judge{Name: "boss"}, d, r.now)
		if why, _ := errors.AsType[request.Refusal](err); why.Why != c.want {
			t.Errorf("removed %s: %v, want %q", c.removed, err, c.want)
		}
		r.does("boss")(r.Hand("boss", season.Office{Player: "olga"}))
		r.decides("olga", d)
		r.replayed()
	}
}
