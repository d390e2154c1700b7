package storagetest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"grognard/storage"
)

func snapshots(s *store) {
	s.newGame("g", 9)
	s.newGame("h", 9)
	save := func(id storage.GameID, seq uint64, format, blob string) {
		s.Helper()
		s.must(s.db.SaveSnapshot(s.Context(), storage.Snapshot{Game: id, Seq: seq, Format: format, Blob: []byte(blob)}))
	}
	save("g", 8, "v1", "eight")
	save("g", 3, "v1", "before")
	save("g", 3, "v1", "three") // the last one saved counts
	save("g", 5, "v2", "")
	save("h", 6, "v1", "other game")
	tests := []struct {
		id     storage.GameID
		format string
		atMost uint64
		seq    uint64 // 0: none
		blob   string
	}{
		{"g", "v1", 2, 0, ""},
		{"g", "v1", 3, 3, "three"},
		{"g", "v1", 7, 3, "three"},
		{"g", "v1", 8, 8, "eight"},
		{"g", "v1", math.MaxUint64, 8, "eight"},
		{"g", "v2", 4, 0, ""},
		{"g", "v2", 9, 5, ""},
		{"g", "v3", 9, 0, ""},
		{"h", "v1", 9, 6, "other game"},
		{"unknown", "v1", 9, 0, ""},
	}
	for range 2 {
		for _, test := range tests {
			s.Run(fmt.Sprintf("%s %s at %d", test.id, test.format, test.atMost), func(t *testing.T) {
				got, err := s.db.LatestSnapshot(t.Context(), test.id, test.format, test.atMost)
				want := storage.Snapshot{Game: test.id, Seq: test.seq, Format: test.format, Blob: []byte(test.blob)}
				if test.seq == 0 {
					if !errors.Is(err, storage.ErrNotFound) {
						t.Errorf("LatestSnapshot = %v, %v, want ErrNotFound", got, err)
					}
				} else if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("LatestSnapshot = %v, %v, want %v", got, err, want)
				}
			})
		}
		s.reopen()
	}
}

// A snapshot ahead of its log would restore events that never happened.
func snapshotOfNothing(s *store) {
	s.newGame("g", 2)
	for _, snapshot := range []storage.Snapshot{
		{Game: "g", Seq: 0, Format: "v1"},
		{Game: "g", Seq: 3, Format: "v1"},
		{Game: "g", Seq: math.MaxUint64, Format: "v1"},
		{Game: "unknown", Seq: 1, Format: "v1"},
	} {
		s.fails(storage.ErrNotFound, "SaveSnapshot(%s, %d)", snapshot.Game,
			snapshot.Seq)(s.db.SaveSnapshot(s.Context(), snapshot))
	}
	s.must(s.db.SaveSnapshot(s.Context(), storage.Snapshot{Game: "g", Seq: 2, Format: "v1"}))
}
