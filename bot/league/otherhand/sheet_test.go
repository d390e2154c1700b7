package otherhand_test

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/league/season"
	"grognard/bot/league/sheet"
	"grognard/bot/simulate/seasonplay"
	"grognard/rules/must"
)

// line is a line of a sheet by the heads of its columns.
type line map[string]string

func (l line) number(t *testing.T, column string) int {
	t.Helper()
	if l[column] == "" {
		return 0
	}
	return must.Get(strconv.Atoi(l[column]))(t)
}

// parts returns a number of points in parts of which a point has so many.
func (l line) parts(t *testing.T, column string, of int) int {
	t.Helper()
	if l[column] == "" {
		return 0
	}
	return int(must.Get(strconv.ParseFloat(l[column], 64))(t) * float64(of))
}

// lines reads a sheet.
func lines(t *testing.T, data []byte) (list []line) {
	t.Helper()
	rows := must.Get(csv.NewReader(strings.NewReader(strings.TrimPrefix(string(data), "\ufeff"))).ReadAll())(t)
	for _, row := range rows[1:] {
		l := line{}
		for i, head := range rows[0] {
			l[head] = row[i]
		}
		list = append(list, l)
	}
	return list
}

// ofSheets is a season as this hand reads it from its sheets alone.
func ofSheets(t *testing.T, files map[string][]byte) (s seasonJSON) {
	t.Helper()
	for _, l := range lines(t, files["season.csv"]) {
		switch l["key"] {
		case "format":
			s.Format = l["value"]
		case "tieBreak":
			s.Terms.TieBreaks = append(s.Terms.TieBreaks, l["value"])
		case "up":
			s.Terms.Up = must.Get(strconv.Atoi(l["value"]))(t)
		}
	}
	var players []map[string]any
	for _, l := range lines(t, files["players.csv"]) {
		players = append(players, map[string]any{"id": l["id"], "reserve": l["reserve"] == "true", "left": l["left"]})
	}
	must.Do(t, json.Unmarshal(must.Get(json.Marshal(players))(t), &s.Players))
	rounds := map[int]int{}
	for _, l := range lines(t, files["results.csv"]) {
		g := game{Game: l.number(t, "game"), Round: l.number(t, "round"), Pool: l.number(t, "pool"), First: l["first"],
			Second: l["second"], Repeats: l.number(t, "repeats"), Challenger: l["challenger"], Ended: l["ended"],
			How: l["how"], Ruled: l["ruledBy"], Scenario: l["scenario"], Annulled: l["annulled"] == "true",
			Counts: l["counts"] == "true"}
		for i, who := range []string{"first", "second"} {
			g.Answers[i].Asked, g.Answers[i].Late = l.number(t, who+"Asked"), l.number(t, who+"Late")
		}
		if l["firstPoints"] != "" {
			g.Result = &result{Points: [2]int{l.parts(t, "firstPoints", 2), l.parts(t, "secondPoints", 2)},
				Margin: l.number(t, "margin"), Unplayed: l["unplayed"] == "true", Bye: l["bye"] == "true",
				Clock: l["clockRanOut"]}
		}
		if rounds[g.Round] == 0 {
			s.Rounds = slices.Grow(s.Rounds, 1)[:len(s.Rounds)+1]
			rounds[g.Round] = len(s.Rounds)
			r := &s.Rounds[len(s.Rounds)-1]
			r.Round, r.PlayOff, r.Paired = g.Round, l["playOff"] == "true", l["paired"]
		}
		r := &s.Rounds[rounds[g.Round]-1]
		r.Games = append(r.Games, g)
	}
	for _, l := range lines(t, files["standings.csv"]) {
		pool := l.number(t, "pool")
		if n := len(s.Tables); n == 0 || s.Tables[n-1].Pool != pool {
			s.Tables = append(s.Tables, table{Pool: pool, TieBreaks: s.Terms.TieBreaks})
		}
		r := row{Player: l["player"], Place: l.number(t, "place"), Played: l.number(t, "played"), Won: l.number(t, "won"),
			Drawn: l.number(t, "drawn"), Lost: l.number(t, "lost"), Unplayed: l.number(t, "unplayed"),
			Points: l.parts(t, "points", 2), Moves: l["moves"], Out: l["out"] == "true"}
		for _, by := range s.Terms.TieBreaks {
			of := map[string]int{"head-to-head": 2, "buchholz": 2, "sonneborn-berger": 4}[by]
			r.Broken = append(r.Broken, l.parts(t, by, max(of, 1)))
		}
		if l["best"] != "" {
			r.Reach = &span{l.number(t, "best"), l.number(t, "worst")}
		}
		into := &s.Tables[len(s.Tables)-1]
		into.Rows = append(into.Rows, r)
	}
	return s
}

// The sheets of a season say what its JSON says, and the standings follow from their games; a reader of another language
// counts the same points.
func TestSheets_SaySameAsJSON(t *testing.T) {
	python := exec.CommandContext(t.Context(), "python3", "-c", "import csv").Run()
	for _, format := range []string{"pools", "knock", "ladder"} {
		t.Run(format, func(t *testing.T) {
			report := must.Get(seasonplay.Play(t.Context(), seasonplay.Options{Players: 4, Days: 40, Seed: 1,
				Format: season.Format(format)}))(t)
			var want seasonJSON
			must.Do(t, json.Unmarshal(must.Get(json.Marshal(report.Season))(t), &want))
			files, dir := map[string][]byte{}, t.TempDir()
			for _, f := range must.Get(sheet.Of(report.Season))(t) {
				files[f.Name] = f.Data
				must.Do(t, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600))
			}
			got := ofSheets(t, files)
			for i, table := range want.Tables { // the cross table follows from the games
				for k, r := range table.Rows {
					got.Tables[i].Rows[k].Met = r.Met
				}
			}
			got.tables(func(f string, args ...any) { t.Helper(); t.Errorf(f, args...) })
			got.Terms, got.Ladder, got.Stage, got.Since = want.Terms, want.Ladder, want.Stage, want.Since // not read
			if !reflect.DeepEqual(got, want) {
				t.Errorf("the sheets say\n%+v\nand the JSON\n%+v", got, want)
			}
			if python != nil {
				t.Skip("python3 is not installed:", python)
			}
			count := exec.CommandContext(t.Context(), "python3", "-c", counts, dir)
			if out, err := count.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "the same" {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// counts compares the points of standings with those of the games, as somebody does who opens the files in Python.
const counts = `
import collections, csv, datetime, sys
def sheet(name):
    return list(csv.DictReader(open(sys.argv[1] + "/" + name, newline="", encoding="utf-8-sig"), strict=True))
got = collections.Counter()
for g in sheet("results.csv"):
    if g["ended"]:
        datetime.datetime.fromisoformat(g["ended"].replace("Z", "+00:00"))
    if g["counts"]:
        got[g["pool"], g["first"]] += float(g["firstPoints"])
        got[g["pool"], g["second"]] += float(g["secondPoints"])
said = [(r["pool"], r["player"], float(r["points"])) for r in sheet("standings.csv")]
assert said and sum(p for _, _, p in said) > 0 and len(sheet("players.csv")) >= len({p for _, p, _ in said})
wrong = [r for r in said if got[r[0], r[1]] != r[2]]
print(wrong or "the same")
`
