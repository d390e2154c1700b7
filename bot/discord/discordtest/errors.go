package discordtest

import (
	"reflect"
	"testing"
)

// Must returns a result, and ends the test on an error.
func Must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Check(t, err)
		return v
	}
}

// Check ends the test on an error.
func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Equal holds that got is what is wanted, and says what it is by a format for one value.
func Equal[T any](t testing.TB, format string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf(format+", want %v", got, want)
	}
}
