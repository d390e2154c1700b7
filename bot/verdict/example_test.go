package verdict

import (
	"fmt"
	"os"
)

func Example() {
	status, err := Of(os.Stdout, Question{Files: []string{"no such file"}})
	fmt.Println(status == Wrong, err)

	// Output:
	// no such file: WRONG: open no such file: no such file or directory
	// true <nil>
}
