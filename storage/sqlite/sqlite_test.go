package sqlite

import (
	"testing"

	"grognard/storage"
	"grognard/storage/storagetest"
)

func TestContract(t *testing.T) {
	storagetest.Run(t, func(t *testing.T, path string) storage.Log { return mustOpen(t, path) })
}

func mustOpen(t testing.TB, path string, opts ...Option) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Shut(); err != nil {
			t.Errorf("Shut: %v", err)
		}
	})
	return s
}
