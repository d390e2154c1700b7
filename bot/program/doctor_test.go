package program_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/doctor"
	"grognard/bot/program"
	"grognard/bot/programtest"
)

// The doctor's exit status is 1 when something must be done, of a configuration that cannot be read too. With --json the
// same findings are a list.
func TestDoctor_SaysWhatMustBeDone(t *testing.T) {
	t.Parallel()
	nothing := httptest.NewServer(nil) // whatever is asked for is not found
	defer nothing.Close()
	dir := t.TempDir()
	programtest.WriteFile(t, filepath.Join(dir, "good.yaml"), "token: t\nbeacon: []\n")
	programtest.WriteFile(t, filepath.Join(dir, "bad.yaml"), "tokn: t\n")
	for name, c := range map[string]struct {
		config string
		flags  []string
		want   string
	}{
		"Discord does not answer":                {"good.yaml", nil, "discord"},
		"a configuration that cannot be read":    {"bad.yaml", nil, "configuration"},
		"monitors are asked where the flag says": {"good.yaml", []string{"--status", strings.TrimPrefix(nothing.URL, "http://")}, "monitors +.*does not serve"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, form := range []string{"words", "--json"} {
				var out bytes.Buffer
				w := programtest.Environment(&out, &out)
				w.Discord = nothing.URL
				args := append([]string{"doctor", "--data", dir, "--config", filepath.Join(dir, c.config)}, c.flags...)
				if form == "--json" {
					args = append(args, form)
				}
				if status := program.Run(t.Context(), args, w); status != 1 {
					t.Errorf("%v: status %d", args, status)
				}
				var list []doctor.Finding
				switch {
				case form == "words":
					if !regexp.MustCompile(`(?m)^failed +` + c.want).MatchString(out.String()) {
						t.Errorf("%v: nothing of %s:\n%s", args, c.want, &out)
					}
				case json.Unmarshal(out.Bytes(), &list) != nil || !doctor.Failed(list):
					t.Errorf("%v:\n%s", args, &out)
				}
			}
		})
	}
}
