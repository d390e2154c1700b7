package doctor_test

import (
	"context"
	"fmt"
	"os"

	"grognard/bot/config"
	"grognard/bot/doctor"
)

func Example() {
	c := config.Defaults()
	c.Data, c.Modules, c.Beacon = os.TempDir(), "no such folder", nil
	findings := doctor.Examine(context.Background(), doctor.Subject{Config: c})
	for _, f := range findings {
		if f.Severity == doctor.Bad {
			fmt.Println(f.Check, "-", f.Says)
		}
	}
	failed := doctor.Failed(findings)
	if failed {
		fmt.Println("the program would not start")
	}
	// Output:
	// modules - cannot read the modules in no such folder: open .: no such file or directory
	// the program would not start
}
