// Package config reads the operator's configuration from a YAML file, the environment and flags.
//
//	env := func(name string) string { return tokens[name] } // in production: os.Getenv
//	c, err := config.Read(config.Flags{File: file, Data: "games"}, env)
//
// Flags override the environment, which overrides the file. config.example.yaml documents each key with its default. An
// error names file and line but never quotes the file, because it contains the token.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"strconv"

	"grognard/bot/limit"
)

// Config is the program's configuration.
type Config struct {
	Token   string        `yaml:"token"` // "": the local table
	API     string        `yaml:"api"`   // the base URL of a server used instead of Discord; "": Discord
	Guild   string        `yaml:"guild"`
	Data    string        `yaml:"data"`    // the data folder; never "" after Read
	Modules string        `yaml:"modules"` // the folder of further modules; "": none
	Style   string        `yaml:"style"`
	Log     slog.Level    `yaml:"log"`
	Limits  limit.Options `yaml:"limits"`
	Beacon  []string      `yaml:"beacon"` // addresses of drand servers; none: no game can use the beacon

	Shards   Shards `yaml:"shards"`
	ShardIDs []int  `yaml:"shard_ids"` // the shards of this process; all when empty

	LogFormat LogFormat `yaml:"log_format"`
	Status    string    `yaml:"status"` // the address for monitors; "": none
}

// Shards is the number of the bot's shards over all its processes; 0 is the number that Discord recommends.
type Shards int

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Shards) UnmarshalText(text []byte) error {
	if string(text) == "auto" {
		*s = 0
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 {
		return errors.New("it is auto or a number from 1")
	}
	*s = Shards(n)
	return nil
}

// LogFormat is the format of the log's lines.
type LogFormat string

const (
	LogText LogFormat = "text" // key=value
	LogJSON LogFormat = "json" // an object a line
)

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *LogFormat) UnmarshalText(text []byte) error {
	switch format := LogFormat(text); format {
	case LogText, LogJSON:
		*f = format
		return nil
	}
	return fmt.Errorf("log_format is %s or %s", LogText, LogJSON)
}

// Defaults returns the configuration without a file, environment or flags.
func Defaults() Config {
	return Config{Style: "paper", Log: slog.LevelInfo, LogFormat: LogText, Limits: limit.Defaults(), ShardIDs: []int{},
		Beacon: []string{"https://api.drand.sh", "https://drand.cloudflare.com", "https://api2.drand.sh",
			"https://api3.drand.sh"}}
}

// Flags are the flags of all commands that use the program's files.
type Flags struct {
	File    string `name:"config" placeholder:"FILE" help:"Configuration, see config.example.yaml; serve plays on Discord with it."`
	Data    string `placeholder:"DIR" help:"Folder for games, in place of the configured one (else grognard in XDG_DATA_HOME or ~/.local/share)."`
	Modules string `placeholder:"DIR" help:"Folder of game modules, in place of the configured one."`
}

// ErrNoToken means that there is a configuration file, but no token in it or in the environment. Read returns it with
// the rest of the configuration.
var ErrNoToken = errors.New("no token: write one there, or set DISCORD_TOKEN")

// Read reads the configuration. A file without a token needs DISCORD_TOKEN: no misspelt key starts the local table.
func Read(f Flags, env func(string) string) (Config, error) {
	c := Defaults()
	if f.File != "" {
		if err := c.load(f.File); err != nil {
			return c, err
		}
	}
	if t := bareToken(env("DISCORD_TOKEN")); t != "" {
		if !isToken(t) {
			return c, fmt.Errorf("the environment variable DISCORD_TOKEN must be %s", aToken)
		}
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

// Files does what Read does, but a missing token is no error: it is for commands that need none. The token may be set
// only in the environment of the program itself, by systemd or a container.
func Files(f Flags, env func(string) string) (Config, error) {
	c, err := Read(f, env)
	if errors.Is(err, ErrNoToken) {
		err = nil
	}
	return c, err
}

// userFolder returns the folder in which programs of an operating system keep a user's data.
func userFolder(env func(string) string, system string) (string, error) {
	base := env("XDG_DATA_HOME")
	if base == "" {
		switch system {
		case "windows":
			base = env("LOCALAPPDATA")
		case "darwin":
			base = inHome(env("HOME"), "Library", "Application Support")
		default:
			base = inHome(env("HOME"), ".local", "share")
		}
	}
	if base == "" {
		return "", errors.New("no folder for the games is known: name one with --data")
	}
	return filepath.Join(base, "grognard"), nil
}

func inHome(home string, parts ...string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(append([]string{home}, parts...)...)
}
