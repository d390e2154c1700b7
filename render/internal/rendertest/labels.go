package rendertest

import (
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
	c, err := catalogue.New(more)
	if err != nil {
		return nil, err
	}
	return c.In(catalogue.Default), nil
}
