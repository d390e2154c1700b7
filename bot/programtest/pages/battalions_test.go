package pages

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
)

// Doing in an empty folder what the walk-through for owners says leads to what it says, and to a playable game.
func TestBattalions_DoneToTheLetter(t *testing.T) {
	page := text(t, "../../../rules/modules/BATTALIONS.md")
	t.Chdir(t.TempDir())
	did := map[string]int{}
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		did[m[1]]++
		switch m[1] {
		case "yaml":
			writes(t, m[2])
		case "console":
			types(t, m[2])
		case "table":
			sits(t, m[2])
		}
	}
	if did["yaml"] < 7 || did["console"] < 4 || did["table"] != 1 {
		t.Errorf("the page has %v", did)
	}
}

// writes writes a block to the file that its first line names, or replaces the end of that file from a key on.
func writes(t *testing.T, block string) {
	t.Helper()
	head, rest, _ := strings.Cut(block, "\n")
	name, from, isEnd := strings.Cut(strings.TrimPrefix(head, "# "), ", from ")
	if isEnd {
		before, _, _ := strings.Cut(text(t, name), "\n"+strings.TrimSuffix(from, " on"))
		block = before + "\n" + rest
	}
	programtest.WriteFile(t, name, block)
}

// types types the commands of a block, each of which must print what stands below it. Hashes are written "…".
func types(t *testing.T, block string) {
	t.Helper()
	for command := range strings.SplitSeq(block, "$ ") {
		line, want, _ := strings.Cut(command, "\n")
		printed := ""
		if args, ours := strings.CutPrefix(line, "go run ./bot "); ours {
			_, stdout, stderr := programtest.Command(t, strings.Fields(args)...)
			printed = stdout + stderr
		} else if line != "" {
			out, err := exec.Command("sh", "-c", line).CombinedOutput()
			if err != nil {
				t.Error(err)
			}
			printed = string(out)
		}
		if got := regexp.MustCompile(`[0-9a-f]{64}`).ReplaceAllString(printed, "…"); got != want {
			t.Errorf("%s prints\n%swant\n%s", line, got, want)
		}
	}
}

// sits plays the lines of a block at a local table with the modules, of which none may be refused.
func sits(t *testing.T, block string) {
	t.Helper()
	s := programtest.SitWith(t, t.TempDir(), []string{"--modules", "modules"})
	s.Open("evening")
	for line := range strings.Lines(block) {
		who, order, _ := strings.Cut(strings.TrimSpace(line), ": ")
		p := map[string]*player.Player{"Anna": s.German, "Boris": s.Soviet}[who]
		if said := s.Say(p, order).Content; strings.Contains(said, "Refused") {
			t.Errorf("%s is answered %q", line, said)
		}
	}
	s.End(t)
}
