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

// Feature is a rule that only some games of the series have. It is a package of its own that imports
// this one, and package rules lists it. Everything that the series has to know of it is in this
// struct. A game has the feature when its module names the paragraph for it, uses its keys, has its
// units, or lists one of its phases:
//
//	# game.yaml
//	rules: {garrisons: "1.10"}
type Feature struct {
	Help   string   // for an owner of a game: the feature's keys in game.yaml, and what they are for
	Name   string   // of its folder; also the key under which an Own holds the feature's data
	Rules  []string // the keys of its paragraphs under `rules`; the first one switches the feature on
	Symbol string   // of the units that only the feature brings into play, "" for none
	Marks  []string // that the feature puts on units, so that cases can do so too
	Phases []Phase  // that the feature adds to those of a sequence of play

	// Begin returns the feature's part of one module; nil where a module only names its paragraphs.
	Begin func(*Module) Part
	// Case returns the feature's part of one adjudication case; nil where cases have no keys of it.
	Case func() Case
	// New returns what the feature does in a game. The functions in the result may use the whole
	// engine. New itself may only use Def and Data, because the engine is not complete yet.
	New func(*Engine) Hooks
}

// Phase is a phase of a feature.
type Phase struct {
	Name  string
	Mark  string // a marker that the module must have for it, "" for none
	Other bool   // the side that is not moving acts in it, not the side that lists it
}

// Own is what features store in one place of a module, by their names: in the module as a whole, in a
// row of a chart, on a type of units, in a scenario, or in an order of arrival. The values contain no
// pointers, because they are printed for the hash of a module. Copies share the values, so a feature
// replaces a value to change it and never changes it in place.
type Own map[string]any

// Hooks is what a feature does in a game that has it. A nil field does nothing.
type Hooks struct {
	Verbs []choice.Verb[*Attempt]

	// Starts is called as a game begins, before the sides set up.
	Starts func(*state.Scratch, dice.Roller) error
	// Begins is called as a phase begins, before the series decides which units arrive in it,
	// AfterArrivals after that, and Ends as the phase ends.
	Begins, AfterArrivals func(*state.Scratch, state.Frame, dice.Roller) error
	Ends                  func(*state.Scratch, state.Frame)
	// Passes carries out a phase in which there is nothing to decide. It returns false for any other.
	Passes func(*state.Scratch, state.Frame) bool

	// Busy says whether the feature may give the player of the phase something to do. It gets the
	// public board.
	Busy func(*view.Board) bool
	// Idle says whether the phase is one of the feature's own in which nothing can be done. It gets
	// the public board.
	Idle func(*view.Board) bool
	// Holds lists what the player of the phase still has to do before he can end it, Warns what
	// ending it costs him.
	Holds func(*Attempt) []choice.Violation
	Warns func(*Attempt) []view.Warning
	// Tasks lists what the player of the phase can still do with the feature, or must.
	Tasks func(*Attempt) []view.Task
	// Questions are the kinds of questions that the feature asks.
	Questions []Question
	// Situations are conditions on a hex that the feature adds to standing orders.
	Situations []Situation
	// Lot describes the units that are drawn at random, nil where the feature draws none.
	Lot *Lot
	// Tallies are what sides own beside units.
	Tallies []Tally
	// Facts are public numbers that matter in the game.
	Facts func(*state.State) []view.Fact
	// Points returns the points that a side has by the feature.
	Points func(*state.State) Points
	// Ratings are the numbers that the feature prints on a side of a unit's counter after the factors.
	Ratings func(u *Unit, reduced bool) []view.Rating
	// Layers are the feature's own kinds of overlays.
	Layers []Layer
	// Tables are the feature's tables of results, TerrainColumns its columns in the terrain charts.
	Tables         []series.Table
	TerrainColumns []TerrainColumn
	// Prints adds what the feature prints beside the map.
	Prints func(*view.Map)
	// Tells tells of an event and returns true, or returns false for an event of others.
	Tells func(*Teller, state.Event) bool
	// Result tells how a finished game has ended.
	Result func(*Teller)

	// Bars lists the paragraphs that a unit would break by an activity. It may use only what is
	// printed on the unit, because public facts depend on it, such as whether a player can do
	// anything at all.
	Bars func(Activity, *Unit) []choice.Violation

	// Box holds the feature's own units that are not on the map. They are interchangeable, and only
	// their number is shown. A destroyed unit goes back into the box.
	Box string
	// Absent lists what an order breaks by naming a unit in this box, or in another box of the
	// feature; nil for a unit anywhere else.
	Absent func(*state.Piece) []choice.Violation
	// Stock is the name of a unit in the box in a side's stock.
	Stock string

	// TellsEntry tells of units whose arrival everybody may know, while only their owner may know which units
	// they are. TellsExit tells of units that leave the map, which everybody sees. args are the arguments
	// that every text of a move has. ok is false for a move that is not the feature's.
	TellsEntry func(t *Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool)
	TellsExit  func(ev state.Moved, args []any) (text view.Text, ok bool)
	// MapEvents are what a map shows of counters that the feature moves, by state.Moved.How. Counters
	// with another How are shown as placed.
	MapEvents map[string]MapEvent
}

// TerrainColumn is a column of a terrain chart. Entry is its text in a row, the zero Text for none.
type TerrainColumn struct {
	Heading view.Text
	Entry   func(Row) view.Text
}

// MapEvent is what a map shows of counters that move: the kind of event, and its name in print.
type MapEvent struct {
	Kind view.MapEventKind
	Note view.Text
}

// Tally is something that sides own beside units. Its number is public.
type Tally struct {
	Name string                // its name in the state and in a position
	Item string                // the name of one of them in a side's stock
	Has  func(order.Side) bool // whether a side can have any

	// Brings is how many a phase adds as it begins, so that a position need not count them; may be nil.
	Brings func(f state.Frame, turn int) int
}

// Situation is a condition on a hex in standing orders, which depends only on what is printed on the
// map: its word, its meaning, and whether a hex fulfils it.
type Situation struct {
	Word string
	Text view.Text
	Is   func(hex.Hex) bool
}

// Question is a kind of question that a feature asks. A verb of the same name answers it, and pass
// where it can be declined.
type Question struct {
	Kind   string
	Beside bool // its units lie beside the map, visible to all, until they have been placed

	// Drops removes a question that cannot be answered any more, and reports whether it did; may be
	// nil.
	Drops func(*state.Scratch, state.Question) bool
	// Declined carries out a pass; nil where a pass is not allowed.
	Declined func(*state.Scratch, state.Question)
	// Default is the answer when the player gives none; nil: a pass, or else the first legal answer.
	Default func(*state.Sight) (order.Order, bool)
}

// Points are points of a side beside those for the places that it holds. They are public.
type Points struct {
	Side order.Side
	N    int
	Why  view.Text // what the points are for
	Open bool      // the side can still earn them after the last phase of the game
}

// Lot describes units that are drawn at random to take each other's places: places in the set-up as
// the game starts, and places in the orders of arrival when they come due. Before the draw nobody
// knows which unit will come. After it only the unit's own side knows, until the unit is on top of a
// stack.
type Lot struct {
	Box  string    // where they lie until they are drawn
	Rule view.Rule // by which they are drawn
}

// Activity is something that a feature may keep units from doing.
type Activity int8

// The activities.
const (
	Moving     Activity = iota // moving or overrunning
	Attacking                  // attacking in any fight
	Rebuilding                 // regaining a step by a replacement
)

// addFeatures makes the hooks of the features that the game has, in the order of the list. A feature
// with units of its own must have a box for them and a name for their count.
func (e *Engine) addFeatures(features []Feature) error {
	for _, f := range features {
		if !e.has(f) {
			continue
		}
		hooks := f.New(e)
		if units := f.Symbol != ""; units != (hooks.Box != "") || units != (hooks.Stock != "") {
			return fmt.Errorf("%s: units, their box and their count go together", f.Name)
		}
		if err := e.checkUnique(hooks); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if hooks.Lot != nil {
			e.lot = hooks.Lot
		}
		e.features = append(e.features, feature{f.Symbol, f.cited(e.data), hooks})
	}
	return nil
}

// checkUnique checks that no other feature of the game uses a name in these hooks. Otherwise the first
// of two features would get what is meant for the second.
func (e *Engine) checkUnique(h Hooks) error {
	if h.Lot != nil && e.lot != nil {
		return errors.New("another feature draws units at random")
	}
	for _, t := range h.Tallies {
		if _, taken := e.tally(t.Name); taken {
			return fmt.Errorf("another feature counts %s", t.Name)
		}
	}
	for _, q := range h.Questions {
		if e.question(q.Kind).Kind != "" {
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

// has says whether the game has a feature. A game that began before its module named the paragraph has
// the feature by its units or phases.
func (e *Engine) has(f Feature) bool {
	theirs := func(u Unit) bool { return u.Made && u.Symbol == f.Symbol }
	listed := func(p Phase) bool {
		return slices.ContainsFunc(e.def.Sides,
			func(s order.Nation) bool { return slices.Contains(e.data.Phases[s.ID], p.Name) })
	}
	return f.in(e.data) || slices.ContainsFunc(e.units, theirs) || slices.ContainsFunc(f.Phases, listed)
}

// in says whether a module names the paragraph for a feature or uses its keys.
func (f Feature) in(d *Data) bool { return f.cited(d) || d.Own[f.Name] != nil }

// cited says whether a module names the paragraph that switches the feature on.
func (f Feature) cited(d *Data) bool { return len(f.Rules) > 0 && d.Paragraphs[f.Rules[0]] != "" }

// hasStocks says whether sides own anything beside units. An older game that has a feature without its
// paragraph does not show what the feature counts.
func (e *Engine) hasStocks() bool {
	return slices.ContainsFunc(e.features,
		func(f feature) bool { return f.cited && (f.Stock != "" || f.Tallies != nil) })
}

// tally finds a tally of a feature by its name.
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

// afterArrivals calls the features' hooks for a phase that begins, once its arrivals are decided.
func (e *Engine) afterArrivals(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	for i := range e.features {
		if after := e.features[i].AfterArrivals; after != nil {
			if err := after(sc, f, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// random says whether a unit's type is drawn at random.
func (e *Engine) random(id order.UnitID) bool {
	return slices.Contains(e.data.Drawn, e.def.Units[id].Type)
}

// undrawn says whether a piece waits to be drawn.
func (e *Engine) undrawn(p *state.Piece) bool { return e.lot != nil && p.At.Box == e.lot.Box }

// question finds a feature's kind of question. It is the zero Question for one of the series.
func (e *Engine) question(kind string) Question {
	for i := range e.features {
		for _, q := range e.features[i].Questions {
			if q.Kind == kind {
				return q
			}
		}
	}
	return Question{}
}

// facts lists the features' public numbers.
func (e *Engine) facts(st *state.State) (out []view.Fact) {
	for i := range e.features {
		if facts := e.features[i].Facts; facts != nil {
			out = append(out, facts(st)...)
		}
	}
	return out
}

// Points lists the points that sides have by features.
func (e *Engine) Points(st *state.State) (out []Points) {
	for i := range e.features {
		if points := e.features[i].Points; points != nil {
			out = append(out, points(st))
		}
	}
	return out
}

// absent lists what an order breaks by naming a unit in the box of a feature.
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

// mapEvent is what a map shows of counters that a feature moves.
func (e *Engine) mapEvent(how string) (kind view.MapEventKind, note view.Text) {
	for i := range e.features {
		if d, ok := e.features[i].MapEvents[how]; ok {
			return d.Kind, d.Note
		}
	}
	return view.Placed, view.Text{}
}

// passes carries out a phase of a feature in which there is nothing to decide, and reports whether it
// was one.
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

// Marks lists the markers on a piece, in the order of the module.
func (e *Engine) Marks(p *state.Piece) []Mark { return e.marksOf(p.Marks) }

// Counter returns a unit's counter as it is shown to viewers who may identify the unit.
func (e *Engine) Counter(p *state.Piece) view.Counter { return e.counter(p) }

// Stake says what a fight read on a table could have cost each side in steps, and what it did cost.
func (e *Engine) Stake(table string, r *view.Reckoning) *view.Stake { return e.tables.Stake(table, r) }

// Def returns the module that is played.
func (e *Engine) Def() *modules.Definition { return e.def }

// Data returns the series' part of the module.
func (e *Engine) Data() *Data { return e.data }

// feature is a feature that the game has.
type feature struct {
	symbol string
	cited  bool // the module names its paragraph
	Hooks
}

// featureVerbs lists the verbs of the features.
func (e *Engine) featureVerbs() (out []verb) {
	for _, f := range e.features {
		out = append(out, f.Verbs...)
	}
	return out
}

// Bars lists the features' reasons against an activity of a unit.
func (e *Engine) Bars(does Activity, u *Unit) (out []choice.Violation) {
	for i := range e.features {
		if bars := e.features[i].Bars; bars != nil {
			out = append(out, bars(does, u)...)
		}
	}
	return out
}

// ownerOf is the feature that brings a unit into play, nil for a unit of the series.
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

// boxed is the feature in whose box a piece lies, nil for other pieces.
func (e *Engine) boxed(p *state.Piece) *feature {
	if p.OnMap() {
		return nil
	}
	if f := e.ownerOf(e.unitOf(p)); f != nil && p.At.Box == f.Box {
		return f
	}
	return nil
}

// boxOf is the box of a unit that a feature brings into play, "" for other units.
func (e *Engine) boxOf(u *Unit) string {
	if f := e.ownerOf(u); f != nil {
		return f.Box
	}
	return ""
}

// deadBox is the box that a unit goes to when it is destroyed.
func (e *Engine) deadBox(id order.UnitID) string {
	return cmp.Or(e.boxOf(e.Unit(id)), state.Dead)
}

// countBeside counts a side's units of features that are not on the map, from the public board.
func (e *Engine) countBeside(b *view.Board, side order.Side) (n int) {
	for _, stock := range b.Stocks {
		for i := range e.features {
			if what := e.features[i].Stock; what != "" && stock.Side == side {
				n += stock.Of(what)
			}
		}
	}
	return n
}

// Beside lists the units that no set-up names because features bring them into play.
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
