package storagetest

import (
	"time"

	"grognard/storage"
)

// pictures: a delivery whose text was sent is listed until its pictures are sent too, and later edits find its message.
func pictures(s *store) {
	s.newGame("g", 1)
	for seq := uint64(2); seq <= 3; seq++ {
		s.mustAppend(entry("g", seq, storage.Notice{Audience: "public", Kind: "news", From: seq}))
	}
	all := s.outbox()
	s.must(s.db.TextSent(s.Context(), all[0].ID, "first"))
	s.fails(nil, "an unknown delivery is marked")(s.db.TextSent(s.Context(), 99, "none"))
	s.reopen()
	all[0].Pictures = true
	s.is(all, "Outbox")(s.db.Outbox(s.Context(), noon))
	s.is("first", "its words stand in")(s.db.Sent(s.Context(), all[0]))
	s.must(s.db.Delivered(s.Context(), all[0].ID, "first"))
	s.is(all[1:], "Outbox without the first")(s.db.Outbox(s.Context(), noon))
}

// owing: games with deliveries, in the order in which they began to wait.
func owing(s *store) {
	for _, id := range []storage.GameID{"b", "a", "c"} {
		s.newGame(id, 1)
	}
	say := func(id storage.GameID, seq uint64, audience string) {
		s.mustAppend(entry(id, seq, storage.Notice{Audience: audience, Kind: "news", From: seq}))
	}
	say("b", 2, "public")
	say("c", 2, "nobody")
	say("a", 2, "axis")
	say("b", 3, "public")
	s.must(s.db.Locate(s.Context(), "guild", "channel of a", "a channel without a game"))
	s.must(s.db.TextSent(s.Context(), s.outbox()[2].ID, "its words"))
	say("b", 4, "axis")
	s.must(s.db.TextSent(s.Context(), s.outbox()[0].ID, "its words"))
	want := []storage.Owing{{Game: "b", Channel: "channel of b", Audience: "public"},
		{Game: "a", Channel: "channel of a", Audience: "axis", Guild: "guild"},
		{Game: "b", Channel: "channel of b", Audience: "public", Words: true},
		{Game: "b", Channel: "channel of b", Audience: "axis", Words: true}}
	s.is(want, "Owing")(s.db.Owing(s.Context(), noon, "nobody"))
	if list, err := s.db.OutboxOf(s.Context(), "b", "", noon); err != nil || len(list) != 3 || list[0].Seq != 2 ||
		list[1].Seq != 3 {
		s.Errorf("OutboxOf(b) = %+v, %v", list, err)
	}
}

// sleep: games whose channels cannot be reached have no deliveries until they are woken.
func sleep(s *store) {
	ctx := s.Context()
	for _, id := range []storage.GameID{"a", "b", "c"} {
		s.newGame(id, 1)
		s.mustAppend(entry(id, 2, storage.Notice{Audience: "public", Kind: "news", From: 2}))
	}
	games := func(what string, want []storage.GameID) func(any, error) { return s.is(want, "%s", what) }
	waiting := func(want ...storage.GameID) {
		s.Helper()
		var got []storage.GameID
		for _, d := range s.outbox() {
			got = append(got, d.Game)
		}
		games("waiting", want)(got, nil)
		if list, err := s.db.Owing(ctx, noon, ""); err != nil || len(list) != len(want) {
			s.Errorf("Owing = %v, %v, want %v", list, err, want)
		}
	}
	for range 2 {
		s.must(s.db.Locate(ctx, "guild", "channel of a", "channel of c"))
	}
	for channel, guild := range map[string]string{"channel of a": "guild", "channel of b": ""} {
		s.is(guild, "the server of %s", channel)(s.db.GuildOf(ctx, channel))
	}
	s.is([]string{"channel of a", "channel of c"}, "ChannelsOf")(s.db.ChannelsOf(ctx, "guild"))
	games("put to sleep", []storage.GameID{"a", "c"})(s.db.Sleep(ctx, "gone", noon, "channel of a", "channel of c",
		"elsewhere"))
	games("put to sleep again", nil)(s.db.Sleep(ctx, "other", noon, "channel of a"))
	waiting("b")
	s.must(s.db.Remind(ctx, "a", storage.Notice{Audience: storage.PrivateMark + "axis", Kind: "lost"}))
	waiting("b", "a") // what is told outside its channel
	s.must(s.db.Delivered(ctx, s.outbox()[1].ID, ""))
	s.reopen()
	waiting("b")
	want := []storage.Sleeper{{Game: "a", Reason: "gone", At: noon}, {Game: "c", Reason: "gone", At: noon}}
	s.is(want, "Sleeping")(s.db.Sleeping(ctx))
	for id, since := range map[storage.GameID]time.Time{"a": noon, "b": {}} {
		s.is(since, "%s sleeps since", id)(s.db.Asleep(ctx, id))
	}
	games("woken", []storage.GameID{"a"})(s.db.WakeIn(ctx, noon.Add(2*time.Hour), "channel of a", "channel of b"))
	waiting("a", "b")
	games("woken", []storage.GameID{"c"})(s.db.WakeIn(ctx, noon.Add(2*time.Hour), "channel of c"))
	games("woken again", nil)(s.db.WakeIn(ctx, noon.Add(2*time.Hour), "channel of c"))
	waiting("a", "b", "c")
	games("asleep again as before", []storage.GameID{"a"})(s.db.Sleep(ctx, "gone", noon, "channel of a"))
	games("woken later", []storage.GameID{"a"})(s.db.WakeIn(ctx, noon.Add(3*time.Hour), "channel of a"))
	slept := []storage.Absence{{Game: "a", From: noon, Until: noon.Add(3 * time.Hour), Why: "asleep"}}
	s.is(slept, "it slept for")(s.db.Absences(ctx, "a", noon))
	// A game that is over and has no deliveries is not put to sleep.
	s.must(s.db.CloseGame(ctx, "a"))
	games("over, and something is unsaid", []storage.GameID{"a"})(s.db.Sleep(ctx, "gone", noon.Add(time.Hour),
		"channel of a"))
	games("woken to say it", []storage.GameID{"a"})(s.db.WakeIn(ctx, noon.Add(2*time.Hour), "channel of a"))
	s.must(s.db.Delivered(ctx, s.outbox()[0].ID, ""))
	games("over, and all is said", nil)(s.db.Sleep(ctx, "gone", noon, "channel of a"))
}
