package playeraid

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/legible"
	"grognard/rules/letters"
	"grognard/rules/modules"
	"grognard/rules/nearest"
	"grognard/rules/notation"
	"grognard/rules/ownbook"
	"grognard/rules/slips"
	"grognard/rules/view"
)

// Limits on the file, far beyond what any game needs.
const (
	maxFile      = 256 << 10 // bytes
	maxTables    = 20
	maxColumns   = 40
	maxRows      = 120
	maxKinds     = 60
	maxModifiers = 40
	maxName      = 60  // characters
	maxKey       = 24  // of a table, which buttons contain
	maxCell      = 40  // of a heading or a result
	maxWords     = 160 // of a meaning
	maxShift     = 9
)

// Split separates whole games from modules that have only tables.
func Split(all []modules.Folder) (games, aids []modules.Folder) {
	for _, f := range all {
		if Is(f) {
			aids = append(aids, f)
		} else {
			games = append(games, f)
		}
	}
	return games, aids
}

// Is reports whether a folder is a module that has only tables: it holds a file tables.yaml.
func Is(f modules.Folder) bool {
	_, err := fs.Stat(f.Files, FileName)
	return err == nil
}

// Read reads a folder. The error joins all mistakes, each a document.Finding.
func Read(f modules.Folder) (*Aid, error) {
	where := path.Join(f.Where, FileName)
	text, err := content(f, FileName)
	if err != nil {
		return nil, document.Finding{File: where, Message: err.Error()}
	}
	if at, ok := slips.NotUTF8(text); ok {
		return nil, document.Spot{File: where, Line: at.Line, Column: at.Column}.Finding("%s", at.Message)
	}
	node, err := document.Read(where, text, document.Limits{Bytes: maxFile, Lines: 3000, Line: 4 << 10, Depth: 8})
	if err != nil {
		return nil, err
	}
	if node == nil {
		return nil, document.Finding{File: where, Message: "is empty"}
	}
	r := &reader{aid: &Aid{ID: f.ID, Hash: sha256.Sum256(text)}, top: node,
		lines: strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")}
	if !IsName(f.ID) {
		r.Add(node.Spot, "the folder's name %q is not an identifier of at most 40 lower-case letters, digits and hyphens",
			f.ID)
	}
	if f.Overlays() {
		r.Add(node.Spot, "the folder has the name of a game that ships, %s: give it another", f.ID)
	}
	for _, name := range []string{modules.InGame, modules.InMap, modules.InCharts, modules.InUnits, modules.InSetup} {
		if _, err := fs.Stat(f.Files, name); err == nil {
			r.Add(document.Spot{File: path.Join(f.Where, name)}, "stands beside %s, with which a module has no game: "+
				"take one of them away", FileName)
		}
	}
	r.aid.Warnings = legible.Files(&r.Findings, node)
	r.read()
	if rules, err := content(f, ownbook.File); err == nil {
		if r.aid.Book, err = ownbook.Read(path.Join(f.Where, ownbook.File), f.ID, rules); err != nil {
			r.Findings = append(r.Findings, err)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b error) int { return lineOf(a) - lineOf(b) })
	return r.aid, errors.Join(r.Findings...)
}

// lineOf returns the line of a finding, of the first one of a joined error; 0 if it has none.
func lineOf(err error) int {
	f, _ := errors.AsType[document.Finding](err)
	return f.Line
}

// IsName reports whether a folder can have this name, which buttons and commands contain.
func IsName(folder string) bool { return identifier.MatchString(folder) }

var identifier = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// content reads a file, up to one byte more than maxFile, so that its reader can report that it is too large.
func content(f modules.Folder, name string) ([]byte, error) {
	if info, err := fs.Stat(f.Files, name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errors.New("is no file")
	}
	in, err := f.Files.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, maxFile+1))
}

// reader reads the file and collects what is wrong with it.
type reader struct {
	document.Reader
	aid      *Aid
	top      *document.Node
	lines    []string  // of the file
	meanings []meaning // the longest marks first
	order    []meaning // as in the file
	acting   []actor   // what kinds of terrain do to fights, chart by chart
	names    []string  // the identifiers of all tables, also of those with mistakes
}

func (r *reader) read() {
	var f file
	r.Fill(&f, r.top)
	r.aid.Title = r.name(f.Title, r.top.Spot, "title")
	r.aid.Series = f.Series.Text
	if f.Series.Given() && r.aid.Series != "scs" && r.aid.Series != "bcs" {
		r.Add(f.Series.Spot, "%q is no series that the program knows: scs, bcs, or no series", f.Series.Text)
	}
	r.results(r.value("results"))
	r.terrain(r.value("terrain"))
	for _, e := range f.Modifiers {
		r.modifier(e.Key, e.Value)
	}
	if len(r.aid.reference.Modifiers) > maxModifiers {
		r.Add(r.top.Spot, "has %d modifiers, with terrain that acts; at most %d are read",
			len(r.aid.reference.Modifiers), maxModifiers)
	}
	tables := r.value("tables")
	if tables == nil && r.value("terrain") == nil {
		r.Add(r.top.Spot, "has neither tables nor terrain")
	}
	if tables != nil {
		r.tables(tables)
	}
	r.assignTables(f.Modifiers)
}

// tables reads the tables: each is its rows, or keys with them.
func (r *reader) tables(n *document.Node) {
	if n.What != document.Mapping || len(n.Items) == 0 {
		r.Add(n.Spot, "here should stand the names of tables, each with its rows")
		return
	}
	if len(n.Items) > maxTables {
		r.Add(n.Items[maxTables].Key.Spot, "has %d tables; at most %d are read", len(n.Items), maxTables)
		return
	}
	for _, it := range n.Items {
		id := slug(r.short(it.Key.Spot, it.Key.Text, maxKey))
		if slices.Contains(r.names, id) {
			r.Add(it.Key.Spot, "there are two tables %s", id)
			continue
		}
		r.names = append(r.names, id)
		var f tableFile
		switch {
		case it.Value == nil:
			f.Rows.Spot = it.Key.Spot
		case it.Value.What == document.Single:
			f.Rows = document.Word{Spot: it.Value.Spot, Text: it.Value.Text}
		default:
			r.Fill(&f, it.Value)
		}
		r.table(it.Key, f)
	}
}

// value returns the value of a key of the file, nil for none.
func (r *reader) value(key string) *document.Node {
	for _, it := range r.top.Items {
		if it.Key.Text == key {
			return it.Value
		}
	}
	return nil
}

// warn adds what is probably a mistake.
func (r *reader) warn(at document.Spot, format string, args ...any) {
	if len(r.aid.Warnings) < document.MaxFindings {
		r.aid.Warnings = append(r.aid.Warnings, at.Finding("warning: "+format, args...))
	}
}

// name reads a required name, as it is printed.
func (r *reader) name(w document.Word, at document.Spot, key string) string {
	switch n := len([]rune(w.Text)); {
	case n == 0:
		r.Add(at, "%s is missing", key)
	case n > maxName:
		r.Add(w.Spot, "%s is longer than %d characters", key, maxName)
	case strings.ContainsAny(w.Text, "\n\r\t"):
		r.Add(w.Spot, "%s has a line break or a tab in it", key)
	}
	return w.Text
}

// short returns text, and reports it if it has more than most characters: it has no room then where it is shown.
func (r *reader) short(at document.Spot, text string, most int) string {
	if n := len([]rune(text)); n > most {
		r.Add(at, "%.20q… has %d characters; at most %d have room", text, n, most)
	}
	return text
}

// oneOf reads an optional word from a list; "" where it is not given.
func (r *reader) oneOf(w document.Word, key string, known ...string) string {
	for _, k := range known {
		if w.Text == k {
			return k
		}
	}
	switch {
	case w.Given() && len(known) > 0:
		r.Add(w.Spot, "%q is no %s; nearest: %s", w.Text, key, strings.Join(nearest.Names(w.Text, known), ", "))
	case w.Given():
		r.Add(w.Spot, "%q is no %s; there is none", w.Text, key)
	}
	return ""
}

// number reads an optional whole number with or without a sign, 0 where it is not given.
func (r *reader) number(w document.Word, key string) int {
	if !w.Given() {
		return 0
	}
	n, err := strconv.Atoi(letters.Plain(w.Text))
	if err != nil || n < -maxShift || n > maxShift {
		r.Add(w.Spot, "%s is %q, and not a whole number from -%d to %d", key, w.Text, maxShift, maxShift)
		return 0
	}
	return n
}

// maxFactor is the greatest factor of a strength, and the finest part of one.
const maxFactor = 9

// factor reads an optional factor of a strength such as 2, 1/2 or ½, 0 where it is not given.
func (r *reader) factor(w document.Word, key string) chart.Fraction {
	if !w.Given() {
		return chart.Fraction{}
	}
	f, err := notation.Strength(strings.NewReplacer("x", "", "×", "", ",", ".").Replace(w.Text))
	if err != nil || f.Zero() || f.Denominator() > maxFactor || f.Compare(chart.Whole(maxFactor)) > 0 {
		r.Add(w.Spot, "%s is %q, and not a factor such as 2 or 1/2, from 1/%d to %d", key, w.Text, maxFactor, maxFactor)
		return chart.Fraction{}
	}
	return f
}

// modifier reads a modifier, which must do something.
func (r *reader) modifier(name document.Word, f modifierFile) {
	m := r.effect(name, f)
	if !f.Shift.Given() && !f.Roll.Given() && !f.Attack.Given() && !f.Defence.Given() {
		r.Add(name.Spot, "%q does nothing: give it shift, roll, attack or defence", m.Name)
	}
	r.add(name, m)
}

// effect reads what a modifier, or a kind of terrain, does to fights.
func (r *reader) effect(name document.Word, f modifierFile) view.Modifier {
	return view.Modifier{Name: strings.Join(strings.Fields(r.name(name, name.Spot, "name")), " "),
		Rule:  view.Rule(r.short(f.Rule.Spot, f.Rule.Text, maxKey)),
		Shift: r.number(f.Shift, "shift"), Roll: r.number(f.Roll, "roll"),
		Attack: r.factor(f.Attack, "attack"), Defence: r.factor(f.Defence, "defence")}
}

// add adds a modifier, whose name must be typed in a list of names.
func (r *reader) add(name document.Word, m view.Modifier) {
	for _, other := range r.aid.reference.Modifiers {
		if strings.EqualFold(other.Name, m.Name) {
			r.Add(name.Spot, "there are two modifiers %q, with those of terrain", m.Name)
		}
	}
	if strings.ContainsAny(m.Name, ",;，") {
		r.Add(name.Spot, "%q has a comma in it, by which names are told apart in /odds and /crt", m.Name)
	}
	r.aid.reference.Modifiers = append(r.aid.reference.Modifiers, m)
}

// assignTables notes in each modifier the tables in which it counts: those that it names, or else all that compare
// strengths. All tables must have been read.
func (r *reader) assignTables(files document.Dict[modifierFile]) {
	before := len(r.aid.reference.Modifiers) - len(files) // those of terrain
	for i, e := range files {
		for _, w := range e.Value.Tables {
			name := document.Word{Spot: w.Value.Spot, Text: slug(w.Value.Text)}
			if id := r.oneOf(name, "table", r.names...); id != "" {
				m := &r.aid.reference.Modifiers[before+i]
				m.Tables = append(m.Tables, id)
			}
		}
	}
	fights := slices.DeleteFunc(slices.Clone(r.aid.reference.Tables), func(t view.Table) bool { return t.NoFight })
	for i, m := range r.aid.reference.Modifiers {
		for _, t := range fights {
			if len(m.Tables) == 0 {
				r.aid.reference.Modifiers[i].Tables = append(r.aid.reference.Modifiers[i].Tables, t.ID)
			}
		}
	}
	r.warnUnreached()
}

// slug writes a printed name as an identifier.
func slug(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), "-")) }

// words returns a text that players read as the game prints it, the zero Text for "".
func words(w string) view.Text {
	if w == "" {
		return view.Text{}
	}
	return view.T("aid.words", "words", w)
}
