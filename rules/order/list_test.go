package order_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// gazetteer has some places: one name is the beginning of another, and one place lies in two hexes.
type gazetteer struct{ roster }

func (gazetteer) Full(words string) order.Means {
	return order.Means{Hexes: map[string][]hex.Hex{"mogilev": {{Col: 10, Row: 13}}, "velikiye luki": {{Col: 12, Row: 1}},
		"velikiye": {{Col: 13, Row: 1}}, "krasnyy": {{Col: 14, Row: 1}, {Col: 15, Row: 1}}}[strings.ToLower(words)]}
}

type values = map[string]string

func said(v order.Verb, of values) order.Said { return order.Said{Verb: v, Values: of} }

func TestReadList(t *testing.T) {
	for text, want := range map[string][]order.Said{
		"9.20 > 12.20":                      {said("move", values{"units": "9.20", "to": "12.20"})},
		"9.20>12.20":                        {said("move", values{"units": "9.20", "to": "12.20"})},
		"9.20 -> 12.20":                     {said("move", values{"units": "9.20", "to": "12.20"})},
		"9.20 → 012.20":                     {said("move", values{"units": "9.20", "to": "12.20"})},
		"9.20 > 10.20 11.19":                {said("move", values{"units": "9.20", "path": "10.20,11.19"})},
		"9.20 > 10.20,11.19":                {said("move", values{"units": "9.20", "path": "10.20,11.19"})},
		"25 Pz Rgt > Mogilev":               {said("move", values{"units": "25 Pz Rgt", "to": "10.13"})},
		"25 Pz Rgt > mogilev velikiye luki": {said("move", values{"units": "25 Pz Rgt", "path": "10.13,12.01"})},
		"25 Pz Rgt > Old Town 9.20":         {said("move", values{"units": "25 Pz Rgt", "path": "Old Town,9.20"})},
		"25 Pz Rgt > 10.13 Mogilev":         {said("move", values{"units": "25 Pz Rgt", "to": "10.13"})},
		"25 Pz Rgt > Mogilev (10.13)":       {said("move", values{"units": "25 Pz Rgt", "to": "10.13"})},
		"25 Pz Rgt > Krasnyy":               {said("move", values{"units": "25 Pz Rgt", "to": "Krasnyy"})},
		"25 Pz Rgt > Krasnyy Mogilev":       {said("move", values{"units": "25 Pz Rgt", "path": "Krasnyy,10.13"})},
		"9.20 1 Cav, 25 Pz, > Nowhere":      {said("move", values{"units": "9.20 1 Cav, 25 Pz", "to": "Nowhere"})},
		"10.15 > 11.13 x 12.13": {said("move", values{"units": "10.15", "to": "11.13"}),
			{Verb: "overrun", Values: values{"units": "10.15", "target": "12.13"}, Same: true}},
		"10.15 > 11.14 11.13X12.13": {said("move", values{"units": "10.15", "path": "11.14,11.13"}),
			{Verb: "overrun", Values: values{"units": "10.15", "target": "12.13"}, Same: true}},
		"10.15 x 11.13":                 {said("overrun", values{"units": "10.15", "target": "11.13"})},
		"10.15 × Velikiye":              {said("overrun", values{"units": "10.15", "target": "13.01"})},
		"12.13 < 11.13 12.14":           {said("attack", values{"target": "12.13", "units": "11.13 12.14"})},
		"Velikiye Luki <- 5 Inf Div":    {said("attack", values{"target": "12.01", "units": "5 Inf Div"})},
		"+ 5 Inf Div, 8 Inf Div 1.10":   {said("reinforce", values{"units": "5 Inf Div, 8 Inf Div", "hex": "1.10"})},
		"+5 Inf Div,  Velikiye   Luki":  {said("reinforce", values{"units": "5 Inf Div", "hex": "12.01"})},
		"+ 5 Inf Div, Velikiye Gorodok": {said("reinforce", values{"units": "5 Inf Div, Velikiye", "hex": "Gorodok"})},
		"/End":                          {said("end", values{})},
	} {
		lines, err := order.ReadList(text, gazetteer{})
		if err != nil || len(lines) != 1 || !reflect.DeepEqual(lines[0].Said, want) {
			t.Errorf("%q is read as %v, %v; want %v", text, lines, err, want)
		}
	}
}

// A note swallows no order: what follows it after a semicolon is read, and a note that reads like an order is refused.
func TestReadList_Notes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"9.20 > 12.20 # first; 10.15 > 11.13":      "9.20 > 12.20\n10.15 > 11.13",
		"9.20>12.20 # north\n# combat\n1.01>1.02":  "9.20 > 12.20\n1.01 > 1.02",
		"# combat; 12.13 < 11.13 12.14":            "12.13 < 11.13 12.14",
		"#combat":                                  "order.list-empty",
		"# combat 12.13 < 11.13":                   "order.list-note",
		"9.20 > 12.20 # 10.15 > 11.13":             "order.list-note",
		"9.20 > 12.20 # first 10.15x11.13":         "order.list-note",
		"# + 5 Inf Div 1.10":                       "order.list-note",
		"9.20 > 12.20 # then; rest":                "order.list-no-sign",
		"9.20 > 12.20 # 2 + 2":                     "9.20 > 12.20",
		"Rgt #5, 5#6 > 12.20 # to Hill #3":         "Rgt #5, 5#6 > 12.20",
		"+ Rgt #5 1.10":                            "+ Rgt #5 1.10",
		"#5 Rgt > 12.20":                           "order.list-note",
		"9.20 > 12.20 #first":                      "9.20 > 12.20",
		"9.20 > Hill #3":                           "9.20 > Hill #3",
		"9.20 > 12.20 #first; 10.15 > 11.13":       "9.20 > 12.20\n10.15 > 11.13",
		"end # of movement; end":                   "end\nend",
		"9.20 > 12.20 ＃ first；10.15 ＞ 11.13":       "9.20 > 12.20\n10.15 > 11.13",
		"# combat 12.13＜11.13":                     "order.list-note",
		"9.20 > 12.20 # first\u2028end":            "9.20 > 12.20\nend",
		"9.20 > 12.20 # first 25 Pz Rgt > mogilev": "order.list-note",
		"# then mogilev < 25 Pz Rgt":               "order.list-note",
		"9.20 >#first":                             "order.list-missing",
		"25 Pz Rgt,#12 Pz Rgt > 9.20":              "25 Pz Rgt, #12 Pz Rgt > 9.20",
		"25 Pz Rgt,#east > 9.20":                   "order.list-note",
	} {
		lines, err := order.ReadList(text, gazetteer{})
		got := order.WriteList(lines)
		if problem := firstProblem(lines, err); problem != nil {
			got = problem.ID
		}
		if got != want {
			t.Errorf("%q is read as %q, %v; want %q", text, got, err, want)
		}
	}
}

// The lines of a list are numbered from 1, without comments and empty lines, and all are written in the same form.
func TestLinesOfAList(t *testing.T) {
	lines, err := order.ReadList(" 9.20 > 12.20 ;; 10.15x11.13\r\n\n# north\n12.13 < 11.13;\n", nil)
	if err != nil || len(lines) != 3 {
		t.Fatalf("%v, %v", lines, err)
	}
	for i, l := range lines {
		if l.Number != i+1 {
			t.Errorf("line %d has the number %d", i+1, l.Number)
		}
	}
	if text := order.WriteList(lines); text != "9.20 > 12.20\n10.15 x 11.13\n12.13 < 11.13" {
		t.Errorf("the list is written as %q", text)
	}
	if _, err := order.ReadList(strings.Repeat("1.01>1.02\n", order.MaxLines), nil); err != nil {
		t.Errorf("%d lines: %v", order.MaxLines, err)
	}
}

// firstProblem returns why a list or the first line of it that cannot be read is wrong, nil if everything can be read.
func firstProblem(lines []order.Line, err error) (p *order.Problem) {
	for _, l := range lines {
		if l.Unread != nil {
			return l.Unread
		}
	}
	errors.As(err, &p)
	return p
}

// A line that cannot be read stays in its list as it was written.
func TestReadList_UnreadLine(t *testing.T) {
	const text = "1.01 > 1.02\n5 Inf 1.10 # where to?\nend"
	lines, err := order.ReadList(text, gazetteer{})
	if err != nil || len(lines) != 3 || lines[0].Unread != nil || lines[1].Unread == nil || lines[2].Unread != nil ||
		order.WriteList(lines) != text {
		t.Errorf("it is read as %+v, %v", lines, err)
	}
}

func TestReadList_Problems(t *testing.T) {
	for text, want := range map[string]order.Problem{
		"":                           {ID: "order.list-empty"},
		" ; \n# only a note":         {ID: "order.list-empty"},
		"1.01>1.02; 9.20 12.20":      {ID: "order.list-no-sign", Line: 2, Text: "9.20 12.20"},
		"/move units:9.20 to:12.20":  {ID: "order.list-no-sign", Line: 1, Text: "/move units:9.20 to:12.20"},
		"9.20 > 10.20 > 11.20":       {ID: "order.list-signs", Line: 1, Text: "9.20 > 10.20 > 11.20"},
		"9.20 x 10.20 > 11.20":       {ID: "order.list-signs", Line: 1, Text: "9.20 x 10.20 > 11.20"},
		"5 Inf + 1.10":               {ID: "order.list-bring", Verb: "reinforce", Line: 1, Text: "5 Inf + 1.10"},
		"1.01>1.02\n9.20 >":          {ID: "order.list-missing", Verb: "move", Option: "to", Line: 2, Text: "9.20 >"},
		"> 9.20":                     {ID: "order.list-missing", Verb: "move", Option: "units", Line: 1, Text: "> 9.20"},
		"> 9.20 x 9.21":              {ID: "order.list-missing", Verb: "move", Option: "units", Line: 1, Text: "> 9.20 x 9.21"},
		"9.20 > 9.21 x":              {ID: "order.list-missing", Verb: "overrun", Option: "target", Line: 1, Text: "9.20 > 9.21 x"},
		"x 9.20":                     {ID: "order.list-missing", Verb: "overrun", Option: "units", Line: 1, Text: "x 9.20"},
		"12.13 <":                    {ID: "order.list-missing", Verb: "attack", Option: "units", Line: 1, Text: "12.13 <"},
		"< 12.13":                    {ID: "order.list-missing", Verb: "attack", Option: "target", Line: 1, Text: "< 12.13"},
		"+":                          {ID: "order.list-missing", Verb: "reinforce", Option: "units", Line: 1, Text: "+"},
		"+ 1.10":                     {ID: "order.list-missing", Verb: "reinforce", Option: "units", Line: 1, Text: "+ 1.10"},
		strings.Repeat("1>2;", 1000): {ID: "order.list-too-long", Value: "60"},
	} {
		lines, err := order.ReadList(text, gazetteer{})
		if problem := firstProblem(lines, err); problem == nil || !reflect.DeepEqual(*problem, want) {
			t.Errorf("%.40q is read as %v, %+v; want %+v", text, lines, err, want)
		}
	}
}

// FuzzList: any text is a list or a problem, and a list is read back as it was written.
func FuzzList(f *testing.F) {
	for _, seed := range []string{"9.20 > 12.20", "9.20>10.20 11.19", "10.15 > 11.13 x 12.13", "10.15x11.13",
		"12.13 < 11.13 12.14", "+ 5 Inf Div, 8 Inf Div Velikiye Luki",
		"9.20 > 12.20; 10.15 > Old Town, 11.13 X 12.13\n# note\n25 Pz Rgt → mogilev", "++ > < x ;;",
		"1.1x1.1x1.1 > ,", "a,, b > c,,d x e,", "10.15 > 11.13,X 0", "0>0,0X0X0", ",#0 X 0", "1>2; # note; 3>4", "9.20 >#a", "a,#b > 9.20",
		"9.20＞#1；a＃b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := order.ReadList(text, gazetteer{})
		var problem *order.Problem
		if err != nil {
			if !errors.As(err, &problem) || problem.ID == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		written := order.WriteList(lines)
		again, err := order.ReadList(written, gazetteer{})
		if err != nil || !slices.EqualFunc(lines, again,
			func(a, b order.Line) bool { return reflect.DeepEqual(a, b) }) {
			t.Fatalf("%q is written as %q and read again as %v, %v; want %v", text, written, again, err, lines)
		}
	})
}
