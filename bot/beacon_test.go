package main

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/localtable/player"
)

// The program itself waits for rounds: a game begins by dice that are bound to one, which is asked
// for when it is due.
func TestTheProgramWaitsForTheBeacon(t *testing.T) {
	t.Parallel()
	source, err := beacontest.Own("program", 1, time.Now().Add(-time.Hour).Unix())
	if err != nil {
		t.Fatal(err)
	}
	server := beacontest.Serve(source, time.Now)
	defer server.Close()
	client, err := beacon.NewClient(source.Chain, []string{server.URL}, beacon.Options{Timeout: patience})
	if err != nil {
		t.Fatal(err)
	}
	s := sit(t, "historical", 1, func(w *environment) { w.beacon = client })
	if s.channel, err = s.german.Open(t.Context(), "beacon"); err != nil {
		t.Fatal(err)
	}
	s.say(s.german, "/game new module:afb dice:beacon")
	s.say(s.german, "/game join side:german word:larch")
	s.say(s.soviet, "/game join side:soviet word:heron")
	if m := s.say(s.soviet, "/game start"); !strings.Contains(m.Content, "Accepted: the dice are bound to round") {
		t.Errorf("the start is answered %q", m.Content)
	}
	for _, words := range []string{"has given an order that needs dice", "The game begins"} {
		if _, err := s.looker.Await(t.Context(), func(m player.Message) bool {
			return m.ChannelID == s.channel && strings.Contains(m.Content, words)
		}); err != nil {
			t.Fatalf("%q: %v", words, err)
		}
	}
	if len(server.Requested()) == 0 {
		t.Error("no round was asked for")
	}
}
