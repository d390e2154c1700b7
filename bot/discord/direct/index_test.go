package direct

import (
	"context"
	"testing"
	"time"

	"grognard/bot/referee/notify"
)

// What the store had at the start does not replace a panel that was made since, nor one that is being made.
func TestPanelIndex_LoadKeepsNewerPanels(t *testing.T) {
	old, made := notify.Panel{User: "1", Message: "10"}, notify.Panel{User: "1", Message: "11"}
	now := time.Now()
	x := NewIndex()
	d := x.panelOf("1")
	x.write(d, made)
	x.load(old, now)
	if got := x.read(d); got != made {
		t.Errorf("the panel is %+v, want %+v", got, made)
	}
	x.write(d, notify.Panel{User: "1"})
	if !x.hold(d) {
		t.Fatal("a panel that nobody has is not free")
	}
	x.load(old, now)
	d.release()
	if got := x.read(d); got.Message != "" {
		t.Errorf("%+v is loaded while another is made", got)
	}
	x.load(old, now)
	if _, due, _ := x.takeDue(context.Background(), now); due != d || x.read(d) != old {
		t.Errorf("due is %+v", due)
	}
}

// One panel is taken at a time, the one that has been due for the longest; a panel that waits is not due before.
func TestPanelIndex_OneDuePanelAtATime(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	x := NewIndex()
	x.load(notify.Panel{User: "2", Message: "20", Game: "g"}, now.Add(-time.Minute))
	x.load(notify.Panel{User: "1", Message: "10", Game: "g"}, now.Add(-time.Hour))
	_, first, _ := x.takeDue(ctx, now)
	if first != x.panelOf("1") || !x.panelOf("2").tryHold() {
		t.Fatalf("%+v is taken first", first)
	}
	x.panelOf("2").release()
	x.postpone(first, now, time.Second, time.Hour)
	x.putBack(first)
	x.mark([]notify.Change{{Game: "g"}}, now)
	if _, d, next := x.takeDue(ctx, now); d != x.panelOf("2") || next != 2*time.Minute {
		t.Errorf("%+v is taken next, or else one in %v", d, next)
	}
	if _, d, _ := x.takeDue(ctx, now.Add(time.Hour)); d != first {
		t.Errorf("after its wait %+v is taken", d)
	}
}
