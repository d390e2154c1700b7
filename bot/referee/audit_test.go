package referee_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/views"
	"grognard/rules/dice"
)

// audit rolls every die of a finished game again, from what is published: the
// secret, the words of the players, and the log as anybody may read it.
func audit(t *testing.T, h *house, table api.Table) {
	t.Helper()
	secret, err := hex.DecodeString(table.Secret)
	if err != nil || dice.Commitment(secret) != table.Commitment {
		t.Fatalf("the secret %q does not fit the commitment %q", table.Secret, table.Commitment)
	}
	type rolled struct {
		Rolled *struct {
			Number uint64 `json:"number"`
			Faces  []int  `json:"faces"`
		} `json:"rolled/1"`
	}
	type play struct {
		Asked  json.RawMessage `json:"asked"`
		Record []rolled        `json:"record"`
	}
	number := uint64(0)
	for row, err := range h.log.Rows(t.Context(), table.Game, 0) {
		check(t, err)
		var b struct{ Started, Ordered play }
		check(t, json.Unmarshal(row.Body, &b))
		for _, p := range []play{b.Started, b.Ordered} {
			for _, e := range p.Record {
				if e.Rolled == nil {
					continue
				}
				number++
				s := dice.Stream{Secret: secret, Game: string(table.Game), Order: sha256.Sum256(p.Asked),
					Words: []string{table.Seats[0].Word, table.Seats[1].Word}}
				faces, err := s.Roll(number, len(e.Rolled.Faces))
				if err != nil || e.Rolled.Number != number || !slices.Equal(faces, e.Rolled.Faces) {
					t.Errorf("row %d, roll %d: %v in the log, %v from the secret, %v", row.Seq, number,
						e.Rolled.Faces, faces, err)
				}
			}
		}
	}
	if table.Seats[0].Word != "larch" || table.Seats[1].Word != "heron" {
		t.Errorf("the words are not published: %+v", table.Seats)
	}
	wrong(t, number == 0, "no roll in the log")
}

// audited is what a user may know of the dice of a channel's game.
func (h *house) audited(user, channel string) views.Audit {
	h.t.Helper()
	return must(h.Looks.Audit(h.t.Context(), h.cmd(user, channel)))(h.t)
}

// An audit of a game under way has the rolls that its reader was told of, with the faces that he
// was told, and the orders of his own side alone. When the game is over it has everything, and
// all agrees.
func TestAudit(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "no game", api.ErrNoGame)(h.Looks.Audit(t.Context(), h.cmd("anna", "c1")))
	h.begin("c1", "anna", "boris")
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(3, 4))}
	faces := map[int][]int{} // as everybody was told
	for n, over := 0, false; !over; n++ {
		_, _, _, over = p.turn(users)
		for _, e := range h.notifications() {
			if e.Public != nil {
				for _, l := range e.Public.Board().Told {
					if l.Roll > 0 {
						faces[l.Roll] = l.Dice
					}
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

// checkAudit holds what a user may know of the dice against what everybody was told.
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
		if hash := sha256.Sum256([]byte(c.Asked)); c.Asked != "" && hex.EncodeToString(hash[:]) != c.Hash {
			h.t.Errorf("the order %s does not have the hash %s", c.Asked, c.Hash)
		}
		if !a.Table.Over && (c.Asked != "") != strings.Contains(c.Asked, own) {
			h.t.Errorf("%s reads the order %q", user, c.Asked)
		}
		wrong(h.t, a.Table.Over && c.Asked == "", "an order is hidden when the game is over")
		for _, r := range c.Rolls {
			rolls++
			if !slices.Equal(r.Faces, faces[r.Number]) || r.Agrees != a.Table.Over {
				h.t.Errorf("%s reads %+v, and %v was told", user, r, faces[r.Number])
			}
		}
	}
	wrong(h.t, rolls != len(faces), "%s reads of %d rolls, and %d were told", user, rolls, len(faces))
}

// Of the draws from a cup everybody, their side too, is told the numbers alone before the end.
func TestAuditOfHiddenRolls(t *testing.T) {
	h := newHouse(t, nil)
	ctx := t.Context()
	must(h.NewGames.NewGame(ctx, h.cmd("anna", "c1"),
		arrange.Opening{Module: "afb", Scenario: "campaign", Side: "german"}))(t)
	must(h.NewGames.Join(ctx, h.cmd("boris", "c1"), "soviet", ""))(t)
	must(h.NewGames.Start(ctx, h.cmd("anna", "c1")))(t)
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
		if rolls(user, true) == 0 {
			t.Fatal("nothing was drawn")
		}
	}
	must(h.Endings.Resign(ctx, h.cmd("anna", "c1")))(t)
	rolls("olga", false)
}

// A word can be given after the seat until the game begins, once, and goes into the dice.
func TestAWordGivenLater(t *testing.T) {
	h := newHouse(t, nil)
	ctx := t.Context()
	word := func(user, word string, want error) {
		t.Helper()
		if _, err := h.NewGames.Word(ctx, h.cmd(user, "c1"), word); !errors.Is(err, want) {
			t.Errorf("%s gives %q: %v, want %v", user, word, err, want)
		}
	}
	word("anna", "larch", api.ErrNoGame)
	must(h.NewGames.NewGame(ctx, h.cmd("anna", "c1"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
	must(h.NewGames.Join(ctx, h.cmd("boris", "c1"), "red", "heron"))(t)
	h.settle()
	since := h.table().Since
	for user, want := range map[string]error{"anna": api.ErrSeated, "olga": api.ErrSeatTaken} {
		refused(t, "the seat is free for "+user, want)(h.NewGames.Free(ctx, h.cmd(user, "c1"), "red"))
	}
	word("olga", "larch", api.ErrNotSeated)
	word("boris", "larch", api.ErrWorded)
	word("anna", "  ", api.ErrWord)
	word("anna", "la`rch", api.ErrWord)
	word("anna", " larch ", nil)
	word("anna", "lime", api.ErrWorded)
	if es := h.notifications(); len(es) != 0 || h.table().Since != since {
		t.Errorf("a word is told: %+v", es)
	}
	h.restart()
	if seats := h.table().Seats; !seats[0].Worded || seats[0].Word != "" {
		t.Errorf("the seats are %+v", seats)
	}
	must(h.NewGames.Start(ctx, h.cmd("anna", "c1")))(t)
	word("anna", "lime", api.ErrStarted)
	must(h.Endings.Resign(ctx, h.cmd("anna", "c1")))(t)
	word("anna", "lime", api.ErrOver)
	if seats := h.table().Seats; seats[0].Word != "larch" || seats[1].Word != "heron" {
		t.Errorf("the seats are %+v", seats)
	}
	mustVerify(t, h.export())
}
