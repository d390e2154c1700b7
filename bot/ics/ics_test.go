package ics

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"grognard/rules/must"

	"pgregory.net/rapid"
)

var independent = flag.Bool("icaljs", false, "read a file with ical.js, from npm")

// sample has characters that must be escaped and lines that must be folded.
func sample() []byte {
	at := time.Date(2026, 11, 23, 6, 8, 7, 0, time.UTC)
	return Write("Grognard: deadlines", at, []Event{
		{UID: "a1b2-german@grognard", Revision: 77,
			At:          time.Date(2026, 11, 26, 23, 30, 0, 0, time.FixedZone("", -6*3600)),
			Summary:     "Autumn for Barbarossa: a retreat, rule 9.2; 2 hexes",
			URL:         "https://discord.com/channels/1200000000000000001/1200000000000000002",
			Description: "The Germans owe step losses at 12.13\\14.13.\nДвадцать пять 25 Pz Rgt, 1 Kav Bde и ещё много слов, чтобы строка стала длинной.",
			Alarms:      []time.Duration{24 * time.Hour, 2 * time.Hour}},
		{UID: "c3d4-blue@grognard", Revision: 1, At: time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC),
			Summary: "Drill: Blue movement"},
		{UID: "e5f6-red@grognard", Revision: 3600, At: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC),
			Summary: "Drill: Red combat", Cancelled: true},
	})
}

func TestAFile(t *testing.T) {
	want := must.Get(os.ReadFile(filepath.Join("testdata", "sample.ics")))(t)
	if got := sample(); !bytes.Equal(got, want) {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}

// Whatever the text of an event: no line is too long, no character is split, every line ends as the standard requires,
// and unfolding and unescaping restores the text.
func TestFolding(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.StringOfN(rapid.RuneFrom([]rune("a\\,;: \nд好🜂\u0301")), 0, 300, -1).Draw(t, "said")
		file := Write("n", time.Unix(0, 0), []Event{{UID: "u", Description: said}})
		if !utf8.Valid(file) {
			t.Fatal("a character is parted")
		}
		lines := strings.Split(string(file), "\r\n")
		for _, line := range lines {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
				t.Fatalf("the line %q has %d octets", line, len(line))
			}
		}
		if lines[len(lines)-1] != "" {
			t.Fatal("the last line does not end")
		}
		got := ""
		for line := range strings.SplitSeq(strings.ReplaceAll(string(file), "\r\n ", ""), "\r\n") {
			if value, ok := strings.CutPrefix(line, "DESCRIPTION:"); ok {
				got = strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n").Replace(value)
			}
		}
		if got != said {
			t.Fatalf("%q comes back as %q", said, got)
		}
	})
}

// Control characters are left out of a file, because they could start a new property.
func TestControlCharacters(t *testing.T) {
	t.Parallel()
	file := string(Write("n", time.Unix(0, 0), []Event{{UID: "u", Summary: "a\r\nATTACH:file\x00\x1b\xff", URL: ""}}))
	if !strings.Contains(file, "\r\nSUMMARY:a\\nATTACH:file\r\n") {
		t.Errorf("the file is %q", file)
	}
}

// reader prints how an independent parser reads a file.
const reader = `
const fs = require('fs'), ICAL = (m => m.default || m)(require('ical.js'));
for (const part of new ICAL.Component(ICAL.parse(fs.readFileSync(process.argv[2], 'utf8'))).getAllSubcomponents('vevent')) {
  const e = new ICAL.Event(part);
  console.log([e.uid, e.sequence, e.startDate.toJSDate().toISOString(), e.endDate.toJSDate().toISOString(), e.summary, e.description,
    part.getFirstPropertyValue('url') || '', part.getFirstPropertyValue('status') || '', part.getFirstPropertyValue('dtstamp').toJSDate().toISOString(),
    ...part.getAllSubcomponents('valarm').map(a => a.getFirstPropertyValue('trigger').toSeconds())].map(v => JSON.stringify(v)).join(' '));
}`

// An independent parser reads the intended event.
func TestIndependentParser(t *testing.T) {
	if !*independent {
		t.Skip("without -icaljs")
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"sample.ics": sample(), "read.js": []byte(reader)} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	run := func(name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "ical.js@2.2.1")
	const want = `"a1b2-german@grognard" 77 "2026-11-27T05:30:00.000Z" "2026-11-27T05:30:00.000Z" "Autumn for Barbarossa: a retreat, rule 9.2; 2 hexes" "The Germans owe step losses at 12.13\\14.13.\nДвадцать пять 25 Pz Rgt, 1 Kav Bde и ещё много слов, чтобы строка стала длинной." "https://discord.com/channels/1200000000000000001/1200000000000000002" "" "2026-11-23T06:08:07.000Z" -86400 -7200
"c3d4-blue@grognard" 1 "2026-12-31T23:59:59.000Z" "2026-12-31T23:59:59.000Z" "Drill: Blue movement" "" "" "" "2026-11-23T06:08:07.000Z"
"e5f6-red@grognard" 3600 "2026-11-30T12:00:00.000Z" "2026-11-30T12:00:00.000Z" "Drill: Red combat" "" "" "CANCELLED" "2026-11-23T06:08:07.000Z"
`
	if got := run("node", "read.js", "sample.ics"); got != want {
		t.Errorf("it reads\n%s\nwant\n%s", got, want)
	}
}
