package sheet_test

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/league/overview"
	"grognard/bot/league/season"
	"grognard/bot/league/sheet"
	"grognard/bot/league/standings"
	"grognard/rules/must"
)

// table reads a file of a season as any program does.
func table(t *testing.T, o overview.Season, name string) [][]string {
	t.Helper()
	files := must.Get(sheet.Of(o))(t)
	i := slices.IndexFunc(files, func(f sheet.File) bool { return f.Name == name })
	text, marked := strings.CutPrefix(string(files[i].Data), sheet.Mark)
	if !marked || strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		t.Errorf("%s begins %q", name, text[:min(20, len(text))])
	}
	return must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
}

// No text of a player or an organiser is a formula in a spreadsheet, and each can be read as it was.
func TestSafe_NoFormulas(t *testing.T) {
	for _, text := range []string{"=cmd|' /C calc'!A0", "+49 30", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "'=1", "''",
		"Zoë", "O'Neill", "a=b", "", "two\nlines", `say "so"`, "a,b;c", "x;=cmd|' /C calc'!A0;", "a\r\n=1", "a\t@b",
		`a;"=1`, "a; \u00a0＋1", "a;'=1", "a;'", "a;b'=c", "a;'\t'=1", "\xff=1", "a;\xff\t\xff;=", " '=1"} {
		safe := sheet.Safe(text)
		for _, cell := range regexp.MustCompile("[;\t\r\n]").Split(safe, -1) {
			if regexp.MustCompile(`^["\s\p{Z}]*[=+\-@＝＋－＠]`).MatchString(cell) {
				t.Errorf("%q is written as %q", text, safe)
			}
		}
		if got := sheet.Plain(safe); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	for _, text := range []string{"'Anna", "'", "a;'b", "'a;=1", "=1;'=1"} { // nobody has made these safe
		if got := sheet.Plain(text); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	texts := []string{""} // every text of one length, one character longer each time
	for range 5 {
		var longer []string
		for _, text := range texts {
			for _, c := range []string{"a", ";", "'", "=", "\t", `"`} {
				if got := sheet.Plain(sheet.Safe(text + c)); got != text+c {
					t.Fatalf("%q is read as %q", text+c, got)
				}
				longer = append(longer, text+c)
			}
		}
		texts = longer
	}
	evil := overview.Season{Name: "=1+1;=1+1", Why: "-2", Organisers: []string{"@boss"}, Players: []overview.Player{
		{ID: "player 1", Name: "=cmd"}, {ID: "player 2", Name: "a\r\nb,\"c\""}},
		Rounds: []overview.Round{{Number: 1, Games: []overview.Game{{Number: 1, Round: 1, First: "player 1",
			Second: "player 2", Reason: "+1", Ruled: "@boss", Setting: season.Setting{Clock: "=1"},
			Result: &overview.Result{Points: [2]int{0, 2}, Margin: -2}}}}}}
	for _, name := range []string{"season.csv", "players.csv", "results.csv", "standings.csv"} {
		rows := table(t, evil, name)
		for _, row := range rows[1:] {
			for i, cell := range row {
				begins := cell != "" && strings.ContainsAny(cell[:1], "=+-@") && rows[0][i] != "margin"
				if begins || strings.Contains(cell, ";=") {
					t.Errorf("%s has a formula in %s: %q", name, rows[0][i], cell)
				}
			}
		}
	}
	if got := table(t, evil, "players.csv")[2][1]; got != "a\nb,\"c\"" { // a reader of Go drops \r
		t.Errorf("a name is read as %q", got)
	}
}

// The floor of a season stands among its terms, if it has one.
func TestOf_Floor(t *testing.T) {
	for floor, want := range map[int]bool{0: false, 90: true} {
		rows := table(t, overview.Season{Terms: overview.Terms{Floor: floor}}, "season.csv")
		has := slices.ContainsFunc(rows, func(row []string) bool { return strings.Join(row, ",") == "floor,90" })
		if has != want {
			t.Errorf("with a floor of %d: %v", floor, rows)
		}
	}
}

// Points are written as players know them, and so are the tie-breaks that sum them.
func TestOf_PointsAsPlayersKnowThem(t *testing.T) {
	r := standings.Row{Player: "p", Points: 3, Broken: []int{1, 9, 3, 1, -2, 0}, Out: true}
	o := overview.Season{Terms: overview.Terms{TieBreaks: standings.TieBreaks()},
		Tables: []overview.Table{{Rows: []overview.Row{{Row: r}}}}, Rounds: []overview.Round{{Games: []overview.Game{
			{Result: &overview.Result{Points: [2]int{2, 0}}}, {Result: &overview.Result{Points: [2]int{1, 1}}}}}}}
	if got := strings.Join(table(t, o, "standings.csv")[1], ","); got != ",0,p,p,1.5,0,0,0,0,0,0.5,2.25,1.5,1,-2,0,,,,true" {
		t.Errorf("a line of the standings is %s", got)
	}
	for i, want := range []string{"1,0", "0.5,0.5"} {
		rows := table(t, o, "results.csv")
		first := slices.Index(rows[0], "firstPoints")
		if got := strings.Join(rows[i+1][first:first+2], ","); got != want {
			t.Errorf("the points of a game are %s, want %s", got, want)
		}
	}
}

// Times are written in UTC, whatever zone they come in; what the JSON leaves out is empty.
func TestOf_TimesAndNothing(t *testing.T) {
	paris := time.Date(2027, 1, 1, 1, 30, 0, 0, time.FixedZone("", 3600))
	o := overview.Season{Name: "Winter", Since: paris, Players: []overview.Player{{ID: "p", Name: "P", Left: paris},
		{ID: "q", Name: "Q", Reserve: true}}, Rounds: []overview.Round{{Number: 1, Paired: paris,
		Games: []overview.Game{{Number: 1, Round: 1, First: "p"}}}}}
	for name, want := range map[string][]string{
		"players.csv": {"id,name,reserve,left,ladder", "p,P,,2027-01-01T00:30:00Z,", "q,Q,true,,"},
		"season.csv":  {"key,value", "name,Winter", "since,2027-01-01T00:30:00Z"},
	} {
		rows := table(t, o, name)
		for i, line := range want {
			if got := strings.Join(rows[i], ","); got != line {
				t.Errorf("%s, line %d is %q, want %q", name, i+1, got, line)
			}
		}
	}
	game := table(t, o, "results.csv")
	for i, head := range game[0] {
		if full := game[1][i] != ""; full != slices.Contains([]string{"game", "round", "paired", "first", "firstName"}, head) {
			t.Errorf("%s of a game that has not begun is %q", head, game[1][i])
		}
	}
}
