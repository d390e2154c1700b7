package scs

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/scs/show"
	"grognard/rules/view"
)

// wind is a feature with keys in the files, in rows of charts, on types and on units of cases, and
// with a phase in which the side that is not moving acts.
func wind() Feature {
	return Feature{Wording: data.Wording{Name: "wind", Rules: []string{"wind"}, Phases: []data.Phase{{Name: "squall", Other: true}},
		Begin: func(m *data.Module) data.Part {
			var sheet, charts, units document.Word
			shape := func(of string) any {
				switch of {
				case modules.InGame:
					return document.Keys{"wind": &sheet}
				case modules.InCharts:
					return document.Keys{"gusts": &charts}
				case modules.InUnits:
					return document.Keys{"flags": &units}
				case data.OfRow, modules.OfType:
					return document.Keys{"lee": &document.Word{}}
				}
				return nil
			}
			all := func(w *document.Word) func(*modules.Compiler) {
				return func(c *modules.Compiler) {
					got, _ := m.Data().Own["wind"].(int)
					m.Data().Own["wind"] = 10*got + c.Needed(*w, document.Spot{}, "wind", 1, 9)
				}
			}
			lee := func(c *modules.Compiler, shape any, own data.Own) {
				if w := shape.(document.Keys)["lee"].(*document.Word); w.Given() {
					own["wind"] = c.Count(*w, 0, 9)
				}
			}
			return data.Part{Shape: shape, Game: all(&sheet), Charts: all(&charts), Units: all(&units), Row: lee,
				Type: func(c *modules.Compiler, _ *modules.Unit, _ document.Spot, shape any,
					own data.Own) {
					lee(c, shape, own)
				},
			}
		},
		Case: func() data.Case {
			return data.Case{Results: []string{"becalmed"}, Unit: func(own data.Own) casefile.Keys {
				return casefile.Keys{"lee": func(n casefile.Node) error {
					v, err := n.Whole()
					own["wind"] = v
					return err
				}}
			}}
		}},
		New: func(*game.Game) game.Hooks {
			rose := func(a series.OverlayRequest) (view.Overlay, bool) {
				return view.Overlay{Kind: a.Kind, Head: view.T("west")}, true
			}
			return game.Hooks{
				Show: game.ShowHooks{
					Idle:   game.List(func(b *view.Board) bool { return b.Phase.Name == "squall" && len(b.Stacks) == 0 }),
					Layers: []game.Layer{{LayerKind: view.LayerKind{Name: "rose", Of: view.OfMap}, Make: rose}},
					Ratings: game.List(func(u *data.Unit, _ bool) (out []view.Rating) {
						if n, ok := u.Printed.Own["wind"].(int); ok {
							out = append(out, view.Rating{Kind: "lee", N: n, Text: strconv.Itoa(n), Place: view.Left})
						}
						return out
					}),
				},
			}
		},
	}
}

// windyEngine is the engine for the drill with the wind.
func windyEngine(t *testing.T) (*modules.Definition, *game.Game) {
	t.Helper()
	d, err := windy(t)
	noError(t, err)
	e, err := New(d, wind())
	noError(t, err)
	return d, e.game
}

// windy loads the drill with the wind, after replacing texts in its files.
func windy(t *testing.T, replace ...string) (*modules.Definition, error) {
	t.Helper()
	text := strings.NewReplacer(replace...)
	in := fstest.MapFS{}
	for name, over := range map[string]string{
		"game.yaml":   "wind: 1\nrules: {wind: \"9.1\"}\nphases: {blue: [movement, squall, combat], red: [movement, combat]}\n",
		"charts.yaml": "gusts: 2\nterrain: {red: {swamp: {lee: 4}}}\n",
		"units.yaml":  "flags: 3\ntypes: {blue-infantry: {lee: 5}}\n",
	} {
		in[name] = &fstest.MapFile{Data: []byte(text.Replace(over))}
	}
	known := modules.Dialects{"scs": Series{Features: []Feature{wind()}}.Dialect()}
	d, _, err := known.Folder(modules.Folder{ID: "drill", Where: "own/drill", Files: in})
	return d, err
}

// TestKeysOfAFeature: a feature's keys stand beside those of the series in the same mappings, and
// their values are stored in the Own of those mappings.
func TestKeysOfAFeature(t *testing.T) {
	d, err := windy(t)
	noError(t, err)
	own := data.Of(d)
	i := slices.IndexFunc(d.Roster, func(id order.UnitID) bool { return d.Units[id].Type == "blue-infantry" })
	for what, got := range map[string]struct{ got, want any }{
		"a paragraph":              {own.Paragraphs["wind"], "drill 9.1"},
		"the files":                {own.Own["wind"], 123},
		"a row":                    {own.Charts["red"]["swamp"].Own, data.Own{"wind": 4}},
		"a row without":            {own.Charts["blue"]["swamp"].Own, data.Own(nil)},
		"a type":                   {data.UnitOf(d.Units[d.Roster[i]]).Printed.Own, data.Own{"wind": 5}},
		"phases of who moves":      {own.PhasesOf("blue"), []string{"movement", "combat"}},
		"phases of the other side": {own.PhasesOf("red"), []string{"squall", "movement", "combat"}},
	} {
		if !reflect.DeepEqual(got.got, got.want) {
			t.Errorf("%s: %v, want %v", what, got.got, got.want)
		}
	}
	for what, c := range map[string]struct{ old, new, want string }{
		"a key that the feature lacks": {"gusts: 2", "gales: 2", "own/drill/charts.yaml:1:1: unknown field \"gales\""},
		"one in a row":                 {"{lee: 4}", "{luv: 4}", "own/drill/charts.yaml:2:25: unknown field \"luv\""},
		"one of a type":                {"{lee: 5}", "{luv: 5}", "own/drill/units.yaml:2:25: unknown field \"luv\""},
		"a wrong value": {"{lee: 5}", "{lee: strong}",
			"own/drill/units.yaml:2:30: \"strong\" is not a whole number"},
	} {
		if _, err := windy(t, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestCaseKeysOfAFeature: a case gives a unit the features' data on its counter.
func TestCaseKeysOfAFeature(t *testing.T) {
	n, err := document.Read("case.yaml", []byte("{full: 1-1-1, lee: 8}"),
		document.Limits{Bytes: 100, Lines: 9, Line: 100, Depth: 9})
	noError(t, err)
	u := Series{Features: []Feature{wind()}}.Case().Unit()
	noError(t, (casefile.Node{Node: n}).Fields(u.Keys))
	counter, _ := u.Unit.Own()
	d, err := windy(t)
	noError(t, err)
	d, err = d.With(modules.Edit{Units: []modules.Counter{{ID: "b1", Side: "blue", Own: counter}}})
	noError(t, err)
	if own := data.UnitOf(d.Units["b1"]).Printed.Own; !reflect.DeepEqual(own, data.Own{"wind": 8}) {
		t.Errorf("the counter has %v", own)
	}
}

// TestRatingsOfAFeature: a feature's ratings follow the factors on both sides of the counters that
// have them.
func TestRatingsOfAFeature(t *testing.T) {
	d, g := windyEngine(t)
	m := view.Map{Cards: make([]view.Card, len(d.Roster))}
	game.Print(g, &m)
	for i, c := range m.Cards {
		for side, ratings := range map[string][]view.Rating{"full": c.Full, "reduced": c.Reduced} {
			want := 0
			if u := d.Units[d.Roster[i]]; u.Type == "blue-infantry" && (side == "full" || u.Steps > 1) {
				want = 5
			}
			if got := (view.Counter{Ratings: ratings}).Rating("lee"); max(got.N, 0) != want || want > 0 &&
				ratings[len(ratings)-1] != got {
				t.Errorf("%s, %s: %v", d.Roster[i], side, ratings)
			}
		}
	}
}

// TestOverlaysOfAFeature: a feature's kinds of overlays follow those of the series, and the feature
// makes them.
func TestOverlaysOfAFeature(t *testing.T) {
	_, g := windyEngine(t)
	kinds := show.Layers(g)
	o, ok := show.Overlay(g, series.OverlayRequest{Layer: view.Layer{Kind: "rose"}})
	if len(kinds) != 4 || kinds[3].Name != "rose" || !ok || o.Head.ID != "west" {
		t.Errorf("of %v: %+v", kinds, o)
	}
	if _, ok := show.Overlay(g, series.OverlayRequest{Layer: view.Layer{Kind: "tide"}}); ok {
		t.Error("there is an overlay that nobody makes")
	}
}

// TestPhaseOfTheOtherSide: a phase can belong to the side that is not moving; after it the turn goes
// on with the moving side.
func TestPhaseOfTheOtherSide(t *testing.T) {
	d, g := windyEngine(t)
	sc := state.NewScratch(state.New(d, nil))
	sc.State.Turn = 1
	noError(t, play.Begin(g, sc, nil))
	for i, want := range []state.Frame{{Name: "movement", Side: "blue"}, {Name: "squall", Side: "red"},
		{Name: "combat", Side: "blue"}, {Name: "movement", Side: "red"}} {
		if got := sc.Phase(); !reflect.DeepEqual(got, want) {
			t.Fatalf("phase %d is %v, want %v", i, got, want)
		}
		noError(t, play.Resolve(g, sc, want.Side, order.Order{Verb: "end"}, nil))
	}
}

// TestIdlePhaseOfAFeature: a phase of a feature is idle when the feature says so, and no other phase
// is.
func TestIdlePhaseOfAFeature(t *testing.T) {
	_, g := windyEngine(t)
	for name, c := range map[string]struct {
		board view.Board
		idle  bool
	}{
		"a calm": {view.Board{Phase: view.Phase{Side: "red", Name: "squall"}}, true},
		"a squall": {view.Board{Phase: view.Phase{Side: "red", Name: "squall"},
			Stacks: []view.Stack{{Side: "red", Height: 1}}}, false},
		"another one": {view.Board{Phase: view.Phase{Side: "blue", Name: "movement"}}, false},
	} {
		if idle := show.Idle(g, &c.board, &law.OpenFacts{}); idle != c.idle {
			t.Errorf("%s: idle is %v", name, idle)
		}
	}
}

// TestResultsOfAFeature: a case can name the results of a feature's table like those of a fight, and
// no others.
func TestResultsOfAFeature(t *testing.T) {
	c := Series{Features: []Feature{wind()}}.Case()
	told := series.Told{Lines: []view.Line{{Reckoned: &view.Reckoning{Result: "becalmed"}}}}
	for word, want := range map[string]string{"becalmed": "", "D1": "must be D1", "drowned": "drowned"} {
		n := casefile.Node{Node: &document.Node{What: document.Single, Text: word}}
		check, err := c.Shows()["result"](n)
		if err == nil {
			err = check(told)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// TestAFeatureIsWhole: a feature that brings units into play must have a box and a count for them, and
// one that brings none must have neither.
func TestAFeatureIsWhole(t *testing.T) {
	d, err := games().Load("afb")
	noError(t, err)
	stock := "garrison"
	for name, c := range map[string]struct {
		symbol string
		hooks  game.Hooks
		holds  bool
	}{
		"units, a box and a count": {"garrison", game.Hooks{Pools: []game.Pool{{Box: "pool", Stock: stock}}}, true},
		"units without a box":      {"garrison", game.Hooks{Pools: []game.Pool{{Stock: stock}}}, false},
		"units without a count":    {"garrison", game.Hooks{Pools: []game.Pool{{Box: "pool"}}}, false},
		"a box without units":      {"", game.Hooks{Pools: []game.Pool{{Box: "pool"}}}, false},
		"orders alone":             {"", game.Hooks{}, true},
	} {
		f := Feature{Wording: data.Wording{Name: "garrisons", Rules: []string{"garrisons"}, Symbol: c.symbol},
			New: func(*game.Game) game.Hooks { return c.hooks }}
		if _, err := New(d, f); (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
	if data.Of(d.Clone()).Paragraphs["garrisons"] = "x"; data.Of(d).Paragraphs["garrisons"] == "x" {
		t.Error("a copy's paragraphs are the original's")
	}
}

// TestFeaturesShareNoWord: two features of a game must not use the same name, because the first would
// get what is meant for the second.
func TestFeaturesShareNoWord(t *testing.T) {
	d, err := games().Load("drill")
	noError(t, err)
	d = d.Clone()
	data.Of(d).Paragraphs = map[string]string{"one": "drill 9.1", "two": "drill 9.2"}
	everybody := func(order.Side) bool { return true }
	for what, h := range map[string]game.Hooks{
		"a count":    {Tallies: []game.Tally{{Name: "wagons", Item: "wagon", Has: everybody}}},
		"a question": {Questions: []game.Question{{Kind: "toll"}}},
		"a lot":      {Lot: &game.Lot{Box: "sack"}},
	} {
		feature := func(name string) Feature {
			return Feature{Wording: data.Wording{Name: name, Rules: []string{name}}, New: func(*game.Game) game.Hooks { return h }}
		}
		if _, err := New(d, feature("one")); err != nil {
			t.Errorf("%s of one feature: %v", what, err)
		}
		if _, err := New(d, feature("one"), feature("two")); err == nil {
			t.Errorf("two features have %s by the same word", what)
		}
	}
}
