package games

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// fogHeld compares all that anybody was told with what he could see then: no unit may be named that his view did not
// name. A message may name what was seen before its first row or after any of its rows, and for a turn that is over
// what was lost in it. Everybody may know the units in a fight, and the top of a stack that moves.
func (h *history) fogHeld(all mail, own []shown) {
	h.t.Helper()
	if n := h.hidden(); n < 100 {
		h.t.Errorf("only %d times did a unit lie hidden: the fog was not tried", n)
	}
	if h.onlySeen(all, own) == 0 {
		h.t.Error("nobody was told a secret of his own: the test reads the wrong words")
	}
}

// onlySeen makes the comparison of fogHeld for a game in which little may be hidden, and returns how often somebody was
// told what not everybody may know.
func (h *history) onlySeen(all mail, own []shown) (secrets int) {
	h.t.Helper()
	for _, l := range all {
		last := h.until(l.seq, l.place)
		seen := h.sees(l.reader, h.since(l.seq)-1, last)
		public := h.sees("", h.since(l.seq)-1, last)
		for line := range strings.Lines(l.words) {
			known := seen
			if strings.HasPrefix(line, "Losses: ") {
				known = h.sees(l.reader, h.turnBegan(l.seq), last)
			}
			for _, name := range h.any.FindAllString(line, -1) {
				if !h.anyOf(name, known) {
					h.t.Errorf("%s reads of %s in message %d.%d, which he cannot know:\n%s", who(l.reader), name,
						l.seq, l.place, l.words)
				}
				if !h.anyOf(name, public) {
					secrets++
				}
			}
		}
	}
	for _, a := range own {
		last := sort.Search(len(h.rows), func(i int) bool { return h.rows[i].At.After(a.at) })
		seen := h.sees(a.reader, uint64(last)-1, uint64(last))
		for _, name := range h.any.FindAllString(a.words, -1) {
			if !h.anyOf(name, seen) {
				h.t.Errorf("%s is answered with %s after row %d, which he cannot know:\n%s", who(a.reader), name,
					last, a.words)
			}
		}
	}
	return secrets
}

func who(reader string) string {
	if reader == "" {
		return "everybody"
	}
	return reader
}

// turnBegan returns the first row of the turn that a row ends. What the turn has cost is told at its end, when a garrison
// that fell in it may lie unnamed in the pool again.
func (h *history) turnBegan(seq uint64) uint64 {
	first := seq - 1
	for first > 1 && h.at(first-1).public.Board().Turn == h.at(seq-1).public.Board().Turn {
		first--
	}
	return first
}

// anyOf reports whether one of the units that a name may mean is among the seen ones.
func (h *history) anyOf(name string, seen map[order.UnitID]bool) bool {
	return slices.ContainsFunc(h.names[name], func(id order.UnitID) bool { return seen[id] })
}

// sees returns every unit that a user's view named after one of these rows.
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
			if line.Reckoned != nil {
				add(line.Reckoned.Attackers)
				add(line.Reckoned.Defender)
			}
			if d := line.MapEvent; d != nil && len(d.Units) > 0 {
				add(d.Units[:1]) // the top of what moves is seen, though it may end under others
			}
		}
	}
	return seen
}

// hidden returns how often a unit lay unseen, over all rows.
func (h *history) hidden() (n int) {
	for _, r := range h.rows {
		for _, st := range r.public.Board().Stacks {
			n += st.Height - len(st.Known)
		}
	}
	return n
}

// pictures compares the pictures of messages, to the byte, with ones drawn again from the views of their rows.
// Everybody and each side get the whole map when the game begins, and after each of so many phases an overview with a
// close-up for each of its numbers, and the whole map if a turn or the game is over. Everybody gets a close-up of a
// fight that is over.
func (h *history) pictures(all mail, phases int) {
	h.t.Helper()
	if testing.Short() { // as under the race detector, where a drawing takes ten times as long
		return
	}
	words := must.Get(catalogue.New(nil))(h.t)
	painter := must.Get(render.New(words.In(catalogue.Default)))(h.t)
	ended, near := 0, 0
	for _, r := range h.rows {
		if r.closes() {
			ended++
		}
		lately := h.lately(r)
		want := map[int][][]byte{}
		if slices.Contains(h.places(r), 1) {
			last := h.at(h.until(r.Seq, 1))
			want[1] = drawn(h, painter, r, last.public.After(lately...))
		}
		if r.closes() || r.said.Started != nil {
			for i, side := range h.def.Sides {
				if h.tellsMore(side.ID, r) {
					want[i+2] = h.drawnForSide(painter, r.secret[string(side.ID)], lately)
				}
			}
		}
		for place := 1; place <= len(h.def.Sides)+3; place++ {
			got := all.pictures(r.Seq, place)
			if !slices.EqualFunc(got, want[place], bytes.Equal) {
				h.t.Errorf("the %d pictures of message %d.%d do not show its reader's view, of which there are %d",
					len(got), r.Seq, place, len(want[place]))
			}
			if r.closes() && len(got) > 1 {
				near++
			}
		}
	}
	if ended != phases {
		h.t.Errorf("%d phases were ended by a player, want %d", ended, phases)
	}
	if near == 0 {
		h.t.Error("no phase was shown from near")
	}
}

// lately returns what was told of the rows of the message that began with this row.
func (h *history) lately(r row) (told []view.Account) {
	last := h.until(r.Seq, 1)
	for seq := h.since(r.Seq); seq <= last; seq++ {
		if h.stands(seq, last) {
			told = append(told, h.at(seq).account)
		}
	}
	return told
}

// drawn returns the pictures that a reader of this view gets with a row.
func drawn[A view.Audience](h *history, p *render.Painter, r row, v A) (list [][]byte) {
	h.t.Helper()
	keep := func(picture render.Picture[A], err error) {
		h.t.Helper()
		must.Do(h.t, err)
		list = append(list, picture.PNG())
	}
	fights := slices.ContainsFunc(v.Board().Told, func(l view.Line) bool {
		return l.Reckoned != nil || l.MapEvent != nil && l.MapEvent.Kind == view.Struck
	})
	switch {
	case r.said.Started != nil:
		keep(render.Draw(p, v, render.Paper(), render.Options{}))
	case r.closes():
		report := render.NewReport(v)
		keep(report.Overview(p, render.Paper()))
		for _, c := range report.CloseUps() {
			keep(report.CloseUp(p, render.Paper(), c.Number))
		}
		if v.Board().Over || h.turned(r) || fights && len(report.CloseUps()) == 0 {
			keep(render.Draw(p, v, render.Paper(), render.Options{}))
		}
	case fights:
		if o, near := render.Focus(v.Board()); near {
			keep(render.Draw(p, v, render.Paper(), o))
		}
	}
	return list
}

// drawnForSide returns the pictures that a side gets with what it is told and the channel is not.
func (h *history) drawnForSide(p *render.Painter, v view.Secret, lately []view.Account) (list [][]byte) {
	h.t.Helper()
	var own []view.Account
	for _, told := range lately {
		own = append(own, told.SidesOnly())
	}
	v = v.After(own...)
	report := render.NewReport(v)
	for _, c := range report.CloseUps() {
		picture := must.Get(report.CloseUp(p, render.Paper(), c.Number))(h.t)
		list = append(list, picture.PNG())
	}
	if len(list) == 0 && slices.ContainsFunc(v.Board().Told, func(l view.Line) bool { return l.MapEvent != nil }) {
		list = append(list, must.Get(render.Draw(p, v, render.Paper(), render.Options{}))(h.t).PNG()) // arrivals
	}
	return list
}

// turned reports whether a turn ended in the rows that the report of a row tells of.
func (h *history) turned(r row) bool {
	return h.at(h.since(r.Seq)-1).public.Board().Turn != r.public.Board().Turn
}

// The width of the whole map of Autumn for Barbarossa, 46 columns by 27 rows, in pixels.
const mapWidth = 2389

// pictures returns the pictures of a message from all its parts.
func (all mail) pictures(seq uint64, place int) (list [][]byte) {
	for _, l := range all {
		if l.seq == seq && l.place == place {
			list = append(list, l.pictures...)
		}
	}
	return list
}
