package referee_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/proof"
	"grognard/bot/referee/rounds"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/storage"
)

// beaconHouse is a house with a beacon on loopback.
type beaconHouse struct {
	*house
	source *beacontest.Source
	server *beacontest.Server
	stalls *stalling
}

// stalling is a beacon whose requests end after a millisecond while now is set, and take their time otherwise.
type stalling struct {
	rounds.Beacon
	now atomic.Bool
}

func (s *stalling) Get(ctx context.Context, round uint64) (beacon.Round, error) {
	if !s.now.Load() {
		return s.Beacon.Get(ctx, round)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	return s.Beacon.Get(ctx, round)
}

// newBeaconHouse returns a house with the beacon of a source, and a clock that begins at a time.
func newBeaconHouse(t *testing.T, source *beacontest.Source, from time.Time,
	wrap func(storage.Log) storage.Log) *beaconHouse {
	t.Helper()
	h := &beaconHouse{house: newHouse(t, wrap), source: source}
	h.shut()
	h.from = from
	h.server = beacontest.Serve(source, h.stands)
	t.Cleanup(h.server.Close)
	client := must(beacon.NewClient(source.Chain, []string{h.server.URL}, beacon.Options{Timeout: time.Hour}))(t)
	h.stalls = &stalling{Beacon: client}
	h.beacon, h.passes = h.stalls, func(_ context.Context, user string) bool { return user == "anna" }
	h.own = []modules.Folder{laid("drill", "Drill", fast)} // its armour attacks in the first turn
	h.open()
	return h
}

// ownBeacon returns a house with a beacon that has every round.
func ownBeacon(t *testing.T, wrap func(storage.Log) storage.Log) *beaconHouse {
	t.Helper()
	from := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return newBeaconHouse(t, must(beacontest.Own("referee", 3, from.Add(-time.Hour).Unix()))(t), from, wrap)
}

// until moves the clock on to a time.
func (h *beaconHouse) until(when time.Time) {
	h.tick.Store(max(h.tick.Load(), int64(when.Sub(h.from)/time.Second)))
}

// sit opens a game with the beacon and seats both players. It begins with start.
func (h *beaconHouse) sit(module string, seats ...order.Side) {
	h.t.Helper()
	must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: module, Beacon: true}))(h.t)
	for i, side := range seats {
		must(h.NewGames.Join(h.ctx, h.cmd([]string{"anna", "boris"}[i], "c1"), side,
			[]string{"larch", "heron"}[i]))(h.t)
	}
	h.post()
}

// start begins the game.
func (h *beaconHouse) start() {
	h.t.Helper()
	must(h.NewGames.Start(h.ctx, h.by("boris")))(h.t)
}

// post delivers all notifications, each in a message of its own with an identifier of Discord's kind.
func (h *beaconHouse) post() (all []api.Notification) {
	h.t.Helper()
	all = h.notifications()
	for i, e := range all {
		id := uint64(h.stands().UnixMilli()-1420070400000)<<22 + uint64(i) // the time counts from the beginning of 2015
		check(h.t, h.Outbox.Delivered(h.ctx, e, strconv.FormatUint(id, 10)))
	}
	return all
}

// pursue has the referee look at what waits.
func (h *beaconHouse) pursue() time.Duration {
	h.t.Helper()
	return must(h.Rounds.FetchRounds(h.ctx))(h.t)
}

// awaits returns the round that the channel's game waits for.
func (h *beaconHouse) awaits() *api.Awaits {
	h.t.Helper()
	return must(h.Referee.Looks.Table(h.ctx, "c1"))(h.t).Awaits
}

// come delivers the awaited round, if there is one.
func (h *beaconHouse) come() {
	h.t.Helper()
	for range 10 {
		w := h.awaits()
		h.post()
		if w == nil {
			return
		}
		h.until(w.Due)
		h.pursue()
	}
	h.t.Fatal("the game awaits one round after another without end")
}

// bodies returns the bodies of the rows of the channel's game.
func (h *beaconHouse) bodies() (all []map[string]json.RawMessage) {
	h.t.Helper()
	g := must(h.log.InChannel(h.ctx, "c1"))(h.t)
	for row, err := range h.log.Rows(h.ctx, g.ID, 0) {
		check(h.t, err)
		b := map[string]json.RawMessage{}
		check(h.t, json.Unmarshal(row.Body, &b))
		all = append(all, b)
	}
	return all
}

// boundRow has what a row says of its round.
type boundRow struct {
	Round                          uint64
	Signature, Randomness, Message string
	Without                        bool
}

// lastBound returns what the last row says of the round that its dice are bound to.
func (h *beaconHouse) lastBound() (b boundRow) {
	h.t.Helper()
	rows := h.bodies()
	if err := json.Unmarshal(rows[len(rows)-1]["bound"], &b); err != nil {
		h.t.Fatalf("the last row is bound to no round: %s", rows[len(rows)-1])
	}
	return b
}

// attack asks for dice, and can be given after drillUpToAttack.
const attack = "/attack target:13.08 units:b-1-arm"

// drillUpToAttack plays a drill up to Anna's combat phase.
func (h *beaconHouse) drillUpToAttack() {
	h.t.Helper()
	h.sit("drill", "blue", "red")
	h.start()
	h.come()
	h.must("anna", "c1", "/move units:b-1-arm to:12.08")
	h.must("anna", "c1", "/end")
	h.post()
}

// TestFetchRounds_RecordedRounds plays an order by each of two rounds that drand's beacon gave.
func TestFetchRounds_RecordedRounds(t *testing.T) {
	for number, from := range map[uint64]time.Time{
		1000:   time.Date(2023, 8, 23, 15, 59, 0, 0, time.UTC),
		657413: time.Date(2023, 9, 15, 10, 59, 40, 0, time.UTC),
	} {
		source := must(beacontest.Recorded())(t)
		h := newBeaconHouse(t, source, from, nil)
		h.sit("afb", "german", "soviet")
		h.until(source.Chain.Time(number).Add(-8 * time.Second))
		h.start() // draws units from a cup
		w := h.awaits()
		if w == nil || w.Round != number {
			t.Fatalf("round %d is awaited at %v: %+v", number, h.stands(), w)
		}
		h.post()
		h.until(w.Due)
		h.pursue()
		want, _ := source.Round(number)
		if b := h.lastBound(); b.Round != number || b.Signature != hex.EncodeToString(want.Signature) ||
			h.awaits() != nil {
			t.Errorf("the row has %+v", b)
		}
	}
}

// TestOrder_AwaitsItsRound: an order that needs dice is accepted. Until its round comes no other order is, but
// everything can be read. What a false beacon says changes nothing.
func TestOrder_AwaitsItsRound(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	before := h.public()
	rows := h.rows("c1")
	cmd := h.by("anna")
	out := must(h.Orders.Order(h.ctx, cmd, attack))(t)
	w := out.Table.Awaits
	if w == nil || w.By != "anna" || len(w.Order) != 64 || h.rows("c1") != rows+1 ||
		len(out.View.Board().Told) != 0 || out.Undo != "" {
		t.Fatalf("accepted: %+v, told %v", w, out.View.Board().Told)
	}
	again := must(h.Orders.Order(h.ctx, cmd, attack))(t)
	wrong(t, again.Table.Awaits == nil || again.Table.Awaits.Round != w.Round || h.rows("c1") != rows+1, "given again: %+v",
		again.Table.Awaits)
	after := h.public()
	wrong(t, len(after.Board().Stacks) != len(before.Board().Stacks) || after.Board().Due != nil ||
		after.Board().Phase != before.Board().Phase, "something of the position changed")

	h.restart() // who comes next finds it
	refuse := func(what string, err error) {
		t.Helper()
		var a *api.Awaiting
		wrong(t, !errors.As(err, &a) || a.Round != w.Round || !a.Due.Equal(w.Due), "%s: %v", what, err)
	}
	nothingElse := func() {
		t.Helper()
		refuse("another order", failed(h.Orders.Order(h.ctx, h.by("anna"), "/end")))
		refuse("the same order", failed(h.Orders.Order(h.ctx, h.by("anna"), attack)))
		refuse("an undo", failed(h.Orders.Undo(h.ctx, h.by("anna"), "")))
		refuse("the answer to one", failed(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 0, true)))
		refused(t, "going on without the beacon", api.ErrNotSilent)(h.Rounds.Waive(h.ctx, h.by("boris"), w.Round))
		allowed(t, "reading")(h.Looks.Secret(h.ctx, "c1", "boris"))
		equal(t, "%d rows were written", h.rows("c1")-rows, 1)
	}
	nothingElse()

	wait := h.pursue()
	wrong(t, wait <= 0 || slices.Contains(h.server.Requested(), w.Round), "asked for before its message was posted")
	notifications := h.notifications()
	mustNot(t, len(notifications) != 1 || notifications[0].Kind != api.Awaited || notifications[0].Public == nil ||
		notifications[0].Table.Awaits == nil || notifications[0].Table.Awaits.Round != w.Round ||
		len(notifications[0].Public.Board().Told) != 0, "to be told: %+v", notifications)
	h.tick.Store(int64(w.Due.Add(-8*time.Second).Sub(h.from) / time.Second))
	h.post()
	h.pursue()
	wrong(t, slices.Contains(h.server.Requested(), w.Round), "the round was asked for before it was due")
	h.until(w.Due)
	for _, fault := range []beacontest.Fault{beacontest.Forged, beacontest.Other, beacontest.Garbage,
		beacontest.Missing, beacontest.Unavailable, beacontest.Stalled} {
		h.server.SetFault(fault)
		h.stalls.now.Store(fault == beacontest.Stalled)
		wait := h.pursue()
		wrong(t, wait <= 0 || h.awaits() == nil, "fault %d: the next look after %v, awaited %v", fault, wait, h.awaits())
		nothingElse()
		h.restart()
	}
	h.server.SetFault(beacontest.Honest)
	h.stalls.now.Store(false)
	h.pursue()
	mustNot(t, h.awaits() != nil || h.rows("c1") != rows+2, "it was not carried out: %d rows", h.rows("c1")-rows)
	b, want := h.lastBound(), mustRound(t, h.source, w.Round)
	value := want.Randomness()
	wrong(t, b.Round != w.Round || b.Signature != hex.EncodeToString(want.Signature) ||
		b.Randomness != hex.EncodeToString(value[:]) || b.Message == "" || b.Without, "the row has %+v", b)
	ids := h.commands("c1")
	equal(t, "the rows are of %q", ids[len(ids)-2:], []string{cmd.ID, cmd.ID + "/beacon"})
	notifications = h.notifications()
	wrong(t, len(notifications) == 0 || !slices.ContainsFunc(notifications,
		func(e api.Notification) bool { return e.Kind == api.News }), "to be told: %+v", notifications)
}

// mustRound returns a round that a source has.
func mustRound(t *testing.T, s *beacontest.Source, number uint64) beacon.Round {
	t.Helper()
	r, ok := s.Round(number)
	mustNot(t, !ok, "no round %d", number)
	return r
}

// TestAwaits_LateMessageNamesLaterRound: a round is good only if its message was in the channel three seconds before.
func TestAwaits_LateMessageNamesLaterRound(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	first := h.must("anna", "c1", attack).Table.Awaits
	for range 2 {
		h.until(h.awaits().Due.Add(-2 * time.Second))
		h.post()
		h.pursue()
	}
	w := h.awaits()
	mustNot(t, w == nil || w.Round <= first.Round || !w.Late || w.Order != first.Order, "after two late messages: %+v, first %+v",
		w, first)
	wrong(t, slices.Contains(h.server.Requested(), first.Round), "a round was asked for that was named too late")
	h.restart()
	h.come()
	equal(t, "the row has round %d", h.lastBound().Round, w.Round)
}

// TestWaive_SilentBeacon: after the time that the game has set both players can agree to go on without the beacon.
func TestWaive_SilentBeacon(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	w := h.must("anna", "c1", attack).Table.Awaits
	h.post()
	h.server.SetFault(beacontest.Unavailable)
	equal(t, "free at %v", w.Free, w.Due.Add(10*time.Minute))
	h.until(w.Due)
	h.pursue()
	waive := func(user string, round uint64) error { return failed(h.Rounds.Waive(h.ctx, h.by(user), round)) }
	refused(t, "a beacon that is not silent for long", api.ErrNotSilent)(waive("anna", w.Round))
	h.until(w.Free)
	h.pursue()
	refused(t, "another round", api.ErrStale)(waive("boris", w.Round+1))
	refused(t, "an onlooker", api.ErrNotSeated)(waive("olga", w.Round))
	check(t, waive("boris", w.Round))
	refused(t, "twice", api.ErrWaived)(waive("boris", w.Round))
	h.pursue()
	mustNot(t, h.awaits() == nil, "one side alone goes on")
	equal(t, "the sides that have agreed are %v", h.awaits().Waived, []order.Side{"red"})
	told := h.post()
	wrong(t, len(told) != 1 || told[0].Kind != api.Waived, "to be told: %+v", told)
	h.restart()
	check(t, waive("anna", w.Round))
	h.restart() // before anybody went on
	h.pursue()
	equal(t, "the row has %+v", h.lastBound(), boundRow{Round: w.Round, Without: true})
	wrong(t, h.awaits() != nil, "the round is awaited still")
	h.verify("they agreed", 0)
}

// verify ends the game and checks its export.
func (h *beaconHouse) verify(what string, want int) *proof.Verified {
	h.t.Helper()
	if table, err := h.Referee.Looks.Table(h.ctx, "c1"); err != nil || !table.Over {
		must(h.Endings.Resign(h.ctx, h.by("anna")))(h.t)
	}
	file := h.export()
	v, err := proof.Verify(file, rules.Modules())
	mustNot(h.t, err != nil, "%s: %v", what, err)
	if v.Rounds < want || v.Beacon != h.source.Chain.Parameters().Hash {
		h.t.Errorf("%s: %d rounds of %s", what, v.Rounds, v.Beacon)
	}
	return v
}

// TestResign_OrderAwaitsItsRound: a player can resign while an order waits for its round.
func TestResign_OrderAwaitsItsRound(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.must("anna", "c1", attack)
	h.verify("resigned", 0)
	wrong(t, h.awaits() != nil, "a round is awaited when the game is over")
	h.post()
	wait := h.pursue()
	wrong(t, wait < time.Minute, "the next look after %v", wait)
}

// TestFetchRounds_DiskFails: a row that could not be written is written later, unchanged.
func TestFetchRounds_DiskFails(t *testing.T) {
	log := &hooked{}
	h := ownBeacon(t, log.over)
	h.drillUpToAttack()
	cmd := h.by("anna")
	out := must(h.Orders.Order(h.ctx, cmd, attack))(t)
	h.post()
	h.until(out.Table.Awaits.Due)
	log.append = failsAt(cmd.ID + "/beacon")
	for range 2 {
		refused(t, "on a failing disk", errDisk)(h.Rounds.FetchRounds(h.ctx))
		wrong(t, h.awaits() == nil, "nothing is awaited any more")
	}
	log.append = nil
	h.restart()
	h.pursue()
	equal(t, "the row has round %d", h.lastBound().Round, out.Table.Awaits.Round)
}

// TestCarryOut_AwaitsRounds: a list stops at an order that waits for dice, and can go on after them.
func TestCarryOut_AwaitsRounds(t *testing.T) {
	h := ownBeacon(t, nil)
	h.sit("drill", "blue", "red")
	h.start()
	l, err := h.Lists.Keep(h.ctx, h.by("anna"), "b-2-arm > 12.08; b-1-arm > 12.08 x 13.08; b-1-inf > 8.07", "", "")
	check(t, err)
	run, err := h.Lists.CarryOut(h.ctx, h.by("anna"), l.ID, l.Shown)
	if err != nil || run.Stop != nil || run.Table.Awaits == nil || run.Done != 2 || run.Text != "b-1-inf > 8.07" {
		t.Fatalf("carried out: %+v, %v", run, err)
	}
	stale, err := h.Lists.CarryOut(h.ctx, h.by("anna"), l.ID, run.Shown)
	var a *api.Awaiting
	if len(stale.Lines) != 0 || !stale.Stale && !errors.As(err, &a) {
		t.Errorf("carried on while dice are awaited: %+v, %v", stale, err)
	}
	h.restart()
	h.come()
	ids := slices.DeleteFunc(h.commands("c1"), func(id string) bool { return strings.Contains(id, "/late/") })
	if want := []string{l.ID + "/1.1", l.ID + "/2.1", l.ID + "/2.2",
		l.ID + "/2.2/beacon"}; !slices.Equal(ids[len(ids)-4:], want) {
		t.Errorf("the rows are of %q", ids)
	}
	rest, err := h.Lists.Show(h.ctx, h.by("anna"), l.ID)
	wrong(t, err != nil || rest.Done != 2 || rest.Text != "b-1-inf > 8.07", "the rest: %+v, %v", rest, err)
}
