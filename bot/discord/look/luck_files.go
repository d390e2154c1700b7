package look

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/luck"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

// luckFiles are two tables in CSV: the fights and the rolls that were counted, a line for each.
type luckFiles struct {
	fights, rolls bytes.Buffer
	titles        map[string]int // how many games of each title are in them
}

// tableSizeLimit is the size of both tables together, in bytes and before they are packed, beyond which there are no
// files: no further games are added, and tables that leave some out would be wrong.
const tableSizeLimit = 48 << 20

// nameFor returns what a game is called in the files: by its title, with a number from the second of that title on.
func (l *luckFiles) nameFor(title string) string {
	if l.titles == nil {
		l.titles = map[string]int{}
	}
	if l.titles[title]++; l.titles[title] > 1 {
		return fmt.Sprintf("%s (%d)", title, l.titles[title])
	}
	return title
}

// add writes the fights and the rolls of a game into the files, with the names that players see.
func (l *luckFiles) add(loc wording.Localizer, g luck.Game, t api.Table) error {
	if l.fights.Len()+l.rolls.Len() > tableSizeLimit {
		return nil
	}
	fights, rolls := csv.NewWriter(&l.fights), csv.NewWriter(&l.rolls)
	if l.fights.Len() == 0 && l.rolls.Len() == 0 {
		head := "game turn hex attacker table compared column roll read result attacker_expected attacker_lost defender_expected defender_lost attacker_difference"
		if err := fights.Write(strings.Fields(head)); err != nil {
			return err
		}
		if err := rolls.Write([]string{"game", "roll", "order_of", "for", "faces"}); err != nil {
			return err
		}
	}
	game := l.nameFor(t.Title)
	for _, f := range g.Fights {
		attacker, defender := f.Expected()
		err := fights.Write([]string{game, fmt.Sprint(f.Turn), f.Hex.String(), sideName(t, f.Attacker.Side),
			loc.Text(f.Stake.Table), f.Compared, f.Column, fmt.Sprint(f.Number),
			fmt.Sprint(f.Read), f.Result, attacker.FloatString(4), fmt.Sprint(f.Stake.Did.Attacker),
			defender.FloatString(4), fmt.Sprint(f.Stake.Did.Defender), f.Swing().FloatString(4)})
		if err != nil {
			return err
		}
	}
	for _, r := range g.Rolls {
		if err := rolls.Write([]string{game, fmt.Sprint(r.Number), sideName(t, r.By.Side), rolledFor(loc, r.For),
			strings.Trim(fmt.Sprint(r.Faces), "[]")}); err != nil {
			return err
		}
	}
	fights.Flush()
	rolls.Flush()
	return nil
}

// rolledFor returns for what dice were rolled, as players call it.
func rolledFor(loc wording.Localizer, purpose string) string {
	if words, ok := loc.Try("dice.for-" + strings.ReplaceAll(purpose, " ", "-")); ok {
		return words
	}
	return purpose
}

// figures returns the files, nil if they are too large.
func (l *luckFiles) figures(loc wording.Localizer) (list []page.Figure[view.Public], err error) {
	size := 0
	if l.fights.Len()+l.rolls.Len() > tableSizeLimit {
		return nil, nil
	}
	for _, f := range []struct {
		name, alt string
		data      []byte
	}{{fightsName, loc.Say("alt.luck-fights"), l.fights.Bytes()}, {rollsName, loc.Say("alt.luck-rolls"),
		l.rolls.Bytes()}} {
		if len(f.data) > plainExport {
			if f.data, err = packed(f.data); err != nil {
				return nil, err
			}
			f.name += packedName
		}
		size += len(f.data)
		if len(f.data) > 0 {
			list = append(list, page.Figure[view.Public]{Name: f.name, Alt: f.alt, Data: f.data})
		}
	}
	if size > mostAFile {
		return nil, nil
	}
	return list, nil
}
