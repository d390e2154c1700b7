package referee_test

import (
	"context"
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
	"grognard/rules"
	"grognard/rules/order"
	"grognard/storage"
)

// bent is a log in which faces read otherwise than they stand there.
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

// autumn is a game of Autumn for Barbarossa under way, in which a cup was drawn from.
func autumn(t *testing.T, orders int) (*house, *bent, *hand, map[order.Side]string) {
	t.Helper()
	var l *bent
	h := newHouse(t, func(log storage.Log) storage.Log {
		l = &bent{Log: log}
		return l
	})
	ctx := t.Context()
	must(h.NewGames.NewGame(ctx, h.cmd("anna", "c1"), arrange.Opening{Module: "afb"}))(t)
	users := map[order.Side]string{"german": "anna", "soviet": "boris"}
	for side, user := range users {
		must(h.NewGames.Join(ctx, h.cmd(user, "c1"), side, "word"))(t)
	}
	must(h.NewGames.Start(ctx, h.cmd("anna", "c1")))(t)
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(7, 8))}
	for range orders {
		p.turn(users)
	}
	return h, l, p, users
}

func (h *house) luck(channel string) luck.Game {
	h.t.Helper()
	g, _, err := h.Looks.LuckIn(h.t.Context(), channel)
	check(h.t, err)
	return g
}

// While a game is under way nothing that is hidden touches what is counted, whatever the faces of
// hidden rolls are; when it is over all rolls count.
func TestLuckKeepsSilent(t *testing.T) {
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
	if twin := h.luck("c1"); !reflect.DeepEqual(twin, early) {
		t.Errorf("hidden rolls with other faces change what is counted:\n%+v\n%+v", twin, early)
	}
	wrong(t, changed < 50, "%d hidden faces were changed: the cup was not tried", changed)
	l.face = func(_ uint64, face int) int { return face%6 + 1 }
	if other := h.luck("c1"); reflect.DeepEqual(other, early) {
		t.Error("the faces that are counted are not those of the log")
	}
	l.face = nil
	must(h.Endings.Resign(t.Context(), h.cmd("boris", "c1")))(t)
	late := h.luck("c1")
	if !late.Over || len(late.Rolls) < len(early.Rolls)+20 || len(late.Fights) < len(early.Fights) ||
		!reflect.DeepEqual(late.Fights[:len(early.Fights)], early.Fights) {
		t.Errorf("over %t, %d rolls and %d fights after %d and %d", late.Over, len(late.Rolls), len(late.Fights),
			len(early.Rolls), len(early.Fights))
	}
	for i, r := range late.Rolls {
		if r.Number != uint64(i+1) {
			t.Fatalf("roll %d comes as number %d", r.Number, i+1)
		}
	}
}

// lost is the steps that an entry of a combat table costs: what stands behind A and behind D.
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

// What each fight could cost is every throw of two dice in the column of its heading, and what it
// did the entry at its roll, read by another hand off the printed table.
func TestStakes(t *testing.T) {
	h, _, _, users := autumn(t, 160)
	def := must(rules.Modules().Load("afb"))(t)
	book := must(rules.HandbookOf(def))(t)
	table, columns := book.Reference().Tables[0], map[string]bool{}
	for _, f := range h.luck("c1").Fights {
		column := slices.Index(table.Columns, f.Column)
		if column < 0 {
			t.Fatalf("no column %q", f.Column)
		}
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
		if f.Attacker.User != users[f.Attacker.Side] || f.Defender.User != users[f.Defender.Side] ||
			f.Attacker.Side == f.Defender.Side {
			t.Errorf("who fights: %+v", f)
		}
	}
	wrong(t, len(columns) < 3, "fights were read in %v: too few were tried", columns)
}

// A user's games are looked at one by one, also those in which somebody is forgotten.
func TestLuckOfUsers(t *testing.T) {
	h := newHouse(t, nil)
	ctx := t.Context()
	refused(t, "no game", api.ErrNoGame)(h.Looks.LuckIn(ctx, "c1"))
	refused(t, "no such game", api.ErrNoGame)(h.Looks.Luck(ctx, "nothing"))
	h.begin("c1", "anna", "boris")
	h.begin("c2", "carla", "anna")
	for user, want := range map[string]int{"anna": 2, "boris": 1, "carla": 1, "olga": 0, "": 2} {
		if ids, err := h.Looks.GamesOf(ctx, user); err != nil || len(ids) != want {
			t.Errorf("%q has the games %v, %v", user, ids, err)
		}
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
	check(t, h.Privacy.Forget(ctx, "anna"))
	if left := h.luck("c1"); len(left.Rolls) != len(g.Rolls) || len(left.Of("anna").Fights) != 0 ||
		len(left.Of("boris").Fights) != len(g.Fights) {
		t.Errorf("after Anna was forgotten: %+v", left)
	}
}
