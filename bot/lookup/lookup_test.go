package lookup_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/lookup"
	"grognard/rules/letters"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/view"
)

func library(t testing.TB) *lookup.Library {
	t.Helper()
	const dir = "../../rules/scs/feature/rangedfire/testdata/modules"
	own := must.Get(modules.Folders(dir, os.DirFS(dir)))(t)
	return lookup.New(own)
}

func book(t testing.TB, id string) *lookup.Book {
	t.Helper()
	return must.Get(library(t).Book(id))(t)
}

// mistake is the message that an asker's mistake is told by, "" for none.
func mistake(err error) string {
	if m := (*view.Mistake)(nil); errors.As(err, &m) {
		return m.Why.ID
	}
	return ""
}

// Games that ship and an operator's own are asked alike, by identifier or title.
func TestBooks(t *testing.T) {
	l := library(t)
	for _, id := range append(modules.Embedded(), "gunnery") {
		if b, err := l.Book(id); err != nil || b.ID != id {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, name := range []string{"afb", "AFB", "autumn for barbarossa"} {
		if b, err := l.Book(name); err != nil || b.ID != "afb" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b, err := l.Book("gunery"); mistake(err) != "ask.no-game" ||
		err.(*view.Mistake).Why.Args[3].([]string)[0] != "gunnery" {
		t.Errorf("%v, %v", b, err)
	}
}

// A kind of terrain is found by its identifier, by its name in words, or by a part that several have.
func TestTerrainByKind(t *testing.T) {
	b := book(t, "afb")
	say := func(name view.Text) string {
		if kind := fmt.Sprint(name.Args[1]); kind != "open" {
			return kind
		}
		return "Open ground"
	}
	for _, c := range []struct {
		kind, side   string
		charts, rows int
	}{
		{"", "", 2, 12}, {"swamp", "", 2, 1}, {"Light Woods", "", 2, 1}, {"woods", "", 2, 2},
		{"open ground", "", 2, 1}, {"open", "", 2, 1}, {"river", "German", 1, 2}, {"lake", "soviet", 1, 1},
	} {
		charts, err := b.Terrain(c.kind, c.side, say)
		if err != nil || len(charts) != c.charts || len(charts[0].Rows) != c.rows {
			t.Errorf("%s for %q: %+v, %v", c.kind, c.side, charts, err)
		}
	}
	if _, err := b.Terrain("desert", "", say); mistake(err) != "ask.no-kind" {
		t.Errorf("desert: %v", err)
	}
	if _, err := b.Terrain("", "french", say); mistake(err) != "ask.no-side" {
		t.Errorf("french: %v", err)
	}
	if charts, err := book(t, "gunnery").Terrain("", "red", say); err != nil ||
		!slices.Equal(charts[0].Sides, charts[0].Sides[:1]) {
		t.Errorf("a chart of one side: %+v, %v", charts, err)
	}
	if all := b.Reference().Terrain; len(all[0].Rows) != 12 || len(all) != 2 {
		t.Error("looking one kind up has changed the chart")
	}
}

// A column is found by its heading, and by what two sides come to.
func TestFind(t *testing.T) {
	afb, guns := book(t, "afb"), book(t, "gunnery")
	for _, c := range []struct {
		book         *lookup.Book
		table        string
		column, roll string
		want         lookup.Place
	}{
		{afb, "", "", "", lookup.Place{Column: -1, Row: -1}},
		{afb, "combat", "3:1", "2", lookup.Place{Column: 4, Row: 0}},
		{afb, "", "6:1", "", lookup.Place{Column: 7, Row: -1}},
		{afb, "", "6:1+", "", lookup.Place{Column: 7, Row: -1}},
		{afb, "", "3-1", "", lookup.Place{Column: 4, Row: -1}},
		{afb, "", "3–1", "", lookup.Place{Column: 4, Row: -1}},
		{afb, "", "3 to 1", "", lookup.Place{Column: 4, Row: -1}},
		{afb, "", "3to1", "", lookup.Place{Column: 4, Row: -1}},
		{afb, "", "3TO 1 odds", "", lookup.Place{Column: 4, Row: -1}},
		{afb, "", "1:0", "", lookup.Place{Column: 7, Row: -1, Ruled: "tables.ruled-no-defence"}},
		{afb, "", "3 : 1", "6+1", lookup.Place{Column: 4, Row: 5}},
		{afb, "", "1/2", "1, 1", lookup.Place{Column: 1, Row: 0}},
		{afb, "", "6–1+", " 12 ", lookup.Place{Column: 7, Row: 10}},
		{afb, "", "7:2", "", lookup.Place{Column: 5, Row: -1}},
		{afb, "", "99:1", "", lookup.Place{Column: 7, Row: -1}},
		{afb, "", "9+4/2:4", "", lookup.Place{Column: 4, Row: -1}},
		{afb, "", "1:9", "12", lookup.Place{Column: -1, Row: 10, Below: "A1"}},
		{guns, "ranged-fire", "5", "6", lookup.Place{Column: 1, Row: 5}},
		{guns, "ranged-fire", "7½", "", lookup.Place{Column: 1, Row: -1}},
	} {
		table := must.Get(c.book.Table(c.table))(t)
		if got, err := c.book.Find(table, c.column, c.roll, nil); err != nil || got != c.want {
			t.Errorf("%q, %q: %+v, %v; want %+v", c.column, c.roll, got, err, c.want)
		}
	}
}

// Faces are always known, and the same entropy has them fall the same.
func TestThrow(t *testing.T) {
	seeded := func() *rand.ChaCha8 { return rand.NewChaCha8([32]byte{7}) }
	first, err := lookup.Throw(seeded(), "4d6kh3", 20, "  a \n label ")
	if err != nil || first.Label != "a label" || len(first.Rolls) != 20 {
		t.Fatalf("%+v, %v", first, err)
	}
	again := must.Get(lookup.Throw(seeded(), "4d6kh3", 20, ""))(t)
	for i, r := range first.Rolls {
		if len(r.Groups[0].Faces) != 4 || !slices.Equal(r.Groups[0].Faces, again.Rolls[i].Groups[0].Faces) {
			t.Errorf("throw %d: %v, then %v", i, r.Groups[0].Faces, again.Rolls[i].Groups[0].Faces)
		}
	}
	for want, throw := range map[string]func() (lookup.Thrown, error){
		"ask.times": func() (lookup.Thrown, error) { return lookup.Throw(seeded(), "2d6", 21, "") },
		"ask.label": func() (lookup.Thrown, error) { return lookup.Throw(seeded(), "2d6", 1, strings.Repeat("ä", 61)) },
		"ask.dice":  func() (lookup.Thrown, error) { return lookup.Throw(seeded(), "dice", 1, "") },
		"":          func() (lookup.Thrown, error) { return lookup.Throw(bytes.NewReader(nil), "2d6", 1, "") },
	} {
		if got, err := throw(); err == nil || mistake(err) != want {
			t.Errorf("%+v, %v: want %q", got, err, want)
		}
	}
}

// A game is asked by its own book first, then its series' and that of every table.
func TestRulesOfAGame(t *testing.T) {
	r := must.Get(lookup.NewRules())(t)
	for _, c := range []struct{ game, question, first string }{
		{"afb", "stacking", "afb 1.5"}, {"drill", "9.1c", "9.1c"}, {"gunnery", "9.1c", "9.1c"},
	} {
		found, err := lookup.Find(r.Of(book(t, c.game)).Index(), c.question)
		if err != nil || found.Hits[0].Paragraph.Rule != c.first {
			t.Errorf("%s: %s: %+v, %v", c.game, c.question, found.Hits, err)
		}
	}
	if found, err := lookup.Find(r.Of(book(t, "drill")).Index(), "afb 1.5"); err == nil && found.Hits[0].Book == "afb" {
		t.Error("a game is answered from the book of another")
	}
	if _, err := lookup.Find(r.Index(), "99.9"); mistake(err) != "ask.no-number-near" {
		t.Errorf("99.9: %v", err)
	}
	if _, err := lookup.Find(r.Index(), "!?"); mistake(err) != "ask.no-rule" {
		t.Errorf("!?: %v", err)
	}
}

// BenchmarkOdds: a fight as a player writes it, from his words to the chances.
func BenchmarkOdds(b *testing.B) {
	afb := book(b, "afb")
	for b.Loop() {
		must.Get(afb.Odds(lookup.Fight{Attack: "(9+4/2)x½", Defence: "4+7½", Shift: -1}))(b)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "odds/s")
}

// Odds are asked of a table in which strengths are compared, wherever it stands; any table can be looked up.
func TestBook_OddsOfFightsOnly(t *testing.T) {
	b := book(t, "bcs-drill")
	if first := must.Get(b.Table(""))(t); first.ID != "engagement" {
		t.Errorf("the first table for fights is %s", first.ID)
	}
	e := must.Get(b.Odds(lookup.Fight{Attack: "9", Defence: "7"}))(t)
	if e.Table != "engagement" || e.Compared != "+2" {
		t.Errorf("odds are read in %s: %s", e.Table, e.Compared)
	}
	for table, want := range map[string]string{"combat": "", "Engagement": "", "snafu": "ask.no-fight",
		"barrage": "ask.no-fight", "chess": "ask.no-table"} {
		_, err := b.Odds(lookup.Fight{Table: table, Attack: "9", Defence: "7"})
		if got := mistake(err); got != want {
			t.Errorf("odds in %s: %q", table, got)
		}
	}
	for table, columns := range map[string][]string{"snafu": {"+1", "-2", "−2", "0"}, "barrage": {"hard"},
		"engagement": {"9:7", "-3", "−30", "+30"}} {
		for _, column := range columns {
			if at, err := b.Find(must.Get(b.Table(table))(t), column, "", nil); err != nil || at.Column < 0 {
				t.Errorf("column %s of %s: %+v, %v", column, table, at, err)
			}
		}
	}
	combat := must.Get(b.Table("combat"))(t)
	least := must.Get(strconv.Atoi(letters.Plain(combat.Columns[0])))(t)
	combat.Columns = slices.Concat([]string{"none"}, combat.Columns) // a heading that is no Net
	for _, tt := range []struct {
		net         string
		shift, want int
	}{{"+0", 0, slices.Index(combat.Columns, "0")}, {"-99", 0, 1}, {strconv.Itoa(least - 1), 2, 2}} {
		at, err := b.Find(combat, tt.net, "", []view.Modifier{{Shift: tt.shift}})
		if err != nil || at.Column != tt.want {
			t.Errorf("Net %s shifted by %d is in column %d, not %d: %v", tt.net, tt.shift, at.Column, tt.want, err)
		}
	}
	_, err := b.Find(must.Get(b.Table("snafu"))(t), "9:7", "", nil)
	if got := mistake(err); got != "ask.no-heading" {
		t.Errorf("strengths in the table snafu: %q", got)
	}
}
