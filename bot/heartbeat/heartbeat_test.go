package heartbeat_test

import (
	"testing"
	"time"

	"grognard/bot/heartbeat"
	"grognard/rules/must"
)

// A program is healthy from its first heartbeat on, as long as heartbeats come, until it stops.
func TestHeartbeat(t *testing.T) {
	p := heartbeat.In(t.TempDir())
	if p.Check(time.Now()) == nil {
		t.Error("healthy before the first heartbeat")
	}
	must.Do(t, p.Beat())
	if err := p.Check(time.Now()); err != nil {
		t.Error(err)
	}
	if p.Check(time.Now().Add(3*time.Minute)) == nil {
		t.Error("healthy though the heartbeats stall")
	}
	p.Stop()
	if p.Check(time.Now()) == nil {
		t.Error("healthy after the end")
	}
}

// If the folder does not exist, the program gets an error, which it logs.
func TestNoFolder(t *testing.T) {
	if heartbeat.In(t.TempDir()+"/gone").Beat() == nil {
		t.Error("a heartbeat in a folder that does not exist")
	}
}
