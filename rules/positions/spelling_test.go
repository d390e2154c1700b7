package positions

import (
	"reflect"
	"testing"

	"grognard/rules/order"
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
