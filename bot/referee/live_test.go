package referee

import (
	"testing"
	"time"

	"grognard/rules/view"
	"grognard/storage"
)

// Whether a player is called depends on what everybody has heard of alone: an act of which
// the other side hears nothing yet shows by no call, and by none that is missing.
func TestACallBetraysNothing(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		by    string
		did   *body // by Red's player, twenty minutes after the beginning
		after time.Duration
		want  bool
	}{
		"who is away is called":                  {by: "anna", after: 30 * time.Minute, want: true},
		"a silent order is no sign of him":       {by: "anna", did: &body{Ordered: &played{}}, after: 21 * time.Minute, want: true},
		"nor is one that was silently undone":    {by: "anna", did: &body{Undone: &undone{}}, after: 21 * time.Minute, want: true},
		"what all heard of is":                   {by: "anna", did: &body{Ordered: &played{Told: true}}, after: 21 * time.Minute},
		"and the end of a phase":                 {by: "anna", did: &body{Ordered: &played{Closes: true}}, after: 21 * time.Minute},
		"and an offer":                           {by: "anna", did: &body{Proposed: &proposed{}}, after: 21 * time.Minute},
		"for ten minutes":                        {by: "anna", did: &body{Ordered: &played{Told: true}}, after: 30 * time.Minute, want: true},
		"who gives the command is not called":    {by: "boris", after: 30 * time.Minute},
		"a clock put back keeps nobody unawares": {by: "anna", did: &body{Ordered: &played{Told: true}}, after: 10 * time.Minute, want: true},
	} {
		g := &game{frame: frame{Seats: []player{{Side: "blue", User: "anna"}, {Side: "red", User: "boris"}}}}
		g.follow(step{storage.Row{Seq: 4, By: "boris", At: noon}, body{Started: &played{}}})
		if c.did != nil {
			g.follow(step{storage.Row{Seq: 5, By: "boris", At: noon.Add(20 * time.Minute)}, *c.did})
		}
		n := &news{command: &command{by: c.by, at: noon.Add(c.after)}}
		if got := n.wakes(g.of("red"), []string{"boris"}); got != c.want {
			t.Errorf("%s: called is %t", name, got)
		}
	}
}

// The message of a request for an undo stays as it is when an order overtakes it of which
// nobody is told: the edit would tell of the order.
func TestARequestIsNotClosedByASilentOrder(t *testing.T) {
	request := message{UndoAsked, 7}
	here := view.Standing{}
	for name, c := range map[string]struct {
		said  body
		told  bool
		lives bool
	}{
		"a silent order":          {said: body{Ordered: &played{}}, lives: true},
		"an order that is told":   {said: body{Ordered: &played{}}, told: true},
		"an offer, while it runs": {said: body{Proposed: &proposed{}}, told: true, lives: true},
		"its answer":              {said: body{UndoDenied: &undoDenied{}}, told: true},
	} {
		n := &news{live: []message{request}, command: &command{seq: 9, said: c.said, change: change{before: here, after: here}}}
		n.pass()
		if c.told {
			n.tell(News)
		}
		n.lapse()
		if lives := len(n.live) == 1; lives != c.lives || lives == (len(n.list) == 2) {
			t.Errorf("%s: the message lives %t, told is %+v", name, lives, n.list)
		}
	}
}
