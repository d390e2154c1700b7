package main

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/doctor"
)

// The doctor's exit status is 1 when something must be done, of a configuration that cannot be read
// too, and --json is the same as a list.
func TestDoctor(t *testing.T) {
	discord := httptest.NewServer(nil) // whatever is asked for is not found
	defer discord.Close()
	dir := t.TempDir()
	for name, text := range map[string]string{"good.yaml": "token: t\nbeacon: []\n", "bad.yaml": "tokn: t\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for config, want := range map[string]string{"good.yaml": "discord", "bad.yaml": "configuration"} {
		for _, flag := range []string{"", "--json"} {
			var out bytes.Buffer
			w := environmentOf(&out, &out)
			w.discord = discord.URL
			args := append([]string{"doctor", "--data", dir, "--config", filepath.Join(dir, config)},
				strings.Fields(flag)...)
			if status := run(t.Context(), args, w); status != 1 {
				t.Errorf("%v: status %d", args, status)
			}
			if flag == "" {
				if !regexp.MustCompile(`(?m)^failed +` + want).MatchString(out.String()) {
					t.Errorf("%v: nothing of %s:\n%s", args, want, &out)
				}
				continue
			}
			var list []doctor.Finding
			if err := json.Unmarshal(out.Bytes(), &list); err != nil || !doctor.Failed(list) {
				t.Errorf("%v: %v\n%s", args, err, &out)
			}
		}
	}
}

// A program that was told by --status where its monitors are is asked there by a doctor who is told so
// too.
func TestDoctorAsksWhereTheFlagSays(t *testing.T) {
	monitors := httptest.NewServer(nil) // which serves nothing
	defer monitors.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "c.yaml")
	if err := os.WriteFile(file, []byte("token: t\nbeacon: []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := environmentOf(&out, &out)
	w.discord = monitors.URL
	status := run(t.Context(), []string{"doctor", "--data", dir, "--config", file, "--status",
		strings.TrimPrefix(monitors.URL, "http://")}, w)
	if status != 1 || !regexp.MustCompile(`(?m)^failed +monitors +.*does not serve`).MatchString(out.String()) {
		t.Errorf("status %d:\n%s", status, &out)
	}
}
