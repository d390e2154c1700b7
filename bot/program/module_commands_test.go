package program_test

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/programtest"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// An owner begins an overlay, looks it over, fills it in and looks at the map.
func TestModuleCommands_FromOverlayToMap(t *testing.T) {
	t.Parallel()
	for _, id := range modules.Embedded() {
		t.Run(id, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "modules", id)
			if status, _, stderr := programtest.Command(t, "module", "new", "--from", id, dir); status != 0 {
				t.Fatal(stderr)
			}
			before := clean(t, dir)
			left := map[string]string{"afb": "Estimates are left", "bcs-drill": "Not as printed"}[id]
			if regexp.MustCompile("Estimates are left|Not as printed").FindString(before) != left {
				t.Errorf("as it was begun: %s", before)
			}
			switchOn(t, filepath.Join(dir, "units.yaml"))
			switchOn(t, filepath.Join(dir, "map.yaml"))
			if charts := filepath.Join(dir, "charts.yaml"); hasFile(t, charts) {
				switchOn(t, charts)
			}
			if after := clean(t, dir); strings.Contains(after, "Estimates") || strings.Contains(after, "Not as") {
				t.Errorf("with all lines switched on: %s", after)
			}
			picture := func(name string, flags ...string) (width int, file string) {
				name = filepath.Join(dir, name)
				status, _, stderr := programtest.Command(t, append(append([]string{"module", "render"}, flags...), dir, name)...)
				if status != 0 {
					t.Fatal(stderr)
				}
				text := must.Get(os.ReadFile(name))(t)
				return must.Get(png.DecodeConfig(bytes.NewReader(text)))(t).Width, string(text)
			}
			full, whole := picture("map.png")
			_, bare := picture("bare.png", "--bare")
			small, _ := picture("small.png", "--bare", "--hex", "30")
			if full < 500 || small >= full || whole == bare {
				t.Errorf("the map is %d pixels wide, in small hexes %d; the bare one shows no units: %t", full, small,
					whole != bare)
			}
		})
	}
}

// hasFile reports whether a file is there.
func hasFile(t *testing.T, name string) bool {
	t.Helper()
	_, err := os.Stat(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return err == nil
}

func clean(t *testing.T, dir string) string {
	t.Helper()
	status, stdout, stderr := programtest.Command(t, "module", "lint", dir)
	if status != 0 || stderr != "" {
		t.Fatalf("lint ends with %d\n%s%s", status, stdout, stderr)
	}
	return stdout
}

// switchOn does with a file that was begun what its comments tell an owner.
func switchOn(t *testing.T, name string) {
	t.Helper()
	text := must.Get(os.ReadFile(name))(t)
	off := regexp.MustCompile(`(?m)^#(\S|  )`)
	if !off.Match(text) && !strings.HasSuffix(name, "units.yaml") {
		t.Errorf("%s has nothing to switch on", name)
	}
	programtest.WriteFile(t, name, off.ReplaceAllString(string(text), "$1"))
}

// The commands for owners say what is wrong, and the status tells scripts.
func TestModuleCommands_SayWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	drill, picture := filepath.Join(dir, "drill"), filepath.Join(dir, "map.png")
	programtest.WriteFile(t, filepath.Join(drill, "units.yaml"), "types:\n  red-armour: {full: 8-6}\n  blue-armour: {ful: 8-6}\n")
	status, stdout, stderr := programtest.Command(t, "module", "lint", drill)
	want := filepath.Join(drill, "units.yaml") + ":3:17: unknown field \"ful\": perhaps \"full\" is meant\n"
	if status != 1 || stdout != want || stderr != "" {
		t.Errorf("lint ends with %d and says\n%s%swant\n%s", status, stdout, stderr, want)
	}
	for _, c := range [][]string{
		{"module lint " + filepath.Join(dir, "nowhere"), "nowhere"},
		{"module render " + drill + " " + picture, "units.yaml:3:17"},
		{"module render --scenario waterloo " + drill + " " + picture, "units.yaml:3:17"},
		{"module new --from chess " + filepath.Join(dir, "chess"), "afb, bcs-drill, drill"},
		{"module new --from afb " + filepath.Join(dir, "mine"), filepath.Join("mine", "afb")},
		{"module new --from drill " + drill, "exists"},
		{"module new " + drill, "--from"},
	} {
		status, stdout, stderr := programtest.Command(t, strings.Fields(c[0])...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, c[1]) {
			t.Errorf("%s: %d, want %q, got\n%s%s", c[0], status, c[1], stdout, stderr)
		}
	}
	if _, err := os.Stat(picture); err == nil {
		t.Error("a picture of a module with mistakes")
	}
	programtest.WriteFile(t, filepath.Join(drill, "units.yaml"), "types:\n  red-armour: {full: 8-6-9}\n")
	if status, _, stderr := programtest.Command(t, "module", "render", "--scenario", "waterloo", drill, picture); status != 1 ||
		!strings.Contains(stderr, "waterloo") {
		t.Errorf("an unknown scenario: %d %s", status, stderr)
	}
}

// A true map may have what looks like a slip: lint says where, and that it can be played.
func TestModuleCommands_WarnOfASlip(t *testing.T) {
	t.Parallel()
	drill := filepath.Join(t.TempDir(), "drill")
	programtest.WriteFile(t, filepath.Join(drill, "map.yaml"),
		"ways:\n  - {name: Lane, kind: road, path: [\"1.05\", \"2.05\", \"3.06\"]}\n")
	said := clean(t, drill)
	if want := filepath.Join(drill, "map.yaml") +
		":2:53: warning: Lane stops in hex 3.06"; !strings.HasPrefix(said, want) ||
		!strings.Contains(said, "without mistakes") {
		t.Errorf("want %s and no mistakes, got\n%s", want, said)
	}
}
