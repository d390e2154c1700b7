// Package ics writes moments as a file that calendars import, by RFC 5545.
//
//	event := ics.Event{UID: "afb-1-german@grognard", At: deadline, Summary: "Your move"}
//	file := ics.Write("Grognard", now, []ics.Event{event})
//
// A calendar that imports an event again whose UID it knows moves it, if its revision is higher.
package ics

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Event is a moment in somebody's calendar.
type Event struct {
	UID         string // the same whenever it is written, and no other event's
	Revision    int    // grows whenever it is written
	At          time.Time
	Summary     string
	Description string          // may have several lines
	URL         string          // "" for none
	Alarms      []time.Duration // how long before it a calendar should say so
}

// lineLimit is how many octets a line may have, without its end. What is longer is folded.
const lineLimit = 75

// Write is a calendar of a name with events, as it stands at a time.
func Write(name string, at time.Time, events []Event) []byte {
	var b strings.Builder
	line := func(property, value string) { b.WriteString(fold(property + ":" + value)) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//Grognard//Deadlines//EN")
	line("CALSCALE", "GREGORIAN")
	line("X-WR-CALNAME", text(name))
	for _, e := range events {
		line("BEGIN", "VEVENT")
		line("UID", text(e.UID))
		line("DTSTAMP", utc(at))
		line("SEQUENCE", fmt.Sprint(e.Revision))
		line("DTSTART", utc(e.At)) // without an end it ends when it begins
		line("TRANSP", "TRANSPARENT")
		line("SUMMARY", text(e.Summary))
		line("DESCRIPTION", text(e.Description))
		if e.URL != "" {
			line("URL", e.URL)
		}
		for _, before := range e.Alarms {
			line("BEGIN", "VALARM")
			line("ACTION", "DISPLAY")
			line("DESCRIPTION", text(e.Summary))
			line("TRIGGER", fmt.Sprintf("-PT%dM", int(before.Minutes())))
			line("END", "VALARM")
		}
		line("END", "VEVENT")
	}
	line("END", "VCALENDAR")
	return []byte(b.String())
}

func utc(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// text is a value as a calendar reads it back. Signs that cannot be printed are left out.
func text(s string) string {
	s = strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(s)
}

// fold ends a line, and parts one that is too long: what goes on in the next line begins with a blank
// there. No character is parted.
func fold(line string) string {
	var b strings.Builder
	room := lineLimit
	for _, r := range line {
		if utf8.RuneLen(r) > room {
			b.WriteString("\r\n ")
			room = lineLimit - 1
		}
		b.WriteRune(r)
		room -= utf8.RuneLen(r)
	}
	return b.String() + "\r\n"
}
