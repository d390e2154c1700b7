package tell

import (
	"strings"

	"grognard/bot/clock"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
)

// ClockInWords returns how much time a side has, and why its clock stands still while the side is to act.
func ClockInWords(loc wording.Localizer, t api.Table, c api.Clock) string {
	words := loc.Say("clock.left", "side", c.Side, "left", c.Left)
	if !c.Acts || t.ClockOut != nil && t.ClockOut.Side == c.Side { // it waits for its turn, or has run out
		return words
	}
	switch c.Held {
	case api.Away:
		words += " " + loc.Say("clock.held-away")
	case api.Asleep:
		words += " " + loc.Say("clock.held-asleep")
	case api.Unheard:
		words += " " + loc.Say("clock.held-unheard")
	case api.OnVacation:
		words += " " + loc.Say("clock.held-vacation", "until", c.Until)
	case api.Stopped:
		words += " " + loc.Say("clock.held-stopped")
	case api.Agreement:
		words += " " + loc.Say("clock.held-pause", "until", c.Until)
	}
	return words
}

// ClockLines returns the terms and each side's time in one line; nil if the game has no clocks.
func ClockLines(loc wording.Localizer, t api.Table) []string {
	if t.Terms.None() {
		return nil
	}
	words := []string{loc.Say("clock.terms-are", "terms", TermsInWords(loc, t.Terms))}
	for _, c := range t.Clocks {
		words = append(words, ClockInWords(loc, t, c))
	}
	return []string{strings.Join(words, " ")}
}

// DeadlineInWords returns the deadline of the side that is to act, "" if it has none.
func DeadlineInWords(loc wording.Localizer, t api.Table) string {
	for _, c := range t.Clocks {
		if c.Acts && !c.Deadline.IsZero() && (t.ClockOut == nil || t.ClockOut.Side != c.Side) {
			return " " + loc.Say("clock.deadline", "at", c.Deadline, "in", wording.RelativeTimestamp(c.Deadline))
		}
	}
	return ""
}

// OpenClockOffer returns a line with the open offer about the clocks, nil if there is none.
func OpenClockOffer(loc wording.Localizer, t api.Table) []string {
	if o := t.ClockOffer; o != nil && o.Answer == "" && !t.Over {
		return []string{ClockOfferInWords(loc, t, *o)}
	}
	return nil
}

func ClockOfferInWords(loc wording.Localizer, t api.Table, o api.ClockOffer) string {
	switch {
	case o.Time.Does == api.PauseClock:
		return loc.Say("clock.offer-pause", "side", o.By, "n", o.Time.Days)
	case o.Time.Does == api.ResumeClock:
		return loc.Say("clock.offer-resume", "side", o.By)
	case o.Time.Terms.None():
		return loc.Say("clock.offer-none", "side", o.By)
	case t.Terms.None():
		return loc.Say("clock.offer-clocks", "side", o.By, "terms", TermsInWords(loc, o.Time.Terms))
	default:
		return loc.Say("clock.offer-terms", "side", o.By, "terms", TermsInWords(loc, o.Time.Terms))
	}
}

// TermsInWords returns the terms of clocks in words. A user can type the English words as the terms of an offer.
func TermsInWords(loc wording.Localizer, t clock.Terms) wording.InWords {
	if t.Phase == 0 {
		return wording.InWords(loc.ShortLength(t.Bank))
	}
	return wording.InWords(loc.Say("clock.terms-in-words", "bank", wording.InWords(loc.ShortLength(t.Bank)),
		"phase", wording.InWords(loc.ShortLength(t.Phase)), "most", wording.InWords(loc.ShortLength(t.Most))))
}

func PresetName(loc wording.Localizer, p clock.Preset) string {
	return loc.Say("clock.preset-" + p.Name)
}
