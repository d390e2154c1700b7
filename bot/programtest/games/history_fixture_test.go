package games

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// history is a game as its log tells it: read from the store and played again with the rules alone, so that it does not
// depend on the program that it judges.
type history struct {
	t      testing.TB
	def    *modules.Definition
	secret []byte                    // of the dice
	rows   []row                     // rows[0] is the genesis
	sides  map[string]string         // the side's identifier by its player
	names  map[string][]order.UnitID // who may be meant by a name or an identifier
	any    *regexp.Regexp            // any of them
}

// row is one command: what it did, and what everybody may see after it.
type row struct {
	storage.Row
	said    said
	public  view.Public
	secret  map[string]view.Secret // by side
	account view.Account
	undone  uint64 // the row that took it back, 0 for none
}

// said is the part of a row's body that the test reads.
type said struct {
	Opened           *struct{ Scenario string }
	Joined           *struct{ Side string }
	Started, Ordered *struct {
		Closes   bool
		Told     bool
		Answers  bool
		Standing bool // a standing answer gave it
		Record   rules.Record
	}
	Undone *struct {
		Side          order.Side
		To            uint64
		Consent, Told bool
	}
	UndoAsked, UndoDenied *struct{}
	Live                  *[]struct {
		Kind         string
		Row, Settled uint64
	}
}

// readHistory plays the game of a channel again, and finds the row that each letter tells of.
func readHistory(t testing.TB, path, channel string, all mail) *history {
	t.Helper()
	store := must.Get(sqlite.Open(t.Context(), path))(t)
	defer store.Shut()
	kept := must.Get(store.InChannel(t.Context(), channel))(t)
	left, err := store.Outbox(t.Context(), time.Unix(0, 0)) // what was to be said at once: a call may fall due meanwhile
	if err != nil || len(left) > 0 {
		t.Errorf("%d messages were not delivered: %v", len(left), err)
	}
	blob := must.Get(store.Module(t.Context(), kept.Module))(t)
	h := &history{t: t, secret: kept.Secret, sides: map[string]string{}}
	h.def = must.Get(rules.Modules().Unpack(blob))(t)
	h.index()
	var match *rules.Match
	for stored, err := range store.Rows(t.Context(), kept.ID, 0) {
		must.Do(t, err)
		match = h.play(match, stored)
	}
	h.address(all)
	return h
}

// play adds a row.
func (h *history) play(m *rules.Match, stored storage.Row) *rules.Match {
	h.t.Helper()
	r := row{Row: stored, secret: map[string]view.Secret{}}
	err := json.Unmarshal(stored.Body, &r.said)
	if err == nil && r.said.Opened != nil {
		var start rules.Position
		if start, err = rules.Setup(h.def, r.said.Opened.Scenario); err == nil {
			m, err = rules.New(h.def, start)
		}
	}
	must.Do(h.t, err)
	var record rules.Record
	switch {
	case r.said.Joined != nil:
		h.sides[stored.By] = r.said.Joined.Side
	case r.said.Started != nil:
		record = r.said.Started.Record
	case r.said.Ordered != nil:
		record = r.said.Ordered.Record
	}
	if u := r.said.Undone; u != nil {
		r.account, err = m.Revert(stored.Seq, rules.Undo{Side: u.Side, To: u.To, Consent: u.Consent}, u.Told)
		for i := u.To; i < uint64(len(h.rows)); i++ {
			h.rows[i].undone = cmp.Or(h.rows[i].undone, stored.Seq)
		}
	} else {
		r.account, err = m.Apply(stored.Seq, record)
	}
	must.Do(h.t, err)
	r.public = m.Public()
	for _, s := range h.def.Sides {
		r.secret[string(s.ID)] = m.View(s.ID)
	}
	h.rows = append(h.rows, r)
	return m
}

// index makes the list of all that names a unit.
func (h *history) index() {
	h.names = map[string][]order.UnitID{}
	for id, u := range h.def.Units {
		h.names[string(id)] = append(h.names[string(id)], id)
		h.names[u.Name] = append(h.names[u.Name], id)
	}
	var words []string
	for w := range h.names {
		words = append(words, regexp.QuoteMeta(w))
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) }) // 106 Mot Rgt before 6 Mot Rgt
	h.any = regexp.MustCompile(`\b(` + strings.Join(words, "|") + `)\b`)
}

// at returns the row with a sequence number.
func (h *history) at(seq uint64) row { return h.rows[seq-1] }

// board returns what a user may see after a row: his side's board, or everybody's.
func (h *history) board(user string, r row) *view.Board {
	if side := h.sides[user]; side != "" {
		return r.secret[side].Board()
	}
	return r.public.Board()
}

// closes reports whether a row ended a phase.
func (r row) closes() bool { return r.said.Ordered != nil && r.said.Ordered.Closes }

// since returns the first row that the message of a row tells of: one about a phase's end tells of the whole phase.
func (h *history) since(seq uint64) uint64 {
	if !h.at(seq).closes() {
		return seq
	}
	first := seq
	for first > 1 && !(h.at(first-1).closes() && h.stands(first-1, seq)) && h.at(first-1).said.Started == nil {
		first--
	}
	return first
}

// stands reports whether no row up to last takes the row back, and the row itself takes none back, unless it is last.
func (h *history) stands(seq, last uint64) bool {
	r := h.at(seq)
	return (r.undone == 0 || r.undone > last) && (r.said.Undone == nil || seq == last)
}

// question returns the number of the decision that is pending after a row, 0 for none.
func (r row) question() int {
	if due := r.public.Board().Due; due != nil {
		return due.ID
	}
	return 0
}

// rolled reports whether dice fell, or units fought at odds for which none does.
func (r row) rolled() bool {
	return slices.ContainsFunc(r.account.Public(),
		func(l view.Line) bool { return len(l.Dice) > 0 || l.Reckoned != nil })
}

// places returns the messages that begin with a row, by their place: 1 for everybody, 2 and 3 for the sides in the
// order of play, 5 for a player with a decision to which no fight led. What happens while a message is live is told in
// it.
func (h *history) places(r row) []int {
	before := 0
	if r.Seq > 1 {
		before = h.at(r.Seq - 1).question()
	}
	asked := r.question() != 0 && r.question() != before
	goesOn := h.thread(r.Seq-1) != 0
	var out []int
	switch {
	case r.said.Undone != nil && !r.said.Undone.Told:
		return nil
	case r.said.Undone != nil, r.said.UndoAsked != nil, r.said.UndoDenied != nil:
		out = []int{1}
	case r.said.Opened != nil, r.said.Joined != nil:
		return []int{1}
	case r.said.Started != nil, r.closes():
		out = []int{1}
		for i, side := range h.def.Sides {
			if h.tellsMore(side.ID, r) || r.public.Board().Over { // of the end both sides are told
				out = append(out, i+2)
			}
		}
	case goesOn:
	case r.rolled(), len(r.account.Public()) > 0 && r.question() != before:
		return []int{1}
	}
	if asked && !goesOn {
		out = append(out, 5)
	}
	return out
}

// tellsMore reports whether a side has a message of its own besides the report that ends with a row: it has a decision
// to make, or is told what the channel is not, such as which of its standing answers decided.
func (h *history) tellsMore(side order.Side, r row) bool {
	for seq := h.since(r.Seq); seq <= r.Seq; seq++ {
		told := h.at(seq)
		answers := told.said.Ordered != nil && told.said.Ordered.Standing && h.at(seq-1).public.Board().Due.Side == side
		if h.stands(seq, r.Seq) && (answers || len(told.account.SidesOnly().For(side)) > 0) {
			return true
		}
	}
	due := r.public.Board().Due
	return due != nil && due.Side == side
}

// thread returns the row that began the message which is live after a row and tells of decisions; 0 for none.
func (h *history) thread(seq uint64) uint64 {
	for ; seq > 0; seq-- {
		if live := h.at(seq).said.Live; live != nil {
			for _, m := range *live {
				if m.Settled == 0 && (m.Kind == "news" || m.Kind == "asked") {
					return m.Row
				}
			}
			return 0
		}
	}
	return 0
}

// until returns the last row that a message tells of; the message began with row seq, in a place. The report of a phase
// does not go on.
func (h *history) until(seq uint64, place int) uint64 {
	if place != 5 && (h.at(seq).closes() || h.at(seq).said.Started != nil) { // 5 is a decision's place: see places
		return seq
	}
	for h.thread(seq) != 0 && seq < uint64(len(h.rows)) {
		seq++
	}
	return seq
}
