package law

import (
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
)

// Mission is a barrage mission (BCS 8.0): Suppression or Destruction, with the points that fire it; the zero Mission is
// none.
type Mission struct {
	Kind      string // Suppression, Destruction, or "" for none
	Arty, Air int
}

// The kinds of missions, as orders name them.
const (
	Suppression = "suppression"
	Destruction = "destruction"
)

// Setting is where a mission is fired.
type Setting int8

// The settings of missions.
const (
	Alone    Setting = iota // outside an attack
	InAttack                // in a Regular Attack
	InShock                 // in a Shock Attack
)

// CheckMission lists what a mission against a hex breaks.
func CheckMission(p *Position, h hex.Hex, m Mission, in Setting) []choice.Violation { return nil }
