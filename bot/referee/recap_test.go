package referee_test

import (
	"path/filepath"
	"testing"
	"time"
)

// What one missed is told from the visit before on, and shows no row of which he was told nothing.
func TestRecap(t *testing.T) {
	d := newDesk(t.Context(), filepath.Join(t.TempDir(), "games.db"), func(err error) { t.Fatal(err) })
	d.begin()
	d.check(d.Looks.Looked(d.ctx, "c1", "olga"))
	d.now = d.now.Add(3 * time.Hour)
	c, err := d.Looks.Recap(d.ctx, "c1", "olga")
	if err != nil || len(c.Told) > 0 || c.Sight.Public == nil {
		t.Errorf("nothing has happened: %+v, %v", c, err)
	}
	d.end("anna")
	d.end("anna")
	d.now = d.now.Add(time.Minute)
	for range 2 {
		d.check(d.Looks.Looked(d.ctx, "c1", "olga"))
		d.now = d.now.Add(6 * time.Minute)
		d.restart()
		c, err = d.Looks.Recap(d.ctx, "c1", "olga")
		if err != nil || len(c.Public) < 2 || len(c.Secret) > 0 || len(c.Told) != 2 || c.From.Hour() != 12 {
			t.Errorf("since she looked: %d frames, told %v from %v, %v", len(c.Public), c.Told, c.From, err)
		}
	}
	d.now = d.now.Add(time.Hour)
	d.check(d.Looks.Looked(d.ctx, "c1", "olga"))
	if c, err = d.Looks.Recap(d.ctx, "c1", "olga"); err != nil || len(c.Told) > 0 || len(c.Public) != 1 {
		t.Errorf("another visit later: %d frames, told %v, %v", len(c.Public), c.Told, err)
	}
	if c, err = d.Looks.Recap(d.ctx, "c1", "boris"); err != nil || len(c.Secret) < 2 || len(c.Public) > 0 ||
		c.Sight.Secret.Side() != "red" {
		t.Errorf("he who plays sees his side: %d, %d frames, %v", len(c.Secret), len(c.Public), err)
	}
	d.now = d.now.Add(30 * time.Hour)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || !c.First || len(c.Told) < 2 ||
		!c.From.Equal(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("who never looked is told from the beginning: %v, since %v, %v", c.Told, c.From, err)
	}
	d.check(d.Looks.Looked(d.ctx, "c1", "carla")) // is his first visit still
	d.now = d.now.Add(10 * time.Minute)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || !c.First {
		t.Errorf("in his first visit: since %v, %v", c.From, err)
	}
	d.now = d.now.Add(10 * time.Hour)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || c.First || len(c.Told) > 0 {
		t.Errorf("in his second visit: %v since %v, %v", c.Told, c.From, err)
	}
}
