package calendar

import (
	"archive/zip"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/rules/view"
)

// A zone that is listed must be known to Go, and one that Go knows must be listed if it names a place.
func TestTheListOfZonesIsGos(t *testing.T) {
	z := NewZones()
	var names []string
	for _, p := range z.places {
		if _, err := time.LoadLocation(p.Name); err != nil {
			t.Error(err)
		}
		names = append(names, p.Name)
	}
	root := must.Get(exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output())(t) // a trimmed test has forgotten it
	r := must.Get(zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip")))(t)
	defer r.Close()
	for _, f := range r.File {
		if n := f.Name; strings.Contains(n, "/") && !strings.HasSuffix(n, "/") && !strings.HasPrefix(n, "Etc/") &&
			!slices.Contains(names, n) {
			t.Errorf("%s is not listed", n)
		}
	}
}

func TestZonesAreFoundByWords(t *testing.T) {
	z, summer, winter := NewZones(), instant(t, "2026-07-01 00:00 +0000"), instant(t, "2026-12-01 00:00 +0000")
	for _, tt := range []struct {
		typed string
		at    time.Time
		first string
	}{
		{"berl", winter, "Europe/Berlin"}, {"Germany", winter, "Europe/Berlin"}, {"munich", winter, "Europe/Berlin"},
		{"new york", winter, "America/New_York"},
		{"New_Y", winter, "America/New_York"}, {"america/new", winter, "America/New_York"},
		{"EST", winter, "America/New_York"}, {"cet", winter, "Europe/Berlin"},
		{"US", winter, "America/Chicago"}, {"pst", winter, "America/Los_Angeles"},
		{"san fran", winter, "America/Los_Angeles"}, {"tokyo", winter, "Asia/Tokyo"},
		{"lord", winter, "Australia/Lord_Howe"}, {"norway", winter, "Europe/Oslo"}, {"utc", winter, "UTC"},
		{"UTC+9", winter, "Asia/Tokyo"},
		{"+05:30", winter, "Asia/Kolkata"}, {"GMT-5", winter, "America/New_York"},
		{"GMT-5", summer, "America/Chicago"}, {"utc+0", winter, "Europe/London"},
		{"US/Eastern", winter, "US/Eastern"},
		{"São Paulo", winter, "America/Sao_Paulo"}, {"Zürich", winter, "Europe/Zurich"},
		{"Bogotá", winter, "America/Bogota"}, {"Reykjavík", winter, "Atlantic/Reykjavik"},
		{"Asunción", winter, "America/Asuncion"}, {"Cancún", winter, "America/Cancun"},
		{"Mérida", winter, "America/Merida"}, {"Chișinău", winter, "Europe/Chisinau"},
		{"India", winter, "Asia/Kolkata"}, {"Niger", winter, "Africa/Niamey"},
	} {
		if got := z.Search(tt.typed, tt.at); len(got) == 0 || got[0].Name != tt.first {
			t.Errorf("%q finds %v first, not %s", tt.typed, got[:min(3, len(got))], tt.first)
		}
	}
	if got := z.Search("", winter); len(got) < 100 || len(got[0].also) == 0 {
		t.Errorf("nothing typed finds %d, %v first", len(got), got[0])
	}
}

func TestZonesAreNamed(t *testing.T) {
	z, now := NewZones(), instant(t, "2026-12-01 00:00 +0000")
	for _, tt := range []struct{ typed, name, refused, near string }{
		{"Europe/Berlin", "Europe/Berlin", "", ""}, {"europe/berlin", "Europe/Berlin", "", ""}, {"Berlin",
			"Europe/Berlin", "", ""}, {"new york", "America/New_York", "", ""},
		{"america/argentina/buenos aires", "America/Argentina/Buenos_Aires", "", ""}, {"utc", "UTC", "", ""},
		{"Asia/Calcutta", "Asia/Calcutta", "", ""},
		{"Europe/Berln", "", "calendar.no-zone", "Europe/Berlin"},
		{"Munich", "", "calendar.no-zone", "Europe/Berlin"}, {"Germany", "", "calendar.no-zone", "Europe/Berlin"},
		{"CET", "", "calendar.no-zone", "Europe/Berlin"}, {"Tokio", "", "calendar.no-zone", "Asia/Tokyo"},
		{"UTC+2", "", "calendar.offset", "Europe/Helsinki"},
		{"UTC+25", "", "calendar.no-offset", ""}, {"", "", "calendar.no-zone", "Europe/Berlin"},
		{"../../etc/passwd", "", "calendar.no-zone", ""},
		{"Local", "", "calendar.no-zone", ""},
	} {
		name, err := z.Named(tt.typed, now)
		if name != tt.name || idOf(err) != tt.refused {
			t.Errorf("%q: %q, %v", tt.typed, name, err)
		}
		if m := (&view.Mistake{}); tt.near != "" &&
			(!errors.As(err, &m) || !slices.Contains(m.Why.Args[3].([]string), tt.near)) {
			t.Errorf("%q: %v does not name %s", tt.typed, err, tt.near)
		}
	}
}
