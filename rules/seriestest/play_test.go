package seriestest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// table is a game that is played at random, with its log as stored.
type table struct {
	*testing.T
	def *modules.Definition
	pos rules.Position
	m   *rules.Match
	log []rules.Entry
	rnd *rand.Rand
}

func newTable(t *testing.T, seed uint64) *table {
	t.Helper()
	g := &table{T: t, def: bridge(t), rnd: rand.New(rand.NewPCG(seed, 14))}
	g.pos = must(rules.Setup(g.def, ""))(t)
	g.m = must(rules.New(g.def, g.pos))(t)
	g.apply(g.m.Begin(g))
	return g
}

// Roll throws dice at random.
func (g *table) Roll(_ uint64, n int) (faces []int, err error) {
	for range n {
		faces = append(faces, 1+g.rnd.IntN(6))
	}
	return faces, nil
}

var _ dice.Roller = &table{}

// apply adds a record to the log and compares what is told of it with what can be seen.
func (g *table) apply(rec rules.Record, err error) {
	g.Helper()
	noError(g, err)
	raw := must(json.Marshal(rec))(g)
	var kept rules.Record
	noError(g, json.Unmarshal(raw, &kept))
	e := rules.Entry{Seq: uint64(len(g.log) + 1), Record: kept}
	before := g.m.Public().Board()
	told := must(g.m.Apply(e.Seq, rec))(g)
	g.log = append(g.log, e)
	after := g.m.Public().Board()
	for _, l := range told.Public() {
		if l.Reckoned != nil {
			g.stake(l)
		}
		for _, id := range g.def.Roster {
			_, _, was := before.Find(id)
			_, _, is := after.Find(id)
			if named := strings.Contains(fmt.Sprintf("%v %+v", l.Text, l.MapEvent), string(id)); named && !was && !is {
				g.Errorf("everybody is told of %s, whom nobody sees: %v", id, l.Text)
			}
		}
	}
}

// stake compares what was at stake in a strike with the printed table: a unit that is hit loses a step, and so
// does one that is repulsed.
func (g *table) stake(l view.Line) {
	g.Helper()
	book := must(rules.HandbookOf(g.def))(g)
	printed := book.Reference().Tables[0]
	throws := map[string]int{}
	for _, s := range printed.Shares(slices.Index(printed.Columns, l.Reckoned.Column)) {
		throws[s.Result] = s.Throws
	}
	repulsed, hit := 0, 0
	for _, t := range l.Stake.Could {
		repulsed, hit = repulsed+t.Throws*t.Attacker, hit+t.Throws*t.Defender
	}
	did := view.Toll{}
	switch l.Reckoned.Result {
	case "repulsed":
		did.Attacker = 1
	case "hit":
		did.Defender = 1
	}
	if l.Stake.Throws != 36 || repulsed != throws["repulsed"] || hit != throws["hit"] || l.Stake.Did != did {
		g.Errorf("%s in %s: %+v", l.Reckoned.Result, l.Reckoned.Column, l.Stake)
	}
}

// order is a legal order made from offers alone. In half of the marches several units go together.
func (g *table) order(by order.Side) order.Order {
	g.Helper()
	verbs := g.m.Verbs(by)
	if len(verbs) == 0 {
		g.Fatalf("%s has no order to give", by)
	}
	v := verbs[g.rnd.IntN(len(verbs))]
	var picks []view.Pick
	for {
		offer := must(g.m.Offer(by, v, picks))(g)
		if offer.Done && (len(offer.Next) == 0 || g.rnd.IntN(2) == 0) {
			return g.m.Order(v, picks)
		}
		if len(offer.Next) == 0 {
			g.Fatalf("/%s leads nowhere after %v", v, picks)
		}
		next := offer.Next
		if units := slices.DeleteFunc(slices.Clone(next),
			func(p view.Pick) bool { return p.Unit == "" }); len(units) > 0 && g.rnd.IntN(2) == 0 {
			next = units
		}
		picks = append(picks, next[g.rnd.IntN(len(next))])
	}
}

// board compares what each side and the public see: of an enemy stack only the top is known.
func (g *table) board() {
	g.Helper()
	for _, eyes := range []order.Side{"", "blue", "red"} {
		b := g.m.Public().Board()
		if eyes != "" {
			b = g.m.View(eyes).Board()
		}
		for _, st := range b.Stacks {
			want := 1
			if st.Side == eyes {
				want = st.Height
			}
			if len(st.Known) != want {
				g.Fatalf("%q sees %d of the %d units of %s in %v", eyes, len(st.Known), st.Height, st.Side, st.Hex)
			}
		}
	}
}

// tasks: a side is told only in its own turn what it can do: activate a formation, or march and strike with units of
// the active one, and in which hexes these are; and it can do that.
func (g *table) tasks(told map[order.Verb]int) {
	g.Helper()
	now := g.m.Standing().Phase
	if g.m.Public().Board().Tasks != nil {
		g.Fatal("everybody is told what a side can do")
	}
	for _, s := range g.m.Sides() {
		b := g.m.View(s.ID).Board()
		if s.ID != now.Side && b.Tasks != nil {
			g.Fatalf("%s is told %v in the turn of %s", s.ID, b.Tasks, now.Side)
		}
		for _, task := range b.Tasks {
			if told[task.Verb]++; task.N < 1 || !slices.Contains(g.m.Verbs(s.ID), task.Verb) ||
				(task.Verb == "activate") != (now.Group == "") || (task.Verb == "activate") != (task.Hexes == nil) {
				g.Fatalf("in %+v the task is %+v", now, task)
			}
			for _, h := range task.Hexes {
				if !slices.ContainsFunc(b.Stacks, func(st view.Stack) bool {
					return st.Hex == h && slices.ContainsFunc(st.Known,
						func(c view.Counter) bool { return c.Side == s.ID && c.Formation == string(now.Group) })
				}) {
					g.Fatalf("%s is active, and %v has a task for %v", now.Group, task, h)
				}
			}
		}
	}
}

// same compares what two matches show to everybody and to each side.
func (g *table) same(how string, other *rules.Match) {
	g.Helper()
	if !reflect.DeepEqual(g.m.Public().Board(), other.Public().Board()) {
		g.Errorf("%s everybody sees another game", how)
	}
	for _, s := range g.m.Sides() {
		if !reflect.DeepEqual(g.m.View(s.ID).Board(), other.View(s.ID).Board()) ||
			!reflect.DeepEqual(g.m.Verbs(s.ID), other.Verbs(s.ID)) {
			g.Errorf("%s %s sees another game", how, s.ID)
		}
	}
}

// opened is the game replayed from its log, beginning with its position or a snapshot.
func (g *table) opened(snapshot []byte, from int) *rules.Match {
	g.Helper()
	prepared := must(rules.Prepare(g.def, g.pos))(g)
	return must(prepared.Open(g.pos, snapshot, g.entries(from)))(g)
}

// entries is the log from a sequence on.
func (g *table) entries(from int) func(func(rules.Entry, error) bool) {
	return func(yield func(rules.Entry, error) bool) {
		for _, e := range g.log[from:] {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Games of the series are played at random to their end. Each reaches the same position from its log, and from
// a snapshot with the rest of its log; Film shows it when it is over.
func TestRandomGames(t *testing.T) {
	said, told := map[order.Verb]int{}, map[order.Verb]int{}
	fell := 0
	for seed := range uint64(60) {
		g := newTable(t, seed)
		var snapshot []byte
		at := 0
		for !g.m.Public().Board().Over {
			if len(g.log) > 2000 {
				t.Fatal("the game does not end")
			}
			if at == 0 && g.rnd.IntN(20) == 0 {
				snapshot = must(g.m.Snapshot())(t)
				at = len(g.log)
			}
			by := g.m.Public().Board().Phase.Side
			o := g.order(by)
			said[o.Verb]++
			if back := g.m.Order(o.Verb, g.m.Picks(o)); !reflect.DeepEqual(back, o) {
				t.Fatalf("%v is %v when it was picked", o, back)
			}
			g.apply(g.m.Decide(by, o, g))
			g.board()
			g.tasks(told)
		}
		for _, p := range g.m.Public().Board().OffMap {
			fell += p.Count
		}
		g.same("by the log", g.opened(nil, 0))
		if at > 0 {
			g.same("from a snapshot", g.opened(snapshot, at))
		}
		film, err := rules.Film(g.def, g.pos, g.entries(0))
		if err != nil || len(film) < 3 {
			t.Errorf("a film of %d pictures, %v", len(film), err)
		}
	}
	for _, v := range []order.Verb{"activate", "march", "strike", "end"} {
		if said[v] < 60 {
			t.Errorf("/%s was given %d times", v, said[v])
		}
	}
	if fell == 0 {
		t.Error("nobody fell")
	}
	for _, v := range []order.Verb{"activate", "march", "strike"} {
		if told[v] < 60 {
			t.Errorf("/%s was a task %d times", v, told[v])
		}
	}
}

// Orders in an activation can be taken back, up to the last roll.
func TestUndo(t *testing.T) {
	g := newTable(t, 1)
	for _, text := range []string{"/activate formation:guard", "/march units:b-1,b-2 to:4.03"} {
		read := must(g.m.Parse("blue", text))(t)
		g.apply(g.m.Decide("blue", read.Order, g))
	}
	if now := g.m.Standing().Phase; now.Group != "Guard" {
		t.Errorf("%v is active", now)
	}
	for _, group := range []order.GroupID{"Guard", ""} {
		u := must(g.m.Undo("blue"))(t)
		g.log = append(g.log, rules.Entry{Seq: uint64(len(g.log) + 1), To: u.To})
		must(g.m.Revert(uint64(len(g.log)), u, false))(t)
		if now := g.m.Standing().Phase; now.Group != group {
			t.Errorf("after an undo %q is active, want %q", now.Group, group)
		}
	}
	g.same("after the undos", g.opened(nil, 0))
}

// The completions for an option of a group are the formations that can be activated.
func TestCompleteFormations(t *testing.T) {
	g := newTable(t, 1)
	spec, _ := g.m.Spec("activate")
	var names []string
	for _, p := range g.m.Complete("blue", order.Order{Verb: "activate"}, "formation") {
		var a order.Arg
		p.Add(&a, spec.Options[0])
		names = append(names, a.Word)
	}
	if !slices.Equal(names, []string{"Guard", "Line"}) {
		t.Errorf("completed by %q", names)
	}
}

// A series may have no standing answers: its games have none, and nothing else changes.
func TestNoStandingAnswers(t *testing.T) {
	g := newTable(t, 1)
	if err := g.m.CheckStanding(g.def.Sides[0].ID, standing.Answers{}); !errors.Is(err, rules.ErrNoStandingAnswers) {
		t.Errorf("they are taken: %v", err)
	}
	if _, ok := g.m.Answer(g.def.Sides[0].ID, standing.Answers{}); ok {
		t.Error("they answer")
	}
}
