package randomgames

import (
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
	"slices"
	"testing"
)

// Tasks agree with the offers: a side that is told of a task can give an order for it, and the counts are the same.
func TestTasks_AgreeWithOffers(t *testing.T) {
	t.Parallel()
	met := map[order.Verb]int{}
	for _, module := range []string{"drill", "skirmish", "afb", "arrivals"} {
		p := newPlayer(t, module, 3)
		for n := 0; n < 400 && !p.board.Over; n++ {
			p.order(p.acting())
			if p.board.Due == nil && !p.board.Over {
				p.checkTasks(met)
			}
		}
	}
	for _, v := range []order.Verb{"reinforce", "move", "attack", "airstrike", "airbreak", "garrison", "replace", "draw"} {
		if met[v] == 0 {
			t.Errorf("no task for /%s in %v", v, met)
		}
	}
	t.Log(met)
}

// checkTasks compares the tasks of the present phase with what its side is offered.
func (p *randomPlayer) checkTasks(met map[order.Verb]int) {
	p.t.Helper()
	side := p.board.Phase.Side
	b := p.m.View(side).Board()
	verbs := p.m.Verbs(side)
	found := map[order.Verb]view.Task{}
	for _, task := range b.Tasks {
		met[task.Verb]++
		if task.Text.ID == "task.crowded" || task.Verb == "" {
			continue
		}
		found[task.Verb] = task
		if !slices.Contains(verbs, task.Verb) && (task.Verb != "move" || !b.Tasks[0].Must) {
			p.t.Fatalf("%v: task %v, but the orders are %v", b.Phase, task, verbs)
		}
		if task.N < 1 || task.Must && slices.Contains(verbs, "end") {
			p.t.Fatalf("%v: task %+v, and the phase could end", b.Phase, task)
		}
	}
	for _, v := range []order.Verb{"move", "attack", "reinforce"} {
		if !slices.Contains(verbs, v) {
			continue
		}
		offer := must(p.m.Offer(side, v, nil))(p.t)
		p.sameAsOffer(b, found[v], v, offer)
	}
}

// sameAsOffer compares one task with the offer of its order. A task to move says what each such unit has left.
func (p *randomPlayer) sameAsOffer(b *view.Board, task view.Task, v order.Verb, offer view.Offer) {
	p.t.Helper()
	var hexes []hex.Hex
	for _, done := range b.Progress {
		if can := slices.Contains(offer.Next, view.Pick{Unit: done.Unit}); v == "move" && can != (done.Left != nil) {
			p.t.Fatalf("%v: %s is offered: %t, and has %v left", b.Phase, done.Unit, can, done.Left)
		}
	}
	for _, pick := range offer.Next {
		switch v {
		case "attack":
			hexes = append(hexes, pick.Hex)
		case "move":
			_, at, _ := b.Find(pick.Unit)
			i := slices.IndexFunc(b.Progress, func(g view.Progress) bool { return g.Unit == pick.Unit })
			if i >= 0 && b.Progress[i].Idle && !slices.Contains(task.Hexes, at) {
				p.t.Fatalf("%v: %s could move from %v and is no task: %v", b.Phase, pick.Unit, at, task)
			}
			hexes = append(hexes, at)
		}
	}
	switch {
	case v == "attack" && !slices.Equal(task.Hexes, hexes), v == "reinforce" && task.N != len(offer.Next),
		v == "move" && slices.ContainsFunc(task.Hexes, func(h hex.Hex) bool { return !slices.Contains(hexes, h) }):
		p.t.Fatalf("%v: task %v of %v, but the offer is %v", b.Phase, task, task.Hexes, offer.Next)
	}
}
