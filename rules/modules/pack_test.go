package modules_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"maps"
	"strings"
	"testing"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/scs/data"

	"pgregory.net/rapid"
)

func TestPackIsDeterministic(t *testing.T) {
	src := ford(t)
	want := modules.Pack(src)
	for range 20 { // as often as the runtime may shuffle a map
		if !bytes.Equal(modules.Pack(maps.Clone(src)), want) {
			t.Fatal("the same files gave two blobs")
		}
	}
}

// Different files give different blobs, whatever their names and texts hold: the hash of a blob names a module.
func TestPackTellsFilesApart(t *testing.T) {
	files := rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.Byte()))
	rapid.Check(t, func(t *rapid.T) {
		a, b := files.Draw(t, "a"), files.Draw(t, "b")
		same := maps.EqualFunc(a, b, bytes.Equal)
		if bytes.Equal(modules.Pack(a), modules.Pack(b)) != same {
			t.Fatalf("%q and %q", a, b)
		}
	})
}

// A game goes on with the module with which it began, even where newer checks would refuse the module for a new game.
func TestReopenPassesOverFindings(t *testing.T) {
	src := ford(t)
	src["units.yaml"] = append(src["units.yaml"], "  b-9: {type: blue-infantry, name: Nobody's}\n"...)
	blob := modules.Pack(src)
	if _, err := games().Unpack(blob); err == nil || !strings.Contains(err.Error(), "in no scenario") {
		t.Fatalf("a new game: %v", err)
	}
	d, err := games().Reopen(blob)
	if err != nil || d.Hash != sha256.Sum256(blob) || data.UnitOf(d.Units["b-1"]).Full.Attack != 4 {
		t.Errorf("a running game: %+v, %v", d, err)
	}
	delete(src, "map.yaml")
	if d, err := games().Reopen(modules.Pack(src)); d != nil || err == nil {
		t.Errorf("no map: %+v, %v", d, err)
	}
}

// Only what Pack writes is a blob.
func TestUnpackRefusesOtherForms(t *testing.T) {
	blob := string(modules.Pack(ford(t)))
	cases := map[string]string{
		"nothing":           "",
		"another header":    strings.Replace(blob, "module 1", "module 2", 1),
		"cut short":         blob[:len(blob)-1],
		"more at the end":   blob + "x",
		"a file twice":      blob + blob[len("grognard module 1\n"):],
		"another spelling":  strings.Replace(blob, `"game.yaml" `, `"game.yaml" 0`, 1),
		"a negative length": strings.Replace(blob, `"game.yaml" `, `"game.yaml" -`, 1),
		"another order":     "grognard module 1\n\"b\" 0\n\"a\" 0\n",
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d, err := games().Unpack([]byte(c))
			var f document.Finding
			if err == nil || d != nil || errors.As(err, &f) {
				t.Errorf("want one error and no findings, got %v", err)
			}
		})
	}
}

// Files made to do harm are refused quickly and with a finding.
func TestHostileFiles(t *testing.T) {
	cases := map[string]string{
		"large":           strings.Repeat("# much ado about nothing\n", 50000),
		"long":            strings.Repeat("-\n", 20000),
		"wide":            "title: " + strings.Repeat("x", 5000),
		"deep brackets":   strings.Repeat("[", 2000),
		"deep dashes":     strings.Repeat("- ", 2000) + "x",
		"many findings":   "sides: [" + strings.Repeat("{},\n ", 5000) + "]",
		"billion laughs":  "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]",
		"two documents":   "id: a\n---\nid: b",
		"empty":           "",
		"a list":          "- 1\n- 2",
		"broken":          "id: [a",
		"not text":        "\xff\xfe\x00\x01",
		"a merge":         "<<: {id: a}",
		"null everywhere": "id: ~\nsides: ~\nphases: ~\nstacking: ~\nmarks: ~\nvictory: ~\n",
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			src := ford(t)
			src["game.yaml"] = []byte(c)
			_, err := games().Unpack(modules.Pack(src))
			fs := findings(err)
			if len(fs) == 0 || fs[0].File != "game.yaml" {
				t.Errorf("no finding in game.yaml: %v", err)
			}
			if len(fs) > 200 {
				t.Errorf("%d findings", len(fs))
			}
		})
	}
}

// For any bytes Unpack returns a definition with their hash, or an error.
func FuzzUnpack(f *testing.F) {
	f.Add(modules.Pack(ford(f)))
	f.Add(modules.Pack(modules.Source{}))
	f.Add(modules.Pack(modules.Source{"game.yaml": []byte("id: ford\n"), "map.yaml": nil}))
	f.Fuzz(func(t *testing.T, blob []byte) { check(t, blob) })
}

// Whatever one of the files contains, Unpack returns a definition or an error; a mistake has its place in the file.
func FuzzFile(f *testing.F) {
	good := ford(f)
	for name, text := range good {
		f.Add(name, string(text))
	}
	f.Add("units.yaml", "\r0")
	f.Add("game.yaml", strings.Replace(string(good["game.yaml"]), "Blue,", "Blue$", 1)) // as far as possible
	f.Fuzz(func(t *testing.T, name, text string) {
		src := maps.Clone(good)
		src[name] = []byte(text)
		for _, finding := range findings(check(t, modules.Pack(src))) {
			lines := 1 // in YAML a single carriage return ends a line too
			for _, r := range string(src[finding.File]) {
				if strings.ContainsRune("\n\r\u0085\u2028\u2029", r) {
					lines++
				}
			}
			if finding.Line < 0 || finding.Line > lines || finding.Message == "" {
				t.Fatalf("%q in a file of %d lines", finding, lines)
			}
		}
	})
}

func check(t *testing.T, blob []byte) error {
	d, err := games().Unpack(blob)
	if d == nil && err == nil {
		t.Fatal("neither a definition nor an error")
	}
	if d != nil && d.Hash != sha256.Sum256(blob) {
		t.Fatal("the hash is not the blob's")
	}
	return err
}
