// Package ics writes events as a calendar file (iCalendar, RFC 5545).
//
//	event := ics.Event{UID: "afb-1-german@grognard", At: deadline, Summary: "Your move"}
//	file := ics.Write("Grognard", now, []ics.Event{event})
//
// A calendar that imports an event with a known UID updates its own event if the revision is higher.
package ics

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Event is an event without a duration.
type Event struct {
	UID         string // identifies the event; stays the same in later files
	Revision    int    // must be higher each time the event is written
	At          time.Time
	Summary     string
	Description string          // may have several lines
	URL         string          // "" for none
	Alarms      []time.Duration // how long before it a calendar should remind its owner
	Cancelled   bool            // it does not take place; such an event should have no alarms
}

// lineLimit is the maximum number of octets in a line, without its end. Longer lines are folded.
const lineLimit = 75

// Write returns a calendar with a name and events, made at a time.
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
		line("DTSTART", utc(e.At)) // without DTEND it ends when it begins
		line("TRANSP", "TRANSPARENT")
		if e.Cancelled {
			line("STATUS", "CANCELLED")
		}
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

// text escapes a value. Control characters are left out.
func text(s string) string {
	s = strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(s)
}

// fold ends a line, and splits one that is too long: continuation lines begin with a space. Characters are never split.
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
