// Package play has the panel and what a tap on it leads to: stacks and where they go, choices, decisions, odds, lists, undo.
package play
