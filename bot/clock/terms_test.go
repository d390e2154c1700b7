package clock

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"grognard/rules/view"
)

func TestTermsAreRead(t *testing.T) {
	for typed, want := range map[string]string{
		"fast": "1d + 6h per phase, at most 2d", "Normal": "3d + 1d per phase, at most 5d", "slow": "7d + 2d per phase, at most 14d", "none": "none",
		"3d + 1d per phase, at most 5d":          "3d + 1d per phase, at most 5d",
		"72h+24h max 120h":                       "3d + 1d per phase, at most 5d",
		"3 days plus 1 day a phase up to 5 days": "3d + 1d per phase, at most 5d",
		"3d+1d":                                  "3d + 1d per phase, at most 3d", "10d": "10d", "2 weeks": "14d",
		"1d12h + 90 min / phase; max: 2d": "1d12h + 1h30m per phase, at most 2d", "1.5 days": "1d12h",
		"1 day and 12 hours + 30m": "1d12h + 30m per phase, at most 1d12h",
		"1d per phase":             "1d + 1d per phase, at most 1d", "10d, at most 12d": "10d",
		"1d + 5d per phase, at most 2d": "1d + 2d per phase, at most 2d",
		"10 minutes":                    "10m", "90d": "90d",
	} {
		if got, err := Parse(typed); err != nil || got.String() != want {
			t.Errorf("%q is read as %q, %v, not %q", typed, got, err, want)
		}
	}
	for typed, want := range map[string]string{
		"": "clock.terms", "soon": "clock.terms", "3": "clock.terms", "3d + ": "clock.terms", "3d max": "clock.terms", "3 years": "clock.terms", "-3d": "clock.terms",
		"9m": "clock.short", "0d": "clock.short", "5d + 1d, at most 3d": "clock.limit", "91d": "clock.long",
		"99999999999999999999d": "clock.terms",
		"9999999999w":           "clock.long", "3d + 1d, at most 100d": "clock.long",
	} {
		_, err := Parse(typed)
		if m := (&view.Mistake{}); !errors.As(err, &m) || m.Why.ID != want {
			t.Errorf("%q: %v, not %s", typed, err, want)
		}
	}
}

func TestTermsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minutes := func(least, most time.Duration, what string) time.Duration {
			return time.Duration(rapid.Int64Range(int64(least/time.Minute),
				int64(most/time.Minute)).Draw(t, what)) * time.Minute
		}
		bank := minutes(LeastBank, MostBank, "bank")
		want := Terms{bank, 0, bank}
		if rapid.Bool().Draw(t, "adds") {
			want.Most = minutes(bank, MostBank, "most")
			want.Phase = minutes(time.Minute, want.Most, "phase")
		}
		if got, err := Parse(want.String()); err != nil || got != want {
			t.Fatalf("%q is read as %q, %v", want, got, err)
		}
	})
}

func TestWhatAPhaseAdds(t *testing.T) {
	terms := Terms{3 * day, day, 5 * day}
	for left, want := range map[time.Duration]time.Duration{3 * day: 4 * day, 4*day + time.Hour: 5 * day,
		5 * day: 5 * day, 0: day, -time.Hour: day} {
		if got := terms.After(left); got != want {
			t.Errorf("after a phase with %v left there is %v, not %v", left, got, want)
		}
	}
	if !(Terms{}).None() || terms.None() {
		t.Error("no clock is one, or one is none")
	}
}
