package transcript_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/bot/transcript"
	"grognard/rules/must"
)

const (
	order      = "aa11bb22cc33dd44ee55ff66aa11bb22cc33dd44ee55ff66aa11bb22cc33dd44"
	head       = "1111111111111111111111111111111111111111111111111111111111111111"
	commitment = "2222222222222222222222222222222222222222222222222222222222222222"
)

// idAt is the identifier of a message that was posted at a time.
func idAt(at time.Time) uint64 { return uint64(at.UnixMilli()-1420070400000) << 22 }

var began = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// copied is a copy of a channel: the opening, two messages that name rounds of one order, the first too late, and a
// phase. Verb is how the tool names the time of an edit.
func copied(edited string) string {
	var all []string
	for i, m := range []struct{ by, text, edited string }{
		{"7", "Dice commitment: `" + commitment + "`", ""},
		{"8", "hello", ""},
		{"7", "bound to **round 500** of the beacon.\n-# Hash of the order: ||grognard k7m2xq4a round 500 " + order + "||", ""},
		{"7", "too late: bound to **round 503** of the beacon. Order: `" + order + "`.", ""},
		{"7", "-# Log: `" + head + "`", ""},
	} {
		at := began.Add(time.Duration(i) * time.Minute)
		all = append(all, fmt.Sprintf(`{"id":"%d","timestamp":%q,%q:null,"content":%q,"author":{"id":%q}}`, idAt(at),
			at.Format(time.RFC3339Nano), edited, m.text, m.by))
	}
	return "[" + strings.Join(all, ",\n") + "]"
}

// read reads a copy.
func read(t *testing.T, file string) *transcript.Log {
	t.Helper()
	return must.Get(transcript.Read([]byte(file)))(t)
}

func idOf(i int) string { return fmt.Sprint(idAt(began.Add(time.Duration(i) * time.Minute))) }

// verified is what verify found in the game's export.
func verified() *proof.Verified {
	return &proof.Verified{Game: "k7m2xq4a", Commitment: commitment, Finished: true, Opened: began.Add(time.Second),
		First: strings.Repeat("4", 64),
		Named: []proof.Naming{{Order: order, Round: 500, Message: idOf(2)}, {Order: order, Round: 503, Message: idOf(3)}}}
}

// TestCompare_WhatTheChannelHas in each of the forms in which tools copy a channel.
func TestCompare_WhatTheChannelHas(t *testing.T) {
	discord, exporter := copied("edited_timestamp"), copied("timestampEdited")
	for name, file := range map[string]string{
		"Discord's API": discord, "DiscordChatExporter": `{"guild":{"id":"1"},"channel":{"id":"2"},"messages":` + exporter + "}",
		"a message a line": strings.Trim(strings.ReplaceAll(discord, ",\n", "\n"), "[]"), "a byte order mark": "\ufeff" + discord,
		"pages of messages": "[" + discord + ",[]]", "edits unknown": strings.ReplaceAll(discord, `"edited_timestamp":null,`, ""),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := read(t, file).Compare(verified())
			if err != nil || got.Named != 2 || got.Missing != 0 || got.Unedited == (name == "edits unknown") ||
				!got.Commitment || got.Heads != 0 {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestCompare_Tampering: each way to change what named a round is found, and said in one line.
func TestCompare_Tampering(t *testing.T) {
	file := copied("edited_timestamp")
	other := strings.Replace(order, "aa", "ab", 1)
	for name, c := range map[string]struct{ old, new, want string }{
		"edited":           {idOf(2) + `","timestamp":"2026-11-26T12:02:00Z","edited_timestamp":null`, idOf(2) + `","timestamp":"2026-11-26T12:02:00Z","edited_timestamp":"2026-11-26T12:02:09Z"`, "was edited at 2026-11-26T12:02:09Z: the bot edits none"},
		"another time":     {"2026-11-26T12:03:00Z", "2026-11-26T12:02:40Z", "is of 2026-11-26T12:02:40Z in the copy"},
		"another round":    {"round 503", "round 504", "does not name round 503"},
		"part of a number": {"round 503", "round 5030", "does not name round 503"},
		"another order":    {"k7m2xq4a round 500 " + order, "k7m2xq4a round 500 " + other, "does not have the hash of order"},
		"deleted":          {idOf(3), fmt.Sprint(idAt(began.Add(200 * time.Second))), "it was deleted, or never there"},
		"one more by the bot": {`"hello","author":{"id":"8"}`, "\"grognard k7m2xq4a round 499 " + order + "\",\"author\":{\"id\":\"7\"}",
			"names round 499 for order aa11bb22cc33…, and the log does not"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(file, c.old) {
				t.Fatalf("%s is not in the copy", c.old)
			}
			_, err := read(t, strings.Replace(file, c.old, c.new, 1)).Compare(verified())
			var flaw *api.Flaw
			if !errors.As(err, &flaw) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, not %s", err, c.want)
			}
		})
	}
}

// TestCompare_Witnesses: what the bot posted must be in the export, and what somebody else posted is named.
func TestCompare_Witnesses(t *testing.T) {
	of := func(by string, bot bool) *transcript.Log {
		file := strings.Replace(copied("edited_timestamp"), `"hello","author":{"id":"8"}`,
			fmt.Sprintf(`"see grognard k7m2xq4a turn 2 %s","author":{"id":%q,"bot":%t}`, head, by, bot), 1)
		return read(t, file)
	}
	if got, err := of("8", false).Compare(verified()); err != nil || len(got.Strange) != 1 ||
		!strings.Contains(got.Strange[0], "by user 8: no row has the hash") {
		t.Errorf("by a player: %+v, %v", got, err)
	}
	if _, err := of("7", true).Compare(verified()); err == nil || !strings.Contains(err.Error(), "has a hash that the export lacks") {
		t.Errorf("by the bot: %v", err)
	}
	line := "proof: ||grognard k7m2xq4a turn 1 " + strings.Repeat("5", 64) + "||" // as games are opened today
	other := strings.Replace(copied("edited_timestamp"), "Dice commitment: `"+commitment+"`", line, 1)
	if _, err := read(t, other).Compare(verified()); err == nil || !strings.Contains(err.Error(), "has a hash that the export lacks") {
		t.Errorf("an opening with another first row: %v", err)
	}
	bare := verified() // without a beacon, the bot is known by any hash that is right
	bare.Named = nil
	right := strings.NewReplacer("-# Log: `"+head, "grognard k7m2xq4a turn 1 "+bare.First, `"author":{"id":"7"}`,
		`"author":{"id":"7","bot":true}`).Replace(other)
	if _, err := read(t, right).Compare(bare); err == nil || !strings.Contains(err.Error(), "has a hash that the export lacks") {
		t.Errorf("an opening with another first row, without a beacon: %v", err)
	}
	webhook := func(text string) string {
		return `"hello","author":{"id":"9","bot":true}},
{"id":"` + fmt.Sprint(idAt(began.Add(90*time.Second))) + `","timestamp":"2026-11-26T12:01:30Z","edited_timestamp":null,"content":"` +
			text + ` grognard k7m2xq4a turn 0 ` + head + `","author":{"id":"9","bot":true}`
	}
	for _, text := range []string{"grognard k7m2xq4a turn 1 " + verified().First, commitment} {
		file := strings.Replace(copied("edited_timestamp"), `"hello","author":{"id":"8"}`, webhook(text), 1)
		if got, err := read(t, file).Compare(verified()); err != nil || len(got.Strange) == 0 {
			t.Errorf("by a webhook that copies %s: %+v, %v", text, got, err)
		}
	}
	late := strings.NewReplacer("Dice commitment: `"+commitment, "nothing", "-# Log: `"+head, commitment).Replace(copied("edited_timestamp"))
	if got, err := read(t, late).Compare(verified()); err != nil || len(got.Strange) != 1 ||
		!strings.Contains(got.Strange[0], "opened the game after its first round") {
		t.Errorf("an opening that was posted anew: %+v, %v", got, err)
	}
	opened := verified()
	opened.Module = order
	file := strings.Replace(copied("edited_timestamp"), commitment, commitment+" "+opened.Module, 1)
	if _, err := read(t, file).Compare(opened); err == nil || !strings.Contains(err.Error(), "does not have the hash of the export's first row") {
		t.Errorf("another opening: %v", err)
	}
}

// TestCompare_OtherChannels and parts of a channel.
func TestCompare_OtherChannels(t *testing.T) {
	l := read(t, copied("edited_timestamp"))
	if _, err := l.Compare(&proof.Verified{Game: "other", Commitment: strings.Repeat("3", 64)}); err == nil ||
		!strings.Contains(err.Error(), "no message of game other") {
		t.Errorf("of another game: %v", err)
	}
	rematch := strings.Replace(copied("edited_timestamp"), `"hello","author":{"id":"8"}`,
		`"grognard other444 round 499 `+order+`","author":{"id":"7"}`, 1)
	if _, err := read(t, rematch).Compare(verified()); err != nil {
		t.Errorf("an order of another game in the channel: %v", err)
	}
	moved := verified()
	moved.Moved = true
	moved.Named[0].Message = fmt.Sprint(idAt(began.Add(150 * time.Second)))
	if got, err := l.Compare(moved); err != nil || got.Missing != 1 || got.Proved() {
		t.Errorf("a game that was moved: %+v, %v", got, err)
	}
	running := verified()
	running.Finished, running.Named = false, running.Named[:1]
	newer := strings.Replace(copied("edited_timestamp"), "too late: bound", "grognard k7m2xq4a round 503 "+order+" bound", 1)
	if _, err := read(t, newer).Compare(running); err != nil {
		t.Errorf("an export that is older than the copy: %v", err)
	}
	late := verified()
	late.Named = append(late.Named, proof.Naming{Order: order, Round: 600, Message: idOf(9)})
	if got, err := l.Compare(late); err != nil || got.Missing != 1 || got.Named != 2 {
		t.Errorf("made before the last message: %+v, %v", got, err)
	}
	for name, file := range map[string]string{"no JSON": "hello", "empty": "", "no messages": "[]", "a number": "7",
		"half": copied("edited_timestamp")[:200], "lists in lists": `{"messages":[{"messages":` + copied("edited_timestamp") + "}]}", "no times": `[{"id":"7","content":"x"}]`,
		"no identifiers": `[{"timestamp":"2026-11-26T12:02:00Z"}]`} {
		if _, err := transcript.Read([]byte(file)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
