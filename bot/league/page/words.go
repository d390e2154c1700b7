package page

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// The most letters of a player's text on the page, and the most combining marks on one letter.
const (
	mostLetters = 240
	mostMarks   = 3
)

// clean returns a text of a player in one line, without invisible letters and marks that turn the direction of writing.
// If nothing is left it returns otherwise.
func clean(text, otherwise string) string {
	var b strings.Builder
	letters, marks := 0, 0
	for _, r := range strings.Join(strings.Fields(text), " ") {
		const joiner, nonJoiner = '\u200d', '\u200c' // parts of emoji, and of words in some scripts
		switch {
		case r == joiner, r == nonJoiner:
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co):
			continue
		case unicode.Is(unicode.Mn, r):
			if marks++; marks > mostMarks {
				continue
			}
		default:
			marks = 0
		}
		if letters++; letters > mostLetters {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
	}
	text = strings.TrimSpace(b.String())
	if strings.Trim(text, "\u200d\u200c ") == "" {
		return otherwise
	}
	return text
}

// count returns a number with its noun in the singular or plural.
func count(n int, one, other string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + other
}

// half writes a number of half points as points.
func half(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 == 0:
		return strconv.Itoa(n / 2)
	}
	return strconv.Itoa(n/2) + "½"
}

func day(t time.Time) string    { return t.UTC().Format("2\u00a0Jan\u00a02006") }
func moment(t time.Time) string { return t.UTC().Format("2\u00a0Jan\u00a02006, 15:04") }

// how says in words how a game got its result.
func how(word string) string {
	switch word {
	case season.Forfeit:
		return "forfeit"
	case season.Walkover:
		return "a player has left"
	case season.OutOfTime:
		return "not finished in time"
	}
	return clean(word, "")
}

func breakName(b standings.TieBreak) string {
	switch b {
	case standings.HeadToHead:
		return "Head to head"
	case standings.SonnebornBerger:
		return "Sonneborn–\u200bBerger"
	case standings.Buchholz:
		return "Buchholz"
	case standings.Wins:
		return "Wins"
	case standings.Margin:
		return "Margin"
	case standings.Clocks:
		return "Clocks run out"
	}
	return clean(string(b), "?")
}

func breakValue(b standings.TieBreak, n int) string {
	switch b {
	case standings.HeadToHead, standings.Buchholz:
		return half(n)
	case standings.SonnebornBerger: // products of half points
		return strconv.FormatFloat(float64(n)/4, 'f', -1, 64)
	case standings.Margin:
		if n == 0 {
			return "0"
		}
		return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
	case standings.Clocks: // negative, since fewer are better
		return strconv.Itoa(-n)
	}
	return strconv.Itoa(n)
}

func (m maker) format() string {
	text := map[season.Format]string{season.Pools: "Pools: every pair plays twice, with sides exchanged",
		season.Swiss:  "Swiss: " + count(m.Season.Terms.Rounds, "round", "rounds"),
		season.Knock:  "Knock-out: the loser is out",
		season.Ladder: "Ladder with challenges"}[m.Format]
	if m.Season.Terms.PlayOff > 0 && m.Format != season.Knock {
		text += fmt.Sprintf(", then a play-off of the best %d", m.Season.Terms.PlayOff)
	}
	return text
}

func (m maker) stage() string {
	word := map[season.Stage]string{season.SignUps: "open for sign-up", season.Running: "running",
		season.Paused: "paused", season.Cancelled: "cancelled", season.Closed: "over"}[m.Stage]
	if m.Stage == season.Cancelled || m.Stage == season.Closed {
		return word + ", " + day(m.Since)
	}
	return word + " since " + day(m.Since)
}

// terms returns the season's terms in words.
func (m maker) terms() (list []term) {
	t := m.Season.Terms
	add := func(applies bool, name, says string) {
		if applies {
			list = append(list, term{name, says})
		}
	}
	for i, s := range t.Settings {
		name := "Game"
		if len(t.Settings) > 1 {
			name = fmt.Sprint("Game of round ", i+1)
		}
		says := clean(s.Module, "?")
		if s.Scenario != "" {
			says += ", scenario " + clean(s.Scenario, "?")
		}
		if s.Clock != "" {
			says += ", clock " + clean(s.Clock, "?")
		}
		add(true, name, says)
	}
	span := count(t.Days, "day", "days")
	add(m.Format == season.Pools, "Time", span+" for all games")
	add(m.Format != season.Pools, "Time", span+" for each round")
	add(true, "Games at once", fmt.Sprintf("at most %d, fewer if a player wants", t.AtOnce))
	add(true, "First contact", fmt.Sprintf("within %g hours, then a warning; after %g more hours a forfeit",
		t.ContactHours, t.WarningHours))
	add(true, "Unfinished games", map[season.Unfinished]string{
		season.Adjudicated: "decided by the level of victory as it stands",
		season.Unrated:     "count as draws and may be played on", season.Ruling: "an organiser decides"}[t.Unfinished])
	add(true, "Who leaves", map[season.Dropped]string{season.Stand: "results stand, other games are forfeits",
		season.Annul:   "none of the player's games counts",
		season.Replace: "a reserve takes over games that have not begun; others are forfeits"}[t.Dropped])
	add(m.Format == season.Knock || t.PlayOff > 0, "Draws in a knock-out", map[season.Tied]string{
		season.Seed:     "the better seed goes on",
		season.Return:   "a second game with sides exchanged, then the better seed",
		season.Decision: "an organiser decides"}[t.Tied])
	add(m.Format == season.Pools && t.Up > 0, "Promotion",
		count(t.Up, "player changes", "players change")+" places between neighbouring pools")
	add(m.Format == season.Ladder, "Challenges", "up to "+count(t.Above, "place", "places")+" above")
	var breaks []string
	for _, b := range t.TieBreaks {
		breaks = append(breaks, breakName(b))
	}
	add(len(breaks) > 0, "Tie-breaks", strings.Join(breaks, ", then "))
	var organisers []string
	for _, o := range m.Organisers {
		organisers = append(organisers, clean(o, "?"))
	}
	add(len(organisers) > 0, "Organisers", strings.Join(organisers, ", "))
	return list
}
