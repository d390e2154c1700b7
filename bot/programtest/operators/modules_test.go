package operators

import (
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/programtest"
)

// The program offers the modules in the modules folder. A game opened with one goes on with it when the folder no
// longer has it or has a broken one.
func TestModulesFolder_GamesOutliveIt(t *testing.T) {
	t.Parallel()
	data, own := t.TempDir(), t.TempDir()
	programtest.WriteFile(t, filepath.Join(own, "drill", "game.yaml"), "title: The Owner's Drill\n")
	programtest.WriteFile(t, filepath.Join(own, "afb", "units.yaml"), "types: {german-inf-div: {full: 8-9}}\n")
	s := programtest.SitWith(t, data, []string{"--modules", own})
	s.Open("broken")
	titles := map[any]string{}
	for _, c := range s.Suggest(s.German, "/game new module:") {
		titles[c.Value] = c.Name
	}
	if _, played := titles["afb"]; played || titles["drill"] != "The Owner's Drill" {
		t.Errorf("offered are %v", titles)
	}
	s.Says(s.German, "/game new module:afb", "mistakes")
	s.Open("owners")
	s.Says(s.German, "/game new module:drill", "The Owner's Drill")
	s.End(t)
	if said := s.Stderr.String(); strings.Count(said, "has mistakes") != 1 ||
		!strings.Contains(said, filepath.Join(own, "afb", "units.yaml")+":1:32: ") {
		t.Errorf("the log says\n%s", said)
	}
	programtest.WriteFile(t, filepath.Join(own, "drill", "game.yaml"), "title: [The, Drill]\n")
	for name, flags := range map[string][]string{"a broken module": {"--modules", own}, "no folder": nil} {
		t.Run(name, func(t *testing.T) {
			again := programtest.SitWith(t, data, flags)
			again.Channel = s.Channel
			again.Says(again.German, "/game status", "The Owner's Drill", "**changed by its owner: 1 other rule**")
			again.End(t)
		})
	}
}
