package config

import (
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"grognard/rules/must"

	"github.com/goccy/go-yaml"
)

// The example file names every key, and its values are the defaults.
func TestExampleIsTheDefaults(t *testing.T) {
	const example = "../../config.example.yaml"
	var c Config
	must.Do(t, c.load(example))
	if !reflect.DeepEqual(c, Defaults()) {
		t.Errorf("the example says %+v, the program %+v", c, Defaults())
	}
	text := must.Get(os.ReadFile(example))(t)
	var keys map[string]any
	must.Do(t, yaml.Unmarshal(text, &keys))
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		key := f.Tag.Get("yaml")
		if _, ok := keys[key]; !ok {
			t.Errorf("the example has no %s", key)
		}
		if !strings.Contains(string(text), ".\n"+key+":") {
			t.Errorf("no comment stands before %s", key)
		}
	}
}

// A mistake in a configuration file is reported with its line, unquoted: the next line may be the token.
func TestConfigurationMistakes(t *testing.T) {
	const token = "MTE1.secret.token"
	for name, s := range map[string]struct{ text, want string }{
		"unknown key":     {"token: " + token + "\ntokn: a\n", "line 2: there is no such key as tokn"},
		"no such level":   {"token: " + token + "\nlog: loud\n", "log must be debug"},
		"no such format":  {"token: " + token + "\nlog_format: xml\n", "line 2: log_format must be text or json"},
		"not a mapping":   {"- token\n", "line 1"},
		"a key twice":     {"guild: a\nguild: b\n", "[2:1]"},
		"no shards":       {"token: " + token + "\nshards: 0\n", "line 2: shards must be auto or a whole number from 1"},
		"odd shards":      {"token: " + token + "\nshards: many\n", "auto"},
		"a list, no text": {"token: " + token + "\nguild: [a]\n", "line 2: guild"},
	} {
		path := filepath.Join(t.TempDir(), "grognard.yaml")
		write(t, path, s.text)
		c := Defaults()
		err := c.load(path)
		if err == nil || !strings.Contains(err.Error(), s.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), token) {
			t.Errorf("%s: the error shows the token: %v", name, err)
		}
	}
}

func TestShards(t *testing.T) {
	for text, want := range map[string]Shards{"shards: auto\n": 0, "shards: 3\nshard_ids: [0, 2]\n": 3,
		"shards: \"4\"\n": 4} {
		path := filepath.Join(t.TempDir(), "grognard.yaml")
		write(t, path, text)
		c := Defaults()
		if err := c.load(path); err != nil || c.Shards != want || want == 3 &&
			!reflect.DeepEqual(c.ShardIDs, []int{0, 2}) {
			t.Errorf("%q is read as %d shards, %v: %v", text, c.Shards, c.ShardIDs, err)
		}
	}
}

// Flags override the file, and the environment's token overrides the file's.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "grognard.yaml")
	write(t, path, "token: filed\nguild: \"7\"\ndata: /filed\nmodules: /own\nstyle: dark\nlog: debug\nlog_format: json\nstatus: \":9187\"\n")
	empty := filepath.Join(t.TempDir(), "empty.yaml")
	write(t, empty, "# nothing\n")
	env := func(pairs ...string) func(string) string {
		return func(key string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == key {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	// but is the defaults with another token, address, folder and beacon; filed is the content of the file.
	but := func(c Config) Config {
		d := Defaults()
		d.Token, d.API, d.Data = c.Token, c.API, c.Data
		if c.Beacon != nil {
			d.Beacon = c.Beacon
		}
		d.API = c.API
		return d
	}
	filed := func(token, data, modules string) Config {
		d := but(Config{Token: token, Data: data})
		d.Guild, d.Modules, d.Style, d.Log, d.LogFormat, d.Status = "7", modules, "dark", slog.LevelDebug, LogJSON,
			":9187"
		return d
	}
	other := filepath.Join(t.TempDir(), "other.yaml")
	write(t, other, "token: filed\nbeacon: [https://beacon.example]\n")
	none := filepath.Join(t.TempDir(), "none.yaml")
	write(t, none, "token: filed\nbeacon: []\n")
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.yaml")
	write(t, elsewhere, "token: filed\napi: http://127.0.0.1:8787\n")
	more := filepath.Join(t.TempDir(), "more.yaml")
	write(t, more, "token: filed\nlimits: {pictures: 99}\n")
	pictures := but(Config{Token: "filed", Data: "/typed"})
	pictures.Limits.Pictures = 99
	for name, s := range map[string]struct {
		flags Flags
		env   func(string) string
		want  Config
	}{
		"file": {Flags{File: path}, nobody, filed("filed", "/filed", "/own")},
		"empty file": {Flags{File: empty, Data: "/typed"}, env("DISCORD_TOKEN", "set"),
			but(Config{Token: "set", Data: "/typed"})},
		"flag":        {Flags{File: path, Data: "/typed", Modules: "/mine"}, nobody, filed("filed", "/typed", "/mine")},
		"environment": {Flags{File: path}, env("DISCORD_TOKEN", "set"), filed("set", "/filed", "/own")},
		"beacon": {Flags{File: other, Data: "/typed"}, nobody,
			but(Config{Token: "filed", Data: "/typed", Beacon: []string{"https://beacon.example"}})},
		"limits": {Flags{File: more, Data: "/typed"}, nobody, pictures},
		"no beacon": {Flags{File: none, Data: "/typed"}, nobody,
			but(Config{Token: "filed", Data: "/typed", Beacon: []string{}})},
		"elsewhere": {Flags{File: elsewhere, Data: "/typed"}, nobody,
			but(Config{Token: "filed", API: "http://127.0.0.1:8787", Data: "/typed"})},
		"data home": {Flags{}, env("XDG_DATA_HOME", "/xdg", "HOME", "/home/anna"), but(Config{Data: "/xdg/grognard"})},
	} {
		if got, err := Read(s.flags, s.env); err != nil || !reflect.DeepEqual(got, s.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The address of a server must be http or https with a host, because the token is sent there.
func TestAddressOfAServer(t *testing.T) {
	for address, right := range map[string]bool{
		"http://127.0.0.1:8787": true, "http://[::1]:8787": true, "https://proxy.example/": true, "https://proxy.example:8443": true,
		"127.0.0.1:8787": false, "proxy.example": false, "ftp://proxy.example": false, "http://": false,
		"http://:8787": false, "http:///api": false,
		"http://127.0.0.1:8787/api": false, "http://anna:secret@proxy.example": false,
		"http://proxy.example?x=1": false, "http://proxy.example#x": false,
		"https://proxy.example//": false, "http://127.0.0.1:x": false,
	} {
		path := filepath.Join(t.TempDir(), "grognard.yaml")
		write(t, path, "token: filed\napi: "+address+"\n")
		_, err := Read(Flags{File: path, Data: "/typed"}, nobody)
		if (err == nil) != right || err != nil &&
			(!strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A file without a token is a mistake, and does not start a local table.
func TestNoToken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "grognard.yaml")
	write(t, path, "guild: \"7\"\n")
	if _, err := Read(Flags{File: path, Data: "/typed"}, nobody); err == nil ||
		!strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Errorf("no token: %v", err)
	}
}

func TestUserFolder(t *testing.T) {
	home := func(key string) string {
		return map[string]string{"HOME": "/home/anna", "LOCALAPPDATA": "/local"}[key]
	}
	for system, want := range map[string]string{
		"linux":   "/home/anna/.local/share/grognard",
		"darwin":  "/home/anna/Library/Application Support/grognard",
		"windows": "/local/grognard",
	} {
		if got, err := userFolder(home, system); err != nil || got != filepath.FromSlash(want) {
			t.Errorf("%s: %s, %v", system, got, err)
		}
	}
	if _, err := userFolder(nobody, "linux"); err == nil {
		t.Error("a folder for nobody")
	}
}

func nobody(string) string { return "" }

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
}
