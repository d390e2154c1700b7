package workshop_test

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/workshop"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// A module whose tables are not printed ones is begun with blank ones: they change nothing as they stand, and can all
// be switched on.
func TestBegin_BlankTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bcs-drill")
	var out strings.Builder
	must.Do(t, workshop.Begin("bcs-drill", dir, &out))
	if !strings.Contains(out.String(), "units.yaml, map.yaml and charts.yaml say") {
		t.Errorf("told is %q", &out)
	}
	ships := must.Get(rules.Modules().Load("bcs-drill"))(t)
	laid := func() *modules.Definition {
		d, _, err := rules.Modules().Folder(modules.Folder{ID: "bcs-drill", Where: dir, Files: os.DirFS(dir)})
		must.Do(t, err)
		return d
	}
	digest := func(d *modules.Definition) any { return d.Own.Digest()[0] }
	if d := laid(); digest(d) != digest(ships) {
		t.Error("the files change the game as they stand")
	}
	file := filepath.Join(dir, modules.InCharts)
	text := must.Get(os.ReadFile(file))(t)
	on := regexp.MustCompile(`(?m)^#  `).ReplaceAllString(string(text), "  ")
	must.Do(t, os.WriteFile(file, []byte(on), 0o644))
	if d := laid(); digest(d) == digest(ships) || strings.Count(on, "unknown") < 30 {
		t.Errorf("the blank tables do nothing:\n%s", on)
	}
}

// A module without tables is no mistake: lint says which are missing, and in which file.
func TestLint_MissingTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bcs-drill")
	must.Do(t, os.Mkdir(dir, 0o755))
	lint := func(charts string) string {
		must.Do(t, os.WriteFile(filepath.Join(dir, modules.InCharts), []byte(charts), 0o644))
		var out strings.Builder
		if clean, err := workshop.Lint(dir, &out); err != nil || !clean {
			t.Fatalf("%v: %s", err, &out)
		}
		return out.String()
	}
	out := lint("origin: ~\ntables: {snafu: ~, barrage: ~}\nsupport: ~\n")
	for _, want := range []string{"Missing in charts.yaml: table snafu.\n", "Missing in charts.yaml: table barrage.\n",
		"Missing in charts.yaml: the Action Rating of Support.\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if strings.Contains(out, "table combat") {
		t.Errorf("a table that is there is missing:\n%s", out)
	}
	if out := lint("tables: {snafu: ~}\n"); !strings.Contains(out, "Missing in charts.yaml: table snafu.\n") ||
		!strings.Contains(out, "Not as printed: table combat (our own tables).\n") {
		t.Errorf("of our own tables is told\n%s", out)
	}
}

// Other modules are begun without charts.
func TestBegin_NoTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drill")
	must.Do(t, workshop.Begin("drill", dir, io.Discard))
	if _, err := os.Stat(filepath.Join(dir, modules.InCharts)); err == nil {
		t.Error("there is a charts.yaml")
	}
}

// What a new overlay says of counters is written as the series of its module writes them.
func TestBegin_CountersOfTheSeries(t *testing.T) {
	for id, want := range map[string]string{"drill": `says "reduced: ~"`, "bcs-drill": `says "move: ~"`} {
		dir := filepath.Join(t.TempDir(), id)
		must.Do(t, workshop.Begin(id, dir, io.Discard))
		text := must.Get(os.ReadFile(filepath.Join(dir, "units.yaml")))(t)
		if head := string(text); !strings.Contains(head, want) || strings.Count(head, `: ~"`) != 1 ||
			strings.Contains(head, "estimate") != (id == "drill") {
			t.Errorf("%s is begun with\n%s", id, head)
		}
	}
}
