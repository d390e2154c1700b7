package referee_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ordering"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A wrong command is refused, and only its user is told.
func TestOrder_Refused(t *testing.T) {
	h := newDrill(t)
	before, told := h.rows("c1"), len(h.notifications())
	var problem *order.Problem
	var denial *view.Denial
	for _, s := range []struct {
		user, text string
		as         any
	}{
		{"anna", "move b-1-arm", &problem},
		{"anna", "/dance units:b-1-arm", &problem},
		{"anna", "/move units:b-1-arm to:99.999", &problem},
		{"anna", "/move units:b-1-arm", &problem},
		{"anna", "/move units:nobody to:6.09", &problem},
		{"anna", "/move units:r-1-arm to:14.08", &problem},
		{"anna", "/move units:b-1-arm to:90.09", &denial},
		{"anna", "/attack target:13.08 units:b-1-arm", &denial},
		{"anna", "/losses units:b-1-arm", &denial},
		{"boris", "/move units:r-1-arm to:14.08", &denial},
		{"boris", "/end", &denial},
	} {
		if _, err := h.Orders.Order(h.ctx, h.by(s.user), s.text); !errors.As(err, s.as) {
			t.Errorf("%s %s: %v", s.user, s.text, err)
		}
	}
	// Discord offers the options of another game's order of this name, too. They are refused, not ignored.
	foreign := map[string]string{"units": "b-1-arm", "to": "6.09", "mission": "suppression", "assist": "b-1-mot"}
	want := `order.unknown-option /move assist "", it has units:, to:, path:`
	if _, err := h.Orders.Say(h.ctx, h.by("anna"), "move", foreign); err == nil || err.Error() != want {
		t.Errorf("options of another game: %v; want %s", err, want)
	}
	wrong(t, h.rows("c1") != before || len(h.notifications()) != told, "a refusal is in the log or in the outbox")
}

// heard reports whether the bell has rung since the last call.
func (h *house) heard() bool {
	select {
	case <-h.Outbox.Wake():
		return true
	default:
		return false
	}
}

// settle delivers all undelivered notifications.
func (h *house) settle() {
	h.t.Helper()
	for _, e := range h.notifications() {
		check(h.t, h.Outbox.Delivered(h.ctx, e, "m"))
	}
	h.heard()
}

// reader returns the side that a notification is for, "" for everybody, and the board that it shows.
func reader(e api.Notification) (order.Side, *view.Board) {
	if e.Public != nil {
		return "", e.Public.Board()
	}
	return e.Side.Side(), e.Side.Board()
}

// Moves are told when their phase ends, from the first to the last and in one message; the next phase begins after
// them. Everybody is told the top of a stack that moves, and only its own side what lies under it. A delivered
// notification leaves the outbox, and the others keep their names.
func TestNotifications_PhaseToldAsOne(t *testing.T) {
	h := newDrill(t)
	h.settle()
	first := h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:6.09").View.Board().Seq
	h.must("anna", "c1", "/move units:b-2-arm to:6.12")
	none(t, "moves are told before their phase ends: %+v", h.notifications())
	h.heard()
	last := h.must("anna", "c1", "/end").View.Board().Seq
	wrong(t, !h.heard(), "the bell did not ring")
	es := h.notifications()
	mustNot(t, len(es) != 3, "%d notifications at the end of a phase", len(es))
	for i, who := range []order.Side{"", "blue", "red"} {
		to, board := reader(es[i])
		wrong(t, es[i].Kind != api.Phase || es[i].Seq != last || to != who, "notification %d: %+v", i, es[i])
		lines, told := board.Told, names(board.Told)
		wrong(t, len(lines) < 2 || lines[0].Seq != first || lines[len(lines)-1].Seq > last,
			"the account from %d to %d: %+v", first, last, lines)
		wrong(t, !told["b-1-arm"] || told["b-1-mot"] != (who == "blue"), "%s is told of %v", who, told)
	}
	check(t, h.Outbox.Trying(h.ctx, es[1]))
	check(t, h.Outbox.Delivered(h.ctx, es[0], "m1"))
	left := h.notifications()
	wrong(t, len(left) != 2 || !left[0].Tried || left[1].Tried || left[0].Ref != es[1].Ref || left[1].Ref != es[2].Ref,
		"what is left after the first is delivered: %+v", left)
	h.settle()
	h.must("anna", "c1", "/end") // the combat phase
	for _, e := range h.notifications() {
		_, board := reader(e)
		wrong(t, len(board.Told) == 0 || board.Told[0].Seq <= last, "it begins after row %d: %+v", last, board.Told)
	}
}

// An order given for an earlier position does nothing: two presses of "End the phase" end one phase.
func TestGive_Stale(t *testing.T) {
	h := newDrill(t)
	now := ordering.Expect{Turn: 1, Phase: view.Phase{Side: "blue", Name: "movement"}}
	end := func(e ordering.Expect, game api.GameID) error {
		cmd := h.by("anna")
		cmd.Game = game
		_, err := h.Orders.Give(h.ctx, cmd, order.Order{Verb: "end"}, e)
		return err
	}
	table := must(h.Looks.Table(h.ctx, "c1"))(t)
	for _, s := range []struct {
		name   string
		expect ordering.Expect
		game   api.GameID
		want   error
	}{
		{"a question that nobody asked", ordering.Expect{Question: 7}, "", api.ErrStale},
		{"another turn", ordering.Expect{Turn: 2, Phase: now.Phase}, "", api.ErrStale},
		{"the other side's phase", ordering.Expect{Turn: 1, Phase: view.Phase{Side: "red", Name: "movement"}}, "",
			api.ErrStale},
		{"another game", now, "aaaaaaaa", api.ErrOtherGame},
		{"the phase as it is", now, table.Game, nil},
		{"the same phase again", now, table.Game, api.ErrStale},
		{"nothing expected", ordering.Expect{}, "", nil},
	} {
		before := h.rows("c1")
		refused(t, s.name, s.want)(end(s.expect, s.game))
		equal(t, s.name+": in the log is %t", h.rows("c1") > before, s.want == nil)
	}
}

// Nobody else learns that a stack was put in another order, or when: no time that others see changes, no film gets
// longer, and no name that they see is counted up.
func TestSince_StackReorderedInSilence(t *testing.T) {
	h := newDrill(t)
	h.must("anna", "c1", "/end")
	begun := h.table().Since
	for _, units := range []string{"b-1-mot,b-1-arm", "b-1-arm,b-1-mot"} {
		h.must("anna", "c1", "/stack order hex:5.09 units:"+units)
		equal(t, "a stack was turned over at %v", h.table().Since, begun)
		for _, user := range []string{"", "anna", "boris"} {
			equal(t, "the film for "+user+" has %d frames", len(h.boards(user)), 2)
		}
	}
	h.restart()
	equal(t, "after a restart it shows that a stack was turned over at %v", h.table().Since.Equal(begun), true)
	h.must("anna", "c1", "/end")
	wrong(t, !h.table().Since.After(begun), "the end of a phase counts for no time")
	refs := map[string]bool{}
	for _, e := range h.notifications() {
		wrong(t, !regexp.MustCompile(`^[a-z2-7]{8}$`).MatchString(e.Ref) || refs[e.Ref], "a notification is named %q", e.Ref)
		refs[e.Ref] = true
	}
	h.begin("c2", "anna", "boris")
	mustNot(t, len(h.notifications()) <= len(refs), "a second game brings nothing")
	for _, e := range h.notifications()[len(refs):] {
		wrong(t, refs[e.Ref], "two games have a notification %q: the names are no secret", e.Ref)
	}
}

// The identifier of a command cannot be used again for another command, by another user or in another channel. What the
// command brought is shown only to the user who gave it.
func TestCommand_Reused(t *testing.T) {
	h := newDrill(t)
	h.begin("c2", "anna", "boris")
	cmd := h.by("anna")
	must(h.Orders.Order(h.ctx, cmd, "/move units:b-1-arm to:6.09"))(t)
	for _, other := range []api.Command{
		{ID: cmd.ID, User: "boris", Channel: "c1"},
		{ID: cmd.ID, User: "anna", Channel: "c2"},
	} {
		out, err := h.Orders.Order(h.ctx, other, "/end")
		refused(t, "given again as another", api.ErrReused)(err)
		equal(t, "another is shown %+v", out, ordering.Outcome{})
	}
	opening, joining := h.cmd("olga", "c3"), h.cmd("olga", "c3")
	twice(t, func() (api.Table, error) { return h.NewGames.NewGame(h.ctx, opening, arrange.Opening{Module: "drill"}) })
	twice(t, func() (api.Table, error) { return h.NewGames.Join(h.ctx, joining, "red", "") })
}

// Eight users press all buttons at once, in two games. The rows of both games are complete and in order, every answer
// agrees with the log, and a new process shows the same.
func TestOrder_ConcurrentUsers(t *testing.T) {
	h := newHouse(t, nil)
	for _, c := range []string{"c1", "c2"} {
		h.begin(c, "anna", "boris")
	}
	var crowd sync.WaitGroup
	for n := range 8 {
		crowd.Go(func() { press(t, h, n) })
	}
	crowd.Wait()
	h.tick.Add(int64(time.Hour / time.Second)) // all calls are due then, and none comes due between two looks
	h.notifications()                          // a look drops the calls that are not needed any more
	for _, c := range []string{"c1", "c2"} {
		sameAfterRestart(t, h, c, h.notifications())
		wrong(t, h.rows(c) < 10, "%s: only %d rows", c, h.rows(c))
	}
}

// press is one user of the crowd, who looks, gives orders and reads messages at random.
func press(t *testing.T, h *house, n int) {
	dice := rand.New(rand.NewPCG(7, uint64(n)))
	user := []string{"anna", "boris", "olga", "anna"}[n%4]
	for range 40 {
		channel := fmt.Sprintf("c%d", 1+dice.IntN(2))
		text := []string{"/end", "/move units:b-1-arm to:6.09", "/move units:r-1-arm to:14.08",
			"/attack target:9.09 units:b-1-inf", "/pass"}[dice.IntN(5)]
		_, err := h.Orders.Order(h.ctx, h.cmd(user, channel), text)
		var denial *view.Denial
		var problem *order.Problem // another side's unit
		wrong(t, err != nil && !errors.As(err, &denial) && !errors.As(err, &problem) && !errors.Is(err, api.ErrNotSeated) &&
			!errors.Is(err, api.ErrOver), "%s %s: %v", user, text, err)
		allowed(t, "a look")(h.Looks.Public(h.ctx, channel))
		if dice.IntN(8) > 0 {
			continue
		}
		es, err := h.owed()
		allowed(t, "to listen")(err)
		for _, e := range es[:min(len(es), 5)] {
			allowed(t, "to deliver")(h.Outbox.Delivered(h.ctx, e, ""))
		}
	}
}

// After Shut no call begins.
func TestShut_RefusesCalls(t *testing.T) {
	h := newDrill(t)
	check(t, h.Shut(t.Context()))
	refused(t, "an order after the end of the day", api.ErrShut)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
	refused(t, "notifications after the end of the day", api.ErrShut)(h.owed())
}

// A combat phase in which no unit stands beside an enemy passes by itself, in a row of its own, and one report tells of
// both phases. A player who does not want that ends the phase himself.
func TestPasses_IdlePhase(t *testing.T) {
	h := newHouse(t, nil)
	h.shut()
	h.passes = func(_ context.Context, user string) bool { return user == "anna" }
	h.open()
	h.begin("c1", "anna", "boris")
	h.settle()
	before := h.rows("c1")
	out := h.must("anna", "c1", "/end").View.Board()
	equal(t, "the giver sees %v", out.Phase, view.Phase{Side: "blue", Name: "exploitation"})
	wrong(t, !slices.Contains(said(out.Told), "told.idle"), "the giver is told %q", said(out.Told))
	equal(t, "%d rows for the two ends", h.rows("c1")-before, 2)
	reports := h.publicly()
	mustNot(t, len(reports) != 1 || reports[0].Kind != api.Phase, "public messages beside the one report: %+v", reports)
	told := said(reports[0].Public.Board().Told)
	wrong(t, !slices.Contains(told, "told.idle"), "the report tells %q", told)
	equal(t, "told before the report: %v", reports[0].Announced, api.Announced{uint64(before + 1): false, uint64(before + 2): false})
	h.settle()

	h.must("anna", "c1", "/end") // exploitation: Blue's armour could have moved
	h.must("boris", "c1", "/end")
	v := h.secret("boris")
	equal(t, "after a phase that Red's player does not want to pass by itself it is %s", v.Board().Phase.Name, "combat")
}

// publicly returns the undelivered notifications for everybody.
func (h *house) publicly() []api.Notification {
	h.t.Helper()
	return slices.DeleteFunc(h.notifications(), func(e api.Notification) bool { return e.Public == nil })
}

// If the program is killed between the end of a phase and that of the idle phase after it, the next user who looks
// finds both ended, and the report is told once.
func TestPasses_AfterCrash(t *testing.T) {
	log := &hooked{}
	h := newHouse(t, log.over)
	h.shut()
	h.passes = func(context.Context, string) bool { return true }
	h.open()
	h.begin("c1", "anna", "boris")
	h.settle()
	log.append = failsAfterOne()
	end := h.by("anna")
	for range 2 { // given twice it is answered twice: it stands
		must(h.Orders.Order(h.ctx, end, "/end"))(t)
	}
	none(t, "half of it is told: %+v", h.notifications())
	for range 2 { // a full disk keeps nobody from looking
		v := h.public()
		equal(t, "a game whose idle phase cannot be ended is in the phase %s", v.Board().Phase.Name, "combat")
	}
	refused(t, "an order before the idle phase is ended", errDisk)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
	refused(t, "an undo before the idle phase is ended", errDisk)(h.Orders.Undo(h.ctx, h.by("anna"), ""))
	log.append = nil
	h.restart()
	v := h.public()
	equal(t, "after the death it is %s", v.Board().Phase.Name, "exploitation")
	reports := slices.DeleteFunc(h.publicly(), func(e api.Notification) bool { return e.Kind != api.Phase })
	equal(t, "%d reports", len(reports), 1)
}
