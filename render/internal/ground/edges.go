package ground

import (
	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
)

// drawEntryAreas draws entry areas along the map's edge, each with its letter in the margin.
func drawEntryAreas(c canvas) {
	for _, a := range c.m.Entry {
		l := c.SideStyle(a.Side)
		for _, h := range a.Hexes {
			for i, n := range c.Grid.Around(h) {
				if !c.Grid.Contains(n) {
					p, q := c.Corner(h, i), c.Corner(h, i+1)
					c.dc.DrawLine(p.X, p.Y, q.X, q.Y)
				}
			}
		}
		c.dc.SetLineCapRound()
		sprite.Outline(c.dc, l.Base, c.Px(5))
		if dashes := l.Dashes(c.Px(1)); dashes != nil {
			c.dc.SetLineCapButt()
			c.dc.SetDash(dashes...)
			sprite.Outline(c.dc, l.Trim, c.Px(2))
			c.dc.SetDash()
		}
		c.dc.ClearPath()
		if len(a.Hexes) > 0 {
			at, r := c.Outside(a.Hexes[0]), c.Px(13) // beyond the edge, beside its first hex
			sprite.EdgedPlate(l.Shape, c.dc, at.X-r, at.Y-r, 2*r, 2*r, c.Px(1.2), c.Style.Ink, l.Base)
			p := c.Types.Fit(typeset.Pen{Face: typeset.Bold, Size: 1.35 * r, Ink: l.Ink}, a.Name, 1.6*r)
			c.Types.Write(c.img, p, a.Name, at.X, at.Y+0.36*p.Size, typeset.Middle)
		}
	}
}

// drawSource marks a supply source by a disc of its side's colour with the side's letter, in a ring.
func drawSource(c canvas, at geom.Point, l style.SideStyle) {
	c.dc.DrawCircle(at.X, at.Y, c.Px(8))
	sprite.Framed(c.dc, c.Style.Halo, c.Style.Ink, c.Px(1))
	r := c.Px(5.6)
	c.dc.DrawCircle(at.X, at.Y, r)
	sprite.Framed(c.dc, l.Base, c.Style.Ink, c.Px(1.2))
	p := c.Types.Fit(typeset.Pen{Face: typeset.Bold, Size: c.Px(8), Ink: l.Ink}, l.Letter, 1.6*r)
	c.Types.Write(c.img, p, l.Letter, at.X, at.Y+0.36*p.Size, typeset.Middle)
}
