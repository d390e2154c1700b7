package past_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/league/past"
	"grognard/rules/must"
)

func noon() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }

// checks know Anna, Boris and two who are called Zoë.
func checks() past.Checks {
	return past.Checks{Who: func(name string) (string, past.Why) {
		switch name {
		case "Anna", "1":
			return "1", ""
		case "Boris", "2":
			return "2", ""
		case "Zoë":
			return "", past.Several
		}
		return "", past.Nobody
	}, Modules: []past.Module{{ID: "drill", Sides: []string{"blue", "Blue", "red", "Red"}, Scenarios: []string{"main"}}},
		Zone: func(zone string) bool { return zone == "Europe/Paris" }}
}

// read reads and checks a file that can be read.
func read(t *testing.T, file string) past.Sheet {
	t.Helper()
	s := must.Get(past.Read([]byte(file), noon()))(t)
	s.Check(checks())
	return s
}

// A file is read whatever program has written it; what nothing in it says is said to be a guess.
func TestRead_Encodings(t *testing.T) {
	const text = "player,zone\r\nZoë,\r\nAnna,Europe/Paris\r\n"
	latin := strings.ReplaceAll(text, "ë", "\xeb")
	wide := func(text, mark string, high, low int) string {
		b := []byte(mark)
		for _, r := range text {
			pair := [2]byte{}
			pair[high], pair[low] = byte(r>>8), byte(r)
			b = append(b, pair[:]...)
		}
		return string(b)
	}
	for name, c := range map[string]struct {
		file, encoding string
		guessed        bool
	}{
		"UTF-8":               {text, "UTF-8", false},
		"with a mark":         {"\ufeff" + text, "UTF-8", false},
		"UTF-16":              {wide(text, "\xff\xfe", 1, 0), "UTF-16", false},
		"UTF-16, the big end": {wide(text, "\xfe\xff", 0, 1), "UTF-16", false},
		"Windows-1252":        {latin, "Windows-1252", true},
		"semicolons":          {strings.ReplaceAll(text, ",", ";"), "UTF-8", false},
		"tabs, old ends":      {strings.ReplaceAll(strings.ReplaceAll(text, ",", "\t"), "\r\n", "\n"), "UTF-8", false},
		"old Macintosh":       {strings.ReplaceAll(text, "\r\n", "\r"), "UTF-8", false},
		"quoted":              {"\"player\",\"zone\"\n\"Zoë\",\nAnna,\"Europe/Paris\"", "UTF-8", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := read(t, c.file)
			if s.Encoding != c.encoding || s.Guessed != c.guessed {
				t.Errorf("read as %s, guessed: %t", s.Encoding, s.Guessed)
			}
			if got := fmt.Sprint(s.Players, s.Refused); got != "[{3 Anna 1 Europe/Paris 0}] [{2 several Zoë}]" {
				t.Error(got)
			}
		})
	}
}

// Excel's own first line says by what cells are separated, whatever the heads have, and is no line of the table.
func TestRead_SeparatorSaid(t *testing.T) {
	for head, ends := range map[string]string{"sep=;": "\r\n", "SEP=;": "\n", "\ufeffsep=;": "\r"} {
		file := head + ends + "\"player\";zone;order,by,strength,guessed" + ends + "Anna;Europe/Paris;" + ends + "Hans;;" + ends
		if s := read(t, file); fmt.Sprint(s.Players, s.Refused) != "[{3 Anna 1 Europe/Paris 0}] [{4 nobody Hans}]" {
			t.Errorf("%q: %+v", file, s)
		}
	}
	file := "sep=,\nplayer\n" + strings.Repeat("Anna\n", past.MostLines)
	if s := read(t, file); len(s.Players)+len(s.Refused) != past.MostLines {
		t.Errorf("%d players, %d refused", len(s.Players), len(s.Refused))
	}
	if _, err := past.Read([]byte(file+"Anna\n"), noon()); err != (past.Unreadable{Why: past.TooMany}) {
		t.Error(err)
	}
	if _, err := past.Read([]byte("sep=;\nfirst;second\n"), noon()); err != (past.Unreadable{Line: 1, Why: past.NoHead}) {
		t.Error(err)
	}
}

// A file of which nothing can be made says why, and where.
func TestRead_Unreadable(t *testing.T) {
	for text, want := range map[string]past.Unreadable{
		"":                           {0, past.Empty},
		" \n":                        {0, past.Empty},
		"player\n\n":                 {0, past.Empty},
		"\xff\xfep\x00":              {1, past.NoHead},
		"a,b\n1,2\n":                 {1, past.NoHead},
		"date,first,second,result\n": {1, past.NoHead},
		"player\n\"Anna\nBoris\n":    {2, past.Quotes},
		"player\nAn\"na\n":           {2, past.Quotes},
		"PK\x03\x04\x00":             {0, past.NotText},
		"player\n\x81\n":             {0, past.NotText},
		"player\nx" + strings.Repeat("y", past.MostLine):     {2, past.TooLong},
		"player\n" + strings.Repeat("a\n", past.MostLines+1): {0, past.TooMany},
		strings.Repeat("a", past.MostBytes+1):                {0, past.TooLarge},
	} {
		_, err := past.Read([]byte(text), noon())
		var got past.Unreadable
		if !errors.As(err, &got) || got != want {
			t.Errorf("%.20q gives %v, want %v", text, err, want)
		}
	}
	if s := read(t, "player\n"+strings.Repeat("Anna\n", past.MostLines)); len(s.Players) != 1 || len(s.Refused) != 9999 {
		t.Errorf("%d players, %d refused", len(s.Players), len(s.Refused))
	}
}

// Each line of results is taken as it is meant, or refused with its reason.
func TestCheck_Results(t *testing.T) {
	for line, want := range map[string]string{
		"2026-05-01,Anna,Boris,1-0,drill,":           "2026-05-01 [1 2] [2 0] drill false",
		"2026-05-01,Anna,Boris,0 : 1,DRILL,red":      "2026-05-01 [2 1] [2 0] drill true",
		"2026-05-01,'Anna,Boris,½–½,drill,Blue":      "nobody 'Anna", // package sheet adds no apostrophe here
		"2026-05-01,Anna,Boris,0.5-0.5,drill,Blue":   "2026-05-01 [1 2] [1 1] drill true",
		"2026-05-01T23:30:00+02:00,1,2,1-0,drill,":   "2026-05-01 [1 2] [2 0] drill false",
		"2026-06-01,Anna,Boris,1-0,drill,":           "2026-06-01 [1 2] [2 0] drill false",
		"2026-06-02,Anna,Boris,1-0,drill,":           "future 2026-06-02",
		"2026-06-01T13:00:00Z,Anna,Boris,1-0,drill,": "future 2026-06-01T13:00:00Z",
		"1/5/2026,Anna,Boris,1-0,drill,":             "date 1/5/2026",
		"1926-05-01,Anna,Boris,1-0,drill,":           "date 1926-05-01",
		"2026-02-30,Anna,Boris,1-0,drill,":           "date 2026-02-30",
		"2026-05-01,Anna,Boris,2-0,drill,":           "result 2-0",
		"2026-05-01,Anna,Boris,,drill,":              "result -",
		"2026-05-01,Anna,1,1-0,drill,":               "oneself Anna",
		"2026-05-01,Anna,Hans,1-0,drill,":            "nobody Hans",
		"2026-05-01,Anna,Zoë,1-0,drill,":             "several Zoë",
		"2026-05-01,Anna,Boris,1-0,chess,":           "module chess",
		"2026-05-01,Anna,Boris,1-0,drill,white":      "side white",
		"2026-05-01,Anna,,1-0,drill,":                "cells ",
		"2026-05-01,Anna":                            "cells ",
	} {
		s := read(t, "Date, First ,second,result,module,side\n"+line+"\n")
		got := ""
		for _, r := range s.Results {
			got = fmt.Sprint(r.At.Format(time.DateOnly), " ", r.Users, " ", r.Points, " ", r.Module, " ", r.Sided)
		}
		for _, r := range s.Refused {
			got = fmt.Sprint(r.Why, " ", r.What)
			if r.Line != 2 {
				t.Errorf("%s is said to be line %d", line, r.Line)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// A result stands with the first side first. Of a third side nobody knows whom its player met.
func TestCheck_Sides(t *testing.T) {
	c := checks()
	c.Modules = []past.Module{{ID: "trio", Sides: []string{"blue", "Blue", "red", "Red", "green", "The Greens"}}}
	for side, want := range map[string]string{"blue": "[1 2] [2 0] true", "Blue": "[1 2] [2 0] true",
		"red": "[2 1] [0 2] true", "RED": "[2 1] [0 2] true", "green": "[1 2] [2 0] false", "the greens": "[1 2] [2 0] false"} {
		s := must.Get(past.Read([]byte("date,first,second,result,module,side\n2026-05-01,Anna,Boris,1-0,trio,"+side+"\n"), noon()))(t)
		s.Check(c)
		if r := s.Results[0]; fmt.Sprint(r.Users, " ", r.Points, " ", r.Sided) != want {
			t.Errorf("%s: %+v, want %s", side, r, want)
		}
	}
}

// The results of a season as package sheet writes them can be brought to another server, with points or, as it wrote
// earlier, half points. A game that is not over yet is no mistake.
func TestCheck_OwnSheet(t *testing.T) {
	s := read(t, "\ufeffgame,first,firstName,second,secondName,module,scenario,ended,firstPoints,secondPoints,"+
		"unplayed,bye,annulled\n"+
		"1,player 1,Anna,player 2,Boris,drill,main,2026-05-01T10:00:00Z,0,2,,,\n"+
		"2,player 1,Anna,player 2,Boris,drill,,2026-05-01T10:00:00Z,2,0,true,,\n"+
		"3,player 1,Anna,player 2,Boris,drill,,,,,,,\n"+
		"4,player 1,Anna,player 2,Boris,drill,,2026-05-01T10:00:00Z,0,2,,,true\n")
	if got := fmt.Sprint(len(s.Results), s.Results[0].Points, s.Results[0].Sided, s.Refused); got !=
		"1 [0 2] true [{3 unplayed } {5 annulled }]" || !slices.Equal(s.Open, []int{4}) {
		t.Error(got, s.Open)
	}
	for points, want := range map[string]string{"0,2": "[0 2]", "2,0": "[2 0]", "1,1": "[1 1]", "1,0": "[2 0]",
		"0,1": "[0 2]", "0.5,0.5": "[1 1]", "\"0,5\",\"0,5\"": "[1 1]", "2,1": "", "0,0": "", "1.5,0.5": "", "NaN,1": ""} {
		s := read(t, "firstName,secondName,module,ended,firstPoints,secondPoints\nAnna,Boris,drill,2026-05-01,"+points+"\n")
		got := ""
		if len(s.Results) == 1 {
			got = fmt.Sprint(s.Results[0].Points)
		}
		if got != want {
			t.Errorf("%s is read as %q, want %q", points, got, want)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	file := "date,first,second,result,module\n" + strings.Repeat("2026-05-01,Anna,Boris,1-0,drill\n", past.MostLines)
	for b.Loop() {
		s, err := past.Read([]byte(file), noon())
		if s.Check(checks()); err != nil || len(s.Results) != past.MostLines {
			b.Fatal(err, len(s.Results))
		}
	}
}
