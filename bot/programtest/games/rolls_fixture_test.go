package games

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/localtable/wire"
)

var (
	openRoll   = regexp.MustCompile(`No\. (\d+): ([⚀-⚅]+)`)
	unseenRoll = regexp.MustCompile(`rolls? No\. (\d+)(?: to (\d+))?, shown`)
)

// rollsTold checks that the channel was told each roll's number, with its faces or that they are unseen, in a message
// with a button to check it. It fails, too, if fewer rolls than least fell.
func (h *history) rollsTold(all mail, least int) {
	h.t.Helper()
	told := map[uint64]string{}                              // faces by number, "" where they are unseen
	rolled, checks := map[string]string{}, map[string]bool{} // the words that tell of rolls, and buttons, in any part
	for _, l := range all {
		if l.reader != "" {
			continue
		}
		open, unseen := openRoll.FindAllStringSubmatch(l.words, -1), unseenRoll.FindAllStringSubmatch(l.words, -1)
		for _, m := range open {
			n, _ := strconv.ParseUint(m[1], 10, 64)
			told[n] = m[2]
		}
		for _, m := range unseen {
			first, _ := strconv.ParseUint(m[1], 10, 64)
			last, err := strconv.ParseUint(m[2], 10, 64)
			if err != nil {
				last = first
			}
			for n := first; n <= last; n++ {
				told[n] = ""
			}
		}
		if len(open)+len(unseen) > 0 && !strings.Contains(l.words, "Dice secret") {
			rolled[l.ref] = l.words
		}
		checks[l.ref] = checks[l.ref] || slices.ContainsFunc(l.message.Parts(), func(c wire.Component) bool {
			return slices.Contains([]string{"Sum and dice", "Dice"}, c.Label) && strings.HasPrefix(c.CustomID, "check:") && !c.Disabled
		})
	}
	for ref, can := range checks {
		if words := rolled[ref]; (words != "") != can {
			h.t.Errorf("a button to check rolls %t: %q", can, words)
		}
	}
	fell := 0
	for _, r := range h.rows {
		if r.said.Ordered == nil {
			continue
		}
		for _, roll := range r.said.Ordered.Record.Rolls() {
			fell++
			faces := ""
			for _, f := range roll.Faces {
				faces += string(rune('⚀' + f - 1))
			}
			if got, is := told[roll.Number]; !is || got != faces && got != "" {
				h.t.Errorf("roll %d of row %d fell %s, and the channel was told %s", roll.Number, r.Seq, faces,
					fmt.Sprintf("%q, %t", got, is))
			}
		}
	}
	if fell < least {
		h.t.Errorf("only %d rolls fell", fell)
	}
}
