package data_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/bcs"
	"grognard/rules/bcs/data"
	"grognard/rules/geography"
	"grognard/rules/modules"
	"grognard/rules/must"
)

func dialects() modules.Dialects { return modules.Dialects{data.SeriesName: bcs.Series{}.Dialect()} }

// files returns the files of the module that ships.
func files(t testing.TB) modules.Source {
	t.Helper()
	return must.Get(modules.Files("bcs-drill"))(t)
}

// drill compiles the module that ships, with overlays laid over it: file, text, file, text …
func drill(t testing.TB, overlays ...string) *modules.Definition {
	t.Helper()
	src := files(t)
	for i := 0; i < len(overlays); i += 2 {
		src[modules.Overlay+overlays[i]] = []byte(overlays[i+1])
	}
	return must.Get(dialects().Unpack(modules.Pack(src)))(t)
}

func TestDrill_HasNoWarnings(t *testing.T) {
	for _, w := range drill(t).Warnings {
		t.Error(w)
	}
}

// The figures are those that the format of cases gives for the module.
func TestDrill_Terrain(t *testing.T) {
	d := data.Of(drill(t))
	if d.Scale != 2 {
		t.Fatalf("a point has %d parts", d.Scale)
	}
	const p, no = data.Closed, data.NoCost
	for kind, want := range map[string]data.Row{
		"open":      {Cost: [3]int{2, 2, 2}, Use: "terrain"},
		"hills":     {Cost: [3]int{4, 4, 2}, Use: "terrain", Blocking: true},
		"woods":     {Cost: [3]int{6, p, 4}, Use: "terrain", Terrain: true, Blocking: true},
		"rough":     {Cost: [3]int{8, p, 4}, Use: "terrain", Terrain: true},
		"swamp":     {Cost: [3]int{p, p, 6}, Use: "terrain", Terrain: true},
		"city":      {Cost: [3]int{2, 2, 2}, Use: "terrain", Terrain: true, Blocking: true, Key: true, City: true},
		"water":     {Cost: [3]int{p, p, p}, Use: "terrain"},
		"river":     {Cost: [3]int{4, p, 2}, Use: "hexside"},
		"primary":   {Cost: [3]int{1, 1, 2}, Use: "road", MSR: data.MainRoad},
		"secondary": {Cost: [3]int{1, 1, 2}, Use: "road", MSR: data.MainRoad},
		"track":     {Cost: [3]int{2, 2, 2}, Use: "road", MSR: data.AnyRoad},
		"railroad":  {Cost: [3]int{no, no, no}, Use: "road"},
	} {
		if got := d.Terrain[kind]; got != want {
			t.Errorf("%s is %+v, want %+v", kind, got, want)
		}
	}
	if len(d.Terrain) != 12 {
		t.Errorf("the charts have %d kinds", len(d.Terrain))
	}
}

// Every roll of each table gives what the format of cases says.
func TestDrill_Tables(t *testing.T) {
	d := data.Of(drill(t))
	type row struct {
		to   int // the highest roll that gives text
		text string
	}
	for name, rows := range map[string][]row{
		data.Snafu:      {{6, "fail"}, {8, "partial"}, {99, "full"}},
		data.Second:     {{7, "denied"}, {99, "granted"}},
		data.Fatigue:    {{3, "1"}, {99, "-"}},
		data.Engagement: {{5, "f1"}, {8, "-"}, {99, "t1"}},
		data.CombatT:    {{5, "a1"}, {8, "-"}, {10, "d1 situational"}, {99, "d1 automatic"}},
	} {
		for roll := -10; roll <= 25; roll++ {
			want := rows[slices.IndexFunc(rows, func(r row) bool { return roll <= r.to })].text
			if got, ok := d.Tables[name].Read(roll, noneHolds); !ok || got.Text != want {
				t.Errorf("%s at %d is %q, want %q", name, roll, got.Text, want)
			}
		}
	}
	for roll := -10; roll <= 25; roll++ {
		r, _ := d.Tables[data.Engagement].Read(roll, noneHolds)
		got, want := r.For(true), data.Result{Text: "-"} // true: only Support is the target
		switch {
		case roll <= 5:
			want = data.Result{Text: "f1", Acting: 1}
		case roll >= 9:
			want = data.Result{Text: "drop", Drop: true}
		}
		got.Support = nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("Support at %d: %+v, want %+v", roll, got, want)
		}
	}
	for row, want := range map[string][]int{"hard": {6}, "city": {6}, "other": {5, 6}} {
		for face := 1; face <= 6; face++ {
			if got := d.Tables[data.Barrage].Faces[row].Has(face); got != slices.Contains(want, face) {
				t.Errorf("barrage %s at %d: %t", row, face, got)
			}
		}
	}
	if d.Support.Rating != 3 || d.Title == "" || !slices.Equal(d.Tires, []string{"attack", "shock"}) || d.Limit != 2 {
		t.Errorf("rating %d, title %q, tires %q, limit %d", d.Support.Rating, d.Title, d.Tires, d.Limit)
	}
}

func noneHolds(string) bool { return false }

// The tables other than SNAFU have these modifiers, which all apply when every condition holds.
func TestDrill_Modifiers(t *testing.T) {
	d := data.Of(drill(t))
	for name, want := range map[string]string{data.Second: "fresh +1", data.CombatT: "assist +1, suppression +1",
		data.Engagement: "", data.Fatigue: "", data.Barrage: ""} {
		var got []string
		for _, m := range d.Tables[name].Applies(func(string) bool { return true }) {
			got = append(got, fmt.Sprintf("%s %+d", m.Name, m.N))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Each condition, if it alone holds, gives the modifier to SNAFU beside it here.
func TestDrill_SnafuModifiers(t *testing.T) {
	d := data.Of(drill(t))
	for condition, want := range map[string]string{"fresh": "fresh +1", "optimal": "optimal +1", "streams": "streams -1",
		"blocked-1": "blocked -2", "blocked-2": "blocked -2", "coordinated": "coordinated -1", "fatigue-0": "",
		"fatigue-1": "", "fatigue-2": "fatigue -1", "fatigue-3": "fatigue -2", "fatigue-4": "fatigue -3"} {
		var got []string
		for _, m := range d.Tables[data.Snafu].Applies(func(c string) bool { return c == condition }) {
			got = append(got, fmt.Sprintf("%s %+d", m.Name, m.N))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", condition, got, want)
		}
	}
}

// Row 1 is blue's and row 20 red's, as sources and as entry hexes.
func TestDrill_Sources(t *testing.T) {
	d := drill(t)
	for i, row := range []int8{1, 20} {
		side, n := d.Sides[i].ID, 0
		entry := d.Entry[slices.IndexFunc(d.Entry, func(a geography.Area) bool { return a.Side == side })]
		for h := range d.Grid.All() {
			isSource := slices.ContainsFunc(d.Sources[side], func(s modules.SupplySource) bool { return s.Hex == h })
			if isEntry := slices.Contains(entry.Hexes, h); isSource != (h.Row == row) || isEntry != isSource {
				t.Errorf("%s: source of %s %t, entry %t", h, side, isSource, isEntry)
			}
			if isSource {
				n++
			}
		}
		if n != 20 {
			t.Errorf("%s has %d sources", side, n)
		}
	}
}

// The first scenario is for play: four turns, two Formations a side and an Independent each.
func TestDrill_Scenario(t *testing.T) {
	d := drill(t)
	s := d.Scenarios[0]
	if s.Turns != 4 || !d.Blank {
		t.Errorf("%d turns, blank for cases %t", s.Turns, d.Blank)
	}
	independents, formations := map[string]int{}, map[string]int{}
	for _, u := range d.Units {
		if x := data.UnitOf(u); x.Formation == "" {
			independents[string(u.Side)]++
		}
	}
	for _, f := range data.Of(d).Formations {
		formations[string(f.Side)]++
	}
	want := map[string]int{"blue": 1, "red": 1}
	if !reflect.DeepEqual(independents, want) || formations["blue"] != 2 || formations["red"] != 2 {
		t.Errorf("independents %v, formations %v", independents, formations)
	}
	start := s.Own.(data.Start)
	if start.Begins != "blue" || start.Assigned["sappers"] != "fusiliers" ||
		start.Formations["lancers"].Fatigue != data.FreshLevel || start.Formations["rifles"].Fatigue != 1 {
		t.Errorf("the scenario begins with %+v", start)
	}
	if got := s.Arrivals[1].Own; got != (data.Supplies{Air: 1, Points: data.Points{AV: 1}}) {
		t.Errorf("turn 3 brings %+v", got)
	}
}

// A bare field has neither terrain nor hexsides nor roads.
func TestDrill_BareField(t *testing.T) {
	d := must.Get(drill(t).With(modules.Edit{Blank: true}))(t)
	for h := range d.Grid.All() {
		if kinds := d.Kinds(h); !slices.Equal(kinds, []string{"open"}) {
			t.Errorf("%s is %q", h, kinds)
		}
	}
	if len(d.Roads) > 0 || len(d.Borders) > 0 {
		t.Errorf("%d roads, %d hexsides", len(d.Roads), len(d.Borders))
	}
}

// A changed table, a changed row and a changed Formation each give the copy a hash of its own; the original stays.
func TestClone_HashesWhatChanges(t *testing.T) {
	d := drill(t)
	hashes := map[[32]byte]string{}
	for name, change := range map[string]func(*data.Data){
		"nothing":   func(*data.Data) {},
		"a table":   func(d *data.Data) { d.SetTable(data.Snafu, nil) },
		"breaks":    func(d *data.Data) { d.SetTable(data.CombatT, table(t, data.CombatT, "d1")) },
		"drop":      func(d *data.Data) { d.SetTable(data.Engagement, table(t, data.Engagement, "t1 / support drop")) },
		"loss":      func(d *data.Data) { d.SetTable(data.Engagement, table(t, data.Engagement, "t1 / support t1")) },
		"a victory": func(d *data.Data) { d.Victory = nil },
		"a radius":  func(d *data.Data) { d.Formations[0].Radius++ },
	} {
		copied := must.Get(d.With(modules.Edit{Own: changeOf(change)}))(t)
		again, _ := d.With(modules.Edit{Own: changeOf(change)})
		if copied.Hash != again.Hash {
			t.Errorf("%s: hashed twice, and differently", name)
		}
		if was, is := hashes[copied.Hash]; is {
			t.Errorf("%s and %s have one hash", name, was)
		}
		hashes[copied.Hash] = name
	}
	if !reflect.DeepEqual(data.Of(d), data.Of(drill(t))) {
		t.Error("the module has changed")
	}
}

type changeOf func(*data.Data)

func (c changeOf) Make(ed *modules.Editor) { c(data.Of(ed.Def)) }
