package positions

import (
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The canonical form of every order of Autumn for Barbarossa, on whose hash its dice depend, stays to the byte.
func TestSpell_StaysToTheByte(t *testing.T) {
	d, pos := campaign(t, "")
	m := begun(t, d, pos, fair())
	spelled := map[order.Verb]bool{}
	check := func(o order.Order, want string) {
		t.Helper()
		spelled[o.Verb] = true
		if got, err := m.Spell(o); err != nil || string(got) != want {
			t.Errorf("%v is spelled %s, %v; was %s", o, got, err, want)
		}
		if back, err := m.Unspell([]byte(want)); err != nil || !reflect.DeepEqual(back, o.Sorted()) {
			t.Errorf("%s is read as %v, %v; want %v", want, back, err, o.Sorted())
		}
	}
	for text, want := range map[string]string{
		"/place units:g-206-inf hex:4.26":                    `{"verb":"place","units":["g-206-inf"],"hex":"4.26"}`,
		"/reinforce units:g-6-inf,g-26-inf,g-5-inf hex:1.21": `{"verb":"reinforce","units":["g-26-inf","g-5-inf","g-6-inf"],"hex":"1.21"}`,
		"/move units:g-7-pz,g-20-pz to:10.11":                `{"verb":"move","units":["g-20-pz","g-7-pz"],"hex":"10.11"}`,
		"/move units:g-7-pz path:10.11,10.12":                `{"verb":"move","units":["g-7-pz"],"path":["10.11","10.12"]}`,
		"/overrun units:g-7-pz target:11.15":                 `{"verb":"overrun","units":["g-7-pz"],"hex":"11.15"}`,
		"/attack target:9.14 units:g-20-pz,g-7-pz":           `{"verb":"attack","units":["g-20-pz","g-7-pz"],"hex":"9.14"}`,
		"/losses units:g-7-pz,g-20-pz,g-7-pz":                `{"verb":"losses","units":["g-20-pz","g-7-pz","g-7-pz"]}`,
		"/hold hexes:2":                                      `{"verb":"hold","n":2}`,
		"/retreat units:s-13-tk path:13.12,14.12":            `{"verb":"retreat","units":["s-13-tk"],"path":["13.12","14.12"]}`,
		"/advance units:g-7-pz path:11.08":                   `{"verb":"advance","units":["g-7-pz"],"path":["11.08"]}`,
		"/pass":                                              `{"verb":"pass"}`,
		"/remove units:g-7-pz":                               `{"verb":"remove","units":["g-7-pz"]}`,
		"/stack order hex:12.11 units:g-7-pz,g-20-pz":        `{"verb":"stack order","units":["g-20-pz","g-7-pz"],"hex":"12.11"}`,
		"/end":                                    `{"verb":"end"}`,
		"/airbreak count:2":                       `{"verb":"airbreak","n":2}`,
		"/airstrike hex:12.14 strikes:regular":    `{"verb":"airstrike","hex":"12.14","n":1}`,
		"/airstrike hex:12.14 strikes:3":          `{"verb":"airstrike","hex":"12.14","n":3}`,
		"/airstrike hex:12.14 strikes:breakdown":  `{"verb":"airstrike","hex":"12.14","n":-1}`,
		"/garrison unit:s-117-inf":                `{"verb":"garrison","units":["s-117-inf"]}`,
		"/draw":                                   `{"verb":"draw"}`,
		"/replace unit:g-17-inf":                  `{"verb":"replace","units":["g-17-inf"]}`,
		"/replace unit:g-17-inf hex:5.20":         `{"verb":"replace","units":["g-17-inf"],"hex":"5.20"}`,
		"/withdraw units:g-20-pz,g-7-pz hex:6.20": `{"verb":"withdraw","units":["g-20-pz","g-7-pz"],"hex":"6.20"}`,
		"/accent":                                 `{"verb":"accent"}`,
	} {
		w, err := order.Parse(m.Specs(), text, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		check(w.Order, want)
	}
	check(order.Order{Verb: "end"}.WithWord(order.Idle, order.Idle), `{"verb":"end","word":"idle"}`)
	for _, s := range m.Specs() {
		if !spelled[s.Verb] {
			t.Errorf("/%s has no spelling here", s.Verb)
		}
	}
}

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

// SCS set-up 1, 4.0c: a stack that is picked and set up lies as before. Its record says how, its canonical form not.
func TestPlace_KeepsTheStack(t *testing.T) {
	from, to := hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 10, Row: 11}
	placed := rules.Placed{At: from, Entry: []hex.Hex{from, to}}
	a, b := placed, placed
	a.ID, b.ID = "b-1", "b-2"
	m := field(t, "1.8", "blue "+view.SetUp, b, a)
	o := m.Order("place", []view.Pick{{Unit: "b-1"}, {Unit: "b-2"}, {Hex: to}})
	rec := must.Get(m.Decide("blue", o, fair()))(t)
	sorted := must.Get(m.Unspell(must.Get(m.Spell(o))(t)))(t)
	if got := rec.Piled(sorted); !reflect.DeepEqual(got, o) || o.Units("units")[0] != "b-2" {
		t.Errorf("the order is %v, and read again %v; want b-2 on top", o, got)
	}
	must.Get(m.Apply(m.Seq()+1, rec))(t)
	if st := m.View("red").Board().Stacks[0]; st.Hex != to || st.Known[0].ID != "b-2" {
		t.Errorf("red sees %v", st)
	}
}
