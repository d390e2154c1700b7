// Package must ends a test that cannot go on after an error.
//
//	rows := must.Get(store.Rows())(t)
//	must.Do(t, store.Close())
package must

// Test is a *testing.T, a *testing.B, or a *rapid.T, which tests one set of random values.
type Test interface {
	Helper()
	Fatal(args ...any)
}

// Do ends the test on an error.
func Do(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns a result, and ends the test on an error.
func Get[T any](v T, err error) func(Test) T {
	return func(t Test) T {
		t.Helper()
		Do(t, err)
		return v
	}
}
