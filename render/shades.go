package render

import "image/color"

// The shades between a style's colours that the map is drawn with.

// stream is the middle of a broad river.
func (s Style) stream() color.RGBA { return mix(s.Lake, s.River, 1, 3) }

// sunny is the light on the crowns of light woods.
func (s Style) sunny() color.RGBA { return mix(s.LightTree, s.LightWoods, 2, 5) }

// sunnyFir is the light on the trees of heavy woods.
func (s Style) sunnyFir() color.RGBA { return mix(s.HeavyTree, s.HeavyWoods, 1, 3) }

// eaves is the lit half of a roof.
func (s Style) eaves() color.RGBA { return mix(s.Roof, s.Built, 2, 5) }

// border is the edge of the map.
func (s Style) border() color.RGBA { return mix(s.Grid, s.Ink, 1, 3) }
