package referee_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
	"grognard/storage"
)

// leaves has a user leave standing answers: a set, and exceptions for hexes such as "flexible; 13.06 hold".
func (h *house) leaves(user, channel, text string) drafts.Standing {
	h.t.Helper()
	return h.changes(user, channel, func(a *standing.Answers) error {
		for _, one := range strings.Split(text, "; ") {
			at, answer, isException := strings.Cut(one, " ")
			if !isException {
				a.Set = one
				continue
			}
			if err := a.Put(standing.Exception{Hex: must(hex.Parse(at))(h.t), Answer: answer}); err != nil {
				return err
			}
		}
		return nil
	})
}

// changes has a user change his standing answers.
func (h *house) changes(user, channel string, change func(*standing.Answers) error) drafts.Standing {
	h.t.Helper()
	return must(h.Standing.ChangeStanding(h.ctx, h.cmd(user, channel), change))(h.t)
}

// here has a user's standing answers also decide what his own orders lead to.
func here(a *standing.Answers) error {
	a.Here = true
	return nil
}

// dropped leaves nothing of a user's standing answers.
func dropped(a *standing.Answers) error {
	*a = standing.Answers{}
	return nil
}

// hoursFirst lets a user answer himself for some hours first.
func hoursFirst(n int) func(*standing.Answers) error {
	return func(a *standing.Answers) error {
		a.Hours = n
		return nil
	}
}

// A whole game is played in which standing answers answer all that the other side's orders lead to: no decision is ever
// pending for a side that did not give the last command. The export is verified without the standing answers, and a new
// process shows what the old one showed.
func TestStanding_WholeGame(t *testing.T) {
	h := newHouse(t, nil)
	h.with(laid("drill", "Drill", fast))
	h.begin("c1", "anna", "boris")
	h.settle()
	h.leaves("anna", "c1", "stubborn")
	h.leaves("boris", "c1", "flexible")
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(2, 2))}
	answered := 0
	for n := 0; ; n++ {
		cmd, _, out, over := p.turn(users)
		if over {
			break
		}
		mustNot(t, n > 3000, "the drill does not end")
		if due := out.View.Board().Due; due != nil && users[due.Side] != cmd.User {
			t.Fatalf("%s has to decide %+v", due.Side, due)
		}
		if n%60 == 0 {
			sameAfterRestart(t, h, "c1", h.notifications())
		}
		answered += count(out.View.Board().Told, "told.standing")
		h.settle()
	}
	wrong(t, answered < 3, "standing answers decided %d times", answered)
	rows := 0
	for _, b := range h.bodiesOf("c1") {
		if b.Ordered.Standing {
			rows++
		}
	}
	wrong(t, rows < answered, "%d rows are of standing answers, and %d were told", rows, answered)
	afterTheEnd(t, h)
}

// count counts the lines that have the text with an ID.
func count(told []view.Line, id string) (n int) {
	for _, l := range told {
		if l.Text.ID == id {
			n++
		}
	}
	return n
}

// aRow is what tests read of a row's body.
type aRow struct {
	Ordered struct {
		Standing, Answers bool
		Asked             struct {
			Order struct{ Verb string }
		}
	}
	Undone *struct{ To uint64 }
}

// bodiesOf returns the bodies of the rows of a channel's game.
func (h *house) bodiesOf(channel string) (all []aRow) {
	h.t.Helper()
	g := must(h.log.InChannel(h.ctx, channel))(h.t)
	for row, err := range h.log.Rows(h.ctx, g.ID, 0) {
		var b aRow
		check(h.t, errors.Join(err, json.Unmarshal(row.Body, &b)))
		all = append(all, b)
	}
	return all
}

// drillUpToFight returns a drill in Blue's combat phase. Its dice are such that the attack that is given next asks
// losses and a retreat of Red, and then an advance of Blue.
func drillUpToFight(t testing.TB, wrap func(storage.Log) storage.Log) *house {
	t.Helper()
	h := newHouse(t, wrap)
	h.seed = 1
	h.with(laid("drill", "Drill", fast))
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/move units:b-1-arm to:12.06")
	h.must("anna", "c1", "/end")
	h.settle()
	return h
}

const assault = "/attack target:13.06 units:b-1-arm"

// owes returns the side that has a pending decision and the kind of the decision, "" and "" for none.
func (h *house) owes() (side order.Side, kind string) {
	h.t.Helper()
	v := h.public()
	if due := v.Board().Due; due != nil {
		return due.Side, due.Kind
	}
	return "", ""
}

// mustOwe checks that a side has a pending decision of this kind; "" and "" that there is none.
func (h *house) mustOwe(side order.Side, kind string) {
	h.t.Helper()
	if by, what := h.owes(); by != side || what != kind {
		h.t.Errorf("%s owes %s, want %s owing %s", by, what, side, kind)
	}
}

// An attack on a player with standing orders is resolved at once. The one message of the fight tells both players that
// a standing order answered, and only its owner which one. Nobody is called; the attacker is told what he must decide.
func TestStanding_AnswersAttack(t *testing.T) {
	h := drillUpToFight(t, nil)
	h.leaves("boris", "c1", "flexible; 1.01 hold; 13.06 retreat")
	h.tick.Add(3600) // else he would count as being at the table
	out := h.must("anna", "c1", assault)
	if due := out.View.Board().Due; due == nil || due.Kind != "advance" || due.Side != "blue" {
		t.Fatalf("what is owed is %+v", due)
	}
	if got := count(out.View.Board().Told, "told.standing"); got != 2 {
		t.Errorf("the attacker is told of %d answers: %v", got, said(out.View.Board().Told))
	}
	var rows []string
	for _, b := range h.bodiesOf("c1") {
		if b.Ordered.Standing || b.Ordered.Answers {
			rows = append(rows, fmt.Sprintln(b.Ordered.Asked.Order.Verb, b.Ordered.Standing, b.Ordered.Answers))
		}
	}
	if want := []string{"attack false true\n", "losses true true\n",
		"retreat true false\n"}; !slices.Equal(rows, want) {
		t.Errorf("the rows are %q, want %q", rows, want)
	}
	es := h.notifications()
	mustNot(t, len(es) != 1 || es[0].Kind != api.News || es[0].Public == nil, "to be told: %+v", es)
	if told := es[0].Public.Board().Told; count(told, "told.standing") != 2 ||
		count(told, "told.standing-answer") != 0 || count(told, "told.retreat") == 0 {
		t.Errorf("everybody is told %q", said(told))
	}
	h.settle()
	h.must("anna", "c1", "/pass")
	h.must("anna", "c1", "/end")
	for _, e := range h.notifications() {
		if e.Side == nil {
			continue
		}
		lines := 0
		for _, l := range e.SideOnly.Board().Told {
			if l.Text.ID == "told.standing-answer" {
				lines++
				if want := []string{"standing.set-flexible",
					"standing.at-hex hex=13.06 answer=standing.retreat"}[lines-1]; fmt.Sprint(l.Text.Args[1]) != want {
					t.Errorf("he is told of %v, want %s", l.Text.Args, want)
				}
			}
		}
		if want := map[order.Side]int{"blue": 0, "red": 2}[e.Side.Side()]; lines != want {
			t.Errorf("%s is told of %d answers, want %d", e.Side.Side(), lines, want)
		}
	}
	story, err := h.Looks.Story(h.ctx, "c1", "boris")
	if err != nil || count(story.Secret.Board().Told, "told.standing-answer") != 2 {
		t.Errorf("his story has none: %v", err)
	}
	if story, err = h.Looks.Story(h.ctx, "c1", "anna"); err != nil ||
		count(story.Secret.Board().Told, "told.standing-answer") != 0 {
		t.Errorf("hers has his: %v", err)
	}
	mine := must(h.Standing.Standing(h.ctx, h.by("boris")))(t)
	wrong(t, len(mine.Answered) != 2 || mine.Answered[0].Answer != "flexible", "what answered is %+v", mine.Answered)
}

// A player is asked as ever what no standing answer is about or one leaves to him. So is a player who answers for
// himself, has left his answers only now, or has removed them or taken an answer back.
func TestStanding_OwnerIsAsked(t *testing.T) {
	for name, prepare := range map[string]func(*house){
		"another hex": func(h *house) { h.leaves("boris", "c1", "1.01 flexible") },
		"ask me":      func(h *house) { h.leaves("boris", "c1", "flexible; 13.06 ask") },
		"the first word": func(h *house) {
			h.leaves("boris", "c1", "flexible")
			h.changes("boris", "c1", hoursFirst(2))
		},
		"removed": func(h *house) {
			h.leaves("boris", "c1", "flexible")
			h.changes("boris", "c1", dropped)
		},
		"the other side's": func(h *house) { h.leaves("anna", "c1", "flexible") },
	} {
		t.Run(name, func(t *testing.T) {
			h := drillUpToFight(t, nil)
			prepare(h)
			h.tick.Add(3600)
			h.must("anna", "c1", assault)
			h.mustOwe("red", "losses")
			h.settle()
			h.tick.Add(60)
			if es := h.notifications(); len(es) != 1 || es[0].Kind != api.Called ||
				!slices.Equal(es[0].Users, []string{"boris"}) {
				t.Errorf("he is not called: %+v", es)
			}
			h.changes("boris", "c1", dropped)
			h.leaves("boris", "c1", "flexible")
			if side, _ := h.owes(); side != "red" {
				t.Error("the decision is made by answers that were left after it")
			}
		})
	}
}

// A player whose own command leads to a decision decides himself, unless he wants his standing answers to do so.
func TestStanding_OwnerIsThere(t *testing.T) {
	h := drillUpToFight(t, nil)
	h.leaves("anna", "c1", "stubborn")
	h.leaves("boris", "c1", "flexible")
	h.must("anna", "c1", assault)
	h.mustOwe("blue", "advance")
	h = drillUpToFight(t, nil)
	h.leaves("anna", "c1", "stubborn")
	h.changes("anna", "c1", here)
	h.leaves("boris", "c1", "flexible")
	h.must("anna", "c1", assault)
	h.mustOwe("", "")
	// What the other one's answer leads to is answered: she may have left since her attack.
	h = drillUpToFight(t, nil)
	h.leaves("anna", "c1", "stubborn")
	h.must("anna", "c1", assault)
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(1, 1))}
	for side, _ := h.owes(); side == "red"; side, _ = h.owes() {
		p.turn(users)
	}
	h.mustOwe("", "")
}

// A player who has chosen so has some hours to answer first, in which a pause does not count. Then his standing answer
// answers, once, even if the program was stopped at that time.
func TestStanding_FirstWord(t *testing.T) {
	h := drillUpToFight(t, nil)
	h.still = true
	h.leaves("boris", "c1", "flexible")
	h.changes("boris", "c1", hoursFirst(2))
	h.tick.Add(1)
	h.must("anna", "c1", assault)
	asked := func(kind string) {
		t.Helper()
		must(h.Upkeep.Ring(h.ctx))(t)
		if _, now := h.owes(); now != kind {
			t.Errorf("what is owed is %q, want %q", now, kind)
		}
	}
	asked("losses")
	h.tick.Add(3600)
	pause := func(m api.Measure) {
		t.Helper()
		must(h.Masters.Intervene(h.ctx, h.by("olga"), api.Intervention{Measure: m, Reason: "x"}))(t)
	}
	pause(api.Pause)
	h.tick.Add(3 * 3600)
	asked("losses")
	pause(api.Resume)
	h.tick.Add(2*3600 - 1)
	asked("losses")
	h.restart()
	h.tick.Add(1)
	asked("retreat") // of which he has the first word anew
}

// If the program dies between the rows of answers, the next look at the game or its alarm goes on with them, and each
// is given once. A repeated command is answered from the log.
func TestStanding_AfterCrash(t *testing.T) {
	for name, wake := range map[string]func(*house){
		"a look": func(h *house) { h.owes() },
		"an alarm": func(h *house) {
			must(h.Upkeep.Ring(h.ctx))(h.t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			log := &hooked{}
			h := drillUpToFight(t, log.over)
			h.leaves("boris", "c1", "flexible")
			rows := h.rows("c1")
			log.append = failsAfterOne()
			cmd := h.by("anna")
			must(h.Orders.Order(h.ctx, cmd, assault))(t)
			if got := h.rows("c1") - rows; got != 1 {
				t.Fatalf("%d rows before the death", got)
			}
			for _, e := range h.notifications() {
				wrong(t, len(e.Users) > 0, "he is called for what is answered at once")
			}
			log.append = nil
			h.restart()
			wake(h)
			if got := h.rows("c1") - rows; got < 3 {
				t.Errorf("%d rows after it", got)
			}
			if side, _ := h.owes(); side == "red" {
				t.Error("his answer is still pending")
			}
			after := h.rows("c1")
			if _, err := h.Orders.Order(h.ctx, cmd, assault); err != nil || h.rows("c1") != after {
				t.Errorf("given twice: %v, %d rows", err, h.rows("c1")-after)
			}
		})
	}
}

// A list goes on after standing answers of the other side. It stops only at a decision of its own player.
func TestStanding_ListGoesOn(t *testing.T) {
	h := drillUpToFight(t, nil)
	h.leaves("anna", "c1", "stubborn")
	h.changes("anna", "c1", here)
	h.leaves("boris", "c1", "flexible")
	_, l := h.preview("anna", "13.06 < 12.06")
	run := h.carryOut("anna", l)
	if run.Done != 1 || run.View.Board().Due != nil || run.Stop != nil {
		t.Fatalf("carried out: %+v, due %+v", run.Stop, run.View.Board().Due)
	}
	if got := count(run.Lines[0].Told, "told.attack"); got != 1 {
		t.Errorf("its giver is told of %d attacks: %v", got, said(run.Lines[0].Told))
	}
}

// A standing answer can be taken back like one given by hand, and then its owner answers himself.
func TestStanding_AnswerTakenBack(t *testing.T) {
	h := drillUpToFight(t, nil)
	h.leaves("boris", "c1", "flexible")
	h.changes("boris", "c1", here)
	h.must("anna", "c1", assault)
	h.undo("boris")
	for range 2 {
		h.mustOwe("red", "retreat")
		h.restart()
		must(h.Upkeep.Ring(h.ctx))(t)
	}
	mustVerify(t, h.export())
}
