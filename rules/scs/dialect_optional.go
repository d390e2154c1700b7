package scs

import (
	"grognard/rules/document"
	"grognard/rules/modules"
)

// optional compiles what a game has beyond the series: a point for the accent. The series has no
// paragraph on it, so that the game must say which of its own is to be cited.
func (p *Module) optional(c *modules.Compiler) {
	f := &p.game
	if f.Accent.Given() {
		p.data.Accent = c.Side(f.Accent, document.Spot{}, "accent")
		ruled(c, f.Accent.Spot, "accent", f.Rules.Accent)
	}
}

// ruled checks that the game names its paragraphs on something.
func ruled(c *modules.Compiler, at document.Spot, what string, rules ...document.Word) {
	for _, r := range rules {
		if !r.Given() {
			c.Report(at, "%s needs the game's own paragraphs under rules", what)
			return
		}
	}
}

// needsParagraph checks that a game with units of a feature says by which paragraph they are made.
func (p *Module) needsParagraph(c *modules.Compiler, u *modules.Unit, at document.Spot) {
	if f, ok := p.madeBy(u); ok && p.data.Paragraphs[f.Rules[0]] == "" {
		c.Report(at, "%s needs the game's own paragraphs under rules", f.Name)
	}
}
