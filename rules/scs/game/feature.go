package game

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
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

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
	Ratings func(u *data.Unit, reduced bool) []view.Rating
	// Layers are the feature's own kinds of overlays.
	Layers []Layer
	// Tables are the feature's tables of results, TerrainColumns its columns in the terrain charts.
	Tables         []series.Table
	TerrainColumns []TerrainColumn
	// Prints adds what the feature prints beside the map.
	Prints func(*view.Map)
	// Tells tells of an event and returns true, or returns false for an event of others.
	Tells func(Teller, state.Event) bool
	// Result tells how a finished game has ended.
	Result func(Teller)

	// Bars lists the paragraphs that a unit would break by an activity. It may use only what is
	// printed on the unit, because public facts depend on it, such as whether a player can do
	// anything at all.
	Bars func(Activity, *data.Unit) []choice.Violation

	// Modify lists what the feature adds to a fight: terms that add N to the printed strength of a unit or multiply its
	// strength, that multiply the strength of a side, or that shift the column. It may use only what it gets and what
	// is printed: forecasts ask with what a side knows, where units that are not seen are one fighter without an id.
	Modify func(Fight) []state.Term
	// Reasons says what the labels of its terms mean, to readers of odds and reports.
	Reasons map[string]view.Text

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
	TellsEntry func(t Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool)
	TellsExit  func(ev state.Moved, args []any) (text view.Text, ok bool)
	// MapEvents are what a map shows of counters that the feature moves, by state.Moved.How. Counters
	// with another How are shown as placed.
	MapEvents map[string]MapEvent
}

// Teller tells of the events of a command, one after the other. It is what features may use of the telling.
type Teller interface {
	// State is the position that the event has left, TallyBefore the value of a tally before it.
	State() *state.State
	TallyBefore() int
	// All tells a line to everybody. AddDice adds the dice rolled last to a line, if they were rolled for this purpose.
	All(view.Line)
	AddDice(l *view.Line, purpose string)
	// Withhold remembers a roll whose faces are told to nobody. Withheld returns the numbers of the rolls that were
	// withheld since the last call, so that no number is missing from what is told; "" if there were none.
	Withhold(state.Rolled)
	Withheld() any
	// Result tells how the game has ended, again where something changes the result later.
	Result()
}

// TerrainColumn is a column of a terrain chart. Entry is its text in a row, the zero Text for none.
type TerrainColumn struct {
	Heading view.Text
	Entry   func(data.Row) view.Text
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

// Add adds a feature that the game has, after those that are listed before it. A feature with units of its own must
// have a box for them and a name for their count.
func (g *Game) Add(f data.Wording, hooks Hooks) error {
	if units := f.Symbol != ""; units != (hooks.Box != "") || units != (hooks.Stock != "") {
		return fmt.Errorf("%s: units, their box and their count go together", f.Name)
	}
	if err := g.checkUnique(hooks); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	if hooks.Lot != nil {
		g.Lot = hooks.Lot
	}
	if hooks.Modify != nil {
		g.modify = append(g.modify, hooks.Modify)
	}
	for label, why := range hooks.Reasons {
		if g.Reasons == nil {
			g.Reasons = map[string]view.Text{}
		}
		g.Reasons[label] = why
	}
	g.Features = append(g.Features, Feature{f.Symbol, f.Cited(g.Data), hooks})
	return nil
}

// checkUnique checks that no other feature of the game uses a name in these hooks. Otherwise the first
// of two features would get what is meant for the second.
func (g *Game) checkUnique(h Hooks) error {
	if h.Lot != nil && g.Lot != nil {
		return errors.New("another feature draws units at random")
	}
	for _, t := range h.Tallies {
		if _, taken := g.Tally(t.Name); taken {
			return fmt.Errorf("another feature counts %s", t.Name)
		}
	}
	for _, q := range h.Questions {
		if g.Question(q.Kind).Kind != "" {
			return fmt.Errorf("another feature asks for %s", q.Kind)
		}
	}
	for label := range h.Reasons {
		if _, taken := g.Reasons[label]; taken {
			return fmt.Errorf("another feature has terms with the label %s", label)
		}
	}
	for i := range g.Features {
		if f := &g.Features[i]; h.Box != "" && f.Box == h.Box {
			return fmt.Errorf("another feature has a box %s", h.Box)
		}
	}
	return nil
}

// Has says whether the game has a feature. A game that began before its module named the paragraph has
// the feature by its units or phases.
func (g *Game) Has(f data.Wording) bool {
	theirs := func(u data.Unit) bool { return u.Made && u.Symbol == f.Symbol }
	listed := func(p data.Phase) bool {
		return slices.ContainsFunc(g.Def.Sides,
			func(s order.Nation) bool { return slices.Contains(g.Data.Phases[s.ID], p.Name) })
	}
	return f.In(g.Data) || slices.ContainsFunc(g.Units, theirs) || slices.ContainsFunc(f.Phases, listed)
}

// HasStocks says whether sides own anything beside units. An older game that has a feature without its
// paragraph does not show what the feature counts.
func (g *Game) HasStocks() bool {
	return slices.ContainsFunc(g.Features,
		func(f Feature) bool { return f.cited && (f.Stock != "" || f.Tallies != nil) })
}

// Tally finds a tally of a feature by its name.
func (g *Game) Tally(what string) (found Tally, ok bool) {
	for i := range g.Features {
		for _, t := range g.Features[i].Tallies {
			if t.Name == what {
				return t, true
			}
		}
	}
	return Tally{}, false
}

// Random says whether a unit's type is drawn at random.
func (g *Game) Random(id order.UnitID) bool {
	return slices.Contains(g.Data.Drawn, g.Def.Units[id].Type)
}

// Undrawn says whether a piece waits to be drawn.
func (g *Game) Undrawn(p *state.Piece) bool { return g.Lot != nil && p.At.Box == g.Lot.Box }

// Question finds a feature's kind of question. It is the zero Question for one of the series.
func (g *Game) Question(kind string) Question {
	for i := range g.Features {
		for _, q := range g.Features[i].Questions {
			if q.Kind == kind {
				return q
			}
		}
	}
	return Question{}
}

// Points lists the points that sides have by features.
func (g *Game) Points(st *state.State) (out []Points) {
	for i := range g.Features {
		if points := g.Features[i].Points; points != nil {
			out = append(out, points(st))
		}
	}
	return out
}

// Absent lists what an order breaks by naming a unit in the box of a feature.
func (g *Game) Absent(p *state.Piece) []choice.Violation {
	for i := range g.Features {
		if absent := g.Features[i].Absent; absent != nil {
			if out := absent(p); len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

// Marks lists the markers on a piece, in the order of the module.
func (g *Game) Marks(p *state.Piece) []data.Mark { return g.MarksOf(p.Marks) }

// Stake says what a fight read on a table could have cost each side in steps, and what it did cost.
func (g *Game) Stake(table string, r *view.Reckoning) *view.Stake { return g.Tables.Stake(table, r) }

// Feature is a feature that the game has.
type Feature struct {
	symbol string
	cited  bool // the module names its paragraph
	Hooks
}

// FeatureVerbs lists the verbs of the features.
func (g *Game) FeatureVerbs() (out []Verb) {
	for _, f := range g.Features {
		out = append(out, f.Verbs...)
	}
	return out
}

// Bars lists the features' reasons against an activity of a unit.
func (g *Game) Bars(does Activity, u *data.Unit) (out []choice.Violation) {
	for i := range g.Features {
		if bars := g.Features[i].Bars; bars != nil {
			out = append(out, bars(does, u)...)
		}
	}
	return out
}

// ownerOf is the feature that brings a unit into play, nil for a unit of the series.
func (g *Game) ownerOf(u *data.Unit) *Feature {
	if !u.Made {
		return nil
	}
	i := slices.IndexFunc(g.Features, func(f Feature) bool { return f.symbol == u.Symbol })
	if i < 0 {
		return nil
	}
	return &g.Features[i]
}

// Boxed is the feature in whose box a piece lies, nil for other pieces.
func (g *Game) Boxed(p *state.Piece) *Feature {
	if p.OnMap() {
		return nil
	}
	if f := g.ownerOf(g.UnitOf(p)); f != nil && p.At.Box == f.Box {
		return f
	}
	return nil
}

// boxOf is the box of a unit that a feature brings into play, "" for other units.
func (g *Game) boxOf(u *data.Unit) string {
	if f := g.ownerOf(u); f != nil {
		return f.Box
	}
	return ""
}

// DeadBox is the box that a unit goes to when it is destroyed.
func (g *Game) DeadBox(id order.UnitID) string {
	return cmp.Or(g.boxOf(g.Unit(id)), state.Dead)
}

// Beside lists the units that no set-up names because features bring them into play.
func (g *Game) Beside() []state.Piece {
	var out []state.Piece
	for i := range g.Units {
		u := &g.Units[i]
		if f := g.ownerOf(u); f != nil {
			out = append(out, state.Piece{ID: u.ID, Side: u.Side, Steps: u.Steps, At: state.Place{Box: f.Box},
				Arrival: &state.Arrival{}})
		}
	}
	return out
}

// Layer is a kind of overlay with the function that makes it; ok is false where there is nothing to
// show.
type Layer struct {
	view.LayerKind
	Make func(series.OverlayRequest) (o view.Overlay, ok bool)
}
