package lobby_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/bid"
	"grognard/bot/league/lobby"
	"grognard/rules/must"
)

// hall is a lobby with its log, in which time passes.
type hall struct {
	*testing.T
	lobby.Lobby
	now   time.Time
	games []lobby.Match
	meets func(lobby.Match) // is told of each game; nil for nobody
	log   []entry
}

// entry is an event in the log.
type entry struct {
	by   string
	at   time.Time
	body []byte
	game int
}

func enter(t *testing.T) *hall { return &hall{T: t, now: time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC)} }

func (h *hall) add(by string, e lobby.Event) {
	h.Helper()
	h.log = append(h.log, entry{by, h.now, must.Get(json.Marshal(e))(h.T), len(h.games) + 1})
	must.Do(h.T, h.Apply(by, h.now, e, len(h.games)+1))
	if e.Met != nil {
		h.games = append(h.games, *e.Met)
		if h.meets != nil {
			h.meets(*e.Met)
		}
	}
}

// seek puts a request into the lobby, and carries out what is due.
func (h *hall) seek(by string, w lobby.Wish) {
	h.Helper()
	w.Word, w.Secret = by, sealed(by)
	if w.Modules == nil {
		w.Modules = []string{"drill"}
	}
	h.add(by, must.Get(h.Seek(by, w))(h.T))
	h.due()
}

func (h *hall) due() {
	h.Helper()
	for list := h.Due(h.now); len(list) > 0; list = h.Due(h.now) {
		h.add("", list[0])
	}
}

// same checks that the log, read again, leads to the same lobby.
func (h *hall) same() {
	h.Helper()
	var again lobby.Lobby
	for _, e := range h.log {
		var event lobby.Event
		must.Do(h.T, json.Unmarshal(e.body, &event))
		must.Do(h.T, again.Apply(e.by, e.at, event, e.game))
	}
	if !reflect.DeepEqual(again, h.Lobby) {
		h.Errorf("the log says %+v, and it was %+v", again, h.Lobby)
	}
}

// pass lets time pass, and carries out what is due on the way.
func (h *hall) pass(long time.Duration) {
	h.Helper()
	until := h.now.Add(long)
	for at := h.Next(h.now); !at.IsZero() && !at.After(until); at = h.Next(h.now) {
		h.now = at
		h.due()
	}
	h.now = until
}

// sealed is a secret of the length that secrets have.
func sealed(name string) []byte { return append(make([]byte, 32), name...) }

// hours is a mask of the hours of a day from one on.
func hours(from, n int) (mask uint32) {
	for i := range n {
		mask |= 1 << ((from + i) % 24)
	}
	return mask
}

// What goes together is paired at once, what does not waits, and each says why.
func TestPair(t *testing.T) {
	day := lobby.Wish{Awake: hours(8, 16)}
	with := func(change func(*lobby.Wish)) lobby.Wish {
		w := day
		change(&w)
		return w
	}
	for name, c := range map[string]struct {
		first, second lobby.Wish
		clash         string
	}{
		"alike": {day, day, ""},
		"another game": {with(func(w *lobby.Wish) { w.Modules = []string{"afb"} }),
			with(func(w *lobby.Wish) { w.Modules = []string{"drill"} }), "module"},
		"one of two games": {with(func(w *lobby.Wish) { w.Modules = []string{"afb", "drill"} }),
			with(func(w *lobby.Wish) { w.Modules = []string{"drill"} }), ""},
		"another channel": {with(func(w *lobby.Wish) { w.Channel = "1" }), with(func(w *lobby.Wish) { w.Channel = "2" }),
			"channel"},
		"the same side":  {with(func(w *lobby.Wish) { w.Side = 2 }), with(func(w *lobby.Wish) { w.Side = 2 }), "side"},
		"two sides":      {with(func(w *lobby.Wish) { w.Side = 2 }), with(func(w *lobby.Wish) { w.Side = 1 }), ""},
		"one any side":   {with(func(w *lobby.Wish) { w.Side = 2 }), day, ""},
		"other paces":    {with(func(w *lobby.Wish) { w.Pace = "fast" }), with(func(w *lobby.Wish) { w.Pace = "slow" }), "pace"},
		"one any pace":   {with(func(w *lobby.Wish) { w.Pace = "fast" }), day, ""},
		"rated, casual":  {with(func(w *lobby.Wish) { w.Kind = lobby.Rated }), with(func(w *lobby.Wish) { w.Kind = lobby.Casual }), "kind"},
		"rated, either":  {with(func(w *lobby.Wish) { w.Kind = lobby.Rated }), day, ""},
		"far in level":   {with(func(w *lobby.Wish) { w.Level, w.Points = true, 1500 }), with(func(w *lobby.Wish) { w.Points = 1701 }), "level"},
		"near in level":  {with(func(w *lobby.Wish) { w.Points = 1500 }), with(func(w *lobby.Wish) { w.Level, w.Points = true, 1700 }), ""},
		"nobody minds":   {with(func(w *lobby.Wish) { w.Points = 1500 }), with(func(w *lobby.Wish) { w.Points = 2700 }), ""},
		"never together": {lobby.Wish{Awake: hours(0, 12)}, lobby.Wish{Awake: hours(12, 12)}, "hours"},
		"eight hours":    {lobby.Wish{Awake: hours(0, 16)}, lobby.Wish{Awake: hours(8, 16)}, ""},
		"seven hours":    {lobby.Wish{Awake: hours(0, 16)}, lobby.Wish{Awake: hours(9, 15)}, "hours"},
		"nothing known":  {lobby.Wish{}, lobby.Wish{}, "hours"},
	} {
		t.Run(name, func(t *testing.T) {
			h := enter(t)
			h.seek("anna", c.first)
			h.seek("boris", c.second)
			if got := len(h.games) == 1; got != (c.clash == "") {
				t.Errorf("paired: %v", got)
			}
			if c.clash == "" || c.clash == "hours" {
				return
			}
			if c.second.Modules == nil {
				c.second.Modules = []string{"drill"}
			}
			_, err := h.Take("boris", 1, c.second)
			var why lobby.Refusal
			if !errors.As(err, &why) || why.Why != c.clash {
				t.Errorf("taken up: %v", err)
			}
		})
	}
}

// Everybody gets the opponent who shares most hours with him; the one who has waited longest chooses first.
func TestPair_WhoWaitsLongestChooses(t *testing.T) {
	h := enter(t)
	h.seek("anna", lobby.Wish{Awake: hours(0, 7), Side: 1})
	h.pass(time.Hour)
	h.seek("boris", lobby.Wish{Awake: hours(0, 7), Side: 1})
	h.seek("clara", lobby.Wish{Awake: hours(3, 7), Side: 2})
	h.seek("dmitri", lobby.Wish{Awake: hours(1, 7), Side: 2})
	h.pass(24 * time.Hour)
	got := map[string]string{h.games[0].Players[0]: h.games[0].Players[1], h.games[1].Players[0]: h.games[1].Players[1]}
	if want := map[string]string{"anna": "dmitri", "boris": "clara"}; !reflect.DeepEqual(got, want) {
		t.Errorf("paired are %v", got)
	}
}

// Who waits is content with fewer hours, each step is noted once, and after a week it is over.
func TestDue_LoosenedAndForgotten(t *testing.T) {
	h := enter(t)
	h.seek("anna", lobby.Wish{Awake: hours(0, 12)})
	for _, step := range lobby.Steps() {
		h.pass(h.Request(1).At.Add(step.After).Sub(h.now))
		if r := h.Of("anna"); r == nil || r.Hours != step.Hours {
			t.Fatalf("after %v: %+v", step.After, r)
		}
	}
	h.pass(lobby.Lasts)
	if r := h.Request(1); r.Ended != lobby.Expired || h.Of("anna") != nil || !h.Next(h.now).IsZero() {
		t.Errorf("after a week: %+v", r)
	}
	h.pass(2 * lobby.Lasts)
	h.seek("boris", lobby.Wish{})
	if h.Request(1) != nil || h.Request(2) == nil {
		t.Errorf("much later there are %+v", h.Requests)
	}
}

// Two who ask for bids bid for their sides, and one who is silent for a day passes; others do not bid against their
// will. The game has the last bid, or a die where there was none. The log leads to the same lobby.
func TestBids(t *testing.T) {
	for name, c := range map[string]struct {
		says []bid.Say // of Anna, whose request is older, and Boris in turn; then both are silent
		want [2]string
		bid  *bid.Say
	}{
		"outbid":        {[]bid.Say{{Side: 1, Points: 2}, {Side: 1, Points: 3}, {}}, [2]string{"boris", "anna"}, &bid.Say{Side: 1, Points: 3}},
		"silent":        {[]bid.Say{{Side: 2, Points: 2}}, [2]string{"boris", "anna"}, &bid.Say{Side: 2, Points: 2}},
		"nobody bids":   {[]bid.Say{{}, {}}, [2]string{}, nil},
		"both silent":   {nil, [2]string{}, nil},
		"second begins": {[]bid.Say{{}, {Side: 1, Points: 1}}, [2]string{"boris", "anna"}, &bid.Say{Side: 1, Points: 1}},
	} {
		h := enter(t)
		h.seek("clara", lobby.Wish{Awake: lobby.AllDay, Side: 1})
		h.seek("anna", lobby.Wish{Awake: lobby.AllDay, Most: 5, Kind: lobby.Rated})
		if _, err := h.Take("boris", 2, lobby.Wish{Modules: []string{"drill"}}); err == nil {
			t.Errorf("%s: somebody bids who has not agreed to it", name)
		}
		h.seek("boris", lobby.Wish{Awake: lobby.AllDay, Most: 5})
		if len(h.Auctions) != 1 || h.Of("anna") != nil || h.Request(2).Ended != lobby.Bidding || len(h.games) > 0 {
			t.Fatalf("%s: %+v", name, h.Lobby)
		}
		for i, s := range c.says {
			by := []string{"anna", "boris"}[i%2]
			h.pass(23 * time.Hour)
			h.add(by, must.Get(h.Call(by, 2, s))(t))
			if e, err := h.Call(by, 2, bid.Say{Side: 1, Points: 5}); err == nil {
				t.Errorf("%s: %s bids twice: %+v", name, by, e)
			}
			h.due()
		}
		h.pass(48 * time.Hour)
		if len(h.games) != 1 || len(h.Auctions) > 0 || h.Request(2).Game != 1 || h.Request(3).Ended != lobby.Met {
			t.Fatalf("%s: %+v", name, h.Lobby)
		}
		if g := h.games[0]; c.bid != nil && g.Players != c.want || !reflect.DeepEqual(g.Bid, c.bid) || (g.Die > 0) != (c.bid == nil) || g.Casual {
			t.Errorf("%s: %+v", name, g)
		}
		h.same()
	}
}

// A later request of a player replaces the earlier one, also where he takes up another's; nobody takes his own, one that
// is over, or withdraws another's.
func TestTake(t *testing.T) {
	h := enter(t)
	refused := func(want string, err error) {
		t.Helper()
		var why lobby.Refusal
		if !errors.As(err, &why) || why.Why != want {
			t.Errorf("refused with %v, not %s", err, want)
		}
	}
	h.seek("anna", lobby.Wish{Side: 1})
	h.seek("anna", lobby.Wish{Side: 2})
	if h.Request(1).Ended != lobby.Replaced || h.Of("anna").Number != 2 {
		t.Errorf("the requests are %+v", h.Requests)
	}
	drill := lobby.Wish{Modules: []string{"drill"}}
	_, err := h.Take("boris", 1, drill)
	refused("taken", err)
	_, err = h.Take("anna", 2, drill)
	refused("own", err)
	_, err = h.Withdraw("boris", 2)
	refused("others", err)
	h.seek("boris", lobby.Wish{Side: 2})
	h.add("boris", must.Get(h.Take("boris", 2, drill))(t))
	if g := h.games[0]; g.Players != [2]string{"boris", "anna"} || g.Die != 0 || g.Pace != "normal" || !g.Casual {
		t.Errorf("the game is %+v", g)
	}
	if h.Request(3).Ended != lobby.Met || len(h.Open()) != 0 || h.Request(2).Game != 1 || h.Request(3).Game != 1 {
		t.Errorf("the requests are %+v", h.Requests)
	}
	_, err = h.Withdraw("anna", 2)
	refused("taken", err)
	h.seek("clara", lobby.Wish{})
	h.add("clara", must.Get(h.Withdraw("clara", 4))(t))
	if len(h.Open()) != 0 {
		t.Errorf("withdrawn, there are %+v", h.Open())
	}
	if h.Apply("", h.now, lobby.Event{}, 1) == nil || h.Apply("", h.now, lobby.Event{Eased: &lobby.Ease{Request: 9}}, 1) == nil ||
		h.Apply("", h.now, lobby.Event{Ended: &lobby.End{Request: 4}}, 1) == nil {
		t.Error("a log of no lobby is read")
	}
}

// Somebody is awake by the zone and the night that he has now, whatever he had before; without a night from 7 to 23, and
// without a zone it is not known.
func TestHours(t *testing.T) {
	now := time.Date(2027, 1, 4, 22, 0, 0, 0, time.UTC)
	change := func(before time.Duration, what, value string) calendar.Change {
		return calendar.Change{At: now.Add(-before), What: what, Value: value}
	}
	for name, c := range map[string]struct {
		said []calendar.Change
		want uint32
	}{
		"nothing":          {nil, 0},
		"a night alone":    {[]calendar.Change{change(0, calendar.OfNight, "23:00-07:00")}, 0},
		"a zone alone":     {[]calendar.Change{change(0, calendar.OfZone, "Asia/Tokyo")}, hours(22, 16)},
		"a night of old":   {[]calendar.Change{change(99*time.Hour, calendar.OfNight, "22:00-08:00"), change(0, calendar.OfZone, "Asia/Tokyo")}, hours(23, 14)},
		"another zone now": {[]calendar.Change{change(99*time.Hour, calendar.OfZone, "Europe/London"), change(0, calendar.OfZone, "Asia/Tokyo")}, hours(22, 16)},
	} {
		if got := lobby.Hours(must.Get(calendar.Read(c.said))(t), now); got != c.want {
			t.Errorf("%s: %024b, want %024b", name, got, c.want)
		}
	}
}

// Sides that nobody has chosen are fair, and follow from the secret and both commands alone.
func TestThrow(t *testing.T) {
	faces := map[int]int{}
	for i := range 6000 {
		faces[must.Get(lobby.Throw(sealed("secret"), [2]string{"a", fmt.Sprint(i)}))(t)]++
	}
	for face := 1; face <= 6; face++ {
		if faces[face] < 880 || faces[face] > 1120 { // 1000 ± 4 standard deviations
			t.Errorf("%d came %d times", face, faces[face])
		}
	}
	h := enter(t)
	h.seek("anna", lobby.Wish{Awake: lobby.AllDay})
	h.seek("boris", lobby.Wish{Awake: lobby.AllDay})
	short := lobby.Wish{Modules: []string{"drill"}, Secret: []byte("short")}
	for what, w := range map[string]lobby.Wish{"a secret that can be guessed": short, "no game": {Secret: sealed("")}} {
		if h.Apply("clara", h.now, lobby.Event{Sought: &w}, 1) == nil {
			t.Errorf("a log is read of a request with %s", what)
		}
	}
	first := []string{"anna", "boris"}[(h.games[0].Die-1)/3]
	if h.games[0].Die != must.Get(lobby.Throw(sealed("anna"), [2]string{"anna", "boris"}))(t) || h.games[0].Players[0] != first || h.games[0].Older() != "anna" {
		t.Errorf("the game is %+v", h.games[0])
	}
}

// zones are the offsets of twelve zones in hours.
var zones = []int{-8, -5, -3, 0, 1, 2, 3, 5, 8, 9, 10, 12}

// figures is what has become of a simulated week.
type figures struct {
	Games, Left      int
	Waited, Longest  time.Duration // on the average, and at most
	Common, Least    int           // waking hours in common of a pair: on the average, and the fewest
	AtOnce, Requests int           // paired within an hour; all requests
}

// week is a week in which forty users of twelve zones look for games, each awake from 7 to 23 by his own clock.
func week(t *testing.T, seed uint64) (f figures) {
	h, draw := enter(t), rand.New(rand.NewPCG(seed, 1))
	type call struct {
		at time.Duration
		by int
	}
	var calls []call
	for by := range 40 {
		for range 1 + draw.IntN(2) {
			calls = append(calls, call{time.Duration(draw.Int64N(int64(6 * 24 * time.Hour))), by})
		}
	}
	slices.SortFunc(calls, func(a, b call) int { return int(a.at - b.at) })
	begun, wishes := map[string]time.Time{}, map[string]lobby.Wish{}
	start, common := h.now, 0
	f.Least = 24
	h.meets = func(g lobby.Match) {
		both := lobby.Common(wishes[g.Players[0]].Awake, wishes[g.Players[1]].Awake)
		common, f.Least = common+both, min(f.Least, both)
		for _, player := range g.Players {
			waited := h.now.Sub(begun[player])
			if f.Waited, f.Longest = f.Waited+waited, max(f.Longest, waited); waited < time.Hour {
				f.AtOnce++
			}
		}
	}
	for _, c := range calls {
		h.pass(start.Add(c.at).Sub(h.now))
		by := fmt.Sprint("user ", c.by)
		w := lobby.Wish{Awake: hours((7-zones[c.by%len(zones)]+24)%24, 16), Side: draw.IntN(3),
			Modules: [][]string{{"afb"}, {"drill"}, {"afb", "drill"}}[draw.IntN(3)]}
		if h.Of(by) == nil {
			begun[by], wishes[by] = h.now, w
			f.Requests++
			h.seek(by, w)
		}
	}
	h.pass(14 * 24 * time.Hour)
	h.same()
	f.Games, f.Left = len(h.games), f.Requests-2*len(h.games)
	f.Waited, f.Common = f.Waited/time.Duration(max(2*f.Games, 1)), common/max(f.Games, 1)
	return f
}

// A week of forty users: nearly everybody finds a game, most at once, and pairs are awake together for long.
func TestWeek(t *testing.T) {
	for seed := range uint64(20) {
		f := week(t, seed)
		if seed < 3 {
			t.Logf("seed %d: %+v", seed, f)
		}
		if f.Games == 0 || f.Left > f.Requests/5 || f.Common < 8 || f.AtOnce*2 < f.Games {
			t.Errorf("seed %d: %+v", seed, f)
		}
	}
}

// What Due and Next take with 200 open requests of which no two fit. They are asked only after an event.
func BenchmarkLobby(b *testing.B) {
	var l lobby.Lobby
	at := time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC)
	for i := range 200 {
		w := lobby.Wish{Modules: []string{"drill"}, Awake: hours(i, 16), Side: 1, Secret: sealed("")}
		if err := l.Apply(fmt.Sprint(i), at, lobby.Event{Sought: &w}, 0); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if len(l.Due(at)) > 0 || l.Next(at).IsZero() {
			b.Fatal("nobody fits, and something is due later")
		}
	}
}
