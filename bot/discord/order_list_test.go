package discord_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// reads holds an answer to words, in their order.
func (h *house) reads(m player.Message, words ...string) {
	h.t.Helper()
	rest := m.Content
	for _, w := range words {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			h.t.Errorf("%q lacks %q, or has it too early", m.Content, w)
			return
		}
		rest = after
	}
}

// A list is shown before anything of it is done, with a picture, and then done by one tap.
func TestAList(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	channel := len(h.shown(h.olga))
	m := h.say(h.anna, "/orders list:b-1-arm b-1-mot > 8.08; 5.12>8.12;1 Cav > 8.06 9.07")
	h.reads(m, "Your 3 orders", "**1** `b-1-arm b-1-mot > 8.08` 1 Armour, 1 Motorised: 5.09 → 8.08, 3 MP",
		"**2** `5.12 > 8.12` 2 Armour, 2 Motorised: 5.12 → 8.12, 3 MP",
		"**3** `1 Cav > 8.06 9.07` 1 Cavalry: 7.06 → 9.07, 2 MP")
	if alt := h.picture(h.anna, m); !strings.Contains(alt, "8.08") || m.Attachments[0].Filename != "list.png" {
		t.Errorf("the picture %s is said as %q", m.Attachments[0].Filename, alt)
	}
	if at := h.say(h.anna, "/stack show hex:5.09"); !strings.Contains(at.Content, "1 Armour") {
		t.Errorf("a preview moves: %q", at.Content)
	}
	done := h.tap(h.anna, m, "Carry out 3 lines")
	h.reads(done, "3 of 3 lines done", "**1**", "1 Armour, 1 Motorised: 5.09 → 8.08, 3 MP", "**3**",
		"1 Cavalry: 7.06 → 9.07, 2 MP")
	h.reads(h.tap(h.anna, h.tap(h.anna, done, "Undo"), "Undo"), "2 Armour")
	h.say(h.anna, "/move units:b-1-cav path:8.06,9.07")
	if at := h.say(h.anna, "/stack show hex:9.07"); !strings.Contains(at.Content, "1 high: 1 Cavalry") {
		t.Errorf("after the list: %q", at.Content)
	}
	if now := len(h.shown(h.olga)); now != channel {
		t.Errorf("%d messages came to the channel of moves", now-channel)
	}
}

// The form takes a list of many lines, and what is left of a list to be changed.
func TestAListInAForm(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	form, err := h.anna.SayForm(h.ctx, h.channel, "/orders")
	if err != nil {
		t.Fatal(err)
	}
	field := form.Components[0].Components[0]
	if form.Title != "Many orders at once" || field.Style != 2 ||
		!strings.Contains(field.Placeholder, "10.15 > 11.13 x 12.13") || field.Value != "" {
		t.Errorf("the form is %+v", form)
	}
	m := h.fill(h.anna, form, "# the north\nb-1-arm,b-1-mot > 8.08\n\nb-1-cav > 30.30\nb-2-inf > 8.09")
	h.reads(m, "**1**", "5.09 → 8.08", "**2** `b-1-cav > 30.30` ✗", "3.3c", "Only the first of 3 lines works")
	if strings.Contains(m.Content, "**3**") {
		t.Errorf("what follows is tried: %q", m.Content)
	}
	done := h.tap(h.anna, m, "Carry out 1 line")
	h.reads(done, "1 of 3 lines done", "**1**", "Stopped before line 2", "3.3c")
	for _, from := range []player.Message{h.say(h.anna, "/due"), h.tap(h.anna, started, "Orders")} {
		h.reads(from, "Your list of 3 lines is at line 2")
		h.reads(h.tap(h.anna, from, "Go on: 2 lines left"), "is at line 2", "**2** `b-1-cav > 30.30` ✗")
	}
	if other := h.say(h.boris, "/due"); strings.Contains(other.Content, "list") {
		t.Errorf("the enemy reads of the list: %q", other.Content)
	}
	edit, _ := labelled(done, "Edit")
	form, err = h.anna.ClickForm(h.ctx, done.ID, edit.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	if value := form.Components[0].Components[0].Value; value != "b-1-cav > 30.30\nb-2-inf > 8.09" {
		t.Errorf("left is %q", value)
	}
	m = h.fill(h.anna, form, "b-1-cav > 8.07\nb-2-inf > 8.09")
	h.reads(h.tap(h.anna, m, "Carry out 2 lines"), "2 of 2 lines done")
	if due := h.say(h.anna, "/due"); strings.Contains(due.Content, "list") {
		t.Errorf("a list that is done is offered: %q", due.Content)
	}
}

// A button opens an empty form, and a list that is discarded is gone.
func TestAListIsDiscarded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	orders := h.tap(h.anna, h.begin(), "Orders")
	list, ok := labelled(orders, "List")
	if !ok {
		t.Fatalf("no button for lists below %q", orders.Content)
	}
	form, err := h.anna.ClickForm(h.ctx, orders.ID, list.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	m := h.fill(h.anna, form, "b-3-inf > 8.10")
	h.reads(h.tap(h.anna, m, "Discard"), "The list is gone")
	if late := h.say(h.anna, "/orders list:b-3-inf > 8.10"); !strings.Contains(late.Content, "Your order") {
		t.Errorf("a new list: %q", late.Content)
	}
}

// A list that its user saw on another position is shown anew in place of being done.
func TestAStaleList(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	first := h.say(h.anna, "/orders list:b-1-arm > 8.08")
	list := h.say(h.anna, "/orders list:b-2-arm,b-2-mot > 8.12; b-1-inf > 8.07")
	if m := h.tap(h.anna, first, "Carry out 1 line"); !strings.Contains(m.Content,
		"carried out, replaced or discarded") {
		t.Errorf("the list before the last: %q", m.Content)
	}
	h.say(h.anna, "/move units:b-1-inf to:8.07")
	m := h.tap(h.anna, list, "Carry out 2 lines")
	h.reads(m, "Your 2 orders", "has changed since you saw it", "**1**", "5.12 → 8.12", "**2**", "✗")
	h.reads(h.tap(h.anna, m, "Carry out 1 line"), "1 of 2 lines done", "Stopped before line 2")
	h.say(h.anna, "/game undo")
	h.reads(h.say(h.anna, "/due"), "is at line 2", "You took line 1 back; the list won't give it again.")
	h.say(h.anna, "/end")
	if due := h.say(h.anna, "/due"); strings.Contains(due.Content, "list") {
		t.Errorf("a list is offered when its phase is over: %q", due.Content)
	}
}

// A list stops where a fight leaves a decision, and goes on after it.
func TestAListOfFights(t *testing.T) {
	t.Parallel()
	own := breach(t)
	setup := own.Files.(fstest.MapFS)["setup.yaml"]
	setup.Data = bytes.Replace(setup.Data, []byte(`{at: "5.12", units: [b-2-arm, b-2-mot]}`),
		[]byte(`{at: "12.12", units: [b-2-arm, b-2-mot]}`), 1)
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{own} })
	h.begin()
	h.say(h.anna, "/end")
	m := h.say(h.anna, "/orders list:13.10 < b-1-arm b-3-inf; 13.12 < b-2-arm, b-2-mot")
	h.reads(m, "**1** `13.10 < b-1-arm b-3-inf` attack on 13.10 with 1 Armour, 3 Infantry at ", " against ",
		"depends on how that fight ends", "**2**", "attack on 13.12")
	h.picture(h.anna, m)
	done := h.tap(h.anna, m, "Carry out 2 lines")
	h.reads(done, "1 of 2 lines done", "**1**", "Blue attacks 13.10", "D1r3", "Blue: advance ")
	if _, ok := labelled(done, "Pass"); !ok || strings.Contains(done.Content, "**2**") || done.ID != m.ID {
		t.Errorf("it goes on while a decision is owed: %q", done.Content)
	}
	// What was seen is not what is now: the rest is shown before it is done.
	rest := h.tap(h.anna, done, "Go on: 1 line left")
	h.reads(rest, "is at line 2", "**2**", "✗", "First decide the advance at 13.10: /advance or /pass")
	due := h.tap(h.anna, rest, "Decide")
	h.reads(due, "Blue: advance ")
	passed := h.tap(h.anna, due, "Pass")
	h.reads(passed, "is at line 2", "What you can order now")
	rest = h.tap(h.anna, passed, "Go on: 1 line left")
	h.reads(rest, "is at line 2", "**2**", "attack on 13.12")
	h.reads(h.tap(h.anna, rest, "Carry out 1 line"), "2 of 2 lines done", "Blue attacks 13.12", "Red")
}

func TestBadLists(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/orders list:1.01 > 1.02", "There is no game in this channel")
	h.begin()
	channel := len(h.shown(h.olga))
	for text, want := range map[string]string{
		"b-1-arm > 8.08; b-1-cav 8.07": "Line 2, `b-1-cav 8.07`: it isn't an order without `>`, `x`, `<` or `+`",
		"b-1-arm > 8.08; b-1-cav >":    "Line 2, `b-1-cav >`: it doesn't say where to (read as: Move). A move is units, `>` and",
		"b-1-arm < > x":                "Line 1, `b-1-arm < > x`: no order combines these signs. A line can be a move",
		"+ 5.05":                       "it doesn't say which units (read as: Reinforce). To bring units on, write `+`",
		"; # nothing":                  "That list has no orders",
		strings.Repeat("a>1.01;", 61):  "A list can have up to 60 lines",
		"nobody > 8.08":                "✗ **Refused.** You have no unit nobody",
		"r-1-mot > 8.08":               "✗ **Refused.** You have no unit r-1-mot",
		"b-1-arm > somewhere":          "✗",
	} {
		m := h.say(h.anna, "/orders list:"+text)
		if !strings.Contains(m.Content, want) || len(m.Content) > 700 {
			t.Errorf("%.60s is answered %q, want %q", text, m.Content, want)
		}
		if _, ok := labelled(m, "Carry out 1 line"); ok && !strings.Contains(m.Content, "Only the first of 2") {
			t.Errorf("%.60s can be carried out: %q", text, m.Content)
		}
	}
	h.refused(h.olga, "/orders list:b-1-arm > 8.08", "You don't play in this game")
	h.refused(h.boris, "/orders list:r-1-arm > 12.08", "It is the Blue movement phase")
	if now := len(h.shown(h.olga)); now != channel {
		t.Errorf("%d messages came to the channel of bad lists", now-channel)
	}
}

// What can mean several things in a line is asked back, with a button for each: it shows the
// list with what is meant in its place, and the lines before it keep.
func TestWhichOneInALine(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{named()} })
	h.begin()
	m := h.say(h.anna, "/orders list:b-1-arm > 8.08 #Twin; b-2-inf > 8.09\n5.12 > 8.12; Guards > 8.14; 1 Inf > Twin")
	h.reads(m, "**3** `Guards > 8.14` ✗", "“Guards” could be", "first 2 of 4 lines work")
	labels := labelsOf(m)
	if len(labels) != 5 || !strings.HasPrefix(labels[0], "Guards 6-7-5 at 7.12") ||
		!strings.HasPrefix(labels[1], "Guards 6-7-5 at ") || labels[2] != "Carry out 2 lines" {
		t.Fatalf("the buttons are %q", labels)
	}
	clear := h.tap(h.anna, m, labels[0])
	h.reads(clear, "Your 4 orders", "**1**", "**3** `b-4-inf > 8.14` Guards: 7.12 → 8.14", "**4** `1 Inf > Twin` ✗")
	last := h.tap(h.anna, clear, labelsOf(clear)[0])
	h.reads(last, "**4** `1 Inf > 8.08`")
	done := h.tap(h.anna, last, labelsOf(last)[0])
	h.reads(done, "4 of 4 lines done", "**3**", "Guards: 7.12 → 8.14")
}

// The line may come after a fight, where it is provisional.
func TestWhichOneAfterAFight(t *testing.T) {
	t.Parallel()
	own := breach(t)
	own.Files.(fstest.MapFS)["units.yaml"] = &fstest.MapFile{Data: []byte("units:\n  b-4-inf: {name: Guards}\n  b-5-inf: {name: Guards}\n")}
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{own} })
	h.begin()
	h.say(h.anna, "/end")
	m := h.say(h.anna, "/orders list:13.10 < b-1-arm b-3-inf; 13.12 < Guards")
	h.reads(m, "**1**", "attack on 13.10", "**2**", "“Guards” could be")
	if labels := labelsOf(m); len(labels) != 5 || !strings.HasPrefix(labels[0], "Guards") ||
		labels[2] != "Carry out 2 lines" {
		t.Fatalf("the buttons are %q", labels)
	}
	h.reads(h.tap(h.anna, m, labelsOf(m)[1]), "**2** `13.12 < b-5-inf`")
}
