package catalogue

import (
	"strings"
	"testing"
	"text/template"

	"grognard/rules/must"

	"github.com/goccy/go-yaml"
)

// TestPhrases: a text with one form that is parsed once says what its template says.
func TestPhrases(t *testing.T) {
	raw := must.Get(files.ReadFile("active." + Default + ".yaml"))(t)
	var texts map[string]any
	must.Do(t, yaml.Unmarshal(raw, &texts))
	c := must.Get(New(nil))(t)
	english, tested := c.In(Default), 0
	for id, text := range texts {
		text, single := text.(string)
		if !single {
			continue
		}
		data, args := map[string]string{}, []any{}
		for i, at := range argument.FindAllStringSubmatch(text, -1) {
			if i == 0 && len(text)%2 == 0 {
				continue // half of the texts with arguments lack the first
			}
			data[at[1]] = "<" + at[1] + ">"
			args = append(args, at[1], at[1])
		}
		var want strings.Builder
		must.Do(t, template.Must(template.New(id).Parse(text)).Execute(&want, data))
		got, ok := english.Say(func(key string, value any) string { return "<" + value.(string) + ">" }, id, args...)
		if !ok || got != want.String() {
			t.Errorf("%s says\n%s\nand its template\n%s", id, got, want.String())
		}
		tested++
	}
	if len(english.phrases) < tested/2 || tested == 0 {
		t.Errorf("%d of %d texts are phrases", len(english.phrases), tested)
	}
}
