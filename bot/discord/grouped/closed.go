package grouped

import (
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Closed are hexes that units can't go to, those with the same reason together. The zero value has none.
type Closed []closed

type closed struct {
	why   string // without the hex at its beginning
	rule  view.Rule
	hexes []hex.Hex
}

// Add adds a hex and the reason why it is closed.
func (c *Closed) Add(loc wording.Localizer, h hex.Hex, d *view.Denial) {
	why := strings.TrimPrefix(loc.Text(d.Why), loc.Hex(h)+" ")
	same := func(old closed) bool { return old.why == why && old.rule == d.Rule }
	each := first.OrAdd((*[]closed)(c), same, closed{why: why, rule: d.Rule})
	each.hexes = append(each.hexes, h)
}

// InWords returns a line for each reason.
func (c Closed) InWords(loc wording.Localizer) (lines []string) {
	for _, each := range c {
		lines = append(lines, loc.Say("pick.closed", "hexes", each.hexes, "why", wording.InWords(each.why), "rule",
			each.rule))
	}
	return lines
}
