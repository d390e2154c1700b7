package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

// version is set by the linker where the program is built without its repository, as in a container.
var version string

// release says which program this is, as its build knows it. The linker's word, where there is one, counts before the
// version that Go derives from tags, and the commit stands beside either.
func release(linked string, b *debug.BuildInfo) string {
	if b == nil {
		return cmp.Or(linked, "of unknown version")
	}
	settings := map[string]string{}
	for _, s := range b.Settings {
		settings[s.Key] = s.Value
	}
	derived := b.Main.Version
	if derived == "(devel)" { // as "go run" and tests say
		derived = ""
	}
	is := cmp.Or(linked, derived, "of unknown version")
	if commit := settings["vcs.revision"]; commit != "" {
		is += fmt.Sprintf(", commit %.12s of %s", commit, settings["vcs.time"])
	}
	if settings["vcs.modified"] == "true" {
		is += ", with changes"
	}
	return is
}

// thisRelease is the one that runs.
func thisRelease() string {
	b, _ := debug.ReadBuildInfo()
	return release(version, b)
}
