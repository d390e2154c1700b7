package main

import (
	"bytes"
	"image/png"
	"slices"
	"sort"

	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// fogHeld holds all that anybody was told against what he could see: no unit is
// named that his view of that moment does not name. What is told of a row may
// name what was to be seen as it began and as it ended; of several rows, after
// any of them. Who takes part in a fight is open to all.
func (h *history) fogHeld(all mail, own []shown) {
	h.t.Helper()
	if n := h.hidden(); n < 100 {
		h.t.Errorf("only %d times did a unit lie hidden: the fog was not tried", n)
	}
	secrets := 0
	for _, l := range all {
		seen := h.sees(l.reader, h.since(l.seq)-1, l.seq)
		public := h.sees("", h.since(l.seq)-1, l.seq)
		for _, name := range h.any.FindAllString(l.words, -1) {
			if !h.anyOf(name, seen) {
				h.t.Errorf("%s reads of %s in message %d.%d, which he cannot know", who(l.reader), name, l.seq, l.place)
			}
			if !h.anyOf(name, public) {
				secrets++
			}
		}
	}
	if secrets == 0 {
		h.t.Error("nobody was told a secret of his own: the test reads the wrong words")
	}
	for _, a := range own {
		last := sort.Search(len(h.rows), func(i int) bool { return h.rows[i].At.After(a.at) })
		seen := h.sees(a.reader, uint64(last)-1, uint64(last))
		for _, name := range h.any.FindAllString(a.words, -1) {
			if !h.anyOf(name, seen) {
				h.t.Errorf("%s is answered with %s after row %d, which he cannot know:\n%s", who(a.reader), name, last, a.words)
			}
		}
	}
}

func who(reader string) string {
	if reader == "" {
		return "everybody"
	}
	return reader
}

// anyOf says whether one of those that a name may mean is among the seen.
func (h *history) anyOf(name string, seen map[order.UnitID]bool) bool {
	return slices.ContainsFunc(h.names[name], func(id order.UnitID) bool { return seen[id] })
}

// sees is every unit that a user's view named after one of these rows.
func (h *history) sees(user string, first, last uint64) map[order.UnitID]bool {
	seen := map[order.UnitID]bool{}
	add := func(list []view.Counter) {
		for _, c := range list {
			seen[c.ID] = true
		}
	}
	for seq := max(first, 1); seq <= last; seq++ {
		r := h.at(seq)
		b := h.board(user, r)
		for _, st := range b.Stacks {
			add(st.Known)
		}
		for _, pile := range b.OffMap {
			add(pile.Known)
		}
		for _, line := range r.account.Public() {
			if line.Fight != nil {
				add(line.Fight.Attackers)
				add(line.Fight.Defender)
			}
		}
	}
	return seen
}

// hidden is how often a unit lay unseen, over all rows.
func (h *history) hidden() (n int) {
	for _, r := range h.rows {
		for _, st := range r.public.Board().Stacks {
			n += st.Height - len(st.Known)
		}
	}
	return n
}

// pictures holds the pictures that came with messages against the views at their
// sequence, drawn again: to the byte. There is one for everybody and one for
// each side when the game begins, and for each of so many phases.
func (h *history) pictures(all mail, phases int) {
	h.t.Helper()
	painter, err := render.New()
	if err != nil {
		h.t.Fatal(err)
	}
	ended := 0
	for _, r := range h.rows {
		if !r.closes() && r.said.Started == nil {
			continue
		}
		if r.closes() {
			ended++
		}
		public, err := render.Draw(painter, r.public, render.Paper(), render.Options{})
		if err != nil {
			h.t.Fatal(err)
		}
		h.picture(all, r.Seq, 1, public.PNG())
		for i, side := range h.def.Sides {
			secret, err := render.Draw(painter, r.secret[string(side.ID)], render.Paper(), render.Options{})
			if err != nil {
				h.t.Fatal(err)
			}
			h.picture(all, r.Seq, i+2, secret.PNG())
		}
	}
	if ended != phases {
		h.t.Errorf("%d phases were ended by a player, want %d", ended, phases)
	}
	for _, l := range all {
		if r := h.at(l.seq); l.picture != nil && !r.closes() && r.said.Started == nil {
			h.t.Errorf("a picture came with message %d.%d, which ends no phase", l.seq, l.place)
		}
	}
}

// The size of the map of Autumn for Barbarossa: 46 columns by 27 rows.
const mapWidth, mapHeight = 2400, 1883

// picture holds the only picture of a message in parts against what it must show.
func (h *history) picture(all mail, seq uint64, place int, want []byte) {
	h.t.Helper()
	got := all.picture(seq, place)
	if len(got) != 1 {
		h.t.Errorf("%d pictures came with message %d.%d", len(got), seq, place)
		return
	}
	img, err := png.Decode(bytes.NewReader(got[0]))
	if err != nil {
		h.t.Errorf("the picture of message %d.%d: %v", seq, place, err)
		return
	}
	if size := img.Bounds().Size(); size.X != mapWidth || size.Y != mapHeight {
		h.t.Errorf("the picture of message %d.%d has %v pixels", seq, place, size)
	}
	if !bytes.Equal(got[0], want) {
		h.t.Errorf("the picture of message %d.%d does not show its reader's view", seq, place)
	}
}

// picture is the pictures of a message in parts.
func (all mail) picture(seq uint64, place int) (list [][]byte) {
	for _, l := range all {
		if l.seq == seq && l.place == place && l.picture != nil {
			list = append(list, l.picture)
		}
	}
	return list
}

// afterCombat is the public picture of the end of the first German combat phase.
func (h *history) afterCombat(all mail) []byte {
	h.t.Helper()
	for _, r := range h.rows {
		if p := r.public.Board().Phase; r.closes() && p.Side == "german" && p.Name == "exploitation" {
			return all.picture(r.Seq, 1)[0]
		}
	}
	h.t.Fatal("there was no German combat phase")
	return nil
}
