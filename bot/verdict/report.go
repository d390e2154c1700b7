package verdict

import (
	"cmp"
	"fmt"
	"strings"

	"grognard/bot/beacon"
	"grognard/bot/logs"
	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/bot/transcript"
	"grognard/rules/modules"
)

// report returns what was checked in an export, in several lines.
func report(v *proof.Verified) string {
	var b strings.Builder
	if !v.Finished {
		fmt.Fprintf(&b, "%s, game %s, under way\n  as everybody was told: %s, %s\n", v.Title, v.Game,
			count(v.Rolls, "roll", "rolls"), count(v.Phases, "report of a phase", "reports of phases"))
		b.WriteString(beaconReport(v))
		b.WriteString("  keep this file until the game is over, and verify it with the final one: only both prove it")
		return b.String() + mustBePosted(v)
	}
	fmt.Fprintf(&b, "%s, game %s, over on turn %d", v.Title, v.Game, v.Standing.Turn)
	if v.Ending != "" {
		fmt.Fprintf(&b, ", %s", v.Ending)
	}
	fmt.Fprintf(&b, "\n  module %s, %s", v.Module, originOf(v.Origin))
	fmt.Fprintf(&b, "\n  %s in one chain, %s as the secret and the words give them, %s\n", count(v.Rows, "row", "rows"),
		count(v.Rolls, "roll", "rolls"), count(v.Phases, "report of a phase", "reports of phases"))
	b.WriteString(beaconReport(v))
	fmt.Fprintf(&b, "  %s with a result by the rules, decided anew", count(v.Orders, "command", "commands"))
	if v.Doubtful == 0 {
		b.WriteString(", each with the same outcome to the byte")
	} else {
		fmt.Fprintf(&b, "\n  chain and dice hold, but nothing proves %s, which this program would write otherwise:",
			count(v.Doubtful, "row", "rows"))
	}
	for _, d := range v.Doubts {
		fmt.Fprintf(&b, "\n    row %d: %s", d.Row, d.What)
	}
	if n := v.Doubtful - len(v.Doubts); n > 0 {
		fmt.Fprintf(&b, "\n    and %d more", n)
	}
	return b.String() + mustBePosted(v)
}

// originOf says whether a module is as the program ships it, and how many of its parts are not.
func originOf(o api.Origin) string {
	switch {
	case !o.Ships:
		return "a game that does not ship with this program"
	case len(o.Differences) == 0:
		return "as shipped"
	}
	var counts []string
	for _, c := range o.Counts() {
		name := map[modules.Component][2]string{modules.ComponentTable: {"table", "tables"},
			modules.ComponentUnit: {"unit", "units"}, modules.ComponentMap: {"place on the map", "places on the map"},
			modules.ComponentSetup: {"entry of the set-up", "entries of the set-up"},
			modules.ComponentRule:  {"other rule", "other rules"}}[c.Component]
		counts = append(counts, count(c.N, name[0], name[1]))
	}
	how := "NOT AS THIS PROGRAM SHIPS IT"
	if o.Overlaid {
		how = "CHANGED BY ITS OWNER"
	}
	return fmt.Sprintf("%s: %s (--changes lists them)", how, strings.Join(counts, ", "))
}

// mustBePosted says what the reader has to compare with the message that opened the game.
func mustBePosted(v *proof.Verified) string {
	return "\n  the message that opened the game must have the hash of the first row, which has the commitment:\n" +
		"  commitment " + v.Commitment + ", first row " + v.First
}

// beaconReport says which beacon the dice depended on, and how its rounds were named; "" if there was none.
func beaconReport(v *proof.Verified) string {
	if v.Beacon == "" {
		return ""
	}
	whose := "drand's quicknet"
	if v.Beacon != beacon.Quicknet().Hash {
		whose = "A BEACON THAT IS NOT DRAND'S QUICKNET, but chain " + v.Beacon
	}
	words := fmt.Sprintf("  %s of %s, each with its true signature, and named in time\n",
		count(v.Rounds, "round", "rounds"), whose)
	if v.Without > 0 {
		words += fmt.Sprintf("  %s whose dice fell without a round, as both players had agreed\n",
			count(v.Without, "order", "orders"))
	}
	if v.Late > 0 {
		words += fmt.Sprintf(
			"  %s that named a round too late, each followed by one that names a later round:\n"+
				"  look in the channel: no other message may have named the earlier round in time\n",
			count(v.Late, "message", "messages"))
	}
	return words
}

// foundInChannel says what a copy of the channel has of a game.
func foundInChannel(f transcript.Found) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case f.Named > 0 && f.Unedited:
		add("%s, each as the log has it and never edited", naming(f.Named))
	case f.Named > 0:
		add("%s, each as the log has it (it does not say whether one was edited)", naming(f.Named))
	}
	if f.Missing > 0 {
		add("not %s, older or newer than the copy", naming(f.Missing))
	}
	if add("%s of the log", count(f.Heads, "hash", "hashes")); f.Last > 0 {
		parts[len(parts)-1] += fmt.Sprintf(", proving rows 1 to %d", f.Last)
	}
	switch {
	case f.Late:
		add("nothing from before its first message, such as the message that opened the game")
	case !f.Commitment:
		add("no commitment of the game")
	case !f.First:
		add("no hash of the first row")
	}
	words := "\n  the copy of the channel has " + strings.Join(parts, "; ")
	for _, line := range f.Strange {
		words += "\n    A WITNESS DISAGREES: " + line
	}
	return words
}

// listChanges lists what in a game's module is not as the program ships it.
func listChanges(v *proof.Verified) (words string) {
	for _, d := range v.Origin.Differences {
		words += fmt.Sprintf("\n    %s: %s -> %s", logs.Clean(d.At), logs.Clean(cmp.Or(d.Was, "nothing")),
			logs.Clean(cmp.Or(d.Is, "nothing")))
	}
	return words
}

// naming counts messages that name rounds of the beacon.
func naming(n int) string {
	return count(n, "message that names a round", "messages that name rounds")
}

// count writes a number with what it counts.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
