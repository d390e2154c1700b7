package rendertest

import (
	"sync"
	"testing"

	"grognard/bot/catalogue"
)

// English returns the labels of the tests: those of the catalogue.
func English(t testing.TB) *catalogue.Language {
	t.Helper()
	l, err := Labels()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Labels does what English does, for examples, which have no test to fail. The labels are read once: they never change.
func Labels() (*catalogue.Language, error) { return english() }

var english = sync.OnceValues(func() (*catalogue.Language, error) {
	c, err := catalogue.New(nil)
	if err != nil {
		return nil, err
	}
	return c.In(catalogue.Default), nil
})
