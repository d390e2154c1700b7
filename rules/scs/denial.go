package scs

import (
	"grognard/rules/internal/choice"
	"grognard/rules/view"
)

// breach is a paragraph that an order breaks, and how.
func breach(rule view.Rule, why view.Text) choice.Breach { return choice.Breach{Rule: rule, Why: why} }

// breaks is the one paragraph that an order breaks.
func breaks(rule view.Rule, why view.Text) []choice.Breach {
	return []choice.Breach{breach(rule, why)}
}
