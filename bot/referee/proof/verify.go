package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/view"
	"grognard/storage"
)

// Verified is what Verify has found in a sound export.
type Verified struct {
	Game     api.GameID
	Finished bool
	Title    string // of the module; of a running game the module's identifier
	Rows     int
	Rolls    int
	Orders   int    // commands with a result by the rules, each decided again
	Beacon   string // the hash of the chain that the dice are bound to; "" for none
	Rounds   int    // rounds of the beacon, each verified
	Without  int    // commands whose dice the players agreed to roll without the beacon
	Late     int    // messages that named a round too late, so that a later one was named
	Phases   int    // phases whose ends were reported
	// rows that are not as this program would write them, where that proves no forgery: their times may be wrong
	// because a computer's clock was
	Doubts   []Doubt
	Doubtful int // how many there are; Doubts has the first maxDoubts
	Standing view.Standing
	Ending   api.Ending
	Named    []Naming  // the rounds that were named, in their order
	Opened   time.Time // when the game was opened; zero while it runs
	Moved    bool      // the game left a channel for another one

	Module string     // the hash of the module's bytes, in hex digits
	Origin api.Origin // the module's; zero while the game runs

	Commitment string // from the file; the reader must compare it with the posted one
	First      string // the hash of the first row, likewise

	lines [][]byte          // of the file
	heads map[string]uint64 // the posted or checked hashes in the file, each with its row; 0 in a running game
}

// Naming is a round of the beacon that was named for an order, in a message in the game's channel.
type Naming struct {
	Order   string // the hash of the order, in hex digits
	Round   uint64
	Message string // the identifier of the message; "" where the log does not have it, since no dice came of it
}

func flaw(format string, args ...any) error {
	return &api.Flaw{What: plain(fmt.Sprintf(format, args...))}
}

// plain makes text from a file a short printable line: with line feeds it could forge lines of the program's output.
func plain(text string) string {
	const most = 1000
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text[:min(len(text), most)])
}

// Verify checks an export. Of a game that is over it checks the module, the secret, the chain of rows, every
// command with its dice by the rules, and each line that follows from these. Of a running game it checks the
// form and the rounds of the beacon; the rest is checked by Contains when the game is over. Errors are an *api.Flaw.
//
// It decides each command again with the code of the referee. It trusts the file only for what no log can prove: which
// users played, at which times, and the identifiers. For an export older than the base it fails with ErrBeforeBase.
func Verify(file []byte, dialects modules.Dialects) (v *Verified, err error) {
	defer func() { // the module comes from the file, and the rules may panic on one that no program would accept
		if r := recover(); r != nil {
			v, err = nil, flaw("the module cannot be played: %v", r)
		}
	}()
	p, err := parse(file)
	if err != nil {
		return nil, err
	}
	v = &Verified{Game: p.export.Game, Finished: p.export.Finished, Title: plain(p.game.Module),
		Module: plain(p.game.Hash), Commitment: plain(p.game.Commitment), First: plain(p.export.First),
		Beacon: p.game.Beacon.Name(), lines: p.lines, heads: map[string]uint64{}}
	if !v.Finished {
		if err := p.checkRunning(v); err != nil {
			return nil, err
		}
		return v, nil
	}
	if p.export.Format == baseFormat && slices.ContainsFunc(p.rows, givesSeatAsBefore) {
		return nil, storage.ErrBeforeBase
	}
	g, err := p.checkFoundation(dialects)
	if err != nil {
		return nil, err
	}
	v.Title, v.Origin = plain(g.Def.Title), g.Def.Origin
	opening, err := p.step(0)
	if err != nil {
		return nil, err
	}
	l := exportWriter{Game: g, module: p.module.Bytes, finished: true, version: p.export.Version,
		format: p.export.Format, check: &checker{Verified: v, commands: map[string]bool{}}, line: p.compare()}
	if err := l.writeAll(p.rows, 0, p.step); err != nil { // the 0 counts only in running games
		if !errors.As(err, new(*api.Flaw)) {
			err = flaw("%v", err)
		}
		return nil, err
	}
	if !l.Over {
		return nil, flaw("the export says that the game is over, and after row %d, the last, it is not", len(p.rows))
	}
	v.Rows, v.Standing, v.Ending = len(p.rows), l.Match.Standing(), api.Ending(plain(string(l.Ending)))
	v.First, v.Opened = l.First, opening.At
	return v, nil
}

// parsed is a file whose lines are read but not yet checked.
type parsed struct {
	lines  [][]byte
	kinds  []string // the types of the lines
	export exportLine
	game   gameLine
	module moduleLine
	secret secretLine
	rows   []storage.Row
	rolls  []rollLine
	phases []phaseLine
	end    endLine
}

// parse reads the lines of a file. It refuses a line that would not be written with exactly the same bytes.
func parse(file []byte) (*parsed, error) {
	rest, err := asWritten(file)
	if err != nil {
		return nil, err
	}
	p := &parsed{}
	for len(rest) > 0 {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		n := len(p.lines) + 1
		if n > maxLines {
			return nil, flaw("the file has more than %d lines: no game has", maxLines)
		}
		kind, err := kindOf(line)
		if !whole && (err != nil || kind != "end") { // the last line alone may lack its line feed
			return nil, flaw("the file breaks off in line %d: it was cut off", n)
		}
		if err == nil {
			err = p.read(kind, line)
		}
		if errors.Is(err, storage.ErrBeforeBase) {
			return nil, err
		}
		if err != nil {
			return nil, flaw("line %d: %v", n, err)
		}
		p.lines, p.kinds, rest = append(p.lines, line), append(p.kinds, kind), after
	}
	return p, p.checkFrame()
}

// mostBytes returns how many bytes a line of a type may have, 0 for an unknown type. The limits are many times what
// games need: Autumn for Barbarossa has a module of 95 kB and rows of 18 kB.
func mostBytes(kind string) int {
	switch kind {
	case "module":
		return 8 << 20
	case "row":
		return 256 << 10
	case "game", "words":
		return 16 << 10
	case "export", "secret", "roll", "phase", "end":
		return 4 << 10
	}
	return 0
}

// kindOf returns the type of a line, which comes first in it, and checks the line's length.
func kindOf(line []byte) (string, error) {
	const key = `{"type":"`
	begins := string(line[:min(len(line), len(key)+20)])
	kind, _, named := strings.Cut(strings.TrimPrefix(begins, key), `"`)
	switch most := mostBytes(kind); {
	case !strings.HasPrefix(begins, key) && !json.Valid(line[:min(len(line), 1<<18)]):
		return "", errors.New("it is not JSON")
	case !strings.HasPrefix(begins, key) || !named || most == 0:
		return "", fmt.Errorf("it does not begin with one of the types of lines: %.40q", begins)
	case len(line) > most:
		return "", fmt.Errorf("it has %d bytes: a line of the type %s has at most %d", len(line), kind, most)
	}
	return kind, nil
}

// checkFrame checks the first lines and the last one.
func (p *parsed) checkFrame() error {
	last := len(p.lines)
	switch {
	case len(p.kinds) < 2 || p.kinds[0] != "export" || p.kinds[1] != "game":
		return flaw("the file does not begin with the lines of an export and of a game")
	case !gameName.MatchString(string(p.export.Game)):
		return flaw("%q is no name of a game, which has eight letters and digits", p.export.Game)
	case p.kinds[last-1] != "end":
		return flaw("the file ends after line %d without its closing line: it was cut off", last)
	}
	return nil
}

// gameName is a name that a referee gives to a game.
var gameName = regexp.MustCompile(`^[a-z2-7]{8}$`)

// asWritten returns the text of a file as it was exported. It removes what mail or an editor may have added: a byte
// order mark, carriage returns before line feeds, and empty lines at the end.
func asWritten(file []byte) ([]byte, error) {
	switch {
	case len(file) == 0:
		return nil, flaw("the file is empty")
	case bytes.HasPrefix(file, []byte{0xff, 0xfe}), bytes.HasPrefix(file, []byte{0xfe, 0xff}):
		return nil, flaw("the file is in UTF-16: an editor has saved it so, and exports are in UTF-8")
	case !utf8.Valid(file):
		return nil, flaw("the file is not in UTF-8, as exports are")
	}
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	if bytes.Contains(file, []byte("\r\n")) {
		file = bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))
	}
	if end := bytes.TrimRight(file, "\n"); len(end) < len(file) { // empty lines at the end are an editor's
		file = file[:len(end)+1]
	}
	return file, nil
}

// maxLines limits the lines of an export. A game of Autumn for Barbarossa has about 1.6 lines for each of its rows,
// some thousands in all.
const maxLines = 100_000

// read decodes a line of the type kind and adds it to p.
func (p *parsed) read(kind string, line []byte) error {
	switch kind {
	case "export":
		if err := exportVersionOf(line); err != nil {
			return err
		}
		return decode(line, &p.export)
	case "game":
		if err := rulingsOf(line); err != nil {
			return err
		}
		return decode(line, &p.game)
	case "module":
		return decode(line, &p.module)
	case "secret":
		return decode(line, &p.secret)
	case "row":
		var l rowLine
		if err := decode(line, &l); err != nil {
			return err
		}
		r, err := l.row(p.export.Game)
		p.rows = append(p.rows, r)
		return err
	case "roll":
		var l rollLine
		err := decode(line, &l)
		if i := slices.IndexFunc(l.Faces, func(f int) bool { return f < 1 || f > 6 }); i >= 0 && err == nil {
			err = fmt.Errorf("no die shows %d", l.Faces[i])
		}
		l.Faces = nil // not kept: the whole line is compared later, and the row has the faces
		p.rolls = append(p.rolls, l)
		return err
	case "phase":
		p.phases = append(p.phases, phaseLine{})
		return decode(line, &p.phases[len(p.phases)-1])
	case "words":
		return decode(line, &wordsLine{})
	default: // end: kindOf refuses all others
		return decode(line, &p.end)
	}
}

// exportVersionOf refuses the first line of an export of another version than this program's.
func exportVersionOf(line []byte) error {
	var is struct{ Version, Format int }
	switch err := json.Unmarshal(line, &is); {
	case err != nil:
		return fmt.Errorf("it is not JSON of its type: %w", err)
	case is.Version == exportVersion && is.Format == 0, is.Version == 0 && is.Format == baseFormat:
		return nil
	case is.Version == 0 && is.Format < baseFormat:
		return storage.ErrBeforeBase
	}
	return fmt.Errorf("the file is of version %d, and this program reads version %d", is.Version, exportVersion)
}

// rulingsOf refuses a game of another revision of the rulings than this program's.
func rulingsOf(line []byte) error {
	var is struct{ Rulings int }
	switch err := json.Unmarshal(line, &is); {
	case err != nil:
		return fmt.Errorf("it is not JSON of its type: %w", err)
	case is.Rulings < rules.Revision:
		return storage.ErrBeforeBase
	case is.Rulings > rules.Revision:
		return fmt.Errorf("the game is of revision %d of the rulings, and this program of revision %d: verify with a newer one",
			is.Rulings, rules.Revision)
	}
	return nil
}

// givesSeatAsBefore reports whether a row says who plays a side in the form from before the base, without a grant.
func givesSeatAsBefore(r storage.Row) bool {
	return bytes.Contains(r.Body, []byte(`"reseated":`)) || bytes.Contains(r.Body, []byte(`"does":"handOver"`))
}

// decode reads a line into the value to which v points. It refuses a line if writing that value gives other bytes.
func decode(line []byte, v any) error {
	if err := json.Unmarshal(line, v); err != nil {
		return fmt.Errorf("it is not JSON of its type: %w", err)
	}
	again, err := json.Marshal(v)
	if err == nil && !bytes.Equal(again, line) {
		err = fmt.Errorf("it should be written %s", ledger.Brief(string(again)))
	}
	return err
}

func (p *parsed) step(i int) (ledger.Step, error) { return ledger.ReadStep(p.rows[i]) }

// row returns the row of a game's log that a line describes. Its users are the names by which the game knows them.
func (l rowLine) row(game storage.GameID) (storage.Row, error) {
	r := storage.Row{Game: game, Seq: l.Seq, CommandID: l.Command, At: time.UnixMicro(l.At).UTC(), By: l.By,
		Sealed: l.By, To: l.To, SealedTo: l.To, Body: []byte(l.Body)}
	prev, errPrev := hex.DecodeString(l.Prev)
	hash, errHash := hex.DecodeString(l.Hash)
	if errPrev != nil || errHash != nil || len(prev) != len(r.Prev) || len(hash) != len(r.Hash) {
		return storage.Row{}, errors.New("the row has no hashes")
	}
	r.Prev, r.Hash = storage.Hash(prev), storage.Hash(hash)
	return r, nil
}

// checkFoundation checks the module and the secret, and returns the game before its first row.
func (p *parsed) checkFoundation(dialects modules.Dialects) (*ledger.Game, error) {
	if len(p.rows) == 0 {
		return nil, flaw("the export of a game that is over has no rows")
	}
	if hash := fmt.Sprintf("%x", sha256.Sum256(p.module.Bytes)); hash != p.game.Hash {
		return nil,
			flaw("the module's bytes have the hash %s: the game was opened with %s, so they are of another module",
				hash, p.game.Hash)
	}
	secret, err := hex.DecodeString(p.secret.Secret)
	if err != nil {
		return nil, flaw("the secret is not written in hex digits")
	}
	if c := dice.Commitment(secret); c != p.game.Commitment {
		return nil, flaw("the secret has the hash %s: the commitment that was posted is %s, so it is another secret",
			c, p.game.Commitment)
	}
	def, err := dialects.Unpack(p.module.Bytes)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, flaw("the module has mistakes, so its game cannot be played again: %s", first)
	}
	return &ledger.Game{Stored: storage.Game{ID: p.export.Game, Module: sha256.Sum256(p.module.Bytes), Secret: secret,
		Opened: p.rows[0].At}, Def: def}, nil
}

// compare returns a function that takes the lines made from the rows, in order, and compares each with the file's.
func (p *parsed) compare() func([]byte) error {
	n := 0
	return func(want []byte) error {
		n++
		if n > len(p.lines) {
			return flaw("the file ends after line %d: line %d should be %s", n-1, n, ledger.Brief(string(want)))
		}
		if got := p.lines[n-1]; !bytes.Equal(got, want) {
			return flaw("line %d is %s: it should be %s", n, ledger.Brief(string(got)), ledger.Brief(string(want)))
		}
		return nil
	}
}

// checkRunning checks the export of a running game as far as that is possible without its rows.
func (p *parsed) checkRunning(v *Verified) error {
	for i, kind := range p.kinds[2 : len(p.kinds)-1] {
		if kind != "roll" && kind != "phase" {
			return flaw("line %d is of the type %q, which the export of a running game has not there", i+3, kind)
		}
	}
	if err := p.checkHashes(); err != nil {
		return err
	}
	if err := p.checkRounds(v); err != nil {
		return err
	}
	if err := p.checkNumbers(); err != nil {
		return err
	}
	head := p.export.First
	v.heads[head] = 0
	for _, line := range p.phases {
		if line.Over || line.Turn < 1 {
			return flaw("a phase of turn %d begins, or the game is over, and it is under way", line.Turn)
		}
		head, v.Standing.Turn = line.Head, line.Turn
		v.heads[head] = 0
	}
	switch {
	case p.end.Head != head:
		return flaw("the closing line has the head %s: the last one that was posted is %s", p.end.Head, head)
	case p.end.Lines != len(p.lines):
		return flaw("the closing line counts %d lines, and there are %d", p.end.Lines, len(p.lines))
	}
	v.Rolls, v.Phases = len(p.rolls), len(p.phases)
	return nil
}

// checkHashes checks that each hash of a running game's export has the form of one.
func (p *parsed) checkHashes() error {
	hashes := []string{p.export.First, p.game.Hash, p.game.Commitment, p.end.Head}
	for _, r := range p.rolls {
		hashes = append(hashes, r.Order)
	}
	for _, l := range p.phases {
		hashes = append(hashes, l.Head)
	}
	for _, h := range hashes {
		raw, err := hex.DecodeString(h)
		if err != nil || len(raw) != len(storage.Hash{}) || hex.EncodeToString(raw) != h {
			return flaw("%q is no hash, which has 64 hex digits in lower case", h)
		}
	}
	return nil
}

// checkNumbers checks the numbers of the rolls of a running game. Everything before a report of a phase was told, so
// there the numbers have no gap.
func (p *parsed) checkNumbers() error {
	reported := 0 // the index of the last line that reports a phase
	for i, kind := range p.kinds {
		if kind == "phase" {
			reported = i
		}
	}
	last, rolls := uint64(0), p.rolls // the number of the roll before, and the rolls that follow it
	for i, kind := range p.kinds {
		if kind != "roll" {
			continue
		}
		n := rolls[0].Number
		rolls = rolls[1:]
		switch {
		case n <= last:
			return flaw("roll %d comes after roll %d", n, last)
		case i < reported && n != last+1:
			return flaw("line %d has roll %d: roll %d is missing before it", i+1, n, last+1)
		}
		last = n
	}
	return nil
}
