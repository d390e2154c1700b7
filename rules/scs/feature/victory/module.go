package victory

import (
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
)

// terms say which side counts points, and the levels, from the greatest atLeast down to 0.
type terms struct {
	count  order.Side
	levels []level
}

// level is a level of victory.
type level struct {
	atLeast  int
	id, name string
}

// The rule's keys in game.yaml. The points of places are in map.yaml.
type (
	gameFile struct {
		Victory struct {
			Count  document.Word
			Levels document.List[levelFile]
		}
	}
	levelFile struct {
		AtLeast, ID, Name document.Word
	}
)

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	var f gameFile
	return data.Part{Shapes: map[string]any{modules.InGame: &f}, Game: func(c *modules.Compiler) {
		switch v := &f.Victory; {
		case !v.Count.Given() && len(v.Levels) > 0:
			c.Report(v.Levels[0].Key.Spot, "the side whose points decide is missing: count")
		case v.Count.Given():
			m.Data().Own[name] = terms{c.Side(v.Count, document.Spot{}, "count"), levels(c, v.Count.Spot, v.Levels)}
		}
	}}
}

// levels compiles the levels of victory.
func levels(c *modules.Compiler, at document.Spot, l document.List[levelFile]) (out []level) {
	for i, e := range l {
		v := level{
			atLeast: c.Needed(e.Value.AtLeast, e.Key.Spot, "at-least", 0, 10000),
			id:      c.Name(e.Value.ID, e.Key.Spot, "id"),
			name:    c.Text(e.Value.Name, e.Key.Spot, "name"),
		}
		if i > 0 && v.atLeast >= out[i-1].atLeast {
			c.Report(e.Value.AtLeast.Spot, "levels of victory go down: %d comes after %d", v.atLeast, out[i-1].atLeast)
		}
		out = append(out, v)
	}
	if n := len(out); n == 0 || out[n-1].atLeast != 0 {
		c.Report(at, "the last level of victory must be at-least: 0")
	}
	return out
}
