package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// Added is what the features of a game add to it. Every list is in the order of the features, without those that add
// nothing to it.
type Added struct {
	Verbs      []Verb
	Questions  []Question
	Situations []Situation
	Tallies    []Tally
	Pools      []Pool
	Lot        *Lot // nil where no units are drawn at random

	Bars   []func(Activity, *data.Unit) []choice.Violation
	Absent []func(*state.Piece) []choice.Violation
	Holds  []func(*Attempt) []choice.Violation
	Warns  []func(*Attempt) []view.Warning
	Modify []func(Fight) []state.Term
	Points []func(*state.State) Points

	Starts        []func(*state.Scratch, dice.Roller) error
	Opens         []func(*state.Scratch, state.Frame, dice.Roller) (*state.Question, error)
	Begins        []func(*state.Scratch, state.Frame, dice.Roller) error
	AfterArrivals []func(*state.Scratch, state.Frame, dice.Roller) error
	Passes        []func(*state.Scratch, state.Frame) bool
	Ends          []func(*state.Scratch, state.Frame)

	Ratings        []func(u *data.Unit, reduced bool) []view.Rating
	Prints         []func(*view.Map)
	Tables         []series.Table
	TerrainColumns []TerrainColumn
	Layers         []Layer
	Facts          []func(*state.State) []view.Fact
	Tasks          []func(*Attempt) []view.Task
	Busy, Idle     []func(*view.Board) bool
	Reasons        map[string]view.Text

	Events    []func(Teller, state.Event) bool
	Entries   []func(t Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool)
	Exits     []func(ev state.Moved, args []any) (text view.Text, ok bool)
	Results   []func(Teller)
	MapEvents map[string]MapEvent

	stocks  bool     // sides own something by a feature whose paragraph the module names
	symbols []string // of the units in the pools
}

// add adds what one more feature does.
func (a *Added) add(h Hooks) {
	a.Verbs = append(a.Verbs, h.Verbs...)
	a.Questions = append(a.Questions, h.Questions...)
	a.Situations = append(a.Situations, h.Situations...)
	a.Tallies = append(a.Tallies, h.Tallies...)
	if h.Lot != nil {
		a.Lot = h.Lot
	}
	a.addLaw(h.Law)
	a.addPlay(h.Play)
	a.addShow(h.Show)
	a.addTell(h.Tell)
}

func (a *Added) addLaw(h LawHooks) {
	addIf(h.Bars != nil, &a.Bars, h.Bars)
	addIf(h.Absent != nil, &a.Absent, h.Absent)
	addIf(h.Holds != nil, &a.Holds, h.Holds)
	addIf(h.Warns != nil, &a.Warns, h.Warns)
	addIf(h.Modify != nil, &a.Modify, h.Modify)
	addIf(h.Points != nil, &a.Points, h.Points)
}

func (a *Added) addPlay(h PlayHooks) {
	addIf(h.Starts != nil, &a.Starts, h.Starts)
	addIf(h.Opens != nil, &a.Opens, h.Opens)
	addIf(h.Begins != nil, &a.Begins, h.Begins)
	addIf(h.AfterArrivals != nil, &a.AfterArrivals, h.AfterArrivals)
	addIf(h.Passes != nil, &a.Passes, h.Passes)
	addIf(h.Ends != nil, &a.Ends, h.Ends)
}

func (a *Added) addShow(h ShowHooks) {
	addIf(h.Ratings != nil, &a.Ratings, h.Ratings)
	addIf(h.Prints != nil, &a.Prints, h.Prints)
	a.Tables = append(a.Tables, h.Tables...)
	a.TerrainColumns = append(a.TerrainColumns, h.TerrainColumns...)
	a.Layers = append(a.Layers, h.Layers...)
	addIf(h.Facts != nil, &a.Facts, h.Facts)
	addIf(h.Tasks != nil, &a.Tasks, h.Tasks)
	addIf(h.Busy != nil, &a.Busy, h.Busy)
	addIf(h.Idle != nil, &a.Idle, h.Idle)
	addNew(&a.Reasons, h.Reasons)
}

func (a *Added) addTell(h TellHooks) {
	addIf(h.Event != nil, &a.Events, h.Event)
	addIf(h.Entry != nil, &a.Entries, h.Entry)
	addIf(h.Exit != nil, &a.Exits, h.Exit)
	addIf(h.Result != nil, &a.Results, h.Result)
	addNew(&a.MapEvents, h.MapEvents)
}

// addIf appends a hook to a list if the feature has it.
func addIf[F any](given bool, list *[]F, hook F) {
	if given {
		*list = append(*list, hook)
	}
}

// addNew adds the entries whose keys no feature before has used.
func addNew[V any](all *map[string]V, more map[string]V) {
	for key, v := range more {
		if *all == nil {
			*all = map[string]V{}
		}
		if _, taken := (*all)[key]; !taken {
			(*all)[key] = v
		}
	}
}

// Add adds a feature that the game has, after those that are listed before it. A feature with units of its own must
// have a box for them and a name for their count.
func (g *Game) Add(f data.Wording, hooks Hooks) error {
	if units := f.Symbol != ""; units != (hooks.Pool.Box != "") || units != (hooks.Pool.Stock != "") {
		return fmt.Errorf("%s: units, their box and their count go together", f.Name)
	}
	if err := g.checkUnique(hooks); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	g.Added.add(hooks)
	if hooks.Pool != (Pool{}) {
		g.Added.Pools = append(g.Added.Pools, hooks.Pool)
		g.Added.symbols = append(g.Added.symbols, f.Symbol)
	}
	if f.IsCitedBy(g.Data) && (hooks.Pool != (Pool{}) || hooks.Tallies != nil) {
		g.Added.stocks = true
	}
	return nil
}

// checkUnique checks that no other feature of the game uses a name in these hooks. Otherwise the first
// of two features would get what is meant for the second.
func (g *Game) checkUnique(h Hooks) error {
	if h.Lot != nil && g.Added.Lot != nil {
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
	for label := range h.Show.Reasons {
		if _, taken := g.Added.Reasons[label]; taken {
			return fmt.Errorf("another feature has terms with the label %s", label)
		}
	}
	if slices.ContainsFunc(g.Added.Pools, func(p Pool) bool { return p.Box == h.Pool.Box }) {
		return fmt.Errorf("another feature has a box %s", h.Pool.Box)
	}
	return nil
}

// Has reports whether the game has a feature. A game that began before its module named the paragraph has
// the feature by its units or phases.
func (g *Game) Has(f data.Wording) bool {
	theirs := func(u data.Unit) bool { return u.Made && u.Symbol == f.Symbol }
	listed := func(p data.Phase) bool {
		return slices.ContainsFunc(g.Def.Sides,
			func(s order.Nation) bool { return slices.Contains(g.Data.Phases[s.ID], p.Name) })
	}
	return f.IsUsedBy(g.Data) || slices.ContainsFunc(g.Units, theirs) || slices.ContainsFunc(f.Phases, listed)
}

// HasStocks reports whether sides own anything beside units. An older game that has a feature without its
// paragraph does not show what the feature counts.
func (g *Game) HasStocks() bool { return g.Added.stocks }

// Tally finds a tally of a feature by its name.
func (g *Game) Tally(what string) (found Tally, ok bool) {
	for _, t := range g.Added.Tallies {
		if t.Name == what {
			return t, true
		}
	}
	return Tally{}, false
}

// Question finds a feature's kind of question. It returns the zero Question for a kind of the series.
func (g *Game) Question(kind string) Question {
	for _, q := range g.Added.Questions {
		if q.Kind == kind {
			return q
		}
	}
	return Question{}
}

// Random reports whether a unit's type is drawn at random.
func (g *Game) Random(id order.UnitID) bool {
	return slices.Contains(g.Data.Drawn, g.Def.Units[id].Type)
}

// Undrawn reports whether a piece waits to be drawn.
func (g *Game) Undrawn(p *state.Piece) bool { return g.Added.Lot != nil && p.At.Box == g.Added.Lot.Box }

// Points lists the points that sides have by features.
func (g *Game) Points(st *state.State) (out []Points) {
	for _, points := range g.Added.Points {
		out = append(out, points(st))
	}
	return out
}

// Bars lists the features' reasons against an activity of a unit.
func (g *Game) Bars(does Activity, u *data.Unit) (out []choice.Violation) {
	for _, bars := range g.Added.Bars {
		out = append(out, bars(does, u)...)
	}
	return out
}

// Absent lists what an order breaks by naming a unit in the box of a feature.
func (g *Game) Absent(p *state.Piece) []choice.Violation {
	for _, absent := range g.Added.Absent {
		if out := absent(p); len(out) > 0 {
			return out
		}
	}
	return nil
}

// Modify lists what features add to a fight. It returns nil in a game whose features add nothing.
func (g *Game) Modify(f Fight) (terms []state.Term) {
	for _, modify := range g.Added.Modify {
		terms = append(terms, modify(f)...)
	}
	return terms
}

// poolOf returns the pool of the feature that brings a unit into play, the zero Pool for a unit of the series.
func (g *Game) poolOf(u *data.Unit) Pool {
	if !u.Made {
		return Pool{}
	}
	i := slices.Index(g.Added.symbols, u.Symbol)
	if i < 0 {
		return Pool{}
	}
	return g.Added.Pools[i]
}

// Pooled reports whether a piece lies in the pool of its feature.
func (g *Game) Pooled(p *state.Piece) bool {
	if p.OnMap() {
		return false
	}
	pool := g.poolOf(g.UnitOf(p))
	return pool.Box != "" && p.At.Box == pool.Box
}

// DeadBox returns the box that a unit goes to when it is destroyed.
func (g *Game) DeadBox(id order.UnitID) string { return cmp.Or(g.poolOf(g.Unit(id)).Box, state.Dead) }

// Beside lists the units that no set-up names because features bring them into play.
func (g *Game) Beside() []state.Piece {
	var out []state.Piece
	for i := range g.Units {
		u := &g.Units[i]
		if pool := g.poolOf(u); pool.Box != "" {
			out = append(out, state.Piece{ID: u.ID, Side: u.Side, Steps: u.Steps, At: state.Place{Box: pool.Box},
				Arrival: &state.Arrival{}})
		}
	}
	return out
}
