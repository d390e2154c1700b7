package discordtest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package with more of them at work than there are processors: most of the time each waits,
// for the disk and for what it sends to come back. Garbage is collected less often than in the program, as a tenth of
// the time went there.
func Main(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
