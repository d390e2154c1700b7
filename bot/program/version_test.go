package program

import (
	"runtime/debug"
	"testing"
)

func TestRelease_FromLinkerAndBuild(t *testing.T) {
	built := func(derived string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: derived}, Settings: settings}
	}
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "930cad41e5b7a6c0d2f18a44e3b0a4a1e8c2d7f6"}
	when := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-23T09:03:11Z"}
	dirty := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	clean := debug.BuildSetting{Key: "vcs.modified", Value: "false"}
	const untagged, tagged = "v0.0.0-20261123090311-930cad41e5b7+dirty", "v0.8.1-0.20261123090311-930cad41e5b7"
	const at = "commit 930cad41e5b7 of 2026-11-23T09:03:11Z"
	for _, c := range []struct {
		name, linked string
		build        *debug.BuildInfo
		want         string
	}{
		{"no build information", "", nil, "of unknown version"},
		{"no build information but the linker's word", "v0.8.0", nil, "v0.8.0"},
		{"go run", "", built("(devel)"), "of unknown version"},
		{"a container", "v0.8.0-3-g930cad4", built("(devel)"), "v0.8.0-3-g930cad4"},
		{"go install of a tag", "", built("v0.8.0"), "v0.8.0"},
		{"go build in a clone", "", built("v0.8.0", commit, when, clean), "v0.8.0, " + at},
		{"go build without tags", "", built(untagged, commit, when, dirty), at + ", with changes"},
		{"go build after a tag", "", built(tagged, commit, when, clean), tagged + ", " + at},
	} {
		if got := release(c.linked, c.build); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
