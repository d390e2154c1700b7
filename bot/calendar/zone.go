package calendar

import (
	"cmp"
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"grognard/rules/nearest"
	"grognard/rules/view"
)

//go:embed zones.txt
var zoneList string

// Place is a time zone that players can choose.
type Place struct {
	Name    string   // the IANA name, such as Europe/Berlin
	Country string   // "" for an older spelling
	Part    string   // the part of the country, where it has several zones
	full    string   // Name, for comparing
	city    string   // the last part of full
	nation  string   // Country, for comparing
	also    []string // other words for it; zones with more players have more of them
	words   []string // all words of its line in zones.txt
}

// Zones lists the zones that players can choose.
type Zones struct{ places []Place }

// NewZones reads zones.txt, which is part of the program.
func NewZones() *Zones {
	z := &Zones{}
	for line := range strings.Lines(zoneList) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var f [4]string
		copy(f[:], strings.Split(strings.TrimSpace(line), "|"))
		z.places = append(z.places, Place{Name: f[0], Country: f[1], Part: f[2], full: plain(f[0]),
			city: plain(f[0][strings.LastIndex(f[0], "/")+1:]), nation: plain(f[1]),
			also: strings.Fields(plain(f[3])), words: strings.Fields(plain(strings.Join(f[:], " ")))})
	}
	return z
}

// plain returns a text for comparing: in lower case, without accents, with single spaces for punctuation.
func plain(s string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
	return strings.Join(strings.FieldsFunc(strings.ToLower(bare),
		func(r rune) bool { return strings.ContainsRune(" _/,.-()'’", r) }), " ")
}

// SetZone returns the change that sets the player's zone from now on, by its name or that of its city.
func (c Calendar) SetZone(now time.Time, typed string, zones *Zones) (Change, error) {
	name, err := zones.Named(typed, now)
	if err != nil {
		return Change{}, err
	}
	return c.change(now, OfZone, name)
}

// Named returns the name of the zone that a player has typed, in full or as a city that only one zone has.
func (z *Zones) Named(typed string, at time.Time) (string, error) {
	want := plain(typed)
	var cities []string
	for _, p := range z.places {
		if p.full == want {
			return p.Name, nil
		}
		if p.city == want && p.Country != "" {
			cities = append(cities, p.Name)
		}
	}
	if len(cities) == 1 {
		return cities[0], nil
	}
	if _, isOffset := offset(typed); isOffset {
		if len(z.Search(typed, at)) == 0 {
			return "", mistake(view.T("calendar.no-offset", "zone", view.Typed(typed)))
		}
		return "", mistake(view.T("calendar.offset", "zone", view.Typed(typed), "zones", z.similar(typed, at)))
	}
	return "", mistake(view.T("calendar.no-zone", "zone", view.Typed(typed), "zones", z.similar(typed, at)))
}

// mostLike limits the zones that are suggested for an unknown one.
const mostLike = 6

// similar returns the names of zones that the player may have meant.
func (z *Zones) similar(typed string, at time.Time) []string {
	var names []string
	for _, p := range z.Search(typed, at) {
		names = append(names, p.Name)
	}
	if len(names) > 0 {
		return names[:min(len(names), mostLike)]
	}
	zoneOf := map[string]string{} // names of zones, by words for them
	for _, p := range z.places {
		if p.Country == "" {
			continue
		}
		for _, w := range append([]string{p.full, p.city, plain(p.Country)}, p.also...) {
			if zoneOf[w] == "" || len(p.also) > 0 { // of several zones, one with more players
				zoneOf[w] = p.Name
			}
		}
	}
	for _, w := range nearest.Names(plain(typed), slices.Collect(maps.Keys(zoneOf))) {
		if !slices.Contains(names, zoneOf[w]) {
			names = append(names, zoneOf[w])
		}
	}
	return names
}

// Search lists the zones that match what is typed, in order of preference: words of their cities, countries and
// parts, or their offset from UTC at a time. An empty text matches all, those with most players first.
func (z *Zones) Search(typed string, at time.Time) []Place {
	if shift, isOffset := offset(typed); isOffset {
		return z.ranked(func(p Place) int {
			zone, err := time.LoadLocation(p.Name)
			if err != nil || p.Country == "" && p.Name != "UTC" {
				return 0
			}
			if _, seconds := at.In(zone).Zone(); time.Duration(seconds)*time.Second != shift {
				return 0
			}
			return 1
		})
	}
	want := strings.Fields(plain(typed))
	return z.ranked(func(p Place) int { return p.matchRank(want) })
}

// ranked returns the places with a positive rank, the highest first; among equals those with more players first.
func (z *Zones) ranked(rank func(Place) int) []Place {
	type ranking struct {
		Place
		rank int
	}
	var found []ranking
	for _, p := range z.places {
		if n := rank(p); n > 0 {
			found = append(found, ranking{p, n})
		}
	}
	slices.SortStableFunc(found, func(a, b ranking) int { return cmp.Or(b.rank-a.rank, len(b.also)-len(a.also)) })
	out := make([]Place, len(found))
	for i, f := range found {
		out[i] = f.Place
	}
	return out
}

// How well a place matches what is typed.
const (
	ofOld     = iota + 1 // the place is an older spelling
	ofCountry            // all words are somewhere in the place's line
	ofCity               // the city, or another word for the place, begins with it
	wholly               // it is the name of the city or the country, or a whole other word for the place
)

// matchRank returns how well a place matches words, one of the constants above; 0 is not at all.
func (p Place) matchRank(want []string) int {
	for _, w := range want {
		if !slices.ContainsFunc(p.words, func(has string) bool { return strings.HasPrefix(has, w) }) {
			return 0
		}
	}
	typed, also := strings.Join(want, " "), " "+strings.Join(p.also, " ")+" "
	switch {
	case p.full == typed:
		return wholly
	case p.Country == "" && p.Name != "UTC":
		return ofOld
	case typed == "":
		return ofCountry
	case p.city == typed || p.nation == typed || strings.Contains(also, " "+typed+" "):
		return wholly
	case strings.HasPrefix(p.city, typed) || strings.HasPrefix(p.full, typed) || strings.Contains(also, " "+typed):
		return ofCity
	}
	return ofCountry
}

// ofUTC matches an offset from UTC: UTC+2, GMT-3:30, +05:30.
var ofUTC = regexp.MustCompile(`(?i)^(?:utc|gmt|z)?\s*([+-−])\s*(\d{1,2})(?::?(\d{2}))?$`)

// offset reads an offset from UTC; false if the text is none.
func offset(typed string) (time.Duration, bool) {
	m := ofUTC.FindStringSubmatch(strings.TrimSpace(typed))
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[2])
	minutes, _ := strconv.Atoi(m[3])
	d := time.Duration(hours*60+minutes) * time.Minute
	if m[1] != "+" {
		d = -d
	}
	return d, true
}
