package ledger_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The log gives back exactly the position that was written, whatever is in it.
func TestStart_KeepsPosition(t *testing.T) {
	all := []rules.Position{{
		Turn: 3, Turns: 7, Drawn: []string{"red-infantry"}, Phase: view.Phase{Side: "red", Name: "combat"},
		Units: []rules.Placed{
			{ID: "r1", At: hex.Hex{Col: 9, Row: 10}, Steps: 1, Face: 1, Marks: []string{"oos"}},
			{ID: "r3", Box: "returning"},
			{ID: "r2", Due: 4, Entry: []hex.Hex{{Col: 20, Row: 3}}, Area: "east", Waits: true},
		},
		Control: map[hex.Hex]order.Side{{Col: 1, Row: 2}: "blue"},
		Own:     json.RawMessage(`{"used":["Guard"]}`),
	}}
	own := []modules.Payload{nil} // whose series reads its part of the position, nil for nobody
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		for _, s := range d.Scenarios {
			p := must.Get(rules.Setup(d, s.ID))(t)
			if len(p.Control) == 0 {
				p.Control = nil // nobody controls anything, in either spelling
			}
			all, own = append(all, p), append(own, d.Own)
		}
	}
	for i, p := range all {
		start, err := ledger.NewStart(p)
		must.Do(t, err)
		raw, err := json.Marshal(start)
		must.Do(t, err)
		var s ledger.Start
		must.Do(t, json.Unmarshal(raw, &s))
		back := s.Position()
		if raw, kept := back.Own.(json.RawMessage); kept && own[i] != nil {
			if back.Own, err = own[i].ReadStart(raw); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(p, back) {
			t.Errorf("%+v\ncame back as\n%+v", p, back)
		}
	}
}

// A field that rules.Position gains must get a name in the log. (Those of rules.Placed the compiler compares.)
func TestStart_HasEveryField(t *testing.T) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[rules.Position]()) {
		if _, ok := reflect.TypeFor[ledger.Start]().FieldByName(f.Name); !ok {
			t.Errorf("a position has %s, and the log has not", f.Name)
		}
	}
}
