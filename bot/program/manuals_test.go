package program

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"grognard/bot/config"
	"grognard/rules/must"
)

func text(t *testing.T, path string) string {
	t.Helper()
	b := must.Get(os.ReadFile(path))(t)
	return string(b)
}

// parses holds a command line of a manual or of a file that ships to be one that the program takes.
func parses(t *testing.T, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, " #")
	var c cli
	if _, _, err := parse(&c, strings.Fields(line), Environment{Stdout: io.Discard, Stderr: io.Discard}); err != nil {
		t.Errorf("grognard %s: %v", line, err)
	}
}

var (
	manualLine = regexp.MustCompile("(?m)^    (?:docker compose exec grognard )?grognard (.*)$|`grognard ((?:backup|check|restore|doctor|module|health)[^`]*)`")
	startLine  = regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/grognard (.*)$`)
	metricName = regexp.MustCompile(`grognard_[a-z_]+`)
	configKey  = regexp.MustCompile("`([a-z_]+): [^`]*`")
)

// The operators' manual names commands, metrics and keys that there are.
func TestManual_NamesWhatThereIs(t *testing.T) {
	manual := text(t, "../OPERATING.md")
	lines := manualLine.FindAllStringSubmatch(manual, -1)
	if len(lines) < 8 {
		t.Errorf("%d commands", len(lines))
	}
	for _, l := range lines {
		if l[1]+l[2] != "restore" { // the manual also speaks of it by its name alone
			parses(t, strings.NewReplacer("FILE", "file", "DIR", "dir").Replace(l[1]+l[2]))
		}
	}
	source := ""
	for _, name := range []string{"../metrics/metrics.go", "../metrics/readings.go"} {
		source += text(t, name)
	}
	for _, name := range metricName.FindAllString(manual, -1) {
		base := strings.TrimSuffix(strings.TrimPrefix(name, "grognard_"), "_bucket")
		if !strings.Contains(source, strconv.Quote(base)) {
			t.Errorf("there is no %s", name)
		}
	}
	var keys map[string]any
	must.Do(t, yaml.Unmarshal([]byte(text(t, "../../config.example.yaml")), &keys))
	for _, k := range configKey.FindAllStringSubmatch(manual, -1) {
		if _, ok := keys[k[1]]; !ok {
			t.Errorf("there is no key %s", k[1])
		}
	}
}

// typed finds what pages have after the program's name, in code and in lines of code.
var typed = regexp.MustCompile("(?m)(?:^    .*?|`)go run \\./bot( [^`\n]*)?(?:`|$)")

// Whatever a page of the repository has the reader type after the program's name can be typed.
func TestPages_CommandLinesCanBeTyped(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		for _, m := range typed.FindAllStringSubmatch(text(t, path), -1) {
			line, _, _ := strings.Cut(m[1], "  #")
			found[line] = true
			parses(t, strings.NewReplacer("FILE", "file", "DIR", "dir", "ID", "id", `\|`, "|").Replace(strings.TrimSpace(line)))
		}
		return nil
	})
	if err != nil || len(found) < 20 {
		t.Errorf("%d command lines were found, %v", len(found), err)
	}
}

// Every line that the program logs as a warning or an error stands in the manual, by its beginning.
func TestManual_HasEveryLineOfTheLog(t *testing.T) {
	manual, found := text(t, "../OPERATING.md"), 0
	lines := regexp.MustCompile("(?m)^\\|((?: `[^`]+`,?)+) \\| (?:info|warn|error|any)").FindAllStringSubmatch(manual, -1)
	var begin []string
	for _, l := range lines {
		for _, b := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(l[1], -1) {
			begin = append(begin, b[1])
		}
	}
	used := map[string]bool{}
	must.Do(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			line, level := logged(n)
			if line == "" {
				return true
			}
			found++
			known := false
			for _, b := range begin {
				if strings.HasPrefix(line, b) {
					known, used[b] = true, true
				}
			}
			if !known && level != "Info" && level != "Debug" {
				t.Errorf("%v: the table of lines in OPERATING.md lacks %q", files.Position(n.Pos()), line)
			}
			return true
		})
		return nil
	}))
	if found < 40 {
		t.Errorf("%d lines were found", found)
	}
	for _, b := range begin {
		if !used[b] && b != "discordgo reports" { // whose level is discordgo's
			t.Errorf("no line begins with %q any more", b)
		}
	}
}

// logged is the message of a call that logs, and its level.
func logged(n ast.Node) (line, level string) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", ""
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	by := ""
	switch x := method.X.(type) {
	case *ast.Ident:
		by = x.Name
	case *ast.SelectorExpr:
		by = x.Sel.Name
	}
	said, ok := call.Args[0].(*ast.BasicLit)
	if level = method.Sel.Name; !ok || said.Kind != token.STRING || !strings.EqualFold(by, "log") &&
		!strings.EqualFold(by, "logger") {
		return "", ""
	}
	switch level {
	case "Debug", "Info", "Warn", "Error":
		line, _ = strconv.Unquote(said.Value)
	}
	return line, level
}

// The unit starts the program as it can be started, in the folder that systemd makes, and systemd
// finds nothing wrong with it.
func TestUnit_StartsTheProgram(t *testing.T) {
	const file = "../deploy/grognard.service"
	unit := text(t, file)
	start := startLine.FindStringSubmatch(unit)
	if start == nil {
		t.Fatal("nothing is started")
	}
	parses(t, start[1])
	for _, want := range []string{"\nType=notify\n", "\nWatchdogSec=", "\nRestart=always\n", "\nDynamicUser=yes\n",
		"\nStateDirectory=grognard\n", "\nNoNewPrivileges=yes\n", "\nProtectSystem=strict\n",
		"--data /var/lib/grognard"} {
		if !strings.Contains(unit, want) {
			t.Errorf("the unit lacks %q", want)
		}
	}
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze")
	}
	self, err := os.Executable() // the program is not installed here
	must.Do(t, err)
	copied := filepath.Join(t.TempDir(), "grognard.service")
	must.Do(t, os.WriteFile(copied, []byte(strings.ReplaceAll(unit, "/usr/local/bin/grognard", self)), 0o600))
	if said, err := exec.CommandContext(t.Context(), tool, "verify", copied).CombinedOutput(); err != nil ||
		len(said) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, said)
	}
}

// The compose file and the image start the program as it can be started, and it answers on the port
// that is let through.
func TestContainer_StartsTheProgram(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Command     []string
			Ports       []string
			ReadOnly    bool `yaml:"read_only"`
			Restart     string
			Volumes     []string
			CapDrop     []string `yaml:"cap_drop"`
			SecurityOpt []string `yaml:"security_opt"`
			Build       struct {
				Context string
				Args    map[string]string
			}
		}
	}
	must.Do(t, yaml.Unmarshal([]byte(text(t, "../deploy/compose.yaml")), &compose))
	s := compose.Services["grognard"]
	parses(t, strings.Join(s.Command, " "))
	if len(s.Ports) != 1 || s.Ports[0] != "127.0.0.1:9187:9187" || len(s.Command) != 2 ||
		s.Command[1] != "0.0.0.0:9187" {
		t.Errorf("the program answers at %v, and %v is let through", s.Command, s.Ports)
	}
	if !s.ReadOnly || len(s.CapDrop) != 1 || s.CapDrop[0] != "ALL" || len(s.SecurityOpt) != 1 ||
		s.Restart != "unless-stopped" || len(s.Volumes) != 1 || s.Volumes[0] != "grognard:/data" {
		t.Errorf("the container is %+v", s)
	}
	dockerfile := text(t, filepath.Join("../deploy", s.Build.Context, "Dockerfile"))
	health := regexp.MustCompile(`HEALTHCHECK .* CMD \["grognard", "(\w+)"\]`).FindStringSubmatch(dockerfile)
	if health == nil || !strings.Contains(dockerfile, `ENTRYPOINT ["grognard"]`) ||
		!strings.Contains(dockerfile, "ARG VERSION") {
		t.Fatalf("the image has no entry point, health check or version:\n%s", dockerfile)
	}
	parses(t, health[1])
	// Both look for the games in the volume.
	env := func(key string) string { return map[string]string{"XDG_DATA_HOME": "/data", "DISCORD_TOKEN": "t"}[key] }
	if c, err := config.Read(config.Flags{}, env); err != nil || c.Data != "/data/grognard" ||
		!strings.Contains(dockerfile, "ENV XDG_DATA_HOME=/data") {
		t.Errorf("the games are in %s, %v", c.Data, err)
	}
}
