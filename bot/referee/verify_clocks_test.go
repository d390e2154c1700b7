package referee_test

import (
	"testing"
)

// What no referee would have written of clocks is found.
func TestTamperingWithClocks(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(5 * hour)
	h.must("anna", "c1", "/end")
	h.later(22 * hour)
	if h.table().ClockOut == nil {
		h.settle()
		h.later(22 * hour)
	}
	must(h.Clocks.WaitOn(t.Context(), h.cmd("boris", "c1"), 1, 2))(t)
	file := h.verified()
	for _, test := range []struct {
		name   string
		change func(*forgery)
		want   string
	}{
		{"more time than there was", func(f *forgery) {
			f.say(f.row(`"closes"`), `"left":{"blue":75600000000`,
				`"left":{"blue":93600000001`)
		}, "by its time they cannot"},
		{"less than the time that has passed",
			func(f *forgery) { f.say(f.row(`"closes"`), `"left":{"blue":75600000000`, `"left":{"blue":75599999999`) },
			"by its time they cannot"},
		{"another side's time", func(f *forgery) {
			f.say(f.row(`"closes"`), `"red":86400000000`,
				`"red":86400000001`)
		}, "by its time they cannot"},
		{"no statement", func(f *forgery) {
			f.say(f.row(`"closes"`), `"clock":{"left":{"blue":75600000000,"red":86400000000},"side":"blue","phase":"blue","added":7200000000},`, "")
		}, "states how the clocks stand"},
		{"terms that are none", func(f *forgery) {
			f.say(f.row(`"opened"`), "1d + 2h per phase, at most 1d6h",
				"1 d")
		}, "which no terms are"},
		{"a clock that had time", func(f *forgery) { f.row(`"does":"ranOut"`).At = f.row(`"closes"`).At.Add(hour) },
			"has time left"},
		{"a clock that somebody has run out", func(f *forgery) { f.row(`"does":"ranOut"`).Sealed = "player 1" },
			"somebody has a clock run out"},
		{"longer than may be waited", func(f *forgery) { f.say(f.row(`"does":"wait"`), `"days":2`, `"days":31`) },
			"no number of days"},
		{"nothing that is done", func(f *forgery) { f.say(f.row(`"does":"wait"`), `"does":"wait"`, `"does":"stop"`) },
			"nothing that can be done about clocks"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := forge(t, file)
			test.change(f)
			f.reseal()
			refuses(t, f.file(), test.want)
		})
	}
}
