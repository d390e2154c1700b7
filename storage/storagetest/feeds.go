package storagetest

import (
	"slices"

	"grognard/storage"
)

// feeds: a game has several, each once. Its deliveries are separate from the game's others and are deleted with
// it; the notices about its end are written in the same transaction.
func feeds(s *store) {
	ctx := s.Context()
	s.newGame("g", 1)
	s.newGame("h", 1)
	drop := func(id storage.GameID, channel string, want bool, notices ...storage.Notice) {
		s.Helper()
		s.is(want, "DropFeed(%s, %s)", id, channel)(s.db.DropFeed(ctx, id, channel, notices...))
	}
	want := func(id storage.GameID, channels ...string) {
		s.Helper()
		s.is(channels, "the feeds of %s", id)(s.db.Feeds(ctx, id))
	}
	for _, x := range [][2]string{{"g", "b"}, {"g", "a"}, {"g", "b"}, {"h", "a"}} {
		s.must(s.db.AddFeed(ctx, storage.GameID(x[0]), x[1]))
	}
	s.fails(storage.ErrNotFound, "a feed of no game")(s.db.AddFeed(ctx, "i", "a"))
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
		s.is(message, "sent in %q", feed)(s.db.Sent(ctx, d))
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
}
