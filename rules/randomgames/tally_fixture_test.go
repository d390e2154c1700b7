package randomgames

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/rulebook"
	"grognard/rules/scs"
	"grognard/rules/view"
)

// tally counts how often games reached something: a verb, or a rule by which they told, asked, refused or counted.
type tally map[string]int

func (c tally) add(what string, cited ...view.Rule) {
	for _, r := range cited {
		c[what+" "+string(r)]++
	}
}

func (c tally) join(o tally) {
	for k, n := range o {
		c[k] += n
	}
}

// told counts a command and all that was told of it.
func (c tally) told(v order.Verb, acc view.Account, d *modules.Definition) {
	c["order "+string(v)]++
	lines := acc.Public()
	for _, s := range d.Sides {
		for _, l := range acc.For(s.ID) {
			if !slices.ContainsFunc(lines, func(o view.Line) bool {
				return o.Text.ID == l.Text.ID && o.Rule == l.Rule
			}) {
				lines = append(lines, l)
			}
		}
	}
	for _, l := range lines {
		c.add("told "+strings.TrimPrefix(l.Text.ID, "told."), l.Rule)
		if l.Reckoned == nil {
			continue
		}
		for _, m := range l.Reckoned.Terms {
			c.add("modifier", m.Rule)
		}
	}
}

// String is the tally as a table.
func (c tally) String() string {
	var b strings.Builder
	for i, k := range slices.Sorted(maps.Keys(c)) {
		end := "  "
		if i%4 == 3 { // the last of four columns
			end = "\n"
		}
		fmt.Fprintf(&b, "%-26s %8d%s", k, c[k], end)
	}
	return b.String()
}

// known lists what games tell and ask and what changes odds, with rules cited. Refusals are read from the rulebooks.
const known = `
	order: place reinforce move overrun attack losses hold retreat advance pass remove stack|order end garrison draw replace withdraw accent airbreak airstrike
	told:  place|set-up|1 enter|5.0 march|3.0 spent|6.0 overrun|6.0 attack|7.0 held|9.2 retreat|9.0 advance|10.0 advance|10.0d passed|10.0
	       supplied|12.0 supplied|afb|1.8a strongest-pays|8.0a each-pays|8.0b step|8.0a step|9.0b step|9.0d step|9.2 lost|4.0a lost|5.0c lost|8.0a lost|9.0b lost|9.0d lost|9.2 lost|afb|1.5
	       held-back|5.0 missed|5.0 drowned|9.0b drowned|afb|1.3a lost|afb|1.3a area-held|afb|5.0 area-lost|afb|5.0
	       marked|12.0 unmarked|12.0 marked|afb|1.5 unmarked|afb|1.7 marked|afb|1.8a unmarked|afb|1.8a source-dead|afb|1.8a
	       garrison|afb|1.10 garrison-unseen|afb|1.10 step|afb|1.10 given-up|afb|1.10 marked|afb|1.10
	       replacements|afb|1.11 draw|afb|1.11 draw-again|afb|1.11 drawn|afb|1.11 return|afb|1.11 restored|afb|1.11
	       control|13.0 phase|1.0 over|1.0 victory|afb|4.0 score.holds|afb|4.1 score.holds-none|afb|4.1
	       arrivals|afb|5.0 arrivals-unseen|afb|5.0
	       accent|afb|3.1 accent-heard|afb|3.1 accent-denied|afb|3.1
	       air|afb|1.9 air-unused|afb|1.9 air-split|afb|1.9b strike-hits|afb|1.9a strike-misses|afb|1.9a kill|afb|1.9a
	       marked|afb|1.9a step|afb|1.9a lost|afb|1.9a
	       withdrawal|afb|2.1 no-withdrawal|afb|2.1 withdrawn|afb|2.1a return|afb|2.1a stranded|afb|2.1a
	asked: 4.0a 8.0a 9.0 9.0b 9.0d 9.2 10.0 afb|1.5 afb|1.9b afb|1.11 afb|2.1a afb|3.1
	event: march enter place retreat advance lost gone step strike taken
	modifier: 7.2d 7.3 12.2 afb|1.7 afb|1.8a
	idle: reinforcements combat exploitation
	default: hold retreat`

// rare lists what a few games may fail to reach, by the reason; the long run reaches it.
var rare = map[string][]string{
	"who is cornered can mostly retreat a hex, or is alone and dies of it": {
		"told step 9.0b", "told lost 9.0b", "asked 9.0b", "refused 9.0b"},
	"few retreats have nothing but lakes behind them": {"told drowned 9.0b", "told drowned afb 1.3a",
		"told lost afb 1.3a"},
	"area L lies far from where most play":           {"told area-held afb 5.0"},
	"who retreats into a zone is mostly alone":       {"asked 9.0d", "refused 9.0d"},
	"most who hold have one answer to what it costs": {"asked 9.2"},
	"most retreats are of one hex, or of one way":    {"refused 9.1b", "refused 9.1c", "refused 9.1d", "refused 9.0e"},
	"the whole edge must be closed":                  {"told lost 5.0c"},
	"who moves rarely crowds too many together": {"told lost 4.0a", "asked 4.0a", "told lost afb 1.5",
		"asked afb 1.5", "order remove"},
	"who is to be lost first is mostly the only one": {
		"refused 8.0b", "refused 8.0a"},
	"a stack must be joined in retreat, and attacked in the same phase": {"modifier 7.2d"},
	"few attacks are in vain for one reason alone":                      {"refused 7.2b", "refused 7.2d", "refused 7.3"},
	"few overruns are": {"refused 6.0c", "refused 6.1b", "refused 6.1d", "refused 6.1e", "refused 6.2a",
		"refused afb 1.3a", "refused afb 1.6a"},
	"few stacks are of units with unequal points left": {"refused 3.1d"},
	"few set-ups leave a choice":                       {"refused set-up 2"},
	"a retreat must overstack, in a campaign":          {"told marked afb 1.5"},
	"units must be cut off, in a campaign": {"told marked afb 1.8a", "told unmarked afb 1.8a",
		"modifier afb 1.8a", "refused afb 1.8a"},
	"few skirmishes leave a side no other units":             {"told stranded afb 2.1a"},
	"most who give up a step are unmarked, and have another": {"told marked afb 1.10", "told given-up afb 1.10"},
	"most cups are small":                                    {"told draw-again afb 1.11"},
	"most skirmishes bring somebody into a place":            {"told score.holds-none afb 4.1"},
	"it takes longer than the first three turns":             {"told source-dead afb 1.8a", "told control 13.0", "refused afb 1.5"},
}

// chancy lists what even many games may fail to reach, by the reason; cases show it.
var chancy = map[string][]string{"nobody goes back for area L": {"told area-lost afb 5.0"}}

// complete checks that the tally lacks nothing of what the lists and the rulebooks have, but for what may be missing.
func (c tally) complete(t *testing.T, short bool) {
	t.Helper()
	var want []string
	what := ""
	for _, w := range strings.Fields(known) {
		if strings.HasSuffix(w, ":") {
			what = strings.TrimSuffix(w, ":")
			continue
		}
		want = append(want, what+" "+strings.ReplaceAll(w, "|", " "))
	}
	for name, text := range map[string]string{"scs": scs.Series{}.Rulebook(), "afb": modules.Rulebook("afb")} {
		book := must(rulebook.Parse(name, text))(t)
		for _, p := range book.Paragraphs {
			if p.Refuses {
				want = append(want, "refused "+p.Rule)
			}
		}
	}
	excused := slices.Concat(slices.Collect(maps.Values(rare))...)
	for _, k := range excused {
		if !slices.Contains(want, k) {
			t.Errorf("%s is called rare and not wanted", k)
		}
	}
	want = slices.DeleteFunc(want, func(k string) bool {
		return c[k] == 0 && slices.Contains(slices.Concat(slices.Collect(maps.Values(chancy))...), k)
	})
	for _, k := range want {
		if c[k] == 0 && !(short && slices.Contains(excused, k)) {
			t.Errorf("never reached: %s", k)
		}
	}
	for k := range c { // what is told, asked or refused stands in the lists
		if !strings.HasPrefix(k, "instead ") && !strings.HasPrefix(k, "ended ") && !slices.Contains(want, k) {
			t.Errorf("reached and not listed: %s", k)
		}
	}
}
