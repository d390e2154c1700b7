package sheets_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/workshop/sheets"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/playeraid"
)

// What is begun is a module without mistakes, under its folder's name, and nothing is overwritten.
func TestBegin(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kiev")
	must.Do(t, sheets.Begin(dir, io.Discard))
	aid, err := playeraid.Read(modules.Folder{ID: "kiev", Where: dir, Files: os.DirFS(dir)})
	if err != nil || aid.Title != "kiev" || len(aid.Warnings) > 0 || len(aid.Reference().Modifiers) != 3 {
		t.Errorf("%+v, %v", aid, err)
	}
	if err := sheets.Begin(dir, io.Discard); err == nil {
		t.Error("it was overwritten")
	}
}

// Tables come with tabs, semicolons or commas, in quotes, with dashes of all kinds and decimal commas; what is wrong is
// told by its line.
func TestImport(t *testing.T) {
	rows := "  \"t\": |\n      d6  1:2 1,5:1\n      1–3 A1  −\n      4–6 D1  D2\n"
	utf16 := func(s string) string {
		out := "\xff\xfe"
		for _, r := range s {
			out += string([]byte{byte(r), byte(r >> 8)})
		}
		return out
	}
	for table, want := range map[string]string{
		"roll\t1:2\t1,5:1\n1–3\tA1\t−\n4–6\tD1\tD2\n":          rows,
		"roll;1:2;1,5:1;;\r\n1–3;A1;−\r\n;;;\r\n4–6;D1;D2\r\n": rows,
		"\ufeffroll,1:2,\"1,5:1\"\n1–3,A1,−\n4–6,D1,D2\n":      rows,
		utf16("roll;1:2;1,5:1\n1–3;A1;−\n4–6;D1;D2\n"):         rows,
		"a;b\n11-16;x\n21-66;y":                                "  \"t\": |\n      d66   b\n      11-16 x\n      21-66 y\n",
		";b\n0;x y\n1-9;y":                                     "  \"t\": |\n      d10 | b\n      0   | x y\n      1-9 | y\n",
		";–2;0;+2\n2-12;a;b;c":                                 "  \"t\":\n    strengths: difference\n    rows: |\n      2d6  –2 0 +2\n      2-12 a  b c\n",
		";1-5;6+\n2-12;a;b":                                    "  \"t\":\n    strengths: alone\n    rows: |\n      2d6  1-5 6+\n      2-12 a   b\n",
		"roll;1:2\n1;A1;A2\n":                                  "t.csv:2:1: has 3 cells, and the first line has 2",
		"roll;1:2\n1;\n2;A|B\n":                                "t.csv:2:1: has 1 cells, and the first line has 2\nt.csv:3:3: \"A|B\" has a bar in it, which separates cells in tables.yaml",
		"roll;1:2;2:1\n1;;x\n":                                 "t.csv:2:3: a cell is empty: write - where nothing happens",
		"roll;1:2\n":                                           "t.csv: has no rows: the first line has the columns, each other line begins with a roll",
		"roll;f\xfcr\n1;x\n":                                   "t.csv: is neither UTF-8 nor UTF-16: save it as \"CSV UTF-8\"",
		strings.Repeat("x", 300<<10):                           "t.csv: is larger than 262144 bytes",
	} {
		got, err := sheets.Import("t.csv", []byte(table))
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.40q is\n%s\nwanted\n%s", table, got, want)
		}
	}
}
