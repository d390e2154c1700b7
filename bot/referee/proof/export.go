package proof

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/replay"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// exportVersion is the version of exports; see EXPORT.md.
const exportVersion = 1

// baseFormat stands under "format" where "version" is missing: so the program just before the base wrote exportVersion.
const baseFormat = 2

// The lines of an export, each by its type. Their fields are described in EXPORT.md.
type (
	exportLine struct {
		Type     string         `json:"type"` // export
		Version  int            `json:"version,omitempty"`
		Format   int            `json:"format,omitempty"` // baseFormat in place of a version, or 0
		Game     storage.GameID `json:"game"`
		Finished bool           `json:"finished"`
		First    string         `json:"first"` // the hash of the first row
	}
	gameLine struct {
		Type       string              `json:"type"` // game
		Game       storage.GameID      `json:"game"`
		Module     string              `json:"module"` // its identifier
		Hash       string              `json:"hash"`   // of the module's bytes
		Commitment string              `json:"commitment"`
		Rulings    int                 `json:"rulings"`
		Beacon     *ledger.BeaconTerms `json:"beacon,omitempty"`
	}
	moduleLine struct {
		Type  string `json:"type"` // module
		Bytes []byte `json:"bytes"`
	}
	secretLine struct {
		Type   string `json:"type"` // secret
		Secret string `json:"secret"`
	}
	rowLine struct {
		Type    string `json:"type"` // row
		Seq     uint64 `json:"seq"`
		Command string `json:"command"`
		At      int64  `json:"at"`
		By      string `json:"by"`
		To      string `json:"to,omitempty"`
		Prev    string `json:"prev"`
		Hash    string `json:"hash"`
		Body    string `json:"body"`
	}
	rollLine struct {
		Type   string `json:"type"` // roll
		Number uint64 `json:"number"`
		Faces  []int  `json:"faces,omitempty"`
		Order  string `json:"order"` // the hash of the order

		Round     uint64 `json:"round,omitempty"` // of the beacon
		Signature string `json:"signature,omitempty"`
		Message   string `json:"message,omitempty"` // the message that named the round
	}
	phaseLine struct {
		Type  string     `json:"type"` // phase
		Turn  int        `json:"turn"`
		Side  order.Side `json:"side,omitempty"`
		Phase string     `json:"phase,omitempty"`
		Over  bool       `json:"over,omitempty"`
		Head  string     `json:"head"` // the hash of the row that the report is about
	}
	wordsLine struct {
		Type  string     `json:"type"` // words
		Words []seatWord `json:"words"`
	}
	endLine struct {
		Type  string `json:"type"` // end
		Head  string `json:"head"` // zeros where a running game has posted none
		Lines int    `json:"lines"`
	}
)

type seatWord struct {
	Side order.Side `json:"side"`
	Word string     `json:"word"`
}

// ExportGame returns the lines of a game's export, made from all its rows (steps), and the game's table. module has the
// bytes of the module as the store keeps them for the game.
func ExportGame(ctx context.Context, kept storage.Game, def *modules.Definition, module []byte,
	steps []ledger.Step) ([]byte, api.Table, error) {
	last := &ledger.Game{Stored: kept, Def: def}
	if err := replay.Open(last, nil, steps); err != nil {
		return nil, api.Table{}, err
	}
	var lines bytes.Buffer
	l := exportWriter{Game: &ledger.Game{Stored: kept, Def: def}, module: module, finished: last.Over,
		version: exportVersion, line: func(line []byte) error {
			lines.Write(append(line, '\n'))
			return ctx.Err()
		}}
	rows := make([]storage.Row, len(steps))
	for i, s := range steps {
		rows[i] = s.Row
	}
	err := l.writeAll(rows, ledger.LastReport(steps), func(i int) (ledger.Step, error) { return steps[i], nil })
	return lines.Bytes(), tables.Of(last), err
}

// exportWriter makes the lines of an export. Verify makes them again from the rows of an export and compares
// each with the line in the file: that checks everything that is not checked row by row.
type exportWriter struct {
	*ledger.Game
	module   []byte
	finished bool
	version  int                // in the first line
	format   int                // in place of the version
	check    *checker           // checks the rows of a file; nil for rows from the store, which checks them itself
	line     func([]byte) error // takes each finished line, without its line feed

	lines  int
	posted storage.Hash // the last hash that was posted
}

func (l *exportWriter) writeLine(v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	l.lines++
	return l.line(raw)
}

// writeAll writes all lines. In a running game what was told is written for the rows up to told, and for later rows
// that were announced. step decodes row i: one at a time, because all bodies together take much memory.
func (l *exportWriter) writeAll(rows []storage.Row, told uint64, step func(i int) (ledger.Step, error)) error {
	for i := range rows {
		s, err := step(i)
		if err != nil {
			return err
		}
		account, err := l.takeRow(s)
		if err != nil {
			return err
		}
		if s.Seq == 1 {
			if err := l.writeHead(s); err != nil {
				return err
			}
		}
		if l.finished {
			r := s.Row
			if err := l.writeLine(rowLine{"row", r.Seq, r.CommandID, r.At.UnixMicro(), r.Sealed, r.SealedTo,
				hex.EncodeToString(r.Prev[:]), hex.EncodeToString(r.Hash[:]), string(r.Body)}); err != nil {
				return err
			}
		}
		if p := s.Body.Result(); l.finished || s.Seq <= told || p != nil && p.Announced {
			if err := l.writeTold(s, account); err != nil {
				return err
			}
		}
	}
	return l.writeEnd(rows[len(rows)-1].Hash)
}

// writeHead writes the lines before those of the rows.
func (l *exportWriter) writeHead(genesis ledger.Step) error {
	o := genesis.Body.Opened
	err := l.writeLine(exportLine{"export", l.version, l.format, l.Stored.ID, l.finished, l.First})
	if err == nil {
		err = l.writeLine(gameLine{"game", l.Stored.ID, o.Module, o.Hash, o.Commitment, o.Rulings, o.Beacon})
	}
	if err == nil && l.finished {
		err = l.writeLine(moduleLine{"module", l.module})
	}
	if err == nil && l.finished {
		err = l.writeLine(secretLine{"secret", hex.EncodeToString(l.Stored.Secret)})
	}
	return err
}

// takeRow checks a row, applies it to the game and returns what was told of it. The first row sets the game up.
func (l *exportWriter) takeRow(s ledger.Step) (account view.Account, err error) {
	if err := l.check.before(l.Game, s); err != nil {
		return account, err
	}
	if l.Match == nil {
		if s.Body.Opened == nil {
			return account, fmt.Errorf("game %s does not begin with its opening", l.Stored.ID)
		}
		return account, replay.Open(l.Game, nil, []ledger.Step{s})
	}
	before := clocks.NewBasis(l.Game)
	was := before.Standing
	if account, err = replay.Apply(l.Game, s.Seq, s.Body); err != nil {
		return account, fmt.Errorf("row %d: %w", s.Seq, err)
	}
	if err := l.check.after(l.Game, s, was); err != nil {
		return account, err
	}
	replay.Follow(l.Game, s)
	l.Over = l.Match.Standing().Over
	return account, l.check.clocks(l.Game, s, before)
}

// writeTold writes what everybody was told of a row beside its account: its rolls, and its hash where that was posted.
func (l *exportWriter) writeTold(s ledger.Step, account view.Account) error {
	open := map[uint64]bool{} // the rolls whose faces everybody was told
	for _, told := range account.Public() {
		if len(told.Dice) > 0 {
			open[uint64(told.Roll)] = true
		}
	}
	if p := s.Body.Result(); p != nil {
		hash := sha256.Sum256(p.Asked)
		for _, roll := range p.Record.Rolls() {
			line := rollLine{Type: "roll", Number: roll.Number, Order: hex.EncodeToString(hash[:])}
			if b := s.Body.Bound; b != nil {
				line.Round, line.Signature, line.Message = b.Round, b.Signature, b.Message
			}
			if open[roll.Number] {
				line.Faces = roll.Faces
			}
			if err := l.writeLine(line); err != nil {
				return err
			}
		}
	}
	if s.Body.Salt == "" { // its hash was not posted
		return nil
	}
	l.posted = s.Hash
	if s.Body.Opened != nil { // its hash stands in the first line
		return nil
	}
	now := l.Match.Standing()
	line := phaseLine{Type: "phase", Turn: now.Turn, Over: now.Over, Head: hex.EncodeToString(s.Hash[:])}
	if !now.Over {
		line.Side, line.Phase = now.Phase.Side, now.Phase.Name
	}
	return l.writeLine(line)
}

// writeEnd writes the last lines. head is the hash of the last row; a running game has the last posted hash instead.
func (l *exportWriter) writeEnd(head storage.Hash) error {
	if l.finished {
		line := wordsLine{Type: "words"}
		for _, s := range l.Seats {
			line.Words = append(line.Words, seatWord{s.Side, s.Word})
		}
		if err := l.writeLine(line); err != nil {
			return err
		}
		l.posted = head
	}
	return l.writeLine(endLine{"end", hex.EncodeToString(l.posted[:]), l.lines + 1})
}
