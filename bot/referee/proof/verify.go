package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

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
	Orders   int    // commands with a result by the rules, which were decided again unless the game is Older
	Beacon   string // the hash of the chain that the dice are bound to; "" for none
	Rounds   int    // rounds of the beacon, each verified
	Without  int    // commands whose dice the players agreed to roll without the beacon
	Late     int    // messages that named a round too late, so that a later one was named
	Void     int    // commands without effect, by the rulings of a newer program
	Phases   int    // phases whose ends were reported
	// old rows whose hashes cover users, for whom the export has names instead: these hashes cannot be checked
	StandIns int
	// the revision of the rulings by which the game was played, where it is not the program's; otherwise 0
	Older    int
	Standing view.Standing
	Ending   api.Ending

	Commitment string // from the file; the reader must compare it with the posted one

	lines []string        // of the file
	heads map[string]bool // the posted or checked hashes in the file
}

func flaw(format string, args ...any) error {
	return &api.Flaw{What: plain(fmt.Sprintf(format, args...))}
}

// plain makes text from a file a short printable line. Without it a file with line feeds could forge lines of
// the program's output.
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
// form and the rounds of the beacon; the rest is checked by Holds when the game is over. Errors are a *Flaw.
//
// It decides each command again with the code of the referee. It trusts the file only for what no log can
// prove: which users played, at which times, and the identifiers.
func Verify(file []byte, games modules.Dialects) (*Verified, error) {
	p, err := parse(file)
	if err != nil {
		return nil, err
	}
	v := &Verified{Game: p.export.Game, Finished: p.export.Finished, Title: plain(p.game.Module),
		Commitment: plain(p.game.Commitment), Beacon: p.game.Beacon.Name(),
		lines: p.lines, heads: map[string]bool{}}
	if !v.Finished {
		return v, p.checkRunning(v)
	}
	g, err := p.checkFoundation(games)
	if err != nil {
		return nil, err
	}
	v.Title = plain(g.Def.Title)
	if o := p.rows[0].Body.Opened; o != nil && (o.Rulings != rules.Revision || p.export.Rulings != rules.Revision) {
		v.Older = max(o.Rulings, 1)
	}
	l := exportWriter{Game: g, module: p.module.Bytes, finished: true, rulings: p.export.Rulings,
		check: &checker{Verified: v}, line: p.compare()}
	if err := l.writeAll(p.rows); err != nil {
		if wrong := (*api.Flaw)(nil); !errors.As(err, &wrong) {
			err = flaw("%v", err)
		}
		return nil, err
	}
	if !l.Over {
		return nil, flaw("the export says that the game is over, and after row %d, the last, it is not", len(p.rows))
	}
	v.Rows, v.Standing, v.Ending = len(p.rows), l.Match.Standing(), api.Ending(plain(string(l.Ending)))
	return v, nil
}

// Posted says whether the export has a row with a hash that was posted in the channel; for a running game,
// whether it lists the hash. An export whose last rows were cut off lacks it.
func (v *Verified) Posted(head string) bool { return v.heads[strings.ToLower(strings.TrimSpace(head))] }

// Holds checks that the export has all lines of an earlier export of the same game, unchanged and in their
// order. Errors are a *Flaw.
func (v *Verified) Holds(earlier *Verified) error {
	if v.Game != earlier.Game {
		return flaw("game %s is another one than %s", v.Game, earlier.Game)
	}
	at := 0
	for i, line := range earlier.lines[1 : len(earlier.lines)-1] {
		n := slices.Index(v.lines[at:], line)
		if n < 0 {
			return flaw("line %d of the export of the running game is not in the later one, or not in its place: %s",
				i+2, ledger.Brief(line))
		}
		at += n + 1
	}
	return nil
}

// parsed is a file whose lines are read but not yet checked.
type parsed struct {
	lines  []string
	kinds  []string // the types of the lines
	export exportLine
	game   gameLine
	module moduleLine
	secret secretLine
	rows   []ledger.Step
	rolls  []rollLine
	phases []phaseLine
	end    endLine
}

// parse reads the lines of a file. It refuses a line that would not be written with exactly the same bytes.
func parse(file []byte) (*parsed, error) {
	p, rest := &parsed{}, string(file)
	for rest != "" {
		line, after, whole := strings.Cut(rest, "\n")
		n := len(p.lines) + 1
		if !whole {
			return nil, flaw("the file breaks off in line %d: it was cut off", n)
		}
		var named struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal([]byte(line), &named); err != nil {
			return nil, flaw("line %d is not JSON: %v", n, err)
		}
		if err := p.read(named.Type, line); err != nil {
			return nil, flaw("line %d: %v", n, err)
		}
		p.lines, p.kinds, rest = append(p.lines, line), append(p.kinds, named.Type), after
	}
	last := len(p.lines)
	switch {
	case len(p.kinds) < 2 || p.kinds[0] != "export" || p.kinds[1] != "game":
		return nil, flaw("the file does not begin with the lines of an export and of a game")
	case plain(string(p.export.Game)) != string(p.export.Game):
		return nil, flaw("%q is no name of a game", p.export.Game)
	case p.export.Format != exportFormat:
		return nil, flaw("the file is of format %d, and this program reads %d", p.export.Format, exportFormat)
	case p.kinds[last-1] != "end":
		return nil, flaw("the file ends after line %d without its closing line: it was cut off", last)
	}
	return p, nil
}

// read reads a line by its type.
func (p *parsed) read(kind, line string) error {
	switch kind {
	case "export":
		return decode(line, &p.export)
	case "game":
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
		s, err := l.step(p.export.Game)
		p.rows = append(p.rows, s)
		return err
	case "roll":
		p.rolls = append(p.rolls, rollLine{})
		return decode(line, &p.rolls[len(p.rolls)-1])
	case "phase":
		p.phases = append(p.phases, phaseLine{})
		return decode(line, &p.phases[len(p.phases)-1])
	case "words":
		return decode(line, &wordsLine{})
	case "end":
		return decode(line, &p.end)
	}
	return fmt.Errorf("no line is of the type %q", kind)
}

// decode reads a line into a value, and refuses it where writing the value gives other bytes.
func decode(line string, v any) error {
	if err := json.Unmarshal([]byte(line), v); err != nil {
		return err
	}
	again, err := json.Marshal(v)
	if err == nil && string(again) != line {
		err = fmt.Errorf("it should be written %s", ledger.Brief(string(again)))
	}
	return err
}

// notExported stands for a user whom a row's hash covers.
const notExported = "a user"

// step is the row of the log that a line describes.
func (l rowLine) step(game storage.GameID) (ledger.Step, error) {
	r := storage.Row{Game: game, Seq: l.Seq, CommandID: l.Command, At: time.UnixMicro(l.At).UTC(), By: l.By,
		Sealed: l.By, To: l.To, SealedTo: l.To, Body: []byte(l.Body)}
	if l.StandIn {
		r.Sealed = notExported
	}
	prev, errPrev := hex.DecodeString(l.Prev)
	hash, errHash := hex.DecodeString(l.Hash)
	if errPrev != nil || errHash != nil || len(prev) != len(r.Prev) || len(hash) != len(r.Hash) {
		return ledger.Step{}, errors.New("the row has no hashes")
	}
	r.Prev, r.Hash = storage.Hash(prev), storage.Hash(hash)
	return ledger.ReadStep(r)
}

// checkFoundation checks the module and the secret, and returns the game before its first row.
func (p *parsed) checkFoundation(games modules.Dialects) (*ledger.Game, error) {
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
	def, err := games.Reopen(p.module.Bytes)
	if err != nil {
		return nil, flaw("the module cannot be read: %v", err)
	}
	return &ledger.Game{Stored: storage.Game{ID: p.export.Game, Module: sha256.Sum256(p.module.Bytes), Secret: secret,
		Opened: p.rows[0].At}, Def: def}, nil
}

// compare returns a function that compares the lines as they are made, one after the other, with those of the
// file.
func (p *parsed) compare() func([]byte) error {
	n := 0
	return func(want []byte) error {
		n++
		if n > len(p.lines) {
			return flaw("the file ends after line %d: line %d should be %s", n-1, n, ledger.Brief(string(want)))
		}
		if got := p.lines[n-1]; got != string(want) {
			return flaw("line %d is %s: it should be %s", n, ledger.Brief(got), ledger.Brief(string(want)))
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
	if err := p.checkRounds(v); err != nil {
		return err
	}
	last := uint64(0)
	for _, r := range p.rolls {
		if r.Number <= last {
			return flaw("roll %d comes after roll %d", r.Number, last)
		}
		last = r.Number
	}
	head := hex.EncodeToString(make([]byte, len(storage.Hash{})))
	for _, line := range p.phases {
		head = line.Head
		v.heads[head] = true
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
