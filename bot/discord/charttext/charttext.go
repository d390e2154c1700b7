// Package charttext says the tables and terrain charts of a game in words, beside their pictures.
//
//	words := charttext.OfTable(t)
//
// Limits: a terrain chart says nothing where its picture has an empty field.
package charttext

import (
	"strconv"
	"strings"

	"grognard/bot/discord/ticks"
	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// OfTable returns a table in words, a line for each roll: each result after its columns.
func OfTable(t view.Table) (words string) {
	for _, r := range t.Rows {
		separator, from := "\n"+r.Label()+" · ", 0 // from is the first column of the results that are equal
		for i, result := range r.Entries {
			if i+1 < len(r.Entries) && r.Entries[i+1] == result {
				continue
			}
			words += separator + t.Columns[from]
			if from < i {
				words += "–" + t.Columns[i]
			}
			words, separator, from = words+" "+result, " · ", i+1
		}
	}
	return words[1:]
}

// OfTerrain returns terrain charts in words: with all a line for each kind, else only the names of the kinds.
func OfTerrain(loc wording.Localizer, game string, charts []view.TerrainChart, all bool) string {
	var lines []string
	for _, c := range charts {
		head := "**" + game + "**" + string(wording.Citation(c.Rule))
		if len(c.Sides) > 0 {
			head = "**" + game + "** · " + loc.Value(c.Sides) + string(wording.Citation(c.Rule))
		}
		if !all {
			names := make([]view.Text, len(c.Rows))
			for i, r := range c.Rows {
				names[i] = r.Name
			}
			lines = append(lines, head+": "+loc.Value(names)+".")
			continue
		}
		lines = append(lines, head)
		for _, r := range c.Rows {
			lines = append(lines, kindInWords(loc, c, r))
		}
	}
	return strings.Join(lines, "\n")
}

func kindInWords(loc wording.Localizer, c view.TerrainChart, r view.TerrainRow) string {
	var parts []string
	for i, e := range r.Entries {
		if e.ID != "" {
			parts = append(parts, string(ticks.Printed(loc.Text(c.Columns[i])+" "+loc.Text(e))))
		}
	}
	return "- **" + string(ticks.Printed(loc.Text(r.Name))+"**"+wording.Citation(r.Rule)) + ": " +
		strings.Join(parts, " · ")
}

// Chance returns a chance, throws in of, as a percentage, followed by the exact fraction if it is not certain.
func Chance(throws, of int) string {
	percent := strconv.Itoa((200*throws+of)/(2*of)) + "%"
	if throws == of {
		return percent
	}
	return percent + " (" + strconv.Itoa(throws) + "/" + strconv.Itoa(of) + ")"
}
