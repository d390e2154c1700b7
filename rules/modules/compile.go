package modules

import (
	"cmp"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// compiler turns the files into a definition and gathers what is wrong on the
// way. Later files are held against earlier ones, so the order of compile counts.
type compiler struct {
	document.Findings
	src     Source
	def     *Definition
	file    string                     // where findings without a place stand
	uses    map[string]string          // what a kind of terrain is used as
	drawn   map[hex.Side]document.Spot // hexsides with water
	laid    map[hex.Hex]document.Spot  // hexes with terrain of their own
	types   map[string]Unit            // types of units
	placed  map[order.UnitID]bool      // units of the scenario at hand
	stood   map[hex.Hex]order.Side     // hexes of its set-up, with who stands there
	heights map[hex.Hex]int            // and how many units
	fielded map[order.UnitID]bool      // units of any scenario
}

// compile makes a definition of a module's files. It is an error if the module's
// identifier is not the one wanted; "" takes any. A module with mistakes has a
// definition too, as long as it has sides and a map: see Reopen.
func compile(src Source, want string) (*Definition, error) {
	var f struct {
		game   gameFile
		charts chartsFile
		board  mapFile
		units  unitsFile
		setup  setupFile
	}
	shapes := map[string]any{
		"game.yaml": &f.game, "charts.yaml": &f.charts, "map.yaml": &f.board, "units.yaml": &f.units, "setup.yaml": &f.setup,
	}
	if err := readAll(src, shapes); err != nil {
		return nil, err
	}
	c := &compiler{src: src, def: &Definition{}, uses: map[string]string{}, drawn: map[hex.Side]document.Spot{}, laid: map[hex.Hex]document.Spot{}, fielded: map[order.UnitID]bool{}}
	for name := range src {
		c.def.Overlaid = c.def.Overlaid || strings.HasPrefix(name, Overlay)
	}
	c.in("game.yaml").game(&f.game)
	if want != "" && c.def.ID != want {
		c.report(f.game.ID.Spot, "the module's id is %q, and its folder is named %s", c.def.ID, want)
	}
	c.in("charts.yaml").charts(&f.charts)
	// Without sides and a grid nothing that follows has a meaning.
	if len(c.def.Sides) != 2 || !c.in("map.yaml").grid(&f.board) {
		return nil, errors.Join(c.Findings...)
	}
	c.board(&f.board)
	c.hexsides(f.charts.Terrain)
	c.in("game.yaml").control(f.game.Control)
	c.in("units.yaml").units(&f.units)
	c.ratings(f.units.Air)
	c.in("game.yaml").keepers(f.game.Withdrawal)
	c.in("setup.yaml").scenarios(&f.setup)
	c.in("units.yaml").unused(&f.units)
	c.warnings(&f.board, &f.setup)
	return c.def, errors.Join(c.Findings...)
}

// readAll reads the files, with what lies over them, into their shapes.
func readAll(src Source, shapes map[string]any) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		if err := readInto(src, name, shapes[name]); err != nil {
			errs = append(errs, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(src)) {
		if shapes[strings.TrimPrefix(name, Overlay)] == nil {
			errs = append(errs, document.Finding{File: name, Message: "is not a file of a module"})
		}
	}
	return errors.Join(errs...)
}

func readInto(src Source, name string, shape any) error {
	text, ok := src[name]
	if !ok {
		return document.Finding{File: name, Message: "is missing"}
	}
	file, err := read(name, text)
	if err != nil {
		return err
	}
	if file == nil {
		return document.Finding{File: name, Message: "is empty"}
	}
	var d document.Reader
	if text, ok := src[Overlay+name]; ok {
		top, err := read(Overlay+name, text)
		if err != nil {
			return err
		}
		if top != nil {
			file = d.Over(file, top)
		}
	}
	d.Fill(shape, file)
	return errors.Join(d.Findings...)
}

// Limits on the files of modules: many times more than any game needs.
const (
	maxFile  = 256 << 10 // bytes
	maxLines = 10000
	maxLine  = 4 << 10 // bytes
	maxDepth = 16      // brackets and braces within one another
)

func read(name string, text []byte) (*document.Node, error) {
	return document.Read(name, text, document.Limits{Bytes: maxFile, Lines: maxLines, Line: maxLine, Depth: maxDepth})
}

// in says which file is compiled. What is missing from it is the overlay's doing,
// if there is one: without it the module was whole.
func (c *compiler) in(file string) *compiler {
	c.file = file
	if _, ok := c.src[Overlay+file]; ok {
		c.file = Overlay + file
	}
	return c
}

// report adds a finding, in the file at hand where it has no place.
func (c *compiler) report(at document.Spot, format string, args ...any) {
	if at.File == "" {
		at.File = c.file
	}
	c.Add(at, format, args...)
}

// text is a word that must be there; at is where it should be.
func (c *compiler) text(w document.Word, at document.Spot, key string) string {
	if w.Text == "" {
		c.report(at, "%s is missing", key)
	}
	if len(w.Text) > 200 {
		c.report(w.Spot, "%s is longer than 200 bytes", key)
		return ""
	}
	return w.Text
}

var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// name is an identifier: what players type and records keep.
func (c *compiler) name(w document.Word, at document.Spot, key string) string {
	s := c.text(w, at, key)
	if s != "" && !nameForm.MatchString(s) {
		c.report(w.Spot, "%q is not an identifier of at most 40 lower-case letters, digits and hyphens", s)
	}
	return s
}

// oneOf is a word out of a few.
func (c *compiler) oneOf(w document.Word, at document.Spot, key string, known ...string) string {
	s := c.text(w, at, key)
	if s != "" && !slices.Contains(known, s) {
		c.report(w.Spot, "%q is no %s; known are %q", s, key, known)
	}
	return s
}

// count is a whole number within bounds; without one it is the least.
func (c *compiler) count(w document.Word, least, most int) int {
	if !w.Given() {
		return least
	}
	n, err := strconv.Atoi(w.Text)
	if err != nil || n < least || n > most {
		c.report(w.Spot, "%q is not a whole number from %d to %d", w.Text, least, most)
		return least
	}
	return n
}

func (c *compiler) needed(w document.Word, at document.Spot, key string, least, most int) int {
	if !w.Given() {
		c.report(at, "%s is missing", key)
	}
	return c.count(w, least, most)
}

func (c *compiler) flag(w document.Word) bool {
	switch w.Text {
	case "yes", "true":
		return true
	case "", "no", "false":
	default:
		c.report(w.Spot, "%q is neither yes nor no", w.Text)
	}
	return false
}

// factor is a multiplier such as "1/2"; none is 0, and nothing written is 1.
// Small denominators keep the products of strengths exact.
func (c *compiler) factor(w document.Word) chart.Fraction {
	switch w.Text {
	case "":
		return chart.Whole(1)
	case "none":
		return chart.Whole(0)
	}
	f, err := chart.ParseFraction(w.Text)
	switch {
	case err != nil:
		c.report(w.Spot, "%v", err)
	case f.Denominator() > 12 || f.Compare(chart.Whole(100)) > 0:
		c.report(w.Spot, "%s is not a multiplier of at most 100, in twelfths or coarser", w.Text)
	default:
		return f
	}
	return chart.Whole(1)
}

// side is one of the game's sides.
func (c *compiler) side(w document.Word, at document.Spot, key string) order.Side {
	s := order.Side(c.text(w, at, key))
	if s != "" && !c.def.Plays(s) {
		c.report(w.Spot, "%q is no side of this game", s)
	}
	return s
}

// mark is the identifier of a marker, "" for none.
func (c *compiler) mark(w document.Word) string {
	if _, ok := c.def.Mark(w.Text); w.Given() && !ok {
		c.report(w.Spot, "%q is no mark of this game", w.Text)
	}
	return w.Text
}

// hex is a hex on the map. ok is false where there is none, and told.
func (c *compiler) hex(w document.Word, at document.Spot) (h hex.Hex, ok bool) {
	if !w.Given() {
		c.report(at, "the hex is missing")
		return hex.None, false
	}
	if w.Number { // 10.10 without quotes is the number 10.1 to every other reader
		c.report(w.Spot, "write the hex in quotes: %q", w.Text)
		return hex.None, false
	}
	h, err := hex.Parse(w.Text)
	if err != nil {
		c.report(w.Spot, "%v", err)
		return hex.None, false
	}
	if !c.def.Grid.Contains(h) {
		c.report(w.Spot, "hex %s is not on the map", w.Text)
		return hex.None, false
	}
	return h, true
}

// hexes are hexes on the map, each at most once.
func (c *compiler) hexes(l document.List[document.Word]) []hex.Hex {
	var out []hex.Hex
	seen := map[hex.Hex]bool{}
	for _, e := range l {
		h, ok := c.hex(e.Value, e.Key.Spot)
		switch {
		case !ok:
		case seen[h]:
			c.report(e.Value.Spot, "hex %s stands twice in this list", h)
		default:
			out = append(out, h)
			seen[h] = true
		}
	}
	return out
}

// bySide compiles a mapping whose keys are sides.
func bySide[T, V any](c *compiler, d document.Dict[T], value func(order.Side, T) V) map[order.Side]V {
	out := make(map[order.Side]V, len(d))
	for _, e := range d {
		s := c.side(e.Key, e.Key.Spot, "side")
		out[s] = value(s, e.Value)
	}
	return out
}

// sortedBy orders a list by a key, equals as they stood.
func sortedBy[T any, K cmp.Ordered](l []T, key func(T) K) {
	slices.SortStableFunc(l, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
}
