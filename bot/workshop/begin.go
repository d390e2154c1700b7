package workshop

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/modules"
)

// Begin makes a folder with an overlay over a module that ships. It never overwrites existing files.
func Begin(id, dir string, out io.Writer) error {
	src, err := modules.Files(id)
	if err != nil {
		return fmt.Errorf("%w: there are %s", err, strings.Join(modules.Embedded(), ", "))
	}
	d, err := rules.Modules().Load(id)
	if err != nil {
		return err
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if filepath.Base(absolute) != id {
		return fmt.Errorf("an overlay over %s lies in a folder of that name, such as %s", id, filepath.Join(dir, id))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	names := "units.yaml and map.yaml"
	files := []struct{ name, text string }{
		{"units.yaml", unitsText(d)},
		{"map.yaml", mapText(d, string(src["map.yaml"]))},
	}
	if text := chartsText(d); text != "" {
		names = "units.yaml, map.yaml and charts.yaml"
		files = append(files, struct{ name, text string }{modules.InCharts, text})
	}
	for _, f := range files {
		if err := write(filepath.Join(dir, f.name), f.text); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out,
		"%s is begun: %s say what to put where, and \"module lint %s\" says what is wrong.\n", dir, names, dir)
	return err
}

// write creates a file. It fails if the file exists.
func write(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(f, text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

const unitsHead = `# The true counters of %[1]s.
#
# This folder lies over the module %[2]s that ships with the program, and needs to say
# only what differs. Keys with values under them are merged with those that ship, key
# by key. Anything else that stands here, also a list, replaces all that ships under
# its key. ~ removes a key. A key with nothing behind it changes nothing.
#
%[3]s#
# game.yaml, charts.yaml and setup.yaml can stand beside this file in the same way.
# Rules that not every game of the series has are switched on in game.yaml by the keys
# below, with the game's own paragraphs on them under "rules:". Events of a turn that
# belong to such rules stand in setup.yaml, among the orders of arrival.
%[4]stypes:
`

const unitsMiddle = `
# Which unit is of which type, for the types above. A unit with values of its own gets
# a type of its own: write it under types, with side, symbol and size as well, and
# name it here. A formation is "formation: 3 Pz Div". "short: GD" is the name printed on
# the counter, needed only where the program would make another one.
units:
`

// unitsText returns units.yaml with the estimates as comments: the types, their units, then what concerns no unit.
func unitsText(d *modules.Definition) string {
	var b strings.Builder
	help, beyond := d.By.Help(), "" // By is the dialect of the series whose rules the game follows
	for _, line := range help.Beyond {
		beyond += "# - " + line + "\n"
	}
	fmt.Fprintf(&b, unitsHead, d.Title, d.ID, comment(help.Counters), beyond)
	types, others := estimates(d)
	for _, g := range types {
		fmt.Fprintf(&b, "#  %s: {%s}\n", g.Key, g.Text)
	}
	b.WriteString(unitsMiddle)
	for _, g := range types {
		for _, id := range d.Roster {
			if u := d.Units[id]; u.Type == g.Key {
				fmt.Fprintf(&b, "#  %s: {type: %s} # %s\n", u.ID, g.Key, u.Name)
			}
		}
	}
	others = slices.DeleteFunc(others, func(g modules.Guess) bool { return g.In != "" }) // for other files
	for i, g := range others {
		if i == 0 || g.Under != others[i-1].Under {
			fmt.Fprintf(&b, "\n%s%s:\n", comment(g.Help), g.Under)
		}
		fmt.Fprintf(&b, "#  %s: {%s}\n", g.Key, g.Text)
	}
	return b.String()
}

const chartsHead = `# The true charts of %s.
#
# What an owner of the game has to enter stands below, blank and switched off: these
# lines begin with a # and two blanks. Where you have the chart before you, take the #
# away and put in what is printed.
`

// chartsText returns charts.yaml with what an owner has to enter as comments; "" if there is nothing.
func chartsText(d *modules.Definition) string {
	var b strings.Builder
	_, others := estimates(d)
	under := ""
	for _, g := range others {
		if g.In != modules.InCharts {
			continue
		}
		if under == "" {
			fmt.Fprintf(&b, chartsHead, d.Title)
		}
		if g.Under != under {
			fmt.Fprintf(&b, "\n%s%s:\n", comment(g.Help), g.Under)
		}
		under = g.Under
		if text := strings.TrimSuffix(g.Text, "\n"); strings.Contains(text, "\n") {
			fmt.Fprintf(&b, "#  %s:\n#    %s\n", g.Key, strings.ReplaceAll(text, "\n", "\n#    "))
		} else {
			fmt.Fprintf(&b, "#  %s: %s\n", g.Key, text)
		}
	}
	return b.String()
}

func comment(text string) string { return "# " + strings.ReplaceAll(text, "\n", "\n# ") + "\n" }

const mapHead = `# The true map of %s.
#
# Below is the whole map.yaml that ships, switched off with a # at the head of each
# line. Take the # away where you put in what is printed; what stays switched off
# stays as it ships. Terrain that differs stands under "hexes:", which overrules what
# land says of a hex: "12.03": [woods], or "12.03": [%s] for one that is plain
# ground. Land, places, water and ways are lists: to change one line of a list, switch
# on all of its lines.

`

// mapText returns map.yaml with the shipped text as comments.
func mapText(d *modules.Definition, shipped string) string {
	var b strings.Builder
	fmt.Fprintf(&b, mapHead, d.Title, d.Ground)
	for line := range strings.Lines(shipped) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("#")
		}
		b.WriteString(line)
	}
	return b.String()
}
