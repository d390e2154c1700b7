package modules

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/legible"
	"grognard/rules/letters"
	"grognard/rules/order"
	"grognard/rules/ownbook"
	"grognard/rules/slips"
)

// Compiler turns the files of a module into a definition and collects findings. Later files are checked against
// earlier ones, so the order of compilation matters.
type Compiler struct {
	document.Findings
	Def     *Definition // as far as compiled
	src     Source
	part    Part
	file    string                     // the file of findings without a place
	uses    map[string]string          // by kind of terrain: its use, see Use
	drawn   map[hex.Side]document.Spot // hexsides with water
	laid    map[hex.Hex]document.Spot  // hexes with terrain of their own
	files   map[string]*document.Node
	types   map[string]Unit        // types of units, see Type
	symbols []string               // what counters can show
	placed  map[order.UnitID]bool  // units of the scenario at hand
	stood   map[hex.Hex]order.Side // the side in each hex of its set-up
	heights map[hex.Hex]int        // the number of units that stack in each hex of that set-up
	fielded map[order.UnitID]bool  // units of any scenario
	slips   []document.Finding     // warnings about the text of the files
	aside   []error                // mistakes in the files that leave the rest to be read
	again   map[string]*unknown    // by text of the finding: the unknown words reported so far
	meant   map[string]order.Side  // by unknown word: the enemy of the side that is named beside it, see BySide
	missed  bool                   // a scenario names an unknown unit: so one that no scenario names may be meant there
	unnamed order.Side             // the one side that the files name only in the list of sides; "" if not just one
}

// compile makes a definition from a module's files. It is an error if the module's identifier is not the wanted one; ""
// accepts any. A module with mistakes has a definition too if it has a series, sides and a map: see Reopen.
func (d Dialects) compile(src Source, want string) (*Definition, error) {
	var f struct {
		game   gameFile
		charts chartsFile
		board  mapFile
		units  unitsFile
		setup  setupFile
	}
	c := &Compiler{src: src, Def: &Definition{}, uses: map[string]string{}, drawn: map[hex.Side]document.Spot{},
		laid: map[hex.Hex]document.Spot{}, fielded: map[order.UnitID]bool{}, files: map[string]*document.Node{},
		again: map[string]*unknown{}, meant: map[string]order.Side{}}
	err := d.read(c, map[string]any{
		InGame: &f.game, InCharts: &f.charts, InMap: &f.board, InUnits: &f.units, InSetup: &f.setup,
	})
	if err != nil {
		return nil, errors.Join(append(c.aside, err)...)
	}
	c.Findings = c.aside
	for _, name := range []string{InCharts, InGame, InMap, InSetup, InUnits} {
		c.slips = append(c.slips, legible.Files(&c.Findings, c.files[name])...)
	}
	c.In(InGame).game(&f.game)
	for _, file := range []string{ownbook.File, Overlay + ownbook.File} { // that of an overlay, where there is one
		if text, ok := src[file]; ok {
			var err error
			if c.Def.Book, err = ownbook.Read(file, c.Def.ID, text); err != nil {
				c.Findings = append(c.Findings, err)
			}
		}
	}
	c.Def.Origin = originOf(src, c.Def.ID)
	if want != "" && c.Def.ID != want {
		c.Report(f.game.ID.Spot, "the module's id is %q, and its folder is named %s", c.Def.ID, want)
	}
	c.part.Charts(c.In(InCharts))
	// Without sides and a grid nothing else can be checked.
	if len(c.Def.Sides) != 2 || !c.In(InMap).grid(&f.board) {
		return nil, c.mistakes()
	}
	c.board(&f.board)
	c.part.Map(c)
	c.In(InGame).control(f.game.Control)
	c.In(InUnits).units(&f.units)
	c.part.Units(c)
	c.In(InSetup).scenarios(&f.setup)
	c.In(InUnits).unused(&f.units)
	if len(c.Findings) == 0 {
		p := &Proof{c.Def, c.drawn, c.laid, c.files}
		c.Def.Warnings = c.slips
		c.Def.By.Proofread(p)
		namesakes(p, &f.units)
	}
	return c.Def, c.mistakes()
}

// sheet is a parsed file merged with its overlay, or the error that prevented it.
type sheet struct {
	document.Reader
	node *document.Node
	err  error
}

// read reads the files, merged with their overlays, into their shapes. For an unknown series it reads only the
// keys that every module has.
func (d Dialects) read(c *Compiler, shapes map[string]any) error {
	sheets := map[string]*sheet{}
	for name := range shapes {
		sheets[name] = parse(c.src, name)
		c.files[name] = sheets[name].node
		c.letters(sheets[name], name)
		c.letters(sheets[name], Overlay+name)
	}
	var errs []error
	known := sheets[InGame].err == nil && d.begin(c, sheets[InGame])
	if !known { // reported first because it explains much else
		errs, c.Findings = append(errs, c.Findings...), nil
	}
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		s := sheets[name]
		if s.err == nil {
			s.Own = d.shapeOfAll
			if known {
				s.Own = c.part.Shape
			}
			s.Fill(shapes[name], s.node)
			c.aside = append(c.aside, s.Doubts...)
		}
		errs = append(errs, s.err, errors.Join(s.Findings...))
		if name == InGame { // begin has reported a misspelt series that it could still guess
			errs = append(errs, c.Findings...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.src)) {
		if bare := strings.TrimPrefix(name, Overlay); shapes[bare] == nil && bare != ownbook.File {
			errs = append(errs, document.Finding{File: name, Message: "is not a file of a module"})
		}
	}
	return errors.Join(errs...)
}

// begin starts the Part of the module's series and reports whether the series is known.
func (d Dialects) begin(c *Compiler, game *sheet) bool {
	var series document.Word
	var looking document.Reader // its findings are found again when the whole file is read
	for _, it := range game.node.Items {
		if it.Key.Text == "series" {
			looking.Fill(&series, it.Value)
		}
	}
	if game.node.What != document.Mapping || len(looking.Findings) > 0 {
		return false
	}
	dialect, ok := d[c.In(InGame).OneOf(series, document.Spot{}, "series", d.names()...)]
	if ok {
		c.symbols, c.Def.editions, c.Def.withErrata = dialect.Symbols(), dialect.Editions(), dialect.Errata()
		c.part = dialect.Begin()
		c.Def.Own, c.Def.By = c.part.Payload(), dialect
	}
	return ok
}

// shapeOfAll returns a shape with the keys of every known series. For a module of an unknown series they are accepted
// unread; all other keys are unknown.
func (d Dialects) shapeOfAll(of string) any {
	var shapes []any
	for _, name := range d.names() {
		if s := d[name].Begin().Shape(of); s != nil {
			shapes = append(shapes, s)
		}
	}
	return document.Unread(shapes...)
}

// parse parses a file and merges its overlay into it.
func parse(src Source, name string) *sheet {
	text, ok := src[name]
	if !ok {
		return &sheet{err: document.Finding{File: name, Message: "is missing"}}
	}
	s := &sheet{}
	if s.node, s.err = read(name, text); s.err != nil {
		return s
	}
	if s.node == nil {
		s.err = document.Finding{File: name, Message: "is empty"}
	} else if over, ok := src[Overlay+name]; ok {
		var top *document.Node
		if top, s.err = read(Overlay+name, over); top != nil { // an empty overlay changes nothing
			s.node = s.Overlay(s.node, top)
		}
	}
	return s
}

// Limits on the files of modules, far beyond what any game needs.
const (
	maxFile  = 256 << 10 // bytes
	maxLines = 10000
	maxLine  = 4 << 10 // bytes
	maxDepth = 16      // brackets and braces within one another
)

func read(name string, text []byte) (*document.Node, error) {
	return document.Read(name, text, document.Limits{Bytes: maxFile, Lines: maxLines, Line: maxLine, Depth: maxDepth})
}

// letters reports the first byte of a file that is not UTF-8, and keeps warnings about probable slips in its text.
func (c *Compiler) letters(s *sheet, name string) {
	spot := func(at slips.Slip) document.Spot { return document.Spot{File: name, Line: at.Line, Column: at.Column} }
	if at, ok := slips.NotUTF8(c.src[name]); ok && s.err == nil {
		c.aside = append(c.aside, spot(at).Finding("%s", at.Message))
	}
	for _, at := range slips.Doubts(string(c.src[name])) {
		c.slips = append(c.slips, spot(at).Finding("warning: %s", at.Message))
	}
}

// In sets the file that is being compiled. Findings about missing things name the overlay, if there is one,
// because the module is complete without it.
func (c *Compiler) In(file string) *Compiler {
	c.file = file
	if _, ok := c.src[Overlay+file]; ok {
		c.file = Overlay + file
	}
	return c
}

// Report adds a finding; one without a place is given the present file.
func (c *Compiler) Report(at document.Spot, format string, args ...any) {
	at.File = cmp.Or(at.File, c.file)
	c.Add(at, format, args...)
}

// mistakes joins the findings, each with how often it was found.
func (c *Compiler) mistakes() error {
	for _, t := range c.again {
		if t.times > 1 {
			f := c.Findings[t.at].(document.Finding)
			f.Message += fmt.Sprintf("; in %d places", t.times)
			c.Findings[t.at] = f
		}
	}
	return errors.Join(c.Findings...)
}

// unknown is a word that is none of the known ones.
type unknown struct {
	meant     string // the known one that was probably meant, "" for none
	at, times int    // the number of the finding, and how often the word was found
}

// Unknown reports a word that is none of the known ones, and returns the one that was probably meant, "" for none. The
// same finding is reported at its first place alone.
func (c *Compiler) Unknown(w document.Word, known []string, format string, args ...any) (meant string) {
	text := fmt.Sprintf(format, args...)
	if t := c.again[text]; t != nil {
		t.times++
		return t.meant
	}
	const most = 50 // for so many unknown words it looks for similar known ones, which takes time
	if len(c.Findings) > document.MaxFindings {
		return "" // nothing more is reported
	}
	if len(c.again) < most {
		meant = slips.Meant(w.Text, known)
	}
	c.again[text] = &unknown{meant, len(c.Findings), 1}
	c.Report(w.Spot, "%s%s", text, slips.Perhaps(w.Text, meant))
	return meant
}

// Misformed reports a word that lacks the form that it must have. fits reports whether a word has that form.
func (c *Compiler) Misformed(w document.Word, fits func(string) bool, format string, args ...any) {
	c.Report(w.Spot, format+"%s", append(args, slips.InForm(w.Text, fits))...)
}

// Parsed reads a word with a parser. If the word is malformed it reports the mistake, and ok is false.
func Parsed[T any](c *Compiler, w document.Word, parse func(string) (T, error)) (v T, ok bool) {
	v, err := parse(w.Text)
	if err != nil {
		c.Misformed(w, func(s string) bool { _, err := parse(s); return err == nil }, "%v", err)
	}
	return v, err == nil
}

// Text reads a required word; at is where it should be.
func (c *Compiler) Text(w document.Word, at document.Spot, key string) string {
	if w.Text == "" && !w.Lost {
		c.Report(at, "%s is missing", key)
	}
	if len(w.Text) > 200 {
		c.Report(w.Spot, "%s is longer than 200 bytes", key)
		return ""
	}
	return w.Text
}

var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// Name reads a required identifier, which players type and records contain.
func (c *Compiler) Name(w document.Word, at document.Spot, key string) string {
	s := c.Text(w, at, key)
	if s != "" && !nameForm.MatchString(s) {
		c.Misformed(w, nameForm.MatchString,
			"%q is not an identifier of at most 40 lower-case letters, digits and hyphens", s)
	}
	return s
}

// OneOf reads a required word from a list. A misspelt one is taken for the one that was probably meant.
func (c *Compiler) OneOf(w document.Word, at document.Spot, key string, known ...string) string {
	s := c.Text(w, at, key)
	if s != "" && !slices.Contains(known, s) {
		return cmp.Or(c.Unknown(w, known, "%q is no %s; known are %q", s, key, known), s)
	}
	return s
}

// Count reads an optional whole number within bounds, least by default.
func (c *Compiler) Count(w document.Word, least, most int) int {
	fits := func(s string) bool { n, err := strconv.Atoi(s); return err == nil && least <= n && n <= most }
	if plain := letters.Plain(w.Text); fits(plain) {
		n, _ := strconv.Atoi(plain)
		return n
	}
	if w.Given() {
		c.Misformed(w, fits, "%q is not a whole number from %d to %d", w.Text, least, most)
	}
	return least
}

// Needed reads a required Count.
func (c *Compiler) Needed(w document.Word, at document.Spot, key string, least, most int) int {
	if !w.Given() && !w.Lost {
		c.Report(at, "%s is missing", key)
	}
	return c.Count(w, least, most)
}

// Flag reads an optional yes or no, no by default.
func (c *Compiler) Flag(w document.Word) bool {
	switch w.Text {
	case "yes", "true":
		return true
	case "", "no", "false":
	default:
		c.Unknown(w, []string{"yes", "no"}, "%q is neither yes nor no", w.Text)
	}
	return false
}

// Side reads a required side of the game. An unknown one is taken for the side that was probably meant: by its
// spelling, by the side named beside it, or as the one that the files name nowhere else.
func (c *Compiler) Side(w document.Word, at document.Spot, key string) order.Side {
	s := order.Side(c.Text(w, at, key))
	if s == "" || c.Def.Plays(s) {
		return s
	}
	var known []string
	for _, side := range c.Def.Sides {
		known = append(known, string(side.ID))
	}
	near := c.Unknown(w, known, "%q is no side of this game; known are %q", s, known)
	return cmp.Or(order.Side(near), c.meant[w.Text], c.unnamed, s)
}

// Mark reads the optional identifier of a marker, "" for none.
func (c *Compiler) Mark(w document.Word) string {
	if _, ok := c.Def.Mark(w.Text); w.Given() && !ok {
		c.Unknown(w, c.Def.MarkIDs(), "%q is no mark of this game", w.Text)
	}
	return w.Text
}

// Hex reads a required hex on the map. If there is none it reports the mistake, and ok is false.
func (c *Compiler) Hex(w document.Word, at document.Spot) (h hex.Hex, ok bool) {
	if !w.Given() {
		c.Report(at, "the hex is missing")
		return hex.None, false
	}
	if w.Number { // 10.10 without quotes is the number 10.1 to other YAML readers
		c.Report(w.Spot, "write the hex in quotes: %q", w.Text)
		return hex.None, false
	}
	if h, ok = Parsed(c, w, hex.Parse); !ok {
		return hex.None, false
	}
	if !c.Def.Grid.Contains(h) {
		c.Report(w.Spot, "hex %s is not on the map", w.Text)
		return hex.None, false
	}
	return h, true
}

// Hexes reads hexes on the map, each at most once.
func (c *Compiler) Hexes(l document.List[document.Word]) []hex.Hex {
	var out []hex.Hex
	seen := map[hex.Hex]bool{}
	for _, e := range l {
		h, ok := c.Hex(e.Value, e.Key.Spot)
		switch {
		case !ok:
		case seen[h]:
			c.Report(e.Value.Spot, "hex %s stands twice in this list", h)
		default:
			out = append(out, h)
			seen[h] = true
		}
	}
	return out
}

// BySide compiles a mapping whose keys are sides. If one of two keys is no side, it counts as the enemy of the other.
func BySide[T, V any](c *Compiler, d document.Dict[T], value func(order.Side, T) V) map[order.Side]V {
	out := make(map[order.Side]V, len(d))
	for i, e := range d { // the other of two keys is d[1-i]
		if other := order.Side(d[len(d)-1-i].Key.Text); len(d) == 2 && len(c.Def.Sides) == 2 && c.Def.Plays(other) {
			c.meant[e.Key.Text] = c.Def.Enemy(other)
		}
		s := c.Side(e.Key, e.Key.Spot, "side")
		out[s] = value(s, e.Value)
	}
	return out
}

// sortedBy sorts a list by a key; the sort is stable.
func sortedBy[T any, K cmp.Ordered](l []T, key func(T) K) {
	slices.SortStableFunc(l, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
}
