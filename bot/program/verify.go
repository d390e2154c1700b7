package program

import (
	"bufio"
	"bytes"
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
	Head  []string `placeholder:"HASH" help:"A hash that was posted in the channel, such as the last one: each export of a game that is over must have it, or the only export."`
	Files []string `arg:"" name:"file" help:"Exports, as JSON lines or with gzip (.gz). Where there are several of a game, those of the time when it was under way must be in the others."`
}

// verify checks exports. For each it prints a few lines about what was checked, or one line about the first mistake.
func verify(f verifyFlags, out io.Writer) (right bool, err error) {
	right = true
	var all []*proof.Verified
	for _, name := range f.Files {
		file, err := readExport(name)
		if err != nil {
			return false, err
		}
		v, wrong := proof.Verify(file, rules.Modules())
		for _, head := range f.Head {
			if wrong == nil && (v.Finished || len(f.Files) == 1) && !v.Posted(head) {
				wrong = fmt.Errorf(
					"no row has the hash %s that was posted: rows are missing, or it is of another game",
					head)
			}
		}
		for i := 0; i < len(all) && wrong == nil; i++ {
			if earlier, later := byTime(all[i], v); earlier != nil {
				wrong = later.Holds(earlier)
			}
		}
		if wrong != nil {
			right = false
			_, err = fmt.Fprintf(out, "%s: WRONG: %v\n", name, wrong)
		} else {
			all = append(all, v)
			_, err = fmt.Fprintf(out, "%s: right: %s\n", name, report(v))
		}
		if err != nil {
			return false, err
		}
	}
	return right, nil
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
	commitment := fmt.Sprintf("\n  the commitment %s must be the one that was posted when the game was opened",
		v.Commitment)
	if !v.Finished {
		fmt.Fprintf(&b, "%s, game %s, under way\n  as everybody was told: %d rolls, %d reports of phases\n", v.Title,
			v.Game, v.Rolls, v.Phases)
		b.WriteString(beaconReport(v))
		b.WriteString("  its dice can be checked when it is over; keep this file until then, and verify both together")
		return b.String() + commitment
	}
	fmt.Fprintf(&b, "%s, game %s, over on turn %d", v.Title, v.Game, v.Standing.Turn)
	if v.Ending != "" {
		fmt.Fprintf(&b, ", %s", v.Ending)
	}
	fmt.Fprintf(&b,
		"\n  %d rows in one chain, %d rolls as the secret and the words give them, %d reports of phases\n",
		v.Rows, v.Rolls, v.Phases)
	b.WriteString(beaconReport(v))
	if v.Older != 0 {
		fmt.Fprintf(&b,
			"  it was played by revision %d of the rulings, and this program has %d: its chain, its dice and its facts are right,\n"+
				"  and its %d commands were not decided anew", v.Older, rules.Revision, v.Orders)
	} else {
		fmt.Fprintf(&b, "  %d commands of the rules decided anew, each with the same outcome to the byte", v.Orders)
	}
	if v.StandIns > 0 {
		fmt.Fprintf(&b,
			"\n  %d rows are sealed with the users who gave them, who are not exported: the seals of these rows could not be checked", v.StandIns)
	}
	return b.String() + commitment
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
