package program

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"grognard/bot/beacon"
	"grognard/bot/referee/proof"
	"grognard/bot/simulate"
	"grognard/rules"
)

// verifyFlags are the flags of the command verify.
type verifyFlags struct {
	Head  []string `placeholder:"HASH" sep:"none" help:"A hash that was posted in the channel, or a line of /dice head, as often as you like: each export of a game that is over must have it, or the only export."`
	Files []string `arg:"" name:"file" help:"Exports, as JSON lines or with gzip (.gz). Where there are several of a game, those of the time when it was under way must be in the others."`
}

// The exit statuses of verify: the worst of all files counts.
const (
	allRight     = 0
	somethingOff = 1 // a file is wrong, or cannot be read
	notAllProved = 2 // nothing is wrong, but something can be neither confirmed nor refuted
)

// verify checks exports. For each it prints a few lines about what was checked, or one line about the first mistake.
func verify(f verifyFlags, out io.Writer) (status int, err error) {
	heads, err := parseHeads(f.Head)
	if err != nil {
		return somethingOff, err
	}
	var all []*proof.Verified
	for _, name := range f.Files {
		file, err := readExport(name)
		if err != nil {
			return somethingOff, err
		}
		v, wrong := proof.Verify(file, rules.Modules())
		var fixed string
		if wrong == nil && (v.Finished || len(f.Files) == 1) {
			fixed, wrong = fixedBy(v, heads)
		}
		for i := 0; i < len(all) && wrong == nil; i++ {
			if earlier, later := byTime(all[i], v); earlier != nil {
				wrong = later.Holds(earlier)
			}
		}
		switch {
		case wrong != nil:
			status = somethingOff
			_, err = fmt.Fprintf(out, "%s: WRONG: %v\n", name, wrong)
		case v.Unchecked():
			all, status = append(all, v), cmp.Or(status, notAllProved)
			_, err = fmt.Fprintf(out, "%s: NOT ALL CHECKED: %s\n", name, report(v)+fixed)
		default:
			all = append(all, v)
			_, err = fmt.Fprintf(out, "%s: right: %s\n", name, report(v)+fixed)
		}
		if err != nil {
			return somethingOff, err
		}
	}
	return status, nil
}

// parseHeads reads the hashes that somebody has kept.
func parseHeads(texts []string) (heads []proof.Head, err error) {
	for _, text := range texts {
		h, err := proof.ParseHead(text)
		if err != nil {
			return nil, fmt.Errorf("--head: %w", err)
		}
		heads = append(heads, h)
	}
	return heads, nil
}

// fixedBy says which rows each kept hash proves, a line for each.
func fixedBy(v *proof.Verified, heads []proof.Head) (lines string, err error) {
	for _, h := range heads {
		rows, err := v.Fixes(h)
		if err != nil {
			return "", err
		}
		if rows.Last == 0 {
			lines += fmt.Sprintf("\n  the hash %s stands among those that were posted", h.Hash)
		} else {
			lines += fmt.Sprintf("\n  the hash %s proves rows %d to %d", h.Hash, rows.First, rows.Last)
		}
	}
	return lines, nil
}

// byTime orders two exports of a game by time; the earlier one was made while the game was under way. It returns nil if
// they are of different games, or both were made after the end.
func byTime(a, b *proof.Verified) (earlier, later *proof.Verified) {
	switch {
	case a.Game != b.Game || a.Finished && b.Finished:
		return nil, nil
	case a.Finished || !b.Finished && b.Rolls+b.Phases < a.Rolls+a.Phases:
		return b, a
	}
	return a, b
}

// report says what was checked.
func report(v *proof.Verified) string {
	var b strings.Builder
	if !v.Finished {
		fmt.Fprintf(&b, "%s, game %s, under way\n  as everybody was told: %d rolls, %d reports of phases\n", v.Title,
			v.Game, v.Rolls, v.Phases)
		b.WriteString(beaconReport(v))
		b.WriteString("  its dice can be checked when it is over; keep this file until then, and verify both together")
		return b.String() + mustBePosted(v)
	}
	fmt.Fprintf(&b, "%s, game %s, over on turn %d", v.Title, v.Game, v.Standing.Turn)
	if v.Ending != "" {
		fmt.Fprintf(&b, ", %s", v.Ending)
	}
	fmt.Fprintf(&b,
		"\n  %d rows in one chain, %d rolls as the secret and the words give them, %d reports of phases\n",
		v.Rows, v.Rolls, v.Phases)
	b.WriteString(beaconReport(v))
	fmt.Fprintf(&b, "  %d commands of the rules decided anew", v.Orders)
	if v.Older != 0 {
		fmt.Fprintf(&b, " by revision %d of the rulings, though the game began with revision %d", rules.Revision, v.Older)
	}
	if v.Doubtful == 0 {
		b.WriteString(", each with the same outcome to the byte")
	} else {
		fmt.Fprintf(&b, "\n  chain and dice hold, and rows that differ are not proved: %d", v.Doubtful)
	}
	for _, d := range v.Doubts {
		fmt.Fprintf(&b, "\n    row %d: %s", d.Row, d.What)
	}
	if n := v.Doubtful - len(v.Doubts); n > 0 {
		fmt.Fprintf(&b, "\n    and %d more", n)
	}
	if v.StandIns > 0 {
		fmt.Fprintf(&b,
			"\n  %d rows, up to row %d, are sealed with the users who gave them, who are not exported: no hash proves what these rows say",
			v.StandIns, v.LastOfOld)
	}
	return b.String() + mustBePosted(v)
}

// mustBePosted says what the reader has to compare with the message that opened the game.
func mustBePosted(v *proof.Verified) string {
	words := "\n  the message that opened the game must say: commitment " + v.Commitment
	if v.First != "" {
		words += ", first row " + v.First
	}
	return words
}

// beaconReport says which beacon the dice depended on, "" for none.
func beaconReport(v *proof.Verified) string {
	if v.Beacon == "" {
		return ""
	}
	whose := "drand's quicknet"
	if v.Beacon != beacon.Quicknet().Hash {
		whose = "A BEACON THAT IS NOT DRAND'S QUICKNET, but chain " + v.Beacon
	}
	words := fmt.Sprintf("  %d rounds of %s, each with its true signature, and named in time\n", v.Rounds, whose)
	if v.Without > 0 {
		words += fmt.Sprintf("  %d orders whose dice fell without a round, as both players had agreed\n", v.Without)
	}
	if v.Late > 0 {
		words += fmt.Sprintf(
			"  %d messages that named a round too late, each followed by one that names a later round:\n"+
				"  look in the channel whether no other message had named the first round in time\n", v.Late)
	}
	if v.Void > 0 {
		words += fmt.Sprintf("  %d accepted orders of which nothing came, because a newer program refused them: its rulings are not checked here\n", v.Void)
	}
	return words
}

// maxExport is the maximum size of an export, in bytes.
const maxExport = 64 << 20

// readExport reads an export, compressed with gzip or not.
func readExport(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from := bufio.NewReader(file)
	var all io.Reader = from
	if mark, _ := from.Peek(2); bytes.Equal(mark, []byte{0x1f, 0x8b}) {
		if all, err = gzip.NewReader(from); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	data, err := io.ReadAll(io.LimitReader(all, maxExport+1))
	if err == nil && len(data) > maxExport {
		err = errors.New("too large for an export")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// simulateFlags are the flags of the command simulate.
type simulateFlags struct {
	Module   string `placeholder:"ID" default:"afb" help:"The game (${default})."`
	Scenario string `placeholder:"ID" help:"Its scenario; the first one without it."`
	Seed     uint64 `placeholder:"N" help:"The same number gives the same game (${default})." default:"1"`
	Turns    int    `placeholder:"N" default:"1" help:"Turns to play (${default}); then a player resigns, or both agree to a draw."`
	Running  bool   `help:"Leave the game under way, and export what everybody was told."`
	Out      string `required:"" placeholder:"FILE" help:"File to write, such as game.jsonl."`
}

// play plays a random game and writes its export.
func play(ctx context.Context, f simulateFlags) error {
	if f.Turns < 1 {
		return errors.New("a game has a turn at least: --turns 1")
	}
	export, err := simulate.Play(ctx, simulate.Options{Module: f.Module, Scenario: f.Scenario, Seed: f.Seed,
		Turns: f.Turns, Running: f.Running})
	if err != nil {
		return err
	}
	return os.WriteFile(f.Out, export.Lines, 0o644)
}
