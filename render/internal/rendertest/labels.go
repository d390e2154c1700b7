package rendertest

import (
	"testing"

	"grognard/bot/catalogue"
)

// English are the labels of the tests: those of the catalogue, and more in the form of its files.
func English(t testing.TB, more ...byte) *catalogue.Language {
	t.Helper()
	c, err := catalogue.New(more)
	if err != nil {
		t.Fatal(err)
	}
	return c.In(catalogue.Default)
}
