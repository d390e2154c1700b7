package style

import "image/color"

// The shades between a style's colours that the map is drawn with. Stream is the colour in the middle of a broad river.
func (s Style) Stream() color.RGBA { return Mix(s.Lake, s.River, 1, 3) }

// Sunny is the light on trees of light woods.
func (s Style) Sunny() color.RGBA { return Mix(s.LightTree, s.LightWoods, 2, 5) }

// SunnyFir is the light on trees of heavy woods.
func (s Style) SunnyFir() color.RGBA { return Mix(s.HeavyTree, s.HeavyWoods, 1, 3) }

// Eaves is the lit half of a roof.
func (s Style) Eaves() color.RGBA { return Mix(s.Roof, s.Built, 2, 5) }

// Border is the edge of the map.
func (s Style) Border() color.RGBA { return Mix(s.Grid, s.Ink, 1, 3) }
