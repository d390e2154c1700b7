package program

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// release returns the version of the program, by its build information. The linker's version, if there is one,
// overrides the version that Go derives from tags. The commit is added to either.
func release(linked string, b *debug.BuildInfo) string {
	b = cmp.Or(b, &debug.BuildInfo{})
	settings := map[string]string{}
	for _, s := range b.Settings {
		settings[s.Key] = s.Value
	}
	derived := b.Main.Version
	if derived == "(devel)" || strings.HasPrefix(derived, "v0.0.0-") { // without a tag it is just the commit
		derived = ""
	}
	var parts []string
	if v := cmp.Or(linked, derived); v != "" {
		parts = append(parts, v)
	}
	if commit := settings["vcs.revision"]; commit != "" {
		parts = append(parts, fmt.Sprintf("commit %.12s of %s", commit, settings["vcs.time"]))
	}
	if settings["vcs.modified"] == "true" {
		parts = append(parts, "with changes")
	}
	return cmp.Or(strings.Join(parts, ", "), "of unknown version")
}

// thisRelease returns the version of the running program; linked is the linker's.
func thisRelease(linked string) string {
	b, _ := debug.ReadBuildInfo()
	return release(linked, b)
}
