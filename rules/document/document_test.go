package document_test

import (
	"errors"
	"strings"
	"testing"

	"grognard/rules/document"
)

func read(t *testing.T, text string) *document.Node {
	t.Helper()
	n, err := document.Read("a.yaml", []byte(text), document.Limits{Bytes: 1000, Lines: 20, Line: 100, Depth: 3})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Everything has its place, and its text as written.
func TestPlaces(t *testing.T) {
	n := read(t, "title: \"1.10\"\nhexes:\n  - 1.10\n  - {deep: yes, gone: ~, nothing: }\n")
	var got []string
	var walk func(*document.Node)
	walk = func(n *document.Node) {
		got = append(got, n.Finding("%s %q number:%t truth:%t", n.What, n.Text, n.Number, n.Truth).Error())
		for _, it := range n.Items {
			if it.Value != nil {
				walk(it.Value)
			} else {
				got = append(got, it.Key.Finding("%s gone:%t", it.Key.Text, it.Gone).Error())
			}
		}
	}
	walk(n)
	want := []string{
		`a.yaml:1:1: keys with values "" number:false truth:false`,
		`a.yaml:1:8: a single value "1.10" number:false truth:false`,
		`a.yaml:3:3: a list "" number:false truth:false`,
		`a.yaml:3:5: a single value "1.10" number:true truth:false`,
		`a.yaml:4:5: keys with values "" number:false truth:false`,
		`a.yaml:4:12: a single value "yes" number:false truth:false`,
		`a.yaml:4:17: gone gone:true`,
		`a.yaml:4:26: nothing gone:false`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A shape takes the keys that it names; others, and values of another kind, are reported.
func TestShapes(t *testing.T) {
	var shape struct {
		Title  document.Word                               `yaml:"title"`
		Places document.Dict[document.List[document.Word]] `yaml:"places"`
	}
	var r document.Reader
	r.Fill(&shape, read(t, "title: x\nplaces: {a: [1, 2], b: 3}\nother: 1\n"))
	if shape.Title.Text != "x" || len(shape.Places) != 2 || shape.Places[0].Value[1].Value.Text != "2" {
		t.Errorf("the shape is %+v", shape)
	}
	want := "a.yaml:2:24: here should stand a list, not a single value\na.yaml:3:1: unknown field \"other\""
	if got := errors.Join(r.Findings...); got == nil || got.Error() != want {
		t.Errorf("told %v", got)
	}
}

// What cannot be read is reported with its place.
func TestNotRead(t *testing.T) {
	for text, want := range map[string]string{
		"a: &x 1\nb: *x":                    "a.yaml:1:4: anchors, aliases, merges and tags are not used here",
		"a: !!str 1":                        "a.yaml:1:4: anchors",
		"a: .inf":                           "a.yaml:1:4: infinity is not used here",
		"a: [[[[1]]]]":                      "a.yaml:1:7: too many brackets",
		"a: 1\na: 2":                        "a.yaml:2:1: ",
		"a: 1\n---\nb: 2":                   "a.yaml: must hold one YAML document",
		strings.Repeat("a", 101):            "a.yaml:1:1: the line is longer than 100 bytes",
		strings.Repeat("\n", 21):            "a.yaml: has more than 20 lines",
		strings.Repeat("# abcdefgh\n", 100): "a.yaml: is larger than 1000 bytes",
	} {
		_, err := document.Read("a.yaml", []byte(text), document.Limits{Bytes: 1000, Lines: 20, Line: 100, Depth: 3})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if n := read(t, "# nothing\n"); n != nil {
		t.Errorf("a file of comments is %+v", n)
	}
}

// Own adds keys to a struct at any depth. They are read like its fields, in one pass: mistakes come in file order.
func TestKeysOfOthers(t *testing.T) {
	type theirs struct {
		Weight document.Word `yaml:"weight"`
	}
	var shape struct {
		Things document.Dict[struct {
			Name document.Word `yaml:"name"`
			Own  document.Own  `yaml:"*thing"`
		}] `yaml:"things"`
		Own document.Own `yaml:"*file"`
	}
	r := document.Reader{Own: func(of string) any {
		if of == "thing" {
			return &theirs{}
		}
		return nil
	}}
	r.Fill(&shape, read(t, "things:\n  a: {weight: 3, mass: 1, name: [A]}\n  b:\nweight: 1\n"))
	for i, want := range []string{"3", ""} {
		if own, ok := shape.Things[i].Value.Own.Shape.(*theirs); !ok || own.Weight.Text != want {
			t.Errorf("%s has %+v", shape.Things[i].Key.Text, shape.Things[i].Value.Own)
		}
	}
	want := "a.yaml:2:18: unknown field \"mass\"\na.yaml:2:33: here should stand a single value, not a list\na.yaml:4:1: unknown field \"weight\""
	if got := errors.Join(r.Findings...); shape.Own.Shape != nil || got == nil || got.Error() != want {
		t.Errorf("told %v", got)
	}
}

// Two shapes that name the same key panic, because one of them would stay unread.
func TestTwoShapesOfOneKey(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("one of them goes without")
		}
	}()
	var shape struct {
		Name   document.Word `yaml:"name"`
		Theirs document.Own  `yaml:"*theirs"`
	}
	r := document.Reader{Own: func(string) any { return document.Keys{"name": &document.Word{}} }}
	r.Fill(&shape, nil)
}
