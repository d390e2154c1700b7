package referee_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/order"
	"grognard/rules/view"
)

// fog holds what each reader is given against what he may know.
type fog struct {
	t       *testing.T
	h       *house
	channel string
	// by reader, "" the public: units of others ever shown on a board or in a fight
	seen   map[order.Side]map[string]bool
	hidden int // units that were looked for
}

func newFog(t *testing.T, h *house, channel string) *fog {
	return &fog{t, h, channel, map[order.Side]map[string]bool{"": {}, "blue": {}, "red": {}}, 0}
}

// check looks through all that one command brought.
func (f *fog) check(out ordering.Outcome, notifications []api.Notification) {
	f.t.Helper()
	f.look()
	f.reader(out.View.Side(), out.View.Board())
	for _, e := range notifications {
		switch {
		case e.Public != nil && e.Side == nil:
			f.reader("", e.Public.Board())
		case e.Side != nil && e.Public == nil:
			f.reader(e.Side.Side(), e.Side.Board())
		default:
			f.t.Fatalf("a notification for nobody or for all: %+v", e)
		}
	}
}

// look remembers what each reader can see after a command, whether he is told
// of it or not: what stood on top may be named later, when something lies on it.
func (f *fog) look() {
	f.t.Helper()
	pub, _, err := f.h.Looks.Public(f.t.Context(), f.channel)
	check(f.t, err)
	f.remember("", pub.Board())
	for side, user := range users {
		own, _, err := f.h.Looks.Secret(f.t.Context(), f.channel, user)
		check(f.t, err)
		f.remember(side, own.Board())
	}
}

func (f *fog) remember(who order.Side, b *view.Board) map[string]bool {
	board := *b
	board.Map, board.Told = nil, nil // what is told is held against what was ever seen
	shown := names(board)
	for name := range shown {
		f.seen[who][name] = true
	}
	return shown
}

// reader checks a board, and what is told with it, of one reader.
func (f *fog) reader(who order.Side, b *view.Board) {
	f.t.Helper()
	lines := b.Told
	shown := f.remember(who, b)
	for _, l := range lines {
		if l.Reckoned != nil {
			for name := range names(*l.Reckoned) { // committed units are open to all
				f.seen[who][name] = true
			}
		}
	}
	for side, user := range users {
		if side == who {
			continue
		}
		own, _, err := f.h.Looks.Secret(f.t.Context(), f.channel, user)
		check(f.t, err)
		for _, s := range own.Board().Stacks {
			f.stack(who, side, s, b, shown)
		}
	}
	for name := range names(lines) {
		if f.hides(who, name) && !f.seen[who][name] {
			f.t.Errorf("%q is told of %s, which it never saw: %+v", who, name, lines)
		}
	}
}

// stack looks for the units of a foreign stack that the reader's board shows
// higher than it names.
func (f *fog) stack(who, owner order.Side, s view.Stack, b *view.Board, shown map[string]bool) {
	i := slices.IndexFunc(b.Stacks, func(x view.Stack) bool { return x.Hex == s.Hex })
	if s.Side != owner || i < 0 || b.Stacks[i].Height == len(b.Stacks[i].Known) {
		return
	}
	known := map[order.UnitID]bool{}
	for _, c := range b.Stacks[i].Known {
		known[c.ID] = true
	}
	for _, c := range s.Known {
		if known[c.ID] {
			continue
		}
		f.hidden++
		wrong(f.t, shown[string(c.ID)], "%q is shown %s, which lies hidden in %v", who, c.ID, s.Hex)
	}
}

// hides says whether a name is a unit of another side than the reader's.
func (f *fog) hides(who order.Side, name string) bool {
	return strings.HasPrefix(name, "b-") && who != "blue" || strings.HasPrefix(name, "r-") && who != "red"
}

// names is every string within a value: identifiers of units are among them.
func names(v any) map[string]bool {
	found := map[string]bool{}
	collect(reflect.ValueOf(v), found)
	return found
}

func collect(v reflect.Value, into map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		into[v.String()] = true
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), into)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			collect(v.Index(i), into)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			collect(it.Key(), into)
			collect(it.Value(), into)
		}
	}
}
