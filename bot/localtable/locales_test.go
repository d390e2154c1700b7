package localtable_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grognard/bot/localtable"
	"grognard/rules/must"
)

// offered are the languages that the page offers.
func offered(t *testing.T, base string) (tags []string) {
	t.Helper()
	resp := must.Get(http.Get(base + "/table/locales"))(t)
	defer resp.Body.Close()
	must.Do(t, json.NewDecoder(resp.Body).Decode(&tags))
	return tags
}

// TestLocales: a user can choose each language that the page offers and no other, and these are Discord's.
func TestLocales(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	anna := sit(t, base, "Anna")
	tags := offered(t, base)
	for _, tag := range tags {
		if err := anna.Settings(t.Context(), false, tag); err != nil {
			t.Errorf("%s: %v", tag, err)
		}
	}
	if err := anna.Settings(t.Context(), false, "en"); err == nil {
		t.Error("en is not one of Discord's languages, and could be chosen")
	}

	raw, err := os.ReadFile(filepath.FromSlash("../../../shared/data/discord/openapi.json"))
	if err != nil {
		t.Skipf("SKIPPED: languages are not compared with Discord's OpenAPI document, which is not here: %v", err)
	}
	var document struct {
		Components struct {
			Schemas struct {
				Locales struct {
					OneOf []struct{ Const string }
				} `json:"AvailableLocalesEnum"`
			}
		}
	}
	must.Do(t, json.Unmarshal(raw, &document))
	var want []string
	for _, locale := range document.Components.Schemas.Locales.OneOf {
		want = append(want, locale.Const)
	}
	if slices.Sort(want); !slices.Equal(tags, want) {
		t.Errorf("the table offers %v, and Discord %v", tags, want)
	}
}
