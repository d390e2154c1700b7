package ics_test

import (
	"fmt"
	"strings"
	"time"

	"grognard/bot/ics"
)

func Example() {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	deadline := now.Add(36 * time.Hour)
	event := ics.Event{UID: "afb-1-german@grognard", At: deadline, Summary: "Your move"}
	file := ics.Write("Grognard", now, []ics.Event{event})
	fmt.Println(strings.ReplaceAll(string(file), "\r\n", "\n"))
	// Output:
	// BEGIN:VCALENDAR
	// VERSION:2.0
	// PRODID:-//Grognard//Deadlines//EN
	// CALSCALE:GREGORIAN
	// X-WR-CALNAME:Grognard
	// BEGIN:VEVENT
	// UID:afb-1-german@grognard
	// DTSTAMP:20260301T090000Z
	// SEQUENCE:0
	// DTSTART:20260302T210000Z
	// TRANSP:TRANSPARENT
	// SUMMARY:Your move
	// DESCRIPTION:
	// END:VEVENT
	// END:VCALENDAR
}
