package scs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Feature is a rule that single games have beyond the series. It lies in a folder of its own
// that imports this one, and rules lists it: what the series has to know of it stands here. A
// game has the feature when its module names the paragraph for it, has keys of it, has its units,
// or lists a phase of it:
//
//	# game.yaml
//	rules: {garrisons: "1.10"}
type Feature struct {
	Help   string   // for an owner of the game: its keys in game.yaml, and what they are for
	Name   string   // of its folder; by it a module's data keeps what is the feature's own
	Rules  []string // the keys of its paragraphs under `rules`, first the one that the game has it by
	Symbol string   // of the units that it brings into play and no set-up does, "" for none
	Marks  []string // that it puts on units, for cases to do so too
	Phases []Phase  // that a sequence of play may have by it

	// Begin is its part of one module, as that is read and compiled; nil where its paragraphs are
	// all that a module says of it.
	Begin func(*Module) Part
	// Case is its part of one adjudication case; nil where cases have no words for it.
	Case func() Case
	// New is what it does in a game. Its functions may ask the engine, New only for what the
	// module says: more is not made yet.
	New func(*Engine) Hooks
}

// Phase is a phase of a feature.
type Phase struct {
	Name  string
	Mark  string // that it needs, "" for none
	Other bool   // in it the side acts that is not moving: the other one than lists it
}

// Own is what features say in one place of a module, each under its name: in the whole of it, in
// a row of a chart, on a type of units, in a scenario, in an order of arrival. It holds values
// and no pointers. Copies share them: what changes one puts another in its place.
type Own map[string]any

// Hooks is what a feature does in a game that has it. What is nil it does not do.
type Hooks struct {
	Verbs []choice.Verb[*Attempt]

	// Starts is what happens as a game begins, before anybody sets up.
	Starts func(*state.Scratch, dice.Roller) error
	// Begins is what happens as a phase begins, before the series judges who arrives in it,
	// Begun what happens once it has, and Ends what happens as the phase ends.
	Begins, Begun func(*state.Scratch, state.Frame, dice.Roller) error
	Ends          func(*state.Scratch, state.Frame)
	// Passes carries out a phase in which nobody has anything to decide; false for any other.
	Passes func(*state.Scratch, state.Frame) bool

	// Busy says whether the phase's player may have something to do by it, as far as everybody
	// can see. It is told the board as everybody sees it.
	Busy func(*view.Board) bool
	// Idle says of a phase of its own that everybody can see that nothing can be done in it.
	Idle func(*view.Board) bool
	// Holds is what the phase's player has to do before he ends it, and Warns what its end costs
	// him.
	Holds func(*Attempt) []choice.Violation
	Warns func(*Attempt) []view.Warning
	// Questions are the kinds of questions that it asks.
	Questions []Question
	// Situations are what standing orders can ask about a hex by it.
	Situations []Situation
	// Lot is where the units lie that are drawn at random, nil where the feature draws none.
	Lot *Lot
	// Tallies are what sides have beside their units.
	Tallies []Tally
	// Facts are numbers that the game goes by, open to everybody.
	Facts func(*state.State) []view.Fact
	// Points are those that a side has by it, for the features that count points.
	Points func(*state.State) Points
	// Ratings are those that it prints on a side of a unit's counter, behind the factors.
	Ratings func(u *Unit, reduced bool) []view.Rating
	// Layers are kinds of overlays of its own.
	Layers []Layer
	// Tables are those on which it reads dice, and TerrainColumns what it adds to the charts of
	// terrain.
	Tables         []series.Table
	TerrainColumns []TerrainColumn
	// Prints adds what is printed beside the map.
	Prints func(*view.Map)
	// Tells tells of an event that it has words for.
	Tells func(*Teller, state.Event) bool
	// Result tells how a game that is over has ended.
	Result func(*Teller)

	// Bars is what keeps a unit from doing something, as paragraphs that it would break. It is
	// asked by what is printed alone: what both sides may be told, as whether a player can do
	// anything at all, is made of it.
	Bars func(Doing, *Unit) []choice.Violation

	// Box is where its own units lie when they are not on the map: all in it are alike, and only
	// how many there are shows. A destroyed one goes back into it.
	Box string
	// Absent is what an order breaks by naming a unit that lies in this box, or in another one
	// that the feature has; nil for a unit anywhere else.
	Absent func(*state.Piece) []choice.Violation
	// Stock is what a side's stock calls one that lies in the box.
	Stock string

	// Came and Went tell of counters that come under a top and that leave for good, with what
	// every text of a move has; ok is false for those that the feature has not brought about.
	Came func(t *Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool)
	Went func(ev state.Moved, args []any) (text view.Text, ok bool)
	// MapEvents are what a map shows of counters that the feature moves, by how they go; of others it
	// shows that they were placed.
	MapEvents map[string]MapEvent
}

// TerrainColumn is a column of a chart of terrain: what it says in a row, the zero Text for nothing.
type TerrainColumn struct {
	Heading view.Text
	Entry   func(Row) view.Text
}

// MapEvent is what a map shows of counters that move: its kind, and what it is in print.
type MapEvent struct {
	Kind view.MapEventKind
	Note view.Text
}

// Tally is something that sides have beside their units, open to everybody.
type Tally struct {
	Name string                // what it is called in the state and in a position
	Item string                // what a side's stock calls one of it
	Has  func(order.Side) bool // who may have any

	// Brings is how many of it a phase adds as it begins, so that a position need not; may be nil.
	Brings func(f state.Frame, turn int) int
}

// Situation is something that is printed of a hex, for standing orders: a word of its own, and
// what it means.
type Situation struct {
	Word string
	Text view.Text
	Is   func(hex.Hex) bool
}

// Question is a kind of question. A verb of the same name answers it, and pass where it can be
// declined.
type Question struct {
	Kind   string
	Beside bool // its units lie beside the map, open to all, until they have been placed

	// Drops drops one that nobody can answer any more, and says whether it did; may be nil.
	Drops func(*state.Scratch, state.Question) bool
	// Declined is what comes of a pass; nil where it is no answer.
	Declined func(*state.Scratch, state.Question)
	// Default answers for one who never does; nil for a pass or else the first legal answer.
	Default func(*state.Sight) (order.Order, bool)
}

// Points are points of a side beside those of the places that it holds, open to everybody.
type Points struct {
	Side order.Side
	N    int
	Why  view.Text // so many of its points are for this
	Open bool      // it can still earn them after the game's last phase
}

// Lot is units that are drawn at random for each other's places: for those of the set-up as the
// game starts, and for those of the orders of arrival when they come due. Until then nobody knows
// who will come, and then his own side alone until he lies on top of a stack.
type Lot struct {
	Box  string    // where they lie until they are drawn
	Rule view.Rule // by which they are drawn
}

// Doing is something that a feature may keep units from.
type Doing int8

// What units do.
const (
	Moving     Doing = iota // or overrunning
	Attacking               // in any fight
	Rebuilding              // getting back a step by a replacement
)

// addFeatures makes the hooks of the features that a game has, in the order of the list. One
// whose units have no box, or are not counted, would lose them.
func (e *Engine) addFeatures(features []Feature) error {
	for _, f := range features {
		if !e.has(f) {
			continue
		}
		hooks := f.New(e)
		if units := f.Symbol != ""; units != (hooks.Box != "") || units != (hooks.Stock != "") {
			return fmt.Errorf("%s: units, their box and their count go together", f.Name)
		}
		if err := e.alone(hooks); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if hooks.Lot != nil {
			e.lot = hooks.Lot
		}
		e.features = append(e.features, feature{f.Symbol, f.cited(e.data), hooks})
	}
	return nil
}

// alone checks that no other feature of the game goes by a word of these hooks: the first of two
// would take what is meant for the second.
func (e *Engine) alone(h Hooks) error {
	if h.Lot != nil && e.lot != nil {
		return errors.New("another feature draws units at random")
	}
	for _, t := range h.Tallies {
		if _, taken := e.tally(t.Name); taken {
			return fmt.Errorf("another feature counts %s", t.Name)
		}
	}
	for _, q := range h.Questions {
		if e.asked(q.Kind).Kind != "" {
			return fmt.Errorf("another feature asks for %s", q.Kind)
		}
	}
	for i := range e.features {
		if f := &e.features[i]; h.Box != "" && f.Box == h.Box {
			return fmt.Errorf("another feature has a box %s", h.Box)
		}
	}
	return nil
}

// has says whether the game has a feature. A game that began before its module named the
// paragraph has the rest.
func (e *Engine) has(f Feature) bool {
	theirs := func(u Unit) bool { return u.Made && u.Symbol == f.Symbol }
	listed := func(p Phase) bool {
		return slices.ContainsFunc(e.def.Sides,
			func(s order.Nation) bool { return slices.Contains(e.data.Phases[s.ID], p.Name) })
	}
	return f.in(e.data) || slices.ContainsFunc(e.units, theirs) || slices.ContainsFunc(f.Phases, listed)
}

// in says whether a module names the paragraph for a feature or has keys of it.
func (f Feature) in(d *Data) bool { return f.cited(d) || d.Own[f.Name] != nil }

// cited says whether a module names the paragraph by which a game has the feature.
func (f Feature) cited(d *Data) bool { return len(f.Rules) > 0 && d.Paragraphs[f.Rules[0]] != "" }

// hasStocks says whether sides have anything beside their units. An older game that has a
// feature without its paragraph shows no count of what that brings.
func (e *Engine) hasStocks() bool {
	return slices.ContainsFunc(e.features, func(f feature) bool {
		return f.cited &&
			(f.Stock != "" || f.Tallies != nil)
	})
}

// tally is something that sides may have beside their units; ok is false where none may.
func (e *Engine) tally(what string) (found Tally, ok bool) {
	for i := range e.features {
		for _, t := range e.features[i].Tallies {
			if t.Name == what {
				return t, true
			}
		}
	}
	return Tally{}, false
}

// begun is what the features do as a phase begins, once it is judged who arrives.
func (e *Engine) begun(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	for i := range e.features {
		if begun := e.features[i].Begun; begun != nil {
			if err := begun(sc, f, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// random says whether a unit is of a type that is drawn at random.
func (e *Engine) random(id order.UnitID) bool {
	return slices.Contains(e.data.Drawn, e.def.Units[id].Type)
}

// undrawn says whether a piece waits to be drawn.
func (e *Engine) undrawn(p *state.Piece) bool { return e.lot != nil && p.At.Box == e.lot.Box }

// asked is a kind of question of a feature, the zero Question for one of the series.
func (e *Engine) asked(kind string) Question {
	for i := range e.features {
		for _, q := range e.features[i].Questions {
			if q.Kind == kind {
				return q
			}
		}
	}
	return Question{}
}

// facts are the numbers that the game goes by.
func (e *Engine) facts(st *state.State) (out []view.Fact) {
	for i := range e.features {
		if facts := e.features[i].Facts; facts != nil {
			out = append(out, facts(st)...)
		}
	}
	return out
}

// Points are those that sides have by features.
func (e *Engine) Points(st *state.State) (out []Points) {
	for i := range e.features {
		if points := e.features[i].Points; points != nil {
			out = append(out, points(st))
		}
	}
	return out
}

// absent is what an order breaks by naming a unit in the box of a feature.
func (e *Engine) absent(p *state.Piece) []choice.Violation {
	for i := range e.features {
		if absent := e.features[i].Absent; absent != nil {
			if out := absent(p); len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

// mapEvent is what a map shows of counters that a feature moves so.
func (e *Engine) mapEvent(how string) (kind view.MapEventKind, note view.Text) {
	for i := range e.features {
		if d, ok := e.features[i].MapEvents[how]; ok {
			return d.Kind, d.Note
		}
	}
	return view.Placed, view.Text{}
}

// passes carries out a phase of a feature in which nobody has anything to decide, and says
// whether it was one.
func (e *Engine) passes(sc *state.Scratch, f state.Frame) bool {
	for i := range e.features {
		if passes := e.features[i].Passes; passes != nil && passes(sc, f) {
			return true
		}
	}
	return false
}

// idles says whether the present phase is one of a feature in which nothing can be done.
func (e *Engine) idles(b *view.Board) bool {
	return slices.ContainsFunc(e.features, func(f feature) bool { return f.Idle != nil && f.Idle(b) })
}

// Marks are the lasting markers on a piece, in the order of the module.
func (e *Engine) Marks(p *state.Piece) []Mark { return e.marksOf(p.Marks) }

// Counter is a unit as it shows to those who may see it.
func (e *Engine) Counter(p *state.Piece) view.Counter { return e.counter(p) }

// Stake is what was at stake in what was read on a table.
func (e *Engine) Stake(table string, r *view.Reckoning) *view.Stake { return e.tables.Stake(table, r) }

// Def is the module that is played.
func (e *Engine) Def() *modules.Definition { return e.def }

// Data is what the module says in the words of the series.
func (e *Engine) Data() *Data { return e.data }

// feature is one that the game has.
type feature struct {
	symbol string
	cited  bool // by its paragraph
	Hooks
}

// featureVerbs are the orders of the features.
func (e *Engine) featureVerbs() (out []verb) {
	for _, f := range e.features {
		out = append(out, f.Verbs...)
	}
	return out
}

// Bars is what keeps a unit from doing something beside the rules of the series.
func (e *Engine) Bars(does Doing, u *Unit) (out []choice.Violation) {
	for i := range e.features {
		if bars := e.features[i].Bars; bars != nil {
			out = append(out, bars(does, u)...)
		}
	}
	return out
}

// ownerOf is the feature that a unit is of, nil for one of the series.
func (e *Engine) ownerOf(u *Unit) *feature {
	if !u.Made {
		return nil
	}
	i := slices.IndexFunc(e.features, func(f feature) bool { return f.symbol == u.Symbol })
	if i < 0 {
		return nil
	}
	return &e.features[i]
}

// boxed is the feature in whose box a piece lies, nil for others.
func (e *Engine) boxed(p *state.Piece) *feature {
	if p.OnMap() {
		return nil
	}
	if f := e.ownerOf(e.unitOf(p)); f != nil && p.At.Box == f.Box {
		return f
	}
	return nil
}

// besideOf is the box of a unit that a feature brings into play, "" for others.
func (e *Engine) besideOf(u *Unit) string {
	if f := e.ownerOf(u); f != nil {
		return f.Box
	}
	return ""
}

// deadBox is the box of a unit that is destroyed.
func (e *Engine) deadBox(id order.UnitID) string {
	return cmp.Or(e.besideOf(e.Unit(id)), state.Dead)
}

// stillBeside is how many of a side's units that features bring into play are not on the map,
// as everybody sees it.
func (e *Engine) stillBeside(b *view.Board, side order.Side) (n int) {
	for _, stock := range b.Stocks {
		for i := range e.features {
			if what := e.features[i].Stock; what != "" && stock.Side == side {
				n += stock.Of(what)
			}
		}
	}
	return n
}

// Beside is the units that no set-up names: those that features bring into play.
func (e *Engine) Beside() []state.Piece {
	var out []state.Piece
	for i := range e.units {
		u := &e.units[i]
		if f := e.ownerOf(u); f != nil {
			out = append(out, state.Piece{ID: u.ID, Side: u.Side, Steps: u.Steps, At: state.Place{Box: f.Box},
				Arrival: &state.Arrival{}})
		}
	}
	return out
}
