package operators

import (
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/program"
	"grognard/bot/programtest"
)

// The program itself waits for rounds: a game begins by dice that are bound to one, which is asked for when it is due.
func TestBeacon_TheProgramWaitsForARound(t *testing.T) {
	t.Parallel()
	source, err := beacontest.Own("program", 1, time.Now().Add(-time.Hour).Unix())
	if err != nil {
		t.Fatal(err)
	}
	server := beacontest.Serve(source, time.Now)
	defer server.Close()
	client, err := beacon.NewClient(source.Chain, []string{server.URL}, beacon.Options{Timeout: programtest.Patience})
	if err != nil {
		t.Fatal(err)
	}
	s := programtest.Sit(t, "historical", 1, func(w *program.Environment) { w.Beacon = client })
	s.Open("beacon")
	s.Say(s.German, "/game new module:afb dice:beacon")
	s.Say(s.German, "/game join side:german word:larch")
	s.Say(s.Soviet, "/game join side:soviet word:heron")
	s.Says(s.Soviet, "/game start", "Accepted: the dice are bound to round")
	s.Await(s.Looker, programtest.Posted(s.Channel, "has given an order that needs dice"))
	s.Await(s.Looker, programtest.Posted(s.Channel, "The game begins"))
	if len(server.Requested()) == 0 {
		t.Error("no round was asked for")
	}
}
