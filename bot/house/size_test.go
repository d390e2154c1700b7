package main

import (
	"os"
	"path/filepath"
	"testing"

	"grognard/rules/must"
)

// A README states the size of a folder in one line, and what cannot be read is an error.
func TestStatedSize(t *testing.T) {
	file := filepath.Join(t.TempDir(), "README.md")
	for text, want := range map[string][2]int{"# Sheets\n": {}, "# Sheets\n\nSize: at most 900 lines, 400 of tests.\n": {900, 400}} {
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
		if got, err := statedSize(file); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	must.Do(t, os.WriteFile(file, []byte("Size: small\nSize: at most 9 lines, 4 of tests.\n"), 0o644))
	if got, err := statedSize(file); err == nil {
		t.Errorf("a size without figures is read as %v", got)
	}
}

// A folder that states its size is held to it, and the others are counted without it.
func TestMeasure_StatedSize(t *testing.T) {
	sized := &folder{path: "sheet", lines: 910, testLines: 390, stated: [2]int{900, 400}}
	got := map[string]int{}
	for _, f := range measure([]*folder{{path: "bot", lines: 7, testLines: 3}, sized}) {
		got[f.name] = f.value
	}
	if got["lines of tests"] != 3 || got["lines without tests"] != 7 ||
		got["lines above the size that a folder's README states"] != 10 {
		t.Errorf("measured %v", got)
	}
}
