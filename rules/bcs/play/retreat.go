package play

import "grognard/rules/hex"

// retreats has the combat units in a hex retreat, or stay for a step, by the box Retreat Execution. kind is
// data.Situational or data.Automatic; from is the hex that they were attacked from. What leaves its owner a choice is
// asked for; the fight goes on when all of it is answered.
func retreats(t *turn, h, from hex.Hex, kind string) {}
