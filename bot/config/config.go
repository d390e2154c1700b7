// Package config is what the operator of the program can choose: a YAML file,
// the environment and a few flags, put together.
//
//	env := func(name string) string { return tokens[name] } // os.Getenv in earnest
//	c, err := config.Read(config.Flags{File: file, Data: "games"}, env)
//
// What is typed counts before what is written. The file config.example.yaml says
// of each key what it does, with its default. An error names file and line and
// never shows the text, for a token stands in it.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"grognard/bot/limit"
)

// Config is the program's configuration.
type Config struct {
	Token   string        `yaml:"token"` // "": the local table
	API     string        `yaml:"api"`   // the address of a server in place of Discord; "": Discord
	Guild   string        `yaml:"guild"`
	Data    string        `yaml:"data"`    // never "" after Read
	Modules string        `yaml:"modules"` // "": none but those that ship
	Style   string        `yaml:"style"`
	Log     slog.Level    `yaml:"log"`
	Limits  limit.Options `yaml:"limits"`
	Beacon  []string      `yaml:"beacon"` // where rounds of the drand beacon are served; none: no game can have it

	Shards   Shards `yaml:"shards"`
	ShardIDs []int  `yaml:"shard_ids"` // those that this process runs; all when empty

	LogFormat LogFormat `yaml:"log_format"`
	Status    string    `yaml:"status"` // where monitors are answered; "": nowhere
}

// Shards is how many connections to Discord the bot has, in all its processes; 0 is as many
// as Discord says.
type Shards int

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Shards) UnmarshalText(text []byte) error {
	if string(text) == "auto" {
		*s = 0
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 {
		return errors.New("shards is auto or a number from 1")
	}
	*s = Shards(n)
	return nil
}

// LogFormat is how log lines are written.
type LogFormat string

// The ways to write them.
const (
	LogText LogFormat = "text" // key=value
	LogJSON LogFormat = "json" // an object a line
)

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *LogFormat) UnmarshalText(text []byte) error {
	switch is := LogFormat(text); is {
	case LogText, LogJSON:
		*f = is
		return nil
	}
	return fmt.Errorf("log_format is %s or %s", LogText, LogJSON)
}

// Defaults is the configuration of those who write none.
func Defaults() Config {
	return Config{Style: "paper", Log: slog.LevelInfo, LogFormat: LogText, Limits: limit.Defaults(), ShardIDs: []int{},
		Beacon: []string{"https://api.drand.sh", "https://drand.cloudflare.com", "https://api2.drand.sh",
			"https://api3.drand.sh"}}
}

// Flags are common to the commands that look for the program's files.
type Flags struct {
	File    string `name:"config" placeholder:"FILE" help:"Configuration, see config.example.yaml; connects to Discord."`
	Data    string `placeholder:"DIR" help:"Folder for games, in place of the configured one."`
	Modules string `placeholder:"DIR" help:"Folder of game modules, in place of the configured one."`
}

// ErrNoToken: a file brings no token, and the environment has none. All else was read.
var ErrNoToken = errors.New("no token: write one there, or set DISCORD_TOKEN")

// Read puts the configuration together. A file must bring a token, or the
// environment's DISCORD_TOKEN must: a misspelt key must not end at a local table.
func Read(f Flags, env func(string) string) (Config, error) {
	c := Defaults()
	if f.File != "" {
		if err := c.load(f.File); err != nil {
			return c, err
		}
	}
	if t := env("DISCORD_TOKEN"); t != "" {
		c.Token = t
	}
	if f.Data != "" {
		c.Data = f.Data
	}
	if f.Modules != "" {
		c.Modules = f.Modules
	}
	if c.Data == "" {
		folder, err := userFolder(env, runtime.GOOS)
		if err != nil {
			return c, err
		}
		c.Data = folder
	}
	if c.Token == "" && f.File != "" {
		return c, fmt.Errorf("%s has %w", f.File, ErrNoToken)
	}
	return c, nil
}

// Files is Read for those who need no token: it is not where they are typed, when systemd or a
// container hands it to the program alone.
func Files(f Flags, env func(string) string) (Config, error) {
	c, err := Read(f, env)
	if errors.Is(err, ErrNoToken) {
		err = nil
	}
	return c, err
}

// load reads a file over what is in c. An unknown key is an error.
func (c *Config) load(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("cannot read the configuration: %w", err)
	}
	before := *c
	c.Beacon = nil // else a list in the file would be added to it
	err = yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(c)
	if reflect.ValueOf(*c).IsZero() { // what the decoder makes of nothing but comments
		*c = before
	}
	if c.Beacon == nil { // the file does not name it
		c.Beacon = before.Beacon
	}
	if err != nil && !errors.Is(err, io.EOF) { // an empty file is the defaults
		return fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, false))
	}
	if c.API != "" && !isAddress(c.API) {
		return fmt.Errorf("%s: api must be the address of a server alone, such as http://127.0.0.1:8787; the bot adds /api/ itself", path)
	}
	return nil
}

// isAddress says whether a text is http or https with a host and no more.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		strings.TrimSuffix(text, "/") == u.Scheme+"://"+u.Host
}

// userFolder is where programs of an operating system keep a user's data.
func userFolder(env func(string) string, system string) (string, error) {
	base := env("XDG_DATA_HOME")
	if base == "" {
		switch system {
		case "windows":
			base = env("LOCALAPPDATA")
		case "darwin":
			base = under(env("HOME"), "Library", "Application Support")
		default:
			base = under(env("HOME"), ".local", "share")
		}
	}
	if base == "" {
		return "", errors.New("no folder for the games is known: name one with --data")
	}
	return filepath.Join(base, "grognard"), nil
}

func under(home string, parts ...string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(append([]string{home}, parts...)...)
}
