package request_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/league/request"
	"grognard/rules/must"
)

var noon = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

// docket is a docket with its log.
type docket struct {
	*testing.T
	request.Docket
	log []entry
	now time.Time
}

type entry struct {
	By string
	At time.Time
	request.Event
}

func begin(t *testing.T) *docket { return &docket{T: t, now: noon} }

// takes adds an event, and returns why it was refused, "" for not.
func (d *docket) takes(by string) func(request.Event, error) string {
	return func(e request.Event, err error) string {
		d.Helper()
		var why request.Refusal
		switch {
		case errors.As(err, &why):
			return why.Why
		case err != nil:
			d.Fatal(err)
		}
		must.Do(d.T, d.Apply(by, d.now, e))
		d.log = append(d.log, entry{by, d.now, e})
		return ""
	}
}

// replayed checks that the log, written and read again, leads to the same docket.
func (d *docket) replayed() {
	d.Helper()
	var again request.Docket
	for _, e := range d.log {
		var read entry
		must.Do(d.T, json.Unmarshal(must.Get(json.Marshal(e))(d.T), &read))
		must.Do(d.T, again.Apply(read.By, read.At, read.Event))
	}
	if !reflect.DeepEqual(again, d.Docket) {
		d.Errorf("the log leads to\n%+v and not to\n%+v", again, d.Docket)
	}
}

func running() request.Game {
	return request.Game{Number: 1, Opened: true, Players: [2]string{"anna", "boris"}, Lost: []string{"dora"},
		Pool: []string{"anna", "boris", "carl"}}
}

// What can be asked for is said by how the game is, and nobody else asks.
func TestKinds(t *testing.T) {
	all := []request.Kind{request.Adjourn, request.Adjudicate, request.Forfeit, request.Restore, request.Extend}
	for name, c := range map[string]struct {
		player string
		change func(*request.Game)
		want   []request.Kind
	}{
		"a game that is played":        {"anna", func(*request.Game) {}, all},
		"one that is adjourned":        {"anna", func(g *request.Game) { g.Adjourned = true }, all[1:]},
		"one that is not open":         {"anna", func(g *request.Game) { g.Opened = false }, []request.Kind{request.Forfeit, request.Extend}},
		"one that is over":             {"boris", func(g *request.Game) { g.Over = true }, []request.Kind{request.Correct}},
		"of who has lost his seat":     {"dora", func(*request.Game) {}, []request.Kind{request.Restore}},
		"of his that is over":          {"dora", func(g *request.Game) { g.Over = true }, nil},
		"of nobody":                    {"", func(*request.Game) {}, nil},
		"of another one":               {"carl", func(*request.Game) {}, nil},
		"outside of seasons":           {"anna", func(g *request.Game) { g.Agreed, g.Counts = true, true }, nil},
		"outside of seasons, and over": {"anna", func(g *request.Game) { g.Agreed, g.Counts, g.Over = true, true, true }, []request.Kind{request.Correct, request.Annul}},
		"that counts for nothing":      {"anna", func(g *request.Game) { g.Agreed, g.Over = true, true }, nil},
	} {
		g := running()
		c.change(&g)
		if got := request.Kinds(g, c.player); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// There is one open request of a kind in a game, by a player of it and with a reason; who has made one takes it back.
func TestAsk(t *testing.T) {
	d, g := begin(t), running()
	asks := func(by string, a request.Asking) string { return d.takes(by)(d.Ask(by, a, g)) }
	for _, c := range []struct {
		by   string
		a    request.Asking
		want string
	}{
		{"carl", request.Asking{Kind: request.Adjourn, Game: 1, Reason: "x"}, "not-yours"},
		{"anna", request.Asking{Kind: request.Adjourn, Game: 1, Reason: " \n"}, "reason"},
		{"anna", request.Asking{Kind: request.Adjourn, Game: 1, Reason: strings.Repeat("x", 201)}, "long"},
		{"anna", request.Asking{Kind: request.Correct, Game: 1, Reason: "x"}, "kind"},
		{"anna", request.Asking{Kind: "bribe", Game: 1, Reason: "x"}, "kind"},
		{"anna", request.Asking{Kind: request.Extend, Game: 1, Reason: "x"}, "days"},
		{"anna", request.Asking{Kind: request.Extend, Game: 1, Reason: "x", Days: 61}, "days"},
		{"anna", request.Asking{Kind: request.Extend, Game: 1, Reason: " I am\nill ", Days: 60}, ""},
		{"boris", request.Asking{Kind: request.Extend, Game: 1, Reason: "x", Days: 1}, "asked"},
		{"boris", request.Asking{Kind: request.Forfeit, Game: 1, Reason: "x"}, ""},
	} {
		if got := asks(c.by, c.a); got != c.want {
			t.Errorf("%s, %+v: %q, want %q", c.by, c.a, got, c.want)
		}
	}
	if r := d.Request(1); r.Reason != "I am ill" || r.State != request.Open || r.By != "anna" || d.Request(3) != nil {
		t.Errorf("%+v", d.List)
	}
	for by, want := range map[string]string{"boris": "others", "olga": "others"} {
		if got := d.takes(by)(d.Withdraw(by, 1)); got != want {
			t.Errorf("%s: %q", by, got)
		}
	}
	for _, want := range []string{"", "withdrawn"} {
		if got := d.takes("anna")(d.Withdraw("anna", 1)); got != want {
			t.Errorf("it gives %q, want %q", got, want)
		}
	}
	if got := asks("boris", request.Asking{Kind: request.Extend, Game: 1, Reason: "x", Days: 1}); got != "" {
		t.Errorf("after it was withdrawn: %q", got)
	}
	d.Lapse(1, noon.Add(time.Hour))
	if d.Request(2).State != request.Lapsed || d.Request(1).State != request.Withdrawn {
		t.Errorf("after the game: %+v", d.List)
	}
}

// What a player was refused on appeal he does not ask for anew where it gives a result, and what he has withdrawn twice
// he does not ask for again; the other player may, and so may both in a game that has the number of an undone one.
func TestAsk_AgainAndAgain(t *testing.T) {
	for kind, final := range map[request.Kind]string{request.Forfeit: "final", request.Extend: ""} {
		d, g := begin(t), running()
		a := request.Asking{Kind: kind, Game: 1, Reason: "x", Days: 3}
		refused := request.Decision{Request: 1, Reason: "no"}
		steps := []string{d.takes("anna")(d.Ask("anna", a, g)),
			d.takes("olga")(d.Decide(request.Judge{Name: "olga", Organisers: []string{"olga"}}, refused, g, noon)),
			d.takes("anna")(d.Appeal("anna", request.Appeal{Request: 1, Reason: "but"}, g))}
		refused.Appeal = true
		second := request.Judge{Name: "paul", Organisers: []string{"olga", "paul"}}
		steps = append(steps, d.takes("paul")(d.Decide(second, refused, g, noon)), d.takes("anna")(d.Ask("anna", a, g)))
		if want := []string{"", "", "", "", final}; !slices.Equal(steps, want) {
			t.Errorf("%s: %q, want %q", kind, steps, want)
		}
		if final == "" {
			steps = []string{d.takes("anna")(d.Withdraw("anna", 2))}
		} else {
			steps = []string{d.takes("boris")(d.Ask("boris", a, g)), d.takes("boris")(d.Withdraw("boris", 2))}
		}
		by := d.Request(2).By
		other := map[string]string{"anna": "boris", "boris": "anna"}[by]
		steps = append(steps, d.takes(by)(d.Ask(by, a, g)), d.takes(by)(d.Withdraw(by, 3)), d.takes(by)(d.Ask(by, a, g)))
		if got := steps[len(steps)-1]; got != "withdrawn-often" {
			t.Errorf("%s: withdrawn twice, %q", kind, steps)
		}
		if got := d.takes(other)(d.Ask(other, a, g)); got != final {
			t.Errorf("%s: the other one %q", kind, got)
		}
		d.Undo(1, g.Players, noon)
		for _, player := range g.Players {
			a.Kind = map[string]request.Kind{"anna": kind, "boris": request.Adjudicate}[player]
			if got := d.takes(player)(d.Ask(player, a, g)); got != "" {
				t.Errorf("%s: in another game %s: %q", kind, player, got)
			}
		}
	}
}

// Only an organiser decides who plays neither in the game nor in its pool, once, and says why.
func TestDecide_WhoMay(t *testing.T) {
	organisers := []string{"olga", "anna", "carl", "dora", "paul"}
	for name, c := range map[string]struct {
		by   string
		dec  request.Decision
		want string
	}{
		"an organiser":                   {"olga", request.Decision{Grant: true, Reason: "x", Days: 7}, ""},
		"a player of the game":           {"anna", request.Decision{Grant: true, Reason: "x", Days: 7}, "own-game"},
		"who has lost a seat in it":      {"dora", request.Decision{Reason: "x"}, "own-game"},
		"one of its pool":                {"carl", request.Decision{Reason: "x"}, "own-pool"},
		"a player who organises nothing": {"boris", request.Decision{Reason: "x"}, "not-organiser"},
		"nobody":                         {"", request.Decision{Reason: "x"}, "not-organiser"},
		"without a reason":               {"olga", request.Decision{Grant: true, Days: 7}, "reason"},
		"for too many days":              {"olga", request.Decision{Grant: true, Reason: "x", Days: 999}, "days"},
		"as if it were an appeal":        {"olga", request.Decision{Appeal: true, Reason: "x"}, "decided"},
		"another request":                {"olga", request.Decision{Request: 7, Reason: "x"}, "unknown"},
	} {
		d, g := begin(t), running()
		if why := d.takes("boris")(d.Ask("boris", request.Asking{Kind: request.Extend, Game: 1, Reason: "x", Days: 3}, g)); why != "" {
			t.Fatal(why)
		}
		c.dec.Request = max(c.dec.Request, 1)
		j := request.Judge{Name: c.by, Organisers: organisers}
		if got := d.takes(c.by)(d.Decide(j, c.dec, g, noon)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want != "" && (d.Request(1).State != request.Open || len(d.log) != 1) {
			t.Errorf("%s: what was refused is in the log, or has changed %+v", name, d.List)
		}
		if got := d.takes(c.by)(d.Decide(j, c.dec, g, noon)); c.want == "" && got != "decided" {
			t.Errorf("%s a second time: %q", name, got)
		}
	}
}

// An appeal is made once, by either player, and is for another organiser, or for the same if there is no other.
func TestAppeal(t *testing.T) {
	for name, c := range map[string]struct {
		organisers []string
		by         string // who decides on the appeal
		after      time.Duration
		agreed     bool
		want       string
	}{
		"the same organiser, as there is another":  {[]string{"olga", "paul"}, "olga", 0, false, "other-organiser"},
		"another organiser":                        {[]string{"olga", "paul"}, "paul", 0, false, ""},
		"the same, as the other one plays":         {[]string{"olga", "carl"}, "olga", 0, false, ""},
		"another manager":                          {nil, "paul", 0, true, ""},
		"the same manager, before three days":      {nil, "olga", request.Patience - 1, true, "other-first"},
		"the same manager, after three days":       {nil, "olga", request.Patience, true, ""},
		"a player of the game who is its manager":  {nil, "anna", 0, true, "own-game"},
		"who is an organiser no longer":            {[]string{"paul"}, "olga", 0, false, "not-organiser"},
		"an organiser who plays in the pool":       {[]string{"olga", "carl"}, "carl", 0, false, "own-pool"},
		"a player who has made himself organiser?": {[]string{"olga", "boris"}, "boris", 0, false, "own-game"},
	} {
		d, g := begin(t), running()
		g.Over, g.Agreed, g.Counts = true, c.agreed, true
		wrong := request.Asking{Kind: request.Correct, Game: 1, Reason: "We drew."}
		no := request.Appeal{Request: 1, Reason: "By 9.4 it is a draw.", Cites: "9.4"}
		steps := []string{d.takes("anna")(d.Ask("anna", wrong, g)), d.takes("boris")(d.Appeal("boris", no, g))}
		first := request.Judge{Name: "olga", Organisers: []string{"olga"}, Manages: true}
		steps = append(steps, d.takes("olga")(d.Decide(first, request.Decision{Request: 1, Reason: "no"}, g, d.now)),
			d.takes("carl")(d.Appeal("carl", no, g)), d.takes("boris")(d.Appeal("boris", no, g)),
			d.takes("anna")(d.Appeal("anna", no, g)))
		if want := []string{"", "undecided", "", "not-yours", "", "appealed"}; !slices.Equal(steps, want) {
			t.Fatalf("%s: %q, want %q", name, steps, want)
		}
		d.now = d.now.Add(c.after)
		j := request.Judge{Name: c.by, Organisers: c.organisers, Manages: true}
		dec := request.Decision{Request: 1, Appeal: true, Grant: true, Reason: "yes"}
		if got := d.takes(c.by)(d.Decide(j, dec, g, d.now)); c.want == "" && got != "result" {
			t.Errorf("%s, without a result: %q", name, got)
		}
		dec.Points = &[2]int{1, 1}
		if got := d.takes(c.by)(d.Decide(j, dec, g, d.now)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want == "" {
			steps = []string{d.takes(c.by)(d.Decide(j, dec, g, d.now)), d.takes("anna")(d.Appeal("anna", no, g))}
			if want := []string{"decided", "appealed"}; !slices.Equal(steps, want) {
				t.Errorf("%s: it is not final: %q", name, steps)
			}
		}
		d.replayed()
	}
}

// A result is asked for where it does not follow by itself.
func TestNeedsResult(t *testing.T) {
	type decision struct{ first, appeal, grant bool } // first is how the first one was
	for kind, want := range map[request.Kind][]decision{
		request.Adjudicate: {{grant: true}, {true, true, false}, {false, true, true}},
		request.Correct:    {{grant: true}, {true, true, false}, {false, true, true}},
		request.Forfeit:    {{true, true, false}},
		request.Annul:      {{true, true, false}},
		request.Extend:     nil, request.Adjourn: nil, request.Restore: nil,
	} {
		for i := range 8 {
			c := decision{i&1 > 0, i&2 > 0, i&4 > 0}
			r := &request.Request{Asking: request.Asking{Kind: kind}}
			if c.appeal {
				r.Decisions = []request.Decided{{Decision: request.Decision{Grant: c.first}}}
			} else if c.first {
				continue
			}
			got := request.NeedsResult(r, request.Decision{Appeal: c.appeal, Grant: c.grant})
			if got != slices.Contains(want, c) {
				t.Errorf("%s, %+v: %v", kind, c, got)
			}
		}
	}
}

// An adjourned game goes on by a player of it, or by an organiser who may decide about it, once.
func TestTakeUp(t *testing.T) {
	for by, want := range map[string]string{"anna": "", "boris": "", "olga": "", "carl": "not-yours", "": "not-yours",
		"zoe": "not-yours"} {
		d, g := begin(t), running()
		j := request.Judge{Name: "olga", Organisers: []string{"olga", "carl"}}
		d.takes("anna")(d.Ask("anna", request.Asking{Kind: request.Adjourn, Game: 1, Reason: "x"}, g))
		early := d.takes("anna")(d.TakeUp(request.Judge{Name: "anna"}, 1, g))
		d.takes("olga")(d.Decide(j, request.Decision{Request: 1, Grant: true, Reason: "x"}, g, noon))
		g.Adjourned = true
		j.Name = by
		got := d.takes(by)(d.TakeUp(j, 1, g))
		g.Adjourned = got != ""
		if late := d.takes("anna")(d.TakeUp(request.Judge{Name: "anna"}, 1, g)); early != "not-adjourned" || got != want ||
			got == "" && late != "not-adjourned" {
			t.Errorf("%q: before %q, now %q, after %q; want %q", by, early, got, late, want)
		}
	}
}

// Whatever is tried in whatever order: each request is decided at most once, and once more on appeal, by somebody who
// may; nothing is decided that was withdrawn or has lapsed; and the log leads to the same docket.
func TestDocket_AnyOrder(t *testing.T) {
	people := []string{"anna", "boris", "carl", "dora", "olga", "paul", "zoe", ""}
	kinds := []request.Kind{request.Adjourn, request.Adjudicate, request.Forfeit, request.Restore, request.Extend,
		request.Correct, request.Annul}
	total := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		d, g := begin(t), running()
		g.Agreed, g.Counts = seed%4 == 0, true
		organisers := []string{"olga", "carl", "anna", "paul"}[:1+r.IntN(4)]
		for range 120 {
			d.now = d.now.Add(time.Duration(r.IntN(30)) * time.Hour)
			by, n := people[r.IntN(len(people))], r.IntN(max(len(d.List), 1))+1
			j := request.Judge{Name: by, Organisers: organisers, Manages: slices.Contains(organisers, by)}
			if r.IntN(12) == 0 {
				g.Over = !g.Over && g.Agreed || r.IntN(3) == 0
			}
			if r.IntN(6) == 0 {
				g.Adjourned = !g.Adjourned
			}
			switch r.IntN(6) {
			case 0, 1:
				a := request.Asking{Kind: kinds[r.IntN(len(kinds))], Game: 1, Reason: "x", Days: r.IntN(9)}
				d.takes(by)(d.Ask(by, a, g))
			case 2:
				d.takes(by)(d.Withdraw(by, n))
			case 3, 4:
				dec := request.Decision{Request: n, Appeal: r.IntN(2) == 0, Grant: r.IntN(2) == 0, Reason: "x", Days: r.IntN(9)}
				if r.IntN(2) == 0 {
					dec.Points = &[2]int{1, 1}
				}
				was := d.Docket
				if d.takes(by)(d.Decide(j, dec, g, d.now)) == "" {
					total++
					if slices.Contains([]string{"anna", "boris", "carl", "dora"}, by) || !slices.Contains(organisers, by) {
						t.Fatalf("seed %d: %q has decided", seed, by)
					}
					if before := was.Request(n); !before.Waits() || dec.Appeal != (before.State == request.Appealed) {
						t.Fatalf("seed %d: %+v was decided by %+v", seed, before, dec)
					}
				}
			default:
				d.takes(by)(d.Appeal(by, request.Appeal{Request: n, Reason: "x"}, g))
			}
		}
		for _, x := range d.List {
			if len(x.Decisions) > 2 || len(x.Decisions) == 2 && x.Appealed == nil ||
				len(x.Decisions) > 0 && x.State == request.Withdrawn {
				t.Fatalf("seed %d: %+v", seed, x)
			}
			open := slices.DeleteFunc(slices.Clone(d.List), func(o request.Request) bool {
				return o.Kind != x.Kind || o.State != request.Open
			})
			if len(open) > 1 {
				t.Fatalf("seed %d: %d open requests: %+v", seed, len(open), open)
			}
		}
		d.replayed()
	}
	if total < 200 {
		t.Errorf("in all these only %d were decided", total)
	}
}

// An event that does not fit is an error: the log is not one of requests.
func TestApply_DoesNotFit(t *testing.T) {
	for name, e := range map[string]request.Event{
		"nothing":                  {},
		"a decision on nothing":    {Decided: &request.Decision{Request: 1}},
		"a second decision":        {Decided: &request.Decision{Request: 2}},
		"an appeal's without one":  {Decided: &request.Decision{Request: 2, Appeal: true}},
		"withdrawn, and decided":   {Withdrawn: 2},
		"a call for what is over":  {Called: &request.Calling{Request: 2}},
		"a thread without appeal":  {Heard: &request.Hearing{Request: 2}},
		"taken up, never granted":  {TakenUp: 2},
		"an appeal before its due": {Appealed: &request.Appeal{Request: 3}},
	} {
		d, g := begin(t), running()
		for _, kind := range []request.Kind{request.Adjourn, request.Forfeit, request.Adjudicate} {
			d.takes("anna")(d.Ask("anna", request.Asking{Kind: kind, Game: 1, Reason: "x"}, g))
		}
		j := request.Judge{Name: "olga", Organisers: []string{"olga"}}
		d.takes("anna")(d.Withdraw("anna", 1))
		d.takes("olga")(d.Decide(j, request.Decision{Request: 2, Reason: "x"}, g, noon))
		if err := d.Apply("", noon, e); err == nil {
			t.Errorf("%s is taken: %+v", name, d.List)
		}
	}
}
