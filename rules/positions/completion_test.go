package positions

import (
	"slices"
	"testing"
)

// What is typed into a list is split into entries in their shortest form and the entry that is being typed.
// Where that is already complete, More has what could follow it.
func TestCompletion_List(t *testing.T) {
	m := drill(t)
	const nothing = ""
	for _, c := range []struct {
		option, typed string
		head          []string
		last          string
		next          string // one that could come next
		whole         bool   // what is being typed is a complete entry
		more          string // one that could come after it
	}{
		{"units", "", nil, "", "b-1-arm", false, nothing},
		{"units", "1 Arm", nil, "1 Arm", "b-1-arm", false, nothing},
		{"units", "B-1-Arm", nil, "B-1-Arm", "b-1-arm", true, "b-1-mot"},
		{"units", "5.09", nil, "5.09", "5.09", true, nothing}, // a whole stack, which nobody else can join
		{"units", "1 Armour, ", []string{"b-1-arm"}, "", "b-1-mot", false, nothing},
		{"units", "b-1-arm b-1-mot", []string{"b-1-arm"}, "b-1-mot", "b-1-mot", true, nothing},
		{"units", "b-1-arm 1 mot", []string{"b-1-arm"}, "1 mot", "b-1-mot", false, nothing},
		{"units", "1,5.", []string{"1"}, "5.", "b-1-arm", false, nothing}, // it remains open which of them 1 is
		{"units", "nobody,", []string{"nobody"}, "", nothing, false, nothing},
		{"path", "6.09", nil, "6.09", "6.09", true, "7.10"},
		{"path", "6.09, 7.", []string{"6.09"}, "7.", "7.10", false, nothing},
		{"path", "6.09 7.10", []string{"6.09"}, "7.10", "7.10", true, "8.10"},
		{"to", " 6.09 ", nil, "6.09", "6.09", false, nothing}, // one hex is no list
		{"target", "6.09", nil, "", nothing, false, nothing},  // no option of the order
	} {
		values := map[string]string{"units": "b-1-arm", c.option: c.typed}
		got := m.Completion("blue", "move", values, c.option)
		if !slices.Equal(got.Head, c.head) || got.Typed != c.last {
			t.Errorf("%s:%q is parted into %q and %q, want %q and %q", c.option, c.typed, got.Head, got.Typed, c.head,
				c.last)
		}
		if c.next == nothing && len(got.Picks) > 0 || c.next != nothing && !got.Has(c.next) {
			t.Errorf("%s:%q is completed by %+v, want %q", c.option, c.typed, got, c.next)
		}
		if c.whole != (got.More != nil) {
			t.Errorf("%s:%q goes on with %+v", c.option, c.typed, got.More)
		} else if c.whole && (c.more == nothing && len(got.More.Picks) > 0 || c.more != nothing &&
			!got.More.Has(c.more)) {
			t.Errorf("%s:%q goes on with %+v, want %q", c.option, c.typed, got.More, c.more)
		}
		if values[c.option] != c.typed {
			t.Errorf("%s:%q has become %q", c.option, c.typed, values[c.option])
		}
	}
}
