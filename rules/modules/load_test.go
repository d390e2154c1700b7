package modules_test

import (
	"testing"

	"grognard/rules/modules"
)

func TestEmbeddedModulesHaveNoFindings(t *testing.T) {
	ids := modules.Embedded()
	if len(ids) == 0 {
		t.Fatal("no module ships with the program")
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			d, err := modules.Load(id)
			if err != nil {
				t.Fatal(err)
			}
			if d.ID != id {
				t.Errorf("folder %s holds module %s", id, d.ID)
			}
		})
	}
}
