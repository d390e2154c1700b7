package referee_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
)

// When a clock runs out in a phase the other side can wait, have a substitute sought or claim the game, until the phase
// is over. Everybody is told of it. Neither an undo nor an order that changes nothing ends the choice or gives time.
func TestClockOut_ChoicesOfTheOtherSide(t *testing.T) {
	h := newClockHouse(t, aDay())
	refused(t, "claimed while it runs", api.ErrNotOut)(h.Clocks.Claim(h.ctx, h.by("boris"), 0))
	out := func(number int) {
		t.Helper()
		equal(t, "told is %v", h.kinds(), []api.Kind{api.ClockRanOut})
		h.settle()
		o := h.table().ClockOut
		mustNot(t, o == nil || o.Number != number || o.Side != "blue", "it has run out: %+v", o)
		rows := h.rows("c1")
		h.later(5 * day)
		equal(t, "while nobody chooses there are %d rows more", h.rows("c1")-rows, 0)
	}
	h.later(day)
	out(1)
	for user, want := range map[string]error{"anna": api.ErrOwnClock, "olga": api.ErrNotSeated} {
		refused(t, user+" claims", want)(h.Clocks.Claim(h.ctx, h.by(user), 1))
	}
	for _, days := range []int{0, -1, 31} {
		refused(t, fmt.Sprint(days, " days"), api.ErrDays)(h.Clocks.WaitOn(h.ctx, h.by("boris"), 1, days))
	}
	must(h.Clocks.WaitOn(h.ctx, h.by("boris"), 1, 2))(t)
	equal(t, "waiting is told by %v", h.kinds(), []api.Kind{api.ClockRanOut, api.Timed})
	h.settle()
	h.left("he waits", 2*day, day, "blue")
	h.later(2 * day)
	out(2)
	refused(t, "by an old button", api.ErrNotOut)(h.Clocks.WaitOn(h.ctx, h.by("boris"), 1, 2))
	seek := api.Granting{Side: "blue", Waiting: true}
	refused(t, "a substitute, by an onlooker", api.ErrNotSeated)(h.Seats.Grant(h.ctx, h.by("olga"), seek))
	refused(t, "one who is named", api.ErrGrantOther)(h.Seats.Grant(h.ctx, h.by("boris"),
		api.Granting{Side: "blue", To: "carla", ForGood: true}))
	must(h.Seats.Grant(h.ctx, h.by("boris"), seek))(t)
	refused(t, "a substitute once more", api.ErrSought)(h.Seats.Grant(h.ctx, h.by("boris"), seek))
	h.settle()
	must(h.Seats.EndGrant(h.ctx, h.by("anna"), 1))(t)
	h.settle()
	h.restart()
	h.must("anna", "c1", "/stack order hex:5.09 units:b-1-mot,b-1-arm") // is told to nobody
	h.undo("anna")
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	none(t, "of a late order is told %v", h.kinds())
	h.later(5 * day)
	equal(t, "she has done something and has %v left", h.clock("blue").Left, 0)
	h.ranOut("blue")
	h.must("anna", "c1", "/end")
	equal(t, "that the choice is over is told by %v", h.kinds(), []api.Kind{api.ClockRanOut, api.Phase, api.Phase, api.Phase})
	refused(t, "claimed after the phase", api.ErrNotOut)(h.Clocks.Claim(h.ctx, h.by("boris"), 2))
	h.settle()
	h.left("she has ended the phase", 2*hour, day, "blue")
	h.later(2 * hour)
	out(3)
	cmd := h.by("boris")
	table := twice(t, func() (api.Table, error) { return h.Clocks.Claim(h.ctx, cmd, 3) })
	wrong(t, !table.Over || table.Ending != api.Forfeited || table.EndedBy != "blue" || table.ClockOut != nil, "claimed: %+v",
		table)
	h.checkVerified()
}

// While one side's clock is out the other side's runs whenever that side has a decision. The log passes verification.
func TestClockOut_OfBothSides(t *testing.T) {
	h := newClockHouse(t, aDay(), func(h *house) { h.seed = 4 })
	h.must("anna", "c1", "/move units:b-1-arm to:12.08")
	h.must("anna", "c1", "/end")
	h.settle()
	h.later(3 * day)
	h.ranOut("blue")
	h.must("anna", "c1", attack)
	h.settle()
	h.ranOut("blue")
	due := h.public().Board().Due
	mustNot(t, due == nil || due.Side != "red", "red owes nothing")
	rows := h.rows("c1")
	h.later(3 * day)
	equal(t, "the game answers for red by %d row", h.rows("c1")-rows, 1)
	h.checkVerified()
}

// Nobody can lose by his clock in the other side's phase. If an undo by a player or a game master leads back to that
// phase, the choice is over.
func TestClockOut_NotInTheOthersPhase(t *testing.T) {
	for what, takeBack := range map[string]func(h *clockHouse){
		"by its player": func(h *clockHouse) { h.undo("anna") },
		"by a game master": func(h *clockHouse) {
			h.master("c1", api.Intervention{Measure: api.TakeBack, Reason: "a mistake"})
		},
	} {
		h := newClockHouse(t, aDay())
		h.ends("anna", "anna", "anna")
		h.settle()
		h.later(3 * day)
		h.ranOut("red")
		takeBack(h)
		refused(t, "claimed after "+what, api.ErrNotOut)(h.Clocks.Claim(h.ctx, h.by("anna"), 0))
		h.checkVerified()
	}
}

// The end of a phase and its undo, again and again, neither give time nor take a claim away: once the clock has run out
// the other side must consent. A game that a game master has paused cannot be claimed.
func TestClockOut_EndAndUndo(t *testing.T) {
	h := newClockHouse(t, aDay())
	for range 20 {
		h.must("anna", "c1", "/end")
		h.undo("anna")
		h.settle()
	}
	h.left("she has ended the phase often", 26*hour, day, "blue")
	h.later(3 * day)
	h.ranOut("blue")
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "a question"})
	_, err := h.Clocks.Claim(h.ctx, h.by("boris"), 0)
	wrong(t, err == nil, "claimed while a game master pauses the game")
	h.master("c1", api.Intervention{Measure: api.Resume})
	h.settle()
	h.later(3 * day)
	h.must("anna", "c1", "/end")
	out := h.undo("anna")
	wrong(t, !out.Asked || out.Undo != "" || out.Why.ID != "deny.undo-clock", "she takes the end back at once: %+v", out)
	h.checkVerified()
}

// What a player who has come back does is told when it always is: with the end of his phase.
func TestClockOut_MoveOfReturnedPlayer(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(day)
	h.settle()
	since := h.table().Since
	h.must("anna", "c1", "/move units:b-2-arm to:6.12")
	equal(t, "the move is told at %v", h.table().Since, since)
	h.settle()
	h.must("anna", "c1", "/end")
	report := h.publicly()[1] // after the edit that says that the choice is over
	lines := report.Public.Board().Told
	wrong(t, report.Kind != api.Phase || !names(lines)["b-2-arm"] || report.Announced[lines[0].Seq],
		"the report tells %v, heard %v", lines, report.Announced)
	h.settle()
	h.later(2 * day)
	h.undo("anna") // of the phase's end, with nothing told
	h.checkVerified()
}

// A player who takes over a seat begins with a full bank.
func TestClocks_HandOverGivesFullBank(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(day)
	h.settle()
	h.replaces("blue", "carla", "c1")
	h.settle()
	h.left("handed over", day, day, "blue")
	h.ranOut("")
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "a question"})
	h.later(3 * day)
	h.left("paused", day, day, "")
	h.master("c1", api.Intervention{Measure: api.Resume})
	h.settle()
	h.left("resumed", day, day, "blue")
	must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	h.checkVerified()
}

// When the clock of a decision runs out the game's default answers it, by an order that no user gives, and everybody is
// told that the clock did it.
func TestClockOut_AnswersDecision(t *testing.T) {
	h := newClockHouse(t, aDay(), func(h *house) { h.seed = 4 }) // with its dice Red has to retreat
	h.attacks()
	h.left("red owes a decision", 26*hour, day, "red")
	rows := h.rows("c1")
	h.later(day)
	h.ranOut("")
	equal(t, "%d rows", h.rows("c1")-rows, 1)
	told := h.notifications()
	lines := said(told[0].Public.Board().Told)
	wrong(t, !slices.Contains(lines, "told.clock-answered") || told[0].Kind != api.News, "told: %v %v", told[0].Kind, lines)
	if e := told[1]; len(told) != 2 || e.Kind != api.Defaulted || e.Loser() != "boris" || e.Ref == told[0].Ref {
		t.Errorf("told are %d, of a default by %s %q, whose it is %q", len(told), e.Kind, e.Ref, e.Loser())
	}
	h.settle()
	h.left("it is blue's move", 26*hour, 0, "blue")
	for v := h.public(); v.Board().Due != nil; v = h.public() {
		h.must("anna", "c1", "/pass")
	}
	h.ends("anna", "anna")
	h.later(heldForMessage)
	h.ranOut("") // before its player is told that he has to act
	h.settle()
	// the message came soon
	h.left("red begins his phase with what a phase brings", 30*hour, 2*hour-heldForMessage, "red")
	h.later(2*hour - 2*heldForMessage)
	h.ranOut("")
	h.later(heldForMessage)
	h.ranOut("red")
	h.checkVerified()
}

// Standing answers go before the game's default even if they give their owner more hours to answer than his clock has.
func TestClockOut_StandingAnswersFirst(t *testing.T) {
	h := newClockHouse(t, aDay(), func(h *house) { h.seed = 4 }) // with its dice Red has to retreat
	h.leaves("boris", "c1", "flexible")
	h.changes("boris", "c1", hoursFirst(48))
	h.later(hour)
	h.attacks()
	h.left("red owes a decision", 25*hour, day, "red")
	rows := h.rows("c1")
	h.later(day)
	h.ranOut("")
	equal(t, "%d rows", h.rows("c1")-rows, 1)
	lines := said(h.notifications()[0].Public.Board().Told)
	wrong(t, slices.Contains(lines, "told.clock-answered"), "told: %v", lines)
	h.settle()
	h.left("it is blue's move", 25*hour, 0, "blue")
	h.checkVerified()
}

// Both sides can agree on a pause, which stops the clocks but not orders. They end it by agreement, or the side whose
// clock it stops ends it alone.
func TestOfferTime_PauseAndTerms(t *testing.T) {
	h := newClockHouse(t, aDay())
	offer := func(user string, what api.Time, want error) {
		t.Helper()
		refused(t, fmt.Sprintf("%s offers %v", user, what), want)(h.Clocks.OfferTime(h.ctx, h.by(user), what))
	}
	answer := func(user string, number int, accept bool, want error) {
		t.Helper()
		refused(t, user+" answers", want)(h.Clocks.AnswerTime(h.ctx, h.by(user), number, accept))
	}
	pause, resume := api.Time{Does: api.PauseClock, Days: 3}, api.Time{Does: api.ResumeClock}
	offer("anna", api.Time{Does: api.PauseClock}, api.ErrDays)
	offer("anna", api.Time{Does: api.PauseClock, Days: 31}, api.ErrDays)
	offer("anna", resume, api.ErrClockOn)
	offer("olga", pause, api.ErrNotSeated)
	answer("boris", 0, true, api.ErrNoTiming)
	offer("anna", pause, nil)
	offer("anna", pause, api.ErrTimed)
	answer("anna", 1, true, api.ErrOwnTiming)
	answer("boris", 1, false, nil)
	offer("anna", pause, nil)
	answer("boris", 1, true, api.ErrNoTiming)
	h.later(hour)
	answer("boris", 2, true, nil)
	h.settle()
	until := h.stands().Add(3 * day)
	c, table := h.held("blue", api.Agreement, 23*hour), h.table()
	wrong(t, !table.ClockPause.Equal(until) || !c.Deadline.Equal(until.Add(23*hour)), "paused until %v: %+v",
		table.ClockPause, c)
	offer("boris", pause, api.ErrClockOff)
	h.later(day)
	h.must("anna", "c1", "/end") // orders are taken
	h.settle()
	offer("boris", resume, nil)
	answer("anna", 3, true, nil)
	h.settle()
	h.left("resumed", 25*hour, day, "blue")
	offer("boris", pause, nil)
	offer("anna", pause, nil) // the same
	offer("anna", resume, nil)
	h.settle()
	h.left("resumed by whom it holds", 25*hour, day, "blue")
	offer("boris", api.Time{Does: api.NewTerms, Terms: aDay()}, api.ErrSameTerms)
	week := clock.Terms{Bank: 7 * day, Phase: day, Most: 10 * day}
	offer("boris", api.Time{Does: api.NewTerms, Terms: week}, nil)
	answer("anna", 0, true, nil)
	h.settle()
	h.left("other terms", 7*day, 7*day, "blue")
	offer("boris", api.Time{Does: api.NewTerms}, nil)
	answer("anna", 0, true, nil)
	h.restart()
	table = h.table()
	wrong(t, len(table.Clocks) != 0 || !table.Terms.None(), "without clocks: %+v", table.Clocks)
	offer("anna", pause, api.ErrNoClock)
	h.later(30 * day)
	h.ranOut("")
	h.checkVerified()
}

// An offer about the clocks before the game begins ends when either player leaves: nobody can accept it from a player
// who is gone, or for one who comes later.
func TestOfferTime_EndsWhenAPlayerLeaves(t *testing.T) {
	for _, leaves := range []string{"anna", "boris"} {
		h := newHouse(t, nil)
		must(h.NewGames.NewGame(h.ctx, h.by("olga"), arrange.Opening{Module: "drill"}))(t)
		for user, side := range map[string]order.Side{"anna": "blue", "boris": "red"} {
			must(h.NewGames.Join(h.ctx, h.by(user), side, ""))(t)
		}
		must(h.Clocks.OfferTime(h.ctx, h.by("boris"), api.Time{Does: api.NewTerms, Terms: aDay()}))(t)
		h.settle()
		must(h.NewGames.Leave(h.ctx, h.by(leaves)))(t)
		closed := slices.DeleteFunc(h.notifications(),
			func(e api.Notification) bool { return e.Kind != api.ClockOffered || !e.Closing })
		wrong(t, len(closed) != 1, "%s leaves: closed are %+v", leaves, closed)
		h.restart()
		side := map[string]order.Side{"anna": "blue", "boris": "red"}[leaves]
		must(h.NewGames.Join(h.ctx, h.by("carla"), side, ""))(t)
		for _, user := range []string{"anna", "boris", "carla"} {
			want := api.ErrNoTiming
			if user == leaves {
				want = api.ErrNotSeated
			}
			refused(t, user+" accepts", want)(h.Clocks.AnswerTime(h.ctx, h.by(user), 0, true))
		}
		allowed(t, "another offer")(h.Clocks.OfferTime(h.ctx, h.by("carla"), api.Time{Does: api.NewTerms, Terms: aDay()}))
	}
}

// Rows about clocks that no referee would have written are found.
func TestVerify_ForgedClocks(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(5 * hour)
	h.must("anna", "c1", "/end")
	h.later(22 * hour)
	if h.table().ClockOut == nil {
		h.settle()
		h.later(22 * hour)
	}
	must(h.Clocks.WaitOn(h.ctx, h.by("boris"), 1, 2))(t)
	file := h.checkVerified()
	tamper(t, file, resealed([]tampering{
		{"more time than there was", says(`"closes"`, `"left":{"blue":75600000000`, `"left":{"blue":93600000001`),
			"by its time they cannot"},
		{"less than the time that has passed", says(`"closes"`, `"left":{"blue":75600000000`,
			`"left":{"blue":75599999999`), "by its time they cannot"},
		{"another side's time", says(`"closes"`, `"red":86400000000`, `"red":86400000001`), "by its time they cannot"},
		{"no statement", says(`"closes"`,
			`"clock":{"left":{"blue":75600000000,"red":86400000000},"side":"blue","phase":"blue","added":7200000000},`,
			""), "states how the clocks stand"},
		{"terms that are none", says(`"opened"`, "1d + 2h per phase, at most 1d6h", "1 d"), "which no terms are"},
		{"a clock that had time", func(f *forgery) { f.row(`"does":"ranOut"`).At = f.row(`"closes"`).At.Add(hour) },
			"has time left"},
		{"a clock that somebody has run out", func(f *forgery) { f.row(`"does":"ranOut"`).Sealed = "player 1" },
			"somebody has a clock run out"},
		{"longer than may be waited", says(`"does":"wait"`, `"days":2`, `"days":31`), "no number of days"},
		{"nothing that is done", says(`"does":"wait"`, `"does":"wait"`, `"does":"stop"`),
			"nothing that can be done about clocks"},
	}))
}
