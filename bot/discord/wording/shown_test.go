package wording

import (
	"strings"
	"testing"

	"grognard/rules/view"
)

// A picture of what happened in a phase names that phase, in its title and in its alternative text, although the next
// one has begun.
func TestAPictureNamesThePhaseThatEnded(t *testing.T) {
	p := newPlayed(t, "drill")
	loc := english(t).On(p.match.Public().Board().Map)
	for checked := 0; checked < 8; {
		was, pictures := p.match.Standing(), len(p.boards)
		p.apply(p.match.Decide(p.by(), p.match.Order("end", nil), p.roll))
		now := p.match.Standing()
		for _, b := range p.boards[pictures:] {
			if checked++; b.Phase != now.Phase {
				t.Fatalf("the game is in %v, not in %v", b.Phase, now.Phase)
			}
			then := *b
			then.Turn, then.Phase, then.Closed = was.Turn, was.Phase, nil
			if got, want := b.Shown(), (view.Moment{Turn: was.Turn, Phase: was.Phase}); got != want {
				t.Errorf("after %v the title is %+v", want, got)
			}
			if got, want := loc.Header(b), "end of "+loc.When(&then); !strings.Contains(got, want) {
				t.Errorf("the heading is %q; want %q", got, want)
			}
			head := loc.Say("alt.map", "title", InWords(b.Map.Title), "when", InWords(loc.When(&then)))
			if got := loc.Alt(b); !strings.HasPrefix(got, head) {
				t.Errorf("the alternative text is %q; want %q first", got, head)
			}
		}
	}
}
