package referee_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"grognard/bot/referee/api"
	"grognard/rules/view"
	"grognard/storage"
)

// A combat phase in which nobody stands beside an enemy passes by itself, in a row of its
// own, and one report tells of both phases. Who does not want that ends it himself.
func TestAnIdlePhasePasses(t *testing.T) {
	wants := true
	h := newHouse(t, nil)
	h.shut()
	h.passes = func(_ context.Context, user string) bool { return user == "anna" && wants }
	h.open()
	h.begin("c1", "anna", "boris")
	h.settle()
	before := h.rows("c1")
	out := h.must("anna", "c1", "/end")
	if got := out.View.Board().Phase; got != (view.Phase{Side: "blue", Name: "exploitation"}) {
		t.Errorf("the giver sees %v", got)
	}
	if told := said(out.View.Board().Told); !slices.Contains(told, "told.idle") {
		t.Errorf("the giver is told %q", told)
	}
	if n := h.rows("c1") - before; n != 2 {
		t.Errorf("%d rows, want the two ends", n)
	}
	var reports []api.Notification
	for _, e := range h.notifications() {
		if e.Public != nil {
			reports = append(reports, e)
		}
	}
	if len(reports) != 1 || reports[0].Kind != api.Phase {
		t.Fatalf("%d public messages, want the one report: %+v", len(reports), reports)
	}
	if told := said(reports[0].Public.Board().Told); !slices.Contains(told, "told.idle") {
		t.Errorf("the report tells %q", told)
	}
	h.settle()

	h.must("anna", "c1", "/end") // exploitation: Blue's armour could have moved
	h.must("boris", "c1", "/end")
	if got := h.table().Over; got {
		t.Fatal("over")
	}
	if got := h.boards("boris")[0]; got == nil {
		t.Fatal("no film")
	}
	if v, _, err := h.Looks.Secret(t.Context(), "c1", "boris"); err != nil || v.Board().Phase.Name != "combat" {
		t.Errorf("Red's combat phase has passed, which its player does not want: %v, %v", v.Board().Phase, err)
	}
}

// said is the messages of what was told.
func said(told []view.Line) (ids []string) {
	for _, l := range told {
		ids = append(ids, l.Text.ID)
	}
	return ids
}

// halfway is a store that fails at the row after one that says that another follows, as it
// does for a program that is killed between the two.
type halfway struct {
	storage.Log
	armed, broken bool
}

func (s *halfway) Append(ctx context.Context, e storage.Entry) (storage.Row, bool, error) {
	if s.broken {
		return storage.Row{}, false, errDisk
	}
	row, fresh, err := s.Log.Append(ctx, e)
	s.broken = s.armed
	return row, fresh, err
}

// The program dies between the end of a phase and that of the idle one after it: whoever
// looks next finds both ended, and the report is told once.
func TestAnIdlePhasePassesAfterADeath(t *testing.T) {
	log := &halfway{}
	h := newHouse(t, func(l storage.Log) storage.Log { log.Log = l; return log })
	h.shut()
	h.passes = func(context.Context, string) bool { return true }
	h.open()
	h.begin("c1", "anna", "boris")
	h.settle()
	log.armed = true
	end := h.cmd("anna", "c1")
	for range 2 { // given twice it is answered twice: it stands
		must(h.Orders.Order(t.Context(), end, "/end"))(t)
	}
	if got := h.notifications(); len(got) != 0 {
		t.Fatalf("half of it is told: %+v", got)
	}
	for range 2 { // a full disk keeps nobody from looking
		v, _, err := h.Looks.Public(t.Context(), "c1")
		if err != nil || v.Board().Phase.Name != "combat" {
			t.Fatalf("a game whose idle phase cannot be ended is %v: %v", v.Board(), err)
		}
	}
	if _, err := h.Orders.Order(t.Context(), h.cmd("anna", "c1"), "/end"); !errors.Is(err, errDisk) {
		t.Fatalf("an order before the idle phase is ended: %v", err)
	}
	if _, err := h.Orders.Undo(t.Context(), h.cmd("anna", "c1"), ""); !errors.Is(err, errDisk) {
		t.Fatalf("an undo before the idle phase is ended: %v", err)
	}
	log.armed, log.broken = false, false
	h.restart()
	v, _, err := h.Looks.Public(t.Context(), "c1")
	if err != nil || v.Board().Phase.Name != "exploitation" {
		t.Fatalf("after the death it is %v: %v", v.Board().Phase, err)
	}
	reports := 0
	for _, e := range h.notifications() {
		if e.Public != nil && e.Kind == api.Phase {
			reports++
		}
	}
	wrong(t, reports != 1, "%d reports", reports)
}
