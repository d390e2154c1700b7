package referee_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/luck"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/views"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/storage"
)

// audited returns what a user may know of the dice of a channel's game.
func (h *house) audited(user, channel string) views.Audit {
	h.t.Helper()
	return must(h.Looks.Audit(h.ctx, h.cmd(user, channel)))(h.t)
}

// An audit of a game under way has the rolls that its reader was told of, with the faces that he was told, and the
// orders of his own side alone. When the game is over it has everything, and all agrees.
func TestAudit_RollsThatWereTold(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "no game", api.ErrNoGame)(h.Looks.Audit(h.ctx, h.by("anna")))
	h.begin("c1", "anna", "boris")
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(3, 4))}
	faces := map[int][]int{} // as everybody was told
	for n, over := 0, false; !over; n++ {
		_, _, _, over = p.turn(users)
		for _, e := range h.publicly() {
			for _, l := range e.Public.Board().Told {
				if l.Roll > 0 {
					faces[l.Roll] = l.Dice
				}
			}
		}
		h.settle()
		for _, user := range []string{"anna", "boris", "olga"} {
			if over || n%9 == 0 {
				h.checkAudit(user, faces)
			}
		}
	}
	wrong(t, len(faces) < 3, "only %d rolls were told", len(faces))
}

// checkAudit compares what a user may know of the dice with what everybody was told.
func (h *house) checkAudit(user string, faces map[int][]int) {
	h.t.Helper()
	a := h.audited(user, "c1")
	own := "\"side\":\"none\""
	for side, u := range users {
		if u == user {
			own = `"side":"` + string(side) + `"`
		}
	}
	rolls := 0
	for _, c := range a.Rolls {
		hash := sha256.Sum256([]byte(c.Asked))
		wrong(h.t, c.Asked != "" && hex.EncodeToString(hash[:]) != c.Hash, "%s does not have the hash %s", c.Asked, c.Hash)
		wrong(h.t, !a.Table.Over && (c.Asked != "") != strings.Contains(c.Asked, own), "%s reads the order %q", user, c.Asked)
		wrong(h.t, a.Table.Over && c.Asked == "", "an order is hidden when the game is over")
		for _, r := range c.Rolls {
			rolls++
			wrong(h.t, !slices.Equal(r.Faces, faces[r.Number]) || r.Agrees != a.Table.Over, "%s reads %+v, and %v was told", user, r,
				faces[r.Number])
		}
	}
	wrong(h.t, rolls != len(faces), "%s reads of %d rolls, and %d were told", user, rolls, len(faces))
}

// Before the end of the game everybody, the drawing side too, is told only the numbers of rolls that draw from a cup.
func TestAudit_HiddenRolls(t *testing.T) {
	h := newHouse(t, nil)
	h.starts(arrange.Opening{Module: "afb", Scenario: "campaign", Side: "german"}, "soviet", "")
	rolls := func(user string, hidden bool) (n int) {
		for _, c := range h.audited(user, "c1").Rolls {
			for _, r := range c.Rolls {
				n++
				wrong(t, (r.Faces == nil) != hidden || r.Agrees == hidden, "%s reads %+v", user, r)
			}
		}
		return n
	}
	for _, user := range []string{"anna", "boris", "olga"} {
		mustNot(t, rolls(user, true) == 0, "nothing was drawn")
	}
	must(h.Endings.Resign(h.ctx, h.by("anna")))(t)
	rolls("olga", false)
}

// A word can be given after the seat until the game begins, once, and goes into the dice.
func TestWord_AfterTheSeat(t *testing.T) {
	h := newHouse(t, nil)
	word := func(user, word string, want error) {
		t.Helper()
		refused(t, user+" gives "+word, want)(h.NewGames.Word(h.ctx, h.by(user), word))
	}
	word("anna", "larch", api.ErrNoGame)
	must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
	must(h.NewGames.Join(h.ctx, h.by("boris"), "red", "heron"))(t)
	h.settle()
	since := h.table().Since
	for user, want := range map[string]error{"anna": api.ErrSeated, "olga": api.ErrSeatTaken} {
		refused(t, "the seat is free for "+user, want)(h.NewGames.Join(h.ctx, h.by(user), "red", ""))
	}
	word("olga", "larch", api.ErrNotSeated)
	word("boris", "larch", api.ErrWorded)
	word("anna", "  ", api.ErrWord)
	word("anna", "la`rch", api.ErrWord)
	word("anna", " larch ", nil)
	word("anna", "lime", api.ErrWorded)
	none(t, "a word is told: %+v", h.notifications())
	equal(t, "since when shows as %v", h.table().Since, since)
	h.restart()
	seat := h.table().Seats[0]
	wrong(t, !seat.Worded || seat.Word != "", "the seat is %+v", seat)
	must(h.NewGames.Start(h.ctx, h.by("anna")))(t)
	word("anna", "lime", api.ErrStarted)
	must(h.Endings.Resign(h.ctx, h.by("anna")))(t)
	word("anna", "lime", api.ErrOver)
	for i, word := range []string{"larch", "heron"} {
		equal(t, "the word is %q", h.table().Seats[i].Word, word)
	}
	mustVerify(t, h.export())
}

// bent is a log that gives other faces of dice than it has stored.
type bent struct {
	storage.Log
	face func(number uint64, face int) int // nil to read what stands there
}

var rolled = regexp.MustCompile(`"number":(\d+),"faces":\[([\d,]+)\]`)

func (l *bent) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	return func(yield func(storage.Row, error) bool) {
		for row, err := range l.Log.Rows(ctx, id, after) {
			if l.face != nil {
				row.Body = rolled.ReplaceAllFunc(row.Body, func(b []byte) []byte {
					m := rolled.FindSubmatch(b)
					number, _ := strconv.ParseUint(string(m[1]), 10, 64)
					var faces []string
					for f := range strings.SplitSeq(string(m[2]), ",") {
						n, _ := strconv.Atoi(f)
						faces = append(faces, strconv.Itoa(l.face(number, n)))
					}
					return fmt.Appendf(nil, `"number":%d,"faces":[%s]`, number, strings.Join(faces, ","))
				})
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// autumn returns a game of Autumn for Barbarossa under way, in which units were drawn from a cup.
func autumn(t *testing.T, orders int) (h *house, l *bent, p *hand, users map[order.Side]string) {
	t.Helper()
	h = newHouse(t, func(log storage.Log) storage.Log {
		l = &bent{Log: log}
		return l
	})
	h.starts(arrange.Opening{Module: "afb", Side: "german"}, "soviet", "word")
	users = map[order.Side]string{"german": "anna", "soviet": "boris"}
	p = &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(7, 8))}
	for range orders {
		p.turn(users)
	}
	return h, l, p, users
}

// luck returns the rolls and fights of a channel's game that are counted.
func (h *house) luck(channel string) luck.Game {
	h.t.Helper()
	g, _, err := h.Looks.LuckIn(h.ctx, channel)
	check(h.t, err)
	return g
}

// While a game is under way the faces of hidden rolls change nothing that is counted. When it is over all rolls count.
func TestLuckIn_HiddenRollsDoNotCount(t *testing.T) {
	h, l, _, _ := autumn(t, 120)
	early := h.luck("c1")
	known := map[uint64]bool{}
	for _, r := range early.Rolls {
		known[r.Number] = true
	}
	if early.Over || len(early.Rolls) == 0 || len(early.Fights) == 0 {
		t.Fatalf("over %t, %d rolls, %d fights", early.Over, len(early.Rolls), len(early.Fights))
	}
	changed := 0
	l.face = func(number uint64, face int) int {
		if known[number] {
			return face
		}
		changed++
		return face%6 + 1
	}
	equal(t, "with other faces of hidden rolls is counted %+v", h.luck("c1"), early)
	wrong(t, changed < 50, "%d hidden faces were changed: the cup was not tried", changed)
	l.face = func(_ uint64, face int) int { return face%6 + 1 }
	wrong(t, reflect.DeepEqual(h.luck("c1"), early), "the faces that are counted are not those of the log")
	l.face = nil
	must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	late := h.luck("c1")
	if !late.Over || len(late.Rolls) < len(early.Rolls)+20 || len(late.Fights) < len(early.Fights) ||
		!reflect.DeepEqual(late.Fights[:len(early.Fights)], early.Fights) {
		t.Errorf("over %t, %d rolls and %d fights after %d and %d", late.Over, len(late.Rolls), len(late.Fights),
			len(early.Rolls), len(early.Fights))
	}
	for i, r := range late.Rolls {
		mustNot(t, r.Number != uint64(i+1), "roll %d comes as number %d", r.Number, i+1)
	}
}

// lost returns the steps that an entry of a combat table costs: the digits after A and after D.
func lost(entry string) (attacker, defender int) {
	for _, m := range regexp.MustCompile(`([AD])(\d+)`).FindAllStringSubmatch(entry, -1) {
		n, _ := strconv.Atoi(m[2])
		if m[1] == "A" {
			attacker = n
		} else {
			defender = n
		}
	}
	return attacker, defender
}

// What each fight could have cost is the entries of its column for all throws of two dice, and what it did cost is the
// entry at its roll. The test reads both from the printed table by code of its own.
func TestLuckIn_Stakes(t *testing.T) {
	h, _, _, users := autumn(t, 160)
	def := must(rules.Modules().Load("afb"))(t)
	book := must(rules.HandbookOf(def))(t)
	table, columns := book.Reference().Tables[0], map[string]bool{}
	for _, f := range h.luck("c1").Fights {
		column := slices.Index(table.Columns, f.Column)
		mustNot(t, column < 0, "no column %q", f.Column)
		columns[f.Column] = true
		entry := map[int]string{}
		for _, r := range table.Rows {
			entry[r.Roll] = r.Entries[column]
		}
		var expected, mine [2]int
		for throw := range 36 {
			a, d := lost(entry[throw/6+throw%6+2])
			expected[0], expected[1] = expected[0]+a, expected[1]+d
		}
		throws := 0
		for _, c := range f.Stake.Could {
			throws, mine[0], mine[1] = throws+c.Throws, mine[0]+c.Throws*c.Attacker, mine[1]+c.Throws*c.Defender
		}
		a, d := lost(entry[f.Read])
		if throws != 36 || f.Stake.Throws != 36 || mine != expected || f.Stake.Did.Attacker != a ||
			f.Stake.Did.Defender != d || entry[f.Read] != f.Result {
			t.Errorf("in %s %d is %s: %+v, by hand %v", f.Column, f.Read, f.Result, f.Stake, expected)
		}
		wrong(t, f.Attacker.User != users[f.Attacker.Side] || f.Defender.User != users[f.Defender.Side] ||
			f.Attacker.Side == f.Defender.Side, "who fights: %+v", f)
	}
	wrong(t, len(columns) < 3, "fights were read in %v: too few were tried", columns)
}

// A user's games are looked at one by one, also those in which somebody is forgotten.
func TestLuckIn_OfUsers(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "no game", api.ErrNoGame)(h.Looks.LuckIn(h.ctx, "c1"))
	refused(t, "no such game", api.ErrNoGame)(h.Looks.Luck(h.ctx, "nothing"))
	h.begin("c1", "anna", "boris")
	h.begin("c2", "carla", "anna")
	for user, want := range map[string]int{"anna": 2, "boris": 1, "carla": 1, "olga": 0, "": 2} {
		ids := must(h.Looks.GamesOf(h.ctx, user))(t)
		wrong(t, len(ids) != want, "%q has the games %v", user, ids)
	}
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(3, 4))}
	for len(h.luck("c1").Fights) == 0 {
		if _, _, _, over := p.turn(users); over {
			t.Fatal("a drill without a fight")
		}
	}
	g := h.luck("c1")
	var rolls, fights int
	for _, user := range []string{"anna", "boris"} {
		mine := g.Of(user)
		rolls, fights = rolls+len(mine.Rolls), fights+len(mine.Fights)
	}
	if rolls != len(g.Rolls) || fights != 2*len(g.Fights) || len(g.Of("carla").Fights) != 0 {
		t.Errorf("of %d rolls and %d fights the players have %d and %d", len(g.Rolls), len(g.Fights), rolls, fights)
	}
	check(t, h.Privacy.Forget(h.ctx, "anna"))
	if left := h.luck("c1"); len(left.Rolls) != len(g.Rolls) || len(left.Of("anna").Fights) != 0 ||
		len(left.Of("boris").Fights) != len(g.Fights) {
		t.Errorf("after Anna was forgotten: %+v", left)
	}
}
