package randomgames

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/render"
	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// TestSilence: a twin of a position exchanges two units of one side that lie under tops in different stacks, or
// under markers in 1.7, or gives one of them other steps and markers; or where units are drawn at random,
// another one of the cup lies there. Nobody but the owner may be able to tell: boards, pictures, prompts,
// offers, completions, defaults, refusals and odds are equal, the same phases end automatically, and accounts
// of every order are equal until a fight opens the stacks. The flags -games and -afb try more positions.
func TestSilence(t *testing.T) {
	for _, tt := range []struct {
		module              string
		seeds, say, atLeast int // games, orders of a game, twins in all
	}{{"drill", 2 + *drillGames/50, 200, 300}, {"skirmish", 1 + *drillGames/50, 75, 50}, {"afb", 1 + *afbGames/5,
		80, 100}, {"arrivals", 1 + *afbGames/5, 30, 50}} {
		t.Run(tt.module, func(t *testing.T) {
			t.Parallel()
			w := &witness{t: t, painter: painterOf(t)}
			for seed := range uint64(tt.seeds) {
				w.watch(newPlayer(t, tt.module, 100+seed))
				for n := 0; n < tt.say && !w.p.board.Over; n++ {
					w.p.order(w.p.acting())
					if tt.module != "afb" || n%2 == 0 || *drillGames > 20 { // its positions differ little
						w.position()
					}
				}
			}
			if w.twins < tt.atLeast || w.drawn == 0 || w.odds == 0 && tt.module == "drill" || w.undone < tt.atLeast ||
				tt.module == "drill" && (w.owing == 0 || w.opened == 0) || tt.module == "arrivals" && w.drawnElse < 20 {
				t.Errorf("only %d twins, %d of them drawn, %d with a decision owed, %d opened by a fight, %d odds, %d undone", w.twins, w.drawn, w.owing, w.opened, w.odds, w.undone)
			}
			t.Logf("%d twins, %d of the cup, %d drawn, %d with a decision owed, %d opened by a fight, %d odds, %d undone", w.twins, w.drawnElse, w.drawn, w.owing, w.opened, w.odds, w.undone)
			if tt.module == "drill" && w.tried < 10 {
				t.Errorf("only %d fights were tried by standing answers", w.tried)
			}
			if tt.module == "drill" && (w.tasks < w.twins/8 || w.whole < w.twins/50) {
				t.Errorf("only %d tasks and %d whole stacks", w.tasks, w.whole)
			}
			if w.later < w.twins/8 {
				t.Errorf("only %d lists for later", w.later)
			}
			if tt.module == "drill" && (w.previewed < 100 || w.foreseen < 10) {
				t.Errorf("only %d lines of lists were previewed, %d of them fights", w.previewed, w.foreseen)
			}
		})
	}
}

// witness compares a match with a twin of it.
type witness struct {
	truth                // the true state of the match, from which twins are made
	t                    *testing.T
	p                    *randomPlayer
	twin                 *rules.Match
	settled, settledTwin frozen          // the match and the twin with everything final for undo
	copies               [2]*rules.Match // of these, to give orders in; nil until they are needed
	owner                order.Side      // of the units exchanged
	observer             order.Side
	hexes                []hex.Hex // where the units exchanged lie
	painter              *render.Painter

	twins, drawn, owing, opened, follows int // twins: all, drawn, in a decision; orders: opening a stack, others
	odds                                 int // reckonings against one of the hexes
	undone                               int
	previewed, foreseen                  int // lines of lists, and fights among them
	later                                int // lists for a later turn
	drawnElse                            int // twins in which a unit of the cup lies where another one does
	tried                                int // hypothetical fights
	tasks, whole                         int // what the observer can do in his phases, and stacks that can move together
}

// watch begins with another game.
func (w *witness) watch(p *randomPlayer) {
	w.p, w.truth = p, truthOf(w.t, p.m, p.pos, p.def)
}

// position compares a position with twins of it, for each side that may hide some.
func (w *witness) position() {
	w.truth = w.of(w.p.m)
	w.settled = w.with(w.t, w.st)
	for _, s := range w.p.def.Sides {
		w.owner, w.observer = s.ID, w.p.other(s.ID)
		hidden := w.under()
		w.p.rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
		for range 2 {
			if len(hidden) < 2 {
				break
			}
			a, b := hidden[0], hidden[1]
			if twin, ok := w.swapped(a.id, b.id); ok {
				w.compare(twin, a.at, b.at)
			}
			if twin, ok := w.worn(a.id); ok {
				w.compare(twin, a.at)
			}
			if cup := w.cup(); len(cup) > 0 {
				if twin, ok := w.otherDrawn(a.id, oneOf(w.p.rng, cup).ID); ok {
					w.compare(twin, a.at)
					w.drawnElse++
				}
			}
			hidden = hidden[2:]
		}
	}
}

// cup returns the owner's units that are still to be drawn at random.
func (w *witness) cup() []view.Counter {
	for _, pile := range w.p.own[w.owner].OffMap {
		if pile.Side == w.owner && pile.Box == "undrawn" {
			return pile.Known
		}
	}
	return nil
}

type lying struct {
	id order.UnitID
	at hex.Hex
}

// under returns the owner's units that lie under the tops of stacks, and the tops that markers hide.
func (w *witness) under() []lying {
	var out []lying
	for i, st := range w.p.own[w.owner].Stacks {
		if st.Side != w.owner {
			continue
		}
		for _, k := range st.Known[min(len(w.p.board.Stacks[i].Known), 1):] {
			out = append(out, lying{k.ID, st.Hex})
		}
	}
	return out
}

func (w *witness) same(what string, a, b any) {
	w.t.Helper()
	if !reflect.DeepEqual(a, b) {
		was, is := fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b)
		if x, ok := a.(*view.Board); ok {
			was, is = differs(x, b.(*view.Board))
			if y := b.(*view.Board); !reflect.DeepEqual(x.Overlays, y.Overlays) {
				was, is = fmt.Sprintf("%+v", x.Overlays), fmt.Sprintf("%+v", y.Overlays)
			}
		}
		w.t.Fatalf("%s tells twins of %v apart:\n%s\n%s", what, w.hexes, was, is)
	}
}

// often returns after how many opportunities a check is made: n, or a quarter of it in a long run.
func often(n int) int {
	if *drillGames > 20 {
		return n / 4
	}
	return n
}

// compare compares the match with a twin that differs in some hexes.
func (w *witness) compare(twin frozen, hexes ...hex.Hex) {
	w.t.Helper()
	w.twin, w.settledTwin, w.copies, w.hexes = twin.open(w.t), twin, [2]*rules.Match{}, hexes
	w.twins++
	if w.p.board.Due != nil {
		w.owing++
	}
	w.sameBoards("", w.p.m, w.twin)
	if w.twins%often(200) == 1 {
		w.samePictures(w.p.m, w.twin, nil, nil) // without an account of an order
	}
	a, okA := w.p.m.Default(w.observer)
	b, okB := w.twin.Default(w.observer)
	w.same("a default", []any{a, okA}, []any{b, okB})
	w.same("the list of orders", w.p.m.Verbs(w.observer), w.twin.Verbs(w.observer))
	_, _, idle := w.p.m.Idle()
	_, _, idleToo := w.twin.Idle()
	w.same("whether the phase passes by itself", idle, idleToo)
	end := order.Order{Verb: "end"}
	w.same("what an end costs", w.p.m.Warnings(w.observer, end), w.twin.Warnings(w.observer, end))
	for _, spec := range w.p.m.Specs() {
		w.sameOffers(spec)
	}
	w.sameOdds()
	for range 3 {
		o := w.p.nonsense(w.observer)
		w.sameCompletions(o)
		w.sameAccounts(w.observer, o)
	}
	w.samePreviews()
	w.sameStandingAnswers()
	w.sameLater()
	w.sameDoings()
}

// sameStandingAnswers compares what the observer's standing answers decide, and now and then what
// they would decide in every fight that he can think of.
func (w *witness) sameStandingAnswers() {
	w.t.Helper()
	for i, c := range w.p.m.StandingChoices() {
		left := standing.Answers{Set: c.ID}
		a, okA := w.p.m.Answer(w.observer, left)
		b, okB := w.twin.Answer(w.observer, left)
		w.same("a standing answer", []any{a, okA}, []any{b, okB})
		if !c.IsSet || w.twins%often(200) != 10*i+1 {
			continue
		}
		for _, h := range append(slices.Clone(w.hexes), hex.None) { // None for every fight, "" for every result
			tried, errA := w.p.m.TryStanding(w.observer, left, h, "")
			other, errB := w.twin.TryStanding(w.observer, left, h, "")
			w.same("the trial of standing answers", tried, other)
			w.same("why none can be tried", errA, errB)
			w.tried += len(tried)
		}
	}
}

// sameLater compares what a list would bring in a turn that is still to come.
func (w *witness) sameLater() {
	w.t.Helper()
	if w.twins%5 != 0 {
		return
	}
	var own []string
	for _, st := range w.p.own[w.observer].Stacks {
		if st.Side == w.observer {
			own = append(own, string(st.Known[0].ID)+" > "+w.p.beside(st.Hex).String())
		}
	}
	turn := rules.Coming(w.p.m, w.observer, "") // his next turn, 0 if none comes
	w.same("the turn of a list", turn, rules.Coming(w.twin, w.observer, ""))
	if turn == 0 || len(own) == 0 {
		return
	}
	target := w.hexes[0].String()
	by, _, _ := strings.Cut(oneOf(w.p.rng, own), " ")
	lines := must(w.p.m.List(w.observer, fmt.Sprintf("%s\n%s\n%[3]s x %[4]s\nend\n%[4]s < %[3]s", oneOf(w.p.rng, own),
		oneOf(w.p.rng, own), by, target)))(w.t)
	lines = must(w.p.m.InPhases(w.observer, lines, w.p.m.ListPhases(w.observer)[0], true))(w.t) // true for a later turn
	a, errA := w.p.m.Preview(w.observer, lines, turn, nil)
	b, errB := w.twin.Preview(w.observer, lines, turn, nil)
	w.same("an error of a list for later", errA, errB)
	w.same("a list for later", a.Lines, b.Lines)
	w.same("the position after a list for later", a.After.Board(), b.After.Board())
	w.later++
}

// samePreviews compares what a list would bring, of which fights say nothing beforehand.
func (w *witness) samePreviews() {
	w.t.Helper()
	lines := w.p.lines(w.observer, 4)
	a, errA := w.p.m.Preview(w.observer, lines, 0, nil) // 0 for now; nil refuses nothing
	b, errB := w.twin.Preview(w.observer, lines, 0, nil)
	w.same("an error of a preview", errA, errB)
	w.same("a preview", a.Lines, b.Lines)
	w.same("the position after a preview", a.After.Board(), b.After.Board())
	for _, l := range a.Lines {
		w.previewed++
		if l.Odds != nil {
			w.foreseen++
		}
	}
}

// sameBoards compares what the public and the observer see.
func (w *witness) sameBoards(after string, m, twin *rules.Match) {
	w.t.Helper()
	w.same("the public board"+after, m.Public().Board(), twin.Public().Board())
	board := m.View(w.observer).Board()
	w.same("the other side's board"+after, board, twin.View(w.observer).Board())
	w.tasks += len(board.Tasks)
	stacks := m.Public().Board().Stacks
	// the zone of a top with a marker reveals what lies under it
	if len(stacks) == 0 || w.p.rng.IntN(4) > 0 || !w.of(m).sameZones(twin, w.observer) {
		return
	}
	if st := oneOf(w.p.rng, stacks); len(st.Known) > 0 {
		unit, at := st.Known[0].ID, oneOf(w.p.rng, stacks).Hex
		with := everyLayer(m, unit, at)
		w.same("how far everybody sees "+string(unit)+" go"+after, m.Public(with...).Board(),
			twin.Public(with...).Board())
		w.same("how far the other side sees "+string(unit)+" go"+after, m.View(w.observer, with...).Board(),
			twin.View(w.observer, with...).Board())
	}
	if st := oneOf(w.p.rng, board.Stacks); st.Side == w.observer {
		together := view.Layer{Kind: "reach"}
		for _, c := range st.Known {
			together.Units = append(together.Units, c.ID)
		}
		for _, other := range board.Stacks {
			together.Letters = slices.AppendSeq(together.Letters, board.Map.Grid.Neighbours(other.Hex))
		}
		w.same("where a stack goes"+after, m.View(w.observer, together).Board(), twin.View(w.observer, together).Board())
		whole := m.Whole(w.observer, "move", nil, st.Hex) // nil: nothing is picked yet
		w.same("a whole stack"+after, whole, twin.Whole(w.observer, "move", nil, st.Hex))
		w.whole += min(len(whole), 1)
	}
}

// drawn returns pictures of some views: of each the whole map and a close-up of what it is about, and of all a film.
func drawn[A view.Audience](w *witness, views []A) (out [][]byte) {
	w.t.Helper()
	for _, v := range views {
		options := []render.Options{{}}
		if near, ok := render.Focus(v.Board()); ok {
			options = append(options, near)
		}
		for _, o := range options {
			picture := must(render.Draw(w.painter, v, render.Paper(), o))(w.t)
			out = append(out, picture.PNG())
		}
	}
	return append(out, must(render.Animate(w.painter, views, render.Paper()))(w.t).GIF())
}

func stackAt(b *view.Board, h hex.Hex) (at view.Stack, ok bool) {
	for _, st := range b.Stacks {
		if st.Hex == h {
			return st, true
		}
	}
	return view.Stack{}, false
}

// sameOffers compares offers up to three picks deep, and then what the order brings.
func (w *witness) sameOffers(spec order.Spec) {
	w.t.Helper()
	var picks []view.Pick
	for range 3 {
		offer, errA := w.p.m.Offer(w.observer, spec.Verb, picks)
		other, errB := w.twin.Offer(w.observer, spec.Verb, picks)
		w.same("an offer for /"+string(spec.Verb), offer, other)
		w.same("a refusal of /"+string(spec.Verb), errA, errB)
		if len(offer.Next) == 0 {
			break
		}
		picks = append(picks, oneOf(w.p.rng, offer.Next))
	}
	if len(picks) == 0 && len(spec.Said()) > 0 {
		return
	}
	o := w.p.m.Order(spec.Verb, picks)
	w.sameCompletions(o)
	w.sameAccounts(w.observer, o)
	if spoilt, by := w.p.spoil(o, w.observer); by == w.observer {
		w.sameAccounts(by, spoilt)
	}
}

// sameCompletions compares what autocompletion shows in each option of an order.
func (w *witness) sameCompletions(o order.Order) {
	w.t.Helper()
	spec, _ := order.Find(w.p.m.Specs(), o.Verb)
	for _, opt := range spec.Said() {
		w.same("a completion of "+opt.Name, w.p.m.Complete(w.observer, o, opt.Name),
			w.twin.Complete(w.observer, o, opt.Name))
		w.same("a list for "+opt.Name, w.p.m.Completion(w.observer, o.Verb, nil, opt.Name),
			w.twin.Completion(w.observer, o.Verb, nil, opt.Name))
	}
	named := partsOf(w.p.m, o)
	for _, h := range append(slices.Clone(w.hexes), named.Hex) { // those of the units exchanged, and another
		named.Units = []order.UnitID{order.UnitID(h.String())}
		there := named.in(w.p.m)
		a, errA := w.p.m.Parse(w.observer, order.Format(spec, there))
		b, errB := w.twin.Parse(w.observer, order.Format(spec, there))
		w.same("the reading of a hex", a, b)
		w.same("the doubt about a hex", errA, errB)
	}
}

// sameOdds compares what attacks and overruns against the hexes would come to, and why they cannot be made.
func (w *witness) sameOdds() {
	w.t.Helper()
	for _, target := range w.hexes {
		for _, own := range w.p.own[w.observer].Stacks {
			if own.Side != w.observer || w.p.def.Grid.Distance(own.Hex, target) != 1 {
				continue
			}
			for _, v := range []order.Verb{"attack", "overrun", order.PlannedAttack} {
				var units []order.UnitID
				for _, k := range own.Known[:1+w.p.rng.IntN(len(own.Known))] {
					units = append(units, k.ID)
				}
				o := order.Order{Verb: v}.WithHexes("target", target).WithUnits("units", units...)
				odds, err := w.p.m.Odds(w.observer, o)
				other, errTwin := w.twin.Odds(w.observer, o)
				w.same("the odds", odds, other)
				w.same("a refusal of odds", err, errTwin)
				if err == nil {
					w.odds++
				}
			}
		}
	}
}

// sameEnds compares what the owner's phases bring as he ends one after the other.
func (w *witness) sameEnds() {
	w.t.Helper()
	end := order.Order{Verb: "end"}
	m, _ := w.pair()
	for m.Public().Board().Phase.Side == w.owner {
		told, stands := w.follow(w.owner, end)
		if !told {
			break
		}
		if !stands {
			w.again(w.owner, end)
		}
	}
	w.copies = [2]*rules.Match{}
}

// sameDoings compares what others are told of what the owner does elsewhere, and of
// the end of his phases, with the markers that supply brings to what lies hidden.
func (w *witness) sameDoings() {
	w.t.Helper()
	w.sameEnds()
	if w.p.acting() != w.owner {
		return
	}
	o := w.p.choose(w.owner)
	for _, st := range w.p.own[w.owner].Stacks {
		if slices.Contains(w.hexes, st.Hex) && slices.ContainsFunc(st.Known, func(k view.Counter) bool {
			return slices.Contains(partsOf(w.p.m, o).Units, k.ID)
		}) {
			return // the hidden units, or those that lie with them, are named
		}
	}
	if o.Verb != "stack order" {
		w.sameAccounts(w.owner, o)
	}
}
