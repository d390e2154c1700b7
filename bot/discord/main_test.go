package discord_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain has more tests at work than there are processors: most of the time each waits, for
// the disk and for what it sends to come back.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
