package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Every key of the file, found by reflection, with values that are negative, huge, empty, misspelt or of another shape:
// either the value can be used, or one line names the file, the line, the key and what is allowed.
func TestKeys_BadValues(t *testing.T) {
	t.Parallel()
	bad := []string{"", `""`, "~", "-1", "0", "1.5", "99999999999", "99999999999999999999999999", "-0x1", "1e999", ".nan",
		"true", "lod", "auto", "300s", "5 minutse", "[]", "[-1]", "[1.5]", "[~]", "[[]]", "[0, 0]", "{}", "{requests: ~}",
		"{tokn: 1}", "{7: 1}", `"\0"`, `"\n"`, `"a\nb"`, "http://", "ftp://a", "a:b", ":99999", ":-1", "127.0.0.1",
		"[http://]", "[drand]", "&a b", "*a", "!!int x", "|\n  a\n  b", strings.Repeat("9", 5000), "/" + strings.Repeat("x", 5000)}
	for _, k := range keys() {
		if k.allowed == "" {
			t.Errorf("%s: what is allowed is not said", k.name)
		}
		for _, value := range bad {
			text := "# first\ntoken: secret.word\n" + k.name + ": " + value + "\n"
			if k.name == "token" {
				text = "# first\n\n" + k.name + ": " + value + "\n"
			} else if group, name, ok := strings.Cut(k.name, "."); ok {
				text = fmt.Sprintf("token: secret.word\n%s:\n  %s: %s\n", group, name, strings.ReplaceAll(value, "\n", "\n  "))
			}
			c := Defaults()
			err := c.load(file(t, text))
			switch {
			case err == nil:
				for _, k := range keys() {
					if !k.isValid(&c) {
						t.Errorf("%s: %q is taken for %s", k.name, value, c.describe(k.name))
					}
				}
			case strings.Contains(err.Error(), "secret.word") || strings.Contains(err.Error(), "\n"):
				t.Errorf("%s: %q: %v", k.name, value, err)
			case strings.Contains(err.Error(), "] "): // the file is no YAML
			case !strings.Contains(err.Error(), ", line 3: ") || !strings.Contains(err.Error(), k.name) ||
				!strings.Contains(err.Error(), " must be ") && !strings.Contains(err.Error(), "the keys are "):
				t.Errorf("%s: %q: %v", k.name, value, err)
			}
		}
	}
}

// describe is the value of a key.
func (c *Config) describe(name string) string {
	v := reflect.ValueOf(c).Elem()
	for _, part := range strings.Split(name, ".") {
		v = fieldOf(v, part)
	}
	return fmt.Sprintf("%#v", v)
}

// Each field of the configuration has its rule, and no rule is without a field.
func TestKeys_AreAllFields(t *testing.T) {
	t.Parallel()
	rules := map[string]bool{}
	for _, k := range keys() {
		rules[k.name] = true
	}
	var walk func(reflect.Type, string)
	walk = func(s reflect.Type, prefix string) {
		for _, f := range reflect.VisibleFields(s) {
			name := prefix + f.Tag.Get("yaml")
			if !rules[name] {
				t.Errorf("%s has no rule", name)
			}
			delete(rules, name)
			if f.Type.Kind() == reflect.Struct {
				walk(f.Type, name+".")
			}
		}
	}
	walk(reflect.TypeFor[Config](), "")
	for name := range rules {
		t.Errorf("%s is no key", name)
	}
}

// What is commonly wrong with a value is said with the line, the key and what is right.
func TestKeys_WhatIsSaid(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# a\nlog: lod\n":                "line 2: log must be debug, info, warn or error",
		"limits: {requests: -1}\n":       "line 1: limits.requests must be a whole number from 0",
		"limits:\n  films: 6 a minute\n": "line 2: limits.films must be a whole number from 0",
		"limits: 300\n":                  "line 1: limits must be a list such as {requests: 300",
		"style: drak\n":                  "line 1: style must be paper, dark or high-contrast",
		"status: 9187\n":                 "line 1: status must be an address such as 127.0.0.1:9187",
		"shard_ids: [0]\n":               "line 1: shard_ids must be a list of different whole numbers",
		"limts: {}\n":                    "line 1: there is no such key as limts; the keys are token, api",
		"token: a\n---\nlog: info\n":     "line 3: the configuration must be one list of keys",
		"token: one two\n":               "line 1: token must be the bot's token, one word",
	} {
		c := Defaults()
		if err := c.load(file(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A byte order mark before the first key, as some editors write, is nothing to speak of.
func TestLoad_ByteOrderMark(t *testing.T) {
	t.Parallel()
	c := Defaults()
	if err := c.load(file(t, "\ufeffstyle: dark\r\nlog: warn\r\n")); err != nil || c.Style != "dark" {
		t.Errorf("%s, %v", c.Style, err)
	}
}

// What is copied with a token is cut off; a token that no header can have is refused, and not shown.
func TestRead_TokenOfTheEnvironment(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{"a.b-c_d\n": "a.b-c_d", " a.b\r\n": "a.b", "Bot a.b": "a.b", "\n": "",
		"a.b\na.b\n": "refused", "a b": "refused", "ä": "refused", strings.Repeat("a", 201): "refused"} {
		c, err := Read(Flags{Data: "/typed"}, func(string) string { return set })
		if want == "refused" {
			if err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN must be ") || strings.Contains(err.Error(), set) {
				t.Errorf("%q: %v", set, err)
			}
		} else if err != nil || c.Token != want {
			t.Errorf("%q is read as %q: %v", set, c.Token, err)
		}
	}
}

// A configuration that is no file, but a folder or a device, is refused at once.
func TestLoad_NoRegularFile(t *testing.T) {
	t.Parallel()
	for _, path := range []string{t.TempDir(), os.DevNull} {
		c := Defaults()
		if err := c.load(path); err == nil || !strings.Contains(err.Error(), path+" is no regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// file writes a configuration.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "grognard.yaml")
	write(t, path, text)
	return path
}
