package calendar

import (
	"slices"
	"time"
)

// Span is the time from one instant up to, but not including, another.
type Span struct{ From, Until time.Time }

func (s Span) Contains(t time.Time) bool { return !t.Before(s.From) && t.Before(s.Until) }

// Length returns how long the span lasts.
func (s Span) Length() time.Duration { return s.Until.Sub(s.From) }

// Merged returns the union of spans, as sorted spans that neither overlap nor touch.
func Merged(spans ...Span) []Span {
	spans = slices.DeleteFunc(slices.Clone(spans), func(s Span) bool { return !s.From.Before(s.Until) })
	slices.SortFunc(spans, func(a, b Span) int { return a.From.Compare(b.From) })
	var out []Span
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && !s.From.After(out[last].Until) {
			out[last].Until = later(out[last].Until, s.Until)
			continue
		}
		out = append(out, s)
	}
	return out
}

// without returns spans minus gone.
func without(spans []Span, gone Span) []Span {
	var out []Span
	for _, s := range spans {
		out = append(out, Span{s.From, Earlier(s.Until, gone.From)}, Span{later(s.From, gone.Until), s.Until})
	}
	return Merged(out...)
}

// within returns the intersection of spans with bounds.
func within(spans []Span, bounds Span) []Span {
	var out []Span
	for _, s := range spans {
		out = append(out, Span{later(s.From, bounds.From), Earlier(s.Until, bounds.Until)})
	}
	return Merged(out...)
}

// sum returns the total length of spans that do not overlap.
func sum(spans []Span) (d time.Duration) {
	for _, s := range spans {
		d += s.Length()
	}
	return d
}

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{b, a}, time.Time.Compare) }

// Earlier returns the earlier of two instants.
func Earlier(a, b time.Time) time.Time { return slices.MinFunc([]time.Time{b, a}, time.Time.Compare) }
