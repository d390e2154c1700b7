package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"

	"github.com/goccy/go-yaml"
)

// config is the program's configuration. config.example.yaml says of each key
// what it does, with its default.
type config struct {
	Token string     `yaml:"token"`
	Guild string     `yaml:"guild"`
	Data  string     `yaml:"data"`
	Log   slog.Level `yaml:"log"`
}

// defaults is the configuration of those who write none.
func defaults() config { return config{Log: slog.LevelInfo} }

// configure puts together what the flags, the file and the environment say:
// what is typed counts before what is written. Without a token and a file the
// configuration is for the local table.
func configure(w where, env func(string) string) (config, error) {
	c := defaults()
	if w.Config != "" {
		if err := c.load(w.Config); err != nil {
			return c, err
		}
	}
	if t := env("DISCORD_TOKEN"); t != "" {
		c.Token = t
	}
	if w.Data != "" {
		c.Data = w.Data
	}
	if c.Data == "" {
		folder, err := userFolder(env, runtime.GOOS)
		if err != nil {
			return c, err
		}
		c.Data = folder
	}
	return c, nil
}

// load reads a file over what is in c. An unknown key is an error that names its
// line; no error shows the file's text, for a token stands in it.
func (c *config) load(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("cannot read the configuration: %w", err)
	}
	err = yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(c)
	if err != nil && !errors.Is(err, io.EOF) { // an empty file is the defaults
		return fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, false))
	}
	return nil
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
