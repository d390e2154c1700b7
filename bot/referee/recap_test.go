package referee_test

import (
	"testing"
	"time"
)

// What one missed is told from the visit before on, and shows no row of which he was told nothing.
func TestRecap(t *testing.T) {
	d := newDesk(t)
	d.begin("c1", "anna", "boris")
	check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
	d.later(3 * time.Hour)
	c, err := d.Looks.Recap(d.ctx, "c1", "olga")
	wrong(t, err != nil || len(c.Told) > 0 || c.Sight.Public == nil, "nothing has happened: %+v, %v", c, err)
	d.must("anna", "c1", "/end")
	d.must("anna", "c1", "/end")
	d.later(time.Minute)
	for range 2 {
		check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
		d.later(6 * time.Minute)
		d.restart()
		c, err = d.Looks.Recap(d.ctx, "c1", "olga")
		if err != nil || len(c.Public) < 2 || len(c.Secret) > 0 || len(c.Told) != 2 || c.From.Hour() != 12 {
			t.Errorf("since she looked: %d frames, told %v from %v, %v", len(c.Public), c.Told, c.From, err)
		}
	}
	d.later(time.Hour)
	check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
	if c, err = d.Looks.Recap(d.ctx, "c1", "olga"); err != nil || len(c.Told) > 0 || len(c.Public) != 1 {
		t.Errorf("another visit later: %d frames, told %v, %v", len(c.Public), c.Told, err)
	}
	if c, err = d.Looks.Recap(d.ctx, "c1", "boris"); err != nil || len(c.Secret) < 2 || len(c.Public) > 0 ||
		c.Sight.Secret.Side() != "red" {
		t.Errorf("he who plays sees his side: %d, %d frames, %v", len(c.Secret), len(c.Public), err)
	}
	d.later(30 * time.Hour)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || !c.First || len(c.Told) < 2 ||
		!c.From.Equal(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("who never looked is told from the beginning: %v, since %v, %v", c.Told, c.From, err)
	}
	check(t, d.Looks.Looked(d.ctx, "c1", "carla")) // is his first visit still
	d.later(10 * time.Minute)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || !c.First {
		t.Errorf("in his first visit: since %v, %v", c.From, err)
	}
	d.later(10 * time.Hour)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || c.First || len(c.Told) > 0 {
		t.Errorf("in his second visit: %v since %v, %v", c.Told, c.From, err)
	}
}
