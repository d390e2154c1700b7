// Package seasons has the tests of seasons with the whole program as a process, which is killed where a round ends.
package seasons
