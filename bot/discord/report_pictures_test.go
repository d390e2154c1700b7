package discord_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// pictureNames are the file names of a message's pictures.
func pictureNames(m player.Message) (list []string) {
	for _, a := range m.Attachments {
		list = append(list, a.Filename)
	}
	return list
}

// After a phase there are an overview and close-ups, and at the end of the turn the whole map too; each player has the
// same in private, from what his side sees.
func TestPicturesOfPhasesAndTurns(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	if got := pictureNames(h.begin()); !slices.Equal(got, []string{"map.png"}) {
		t.Errorf("the game begins with %q", got)
	}
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.say(h.anna, "/end")
	channel, mine := inChannel(h.channel, "Blue combat"), inChannel(h.direct(h.anna), "Blue combat")
	theirs := inChannel(h.direct(h.boris), "Blue combat")
	for name, m := range map[string]player.Message{"the channel": h.await(h.olga, channel), "Blue": h.await(h.anna,
		mine),
		"Red": h.await(h.boris, theirs)} {
		if got := pictureNames(m); !slices.Equal(got, []string{"overview.png", "close-up-1.png"}) {
			t.Errorf("after a phase %s has %q", name, got)
		}
		for _, a := range m.Attachments {
			if knows := strings.Contains(a.Description, "Motorised"); knows != (name == "Blue") {
				t.Errorf("the words of %s for %s: %q", a.Filename, name, a.Description)
			}
		}
		if wide := h.shows(h.olga, h.await(h.olga, channel))[0].Bounds().Dx(); wide != 780 {
			t.Errorf("the overview is %d pixels wide", wide)
		}
	}
	h.say(h.anna, "/end")
	if got := pictureNames(h.await(h.olga, inChannel(h.channel, "Blue exploitation"))); !slices.Equal(got,
		[]string{"overview.png"}) {
		t.Errorf("after a phase in which nothing happened there are %q", got)
	}
	h.say(h.anna, "/end")
	for range 3 {
		h.say(h.boris, "/end")
	}
	if got := pictureNames(h.await(h.olga, inChannel(h.channel, "turn 2 of 10"))); !slices.Equal(got,
		[]string{"overview.png", "map.png"}) {
		t.Errorf("after a turn there are %q", got)
	}
}

// The button below a report shows the whole map as it is now, to each as he may see it.
func TestTheWholeMapOnRequest(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.say(h.anna, "/end")
	report := h.await(h.olga, inChannel(h.channel, "Blue combat"))
	for _, who := range []*player.Player{h.anna, h.boris, h.olga} {
		m := h.tap(who, report, "Whole map")
		alt := h.altOf(who, m, "map.png")
		if m.Flags&64 == 0 || !strings.HasPrefix(alt, "Map of Drill: turn 1 of 10, Blue combat.") {
			t.Errorf("%s is shown %q with flags %d", who.User().Username, alt, m.Flags)
		}
	}
	private := h.await(h.anna, inChannel(h.direct(h.anna), "Blue combat"))
	h.altOf(h.anna, h.tap(h.anna, private, "Whole map"), "map.png")
}
