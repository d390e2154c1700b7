package modules

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/document"
)

// Origin says where a module comes from, for those who play with it and did not choose it.
type Origin struct {
	Ships       bool         // a module of its identifier ships with the program
	Overlaid    bool         // an overlay of the operator is among its files
	Differences []Difference // how it differs from the one that ships, as the files say; none where it is as shipped
}

// Component is a kind of thing in a module. Players are told how many of each have changed.
type Component string

const (
	ComponentTable Component = "table" // a chart or a table
	ComponentUnit  Component = "unit"
	ComponentMap   Component = "map"   // a hex or another entry of the map
	ComponentSetup Component = "setup" // an entry of a scenario
	ComponentRule  Component = "rule"  // anything else, such as how high units may stack
)

// Difference is one entry of a module that differs from the one that ships.
type Difference struct {
	Component Component
	Of        []string // which tables or units, for example
	At        string   // the keys of the entry in its file, such as "charts.yaml: combat.rows.7"
	Was, Is   string   // as YAML on one line, "" for no entry; of a list in the map only what went, and what came
}

// Count is how many things of a component have changed.
type Count struct {
	Component Component
	N         int
}

// Counts returns how many things of each component have changed, without components that have not.
func (o Origin) Counts() (all []Count) {
	for _, part := range []Component{ComponentTable, ComponentUnit, ComponentMap, ComponentSetup, ComponentRule} {
		changed := map[string]bool{}
		for _, c := range o.Differences {
			if c.Component == part {
				for _, id := range c.Of {
					changed[id] = true
				}
			}
		}
		if len(changed) > 0 {
			all = append(all, Count{part, len(changed)})
		}
	}
	return all
}

// originOf compares the files of a module, all of them readable, with those of its identifier that ship.
func originOf(src Source, id string) Origin {
	shipped, err := Files(id)
	o := Origin{Ships: err == nil}
	for name := range src {
		o.Overlaid = o.Overlaid || strings.HasPrefix(name, Overlay)
	}
	if !o.Ships {
		return o
	}
	var c comparison
	for _, name := range []string{InCharts, InUnits, InMap, InSetup, InGame} {
		if _, covered := src[Overlay+name]; !covered && bytes.Equal(src[name], shipped[name]) {
			continue
		}
		c.file = name
		if name == InUnits {
			c.types = unitsOfTypes(src)
		}
		c.compare(nil, parse(shipped, name).node, parse(src, name).node)
	}
	o.Differences = c.differences
	return o
}

// unitsOfTypes returns the units of each type, because a change of a type changes them all.
func unitsOfTypes(src Source) map[string][]string {
	units := map[string][]string{}
	for _, unit := range entries(entry(parse(src, InUnits).node, "units")) {
		if t := entry(unit.Value, "type"); t != nil {
			units[t.Text] = append(units[t.Text], unit.Key.Text)
		}
	}
	return units
}

// comparison collects the differences of a module, file by file.
type comparison struct {
	file        string
	types       map[string][]string // the units of each type, while file is InUnits
	differences []Difference        // of all files so far
}

// compare compares two values under a path of keys. A list of single values, such as a row of a table, is one entry.
func (c *comparison) compare(path []string, was, is *document.Node) {
	if flat(was) == flat(is) {
		return
	}
	if len(path) > 0 && !(branches(was) && branches(is) && was.What == is.What) {
		c.differs(path, was, is)
		return
	}
	before := len(c.differences)
	for _, key := range keys(was, is) {
		c.compare(append(slices.Clip(path), key), entry(was, key), entry(is, key))
	}
	if len(c.differences) == before { // the same entries in another order, or one of them twice
		c.differs(path, was, is)
	}
}

// differs notes that an entry differs. Of a list in the map it names only the items that went or came.
func (c *comparison) differs(path []string, was, is *document.Node) {
	component, things := c.part(path)
	if component == ComponentMap && was != nil && is != nil {
		if gone, came := without(was, is), without(is, was); flat(gone) != flat(came) { // not only their order differs
			was, is = gone, came
			things = append(texts(was), texts(is)...)
		}
	}
	if len(things) == 0 { // such as for a type without units
		things = path
	}
	c.differences = append(c.differences, Difference{Component: component, Of: things,
		At: c.file + ": " + strings.Join(path, "."), Was: flat(was), Is: flat(is)})
}

// part returns the component to which an entry belongs, and which things of that component it changes.
func (c *comparison) part(path []string) (of Component, changed []string) {
	if len(path) == 0 {
		return ComponentRule, []string{c.file}
	}
	name := path[0]
	switch c.file {
	case InCharts:
		if len(path) > 1 && name == "terrain" { // a chart for each side
			name += "." + path[1]
		}
		return ComponentTable, []string{name}
	case InUnits:
		switch {
		case len(path) > 1 && name == "types":
			return ComponentUnit, c.types[path[1]]
		case len(path) > 1 && name == "units":
			return ComponentUnit, []string{path[1]}
		}
		return ComponentRule, []string{"units." + name}
	case InMap:
		return ComponentMap, []string{strings.Join(path[:min(len(path), 2)], ".")}
	case InSetup:
		return ComponentSetup, []string{strings.Join(path, ".")}
	}
	return ComponentRule, []string{strings.Join(path[:min(len(path), 2)], ".")}
}

// branches reports whether a value has entries that are compared one by one.
func branches(n *document.Node) bool {
	nested := func(it document.Item) bool { return it.Value != nil && it.Value.What != document.Single }
	return n != nil && (n.What == document.Mapping || n.What == document.Listed && slices.ContainsFunc(n.Items, nested))
}

func entries(n *document.Node) []document.Item {
	if n == nil {
		return nil
	}
	return n.Items
}

// keyOf returns the key of entry i; of an item in a list its identifier or its number, from 1.
func keyOf(n *document.Node, i int) string {
	it := n.Items[i]
	if n.What == document.Mapping {
		return it.Key.Text
	}
	if id := entry(it.Value, "id"); id != nil {
		return id.Text
	}
	return strconv.Itoa(i + 1)
}

// entry returns the value under a key, nil for none.
func entry(n *document.Node, key string) *document.Node {
	for i, it := range entries(n) {
		if keyOf(n, i) == key {
			return it.Value
		}
	}
	return nil
}

// keys returns the keys of two values, each once.
func keys(was, is *document.Node) (all []string) {
	for _, n := range []*document.Node{was, is} {
		for i := range entries(n) {
			if key := keyOf(n, i); !slices.Contains(all, key) {
				all = append(all, key)
			}
		}
	}
	return all
}

// without returns a value without the items that another one has, too.
func without(n, other *document.Node) *document.Node {
	if n.What != document.Listed {
		return n
	}
	has := texts(other)
	out := *n
	out.Items = slices.DeleteFunc(slices.Clone(n.Items), func(it document.Item) bool {
		return slices.Contains(has, flat(it.Value))
	})
	return &out
}

// texts are the items of a list, or a single value.
func texts(n *document.Node) (all []string) {
	if n.What != document.Listed {
		return []string{flat(n)}
	}
	for _, it := range n.Items {
		all = append(all, flat(it.Value))
	}
	return all
}

// flat writes a value on one line.
func flat(n *document.Node) string {
	if n == nil {
		return ""
	}
	if n.What == document.Single {
		return n.Text
	}
	parts := make([]string, len(n.Items))
	for i, it := range n.Items {
		parts[i] = flat(it.Value)
		if n.What == document.Mapping {
			parts[i] = it.Key.Text + ": " + parts[i]
		}
	}
	if n.What == document.Mapping { // its order says nothing
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
