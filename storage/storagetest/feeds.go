package storagetest

import (
	"errors"
	"fmt"
	"slices"

	"grognard/storage"
)

// feeds: a game has a few, each once. Its deliveries are separate from the game's others and are deleted with
// it; the notices about its end are written in the same transaction.
func feeds(s *store) {
	ctx := s.Context()
	s.newGame("g", 1)
	s.newGame("h", 1)
	add := func(id storage.GameID, channel string, want bool) {
		s.Helper()
		if added, err := s.db.AddFeed(ctx, id, channel); err != nil || added != want {
			s.Fatalf("AddFeed(%s, %s): %v, %v", id, channel, added, err)
		}
	}
	drop := func(id storage.GameID, channel string, want bool, notices ...storage.Notice) {
		s.Helper()
		if dropped, err := s.db.DropFeed(ctx, id, channel, notices...); err != nil || dropped != want {
			s.Fatalf("DropFeed(%s, %s): %v, %v", id, channel, dropped, err)
		}
	}
	want := func(id storage.GameID, channels ...string) {
		s.Helper()
		if got, err := s.db.Feeds(ctx, id); err != nil || !slices.Equal(got, channels) {
			s.Errorf("the feeds of %s are %v, %v, want %v", id, got, err, channels)
		}
	}
	add("g", "b", true)
	add("g", "a", true)
	add("g", "b", false)
	add("h", "a", true)
	if _, err := s.db.AddFeed(ctx, "i", "a"); !errors.Is(err, storage.ErrNotFound) {
		s.Errorf("a feed of no game: %v", err)
	}
	s.reopen()
	want("g", "a", "b")
	phase := func(feed string) storage.Notice {
		return storage.Notice{Audience: "public", Kind: "phase", From: 2, Feed: feed}
	}
	s.mustAppend(entry("g", 2, phase(""), phase("a"), phase("b")))
	s.mustAppend(entry("g", 3, phase("a")))
	s.mustAppend(entry("h", 2, phase("a")))
	owing := func(feeds ...string) {
		s.Helper()
		list, err := s.db.Owing(ctx, noon, "nobody")
		var got []string
		for _, o := range list {
			got = append(got, string(o.Game)+" "+o.Feed)
		}
		if err != nil || !slices.Equal(got, feeds) {
			s.Errorf("Owing = %q, %v, want %q", got, err, feeds)
		}
	}
	owing("g ", "g a", "g b", "h a")
	first, err := s.db.OutboxOf(ctx, "g", "a", noon)
	if err != nil || len(first) != 2 || first[0].Feed != "a" || first[1].Seq != 3 {
		s.Fatalf("OutboxOf(g, a) = %+v, %v", first, err)
	}
	s.must(s.db.Delivered(ctx, first[0].ID, "in a"))
	for feed, message := range map[string]string{"": "", "a": "in a", "b": ""} {
		d := first[0]
		d.Feed = feed
		if got, err := s.db.Sent(ctx, d); err != nil || got != message {
			s.Errorf("sent in %q: %q, %v, want %q", feed, got, err, message)
		}
	}
	drop("g", "a", true, storage.Notice{Audience: "public", Kind: "lost"})
	drop("g", "a", false, storage.Notice{Audience: "public", Kind: "lost"})
	s.reopen()
	want("g", "b")
	want("h", "a")
	owing("g ", "g b", "h a")
	own, err := s.db.OutboxOf(ctx, "g", "", noon)
	if err != nil || len(own) != 2 || own[1].Notice != (storage.Notice{Audience: "public", Kind: "lost", From: 3}) ||
		own[1].Seq != 3 {
		s.Errorf("OutboxOf(g) = %+v, %v", own, err)
	}
	for i := range storage.FeedsKept - 1 {
		add("g", fmt.Sprint("c", i), true)
	}
	add("g", "c0", false)
	if _, err := s.db.AddFeed(ctx, "g", "d"); !errors.Is(err, storage.ErrFull) {
		s.Errorf("one feed too many: %v", err)
	}
}
