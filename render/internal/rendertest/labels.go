package rendertest

import (
	"sync"
	"testing"

	"grognard/bot/catalogue"
)

// English are the labels of the tests: those of the catalogue, and more in the form of its files.
func English(t testing.TB, more ...byte) *catalogue.Language {
	t.Helper()
	l, err := Labels(more...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Labels is the same for examples, which have no test to fail.
func Labels(more ...byte) (*catalogue.Language, error) {
	if len(more) == 0 {
		return english()
	}
	return read(more)
}

// english are the labels without more, read once: they never change.
var english = sync.OnceValues(func() (*catalogue.Language, error) { return read(nil) })

func read(more []byte) (*catalogue.Language, error) {
	c, err := catalogue.New(more)
	if err != nil {
		return nil, err
	}
	return c.In(catalogue.Default), nil
}
