package data

import (
	"slices"
	"strings"
)

// Condition is a word by which a modifier, a row of breaks or a loss depends on circumstances. If a table names any
// other word, that is a mistake in the module.
type Condition struct {
	Word   string   // if it ends with a colon, a name must follow it, as in terrain:woods
	Means  string   // its meaning, for owners and authors of modules
	Tables []string // those of TableNames in which it can stand
}

// nameFollows ends the words of conditions that are completed by a name.
const nameFollows = ":"

// The beginnings of conditions that are completed by a name.
const (
	ActingIs  = "acting:"  // of the unit that fires or attacks
	AgainstIs = "against:" // of the unit that is fired at or attacked
	TerrainIs = "terrain:" // of the target's hex
	HexsideIs = "hexside:" // between the acting unit and the target's hex
)

// The names that complete ActingIs and AgainstIs, beside the arms of the module's units and the kinds of AV.
const (
	IsDual      = "dual"
	IsInfantry  = "infantry"
	IsSupported = "supported"
	IsBlocked   = "blocked"
	IsPrepared  = "prepared"
)

// Conditions lists every condition that a table can name, in the order in which help shows them.
func Conditions() []Condition {
	activation := []string{Snafu, Second, Fatigue}
	fights := []string{Engagement, CombatT}
	command, engaging, combat := []string{Snafu}, []string{Engagement}, []string{CombatT}
	return []Condition{
		{"fresh", "the Formation is Fresh", activation},
		{"fatigue-0", "its Fatigue is 0", activation},
		{"fatigue-1", "its Fatigue is 1", activation},
		{"fatigue-2", "its Fatigue is 2", activation},
		{"fatigue-3", "its Fatigue is 3", activation},
		{"fatigue-4", "its Fatigue is 4", activation},
		{"optimal", "its Trains are at Optimal Distance", command},
		{"streams", "its MSR shares a hex with another Formation's", command},
		{"blocked-1", "it is marked MSR Blocked 1", command},
		{"blocked-2", "it is marked MSR Blocked 2", command},
		{"coordinated", "it is marked Coordinated", command},
		{"support", "Support fires or is the target", fights},
		{"firer-support", "Support fires", engaging},
		{"target-support", "Support alone is the target", engaging},
		{ActingIs, "what the unit is that fires or attacks: an arm, light, hard, breakthrough, dual, infantry, " +
			"supported, blocked (its MSR) or prepared", fights},
		{AgainstIs, "the same of the unit that is fired at or attacked", fights},
		{TerrainIs, "a kind of terrain in the target's hex", append(fights, Barrage)},
		{HexsideIs, "a hexside between the acting unit and the target", fights},
		{"open", "no terrain in the target's hex that counts as terrain", fights},
		{"two-units", "two units in the target's hex", fights},
		{"off-map", "the attack comes from off the map", combat},
		{"assist", "a unit assists in the attack", combat},
		{"suppression", "a Suppression mission supports the attack", combat},
		{"double-objective", "the target lies in the zones of two objectives", combat},
	}
}

func (c Condition) holdsFor(table string) bool { return slices.Contains(c.Tables, table) }

// namesOfUnits lists the names that complete ActingIs and AgainstIs in every game.
func namesOfUnits() []string {
	return []string{Light, Hard, Breakthrough, IsDual, IsInfantry, IsSupported, IsBlocked, IsPrepared}
}

// conditionWords knows the names that can complete the conditions of one module.
type conditionWords struct {
	data *Data
	arms []string // of the module's types of units
}

// knows reports whether a table can name a condition. If not, why says which it can name.
func (k conditionWords) knows(table, condition string) (ok bool, why string) {
	word := strings.TrimPrefix(condition, "not ")
	head, name, named := strings.Cut(word, nameFollows)
	if named {
		head += nameFollows
	}
	var here []string
	for _, c := range Conditions() {
		if !c.holdsFor(table) {
			continue
		}
		if c.Word == head {
			return k.canName(head, name)
		}
		here = append(here, c.Word)
	}
	if len(here) == 0 {
		return false, "the table has no conditions"
	}
	return false, "known are " + strings.Join(here, ", ")
}

// canName reports whether name can complete the condition that begins with head. If not, why says which can.
func (k conditionWords) canName(head, name string) (ok bool, why string) {
	switch head {
	case ActingIs, AgainstIs:
		known := append(namesOfUnits(), k.arms...)
		return slices.Contains(known, name), "known are " + strings.Join(known, ", ")
	case TerrainIs, HexsideIs:
		use := strings.TrimSuffix(head, nameFollows)
		row, charted := k.data.Terrain[name]
		return charted && row.Use == use, "the charts have no such " + use
	}
	return true, ""
}
