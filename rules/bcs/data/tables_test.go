package data_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"grognard/rules/bcs/data"
	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/must"
)

// node parses the value of a key in a case: what stands behind "x: ".
func node(text string) (casefile.Node, error) {
	n, err := document.Read("case.yaml", []byte("x: "+text+"\n"), document.Limits{Bytes: 9999, Lines: 9, Line: 9999, Depth: 9})
	if err != nil {
		return casefile.Node{}, err
	}
	if n == nil || len(n.Items) != 1 || n.Items[0].Value == nil {
		return casefile.Node{Node: &document.Node{}}, nil
	}
	return casefile.Node{Node: n.Items[0].Value}, nil
}

func table(t *testing.T, name, text string) *data.Table {
	t.Helper()
	n, err := node(text)
	must.Do(t, err)
	out, err := data.ReadTable(name, n)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

// A case can replace a table by one entry for every roll, or by entries for ranges of the modified roll. The lowest of
// these also holds for lower rolls, the highest for higher ones.
func TestReadTable(t *testing.T) {
	for _, c := range []struct {
		name, text string
		roll       int
		want       data.Result
	}{
		{"combat", "d1 automatic", -7, data.Result{Text: "d1 automatic", Against: 1, Retreat: "automatic"}},
		{"combat", "d1 automatic", 30, data.Result{Text: "d1 automatic", Against: 1, Retreat: "automatic"}},
		{"combat", "a1 d2 situational traffic", 7, data.Result{Text: "a1 d2 situational traffic", Acting: 1, Against: 2,
			Retreat: "situational", Traffic: true}},
		{"engagement", "t1 f1", 7, data.Result{Text: "t1 f1", Acting: 1, Against: 1}},
		{"engagement", "drop", 7, data.Result{Text: "drop", Drop: true}},
		{"engagement", "t2  traffic", 7, data.Result{Text: "t2 traffic", Against: 2, Traffic: true}},
		{"engagement", `"-"`, 7, data.Result{Text: "-"}},
		{"engagement", "unknown", 7, data.Result{Text: "unknown", Unknown: true}},
		{"engagement", "t1 / support drop", 7, data.Result{Text: "t1", Against: 1,
			Support: &data.Result{Text: "drop", Drop: true}}},
		{"combat", "a1(against:hard) d1(not open)", 7, data.Result{Text: "a1(against:hard) d1(not open)",
			If: []data.Conditional{{When: "against:hard", Acting: 1}, {When: "not open", Against: 1}}}},
		{"snafu", "{2-6: fail, 7-12: full}", 2, data.Result{Text: "fail", Word: "fail"}},
		{"snafu", "{2-6: fail, 7-12: full}", -5, data.Result{Text: "fail", Word: "fail"}},
		{"snafu", "{2-6: fail, 7-12: full}", 6, data.Result{Text: "fail", Word: "fail"}},
		{"snafu", "{7-12: full, 2-6: fail}", 7, data.Result{Text: "full", Word: "full"}},
		{"snafu", "{2-6: fail, 7-12: full}", 19, data.Result{Text: "full", Word: "full"}},
		{"snafu", "{6: fail, 7: partial, 8: full}", 7, data.Result{Text: "partial", Word: "partial"}},
		{"snafu", "{3-: fail, 4-10: partial, 11+: full}", 11, data.Result{Text: "full", Word: "full"}},
		{"snafu", "{-3--1: fail, 0-2: partial, 3: full}", -1, data.Result{Text: "fail", Word: "fail"}},
		{"second", "{2-11: denied, 12: granted}", 12, data.Result{Text: "granted", Word: "granted"}},
		{"fatigue", "2", 1, data.Result{Text: "2", Levels: 2}},
		{"fatigue", "{1-3: 1, 4-6: 0}", 3, data.Result{Text: "1", Levels: 1}},
		{"fatigue", `{1-5: "-", 6: 2}`, 6, data.Result{Text: "2", Levels: 2}},
	} {
		got, ok := table(t, c.name, c.text).Read(c.roll, noneHolds)
		if !ok || fmt.Sprintf("%+v", flat(got)) != fmt.Sprintf("%+v", flat(c.want)) {
			t.Errorf("%s %s at %d is %+v", c.name, c.text, c.roll, got)
		}
	}
	if got := table(t, "fatigue", "none"); got != nil {
		t.Errorf("none is %+v", got)
	}
	faces := table(t, "barrage", `{hard: "-", city: 6, other: 4-6}`).Faces
	if faces["hard"].Has(6) || !faces["city"].Has(6) || faces["city"].Has(5) || !faces["other"].Has(4) || faces["other"].Has(3) {
		t.Errorf("barrage has %+v", faces)
	}
}

// flat returns a result with what it points to, so that it can be printed.
func flat(r data.Result) []any {
	out := []any{r.Text, r.Unknown, r.Word, r.Levels, r.Acting, r.Against, r.Retreat, r.Drop, r.Traffic, r.If}
	if r.Support != nil {
		out = append(out, flat(*r.Support))
	}
	return out
}

// Mistakes are reported with their place, in columns from the x of "x: ". Of a message only the beginning is compared.
func TestReadTable_Mistakes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"combat", "t1", `column 4: "t1" is no result of the table combat`},
		{"combat", "d1 d1", `column 4: "d1" says a second time`},
		{"combat", "d1 situational automatic", `column 4: "automatic" says a second time`},
		{"combat", "drop", "column 4: \"drop\": only an Engagement's result drops Support"},
		{"combat", "d1 / support -", "column 4: \"d1 / support -\": only an Engagement"},
		{"combat", "d0", `column 4: "0" is not a whole number from 1 to 9`},
		{"combat", "d1 -", `column 4: "-" is no result`},
		{"engagement", "a1", `column 4: "a1" is no result of the table engagement; known are tN, fN`},
		{"engagement", "t1 / support", `column 4: "/" is no result`},
		{"engagement", "t1(", `column 4: `},
		{"snafu", "good", `column 4: "good" is no result of the table snafu; known are ["fail" "partial" "full" "unknown"]`},
		{"second", "full", `column 4: "full" is no result of the table second`},
		{"fatigue", "6", `column 4: "6" is no result of the table fatigue`},
		{"fatigue", "-1", `column 4: "-1" is no result of the table fatigue`},
		{"snafu", "{2-6: fail, 8-12: full}", "column 16: there is a gap between 2-6 and 8-12"},
		{"snafu", "{2-6: fail, 6-12: full}", "column 16: 2-6 and 6-12 overlap"},
		{"snafu", "{7-12: full, 2-7: fail}", "column 5: 2-7 and 7-12 overlap"},
		{"snafu", "{6-2: fail}", "column 5: the range 6-2 goes down"},
		{"snafu", "{two: fail}", `column 5: "two" is no roll`},
		{"snafu", "{2-70: fail}", `column 5: "2-70" is no roll from -60 to 60`},
		{"snafu", "{2-6: fail, 7-12: fulll}", `column 22: "fulll" is no result`},
		{"snafu", "{2-6: , 7-12: full}", "column 5: an entry of the table snafu is missing"},
		{"snafu", "{2-6: [fail], 7-12: full}", "column 10: here should stand a single value, not a list"},
		{"snafu", "{2+: fail, 3-12: full}", "column 5: 2+ holds for all rolls above it"},
		{"snafu", "{2-6: fail, 7-: full}", "column 16: 7- holds for all rolls below it"},
		{"snafu", "[fail]", "column 4: the table snafu is an entry for every roll"},
		{"snafu", "{}", "column 4: the table snafu is an entry for every roll"},
		{"barrage", "6", "column 4: the table barrage is an entry"},
		{"barrage", "{hard: 6, city: 6}", "column 4: the row other of the table barrage is missing"},
		{"barrage", "{hard: 6, city: 6, other: 6, soft: 6}", `column 33: "soft" is no row of the table barrage`},
		{"barrage", "{hard: 0, city: 6, other: 6}", `column 11: "0" are no faces of a die`},
		{"barrage", "{hard: six, city: 6, other: 6}", `column 11: "six" are no faces of a die`},
		{"barge", "6", `column 4: "barge" is no table; known are snafu, second, fatigue, engagement, combat, barrage`},
	} {
		n, err := node(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		out, err := data.ReadTable(c.name, n)
		if err == nil || !strings.HasPrefix(err.Error(), "line 1, "+c.want) {
			t.Errorf("%s %s is %+v, and told is\n%v, want\n%s", c.name, c.text, out, err, c.want)
		}
	}
}

// A case's table takes the dice and modifiers of the module's table, or the usual dice if the module lacks the table.
func TestSetTable_KeepsModifiers(t *testing.T) {
	d := data.Of(drill(t)).Clone().(*data.Data)
	d.SetTable(data.Snafu, table(t, data.Snafu, "full"))
	if got := d.Tables[data.Snafu]; len(got.Modifiers) != 9 || got.Dice != 2 || len(got.Breaks) != 1 {
		t.Errorf("the table is %+v", got)
	}
	d.SetTable(data.Fatigue, nil)
	d.SetTable(data.Barrage, nil)
	if d.Tables[data.Fatigue] != nil {
		t.Error("none leaves a table")
	}
	d.SetTable(data.Fatigue, table(t, data.Fatigue, "2"))
	if got := d.Tables[data.Fatigue]; got.Dice != 1 {
		t.Errorf("a table that the module lacks is %+v", got)
	}
	if was := data.Of(drill(t)).Tables[data.Snafu].Breaks[0].Rows; len(was) != 3 {
		t.Errorf("the module has %d rows", len(was))
	}
}

// Any text for a table is read, or reported with its place. A table that is read has an entry for every roll, and the
// text of each entry is read as the same result again.
func TestReadTable_ReadsItsOwnTexts(t *testing.T) {
	words := rapid.SampledFrom([]string{"a1", "d2", "t1", "f1", "drop", "traffic", "situational", "automatic", "-", "unknown",
		"fail", "partial", "full", "granted", "denied", "0", "1", "none", "/ support", "d1(open)", "a1(against:hard)", "(", ")"})
	ranges := rapid.SampledFrom([]string{"2-6", "7", "7-12", "8+", "3-", "-2--1", "0-1", "13", "x", "hard", "city", "other"})
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(data.TableNames()).Draw(t, "table")
		cell := func() string { return strings.Join(rapid.SliceOfN(words, 1, 4).Draw(t, "words"), " ") }
		text := fmt.Sprintf("%q", cell())
		if rapid.Bool().Draw(t, "by roll") {
			var rows []string
			for _, r := range rapid.SliceOfNDistinct(ranges, 1, 5, rapid.ID).Draw(t, "rolls") {
				rows = append(rows, fmt.Sprintf("%q: %q", r, cell()))
			}
			text = "{" + strings.Join(rows, ", ") + "}"
		}
		n, err := node(text)
		must.Do(t, err)
		out, err := data.ReadTable(name, n)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line 1, column ") {
				t.Fatalf("%s: told without a place: %v", text, err)
			}
			return
		}
		if out == nil || name == data.Barrage {
			return
		}
		for roll := -9; roll <= 20; roll++ {
			r, ok := out.Read(roll, noneHolds)
			if !ok {
				t.Fatalf("%s has nothing at %d", text, roll)
			}
			again := r.Text
			if r.Support != nil {
				again += " / support " + r.Support.Text
			}
			same, err := data.ParseResult(name, again)
			if err != nil || fmt.Sprint(flat(same)) != fmt.Sprint(flat(r)) {
				t.Fatalf("%s at %d reads as %+v, and then as %+v: %v", text, roll, r, same, err)
			}
		}
	})
}
