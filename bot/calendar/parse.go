package calendar

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"grognard/rules/view"
)

// ofDay matches a time of day: 22, 22:00, 22.30, 22h30, 2230, 10pm, 10:30 pm.
var ofDay = regexp.MustCompile(`^(\d{1,2}?)(?:\s*[:.h]\s*|)(\d{2})?\s*([ap])?\.?m?\.?$`)

// ReadTime reads a time of day as players write it, in minutes since midnight.
func ReadTime(typed string) (int, error) {
	word := strings.ToLower(strings.TrimSpace(typed))
	switch word {
	case "midnight":
		return 0, nil
	case "noon", "midday":
		return 12 * 60, nil
	}
	word = strings.TrimSuffix(strings.TrimSuffix(word, " o'clock"), "h")
	m := ofDay.FindStringSubmatch(word)
	if m == nil || m[3] == "" && strings.HasSuffix(word, "m") {
		return 0, mistake(view.T("calendar.no-time", "time", view.Typed(typed)))
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	switch {
	case m[3] != "" && (hour < 1 || hour > 12), hour > 24, minute > 59, hour == 24 && minute > 0:
		return 0, mistake(view.T("calendar.no-time", "time", view.Typed(typed)))
	case m[3] == "p":
		hour = hour%12 + 12
	case m[3] == "a":
		hour %= 12
	}
	return (hour*60 + minute) % minutesOfDay, nil
}

// between matches what separates the two times of a night.
var between = regexp.MustCompile(`\s*(?:-|–|—|\bto\b|\buntil\b|\btill\b|/)\s*`)

// ReadNight reads a night: 22:00-07:00, from 10pm to 7am, 22-7, or off.
func ReadNight(typed string) (Night, error) {
	word := strings.ToLower(strings.TrimSpace(typed))
	switch word {
	case noNight, "none", "no", "never":
		return Night{}, nil
	}
	times := between.Split(strings.TrimPrefix(word, "from "), -1)
	if len(times) != 2 {
		return Night{}, mistake(view.T("calendar.no-night", "night", view.Typed(typed)))
	}
	return NightOf(times[0], times[1])
}

// NightOf reads a night from the times at which it begins and ends.
func NightOf(from, until string) (n Night, err error) {
	if n.From, err = ReadTime(from); err != nil {
		return Night{}, err
	}
	if n.Until, err = ReadTime(until); err != nil {
		return Night{}, err
	}
	if n.None() {
		return Night{}, mistake(view.T("calendar.empty-night", "time", Clock(n.From)))
	}
	return n, nil
}

// The forms of a date: 2026-12-20; 20.12. and 20.12.2026; 20 Dec and Dec 20, with or without a year.
var (
	isoDate     = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`)
	dotDate     = regexp.MustCompile(`^(\d{1,2})\.\s*(\d{1,2})\.?\s*(\d{4})?$`)
	dayOfMonth  = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:of\s+)?([a-z]{3,9})\.?,?\s*(\d{4})?$`)
	monthAndDay = regexp.MustCompile(`^([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})?$`)
	inDays      = regexp.MustCompile(`^(?:in|for|\+)?\s*(\d{1,3})\s*(d|days?|w|weeks?)$`)
	withTime    = regexp.MustCompile(`^(.*?\S)(?:\s+at\s+|\s*[tT,]\s*|\s+)(\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]m)?|noon|midnight)$`)
)

// ReadFrom reads when a vacation begins, in the player's zone: a date or a number of days from now, with or
// without a time of day. Without one a day begins at midnight, and today begins now.
func ReadFrom(typed string, now time.Time, zone *time.Location) (time.Time, error) {
	m, err := readMoment(typed, now, now, zone)
	if err != nil {
		return time.Time{}, err
	}
	if !m.timed && m.date.Equal(dateIn(zone, now)) {
		return now, nil
	}
	return m.instantIn(zone), nil
}

// ReadUntil reads when a vacation that begins at from ends: at the end of a date, at a time of day on a date,
// or a number of days after from.
func ReadUntil(typed string, from, now time.Time, zone *time.Location) (time.Time, error) {
	m, err := readMoment(typed, from, now, zone)
	if err != nil {
		return time.Time{}, err
	}
	if !m.timed {
		m.date = m.date.AddDate(0, 0, 1)
	}
	return m.instantIn(zone), nil
}

// moment is a date and a time of day, in local time.
type moment struct {
	date  time.Time     // its midnight, as if it were UTC
	clock time.Duration // the time of day, since midnight
	timed bool          // whether a time of day was given
}

// instantIn returns the first instant at which a zone's clocks show the moment.
func (m moment) instantIn(zone *time.Location) time.Time {
	first, _ := instants(m.date.Add(m.clock), zone)
	return first
}

// dateIn returns the date in a zone at an instant, as its midnight in UTC.
func dateIn(zone *time.Location, t time.Time) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// readMoment reads a date, or a number of days after since.
func readMoment(typed string, since, now time.Time, zone *time.Location) (moment, error) {
	word, today := strings.ToLower(strings.TrimSpace(typed)), dateIn(zone, now)
	if m := inDays.FindStringSubmatch(word); m != nil {
		n := number(m[1])
		if m[2][0] == 'w' {
			n *= 7
		}
		local := since.In(zone)
		return moment{dateIn(zone, since).AddDate(0, 0, n),
			time.Duration(local.Hour()*60+local.Minute()) * time.Minute, true}, nil
	}
	if date, ok := readDate(word, today); ok {
		return moment{date: date}, nil
	}
	if parts := withTime.FindStringSubmatch(word); parts != nil {
		date, ok := readDate(parts[1], today)
		if minute, err := ReadTime(parts[2]); ok && err == nil {
			return moment{date, time.Duration(minute) * time.Minute, true}, nil
		}
	}
	return moment{}, mistake(view.T("calendar.no-date", "date", view.Typed(typed)))
}

// readDate reads a date, as its midnight in UTC. A date without a year is the next one from today on.
func readDate(word string, today time.Time) (time.Time, bool) {
	switch word {
	case "today", "now":
		return today, true
	case "tomorrow":
		return today.AddDate(0, 0, 1), true
	}
	for n := range 7 {
		date := today.AddDate(0, 0, n+1)
		if name := strings.ToLower(date.Weekday().String()); word == name || word == name[:3] || word == "next "+name {
			return date, true
		}
	}
	if m := isoDate.FindStringSubmatch(word); m != nil {
		return dateOf(m[3], number(m[2]), m[1], today)
	}
	if m := dotDate.FindStringSubmatch(word); m != nil {
		return dateOf(m[1], number(m[2]), m[3], today)
	}
	if m := dayOfMonth.FindStringSubmatch(word); m != nil {
		return dateOf(m[1], monthOf(m[2]), m[3], today)
	}
	if m := monthAndDay.FindStringSubmatch(word); m != nil {
		return dateOf(m[2], monthOf(m[1]), m[3], today)
	}
	return time.Time{}, false
}

// dateOf returns the date of these numbers, and whether there is one. Without a year it is the next one from today on.
func dateOf(day string, month int, year string, today time.Time) (time.Time, bool) {
	y := today.Year()
	if year != "" {
		y = number(year)
	}
	date := time.Date(y, time.Month(month), number(day), 0, 0, 0, 0, time.UTC)
	if year == "" && date.Before(today) {
		date = time.Date(y+1, time.Month(month), number(day), 0, 0, 0, 0, time.UTC)
	}
	return date, int(date.Month()) == month && date.Day() == number(day)
}

// number converts digits that a regular expression has matched.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// monthOf returns the month with a name or the beginning of a name, 0 for none.
func monthOf(name string) int {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), name) || name == "sept" && m == time.September {
			return int(m)
		}
	}
	return 0
}
